/* tile_items.h - read the tiles and melds of a hand (tile_items.c, meld_item.c). */
#ifndef KZI_TILE_ITEMS_H
#define KZI_TILE_ITEMS_H

#include "hand/parser/items.h"

/* Read tiles, melds and the winning tile up to a blank or the end, and return that position. */
const char *kzi_take_tiles(struct kzi_parser *parser, const char *text);
/* Read a meld from its opening bracket on, and return the position after it. */
const char *kzi_take_meld(struct kzi_parser *parser, const char *text);
/* Add a concealed tile, or a flower.  place: its position. */
void kzi_take_tile(struct kzi_parser *parser, const struct kzi_read_tile *tile, const char *place);
void kzi_take_face(struct kzi_parser *parser, unsigned face, const char *place);
/* Read the tiles at the beginning of text in kazoe's own notation, and return the position after
 * them. */
const char *kzi_take_run(struct kzi_parser *parser, const char *text);
/* Set the winning tile. */
void kzi_take_win(struct kzi_parser *parser, const struct kzi_read_tile *tile, const char *place);
/* Read the winning tile from the '+' on, and return the position after it. */
const char *kzi_take_plus(struct kzi_parser *parser, const char *text);

/* A walk over the runs of tiles in a text.  If the whole text is in the notation of the hand, each
 * tile is a run; otherwise it is read in kazoe's own notation. */
struct kzi_run_walk {
    const char *at, *end;
    const struct kzi_notation *notation;
    bool blanks; /* blanks are allowed between runs */
    bool faces;  /* flowers are allowed */
    struct kzi_run run;
    enum kzi_notation_error error; /* error at run.next, in kazoe's own notation */
};
void kzi_run_walk_begin(struct kzi_run_walk *walk, const struct kzi_parser *parser,
                        const char *text, const char *end);
/* Advance to the next run.  Return false at the end or on an error. */
bool kzi_run_walk_next(struct kzi_run_walk *walk);
static inline bool kzi_run_walk_on(struct kzi_run_walk *walk) {
    if (walk->blanks)
        walk->at = kzi_skip_blanks(walk->at, walk->end);
    return walk->at < walk->end && kzi_run_walk_next(walk);
}

/* The tiles of a meld while it is read. */
#define KZI_LAID_TILES 7 /* one more than any meld has, to detect too many */
struct kzi_laid_meld {
    const char *open; /* the beginning of the meld */
    unsigned n;
    bool concealed, added;
    uint8_t red, stand_ins; /* tiles as bits */
    uint8_t joker;          /* the kind of the jokers, from 0 */
    kzi_kinds kinds;
    uint8_t kind[KZI_LAID_TILES];
    const char *place[KZI_LAID_TILES];
};
/* Add a tile, unless there are too many already. */
void kzi_laid_meld_add(struct kzi_laid_meld *laid, unsigned kind, bool red, const char *place);
/* Return why the tiles are not a meld, or NULL. */
const char *kzi_laid_fault(const struct kzi_laid_meld *laid);
/* Add a valid meld to the hand; a chow with its lowest tile, in whatever order it is written. */
void kzi_add_laid_meld(struct kzi_parser *parser, const struct kzi_laid_meld *laid);
/* Note that the text from open to end is not a meld. */
void kzi_note_meld(struct kzi_parser *parser, const char *open, const char *end, const char *why);

/* After everything is read, make the last concealed tile the winning one if none was named, unless
 * the hand is unfinished. */
void kzi_settle_win(struct kzi_parser *parser);
/* Note it if a hand that must not have a winning tile has one.  whose: the beginning of the
 * message. */
void kzi_settle_unfinished(struct kzi_parser *parser, const char *whose);

#endif
