#include "analysis/prover/option_values.h"

#include "analysis/prover/lint.h"
#include "compile/build.h"
#include "rules/tree/merge.h"

#include <string.h>

/* One value of one option. */
struct choosing {
    const struct kzi_model *model;
    size_t option;
    const char *value;
};

/* KZ_NOT_FOUND: what the value changes cannot be laid over these rules. */
static kz_status choose(struct kzi_model **model, const void *from, struct kzi_diags *diags) {
    const struct choosing *choosing = from;
    const struct kzi_model *of = choosing->model;
    size_t count = of->options.names.count;
    struct kzi_options options = of->options;
    options.list = KZI_NEW_ARRAY(diags->arena, count, struct kzi_option);
    memcpy(options.list, of->options.list, count * sizeof *options.list);
    options.list[choosing->option].value = choosing->value;
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

static void note(struct kzi_diags *diags, struct kzi_place place, const struct choosing *choosing,
                 const kz_error *error) {
    const char *id = choosing->model->options.list[choosing->option].id;
    const char *slash = strrchr(error->file, '/'), *file = slash ? slash + 1 : error->file;
    if (error->line > 0)
        kzi_error_at(diags, place, "the option %s cannot be set to %s: %s (%s:%d)", id,
                     choosing->value, error->text, file, error->line);
    else
        kzi_error_at(diags, place, "the option %s cannot be set to %s: %s", id, choosing->value,
                     error->text);
}

kz_status kzi_check_values(const struct kz_ruleset *rules, struct kzi_diags *diags) {
    const struct kzi_model *model = rules->model;
    struct kzi_budget budget = {.steps = KZI_MAX_STEPS, .room = KZI_MAX_MEMORY};
    struct choosing choosing = {.model = model};
    for (; choosing.option < model->options.names.count; choosing.option++) {
        const struct kzi_option *option = &model->options.list[choosing.option];
        for (size_t i = 0; (choosing.value = kzi_option_value(option, i)); i++) {
            struct kzi_place place = place_of(option, choosing.value);
            kz_ruleset *chosen;
            kz_error error = {0};
            if (!strcmp(choosing.value, option->value))
                continue;
            kz_status status = kzi_ruleset_make_within(&chosen, choose, &choosing, &budget, &error);
            if (chosen)
                kzi_budget_regain(&budget, &chosen->arena);
            kzi_ruleset_free(chosen);
            if (status == KZ_NO_MEMORY)
                return status;
            if (budget.out) {
                kzi_warning_at(diags, place,
                               "the options have too many values to try them all: from %s=%s on "
                               "none is looked at",
                               option->id, choosing.value);
                return KZ_OK;
            }
            if (status != KZ_OK &&
                (kzi_is_own(model, place) ||
                 (status == KZ_BAD_RULES && !is_gone(diags->arena, model, option, choosing.value))))
                note(diags, place, &choosing, &error);
        }
    }
    return KZ_OK;
}
