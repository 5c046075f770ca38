/* html.h - one self-contained page without scripts or external resources; text from rules and
 * hands is escaped.  It is readable on a phone, in print and in dark mode. */
#ifndef KZI_HTML_H
#define KZI_HTML_H

#include "kazoe.h"
#include "report/markup.h"
#include "words/sentence.h"

/* The files page.css and tiles.svg, embedded when Kazoe is built (src/embed.sh). */
extern const char kzi_asset_page[], kzi_asset_tiles[];

/* Begin a page.  Releases title. */
void kzi_html_begin(struct kzi_text *text, struct kzi_text *title, const struct kzi_style *style);
void kzi_html_end(struct kzi_text *text, const struct kzi_style *style);

#endif
