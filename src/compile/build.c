#include "compile/build.h"

#include <stdlib.h>

static kz_status model_and_compile(kz_ruleset *rules, kzi_model_source *modelling, const void *from,
                                   struct kzi_diags *diags) {
    struct kzi_model *model = NULL;
    kz_status status = modelling(&model, from, diags);
    if (status == KZ_OK && !model->part)
        kzi_compile(rules, model, diags);
    return status == KZ_OK && diags->errors ? KZ_BAD_RULES : status;
}

/* At the door: the budget is used up, or memory is out. */
static kz_status tell_out(kz_ruleset *rules, struct kzi_diags *diags) {
    struct kzi_arena *arena = &rules->arena;
    struct kzi_place place = {diags->of, 1, 1};
    if (arena->out == KZI_OUT_OF_MEMORY)
        return KZ_NO_MEMORY;
    arena->room = arena->budget = 0; /* there is room for one more error */
    if (arena->out == KZI_OUT_OF_ROOM)
        kzi_error_at(diags, place, "these rules take more than %d MiB of memory: %s",
                     KZI_MAX_MEMORY / 1024 / 1024, "make them fewer, or simpler");
    else
        kzi_error_at(diags, place, "these rules take more than %d million steps to check: %s",
                     KZI_MAX_STEPS / 1000 / 1000, "make them fewer, or simpler");
    return KZ_BAD_RULES;
}

static kz_status make(kz_ruleset *rules, kzi_model_source *modelling, const void *from,
                      struct kzi_diags *diags) {
    jmp_buf door;
    rules->arena.door = &door;
    if (setjmp(door))
        return tell_out(rules, diags);
    return model_and_compile(rules, modelling, from, diags);
}

kz_status kzi_ruleset_make_within(kz_ruleset **out, kzi_model_source *modelling, const void *from,
                                  kz_diag *diag, void *payload, struct kzi_budget *budget,
                                  kz_error *err) {
    *out = NULL;
    kz_ruleset *rules = calloc(1, sizeof *rules);
    if (!rules)
        return kzi_fail(err, KZ_NO_MEMORY, "out of memory");
    struct kzi_diags diags;
    rules->arena.room = KZI_MAX_MEMORY;
    rules->arena.budget = KZI_MAX_STEPS;
    if (budget)
        kzi_arena_within(&rules->arena, budget);
    kzi_diags_init(&diags, &rules->arena);
    kz_status status = make(rules, modelling, from, &diags);
    if (budget)
        kzi_arena_took(&rules->arena, budget);
    if (budget && status != KZ_OK)
        kzi_budget_regain(budget, &rules->arena);
    if (status == KZ_NO_MEMORY) {
        kzi_ruleset_free(rules);
        return kzi_fail(err, KZ_NO_MEMORY, "out of memory while the rules were loaded");
    }
    kzi_diags_emit(&diags, diag, payload, err);
    if (status == KZ_OK) {
        rules->arena.door = NULL;
        *out = rules;
        return KZ_OK;
    }
    if (err)
        err->status = status;
    kzi_ruleset_free(rules);
    return status;
}

kz_status kzi_ruleset_make(kz_ruleset **out, kzi_model_source *modelling, const void *from,
                           kz_diag *diag, void *payload, kz_error *err) {
    return kzi_ruleset_make_within(out, modelling, from, diag, payload, NULL, err);
}

void kzi_ruleset_free(kz_ruleset *rules) {
    if (rules)
        kzi_arena_release(&rules->arena);
    free(rules);
}

/* --- changes --------------------------------------------------------------------------------- */

struct change_ctx {
    const kz_ruleset *of;
    const struct kzi_change *changes;
    size_t n;
};

static kz_status change(struct kzi_model **model, const void *from, struct kzi_diags *diags) {
    const struct change_ctx *ctx = from;
    const struct kzi_node *root = ctx->of->model->root;
    for (size_t i = 0; i < ctx->n; i++) {
        const struct kzi_change *one = &ctx->changes[i];
        const struct kzi_node *next = kzi_node_with(diags->arena, root, one->address, one->value);
        if (!next) {
            kzi_error_at(diags, (struct kzi_place){0}, "these rules have no %s", one->address);
            return KZ_NOT_FOUND;
        }
        root = next;
    }
    return kzi_load_again(model, ctx->of->model, root, diags);
}

kz_status kzi_ruleset_build_changed_within(kz_ruleset **out, const kz_ruleset *of,
                                           const struct kzi_change *changes, size_t n,
                                           struct kzi_budget *budget, kz_error *err) {
    struct change_ctx ctx = {of, changes, n};
    return kzi_ruleset_make_within(out, change, &ctx, NULL, NULL, budget, err);
}

kz_status kzi_ruleset_build_changed(kz_ruleset **out, const kz_ruleset *of,
                                    const struct kzi_change *changes, size_t n, kz_error *err) {
    return kzi_ruleset_build_changed_within(out, of, changes, n, NULL, err);
}
