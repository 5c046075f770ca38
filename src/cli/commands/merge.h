/* merge.h - summaries written, for compare and for merge. */
#ifndef KZI_MERGE_H
#define KZI_MERGE_H

#include "analysis/compare/summary.h"
#include "cli/options.h"
#include "report/result_text.h"

/* Says what is wrong with the sums, or writes them; returns the status. */
int kzi_print_summary(const struct kzi_summary *summary, const struct kzi_args *args, bool json,
                      const struct kzi_look *look);

#endif
