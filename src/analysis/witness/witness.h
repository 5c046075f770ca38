/* witness.h - a witness of a difference of rules: a small hand that scores differently if only that
 * difference is carried over.
 *
 * Random hands are made in a fixed order, aimed at what the rules are about, and those that show
 * the difference are minimized. */
#ifndef KZI_WITNESS_H
#define KZI_WITNESS_H

#include "analysis/canonical/differences.h"
#include "analysis/witness/hand_text.h"
#include "analysis/witness/random_hand.h"
#include "base/text.h"
#include "hand/hand.h"
#include "score/result.h"

enum kzi_witness_kind {
    KZI_WITNESS_NONE,
    KZI_WITNESS_NEVER,   /* no hand can show it, because every total and fu has the same value */
    KZI_WITNESS_DEAL,    /* no hand alone can show it, because the rule is about whole deals */
    KZI_WITNESS_REFUSED, /* one of the rulesets refuses the hand */
    KZI_WITNESS_COUNTS,  /* it counts differently but pays the same */
    KZI_WITNESS_PAYS     /* it pays differently, or wins under only one ruleset */
};

struct kzi_witness {
    enum kzi_witness_kind kind;
    struct kzi_hand hand;
    struct kzi_extras extras;
    struct kzi_hand_items items;
    struct kz_result results[2]; /* under the two rulesets */
    bool as_is;                /* with all their differences, the rulesets score it like this too */
    unsigned long tried;       /* number of hands tried */
    bool cut;                  /* the budget ran out before all hands were tried */
    struct kzi_budget *budget; /* NULL: none */
};

/* Find a witness. rules: a pair of rulesets that differ only in this, the first like the first.
 * Return false if memory ran out. */
bool kzi_witness_find(struct kzi_witness *witness, const struct kzi_differences *differences,
                      const struct kzi_difference *difference,
                      const struct kz_ruleset *const rules[2]);

struct kzi_witness_search {
    const struct kzi_differences *differences;
    const struct kzi_difference *difference;
    const struct kz_ruleset *rules[2];
    struct kz_result results[2]; /* of the hand scored last, under `rules` */
    struct kz_result whole[2];   /* the same, under the whole rulesets */
    bool as_is;
    struct kzi_budget *budget; /* NULL: none */
};

/* Score a hand under both; return whether and how the results differ. */
enum kzi_witness_kind kzi_witness_score(struct kzi_witness_search *search,
                                        const struct kzi_hand *hand);

/* Return how complex a hand looks, by its situation, melds and tiles. */
unsigned kzi_hand_cost(const struct kzi_hand *hand);

/* Return the cost of the hand scored last; the lower, the better it shows the difference. */
unsigned kzi_witness_cost(const struct kzi_witness_search *search, enum kzi_witness_kind kind,
                          const struct kzi_hand *hand);

/* A witness with its cost. */
struct kzi_found_witness {
    struct kzi_hand hand;
    enum kzi_witness_kind kind;
    unsigned cost;
};

/* Minimize a witness (delta debugging). */
void kzi_witness_minimize(struct kzi_witness_search *search, struct kzi_found_witness *found);

#endif
