/* problem.h - what is wrong with a hand: one code of the fixed list, a sentence, a place.
 *
 * The codes stand in the order of the checks: of several things wrong the first code is told. */
#ifndef KZI_PROBLEM_H
#define KZI_PROBLEM_H

#include "hand/hand.h"
#include "kazoe.h"

enum kzi_problem_code {
#define KZI_PROBLEM(name, word) KZI_##name,
#include "hand/problems.def"
#undef KZI_PROBLEM
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

/* --- once it is known who plays with which tiles --------------------------------------------- */

/* Tiles that a ruleset's players can have: hand_size of them, the winning one included and a kong
 * counting as three, and no more than copies of a kind, the indicators included.  held: how many
 * of each kind the whole hand has. */
void kzi_hand_check_tiles(const struct kzi_hand *hand, const uint8_t held[KZI_COUNTS_CAPACITY],
                          unsigned hand_size, const uint8_t copies[KZI_COUNTS_CAPACITY],
                          struct kzi_problem *problem);

/* The winner, the discarder and those who fed the last set of a yaku do not contradict. */
void kzi_hand_check_seats(const struct kzi_hand *hand, struct kzi_problem *problem);

#endif
