/* distances.h - how many tiles a concealed hand lacks for a number of sets and pairs, and which
 * tiles bring it closer.
 *
 * Each suit is looked up.  A suit has a cell for each number of sets and pairs, with the number of
 * tiles that it lacks for these.  An automaton reads the counts of the suit number by number.  Its
 * states merge all beginnings for which every continuation lacks the same, so there are few of them
 * (14,844 for five sets and a pair).
 *
 * The suits are then joined: the sets and pairs of the hand are divided among them so that it lacks
 * fewest tiles.  A tile helps the hand if it helps its suit in such a division. */
#ifndef KZI_DISTANCES_H
#define KZI_DISTANCES_H

#include "hand/hand.h"

#define KZI_MAX_PAIRS    8
#define KZI_OUT_OF_REACH 63 /* more tiles than any hand lacks */

struct kzi_distance_bounds {
    uint8_t sets, pairs; /* the most of each */
    bool pairs_differ;   /* four equal tiles do not count as two pairs */
    uint8_t set_kinds;   /* the allowed sets, by bit of enum kzi_group_kind; 0: any */
};

struct kzi_distances;

/* Make the tables, of less than 1 MiB for each different suit; NULL if memory ran out.  They never
 * change.  max: by kind, the most tiles in a hand, up to KZI_MAX_COPIES. */
struct kzi_distances *kzi_distances_new(struct kzi_distance_bounds bounds,
                                        const uint8_t max[KZI_KINDS]);
void kzi_distances_free(struct kzi_distances *distances);
size_t kzi_distances_bytes(const struct kzi_distances *distances);

/* A concealed hand, by kind: its tiles, and the most that a complete hand can have, which is the
 * number for which the tables were made, or less because of melds.  counts has KZI_COUNTS_CAPACITY
 * elements. */
struct kzi_distance_hand {
    const uint8_t *counts, *max;
    uint8_t sets, pairs; /* the sets and pairs to make, within the bounds of the tables */
};

/* The tiles to find.  Accepted: kinds of which a copy is left, with one more of which the hand
 * lacks less.  Spare: kinds with one less of which it lacks no more. */
enum kzi_tiles_asked { KZI_NO_TILES, KZI_ACCEPTED, KZI_SPARE };

/* The number of tiles that a hand lacks, and the kinds that were found. */
struct kzi_lacks {
    unsigned lacking; /* KZI_OUT_OF_REACH: it cannot be completed */
    kzi_kinds kinds;
};

#define KZI_DISTANCE_NUMBERS 9
#define KZI_DISTANCE_CELLS   64
#define KZI_DISTANCE_STATE   (9 * KZI_DISTANCE_CELLS)

/* A suit of a hand and its cells.  They are in a table or, if a complete hand can have fewer tiles
 * of some kind than the table assumes, computed step by step. */
struct kzi_joined_suit {
    uint8_t counts[KZI_DISTANCE_NUMBERS], max[KZI_DISTANCE_NUMBERS];
    uint16_t before[KZI_DISTANCE_NUMBERS + 1]; /* the table's state before each number */
    const uint8_t *cells;
    bool limited;
    /* If limited: the state before each number. */
    uint8_t states[KZI_DISTANCE_NUMBERS + 1][KZI_DISTANCE_STATE];

    /* By number: all ones for each cell that lacks one tile less with one more of it or, for spare
     * tiles, no more with one less of it. */
    enum kzi_tiles_asked asked; /* KZI_NO_TILES: not computed yet */
    uint8_t changed[KZI_DISTANCE_NUMBERS][KZI_DISTANCE_CELLS];
};

/* The suits of a hand, the joined cells of the two halves and those of all suits but one.  They are
 * kept for the next hand: suits that are the same in both need not be looked up or joined again. */
struct kzi_joined_hand {
    const struct kzi_distances *distances;
    struct kzi_joined_suit suits[KZI_SUITS + 1];
    unsigned known_halves, known_others; /* which are computed, as bits */
    uint8_t halves[2][KZI_DISTANCE_CELLS], others[KZI_SUITS + 1][KZI_DISTANCE_CELLS];
    unsigned lacking;
};

void kzi_joined_hand_init(struct kzi_joined_hand *joined, const struct kzi_distances *distances);

/* Return the number of tiles that a hand lacks, KZI_OUT_OF_REACH if it is above `bound`, and the
 * kinds asked for. */
struct kzi_lacks kzi_distance(struct kzi_joined_hand *joined, const struct kzi_distance_hand *hand,
                              enum kzi_tiles_asked asked, unsigned bound);

#endif
