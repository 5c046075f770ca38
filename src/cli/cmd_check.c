#include "cli/casefile.h"
#include "cli/commands.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct report {
    struct kzi_text text;
    bool json;
    size_t errors;
};

static void put(void *payload, const kz_error *error) {
    struct report *report = payload;
    report->errors += error->severity == KZ_ERROR;
    if (report->json)
        kzi_put_diagnostic_json(&report->text, error);
    else
        kzi_put_diagnostic(&report->text, error);
}

static int put_unread(struct report *report, const char *path) {
    kz_error error = {.status = KZ_IO, .severity = KZ_ERROR};
    int wrong = errno;
    snprintf(error.file, sizeof error.file, "%s", path);
    if (wrong == ENOENT || wrong == ENOTDIR)
        snprintf(error.text, sizeof error.text, "there is no such file");
    else if (wrong == EFBIG)
        snprintf(error.text, sizeof error.text, "the file is larger than 1 MiB");
    else
        snprintf(error.text, sizeof error.text, "the file cannot be read: %s", strerror(wrong));
    put(report, &error);
    return wrong == EIO || wrong == EACCES ? KZI_EXIT_SYSTEM : KZI_EXIT_RULES;
}

static int check_cases(struct report *report, const struct kzi_args *args, const char *path,
                       const char *text, size_t len) {
    struct kzi_casefile file;
    int status = kzi_casefile_open(&file, args, path, text, len, put, report);
    kzi_casefile_close(&file);
    return status;
}

static int check_file(struct report *report, const struct kzi_args *args, const char *path) {
    size_t len;
    const char *text = kzi_file_read(args->arena, path, &len);
    if (!text)
        return put_unread(report, path);
    if (kzi_file_kind(text) == KZI_FILE_CASES)
        return check_cases(report, args, path, text, len);
    return kzi_rules_look_at(args, path, put, report);
}

/* A ruleset with the overlays and settings of the command line. */
static int check_together(struct report *report, const struct kzi_args *args, const char *name) {
    const char *path = kzi_rules_find(args->arena, name, NULL);
    kz_ruleset *rules;
    if (!path) {
        kzi_say("check", "%s", kzi_rules_unknown(args->arena, name));
        return KZI_EXIT_RULES;
    }
    int status = kzi_rules_load(&rules, args, path, put, report);
    kz_ruleset_free(rules);
    return kzi_worse(status, kzi_print(&report->text));
}

static int run(const struct kzi_args *args) {
    struct report report = {.text = kzi_text_growing(), .json = args->given[KZI_OPT_JSON]};
    int status = KZI_EXIT_DONE;
    const char *ruleset = args->value[KZI_OPT_RULESET];
    if (!ruleset && (args->n_overlays || args->n_settings))
        return kzi_say_usage("check", "-O and --set need -r: the ruleset that they are for");
    if (!args->n_rest && !ruleset)
        return kzi_say_usage("check", "no file named");
    if (ruleset)
        status = check_together(&report, args, ruleset);
    for (size_t i = 0; i < args->n_rest; i++) {
        status = kzi_worse(status, check_file(&report, args, args->rest[i]));
        status = kzi_worse(status, kzi_print(&report.text));
    }
    kzi_text_release(&report.text);
    return status;
}

const struct kzi_command kzi_command_check = {
    .name = "check",
    .bit = KZI_FOR_CHECK,
    .usage = "[OPTIONS] FILE ...",
    .says = "Tell everything that is wrong with rule files and case files.",
    .help =
        "Each fault is one line, FILE:LINE:COLUMN: error: or warning:, with the line of the\n"
        "file below it and a caret under the place. A file without fault prints nothing.\n"
        "A rule file without ruleset: at its top is an overlay, or a part for others to extend:\n"
        "what it leaves out is no fault. With -r an overlay is checked in its place.\n"
        "\n"
        "Exit status: 0 no error, 3 an error.\n"
        "\n"
        "Examples:\n"
        "  kazoe check our-club.yaml\n"
        "  kazoe check -r ema-2016 -O house.yaml\n"
        "  kazoe check rules/*.yaml\n",
    .run = run,
};
