#include "logs/formats/json_value.h"

#include "tile/notation.h"

#include <stdlib.h>

#define MOST_WORD 64 /* bytes of a text that is compared, as it is written */

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
    return element_at(array, element.token->after);
}

bool kzi_json_number(struct kzi_json_value value, int64_t *number) {
    char digits[24] = "";
    size_t len = kzi_json_is(value, KZI_JSON_NUMBER) ? kzi_json_len(value) : 0;
    if (!len || len >= sizeof digits)
        return false;
    memcpy(digits, value.token->start, len);
    char *end;
    *number = strtol(digits, &end, 10);
    if (*end == '.')
        end += 1 + strspn(end + 1, "0123456789");
    return !*end && *number >= -100000000 && *number <= 100000000;
}

int kzi_json_numbers(struct kzi_json_value array, int64_t *list, int most) {
    int count = 0;
    if (!kzi_json_is(array, KZI_JSON_ARRAY))
        return -1;
    KZI_JSON_EACH(item, array) {
        if (count == most || !kzi_json_number(item, &list[count++]))
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

bool kzi_json_give_names(struct kzi_log_reader *reader, struct kzi_json_value names,
                         unsigned n_players) {
    struct kzi_json_value name = kzi_json_first(names);
    for (unsigned i = 0; i < n_players && name.token; i++, name = kzi_json_after(names, name)) {
        char text[8 * KZI_PLAYER_NAME] = "";
        kzi_json_copy(name, text, sizeof text);
        size_t len = strcspn(text, "\n");
        if (!kzi_log_give_name(reader, i, text, len))
            return false;
    }
    return true;
}

bool kzi_json_tile(struct kzi_json_value value, struct kzi_log_tile *tile) {
    struct kzi_tile read;
    size_t count = 0;
    uint32_t at, letter;
    if (!kzi_json_is(value, KZI_JSON_STRING) ||
        kzi_notation_read(value.token->start, kzi_json_len(value), &read, 1, &count, &at,
                          &letter) != KZI_NOTATION_OK ||
        count != 1)
        return false;
    *tile = (struct kzi_log_tile){read.kind, read.marked};
    return true;
}

/* --- documents -------------------------------------------------------------------------------- */

bool kzi_document_number(struct kzi_log_document *document, struct kzi_json_value object,
                         const char *key, int64_t least, int64_t most, int64_t *number) {
    struct kzi_json_value value = kzi_document_at(document, kzi_json_member(object, key));
    return (kzi_json_number(value, number) && *number >= least && *number <= most) ||
           kzi_log_fail(document->reader, "%s is not a number from %lld to %lld", key,
                        (long long)least, (long long)most);
}

static bool add_tile(struct kzi_log_document *document, struct kzi_json_value value, unsigned most,
                     struct kzi_log_tile *tiles, uint8_t *count) {
    enum kzi_log_event_kind kind = document->reader->event.kind;
    int len = (int)kzi_json_len(kzi_document_at(document, value));
    if (*count == most)
        return kzi_log_fail(document->reader, "these are too many tiles");
    struct kzi_log_tile *tile = &tiles[(*count)++];
    *tile = (struct kzi_log_tile){KZI_HIDDEN_TILE, false};
    return ((kind == KZI_EVENT_HAND || kind == KZI_EVENT_DRAW) && kzi_json_equals(value, "?")) ||
           kzi_json_tile(value, tile) ||
           kzi_log_fail(document->reader, "'%.*s' is not a tile", len < 20 ? len : 20,
                        len ? value.token->start : "");
}

bool kzi_document_tiles(struct kzi_log_document *document, struct kzi_json_value value,
                        unsigned most, struct kzi_log_tile *tiles, uint8_t *count) {
    if (!kzi_json_is(value, KZI_JSON_ARRAY))
        return add_tile(document, value, most, tiles, count);
    KZI_JSON_EACH(item, value) {
        if (!add_tile(document, item, most, tiles, count))
            return false;
    }
    return true;
}

/* Cuts a file into documents. */
struct splitter {
    struct kzi_log_document document;
    bool (*take)(struct kzi_log_document *document);
    struct kzi_text text; /* of the document at hand */
    struct kzi_json json;
    bool listed, string, escaped;         /* in the list, in a string, after a backslash in it */
    unsigned depth;                       /* of objects and lists in the document */
    char ends[2];                         /* of the outer two of them */
    size_t kept;                          /* bytes of the text to the last whole value in these */
    unsigned kept_depth;                  /* how many of them are open there */
    unsigned long line, column;           /* of the byte at hand */
    unsigned long from_line, from_column; /* of the document */
};

static bool fail_here(struct splitter *splitter, const char *text) {
    struct kzi_log_fault *fault = &splitter->document.reader->fault;
    kzi_log_fail(splitter->document.reader, "%s", text);
    fault->line = splitter->line;
    fault->column = splitter->column;
    return false;
}

/* Give the fault the place of a byte of the document. */
static bool place_fault(struct splitter *splitter, const char *at) {
    struct kzi_log_fault *fault = &splitter->document.reader->fault;
    const char *from = splitter->text.at, *end;
    unsigned long line = splitter->from_line, column = splitter->from_column;
    while ((end = memchr(from, '\n', (size_t)(at - from)))) {
        from = end + 1;
        line++;
        column = 1;
    }
    fault->line = line;
    fault->column = column + (unsigned long)(at - from);
    return false;
}

static bool take_document(struct splitter *splitter) {
    struct kzi_log_reader *reader = splitter->document.reader;
    struct kzi_text *text = &splitter->text;
    if (text->failed)
        return kzi_log_no_memory(reader);
    if (!kzi_json_read_long(&splitter->json, text->at, text->len)) {
        if (!splitter->json.wrong)
            return kzi_log_no_memory(reader);
        kzi_log_fail(reader, "this is not JSON: %s", splitter->json.wrong);
        return place_fault(splitter, splitter->json.place);
    }
    splitter->document.root = splitter->document.at = kzi_json_root(splitter->json.tokens);
    bool done = splitter->take(&splitter->document) && !*reader->fault.text;
    if (!done)
        place_fault(splitter, splitter->document.at.token->start);
    free(splitter->json.tokens);
    splitter->json.tokens = NULL;
    kzi_text_clear(text);
    splitter->kept = 0;
    return done;
}

/* The file ends within a document: keep the whole values of the outer objects and lists, which are
 * the rounds of a game.  What is not there is no fault of its own. */
static void end_within(struct splitter *splitter) {
    struct kzi_log_fault *fault = &splitter->document.reader->fault;
    bool done = true;
    splitter->text.len = splitter->kept;
    for (unsigned depth = splitter->kept_depth; depth; depth--)
        kzi_text_char(&splitter->text, splitter->ends[depth - 1]);
    if (splitter->kept && !splitter->document.context)
        done = take_document(splitter);
    if (!done && fault->line == splitter->from_line && fault->column == splitter->from_column)
        *fault->text = '\0';
    if (!*fault->text)
        fail_here(splitter, kzi_unpacker_whole(splitter->document.reader->unpacker)
                                ? "the file ends within a game"
                                : "");
}

/* A byte between documents. */
static bool take_between(struct splitter *splitter, char c) {
    if (strchr(" \t\r\n,", c))
        return true;
    if (c == '[' && !splitter->listed)
        splitter->listed = true;
    else if (c == ']' && splitter->listed)
        splitter->listed = false;
    else
        return fail_here(splitter, "an object is expected here");
    return true;
}

/* A byte of a document; the last one hands it over. */
static bool take_inside(struct splitter *splitter, char c) {
    if (splitter->string) {
        splitter->string = splitter->escaped || c != '"';
        splitter->escaped = !splitter->escaped && c == '\\';
    } else if (c == '"') {
        splitter->string = true;
    } else if (c == '{' || c == '[') {
        if (splitter->depth < sizeof splitter->ends)
            splitter->ends[splitter->depth] = c == '{' ? '}' : ']';
        splitter->depth++;
    } else if (c == '}' || c == ']' || c == ',') {
        splitter->depth -= c != ',';
        if (splitter->depth <= sizeof splitter->ends) {
            splitter->kept = splitter->text.len + (c != ',');
            splitter->kept_depth = splitter->depth;
        }
    }
    if (splitter->depth > KZI_MAX_LOG_DEPTH) {
        kzi_log_fail(splitter->document.reader, "lists and objects are nested deeper than %d",
                     KZI_MAX_LOG_DEPTH);
        return fail_here(splitter, "");
    }
    if (splitter->text.len == KZI_MAX_DOCUMENT)
        return fail_here(splitter, "a game is longer than 8 MiB");
    kzi_text_char(&splitter->text, c);
    return splitter->depth || take_document(splitter);
}

static bool take_piece(struct splitter *splitter, const char *bytes, size_t len) {
    for (size_t i = 0; i < len; i++) {
        char c = bytes[i];
        bool between = !splitter->depth && c != '{';
        if (!splitter->depth && c == '{') {
            splitter->from_line = splitter->line;
            splitter->from_column = splitter->column;
        }
        if (between ? !take_between(splitter, c) : !take_inside(splitter, c))
            return false;
        splitter->line += c == '\n';
        splitter->column = c == '\n' ? 1 : splitter->column + 1;
    }
    return true;
}

static void release(void *held) {
    struct splitter *splitter = held;
    free(splitter->json.tokens);
    kzi_text_release(&splitter->text);
    free(splitter);
}

void kzi_log_read_documents(struct kzi_log_reader *reader,
                            bool (*take)(struct kzi_log_document *document), void *context) {
    struct splitter *splitter = calloc(1, sizeof *splitter);
    struct kzi_unpacker *unpacker = reader->unpacker;
    if (!splitter) {
        kzi_log_no_memory(reader);
        return;
    }
    *splitter = (struct splitter){.take = take, .line = 1};
    splitter->document.reader = reader;
    splitter->document.context = context;
    splitter->column = 1;
    splitter->text = kzi_text_growing();
    reader->held = splitter;
    reader->release = release;
    bool going;
    do
        going = take_piece(splitter, unpacker->piece, unpacker->len);
    while (going && kzi_unpacker_next(unpacker));
    if (going && (splitter->depth || splitter->listed))
        end_within(splitter);
    else if (going)
        fail_here(splitter, "");
    kzi_log_release(reader);
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
