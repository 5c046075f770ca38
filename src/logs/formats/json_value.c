#include "logs/formats/json_value.h"

#include <stdlib.h>

#define MOST_WORD     64 /* bytes of a text that is compared, as it is written */
#define MOST_NUMBER   100000000
#define MOST_DOCUMENT (8 * 1024 * 1024) /* bytes of a game */
#define OUTER         2                 /* objects and lists around a round */

bool kzi_json_equals(struct kzi_json_value value, const char *text) {
    char decoded[MOST_WORD];
    size_t len = kzi_json_len(value);
    if (len && memchr(value.token->start, '\\', len))
        return kzi_json_copy(value, decoded, sizeof decoded) && !strcmp(decoded, text);
    return value.token && strlen(text) == len && !memcmp(value.token->start, text, len);
}

static struct kzi_json_value value_at(struct kzi_json_value from, uint32_t index) {
    return (struct kzi_json_value){from.tokens, &from.tokens[index]};
}

static uint32_t index_of(struct kzi_json_value value) {
    return (uint32_t)(value.token - value.tokens);
}

struct kzi_json_value kzi_json_member(struct kzi_json_value object, const char *key) {
    struct kzi_json_value none = {object.tokens, NULL};
    if (!kzi_json_is(object, KZI_JSON_OBJECT))
        return none;
    for (uint32_t i = index_of(object) + 1; i < object.token->after; i = object.tokens[i + 1].after)
        if (kzi_json_equals(value_at(object, i), key))
            return value_at(object, i + 1);
    return none;
}

static struct kzi_json_value element_at(struct kzi_json_value array, uint32_t index) {
    return index < array.token->after ? value_at(array, index)
                                      : (struct kzi_json_value){array.tokens, NULL};
}

struct kzi_json_value kzi_json_first(struct kzi_json_value array) {
    return kzi_json_is(array, KZI_JSON_ARRAY) ? element_at(array, index_of(array) + 1)
                                              : (struct kzi_json_value){array.tokens, NULL};
}

struct kzi_json_value kzi_json_after(struct kzi_json_value array, struct kzi_json_value element) {
    return element.token ? element_at(array, element.token->after) : element;
}

int64_t kzi_json_number(struct kzi_json_value value) {
    char digits[24] = "", *end = digits;
    size_t len = kzi_json_is(value, KZI_JSON_NUMBER) ? kzi_json_len(value) : 0;
    if (len && len < sizeof digits)
        memcpy(digits, value.token->start, len);
    const int64_t number = strtol(digits, &end, 10);
    if (*end == '.')
        end += 1 + strspn(end + 1, "0123456789");
    return end > digits && !*end && number >= -MOST_NUMBER && number <= MOST_NUMBER ? number
                                                                                    : KZI_NOT_SAID;
}

int kzi_json_numbers(struct kzi_json_value array, int64_t *list, int most) {
    int count = 0;
    if (!kzi_json_is(array, KZI_JSON_ARRAY))
        return -1;
    KZI_JSON_EACH(item, array) {
        if (count == most || (list[count++] = kzi_json_number(item)) == KZI_NOT_SAID)
            return -1;
    }
    return count;
}

bool kzi_json_copy(struct kzi_json_value value, char *text, size_t size) {
    size_t len = kzi_json_len(value);
    if (!kzi_json_is(value, KZI_JSON_STRING) || len >= size)
        return false;
    *kzi_json_decode(value.token, text) = '\0';
    return true;
}

/* --- for the event at hand -------------------------------------------------------------------- */

void kzi_json_refuse(struct kzi_log_reader *log, struct kzi_json_value value, const char *why) {
    const int len = (int)kzi_json_len(kzi_json_at(log, value));
    kzi_log_fail(log, "'%.*s' %s", len < 60 ? len : 60, len ? value.token->start : "", why);
}

int64_t kzi_json_required(struct kzi_log_reader *log, struct kzi_json_value object, const char *key,
                          int64_t least, int64_t most) {
    const int64_t number = kzi_json_number(kzi_json_at(log, kzi_json_member(object, key)));
    if (number >= least && number <= most)
        return number;
    kzi_log_fail(log, "%s is not a number from %lld to %lld", key, (long long)least,
                 (long long)most);
    return least;
}

bool kzi_json_tile(const struct kzi_log_reader *log, struct kzi_json_value value,
                   struct kzi_log_tile *tile) {
    const struct kzi_json_token *token = value.token;
    struct kzi_read_tile read;
    if (!kzi_json_len(value) || !kzi_json_is(value, KZI_JSON_STRING) ||
        !kzi_notation_tile(log->notation, token->start, token->end, &read) ||
        read.next != token->end)
        return false;
    *tile = (struct kzi_log_tile){read.kind, read.red};
    return true;
}

static void add_tile(struct kzi_log_reader *log, struct kzi_json_value value) {
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
        add_tile(log, value);
    KZI_JSON_EACH(item, value) {
        add_tile(log, item);
    }
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

/* --- documents -------------------------------------------------------------------------------- */

/* Where a document ends. */
struct extent {
    const char *end;    /* NULL: it is not all there */
    const char *kept;   /* the end of the last whole value in the outer objects and lists */
    unsigned depth;     /* how many of them are open there */
    char closes[OUTER]; /* what ends each */
};

/* Find the end of the document that begins at text. */
static struct extent find_extent(struct kzi_log_reader *log, const char *text, const char *end) {
    struct extent extent = {.kept = text};
    bool string = false;
    unsigned depth = 0;
    for (const char *at = text; at < end && kzi_log_goes_on(log) && !extent.end; at++) {
        log->at = at;
        if (string && *at == '\\')
            at++;
        else if (*at == '"')
            string = !string;
        else if (!string && (*at == '{' || *at == '[')) {
            if (depth < OUTER)
                extent.closes[depth] = *at == '{' ? '}' : ']';
            if (++depth > KZI_MAX_LOG_DEPTH)
                kzi_log_fail(log, "lists and objects are nested deeper than %d", KZI_MAX_LOG_DEPTH);
        } else if (!string && (*at == '}' || *at == ']' || *at == ',')) {
            depth -= *at != ',';
            if (depth <= OUTER) {
                extent.kept = at + (*at != ',');
                extent.depth = depth;
            }
        }
        if (at - text >= MOST_DOCUMENT)
            kzi_log_fail(log, "a game is longer than 8 MiB");
        extent.end = depth ? NULL : at + 1;
    }
    return extent;
}

static void take_document(struct kzi_log_reader *log, const char *text, size_t len,
                          kzi_document_taker *take, void *context) {
    struct kzi_json json;
    if (kzi_json_read_long(&json, text, len)) {
        log->at = text;
        take(log, (struct kzi_json_value){json.tokens, json.tokens}, context);
        free(json.tokens);
    } else if (json.wrong) {
        log->at = json.place;
        kzi_log_fail(log, "this is not JSON: %s", json.wrong);
    } else {
        kzi_log_no_memory(log);
    }
}

/* The file ends within a document: keep the whole values of the outer objects and lists, which are
 * the rounds of a game. */
static void end_within(struct kzi_log_reader *log, const char *text, const struct extent *extent,
                       kzi_document_taker *take, void *context) {
    struct kzi_text *all = log->text;
    const size_t from = (size_t)(text - all->at);
    kzi_log_end(log);
    if (!*log->problem)
        log->problem = "the file ends within a game";
    all->len = (size_t)(extent->kept - all->at);
    for (unsigned depth = extent->depth; depth; depth--)
        kzi_text_char(all, extent->closes[depth - 1]);
    if (all->failed) {
        kzi_log_no_memory(log);
    } else if (extent->kept > text && !context) {
        log->part = all->at + from;
        take_document(log, log->part, all->len - from, take, context);
    }
    log->at = NULL;
    kzi_log_fail(log, "%s", log->problem);
}

void kzi_json_read_documents(struct kzi_log_reader *log, kzi_document_taker *take, void *context) {
    const char *at = log->text->at, *end = at + log->text->len;
    struct extent extent = {.kept = at};
    bool listed = false;
    for (; at < end && kzi_log_goes_on(log); at++) {
        log->at = at;
        if (*at == '{') {
            extent = find_extent(log, at, end);
            if (!extent.end)
                break;
            take_document(log, at, (size_t)(extent.end - at), take, context);
            at = extent.end - 1;
        } else if (*at == (listed ? ']' : '['))
            listed = !listed;
        else if (!strchr(" \t\r\n,", *at))
            kzi_log_fail(log, "an object is expected here");
    }
    if (kzi_log_goes_on(log) && (at < end || listed))
        end_within(log, at, &extent, take, context);
    kzi_log_end(log);
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
