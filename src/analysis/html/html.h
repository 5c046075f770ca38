/* html.h - one self-contained page: no scripts, nothing fetched, everything that comes from rules
 * or hands escaped.  It reads on a phone, on paper, and in the dark. */
#ifndef KZI_REPORT_HTML_H
#define KZI_REPORT_HTML_H

#include "analysis/html/grid.h"

/* Text as it stands within an element or between double quotes. */
void kzi_html_put(struct kzi_text *text, const char *string);
/* The same of what a kzi_say call put into `words`, which is emptied. */
void kzi_html_move(struct kzi_text *text, struct kzi_text *words);

/* `title` is emptied. */
void kzi_html_begin(struct kzi_text *text, struct kzi_text *title);
void kzi_html_end(struct kzi_text *text);

/* A grid with its title as caption. */
void kzi_html_grid(struct kzi_text *text, const struct kzi_grid *grid);

#endif
