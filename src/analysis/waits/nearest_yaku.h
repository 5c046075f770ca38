/* nearest_yaku.h - the worth of a hand with each tile that completes it and, if it does not win
 * with one, the yaku that are one tile or one word away. */
#ifndef KZI_NEAREST_YAKU_H
#define KZI_NEAREST_YAKU_H

#include "report/completion_report.h"

/* Write this for a hand that is ready. scratch: for scoring. */
void kzi_completion_explain(struct kzi_text *text, const struct kzi_completion_job *job,
                            struct kz_result *const scratch[2], const struct kzi_style *style);

/* Write which yaku comes nearest to counting in a hand that has none. */
void kzi_say_nearest_yaku(struct kzi_text *text, const struct kz_result *result,
                          struct kz_result *const scratch[2], const struct kzi_style *style);

#endif
