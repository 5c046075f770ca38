/* problem.h - an error in a hand: a code of a fixed list, a sentence, a place.
 *
 * Codes are in the order of the checks.  Of several problems the one with the first code is
 * reported. */
#ifndef KZI_PROBLEM_H
#define KZI_PROBLEM_H

#include "hand/hand.h"
#include "kazoe.h"

struct kzi_deal;

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

/* Note a problem, unless one with the same or an earlier code is noted. */
void kzi_problem_note(struct kzi_problem *problem, enum kzi_problem_code code, struct kzi_spot spot,
                      const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Note it if there are more of a tile shown than the game has copies.  too: the end of the
 * sentence, about tiles that count besides those of the hand. */
void kzi_problem_too_many(struct kzi_problem *problem, struct kzi_spot spot, unsigned tile,
                          unsigned count, unsigned copies, const char *too);

/* Note that `what` ("the total") is out of range. */
void kzi_problem_range(struct kzi_problem *problem, const char *what);

/* Move a problem from a key of a record to the place where the line of a deal has that value. */
void kzi_problem_to_line(struct kzi_problem *problem, const struct kzi_deal *deal);

/* Convert a problem to the public error. */
void kzi_problem_error(const struct kzi_problem *problem, kz_error *error);

/* --- once it is known who plays with which tiles --------------------------------------------- */

/* The tiles of a ruleset. */
struct kzi_tile_rules {
    unsigned hand_size;    /* with the winning tile */
    bool whole_kongs;      /* a kong counts as four tiles, not as three */
    bool takes_aside;      /* tiles may be laid aside */
    const uint8_t *copies; /* by kind, and of red fives, KZI_COUNTS_CAPACITY of them */
};

/* Check the size of a hand, and that it has no more tiles of a kind than there are copies, with
 * indicators and tiles laid aside.  held: the counts of the whole hand.  *seen is set to the counts
 * of all tiles. */
void kzi_hand_check_tiles(const struct kzi_hand *hand, const uint8_t held[KZI_COUNTS_CAPACITY],
                          const struct kzi_tile_rules *rules, struct kzi_seen_tiles *seen,
                          struct kzi_problem *problem);
/* Add tiles that are shown to those seen. */
void kzi_seen_add_shown(struct kzi_seen_tiles *seen, const struct kzi_indicators *shown);
/* Add to *seen the discards and the tiles of other players that the hand names, and check it
 * again. */
void kzi_hand_check_seen(const struct kzi_hand *hand, const uint8_t copies[KZI_COUNTS_CAPACITY],
                         struct kzi_seen_tiles *seen, struct kzi_problem *problem);

/* Check that the winner, the discarder and the players who fed the last set of a yaku do not
 * contradict each other. */
void kzi_hand_check_seats(const struct kzi_hand *hand, struct kzi_problem *problem);

#endif
