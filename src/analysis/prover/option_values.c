#include "analysis/prover/option_values.h"

#include "analysis/prover/lint.h"
#include "compile/ruleset.h"
#include "rules/tree/merge.h"

#include <string.h>

/* One value of one option. */
struct choice_ctx {
    const struct kzi_model *model;
    size_t option;
    const char *value;
};

/* KZ_NOT_FOUND: what the value changes cannot be laid over these rules. */
static kz_status choose(struct kzi_model **model, const void *from, struct kzi_diags *diags) {
    const struct choice_ctx *ctx = from;
    const struct kzi_model *of = ctx->model;
    size_t count = of->options.names.count;
    struct kzi_options options = of->options;
    options.list = KZI_NEW_ARRAY(diags->arena, count, struct kzi_option);
    memcpy(options.list, of->options.list, count * sizeof *options.list);
    options.list[ctx->option].value = ctx->value;
    const struct kzi_node *root = kzi_options_apply(diags, &options, of->unset),
                          *section = kzi_node_get(of->root, "options");
    if (diags->errors)
        return KZ_NOT_FOUND;
    if (section)
        root = kzi_node_with(diags->arena, root, "options", section);
    return kzi_load_again(model, of, root, diags);
}

static struct kzi_place place_of(const struct kzi_option *option, const char *value) {
    const struct kzi_node *values = kzi_node_get(option->definition, "values");
    for (size_t i = 0; values && values->kind == KZI_MAP && i < values->count; i++)
        if (kzi_node_is(values->u.entries[i].key, value))
            return values->u.entries[i].key->place;
    return option->definition->place;
}

/* Whether these rules lack something that the value changes a part of. */
static bool is_gone(struct kzi_arena *arena, const struct kzi_model *model,
                    const struct kzi_option *option, const char *value) {
    struct kzi_option_change *changes;
    size_t count = kzi_option_changes(arena, option, value, &changes);
    for (size_t i = 0; i < count; i++) {
        const char *address = changes[i].address, *dot = strrchr(address, '.');
        const char *thing = kzi_arena_copy(arena, address, dot ? (size_t)(dot - address) : 0);
        if (!kzi_node_at(model->unset, thing))
            return true;
    }
    return false;
}

static void note(struct kzi_diags *diags, struct kzi_place place, const struct choice_ctx *ctx,
                 const kz_error *error) {
    const char *id = ctx->model->options.list[ctx->option].id;
    const char *slash = strrchr(error->file, '/'), *file = slash ? slash + 1 : error->file;
    if (error->line > 0)
        kzi_error_at(diags, place, "the option %s cannot be set to %s: %s (%s:%d)", id, ctx->value,
                     error->text, file, error->line);
    else
        kzi_error_at(diags, place, "the option %s cannot be set to %s: %s", id, ctx->value,
                     error->text);
}

kz_status kzi_check_values(const struct kz_ruleset *rules, struct kzi_diags *diags) {
    const struct kzi_model *model = rules->model;
    struct kzi_budget budget = {.steps = KZI_MAX_STEPS, .room = KZI_MAX_MEMORY};
    struct choice_ctx ctx = {.model = model};
    for (; ctx.option < model->options.names.count; ctx.option++) {
        const struct kzi_option *option = &model->options.list[ctx.option];
        for (size_t i = 0; (ctx.value = kzi_option_value(option, i)); i++) {
            struct kzi_place place = place_of(option, ctx.value);
            kz_ruleset *chosen;
            kz_error error = {0};
            if (!strcmp(ctx.value, option->value))
                continue;
            kz_status status =
                kzi_ruleset_make_within(&chosen, choose, &ctx, NULL, NULL, &budget, &error);
            if (chosen)
                kzi_budget_regain(&budget, &chosen->arena);
            kzi_ruleset_free(chosen);
            if (status == KZ_NO_MEMORY)
                return status;
            if (budget.out) {
                kzi_warning_at(diags, place,
                               "the options have too many values to try them all: from %s=%s on "
                               "none is looked at",
                               option->id, ctx.value);
                return KZ_OK;
            }
            if (status != KZ_OK &&
                (kzi_is_own(model, place) ||
                 (status == KZ_BAD_RULES && !is_gone(diags->arena, model, option, ctx.value))))
                note(diags, place, &ctx, &error);
        }
    }
    return KZ_OK;
}
