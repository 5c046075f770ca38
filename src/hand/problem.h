/* problem.h - an error in a hand: one code of the fixed list, a sentence, a place.
 *
 * Codes are in the order of the checks.  Of several problems the first code is reported. */
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

/* Note a problem unless one with an equal or earlier code is noted. */
void kzi_problem_note(struct kzi_problem *problem, enum kzi_problem_code code, struct kzi_spot spot,
                      const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Note that there are more of a tile shown than the game has copies, if so.  too: what else is
 * counted, as the end of the sentence. */
void kzi_problem_too_many(struct kzi_problem *problem, struct kzi_spot spot, unsigned tile,
                          unsigned count, unsigned copies, const char *too);

/* Note that `what` ("the total") exceeds the range of numbers. */
void kzi_problem_range(struct kzi_problem *problem, const char *what);

/* Move the place of a problem from a key of a record to where the line of a deal says that. */
void kzi_problem_to_line(struct kzi_problem *problem, const struct kzi_deal *deal);

/* Convert a problem to the public error. */
void kzi_problem_error(const struct kzi_problem *problem, kz_error *error);

/* --- once it is known who plays with which tiles --------------------------------------------- */

/* The tiles that a ruleset plays with. */
struct kzi_tile_rules {
    unsigned hand_size;    /* the winning tile included */
    bool whole_kongs;      /* a kong counts as it is, else as three */
    bool takes_aside;      /* tiles are laid aside */
    const uint8_t *copies; /* of each kind: KZI_COUNTS_CAPACITY */
};

/* Check the size of a hand, and that it has no more of a kind than there are copies: indicators
 * and tiles laid aside included.  held: the counts of the whole hand.  *seen becomes all that were
 * counted. */
void kzi_hand_check_tiles(const struct kzi_hand *hand, const uint8_t held[KZI_COUNTS_CAPACITY],
                          const struct kzi_tile_rules *rules, struct kzi_seen_tiles *seen,
                          struct kzi_problem *problem);
/* Add tiles that are shown to those seen. */
void kzi_seen_add_shown(struct kzi_seen_tiles *seen, const struct kzi_indicators *shown);
/* Add to *seen the discards and the tiles of others that the hand names, and check it again. */
void kzi_hand_check_seen(const struct kzi_hand *hand, const uint8_t copies[KZI_COUNTS_CAPACITY],
                         struct kzi_seen_tiles *seen, struct kzi_problem *problem);

/* Check that the winner, the discarder and those who fed the last set of a yaku are consistent. */
void kzi_hand_check_seats(const struct kzi_hand *hand, struct kzi_problem *problem);

#endif
