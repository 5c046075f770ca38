/* summary_html.h - a summary of many hands as a page: means, what moved, by which rule, and the
 * hands that moved most in pictures. */
#ifndef KZI_SUMMARY_HTML_H
#define KZI_SUMMARY_HTML_H

#include "analysis/compare/summary.h"

void kzi_summary_html(struct kzi_text *text, const struct kzi_summary *summary);

#endif
