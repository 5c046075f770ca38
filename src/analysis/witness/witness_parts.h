/* witness_parts.h - the steps of looking for a witness: what hands to make, whether one shows the
 * difference, how simple it is, how to make it simpler. */
#ifndef KZI_REPORT_WITNESS_PARTS_H
#define KZI_REPORT_WITNESS_PARTS_H

#include "analysis/witness/random_hand.h"
#include "analysis/witness/witness.h"

#define KZI_MAX_AIMS 256

struct kzi_witness_aim {
    struct kzi_aim aim;
    const struct kz_ruleset *rules; /* that the hand is made by */
    const char *fed;                /* a yaku whose last set someone fed; NULL: none */
};

struct kzi_witness_search {
    const struct kzi_differences *differences;
    const struct kzi_difference *difference;
    const struct kz_ruleset *alike[2];
    struct kzi_random random;

    size_t n_aims;
    struct kzi_witness_aim aims[KZI_MAX_AIMS];
    size_t n_conds; /* conditions that stand in no rule file */
    struct kzi_condition conds[16];
    struct kzi_phrase_count phrases[16];

    struct kz_result results[2]; /* under alike, of the hand looked at last */
    struct kz_result whole[2];   /* under the rulesets themselves */
    bool as_is;
    struct kzi_budget *budget; /* NULL: any */
};

/* Takes steps; false: none are left. */
static inline bool kzi_witness_spend(struct kzi_witness_search *search, uint64_t steps) {
    return !search->budget || kzi_budget_spend(search->budget, steps);
}

/* --- witness_aim.c: fills aims --------------------------------------------------------------- */

void kzi_witness_aim(struct kzi_witness_search *search);

/* --- witness_proof.c ------------------------------------------------------------------------- */

/* Whether it is proved that no hand shows the difference. */
bool kzi_witness_never(const struct kzi_witness_search *search);

/* --- witness.c ------------------------------------------------------------------------------- */

/* Scores a hand under both; whether and how they differ. */
enum kzi_witness_kind kzi_witness_look(struct kzi_witness_search *search,
                                       const struct kzi_hand *hand);

/* Of the hand looked at last: the lower the better to show the difference by. */
/* How much of a hand draws the eye: its situation, its melds, its tiles. */
unsigned kzi_hand_cost(const struct kzi_hand *hand);
unsigned kzi_witness_cost(const struct kzi_witness_search *search, enum kzi_witness_kind kind,
                          const struct kzi_hand *hand);

/* --- minimization.c ------------------------------------------------------------------------ */

/* A witness with its cost. */
struct kzi_witness_found {
    struct kzi_hand hand;
    enum kzi_witness_kind kind;
    unsigned cost;
};

/* Makes it simpler as long as that can be. */
void kzi_witness_shrink(struct kzi_witness_search *search, struct kzi_witness_found *found);

#endif
