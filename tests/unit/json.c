/* JSON to the letter: handwritten cases, and random changes of records judged by a second reader
 * that only follows the grammar. */
#include "analysis/witness/random.h"
#include "base/utf8.h"
#include "hand/parser/json_tokens.h"
#include "run_suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* --- the grammar ----------------------------------------------------------------------------- */

/* Each function returns the end of its match, or NULL.  Texts end in NUL and contain none. */
static const char *after_value(const char *at, unsigned depth);

static const char *after_blank(const char *at) {
    return at + strspn(at, " \t\r\n");
}

static const char *after_digits(const char *at) {
    size_t count = strspn(at, "0123456789");
    return count ? at + count : NULL;
}

static const char *after_number(const char *at) {
    at += *at == '-';
    at = *at == '0' ? at + 1 : after_digits(at);
    if (at && *at == '.')
        at = after_digits(at + 1);
    if (at && (*at == 'e' || *at == 'E'))
        at = after_digits(at + 1 + (at[1] == '+' || at[1] == '-'));
    return at;
}

static long hex4(const char *at) {
    char digits[5] = "";
    for (unsigned i = 0; i < 4; i++)
        if (at[i] && strchr("0123456789abcdefABCDEF", at[i]))
            digits[i] = at[i];
        else
            return -1;
    return strtol(digits, NULL, 16);
}

/* Begins after the backslash. */
static const char *after_escape(const char *at) {
    if (*at != 'u')
        return *at && strchr("\"\\/bfnrt", *at) ? at + 1 : NULL;
    long first = hex4(at + 1);
    if (first < 0 || (first >= 0xDC00 && first < 0xE000))
        return NULL;
    if (first < 0xD800 || first >= 0xE000)
        return at + 5;
    long second = at[5] == '\\' && at[6] == 'u' ? hex4(at + 7) : -1;
    return second >= 0xDC00 && second < 0xE000 ? at + 11 : NULL;
}

static const char *after_string(const char *at) {
    if (*at++ != '"')
        return NULL;
    while (at && *at != '"')
        if ((unsigned char)*at < 0x20)
            return NULL;
        else
            at = *at == '\\' ? after_escape(at + 1) : at + 1;
    return at ? at + 1 : NULL;
}

static const char *after_member(const char *at, bool object, unsigned depth) {
    if (object) {
        at = after_string(after_blank(at));
        at = at ? after_blank(at) : NULL;
        if (!at || *at++ != ':')
            return NULL;
    }
    at = after_value(after_blank(at), depth);
    return at ? after_blank(at) : NULL;
}

static const char *after_container(const char *at, unsigned depth) {
    const bool object = *at == '{';
    const char close = object ? '}' : ']';
    at = after_blank(at + 1);
    if (*at == close)
        return at + 1;
    while ((at = after_member(at, object, depth)) != NULL)
        if (*at == close)
            return at + 1;
        else if (*at++ != ',')
            return NULL;
    return NULL;
}

static const char *after_value(const char *at, unsigned depth) {
    static const char *const words[] = {"null", "true", "false"};
    if (depth == KZI_JSON_DEPTH)
        return NULL;
    for (int i = 0; i < COUNT(words); i++)
        if (!strncmp(at, words[i], strlen(words[i])))
            return at + strlen(words[i]);
    if (*at == '"')
        return after_string(at);
    return *at == '{' || *at == '[' ? after_container(at, depth + 1) : after_number(at);
}

static bool follows_grammar(const char *text) {
    const char *at = after_value(after_blank(text), 0);
    return at && !*after_blank(at);
}

/* --- tokens ---------------------------------------------------------------------------------- */

/* Tokenize a copy that ends where mapped memory ends, so that a look beyond it crashes. */
static bool cut(struct kzi_json *json, const char *text, char **copy) {
    size_t len = strlen(text);
    *copy = malloc(len ? len : 1);
    ck_assert_ptr_nonnull(*copy);
    memcpy(*copy, text, len);
    static struct kzi_json_token tokens[KZI_JSON_TOKENS];
    bool good = kzi_json_read(json, tokens, KZI_JSON_TOKENS, *copy, len);
    ck_assert_msg(good == !json->wrong, "%s", text);
    if (!good)
        ck_assert_msg(json->place >= *copy && json->place <= *copy + len, "%s", text);
    return good;
}

/* Check that tokens are nested as in the text, and that strings can be decoded. */
static void check_tokens(const struct kzi_json *json, const char *text) {
    char decoded[1024];
    for (size_t i = 0; i < json->count; i++) {
        const struct kzi_json_token *token = &json->tokens[i];
        ck_assert_msg(token->start <= token->end, "%s", text);
        ck_assert_msg(token->after > i && token->after <= json->count, "%s", text);
        if (i + 1 < json->count)
            ck_assert_msg((token->after > i + 1) == (json->tokens[i + 1].start < token->end), "%s",
                          text);
        ck_assert((size_t)(token->end - token->start) < sizeof decoded);
        if (token->kind == KZI_JSON_STRING)
            ck_assert(kzi_json_decode(token, decoded) <= decoded + (token->end - token->start));
    }
}

/* Check that a value is read if something follows it, and that one without its end is cut off. */
static void check_pieces(const char *text) {
    static struct kzi_json json;
    static struct kzi_json_token tokens[KZI_JSON_TOKENS];
    char longer[1024];
    int len = snprintf(longer, sizeof longer, "%s }", text);
    ck_assert_msg(kzi_json_read_first(&json, tokens, KZI_JSON_TOKENS, longer, (size_t)len), "%s",
                  text);
    const bool closed = tokens->kind <= KZI_JSON_ARRAY;
    const size_t end = (size_t)(tokens->end - longer);
    for (size_t i = 0; closed && i < end; i++) {
        ck_assert_msg(!kzi_json_read_first(&json, tokens, KZI_JSON_TOKENS, text, i), "%s", text);
        ck_assert_msg(json.cut, "%zu of %s: %s", i, text, json.wrong);
    }
}

static void judge(const char *text) {
    static struct kzi_json json;
    char *copy;
    bool good = cut(&json, text, &copy);
    bool many = !good && !strcmp(json.wrong, "there are too many values");
    ck_assert_msg(many || good == follows_grammar(text), "%s: %s", good ? "passed" : json.wrong,
                  text);
    if (good)
        check_tokens(&json, text);
    if (good)
        check_pieces(text);
    free(copy);
}

/* --- cases ----------------------------------------------------------------------------------- */

static const char *const good_texts[] = {
    "{}",
    "[]",
    " [ ] ",
    "\t\r\n{\n}\n",
    "0",
    "-0",
    "null",
    "true",
    "false",
    "\"\"",
    "\"a\"",
    "[0,-1,1.5,-0.0,1e5,1E+5,1e-05,12345678901234567890123]",
    "{\"\":{}}",
    "{\"a\":1,\"a\":2}",
    "{\"a\":[{\"b\":[[],{},\"c\"]}],\"d\":null}",
    "[[[[[[[[]]]]]]]]",
    "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0000\\u00e9\\uFFFF\\ud83c\\uDC04\"]",
    "\"\xC3\xA9\xF0\x9F\x80\x84\x7F\"",
    "{ \"a\" : [ 1 , 2 ] , \"b\" : \"c\" }",
};

START_TEST(takes) {
    ck_assert(follows_grammar(good_texts[_i]));
    judge(good_texts[_i]);
}
END_TEST

/* The part of each text before "@", where the error is, is a prefix of correct JSON. */
static const struct {
    const char *text, *why;
} bad_texts[] = {
    {"@", "there is no value"},
    {"  @", "there is no value"},
    {"{@", "not complete"},
    {"[@", "not complete"},
    {"[1,@", "not complete"},
    {"[1@", "not complete"},
    {"{\"a\"@", "not complete"},
    {"{\"a\":@", "not complete"},
    {"{\"a\":1@", "not complete"},
    {"{\"a\":1,@", "not complete"},
    {"{\"a\":@\"b", "the quote that ends this is missing"},
    {"[@\"a\\\"]", "the quote that ends this is missing"},
    {"{@]", "the object must end with }"},
    {"{\"a\":1@]", "the object must end with }"},
    {"[1@}", "the array must end with ]"},
    {"[@}", "a value is missing"},
    {"[1@,]", "nothing follows this comma: take it out"},
    {"{\"a\":1@, }", "nothing follows this comma: take it out"},
    {"[@,1]", "a value is missing"},
    {"[1,@,2]", "a value is missing"},
    {"{\"a\":@}", "a value is missing"},
    {"{@,}", "a key in quotes is missing"},
    {"{@a:1}", "a key in quotes is missing"},
    {"{@1:1}", "a key in quotes is missing"},
    {"{@'a':1}", "a key in quotes is missing"},
    {"{\"a\":1,@b:1}", "a key in quotes is missing"},
    {"{\"a\" @1}", "a colon is missing after the key"},
    {"{\"a\"@,1}", "a colon is missing after the key"},
    {"[1 @2]", "a comma is missing"},
    {"[1@\"a\"]", "a comma is missing"},
    {"[\"a\"@\"b\"]", "a comma is missing"},
    {"{\"a\":{}@{}}", "a comma is missing"},
    {"{\"a\":1 @\"b\":2}", "a comma is missing"},
    {"[\"a\"@:1]", "does not belong here"},
    {"[@'a']", "double quotes"},
    {"[@*]", "does not belong here"},
    {"[@\xC3\xA9]", "does not belong here"},
    {"[@\xEF\xBB\xBF]", "does not belong here"},
    {"[1]@]", "follows"},
    {"{} @x", "follows"},
    {"1 @2", "follows"},
    {"[@01]", "not a number"},
    {"[@-01]", "not a number"},
    {"[@1.]", "not a number"},
    {"[@.5]", "not a number"},
    {"[@-]", "not a number"},
    {"[@--1]", "not a number"},
    {"[@+1]", "not a number"},
    {"[@1e]", "not a number"},
    {"[@1e+]", "not a number"},
    {"[@1.e5]", "not a number"},
    {"[@1.5.5]", "not a number"},
    {"[@0x10]", "not a number"},
    {"[@1_000]", "not a number"},
    {"[@1:2]", "not a number"},
    {"[@NaN]", "not a number"},
    {"[@-Infinity]", "not a number"},
    {"[@nul]", "not a number"},
    {"[@True]", "not a number"},
    {"[@truefalse]", "not a number"},
    {"[@E]", "text is written in quotes"},
    {"[\"a@\tb\"]", "control character"},
    {"[\"@\n\"]", "control character"},
    {"[\"\x7F@\x1F\"]", "control character"},
    {"[\"@\\x\"]", "escape"},
    {"[\"@\\U0041\"]", "escape"},
    {"[\"@\\u004\"]", "escape"},
    {"[\"@\\u004g\"]", "escape"},
    {"[\"@\\ud800\"]", "escape"},
    {"[\"@\\ud800\\n\"]", "escape"},
    {"[\"@\\ud800\\u0041\"]", "escape"},
    {"[\"\\n@\\udc00\"]", "escape"},
    {"[\"@\\", "escape"},
};

START_TEST(refuses) {
    static struct kzi_json json;
    char text[64], *copy;
    const char *place = strchr(bad_texts[_i].text, '@');
    size_t before = (size_t)(place - bad_texts[_i].text);
    memcpy(text, bad_texts[_i].text, before);
    strcpy(text + before, place + 1);
    judge(text);
    ck_assert_msg(!cut(&json, text, &copy), "%s", text);
    ck_assert_msg((size_t)(json.place - copy) == before, "%s: at %d", text,
                  (int)(json.place - copy));
    ck_assert_msg(strstr(json.wrong, bad_texts[_i].why) != NULL, "%s: %s", text, json.wrong);
    free(copy);
}
END_TEST

/* Arrays and objects of the greatest depth and one deeper; the greatest number of values and one
 * more. */
START_TEST(limits) {
    static struct kzi_json json;
    char text[4 * KZI_JSON_TOKENS] = "", *copy;
    for (unsigned depth = KZI_JSON_DEPTH - 1; depth <= KZI_JSON_DEPTH + 1; depth++) {
        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        text[2 * depth] = '\0';
        judge(text);
        ck_assert_int_eq(cut(&json, text, &copy), depth <= KZI_JSON_DEPTH);
        free(copy);
    }
    for (unsigned values = KZI_JSON_TOKENS - 1; values <= KZI_JSON_TOKENS; values++) {
        strcpy(text, "[");
        for (unsigned i = 1; i < values; i++)
            strcpy(text + 2 * i - 1, "1,");
        strcpy(text + 2 * values - 1, "1]");
        ck_assert_int_eq(cut(&json, text, &copy), values < KZI_JSON_TOKENS);
        free(copy);
    }
    judge(text); /* the grammar allows any number of values */
}
END_TEST

/* --- random changes -------------------------------------------------------------------------- */

static const char *const records[] = {
    ("{\"id\":\"h1\",\"hand\":\"234m345p67s55z\",\"melds\":[\"(7777z)\"],\"win\":\"8s\",\"by\":"
     "\"ron\",\"flags\":[\"riichi\",\"ippatsu\"],\"flowers\":0,\"honba\":1,\"pao\":{}}"),
    "{ \"hand\" : \"11m\\ud83c\\udc04\" , \"_x\" : [ -1.5e+10 , true , null , { \"a\" : [] } ] }",
    "[0,[1,[2,[3,{\"a\":{\"b\":\"c\\\\\"}}]]],false,\"\xC3\xA9\"]",
};

static const char *const pieces[] = {
    "\"", "\\", "{", "}", "[",  "]",    ":",    ",",    " ",    "\t",       "0",         "1",
    "-",  "+",  ".", "e", "E5", "null", "true", "\\u0", "\\n",  "\\ud83c",  "\\udc04",   "\xC3\xA9",
    "a",  "'",  "/", "_", "[]", "{}",   "\n",   "\x01", "\"\"", ",\"a\":1", "\"id\":2,", "\x7F",
};

/* Remove some characters, or insert a fragment or a part of the text itself. */
static void change(struct kzi_random *random, char text[1024]) {
    size_t len = strlen(text), at = kzi_random_below(random, (unsigned)len + 1);
    char more[64];
    const char *piece = pieces[kzi_random_below(random, (unsigned)COUNT(pieces))];
    size_t take = kzi_random_below(random, 4);
    switch (kzi_random_below(random, 3)) {
    case 0:
        take = take < len - at ? take : len - at;
        memmove(text + at, text + at + take, len - at - take + 1);
        return;
    case 1:
        take = kzi_random_below(random, 30);
        take = take < len - at ? take : len - at;
        memcpy(more, text + at, take);
        more[take] = '\0';
        at = kzi_random_below(random, (unsigned)len + 1);
        piece = more;
        break;
    default:
        break;
    }
    if (len + strlen(piece) >= 1024)
        return;
    memmove(text + at + strlen(piece), text + at, len - at + 1);
    memcpy(text + at, piece, strlen(piece));
}

START_TEST(by_chance) {
    struct kzi_random random = {20261121};
    const char *hands = getenv("KAZOE_HANDS");
    unsigned long rounds = hands ? strtoul(hands, NULL, 10) : 100000, passed = 0;
    for (unsigned long round = 0; round < rounds; round++) {
        char text[1024];
        strcpy(text, records[round % (unsigned)COUNT(records)]);
        for (unsigned i = kzi_random_below(&random, 5); i + 1; i--)
            change(&random, text);
        if (kzi_utf8_valid(text, strlen(text)) < strlen(text))
            continue;
        judge(text);
        passed += follows_grammar(text);
    }
    ck_assert_msg(passed > rounds / 100 && passed < rounds / 2, "%lu passed", passed);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("json");
    TCase *tests = tcase_create("json");
    suite_add_tcase(suite, tests);
    tcase_set_timeout(tests, 1800);
    tcase_add_loop_test(tests, takes, 0, COUNT(good_texts));
    tcase_add_loop_test(tests, refuses, 0, COUNT(bad_texts));
    tcase_add_test(tests, limits);
    tcase_add_test(tests, by_chance);
    return run_suite(suite);
}
