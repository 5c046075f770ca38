#include "target.h"

#include "analysis/witness/witness.h"
#include "hand/parser/json_tokens.h"

#include <string.h>

kz_ruleset *fuzz_load(const char *file) {
    char path[4096], rules_folder[4096];
    const char *top = getenv("SRCDIR");
    kz_ruleset *rules = NULL;
    kz_error error = {0};
    kz_load_options how = {.size = sizeof how, .rule_path = rules_folder};
    snprintf(path, sizeof path, "%s/%s", top ? top : ".", file);
    snprintf(rules_folder, sizeof rules_folder, "%s/rules", top ? top : ".");
    if (kz_ruleset_load_with(&rules, path, &how, NULL, NULL, &error) != KZ_OK)
        MUST_STOP("%s:%d: %s", error.file, error.line, error.text);
    return rules;
}

const kz_ruleset *const *fuzz_rulesets(void) {
    static const char *const files[FUZZ_RULESETS] = {
        "rules/ema-2016.yaml",       "rules/mcr.yaml",
        "rules/tenhou.yaml",         "rules/classical.yaml",
        "rules/sichuan.yaml",        "rules/hongzhong.yaml",
        "rules/malaysian.yaml",      "rules/fuzhou.yaml",
        "rules/tianjin.yaml",        "rules/american.yaml",
        "rules/shanxi-koudian.yaml", "rules/vietnamese.yaml",
        "tests/data/spelled.yaml"};
    static const kz_ruleset *rulesets[FUZZ_RULESETS];
    for (int i = 0; i < FUZZ_RULESETS && !rulesets[i]; i++)
        rulesets[i] = fuzz_load(files[i]);
    return rulesets;
}

void fuzz_must_tell(const kz_error *error, size_t size) {
    char told[4096];
    FUZZ_MUST(error->status == KZ_BAD_HAND && *error->code && *error->text);
    FUZZ_MUST(!strchr(error->text, '\n'));
    FUZZ_MUST(error->column >= 0 && (size_t)error->column <= size + 1);
    FUZZ_MUST(kz_error_write(error, told, sizeof told) < sizeof told);
}

void fuzz_must_be_json(const char *text, size_t len, size_t size) {
    struct kzi_json json;
    struct kzi_json_token *tokens = malloc((len + 1) * sizeof *tokens);
    FUZZ_MUST(tokens && len < size && strlen(text) == len && !strchr(text, '\n'));
    if (!kzi_json_read(&json, tokens, len + 1, text, len))
        MUST_STOP("not JSON: %s: %s", json.wrong, text);
    free(tokens);
}

/* Write the discards of a full hand. */
static void say_discards(kz_result *result, const kz_ruleset *rules, const kz_hand *hand) {
    kz_discard list[KZ_MAX_KINDS];
    size_t count;
    kz_error error;
    if (kz_discards(list, KZI_COUNT(list), &count, result, rules, hand, NULL, &error) != KZ_OK) {
        fuzz_must_tell(&error, KZI_MAX_LINE);
        return;
    }
    FUZZ_MUST(count <= KZI_COUNT(list));
    for (size_t i = 0; i < count; i++)
        FUZZ_MUST(list[i].shanten >= -2 && list[i].best >= 0 &&
                  list[i].mean <= (double)list[i].best);
}

/* Write what an unfinished hand lacks, and score it with each of these tiles, in both ways. */
static void say_waits(const kz_hand *hand, size_t pick) {
    static kz_result *result;
    const kz_ruleset *rules = fuzz_rulesets()[pick % FUZZ_RULESETS];
    kz_wait list[KZ_MAX_KINDS];
    size_t count;
    int shanten;
    kz_error error;
    if (!result && !(result = kz_result_new()))
        MUST_STOP("out of memory");
    say_discards(result, rules, hand);
    if (kz_waits(list, KZI_COUNT(list), &count, &shanten, rules, hand, &error) != KZ_OK) {
        fuzz_must_tell(&error, KZI_MAX_LINE);
        return;
    }
    FUZZ_MUST(count <= KZI_COUNT(list) && shanten >= -2);
    for (size_t i = 0; i < 2 * count && shanten == 0; i++)
        if (kz_score_completed(result, rules, hand, list[i / 2].tile, i % 2) != KZ_OK)
            fuzz_must_tell(kz_result_error(result), KZI_MAX_LINE);
}

/* Write a hand in every form under one of the rulesets, picked by any number; false if the rules
 * refuse it. */
static bool say_all(const kz_hand *hand, size_t pick) {
    static kz_result *result;
    static char text[256 * 1024];
    if (!result && !(result = kz_result_new()))
        MUST_STOP("out of memory");
    kz_status status = kz_score(result, fuzz_rulesets()[pick % FUZZ_RULESETS], hand);
    fuzz_must_be_json(text, kz_result_json(result, text, sizeof text), sizeof text);
    if (status != KZ_OK) {
        fuzz_must_tell(kz_result_error(result), KZI_MAX_LINE);
        return false;
    }
    fuzz_must_be_json(text, kz_result_explain_json(result, text, sizeof text), sizeof text);
    FUZZ_MUST(kz_result_text(result, NULL, text, sizeof text) < sizeof text);
    return true;
}

static kz_hand *new_hand(bool knows) {
    kz_hand *hand = kz_hand_new();
    if (!hand)
        MUST_STOP("out of memory");
    for (int i = 0; knows && i < FUZZ_RULESETS; i++)
        FUZZ_MUST(kz_hand_know(hand, fuzz_rulesets()[i]) == KZ_OK);
    return hand;
}

static const char *line_of(const kz_hand *hand, char line[KZI_MAX_LINE]) {
    struct kzi_text text = kzi_text_fixed(line, KZI_MAX_LINE);
    kzi_write_line(&text, &hand->hand);
    FUZZ_MUST(kzi_text_end(&text) < KZI_MAX_LINE);
    return line;
}

/* Check that the text written for a hand parses as the same hand. */
static void must_read_back(const kz_hand *hand) {
    static kz_hand *again;
    static char lines[2][KZI_MAX_LINE];
    kz_error error;
    if (!again)
        again = new_hand(false);
    const char *line = line_of(hand, lines[0]);
    if (kz_hand_parse(again, line, strlen(line), &error) != KZ_OK)
        MUST_STOP("%s: %s", line, error.text);
    if (strcmp(line, line_of(again, lines[1])) != 0)
        MUST_STOP("%s\n%s", lines[0], lines[1]);
}

void fuzz_hand(const uint8_t *data, size_t size) {
    static kz_hand *hands[2]; /* the second knows the words of all rulesets */
    kz_error error;
    for (int i = 0; i < 2 && !hands[i]; i++)
        hands[i] = new_hand(i);
    kz_hand *hand =
        hands[size % 2]; /* by length, because one more blank does not change the hand */
    if (kz_hand_parse(hand, (const char *)data, size, &error) != KZ_OK)
        fuzz_must_tell(&error, size);
    else if (say_all(hand, size / 2))
        must_read_back(hand);
    if (kz_hand_parse_unfinished(hand, (const char *)data, size, &error) != KZ_OK)
        fuzz_must_tell(&error, size);
    else
        say_waits(hand, size / 2);
}
