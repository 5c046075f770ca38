/* notations.h - the notations that other programs write hands in: recognizing, reading and writing
 * them.  Each is a row of notations.def. */
#ifndef KZI_NOTATIONS_H
#define KZI_NOTATIONS_H

#include "base/text.h"
#include "hand/hand.h"

struct kzi_parser;
struct kzi_problem;
struct kzi_notation;

enum kzi_notation_id {
#define NOTATION(id, ...) KZI_IN_##id,
#include "hand/notation/notations.def"
#undef NOTATION
    KZI_NOTATIONS
};

/* A tile that was read. */
struct kzi_read_tile {
    const char *next; /* after it */
    uint8_t kind;     /* from KZI_SHOWN_FACE on: a flower */
    bool red;
};

/* Read tiles, melds and whatever else the notation has from text to the parser's end, and note
 * what is wrong.  Return the position after them, where words and keys may follow. */
typedef const char *kzi_notation_reader(struct kzi_parser *parser, const char *text);
typedef void kzi_notation_writer(struct kzi_text *text, const struct kzi_hand *hand);

/* What has a place in a notation, by bit, that is made of tiles. */
enum kzi_held {
    KZI_HELD_WIN = 1,  /* the winning tile, which is the last one */
    KZI_HELD_MELDS = 2 /* melds */
};

#define KZI_MAX_WRITTEN 4096 /* bytes of a hand in any notation, with the NUL */

/* How a notation is the value of a JSON key. */
enum kzi_json_form { KZI_AS_STRING, KZI_AS_STRINGS, KZI_AS_NUMBERS };

struct kzi_notation {
    const char *name;
    const struct kzi_spellings *spelling; /* spellings.c; NULL: as in kazoe's own */
    bool (*recognizes)(const char *text, const char *end);
    kzi_notation_reader *read;
    kzi_notation_writer *write; /* NULL: a list as spelled */
    unsigned holds;             /* enum kzi_held */
    enum kzi_json_form form;
    const char *says; /* what its tiles look like, for messages */
};

extern const struct kzi_notation kzi_notations[KZI_NOTATIONS];

/* Read the tile that begins at text, in a notation with a spelling; text < end.  False: there is
 * none. */
bool kzi_notation_tile(const struct kzi_notation *notation, const char *text, const char *end,
                       struct kzi_read_tile *tile);
/* Write a hand.  What the notation does not hold is left out. */
void kzi_put_in_notation(struct kzi_text *text, const struct kzi_notation *notation,
                         const struct kzi_hand *hand);

/* Return the notation of a name, or NULL. */
const struct kzi_notation *kzi_find_notation(const char *name, size_t len);

/* Return the notation that the text is certainly in, other than kazoe's own; NULL: none.  Where two
 * can read it, note that as a problem at its first character. */
const struct kzi_notation *kzi_notation_recognize(struct kzi_parser *parser, const char *text,
                                                  const char *end);

/* Whether text to end is tiles of a notation, with nothing but what stands between them, and no
 * flowers. */
bool kzi_notation_covers(const struct kzi_notation *notation, const char *text, const char *end);

/* Return the first item of the hand, as in a line of kazoe's own, that a notation has no place for,
 * and the tiles that come back instead, in the buffer; NULL: it holds all. */
#define KZI_LEFT_OVER 192
const char *kzi_notation_left_over(const struct kzi_notation *notation, const struct kzi_hand *hand,
                                   char buffer[KZI_LEFT_OVER]);

/* Write the hand as a JSON record in a notation, as far as that holds it. */
void kzi_notation_json(struct kzi_text *text, const struct kzi_notation *notation,
                       const struct kzi_hand *hand);

/* --- kazoe's own ----------------------------------------------------------------------------- */

/* "[340p]", "(7777z)" */
void kzi_put_meld(struct kzi_text *text, const struct kzi_meld *meld);
/* The winning tile: "8s", "1f". */
void kzi_put_win(struct kzi_text *text, const struct kzi_hand *hand);

/* --- lists of tiles (list.c) ----------------------------------------------------------------- */

/* Skip what stands between tiles, and read the next one; false: none follows at *text. */
bool kzi_list_next(const struct kzi_notation *notation, const char **text, const char *end,
                   struct kzi_read_tile *tile);
/* Return the number of tiles up to the end, or up to the words that may follow; 0: there is
 * something else. */
unsigned kzi_list_count(const struct kzi_notation *notation, const char *text, const char *end);
/* Whether text is where words and keys may follow: an item that begins as they do. */
bool kzi_is_after_tiles(const char *start, const char *text, const char *end);

/* The tiles of a hand in the order of writing, with those of melds if they are not melds in the
 * notation, and the winning tile last. */
struct kzi_tile_list {
    unsigned count;
    struct kzi_listed_tile {
        uint8_t kind;
        bool red;
    } tiles[KZI_MAX_CONCEALED + KZI_MELD_TILES * KZI_MAX_MELDS + 1];
};
void kzi_list_tiles(struct kzi_tile_list *list, const struct kzi_hand *hand, bool melds);

/* The tiles of a meld in the order of writing. */
unsigned kzi_list_meld(struct kzi_listed_tile tiles[KZI_MELD_TILES], const struct kzi_meld *meld);

#endif
