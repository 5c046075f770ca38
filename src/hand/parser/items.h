/* items.h - the common part of lines and JSON records: the parser, words, and the values of keys.
 * Tiles and melds are in tile_items.h.
 *
 * Every function notes an error with kzi_problem_note and skips the item, so that parsing goes on
 * and the first problem in the order of codes is reported.  Private to src/hand/parser. */
#ifndef KZI_ITEMS_H
#define KZI_ITEMS_H

#include "base/compiler.h"
#include "base/limits.h"
#include "hand/notation/notations.h"
#include "hand/parser/chars.h"
#include "hand/parser/parser.h"
#include "tile/notation.h"

/* The text being parsed, which is UTF-8, and the results so far. */
struct kzi_parser {
    struct kzi_hand *hand;
    struct kzi_deal *deal; /* if the hand is the table of a deal; else NULL */
    /* Form of that deal; NULL: the hand is not part of one. */
    const struct kzi_deal_form *deal_form;
    struct kzi_made_kong *kong;         /* the kong being read */
    struct kzi_value_statement *stated; /* if a value may be stated instead of tiles; else NULL */
    struct kzi_problem *problem;
    kzi_knows_word_fn *knows;
    const void *context;
    /* Receives the ruleset that a record names; NULL: it may name none. */
    struct kzi_json_token *ruleset;

    const char *start, *end; /* the line, or the value of key */
    uint8_t key;             /* enum kzi_hand_key */
    bool ascii;              /* the text from start to end is ASCII */
    const char *mark; /* start or, if not ASCII, the last position whose column is known ... */
    uint32_t mark_at; /* ... and that column */

    bool unfinished; /* the hand lacks a tile, so the last one is not the winning tile */
    bool again;      /* the text is read again, because it is not in kazoe's own notation */
    bool recognizes; /* the notation is not given, so try to recognize it */
    const struct kzi_notation *notation; /* NULL: kazoe's own */
    uint64_t keys_given;                 /* keys as bits; '+' gives the key win */
    struct kzi_copies {
        uint64_t held[3], won[3], seen[3]; /* those of the hand, the winning one, the others */
    } copies; /* the tiles so far, if each of them exists once, as bits of their numbers */
};

/* Set the text to parse next. */
static inline void kzi_parser_take(struct kzi_parser *parser, const char *text, const char *end,
                                   enum kzi_hand_key key, uint32_t first_at) {
    parser->start = parser->mark = text;
    parser->end = end;
    parser->key = (uint8_t)key;
    parser->mark_at = first_at;
}

uint32_t kzi_parser_count_to(struct kzi_parser *parser, const char *place);

/* Return the spot of a position from parser->start to parser->end. */
static inline struct kzi_spot kzi_spot_of(struct kzi_parser *parser, const char *place) {
    uint32_t at = parser->ascii ? (uint32_t)(place - parser->mark) + parser->mark_at
                                : kzi_parser_count_to(parser, place);
    return (struct kzi_spot){.at = at, .key = parser->key};
}

/* Return the spot of a key, without a column. */
static inline struct kzi_spot kzi_spot_of_key(enum kzi_hand_key key) {
    return (struct kzi_spot){.key = (uint8_t)key};
}

/* Add an item that is written at a position. */
static inline void kzi_add_part(struct kzi_parser *parser, enum kzi_part part, unsigned kind,
                                const char *place) {
    kzi_hand_items_add(parser->hand->items, kzi_spot_of(parser, place), part, kind, false);
}

/* Note a problem at a position. */
#define KZI_NOTE(parser, code, place, ...)                                                         \
    kzi_problem_note((parser)->problem, code, kzi_spot_of(parser, place), __VA_ARGS__)

/* Read digits and return the number, or most + 1 if it is above most.  Without digits, *text is
 * unchanged. */
uint32_t kzi_read_digits(const char **text, const char *end, uint32_t max);

/* Return the end of the item at place: the next blank or the end of the text. */
static inline const char *kzi_item_end(const struct kzi_parser *parser, const char *place) {
    return kzi_find_blank_or(' ', place, parser->end);
}

/* --- keys and their values ------------------------------------------------------------------- */

/* The bit of a key. */
#define KZI_BIT(key) (UINT64_C(1) << KZI_KEY_##key)

/* Read a text that is the value of a key, or one element of its array. */
typedef void kzi_value_reader(struct kzi_parser *parser, enum kzi_hand_key key, const char *text,
                              const char *end);

kzi_value_reader kzi_read_concealed, kzi_read_win, kzi_read_indicators, kzi_read_seen,
    kzi_read_turned_up, kzi_read_meld;

/* Return the tile of a text that is a single tile, or (face) a flower; KZI_NO_KIND if it is not. */
unsigned kzi_one_tile(struct kzi_parser *parser, enum kzi_hand_key key, const char *text,
                      const char *end, bool face);

/* A row of hand/keys.def. */
struct kzi_key_row {
    unsigned types;         /* JSON types, as bits */
    kzi_value_reader *read; /* NULL: the value is not a text */
    const char *says;       /* the accepted value in words */
    /* The same for a line or, if it does not have the key, what to write instead. */
    const char *line;
};
#define KZI_IN_LINE (1U << 8) /* one of the types: a line of a hand has the key */
extern const struct kzi_key_row kzi_keys[KZI_KEYS];

/* Read the value of a key of a line at text. */
KZI_ALWAYS_INLINE void kzi_take_value(struct kzi_parser *parser, enum kzi_hand_key key,
                                      const char *text, const char *value, const char *end) {
    const uint64_t bit = UINT64_C(1) << key;
    if (parser->keys_given & bit & ~KZI_BIT(PAO))
        KZI_NOTE(parser, KZI_DUPLICATE, text, "%s is given twice", kzi_hand_key_names[key]);
    else
        kzi_keys[key].read(parser, key, value, end);
    parser->keys_given |= bit;
}

/* Return the key with a name; keys of deals are included. */
enum kzi_hand_key kzi_find_hand_key(const char *text, size_t len);

struct kzi_span {
    const char *text, *end;
};
/* A part of the text with its spot, such as the yaku or the seat in pao. */
struct kzi_excerpt {
    struct kzi_span span;
    struct kzi_spot spot;
};
static inline struct kzi_excerpt kzi_excerpt_of(struct kzi_parser *parser, const char *text,
                                                const char *end) {
    return (struct kzi_excerpt){{text, end}, kzi_spot_of(parser, text)};
}
/* Read a number up to `max`.  Note a problem and return false if it is not one. */
bool kzi_take_number(struct kzi_parser *parser, enum kzi_hand_key key, const char *text,
                     const char *end, uint32_t max, uint32_t *number);
/* Return the seat with a letter or, in the line of a deal, of a player.  If it is neither, note a
 * problem and return -1. */
int kzi_take_seat(struct kzi_parser *parser, const char *text, const char *end);
/* Add a seat to those that a key names. */
void kzi_add_seat(struct kzi_parser *parser, enum kzi_hand_key key, const char *text,
                  const char *end, uint8_t *seats);
#define KZI_MAX_COUNTERS 9999 /* and bets */
#define KZI_MAX_STAKE    99
/* Read a member of an object: a yaku and the seat that fed its last set; a seat and its stake. */
typedef void kzi_pair_reader(struct kzi_parser *parser, struct kzi_excerpt name,
                             struct kzi_excerpt value);
kzi_pair_reader kzi_take_pao, kzi_take_stake;

/* --- words (items.c) ------------------------------------------------------------------------- */

/* Read a well-formed word, with '_' for '-'.  Return false if it is malformed or too long. */
bool kzi_read_word(struct kzi_word *word, const char *text, const char *end);
/* Read a word in Chinese characters or kana, if the rules know it; otherwise it may be tiles. */
bool kzi_read_han_word(const struct kzi_parser *parser, struct kzi_word *word, const char *text,
                       const char *end);
/* Return whether a word is a way of winning or known to the rules. */
bool kzi_is_known_word(const struct kzi_parser *parser, const char *text, const char *end);
bool kzi_is_by(const struct kzi_word *word);
/* Set the way of winning. */
void kzi_take_way(struct kzi_parser *parser, bool self_draw, struct kzi_spot spot);
/* Set the way of winning from ron, tsumo, discard or self_draw.  Return false for any other
 * word. */
bool kzi_take_by(struct kzi_parser *parser, const struct kzi_word *word, struct kzi_spot spot);
/* Add a circumstance for which a notation has a sign, at place. */
void kzi_take_notation_word(struct kzi_parser *parser, const char *text, const char *place);
/* Add a circumstance. */
void kzi_take_flag(struct kzi_parser *parser, const struct kzi_word *word, struct kzi_spot spot);

/* --- values without tiles (value_line.c) ---------------------------------------------------- */

/* Read the words and numbers of a stated value and the way of winning, from text to parser->end.
 * keys: the keys that may be among them; if there are none, '=' is part of a word. */
void kzi_take_value_words(struct kzi_parser *parser, const char *text, uint64_t keys);
#define KZI_MAX_STATED 999999 /* largest number in a stated value */
/* Read the value that a record states: a limit or a number.  parser->stated NULL: the number is the
 * points of a hand that did not win. */
kzi_value_reader kzi_take_stated;
#define KZI_STATED_KEYS                                                                            \
    (KZI_BIT(TOTAL) | KZI_BIT(FU) | KZI_BIT(MULTIPLIER) | KZI_BIT(POINTS) | KZI_BIT(CHIPS) |       \
     KZI_BIT(FACTOR) | KZI_BIT(LIMIT))

/* --- parsers -------------------------------------------------------------------------------- */

/* Begin to read a text in a notation (NULL: kazoe's own).  kzi_parser_begin_again begins once more
 * if that failed; it returns false if it did not, or if another try makes no sense. */
void kzi_parser_begin(struct kzi_parser *parser, const struct kzi_notation *notation);
bool kzi_parser_begin_again(struct kzi_parser *parser, const struct kzi_notation *notation);
/* The same for a hand of its own, not one of a deal.  Sets what such a hand needs, because clearing
 * the parser takes as long as reading some words. */
void kzi_parser_open(struct kzi_parser *parser, struct kzi_hand *hand,
                     const struct kzi_hand_form *form, const struct kzi_notation *notation,
                     struct kzi_problem *problem);

/* Begin to read a hand. */
void kzi_parser_clear(struct kzi_parser *parser);

/* Return whether the text can be parsed: UTF-8 and not too long; note a problem if not.  Set
 * parser->ascii. */
bool kzi_check_readable(struct kzi_parser *parser, const char *text, size_t len);

#endif
