/* comparison_report.h - one hand under several rulesets, side by side. */
#ifndef KZI_COMPARISON_REPORT_H
#define KZI_COMPARISON_REPORT_H

#include "analysis/compare/summary.h"
#include "words/sentence.h"

/* Write the situation, the hand, a table with a column for each ruleset, and the reasons if they
 * were requested; as JSON one object without a newline: its id, the members of
 * kzi_put_compared_members, and the reasons. */
void kzi_put_comparison(struct kzi_text *text, const struct kzi_comparison *comparison,
                        const struct kzi_style *style, unsigned long line);

/* Write the rules that make the result of a ruleset differ from the first: "fu.pair (4 -> 2)"; "; "
 * between them. */
void kzi_put_blamed(struct kzi_text *text, const struct kzi_summed_blame *blame);
/* Say the rules in a line for a player, and how certain they are the reason. */
void kzi_say_why(struct kzi_sentence *sentence, const struct kzi_summed_blame *blame);

#endif
