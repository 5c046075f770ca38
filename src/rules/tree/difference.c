/* Compute the difference of two merged trees as an overlay. */
#include "rules/tree/merge.h"

struct compare_ctx {
    struct kzi_arena *arena;
    struct kzi_node *changes,
        *removed; /* a mapping of addresses; a list of items with their place */
};

/* Add the differences at a path.  from or to may be NULL if nothing is there.  Labels and remarks
 * do not count. */
static void compare_at(struct compare_ctx *ctx, const char *path, const struct kzi_node *from,
                       const struct kzi_node *to) {
    struct kzi_arena *arena = ctx->arena;
    if (from && to && kzi_joins_as_set(path)) {
        from = kzi_as_set(arena, from);
        to = kzi_as_set(arena, to);
    }
    if (!to) {
        kzi_list_add(arena, ctx->removed, kzi_node_new_scalar(arena, ctx->removed->place, path));
        return;
    }
    if (!from || from->kind != KZI_MAP || to->kind != KZI_MAP || !kzi_joins_at(path)) {
        if (kzi_node_equals(from, to))
            return;
        struct kzi_node *whole = kzi_node_new(arena, to->kind, to->place);
        *whole = *to;
        whole->opened = false; /* it replaces the whole value */
        kzi_map_add(arena, ctx->changes,
                    (struct kzi_entry){kzi_node_new_scalar(arena, to->place, path), whole});
        return;
    }
    for (unsigned added = 0; added < 2; added++)
        for (size_t i = 0; i < (added ? to : from)->count; i++) {
            const char *key = (added ? to : from)->u.entries[i].key->text;
            const struct kzi_node *was = kzi_node_get(from, key);
            if (!kzi_means_nothing(path, key) && !(added && was))
                compare_at(ctx, kzi_address_below(arena, path, key), was, kzi_node_get(to, key));
        }
}

static const struct kzi_node *difference_at(struct kzi_arena *arena, const char *path,
                                            const struct kzi_node *from, const struct kzi_node *to,
                                            struct kzi_place place) {
    struct compare_ctx ctx = {arena, kzi_node_new(arena, KZI_MAP, place),
                              kzi_node_new(arena, KZI_LIST, place)};
    compare_at(&ctx, path, from, to);
    if (ctx.removed->count)
        kzi_map_add(arena, ctx.changes,
                    (struct kzi_entry){kzi_node_new_scalar(arena, place, "remove"), ctx.removed});
    return ctx.changes;
}

const struct kzi_node *kzi_tree_difference(struct kzi_arena *arena, const struct kzi_node *from,
                                           const struct kzi_node *to, struct kzi_place place) {
    return difference_at(arena, "", from, to, place);
}

bool kzi_meanings_equal(struct kzi_arena *arena, const char *path, const struct kzi_node *one,
                        const struct kzi_node *other) {
    return !difference_at(arena, path, one, other, one->place)->count;
}
