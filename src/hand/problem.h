/* problem.h - what is wrong with a hand: one code of the fixed list, a sentence, a place.
 *
 * The codes stand in the order of the checks: of several things wrong the first code is told. */
#ifndef KZI_PROBLEM_H
#define KZI_PROBLEM_H

#include "hand/hand.h"
#include "kazoe.h"

enum kzi_problem_code {
    KZI_TOO_LONG,
    KZI_NOT_UTF8,
    KZI_EMPTY,
    KZI_BAD_JSON,
    KZI_UNKNOWN_KEY,
    KZI_DUPLICATE,
    KZI_BAD_VALUE,
    KZI_UNKNOWN_SUIT,
    KZI_BAD_DIGIT,
    KZI_UNKNOWN_WORD,
    KZI_BAD_MELD,
    KZI_NO_WINNING_TILE,
    KZI_TILE_COUNT,
    KZI_TOO_MANY_OF_A_TILE,
    KZI_MISSING_FROM,
    KZI_WINNER_IS_DISCARDER,
    KZI_CONTRADICTION,
    KZI_VALUE_RANGE,
    KZI_PROBLEM_CODES
};

extern const char *const kzi_problem_names[KZI_PROBLEM_CODES];

/* The problem found so far; found is false if there is none. */
struct kzi_problem {
    bool found;
    enum kzi_problem_code code;
    struct kzi_spot spot;
    char text[400];
};

/* Notes a problem unless one with a code as early or earlier is noted already. */
void kzi_problem_note(struct kzi_problem *problem, enum kzi_problem_code code, struct kzi_spot spot,
                      const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Notes that `what` ("the total") is past the range of numbers. */
void kzi_problem_range(struct kzi_problem *problem, const char *what);

/* As the public error. */
void kzi_problem_error(const struct kzi_problem *problem, kz_error *error);

#endif
