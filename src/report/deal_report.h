/* deal_report.h - a settled deal as JSON, and as players read it. */
#ifndef KZI_DEAL_REPORT_H
#define KZI_DEAL_REPORT_H

#include "report/result_text.h"
#include "score/deal.h"

/* One object without a newline; line as in kzi_report_json. */
void kzi_deal_json(struct kzi_text *text, const struct kzi_settlement *settlement, bool explain,
                   unsigned long line);
/* Several lines; of a settlement without an error. */
void kzi_deal_text(struct kzi_text *text, const struct kzi_settlement *settlement,
                   const struct kzi_look *look);

#endif
