/* A log of a game, replayed by the rules that it names or by those for four or three players: each
 * line of the report is JSON. */
#include "target.h"

#ifdef KZI_LOGS

#include "kazoe-logs.h"

#include <string.h>

static kz_replay *open_replay(const kz_ruleset *rules) {
    static char folder[4096];
    const char *top = getenv("SRCDIR");
    kz_replay *replay;
    kz_error error;
    snprintf(folder, sizeof folder, "%s/rules", top ? top : ".");
    kz_replay_options options = {
        .size = sizeof options, .rules = rules, .rule_path = folder, .form = KZ_FORM_JSON};
    if (kz_replay_new(&replay, &options, &error) != KZ_OK)
        MUST_STOP("%s", error.text);
    return replay;
}

static void check(const kz_replay *replay) {
    size_t len = kz_replay_report(replay, NULL, 0);
    char *text = malloc(len + 1), *line = text;
    FUZZ_MUST(text && kz_replay_report(replay, text, len + 1) == len);
    for (char *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        fuzz_must_be_json(line, (size_t)(end - line), len + 1);
    }
    FUZZ_MUST(!*line);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const files[] = {NULL, "rules/tenhou.yaml", "rules/tenhou-sanma.yaml"};
    static kz_replay *replays[3];
    kz_error error = {0};
    for (int i = 0; i < 3 && !replays[i]; i++)
        replays[i] = open_replay(files[i] ? fuzz_load(files[i]) : NULL);
    kz_replay *replay = replays[size % 3];
    kz_status status = kz_replay_log(replay, "log", data, size, &error);
    FUZZ_MUST(status == KZ_OK || *error.text);
    FUZZ_MUST(!strchr(error.text, '\n'));
    check(replay);
    return 0;
}

#else

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    (void)data, (void)size;
    return 0;
}

#endif
