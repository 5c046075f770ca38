#include "hand/parser/json_tokens.h"

#include "base/compiler.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

/* Invariant: everything before at is JSON as far as it goes. */
struct cutter {
    const char *at, *end;
    struct kzi_json_token *tokens;
    size_t count, room;
    const char *wrong, *place; /* of struct kzi_json */
};

/* What a character is: several of these. */
enum {
    BLANK = 1,
    STOPS_STRING = 2, /* a quote, a backslash or a control character */
    STOPS_BARE = 4    /* a number or word ends before it */
};

/* clang-format off */
static const uint8_t chars[256] = {
    2, 2, 2, 2, 2, 2, 2, 2, 2, 7, 7, 2, 2, 7, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
    5, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 2, 4, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 4, 0, 0,
};
/* clang-format on */

static bool is(char c, unsigned what) {
    return chars[(unsigned char)c] & what;
}

static bool wrong(struct cutter *cutter, const char *place, const char *why) {
    cutter->wrong = why;
    cutter->place = place;
    return false;
}

static __attribute__((noinline)) char pass_blanks(struct cutter *cutter) {
    const char *at = cutter->at, *end = cutter->end;
    while (at < end && is(*at, BLANK))
        at++;
    cutter->at = at;
    return at < end ? *at : '\0';
}

/* The next character that is not blank, which at goes to; NUL at the end. */
static inline char peek(struct cutter *cutter) {
    bool blank = cutter->at == cutter->end || (unsigned char)*cutter->at <= ' ';
    return blank ? pass_blanks(cutter) : *cutter->at;
}

static bool not_complete(struct cutter *cutter) {
    return wrong(cutter, cutter->end, "the object is not complete: a quote or bracket is missing");
}

/* At a character that cannot stand here, which may be the end. */
static bool stray(struct cutter *cutter, const char *why) {
    return cutter->at == cutter->end ? not_complete(cutter) : wrong(cutter, cutter->at, why);
}

/* --- strings --------------------------------------------------------------------------------- */

static int hex_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The four hex digits at text; -1 if they are not. */
static int32_t four_digits(const char *text, const char *end) {
    int32_t code = 0;
    if (end - text < 4)
        return -1;
    for (unsigned i = 0; i < 4; i++) {
        int digit = hex_digit(text[i]);
        if (digit < 0)
            return -1;
        code = code << 4 | digit;
    }
    return code;
}

static bool is_surrogate(int32_t code, int32_t first) {
    return code >= first && code < first + 0x400;
}

/* Reads the escape after a backslash; -1 if it is none.  *text goes behind it. */
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

/* The end of a string from a character on that stops most of them, or looks so. */
static const char *odd_string_end(struct cutter *cutter, struct kzi_json_token *token,
                                  const char *at) {
    while (at < cutter->end && *at != '"') {
        const char *c = at++;
        if ((unsigned char)*c < 0x20) {
            wrong(cutter, c, "a control character must be written as an escape");
            return NULL;
        }
        if (*c != '\\')
            continue;
        token->escaped = true;
        if (read_escape(&at, cutter->end) < 0) {
            wrong(cutter, c, "there is no such escape");
            return NULL;
        }
    }
    if (at < cutter->end)
        return at;
    wrong(cutter, cutter->at, "the object is not complete: the quote that ends this is missing");
    return NULL;
}

/* The first of eight characters that may stop a string has its highest bit set: a backslash, or one
 * up to the quote, of which some, as the blank, do not. */
static inline uint64_t stops_of_eight(uint64_t eight) {
    uint64_t slashes = eight ^ KZI_EACH_BYTE * '\\';
    return (((slashes - KZI_EACH_BYTE) & ~slashes) |
            ((eight - KZI_EACH_BYTE * ('"' + 1)) & ~eight)) &
           KZI_EACH_BYTE * 128;
}

/* The first character from text on that may stop a string, or the end. */
static inline const char *find_stop(const char *text, const char *end) {
    for (; end - text >= 8; text += 8) {
        uint64_t stops = stops_of_eight(kzi_load8(text));
        if (stops)
            return text + __builtin_ctzll(stops) / 8;
    }
    while (text < end && !is(*text, STOPS_STRING))
        text++;
    return text;
}

/* From the quote that opens it. */
static inline bool cut_string(struct cutter *cutter, struct kzi_json_token *token) {
    const char *end = cutter->end, *at = find_stop(cutter->at + 1, end);
    token->kind = KZI_JSON_STRING;
    token->start = cutter->at + 1;
    if ((at == end || *at != '"') && !(at = odd_string_end(cutter, token, at)))
        return false;
    token->end = at;
    cutter->at = at + 1;
    return true;
}

/* --- numbers and words ----------------------------------------------------------------------- */

static const char *digits(const char *text, const char *end) {
    while (text < end && *text >= '0' && *text <= '9')
        text++;
    return text;
}

static bool is_number(const char *text, const char *end) {
    if (text < end && *text == '-')
        text++;
    const char *after = digits(text, end);
    if (after == text || (*text == '0' && after > text + 1))
        return false;
    text = after;
    if (text < end && *text == '.') {
        after = digits(text + 1, end);
        if (after == text + 1)
            return false;
        text = after;
    }
    if (text < end && (*text == 'e' || *text == 'E')) {
        text++;
        if (text < end && (*text == '+' || *text == '-'))
            text++;
        return text < end && digits(text, end) == end;
    }
    return text == end;
}

static bool is_word(const char *text, const char *end) {
    static const char *const words[] = {"null", "true", "false"};
    size_t len = (size_t)(end - text);
    for (unsigned i = 0; i < 3; i++)
        if (len == strlen(words[i]) && !memcmp(text, words[i], len))
            return true;
    return false;
}

static bool cut_bare(struct cutter *cutter, struct kzi_json_token *token) {
    const char *text = cutter->at, *at = text, *end = cutter->end;
    while (at < end && !is(*at, STOPS_BARE))
        at++;
    token->start = text;
    token->end = cutter->at = at;
    token->kind = KZI_JSON_NUMBER;
    if (is_number(text, at))
        return true;
    token->kind = KZI_JSON_WORD;
    return is_word(text, at) ||
           wrong(cutter, text, "this is no number, nor true, false or null: text stands in quotes");
}

/* --- values ---------------------------------------------------------------------------------- */

static bool cut_value(struct cutter *cutter, unsigned depth);

static bool is_bare_start(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '+' || c == '.';
}

/* What follows a value in an array or object is neither a comma nor the end. */
static bool not_next(struct cutter *cutter, const char *other_end) {
    char c = peek(cutter);
    if (cutter->at == cutter->end)
        return not_complete(cutter);
    if (c == '"' || c == '[' || c == '{' || is_bare_start(c))
        return wrong(cutter, cutter->at, "a comma is missing");
    return wrong(cutter, cutter->at,
                 c == ']' || c == '}' ? other_end : "this character does not belong here");
}

static struct kzi_json_token *new_token(struct cutter *cutter) {
    if (cutter->count == cutter->room) {
        wrong(cutter, cutter->at, "there are too many values");
        return NULL;
    }
    struct kzi_json_token *token = &cutter->tokens[cutter->count++];
    token->escaped = false;
    token->after = (uint32_t)cutter->count;
    return token;
}

/* A key and the colon behind it. */
static inline bool cut_key(struct cutter *cutter) {
    char c = peek(cutter);
    if (c != '"')
        return stray(cutter,
                     c == ']' ? "the object must end with }" : "a key in quotes is missing");
    struct kzi_json_token *key = new_token(cutter);
    if (!key || !cut_string(cutter, key))
        return false;
    if (peek(cutter) != ':')
        return stray(cutter, "a colon is missing after the key");
    cutter->at++;
    return true;
}

/* Behind a value: at the next one, or *done at what closes the array or object. */
static inline bool cut_between(struct cutter *cutter, char close, bool *done) {
    const bool object = close == '}';
    char c = peek(cutter);
    *done = c == close;
    if (!*done && c != ',')
        return not_next(cutter,
                        object ? "the object must end with }" : "the array must end with ]");
    const char *comma = cutter->at++;
    if (!*done && peek(cutter) == close)
        return wrong(cutter, comma, "nothing follows this comma: take it out");
    return true;
}

/* Cuts what is between the brackets, from the opening one. */
static bool cut_within(struct cutter *cutter, bool object, unsigned depth) {
    const char close = object ? '}' : ']';
    cutter->at++;
    bool done = peek(cutter) == close;
    if (done)
        cutter->at++;
    while (!done)
        if ((object && !cut_key(cutter)) || !cut_value(cutter, depth) ||
            !cut_between(cutter, close, &done))
            return false;
    return true;
}

static bool cut_container(struct cutter *cutter, struct kzi_json_token *token, unsigned depth) {
    const bool object = *cutter->at == '{';
    token->kind = object ? KZI_JSON_OBJECT : KZI_JSON_ARRAY;
    token->start = cutter->at;
    if (!cut_within(cutter, object, depth + 1))
        return false;
    token->end = cutter->at;
    token->after = (uint32_t)cutter->count;
    return true;
}

static bool no_value(struct cutter *cutter, char c) {
    if (c == '\'')
        return wrong(cutter, cutter->at, "text stands in double quotes");
    return stray(cutter, c == ',' || c == ']' || c == '}' ? "a value is missing"
                                                          : "this character does not belong here");
}

/* depth: arrays and objects around it. */
static bool cut_value(struct cutter *cutter, unsigned depth) {
    char c = peek(cutter);
    bool string = c == '"', container = c == '{' || c == '[';
    if (!string && !container && !is_bare_start(c))
        return no_value(cutter, c);
    if (depth == KZI_JSON_DEPTH)
        return wrong(cutter, cutter->at, "the values are nested too deeply");
    struct kzi_json_token *token = new_token(cutter);
    if (!token)
        return false;
    if (container)
        return cut_container(cutter, token, depth);
    return string ? cut_string(cutter, token) : cut_bare(cutter, token);
}

/* --- texts ----------------------------------------------------------------------------------- */

static bool cut_all(struct cutter *cutter) {
    peek(cutter);
    if (cutter->at == cutter->end)
        return wrong(cutter, cutter->at, "there is no value");
    if (!cut_value(cutter, 0))
        return false;
    peek(cutter);
    return cutter->at == cutter->end || wrong(cutter, cutter->at, "something follows the object");
}

bool kzi_json_read(struct kzi_json *json, const char *text, size_t len) {
    struct cutter cutter = {
        .at = text, .end = text + len, .tokens = json->tokens, .room = KZI_JSON_TOKENS};
    bool good = cut_all(&cutter);
    json->count = cutter.count;
    json->wrong = cutter.wrong;
    json->place = cutter.place;
    return good;
}

bool kzi_json_read_long(struct kzi_json_long *json, const char *text, size_t len) {
    /* [1,1,1]: two characters a value, but for what is around them */
    struct cutter cutter = {.at = text, .end = text + len, .room = len / 2 + KZI_JSON_DEPTH + 1};
    *json = (struct kzi_json_long){.tokens = malloc(cutter.room * sizeof *json->tokens)};
    if (!json->tokens)
        return false;
    cutter.tokens = json->tokens;
    bool good = cut_all(&cutter);
    json->count = cutter.count;
    json->wrong = cutter.wrong;
    json->place = cutter.place;
    if (!good) {
        free(json->tokens);
        json->tokens = NULL;
    }
    return good;
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
