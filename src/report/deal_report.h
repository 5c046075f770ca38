/* deal_report.h - a settled deal, as one JSON object without a newline or as text. */
#ifndef KZI_DEAL_REPORT_H
#define KZI_DEAL_REPORT_H

#include "score/deal/settlement.h"
#include "words/sentence.h"

/* Write a settlement without an error. */
void kzi_put_deal(struct kzi_text *text, const struct kzi_settlement *settlement,
                  const struct kzi_style *style);

#endif
