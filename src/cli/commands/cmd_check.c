/* kazoe check: report all errors in rule files, case files and configuration files. */
#include "analysis/cases/cases.h"
#include "analysis/prover/lint.h"
#include "cli/commands/commands.h"

#include <unistd.h>

/* Where errors are reported. */
struct report {
    struct kzi_text *text;
    bool json, color;
};

static void put_json(struct kzi_text *text, const kz_error *error) {
    kzi_begin_object(text);
    kzi_json_key_string(text, "file", error->file);
    if (error->line)
        kzi_json_key_int(text, "line", error->line);
    if (error->column)
        kzi_json_key_int(text, "column", error->column);
    kzi_json_key_string(text, "severity", error->severity == KZ_ERROR ? "error" : "warning");
    kzi_json_key_string(text, "message", error->text);
    kzi_end_object(text);
}

static void put(void *payload, const kz_error *error) {
    const struct report *report = payload;
    if (report->json) {
        put_json(report->text, error);
        return;
    }
    kzi_error_put(report->text, error, report->color);
    kzi_text_char(report->text, '\n');
}

/* Return the options for the whole run, without those for the rules. */
static struct kzi_args only(const struct kzi_args *args) {
    struct kzi_args alone = {.command = args->command,
                             .arena = args->arena,
                             .diag = args->diag,
                             .payload = args->payload,
                             .status = args->status};
    alone.given[KZI_OPT_CONFINED] = args->given[KZI_OPT_CONFINED];
    return alone;
}

/* --- --notes ---------------------------------------------------------------------------------- */

struct note_ctx {
    const struct kzi_args *args;
    struct kzi_diags *diags;
    struct kzi_names awarded;
};

static void note_awarded(struct note_ctx *ctx, const struct kz_result *result) {
    const struct kzi_model *model = result->rules ? result->rules->model : NULL;
    for (size_t i = 0; model && i < model->yaku_names.count; i++)
        if (result->best.scored[i / 64] >> (i % 64) & 1)
            kzi_names_add(&ctx->awarded, model->yaku[i].id);
}

static void run_cases(struct note_ctx *ctx, const struct kzi_casefile *file) {
    struct kzi_arena *arena = ctx->args->arena;
    struct kzi_case_runner *runner = kzi_new_case_runner(arena, file->rules);
    for (size_t i = 0; i < file->cases->count; i++) {
        const struct kzi_case *one = &file->cases->list[i];
        kzi_case_run(runner, one->rules, one);
        if (runner->scored)
            note_awarded(ctx, runner->result);
        const struct kzi_settlement *settlement = &runner->board->settlement;
        for (unsigned k = 0; one->deal && k < settlement->n_results; k++)
            note_awarded(ctx, &settlement->results[k]);
        for (unsigned k = 0; one->deal && k < settlement->n_losers; k++)
            note_awarded(ctx, &settlement->losers[k]);
    }
    kzi_arena_give_back(arena, runner);
}

/* Return true if a yaku of the file needs a case: it is in use, without an example that scores. */
static bool wants_case(const struct kzi_yaku *yaku, size_t file) {
    for (size_t i = 0; i < yaku->n_examples; i++)
        if (yaku->examples[i].kind == KZI_EXAMPLE_SCORES)
            return false;
    return yaku->in_use && kzi_yaku_is_of(yaku, (uint32_t)file);
}

static void note_missing(const struct note_ctx *ctx, const struct kzi_model *model, size_t file) {
    KZI_EACH_YAKU_OF(model, yaku) {
        const struct kzi_node *mark = kzi_intended(yaku->node, KZI_NO_CASE);
        bool missing = wants_case(yaku, file) && kzi_names_find(&ctx->awarded, yaku->id) < 0;
        if (missing && !mark)
            kzi_warning_at(ctx->diags, yaku->place, "no case awards %s", yaku->id);
        else if (!missing && mark && mark->place.source->number == file)
            kzi_note_unmatched(ctx->diags, mark);
    }
}

/* Warn of the yaku that need a case if there is no case file at all. */
static void note_no_cases(const struct note_ctx *ctx, const struct kzi_model *model, size_t file,
                          const char *cases) {
    const char *first = NULL;
    size_t count = 0;
    KZI_EACH_YAKU_OF(model, yaku)
        if (wants_case(yaku, file) && !kzi_intended(yaku->node, KZI_NO_CASE) && !count++)
            first = yaku->id;
    if (count)
        kzi_warning_at(ctx->diags, (struct kzi_place){.source = model->files[file]},
                       "no case awards %s%s: there is no %s", first,
                       count > 1 ? " and other yaku without examples" : "", cases);
}

static int note_cases(struct note_ctx *ctx, const struct kzi_model *model, size_t number) {
    const struct kzi_args *args = ctx->args;
    const char *path = kzi_cases_path(args->arena, model->files[number]->name);
    const struct kzi_source *source = path ? kzi_source_read(args, path, false) : NULL;
    /* Cases name their own rules and overlays. */
    struct kzi_args alone = only(args);
    struct kzi_casefile file;
    alone.diag = kzi_say_diagnostic;
    if (!source || !source->text) {
        note_no_cases(ctx, model, number, path ? path : "case file");
        return KZI_EXIT_DONE;
    }
    kzi_names_init(&ctx->awarded, args->arena);
    int status = kzi_casefile_open(&file, &alone, source);
    if (status == KZI_EXIT_DONE) {
        run_cases(ctx, &file);
        note_missing(ctx, model, number);
    }
    kzi_casefile_close(&alone, &file);
    return status;
}

/* Report the notes on the rules and, for each of their own files with cases next to it, the yaku
 * that no case or example awards. */
static int note_all(const struct kzi_args *args, const kz_ruleset *rules) {
    struct kzi_diags diags;
    kzi_diags_init(&diags, args->arena);
    struct note_ctx ctx = {.args = args, .diags = &diags};
    int status = KZI_EXIT_DONE;
    struct kzi_budget budget = kzi_note_budget;
    kzi_note_rules(rules, &diags, &budget);
    for (size_t i = 0; i < kzi_own_files(rules->model); i++)
        status = kzi_worse(status, note_cases(&ctx, rules->model, i));
    return kzi_worse(status, kzi_report_all(args, &diags));
}

/* --- files ------------------------------------------------------------------------------------ */

static int check_cases(const struct kzi_args *args, const struct kzi_source *source) {
    struct kzi_casefile file;
    struct kzi_args alone = *args;
    alone.value[KZI_OPT_RULESET] = NULL; /* cases are checked with the rules they name */
    int status = kzi_casefile_open(&file, &alone, source);
    kzi_casefile_close(args, &file);
    return status;
}

/* Check every value of every option, and with --notes the notes; then close the rules. */
static int check_whole(const struct kzi_args *args, kz_ruleset *rules) {
    struct kzi_diags diags;
    kzi_diags_init(&diags, args->arena);
    if (kzi_check_values(rules, &diags) != KZ_OK)
        return kzi_say_no_memory();
    int status = kzi_report_all(args, &diags);
    if (args->given[KZI_OPT_NOTES])
        status = kzi_worse(status, note_all(args, rules));
    kzi_rules_close(args, rules);
    return status;
}

/* Check the ruleset of a run, if any, with its overlays and settings. overlay: a file to lay over
 * it as well, NULL for none; one of -O was checked before. */
static int check_chosen(const struct kzi_args *args, struct kzi_ruleset_argument *choice,
                        const char *overlay) {
    kz_ruleset *rules = NULL;
    int status = kzi_choose(choice, args, args->value[KZI_OPT_RULESET]);
    const bool checked = overlay && !kzi_add_file(choice, overlay);
    if (status == KZI_EXIT_DONE && kzi_is_chosen(choice) && !checked)
        status = kzi_ruleset_argument_load(&rules, choice);
    return rules ? check_whole(args, rules) : status;
}

/* Check a configuration file, and the rules that it names. */
static int check_config(const struct kzi_args *args, const char *path) {
    struct kzi_ruleset_argument choice;
    struct kzi_args alone = only(args);
    alone.value[KZI_OPT_CONFIG] = path;
    return check_chosen(&alone, &choice, NULL);
}

/* Check the combination of -r, -O, --set and the configuration file. */
static int check_together(const struct kzi_args *args, struct kzi_text *text) {
    struct kzi_ruleset_argument choice;
    int status = check_chosen(args, &choice, NULL);
    if (status != KZI_EXIT_DONE || kzi_is_chosen(&choice))
        return kzi_worse(status, kzi_print(text));
    if (args->overlays.count || args->settings.count)
        return kzi_say_no_ruleset(&choice);
    return choice.config
               ? kzi_say_usage("check", "no file named, and %s names no ruleset", choice.config)
               : kzi_say_usage("check", "no file named");
}

/* Check a rule file; for a whole ruleset, also all its options. */
static int check_rules(const struct kzi_args *args, const char *path) {
    const struct kzi_args alone = only(args);
    kz_ruleset *rules;
    int status = kzi_part_load(&rules, &alone, path);
    if (rules && !rules->model->part)
        return check_whole(args, rules);
    kzi_rules_close(args, rules);
    return status;
}

static int check_file(const struct kzi_args *args, const char *path) {
    const struct kzi_source *source = kzi_source_read(args, path, true);
    const char *text = source->text;
    if (!text)
        return kzi_report_unread(args, path);
    if (!source->len) {
        kz_error error = {
            .status = KZ_BAD_RULES, .severity = KZ_ERROR, .text = "the file is empty"};
        snprintf(error.file, sizeof error.file, "%s", path);
        kzi_report(args, &error);
        return KZI_EXIT_RULES;
    }
    struct kzi_ruleset_argument choice;
    const enum kzi_file_kind kind = kzi_file_kind(path, text);
    if (kind == KZI_FILE_CASES)
        return check_cases(args, source);
    if (kind == KZI_FILE_CONFIG)
        return check_config(args, path);
    if (args->given[KZI_OPT_RULESET] && kind == KZI_FILE_OVERLAY)
        return check_chosen(args, &choice, path);
    int status = check_rules(args, path);
    if (status == KZI_EXIT_DONE && kind == KZI_FILE_OVERLAY)
        kzi_say("check", "%s is not a whole ruleset; kazoe check -r RULESET %s checks the rest",
                path, path);
    return status;
}

int kzi_run_check(const struct kzi_args *given) {
    struct report report = {kzi_text_kept(given->arena), given->given[KZI_OPT_JSON], given->color};
    struct kzi_args args = *given;
    int status = KZI_EXIT_DONE;
    args.diag = put;
    args.payload = &report;
    if (!args.n_rest || args.given[KZI_OPT_RULESET] || args.overlays.count || args.settings.count)
        status = check_together(&args, report.text);
    for (size_t i = 0; i < args.n_rest; i++) {
        int of_file = check_file(&args, args.rest[i]);
        if (of_file == KZI_EXIT_DONE && !report.json && isatty(STDOUT_FILENO)) {
            kzi_put_visible(report.text, args.rest[i]);
            kzi_text_put(report.text, ": no errors\n");
        }
        status = kzi_worse(status, of_file);
        status = kzi_worse(status, kzi_print(report.text));
    }
    return status;
}
