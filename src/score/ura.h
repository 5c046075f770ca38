/* ura.h - the mean points of a hand that wins, over the ura indicators that nobody has seen.
 *
 * Only the number of dora matters, so each number is scored once. */
#ifndef KZI_URA_H
#define KZI_URA_H

#include "score/result.h"

/* Return the mean points of a hand that wins, over as many ura indicators as it has indicators, at
 * least one. left: the tiles, by kind, that may be indicators.  If the rules have no ura dora, or
 * the hand states its ura indicators or their absence, return its points. */
double kzi_ura_points(struct kz_result *result, const struct kz_ruleset *rules,
                      const struct kzi_hand *hand, const uint8_t left[KZI_KINDS]);

#endif
