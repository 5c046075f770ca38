/* markup.h - text and markup of a page. */
#ifndef KZI_MARKUP_H
#define KZI_MARKUP_H

#include "base/text.h"

/* Append bytes, escaped for use in an element or in double quotes. */
void kzi_html_escape(struct kzi_text *text, const char *bytes, size_t len);

/* Put markup and return where the text after it begins; the second call escapes this text and puts
 * the closing markup. */
size_t kzi_html_open(struct kzi_text *text, const char *markup);
void kzi_html_close(struct kzi_text *text, size_t from, const char *markup);
/* Append markup by a format; texts for %s are escaped. */
void kzi_html_format(struct kzi_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
