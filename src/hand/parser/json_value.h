/* json_value.h - the values of a JSON text that was cut into tokens. */
#ifndef KZI_JSON_VALUE_H
#define KZI_JSON_VALUE_H

#include "hand/parser/json_tokens.h"

/* A value: a token among those of its text; token NULL: no value. */
struct kzi_json_value {
    const struct kzi_json_token *tokens, *token;
};

static inline bool kzi_json_is(struct kzi_json_value value, enum kzi_json_kind kind) {
    return value.token && value.token->kind == kind;
}

static inline size_t kzi_json_len(struct kzi_json_value value) {
    return value.token ? (size_t)(value.token->end - value.token->start) : 0;
}

/* Return whether a string, number or word has this text. */
bool kzi_json_equals(struct kzi_json_value value, const char *text);
/* Return the value of a key of an object. */
struct kzi_json_value kzi_json_member(struct kzi_json_value object, const char *key);
/* Return the first key of an object, if there is one; its value is the next token. */
struct kzi_json_value kzi_json_first_key(struct kzi_json_value object);
/* Return the first element of an array, and the element after another one, if there is one. */
struct kzi_json_value kzi_json_first(struct kzi_json_value array);
struct kzi_json_value kzi_json_after(struct kzi_json_value array, struct kzi_json_value element);
#define KZI_JSON_EACH(item, array)                                                                 \
    for (struct kzi_json_value item = kzi_json_first(array); (item).token;                         \
         (item) = kzi_json_after(array, item))
/* Copy the decoded text of a string.  Return false if it does not fit. */
bool kzi_json_copy(struct kzi_json_value value, char *text, size_t size);

#endif
