/* steps.h - the steps of scoring a hand. */
#ifndef KZI_SCORE_STEPS_H
#define KZI_SCORE_STEPS_H

#include "compile/program/bitset.h"
#include "score/result.h"
#include "tile/sets.h"

/* Loop over the yaku of a set, by number. */
#define KZI_EACH_YAKU(rules, set, yaku) KZI_EACH_BIT(set, (rules)->yaku_words, yaku)

/* Return the circumstance of a hand that bet, or -1. */
static inline int kzi_bet_of(const struct kz_ruleset *rules) {
    return kzi_names_find(&rules->model->circumstance_names, kzi_hand_key_names[KZI_KEY_RIICHI]);
}

/* The yaku and fu items that hold on a reading. */
struct kzi_matches {
    struct kzi_match match;
    uint64_t conditions[KZI_ROW_WORDS];
};

/* Context for scoring a hand. */
struct kzi_score_ctx {
    struct kz_result *result;
    struct kzi_facts facts;
    struct kzi_matches matches;   /* of the current reading */
    bool unfinished;              /* the hand did not win: the tree walker finds what holds */
    struct kzi_lost_taker *taker; /* NULL: the selections that lose are not wanted */
    struct kzi_tally further;     /* a selection to be compared with the best */
};

/* Fill in every reading of a hand under the rules. */
static inline void kzi_fill_readings(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                                     struct kzi_readings *readings) {
    kzi_tiles_fill_readings(facts->tiles, facts->hand, &rules->shapes, readings);
    if (rules->any_tiles)
        kzi_add_any_tiles(rules, facts, readings);
}

/* Note how often each repeatable yaku of result->best counts. */
void kzi_keep_times(struct kz_result *result, const struct kzi_facts *facts);

/* Check a hand, which the result has copied, against the rules and note the part that they
 * refuse; fill in the circumstances and the counts of marks.  Return whether the hand is
 * admitted. */
bool kzi_admit(struct kz_result *result, struct kzi_facts *facts, struct kzi_problem *problem);

/* Check the tiles and the seat of a hand that did not win; hand_size includes the tile that it
 * lacks.  Set *seen to the tiles that were counted, indicators included. */
void kzi_check_unfinished(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                          unsigned hand_size, struct kzi_seen_tiles *seen,
                          struct kzi_problem *problem);
/* Note a problem if these rules do not have the seat; negative: no seat. */
void kzi_check_seat(const struct kz_ruleset *rules, int seat, struct kzi_spot spot,
                    struct kzi_problem *problem);
/* Check the seats of a win: the winner, the discarder, those who are liable and those who have
 * left. */
void kzi_check_seats(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                     struct kzi_problem *problem);
/* Check the seat that would discard the last tile of an unfinished hand. */
void kzi_check_discarder(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                         struct kzi_problem *problem);
/* Admit a hand that did not win, as kzi_admit. */
bool kzi_admit_unfinished(struct kz_result *result, struct kzi_facts *facts,
                          struct kzi_problem *problem);

/* Find the instances of the combinations among the yaku `held`; return their number. */
unsigned kzi_find_instances(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                            const struct kzi_reading *reading, const uint64_t *held,
                            struct kzi_instance list[KZI_MAX_INSTANCES]);

/* Find the instances of one yaku: the groups of each by bit, 0 if it needs no particular groups.
 * Return their number. */
unsigned kzi_find_instances_of(const struct kzi_facts *facts, const struct kzi_reading *reading,
                               const struct kzi_yaku *yaku, uint16_t groups[KZI_MAX_INSTANCES]);

/* Choose the combinations of the tally that make its total highest, apply covers, and fill in
 * chosen, counts and scored.  On entry scored holds the yaku that hold.  If the steps run out, the
 * best selection so far is kept. */
void kzi_choose_combinations(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                             struct kzi_selection_budget *budget, struct kzi_tally *tally);

/* Return the fu that an item adds: for each of its mark, if it has one. */
int32_t kzi_fu_of_item(const struct kzi_fu_item *item, const uint8_t marks[KZI_MAX_MARKS]);

/* Add up tally->scored on tally->reading.  If tally->by_limit, yaku worth a limit give the
 * value. */
void kzi_add_up(struct kz_result *result, struct kzi_facts *facts,
                const struct kzi_matches *matches, struct kzi_tally *tally);

/* Consider every selection of the yaku that hold on a matched reading. */
void kzi_consider_reading(struct kzi_score_ctx *ctx, const struct kzi_reading *reading);

/* Add up the fu of a hand that did not win, and keep only the items that count. */
void kzi_fu_of_unfinished(const struct kz_ruleset *rules, struct kzi_facts *facts,
                          struct kzi_tally *tally);

/* Compute the share of the hand's value that each party pays; return the sum. */
int64_t kzi_share_out(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                      const struct kzi_tally *tally, int64_t share[KZI_PARTIES]);
/* Compute the shares of a limit that is paid without a hand, as kzi_share_out. */
int64_t kzi_share_out_limit(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                            unsigned limit, int64_t share[KZI_PARTIES]);
/* Fill in the first of the payment's other payers whose condition holds, if any. */
void kzi_fill_payers(const struct kz_ruleset *rules, struct kzi_facts *facts,
                     struct kzi_tally *tally);
/* Fill in the payments of a winning result, with the counters and bets of its hand; false: a
 * payment, the points or the value is out of range. */
bool kzi_settle_result(struct kz_result *result);
/* Fill in the chips of a winning result, under rules that have chips. */
void kzi_settle_chips(struct kz_result *result);
/* Set all payments to 0. */
void kzi_settle_nothing(struct kz_result *result);
/* Note a problem if the hand names a feeder for a yaku that counts but whose last set nobody can
 * have fed. */
void kzi_check_fed(const struct kz_result *result, const struct kzi_facts *facts,
                   struct kzi_problem *problem);

/* Return the number of kinds of which the hand has four tiles but no kong. */
unsigned kzi_count_fours(const struct kzi_facts *facts);

/* Return whether one of two non-negative numbers is out of range. */
static inline bool kzi_is_past_range(int64_t a, int64_t b) {
    return (a | b) > KZI_MAX_NUMBER;
}

/* Return whether tally a is better than b, of the same hand.  A tally that is out of range is
 * better, so that the hand is refused. */
bool kzi_is_better(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                   const struct kzi_tally *a, const struct kzi_tally *b);

/* --- covers ----------------------------------------------------------------------------------- */

/* Apply covers one after another. */
void kzi_covers_in_order(const struct kz_ruleset *rules, uint64_t *yaku);

/* Remove covered yaku, and the yaku with nothing_scored if another yaku counts. */
KZI_ALWAYS_INLINE void kzi_settle_covers(const struct kz_ruleset *rules, uint64_t *yaku,
                                         unsigned words) {
    if (kzi_any_common(yaku, rules->covering, words))
        kzi_covers_in_order(rules, yaku);
    if (rules->nothing_scored >= 0 && kzi_any_common(yaku, rules->something, words))
        kzi_clear_bit(yaku, (unsigned)rules->nothing_scored);
}

#endif
