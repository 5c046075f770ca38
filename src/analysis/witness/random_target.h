/* random_target.h - what a random hand should have. */
#ifndef KZI_RANDOM_TARGET_H
#define KZI_RANDOM_TARGET_H

#include "analysis/witness/random_hand.h"

#define KZI_TARGET_CLAUSES 48

struct kzi_random_target {
    struct kzi_random *random;
    const struct kz_ruleset *rules;
    uint64_t words, given, barred; /* circumstances: requested, with those implied, forbidden */
    uint64_t openness, shapes;     /* allowed, as bits */
    unsigned shape;                /* one of those */
    unsigned n_clauses;
    struct {
        const struct kzi_condition *test;
        uint64_t values; /* of which it should have one */
    } clauses[KZI_TARGET_CLAUSES];
};

/* Draw a target from the aim, or (NULL) usually a yaku of the ruleset, often with a circumstance or
 * two. Return false if they contradict each other. */
bool kzi_random_target_draw(struct kzi_random_target *target, struct kzi_random *random,
                            const struct kz_ruleset *rules, const struct kzi_aim *aim);

#endif
