#include "tile/notation.h"

#include "base/utf8.h"
#include "tile/face.h"

#include <string.h>

const char kzi_seat_letters[4] = {'E', 'S', 'W', 'N'};

const char *const kzi_kong_kind_names[KZI_KONG_KINDS] = {"concealed", "claimed", "added"};

const char kzi_suit_letters[] = "mpszj";
const uint8_t kzi_seats_by_letter[256] = {['E'] = 1, ['S'] = 2, ['W'] = 3, ['N'] = 4};
const uint8_t kzi_suits_by_letter[256] = {['m'] = 1, ['p'] = 2, ['s'] = 3, ['z'] = 4};

#define JOKERS (KZI_JOKER / 9) /* their suit */

/* The Unicode tiles, whose dragons come in another order than ours. */
#define FIRST_TILE    0x1F000U
#define LAST_TILE     0x1F02BU /* flowers, the joker and the back of a tile follow the last dot */
#define UNICODE_JOKER 0x1F02AU
#define FIRST_NUMBER  0x1F007U
#define LAST_NUMBER   0x1F021U

unsigned kzi_kind_of_letter(char letter) {
    static const uint8_t honors[256] = {
        ['E'] = 1, ['S'] = 2, ['W'] = 3, ['N'] = 4, ['P'] = 5, ['F'] = 6, ['C'] = 7};
    unsigned honor = honors[(unsigned char)letter];
    return honor ? KZI_HONOR + honor - 1 : KZI_NO_KIND;
}

/* Return the kind of a Unicode tile, or KZI_NO_KIND. */
static unsigned kind_of_unicode(uint32_t code) {
    /* winds, then red, green, white; characters, then bamboo, then dots */
    static const uint8_t honors[] = {KZI_HONOR,      KZI_HONOR + 1,  KZI_HONOR + 2, KZI_HONOR + 3,
                                     KZI_DRAGON + 2, KZI_DRAGON + 1, KZI_DRAGON};
    static const uint8_t suits[] = {0, 2, 1};
    if (code == UNICODE_JOKER)
        return KZI_JOKER;
    if (code < FIRST_TILE || code > LAST_NUMBER)
        return KZI_NO_KIND;
    if (code < FIRST_NUMBER)
        return honors[code - FIRST_TILE];
    unsigned number = code - FIRST_NUMBER;
    return kzi_kind(suits[number / 9], number % 9 + 1);
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Read digits that are not of a number suit: a run of jokers, or none (kzi_notation_run) because
 * one is not an honor or joker, or because what follows is not a suit, though it may be meant as
 * one. */
static enum kzi_notation_error read_digits(const char *text, const char *end, struct kzi_run *run) {
    const char *after = text, *bad = text;
    uint32_t code = 0;
    while (after < end && kzi_is_digit(*after))
        after++;
    const bool jokers = after < end && *after == kzi_suit_letters[JOKERS];
    if (jokers || (after < end && kzi_suit_of_letter(*after) >= 0)) {
        while (*bad >= '1' && *bad <= (jokers ? '0' + KZI_JOKERS : '7'))
            bad++;
        run->next = bad < after ? bad : after + 1;
        run->count = (uint32_t)(after - text);
        run->suit = jokers ? JOKERS : KZI_SUITS;
        run->single = KZI_NO_KIND;
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

static enum kzi_notation_error read_unicode(const char *text, const char *end,
                                            struct kzi_run *run) {
    uint32_t code = 0;
    size_t step = kzi_utf8_read(text, (size_t)(end - text), &code);
    unsigned kind = step ? kind_of_unicode(code) : KZI_NO_KIND;
    run->next = text;
    if (kind == KZI_NO_KIND)
        return code > LAST_NUMBER && code <= LAST_TILE ? KZI_NOTATION_BAD_SUIT
                                                       : KZI_NOTATION_BAD_CHAR;
    run->next = kzi_skip_selectors(text + step, end);
    run->count = 1;
    run->single = (uint8_t)kind;
    return KZI_NOTATION_OK;
}

enum kzi_notation_error kzi_notation_any_run(const char *text, const char *end,
                                             struct kzi_run *run) {
    run->first = text;
    run->red = false;
    if (kzi_is_digit(*text))
        return read_digits(text, end, run);
    if ((unsigned char)*text >= 0x80)
        return read_unicode(text, end, run);
    unsigned kind = kzi_kind_of_letter(*text);
    run->next = text;
    if (kind == KZI_NO_KIND)
        return KZI_NOTATION_BAD_CHAR;
    run->next = text + 1;
    run->count = 1;
    run->single = (uint8_t)kind;
    return KZI_NOTATION_OK;
}

enum kzi_notation_error kzi_notation_read(const char *text, size_t len, struct kzi_tile *tiles,
                                          size_t max, size_t *count, uint32_t *at,
                                          uint32_t *letter) {
    const char *end = text + len;
    uint32_t here = 1;
    *count = 0;
    while (text < end) {
        if (*text == ' ' || *text == '\t') {
            text++;
            here++;
            continue;
        }
        struct kzi_run run;
        enum kzi_notation_error error = kzi_notation_run(text, end, &run);
        if (error) {
            *at = here + (uint32_t)kzi_utf8_count(text, (size_t)(run.next - text));
            kzi_utf8_read(run.next, (size_t)(end - run.next), letter);
            return error;
        }
        for (uint32_t i = 0; i < run.count; i++, ++*count)
            if (*count < max)
                tiles[*count] = (struct kzi_tile){(uint8_t)kzi_kind_of_run(&run, i),
                                                  kzi_red_in_run(&run, i), here + i};
        here += (uint32_t)kzi_utf8_count(text, (size_t)(run.next - text));
        text = run.next;
    }
    return KZI_NOTATION_OK;
}

static unsigned put_suit(struct kzi_text *text, const uint8_t *counts, unsigned numbers,
                         unsigned marked) {
    unsigned put = 0;
    for (unsigned i = 0; i < numbers; i++) {
        for (unsigned copy = 0; copy < counts[i]; copy++, put++) {
            bool red = i == 4 && copy < marked;
            kzi_text_char(text, red ? '0' : (char)('1' + i));
        }
    }
    return put;
}

void kzi_notation_put_counts(struct kzi_text *text, const uint8_t counts[KZI_TILE_KINDS],
                             const uint8_t marked[KZI_SUITS]) {
    static const uint8_t numbers[] = {9, 9, 9, 7, KZI_JOKERS};
    for (unsigned suit = 0; suit <= JOKERS; suit++)
        if (put_suit(text, counts + suit * 9, numbers[suit], suit < KZI_SUITS ? marked[suit] : 0))
            kzi_text_char(text, kzi_suit_letters[suit]);
    for (unsigned left = counts[KZI_A_FACE]; left; left--)
        kzi_text_put(text, left > 1 ? "1" : "1f");
}

void kzi_notation_put_tile(struct kzi_text *text, unsigned kind, bool red) {
    kzi_text_char(text, red ? '0' : kzi_digit_of_kind(kind));
    kzi_text_char(text, kzi_letter_of_kind(kind));
}

void kzi_notation_put(struct kzi_text *text, unsigned tile) {
    if (tile < KZI_SHOWN_FACE)
        kzi_notation_put_tile(text, tile, false);
    else
        kzi_face_put(text, tile - KZI_SHOWN_FACE);
}

struct kzi_tile_name kzi_tile_name(unsigned tile) {
    struct kzi_tile_name name;
    struct kzi_text text = kzi_text_fixed(name.text, sizeof name.text);
    kzi_notation_put(&text, tile);
    kzi_text_end(&text);
    return name;
}
