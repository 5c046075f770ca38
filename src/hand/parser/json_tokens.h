/* json_tokens.h - a JSON tokenizer in one pass, strict to RFC 8259.
 *
 * Accepted text is JSON: tokens are in the order of the text, a key is followed by its value,
 * and every string can be decoded.  Duplicate keys are allowed; the reader of a record reports
 * them. */
#ifndef KZI_JSON_TOKENS_H
#define KZI_JSON_TOKENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define KZI_JSON_TOKENS 1024 /* of one line */
#define KZI_JSON_DEPTH  64

enum kzi_json_kind {
    KZI_JSON_OBJECT,
    KZI_JSON_ARRAY,
    KZI_JSON_STRING,
    KZI_JSON_NUMBER,
    KZI_JSON_WORD /* true, false, null */
};

struct kzi_json_token {
    /* Of a string without its quotes.  end NULL: the text is cut off within an array or object. */
    const char *start, *end;
    uint32_t after; /* the index of the first token outside this one */
    uint8_t kind;   /* enum kzi_json_kind */
    bool escaped;   /* a string with a backslash in it */
};

struct kzi_json {
    struct kzi_json_token *tokens;
    size_t count, capacity;
    const char *wrong; /* why it is not JSON, a sentence; NULL: no error */
    const char *place; /* the first wrong character */
    const char *end;
    bool cut; /* if it is wrong: what was read so far may go on after the end of the text */
};

/* Fill tokens without allocating.  False if the text is not one JSON value; json->wrong says
 * why. */
bool kzi_json_read(struct kzi_json *json, struct kzi_json_token *tokens, size_t capacity,
                   const char *text, size_t len);

/* kzi_json_read for the value that a text begins with, whatever follows it. */
bool kzi_json_read_first(struct kzi_json *json, struct kzi_json_token *tokens, size_t capacity,
                         const char *text, size_t len);

/* Decode a string with escapes and return the end; out has at least the capacity of the token's
 * length. */
char *kzi_json_decode(const struct kzi_json_token *token, char *out);

#endif
