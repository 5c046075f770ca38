/* utf8.h - characters in bytes: the one place that knows UTF-8. */
#ifndef KZI_UTF8_H
#define KZI_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The length in bytes (1 to 4) of the character at the start of text, its code point in *code;
 * 0 if the bytes are not UTF-8 (overlong forms and surrogates are not).  len is at least 1. */
size_t kzi_utf8_read(const char *text, size_t len, uint32_t *code);

/* Writes the bytes of code, 4 at most; returns how many. */
size_t kzi_utf8_write(char *out, uint32_t code);

/* Characters in text; a byte that is not UTF-8 counts as one. */
size_t kzi_utf8_count(const char *text, size_t len);

/* Columns of a terminal: East Asian wide characters take two, combining ones none. */
size_t kzi_utf8_width(const char *text, size_t len);

/* Whether the text is one or more Chinese characters or kana, and nothing else. */
bool kzi_utf8_is_han(const char *text, size_t len);

/* The first byte that is not UTF-8, or len. */
size_t kzi_utf8_valid(const char *text, size_t len);

#endif
