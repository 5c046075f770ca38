/* json_tokens.h - a text of JSON cut into tokens in one pass, to the letter of RFC 8259.
 *
 * What passes is JSON: tokens are in the order of the text, a key is followed by its value, and
 * every string can be decoded.  Keys may be there twice: whoever reads a record says so. */
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
    const char *start, *end; /* of a string without its quotes */
    uint32_t after;          /* the index of the first token that is not within this one */
    uint8_t kind;            /* enum kzi_json_kind */
    bool escaped;            /* a string with a backslash in it */
};

/* Invariant: everything before at is JSON as far as it goes. */
struct kzi_json {
    struct kzi_json_token *tokens;
    size_t count, capacity;
    const char *wrong; /* why it is not JSON, a sentence; NULL: it is */
    const char *place; /* where in the text: the first character that cannot be right */
    const char *at, *end;
};

/* Fills tokens.  Allocates nothing.  False if it is not one JSON value; json->wrong says why. */
bool kzi_json_read(struct kzi_json *json, struct kzi_json_token *tokens, size_t capacity,
                   const char *text, size_t len);

/* The same of any number of tokens, which are to be freed; where wrong is NULL memory was out. */
bool kzi_json_read_long(struct kzi_json *json, const char *text, size_t len);

/* Decodes a string with escapes; out has room for as many bytes as the token.  Returns the end. */
char *kzi_json_decode(const struct kzi_json_token *token, char *out);

#endif
