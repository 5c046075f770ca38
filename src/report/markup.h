/* markup.h - words and markup of a page. */
#ifndef KZI_MARKUP_H
#define KZI_MARKUP_H

#include "base/text.h"

/* Append bytes, escaped for an element or for double quotes. */
void kzi_html_escape(struct kzi_text *text, const char *bytes, size_t len);

/* Put markup and return where the words after it begin; the second call escapes those and puts
 * the closing markup. */
size_t kzi_html_open(struct kzi_text *text, const char *markup);
void kzi_html_close(struct kzi_text *text, size_t from, const char *markup);
/* The format is markup, in which %s stands for a text that is escaped. */
void kzi_html_format(struct kzi_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
