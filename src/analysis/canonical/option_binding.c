#include "analysis/canonical/option_binding.h"

#include "rules/tree/merge.h"

#include <string.h>

/* --- options ---------------------------------------------------------------------------------- */

#define STEPS_OF_NODE 64

struct bind_ctx {
    struct kzi_arena *arena;
    const struct kzi_model *model;
    const struct kzi_node *now; /* the rules without their options */
    struct kzi_budget *budget;
    uint64_t price; /* steps to try one value */
};

const struct kzi_node *kzi_rules_with_option(struct kzi_diags *diags, const struct kzi_model *model,
                                             size_t option, const char *value) {
    const struct kzi_options options =
        kzi_options_with(diags->arena, &model->options, option, value);
    const struct kzi_node *then = kzi_options_apply(diags, &options);
    return diags->errors ? NULL : then;
}

bool kzi_option_is_idle(struct kzi_arena *arena, const struct kzi_model *model, size_t option,
                        const char *value) {
    struct kzi_diags quiet;
    kzi_diags_init(&quiet, arena);
    const struct kzi_node *now = kzi_node_with(arena, model->root, "options", NULL),
                          *then = kzi_rules_with_option(&quiet, model, option, value);
    return then && kzi_meanings_equal(arena, "", now, then);
}

/* Return the changes that the value would make to the current rules; NULL if it cannot be chosen,
 * or if they cannot be written as changes. */
static const struct kzi_node *changes_of(struct bind_ctx *ctx, size_t option,
                                         const struct kzi_entry *value) {
    struct kzi_diags quiet;
    kzi_diags_init(&quiet, ctx->arena);
    const struct kzi_node *then =
        kzi_rules_with_option(&quiet, ctx->model, option, value->key->text);
    if (!then)
        return NULL;
    const struct kzi_node *changes =
        kzi_tree_difference(ctx->arena, ctx->now, then, value->value->place);
    const struct kzi_node *layer = kzi_layer_of(&quiet, changes),
                          *changed = kzi_lay_over(&quiet, ctx->now, &layer, 1);
    const bool fits = kzi_meanings_equal(ctx->arena, "", changed, then);
    return fits && !quiet.errors ? changes : NULL;
}

/* Return the changes that each value of an option makes, as far as the budget allows (the arena
 * frees nothing before the end); NULL if no value changes anything. */
static const struct kzi_node *bind_values(struct bind_ctx *ctx, size_t number,
                                          const struct kzi_node *values) {
    const struct kzi_option *option = &ctx->model->options.list[number];
    struct kzi_node *bound = kzi_node_new(ctx->arena, KZI_MAP, values->place);
    bool some = false;
    KZI_EACH_ENTRY(values, entry) {
        if (ctx->budget->out)
            break;
        size_t used = ctx->arena->used;
        const struct kzi_node *changes =
            kzi_node_is(entry->key, option->value)
                ? kzi_node_new(ctx->arena, KZI_MAP, entry->value->place)
                : changes_of(ctx, number, entry);
        used = ctx->arena->used - used;
        ctx->budget->out |= used > ctx->budget->capacity;
        ctx->budget->capacity -= ctx->budget->out ? ctx->budget->capacity : used;
        some |= changes && changes->count;
        if (changes)
            kzi_map_add(ctx->arena, bound, (struct kzi_entry){entry->key, changes});
    }
    return some ? bound : NULL;
}

/* Return the text of the rules at the option's field; NULL if the field cannot have it. */
static const struct kzi_node *bind_field(const struct kzi_model *model,
                                         const struct kzi_node *definition) {
    const struct kzi_node *allowed = kzi_node_get(definition, "allowed");
    const struct kzi_node *there =
        kzi_node_at(model->root, kzi_node_get(definition, "field")->text);
    const bool scalar = there && there->kind == KZI_SCALAR;
    return scalar && (allowed->kind != KZI_LIST || kzi_node_item(allowed, there->text)) ? there
                                                                                        : NULL;
}

/* Return the steps for comparing a tree with another one, whose keys are looked up one by one. */
static uint64_t weight_of(const struct kzi_node *node) {
    uint64_t weight = 1;
    if (node->kind == KZI_SCALAR)
        return weight;
    for (size_t i = 0; i < node->count; i++)
        weight += weight_of(kzi_node_child(node, i));
    return weight + (uint64_t)node->count * node->count / 64;
}

/* Return the definition with the chosen value as its default; NULL if the option changes
 * nothing. */
static const struct kzi_node *bind_option(struct bind_ctx *ctx, size_t number) {
    const struct kzi_option *option = &ctx->model->options.list[number];
    const struct kzi_node *definition = option->definition,
                          *values = kzi_node_get(definition, "values"),
                          *normal = kzi_node_get(definition, "default"), *bound = NULL;
    struct kzi_place chosen_at = option->value != option->ruled ? option->asked_at
                                 : option->place.line           ? option->place
                                                                : normal->place;
    normal = values ? kzi_node_new_scalar(ctx->arena, chosen_at, option->value)
                    : bind_field(ctx->model, definition);
    if (values && kzi_budget_spend(ctx->budget, ctx->price * values->count))
        bound = bind_values(ctx, number, values);
    bool cut = values && ctx->budget->out;
    if (!normal || (values && !bound && !cut))
        return NULL;
    struct kzi_node *settled = kzi_node_new(ctx->arena, KZI_MAP, definition->place);
    KZI_EACH_ENTRY(definition, old_entry) {
        struct kzi_entry entry = *old_entry;
        if (cut && entry.value == values)
            continue;
        if (!strcmp(entry.key->text, "default"))
            entry.value = normal;
        else if (entry.value == values)
            entry.value = bound;
        kzi_map_add(ctx->arena, settled, entry);
    }
    return settled;
}

const struct kzi_node *kzi_bind_options(struct kzi_arena *arena, const struct kzi_model *model,
                                        struct kzi_names *decided, struct kzi_budget *budget) {
    size_t count = model->options.names.count;
    if (!count)
        return NULL;
    struct bind_ctx ctx = {.arena = arena, .model = model, .budget = budget};
    ctx.now = kzi_node_with(arena, model->root, "options", NULL);
    ctx.price = STEPS_OF_NODE * (count + weight_of(ctx.now));
    struct kzi_node *section = kzi_node_new(arena, KZI_MAP, model->root->place);
    for (size_t i = 0; i < count; i++) {
        const char *id = model->options.list[i].id;
        const struct kzi_node *bound = bind_option(&ctx, i);
        if (bound)
            kzi_map_add(arena, section,
                        (struct kzi_entry){kzi_node_new_scalar(arena, bound->place, id), bound});
        else
            kzi_names_add(decided, id);
    }
    return section->count ? section : NULL;
}
