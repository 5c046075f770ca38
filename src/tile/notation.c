#include "tile/notation.h"

#include "base/names.h"
#include "base/utf8.h"

#include <string.h>

const char kzi_seat_letters[4] = {'E', 'S', 'W', 'N'};

const char *const kzi_kong_kind_names[KZI_KONG_KINDS] = {"concealed", "claimed", "added"};

const uint8_t kzi_seats_by_letter[256] = {['E'] = 1, ['S'] = 2, ['W'] = 3, ['N'] = 4};
const uint8_t kzi_suits_by_letter[256] = {['m'] = 1, ['p'] = 2, ['s'] = 3, ['z'] = 4};

/* The suits, in the order in which they are written.  After the number suits follow those with
 * other digits: jokers, 1f for any flower among the tiles, and flowers, with honors as flowers. */
static const struct suit {
    char letter;
    uint8_t one, count; /* the tile of the digit 1; the number of tiles */
} suits[] = {{'m', 0, 9},
             {'p', 9, 9},
             {'s', 18, 9},
             {'z', KZI_HONOR, 7},
             {'j', KZI_JOKER, KZI_JOKERS},
             {'f', KZI_A_FACE, 1},
             {'f', KZI_SHOWN_FACE, 4},
             {'g', KZI_SHOWN_FACE + 4, 4},
             {'k', KZI_SHOWN_FACE + 8, 8},
             {'z', KZI_SHOWN_FACE + KZI_HONOR_FACE, 7}};
enum { HONORS = 3, FACES = 6 };

/* The Unicode tiles, whose dragons are in another order than ours. */
#define FIRST_TILE    0x1F000U
#define LAST_TILE     0x1F02BU /* the joker and the back of a tile come after the last flower */
#define UNICODE_JOKER 0x1F02AU
#define FIRST_NUMBER  0x1F007U
#define FIRST_FLOWER  0x1F022U

unsigned kzi_kind_of_letter(char letter) {
    static const uint8_t honors[256] = {
        ['E'] = 1, ['S'] = 2, ['W'] = 3, ['N'] = 4, ['P'] = 5, ['F'] = 6, ['C'] = 7};
    unsigned honor = honors[(unsigned char)letter];
    return honor ? KZI_HONOR + honor - 1 : KZI_NO_KIND;
}

/* Return the tile of a Unicode character, or KZI_NO_KIND. */
static unsigned tile_of_unicode(uint32_t code) {
    /* winds, then red, green, white; then characters, bamboo, dots; among flowers bamboo comes
     * before chrysanthemum */
    static const uint8_t honors[] = {KZI_HONOR,      KZI_HONOR + 1,  KZI_HONOR + 2, KZI_HONOR + 3,
                                     KZI_DRAGON + 2, KZI_DRAGON + 1, KZI_DRAGON};
    static const uint8_t number_suits[] = {0, 2, 1}, flowers[] = {0, 1, 3, 2, 4, 5, 6, 7};
    if (code == UNICODE_JOKER)
        return KZI_JOKER;
    if (code < FIRST_TILE || code > UNICODE_JOKER)
        return KZI_NO_KIND;
    if (code < FIRST_NUMBER)
        return honors[code - FIRST_TILE];
    if (code >= FIRST_FLOWER)
        return KZI_SHOWN_FACE + flowers[code - FIRST_FLOWER];
    unsigned number = code - FIRST_NUMBER;
    return kzi_kind(number_suits[number / 9], number % 9 + 1);
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Read digits that are not of a number suit: a run of another suit, or an error (kzi_notation_run),
 * because the suit has no such tile or because no suit follows, perhaps a letter meant as one. */
static enum kzi_notation_error read_digits(const char *text, const char *end, struct kzi_run *run) {
    const char *after = text, *bad = text;
    uint32_t code = 0;
    while (after < end && kzi_is_digit(*after))
        after++;
    for (unsigned i = HONORS; after < end && i < KZI_COUNT(suits) - 1; i++) {
        if (*after != suits[i].letter || suits[i].one == KZI_A_FACE)
            continue;
        while (*bad >= '1' && *bad <= '0' + suits[i].count)
            bad++;
        run->next = bad < after ? bad : after + 1;
        run->digits = text;
        run->count = (uint32_t)(after - text);
        run->one = suits[i].one;
        run->single = false;
        return bad < after ? KZI_NOTATION_BAD_DIGIT : KZI_NOTATION_OK;
    }
    if (after < end)
        kzi_utf8_read(after, (size_t)(end - after), &code);
    bool other_script = code >= 0x80 && !(code >= FIRST_TILE && code <= LAST_TILE);
    bool meant = after < end && (is_letter(*after) || other_script);
    run->next = meant ? after : text;
    return meant ? KZI_NOTATION_BAD_SUIT : KZI_NOTATION_NO_SUIT;
}

const char *kzi_skip_selectors(const char *text, const char *end) {
    while (end - text >= 3 &&
           (!memcmp(text, "\xEF\xB8\x8E", 3) || !memcmp(text, "\xEF\xB8\x8F", 3)))
        text += 3;
    return text;
}

enum kzi_notation_error kzi_notation_any_run(const char *text, const char *end,
                                             struct kzi_run *run) {
    uint32_t code = 0;
    *run = (struct kzi_run){.first = text, .next = text};
    if (kzi_is_digit(*text))
        return read_digits(text, end, run);
    const size_t step = kzi_utf8_read(text, (size_t)(end - text), &code);
    const unsigned tile = code < 0x80 ? kzi_kind_of_letter(*text) : tile_of_unicode(code);
    if (tile == KZI_NO_KIND)
        return KZI_NOTATION_BAD_CHAR;
    run->next = kzi_skip_selectors(text + step, end);
    run->digits = "1";
    run->count = 1;
    run->one = (uint8_t)tile;
    run->single = true;
    return KZI_NOTATION_OK;
}

enum kzi_notation_error kzi_notation_flowers(struct kzi_run *run) {
    run->next = run->single ? run->first : run->next - 1;
    return KZI_NOTATION_BAD_SUIT;
}

enum kzi_notation_error kzi_notation_read(const char *text, struct kzi_tile *tiles, size_t max,
                                          size_t *count) {
    const char *end = text + strlen(text);
    *count = 0;
    while (text < end) {
        if (*text == ' ' || *text == '\t') {
            text++;
            continue;
        }
        struct kzi_run run;
        enum kzi_notation_error error = kzi_notation_run(text, end, &run);
        if (!error && kzi_faces_in_run(&run))
            error = kzi_notation_flowers(&run);
        if (error)
            return error;
        for (uint32_t i = 0; i < run.count; i++, ++*count)
            if (*count < max)
                tiles[*count] =
                    (struct kzi_tile){(uint8_t)kzi_kind_of_run(&run, i), kzi_red_in_run(&run, i)};
        text = run.next;
    }
    return KZI_NOTATION_OK;
}

/* Append the tiles of suits `from` up to `to`; counts begins with the first tile of `from`. */
static void put_suits(struct kzi_text *text, unsigned from, unsigned to, const uint8_t *counts,
                      const uint8_t *reds) {
    for (unsigned suit = from; suit < to; suit++) {
        const uint8_t *of_suit = counts + suits[suit].one - suits[from].one;
        const unsigned red = reds && suit < KZI_SUITS ? reds[suit] : 0;
        bool put = false;
        for (unsigned i = 0; i < suits[suit].count; i++)
            for (unsigned copy = 0; copy < of_suit[i]; copy++, put = true)
                kzi_text_char(text, i == 4 && copy < red ? '0' : (char)('1' + i));
        if (put)
            kzi_text_char(text, suits[suit].letter);
    }
}

void kzi_put_counts(struct kzi_text *text, const uint8_t counts[KZI_TILE_KINDS],
                    const uint8_t reds[KZI_SUITS]) {
    put_suits(text, 0, FACES, counts, reds);
}

void kzi_put_faces(struct kzi_text *text, const kzi_face_counts *faces) {
    uint8_t counts[KZI_FACES];
    for (unsigned face = 0; face < KZI_FACES; face++)
        counts[face] = (uint8_t)kzi_face_count(faces, face);
    put_suits(text, FACES, KZI_COUNT(suits), counts, NULL);
}

static const struct suit *suit_of(unsigned tile) {
    const struct suit *suit = suits + (tile < KZI_KINDS ? kzi_suit(tile) : KZI_SUITS);
    while (suit < suits + KZI_COUNT(suits) - 1 && tile - suit->one >= suit->count)
        suit++;
    return suit;
}

char kzi_letter_of_tile(unsigned tile) {
    return suit_of(tile)->letter;
}

char kzi_digit_of_tile(unsigned tile, bool red) {
    return red ? '0' : (char)('1' + tile - suit_of(tile)->one);
}

void kzi_put_tile(struct kzi_text *text, unsigned tile, bool red) {
    kzi_text_char(text, kzi_digit_of_tile(tile, red));
    kzi_text_char(text, kzi_letter_of_tile(tile));
}

struct kzi_tile_name kzi_tile_name(unsigned tile) {
    struct kzi_tile_name name;
    struct kzi_text text = kzi_text_fixed(name.text, sizeof name.text);
    const bool red = kzi_is_red(tile);
    kzi_put_tile(&text, red ? kzi_kind(tile - KZI_RED, 5) : tile, red);
    kzi_text_end(&text);
    return name;
}
