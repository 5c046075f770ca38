/* comparison_html.h - hands under several rulesets as a page: the hand in pictures, its table, what
 * differs.  A page is begun, filled hand by hand, and ended. */
#ifndef KZI_COMPARISON_HTML_H
#define KZI_COMPARISON_HTML_H

#include "analysis/compare/comparison_table.h"
#include "report/result_text.h"

/* Up to where the first hand stands; the rulesets and their titles. */
void kzi_compare_html_begin(struct kzi_text *text, const kz_ruleset *const *rules, unsigned count,
                            const char *language);
/* One hand.  line: of the stream; 0: it is the only one. */
void kzi_compare_html(struct kzi_text *text, const struct kzi_compared_table *table,
                      const struct kzi_look *look, unsigned long line);
/* A line that is no hand. */
void kzi_compare_html_refused(struct kzi_text *text, const kz_error *error, unsigned long line);
void kzi_compare_html_end(struct kzi_text *text);

#endif
