/* The JSON record: one object.  Its values are written like the parts of a line. */
#include "base/names.h"
#include "base/text.h"
#include "base/utf8.h"
#include "hand/parser/record.h"

#include <stdlib.h>
#include <string.h>

static struct kzi_spot line_spot(const struct kzi_record *record, const char *place) {
    size_t before = kzi_utf8_count(record->text, (size_t)(place - record->text));
    return (struct kzi_spot){.at = (uint32_t)before + 1, .key = KZI_KEY_NONE};
}

/* Whether the next string has room: where records have more escapes than any hand needs, there is
 * as much as a line can ask for. */
static bool has_room(struct kzi_record *record, const struct kzi_json_token *token) {
    size_t size = (size_t)(token->end - token->start);
    if (record->large || size <= (size_t)(record->decoded + sizeof record->decoded - record->room))
        return true;
    record->room = record->large = malloc(KZI_MAX_LINE);
    return record->large != NULL;
}

struct kzi_span kzi_record_decoded(struct kzi_record *record, const struct kzi_json_token *token) {
    if (!has_room(record, token)) {
        record->room = record->decoded;
        kzi_problem_note(record->reader->problem, KZI_TOO_LONG, line_spot(record, token->start),
                         "memory is out for so much text with escapes");
        return (struct kzi_span){token->start, token->start};
    }
    struct kzi_span span = {.text = record->room};
    span.end = record->room = kzi_json_decode(token, record->room);
    return span;
}

void kzi_record_close(struct kzi_record *record) {
    free(record->large);
}

void kzi_record_note_type(struct kzi_record *record, enum kzi_hand_key key) {
    static const char *const takes[KZI_KEYS] = {
        [KZI_KEY_HAND] = "the tiles as text: \"hand\":\"234m55z\"",
        [KZI_KEY_MELDS] = "an array of texts: \"melds\":[\"[345p]\",\"(7777z)\"]",
        [KZI_KEY_WIN] = "one tile as text: \"win\":\"8s\"",
        [KZI_KEY_BY] = "ron or tsumo: \"by\":\"ron\"",
        [KZI_KEY_ROUND] = "one of E, S, W and N: \"round\":\"E\"",
        [KZI_KEY_SEAT] = "one of E, S, W and N: \"seat\":\"S\"",
        [KZI_KEY_FROM] = "one of E, S, W and N: \"from\":\"W\"",
        [KZI_KEY_DORA] = "an array of texts: \"dora\":[\"4p\",\"9m\"]",
        [KZI_KEY_URA] = "an array of texts: \"ura\":[\"1z\",\"3z\"]",
        [KZI_KEY_FLAGS] = "an array of words: \"flags\":[\"last_tile\"]",
        [KZI_KEY_FLOWERS] = "a number: \"flowers\":2",
        [KZI_KEY_HONBA] = "a number: \"honba\":1",
        [KZI_KEY_DEPOSITS] = "a number: \"deposits\":1",
        [KZI_KEY_PAO] = "yaku with seats: \"pao\":{\"daisangen\":\"N\"}",
        [KZI_KEY_ID] = "text or a number: \"id\":\"h1\"",
        [KZI_KEY_WINNERS] = "an array of winners: \"winners\":[{\"seat\":\"S\",\"hand\":\"...\"}]",
        [KZI_KEY_RIICHI] = "an array of seats: \"riichi\":[\"S\",\"N\"]",
        [KZI_KEY_DRAW] = "a word: \"draw\":\"exhaustive\"",
        [KZI_KEY_TENPAI] = "an array of seats: \"tenpai\":[\"E\",\"S\"]",
        [KZI_KEY_NAGASHI] = "an array of seats: \"nagashi\":[\"E\"]",
    };
    struct kzi_spot spot = {.at = 1, .key = (uint8_t)key};
    kzi_problem_note(record->reader->problem, KZI_BAD_VALUE, spot, "%s takes %s",
                     kzi_hand_key_names[key], takes[key]);
}

/* --- values ---------------------------------------------------------------------------------- */

static void take_hand(struct kzi_record *record, const struct kzi_json_token *token) {
    struct kzi_item_parser *reader = record->reader;
    struct kzi_span span = kzi_record_take(record, token, KZI_KEY_HAND, 1);
    record->has_hand = true;
    for (const char *at = span.text; at < span.end;)
        at = kzi_is_blank(*at) ? at + 1 : kzi_take_tiles(reader, at);
}

static void take_meld_text(struct kzi_item_parser *reader, const char *text, const char *end) {
    bool open = text < end && (*text == '[' || *text == '(');
    const char *after = open ? kzi_take_meld(reader, text) : text;
    if (after == end && open)
        return;
    kzi_problem_note(reader->problem, KZI_BAD_MELD, kzi_spot_of(reader, open ? after : text),
                     open ? "each text of \"melds\" is one meld: [345p] or (5555p)"
                          : "a meld stands in brackets: [345p] claimed, (5555p) a concealed kong");
}

static void take_flag_text(struct kzi_item_parser *reader, const char *text, const char *end) {
    struct kzi_word word;
    if (!kzi_read_word(&word, text, end) && !kzi_read_han_word(reader, &word, text, end)) {
        kzi_note_bad_word(reader, text, end);
        return;
    }
    word.spot = kzi_spot_of(reader, text);
    if (kzi_is_by(&word))
        kzi_problem_note(reader->problem, KZI_UNKNOWN_WORD, word.spot,
                         "%s is no flag: write \"by\":\"%s\"", word.text, word.text);
    else
        kzi_take_flag(reader, &word);
}

static void take_element(struct kzi_record *record, enum kzi_hand_key key, struct kzi_span span) {
    struct kzi_item_parser *reader = record->reader;
    switch (key) {
    case KZI_KEY_MELDS:
        take_meld_text(reader, span.text, span.end);
        break;
    case KZI_KEY_DORA:
        kzi_take_indicators(reader, key, span.text, span.end);
        break;
    case KZI_KEY_URA:
        kzi_take_indicators(reader, key, span.text, span.end);
        break;
    default:
        take_flag_text(reader, span.text, span.end);
    }
}

/* Characters count as if the texts of the array stood in one line with blanks between them. */
static void take_array(struct kzi_record *record, enum kzi_hand_key key, size_t index) {
    uint32_t at = 1;
    for (size_t i = index + 1; i < record->json.tokens[index].after;
         i = record->json.tokens[i].after) {
        const struct kzi_json_token *token = &record->json.tokens[i];
        if (token->kind != KZI_JSON_STRING) {
            kzi_record_note_type(record, key);
            continue;
        }
        struct kzi_span span = kzi_record_take(record, token, key, at);
        take_element(record, key, span);
        size_t len = (size_t)(span.end - span.text);
        at += (uint32_t)(record->reader->ascii ? len : kzi_utf8_count(span.text, len)) + 1;
    }
}

static void take_pao(struct kzi_record *record, size_t index) {
    for (size_t i = index + 1; i < record->json.tokens[index].after;) {
        const struct kzi_json_token *name = &record->json.tokens[i];
        const struct kzi_json_token *value = name + 1;
        struct kzi_span yaku = kzi_record_take(record, name, KZI_KEY_PAO, 1), seat = {"", ""};
        i = value->after;
        if (value->kind == KZI_JSON_STRING)
            seat = kzi_record_string(record, value);
        kzi_take_pao(record->reader, yaku.text, yaku.end, line_spot(record, name->start), seat.text,
                     seat.end, line_spot(record, value->start));
    }
}

static void take_by(struct kzi_record *record, const struct kzi_json_token *token) {
    struct kzi_item_parser *reader = record->reader;
    struct kzi_span span = kzi_record_take(record, token, KZI_KEY_BY, 1);
    struct kzi_word word;
    word.spot = (struct kzi_spot){.at = 1, .key = KZI_KEY_BY};
    if (!kzi_read_word(&word, span.text, span.end) || !kzi_take_by(reader, &word))
        kzi_record_note_type(record, KZI_KEY_BY);
}

static void take_id(struct kzi_record *record, const struct kzi_json_token *token) {
    struct kzi_hand *hand = record->reader->hand;
    bool text = token->kind == KZI_JSON_STRING;
    size_t len = (size_t)(token->end - token->start) + (text ? 2 : 0);
    if (len < sizeof hand->id) {
        memcpy(hand->id, token->start - text, len);
        hand->id[len] = '\0';
        hand->has_id = true;
        return;
    }
    struct kzi_spot spot = {.at = 1, .key = KZI_KEY_ID};
    kzi_problem_note(record->reader->problem, KZI_BAD_VALUE, spot,
                     "id is too long: %d characters at most", KZI_MAX_ID - 3);
}

static void take_number(struct kzi_record *record, enum kzi_hand_key key,
                        const struct kzi_json_token *token) {
    record->reader->ascii = true;
    kzi_parser_take(record->reader, token->start, token->end, key, 1);
    kzi_take_number(record->reader, key, token->start, token->end);
}

/* The kinds of value, by bit, that may stand behind a key. */
static const uint8_t kinds_of[KZI_HAND_KEYS] = {
    [KZI_KEY_HAND] = 1 << KZI_JSON_STRING,
    [KZI_KEY_MELDS] = 1 << KZI_JSON_ARRAY,
    [KZI_KEY_WIN] = 1 << KZI_JSON_STRING,
    [KZI_KEY_BY] = 1 << KZI_JSON_STRING,
    [KZI_KEY_ROUND] = 1 << KZI_JSON_STRING,
    [KZI_KEY_SEAT] = 1 << KZI_JSON_STRING,
    [KZI_KEY_FROM] = 1 << KZI_JSON_STRING,
    [KZI_KEY_DORA] = 1 << KZI_JSON_ARRAY,
    [KZI_KEY_URA] = 1 << KZI_JSON_ARRAY,
    [KZI_KEY_FLAGS] = 1 << KZI_JSON_ARRAY,
    [KZI_KEY_FLOWERS] = 1 << KZI_JSON_NUMBER,
    [KZI_KEY_HONBA] = 1 << KZI_JSON_NUMBER,
    [KZI_KEY_DEPOSITS] = 1 << KZI_JSON_NUMBER,
    [KZI_KEY_PAO] = 1 << KZI_JSON_OBJECT,
    [KZI_KEY_ID] = 1 << KZI_JSON_STRING | 1 << KZI_JSON_NUMBER,
};

void kzi_record_value(struct kzi_record *record, enum kzi_hand_key key, size_t index) {
    const struct kzi_json_token *token = &record->json.tokens[index];
    struct kzi_span span;
    if (!(kinds_of[key] >> token->kind & 1)) {
        kzi_record_note_type(record, key);
        return;
    }
    switch (key) {
    case KZI_KEY_HAND:
        take_hand(record, token);
        break;
    case KZI_KEY_WIN:
        span = kzi_record_take(record, token, key, 1);
        kzi_take_win(record->reader, span.text, span.end);
        break;
    case KZI_KEY_BY:
        take_by(record, token);
        break;
    case KZI_KEY_ROUND:
    case KZI_KEY_SEAT:
    case KZI_KEY_FROM:
        span = kzi_record_take(record, token, key, 1);
        kzi_take_seat(record->reader, key, span.text, span.end);
        break;
    case KZI_KEY_PAO:
        take_pao(record, index);
        break;
    case KZI_KEY_ID:
        take_id(record, token);
        break;
    case KZI_KEY_FLOWERS:
    case KZI_KEY_HONBA:
    case KZI_KEY_DEPOSITS:
        take_number(record, key, token);
        break;
    default:
        take_array(record, key, index);
    }
}

/* --- the object ------------------------------------------------------------------------------ */

static size_t keys_of(const struct kzi_record_form *form, const char *names[KZI_KEYS]) {
    size_t count = 0;
    for (unsigned key = 1; key < KZI_KEYS; key++)
        if (form->keys >> key & 1)
            names[count++] = kzi_hand_key_names[key];
    return count;
}

/* Of a name as it is meant. */
static inline enum kzi_hand_key find_key(const struct kzi_record *record, struct kzi_span name) {
    size_t len = (size_t)(name.end - name.text), ahead = (size_t)(record->end - name.text);
    bool inside = name.text >= record->text && name.text < record->end;
    if (!inside || ahead < 8 || len - 1 >= 8)
        return kzi_key_find(name.text, len);
    return kzi_key_named(kzi_first8(kzi_load8(name.text), len), len);
}

/* What other programs call a key. */
static const char *meant_key(const char *name) {
    static const char *const keys[][2] = {
        {"tiles", "hand"},      {"concealed", "hand"},   {"winning_tile", "win"},
        {"win_tile", "win"},    {"indicators", "dora"},  {"dora_indicators", "dora"},
        {"seat_wind", "seat"},  {"round_wind", "round"}, {"prevalent", "round"},
        {"discarder", "from"},  {"words", "flags"},      {"circumstances", "flags"},
        {"sticks", "deposits"}, {"open", "melds"}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!strcmp(name, keys[i][0]))
            return keys[i][1];
    return NULL;
}

static void note_unknown_key(struct kzi_record *record, struct kzi_span name,
                             const struct kzi_record_form *form, struct kzi_spot spot) {
    struct kzi_problem *problem = record->reader->problem;
    struct kzi_quoted quoted = kzi_quote(name.text, name.end);
    const char *names[KZI_KEYS], *meant = meant_key(quoted.text);
    size_t count = keys_of(form, names);
    if (form->others >> find_key(record, name) & 1) {
        kzi_problem_note(problem, KZI_UNKNOWN_KEY, spot, "\"%s\" is a key of %s, not of %s",
                         quoted.text, form->other, form->thing);
        return;
    }
    if (!meant || !(form->keys >> kzi_key_find(meant, strlen(meant)) & 1))
        meant = kzi_nearest(quoted.text, names, count);
    char list[160];
    struct kzi_text text = kzi_text_fixed(list, sizeof list);
    for (size_t i = 0; i < count; i++)
        kzi_text_format(&text, "%s%s", i ? ", " : "", names[i]);
    kzi_text_end(&text);
    if (meant)
        kzi_problem_note(problem, KZI_UNKNOWN_KEY, spot,
                         "\"%s\" is no key of %s: did you mean \"%s\"?", quoted.text, form->thing,
                         meant);
    else
        kzi_problem_note(
            problem, KZI_UNKNOWN_KEY, spot,
            "\"%s\" is no key of %s; its keys are %s, and keys of your own begin with _",
            quoted.text, form->thing, list);
}

static bool is_null(const struct kzi_json_token *token) {
    return token->kind == KZI_JSON_WORD && *token->start == 'n';
}

/* The winning tile may also stand in "hand", as +8s. */
static bool win_is_new(struct kzi_record *record, const struct kzi_json_token *value) {
    struct kzi_item_parser *reader = record->reader;
    bool given = reader->keys_given & 1U << KZI_KEY_WIN;
    reader->keys_given |= 1U << KZI_KEY_WIN;
    if (given)
        kzi_problem_note(reader->problem, KZI_DUPLICATE, line_spot(record, value->start),
                         "the winning tile is given twice, in \"hand\" and as \"win\"");
    return !given;
}

/* given has a bit for each key met so far. */
static inline void take_pair(struct kzi_record *record, size_t index,
                             const struct kzi_record_form *form, uint32_t *given) {
    const struct kzi_json_token *name = &record->json.tokens[index], *value = name + 1;
    struct kzi_span span = kzi_record_string(record, name);
    if (span.text < span.end && *span.text == '_')
        return;
    enum kzi_hand_key key = find_key(record, span);
    if (!(form->keys >> key & 1))
        note_unknown_key(record, span, form, line_spot(record, name->start));
    else if (*given & 1U << key)
        kzi_problem_note(record->reader->problem, KZI_DUPLICATE, line_spot(record, name->start),
                         "\"%s\" is given twice", kzi_hand_key_names[key]);
    else if (!is_null(value) && (key != KZI_KEY_WIN || win_is_new(record, value)))
        form->take(record, key, index + 1);
    *given |= 1U << key;
}

void kzi_record_pairs(struct kzi_record *record, size_t index, const struct kzi_record_form *form) {
    const struct kzi_json_token *tokens = record->json.tokens;
    uint32_t given = 0;
    for (size_t i = index + 1; i < tokens[index].after; i = tokens[i + 1].after)
        take_pair(record, i, form, &given);
}

void kzi_record_finish(struct kzi_record *record) {
    struct kzi_item_parser *reader = record->reader;
    struct kzi_spot spot = {.key = KZI_KEY_HAND};
    if (!record->has_hand)
        kzi_problem_note(reader->problem, KZI_BAD_VALUE, spot,
                         "\"hand\" is missing: write its tiles as \"hand\":\"234m55z\"");
    kzi_parser_take(reader, "", "", KZI_KEY_HAND, 0);
    kzi_settle_win(reader);
}

bool kzi_record_open(struct kzi_record *record, struct kzi_item_parser *reader, const char *text,
                     size_t len) {
    record->reader = reader;
    record->text = text;
    record->end = text + len;
    record->ascii = reader->ascii;
    record->room = record->decoded;
    record->has_hand = false;
    record->large = NULL;
    if (kzi_json_read(&record->json, text, len))
        return true;
    kzi_problem_note(reader->problem, KZI_BAD_JSON, line_spot(record, record->json.place),
                     "this is not JSON: %s", record->json.wrong);
    return false;
}

void kzi_read_json(struct kzi_item_parser *reader, const char *text, size_t len) {
    static const struct kzi_record_form form = {"a hand", KZI_HAND_KEY_BITS, "a deal",
                                                KZI_DEAL_KEY_BITS, kzi_record_value};
    struct kzi_record record;
    if (!kzi_record_open(&record, reader, text, len))
        return;
    kzi_record_pairs(&record, 0, &form);
    kzi_record_finish(&record);
    kzi_record_close(&record);
}
