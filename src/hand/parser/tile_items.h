/* tile_items.h - the tiles and melds of a hand as they are written (tile_items.c, meld_item.c). */
#ifndef KZI_TILE_ITEMS_H
#define KZI_TILE_ITEMS_H

#include "hand/parser/items.h"

/* Read tiles, melds and the winning tile up to a blank or the end; return that position. */
const char *kzi_take_tiles(struct kzi_parser *parser, const char *text);
/* Read a meld from its opening bracket; return the position after it. */
const char *kzi_take_meld(struct kzi_parser *parser, const char *text);
/* Add a concealed tile, or a flower; place: where it was written. */
void kzi_take_tile(struct kzi_parser *parser, const struct kzi_read_tile *tile, const char *place);
void kzi_take_face(struct kzi_parser *parser, unsigned face, const char *place);
/* Read the tiles that begin at text as in kazoe's own notation; return the position after them. */
const char *kzi_take_run(struct kzi_parser *parser, const char *text);
/* Set the winning tile. */
void kzi_take_win(struct kzi_parser *parser, const struct kzi_read_tile *tile, const char *place);
/* Read the winning tile from the '+'; return the position after it. */
const char *kzi_take_plus(struct kzi_parser *parser, const char *text);

/* The runs of tiles of a text: in the notation of the hand, where each tile is a run of its own, if
 * all of the text is; otherwise in kazoe's own. */
struct kzi_run_walk {
    const char *at, *end;
    const struct kzi_notation *notation;
    bool blanks; /* may be between them */
    bool faces;  /* flowers may be among them */
    struct kzi_run run;
    enum kzi_notation_error error; /* of kazoe's own, at run.next */
};
void kzi_run_walk_begin(struct kzi_run_walk *walk, const struct kzi_parser *parser,
                        const char *text, const char *end);
/* Go to the next run; false: there is none, or an error. */
bool kzi_run_walk_next(struct kzi_run_walk *walk);
static inline bool kzi_run_walk_on(struct kzi_run_walk *walk) {
    if (walk->blanks)
        walk->at = kzi_skip_blanks(walk->at, walk->end);
    return walk->at < walk->end && kzi_run_walk_next(walk);
}

/* Tiles laid out as a meld. */
#define KZI_LAID_TILES 7 /* one more than any meld has, to detect too many */
struct kzi_laid_meld {
    const char *open; /* where the meld begins */
    unsigned n;
    bool concealed, added;
    uint8_t red, stand_ins; /* tiles by bit */
    uint8_t joker;          /* which the stand-ins are, from 0 */
    kzi_kinds kinds;
    uint8_t kind[KZI_LAID_TILES];
    const char *place[KZI_LAID_TILES];
};
/* Add a tile, unless there are too many already. */
void kzi_laid_meld_add(struct kzi_laid_meld *laid, unsigned kind, bool red, const char *place);
/* Return why the tiles are not a meld, or NULL. */
const char *kzi_laid_fault(const struct kzi_laid_meld *laid);
/* Add a meld without fault to the hand; a chow from its lowest tile on, in whatever order it is. */
void kzi_add_laid_meld(struct kzi_parser *parser, const struct kzi_laid_meld *laid);
/* Note that what is written from open to end is not a meld. */
void kzi_note_meld(struct kzi_parser *parser, const char *open, const char *end, const char *why);

/* At the end, make the last concealed tile the winning one if none was named; an unfinished hand
 * has none. */
void kzi_settle_win(struct kzi_parser *parser);
/* Leave a hand without a winning tile. whose: begins the sentence if it has one. */
void kzi_settle_unfinished(struct kzi_parser *parser, const char *whose);

#endif
