/* json_tokens.h - a JSON tokenizer in one pass, strict to RFC 8259.
 *
 * If a text is accepted, it is JSON: tokens are in the order of the text, a key is followed by its
 * value, and every string can be decoded.  Duplicate keys are allowed; the reader of a record
 * reports them. */
#ifndef KZI_JSON_TOKENS_H
#define KZI_JSON_TOKENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define KZI_JSON_TOKENS 1024 /* tokens in one line */
#define KZI_JSON_DEPTH  64

enum kzi_json_kind {
    KZI_JSON_OBJECT,
    KZI_JSON_ARRAY,
    KZI_JSON_STRING,
    KZI_JSON_NUMBER,
    KZI_JSON_WORD /* true, false, null */
};

struct kzi_json_token {
    /* The text, that of a string without its quotes.  end NULL: the text ends within this array or
     * object. */
    const char *start, *end;
    uint32_t after; /* the index of the first token after this one and its members */
    uint8_t kind;   /* enum kzi_json_kind */
    bool escaped;   /* a string that contains a backslash */
};

struct kzi_json {
    struct kzi_json_token *tokens;
    size_t count, capacity;
    const char *wrong; /* the error, a sentence; NULL: none */
    const char *place; /* the first wrong character */
    const char *end;
    bool cut; /* on an error: the text is a valid beginning of JSON */
};

/* Fill in tokens without allocating.  Return false, with json->wrong, if the text is not one JSON
 * value. */
bool kzi_json_read(struct kzi_json *json, struct kzi_json_token *tokens, size_t capacity,
                   const char *text, size_t len);

/* The same for a value at the beginning of a text; what follows it is ignored. */
bool kzi_json_read_first(struct kzi_json *json, struct kzi_json_token *tokens, size_t capacity,
                         const char *text, size_t len);

/* Decode a string with escapes and return the end of the result.  out has room for as many bytes as
 * the token is long. */
char *kzi_json_decode(const struct kzi_json_token *token, char *out);

#endif
