/* chars.h - classes of characters, for the parsers of hands. */
#ifndef KZI_CHARS_H
#define KZI_CHARS_H

#include "tile/counts.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The classes, as bits. */
enum {
    KZI_BLANK = 1,
    KZI_LOWER = 2,
    KZI_UPPER = 4,
    KZI_DIGIT = 8,
    KZI_WORD_MARK = 16,
    KZI_BRACKET = 32,
    KZI_OF_WORD = KZI_LOWER | KZI_DIGIT | KZI_WORD_MARK /* after the first letter of a word */
};

extern const uint8_t kzi_chars[256];

static inline bool kzi_is_blank(char c) {
    return kzi_chars[(unsigned char)c] & KZI_BLANK;
}

static inline bool kzi_is_lower(char c) {
    return kzi_chars[(unsigned char)c] & KZI_LOWER;
}

static inline bool kzi_is_upper(char c) {
    return kzi_chars[(unsigned char)c] & KZI_UPPER;
}

static inline const char *kzi_skip_blanks(const char *text, const char *end) {
    while (text < end && kzi_is_blank(*text))
        text++;
    return text;
}

/* Return the first blank or, if it is not a blank, `other` from text on, or end.  Eight characters
 * are looked at together: a loop over them would end at a different one for each item, which
 * processors cannot predict. */
static inline const char *kzi_find_blank_or(char other, const char *text, const char *end) {
    for (; end - text >= 8; text += 8) {
        kzi_eight eight = (kzi_eight)kzi_load8(text);
        uint64_t found = (uint64_t)((eight == ' ') | (eight == '\t') | (eight == (uint8_t)other));
        if (found)
            return text + __builtin_ctzll(found) / 8;
    }
    while (text < end && !kzi_is_blank(*text) && *text != other)
        text++;
    return text;
}

static inline bool kzi_is_text(const char *text, const char *end, const char *word) {
    return (size_t)(end - text) == strlen(word) && !memcmp(text, word, strlen(word));
}

#endif
