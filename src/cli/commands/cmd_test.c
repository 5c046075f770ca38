/* kazoe test: run the cases of files, and report those whose results are not as expected. */
#include "analysis/cases/cases.h"
#include "cli/commands/commands.h"
#include "report/result_text.h"

enum format { FORMAT_TEXT, FORMAT_TAP, FORMAT_JSON };

struct run {
    const struct kzi_args *args;
    enum format format;
    const char *indent; /* before the lines about a case, except in JSON */
    const char *only;   /* a part of the names of cases to run; NULL: all */
    struct kzi_text *text;
    struct kzi_text *differences; /* the differences of the current case, in the output format */
    unsigned long passed, failed;
};

/* --- one case -------------------------------------------------------------------------------- */

static void put_difference(void *context, const char *key, const char *expected, const char *got) {
    struct run *run = context;
    struct kzi_text *differences = run->differences;
    if (run->format != FORMAT_JSON) {
        kzi_text_put(differences, kzi_arena_format(run->args->arena, "%s%s: expected %s, got %s\n",
                                                   run->indent, key, expected, got));
        return;
    }
    kzi_json_begin(differences, '{');
    kzi_json_key_string(differences, "key", key);
    kzi_json_key_string(differences, "expected", expected);
    kzi_json_key_string(differences, "got", got);
    kzi_json_end(differences, '}');
}

static void put_reading(struct run *run, const struct kzi_case_runner *runner) {
    if (run->format == FORMAT_JSON || !runner->scored || runner->result->reason == KZI_INCOMPLETE)
        return;
    const struct kzi_reading *reading = &runner->result->best.reading;
    kzi_text_format(run->differences, "%sread as:", run->indent);
    kzi_put_hand_as_read(run->differences, runner->result, reading);
    kzi_text_format(run->differences, " (wait: %s)\n", kzi_wait_names[reading->wait]);
}

static void put_differences(struct run *run) {
    if (run->differences->len)
        kzi_text_add(run->text, run->differences->at, run->differences->len);
    run->text->failed |= run->differences->failed;
}

static void put_json(struct run *run, const struct kzi_place *place, const char *name,
                     bool passed) {
    struct kzi_text *text = run->text;
    kzi_begin_object(text);
    kzi_json_key_string(text, "case", name);
    kzi_json_key_string(text, "file", place->source->name);
    kzi_json_key_int(text, "line", place->line);
    kzi_json_key_bool(text, "passed", passed);
    kzi_json_begin_key(text, "differences", '[');
    put_differences(run);
    kzi_json_end(text, ']');
    kzi_end_object(text);
}

static void put_tap(struct run *run, const struct kzi_place *place, const char *name, bool passed) {
    struct kzi_text *text = run->text;
    kzi_text_format(text, "%s %lu - ", passed ? "ok" : "not ok", run->passed + run->failed);
    for (; *name; name++) {
        if (*name == '#') /* # would begin a directive */
            kzi_text_char(text, '\\');
        kzi_text_char(text, *name == '\n' ? ' ' : *name);
    }
    kzi_text_char(text, '\n');
    if (!passed) {
        kzi_text_put(text, run->indent);
        kzi_put_visible(text, place->source->name);
        kzi_text_format(text, ":%u\n", place->line);
    }
    put_differences(run);
}

static void put_text(struct run *run, const struct kzi_place *place, const char *name,
                     bool passed) {
    const bool bold = run->args->style.color && run->differences->len;
    if (!passed) {
        kzi_text_put(run->text, bold ? "\033[1m" : "");
        kzi_put_visible(run->text, place->source->name);
        kzi_text_put(run->text, kzi_arena_format(run->args->arena, ":%u: %s%s\n", place->line, name,
                                                 bold ? "\033[0m" : ""));
    }
    put_differences(run);
}

/* Report a case. */
static void put_case(struct run *run, const struct kzi_place *place, const char *name,
                     bool passed) {
    run->passed += passed;
    run->failed += !passed;
    (run->format == FORMAT_JSON  ? put_json
     : run->format == FORMAT_TAP ? put_tap
                                 : put_text)(run, place, name, passed);
    kzi_text_clear(run->differences);
    kzi_json_start(run->differences);
}

/* Report a run.  If memory ran out in a case, the case has not failed, but the whole test has. */
static void put_run(struct run *run, const struct kzi_case_runner *runner,
                    const struct kzi_place *place, const char *name, bool passed) {
    run->text->failed |= runner->no_memory;
    if (runner->no_memory)
        return;
    if (!passed)
        put_reading(run, runner);
    put_case(run, place, name, passed);
}

/* --- files ----------------------------------------------------------------------------------- */

/* Return whether to run a case.  If a case file has overlays, the cases test these and not the
 * ruleset, so only the examples of yaku in the overlays are run. */
static bool is_wanted(const struct run *run, const struct kzi_casefile *file,
                      const struct kzi_case *one) {
    const struct kzi_model *model = file->rules->model;
    bool own = !one->example || !file->lays_over;
    for (size_t i = 0; i < model->n_overlays; i++)
        own |= model->files[i] == one->place.source;
    return own && (!run->only || strstr(one->name, run->only));
}

static void put_statements(struct run *run, const struct kzi_cases *cases) {
    for (size_t i = 0; i < cases->statement_names.count; i++) {
        const struct kzi_case_statement *statement = &cases->statements[i];
        if (!statement->shown && !statement->not_checked)
            put_case(run, &statement->place,
                     kzi_arena_format(run->args->arena, "statement %s has no case: %s",
                                      statement->id, statement->says),
                     false);
    }
}

static void run_rules(struct run *run, const struct kzi_casefile *file) {
    struct kzi_arena *arena = run->args->arena;
    const struct kzi_case_list all = kzi_cases_of(arena, file->rules, file->cases);
    struct kzi_case_runner *runner = kzi_case_runner_new(arena, file->rules);
    runner->differs = put_difference;
    runner->context = run;
    for (size_t i = 0; i < all.count; i++) {
        const struct kzi_case *one = &all.list[i];
        if (is_wanted(run, file, one))
            put_run(run, runner, &one->place, one->name,
                    kzi_case_runner_run(runner, one->rules, one));
    }
    /* with a selection of cases, missing ones are no error */
    if (file->cases && !run->only)
        put_statements(run, file->cases);
    kzi_arena_give_back(arena, runner);
}

/* Report a file without cases, which fails. */
static void message_no_cases(struct run *run, const char *path) {
    if (run->format == FORMAT_TEXT) {
        kzi_text_put(run->text, "no cases in ");
        kzi_put_visible(run->text, path);
        kzi_text_char(run->text, '\n');
    } else {
        kzi_message(run->args, "no cases in %s", path);
    }
    kzi_raise(run->args, KZI_EXIT_NEGATIVE);
}

static void run_file(struct run *run, const char *path) {
    const unsigned long before = run->passed + run->failed;
    const struct kzi_source *source = kzi_file_read(run->args, path, true);
    struct kzi_casefile file;
    kzi_casefile_open_any(&file, run->args, source);
    if (file.rules)
        run_rules(run, &file);
    if (file.rules && !run->only && run->passed + run->failed == before)
        message_no_cases(run, path);
    kzi_casefile_close(run->args, &file);
    kzi_output_print(run->args);
}

/* --- summary ---------------------------------------------------------------------------------- */

static void put_summary(struct run *run) {
    unsigned long all = run->passed + run->failed;
    if (run->format == FORMAT_TAP)
        kzi_text_format(run->text, all ? "1..%lu\n" : "1..%lu # SKIP no cases\n", all);
    else if (run->format == FORMAT_TEXT && run->failed)
        kzi_text_format(run->text, "%lu passed, %lu failed\n", run->passed, run->failed);
    else if (run->format == FORMAT_TEXT && all)
        kzi_text_format(run->text, "%lu case%s passed\n", all, all == 1 ? "" : "s");
}

void kzi_run_test(const struct kzi_args *args) {
    bool json = args->given[KZI_OPT_JSON], tap = args->given[KZI_OPT_TAP];
    struct run run = {.args = args,
                      .format = json  ? FORMAT_JSON
                                : tap ? FORMAT_TAP
                                      : FORMAT_TEXT,
                      .indent = tap ? "#   " : "  ",
                      .only = args->value[KZI_OPT_NAME],
                      .text = args->out,
                      .differences = kzi_text_new(args->arena)};
    if (!args->n_rest)
        kzi_end_usage(args, "no file named");
    if (args->given[KZI_OPT_MUTATE]) {
        kzi_mutate_files(args);
        return;
    }
    for (size_t i = 0; i < args->n_rest; i++)
        run_file(&run, args->rest[i]);
    const int status = *args->status;
    bool any = run.passed + run.failed;
    if (status >= KZI_EXIT_USAGE && tap)
        kzi_text_put(run.text, "Bail out! a file has errors\n");
    else if (status < KZI_EXIT_USAGE || (status < KZI_EXIT_SYSTEM && any))
        put_summary(&run);
    kzi_raise(args, run.failed ? KZI_EXIT_NEGATIVE : KZI_EXIT_DONE);
    if (status < KZI_EXIT_USAGE && run.only && !any) {
        kzi_message(args, "no case has \"%s\" in its name", run.only);
        kzi_raise(args, KZI_EXIT_USAGE);
    }
}
