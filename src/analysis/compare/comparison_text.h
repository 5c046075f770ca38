/* comparison_text.h - one hand under several rulesets as a player reads it. */
#ifndef KZI_COMPARISON_TEXT_H
#define KZI_COMPARISON_TEXT_H

#include "analysis/compare/comparison_table.h"
#include "analysis/compare/summary.h"
#include "report/result_text.h"

struct kzi_compared_look {
    struct kzi_look look;
    unsigned width; /* columns of the terminal */
};

/* The situation, the hand, the table, and what differs.  Of hands that could be read. */
void kzi_compare_text(struct kzi_text *text, const struct kzi_compared_table *table,
                      const struct kzi_compared_look *look);

/* The table alone (comparison_columns.c), an empty line before each block. */
void kzi_compare_columns(struct kzi_text *text, const struct kzi_compared_table *table,
                         const struct kzi_compared_look *look);

/* The hand as each ruleset reads it, a line for each way; whose it is, where they are several. */
void kzi_compare_readings(struct kzi_text *text, const struct kzi_comparison *comparison);
/* Why some do not win, which fields differ, and why.  look: may be NULL. */
void kzi_compare_verdict(struct kzi_text *text, const struct kzi_comparison *comparison,
                         const struct kzi_look *look);
/* Why the result of a ruleset is not that of the first, one sentence and a newline
 * (comparison_reason.c). */
void kzi_say_why(struct kzi_text *text, const struct kzi_summed_blame *blame);

#endif
