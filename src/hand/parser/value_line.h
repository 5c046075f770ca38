/* value_line.h - a value stated without tiles: its numbers, its words, and the situation. */
#ifndef KZI_VALUE_LINE_H
#define KZI_VALUE_LINE_H

#include "hand/problem.h"

#define KZI_MAX_VALUE_WORDS 24

/* Return a letter of a name as words have it. */
static inline char kzi_plain_letter(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c == ' ' || c == '-' ? '_' : c;
}

/* A word or a number. */
struct kzi_value_word {
    char text[KZI_MAX_WORD]; /* in small letters, '-' written as '_' */
    bool is_number;
    int32_t number;
    struct kzi_spot spot;
};

enum kzi_value_number { KZI_VALUE_TOTAL, KZI_VALUE_FU, KZI_VALUE_TIMES, KZI_VALUE_NUMBERS };

struct kzi_stated_value {
    struct kzi_hand hand; /* seats, way of winning, counters, bets; no tiles */
    struct kzi_extras extras;
    struct kzi_spots spots;
    unsigned n_words;
    struct kzi_value_word words[KZI_MAX_VALUE_WORDS]; /* in written order */
    struct kzi_value_word numbers[KZI_VALUE_NUMBERS]; /* of a record, where is_number */
};

/* Read a line or a record.  On an error fill *problem and return false; the id is then valid. */
bool kzi_value_read(struct kzi_stated_value *stated, const char *text, size_t len,
                    struct kzi_problem *problem);

#endif
