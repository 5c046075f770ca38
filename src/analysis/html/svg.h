/* svg.h - pictures for a page: tiles, hands, plots of bars.
 *
 * A tile is 60 wide and 80 high, drawn once as a symbol, then used by name. Every picture carries
 * its name for those who do not see it. */
#ifndef KZI_SVG_H
#define KZI_SVG_H

#include "base/text.h"
#include "hand/hand.h"

#include <stdint.h>

/* The symbols of all tiles, invisible themselves: once a page, before the first tile. */
void kzi_tile_symbols(struct kzi_text *text);

enum kzi_tile_look { KZI_TILE_UP, KZI_TILE_SIDEWAYS, KZI_TILE_BACK };

/* A hand as it lies on the table: the concealed tiles, the winning one apart, the melds. */
void kzi_hand_svg(struct kzi_text *text, const struct kzi_hand *hand);
/* Tiles in a row. */
void kzi_tiles_svg(struct kzi_text *text, const uint8_t *kinds, unsigned count);

struct kzi_plotted {
    const char *label;        /* NULL: its span */
    char span[48], value[32]; /* as they are written */
    int64_t size;             /* how long; of one plot all at least 0 */
    bool apart;               /* in another colour; its label says why */
};

/* A figure, unless there are no bars.  title: what the plot is of, in words. */
void kzi_bars_svg(struct kzi_text *text, const char *title, const struct kzi_plotted *bars,
                  unsigned count);

#endif
