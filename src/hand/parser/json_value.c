#include "hand/parser/json_value.h"

#include <string.h>

#define MAX_WORD 64 /* bytes of a text to compare, as written */

bool kzi_json_copy(struct kzi_json_value value, char *text, size_t size) {
    size_t len = kzi_json_len(value);
    if (!kzi_json_is(value, KZI_JSON_STRING) || len >= size)
        return false;
    *kzi_json_decode(value.token, text) = '\0';
    return true;
}

bool kzi_json_equals(struct kzi_json_value value, const char *text) {
    char decoded[MAX_WORD];
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
    /* If the document is cut off, the last key has no value. */
    for (uint32_t i = index_of(object) + 1; i + 1 < object.token->after;
         i = object.tokens[i + 1].after)
        if (kzi_json_equals(value_at(object, i), key))
            return value_at(object, i + 1);
    return none;
}

static struct kzi_json_value element_at(struct kzi_json_value array, uint32_t index) {
    return index < array.token->after ? value_at(array, index)
                                      : (struct kzi_json_value){array.tokens, NULL};
}

static struct kzi_json_value first_in(struct kzi_json_value outer, enum kzi_json_kind kind) {
    return kzi_json_is(outer, kind) ? element_at(outer, index_of(outer) + 1)
                                    : (struct kzi_json_value){outer.tokens, NULL};
}

struct kzi_json_value kzi_json_first_key(struct kzi_json_value object) {
    return first_in(object, KZI_JSON_OBJECT);
}

struct kzi_json_value kzi_json_first(struct kzi_json_value array) {
    return first_in(array, KZI_JSON_ARRAY);
}

struct kzi_json_value kzi_json_after(struct kzi_json_value array, struct kzi_json_value element) {
    return element.token ? element_at(array, element.token->after) : element;
}
