/* internal.h - what the steps of scoring hand on to each other. */
#ifndef KZI_SCORE_INTERNAL_H
#define KZI_SCORE_INTERNAL_H

#include "compile/program/words.h"
#include "score/result.h"
#include "tile/sets.h"

/* What a yaku is worth in a hand of this openness. */
static inline const struct kzi_value *kzi_value_of(const struct kz_ruleset *rules, unsigned yaku,
                                                   bool open) {
    const struct kzi_yaku *of = &rules->model->yaku[yaku];
    return open ? &of->open : &of->closed;
}

/* Calls for each yaku of a set, by rising number. */
#define KZI_EACH_YAKU(rules, set, yaku) KZI_EACH_BIT(set, (rules)->yaku_words, yaku)

/* What holds on a reading: yaku, then fu items. */
struct kzi_matched {
    struct kzi_match match; /* rows of the ruleset's own program */
    uint64_t owners[KZI_ROW_WORDS];
    const struct kzi_counted_at *counted_at; /* by yaku: where match.sum counts it */
    unsigned fu_at;                          /* which fu of match.sum is the ruleset's */
};

/* A hand on its way to a result. */
struct kzi_score_ctx {
    struct kz_result *result;
    struct kzi_facts facts;
    struct kzi_matched matched;         /* of the reading under way */
    uint64_t countable[KZI_YAKU_WORDS]; /* yaku that have something to count */
    struct kzi_tally spare;             /* where the room for others is used up */
};

/* Steps that a family shares with scoring under one ruleset.
 *
 * Everything but the facts. */
KZI_ALWAYS_INLINE void kzi_begin_result(struct kzi_score_ctx *scoring, struct kz_result *result,
                                        const struct kz_ruleset *rules,
                                        const struct kzi_hand *hand) {
    scoring->result = result;
    result->rules = rules;
    result->status = KZ_OK;
    result->choosing = (struct kzi_choice_ctx){KZI_MAX_CHOOSING, false};
    result->n_others = result->n_readings = 0;
    kzi_hand_copy(&result->hand, hand);
}
/* Every selection of what holds on the reading, which is matched. */
void kzi_consider(struct kzi_score_ctx *scoring, const struct kzi_reading *reading);
/* The verdict, once all is considered. */
void kzi_conclude(struct kzi_score_ctx *scoring);

/* Notes what of the hand these rules refuse; fills what is given and the marks' counts. */
bool kzi_admit(struct kz_result *result, struct kzi_facts *facts, struct kzi_problem *problem);

/* The groups of a reading that are sets of one kind, by rising tile; returns them by bit. */
unsigned kzi_sort_sets(const struct kzi_reading *reading, unsigned kind,
                       uint8_t groups[KZI_RANKED_SETS]);
/* Of sets by bit the groups by bit. */
unsigned kzi_groups_of_sets(const uint8_t groups[KZI_RANKED_SETS], unsigned sets);

/* The ways in which the combinations among the yaku held are met; returns how many. */
unsigned kzi_instances_find(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                            const struct kzi_reading *reading, const uint64_t *held,
                            struct kzi_instance list[KZI_MAX_INSTANCES]);

/* Likewise of one yaku, combination or not: the groups of each way by bit, 0 where it asks for none
 * in particular. */
unsigned kzi_ways_find(const struct kzi_facts *facts, const struct kzi_reading *reading,
                       const struct kzi_yaku *yaku, uint16_t ways[KZI_MAX_INSTANCES]);

/* Chooses the combinations of tally (whose scored holds what holds) that make its total highest:
 * settles covers too, and fills uses, counts and scored.  Where the steps of the hand are used up,
 * it is the best of those found until then. */
void kzi_combine(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                 const uint8_t mark_counts[KZI_MAX_MARKS], struct kzi_choice_ctx *choosing,
                 struct kzi_tally *tally);

/* Adds up tally->scored on tally->reading; by_limit says whether it is paid by yaku worth a
 * limit. */
void kzi_add_up(struct kz_result *result, struct kzi_facts *facts,
                const struct kzi_matched *matched, struct kzi_tally *tally);

/* The share of the hand's value that each seat pays: by seat, or of the discarder and each other
 * seat where the discarder is not known.  priced: where the value was looked up, or NULL.  Returns
 * their sum. */
int64_t kzi_shares(const struct kz_ruleset *rules, const struct kzi_hand *hand, int64_t value,
                   const struct kzi_priced *priced, int64_t share[KZI_SEATS], int64_t *discarder,
                   int64_t *others);
/* Fills the payments of a winning result, by the counters and bets of its hand; false: they, the
 * points or the value are past the range. */
bool kzi_settle(struct kz_result *result);
/* Nobody pays anything. */
void kzi_settle_nothing(struct kz_result *result);
/* Notes that nobody can have fed a yaku that counts in the winning result, where the hand names who
 * did. */
void kzi_check_fed(const struct kz_result *result, struct kzi_facts *facts,
                   struct kzi_problem *problem);

/* Kinds of which the hand has four without a kong. */
unsigned kzi_count_fours(const struct kzi_facts *facts);

/* The yaku that have something to count, if they count by tiles or marks. */
static inline void kzi_find_countable(struct kzi_score_ctx *scoring) {
    const struct kz_ruleset *rules = scoring->result->rules;
    size_t there = scoring->result->marks_there;
    const uint64_t *countable = rules->countable + there * rules->yaku_words;
    KZI_BY_WORDS(rules->yaku_words, kzi_copy_words(scoring->countable, countable, words));
    if (rules->counts_fours && !kzi_count_fours(&scoring->facts))
        kzi_drop_words(scoring->countable, rules->of_fours, rules->yaku_words);
}

/* Whether any of these, none of which is negative, is past the range. */
static inline bool kzi_past_range(int64_t a, int64_t b) {
    return (a | b) > KZI_HIGHEST;
}

/* Whether a is the better of two tallies of the same hand.  One that is past the range is: then the
 * hand is refused. */
bool kzi_better(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                const struct kzi_tally *a, const struct kzi_tally *b);

/* --- covers ----------------------------------------------------------------------------------- */

/* All at once: what a covered yaku covers, its coverer covers too. */
KZI_ALWAYS_INLINE void kzi_covers_at_once(const struct kz_ruleset *rules, uint64_t *yaku,
                                          unsigned words) {
    uint64_t covered[KZI_YAKU_WORDS];
    for (unsigned word = 0; word < words; word++)
        covered[word] = 0;
    for (unsigned word = 0; word < words; word++)
        for (uint64_t left = yaku[word] & rules->covering[word]; left; left &= left - 1) {
            size_t at = word * 64 + (unsigned)__builtin_ctzll(left);
            for (unsigned i = 0; i < words; i++)
                covered[i] |= rules->covered[at * words + i];
        }
    kzi_drop_words(yaku, covered, words);
}

/* One after another, where some of them must. */
void kzi_covers_in_order(const struct kz_ruleset *rules, uint64_t *yaku);

/* Takes out what is covered, and the yaku that asks for nothing else if something else counts. */
KZI_ALWAYS_INLINE void kzi_settle_covers(const struct kz_ruleset *rules, uint64_t *yaku,
                                         unsigned words) {
    if (kzi_any_common(yaku, rules->settled_in_order, words))
        kzi_covers_in_order(rules, yaku);
    else
        kzi_covers_at_once(rules, yaku, words);
    if (rules->nothing_scored >= 0 && kzi_any_common(yaku, rules->something, words))
        kzi_clear_bit(yaku, (unsigned)rules->nothing_scored);
}

#endif
