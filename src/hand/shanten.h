/* shanten.h - how many tiles a hand lacks to be complete, over all shapes, and which tiles bring it
 * closer.
 *
 * Shanten is one less: 0 if one more tile completes the hand.  Only the number of copies of each
 * tile is respected, not other requirements of a ruleset for a win. */
#ifndef KZI_SHANTEN_H
#define KZI_SHANTEN_H

#include "hand/lacks.h"

#define KZI_MAX_LACKING KZI_OUT_OF_REACH

/* The tables for some shapes: less than 1 MiB for those of a game.  They never change. */
struct kzi_shanten;

/* Make the tables.  copies: by kind, those in the game.  Return NULL if memory ran out. */
struct kzi_shanten *kzi_shanten_new(const struct kzi_shape *shapes, unsigned count,
                                    const uint8_t copies[KZI_KINDS]);
void kzi_shanten_free(struct kzi_shanten *shanten);
size_t kzi_shanten_bytes(const struct kzi_shanten *shanten);

/* Return how many tiles must be drawn, in exchange for others or as the last tile, to complete the
 * hand, KZI_MAX_LACKING if that is impossible; and the kinds asked for. */
struct kzi_lacks kzi_lacks_of(const struct kzi_shanten *shanten,
                              const struct kzi_unfinished_hand *hand, enum kzi_tiles_asked asked);

/* For each of some kinds, find what a full hand lacks without a tile of it, and what it then
 * accepts. */
void kzi_lacks_without(const struct kzi_shanten *shanten, const struct kzi_unfinished_hand *hand,
                       kzi_kinds kinds, struct kzi_lacks without[KZI_TILE_KINDS]);

#endif
