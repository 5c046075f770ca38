/* batch.h - a hand scored under several rulesets at once. */
#ifndef KZI_BATCH_H
#define KZI_BATCH_H

#include "compile/family.h"
#include "score/result.h"

/* results[i] becomes what kzi_score would make it under the family's ruleset i, with fewer steps.
 * Returns the first status that is not KZ_OK.  Allocates nothing. */
kz_status kzi_score_family(struct kz_result *const *results, const struct kz_family *family,
                           const struct kzi_hand *hand, const struct kzi_tiles *tiles);

#endif
