#include "hand/parser/items.h"

#include "base/names.h"
#include "base/utf8.h"
#include "hand/notation/readers.h"
#include "hand/parser/advice.h"
#include "hand/parser/json_tokens.h"
#include "hand/parser/tile_items.h"

#include <string.h>

const uint8_t kzi_chars[256] = {
    ['\t'] = KZI_BLANK,        [' '] = KZI_BLANK,         ['0' ... '9'] = KZI_DIGIT,
    ['A' ... 'Z'] = KZI_UPPER, ['a' ... 'z'] = KZI_LOWER, ['-'] = KZI_WORD_MARK,
    ['_'] = KZI_WORD_MARK,     ['('] = KZI_BRACKET,       [')'] = KZI_BRACKET,
    ['['] = KZI_BRACKET,       [']'] = KZI_BRACKET,
};

uint32_t kzi_parser_count_to(struct kzi_parser *parser, const char *place) {
    const char *from = parser->mark < place ? parser->mark : place;
    const char *to = parser->mark < place ? place : parser->mark;
    uint32_t between = 0;
    for (const char *at = from; at < to; at++)
        between += ((unsigned char)*at & 0xC0) != 0x80;
    parser->mark_at += parser->mark < place ? between : 0 - between;
    parser->mark = place;
    return parser->mark_at;
}

enum kzi_hand_key kzi_find_hand_key(const char *text, size_t len) {
    static const char names[KZI_KEYS][16] = {
        "",
#define KZI_HAND_KEY(name, word, types, read, says, line) #word,
#include "hand/keys.def"
#undef KZI_HAND_KEY
    };
    if (len - 1 >= 8) /* only multiplier is longer than eight letters */
        return kzi_is_text(text, text + len, names[KZI_KEY_MULTIPLIER]) ? KZI_KEY_MULTIPLIER
                                                                        : KZI_KEY_NONE;
    char name[8] = {0};
    unsigned key = 1;
    memcpy(name, text, len);
    while (key < KZI_KEYS && kzi_load8(names[key]) != kzi_load8(name))
        key++;
    return text[len - 1] && key < KZI_KEYS ? (enum kzi_hand_key)key : KZI_KEY_NONE;
}

/* --- words ----------------------------------------------------------------------------------- */

bool kzi_read_word(struct kzi_word *word, const char *text, const char *end) {
    char *to = word->text;
    if (text == end || end - text >= KZI_MAX_WORD || !kzi_is_lower(*text))
        return false;
    for (; text < end && kzi_chars[(unsigned char)*text] & KZI_OF_WORD; text++)
        *to++ = *text == '-' ? '_' : *text;
    *to = '\0';
    return text == end;
}

bool kzi_read_han_word(const struct kzi_parser *parser, struct kzi_word *word, const char *text,
                       const char *end) {
    size_t len = (size_t)(end - text);
    struct kzi_word_match found;
    if (len >= KZI_MAX_WORD || !kzi_utf8_is_han(text, len))
        return false;
    memcpy(word->text, text, len);
    word->text[len] = '\0';
    return parser->knows ? parser->knows(parser->context, word, &found)
                         : !kzi_is_chinese(text, end);
}

bool kzi_is_known_word(const struct kzi_parser *parser, const char *text, const char *end) {
    struct kzi_word word;
    struct kzi_word_match found;
    return kzi_read_word(&word, text, end) &&
           (kzi_is_by(&word) || (parser->knows && parser->knows(parser->context, &word, &found)));
}

const char *const kzi_way_words[KZI_WAY_WORDS] = {"ron", "discard", "tsumo", "self_draw"};

bool kzi_is_by(const struct kzi_word *word) {
    for (unsigned i = 0; i < KZI_WAY_WORDS; i++)
        if (*word->text == *kzi_way_words[i] && !strcmp(word->text, kzi_way_words[i]))
            return true;
    return false;
}

void kzi_take_way(struct kzi_parser *parser, bool self_draw, struct kzi_spot spot) {
    struct kzi_hand *hand = parser->hand;
    if (hand->by_given) {
        kzi_problem_note(parser->problem, KZI_DUPLICATE, spot, "the way of winning is said twice");
        return;
    }
    hand->by_given = true;
    hand->self_draw = self_draw;
    kzi_hand_items_add(hand->items, spot, KZI_PART_BY, 0, false);
}

bool kzi_take_by(struct kzi_parser *parser, const struct kzi_word *word, struct kzi_spot spot) {
    if (!kzi_is_by(word))
        return false;
    kzi_take_way(parser, *word->text == 't' || *word->text == 's', spot);
    return true;
}

void kzi_take_flag(struct kzi_parser *parser, const struct kzi_word *word, struct kzi_spot spot) {
    struct kzi_hand *hand = parser->hand;
    struct kzi_word_match found = {-1, NULL};
    bool twice = kzi_hand_says(hand, word->text);
    enum kzi_word_status known =
        parser->knows && !twice ? parser->knows(parser->context, word, &found) : KZI_KNOWN;
    hand->table_words |= known == KZI_TABLE_WORD;
    if (twice)
        kzi_problem_note(parser->problem, KZI_DUPLICATE, spot, "%s is said twice", word->text);
    else if (known == KZI_UNKNOWN)
        kzi_note_word(parser, spot, word->text, word->text + strlen(word->text), found.nearest);
    else if (hand->n_words == KZI_MAX_WORDS)
        kzi_problem_note(parser->problem, KZI_BAD_VALUE, spot, "there are more than %d words",
                         KZI_MAX_WORDS);
    else {
        kzi_hand_items_add(hand->items, spot, KZI_PART_WORD, 0, false);
        if (found.listed < 0)
            kzi_hand_add_word(hand, word);
        else
            hand->words[hand->n_words++] = (uint16_t)found.listed;
    }
}

void kzi_take_notation_word(struct kzi_parser *parser, const char *text, const char *place) {
    struct kzi_word word;
    kzi_read_word(&word, text, text + strlen(text));
    kzi_take_flag(parser, &word, kzi_spot_of(parser, place));
}

/* --- values ---------------------------------------------------------------------------------- */

static void read_by(struct kzi_parser *parser, enum kzi_hand_key key, const char *text,
                    const char *end) {
    struct kzi_word word;
    struct kzi_spot spot = kzi_spot_of(parser, text);
    if (!kzi_read_word(&word, text, end) || !kzi_take_by(parser, &word, spot))
        kzi_note_value(parser, key, spot);
}

static void read_flag(struct kzi_parser *parser, enum kzi_hand_key key, const char *text,
                      const char *end) {
    struct kzi_word word;
    struct kzi_spot spot = kzi_spot_of(parser, text);
    (void)key;
    if (!kzi_read_word(&word, text, end) && !kzi_read_han_word(parser, &word, text, end)) {
        kzi_note_word(parser, spot, text, end, NULL);
        return;
    }
    if (kzi_is_by(&word))
        kzi_problem_note(parser->problem, KZI_UNKNOWN_WORD, spot,
                         "%s is not a flag: write \"by\":\"%s\"", word.text, word.text);
    else
        kzi_take_flag(parser, &word, spot);
}

/* Read the notation of a record.  The record must then be read again, because the notation decides
 * how everything in it is read. */
static void read_notation(struct kzi_parser *parser, enum kzi_hand_key key, const char *text,
                          const char *end) {
    (void)key, (void)end;
    if (!parser->again)
        KZI_NOTE(parser, KZI_BAD_NOTATION, text, "the notation comes first");
}

/* Return whether the notation of the hand, and not a key, gave the seat. */
static bool seat_is_given(const struct kzi_hand *hand, enum kzi_hand_key key) {
    return key == KZI_KEY_ROUND ? hand->round_given : key == KZI_KEY_SEAT && hand->seat_given;
}

static void read_seat(struct kzi_parser *parser, enum kzi_hand_key key, const char *text,
                      const char *end) {
    struct kzi_hand *hand = parser->hand;
    int seat = kzi_seat_read(text, (size_t)(end - text));
    if (seat < 0) {
        kzi_note_bad_seat(parser, key, text, end);
    } else if (parser->notation && seat_is_given(hand, key)) {
        KZI_NOTE(parser, KZI_DUPLICATE, text, "%s is given twice", kzi_hand_key_names[key]);
    } else if (key == KZI_KEY_ROUND) {
        hand->round = (uint8_t)seat;
        hand->round_given = true;
    } else if (key == KZI_KEY_SEAT) {
        hand->seat = (uint8_t)seat;
        hand->seat_given = true;
        kzi_add_part(parser, KZI_PART_SEAT, 0, text);
    } else {
        hand->from = (int8_t)seat;
        kzi_add_part(parser, KZI_PART_FROM, 0, text);
    }
}

uint32_t kzi_read_digits(const char **text, const char *end, uint32_t max) {
    uint32_t number = 0;
    for (; *text < end && kzi_is_digit(**text); ++*text)
        number = number > max ? number : number * 10 + (uint32_t)(**text - '0');
    return number;
}

bool kzi_take_number(struct kzi_parser *parser, enum kzi_hand_key key, const char *text,
                     const char *end, uint32_t max, uint32_t *number) {
    const char *at = text;
    const uint32_t read = kzi_read_digits(&at, end, max);
    if (at == text || at < end || read > max) {
        kzi_note_value(parser, key, kzi_spot_of(parser, text));
        return false;
    }
    *number = read;
    return true;
}

static void read_number(struct kzi_parser *parser, enum kzi_hand_key key, const char *text,
                        const char *end) {
    struct kzi_hand *hand = parser->hand;
    uint32_t number;
    if (kzi_take_number(parser, key, text, end, KZI_MAX_COUNTERS, &number))
        *(key == KZI_KEY_HONBA ? &hand->counters : &hand->bets) = number;
}

void kzi_take_face(struct kzi_parser *parser, unsigned face, const char *place) {
    struct kzi_hand *hand = parser->hand;
    struct kzi_hand_item *same = kzi_hand_item_of_kind(hand, 1U << KZI_PART_FACE, face);
    if (kzi_face_count(&hand->faces, face) == KZI_MAX_FACES) {
        KZI_NOTE(parser, KZI_BAD_VALUE, place, "there are more than %d of one flower",
                 KZI_MAX_FACES);
        return;
    }
    kzi_face_add(&hand->faces, face, 1);
    hand->flowers++;
    if (same)
        same->at = kzi_spot_of(parser, place).at;
    else
        kzi_add_part(parser, KZI_PART_FACE, face, place);
}

/* Read a run of flowers, which may be honors, and return the position after it. */
static const char *take_faces(struct kzi_parser *parser, const char *text, const char *end) {
    struct kzi_run run = {.next = text};
    enum kzi_notation_error error =
        text < end ? kzi_notation_run(text, end, &run) : KZI_NOTATION_BAD_CHAR;
    const bool honors = !error && run.one == KZI_HONOR && !run.single;
    if (!error && !honors && !kzi_faces_in_run(&run))
        error = kzi_notation_flowers(&run);
    if (error == KZI_NOTATION_BAD_DIGIT)
        return kzi_note_notation(parser, error, &run);
    if (error) {
        KZI_NOTE(parser,
                 error == KZI_NOTATION_BAD_CHAR || run.single ? KZI_BAD_VALUE : KZI_UNKNOWN_SUIT,
                 run.next, "this is neither a number nor flowers: " KZI_FLOWERS ", as in %s",
                 parser->key == KZI_KEY_NONE ? "flowers=1f3g" : "\"flowers\":\"1f3g\"");
        return end;
    }
    for (uint32_t i = 0; i < run.count; i++)
        kzi_take_face(parser,
                      kzi_kind_of_run(&run, i) -
                          (honors ? KZI_HONOR - KZI_HONOR_FACE : KZI_SHOWN_FACE),
                      run.first + i);
    return run.next;
}

static bool are_digits(const char *text, const char *end) {
    while (text < end && kzi_is_digit(*text))
        text++;
    return text == end;
}

static void read_flowers(struct kzi_parser *parser, enum kzi_hand_key key, const char *text,
                         const char *end) {
    struct kzi_hand *hand = parser->hand;
    if (kzi_any_face(&hand->faces))
        KZI_NOTE(parser, KZI_DUPLICATE, text, "the flowers are given twice");
    kzi_add_part(parser, KZI_PART_FLOWERS, 0, text);
    if (are_digits(text, end)) {
        kzi_take_number(parser, key, text, end, 255, &hand->flowers);
        return;
    }
    while (text < end)
        text = kzi_is_blank(*text) ? text + 1 : take_faces(parser, text, end);
}

static const struct kzi_players *players_of(const struct kzi_parser *parser) {
    return parser->deal_form ? parser->deal_form->players : NULL;
}

/* Read a seat with its spot. */
static int take_seat(struct kzi_parser *parser, struct kzi_excerpt text) {
    const struct kzi_players *players = players_of(parser);
    const int seat = kzi_players_seat(players, text.span.text, text.span.end);
    const struct kzi_quotation quoted = kzi_quote(text.span.text, text.span.end);
    const char *near = kzi_players_nearest(players, quoted.text);
    if (seat < 0)
        kzi_problem_note(parser->problem, KZI_BAD_VALUE, text.spot, "\"%s\" is not a %s%s",
                         quoted.text, players && players->count ? "player" : "seat",
                         near ? kzi_suggest(near).text : ": E, S, W or N");
    return seat;
}

int kzi_take_seat(struct kzi_parser *parser, const char *text, const char *end) {
    return take_seat(parser, kzi_excerpt_of(parser, text, end));
}

static bool pao_twice(const struct kzi_hand *hand, const char *yaku) {
    for (unsigned i = 0; i < hand->n_pao; i++)
        if (!strcmp(hand->pao[i], yaku))
            return true;
    return false;
}

void kzi_take_pao(struct kzi_parser *parser, struct kzi_excerpt yaku, struct kzi_excerpt seat) {
    struct kzi_hand *hand = parser->hand;
    struct kzi_word word;
    if (!kzi_read_word(&word, yaku.span.text, yaku.span.end))
        kzi_note_value(parser, KZI_KEY_PAO, yaku.spot);
    else if (pao_twice(hand, word.text))
        kzi_problem_note(parser->problem, KZI_DUPLICATE, yaku.spot,
                         "pao names %s twice: one seat fed its last set", word.text);
    else if (seat.span.text == seat.span.end)
        kzi_note_value(parser, KZI_KEY_PAO, seat.spot);
    else if (hand->n_pao == KZI_MAX_PAO)
        kzi_problem_note(parser->problem, KZI_BAD_VALUE, yaku.spot,
                         "pao is said for more than %d yaku", KZI_MAX_PAO);
    else {
        const int from = take_seat(parser, seat);
        if (from < 0)
            return;
        unsigned i = hand->n_pao++;
        hand->pao[i] = strcpy(hand->extras->pao[i], word.text);
        hand->pao_seats[i] = (uint8_t)from;
        kzi_hand_items_add(hand->items, yaku.spot, KZI_PART_PAO, 0, false);
    }
}

/* Read "daisangen:N". */
static void read_pao(struct kzi_parser *parser, enum kzi_hand_key key, const char *text,
                     const char *end) {
    const char *colon = memchr(text, ':', (size_t)(end - text));
    (void)key;
    kzi_take_pao(parser, kzi_excerpt_of(parser, text, colon ? colon : end),
                 kzi_excerpt_of(parser, colon ? colon + 1 : end, end));
}

void kzi_add_seat(struct kzi_parser *parser, enum kzi_hand_key key, const char *text,
                  const char *end, uint8_t *seats) {
    const int seat = kzi_take_seat(parser, text, end);
    if (seat >= 0 && *seats >> seat & 1)
        KZI_NOTE(parser, KZI_DUPLICATE, text, "%s names %c twice", kzi_hand_key_names[key],
                 kzi_seat_letters[seat]);
    else if (seat >= 0)
        *seats = (uint8_t)(*seats | 1U << seat);
}

void kzi_take_stake(struct kzi_parser *parser, struct kzi_excerpt name, struct kzi_excerpt value) {
    uint32_t *stakes = &parser->hand->stakes;
    const char *at = value.span.text;
    const uint32_t stake = kzi_read_digits(&at, value.span.end, KZI_MAX_STAKE);
    const int seat = take_seat(parser, name);
    if (seat < 0)
        return;
    if (at < value.span.end || !stake || stake > KZI_MAX_STAKE)
        kzi_note_value(parser, KZI_KEY_STAKES, value.spot);
    else if (*stakes >> 8 * seat & UINT8_MAX)
        kzi_problem_note(parser->problem, KZI_DUPLICATE, value.spot, "stakes names %c twice",
                         kzi_seat_letters[seat]);
    else
        *stakes |= stake << 8 * seat;
}

/* Read "E2S4", the multipliers of payments by seat. */
static void read_stakes(struct kzi_parser *parser, enum kzi_hand_key key, const char *text,
                        const char *end) {
    if (text == end)
        kzi_note_value(parser, key, kzi_spot_of(parser, text));
    for (const char *at = text, *stake, *next; at < end; at = next) {
        for (stake = at; stake < end && !kzi_is_digit(*stake);)
            stake++;
        for (next = stake; next < end && kzi_is_digit(*next);)
            next++;
        kzi_take_stake(parser, kzi_excerpt_of(parser, at, stake > at ? stake : next),
                       kzi_excerpt_of(parser, stake, next));
    }
}

/* Read one of the seats that a deal names. */
static void read_seats(struct kzi_parser *parser, enum kzi_hand_key key, const char *text,
                       const char *end) {
    struct kzi_deal *deal = parser->deal;
    uint8_t *seats = key == KZI_KEY_RIICHI    ? &deal->riichi
                     : key == KZI_KEY_TENPAI  ? &deal->tenpai
                     : key == KZI_KEY_NAGASHI ? &deal->nagashi
                     : key == KZI_KEY_CHOMBO  ? &deal->chombo
                                              : &deal->wareme;
    if (text == end)
        kzi_note_type(parser, key);
    else
        kzi_add_seat(parser, key, text, end, seats);
}

/* Read "EW", the seats that have left. */
static void read_out(struct kzi_parser *parser, enum kzi_hand_key key, const char *text,
                     const char *end) {
    struct kzi_hand *hand = parser->hand;
    if (!hand->out)
        kzi_add_part(parser, KZI_PART_OUT, 0, text);
    if (text == end)
        kzi_note_value(parser, key, kzi_spot_of(parser, text));
    for (const char *at = text; at < end;) {
        const char *next = at + 1;
        while (next < end && ((unsigned char)*next & 0xC0) == 0x80)
            next++;
        kzi_add_seat(parser, key, at, next, &hand->out);
        at = next;
    }
}

static void read_draw(struct kzi_parser *parser, enum kzi_hand_key key, const char *text,
                      const char *end) {
    struct kzi_word word;
    (void)key;
    parser->deal->drawn = true;
    if (kzi_read_word(&word, text, end))
        memcpy(parser->deal->draw, word.text, sizeof word.text);
    else
        kzi_note_word(parser, kzi_spot_of(parser, text), text, end, NULL);
}

/* The JSON types of a value, as bits. */
enum {
    STRING = 1 << KZI_JSON_STRING,
    NUMBER = 1 << KZI_JSON_NUMBER,
    ARRAY = 1 << KZI_JSON_ARRAY,
    OBJECT = 1 << KZI_JSON_OBJECT,
    SCALAR = STRING | NUMBER,
    LINE = KZI_IN_LINE
};

const struct kzi_key_row kzi_keys[KZI_KEYS] = {
    {.line = ""},
#define KZI_HAND_KEY(name, word, types, read, says, line) {types, read, says, line},
#include "hand/keys.def"
#undef KZI_HAND_KEY
};
