/* result.h - what scoring found.  The caller's object, reused from hand to hand; filled without an
 * allocation.  Points to its ruleset, never to the hand: what of the hand a report shows is
 * copied. */
#ifndef KZI_RESULT_H
#define KZI_RESULT_H

#include "compile/family.h"
#include "compile/ruleset.h"
#include "hand/hand.h"
#include "hand/problem.h"

/* HEAD_BUMP: the hand would win, but another one nearer to the discarder does. */
enum kzi_reason { KZI_WINS, KZI_INCOMPLETE, KZI_NO_YAKU, KZI_BELOW_MINIMUM, KZI_HEAD_BUMP };

/* Why an instance of a yaku that holds does not count: another yaku covers it; it shares a group
 * with another instance of the same yaku; its groups hang together already. */
enum kzi_left_why { KZI_LEFT_COVERED, KZI_LEFT_TWICE, KZI_LEFT_JOINED };

struct kzi_left_out {
    struct kzi_instance use; /* no groups: `times` instances, no matter which */
    enum kzi_left_why why;
    unsigned times;
    unsigned covered_by; /* COVERED: a yaku */
    unsigned joined;     /* else: those of its groups that are in the way */
    uint32_t by;         /* else: the uses of the tally that they are in, by bit */
};

#define KZI_MAX_LEFT_OUT 48

/* One selection of yaku on one reading, added up. */
struct kzi_tally {
    struct kzi_reading reading;
    bool wins;
    bool by_limit;             /* paid by a yaku worth a limit */
    int alone;                 /* the yaku that stands alone; -1 */
    int32_t total, qualifying; /* sums of what counts; total -1: past the range */
    int32_t valued;            /* of the total what the hand's value and limits are made of */
    int32_t fu_counted, fu;    /* before and after rounding; fu -1: none */
    uint64_t fu_items;         /* of model->fu.items, bit by number */
    int limit;                 /* of model->limits; -1: none */
    int32_t multiplier;
    int64_t counted;                 /* the value of the hand before limits */
    int64_t value;                   /* after limits: what payments are made of; KZI_BEYOND and
                                        more: past the range, and the hand is refused */
    int64_t points;                  /* to the winner */
    const struct kzi_priced *priced; /* where total and fu are laid out; NULL: they are not */
    unsigned n_uses, n_counts;
    bool uses_repeat; /* some yaku may be used more than once */

    /* from here on only a part is in use */
    uint64_t scored[KZI_YAKU_WORDS];          /* the yaku that count, in yaku_words words */
    uint64_t held[KZI_YAKU_WORDS];            /* those whose condition holds, covered or not */
    struct kzi_instance uses[KZI_MAX_CHOSEN]; /* the combinations chosen */
    struct kzi_count counts[KZI_MAX_CHOSEN];  /* of yaku of which only some instances count */
};

#define KZI_MAX_OTHERS 32 /* of the readings that lost, those kept for explanations */

/* A seat that answers for a yaku whose last set it fed. */
struct kzi_liable {
    uint16_t yaku;
    uint8_t seat;
    int64_t worth; /* of the hand's value, what that yaku is */
};

/* Steps of choosing among combinations. */
struct kzi_choice_ctx {
    uint32_t left; /* of KZI_MAX_CHOOSING: steps that the hand may still take */
    bool cut;      /* combinations can be chosen in more ways than were looked at */
};

/* What scoring writes of every hand stands first and together. */
struct kz_result {
    const struct kz_ruleset *rules;
    kz_status status;
    enum kzi_reason reason;
    uint64_t given;
    uint8_t mark_counts[KZI_MAX_MARKS];
    uint8_t marks_there; /* those of which there are any, by bit */

    struct kzi_choice_ctx choosing;
    unsigned n_others, n_readings; /* n_others of them are in others */

    bool discarder_unknown;
    unsigned n_liable; /* the shares are as liability moved them */

    /* payments, up to best, copied whole: by seat; without a known discarder only the winner's own,
     * and the other two */
    int64_t paid[KZI_SEATS]; /* net change, the winner's positive */
    int64_t paid_discarder, paid_others;
    int64_t share[KZI_SEATS]; /* what each pays for the hand alone, before counters */
    int64_t share_discarder, share_others;

    struct kzi_tally best;        /* where the hand is not complete no yaku count in it */
    struct kzi_hand hand;         /* a copy */
    struct kzi_readings readings; /* room for scoring; not filled where those of another ruleset of
                                   * the family do */
    uint16_t times[KZI_MAX_YAKU]; /* of those that may count other than once: kzi_times_listed */

    struct kzi_liable liable[KZI_MAX_PAO];
    struct kzi_tally others[KZI_MAX_OTHERS];
    kz_error error; /* where status is not KZ_OK */
};

/* Scores; see kz_score. */
kz_status kzi_score(struct kz_result *result, const struct kz_ruleset *rules,
                    const struct kzi_hand *hand);
/* The same where the hand's tiles are worked out already, beside another result of this very hand
 * (or NULL): rulesets of equal shapes read a hand alike, and its readings are taken over. */
kz_status kzi_score_beside(struct kz_result *result, const struct kz_ruleset *rules,
                           const struct kzi_hand *hand, const struct kzi_tiles *tiles,
                           const struct kz_result *other);
/* Makes it the result of a hand that could not even be read: of the hand only the id is left. */
void kzi_refuse(struct kz_result *result, const struct kzi_hand *hand, const kz_error *error);

/* How many kinds would have won; what facts->n_waits is where a rule asks. */
unsigned kzi_count_waits(const struct kz_ruleset *rules, const struct kzi_facts *facts);

/* Whether these rules know a liability for a yaku. */
bool kzi_is_liable_yaku(const struct kzi_model *model, const char *id);

/* One fu item of a tally, for explanations: sets and pair and items one by one. */
struct kzi_fu_line {
    const char *id; /* "base", "flat", "pung", "kong", "chow", "pair", or a rule's own id */
    int group;      /* of the reading; -1: none */
    int32_t fu;
};

/* Fills lines (max of them) with what the tally's fu is made of; their number.  Their sum is
 * fu_counted. */
unsigned kzi_fu_lines(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                      const struct kzi_tally *tally, struct kzi_fu_line *lines, unsigned max);

/* The yaku that covers `yaku` in the tally, -1 if none does. */
int kzi_covered_by(const struct kz_ruleset *rules, const struct kzi_tally *tally, unsigned yaku);

/* Of a yaku of which only some instances are covered: the yaku that counts and covers those whose
 * groups lie within these; -1: none does. */
int kzi_covered_within(const struct kz_ruleset *rules, const struct kzi_tally *tally, unsigned yaku,
                       unsigned groups);

/* For explanations, worked out anew.  Of the yaku that hold and are not covered whole, the
 * instances that a tally leaves out; how many. */
unsigned kzi_left_out(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                      const struct kzi_tally *tally, struct kzi_left_out list[KZI_MAX_LEFT_OUT]);

/* Selections of combinations on the reading of a tally that come to the same total by another
 * list of yaku: uses, counts and scored of each in list; how many. */
#define KZI_MAX_EQUAL 8
unsigned kzi_equal_choices(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                           const uint8_t mark_counts[KZI_MAX_MARKS], const struct kzi_tally *tally,
                           struct kzi_tally list[KZI_MAX_EQUAL]);

/* The yaku of which a tally may count other than one. */
static inline const uint64_t *kzi_repeatable_of(const struct kz_ruleset *rules,
                                                const struct kzi_tally *tally) {
    return tally->uses_repeat ? rules->repeatable : rules->repeatable_apart;
}

/* Steps that scoring the hand took, and that comparing the result takes: as loading counts them. */
static inline uint64_t kzi_steps_of(const struct kz_result *result) {
    uint64_t steps = 32;
    if (result->status != KZ_OK)
        return steps;
    for (unsigned i = 0; i < result->rules->yaku_words; i++)
        steps += (unsigned)__builtin_popcountll(result->best.scored[i]);
    return steps + KZI_MAX_CHOOSING - result->choosing.left;
}

/* How often a yaku of the result's best counts. */
static inline unsigned kzi_times_listed(const struct kz_result *result, unsigned yaku) {
    const uint64_t *repeatable = kzi_repeatable_of(result->rules, &result->best);
    bool repeats = repeatable[yaku / 64] >> (yaku % 64) & 1;
    return repeats ? result->times[yaku] : 1;
}

/* The indicators that a mark is counted from, and of them how many; NULL: from none. */
static inline const struct kzi_indicators *
kzi_indicators_of(const struct kzi_hand *hand, const struct kzi_mark *mark, unsigned *count) {
    const struct kzi_indicators *shown = NULL;
    switch (mark->kind) {
    case KZI_MARK_DORA:
        shown = &hand->dora;
        break;
    case KZI_MARK_URA:
        shown = &hand->ura;
        break;
    case KZI_MARK_RED:
    case KZI_MARK_FLOWERS:
        break;
    }
    *count = !shown ? 0 : mark->after_kongs || !shown->count ? shown->count : 1;
    return shown;
}

/* The groups of its reading that a tally's use is made of, by bit. */
unsigned kzi_contributing_groups(const struct kzi_reading *reading, const struct kzi_instance *use);

/* The pairs of a reading, by bit. */
unsigned kzi_pairs_of(const struct kzi_reading *reading);

/* How many instances of a yaku the reading has, before covers. */
unsigned kzi_instances(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                       const struct kzi_reading *reading, const uint8_t mark_counts[KZI_MAX_MARKS],
                       unsigned yaku);

/* How often a yaku that counts does. */
unsigned kzi_times_of_repeatable(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                                 const struct kzi_tally *tally,
                                 const uint8_t mark_counts[KZI_MAX_MARKS], unsigned yaku);

static inline unsigned kzi_times(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                                 const struct kzi_tally *tally,
                                 const uint8_t mark_counts[KZI_MAX_MARKS], unsigned yaku) {
    bool repeats = rules->repeatable[yaku / 64] >> (yaku % 64) & 1; /* most count once */
    return repeats ? kzi_times_of_repeatable(rules, facts, tally, mark_counts, yaku) : 1;
}

/* --- a whole deal ----------------------------------------------------------------------------- */

struct kzi_settlement {
    const struct kz_ruleset *rules;
    const struct kzi_deal *deal; /* must outlive it */
    kz_status status;
    kz_error error; /* where status is not KZ_OK */

    const char *draw; /* NULL: the deal was won */
    /* One for each winner, in order of turn from the discarder.  The hands have the counters and
     * bets that are paid to each. */
    unsigned n_results;
    struct kz_result results[KZI_MAX_WINNERS];
    bool nagashi;            /* the draw was paid as one */
    int64_t paid[KZI_SEATS]; /* change over the deal, the bets made in it included */
    uint32_t deposits_left;
};

kz_status kzi_deal_settle(struct kzi_settlement *settlement, const struct kz_ruleset *rules,
                          const struct kzi_deal *deal);

/* --- several rulesets at once ----------------------------------------------------------------- */

/* results[i] becomes what kzi_score would make it under the family's ruleset i, with fewer steps.
 * Returns the first status that is not KZ_OK.  Allocates nothing. */
kz_status kzi_score_family(struct kz_result *const *results, const struct kz_family *family,
                           const struct kzi_hand *hand, const struct kzi_tiles *tiles);

#endif
