/* statement.h - the value of a hand, stated instead of its tiles. */
#ifndef KZI_STATEMENT_H
#define KZI_STATEMENT_H

#include "hand/hand.h"

#define KZI_MAX_VALUE_WORDS 24

/* A word or a number. */
struct kzi_value_word {
    char text[KZI_MAX_WORD]; /* lower case, '_' for '-'; for a factor "x", as in "x4" */
    bool is_number;
    int32_t number;
    struct kzi_spot spot;
};

enum kzi_stated_number {
    KZI_STATED_TOTAL,
    KZI_STATED_FU,
    KZI_STATED_TIMES,
    KZI_STATED_POINTS,
    KZI_STATED_CHIPS,
    KZI_STATED_FACTOR,
    KZI_STATED_NUMBERS
};

/* The value of a hand, in words that a ruleset interprets (score/value.h). */
struct kzi_value_statement {
    bool given; /* a value is stated */
    unsigned n_words;
    struct kzi_value_word words[KZI_MAX_VALUE_WORDS];  /* in written order */
    struct kzi_value_word numbers[KZI_STATED_NUMBERS]; /* numbers of a record; is_number if given */
};

static inline void kzi_value_statement_clear(struct kzi_value_statement *statement) {
    statement->given = false;
    statement->n_words = 0;
    for (unsigned i = 0; i < KZI_STATED_NUMBERS; i++)
        statement->numbers[i].is_number = false;
}

#endif
