/* discard_report.h - the discards of a full hand, as text and JSON. */
#ifndef KZI_DISCARD_REPORT_H
#define KZI_DISCARD_REPORT_H

#include "report/result_text.h"
#include "score/discard.h"

void kzi_put_discards(struct kzi_text *text, const struct kz_ruleset *rules,
                      const struct kzi_hand *hand, const struct kzi_discards *discards,
                      const struct kzi_style *style);

#endif
