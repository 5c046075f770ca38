/* random_target.h - the properties that a random hand should have. */
#ifndef KZI_RANDOM_TARGET_H
#define KZI_RANDOM_TARGET_H

#include "analysis/witness/random_hand.h"

#define KZI_TARGET_CLAUSES 48

struct kzi_random_target {
    struct kzi_random *random;
    const struct kz_ruleset *rules;
    /* circumstances: requested; these with those implied; forbidden */
    uint64_t words, given, barred;
    uint64_t openness, shapes; /* allowed values, by bit */
    unsigned shape;            /* one of `shapes` */
    unsigned n_clauses;
    struct {
        const struct kzi_condition *test;
        uint64_t values; /* of which the hand should have one */
    } clauses[KZI_TARGET_CLAUSES];
};

/* Draw a target from the aim or, if it is NULL, usually from a yaku of the ruleset, often with a
 * circumstance or two.  Return false if it contradicts itself. */
bool kzi_random_target_draw(struct kzi_random_target *target, struct kzi_random *random,
                            const struct kz_ruleset *rules, const struct kzi_aim *aim);

#endif
