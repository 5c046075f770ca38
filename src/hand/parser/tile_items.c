#include "hand/parser/items.h"

#include "base/utf8.h"
#include "tile/counts.h"
#include "tile/notation.h"

#include <stdio.h>
#include <string.h>

/* "1 2 3m": the digits of all the runs up to the suit, NULL if no suit follows. */
static const char *joined_digits(const char *text, const char *end, char joined[static 24]) {
    size_t n = 0;
    for (; text < end && n < 22; text++) {
        if (*text >= '0' && *text <= '9') {
            joined[n++] = *text;
        } else if (!kzi_is_blank(*text)) {
            joined[n++] = *text;
            joined[n] = '\0';
            return kzi_suit_of_letter(*text) < 0 ? NULL : joined;
        }
    }
    return NULL;
}

static const char *note_no_suit(struct kzi_item_parser *reader, const struct kzi_run *run) {
    const char *after = run->first;
    while (after < reader->end && *after >= '0' && *after <= '9')
        after++;
    char digits[24], joined[24];
    snprintf(digits, sizeof digits, "%.*s", (int)(after - run->first), run->first);
    const char *together = joined_digits(run->first, reader->end, joined);
    char before = run->first > reader->start ? run->first[-1] : ' ';
    char suit = kzi_is_upper(before) ? (char)(before - 'A' + 'a') : before;
    if (kzi_suit_of_letter(suit) >= 0 && !together) {
        KZI_NOTE(reader, KZI_UNKNOWN_SUIT, run->first,
                 "the suit stands after its digits: write %s%c, not %c%s", digits, suit, before,
                 digits);
        return after;
    }
    KZI_NOTE(reader, KZI_UNKNOWN_SUIT, run->first, "%s has no suit: %s%s%s", digits,
             together ? "write " : "",
             together ? together : "write m, p, s or z after the digits, as in 123m",
             together ? " together" : "");
    return after;
}

/* What capitals behind digits may have been meant as. */
static const char *const about_letter[128] = {
    ['S'] = "S is South; bamboo is s",
    ['M'] = "characters are m (lower case)",
    ['P'] = "P is the white dragon; dots are p",
    ['Z'] = "honors are z (lower case)",
    ['E'] = "E is East: write it apart from the digits, which need a suit",
    ['W'] = "W is West: write it apart from the digits, which need a suit",
    ['N'] = "N is North: write it apart from the digits, which need a suit",
    ['F'] = "F is the green dragon: write it apart from the digits, which need a suit",
    ['C'] = "C is the red dragon; characters are m",
};

static const char *note_bad_suit(struct kzi_item_parser *reader, const struct kzi_run *run) {
    const char *letter = run->next;
    const char *about = (unsigned char)*letter < 128 ? about_letter[(unsigned char)*letter] : NULL;
    uint32_t code = 0;
    size_t step = kzi_utf8_read(letter, (size_t)(reader->end - letter), &code);
    if (about)
        KZI_NOTE(reader, KZI_UNKNOWN_SUIT, letter, "%s", about);
    else if (letter == run->first)
        KZI_NOTE(reader, KZI_UNKNOWN_SUIT, letter,
                 "flowers and jokers are not written among the tiles: give the number of "
                 "flowers, as in flowers=2");
    else if (*letter == 'r' && letter == run->first + 1 && *run->first == '5')
        KZI_NOTE(reader, KZI_UNKNOWN_SUIT, letter,
                 "a red five is written with the digit 0: write 0m, 0p or 0s");
    else
        KZI_NOTE(reader, KZI_UNKNOWN_SUIT, letter,
                 "%.*s is no suit: m is characters, p dots, s bamboo and z honors", (int)step,
                 letter);
    return kzi_item_end(reader, letter);
}

/* "123man", "5pr": letters behind a suit that are no word. */
static bool note_long_suit(struct kzi_item_parser *reader, const char *text, const char *end) {
    bool suit =
        text - reader->start >= 2 && kzi_suit_of_letter(text[-1]) >= 0 && kzi_is_digit(text[-2]);
    struct kzi_spot spot;
    bool one_more = end - text == 1 && kzi_suit_of_letter(*text) >= 0;
    if (!suit || one_more || !kzi_is_lower(*text) || kzi_is_known_word(reader, text, end))
        return false;
    spot = kzi_spot_of(reader, text);
    if (*text == 'r' && text[-2] == '5')
        kzi_problem_note(reader->problem, KZI_UNKNOWN_WORD, spot,
                         "a red five is written with the digit 0: write 0%c", text[-1]);
    else {
        const char *after = text;
        while (after < end && kzi_is_lower(*after))
            after++;
        kzi_problem_note(reader->problem, KZI_UNKNOWN_WORD, spot,
                         "a suit is one letter, and words stand apart from the tiles: write %c%c, "
                         "not %c%c%s",
                         text[-2], text[-1], text[-2], text[-1], kzi_quote(text, after).text);
    }
    return true;
}

static const char *note_glued_word(struct kzi_item_parser *reader, const char *text) {
    const char *end = kzi_item_end(reader, text);
    if (reader->key == KZI_KEY_NONE && note_long_suit(reader, text, end))
        return end;
    struct kzi_quoted quoted = kzi_quote(text, end);
    if (reader->key != KZI_KEY_NONE)
        KZI_NOTE(reader, KZI_UNKNOWN_WORD, text,
                 "\"%s\" is no tile: in a record, words stand in \"flags\" and \"by\"",
                 quoted.text);
    else if (end - text == 1 && kzi_suit_of_letter(*text) >= 0)
        KZI_NOTE(reader, KZI_UNKNOWN_SUIT, text,
                 "%s has no digits: write them at once before it, as in 123%s", quoted.text,
                 quoted.text);
    else
        KZI_NOTE(reader, KZI_UNKNOWN_WORD, text,
                 "a blank is missing before \"%s\": words stand apart from the tiles", quoted.text);
    return end;
}

/* Letters and digits as keyboards for Japanese and Chinese write them. */
static bool is_full_width(const char *text, const char *end) {
    uint32_t code = 0;
    return kzi_utf8_read(text, (size_t)(end - text), &code) && code >= 0xFF01 && code <= 0xFF5E;
}

/* Blanks that browsers and keyboards for Japanese and Chinese write. */
static bool is_wide_blank(const char *text, const char *end) {
    uint32_t code = 0;
    return kzi_utf8_read(text, (size_t)(end - text), &code) && (code == 0xA0 || code == 0x3000);
}

static const char *note_stray(struct kzi_item_parser *reader, const char *text) {
    const char *end = kzi_item_end(reader, text);
    struct kzi_spot spot = kzi_spot_of(reader, text);
    if (kzi_is_lower(*text) || kzi_is_upper(*text))
        return note_glued_word(reader, text);
    if (*text == ']' || *text == ')')
        kzi_problem_note(reader->problem, KZI_BAD_MELD, spot,
                         "%c closes a meld that was not opened: melds are written [345p], (5555p)",
                         *text);
    else if (*text == '\n' || *text == '\r')
        kzi_problem_note(reader->problem, KZI_UNKNOWN_WORD, spot,
                         "a hand is one line: take the line break out");
    else if (is_full_width(text, end))
        kzi_problem_note(reader->problem, KZI_UNKNOWN_WORD, spot,
                         "\"%s\" is full-width: write it half-width, as in 123m",
                         kzi_quote(text, end).text);
    else if (is_wide_blank(text, end))
        kzi_problem_note(reader->problem, KZI_UNKNOWN_WORD, spot,
                         "this blank is not a plain one: write a plain one, as the space bar does");
    else if ((unsigned char)*text >= 0x80)
        kzi_problem_note(
            reader->problem, KZI_UNKNOWN_WORD, spot,
            "\"%s\" is neither a tile nor a word: characters are written as 123m, dots "
            "123p, bamboo 123s, winds E S W N, dragons P (white), F (green), C (red)",
            kzi_quote(text, end).text);
    else if (strchr(",|/;:._", *text) || (*text == '-' && text > reader->start && text[-1] > ' '))
        kzi_problem_note(reader->problem, KZI_UNKNOWN_WORD, spot,
                         "blanks stand between the items, not %c", *text);
    else if (*text == '{' || *text == '<')
        kzi_problem_note(reader->problem, KZI_UNKNOWN_WORD, spot,
                         "\"%s\" is no meld: a claimed set is written [345p] or [555z], a "
                         "concealed kong (5555p)",
                         kzi_quote(text, end).text);
    else
        kzi_problem_note(reader->problem, KZI_UNKNOWN_WORD, spot,
                         "\"%s\" is neither a tile nor a word: tiles are written as 123m, the "
                         "winning tile as +8s, and blanks stand between the items",
                         kzi_quote(text, end).text);
    return end;
}

const char *kzi_note_notation(struct kzi_item_parser *reader, enum kzi_notation_error error,
                              const struct kzi_run *run) {
    switch (error) {
    case KZI_NOTATION_NO_SUIT:
        return note_no_suit(reader, run);
    case KZI_NOTATION_BAD_SUIT:
        return note_bad_suit(reader, run);
    case KZI_NOTATION_BAD_DIGIT:
        KZI_NOTE(reader, KZI_BAD_DIGIT, run->next,
                 "%cz is no tile: honors are 1z-7z (E S W N, white, green, red)", *run->next);
        return kzi_item_end(reader, run->next);
    case KZI_NOTATION_BAD_CHAR:
        return note_stray(reader, run->next);
    case KZI_NOTATION_OK:
        break;
    }
    return run->next;
}

/* How many of count more concealed tiles, of which the first stands at spot, there is room for. */
static uint32_t room_for(struct kzi_item_parser *reader, uint32_t count, struct kzi_spot spot) {
    uint32_t room = KZI_MAX_CONCEALED - (uint32_t)reader->hand->n_concealed;
    if (count <= room)
        return count;
    spot.at += room;
    kzi_problem_note(reader->problem, KZI_TILE_COUNT, spot,
                     "there are more than %d tiles: no hand has so many", KZI_MAX_CONCEALED);
    return room;
}

/* Concealed tiles of one suit, and that they are the last ones that were written. */
static inline void place(struct kzi_item_parser *reader, uint64_t numbers, unsigned suit,
                         unsigned count, struct kzi_spot spot) {
    struct kzi_hand *hand = reader->hand;
    hand->n_concealed = (uint8_t)(hand->n_concealed + count);
    kzi_hand_place(hand, &(struct kzi_placed){numbers, spot, (uint8_t)suit, (uint8_t)count, true});
    reader->last = hand->n_placed;
}

/* Counts of 4 bits each, of the numbers of a suit, red fives behind them. */
static inline void add_counts(struct kzi_hand *hand, unsigned suit, uint64_t counts) {
    uint8_t *concealed = hand->concealed + (size_t)9 * suit;
    uint64_t eight = kzi_little_endian(kzi_eight_counts(concealed) + kzi_spread_counts(counts));
    memcpy(concealed, &eight, sizeof eight);
    concealed[8] = (uint8_t)(concealed[8] + (counts >> 32 & 15));
    if (counts >> KZI_COUNTS_RED)
        hand->marked[suit] = (uint8_t)(hand->marked[suit] + (counts >> KZI_COUNTS_RED));
}

static void add_digits(struct kzi_item_parser *reader, const char *digits, const char *after,
                       unsigned suit) {
    while (digits < after) {
        char eight[8] = "";
        unsigned count = after - digits < 8 ? (unsigned)(after - digits) : 8;
        memcpy(eight, digits, count);
        uint64_t numbers = kzi_digit_numbers(kzi_load8(eight), count);
        add_counts(reader->hand, suit, kzi_count_numbers(numbers));
        place(reader, numbers, suit, count, kzi_spot_of(reader, digits));
        digits += count;
    }
}

static const char *take_any_run(struct kzi_item_parser *reader, const char *text) {
    struct kzi_run run;
    enum kzi_notation_error error = kzi_notation_run(text, reader->end, &run);
    if (error)
        return kzi_note_notation(reader, error, &run);
    struct kzi_spot spot = kzi_spot_of(reader, run.first);
    uint32_t count = room_for(reader, run.count, spot);
    if (!count)
        return run.next;
    if (run.single != KZI_NO_KIND) {
        reader->hand->concealed[run.single]++;
        place(reader, kzi_number(run.single), kzi_suit(run.single), 1, spot);
    } else
        add_digits(reader, run.first, run.first + count, run.suit);
    return run.next;
}

/* Most tiles of most hands come along here: up to seven digits with their suit. */
static inline const char *take_run(struct kzi_item_parser *reader, const char *text) {
    uint64_t eight;
    if (!kzi_load_eight(reader, text, &eight))
        return take_any_run(reader, text);
    unsigned count = kzi_digits_before(eight);
    int suit = count < 8 ? kzi_suit_of_letter((char)(eight >> 8 * count)) : -1;
    uint64_t numbers = kzi_digit_numbers(eight, count), counts = kzi_count_numbers(numbers);
    bool no_honors = suit == KZI_SUITS && counts >> 28;
    if (suit < 0 || !count || no_honors ||
        count > KZI_MAX_CONCEALED - (unsigned)reader->hand->n_concealed)
        return take_any_run(reader, text);
    add_counts(reader->hand, (unsigned)suit, counts);
    place(reader, numbers, (unsigned)suit, count, kzi_spot_of(reader, text));
    return text + count + 1;
}

/* Of two characters that are a tile, and no red five, the kind; else KZI_NO_KIND. */
static inline unsigned one_tile(const char *text) {
    static const uint8_t numbers[] = {0, 9, 9, 9, 7}; /* by suit from 1 */
    unsigned suit = kzi_suits_by_letter[(unsigned char)text[1]], digit = (unsigned)*text - '1';
    return digit < numbers[suit] ? 9 * suit - 9 + digit : KZI_NO_KIND;
}

static inline void set_win(struct kzi_item_parser *reader, const char *place, unsigned kind) {
    struct kzi_hand *hand = reader->hand;
    struct kzi_spot spot = kzi_spot_of(reader, place);
    hand->win = (uint8_t)kind;
    hand->win_marked = *place == '0';
    if (hand->win_marked)
        hand->marked[kzi_suit(kind)]++;
    hand->win_spot = spot;
    kzi_hand_place_kind(hand, kind, spot);
}

static unsigned kind_of_run(const struct kzi_run *run) {
    return run->single == KZI_NO_KIND ? kzi_kind_of_digit(run->suit, *run->first) : run->single;
}

static void note_not_one(struct kzi_item_parser *reader, const char *text, const char *how) {
    KZI_NOTE(reader, KZI_BAD_VALUE, text, "the winning tile is one tile: write it as %s", how);
}

/* Whether another tile follows a winning tile without a blank. */
static bool more_tiles(const struct kzi_item_parser *reader, const char *text) {
    struct kzi_run run;
    return text < reader->end && !kzi_is_blank(*text) &&
           kzi_notation_run(text, reader->end, &run) != KZI_NOTATION_BAD_CHAR;
}

/* "+8s", from the '+'. */
static const char *take_marked_win(struct kzi_item_parser *reader, const char *text) {
    if (reader->keys_given & 1U << KZI_KEY_WIN) {
        KZI_NOTE(reader, KZI_DUPLICATE, text, "the winning tile is given twice");
        return kzi_item_end(reader, text);
    }
    reader->keys_given |= 1U << KZI_KEY_WIN;
    const char *tile = text + 1;
    unsigned usual = reader->end - text >= 3 ? one_tile(tile) : KZI_NO_KIND;
    if (usual != KZI_NO_KIND && (reader->end - text == 3 || kzi_is_blank(text[3]))) {
        set_win(reader, tile, usual);
        return tile + 2;
    }
    struct kzi_run run = {.next = tile};
    enum kzi_notation_error error = KZI_NOTATION_BAD_CHAR;
    if (tile < reader->end && !kzi_is_blank(*tile))
        error = kzi_notation_run(tile, reader->end, &run);
    if (error && error != KZI_NOTATION_BAD_CHAR)
        return kzi_note_notation(reader, error, &run);
    if (error || run.count != 1 || more_tiles(reader, run.next)) {
        note_not_one(reader, text, "+8s, with a blank on each side");
        return kzi_item_end(reader, text);
    }
    set_win(reader, run.first, kind_of_run(&run));
    return run.next;
}

const char *kzi_take_tiles(struct kzi_item_parser *reader, const char *text) {
    const char *end = reader->end;
    while (text < end && !kzi_is_blank(*text))
        if (*text == '[' || *text == '(')
            text = kzi_take_meld(reader, text);
        else if (*text == '+')
            text = take_marked_win(reader, text);
        else
            text = take_run(reader, text);
    return text;
}

void kzi_take_win(struct kzi_item_parser *reader, const char *text, const char *end) {
    struct kzi_run run;
    enum kzi_notation_error error = KZI_NOTATION_BAD_CHAR;
    unsigned usual = end - text == 2 ? one_tile(text) : KZI_NO_KIND;
    if (usual != KZI_NO_KIND) {
        set_win(reader, text, usual);
        return;
    }
    if (text < end)
        error = kzi_notation_run(text, end, &run);
    if (error && error != KZI_NOTATION_BAD_CHAR)
        kzi_note_notation(reader, error, &run);
    else if (error || run.count != 1 || run.next != end)
        note_not_one(reader, text, "\"win\":\"8s\"");
    else
        set_win(reader, run.first, kind_of_run(&run));
}

static inline struct kzi_indicators *shown_as(struct kzi_item_parser *reader,
                                              enum kzi_hand_key key) {
    return key == KZI_KEY_URA ? &reader->hand->ura : &reader->hand->dora;
}

/* There is room for it.  That it is a red five is noted by the caller. */
static inline void add_indicator(struct kzi_item_parser *reader, enum kzi_hand_key key,
                                 unsigned kind, const char *place) {
    struct kzi_spot spot = kzi_spot_of(reader, place);
    struct kzi_indicators *to = shown_as(reader, key);
    unsigned number = to->count++;
    to->kind[number] = (uint8_t)kind;
    (key == KZI_KEY_URA ? reader->hand->ura_spot : reader->hand->dora_spot)[number] = spot;
    kzi_hand_place_kind(reader->hand, kind, spot);
}

static bool add_run_indicators(struct kzi_item_parser *reader, enum kzi_hand_key key,
                               const struct kzi_run *run) {
    bool digits = run->single == KZI_NO_KIND;
    struct kzi_indicators *shown = shown_as(reader, key);
    for (uint32_t i = 0; i < run->count; i++) {
        const char *place = run->first + i;
        if (shown->count == KZI_MAX_INDICATORS) {
            KZI_NOTE(reader, KZI_BAD_VALUE, place, "there are more than %d indicators",
                     KZI_MAX_INDICATORS);
            return false;
        }
        unsigned kind = digits ? kzi_kind_of_digit(run->suit, *place) : run->single;
        unsigned red = digits && *place == '0';
        shown->red = (uint16_t)(shown->red | red << shown->count);
        add_indicator(reader, key, kind, place);
    }
    return true;
}

static void note_no_indicator(struct kzi_item_parser *reader, enum kzi_hand_key key,
                              const char *place, const char *end) {
    const char *name = kzi_hand_key_names[key];
    if (reader->key != KZI_KEY_NONE)
        KZI_NOTE(reader, KZI_BAD_VALUE, place,
                 "%s takes the indicator tiles: write \"%s\":[\"4p\",\"7z\"]", name, name);
    else
        KZI_NOTE(reader, KZI_BAD_VALUE, place, "%s takes the indicator tiles%s: write %s=4p7z",
                 name, place < end && *place == ',' ? " without a comma" : "", name);
}

static void take_any_indicators(struct kzi_item_parser *reader, enum kzi_hand_key key,
                                const char *text, const char *end) {
    if (text == end)
        note_no_indicator(reader, key, text, end);
    while (text < end) {
        struct kzi_run run;
        enum kzi_notation_error error = kzi_notation_run(text, end, &run);
        if (error == KZI_NOTATION_BAD_CHAR)
            note_no_indicator(reader, key, run.next, end);
        else if (error)
            kzi_note_notation(reader, error, &run);
        if (error || !add_run_indicators(reader, key, &run))
            return;
        text = run.next;
    }
}

void kzi_take_indicators(struct kzi_item_parser *reader, enum kzi_hand_key key, const char *text,
                         const char *end) {
    unsigned usual = end - text == 2 ? one_tile(text) : KZI_NO_KIND;
    if (usual != KZI_NO_KIND && shown_as(reader, key)->count < KZI_MAX_INDICATORS)
        add_indicator(reader, key, usual, text);
    else
        take_any_indicators(reader, key, text, end);
}

struct last_tile {
    unsigned kind;
    bool marked;
    struct kzi_spot spot;
};

/* The concealed tile that was written last; there is one. */
static struct last_tile last_concealed(const struct kzi_item_parser *reader) {
    const struct kzi_placed *placed = &reader->hand->placed[reader->last - 1];
    unsigned i = placed->count - 1U;
    return (struct last_tile){kzi_placed_kind(placed, i), kzi_placed_marked(placed, i),
                              kzi_placed_spot(placed, i)};
}

void kzi_settle_win(struct kzi_item_parser *reader) {
    struct kzi_hand *hand = reader->hand;
    if (reader->keys_given & 1U << KZI_KEY_WIN)
        return;
    unsigned tiles = hand->n_concealed + 3U * hand->n_melds;
    if (!tiles) {
        struct kzi_spot spot = {.key = reader->key};
        kzi_problem_note(reader->problem, KZI_NO_WINNING_TILE, spot,
                         "there are no tiles: write a hand as in 123m456p789s1122z+2z");
    } else if (!hand->n_concealed) {
        struct kzi_spot spot = {.key = reader->key};
        kzi_problem_note(reader->problem, KZI_NO_WINNING_TILE, spot,
                         "there is no winning tile: write it as +8s");
    } else if (tiles == 13) { /* of the hand everyone plays; other numbers are told by the rules */
        kzi_problem_note(reader->problem, KZI_NO_WINNING_TILE, last_concealed(reader).spot,
                         "13 tiles and no winning tile: write it last, or as +8s");
    } else {
        struct last_tile last = last_concealed(reader);
        hand->win = (uint8_t)last.kind;
        hand->win_marked = last.marked;
        hand->win_spot = last.spot;
        hand->concealed[hand->win]--;
        hand->n_concealed--;
    }
}
