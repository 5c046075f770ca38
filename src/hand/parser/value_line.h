/* value_line.h - a value stated without tiles: its numbers, its words, and the situation. */
#ifndef KZI_VALUE_LINE_H
#define KZI_VALUE_LINE_H

#include "hand/problem.h"
#include "hand/statement.h"

/* Return a letter of a name in the form that words have. */
static inline char kzi_plain_letter(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c == ' ' || c == '-' ? '_' : c;
}

struct kzi_stated_value {
    struct kzi_hand hand; /* seats, way of winning, counters, bets; no tiles */
    struct kzi_extras extras;
    struct kzi_hand_items items;
    struct kzi_value_statement statement;
};

/* Read a line or a record.  On an error store *problem and return false; only the id is then
 * valid. */
bool kzi_value_read(struct kzi_stated_value *stated, const char *text, size_t len,
                    struct kzi_problem *problem);

#endif
