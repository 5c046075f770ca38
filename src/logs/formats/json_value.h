/* json_value.h - the JSON of logs: values of a text that was cut into tokens, and files that hold a
 * document for each game. */
#ifndef KZI_JSON_VALUE_H
#define KZI_JSON_VALUE_H

#include "hand/parser/json_tokens.h"
#include "logs/reader.h"

#include <string.h>

/* A value: a token among those of its text; token NULL: there is none. */
struct kzi_json_value {
    const struct kzi_json_token *tokens, *token;
};

static inline struct kzi_json_value kzi_json_root(const struct kzi_json_token *tokens) {
    return (struct kzi_json_value){tokens, tokens};
}

static inline bool kzi_json_is(struct kzi_json_value value, enum kzi_json_kind kind) {
    return value.token && value.token->kind == kind;
}

static inline size_t kzi_json_len(struct kzi_json_value value) {
    return value.token ? (size_t)(value.token->end - value.token->start) : 0;
}

/* Return whether a string, number or word is this text. */
bool kzi_json_equals(struct kzi_json_value value, const char *text);
/* Return the value of a key of an object. */
struct kzi_json_value kzi_json_member(struct kzi_json_value object, const char *key);
/* Return the first element of an array, and the one after an element. */
struct kzi_json_value kzi_json_first(struct kzi_json_value array);
struct kzi_json_value kzi_json_after(struct kzi_json_value array, struct kzi_json_value element);
#define KZI_JSON_EACH(item, array)                                                                 \
    for (struct kzi_json_value item = kzi_json_first(array); (item).token;                         \
         (item) = kzi_json_after(array, item))
/* Read a number, without what follows its point.  Return whether it is one of up to nine digits. */
bool kzi_json_number(struct kzi_json_value value, int64_t *number);
/* Read the numbers of an array.  Return how many, or -1 if it is not one of up to `most` numbers.
 */
int kzi_json_numbers(struct kzi_json_value array, int64_t *list, int most);
/* Copy a string that fits, decoded. */
bool kzi_json_copy(struct kzi_json_value value, char *text, size_t size);

/* Say what players are called, from an array of strings. */
bool kzi_json_give_names(struct kzi_log_reader *reader, struct kzi_json_value names,
                         unsigned n_players);

/* --- documents -------------------------------------------------------------------------------- */

#define KZI_MAX_DOCUMENT (8 * 1024 * 1024) /* bytes of a game */

struct kzi_log_document {
    struct kzi_log_reader *reader;
    void *context;                  /* of the format, from one document to the next */
    struct kzi_json_value root, at; /* at: what is being read, for the place of a fault */
};

/* Note what is read next, for the place of a fault.  Return it. */
static inline struct kzi_json_value kzi_document_at(struct kzi_log_document *document,
                                                    struct kzi_json_value value) {
    if (value.token)
        document->at = value;
    return value;
}

/* Read the number that an object has for a key. */
bool kzi_document_number(struct kzi_log_document *document, struct kzi_json_value object,
                         const char *key, int64_t least, int64_t most, int64_t *number);
/* Read "5m", or as mjai has it "E" and "5mr". */
bool kzi_json_tile(struct kzi_json_value value, struct kzi_log_tile *tile);
/* Append such a tile, or a list of them, to the event at hand or to a part of it; "?" is hidden, in
 * hands and draws. */
bool kzi_document_tiles(struct kzi_log_document *document, struct kzi_json_value value,
                        unsigned most, struct kzi_log_tile *tiles, uint8_t *count);

/* Read a file of objects one after another, or in lists, and call take with each.  It returns false
 * after a fault.  Without a context, each is a game: of one that the file ends in, take gets the
 * rounds before. */
void kzi_log_read_documents(struct kzi_log_reader *reader,
                            bool (*take)(struct kzi_log_document *document), void *context);

/* Return whether the first piece of a file begins like such a document and has this key. */
bool kzi_log_has_key(const char *text, size_t len, const char *key);

#endif
