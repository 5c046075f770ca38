/* distances.h - how many tiles a concealed hand lacks to make a number of sets and pairs, and which
 * tiles would help.
 *
 * Each suit is looked up.  Its cells say, for every number of sets and of pairs, how many tiles
 * it lacks of them.  An automaton reads the counts of a suit number by number.  Its states merge
 * all prefixes after which every continuation lacks the same, so there are few of them (14,844
 * for five sets and a pair).
 *
 * The suits are joined: the sets and pairs of the hand are divided among them so that it lacks
 * least.  A tile helps if it helps its suit in such a division. */
#ifndef KZI_DISTANCES_H
#define KZI_DISTANCES_H

#include "hand/hand.h"

#define KZI_MAX_PAIRS    8
#define KZI_OUT_OF_REACH 63 /* more than any hand lacks */

struct kzi_distance_bounds {
    uint8_t sets, pairs; /* at most */
    bool pairs_differ;   /* four equal tiles are not two pairs */
    uint8_t set_kinds;   /* what sets are, by bit of enum kzi_group_kind; 0: any */
};

struct kzi_distances;

/* Make the tables, less than 1 MiB for each different suit; NULL: out of memory.  They never
 * change.  most: of each kind in a hand, at most KZI_MAX_COPIES. */
struct kzi_distances *kzi_distances_new(struct kzi_distance_bounds bounds,
                                        const uint8_t most[KZI_KINDS]);
void kzi_distances_free(struct kzi_distances *distances);
size_t kzi_distances_bytes(const struct kzi_distances *distances);

/* Concealed tiles by kind, and how many of each kind a complete hand can have of them: as many as
 * the tables say or, next to melds, fewer.  counts have KZI_COUNTS_CAPACITY. */
struct kzi_distance_hand {
    const uint8_t *counts, *most;
    uint8_t sets, pairs; /* what they are to make, within the bounds */
};

/* Which tiles are asked: kinds with one more of which the hand lacks less and of which one is
 * left, or kinds without one of which it lacks no more. */
enum kzi_tiles_asked { KZI_NO_TILES, KZI_ACCEPTED, KZI_SPARE };

/* What tiles lack, and the kinds that were asked. */
struct kzi_lacks {
    unsigned lacking; /* KZI_OUT_OF_REACH: they cannot be completed */
    kzi_kinds kinds;
};

#define KZI_DISTANCE_NUMBERS 9
#define KZI_DISTANCE_CELLS   64
#define KZI_DISTANCE_STATE   (9 * KZI_DISTANCE_CELLS)

/* A suit of a hand and its cells: those of the table or, where a complete hand can have fewer
 * tiles of some kind than the table says, from step to step of the automaton. */
struct kzi_joined_suit {
    uint8_t counts[KZI_DISTANCE_NUMBERS], most[KZI_DISTANCE_NUMBERS];
    uint16_t before[KZI_DISTANCE_NUMBERS + 1]; /* the states of the table before each number */
    const uint8_t *cells;
    bool limited;
    uint8_t states[KZI_DISTANCE_NUMBERS + 1][KZI_DISTANCE_STATE]; /* if limited: before a number */

    /* By number: all ones for each cell that lacks less with one tile more or, if spare tiles are
     * asked, no more with one less. */
    enum kzi_tiles_asked asked; /* KZI_NO_TILES: not found yet */
    uint8_t changed[KZI_DISTANCE_NUMBERS][KZI_DISTANCE_CELLS];
};

/* The suits of a hand, what two of them lack together and what all but one.  They are kept for the
 * next hand: suits that are the same in both are not looked up or joined again. */
struct kzi_joined_hand {
    const struct kzi_distances *distances;
    struct kzi_joined_suit suits[KZI_SUITS + 1];
    unsigned known_halves, known_others; /* by bit */
    uint8_t halves[2][KZI_DISTANCE_CELLS], others[KZI_SUITS + 1][KZI_DISTANCE_CELLS];
    unsigned lacking;
};

void kzi_joined_hand_init(struct kzi_joined_hand *joined, const struct kzi_distances *distances);

/* Return what a hand lacks; out of reach if that is more than `bound`. */
struct kzi_lacks kzi_distance(struct kzi_joined_hand *joined, const struct kzi_distance_hand *hand,
                              enum kzi_tiles_asked asked, unsigned bound);

#endif
