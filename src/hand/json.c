#include "hand/json.h"

#include "base/utf8.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define JSMN_STATIC
#define JSMN_STRICT
#define JSMN_PARENT_LINKS
#include <jsmn.h>

/* Invariant: everything before at is JSON, and tokens before next are checked. */
struct check {
    struct kzi_json_token *out;
    const char *wrong, *place; /* of struct kzi_json */
    const jsmntok_t *tokens;
    size_t count, next;
    const char *text, *at, *end;
    bool plain; /* no string of the text has an escape or a control character */
};

static bool wrong(struct check *check, const char *place, const char *why) {
    check->wrong = why;
    check->place = place;
    return false;
}

static bool is_blank(char c) {
    return (unsigned char)c <= ' ' && (c == ' ' || c == '\t' || c == '\n' || c == '\r');
}

static void skip_blank(struct check *check) {
    const char *at = check->at, *end = check->end;
    while (at < end && is_blank(*at))
        at++;
    check->at = at;
}

static inline bool expect(struct check *check, char mark, const char *why) {
    if (check->at == check->end || *check->at != mark)
        skip_blank(check);
    if (check->at == check->end || *check->at != mark)
        return wrong(check, check->at, why);
    check->at++;
    return true;
}

/* --- strings and numbers --------------------------------------------------------------------- */

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

static bool check_string(struct check *check, struct kzi_json_token *token) {
    const char *from = check->plain ? token->end : token->start;
    for (const char *at = from; at < token->end;) {
        const char *c = at++;
        if ((unsigned char)*c < 0x20)
            return wrong(check, c, "a control character must be written as an escape");
        if (*c != '\\')
            continue;
        token->escaped = true;
        if (read_escape(&at, token->end) < 0)
            return wrong(check, c, "there is no such escape");
    }
    check->at = token->end + 1;
    return true;
}

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

static bool is_word(const struct kzi_json_token *token, const char *word) {
    size_t len = strlen(word);
    return (size_t)(token->end - token->start) == len && !memcmp(token->start, word, len);
}

static bool check_primitive(struct check *check, struct kzi_json_token *token) {
    check->at = token->end;
    if (is_word(token, "null") || is_word(token, "true") || is_word(token, "false"))
        return true;
    token->kind = KZI_JSON_NUMBER;
    return is_number(token->start, token->end) ||
           wrong(check, token->start, "this is no number, nor true, false or null");
}

/* --- values ---------------------------------------------------------------------------------- */

static bool check_value(struct check *check, unsigned depth);

static bool more_within(const struct check *check, const struct kzi_json_token *token) {
    return check->next < check->count &&
           check->text + check->tokens[check->next].start < token->end;
}

static bool check_array(struct check *check, const struct kzi_json_token *token, unsigned depth) {
    for (bool first = true; more_within(check, token); first = false) {
        if (!first && !expect(check, ',', "a comma is missing"))
            return false;
        if (!check_value(check, depth))
            return false;
    }
    return expect(check, ']', "the array must end here");
}

static bool check_object(struct check *check, const struct kzi_json_token *token, unsigned depth) {
    for (bool first = true; more_within(check, token); first = false) {
        if (!first && !expect(check, ',', "a comma is missing"))
            return false;
        if (check->tokens[check->next].type != JSMN_STRING)
            return wrong(check, check->at, "a key in quotes is missing");
        if (!check_value(check, depth) || !expect(check, ':', "a colon is missing after the key"))
            return false;
        if (!more_within(check, token))
            return wrong(check, check->at, "a value is missing");
        if (!check_value(check, depth))
            return false;
    }
    return expect(check, '}', "the object must end here");
}

static bool check_kind(struct check *check, const jsmntok_t *cut, struct kzi_json_token *token,
                       unsigned depth) {
    switch (cut->type) {
    case JSMN_OBJECT:
        token->kind = KZI_JSON_OBJECT;
        check->at = token->start + 1;
        return check_object(check, token, depth + 1);
    case JSMN_ARRAY:
        token->kind = KZI_JSON_ARRAY;
        check->at = token->start + 1;
        return check_array(check, token, depth + 1);
    case JSMN_STRING:
        token->kind = KZI_JSON_STRING;
        return check_string(check, token);
    default:
        token->kind = KZI_JSON_WORD;
        return check_primitive(check, token);
    }
}

static bool check_value(struct check *check, unsigned depth) {
    const jsmntok_t *cut = &check->tokens[check->next];
    struct kzi_json_token *token = &check->out[check->next++];
    token->start = check->text + cut->start;
    token->end = check->text + cut->end;
    token->escaped = false;
    const char *begins = token->start - (cut->type == JSMN_STRING);
    if (check->at != begins)
        skip_blank(check);
    if (check->at != begins)
        return wrong(check, check->at, "something stands here that does not belong here");
    if (depth == KZI_JSON_DEPTH)
        return wrong(check, check->at, "the values are nested too deeply");
    if (!check_kind(check, cut, token, depth))
        return false;
    token->after = check->next;
    return true;
}

#define EACH_BYTE 0x0101010101010101U

/* Whether one of eight bytes is a backslash or a control character.  May say so of others that
 * stand behind one. */
static bool has_special(uint64_t eight) {
    uint64_t backslash = eight ^ EACH_BYTE * '\\';
    uint64_t special =
        ((eight - EACH_BYTE * 0x20) & ~eight) | ((backslash - EACH_BYTE) & ~backslash);
    return special & EACH_BYTE * 0x80;
}

/* Most lines have none of these: then no string is looked at twice. */
static bool is_plain(const char *text, size_t len) {
    bool special = false;
    size_t at = 0;
    for (; at + 8 <= len; at += 8) {
        uint64_t eight;
        memcpy(&eight, text + at, sizeof eight);
        special |= has_special(eight);
    }
    for (; at < len; at++)
        special |= (unsigned char)text[at] < 0x20 || text[at] == '\\';
    return !special;
}

static const char *why_not_cut(int error) {
    if (error == JSMN_ERROR_NOMEM)
        return "there are too many values";
    return error == JSMN_ERROR_PART ? "the object is not complete: a quote or bracket is missing"
                                    : "this character does not belong here";
}

/* Checks what jsmn cut; the tokens go to check->out. */
static bool check_all(struct check *check, const jsmn_parser *parser, int count) {
    size_t len = (size_t)(check->end - check->text);
    if (count < 0)
        return wrong(check, check->text + (parser->pos < len ? parser->pos : len),
                     why_not_cut(count));
    check->count = (size_t)count;
    if (!count)
        return wrong(check, check->text, "there is no value");
    if (!check_value(check, 0))
        return false;
    skip_blank(check);
    return check->at == check->end || wrong(check, check->at, "something follows the object");
}

static struct check check_of(const char *text, size_t len, const jsmntok_t *tokens,
                             struct kzi_json_token *out) {
    return (struct check){.out = out,
                          .tokens = tokens,
                          .text = text,
                          .at = text,
                          .end = text + len,
                          .plain = is_plain(text, len)};
}

bool kzi_json_read(struct kzi_json *json, const char *text, size_t len) {
    jsmntok_t tokens[KZI_JSON_TOKENS];
    jsmn_parser parser;
    jsmn_init(&parser);
    int count = jsmn_parse(&parser, text, len, tokens, KZI_JSON_TOKENS);
    struct check check = check_of(text, len, tokens, json->tokens);
    bool good = check_all(&check, &parser, count);
    json->count = check.count;
    json->wrong = check.wrong;
    json->place = check.place;
    return good;
}

bool kzi_json_read_long(struct kzi_json_long *json, const char *text, size_t len) {
    jsmn_parser parser;
    jsmn_init(&parser);
    int room = jsmn_parse(&parser, text, len, NULL, 0);
    size_t most = room > 0 ? (size_t)room : 1;
    jsmntok_t *tokens = calloc(most, sizeof *tokens);
    *json = (struct kzi_json_long){.tokens = calloc(most, sizeof *json->tokens)};
    bool good = tokens && json->tokens;
    if (good) {
        jsmn_init(&parser);
        int count = room < 0 ? room : jsmn_parse(&parser, text, len, tokens, (unsigned)most);
        struct check check = check_of(text, len, tokens, json->tokens);
        good = check_all(&check, &parser, count);
        json->count = check.count;
        json->wrong = check.wrong;
        json->place = check.place;
    }
    free(tokens);
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
