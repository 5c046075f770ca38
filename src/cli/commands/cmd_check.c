/* kazoe check: report all errors in rule files, case files and configuration files. */
#include "analysis/cases/cases.h"
#include "analysis/prover/lint.h"
#include "cli/commands/commands.h"

#include <unistd.h>

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

static void put_diagnostic(void *payload, const kz_error *error) {
    const struct kzi_args *args = payload;
    if (args->style.form == KZI_JSON) {
        put_json(args->out, error);
        return;
    }
    kzi_put_error(args->out, error, args->style.color);
    kzi_text_char(args->out, '\n');
}

/* Return the options for the whole run, without those that choose rules. */
static struct kzi_args args_of_run(const struct kzi_args *args) {
    struct kzi_args alone = {.command = args->command,
                             .arena = args->arena,
                             .out = args->out,
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
    struct kzi_case_runner *runner = kzi_case_runner_new(arena, file->rules);
    for (size_t i = 0; i < file->cases->count; i++) {
        const struct kzi_case *one = &file->cases->list[i];
        kzi_case_runner_run(runner, one->rules, one);
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

/* Return whether a yaku of the file needs a case: it is in use, and no example scores it. */
static bool wants_case(const struct kzi_yaku *yaku, size_t file) {
    for (size_t i = 0; i < yaku->n_examples; i++)
        if (yaku->examples[i].kind == KZI_EXAMPLE_SCORES)
            return false;
    return yaku->in_use && kzi_yaku_is_of(yaku, (uint32_t)file);
}

static void note_missing(const struct note_ctx *ctx, const struct kzi_model *model, size_t file) {
    KZI_EACH_YAKU_OF(model, yaku) {
        const struct kzi_node *mark = kzi_find_intended(yaku->node, KZI_NO_CASE);
        bool missing = wants_case(yaku, file) && kzi_names_find(&ctx->awarded, yaku->id) < 0;
        if (missing && !mark)
            kzi_warning_at(ctx->diags, yaku->place, "no case awards %s", yaku->id);
        else if (!missing && mark && mark->place.source->number == file)
            kzi_note_unmatched(ctx->diags, mark);
    }
}

/* Warn of the yaku that need a case, if there is no case file. */
static void note_no_cases(const struct note_ctx *ctx, const struct kzi_model *model, size_t file,
                          const char *cases) {
    const char *first = NULL;
    size_t count = 0;
    KZI_EACH_YAKU_OF(model, yaku)
        if (wants_case(yaku, file) && !kzi_find_intended(yaku->node, KZI_NO_CASE) && !count++)
            first = yaku->id;
    if (count)
        kzi_warning_at(ctx->diags, (struct kzi_place){.source = model->files[file]},
                       "no case awards %s%s: there is no %s", first,
                       count > 1 ? " and other yaku without examples" : "", cases);
}

static void note_cases(struct note_ctx *ctx, const struct kzi_model *model, size_t number) {
    const struct kzi_args *args = ctx->args;
    const char *path = kzi_cases_path(args->arena, model->files[number]->name);
    const struct kzi_source *source = path ? kzi_file_read(args, path, false) : NULL;
    /* cases name their own rules and overlays */
    struct kzi_args alone = args_of_run(args);
    struct kzi_casefile file;
    alone.diag = kzi_message_diagnostic;
    if (!source || !source->text) {
        note_no_cases(ctx, model, number, path ? path : "case file");
        return;
    }
    kzi_names_init(&ctx->awarded, args->arena);
    kzi_casefile_open(&file, &alone, source);
    if (file.rules) {
        run_cases(ctx, &file);
        note_missing(ctx, model, number);
    }
    kzi_casefile_close(&alone, &file);
}

/* Report the notes on the rules and, for each of their own files with cases next to it, the yaku
 * that no case or example scores. */
static void note_all(const struct kzi_args *args, const kz_ruleset *rules) {
    struct kzi_diags diags;
    kzi_diags_init(&diags, args->arena);
    struct note_ctx ctx = {.args = args, .diags = &diags};
    struct kzi_budget budget = kzi_note_budget;
    kzi_lint_rules(rules, &diags, &budget);
    for (size_t i = 0; i < kzi_count_own_files(rules->model); i++)
        note_cases(&ctx, rules->model, i);
    kzi_message_all(args, &diags);
}

/* --- files ------------------------------------------------------------------------------------ */

static void check_cases(const struct kzi_args *args, const struct kzi_source *source) {
    struct kzi_casefile file;
    struct kzi_args alone = *args;
    alone.value[KZI_OPT_RULESET] = NULL; /* cases are checked with the rules that they name */
    kzi_casefile_open(&file, &alone, source);
    kzi_casefile_close(args, &file);
}

/* Check every value of every option and, with --notes, report the notes; then close the rules. */
static void check_whole(const struct kzi_args *args, kz_ruleset *rules) {
    struct kzi_diags diags;
    kzi_diags_init(&diags, args->arena);
    if (kzi_check_values(rules, &diags) != KZ_OK)
        kzi_no_memory(args->arena);
    kzi_message_all(args, &diags);
    if (args->given[KZI_OPT_NOTES])
        note_all(args, rules);
    kzi_rules_close(args, rules);
}

/* Check the ruleset of a run, if there is one, with its overlays and settings. overlay: a file to
 * lay over it, too; NULL: none, or one of -O, which was checked before. */
static void check_chosen(const struct kzi_args *args, struct kzi_ruleset_argument *argument,
                         const char *overlay) {
    kz_ruleset *rules = NULL;
    if (kzi_rulesets_choose(argument, args, args->value[KZI_OPT_RULESET]) &&
        kzi_is_chosen(argument) && (!overlay || kzi_add_file(argument, overlay)))
        rules = kzi_ruleset_argument_load(argument);
    if (rules)
        check_whole(args, rules);
}

/* Check a configuration file, and the rules that it names. */
static void check_config(const struct kzi_args *args, const char *path) {
    struct kzi_ruleset_argument argument;
    struct kzi_args alone = args_of_run(args);
    alone.value[KZI_OPT_CONFIG] = path;
    check_chosen(&alone, &argument, NULL);
}

/* Check the combination of -r, -O, --set and the configuration file. */
static void check_together(const struct kzi_args *args) {
    struct kzi_ruleset_argument argument;
    check_chosen(args, &argument, NULL);
    if (*args->status != KZI_EXIT_DONE || kzi_is_chosen(&argument))
        return;
    if (args->overlays.count || args->settings.count)
        kzi_end_no_ruleset(&argument);
    if (argument.config)
        kzi_end_usage(args, "no file named, and %s names no ruleset", argument.config);
    kzi_end_usage(args, "no file named");
}

/* Check a rule file; if it is a whole ruleset, also its options. */
static void check_rules(const struct kzi_args *args, const char *path) {
    const struct kzi_args alone = args_of_run(args);
    kz_ruleset *rules = kzi_part_load(&alone, path);
    if (rules && !rules->model->part)
        check_whole(args, rules);
    else
        kzi_rules_close(args, rules);
}

static void check_source(const struct kzi_args *args, const char *path,
                         const struct kzi_source *source) {
    struct kzi_ruleset_argument argument;
    const enum kzi_file_kind kind = kzi_file_kind(path, source->text);
    if (kind == KZI_FILE_CASES)
        check_cases(args, source);
    else if (kind == KZI_FILE_CONFIG)
        check_config(args, path);
    else if (args->given[KZI_OPT_RULESET] && kind == KZI_FILE_OVERLAY)
        check_chosen(args, &argument, path);
    else
        check_rules(args, path);
    if (*args->status == KZI_EXIT_DONE && kind == KZI_FILE_OVERLAY && !args->value[KZI_OPT_RULESET])
        kzi_message(args, "%s is not a whole ruleset; kazoe check -r RULESET %s checks the rest",
                    path, path);
}

static void check_file(const struct kzi_args *args, const char *path) {
    const int before = *args->status;
    const struct kzi_source *source = kzi_file_read(args, path, true);
    struct kzi_diags diags;
    *args->status = KZI_EXIT_DONE;
    kzi_diags_init(&diags, args->arena);
    if (!source->text)
        kzi_message_unread(args, path);
    else if (source->len)
        check_source(args, path, source);
    else
        kzi_error_at(&diags, (struct kzi_place){.source = source}, "the file is empty");
    kzi_message_all(args, &diags);
    if (*args->status == KZI_EXIT_DONE && args->style.form != KZI_JSON && isatty(STDOUT_FILENO)) {
        kzi_put_visible(args->out, path);
        kzi_text_put(args->out, ": no errors\n");
    }
    kzi_raise(args, before);
    kzi_output_print(args);
}

void kzi_run_check(const struct kzi_args *given) {
    struct kzi_args args = *given;
    args.diag = put_diagnostic;
    args.payload = &args;
    if (!args.n_rest || args.given[KZI_OPT_RULESET] || args.overlays.count || args.settings.count)
        check_together(&args);
    if (*args.status != KZI_EXIT_DONE) /* nothing can be laid over invalid rules */
        args.given[KZI_OPT_RULESET] = 0;
    kzi_output_print(&args);
    for (size_t i = 0; i < args.n_rest; i++)
        check_file(&args, args.rest[i]);
}
