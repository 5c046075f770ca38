/* Read JSON records: one object whose values are written like the parts of a line. */
#include "hand/parser/record.h"
#include "base/text.h"
#include "base/utf8.h"
#include "hand/parser/advice.h"
#include "hand/parser/deal_items.h"
#include "hand/parser/json_value.h"
#include "hand/parser/tile_items.h"

#include <stdlib.h>
#include <string.h>

#define DECODED_SIZE (4 * 1024) /* bytes for strings with escapes; hands need far fewer */
#define JOINED_SIZE  1024       /* bytes for an array of tiles joined to one text */

struct record {
    struct kzi_parser *parser;
    struct kzi_json json;
    const char *text;
    bool ascii; /* the whole record is ASCII */
    /* If decoded is too small: twice the bytes of the longest line; or NULL. */
    char *large;
    char *next;           /* the free space for the next decoded string */
    struct kzi_span hand; /* the tiles, if they may be in another notation; text NULL: none */
    struct kzi_json_token tokens[KZI_JSON_TOKENS];
    char decoded[DECODED_SIZE]; /* decoded strings with escapes, one after the other */
    char joined[JOINED_SIZE];
};

#define HAND_KEYS     ((KZI_BIT(WINNERS) - KZI_BIT(HAND)) | KZI_BIT(RULESET))
#define OWN_DEAL_KEYS (KZI_BIT(TOTAL) - KZI_BIT(WINNERS))

static struct kzi_spot line_spot(const struct record *record, const char *place) {
    size_t before = kzi_utf8_count(record->text, (size_t)(place - record->text));
    return (struct kzi_spot){.at = (uint32_t)before + 1, .key = KZI_KEY_NONE};
}

/* Return the token after a value and all its members. */
static inline const struct kzi_json_token *token_after(const struct record *record,
                                                       const struct kzi_json_token *value) {
    return &record->tokens[value->after];
}

static inline bool is_null(const struct kzi_json_token *value) {
    return value->kind == KZI_JSON_WORD && *value->start == 'n';
}

/* Decode a string with escapes. */
static struct kzi_span decode_string(struct record *record, const struct kzi_json_token *token) {
    size_t left = (size_t)(record->decoded + sizeof record->decoded - record->next);
    if (!record->large && (size_t)(token->end - token->start) > left &&
        !(record->next = record->large = malloc((size_t)2 * KZI_MAX_LINE))) {
        record->next = record->decoded;
        kzi_problem_note(record->parser->problem, KZI_TOO_LONG, line_spot(record, token->start),
                         "out of memory for so much text with escapes");
        return (struct kzi_span){token->start, token->start};
    }
    struct kzi_span span = {.text = record->next};
    span.end = record->next = kzi_json_decode(token, record->next);
    return span;
}

/* Return a string.  take_string also makes it the text to parse next: as the value of key, from
 * column first_at on. */
static inline struct kzi_span string_of(struct record *record, const struct kzi_json_token *token) {
    return token->escaped ? decode_string(record, token)
                          : (struct kzi_span){token->start, token->end};
}

static inline struct kzi_span take_string(struct record *record, const struct kzi_json_token *token,
                                          enum kzi_hand_key key, uint32_t first_at) {
    struct kzi_parser *parser = record->parser;
    const struct kzi_span span = string_of(record, token);
    parser->ascii = record->ascii && !token->escaped;
    kzi_parser_take(parser, span.text, span.end, key, first_at);
    return span;
}

/* --- values ---------------------------------------------------------------------------------- */

/* Read an array of texts.  Columns count as if they were one line, separated by blanks.  In a
 * notation whose form is a JSON array, numbers and arrays of tiles are read as texts. */
static void take_array(struct record *record, enum kzi_hand_key key,
                       const struct kzi_json_token *array) {
    const struct kzi_notation *notation = record->parser->notation;
    const bool any = notation && notation->form != KZI_AS_STRING;
    const struct kzi_json_token *token = array + 1, *const end = token_after(record, array);
    uint32_t at = 1;
    /* An empty array counts as given. */
    if (token == end && (key == KZI_KEY_SEEN || key == KZI_KEY_DISCARDS)) {
        kzi_parser_take(record->parser, array->start, array->start, key, at);
        kzi_read_seen(record->parser, key, array->start, array->start);
    }
    for (; token < end; token = token_after(record, token)) {
        if (!any && token->kind != KZI_JSON_STRING) {
            kzi_note_type(record->parser, key);
            continue;
        }
        struct kzi_span span = take_string(record, token, key, at);
        kzi_keys[key].read(record->parser, key, span.text, span.end);
        size_t len = (size_t)(span.end - span.text);
        at += (uint32_t)(record->parser->ascii ? len : kzi_utf8_count(span.text, len)) + 1;
    }
}

static struct kzi_excerpt excerpt_of(struct record *record, const struct kzi_json_token *token) {
    return (struct kzi_excerpt){string_of(record, token), line_spot(record, token->start)};
}

/* Read an object of pairs.  A value of a wrong type counts as an empty one. */
static void take_object(struct record *record, enum kzi_hand_key key,
                        const struct kzi_json_token *object) {
    const bool stakes = key == KZI_KEY_STAKES;
    record->parser->key = (uint8_t)key;
    for (const struct kzi_json_token *name = object + 1, *end = token_after(record, object);
         name < end; name = token_after(record, name + 1)) {
        struct kzi_excerpt value = excerpt_of(record, name + 1);
        if (name[1].kind != (stakes ? KZI_JSON_NUMBER : KZI_JSON_STRING))
            value.span.end = value.span.text;
        (stakes ? kzi_take_stake : kzi_take_pao)(record->parser, excerpt_of(record, name), value);
    }
}

/* Store the id as JSON. */
static void take_id(struct record *record, const struct kzi_json_token *token) {
    struct kzi_hand *hand = record->parser->hand;
    const int quote = token->kind == KZI_JSON_STRING;
    const size_t len = (size_t)(token->end - token->start + 2 * quote);
    const struct kzi_spot spot = {.at = 1, .key = KZI_KEY_ID};
    if (len >= sizeof hand->extras->id) {
        kzi_problem_note(record->parser->problem, KZI_BAD_VALUE, spot,
                         "id is too long: %d characters at most", KZI_MAX_ID - 3);
        return;
    }
    memcpy(hand->extras->id, token->start - quote, len);
    hand->extras->id[len] = '\0';
    hand->has_id = true;
}

/* Pass the ruleset to the caller, who reads the record again if that ruleset has other words. */
static void take_ruleset(const struct record *record, const struct kzi_json_token *value) {
    if (record->parser->ruleset)
        *record->parser->ruleset = *value;
    else
        kzi_problem_note(record->parser->problem, KZI_UNKNOWN_KEY,
                         line_spot(record, value[-1].start),
                         "no ruleset is chosen by \"ruleset\" here: leave it out");
}

static void take_foreign_hand(struct record *record);
static void take_whole(struct record *record, enum kzi_hand_key key,
                       const struct kzi_json_token *value);

/* Read the value of a key that this kind of record reads in its own way. */
static void take_own(struct record *record, enum kzi_hand_key key,
                     const struct kzi_json_token *value, const struct kzi_record_form *form) {
    const struct kzi_span text =
        take_string(record, value, KZI_KEY_NONE, line_spot(record, value->start).at);
    if (kzi_keys[key].types >> value->kind & 1)
        form->read(record->parser, key, text.text, text.end);
    else
        kzi_problem_note(record->parser->problem, KZI_BAD_VALUE,
                         kzi_spot_of(record->parser, text.text), "%s takes %s",
                         kzi_hand_key_names[key], kzi_keys[key].says);
}

/* Check that the winning tile is not also written in "hand", as +8s. */
static bool win_is_new(struct record *record, const struct kzi_json_token *value) {
    struct kzi_parser *parser = record->parser;
    bool given = parser->keys_given & KZI_BIT(WIN);
    parser->keys_given |= KZI_BIT(WIN);
    if (given)
        kzi_problem_note(parser->problem, KZI_DUPLICATE, line_spot(record, value->start),
                         "the winning tile is given twice, in \"hand\" and as \"win\"");
    return !given;
}

/* Read a value; null means that the key is not given. */
static inline void take_value(struct record *record, enum kzi_hand_key key,
                              const struct kzi_json_token *value) {
    const struct kzi_key_row *row = &kzi_keys[key];
    if (!(row->types >> value->kind & 1)) {
        if (!is_null(value))
            kzi_note_type(record->parser, key);
        return;
    }
    if (key == KZI_KEY_WIN && !win_is_new(record, value))
        return;
    record->parser->keys_given |= UINT64_C(1) << key;
    if (!row->read)
        take_whole(record, key, value);
    else if (key == KZI_KEY_HAND && record->hand.text)
        take_foreign_hand(record);
    else if (value->kind == KZI_JSON_ARRAY)
        take_array(record, key, value);
    else if (value->kind == KZI_JSON_OBJECT)
        take_object(record, key, value);
    else {
        struct kzi_span span = take_string(record, value, key, 1);
        row->read(record->parser, key, span.text, span.end);
    }
}

/* --- the object ------------------------------------------------------------------------------ */

static inline enum kzi_hand_key find_key(struct kzi_span name) {
    return kzi_find_hand_key(name.text, (size_t)(name.end - name.text));
}

static void note_unknown_key(struct record *record, struct kzi_span name,
                             const struct kzi_record_form *form, struct kzi_spot spot) {
    struct kzi_parser *parser = record->parser;
    if (form->others >> find_key(name) & 1)
        kzi_problem_note(parser->problem, KZI_UNKNOWN_KEY, spot, "\"%s\" is a key of %s, not of %s",
                         kzi_quote(name.text, name.end).text, form->other, form->thing);
    else
        kzi_note_no_key(parser, spot, name, form->thing,
                        form->keys & ~(KZI_BIT(RULESET) |
                                       (parser->unfinished ? KZI_BIT(WIN) | KZI_BIT(BY) : 0U)),
                        ", and keys of your own begin with _");
}

/* Read a member with a key that this kind of record reads in its own way or does not have, or that
 * occurs twice. */
static void take_odd(struct record *record, const struct kzi_json_token *name,
                     const struct kzi_record_form *form, enum kzi_hand_key key, uint64_t left) {
    const struct kzi_span text = string_of(record, name);
    if (left >> key & 1) {
        if (!is_null(name + 1))
            take_own(record, key, name + 1, form);
    } else if (form->keys >> key & 1)
        kzi_problem_note(record->parser->problem, KZI_DUPLICATE, line_spot(record, name->start),
                         "\"%s\" is given twice", kzi_hand_key_names[key]);
    else if (text.text == text.end || *text.text != '_') /* keys of users begin with _ */
        note_unknown_key(record, text, form, line_spot(record, name->start));
}

/* Read one member.  left: the keys that have not occurred yet, as bits. */
static inline void take_member(struct record *record, const struct kzi_json_token *name,
                               const struct kzi_record_form *form, uint64_t *left) {
    enum kzi_hand_key key = find_key(string_of(record, name));
    const uint64_t bit = UINT64_C(1) << key;
    if (!(*left & ~form->own & bit))
        take_odd(record, name, form, key, *left);
    else
        take_value(record, key, name + 1);
    *left &= ~bit;
}

/* --- other notations ------------------------------------------------------------------------- */

/* Join the texts or numbers of an array, separated by blanks.  Return false if it has other values,
 * or too many. */
static bool join_array(struct record *record, const struct kzi_json_token *array) {
    struct kzi_text text = kzi_text_fixed(record->joined, sizeof record->joined);
    for (const struct kzi_json_token *token = array + 1; token < token_after(record, array);
         token++) {
        if (token->kind != KZI_JSON_STRING && token->kind != KZI_JSON_NUMBER)
            return false;
        kzi_text_put(&text, text.len ? " " : "");
        kzi_text_add(&text, token->start, (size_t)(token->end - token->start));
        if (token->escaped)
            return false;
    }
    const bool fits = kzi_text_end(&text) < sizeof record->joined;
    if (fits)
        record->hand = (struct kzi_span){record->joined, record->joined + text.len};
    return fits;
}

/* Find the tiles of the object: a text, or an array joined to one text. */
static void read_hand_member(struct record *record, struct kzi_json_value object) {
    const struct kzi_json_value hand = kzi_json_member(object, "hand");
    record->hand.text = NULL;
    if (kzi_json_is(hand, KZI_JSON_STRING))
        record->hand = string_of(record, hand.token);
    else if (kzi_json_is(hand, KZI_JSON_ARRAY) && !join_array(record, hand.token))
        record->hand.text = NULL;
}

/* Return the notation that the object names, or fallback if it names none. */
static const struct kzi_notation *named_notation(struct record *record,
                                                 struct kzi_json_value object,
                                                 const struct kzi_notation *fallback) {
    const struct kzi_json_value value = kzi_json_member(object, "notation");
    if (!kzi_json_is(value, KZI_JSON_STRING))
        return fallback;
    struct kzi_span name = string_of(record, value.token);
    record->parser->recognizes = false;
    const struct kzi_notation *named = kzi_find_notation(name.text, (size_t)(name.end - name.text));
    if (!named)
        kzi_note_no_notation(record->parser, name.text, name.end);
    return named;
}

/* Choose the notation of the object.  If it is kazoe's own, forget the tiles found. */
static void choose_notation(struct record *record, struct kzi_json_value object) {
    struct kzi_parser *parser = record->parser;
    const struct kzi_notation *notation = named_notation(record, object, parser->notation);
    read_hand_member(record, object);
    if (record->hand.text) {
        parser->ascii = false;
        kzi_parser_take(parser, record->hand.text, record->hand.end, KZI_KEY_HAND, 1);
    }
    if (parser->recognizes && record->hand.text)
        notation = kzi_notation_recognize(parser, record->hand.text, record->hand.end);
    parser->notation = notation && notation->read ? notation : NULL;
    if (!parser->notation)
        record->hand.text = NULL;
}

static void take_foreign_hand(struct record *record) {
    struct kzi_parser *parser = record->parser;
    struct kzi_span hand = record->hand;
    parser->ascii = false;
    kzi_parser_take(parser, hand.text, hand.end, KZI_KEY_HAND, 1);
    const char *at = parser->notation->read(parser, hand.text);
    at = kzi_skip_blanks(at, hand.end);
    if (at < hand.end)
        kzi_note_foreign(parser, at);
}

static void take_pairs(struct record *record, const struct kzi_json_token *object,
                       const struct kzi_record_form *form) {
    uint64_t left = form->keys;
    if (record->parser->again)
        choose_notation(record, (struct kzi_json_value){record->tokens, object});
    for (const struct kzi_json_token *name = object + 1, *end = token_after(record, object);
         name < end; name = token_after(record, name + 1))
        take_member(record, name, form, &left);
    record->hand.text = NULL;
    if (form->finish)
        form->finish(record->parser);
}

static void need_hand(const struct kzi_parser *parser) {
    if (!(parser->keys_given & KZI_BIT(HAND)))
        kzi_problem_note(parser->problem, KZI_BAD_VALUE, kzi_spot_of_key(KZI_KEY_HAND),
                         "\"hand\" is missing: write its tiles as \"hand\":\"234m55z\"");
}

static void finish_hand(struct kzi_parser *parser) {
    need_hand(parser);
    kzi_parser_take(parser, "", "", KZI_KEY_HAND, 0);
    kzi_settle_win(parser);
}

void kzi_read_record(struct kzi_parser *parser, const struct kzi_record_form *form,
                     const char *text, size_t len) {
    struct record record;
    record.parser = parser;
    record.text = text;
    record.ascii = parser->ascii;
    record.next = record.decoded;
    record.hand.text = NULL;
    record.large = NULL;
    if (kzi_json_read(&record.json, record.tokens, KZI_JSON_TOKENS, text, len))
        take_pairs(&record, record.tokens, form);
    else
        kzi_problem_note(parser->problem, KZI_BAD_JSON, line_spot(&record, record.json.place),
                         "this is not JSON: %s", record.json.wrong);
    free(record.large);
}

const struct kzi_record_form kzi_hand_form = {
    "a hand",
    HAND_KEYS,
    "a deal",
    OWN_DEAL_KEYS,
    0,
    NULL,
    finish_hand,
    kzi_read_line,
    "there is no hand: write one as in 123m456p789s1122z"};

/* --- deals ----------------------------------------------------------------------------------- */

#define OTHER_KEYS                                                                                 \
    (KZI_BIT(SEAT) | KZI_BIT(HAND) | KZI_BIT(MELDS) | KZI_BIT(FLAGS) | KZI_BIT(FLOWERS) |          \
     KZI_BIT(ASIDE) | KZI_BIT(THROWN) | KZI_BIT(NOTATION))
#define WINNER_KEYS (OTHER_KEYS | KZI_BIT(WIN) | KZI_BIT(PAO) | KZI_BIT(DISCARDS) | KZI_STATED_KEYS)
#define DEAL_KEYS                                                                                  \
    (KZI_BIT(ID) | KZI_BIT(RULESET) | KZI_BIT(ROUND) | KZI_BIT(HONBA) | KZI_BIT(DEPOSITS) |        \
     KZI_BIT(FROM) | KZI_BIT(DORA) | KZI_BIT(URA) | KZI_BIT(WILD) | KZI_BIT(BIRDS) |               \
     KZI_BIT(OUT) | KZI_BIT(STAKES) | KZI_BIT(NOTATION) | OWN_DEAL_KEYS)

#define KONG_KEYS (KZI_BIT(SEAT) | KZI_BIT(KIND) | KZI_BIT(FROM) | KZI_BIT(TILE))

/* --- winners, and those who did not win ------------------------------------------------------ */

/* A list of hands in a deal. */
struct hand_list {
    struct kzi_record_form form; /* form of each hand */
    const char *which;           /* "winner": precedes the number in messages */
    const char *no_seat, *too_many;
    enum kzi_hand_key key;
    unsigned capacity;
};

/* Check that a hand does not have both tiles and a stated value. */
static void finish_stated(struct kzi_parser *parser) {
    const struct kzi_hand *hand = parser->hand;
    if (parser->keys_given & (KZI_BIT(HAND) | KZI_BIT(WIN)) || hand->n_melds || hand->flowers ||
        hand->aside.count || hand->thrown.count)
        kzi_problem_note(parser->problem, KZI_CONTRADICTION, kzi_spot_of_key(KZI_KEY_HAND),
                         "what the hand is worth is stated: leave its tiles out");
    if (hand->by_given)
        kzi_problem_note(parser->problem, KZI_CONTRADICTION, kzi_spot_of_part(hand, KZI_PART_BY, 0),
                         "\"from\" says how the deal was won: leave ron and tsumo out");
}

static void finish_winner(struct kzi_parser *parser) {
    if (parser->stated->given)
        finish_stated(parser);
    else
        finish_hand(parser);
}

static const struct hand_list winner_list = {
    {"a winner", WINNER_KEYS, "the deal", DEAL_KEYS, KZI_STATED_KEYS, kzi_take_stated,
     finish_winner, NULL, NULL},
    "winner",
    "\"seat\" is missing: say who won, as in \"seat\":\"S\"",
    "nobody would be left to pay",
    KZI_KEY_WINNERS,
    KZI_MAX_WINNERS};

static void finish_other(struct kzi_parser *parser) {
    if (kzi_deal_states(parser->deal, parser->hand)) {
        finish_stated(parser);
        return;
    }
    need_hand(parser);
    kzi_settle_unfinished(parser, "whoever did not win");
}

static const struct hand_list other_list = {
    {"another player's hand", OTHER_KEYS | KZI_BIT(POINTS), "a winner", WINNER_KEYS,
     KZI_BIT(POINTS), kzi_take_stated, finish_other, NULL, NULL},
    "hand",
    "\"seat\" is missing: say whose hand it is, as in \"seat\":\"W\"",
    "nobody else plays",
    KZI_KEY_OTHERS,
    KZI_MAX_PLAYERS};

/* Read one of the hands of a list. */
static void take_listed(struct record *record, const struct kzi_json_token *object,
                        const struct hand_list *list) {
    struct kzi_parser parser = *record->parser, *deal_parser = record->parser;
    struct kzi_deal *deal = parser.deal;
    const bool won = list->key == KZI_KEY_WINNERS;
    unsigned *count = won ? &deal->n_winners : &deal->n_others;
    struct kzi_hand *hand = (won ? deal->winners : deal->others) + *count;
    struct kzi_problem found = {.found = false};
    if (*count == list->capacity) {
        kzi_problem_note(parser.problem, KZI_BAD_VALUE, kzi_spot_of_key(list->key),
                         "more than %u %s: %s", list->capacity, kzi_hand_key_names[list->key],
                         list->too_many);
        return;
    }
    ++*count;
    parser.problem = &found;
    parser.keys_given = 0;
    kzi_deal_begin_hand(&parser, hand);
    record->parser = &parser;
    take_pairs(record, object, &list->form);
    record->parser = deal_parser;
    if (!hand->seat_given)
        kzi_problem_note(&found, KZI_BAD_VALUE, kzi_spot_of_key(KZI_KEY_SEAT), "%s", list->no_seat);
    if (found.found)
        kzi_problem_note(deal_parser->problem, found.code, found.spot, "%s %u: %s", list->which,
                         *count, found.text);
}

/* --- kongs ----------------------------------------------------------------------------------- */

static void finish_kong(struct kzi_parser *parser) {
    const struct kzi_made_kong *kong = parser->kong;
    if (kong->seat == KZI_MAX_PLAYERS)
        kzi_problem_note(parser->problem, KZI_BAD_VALUE, kong->spot,
                         "\"seat\" is missing: say who made the kong, as in \"seat\":\"S\"");
    else if (kong->kind == KZI_KONG_KINDS)
        kzi_problem_note(parser->problem, KZI_BAD_VALUE, kong->spot,
                         "\"kind\" is missing: say concealed, claimed or added");
    kzi_add_kong(parser);
}

static void take_kong(struct record *record, const struct kzi_json_token *object) {
    static const struct kzi_record_form form = {
        "a kong", KONG_KEYS, "", 0, KONG_KEYS, kzi_take_kong_part, finish_kong, NULL, NULL};
    struct kzi_made_kong kong;
    kzi_begin_kong(record->parser, &kong, line_spot(record, object->start));
    take_pairs(record, object, &form);
}

/* --- values that are read whole --------------------------------------------------------------- */

static void take_whole(struct record *record, enum kzi_hand_key key,
                       const struct kzi_json_token *value) {
    const struct kzi_json_token *end = token_after(record, value);
    if (key == KZI_KEY_ID) {
        take_id(record, value);
        return;
    }
    if (key == KZI_KEY_RULESET) {
        take_ruleset(record, value);
        return;
    }
    for (const struct kzi_json_token *object = value + 1; object < end;
         object = token_after(record, object))
        if (object->kind != KZI_JSON_OBJECT) {
            kzi_note_type(record->parser, key);
            return;
        } else if (key == KZI_KEY_KONGS)
            take_kong(record, object);
        else
            take_listed(record, object, key == KZI_KEY_WINNERS ? &winner_list : &other_list);
}

/* --- the record ------------------------------------------------------------------------------ */

static const struct kzi_record_form deal_form = {
    "a deal",
    DEAL_KEYS,
    "a winner",
    WINNER_KEYS,
    0,
    NULL,
    kzi_deal_finish,
    kzi_read_deal_line,
    "there is no deal: write one as in S ron W mangan, or as a JSON object"};

static void read_deal(struct kzi_parser *parser, const char *text, size_t len) {
    struct kzi_deal *deal = parser->deal;
    kzi_deal_begin_hand(parser, &deal->table);
    deal->n_winners = deal->n_others = deal->n_kongs = 0;
    deal->drawn = deal->is_line = false;
    deal->draw[0] = '\0';
    deal->riichi = deal->tenpai = deal->nagashi = deal->chombo = deal->wareme = 0;
    kzi_read_text(parser, &deal_form, text, len);
    deal->counters_given = parser->keys_given & KZI_BIT(HONBA);
    deal->bets_given = parser->keys_given & KZI_BIT(DEPOSITS);
    deal->tenpai_given = parser->keys_given & KZI_BIT(TENPAI);
}

bool kzi_deal_read(struct kzi_deal *deal, const struct kzi_deal_form *form, const char *text,
                   size_t len, struct kzi_problem *problem) {
    struct kzi_parser parser = {.hand = &deal->table,
                                .deal = deal,
                                .deal_form = form,
                                .ruleset = form->ruleset,
                                .problem = problem};
    kzi_parser_begin(&parser, form->notation);
    do
        read_deal(&parser, text, len);
    while (!deal->is_line && kzi_parser_begin_again(&parser, form->notation));
    kzi_problem_to_line(problem, deal);
    return !problem->found;
}
