/* shanten.h - how many tiles a hand lacks to be complete, over all shapes, and which tiles bring
 * it closer.
 *
 * Shanten is one less: 0 if one more tile completes the hand.  Only the number of tiles of each
 * kind that the game has is respected, not what a ruleset asks of a hand that wins. */
#ifndef KZI_SHANTEN_H
#define KZI_SHANTEN_H

#include "hand/lacks.h"

#define KZI_MOST_LACKING KZI_OUT_OF_REACH

/* Return how many tiles must come in, in exchange for others or as the last tile, to complete the
 * hand, and the kinds that are asked; KZI_MOST_LACKING: it cannot be completed. */
struct kzi_lacks kzi_lacks_of(const struct kzi_unfinished *hand, enum kzi_tiles_asked asked);
/* kzi_lacks_of for one of many hands. */
struct kzi_lacks kzi_lacks_among(const struct kzi_known_suits *known,
                                 const struct kzi_unfinished *hand, enum kzi_tiles_asked asked);

/* Find what a full hand lacks without a tile of each of some kinds, and what it then accepts. */
void kzi_lacks_without(const struct kzi_unfinished *hand, kzi_kinds kinds,
                       struct kzi_lacks without[KZI_TILE_KINDS]);

#endif
