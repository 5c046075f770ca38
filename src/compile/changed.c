#include "compile/changed.h"

#include <stdlib.h>

static kz_status model_and_compile(kz_ruleset *rules, kzi_modelling *modelling, const void *from,
                                   struct kzi_diags *diags) {
    struct kzi_model *model = NULL;
    kz_status status = modelling(&model, from, diags);
    if (status == KZ_OK && !model->part)
        kzi_compile(rules, model, diags);
    return status == KZ_OK && diags->errors ? KZ_BAD_RULES : status;
}

kz_status kzi_ruleset_make(kz_ruleset **out, kzi_modelling *modelling, const void *from,
                           kz_diag *diag, void *payload, kz_error *err) {
    *out = NULL;
    kz_ruleset *rules = calloc(1, sizeof *rules);
    if (!rules)
        return kzi_fail(err, KZ_NO_MEMORY, "out of memory");
    jmp_buf door;
    rules->arena.door = &door;
    if (setjmp(door)) {
        kzi_ruleset_free(rules);
        return kzi_fail(err, KZ_NO_MEMORY, "out of memory while the rules were loaded");
    }
    struct kzi_diags diags;
    kzi_diags_init(&diags, &rules->arena);
    kz_status status = model_and_compile(rules, modelling, from, &diags);
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

void kzi_ruleset_free(kz_ruleset *rules) {
    if (rules)
        kzi_arena_release(&rules->arena);
    free(rules);
}

/* --- changes --------------------------------------------------------------------------------- */

struct changing {
    const kz_ruleset *of;
    const struct kzi_change *changes;
    size_t n;
};

static kz_status change(struct kzi_model **model, const void *from, struct kzi_diags *diags) {
    const struct changing *changing = from;
    const struct kzi_node *root = changing->of->model->root;
    for (size_t i = 0; i < changing->n; i++) {
        const struct kzi_change *one = &changing->changes[i];
        const struct kzi_node *next = kzi_node_with(diags->arena, root, one->address, one->value);
        if (!next) {
            kzi_error_at(diags, (struct kzi_place){0}, "these rules have no %s", one->address);
            return KZ_NOT_FOUND;
        }
        root = next;
    }
    return kzi_load_again(model, changing->of->model, root, diags);
}

kz_status kzi_ruleset_changed(kz_ruleset **out, const kz_ruleset *of,
                              const struct kzi_change *changes, size_t n, kz_error *err) {
    struct changing changing = {of, changes, n};
    return kzi_ruleset_make(out, change, &changing, NULL, NULL, err);
}
