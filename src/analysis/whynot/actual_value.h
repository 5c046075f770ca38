/* actual_value.h - what a hand has, said over against what a condition asks. */
#ifndef KZI_REPORT_HAS_H
#define KZI_REPORT_HAS_H

#include "base/text.h"
#include "compile/condition/evaluation.h"
#include "score/result.h"

/* A sentence: "68s waits for the middle tile".  cond: a single thing (analysis/whynot/clause.h);
 * denied: it is asked not to hold.  result: whose hand it is. */
void kzi_say_has(struct kzi_text *text, const struct kz_result *result,
                 const struct kzi_facts *facts, const struct kzi_reading *reading,
                 const struct kzi_condition *cond, bool denied);

#endif
