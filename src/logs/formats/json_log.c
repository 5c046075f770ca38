#include "logs/formats/json_log.h"

#include "base/limits.h"

#include <stdlib.h>

#define MAX_NUMBER   100000000
#define MAX_MIB      8 /* of a game */
#define MAX_DOCUMENT (MAX_MIB * 1024 * 1024)
#define OUTER        2 /* depth of a round: objects and lists around it */

struct kzi_json_value kzi_json_get(struct kzi_log_reader *log, struct kzi_json_value object,
                                   const char *key) {
    return kzi_json_at(log, kzi_json_member(object, key));
}

int64_t kzi_json_number(struct kzi_json_value value) {
    char digits[24] = "", *end = digits;
    size_t len = kzi_json_is(value, KZI_JSON_NUMBER) ? kzi_json_len(value) : 0;
    if (len && len < sizeof digits)
        memcpy(digits, value.token->start, len);
    const int64_t number = strtol(digits, &end, 10);
    if (*end == '.')
        end += 1 + strspn(end + 1, "0123456789");
    return end > digits && !*end && number >= -MAX_NUMBER && number <= MAX_NUMBER ? number
                                                                                  : KZI_NOT_SAID;
}

int kzi_json_numbers(struct kzi_json_value array, int64_t *list, int max) {
    int count = 0;
    if (!kzi_json_is(array, KZI_JSON_ARRAY))
        return -1;
    KZI_JSON_EACH(item, array) {
        if (count == max || (list[count++] = kzi_json_number(item)) == KZI_NOT_SAID)
            return -1;
    }
    return count;
}

/* --- for the event at hand -------------------------------------------------------------------- */

void kzi_json_refuse(struct kzi_log_reader *log, struct kzi_json_value value, const char *why) {
    const int len = (int)kzi_json_len(kzi_json_at(log, value));
    kzi_log_fail(log, "'%.*s' %s", len < 60 ? len : 60, len ? value.token->start : "", why);
}

int64_t kzi_json_required(struct kzi_log_reader *log, struct kzi_json_value object, const char *key,
                          int64_t min, int64_t max) {
    struct kzi_json_value value = kzi_json_get(log, object, key);
    const int64_t number = value.token || !log->omits_zero ? kzi_json_number(value) : 0;
    if (number >= min && number <= max)
        return number;
    kzi_log_fail(log, "%s is not a number from %lld to %lld", key, (long long)min, (long long)max);
    return min;
}

bool kzi_json_tile(const struct kzi_log_reader *log, struct kzi_json_value value,
                   struct kzi_log_tile *tile) {
    const struct kzi_json_token *token = value.token;
    struct kzi_read_tile read;
    if (!kzi_json_len(value) || !kzi_json_is(value, KZI_JSON_STRING) ||
        !kzi_notation_tile(log->notation, token->start, token->end, &read) ||
        read.next != token->end)
        return false;
    *tile = (struct kzi_log_tile){(uint8_t)kzi_kind_of_shown(read.kind), read.red};
    return true;
}

static void add_json_tile(struct kzi_log_reader *log, struct kzi_json_value value) {
    const bool deals = log->event.kind == KZI_EVENT_HAND,
               hides = deals || log->event.kind == KZI_EVENT_DRAW;
    struct kzi_log_tile tile = {KZI_HIDDEN_TILE, false};
    kzi_json_at(log, value);
    const bool hidden = hides && kzi_json_equals(value, "?"),
               read = !hidden && kzi_json_tile(log, value, &tile),
               flower = read && tile.kind == KZI_A_FACE;
    if (flower && deals)
        log->event.n_flowers++;
    else if (hidden || (read && !flower))
        kzi_log_add_tile(log, tile);
    else
        kzi_json_refuse(log, value, "is not a tile");
}

void kzi_json_add_tiles(struct kzi_log_reader *log, struct kzi_json_value value) {
    if (!kzi_json_is(value, KZI_JSON_ARRAY))
        add_json_tile(log, value);
    KZI_JSON_EACH(item, value)
        add_json_tile(log, item);
}

uint8_t kzi_json_player(struct kzi_log_reader *log, struct kzi_json_value object, const char *key) {
    const int64_t number = kzi_json_required(log, object, key, 0, KZI_MAX_PLAYERS - 1);
    return (uint8_t)((log->counted_from + (unsigned)number) % KZI_MAX_PLAYERS);
}

bool kzi_json_by_player(const struct kzi_log_reader *log, struct kzi_json_value array,
                        int64_t list[KZI_MAX_PLAYERS]) {
    int64_t numbers[KZI_MAX_PLAYERS];
    const int count = kzi_json_numbers(array, numbers, KZI_MAX_PLAYERS);
    for (int i = 0; i < count; i++)
        list[(log->counted_from + (unsigned)i) % KZI_MAX_PLAYERS] = numbers[i];
    return count >= (int)log->n_players;
}

void kzi_json_take_payments(struct kzi_log_reader *log, struct kzi_json_value array) {
    struct kzi_logged_win *win = &log->event.win;
    win->has_payments = kzi_json_by_player(log, array, win->payments);
}

void kzi_json_give_names(struct kzi_log_reader *log, struct kzi_json_value names,
                         unsigned n_players) {
    unsigned player = 0;
    KZI_JSON_EACH(name, names) {
        char text[8 * KZI_PLAYER_NAME] = "";
        kzi_json_copy(name, text, sizeof text);
        if (player < n_players)
            kzi_log_give_name(log, player++, text, strcspn(text, "\n"));
    }
}

/* --- events ----------------------------------------------------------------------------------- */

bool kzi_json_take_event(struct kzi_log_reader *log, const struct kzi_json_events *events,
                         struct kzi_json_value name, struct kzi_json_value object) {
    const struct kzi_json_event *type = events->list, *end = type + events->count;
    while (type < end && !kzi_json_equals(name, type->name))
        type++;
    if (type == end)
        return false;
    struct kzi_log_event *event = kzi_log_begin(log, type->kind);
    const bool acts = type->kind >= KZI_EVENT_DRAW && type->kind <= KZI_EVENT_WIN;
    if (acts && !log->n_players)
        kzi_log_fail(log, "%s comes before the first round", type->name);
    if (acts)
        event->player = kzi_json_player(log, object, events->player);
    if (type->tiles)
        events->add_tiles(log, kzi_json_get(log, object, type->tiles));
    if (type->fill)
        type->fill(log, object);
    kzi_log_give(log);
    return true;
}

/* --- documents -------------------------------------------------------------------------------- */

/* Close the outer objects and lists of a document that is cut off, so that their complete elements
 * (such as the rounds of a game) are kept. */
static void close_outer(struct kzi_json *json) {
    struct kzi_json_token *open[OUTER];
    uint32_t count = 0, kept = (uint32_t)json->count;
    kept -= json->tokens[kept - 1].kind > KZI_JSON_ARRAY; /* the last value may be incomplete */
    for (uint32_t i = 0; i < kept; i++)
        if (json->tokens[i].kind > KZI_JSON_ARRAY || json->tokens[i].end)
            continue;
        else if (count == OUTER)
            kept = i;
        else
            open[count++] = &json->tokens[i];
    while (count--)
        open[count]->after = kept;
}

/* Handle a file that ends within a document or a list, or a document that is too long: take the
 * complete rounds of the game. */
static void end_within(struct kzi_log_reader *log, struct kzi_json *json, kzi_document_taker *take,
                       bool games) {
    const bool longer = json->cut && json->end < log->text->at + log->text->len;
    if (longer)
        log->problem = "a game is longer than " KZI_DIGITS(MAX_MIB) " MiB";
    else if (!*log->problem)
        log->problem = "the file ends within a game";
    kzi_log_place(log, longer ? json->end : log->text->at + log->text->len);
    if (json->cut && games) {
        log->at = log->part = json->tokens->start;
        close_outer(json);
        take(log, (struct kzi_json_value){json->tokens, json->tokens});
    }
    log->at = NULL;
    kzi_log_fail(log, "%s", log->problem);
}

void kzi_json_read_documents(struct kzi_log_reader *log, kzi_document_taker *take, bool games) {
    const char *at = log->text->at, *end = at + log->text->len;
    const size_t len = log->text->len < MAX_DOCUMENT ? log->text->len : MAX_DOCUMENT;
    /* a token for every two characters, as in [1,1,1], and for the brackets */
    struct kzi_json json = {.capacity = len / 2 + KZI_JSON_DEPTH + 1};
    bool listed = false;
    struct kzi_json_token *tokens = malloc(json.capacity * sizeof *tokens);
    if (!tokens)
        kzi_log_no_memory(log);
    for (; at < end && kzi_log_goes_on(log) && !json.wrong; at++) {
        const size_t left = (size_t)(end - at);
        log->at = at;
        if (*at == (listed ? ']' : '['))
            listed = !listed;
        else if (*at != '{' && !strchr(" \t\r\n,", *at))
            kzi_log_fail(log, "an object is expected here");
        else if (*at == '{' &&
                 kzi_json_read_first(&json, tokens, json.capacity, at, left < len ? left : len)) {
            take(log, (struct kzi_json_value){tokens, tokens});
            at = tokens->end - 1;
        }
    }
    log->at = json.place;
    if (json.wrong && !json.cut)
        kzi_log_fail(log, "this is not JSON: %s", json.wrong);
    if (kzi_log_goes_on(log) && (json.cut || listed))
        end_within(log, &json, take, games);
    kzi_log_end(log);
    free(tokens);
}

bool kzi_log_has_key(const char *text, size_t len, const char *key) {
    char quoted[32];
    size_t blank = 0;
    while (blank < len && strchr(" \t\r\n[", text[blank]))
        blank++;
    struct kzi_text word = kzi_text_fixed(quoted, sizeof quoted);
    kzi_text_format(&word, "\"%s\"", key);
    return blank < len && text[blank] == '{' && memmem(text, len, quoted, kzi_text_end(&word));
}
