/* notation.h - tiles as text: "123m", "0p", "7z", "ES", and Unicode tiles; and back. */
#ifndef KZI_NOTATION_H
#define KZI_NOTATION_H

#include "base/compiler.h"
#include "base/text.h"
#include "tile/kind.h"

#include <stddef.h>

enum kzi_notation_error {
    KZI_NOTATION_OK,
    KZI_NOTATION_NO_SUIT,   /* digits without a suit letter after them */
    KZI_NOTATION_BAD_SUIT,  /* a letter that is no suit: 55S, 234M, 3x */
    KZI_NOTATION_BAD_DIGIT, /* 8z, 9z, 0z */
    KZI_NOTATION_BAD_CHAR   /* neither digit nor tile */
};

struct kzi_tile {
    uint8_t kind;
    bool marked; /* a red five, written 0 */
    uint32_t at; /* characters from 1 from the start of the text */
};

/* Tiles written as one: digits and their suit, or a single honor letter or Unicode tile with the
 * variation selectors after it. */
struct kzi_run {
    const char *first; /* the first digit, or the single tile */
    const char *next;  /* after the run; on an error the character to point at */
    uint32_t count;    /* of tiles */
    uint8_t suit;      /* of digits */
    uint8_t single;    /* kind of the single tile, KZI_NO_KIND: digits */
};

extern const uint8_t kzi_suits_by_letter[256]; /* from 1; 0: no suit */

/* 0-3 for m p s z, -1 for any other letter. */
static inline int kzi_suit_of_letter(char letter) {
    return (int)kzi_suits_by_letter[(unsigned char)letter] - 1;
}

static inline bool kzi_is_digit(char c) {
    return (unsigned)c - '0' < 10;
}

/* kzi_notation_run of anything. */
enum kzi_notation_error kzi_notation_any_run(const char *text, const char *end,
                                             struct kzi_run *run);

/* Whether the digits are those of honors: there are seven. */
static inline bool kzi_digits_of_honors(const char *first, const char *after) {
    unsigned fits = 1;
    for (; first < after; first++)
        fits &= (unsigned)*first - '1' < 7;
    return fits;
}

/* Reads the run that begins at text; text < end.  On an error only first and next are set.  Digits
 * with their suit, which most runs are, are read here. */
static inline enum kzi_notation_error kzi_notation_run(const char *text, const char *end,
                                                       struct kzi_run *run) {
    const char *after = text;
    while (after < end && kzi_is_digit(*after))
        after++;
    int suit = after < end ? kzi_suit_of_letter(*after) : -1;
    if (suit < 0 || after == text || (suit == KZI_SUITS && !kzi_digits_of_honors(text, after)))
        return kzi_notation_any_run(text, end, run);
    run->first = text;
    run->next = after + 1;
    run->count = (uint32_t)(after - text);
    run->suit = (uint8_t)suit;
    run->single = KZI_NO_KIND;
    return KZI_NOTATION_OK;
}

/* The kind of a digit of a run; 0 is a five. */
static inline unsigned kzi_kind_of_digit(unsigned suit, char digit) {
    return suit * 9 + (digit == '0' ? 4U : (unsigned)(digit - '1'));
}

/* The kind of one of its tiles. */
static inline unsigned kzi_kind_of_run(const struct kzi_run *run, uint32_t number) {
    return run->single == KZI_NO_KIND ? kzi_kind_of_digit(run->suit, run->first[number])
                                      : run->single;
}

/* The kind a honor letter stands for, KZI_NO_KIND if it is none. */
unsigned kzi_kind_of_letter(char letter);

/* Reads every tile of text into tiles, max at most; blanks may stand between them.  *count is how
 * many the text has, also when that is more than max.  On an error *at is the character (from 1)
 * to point at, *letter its code point. */
enum kzi_notation_error kzi_notation_read(const char *text, size_t len, struct kzi_tile *tiles,
                                          size_t max, size_t *count, uint32_t *at,
                                          uint32_t *letter);

/* Writes counts of kinds as "123m45p7z"; marked[s] of the fives of a suit are written 0. */
void kzi_notation_put_counts(struct kzi_text *text, const uint8_t counts[KZI_KINDS],
                             const uint8_t marked[KZI_SUITS]);
/* Writes one tile, "8s". */
void kzi_notation_put(struct kzi_text *text, unsigned kind);
/* The same of a tile that may be a red five: "0s". */
void kzi_notation_put_tile(struct kzi_text *text, unsigned kind, bool red);

extern const char kzi_seat_letters[4];
extern const uint8_t kzi_seats_by_letter[256]; /* from 1; 0: no seat */

/* 'E' 'S' 'W' 'N' -> 0-3; -1 for any other text. */
static inline int kzi_seat_read(const char *text, size_t len) {
    return len == 1 ? (int)kzi_seats_by_letter[(unsigned char)*text] - 1 : -1;
}

/* --- digits ----------------------------------------------------------------------------------- */

/* The digits of a suit taken eight characters at a time: no step depends on how many there are or
 * what they say, so that a processor has nothing to guess. */

/* By two digits, the second times 16, 15 for none: how many of each number there are, 4 bits each
 * from number 1 on; a 0 is a five, and counted as red. */
extern const uint64_t kzi_counts_of_two[256];
#define KZI_COUNTS_RED 36 /* the bit that red fives are counted from */

/* How many of eight characters are digits before the first that is none. */
static inline unsigned kzi_digits_before(uint64_t eight) {
    uint64_t digits = eight ^ KZI_EACH_BYTE * '0';
    uint64_t others = ((digits + KZI_EACH_BYTE * (128 - 10)) | digits) & KZI_EACH_BYTE * 128;
    return others ? (unsigned)__builtin_ctzll(others) / 8 : 8;
}

/* The first count of eight characters, which are digits, as numbers; 15 behind them. */
static inline uint64_t kzi_digit_numbers(uint64_t eight, unsigned count) {
    return ((eight & KZI_EACH_BYTE * 15) | KZI_EACH_BYTE * 15 << 4 * count << 4 * count);
}

/* How many of each number: 4 bits each, as in kzi_counts_of_two. */
static inline uint64_t kzi_count_numbers(uint64_t numbers) {
    uint64_t twos = (numbers | numbers >> 4) & UINT64_C(0x00FF00FF00FF00FF);
    return kzi_counts_of_two[twos & 255] + kzi_counts_of_two[twos >> 16 & 255] +
           kzi_counts_of_two[twos >> 32 & 255] + kzi_counts_of_two[twos >> 48];
}

/* The counts of the numbers 1 to 8 as bytes, the first the lowest. */
static inline uint64_t kzi_spread_counts(uint64_t counts) {
    uint64_t eight = (counts & UINT64_C(0xFFFF)) | (counts & UINT64_C(0xFFFF0000)) << 16;
    eight = (eight | eight << 8) & UINT64_C(0x00FF00FF00FF00FF);
    return (eight | eight << 4) & KZI_EACH_BYTE * 15;
}

#endif
