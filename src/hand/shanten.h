/* shanten.h - how many tiles a hand lacks to be complete, over all shapes.
 *
 * Shanten is one less: 0 if one more tile completes the hand.  Only the number of tiles of each
 * kind that the game has is respected, not what a ruleset asks of a hand that wins. */
#ifndef KZI_SHANTEN_H
#define KZI_SHANTEN_H

#include "hand/distances.h"
#include "hand/hand.h"
#include "tile/shape.h"

#define KZI_MOST_LACKING 64 /* more than any hand lacks */

/* Tables for some shapes: about 2 MiB for those of a game, and at most 32 MiB for eight shapes that
 * have nothing in common.  They never change. */
struct kzi_shanten;

/* NULL: out of memory. */
struct kzi_shanten *kzi_shanten_new(const struct kzi_shape *shapes, unsigned count);
void kzi_shanten_free(struct kzi_shanten *shanten);
size_t kzi_shanten_bytes(const struct kzi_shanten *shanten);

struct kzi_unfinished {
    uint8_t counts[KZI_COUNTS_CAPACITY]; /* tiles by kind, without those of melds */
    uint8_t most[KZI_COUNTS_CAPACITY];   /* the copies of each kind that are not in melds */
    const struct kzi_meld *melds;
    unsigned n_melds;
    struct kzi_distance_memory *memory; /* or NULL */
};

/* Return how many tiles must come in, in exchange for others or as the last tile, to complete the
 * hand; KZI_MOST_LACKING: it cannot be completed. */
unsigned kzi_lacking(const struct kzi_shanten *shanten, const struct kzi_unfinished *hand);

/* Return the kinds of tile with which the hand lacks less, of which not all copies are in it. */
kzi_kinds kzi_accepted(const struct kzi_shanten *shanten, const struct kzi_unfinished *hand,
                       unsigned lacking);

/* A hand to which one tile after the other is added.  Shapes of sets and pairs alone have a frame,
 * in which a hand with other tiles in one suit is looked up; the others are searched. */
struct kzi_neighbors {
    const struct kzi_shanten *shanten;
    struct kzi_unfinished hand;
    unsigned lacking;
    unsigned n_frames, n_others;
    struct kzi_distance_frame frames[KZI_MAX_SHAPES];
    uint8_t others[KZI_MAX_SHAPES]; /* shapes */
    kzi_kinds spare;                /* kinds without which some frame lacks no more */
};

/* For discards after which the hand lacks at most so many.  Shapes of which it lacks more with any
 * tile are left out. */
void kzi_neighbors_find(struct kzi_neighbors *neighbors, const struct kzi_shanten *shanten,
                        const struct kzi_unfinished *hand, unsigned lacking);

/* With a tile of a kind more: return the kinds of tile in the hand without which it lacks at most
 * so many. */
kzi_kinds kzi_spare_with(const struct kzi_neighbors *neighbors, unsigned kind);

#endif
