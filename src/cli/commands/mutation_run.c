/* kazoe test --mutate: find rules that can be switched off without failing a case. */
#include "analysis/cases/mutation.h"
#include "cli/commands/commands.h"
#include "cli/pool.h"

struct outcome {
    const struct kzi_mutant *mutant;
    struct kzi_mutant_outcome tried;
    const struct kzi_equivalent *explained;
};

/* The mutants of a file, tried by several threads. */
struct trials {
    struct kzi_arena *arena;
    const struct kzi_probes *probes;
    struct outcome *list;
    size_t count;
};

struct run {
    const struct kzi_args *args;
    const char *only; /* a part of the names of mutants to try; NULL: all */
    struct kzi_text *text;
    unsigned long by_status[KZI_NOT_TRIED], explained, shared;
};

/* How many mutants may be tried while one takes long. */
#define MAX_AHEAD 512

/* --- trying ---------------------------------------------------------------------------------- */

static void *open_runner(const struct kzi_pool *pool) {
    const struct trials *trials = pool->own;
    return kzi_case_runner_new(trials->arena, trials->probes->rules);
}

/* Try a mutant.  If memory runs out, its status remains KZI_NOT_TRIED. */
static void try_mutant(struct kzi_worker *worker) {
    const struct trials *trials = worker->pool->own;
    struct kzi_case_runner *runner = worker->own;
    struct outcome *one = &trials->list[worker->number];
    kzi_mutant_try(&one->tried, runner, trials->probes, one->mutant);
    if (runner->no_memory)
        one->tried.status = KZI_NOT_TRIED;
}

static void try_all(struct trials *trials, unsigned jobs) {
    struct kzi_pool pool = {.own = trials,
                            .open = open_runner,
                            .work = try_mutant,
                            .ahead = MAX_AHEAD,
                            .things = "mutants",
                            .size = trials->count,
                            .progress = kzi_progress_begin(isatty(STDERR_FILENO))};
    kzi_pool_run(&pool, trials->arena, jobs);
    for (unsigned i = 0; i < jobs; i++)
        kzi_arena_give_back(trials->arena, pool.workers[i].own);
}

/* --- explanations ---------------------------------------------------------------------------- */

#define MAX_EXPLAINED 2 /* percent of the mutants */

/* Attach an explanation to its mutant, or report why it does not fit. */
static void explain(struct kzi_diags *diags, const struct trials *trials,
                    const struct kzi_equivalent *one) {
    static const char *const faults[] = {
        [KZI_REFUSED] = "needs no reason: without it the rules are invalid",
        [KZI_SAME] = "needs no reason: it is proved that no hand shows it",
        [KZI_SURVIVED] = "is explained twice"};
    const char **names = KZI_NEW_ARRAY(diags->arena, trials->count, const char *);
    struct outcome *outcome = NULL;
    for (size_t i = 0; i < trials->count && !outcome; i++) {
        names[i] = trials->list[i].mutant->name;
        if (!strcmp(names[i], one->without))
            outcome = &trials->list[i];
    }
    if (!outcome) {
        kzi_error_at(diags, one->place, "there is no mutant %s%s", one->without,
                     kzi_did_you_mean(diags, one->without, names, trials->count));
        return;
    }
    enum kzi_mutant_status status = outcome->tried.status;
    if (status == KZI_KILLED)
        kzi_error_at(diags, one->place, "%s needs no reason: without it \"%s\" fails", one->without,
                     outcome->tried.by->name);
    else if (status != KZI_SURVIVED || outcome->explained)
        kzi_error_at(diags, one->place, "%s %s", one->without, faults[status]);
    else
        outcome->explained = one;
}

static void explain_all(const struct trials *trials, const struct kzi_cases *cases,
                        const struct kzi_args *args) {
    struct kzi_diags diags;
    kzi_diags_init(&diags, args->arena);
    size_t count = 0;
    for (size_t i = 0; i < trials->count; i++)
        count += trials->list[i].tried.status <= KZI_SURVIVED;
    if (cases->n_equivalent > 1 && cases->n_equivalent > count * MAX_EXPLAINED / 100)
        kzi_error_at(&diags, cases->equivalent[0].place,
                     "%zu of %zu mutants are explained, but at most %d %% may be",
                     cases->n_equivalent, count, MAX_EXPLAINED);
    for (size_t i = 0; i < cases->n_equivalent; i++)
        explain(&diags, trials, &cases->equivalent[i]);
    kzi_message_all(args, &diags);
}

/* --- results ---------------------------------------------------------------------------------- */

static const char *const status_names[] = {[KZI_KILLED] = "killed",
                                           [KZI_SURVIVED] = "survived",
                                           [KZI_REFUSED] = "refused",
                                           [KZI_SAME] = "same"};

static void put_json(struct kzi_text *text, const struct outcome *one) {
    const struct kzi_mutant *mutant = one->mutant;
    kzi_begin_object(text);
    kzi_json_key_string(text, "mutant", mutant->name);
    kzi_json_key_string(text, "file", mutant->place.source->name);
    kzi_json_key_int(text, "line", mutant->place.line);
    kzi_json_key_string(text, "fate",
                        one->explained ? "explained" : status_names[one->tried.status]);
    if (one->explained)
        kzi_json_key_string(text, "because", one->explained->because);
    else if (one->tried.status == KZI_REFUSED)
        kzi_json_key_string(text, "why", one->tried.why);
    else if (one->tried.by)
        kzi_json_key_string(text, "by", one->tried.by->name);
    kzi_end_object(text);
}

static void put_outcome(struct run *run, const struct outcome *one) {
    run->by_status[one->tried.status]++;
    run->explained += one->explained != NULL;
    if (run->args->given[KZI_OPT_JSON]) {
        put_json(run->text, one);
    } else if (one->tried.status == KZI_SURVIVED && !one->explained) {
        kzi_put_visible(run->text, one->mutant->place.source->name);
        kzi_text_format(run->text, ":%u: no case fails without %s\n", one->mutant->place.line,
                        one->mutant->name);
    }
}

static void put_summary(struct run *run) {
    const unsigned long *by_status = run->by_status;
    const struct {
        unsigned long count;
        const char *says;
    } more[] = {{run->explained, ", %lu explained"},
                {by_status[KZI_REFUSED], "; %lu more invalid"},
                {run->shared, "; %lu more left to other case files"},
                {by_status[KZI_SAME], "; %lu more provably without effect"}};
    if (run->args->given[KZI_OPT_JSON])
        return;
    kzi_text_format(run->text, "%lu mutants, %lu killed, %lu survived",
                    by_status[KZI_KILLED] + by_status[KZI_SURVIVED], by_status[KZI_KILLED],
                    by_status[KZI_SURVIVED] - run->explained);
    for (size_t i = 0; i < KZI_COUNT(more); i++)
        if (more[i].count)
            kzi_text_format(run->text, more[i].says, more[i].count);
    kzi_text_char(run->text, '\n');
}

/* --- files ----------------------------------------------------------------------------------- */

/* Return whether to try a mutant.  Cases with overlays test the overlays and not the ruleset that
 * these are laid over. */
static bool is_wanted(const struct run *run, const struct kzi_model *model,
                      const struct kzi_mutant *mutant) {
    bool own = !model->n_overlays;
    for (size_t i = 0; i < model->n_overlays; i++)
        own |= model->files[i] == mutant->place.source;
    return own && (!run->only || strstr(mutant->name, run->only));
}

/* Choose the mutants of the file, except those left to another ruleset's cases. */
static void choose_mutants(struct run *run, struct trials *trials,
                           const struct kzi_mutants *shared) {
    const struct kzi_model *model = trials->probes->rules->model;
    struct kzi_mutants mutants = kzi_mutants_of(run->args->arena, model->root);
    trials->list = KZI_NEW_ARRAY(run->args->arena, mutants.count, struct outcome);
    for (size_t i = 0; i < mutants.count; i++) {
        if (!is_wanted(run, model, &mutants.list[i]))
            continue;
        bool is_shared = false;
        for (size_t k = 0; k < shared->count && !is_shared; k++)
            is_shared = kzi_mutant_equals(run->args->arena, &shared->list[k], &mutants.list[i]);
        if (is_shared)
            run->shared++;
        else
            trials->list[trials->count++] =
                (struct outcome){&mutants.list[i], {.status = KZI_NOT_TRIED}, NULL};
    }
}

static void try_probes(struct run *run, const struct kzi_probes *probes,
                       const struct kzi_cases *cases, const struct kzi_mutants *shared) {
    struct trials trials = {.arena = run->args->arena, .probes = probes};
    choose_mutants(run, &trials, shared);
    try_all(&trials, run->args->jobs);
    for (size_t i = 0; i < trials.count; i++)
        if (trials.list[i].tried.status == KZI_NOT_TRIED)
            kzi_no_memory(trials.arena);
    /* with a selection of mutants, missing ones are no error */
    if (cases && !run->only)
        explain_all(&trials, cases, run->args);
    for (size_t i = 0; i < trials.count; i++)
        put_outcome(run, &trials.list[i]);
}

/* Check that all cases pass without a mutant; a case that fails anyway notices nothing. */
static bool check_probes(const struct kzi_args *args, const struct kzi_probes *probes) {
    struct kzi_arena *arena = args->arena;
    struct kzi_case_runner *runner = kzi_case_runner_new(arena, probes->rules);
    const struct kzi_case *failing = kzi_probes_fail(runner, probes);
    bool no_memory = runner->no_memory;
    kzi_arena_give_back(arena, runner);
    if (no_memory)
        kzi_no_memory(arena);
    if (failing)
        kzi_message(args, "%s: \"%s\" fails with the rules unchanged: fix that first (kazoe test)",
                    failing->place.source->name, failing->name);
    return !failing;
}

/* Open the ruleset that the cases share rules with, without overlays and settings. */
static kz_ruleset *open_other(const struct kzi_args *args, const struct kzi_node *name) {
    struct kzi_ruleset_argument argument = kzi_ruleset_argument_of(args, NULL);
    argument.request.spec.rules = kzi_spec_word_of(name);
    return kzi_ruleset_argument_load(&argument);
}

static void try_file(struct run *run, const struct kzi_casefile *file, const char *path) {
    const struct kzi_probes probes = {kzi_cases_of(run->args->arena, file->rules, file->cases),
                                      file->rules};
    const struct kzi_node *name = file->cases ? file->cases->shared_with : NULL;
    struct kzi_mutants shared = {.count = 0};
    kz_ruleset *other = NULL;
    if (!probes.cases.count)
        kzi_message(run->args, "no cases in %s", path);
    if (!probes.cases.count || !check_probes(run->args, &probes)) {
        kzi_raise(run->args, KZI_EXIT_NEGATIVE);
        return;
    }
    if (name && !(other = open_other(run->args, name)))
        return;
    if (other)
        shared = kzi_mutants_of(run->args->arena, other->model->root);
    try_probes(run, &probes, file->cases, &shared);
    kzi_rules_close(run->args, other);
}

static void run_file(struct run *run, const char *path) {
    const struct kzi_args *args = run->args;
    const struct kzi_source *source = kzi_file_read(args, path, true);
    const char *cases = NULL;
    if (source->text && kzi_file_kind(path, source->text) != KZI_FILE_CASES)
        cases = kzi_cases_path(args->arena, path);
    if (cases && kzi_is_there(cases)) {
        path = cases;
        source = kzi_file_read(args, path, false);
    }
    struct kzi_casefile file;
    kzi_casefile_open_any(&file, args, source);
    if (file.rules)
        try_file(run, &file, path);
    kzi_casefile_close(args, &file);
    kzi_output_print(args);
}

void kzi_mutate_files(const struct kzi_args *args) {
    struct run run = {.args = args, .only = args->value[KZI_OPT_NAME], .text = args->out};
    for (size_t i = 0; i < args->n_rest; i++)
        run_file(&run, args->rest[i]);
    unsigned long tried = run.by_status[KZI_KILLED] + run.by_status[KZI_SURVIVED] +
                          run.by_status[KZI_REFUSED] + run.shared;
    if (*args->status == KZI_EXIT_DONE && run.only && !tried) {
        kzi_message(args, "no mutant has \"%s\" in its name", run.only);
        kzi_raise(args, KZI_EXIT_USAGE);
    }
    if (*args->status == KZI_EXIT_DONE)
        put_summary(&run);
    if (run.by_status[KZI_SURVIVED] > run.explained)
        kzi_raise(args, KZI_EXIT_NEGATIVE);
}
