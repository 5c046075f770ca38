/* waits_html.h - what completes hands, as a page with pictures of the tiles. */
#ifndef KZI_WAITS_HTML_H
#define KZI_WAITS_HTML_H

#include "report/completion_report.h"

/* Begin a page, up to the first hand. kzi_html_end ends it. */
void kzi_waits_html_begin(struct kzi_text *text, const kz_ruleset *const *rules, unsigned count,
                          const char *language);
/* Write one hand. line: of the stream; 0 if it is the only one. With style->explain, scratch is for
 * scoring. */
void kzi_waits_html(struct kzi_text *text, const struct kzi_completed *completed,
                    struct kz_result *const scratch[2], const struct kzi_style *style,
                    unsigned long line);

#endif
