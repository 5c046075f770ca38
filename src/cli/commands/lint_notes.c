#include "cli/commands/lint_notes.h"

#include "analysis/prover/lint.h"
#include "cli/commands/casefile.h"
#include "cli/output.h"

#include <string.h>

struct note_ctx {
    const struct kzi_args *args;
    struct kzi_diags *diags;
    struct kzi_names awarded;
};

static void differs(void *context, const char *key, const char *expected, const char *got) {
    (void)context, (void)key, (void)expected, (void)got; /* kazoe test tells */
}

static void note_awarded(struct note_ctx *ctx, const struct kz_result *result) {
    const struct kzi_model *model = result->rules ? result->rules->model : NULL;
    for (size_t i = 0; model && i < model->yaku_names.count; i++)
        if (result->best.scored[i / 64] >> (i % 64) & 1)
            kzi_names_add(&ctx->awarded, model->yaku[i].id);
}

static void release_runner(void *runner) {
    kzi_case_runner_close(runner);
}

static int run_cases(struct note_ctx *ctx, const struct kzi_casefile *file) {
    struct kzi_arena *arena = ctx->args->arena;
    struct kzi_case_runner *runner = KZI_NEW(arena, struct kzi_case_runner);
    void **kept = kzi_arena_keep(arena, release_runner);
    if (!kzi_case_runner_open(runner, file->rules))
        return kzi_say_no_memory();
    *kept = runner;
    runner->differs = differs;
    for (size_t i = 0; i < file->cases->count; i++) {
        const struct kzi_case *one = &file->cases->list[i];
        kzi_case_run(runner, file->of[i], one);
        if (runner->scored)
            note_awarded(ctx, runner->result);
        for (unsigned k = 0; one->deal && k < runner->settlement->n_results; k++)
            note_awarded(ctx, &runner->settlement->results[k]);
    }
    kzi_arena_give_back(arena, runner);
    return KZI_EXIT_DONE;
}

static const char *cases_beside(struct kzi_arena *arena, const char *path) {
    static const char rules[] = ".yaml", cases[] = ".cases.yaml";
    size_t len = strlen(path), less = sizeof rules - 1;
    if (len <= less || strcmp(path + len - less, rules) != 0)
        return NULL;
    char *beside = kzi_arena_alloc(arena, len - less + sizeof cases);
    memcpy(beside, path, len - less);
    memcpy(beside + len - less, cases, sizeof cases);
    return beside;
}

static bool has_example(const struct kzi_yaku *yaku) {
    for (size_t i = 0; i < yaku->n_examples; i++)
        if (yaku->examples[i].kind == KZI_EXAMPLE_SCORES)
            return true;
    return false;
}

static void note_missing(const struct note_ctx *ctx, const struct kzi_model *model, size_t file) {
    for (size_t i = 0; i < model->yaku_names.count; i++) {
        const struct kzi_yaku *yaku = &model->yaku[i];
        const struct kzi_node *mark = kzi_intended(yaku->node, KZI_NO_CASE);
        bool missing = yaku->in_use && !has_example(yaku) && kzi_yaku_is_of(yaku, (uint32_t)file) &&
                       kzi_names_find(&ctx->awarded, yaku->id) < 0;
        if (missing && !mark)
            kzi_warning_at(ctx->diags, yaku->place, "no case awards %s", yaku->id);
        else if (!missing && mark && mark->place.source->number == file)
            kzi_note_unmatched(ctx->diags, mark);
    }
}

/* The yaku that want a case, where there is no file of them at all. */
static void note_no_cases(const struct note_ctx *ctx, const struct kzi_model *model, size_t file,
                          const char *cases) {
    const char *first = NULL;
    size_t count = 0;
    for (size_t i = 0; i < model->yaku_names.count; i++) {
        const struct kzi_yaku *yaku = &model->yaku[i];
        if (!yaku->in_use || has_example(yaku) || !kzi_yaku_is_of(yaku, (uint32_t)file) ||
            kzi_intended(yaku->node, KZI_NO_CASE))
            continue;
        first = first ? first : yaku->id;
        count++;
    }
    if (!count)
        return;
    struct kzi_place place = {.source = model->files[file]};
    kzi_warning_at(ctx->diags, place, "there is no %s beside it: no case awards %s%s", cases, first,
                   count > 1 ? " and other yaku without examples" : "");
}

static int note_cases(struct note_ctx *ctx, const struct kzi_model *model, size_t number) {
    struct kzi_arena *arena = ctx->args->arena;
    const char *path = cases_beside(arena, model->files[number]->name);
    struct kzi_source source = {.text = NULL};
    if (path)
        source = kzi_source_read(ctx->args, path, false);
    /* Cases name their rules and overlays themselves. */
    struct kzi_args alone = {.command = ctx->args->command, .arena = arena};
    alone.given[KZI_OPT_CONFINED] = ctx->args->given[KZI_OPT_CONFINED];
    struct kzi_casefile file;
    if (!source.text) {
        note_no_cases(ctx, model, number, path ? path : "case file");
        return KZI_EXIT_DONE;
    }
    kzi_names_init(&ctx->awarded, arena);
    int status = kzi_casefile_open(&file, &alone, &source, kzi_say_diagnostic, NULL);
    if (status == KZI_EXIT_DONE)
        status = run_cases(ctx, &file);
    if (status == KZI_EXIT_DONE)
        note_missing(ctx, model, number);
    kzi_casefile_close(&alone, &file);
    return status;
}

int kzi_note_all(const struct kzi_args *args, const kz_ruleset *rules, kz_diag *diag,
                 void *payload) {
    struct kzi_diags diags;
    kzi_diags_init(&diags, args->arena);
    struct kzi_budget budget = kzi_note_budget;
    struct note_ctx ctx = {.args = args, .diags = &diags};
    int status = KZI_EXIT_DONE;
    kzi_note_rules(rules, &diags, &budget);
    for (size_t i = 0; i < kzi_own_files(rules->model); i++)
        status = kzi_worse(status, note_cases(&ctx, rules->model, i));
    kzi_diags_emit(&diags, diag, payload, NULL);
    return status;
}
