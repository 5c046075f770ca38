/* notation.h - convert between tiles and text: "123m", "0p", "7z", "ES", "1j", and Unicode
 * tiles. */
#ifndef KZI_NOTATION_H
#define KZI_NOTATION_H

#include "base/compiler.h"
#include "base/text.h"
#include "tile/face.h"

#include <stddef.h>

enum kzi_notation_error {
    KZI_NOTATION_OK,
    KZI_NOTATION_NO_SUIT,   /* digits without a suit letter after them */
    KZI_NOTATION_BAD_SUIT,  /* a letter that is not a suit: 55S, 234M, 3x */
    KZI_NOTATION_BAD_DIGIT, /* 8z, 9z, 0z; 9j, 0j; 5f */
    KZI_NOTATION_BAD_CHAR   /* neither digit nor tile */
};

struct kzi_tile {
    uint8_t kind;
    bool red; /* written as 0: a red five */
};

/* A run of tiles: digits and their suit, a single five with an r after it (5mr), a single honor
 * letter, or a Unicode tile with its variation selectors.  Flowers are numbers from KZI_SHOWN_FACE
 * on. */
struct kzi_run {
    const char *first;  /* the first digit, or the single tile */
    const char *next;   /* the text after the run; on an error the wrong character */
    const char *digits; /* the digits at `first`; "0" for a five with an r; "1" for a single tile */
    uint32_t count;     /* number of tiles */
    uint8_t one;        /* the tile of the digit 1 in its suit, even on a wrong digit */
    bool single;        /* written without digits */
};

extern const uint8_t kzi_suits_by_letter[256]; /* suit + 1; 0: not a suit letter */

/* Return 0-3 for m p s z, -1 for any other letter. */
static inline int kzi_suit_of_letter(char letter) {
    return (int)kzi_suits_by_letter[(unsigned char)letter] - 1;
}

static inline bool kzi_is_digit(char c) {
    return (unsigned)c - '0' < 10;
}

/* Read a run as kzi_notation_run does, but without the fast path. */
enum kzi_notation_error kzi_notation_any_run(const char *text, const char *end,
                                             struct kzi_run *run);

/* Return the text after the variation selectors that may follow a Unicode tile. */
const char *kzi_skip_selectors(const char *text, const char *end);

/* Return whether the character at `after` is an r that marks the digits from `first`, a single
 * five, as red: 5mr. */
static inline bool kzi_is_red_mark(const char *first, const char *after, const char *end) {
    return after < end && *after == 'r' && after - first == 2 && *first == '5' &&
           after[-1] != 'z' && (end - after == 1 || (unsigned)after[1] - 'a' >= 26);
}

/* Return whether all digits are digits of honors, 1-7. */
static inline bool kzi_digits_of_honors(const char *first, const char *after) {
    unsigned fits = 1;
    for (; first < after; first++)
        fits &= (unsigned)*first - '1' < 7;
    return fits;
}

/* Read the run at text, which is not empty.  On an error first and next are set, and the run is one
 * of flowers only if the wrong digit has a suit of flowers.  This is the fast path for digits and a
 * suit, which are most runs. */
static inline enum kzi_notation_error kzi_notation_run(const char *text, const char *end,
                                                       struct kzi_run *run) {
    const char *after = text;
    while (after < end && kzi_is_digit(*after))
        after++;
    int suit = after < end ? kzi_suit_of_letter(*after) : -1;
    if (suit < 0 || after == text || (suit == KZI_SUITS && !kzi_digits_of_honors(text, after)))
        return kzi_notation_any_run(text, end, run);
    run->first = text;
    const bool red = kzi_is_red_mark(text, after + 1, end);
    run->next = after + 1 + red;
    run->digits = red ? "0" : text;
    run->count = (uint32_t)(after - text);
    run->one = (uint8_t)(suit * 9);
    run->single = false;
    return KZI_NOTATION_OK;
}

/* Return the kind of a digit in the suit whose digit 1 is the tile `one`; 0 is a five. */
static inline unsigned kzi_kind_of_digit(unsigned one, char digit) {
    return one + (digit == '0' ? 4U : (unsigned)(digit - '1'));
}

/* Return tile `number` of the run. */
static inline unsigned kzi_kind_of_run(const struct kzi_run *run, uint32_t number) {
    return kzi_kind_of_digit(run->one, run->digits[number]);
}

/* Return whether tile `number` of the run is a red five. */
static inline bool kzi_red_in_run(const struct kzi_run *run, uint32_t number) {
    return run->digits[number] == '0';
}

/* Return whether the run is flowers. */
static inline bool kzi_faces_in_run(const struct kzi_run *run) {
    return run->one >= KZI_SHOWN_FACE;
}

/* Turn a run of flowers into an error at their suit, for hands whose tiles include no flowers. */
enum kzi_notation_error kzi_notation_flowers(struct kzi_run *run);

/* Return the kind of an honor letter, or KZI_NO_KIND. */
unsigned kzi_kind_of_letter(char letter);

/* Read the tiles of text, with or without blanks between them, and store at most max of them.
 * *count is their number in the text, even if it exceeds max. */
enum kzi_notation_error kzi_notation_read(const char *text, struct kzi_tile *tiles, size_t max,
                                          size_t *count);

/* Append the tiles of counts as "123m45p7z11f"; reds[s] of the fives of suit s are written 0. */
void kzi_put_counts(struct kzi_text *text, const uint8_t counts[KZI_TILE_KINDS],
                    const uint8_t reds[KZI_SUITS]);
/* Append all flowers: "1f3g". */
void kzi_put_faces(struct kzi_text *text, const kzi_face_counts *faces);
/* Return the text of a tile, for sentences. */
struct kzi_tile_name {
    char text[8];
};
struct kzi_tile_name kzi_tile_name(unsigned tile);
/* Append a tile shown, perhaps a red five: "8s", "1f", "0s". */
void kzi_put_tile(struct kzi_text *text, unsigned tile, bool red);
static inline void kzi_put_kind(struct kzi_text *text, unsigned tile) {
    kzi_put_tile(text, tile, false);
}

/* Return the digit of a tile, and the letter of its suit; a flower among the tiles is 1f. */
char kzi_digit_of_tile(unsigned tile, bool red);
char kzi_letter_of_tile(unsigned tile);

extern const char kzi_seat_letters[4];
extern const char *const kzi_kong_kind_names[KZI_KONG_KINDS]; /* "concealed", "claimed", "added" */
extern const uint8_t kzi_seats_by_letter[256];                /* seat + 1; 0: not a seat letter */

/* Return 0-3 for 'E' 'S' 'W' 'N', -1 for any other text. */
static inline int kzi_seat_read(const char *text, size_t len) {
    return len == 1 ? (int)kzi_seats_by_letter[(unsigned char)*text] - 1 : -1;
}

#endif
