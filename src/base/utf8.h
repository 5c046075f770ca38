/* utf8.h - reading, writing and measuring UTF-8; nothing else decodes it. */
#ifndef KZI_UTF8_H
#define KZI_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kzi_text;

/* Return the length in bytes (1 to 4) of the first character and store its code point, or return 0
 * if the bytes are not UTF-8; overlong forms and surrogates are not.  len is at least 1. */
size_t kzi_utf8_read(const char *text, size_t len, uint32_t *code);

/* Read the next character of a text that may not be UTF-8.  A byte that is not has the length 1 and
 * this code. */
#define KZI_BAD_UTF8 UINT32_MAX
size_t kzi_utf8_next(const char *text, size_t len, uint32_t *code);

/* Write the bytes of a code point, at most 4, and return their number. */
size_t kzi_utf8_write(char *out, uint32_t code);

/* Return the number of characters; a byte that is not UTF-8 counts as one. */
size_t kzi_utf8_count(const char *text, size_t len);

/* Return the width in terminal columns: two for an East Asian wide character, none for a combining
 * character. */
size_t kzi_utf8_width(const char *text, size_t len);

/* Return the length in bytes of the longest prefix that is at most `width` columns wide. */
size_t kzi_utf8_fit(const char *text, size_t len, size_t width);

/* Return whether the text is Chinese characters or kana only, at least one of them. */
bool kzi_utf8_is_han(const char *text, size_t len);

/* Return the offset of the first byte that is not UTF-8, or len. */
size_t kzi_utf8_valid(const char *text, size_t len);

/* --- unsafe characters: invisible, or looking like a blank ------------------------------------ */

bool kzi_is_unsafe(uint32_t code);
/* Return whether a character controls a terminal, ends a line, changes the direction of text or has
 * no width.  In displayed text it could make words look like other words. */
bool kzi_is_harmful(uint32_t code);
/* Return the first harmful character of a UTF-8 text, or 0. */
uint32_t kzi_find_harmful(const char *text);
/* Append the name of an unsafe character: "zero-width space, U+200B". */
void kzi_put_unsafe(struct kzi_text *text, uint32_t code);
/* Append a text with each harmful character replaced by <zero-width space, U+200B>, and each byte
 * that is not UTF-8 by <9B>.  Every file name that is shown passes through here. */
void kzi_put_visible(struct kzi_text *text, const char *string);
/* Replace each harmful character in the buffer by <zero-width space, U+200B>, and cut off what no
 * longer fits. */
void kzi_show_unsafe(char *buffer, size_t size);

#endif
