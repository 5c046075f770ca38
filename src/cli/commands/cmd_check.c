#include "analysis/prover/lint.h"
#include "cli/color.h"
#include "cli/commands/casefile.h"
#include "cli/commands/commands.h"
#include "cli/commands/lint_notes.h"
#include "cli/commands/overlay_check.h"
#include "cli/config.h"
#include "cli/ruleset_argument.h"

#include <stdio.h>
#include <string.h>

struct report {
    struct kzi_text *text;
    bool json, color;
    size_t errors;
};

static void put(void *payload, const kz_error *error) {
    struct report *report = payload;
    report->errors += error->severity == KZ_ERROR;
    if (report->json)
        kzi_put_diagnostic_json(report->text, error);
    else
        kzi_put_diagnostic(report->text, error, report->color);
}

static int check_cases(struct report *report, const struct kzi_args *args,
                       const struct kzi_source *source) {
    struct kzi_casefile file;
    struct kzi_args alone = *args;
    alone.value[KZI_OPT_RULESET] = NULL; /* cases are checked with the rules they name */
    int status = kzi_casefile_open(&file, &alone, source, put, report);
    kzi_casefile_close(args, &file);
    return status;
}

/* Every value of every option; where notes are wanted, those too. */
static int check_whole(struct report *report, const struct kzi_args *args,
                       const kz_ruleset *rules) {
    struct kzi_diags diags;
    kzi_diags_init(&diags, args->arena);
    if (kzi_check_values(rules, &diags) != KZ_OK)
        return kzi_say_no_memory();
    kzi_diags_emit(&diags, put, report, NULL);
    int status = diags.errors ? KZI_EXIT_RULES : KZI_EXIT_DONE;
    if (args->given[KZI_OPT_NOTES])
        status = kzi_worse(status, kzi_note_all(args, rules, put, report));
    return status;
}

/* The ruleset of a run, with its overlays and settings, if one is chosen. */
static int check_chosen(struct report *report, const struct kzi_args *args,
                        struct kzi_ruleset_argument *choice) {
    kz_ruleset *rules = NULL;
    int status = kzi_choose(choice, args, args->value[KZI_OPT_RULESET], put, report);
    if (status == KZI_EXIT_DONE && choice->path)
        status = kzi_ruleset_argument_load(&rules, choice, args, put, report);
    if (rules)
        status = check_whole(report, args, rules);
    kzi_rules_close(args, rules);
    return status;
}

/* A configuration file, and what it would decide on by itself. */
static int check_config(struct report *report, const struct kzi_args *args, const char *path) {
    struct kzi_ruleset_argument choice;
    struct kzi_args alone = {.command = args->command, .arena = args->arena};
    alone.value[KZI_OPT_CONFIG] = path;
    alone.given[KZI_OPT_CONFINED] = args->given[KZI_OPT_CONFINED];
    return check_chosen(report, &alone, &choice);
}

/* What -r, -O, --set and the configuration file say together. */
static int check_together(struct report *report, const struct kzi_args *args) {
    struct kzi_ruleset_argument choice;
    int status = check_chosen(report, args, &choice);
    if (status != KZI_EXIT_DONE || choice.path)
        return kzi_worse(status, kzi_print(report->text));
    if (args->n_overlays || args->n_settings)
        return kzi_say_no_ruleset(&choice, args);
    return choice.config
               ? kzi_say_usage("check", "no file named, and %s names no ruleset", choice.config)
               : kzi_say_usage("check", "no file named");
}

/* A rule file; of a whole ruleset all its options too. */
static int check_rules(struct report *report, const struct kzi_args *args, const char *path,
                       bool whole) {
    int status = kzi_rules_look_at(args, path, NULL, put, report);
    if (status != KZI_EXIT_DONE || !whole)
        return status;
    const kz_loading alone = {0};
    kz_ruleset *rules;
    status = kzi_rules_load_with(&rules, args, path, &alone, NULL, NULL);
    if (rules)
        status = kzi_worse(status, check_whole(report, args, rules));
    kzi_rules_close(args, rules);
    return status;
}

/* As if FILE were one more -O. */
static int check_in_place(struct report *report, const struct kzi_args *args, const char *path) {
    struct kzi_args with = *args;
    struct kzi_ruleset_argument choice;
    for (size_t i = 0; i < args->n_overlays; i++)
        if (!strcmp(args->overlays[i], path))
            return KZI_EXIT_DONE; /* it was checked so */
    if (with.n_overlays == KZI_MAX_REPEATED)
        return kzi_say_usage("check", "there are more than %d overlays", KZI_MAX_REPEATED);
    with.overlays[with.n_overlays++] = path;
    return check_chosen(report, &with, &choice);
}

static int tell_empty(struct report *report, const char *path) {
    kz_error error = {.status = KZ_BAD_RULES, .severity = KZ_ERROR, .text = "the file is empty"};
    snprintf(error.file, sizeof error.file, "%s", path);
    put(report, &error);
    return KZI_EXIT_RULES;
}

static int check_file(struct report *report, const struct kzi_args *args, const char *path) {
    const struct kzi_source source = kzi_source_read(args, path, true);
    const char *text = source.text;
    if (!text)
        return kzi_tell_unread(path, put, report);
    if (!source.len)
        return tell_empty(report, path);
    if (kzi_file_kind(text) == KZI_FILE_CASES)
        return check_cases(report, args, &source);
    if (kzi_config_is(path, text))
        return check_config(report, args, path);
    if (args->given[KZI_OPT_RULESET] && kzi_file_kind(text) == KZI_FILE_OVERLAY)
        return check_in_place(report, args, path);
    int status = check_rules(report, args, path, kzi_file_kind(text) == KZI_FILE_RULES);
    if (status == KZI_EXIT_DONE && kzi_file_kind(text) == KZI_FILE_OVERLAY)
        status = kzi_check_sheet(args, &source, put, report);
    return status;
}

static int run(const struct kzi_args *args) {
    struct report report = {.text = kzi_text_kept(args->arena), .json = args->given[KZI_OPT_JSON]};
    int status = kzi_color_read(&report.color, args);
    if (status != KZI_EXIT_DONE)
        return status;
    if (!args->n_rest || args->given[KZI_OPT_RULESET] || args->n_overlays || args->n_settings)
        status = check_together(&report, args);
    for (size_t i = 0; i < args->n_rest; i++) {
        status = kzi_worse(status, check_file(&report, args, args->rest[i]));
        status = kzi_worse(status, kzi_print(report.text));
    }
    return status;
}

const struct kzi_command kzi_command_check = {
    .name = "check",
    .bit = KZI_FOR_CHECK,
    .usage = "[OPTIONS] [FILE ...]",
    .says = "Report every error in rule files, case files and configuration files.",
    .help = "Each fault is one line, FILE:LINE:COLUMN: error: or warning:, with the line of\n"
            "the file below it and a caret under the place. A file without fault prints\n"
            "nothing. A rule file without ruleset: at its top is an overlay, or a part for\n"
            "others to extend: what it leaves out is no fault, and options are held against\n"
            "those of the rulesets at hand. With -r an overlay is checked in its place. Of a\n"
            "whole ruleset every value of every option is tried. Without FILE and -r, the\n"
            "rules that the configuration file decides on are checked. The hands of cases\n"
            "and examples are not looked at: kazoe test scores them.\n"
            "\n"
            "--notes warns of what is no fault but worth a second look: yaku that always\n"
            "come with another while both count, covers of yaku that never come together,\n"
            "values of options that change nothing, yaku that no case beside the file\n"
            "awards. What is meant so is marked by intended: in the file.\n"
            "\n"
            "--confined is for files of strangers: whatever they extend, or name as their\n"
            "rules and overlays, is found in the rule path or not at all, and FILE itself is\n"
            "no link.\n"
            "\n"
            "Exit status: 0 no error, 3 an error.\n"
            "\n"
            "Examples:\n"
            "  kazoe check our-club.yaml\n"
            "  kazoe check --notes -r ema-2016 -O house.yaml\n"
            "  kazoe check rules/*.yaml\n",
    .run = run,
};
