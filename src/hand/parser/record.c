/* The JSON record: one object.  Its values are written like the parts of a line. */
#include "base/names.h"
#include "base/text.h"
#include "base/utf8.h"
#include "hand/parser/items.h"
#include "hand/parser/json_tokens.h"
#include "tile/notation.h"

#include <stdlib.h>
#include <string.h>

#define ESCAPED_ROOM (4 * 1024) /* bytes of strings with escapes; a hand has far fewer */

struct record {
    struct kzi_item_parser *reader;
    struct kzi_json json;
    const char *text, *end;
    bool ascii; /* the whole record */
    bool has_hand;
    char *large; /* room for all that a line can have, where decoded is not enough; or NULL */
    void *deal;  /* of a deal: what is read into */
    char *room;  /* in decoded: where the next string goes */
    char decoded[ESCAPED_ROOM]; /* strings that had escapes, one after the other */
};

/* A string as it is meant. */
struct span {
    const char *text, *end;
};

#define HAND_KEYS     (((1U << KZI_HAND_KEYS) - 1) & ~(1U << KZI_KEY_NONE))
#define OWN_DEAL_KEYS (((1U << KZI_KEYS) - 1) & ~HAND_KEYS & ~(1U << KZI_KEY_NONE))

/* What an object is and may hold. */
struct record_form {
    const char *thing; /* "a hand" */
    uint32_t keys;     /* bit per key */
    const char *other; /* what has the keys of others instead, for whoever mixes them up */
    uint32_t others;
};

static struct kzi_spot line_spot(const struct record *record, const char *place) {
    size_t before = kzi_utf8_count(record->text, (size_t)(place - record->text));
    return (struct kzi_spot){.at = (uint32_t)before + 1, .key = KZI_KEY_NONE};
}

/* Whether the next string has room: where records have more escapes than any hand needs, there is
 * as much as a line can ask for. */
static bool has_room(struct record *record, const struct kzi_json_token *token) {
    size_t size = (size_t)(token->end - token->start);
    if (record->large || size <= (size_t)(record->decoded + sizeof record->decoded - record->room))
        return true;
    record->room = record->large = malloc(KZI_MAX_LINE);
    return record->large != NULL;
}

/* A string that has escapes. */
static struct span decoded(struct record *record, const struct kzi_json_token *token) {
    if (!has_room(record, token)) {
        record->room = record->decoded;
        kzi_problem_note(record->reader->problem, KZI_TOO_LONG, line_spot(record, token->start),
                         "memory is out for so much text with escapes");
        return (struct span){token->start, token->start};
    }
    struct span span = {.text = record->room};
    span.end = record->room = kzi_json_decode(token, record->room);
    return span;
}

/* A string; and one made what the reader reads next, as the value of key from first_at on. */
static inline struct span string_of(struct record *record, const struct kzi_json_token *token) {
    return token->escaped ? decoded(record, token) : (struct span){token->start, token->end};
}

static inline struct span take_string(struct record *record, const struct kzi_json_token *token,
                                      enum kzi_hand_key key, uint32_t first_at) {
    struct span span = string_of(record, token);
    record->reader->ascii = record->ascii && !token->escaped;
    kzi_parser_take(record->reader, span.text, span.end, key, first_at);
    return span;
}

static void close_record(struct record *record) {
    free(record->large);
}

/* The types of a value, by bit. */
enum {
    STRING = 1 << KZI_JSON_STRING,
    NUMBER = 1 << KZI_JSON_NUMBER,
    ARRAY = 1 << KZI_JSON_ARRAY,
    OBJECT = 1 << KZI_JSON_OBJECT,
    SCALAR = STRING | NUMBER
};

#define KZI_HAND_KEY(name, word, types, take, says)                                                \
    static void take(struct record *record, enum kzi_hand_key key, size_t index);
#include "hand/keys.def"
#undef KZI_HAND_KEY

static const struct {
    unsigned types;
    void (*take)(struct record *record, enum kzi_hand_key key, size_t index);
    const char *says;
} keys[KZI_KEYS] = {
    {0},
#define KZI_HAND_KEY(name, word, types, take, says) {types, take, says},
#include "hand/keys.def"
#undef KZI_HAND_KEY
};

/* Notes a value of the wrong type. */
static void note_type(struct record *record, enum kzi_hand_key key) {
    struct kzi_spot spot = {.at = 1, .key = (uint8_t)key};
    kzi_problem_note(record->reader->problem, KZI_BAD_VALUE, spot, "%s takes %s",
                     kzi_hand_key_names[key], keys[key].says);
}

/* The value of a key, which is no list. */
static struct span take_value(struct record *record, enum kzi_hand_key key, size_t index) {
    return take_string(record, &record->json.tokens[index], key, 1);
}

/* --- values ---------------------------------------------------------------------------------- */

static void take_hand(struct record *record, enum kzi_hand_key key, size_t index) {
    struct kzi_item_parser *reader = record->reader;
    struct span span = take_value(record, key, index);
    record->has_hand = true;
    for (const char *at = span.text; at < span.end;)
        at = kzi_is_blank(*at) ? at + 1 : kzi_take_tiles(reader, at);
}

static void take_meld_text(struct kzi_item_parser *reader, const char *text, const char *end) {
    bool open = text < end && (*text == '[' || *text == '(');
    const char *after = open ? kzi_take_meld(reader, text) : text;
    if (after == end && open)
        return;
    KZI_NOTE(reader, KZI_BAD_MELD, open ? after : text,
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

static void take_element(struct kzi_item_parser *reader, enum kzi_hand_key key, struct span span) {
    if (key == KZI_KEY_MELDS)
        take_meld_text(reader, span.text, span.end);
    else if (key == KZI_KEY_FLAGS)
        take_flag_text(reader, span.text, span.end);
    else
        kzi_take_indicators(reader, key, span.text, span.end);
}

/* Characters count as if the texts of the array stood in one line with blanks between them. */
static void take_array(struct record *record, enum kzi_hand_key key, size_t index) {
    uint32_t at = 1;
    for (size_t i = index + 1; i < record->json.tokens[index].after;
         i = record->json.tokens[i].after) {
        const struct kzi_json_token *token = &record->json.tokens[i];
        if (token->kind != KZI_JSON_STRING) {
            note_type(record, key);
            continue;
        }
        struct span span = take_string(record, token, key, at);
        take_element(record->reader, key, span);
        size_t len = (size_t)(span.end - span.text);
        at += (uint32_t)(record->reader->ascii ? len : kzi_utf8_count(span.text, len)) + 1;
    }
}

static void take_pao(struct record *record, enum kzi_hand_key key, size_t index) {
    for (size_t i = index + 1; i < record->json.tokens[index].after;) {
        const struct kzi_json_token *name = &record->json.tokens[i];
        const struct kzi_json_token *value = name + 1;
        struct span yaku = take_string(record, name, key, 1), seat = {"", ""};
        i = value->after;
        if (value->kind == KZI_JSON_STRING)
            seat = string_of(record, value);
        kzi_take_pao(record->reader, yaku.text, yaku.end, line_spot(record, name->start), seat.text,
                     seat.end, line_spot(record, value->start));
    }
}

static void take_by(struct record *record, enum kzi_hand_key key, size_t index) {
    struct span span = take_value(record, key, index);
    struct kzi_word word;
    word.spot = kzi_spot_of(record->reader, span.text);
    if (!kzi_read_word(&word, span.text, span.end) || !kzi_take_by(record->reader, &word))
        note_type(record, key);
}

static void take_id(struct record *record, enum kzi_hand_key key, size_t index) {
    const struct kzi_json_token *token = &record->json.tokens[index];
    struct kzi_hand *hand = record->reader->hand;
    bool text = token->kind == KZI_JSON_STRING;
    size_t len = (size_t)(token->end - token->start) + (text ? 2 : 0);
    if (len < sizeof hand->id) {
        memcpy(hand->id, token->start - text, len);
        hand->id[len] = '\0';
        hand->has_id = true;
        return;
    }
    struct kzi_spot spot = {.at = 1, .key = (uint8_t)key};
    kzi_problem_note(record->reader->problem, KZI_BAD_VALUE, spot,
                     "id is too long: %d characters at most", KZI_MAX_ID - 3);
}

static void take_win(struct record *record, enum kzi_hand_key key, size_t index) {
    struct span span = take_value(record, key, index);
    kzi_take_win(record->reader, span.text, span.end);
}

static void take_seat(struct record *record, enum kzi_hand_key key, size_t index) {
    struct span span = take_value(record, key, index);
    kzi_take_seat(record->reader, key, span.text, span.end);
}

static void take_number(struct record *record, enum kzi_hand_key key, size_t index) {
    struct span span = take_value(record, key, index);
    kzi_take_number(record->reader, key, span.text, span.end);
}

/* --- the object ------------------------------------------------------------------------------ */

static size_t keys_of(const struct record_form *form, const char *names[KZI_KEYS]) {
    size_t count = 0;
    for (unsigned key = 1; key < KZI_KEYS; key++)
        if (form->keys >> key & 1)
            names[count++] = kzi_hand_key_names[key];
    return count;
}

/* Of a name as it is meant. */
static inline enum kzi_hand_key find_key(const struct record *record, struct span name) {
    size_t len = (size_t)(name.end - name.text), ahead = (size_t)(record->end - name.text);
    bool inside = name.text >= record->text && name.text < record->end;
    if (!inside || ahead < 8 || len - 1 >= 8)
        return kzi_key_find(name.text, len);
    return kzi_key_named(kzi_first8(kzi_load8(name.text), len), len);
}

/* What other programs call a key. */
static const char *meant_key(const char *name) {
    static const char *const others[][2] = {
        {"tiles", "hand"},      {"concealed", "hand"},   {"winning_tile", "win"},
        {"win_tile", "win"},    {"indicators", "dora"},  {"dora_indicators", "dora"},
        {"seat_wind", "seat"},  {"round_wind", "round"}, {"prevalent", "round"},
        {"discarder", "from"},  {"words", "flags"},      {"circumstances", "flags"},
        {"sticks", "deposits"}, {"open", "melds"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(name, others[i][0]))
            return others[i][1];
    return NULL;
}

static void note_unknown_key(struct record *record, struct span name,
                             const struct record_form *form, struct kzi_spot spot) {
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
static bool win_is_new(struct record *record, const struct kzi_json_token *value) {
    struct kzi_item_parser *reader = record->reader;
    bool given = reader->keys_given & 1U << KZI_KEY_WIN;
    reader->keys_given |= 1U << KZI_KEY_WIN;
    if (given)
        kzi_problem_note(reader->problem, KZI_DUPLICATE, line_spot(record, value->start),
                         "the winning tile is given twice, in \"hand\" and as \"win\"");
    return !given;
}

static inline void take_checked(struct record *record, enum kzi_hand_key key, size_t index) {
    if (keys[key].types >> record->json.tokens[index].kind & 1)
        keys[key].take(record, key, index);
    else
        note_type(record, key);
}

/* given has a bit for each key met so far. */
static inline void take_pair(struct record *record, size_t index, const struct record_form *form,
                             uint32_t *given) {
    const struct kzi_json_token *name = &record->json.tokens[index], *value = name + 1;
    struct span span = string_of(record, name);
    if (span.text < span.end && *span.text == '_')
        return;
    enum kzi_hand_key key = find_key(record, span);
    if (!(form->keys >> key & 1))
        note_unknown_key(record, span, form, line_spot(record, name->start));
    else if (*given & 1U << key)
        kzi_problem_note(record->reader->problem, KZI_DUPLICATE, line_spot(record, name->start),
                         "\"%s\" is given twice", kzi_hand_key_names[key]);
    else if (!is_null(value) && (key != KZI_KEY_WIN || win_is_new(record, value)))
        take_checked(record, key, index + 1);
    *given |= 1U << key;
}

static void take_pairs(struct record *record, size_t index, const struct record_form *form) {
    const struct kzi_json_token *tokens = record->json.tokens;
    uint32_t given = 0;
    for (size_t i = index + 1; i < tokens[index].after; i = tokens[i + 1].after)
        take_pair(record, i, form, &given);
}

static void finish_hand(struct record *record) {
    struct kzi_item_parser *reader = record->reader;
    struct kzi_spot spot = {.key = KZI_KEY_HAND};
    if (!record->has_hand)
        kzi_problem_note(reader->problem, KZI_BAD_VALUE, spot,
                         "\"hand\" is missing: write its tiles as \"hand\":\"234m55z\"");
    kzi_parser_take(reader, "", "", KZI_KEY_HAND, 0);
    kzi_settle_win(reader);
}

static bool open_record(struct record *record, struct kzi_item_parser *reader, const char *text,
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
    static const struct record_form form = {"a hand", HAND_KEYS, "a deal", OWN_DEAL_KEYS};
    struct record record;
    if (!open_record(&record, reader, text, len))
        return;
    take_pairs(&record, 0, &form);
    finish_hand(&record);
    close_record(&record);
}

/* --- deals ----------------------------------------------------------------------------------- */

#define BIT(key) (1U << KZI_KEY_##key)
#define WINNER_KEYS                                                                                \
    (BIT(SEAT) | BIT(HAND) | BIT(MELDS) | BIT(WIN) | BIT(FLAGS) | BIT(PAO) | BIT(FLOWERS))
#define DEAL_KEYS                                                                                  \
    (BIT(ID) | BIT(ROUND) | BIT(HONBA) | BIT(DEPOSITS) | BIT(FROM) | BIT(DORA) | BIT(URA) |        \
     OWN_DEAL_KEYS)

static struct kzi_spot spot_of(enum kzi_hand_key key) {
    return (struct kzi_spot){.key = (uint8_t)key};
}

/* --- seats and words ------------------------------------------------------------------------- */

static void name_seat(struct record *record, enum kzi_hand_key key,
                      const struct kzi_json_token *token, uint32_t at, uint8_t *seats) {
    int seat = -1;
    struct span span = {"", ""};
    if (token->kind == KZI_JSON_STRING) {
        span = take_string(record, token, key, at);
        seat = kzi_seat_read(span.text, (size_t)(span.end - span.text));
    }
    if (seat < 0 && span.text == span.end)
        note_type(record, key);
    else if (seat < 0)
        kzi_problem_note(record->reader->problem, KZI_BAD_VALUE,
                         kzi_spot_of(record->reader, span.text), "\"%s\" is no seat: E, S, W or N",
                         kzi_quote(span.text, span.end).text);
    else if (*seats >> seat & 1)
        kzi_problem_note(record->reader->problem, KZI_DUPLICATE,
                         kzi_spot_of(record->reader, span.text), "%s names %c twice",
                         kzi_hand_key_names[key], kzi_seat_letters[seat]);
    else
        *seats = (uint8_t)(*seats | 1U << seat);
}

/* Characters count as if the seats stood in one line with blanks between them. */
static void take_seats(struct record *record, enum kzi_hand_key key, size_t index) {
    struct kzi_deal *deal = record->deal;
    const struct kzi_json_token *tokens = record->json.tokens;
    uint8_t *seats = key == KZI_KEY_RIICHI   ? &deal->riichi
                     : key == KZI_KEY_TENPAI ? &deal->tenpai
                                             : &deal->nagashi;
    uint32_t at = 1;
    for (size_t i = index + 1; i < tokens[index].after; i = tokens[i].after, at += 2)
        name_seat(record, key, &tokens[i], at, seats);
}

static void take_draw(struct record *record, enum kzi_hand_key key, size_t index) {
    struct span span = take_value(record, key, index);
    struct kzi_deal *deal = record->deal;
    struct kzi_word word;
    deal->drawn = true;
    if (kzi_read_word(&word, span.text, span.end))
        memcpy(deal->draw, word.text, sizeof deal->draw);
    else
        kzi_note_bad_word(record->reader, span.text, span.end);
}

/* --- winners --------------------------------------------------------------------------------- */

static void read_winner(struct record *record, size_t index, struct kzi_hand *hand,
                        struct kzi_problem *problem) {
    static const struct record_form form = {"a winner", WINNER_KEYS, "the deal", DEAL_KEYS};
    struct kzi_item_parser reader = *record->reader, *deal_reader = record->reader;
    problem->found = false;
    reader.hand = hand;
    reader.problem = problem;
    reader.keys_given = 0;
    kzi_hand_clear(hand);
    record->reader = &reader;
    record->has_hand = false;
    take_pairs(record, index, &form);
    finish_hand(record);
    record->reader = deal_reader;
    if (!hand->seat_given)
        kzi_problem_note(problem, KZI_BAD_VALUE, spot_of(KZI_KEY_SEAT),
                         "\"seat\" is missing: say who won, as in \"seat\":\"S\"");
}

static void take_winners(struct record *record, enum kzi_hand_key key, size_t index) {
    struct kzi_deal *deal = record->deal;
    const struct kzi_json_token *tokens = record->json.tokens;
    struct kzi_problem found;
    for (size_t i = index + 1; i < tokens[index].after; i = tokens[i].after) {
        if (tokens[i].kind != KZI_JSON_OBJECT) {
            note_type(record, key);
            return;
        }
        if (deal->n_winners == KZI_MAX_WINNERS) {
            kzi_problem_note(record->reader->problem, KZI_BAD_VALUE, spot_of(key),
                             "more than %d winners: nobody else is left to pay", KZI_MAX_WINNERS);
            return;
        }
        read_winner(record, i, &deal->winners[deal->n_winners++], &found);
        if (found.found)
            kzi_problem_note(record->reader->problem, found.code, found.spot, "winner %u: %s",
                             deal->n_winners, found.text);
    }
}

/* --- the deal -------------------------------------------------------------------------------- */

/* Gives a winner what belongs to the deal.  Only who declared turns the ura dora up; where no
 * winner did they stay, for the rules to refuse. */
static void hand_out(const struct kzi_deal *deal, struct kzi_hand *hand, bool ura) {
    const struct kzi_hand *table = &deal->table;
    hand->round = table->round;
    hand->round_given = table->round_given;
    hand->from = table->from;
    hand->from_spot = table->from_spot;
    hand->self_draw = table->from < 0;
    hand->by_given = true;
    hand->dora = table->dora;
    memcpy(hand->dora_spot, table->dora_spot, sizeof hand->dora_spot);
    if (ura) {
        hand->ura = table->ura;
        memcpy(hand->ura_spot, table->ura_spot, sizeof hand->ura_spot);
    }
    for (unsigned i = 0; i < hand->dora.count; i++)
        kzi_hand_place_kind(hand, hand->dora.kind[i], hand->dora_spot[i]);
    for (unsigned i = 0; i < hand->ura.count; i++)
        kzi_hand_place_kind(hand, hand->ura.kind[i], hand->ura_spot[i]);
}

static void hand_out_all(struct kzi_deal *deal) {
    bool any = false;
    for (unsigned i = 0; i < deal->n_winners; i++)
        any |= deal->riichi >> deal->winners[i].seat & 1;
    for (unsigned i = 0; i < deal->n_winners; i++) {
        struct kzi_hand *hand = &deal->winners[i];
        hand_out(deal, hand, !any || deal->riichi >> hand->seat & 1);
    }
}

/* --- what does not go together --------------------------------------------------------------- */

static void check_winner(const struct kzi_deal *deal, unsigned number,
                         struct kzi_problem *problem) {
    const struct kzi_hand *hand = &deal->winners[number], *first = &deal->winners[0];
    if (deal->table.from == (int)hand->seat)
        kzi_problem_note(problem, KZI_WINNER_IS_DISCARDER, deal->table.from_spot,
                         "%c discarded the tile and cannot win on it as well",
                         kzi_seat_letters[hand->seat]);
    for (unsigned i = 0; i < number; i++)
        if (deal->winners[i].seat == hand->seat)
            kzi_problem_note(problem, KZI_DUPLICATE, spot_of(KZI_KEY_WINNERS),
                             "%c is named twice among the winners", kzi_seat_letters[hand->seat]);
    if (hand->win != first->win || hand->win_marked != first->win_marked)
        kzi_problem_note(problem, KZI_CONTRADICTION, spot_of(KZI_KEY_WINNERS),
                         "all win on one and the same tile: the winning tile of winner %u is "
                         "another than that of winner 1",
                         number + 1);
}

static void check_wins(const struct kzi_deal *deal, struct kzi_problem *problem) {
    if (deal->n_winners > 1 && deal->table.from < 0)
        kzi_problem_note(problem, KZI_MISSING_FROM, spot_of(KZI_KEY_WINNERS),
                         "several winners need the discarder: say from whom, as in \"from\":\"W\"");
    for (unsigned i = 0; i < deal->n_winners; i++)
        check_winner(deal, i, problem);
    if (deal->tenpai || deal->nagashi)
        kzi_problem_note(problem, KZI_CONTRADICTION,
                         spot_of(deal->tenpai ? KZI_KEY_TENPAI : KZI_KEY_NAGASHI),
                         "%s belongs to a draw, and this deal was won",
                         kzi_hand_key_names[deal->tenpai ? KZI_KEY_TENPAI : KZI_KEY_NAGASHI]);
}

static void check_deal(const struct kzi_deal *deal, struct kzi_problem *problem) {
    if (deal->drawn && deal->n_winners)
        kzi_problem_note(problem, KZI_CONTRADICTION, spot_of(KZI_KEY_DRAW),
                         "a deal is won or drawn: leave out \"winners\" or \"draw\"");
    else if (deal->n_winners)
        check_wins(deal, problem);
    else if (!deal->drawn)
        kzi_problem_note(problem, KZI_BAD_VALUE, spot_of(KZI_KEY_WINNERS),
                         "nobody won: name the winners, or say \"draw\":\"exhaustive\"");
    else if (deal->table.from >= 0)
        kzi_problem_note(problem, KZI_CONTRADICTION, deal->table.from_spot,
                         "nobody won this deal: leave \"from\" out");
}

/* --- the record ------------------------------------------------------------------------------ */

/* text is not all blank. */
static void read_record(struct kzi_item_parser *reader, const char *text, size_t len,
                        struct kzi_deal *deal) {
    static const struct record_form form = {"a deal", DEAL_KEYS, "a winner", WINNER_KEYS};
    struct record record;
    size_t first = 0;
    record.deal = deal;
    while (kzi_is_blank(text[first]))
        first++;
    if (text[first] != '{') {
        struct kzi_spot spot = {.at = (uint32_t)first + 1};
        kzi_problem_note(reader->problem, KZI_BAD_JSON, spot,
                         "a deal is a JSON object, in braces: {\"from\":\"W\",\"winners\":[...]}");
        return;
    }
    if (!open_record(&record, reader, text, len))
        return;
    take_pairs(&record, 0, &form);
    hand_out_all(deal);
    check_deal(deal, reader->problem);
    close_record(&record);
}

static bool is_blank(const char *text, size_t len) {
    while (len && kzi_is_blank(text[len - 1]))
        len--;
    return !len;
}

bool kzi_deal_read(struct kzi_deal *deal, const char *text, size_t len,
                   struct kzi_problem *problem) {
    struct kzi_item_parser reader = {.hand = &deal->table, .problem = problem};
    problem->found = false;
    kzi_hand_clear(&deal->table);
    deal->n_winners = 0;
    deal->drawn = false;
    deal->draw[0] = '\0';
    deal->riichi = deal->tenpai = deal->nagashi = 0;
    reader.ascii = len <= KZI_MAX_LINE && kzi_is_ascii(text, len);
    if (!kzi_is_readable(text, len, reader.ascii, problem))
        return false;
    if (is_blank(text, len))
        kzi_problem_note(problem, KZI_EMPTY, (struct kzi_spot){.at = 0},
                         "there is no deal: write it as a JSON object");
    else
        read_record(&reader, text, len, deal);
    return !problem->found;
}
