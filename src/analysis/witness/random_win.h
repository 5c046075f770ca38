/* random_win.h - random hands that win. */
#ifndef KZI_RANDOM_WIN_H
#define KZI_RANDOM_WIN_H

#include "analysis/witness/random_hand.h"
#include "score/result.h"

#define KZI_RANDOM_TRIES 100000 /* the most hands that are made for one that wins */

/* Make a hand that wins and in which the yaku counts (-1: any), with its result.  Return false if
 * none of KZI_RANDOM_TRIES hands does. */
bool kzi_random_win(struct kzi_random *random, const struct kz_ruleset *rules, int yaku,
                    struct kzi_hand *hand, struct kz_result *result);

#endif
