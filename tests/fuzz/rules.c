/* A rule file: read, check and compile it, by itself or as an overlay, and score hands with it.
 *
 * It can extend only small.yaml and its tiles, which are in memory.  Reading files would take most
 * of the time, and so would loading the shipped rulesets. */
#include "target.h"

#include "compile/ruleset.h"

#include <string.h>

static kz_rule_text parents[] = {{.name = "small"}, {.name = "small-tiles"}};

static void hold(kz_rule_text *held) {
    static char texts[2][8 * 1024];
    char *text = texts[held - parents], path[4096];
    const char *top = getenv("SRCDIR");
    snprintf(path, sizeof path, "%s/tests/fuzz/%s.yaml", top ? top : ".", held->name);
    FILE *stream = fopen(path, "rb");
    if (!stream)
        MUST_STOP("%s cannot be read", path);
    held->text = text;
    held->len = fread(text, 1, sizeof *texts - 1, stream);
    fclose(stream);
}

static void tell(void *payload, const kz_error *error) {
    char text[4096];
    unsigned *errors = payload;
    *errors += error->severity == KZ_ERROR;
    FUZZ_MUST(*error->text && !strchr(error->text, '\n'));
    FUZZ_MUST(error->line >= 0 && error->column >= 0);
    FUZZ_MUST((size_t)error->shown_column <= sizeof error->shown);
    FUZZ_MUST(kz_error_write(error, text, sizeof text) < sizeof text);
}

static void score(const kz_ruleset *rules) {
    static const char *const lines[] = {"123456m23p55789s +1p seat=E from=W riichi dora=1m",
                                        "1122m0550p7799s5z +5z tsumo",
                                        "345s [666z] (7777z) 55z44m +4m tsumo"};
    static kz_hand *hand;
    static kz_result *result;
    static char text[64 * 1024];
    if (!hand) {
        hand = kz_hand_new();
        result = kz_result_new();
    }
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        FUZZ_MUST(kz_hand_parse(hand, lines[i], strlen(lines[i]), NULL) == KZ_OK);
        if (kz_score(result, rules, hand) == KZ_OK)
            kz_result_explain_json(result, text, sizeof text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bool over = size % 2; /* by length, because one more blank does not change the file */
    unsigned errors = 0;
    kz_ruleset *rules;
    kz_error error = {0};
    if (!parents[0].text) {
        hold(&parents[0]);
        hold(&parents[1]);
    }
    const kz_rule_text fuzzed = {"fuzzed.yaml", (const char *)data, size};
    const kz_load_text_options how = {.size = sizeof how,
                                      .overlays = over ? &fuzzed : NULL,
                                      .n_overlays = over,
                                      .parents = parents,
                                      .n_parents = 2};
    kz_status status =
        kz_ruleset_load_text(&rules, over ? &parents[0] : &fuzzed, &how, tell, &errors, &error);
    FUZZ_MUST((status == KZ_OK) == !errors && (status == KZ_OK) == (rules != NULL));
    if (status == KZ_OK)
        score(rules);
    kz_ruleset_free(rules);
    return 0;
}
