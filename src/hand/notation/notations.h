/* notations.h - the notations of hands, also of other programs: recognize, read and write them.
 * Each is a row of notations.def. */
#ifndef KZI_NOTATIONS_H
#define KZI_NOTATIONS_H

#include "base/text.h"
#include "hand/hand.h"
#include "hand/parser/chars.h"

struct kzi_parser;
struct kzi_problem;
struct kzi_notation;

enum kzi_notation_id {
#define NOTATION(id, ...) KZI_IN_##id,
#include "hand/notation/notations.def"
#undef NOTATION
    KZI_NOTATIONS
};

/* A tile, and the text after it. */
struct kzi_read_tile {
    const char *next; /* the position after the tile */
    uint8_t kind;     /* a flower from KZI_SHOWN_FACE on */
    bool red;
};

/* Read tiles, melds and whatever else the notation has, from text to the end of the parser's text,
 * and note errors.  Return the position after them, where words and keys may follow. */
typedef const char *kzi_notation_reader(struct kzi_parser *parser, const char *text);
typedef void kzi_notation_writer(struct kzi_text *text, const struct kzi_hand *hand);

/* The parts that a notation can express besides tiles, as bits. */
enum kzi_held {
    KZI_HELD_WIN = 1,  /* the winning tile, as the last one */
    KZI_HELD_MELDS = 2 /* melds */
};

#define KZI_MAX_WRITTEN 4096 /* bytes of a hand in any notation, with the NUL */

/* The form of a notation as the value of a JSON key. */
enum kzi_json_form { KZI_AS_STRING, KZI_AS_STRINGS, KZI_AS_NUMBERS };

struct kzi_notation {
    const char *name;
    const struct kzi_tile_names *tile_names; /* see tile_names.c; NULL: as in kazoe's own */
    bool (*recognizes)(const char *text, const char *end);
    kzi_notation_reader *read;
    kzi_notation_writer *write; /* NULL: a list of spelled tiles */
    unsigned holds;             /* enum kzi_held */
    enum kzi_json_form form;
    const char *says; /* an example, for messages */
};

extern const struct kzi_notation kzi_notations[KZI_NOTATIONS];

/* Read the tile at the beginning of text, which is not empty, in a notation with spellings.  Return
 * false if there is none. */
bool kzi_notation_tile(const struct kzi_notation *notation, const char *text, const char *end,
                       struct kzi_read_tile *tile);
/* Write a hand.  What the notation cannot express is left out. */
void kzi_put_in_notation(struct kzi_text *text, const struct kzi_notation *notation,
                         const struct kzi_hand *hand);

/* Return the notation with a name, or NULL. */
const struct kzi_notation *kzi_find_notation(const char *name, size_t len);

/* Return the notation, other than kazoe's own, that the text is certainly in, or NULL.  If two can
 * read the text, note that as a problem at its first character. */
const struct kzi_notation *kzi_notation_recognize(struct kzi_parser *parser, const char *text,
                                                  const char *end);

/* Return whether the whole text is tiles of a notation and separators, without flowers. */
bool kzi_notation_covers(const struct kzi_notation *notation, const char *text, const char *end);

/* Return the first item of the hand, written as in kazoe's own line, that a notation cannot
 * express, in the buffer, together with the tiles that are read back in its place; NULL if it can
 * express everything. */
#define KZI_LEFT_OVER 192
const char *kzi_notation_left_over(const struct kzi_notation *notation, const struct kzi_hand *hand,
                                   char buffer[KZI_LEFT_OVER]);

/* Write the hand as a JSON record in a notation, as far as that can express it. */
void kzi_put_notation_json(struct kzi_text *text, const struct kzi_notation *notation,
                           const struct kzi_hand *hand);

/* --- kazoe's own ----------------------------------------------------------------------------- */

/* Append a meld: "[340p]", "(7777z)". */
void kzi_put_meld(struct kzi_text *text, const struct kzi_meld *meld);
/* Append the winning tile: "8s", "1f". */
void kzi_put_win(struct kzi_text *text, const struct kzi_hand *hand);

/* --- lists of tiles (list.c) ----------------------------------------------------------------- */

/* Skip separators and read the next tile.  Return false if there is none at *text. */
bool kzi_list_next(const struct kzi_notation *notation, const char **text, const char *end,
                   struct kzi_read_tile *tile);
/* Note it at place if this tile of 136 is among the copies, and add it to them. */
void kzi_take_copy(struct kzi_parser *parser, uint64_t copies[3], unsigned number,
                   const char *place);
/* Take the tile at text, in a notation in which each tile exists once. */
void kzi_check_copy(struct kzi_parser *parser, uint64_t copies[3], const char *text);
/* Note it if the winning tile of 136 is in the hand or in a meld as well. */
void kzi_check_win_copy(struct kzi_parser *parser);
/* Return the number of tiles up to the end, or up to the words that may follow; 0 if there is
 * anything else. */
unsigned kzi_list_count(const struct kzi_notation *notation, const char *text, const char *end);
/* Return whether words and keys may follow from text on: an item that begins as they do. */
static inline bool kzi_is_after_tiles(const char *start, const char *text, const char *end) {
    if (text == end || *text == '+')
        return true;
    return (text == start || kzi_is_blank(text[-1]) || text[-1] == ']') &&
           (kzi_is_lower(*text) || kzi_is_upper(*text) || (unsigned char)*text >= 0x80);
}

/* The tiles of a hand in the order of writing, the winning tile last.  If the notation has no
 * melds, their tiles are among them. */
struct kzi_tile_list {
    unsigned count;
    struct kzi_listed_tile {
        uint8_t kind;
        bool red;
    } tiles[KZI_MAX_CONCEALED + KZI_MELD_TILES * KZI_MAX_MELDS + 1];
};
void kzi_list_tiles(struct kzi_tile_list *list, const struct kzi_hand *hand, bool melds);

/* List the tiles of a meld in the order of writing, and return their number. */
unsigned kzi_list_meld(struct kzi_listed_tile tiles[KZI_MELD_TILES], const struct kzi_meld *meld);

#endif
