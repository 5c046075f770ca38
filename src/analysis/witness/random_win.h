/* random_win.h - random hands that win. */
#ifndef KZI_RANDOM_WIN_H
#define KZI_RANDOM_WIN_H

#include "analysis/witness/random_hand.h"
#include "score/result.h"

#define KZI_RANDOM_TRIES 100000 /* hands made for one */

/* Make a hand that wins, and in which the yaku counts (-1: any), with its result. False: none of
 * KZI_RANDOM_TRIES hands is such. */
bool kzi_random_win(struct kzi_random *random, const struct kz_ruleset *rules, int yaku,
                    struct kzi_hand *hand, struct kz_result *result);

#endif
