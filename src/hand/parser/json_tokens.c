#include "hand/parser/json_tokens.h"

#include "base/compiler.h"
#include "base/limits.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

/* Character classes, as bits. */
enum {
    BLANK = 1,
    STOPS_STRING = 2, /* a quote, a backslash or a control character */
    STOPS_BARE = 4    /* a number or word ends before it */
};

static const uint8_t chars[256] = {
    ['\0' ... '\b'] = STOPS_STRING,
    ['\t' ... '\n'] = BLANK | STOPS_STRING | STOPS_BARE,
    ['\v' ... '\f'] = STOPS_STRING,
    ['\r'] = BLANK | STOPS_STRING | STOPS_BARE,
    ['\x0E' ... '\x1F'] = STOPS_STRING,
    [' '] = BLANK | STOPS_BARE,
    ['"'] = STOPS_STRING | STOPS_BARE,
    ['\\'] = STOPS_STRING,
    [','] = STOPS_BARE,
    ['['] = STOPS_BARE,
    [']'] = STOPS_BARE,
    ['{'] = STOPS_BARE,
    ['}'] = STOPS_BARE,
};

static bool has_class(char c, unsigned what) {
    return chars[(unsigned char)c] & what;
}

/* The functions named cut_ take the position where something begins, and return the position after
 * it, or NULL on an error.  Positions are passed and returned, not kept in json, so that no step
 * waits for one to be stored and loaded again. */

static const char *refuse_text(struct kzi_json *json, const char *place, const char *why) {
    json->wrong = why;
    json->place = place;
    return NULL;
}

static __attribute__((noinline)) const char *pass_blanks(const struct kzi_json *json,
                                                         const char *at) {
    while (at < json->end && has_class(*at, BLANK))
        at++;
    return at;
}

/* Return the next character that is not blank, and advance *at to it; NUL at the end. */
static inline char peek(const struct kzi_json *json, const char **at) {
    if (*at < json->end && (unsigned char)**at > ' ')
        return **at;
    *at = pass_blanks(json, *at);
    return *at < json->end ? **at : '\0';
}

static const char *not_complete(struct kzi_json *json) {
    json->cut = true;
    return refuse_text(json, json->end,
                       "the object is not complete: a quote or bracket is missing");
}

/* Report an unexpected character, or the end of the text. */
static const char *refuse_character(struct kzi_json *json, const char *at, const char *why) {
    return at == json->end ? not_complete(json) : refuse_text(json, at, why);
}

/* --- strings --------------------------------------------------------------------------------- */

/* Return the value of four hex digits, or -1. */
static int32_t four_digits(const char *text, const char *end) {
    char digits[5] = "";
    if (end - text >= 4)
        memcpy(digits, text, 4);
    return strspn(digits, "0123456789abcdefABCDEF") == 4 ? (int32_t)strtoul(digits, NULL, 16) : -1;
}

static bool is_surrogate(int32_t code, int32_t first) {
    return code >= first && code < first + 0x400;
}

/* Read the escape after a backslash and advance *text past it.  Return -1 if it is invalid. */
static int32_t read_escape(const char **text, const char *end) {
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    const char *at = *text;
    const char *found = at < end && *at ? strchr(letters, *at) : NULL;
    if (found) {
        *text = at + 1;
        return meant[found - letters];
    }
    if (at == end || *at != 'u')
        return -1;
    int32_t code = four_digits(at + 1, end);
    *text = at + 5;
    if (!is_surrogate(code, 0xD800))
        return is_surrogate(code, 0xDC00) ? -1 : code;
    if (end - at < 11 || at[5] != '\\' || at[6] != 'u')
        return -1;
    int32_t low = four_digits(at + 7, end);
    *text = at + 11;
    return is_surrogate(low, 0xDC00) ? 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00) : -1;
}

#define MAX_ESCAPE 12 /* a pair of surrogates */

/* Find the end of a string from `at` on, where it has the first character that is not ordinary. */
static const char *odd_string_end(struct kzi_json *json, struct kzi_json_token *token,
                                  const char *at) {
    while (at < json->end && *at != '"') {
        const char *c = at++;
        if ((unsigned char)*c < 0x20)
            return refuse_text(json, c, "a control character must be written as an escape");
        if (*c != '\\')
            continue;
        token->escaped = true;
        json->cut = json->end - c < MAX_ESCAPE;
        if (read_escape(&at, json->end) < 0)
            return refuse_text(json, c, "there is no such escape");
    }
    json->cut = at == json->end;
    return at < json->end
               ? at
               : refuse_text(json, token->start - 1,
                             "the object is not complete: the quote that ends this is missing");
}

/* Cut a string from its opening quote on. */
static inline const char *cut_string(struct kzi_json *json, struct kzi_json_token *token,
                                     const char *quote) {
    const char *end = json->end, *at = quote + 1;
    while (at < end && !has_class(*at, STOPS_STRING))
        at++;
    token->kind = KZI_JSON_STRING;
    token->start = quote + 1;
    if ((at == end || *at != '"') && !(at = odd_string_end(json, token, at)))
        return NULL;
    token->end = at;
    return at + 1;
}

/* --- numbers and words ----------------------------------------------------------------------- */

/* Return the end of one or more digits, or NULL. */
static const char *pass_digits(const char *text, const char *end) {
    const char *at = text;
    while (at < end && *at >= '0' && *at <= '9')
        at++;
    return at > text ? at : NULL;
}

static bool is_number(const char *text, const char *end) {
    text += text < end && *text == '-';
    const char *at = pass_digits(text, end);
    if (!at || (*text == '0' && at > text + 1))
        return false;
    if (at < end && *at == '.' && !(at = pass_digits(at + 1, end)))
        return false;
    if (at < end && (*at == 'e' || *at == 'E')) {
        at++;
        at += at < end && (*at == '+' || *at == '-');
        at = pass_digits(at, end);
    }
    return at == end;
}

static bool is_word(const char *text, size_t len) {
    return (len == 4 && (!memcmp(text, "null", 4) || !memcmp(text, "true", 4))) ||
           (len == 5 && !memcmp(text, "false", 5));
}

static const char *cut_bare(struct kzi_json *json, struct kzi_json_token *token, const char *text) {
    const char *at = text;
    while (at < json->end && !has_class(*at, STOPS_BARE))
        at++;
    token->start = text;
    token->end = at;
    token->kind = KZI_JSON_NUMBER;
    if (is_number(text, at))
        return at;
    token->kind = KZI_JSON_WORD;
    json->cut = at == json->end;
    return is_word(text, (size_t)(at - text))
               ? at
               : refuse_text(
                     json, text,
                     "this is not a number, nor true, false or null: text is written in quotes");
}

/* --- values ---------------------------------------------------------------------------------- */

static bool is_bare_start(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '+' || c == '.';
}

static const char *no_value(struct kzi_json *json, const char *at, char c) {
    if (c == '\'')
        return refuse_text(json, at, "text is written in double quotes");
    return refuse_character(json, at,
                            c == ',' || c == ']' || c == '}'
                                ? "a value is missing"
                                : "this character does not belong here");
}

/* Report that neither a comma nor the end of the array or object follows a value. */
static const char *not_next(struct kzi_json *json, const char *at, char c, char close) {
    if (c == '"' || c == '[' || c == '{' || is_bare_start(c))
        return refuse_text(json, at, "a comma is missing");
    if (c != ']' && c != '}')
        return refuse_character(json, at, "this character does not belong here");
    return refuse_text(json, at,
                       close == '}' ? "the object must end with }" : "the array must end with ]");
}

static struct kzi_json_token *new_token(struct kzi_json *json, const char *at) {
    if (json->count == json->capacity) {
        refuse_text(json, at, "there are too many values");
        return NULL;
    }
    struct kzi_json_token *token = &json->tokens[json->count++];
    token->escaped = false;
    token->after = (uint32_t)json->count;
    return token;
}

/* Cut a key and its colon.  c: the first character. */
static inline const char *cut_key(struct kzi_json *json, const char *at, char c) {
    if (c != '"')
        return refuse_character(
            json, at, c == ']' ? "the object must end with }" : "a key in quotes is missing");
    struct kzi_json_token *key = new_token(json, at);
    if (!key || !(at = cut_string(json, key, at)))
        return NULL;
    return peek(json, &at) == ':' ? at + 1
                                  : refuse_character(json, at, "a colon is missing after the key");
}

static __attribute__((noinline)) const char *
cut_members(struct kzi_json *json, struct kzi_json_token *token, const char *at, unsigned depth);

/* Cut a value with everything in it. */
KZI_ALWAYS_INLINE const char *cut_value(struct kzi_json *json, const char *at, unsigned depth) {
    const char c = peek(json, &at);
    const bool container = c == '{' || c == '[';
    if (c != '"' && !container && !is_bare_start(c))
        return no_value(json, at, c);
    if (depth == KZI_JSON_DEPTH)
        return refuse_text(json, at,
                           "arrays and objects are nested deeper than " KZI_DIGITS(KZI_JSON_DEPTH));
    struct kzi_json_token *token = new_token(json, at);
    if (!token)
        return NULL;
    if (!container)
        return c == '"' ? cut_string(json, token, at) : cut_bare(json, token, at);
    token->kind = c == '{' ? KZI_JSON_OBJECT : KZI_JSON_ARRAY;
    token->start = at;
    token->end = NULL;
    return cut_members(json, token, at + 1, depth + 1);
}

/* Cut the members of an array or object and the closing bracket.  depth: the arrays and objects
 * around it. */
static const char *cut_members(struct kzi_json *json, struct kzi_json_token *token, const char *at,
                               unsigned depth) {
    const char close = token->kind == KZI_JSON_OBJECT ? '}' : ']', *comma = NULL;
    for (char c; (c = peek(json, &at)) != close || comma; comma = at++) {
        if (c == close)
            return refuse_text(json, comma, "nothing follows this comma: take it out");
        if ((close == '}' && !(at = cut_key(json, at, c))) || !(at = cut_value(json, at, depth)))
            return NULL;
        c = peek(json, &at);
        if (c == close)
            break;
        if (c != ',')
            return not_next(json, at, c, close);
    }
    token->after = (uint32_t)json->count;
    return token->end = at + 1;
}

/* --- texts ----------------------------------------------------------------------------------- */

bool kzi_json_read(struct kzi_json *json, struct kzi_json_token *tokens, size_t capacity,
                   const char *text, size_t len) {
    const char *at = text;
    *json = (struct kzi_json){.tokens = tokens, .capacity = capacity, .end = text + len};
    peek(json, &at);
    if (at == json->end)
        return refuse_text(json, at, "there is no value");
    if (!(at = cut_value(json, at, 0)))
        return false;
    peek(json, &at);
    return at == json->end || refuse_text(json, at, "something follows the object");
}

bool kzi_json_read_first(struct kzi_json *json, struct kzi_json_token *tokens, size_t capacity,
                         const char *text, size_t len) {
    *json = (struct kzi_json){.tokens = tokens, .capacity = capacity, .end = text + len};
    return cut_value(json, text, 0);
}

char *kzi_json_decode(const struct kzi_json_token *token, char *out) {
    for (const char *at = token->start; at < token->end;) {
        char c = *at++;
        if (c == '\\')
            out += kzi_utf8_write(out, (uint32_t)read_escape(&at, token->end));
        else
            *out++ = c;
    }
    return out;
}
