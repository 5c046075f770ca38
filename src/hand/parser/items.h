/* items.h - what the one-line form and the JSON record share: tiles, melds, the winning
 * tile, words, and the values of keys.
 *
 * Every function notes what is wrong with kzi_problem_note and leaves the item out, so that the
 * reading goes on and the first problem in the order of the codes is reported.  Private to
 * src/hand/parser. */
#ifndef KZI_ITEMS_H
#define KZI_ITEMS_H

#include "base/compiler.h"
#include "hand/parser/parser.h"
#include "tile/notation.h"

/* The text being read and what was read so far.  The text is UTF-8. */
struct kzi_parser {
    struct kzi_hand *hand;
    struct kzi_deal *deal; /* whose table the hand is; NULL: none */
    struct kzi_problem *problem;
    kzi_knows_word *knows;
    const void *context;

    const char *start, *end; /* the line, or the value of key */
    uint8_t key;             /* enum kzi_hand_key */
    bool ascii;              /* nothing but ASCII from start to end */
    uint32_t first_at;       /* what the character at start counts as */
    const char *mark;        /* the last place asked for, so that none is counted twice ... */
    uint32_t mark_at;        /* ... and its count; of texts that are not ASCII */

    uint32_t keys_given; /* bit per key; '+' gives the key win */
    uint8_t last;        /* of the hand's placed, from 1: the one with the last concealed tile */
};

/* Sets the text to be read next. */
static inline void kzi_parser_take(struct kzi_parser *parser, const char *text, const char *end,
                                   enum kzi_hand_key key, uint32_t first_at) {
    parser->start = parser->mark = text;
    parser->end = end;
    parser->key = (uint8_t)key;
    parser->first_at = parser->mark_at = first_at;
}

uint32_t kzi_count_to(struct kzi_parser *parser, const char *place);

/* The spot of a place from parser->start to parser->end. */
static inline struct kzi_spot kzi_spot_of(struct kzi_parser *parser, const char *place) {
    uint32_t at = parser->ascii ? (uint32_t)(place - parser->start) + parser->first_at
                                : kzi_count_to(parser, place);
    return (struct kzi_spot){.at = at, .key = parser->key};
}

/* Note a problem with what is at a place. */
#define KZI_NOTE(parser, code, place, ...)                                                         \
    kzi_problem_note((parser)->problem, code, kzi_spot_of(parser, place), __VA_ARGS__)

/* Eight characters from text on, NULs past the end; false: the line is shorter than eight. */
static inline bool kzi_load_eight(const struct kzi_parser *parser, const char *text,
                                  uint64_t *eight) {
    const char *end = parser->end;
    size_t left = (size_t)(end - text);
    if (left >= 8)
        *eight = kzi_load8(text);
    else if (end - parser->start >= 8)
        *eight = kzi_load8(end - 8) >> (64 - 8 * left);
    else
        return false;
    return true;
}

/* What a character may be: several of these.  A word has the last four behind its first letter. */
enum { KZI_BLANK = 1, KZI_LOWER = 2, KZI_UPPER = 4, KZI_DIGIT = 8, KZI_WORD_MARK = 16 };

extern const uint8_t kzi_chars[256];

static inline bool kzi_is_blank(char c) {
    return kzi_chars[(unsigned char)c] & KZI_BLANK;
}

static inline bool kzi_is_lower(char c) {
    return kzi_chars[(unsigned char)c] & KZI_LOWER;
}

static inline bool kzi_is_upper(char c) {
    return kzi_chars[(unsigned char)c] & KZI_UPPER;
}

/* The end of the item that place is in: the next blank or the end. */
static inline const char *kzi_item_end(const struct kzi_parser *parser, const char *place) {
    const char *end = parser->end;
    while (place < end && !kzi_is_blank(*place))
        place++;
    return place;
}

/* --- keys and their values ----------------------------------------------------------------- */

/* Reads a text that is the value of a key, or of an array one of its elements. */
typedef void kzi_value_reader(struct kzi_parser *parser, enum kzi_hand_key key, const char *text,
                              const char *end);

kzi_value_reader kzi_value_tiles, kzi_value_win, kzi_value_indicators, kzi_value_meld;

/* The rows of hand/keys.def. */
struct kzi_key_row {
    unsigned types;         /* of JSON, by bit */
    kzi_value_reader *read; /* NULL: it is no text */
    const char *says;       /* what it takes */
    const char *line;       /* what a line has instead; NULL: this key */
};
extern const struct kzi_key_row kzi_keys[KZI_KEYS];

/* By the first, second and fourth character of a key with a '=' behind it. */
struct kzi_key_slot {
    char name[8]; /* "seat=": with the '=', where there is room */
    uint8_t len;
    uint8_t behind; /* bits behind it, of eight characters */
    uint8_t key;
};
#define KZI_KEY_SLOTS       64
#define KZI_KEY_SLOT(chars) ((uint32_t)((uint32_t)(chars)*UINT32_C(0x25EF2115)) >> 26)
extern const struct kzi_key_slot kzi_key_slots[KZI_KEY_SLOTS];

/* The key at the front of eight characters, and how long it is; a '=' is behind it, unless it is
 * eight long. */
static inline enum kzi_hand_key kzi_key_leading(uint64_t eight, unsigned *len) {
    const struct kzi_key_slot *slot = &kzi_key_slots[KZI_KEY_SLOT(eight & 0xFF00FFFF)];
    *len = slot->len;
    return (kzi_load8(slot->name) ^ eight) << slot->behind ? KZI_KEY_NONE
                                                           : (enum kzi_hand_key)slot->key;
}
/* The same of kzi_first8 of a text; len is from 1 to 8. */
static inline enum kzi_hand_key kzi_key_named(uint64_t name, size_t len) {
    unsigned found;
    return kzi_key_leading(len < 8 ? name | (uint64_t)'=' << 8 * len : name, &found);
}
/* Any key, those of deals too. */
enum kzi_hand_key kzi_key_find(const char *text, size_t len);

/* Who fed the last set of a yaku: two words, and where they are. */
struct kzi_span {
    const char *text, *end;
};
void kzi_take_pao(struct kzi_parser *parser, struct kzi_span yaku, struct kzi_spot yaku_spot,
                  struct kzi_span seat, struct kzi_spot seat_spot);

/* --- tiles (tile_items.c, meld_item.c) ----------------------------------------------------- */

/* Reads tiles, melds and the winning tile from text up to a blank or the end; returns that. */
const char *kzi_take_tiles(struct kzi_parser *parser, const char *text);
/* Reads the meld that begins at its opening bracket; returns where to go on. */
const char *kzi_take_meld(struct kzi_parser *parser, const char *text);
/* When all is read: the last concealed tile is the winning one if none was named. */
void kzi_settle_win(struct kzi_parser *parser);

/* --- words (items.c) ----------------------------------------------------------------------- */

/* Reads as far as a word goes, and no further than one may be long; returns the place after it. */
const char *kzi_scan_word(struct kzi_word *word, const char *text, const char *end);
/* Reads a well-formed word, '-' as '_'; false if it is none or too long. */
bool kzi_read_word(struct kzi_word *word, const char *text, const char *end);
/* The same of a word in Chinese characters or kana, if the rules know it: others may be tiles. */
bool kzi_read_han_word(const struct kzi_parser *parser, struct kzi_word *word, const char *text,
                       const char *end);
/* Whether it is a way of winning, or a word that the rules know. */
bool kzi_is_known_word(const struct kzi_parser *parser, const char *text, const char *end);
bool kzi_is_by(const struct kzi_word *word);
/* Ron, tsumo, discard, self_draw: true, and the way of winning is set. */
bool kzi_take_by(struct kzi_parser *parser, const struct kzi_word *word);
/* A circumstance. */
void kzi_take_flag(struct kzi_parser *parser, const struct kzi_word *word);

/* --- advice (advice.c) --------------------------------------------------------------------- */

/* User's text as it may appear in a message: short, without control characters. */
#define KZI_QUOTED 64
struct kzi_quoted {
    char text[KZI_QUOTED];
};
struct kzi_quoted kzi_quote(const char *text, const char *end);

/* Notes what stopped kzi_notation_run at run->next; returns where to go on. */
const char *kzi_note_notation(struct kzi_parser *parser, enum kzi_notation_error error,
                              const struct kzi_run *run);
/* Notes a word that is not well formed, or that is not known; nearest: a word that is, or NULL. */
void kzi_note_word(struct kzi_parser *parser, struct kzi_spot spot, const char *text,
                   const char *end, const char *nearest);
bool kzi_is_suit_alone(const char *text, const char *end);
/* The key that a name is meant as, among those with a bit in keys; NULL: none is near. */
const char *kzi_near_key(const char *name, uint32_t keys);
void kzi_note_line_key(struct kzi_parser *parser, const char *text, const char *end);
/* A value that is none of the seats, and one of another JSON type. */
void kzi_note_bad_seat(struct kzi_parser *parser, enum kzi_hand_key key, const char *text,
                       const char *end);
void kzi_note_type(struct kzi_parser *parser, enum kzi_hand_key key);

/* --- the two forms --------------------------------------------------------------------------- */

void kzi_read_json(struct kzi_parser *parser, const char *text, size_t len);

/* Makes it a hand of which nothing is said. */
void kzi_hand_clear(struct kzi_hand *hand);

/* Whether the text can be looked at: not too long, UTF-8; notes whether it is ASCII. */
bool kzi_is_readable(struct kzi_parser *parser, const char *text, size_t len);

#endif
