/* text_json.h - a JSON writer, which places the commas.
 *
 * Write a document with begin and end for each object and array, a key before each member, and
 * values. */
#ifndef KZI_TEXT_JSON_H
#define KZI_TEXT_JSON_H

#include "base/text.h"

/* Append a string with its quotes and without a comma, for texts that are assembled from pieces. */
void kzi_json_quote(struct kzi_text *text, const char *bytes, size_t len);
void kzi_json_quote_string(struct kzi_text *text, const char *string);

/* Begin a document: the next value gets no comma, whatever was written before. */
static inline void kzi_json_start(struct kzi_text *text) {
    text->comma = false;
}

/* Write the comma before a value or a key, if one is needed. */
static inline void kzi_json_separate(struct kzi_text *text) {
    if (text->comma)
        kzi_text_char(text, ',');
    text->comma = true;
}

/* Open an object or an array.  bracket: '{' or '['. */
static inline void kzi_json_begin(struct kzi_text *text, char bracket) {
    kzi_json_separate(text);
    kzi_text_char(text, bracket);
    text->comma = false;
}

/* Close an object or an array.  bracket: '}' or ']'. */
static inline void kzi_json_end(struct kzi_text *text, char bracket) {
    kzi_text_char(text, bracket);
    text->comma = true;
}

/* Write one of Kazoe's own keys, which need no escaping. */
static inline void kzi_json_key(struct kzi_text *text, const char *key) {
    kzi_json_separate(text);
    kzi_text_char(text, '"');
    kzi_text_put(text, key);
    KZI_PUT(text, "\":");
    text->comma = false;
}

static inline void kzi_json_begin_key(struct kzi_text *text, const char *key, char bracket) {
    kzi_json_key(text, key);
    kzi_json_begin(text, bracket);
}

/* Begin a string whose content needs no escaping. */
static inline void kzi_json_begin_string(struct kzi_text *text) {
    kzi_json_separate(text);
    kzi_text_char(text, '"');
}

static inline void kzi_json_end_string(struct kzi_text *text) {
    kzi_text_char(text, '"');
}

/* Write a string, or null if it is NULL. */
void kzi_json_put_string(struct kzi_text *text, const char *string);
void kzi_json_put_int(struct kzi_text *text, long long number);
void kzi_json_put_bool(struct kzi_text *text, bool value);

static inline void kzi_json_key_string(struct kzi_text *text, const char *key, const char *string) {
    kzi_json_key(text, key);
    kzi_json_put_string(text, string);
}

static inline void kzi_json_key_int(struct kzi_text *text, const char *key, long long number) {
    kzi_json_key(text, key);
    kzi_json_put_int(text, number);
}

static inline void kzi_json_key_bool(struct kzi_text *text, const char *key, bool value) {
    kzi_json_key(text, key);
    kzi_json_put_bool(text, value);
}

/* Write a key with the content of a growing text as its string value, and release the text. */
void kzi_json_key_text(struct kzi_text *text, const char *key, struct kzi_text *value);

#endif
