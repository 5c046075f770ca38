/* draw.h - random hands for a suite in which each yaku should hold once. */
#ifndef DRAW_H
#define DRAW_H

#include "analysis/witness/random_hand.h"
#include "compile/ruleset.h"

/* Hands drawn for a yaku that had not held. */
struct draws {
    unsigned aimed[KZI_MAX_YAKU];
};

/* A suite needs many hands.  With a quarter of the usual changes they take half the time; their
 * yaku vary by 1 to 3 % less (entropy). */
#define FEW_MOVES 10

/* Draw a hand: one that should have some yaku, if it has never held, and otherwise any.  The more
 * were drawn for that yaku in vain, the more rarely is another one.  `held` counts by yaku. */
static inline void draw_next(struct draws *draws, struct kzi_random *random,
                             const struct kz_ruleset *rules, const unsigned long *held,
                             struct kzi_hand *hand) {
    const unsigned yaku = kzi_random_below(random, rules->n_yaku);
    const struct kzi_aim aim = {.yaku = (int)yaku}, any = {.yaku = -1, .moves = FEW_MOVES};
    bool drawn = rules->model->yaku[yaku].in_use && !held[yaku] &&
                 !kzi_random_below(random, 1 + draws->aimed[yaku]++ / 16) &&
                 kzi_random_hand(random, rules, &aim, hand);
    while (!drawn)
        drawn = kzi_random_hand(random, rules, &any, hand);
}

#endif
