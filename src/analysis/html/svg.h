/* svg.h - pictures for a page: tiles and hands.
 *
 * A tile is 60 wide and 80 high, drawn once as a symbol and then used by name.  Every picture has a
 * text alternative in the language of the reader. */
#ifndef KZI_SVG_H
#define KZI_SVG_H

#include "base/text.h"
#include "hand/hand.h"
#include "words/sentence.h"

#include <stdint.h>

/* Put the invisible symbols of all tiles, once per page, before the first tile. */
void kzi_put_tile_symbols(struct kzi_text *text);

enum kzi_tile_look { KZI_TILE_UP, KZI_TILE_SIDEWAYS, KZI_TILE_BACK };

/* Put a hand as on the table: the concealed tiles, then the winning tile apart, if there is one,
 * then the melds. */
void kzi_put_hand_svg(struct kzi_sentence *page, const struct kzi_hand *hand);
/* Put tiles in a row. */
void kzi_put_tiles_svg(struct kzi_sentence *page, const uint8_t *kinds, unsigned count);

#endif
