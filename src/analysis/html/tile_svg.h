/* tile_svg.h - pictures of tiles for a page: drawn once as symbols, then used by name.
 *
 * A tile is 60 wide and 80 high.  Every picture carries its name for those who do not see it. */
#ifndef KZI_REPORT_TILE_SVG_H
#define KZI_REPORT_TILE_SVG_H

#include "hand/hand.h"

struct kzi_text;

/* The symbols of all tiles, invisible themselves: once a page, before the first tile. */
void kzi_tile_symbols(struct kzi_text *text);

enum kzi_tile_look { KZI_TILE_UP, KZI_TILE_SIDEWAYS, KZI_TILE_BACK };

/* One tile. */
void kzi_tile_svg(struct kzi_text *text, unsigned kind, bool red, enum kzi_tile_look look);
/* "5 of bamboo", "red 5 of bamboo", "East wind". */
void kzi_tile_name(struct kzi_text *text, unsigned kind, bool red);

/* A hand as it lies on the table: the concealed tiles, the winning one apart, the melds. */
void kzi_hand_svg(struct kzi_text *text, const struct kzi_hand *hand);
/* Tiles in a row. */
void kzi_tiles_svg(struct kzi_text *text, const uint8_t *kinds, unsigned count);

#endif
