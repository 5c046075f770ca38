/* Read hands in the one-line form (items separated by blanks), and choose between line and
 * record. */
#include "hand/parser/parser.h"

#include "base/utf8.h"
#include "hand/parser/advice.h"
#include "hand/parser/record.h"
#include "hand/parser/tile_items.h"

#include <string.h>

KZI_ALWAYS_INLINE void take_word(struct kzi_parser *parser, const struct kzi_word *word,
                                 const char *text) {
    struct kzi_spot spot = kzi_spot_of(parser, text);
    if (!kzi_take_by(parser, word, spot))
        kzi_take_flag(parser, word, spot);
}

/* Return whether a word is a suit, alone or with digits after it. */
static inline bool is_suit_first(const char *text, const char *end) {
    return kzi_suit_of_letter(*text) >= 0 && (end - text == 1 || kzi_is_digit(text[1]));
}

/* Parse an item that begins with a lower-case letter or '=', or is a word in capitals. */
KZI_ALWAYS_INLINE const char *take_named(struct kzi_parser *parser, const char *text) {
    struct kzi_word word;
    const char *after = kzi_find_blank_or('=', text, parser->end);
    if (after < parser->end && *after == '=') {
        const enum kzi_hand_key key = kzi_find_hand_key(text, (size_t)(after - text));
        const char *end = kzi_item_end(parser, after);
        if (kzi_keys[key].types & KZI_IN_LINE)
            kzi_take_value(parser, key, text, after + 1, end);
        else
            kzi_note_line_key(parser, text, after);
        return end;
    }
    if (!is_suit_first(text, after) && kzi_read_word(&word, text, after))
        take_word(parser, &word, text);
    else
        kzi_note_word(parser, kzi_spot_of(parser, text), text, after, NULL);
    return after;
}

/* Parse a word that is not ASCII, or tiles. */
static __attribute__((noinline)) const char *take_foreign(struct kzi_parser *parser,
                                                          const char *text) {
    struct kzi_word word;
    const char *end = kzi_item_end(parser, text);
    if (!kzi_read_han_word(parser, &word, text, end))
        return kzi_take_tiles(parser, text);
    take_word(parser, &word, text);
    return end;
}

/* Return whether an item such as "Riichi" or "SEAT=E" is a word, though some capitals are tiles:
 * one of its letters is not an honor, or lower-case letters follow a capital. */
static bool capital_word(const struct kzi_parser *parser, const char *text) {
    const char *at = text;
    while (at < parser->end && kzi_kind_of_letter(*at) != KZI_NO_KIND)
        at++;
    if (at == parser->end)
        return false;
    return *at == '=' || kzi_is_upper(*at) || (kzi_is_lower(*at) && at - text <= 1);
}

static inline bool is_named(const struct kzi_parser *parser, const char *text) {
    unsigned what = kzi_chars[(unsigned char)*text];
    return what & KZI_LOWER || *text == '=' || (what & KZI_UPPER && capital_word(parser, text));
}

/* Read items from a position on.  tiles: some may be tiles; in other notations these are read
 * before. */
KZI_ALWAYS_INLINE void read_items(struct kzi_parser *parser, const char *at, bool tiles) {
    const char *end = parser->end;
    for (; at < end; at += at < end && (tiles || kzi_is_blank(*at))) {
        if (kzi_is_blank(*at))
            continue;
        if (!tiles && !kzi_is_after_tiles(parser->start, at, end)) {
            kzi_note_foreign(parser, at);
            return;
        }
        if (tiles && is_named(parser, at))
            at = take_named(parser, at);
        else if ((unsigned char)*at >= 0x80)
            at = take_foreign(parser, at);
        else if (tiles)
            at = kzi_take_tiles(parser, at);
        else if (*at == '+')
            at = kzi_take_plus(parser, at);
        else
            at = take_named(parser, at);
    }
}

void kzi_read_words(struct kzi_parser *parser, const char *at) {
    read_items(parser, at, false);
}

/* If no notation is recognized, the problems of the first try are reported. */
void kzi_read_line(struct kzi_parser *parser) {
    const char *text = parser->start, *end = parser->end;
    if (parser->recognizes)
        parser->notation = kzi_notation_recognize(parser, kzi_skip_blanks(text, end), end);
    if (parser->notation) {
        kzi_read_words(parser, parser->notation->read(parser, text));
        kzi_settle_win(parser);
    } else if (!parser->problem->found) {
        read_items(parser, text, true);
        kzi_settle_win(parser);
    }
}

/* --- hands ----------------------------------------------------------------------------------- */

/* Clear everything that is read even if it was not written.  The melds and the arrays after them,
 * whose lengths are cleared, keep old data: the words of numbered hands are read once and kept
 * there (numbers.c), and clearing would take longer than reading a hand.  The copy uses vectors,
 * because gcc would otherwise use a string instruction, which is slow to start. */
void kzi_hand_clear(struct kzi_hand *hand) {
    typedef uint8_t vector __attribute__((vector_size(64)));
    static const vector none[4];
    _Static_assert(offsetof(struct kzi_hand, melds) <= sizeof none, "what is cleared");
    memcpy(hand, none, offsetof(struct kzi_hand, melds));
    hand->seat = 1;
    hand->from = -1;
}

void kzi_parser_clear(struct kzi_parser *parser) {
    kzi_hand_clear(parser->hand);
    parser->hand->words_known = parser->knows != NULL;
    parser->hand->items->count = 0;
    memset(&parser->copies, 0, sizeof parser->copies);
}

static bool is_ascii(const char *text, size_t len) {
    uint64_t high = 0;
    for (; len >= 8; text += 8, len -= 8)
        high |= kzi_load8(text);
    while (len)
        high |= (unsigned char)text[--len];
    return !(high & KZI_EVERY_BYTE * 0x80);
}

bool kzi_check_readable(struct kzi_parser *parser, const char *text, size_t len) {
    if (len > KZI_MAX_LINE) {
        kzi_problem_note(parser->problem, KZI_TOO_LONG, (struct kzi_spot){.at = 0},
                         "a hand has at most %d bytes, this is longer", KZI_MAX_LINE);
        return false;
    }
    parser->ascii = is_ascii(text, len);
    size_t valid = parser->ascii ? len : kzi_utf8_valid(text, len);
    if (valid < len) {
        struct kzi_spot spot = {.at = (uint32_t)kzi_utf8_count(text, valid) + 1};
        kzi_problem_note(parser->problem, KZI_NOT_UTF8, spot,
                         "the text is not UTF-8 from here on: save it as UTF-8");
    }
    return valid == len;
}

void kzi_read_text(struct kzi_parser *parser, const struct kzi_record_form *form, const char *text,
                   size_t len) {
    const char *end = text + len, *first = kzi_skip_blanks(text, end);
    if (!kzi_check_readable(parser, text, len))
        return;
    kzi_parser_take(parser, text, end, KZI_KEY_NONE, 1);
    if (first < end && *first == '{')
        kzi_read_record(parser, form, text, len);
    else if (first < end)
        form->line(parser);
    else if (form->empty)
        kzi_problem_note(parser->problem, KZI_EMPTY, (struct kzi_spot){.at = 0}, "%s%s",
                         form->empty, form == &kzi_hand_form && !parser->unfinished ? "+2z" : "");
}

bool kzi_is_remark(const char *line, size_t len) {
    const char *first = kzi_skip_blanks(line, line + len);
    return first == line + len || *first == '#';
}

void kzi_parser_begin(struct kzi_parser *parser, const struct kzi_notation *notation) {
    parser->again = notation && notation->read;
    parser->notation = parser->again ? notation : NULL;
    parser->recognizes = false;
    parser->problem->found = false;
}

void kzi_parser_open(struct kzi_parser *parser, struct kzi_hand *hand,
                     const struct kzi_hand_form *form, const struct kzi_notation *notation,
                     struct kzi_problem *problem) {
    parser->deal_form = NULL;
    parser->unfinished = form->unfinished;
    parser->hand = hand;
    parser->problem = problem;
    parser->knows = form->knows;
    parser->context = form->context;
    parser->ruleset = form->ruleset;
    hand->listed_words = form->listed_words;
    parser->keys_given = 0;
    kzi_parser_begin(parser, notation);
}

bool kzi_parser_begin_again(struct kzi_parser *parser, const struct kzi_notation *notation) {
    if (parser->again || !parser->problem->found || parser->problem->code <= KZI_BAD_JSON)
        return false;
    parser->problem->found = false;
    parser->again = true;
    parser->recognizes = !notation;
    parser->keys_given = 0;
    return true;
}

void kzi_read_piece(struct kzi_parser *parser, const struct kzi_notation *notation) {
    const struct kzi_parser unread = *parser;
    struct kzi_problem found;
    parser->problem = &found;
    kzi_parser_begin(parser, notation);
    do {
        kzi_parser_clear(parser);
        kzi_parser_take(parser, unread.start, unread.end, KZI_KEY_NONE, unread.mark_at);
        kzi_read_line(parser);
    } while (kzi_parser_begin_again(parser, notation));
    if (found.found)
        kzi_problem_note(unread.problem, found.code, found.spot, "%s", found.text);
    parser->problem = unread.problem;
}

bool kzi_hand_read_as(struct kzi_hand *hand, const struct kzi_hand_form *form, const char *text,
                      size_t len, struct kzi_problem *problem) {
    struct kzi_parser parser;
    kzi_parser_open(&parser, hand, form, form->notation, problem);
    do {
        kzi_parser_clear(&parser);
        kzi_read_text(&parser, &kzi_hand_form, text, len);
    } while (kzi_parser_begin_again(&parser, form->notation));
    if (problem->found) {
        bool has_id = hand->has_id; /* the error is reported with the id */
        kzi_hand_clear(hand);
        hand->has_id = has_id;
    }
    return !problem->found;
}

bool kzi_hand_read(struct kzi_whole_hand *whole, const char *text, size_t len,
                   kzi_knows_word_fn *knows, const void *context, struct kzi_problem *problem) {
    const struct kzi_hand_form form = {.knows = knows, .context = context};
    kzi_hand_refer(&whole->hand, &whole->extras, &whole->items);
    return kzi_hand_read_as(&whole->hand, &form, text, len, problem);
}
