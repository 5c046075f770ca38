/* Read a value stated without tiles, as a line ("3 fan 40 fu tsumo seat=E") or as a record.  Words
 * stay text, which a ruleset interprets (score/value.h). */
#include "hand/parser/value_line.h"

#include "base/names.h"
#include "hand/parser/advice.h"
#include "hand/parser/record.h"

#include <string.h>

#define LINE_KEYS                                                                                  \
    (KZI_BIT(ROUND) | KZI_BIT(SEAT) | KZI_BIT(FROM) | KZI_BIT(HONBA) | KZI_BIT(DEPOSITS) |         \
     KZI_BIT(OUT))
#define RECORD_KEYS (LINE_KEYS | KZI_BIT(ID) | KZI_BIT(BY) | KZI_BIT(FLAGS))

/* --- words ----------------------------------------------------------------------------------- */

static struct kzi_value_word *add_word(struct kzi_parser *parser, struct kzi_spot spot) {
    struct kzi_value_statement *stated = parser->stated;
    stated->given = true;
    if (stated->n_words == KZI_MAX_VALUE_WORDS) {
        kzi_problem_note(parser->problem, KZI_BAD_VALUE, spot, "there are more than %d words",
                         KZI_MAX_VALUE_WORDS);
        return NULL;
    }
    struct kzi_value_word *word = &stated->words[stated->n_words++];
    *word = (struct kzi_value_word){.spot = spot};
    return word;
}

static bool ends_word(const struct kzi_parser *parser, const char *at) {
    return at == parser->end || kzi_is_blank(*at) || *at == ',';
}

static const char *word_end(const struct kzi_parser *parser, const char *at) {
    return kzi_find_blank_or(',', at, parser->end);
}

/* Return whether a factor begins here: "x4". */
static bool is_factor(const struct kzi_parser *parser, const char *at) {
    return *at == 'x' && !ends_word(parser, at + 1) && kzi_is_digit(at[1]);
}

/* Read digits or a factor, and return the position after them. */
static const char *take_digits(struct kzi_parser *parser, const char *text) {
    struct kzi_value_word *word = add_word(parser, kzi_spot_of(parser, text));
    const bool factor = is_factor(parser, text);
    const char *at = text + factor;
    const uint32_t number = kzi_read_digits(&at, parser->end, KZI_MAX_STATED);
    if (number > KZI_MAX_STATED)
        KZI_NOTE(parser, KZI_BAD_VALUE, text, "this number is too high: %d at most",
                 KZI_MAX_STATED);
    else if (word)
        word->number = (int32_t)number;
    if (word) {
        word->is_number = true;
        word->text[0] = factor ? 'x' : '\0';
    }
    return at;
}

/* Read anything else up to a blank, as lower-case letters. */
static const char *take_letters(struct kzi_parser *parser, const char *text) {
    struct kzi_spot spot = kzi_spot_of(parser, text);
    const char *end = word_end(parser, text);
    const size_t len = (size_t)(end - text);
    char plain[KZI_MAX_WORD];
    struct kzi_word by;
    if (len >= sizeof plain) {
        kzi_problem_note(parser->problem, KZI_UNKNOWN_WORD, spot, "%s is too long for a word",
                         kzi_quote(text, end).text);
        return end;
    }
    for (size_t i = 0; i < len; i++)
        plain[i] = kzi_plain_letter(text[i]);
    if (kzi_read_word(&by, plain, plain + len) && kzi_take_by(parser, &by, spot))
        return end;
    struct kzi_value_word *word = add_word(parser, spot);
    if (word)
        memcpy(word->text, plain, len);
    return end;
}

static const char *take_pair(struct kzi_parser *parser, const char *text, const char *equals,
                             uint64_t keys) {
    const char *end = word_end(parser, equals + 1);
    enum kzi_hand_key key = kzi_find_hand_key(text, (size_t)(equals - text));
    if (keys >> key & 1)
        kzi_take_value(parser, key, text, equals + 1, end);
    else if (parser->deal)
        kzi_note_no_deal_key(parser, text, equals);
    else
        kzi_note_no_key(parser, kzi_spot_of(parser, text), (struct kzi_span){text, equals},
                        "a value", keys, "");
    return end;
}

void kzi_take_value_words(struct kzi_parser *parser, const char *text, uint64_t keys) {
    for (const char *at = text; at < parser->end;) {
        const char *end = word_end(parser, at), *equals = memchr(at, '=', (size_t)(end - at));
        if (ends_word(parser, at))
            at++;
        else if (equals && keys)
            at = take_pair(parser, at, equals, keys);
        else if (kzi_is_digit(*at) || is_factor(parser, at))
            at = take_digits(parser, at);
        else
            at = take_letters(parser, at);
    }
}

/* --- a record -------------------------------------------------------------------------------- */

void kzi_take_stated(struct kzi_parser *parser, enum kzi_hand_key key, const char *text,
                     const char *end) {
    struct kzi_value_statement *stated = parser->stated;
    struct kzi_deal *deal = parser->deal;
    uint32_t number = 0;
    if (stated)
        stated->given = true;
    if (key == KZI_KEY_LIMIT) {
        kzi_take_value_words(parser, text, 0);
        return;
    }
    kzi_take_number(parser, key, text, end, KZI_MAX_STATED, &number);
    *(stated ? &stated->numbers[key - KZI_KEY_TOTAL] : &deal->points[parser->hand - deal->others]) =
        (struct kzi_value_word){
            .is_number = true, .number = (int32_t)number, .spot = kzi_spot_of(parser, text)};
}

/* --- both ------------------------------------------------------------------------------------ */

static void read_line(struct kzi_parser *parser) {
    kzi_take_value_words(parser, parser->start, LINE_KEYS);
}

/* The form requires no key; settling reports what is missing. */
static const struct kzi_record_form value_form = {"a value",
                                                  RECORD_KEYS | KZI_STATED_KEYS,
                                                  "a hand",
                                                  ((UINT64_C(1) << KZI_HAND_KEYS) - 2) &
                                                      ~RECORD_KEYS,
                                                  KZI_STATED_KEYS,
                                                  kzi_take_stated,
                                                  NULL,
                                                  read_line,
                                                  NULL};

bool kzi_value_read(struct kzi_stated_value *stated, const char *text, size_t len,
                    struct kzi_problem *problem) {
    struct kzi_parser parser = {
        .hand = &stated->hand, .stated = &stated->statement, .problem = problem};
    problem->found = false;
    kzi_hand_refer(&stated->hand, &stated->extras, &stated->items);
    kzi_parser_clear(&parser);
    kzi_value_statement_clear(&stated->statement);
    kzi_read_text(&parser, &value_form, text, len);
    return !problem->found;
}
