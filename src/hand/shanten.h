/* shanten.h - how many tiles a hand lacks to be complete, over all shapes, and which tiles bring
 * it closer.
 *
 * Shanten is one less: 0 if one more tile completes the hand.  Only the number of tiles of each
 * kind that the game has is respected, not what a ruleset asks of a hand that wins. */
#ifndef KZI_SHANTEN_H
#define KZI_SHANTEN_H

#include "hand/lacks.h"

#define KZI_MAX_LACKING KZI_OUT_OF_REACH

/* Tables for some shapes: less than 1 MiB for those of a game.  They never change. */
struct kzi_shanten;

/* copies: of each kind in the game.  NULL: out of memory. */
struct kzi_shanten *kzi_shanten_new(const struct kzi_shape *shapes, unsigned count,
                                    const uint8_t copies[KZI_KINDS]);
void kzi_shanten_free(struct kzi_shanten *shanten);
size_t kzi_shanten_bytes(const struct kzi_shanten *shanten);

/* Return how many tiles must come in, in exchange for others or as the last tile, to complete the
 * hand, and the kinds that are asked; KZI_MAX_LACKING: it cannot be completed. */
struct kzi_lacks kzi_lacks_of(const struct kzi_shanten *shanten, const struct kzi_unfinished *hand,
                              enum kzi_tiles_asked asked);

/* Find what a full hand lacks without a tile of each of some kinds, and what it then accepts. */
void kzi_lacks_without(const struct kzi_shanten *shanten, const struct kzi_unfinished *hand,
                       kzi_kinds kinds, struct kzi_lacks without[KZI_TILE_KINDS]);

#endif
