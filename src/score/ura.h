/* ura.h - what a hand that wins is worth on average over ura indicators that nobody has seen.
 *
 * Indicators matter only by how many dora they make in all, so each such number is scored once. */
#ifndef KZI_URA_H
#define KZI_URA_H

#include "score/result.h"

/* Return the mean of the points of a hand that wins, by as many ura indicators as the hand has
 * indicators, or one if it has none.  left: the tiles by kind that may be indicators.  If the
 * rules have no ura dora, or the hand says them or has none, these are its points. */
double kzi_ura_points(struct kz_result *result, const struct kz_ruleset *rules,
                      const struct kzi_hand *hand, const uint8_t left[KZI_KINDS]);

#endif
