/* Write a dictionary for libFuzzer, made of the words in the engine's own tables:
 *
 *     words rules|cases|hands */
#include "target.h"

#include "analysis/cases/cases.h"
#include "analysis/schema/schema.h"
#include "hand/parser/json_tokens.h"

#include <string.h>

static void put(const char *before, const char *word, size_t len, const char *after) {
    printf("\"%s%.*s%s\"\n", before, (int)len, word, after);
}

/* --- schema ---------------------------------------------------------------------------------- */

static bool is_string(const struct kzi_json_token *token, const char *text) {
    size_t len = (size_t)(token->end - token->start);
    return token->kind == KZI_JSON_STRING && len == strlen(text) &&
           !memcmp(token->start, text, len);
}

/* Write the words of a regular expression such as "(chow|pung|kong)". */
static void put_pattern(const struct kzi_json_token *pattern) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz_";
    for (const char *at = pattern->start; at < pattern->end; at++) {
        size_t len = 0;
        while (at + len < pattern->end && strchr(letters, at[len]))
            len++;
        if (len > 1)
            put("", at, len, " ");
        at += len;
    }
}

static void put_keys(const struct kzi_json *json, size_t object) {
    for (size_t i = object + 1; i < json->tokens[object].after; i = json->tokens[i + 1].after)
        put("", json->tokens[i].start, (size_t)(json->tokens[i].end - json->tokens[i].start), ": ");
}

static void put_values(const struct kzi_json *json, size_t array) {
    for (size_t i = array + 1; i < json->tokens[array].after; i++)
        put("", json->tokens[i].start, (size_t)(json->tokens[i].end - json->tokens[i].start), "");
}

static void put_schema(struct kzi_text *text) {
    struct kzi_json json;
    struct kzi_json_token *tokens = malloc((text->len + 1) * sizeof *tokens);
    if (text->failed || !tokens ||
        !kzi_json_read(&json, tokens, text->len + 1, text->at, text->len))
        MUST_STOP("no schema");
    for (size_t i = 0; i + 1 < json.count; i++) {
        const struct kzi_json_token *value = &json.tokens[i + 1];
        if (is_string(&json.tokens[i], "properties") && value->kind == KZI_JSON_OBJECT)
            put_keys(&json, i + 1);
        else if (is_string(&json.tokens[i], "enum") && value->kind == KZI_JSON_ARRAY)
            put_values(&json, i + 1);
        else if (is_string(&json.tokens[i], "pattern") && value->kind == KZI_JSON_STRING)
            put_pattern(value);
    }
    free(tokens);
}

/* --- hands ----------------------------------------------------------------------------------- */

static void put_word(const char *word) {
    put("", word, strlen(word), "");
}

static void put_rules(const struct kzi_model *model) {
    const struct kzi_draw *draw = &model->payments.draw;
    for (size_t i = 0; i < model->known_words.count; i++)
        put_word(model->known_words.name[i]);
    for (size_t i = 0; i < draw->n_by_rule; i++)
        put_word(draw->by_rule[i]);
    for (size_t i = 0; i < model->yaku_names.count; i++)
        if (kzi_is_liable_yaku(model, model->yaku_names.name[i]))
            put("", model->yaku_names.name[i], strlen(model->yaku_names.name[i]), ":");
}

static void put_hands(void) {
    static const char *const forms[] = {"[123m]",     "(1111z)", "[111+1p]", "+5p",    "0p",
                                        "exhaustive", "\\\\u00", ":[",       "],\\\"", ":{\\\""};
    static const char *const others[] = {"m123p0",   ",s34-5",  ",z1111",    "*",   "|EE1000|",
                                         "[345p,1]", "[5555p]", "|abcdefgh", "5mr", "W1 ",
                                         "H8 ",      "C1 ",     "16 52 88 "};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        put_word(others[i]);
    for (size_t i = 0; kz_notation_name(i); i++)
        put_word(kz_notation_name(i));
    for (int key = KZI_KEY_HAND; key < KZI_KEYS; key++) {
        const char *name = kzi_hand_key_names[key];
        put(" ", name, strlen(name), "=");
        put("\\\"", name, strlen(name), "\\\":");
    }
    for (size_t i = 0; i < KZI_WAY_WORDS; i++)
        put_word(kzi_way_words[i]);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        put_word(forms[i]);
    for (int i = 0; i < FUZZ_RULESETS; i++)
        put_rules(fuzz_rulesets()[i]->model);
}

int main(int argc, char **argv) {
    const char *of = argc == 2 ? argv[1] : "";
    struct kzi_text text = kzi_text_growing();
    if (!strcmp(of, "hands"))
        put_hands();
    else if (!strcmp(of, "rules"))
        kzi_put_schema(&text, &kzi_schema_of_rules);
    else if (!strcmp(of, "cases"))
        kzi_put_cases_schema(&text);
    else
        MUST_STOP("usage: words rules|cases|hands");
    if (text.len)
        put_schema(&text);
    kzi_text_release(&text);
    return fflush(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
