/* distances.h - how many tiles concealed tiles lack of so many sets and pairs, and which tiles
 * would help.
 *
 * The cells of a suit say, for every number of sets and of pairs, how many tiles it lacks of them.
 * The suits are joined: the sets and pairs of the hand are divided among them so that it lacks
 * least.  A tile helps if it helps its suit in such a division. */
#ifndef KZI_DISTANCES_H
#define KZI_DISTANCES_H

#include "hand/hand.h"

#define KZI_MAX_PAIRS    8
#define KZI_OUT_OF_REACH 64 /* more than any hand lacks */

/* What tiles are to make. */
struct kzi_goal {
    uint8_t sets, pairs;
    bool pairs_differ; /* four equal tiles are not two pairs */
    uint8_t set_kinds; /* what sets are, by bit of enum kzi_group_kind; 0: any */
};

/* Concealed tiles by kind, and how many of each kind a complete hand can have of them, at most
 * KZI_MAX_COPIES.  Both have KZI_COUNTS_CAPACITY. */
struct kzi_distance_hand {
    const uint8_t *counts, *most;
    struct kzi_goal goal;
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

/* A suit that was looked at. */
struct kzi_known_suit {
    uint64_t key; /* its counts, the most of them, and what is asked; 0: none */
    struct kzi_goal goal;
    uint8_t cells[KZI_DISTANCE_CELLS];
    /* By number, the cells that lack less with one tile more or, if spare tiles are asked, no more
     * with one less: by bit. */
    uint64_t changed[KZI_DISTANCE_NUMBERS];
};

/* Suits are kept for the next hand, in rows of one of each, until another one takes their place.
 * At first the list is zero. */
struct kzi_known_suits {
    struct kzi_known_suit (*rows)[KZI_SUITS + 1];
    uint32_t count; /* of rows */
};

/* Return what a hand lacks; out of reach if that is more than `bound`. */
struct kzi_lacks kzi_distance(const struct kzi_known_suits *known,
                              const struct kzi_distance_hand *hand, enum kzi_tiles_asked asked,
                              unsigned bound);

#endif
