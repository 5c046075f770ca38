#include "analysis/canonical/option_binding.h"

#include "rules/loader.h"
#include "rules/tree/merge.h"
#include "rules/tree/node.h"

#include <string.h>

/* --- differences of trees --------------------------------------------------------------------- */

struct compare_ctx {
    struct kzi_arena *arena;
    struct kzi_node *changes, *removed; /* a mapping; a list, whose place its items have */
};

static void note_change(struct compare_ctx *ctx, const char *address,
                        const struct kzi_node *value) {
    const struct kzi_node *key = kzi_new_scalar(ctx->arena, value->place, address);
    kzi_map_add(ctx->arena, ctx->changes, (struct kzi_entry){key, value});
}

static void note_removal(struct compare_ctx *ctx, const char *address) {
    struct kzi_node *list = ctx->removed;
    kzi_list_add(ctx->arena, list, kzi_new_scalar(ctx->arena, list->place, address));
}

static const struct kzi_node *joining(struct kzi_arena *arena, const struct kzi_node *node,
                                      const char *path) {
    return kzi_joins_as_set(path) ? kzi_as_set(arena, node) : node;
}

static void compare(struct compare_ctx *ctx, const struct kzi_node *from, const struct kzi_node *to,
                    const char *path) {
    struct kzi_arena *arena = ctx->arena;
    from = joining(arena, from, path);
    to = joining(arena, to, path);
    if (from->kind != KZI_MAP || to->kind != KZI_MAP || !kzi_joins_at(path)) {
        if (!kzi_node_same(from, to))
            note_change(ctx, path, to);
        return;
    }
    for (size_t i = 0; i < from->count; i++) {
        const struct kzi_entry *was = &from->u.entries[i];
        const struct kzi_node *is = kzi_node_get(to, was->key->text);
        const char *longer = kzi_address_below(arena, path, was->key->text);
        if (kzi_means_nothing(path, was->key->text))
            continue;
        if (is)
            compare(ctx, was->value, is, longer);
        else
            note_removal(ctx, longer);
    }
    for (size_t i = 0; i < to->count; i++) {
        const struct kzi_entry *is = &to->u.entries[i];
        if (!kzi_means_nothing(path, is->key->text) && !kzi_node_get(from, is->key->text))
            note_change(ctx, kzi_address_below(arena, path, is->key->text), is->value);
    }
}

/* A mapping of addresses to their new values, with a list of those to remove: laid over
 * `from` it gives a tree that means what `to` does.  Labels and remarks are no difference.  `place`
 * is where it is said that something shall be gone. */
static const struct kzi_node *tree_difference(struct kzi_arena *arena, const struct kzi_node *from,
                                              const struct kzi_node *to, struct kzi_place place) {
    struct compare_ctx ctx = {arena, kzi_new_node(arena, KZI_MAP, place),
                              kzi_new_node(arena, KZI_LIST, place)};
    compare(&ctx, from, to, "");
    if (ctx.removed->count)
        note_change(&ctx, "remove", ctx.removed);
    return ctx.changes;
}

/* The tree with such a difference laid over it. */
static const struct kzi_node *tree_changed(struct kzi_diags *diags, const struct kzi_node *tree,
                                           const struct kzi_node *difference) {
    const struct kzi_node *removed = kzi_node_get(difference, "remove");
    bool found = false;
    for (size_t i = 0; removed && i < removed->count; i++)
        tree = kzi_change(diags, tree, removed->u.items[i], NULL, &found);
    for (size_t i = 0; i < difference->count; i++) {
        const struct kzi_entry *entry = &difference->u.entries[i];
        if (entry->value != removed)
            tree = kzi_change(diags, tree, entry->key, entry->value, &found);
    }
    return tree;
}

/* --- options ---------------------------------------------------------------------------------- */

#define STEPS_OF_NODE 64

struct bind_ctx {
    struct kzi_arena *arena;
    const struct kzi_model *model;
    struct kzi_options options; /* a copy, to choose other values in */
    struct kzi_budget *budget;
    uint64_t price; /* steps of trying a value */
};

static bool same_digest(struct kzi_arena *arena, const struct kzi_node *one,
                        const struct kzi_node *other) {
    char mine[17], theirs[17];
    kzi_digest(one, arena, mine);
    kzi_digest(other, arena, theirs);
    return !strcmp(mine, theirs);
}

static struct bind_ctx start(struct kzi_arena *arena, const struct kzi_model *model) {
    size_t count = model->options.names.count;
    struct bind_ctx ctx = {.arena = arena, .model = model, .options = model->options};
    ctx.options.list = KZI_NEW_ARRAY(arena, count, struct kzi_option);
    if (count)
        memcpy(ctx.options.list, model->options.list, count * sizeof *ctx.options.list);
    return ctx;
}

/* The rules without the section of options. */
static const struct kzi_node *rules_now(const struct bind_ctx *ctx) {
    return kzi_node_with(ctx->arena, ctx->model->root, "options", NULL);
}

/* The same with another value chosen; NULL: it cannot be. */
static const struct kzi_node *rules_with(struct bind_ctx *ctx, size_t option, const char *value) {
    struct kzi_diags quiet;
    kzi_diags_init(&quiet, ctx->arena);
    struct kzi_option *chosen = &ctx->options.list[option], was = *chosen;
    chosen->value = value;
    const struct kzi_node *then = kzi_options_apply(&quiet, &ctx->options, ctx->model->unset);
    *chosen = was;
    return quiet.errors ? NULL : then;
}

/* What choosing the value would change in the rules as they are; NULL: it cannot be chosen, or not
 * be said as a change. */
static const struct kzi_node *changes_of(struct bind_ctx *ctx, size_t option,
                                         const struct kzi_entry *value) {
    struct kzi_diags quiet;
    kzi_diags_init(&quiet, ctx->arena);
    const struct kzi_node *now = rules_now(ctx), *then = rules_with(ctx, option, value->key->text);
    if (!then)
        return NULL;
    const struct kzi_node *changes = tree_difference(ctx->arena, now, then, value->value->place);
    bool fits = same_digest(ctx->arena, tree_changed(&quiet, now, changes), then);
    return fits && !quiet.errors ? changes : NULL;
}

bool kzi_option_is_idle(struct kzi_arena *arena, const struct kzi_model *model, size_t option,
                        const char *value) {
    struct bind_ctx ctx = start(arena, model);
    const struct kzi_node *then = rules_with(&ctx, option, value);
    return then && same_digest(arena, rules_now(&ctx), then);
}

/* The room that arena has taken since is not given back before the end. */
static void charge(struct bind_ctx *ctx, size_t used_before) {
    size_t used = ctx->arena->used - used_before;
    ctx->budget->out |= used > ctx->budget->room;
    ctx->budget->room -= ctx->budget->out ? ctx->budget->room : used;
}

/* Of an option of values: what each changes.  NULL: none changes anything any more. */
static const struct kzi_node *settle_values(struct bind_ctx *ctx, size_t number,
                                            const struct kzi_node *values) {
    const struct kzi_option *option = &ctx->options.list[number];
    struct kzi_node *settled = kzi_new_node(ctx->arena, KZI_MAP, values->place);
    bool some = false;
    for (size_t i = 0; i < values->count && !ctx->budget->out; i++) {
        const struct kzi_entry *entry = &values->u.entries[i];
        size_t used_before = ctx->arena->used;
        const struct kzi_node *changes =
            kzi_node_is(entry->key, option->value)
                ? kzi_new_node(ctx->arena, KZI_MAP, entry->value->place)
                : changes_of(ctx, number, entry);
        charge(ctx, used_before);
        some |= changes && changes->count;
        if (changes)
            kzi_map_add(ctx->arena, settled, (struct kzi_entry){entry->key, changes});
    }
    return some ? settled : NULL;
}

static bool is_allowed(const struct kzi_node *allowed, const struct kzi_node *value) {
    if (allowed->kind != KZI_LIST)
        return true;
    for (size_t i = 0; i < allowed->count; i++)
        if (kzi_node_is(allowed->u.items[i], value->text))
            return true;
    return false;
}

/* What the rules say where the option has its field; NULL: nothing that it could say. */
static const struct kzi_node *settle_field(const struct bind_ctx *ctx,
                                           const struct kzi_node *definition) {
    const struct kzi_node *field = kzi_node_get(definition, "field"),
                          *allowed = kzi_node_get(definition, "allowed");
    const struct kzi_node *there = kzi_node_at(ctx->model->root, field->text);
    return there && there->kind == KZI_SCALAR && is_allowed(allowed, there) ? there : NULL;
}

/* What comparing a tree with another takes: its keys are looked up one by one. */
static uint64_t weight_of(const struct kzi_node *node) {
    uint64_t weight = 1;
    if (node->kind == KZI_SCALAR)
        return weight;
    for (size_t i = 0; i < node->count; i++)
        weight += weight_of(node->kind == KZI_LIST ? node->u.items[i] : node->u.entries[i].value);
    return weight + (uint64_t)node->count * node->count / 64;
}

static const struct kzi_node *settle(struct bind_ctx *ctx, size_t number) {
    struct kzi_arena *arena = ctx->arena;
    const struct kzi_option *option = &ctx->options.list[number];
    const struct kzi_node *definition = option->definition,
                          *values = kzi_node_get(definition, "values");
    const struct kzi_node *normal = kzi_node_get(definition, "default");
    struct kzi_place chosen_at = option->value != option->ruled ? option->asked_at
                                 : option->place.line           ? option->place
                                                                : normal->place;
    normal =
        values ? kzi_new_scalar(arena, chosen_at, option->value) : settle_field(ctx, definition);
    const struct kzi_node *settled_values = NULL;
    if (values && kzi_budget_spend(ctx->budget, ctx->price * values->count))
        settled_values = settle_values(ctx, number, values);
    bool cut = values && ctx->budget->out;
    if (!normal || (values && !settled_values && !cut))
        return NULL;
    struct kzi_node *settled = kzi_new_node(arena, KZI_MAP, definition->place);
    for (size_t i = 0; i < definition->count; i++) {
        const struct kzi_entry *entry = &definition->u.entries[i];
        const struct kzi_node *value = !strcmp(entry->key->text, "default")  ? normal
                                       : !strcmp(entry->key->text, "values") ? settled_values
                                                                             : entry->value;
        if (!cut || entry->value != values)
            kzi_map_add(arena, settled, (struct kzi_entry){entry->key, value});
    }
    return settled;
}

const struct kzi_node *kzi_bind_options(struct kzi_arena *arena, const struct kzi_model *model,
                                        struct kzi_names *gone, struct kzi_budget *budget) {
    size_t count = model->options.names.count;
    if (!count)
        return NULL;
    struct bind_ctx ctx = start(arena, model);
    ctx.budget = budget;
    ctx.price = STEPS_OF_NODE * (count + weight_of(rules_now(&ctx)));
    struct kzi_node *section = kzi_new_node(arena, KZI_MAP, model->root->place);
    for (size_t i = 0; i < count; i++) {
        const char *id = model->options.list[i].id;
        const struct kzi_node *settled = settle(&ctx, i);
        if (settled)
            kzi_map_add(arena, section,
                        (struct kzi_entry){kzi_new_scalar(arena, settled->place, id), settled});
        else
            kzi_names_add(gone, id);
    }
    return section->count ? section : NULL;
}
