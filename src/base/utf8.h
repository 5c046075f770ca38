/* utf8.h - characters in bytes: the one place that knows UTF-8. */
#ifndef KZI_UTF8_H
#define KZI_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kzi_text;

/* The length in bytes (1 to 4) of the character at the start of text, its code point in *code;
 * 0 if the bytes are not UTF-8 (overlong forms and surrogates are not).  len is at least 1. */
size_t kzi_utf8_read(const char *text, size_t len, uint32_t *code);

/* The same for the next character of a text that may not be UTF-8: a byte that is not has length 1
 * and this code. */
#define KZI_BAD_UTF8 UINT32_MAX
size_t kzi_utf8_next(const char *text, size_t len, uint32_t *code);

/* Writes the bytes of code, 4 at most; returns how many. */
size_t kzi_utf8_write(char *out, uint32_t code);

/* Characters in text; a byte that is not UTF-8 counts as one. */
size_t kzi_utf8_count(const char *text, size_t len);

/* Columns of a terminal: East Asian wide characters take two, combining ones none. */
size_t kzi_utf8_width(const char *text, size_t len);

/* Bytes of the longest beginning of text that takes at most width columns. */
size_t kzi_utf8_fit(const char *text, size_t len, size_t width);

/* Whether the text is one or more Chinese characters or kana, and nothing else. */
bool kzi_utf8_is_han(const char *text, size_t len);

/* The first byte that is not UTF-8, or len. */
size_t kzi_utf8_valid(const char *text, size_t len);

/* --- unsafe characters: nobody sees them, or they look like a blank and are none ---------------
 */

bool kzi_is_unsafe(uint32_t code);
/* What a terminal acts on, what ends a line, what turns the direction of the text after it, and
 * what takes no room at all: in words that are shown to others it could make them look like
 * something else. */
bool kzi_is_harmful(uint32_t code);
/* The first of them in a text that is UTF-8; 0: there is none. */
uint32_t kzi_find_harmful(const char *text);
/* "zero-width space, U+200B" */
void kzi_put_unsafe(struct kzi_text *text, uint32_t code);
/* Adds a text with such characters as <zero-width space, U+200B>, and bytes that are not UTF-8 as
 * <9B>.  The names of files go to people through here, whatever others called them. */
void kzi_put_visible(struct kzi_text *text, const char *string);
/* Changes such characters of a text to <zero-width space, U+200B>, in its place; what then has no
 * room is cut off. */
void kzi_show_unsafe(char *buffer, size_t size);

#endif
