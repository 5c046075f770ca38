#include "analysis/canonical/tree_difference.h"

#include "rules/tree/merge.h"

#include <string.h>

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

const struct kzi_node *kzi_tree_difference(struct kzi_arena *arena, const struct kzi_node *from,
                                           const struct kzi_node *to, struct kzi_place place) {
    struct compare_ctx ctx = {arena, kzi_new_node(arena, KZI_MAP, place),
                              kzi_new_node(arena, KZI_LIST, place)};
    compare(&ctx, from, to, "");
    if (ctx.removed->count)
        note_change(&ctx, "remove", ctx.removed);
    return ctx.changes;
}

const struct kzi_node *kzi_tree_changed(struct kzi_diags *diags, const struct kzi_node *tree,
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
