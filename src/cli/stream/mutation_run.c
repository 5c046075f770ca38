#include "cli/stream/mutation_run.h"

#include "analysis/cases/mutation.h"
#include "base/utf8.h"
#include "cli/commands/casefile.h"
#include "cli/output.h"
#include "cli/stream/scoring.h"
#include "cli/stream/workers.h"
#include "report/result_json.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct outcome {
    const struct kzi_mutant *mutant;
    struct kzi_doom doom;
    const struct kzi_equivalent *explained;
};

/* The mutants of one file, shared out among threads. */
struct trials {
    const struct kzi_probes *probes;
    struct outcome *list;
    size_t count;
    atomic_size_t next;
    bool show_progress;
};

struct run {
    const struct kzi_args *args;
    bool json;
    const char *only; /* words a mutant's name must have; NULL: any */
    unsigned jobs;
    struct kzi_text *text;
    unsigned long fates[KZI_NO_FATE], explained, shared;
};

/* --- trying ---------------------------------------------------------------------------------- */

static void no_difference(void *context, const char *key, const char *expected, const char *got) {
    (void)context, (void)key, (void)expected, (void)got;
}

/* The runner of a thread; what it lacks is said by the fates that stay KZI_NO_FATE. */
static void *try_mutants(void *context) {
    struct trials *trials = context;
    struct kzi_case_runner runner;
    if (!kzi_case_runner_open(&runner, trials->probes->rules))
        return NULL;
    runner.differs = no_difference;
    for (size_t at; (at = atomic_fetch_add(&trials->next, 1)) < trials->count;) {
        struct outcome *one = &trials->list[at];
        kzi_mutant_try(&one->doom, &runner, trials->probes, one->mutant);
        if (runner.no_memory)
            one->doom.fate = KZI_NO_FATE;
        if (trials->show_progress)
            fprintf(stderr, "\r%zu of %zu mutants ", at + 1, trials->count);
    }
    kzi_case_runner_close(&runner);
    return NULL;
}

static void try_all(struct trials *trials, unsigned jobs) {
    pthread_t threads[KZI_MAX_JOBS];
    unsigned running = 0;
    for (size_t i = 0; i < trials->count; i++)
        trials->list[i].doom.fate = KZI_NO_FATE;
    for (; running + 1 < jobs && running + 1 < trials->count; running++)
        if (pthread_create(&threads[running], NULL, try_mutants, trials))
            break; /* those that run do its work */
    try_mutants(trials);
    while (running)
        pthread_join(threads[--running], NULL);
    if (trials->show_progress)
        fputs("\r\033[K", stderr);
}

/* --- explanations ---------------------------------------------------------------------------- */

#define MOST_EXPLAINED 2 /* of a hundred mutants */

static struct outcome *find(const struct trials *trials, const char *name) {
    for (size_t i = 0; i < trials->count; i++)
        if (!strcmp(trials->list[i].mutant->name, name))
            return &trials->list[i];
    return NULL;
}

static const char *near_name(struct kzi_diags *diags, const struct trials *trials,
                             const char *name) {
    const char **names = KZI_NEW_ARRAY(diags->arena, trials->count, const char *);
    for (size_t i = 0; i < trials->count; i++)
        names[i] = trials->list[i].mutant->name;
    return kzi_did_you_mean(diags, name, names, trials->count);
}

static void explain(struct kzi_diags *diags, const struct trials *trials,
                    const struct kzi_equivalent *one) {
    struct outcome *outcome = find(trials, one->without);
    if (!outcome)
        kzi_error_at(diags, one->place, "there is no mutant %s%s", one->without,
                     near_name(diags, trials, one->without));
    else if (outcome->doom.fate == KZI_KILLED)
        kzi_error_at(diags, one->place, "%s needs no reason: without it \"%s\" fails", one->without,
                     outcome->doom.by->name);
    else if (outcome->doom.fate == KZI_REFUSED)
        kzi_error_at(diags, one->place, "%s needs no reason: without it the rules make no sense",
                     one->without);
    else if (outcome->doom.fate == KZI_SAME)
        kzi_error_at(diags, one->place, "%s needs no reason: it is proved that no hand can tell",
                     one->without);
    else if (outcome->explained)
        kzi_error_at(diags, one->place, "%s is explained twice", one->without);
    outcome = outcome && outcome->doom.fate == KZI_SURVIVED ? outcome : NULL;
    if (outcome)
        outcome->explained = one;
}

static int explain_all(const struct trials *trials, const struct kzi_cases *cases,
                       struct kzi_arena *arena) {
    struct kzi_diags diags;
    kzi_diags_init(&diags, arena);
    size_t count = 0;
    for (size_t i = 0; i < trials->count; i++)
        count += trials->list[i].doom.fate <= KZI_SURVIVED;
    if (cases->n_equivalent > 1 && cases->n_equivalent > count * MOST_EXPLAINED / 100)
        kzi_error_at(&diags, cases->equivalent[0].place,
                     "%zu of %zu mutants are explained: %d of a hundred are the most",
                     cases->n_equivalent, count, MOST_EXPLAINED);
    for (size_t i = 0; i < cases->n_equivalent; i++)
        explain(&diags, trials, &cases->equivalent[i]);
    kzi_diags_emit(&diags, kzi_say_diagnostic, NULL, NULL);
    return diags.errors ? KZI_EXIT_RULES : KZI_EXIT_DONE;
}

/* --- what came of them ----------------------------------------------------------------------- */

static const char *const fate_names[] = {[KZI_KILLED] = "killed",
                                         [KZI_SURVIVED] = "survived",
                                         [KZI_REFUSED] = "refused",
                                         [KZI_SAME] = "same"};

static void put_json(struct kzi_text *text, const struct outcome *one) {
    const struct kzi_mutant *mutant = one->mutant;
    kzi_text_put(text, "{\"mutant\":");
    kzi_json_string(text, mutant->name);
    kzi_text_put(text, ",\"file\":");
    kzi_json_string(text, mutant->place.source->name);
    kzi_text_format(text, ",\"line\":%u,\"fate\":\"%s\"", mutant->place.line,
                    one->explained ? "explained" : fate_names[one->doom.fate]);
    const char *key = "by", *value = one->doom.by ? one->doom.by->name : NULL;
    if (one->explained) {
        key = "because";
        value = one->explained->because;
    } else if (one->doom.fate == KZI_REFUSED) {
        key = "why";
        value = one->doom.why;
    }
    if (value) {
        kzi_text_format(text, ",\"%s\":", key);
        kzi_json_string(text, value);
    }
    kzi_text_put(text, "}\n");
}

static void put_outcome(struct run *run, const struct outcome *one) {
    run->fates[one->doom.fate]++;
    run->explained += one->explained != NULL;
    if (run->json) {
        put_json(run->text, one);
    } else if (one->doom.fate == KZI_SURVIVED && !one->explained) {
        kzi_put_visible(run->text, one->mutant->place.source->name);
        kzi_text_format(run->text, ":%u: no case fails without ", one->mutant->place.line);
        kzi_text_put(run->text, one->mutant->name);
        kzi_text_char(run->text, '\n');
    }
}

static void put_summary(struct run *run) {
    unsigned long survived = run->fates[KZI_SURVIVED] - run->explained;
    if (run->json)
        return;
    kzi_text_format(run->text, "%lu mutants, %lu killed, %lu survived",
                    run->fates[KZI_KILLED] + run->fates[KZI_SURVIVED], run->fates[KZI_KILLED],
                    survived);
    if (run->explained)
        kzi_text_format(run->text, ", %lu explained", run->explained);
    if (run->fates[KZI_REFUSED])
        kzi_text_format(run->text, "; %lu more make no sense", run->fates[KZI_REFUSED]);
    if (run->shared)
        kzi_text_format(run->text, "; %lu more are left to the cases of others", run->shared);
    if (run->fates[KZI_SAME])
        kzi_text_format(run->text, "; %lu more change nothing, by proof", run->fates[KZI_SAME]);
    kzi_text_char(run->text, '\n');
}

/* --- files ----------------------------------------------------------------------------------- */

/* Cases with overlays are cases of the overlays, not of what they are laid over. */
static bool is_wanted(const struct run *run, const struct kzi_model *model,
                      const struct kzi_mutant *mutant) {
    bool own = !model->n_overlays;
    for (size_t i = 0; i < model->n_overlays; i++)
        own |= model->files[i] == mutant->place.source;
    return own && (!run->only || strstr(mutant->name, run->only));
}

static bool is_shared(const struct kzi_mutants *shared, const struct kzi_mutant *mutant) {
    for (size_t i = 0; i < shared->count; i++)
        if (kzi_mutant_same(&shared->list[i], mutant))
            return true;
    return false;
}

/* Those of the file, without those that another ruleset's cases are for. */
static void choose_mutants(struct run *run, struct trials *trials,
                           const struct kzi_mutants *shared) {
    const struct kzi_model *model = trials->probes->rules->model;
    struct kzi_mutants mutants = kzi_mutants_of(run->args->arena, model->root);
    trials->list = KZI_NEW_ARRAY(run->args->arena, mutants.count, struct outcome);
    for (size_t i = 0; i < mutants.count; i++) {
        if (!is_wanted(run, model, &mutants.list[i]))
            continue;
        if (is_shared(shared, &mutants.list[i]))
            run->shared++;
        else
            trials->list[trials->count++].mutant = &mutants.list[i];
    }
}

static int try_probes(struct run *run, const struct kzi_probes *probes,
                      const struct kzi_cases *cases, const struct kzi_mutants *shared) {
    struct kzi_arena *arena = run->args->arena;
    struct trials trials = {.probes = probes, .show_progress = isatty(STDERR_FILENO)};
    choose_mutants(run, &trials, shared);
    try_all(&trials, run->jobs);
    for (size_t i = 0; i < trials.count; i++)
        if (trials.list[i].doom.fate == KZI_NO_FATE)
            return kzi_say_no_memory();
    /* Among some of the mutants none can be missed. */
    int status = cases && !run->only ? explain_all(&trials, cases, arena) : KZI_EXIT_DONE;
    for (size_t i = 0; i < trials.count; i++)
        put_outcome(run, &trials.list[i]);
    return status;
}

static const char *file_of(const struct kzi_probe *probe) {
    return probe->one ? probe->one->place.source->name : probe->example->place.source->name;
}

/* Only cases that pass can notice anything. */
static int check_probes(const struct kzi_probes *probes) {
    struct kzi_case_runner runner;
    if (!kzi_case_runner_open(&runner, probes->rules))
        return kzi_say_no_memory();
    runner.differs = no_difference;
    const struct kzi_probe *failing = kzi_probes_fail(&runner, probes);
    kzi_case_runner_close(&runner);
    if (runner.no_memory)
        return kzi_say_no_memory();
    if (failing)
        kzi_say("test", "%s: \"%s\" fails as the rules are: mend that first (kazoe test)",
                file_of(failing), failing->name);
    return failing ? KZI_EXIT_NEGATIVE : KZI_EXIT_DONE;
}

/* The ruleset that shares rules with those of the cases, as it is without overlays and settings. */
static int open_other(const struct run *run, kz_ruleset **rules, const struct kzi_node *name,
                      const char *cases) {
    struct kzi_arena *arena = run->args->arena;
    const kz_loading how = {.n_overlays = 0};
    const struct kzi_setting_origin told = {.file = cases, .ruleset = true};
    const char *path = kzi_rules_find(arena, name->text, cases);
    if (path)
        return kzi_rules_load_from(rules, run->args, path, &how, &told, kzi_say_diagnostic, NULL);
    struct kzi_diags diags;
    kzi_diags_init(&diags, arena);
    kzi_error_at(&diags, name->place, "%s", kzi_rules_unknown(arena, name->text));
    kzi_diags_emit(&diags, kzi_say_diagnostic, NULL, NULL);
    return KZI_EXIT_RULES;
}

static int try_file(struct run *run, const struct kzi_casefile *file, const char *path) {
    struct kzi_probes probes = kzi_probes_of(run->args->arena, file->rules, file->cases, file->of);
    const struct kzi_node *name = file->cases ? file->cases->shared_with : NULL;
    struct kzi_mutants shared = {.count = 0};
    kz_ruleset *other = NULL;
    int status = check_probes(&probes);
    if (!probes.count) {
        kzi_say("test", "no cases in %s", path);
        status = KZI_EXIT_NEGATIVE;
    }
    if (name && status == KZI_EXIT_DONE)
        status = open_other(run, &other, name, path);
    if (other)
        shared = kzi_mutants_of(run->args->arena, other->model->root);
    if (status == KZI_EXIT_DONE)
        status = try_probes(run, &probes, file->cases, &shared);
    kzi_rules_close(run->args, other);
    return status;
}

static int run_file(struct run *run, const char *path) {
    const struct kzi_args *args = run->args;
    struct kzi_source source = kzi_source_read(args, path, true);
    const char *beside = NULL;
    if (source.text && kzi_file_kind(source.text) != KZI_FILE_CASES)
        beside = kzi_cases_beside(args->arena, path);
    if (beside) {
        path = beside;
        source = kzi_source_read(args, path, false);
    }
    if (!source.text)
        return kzi_say_unread("test", path);
    struct kzi_casefile file;
    int status = kzi_casefile_open_any(&file, args, &source);
    if (file.rules)
        status = kzi_worse(status, try_file(run, &file, path));
    kzi_casefile_close(args, &file);
    return kzi_worse(status, kzi_print(run->text));
}

static bool has_tried(const struct run *run) {
    return run->fates[KZI_KILLED] + run->fates[KZI_SURVIVED] + run->fates[KZI_REFUSED] +
           run->shared;
}

int kzi_mutate_files(const struct kzi_args *args) {
    struct run run = {.args = args,
                      .json = args->given[KZI_OPT_JSON],
                      .only = args->value[KZI_OPT_NAME],
                      .text = kzi_text_kept(args->arena)};
    if (!kzi_read_jobs(args, &run.jobs))
        return KZI_EXIT_USAGE;
    int status = KZI_EXIT_DONE;
    for (size_t i = 0; i < args->n_rest; i++)
        status = kzi_worse(status, run_file(&run, args->rest[i]));
    if (status < KZI_EXIT_NEGATIVE && run.only && !has_tried(&run)) {
        kzi_say("test", "no mutant has \"%s\" in its name", run.only);
        status = KZI_EXIT_USAGE;
    }
    if (status < KZI_EXIT_NEGATIVE)
        put_summary(&run);
    status = kzi_worse(status, kzi_print(run.text));
    bool survived = run.fates[KZI_SURVIVED] > run.explained;
    return kzi_worse(status, survived ? KZI_EXIT_NEGATIVE : KZI_EXIT_DONE);
}
