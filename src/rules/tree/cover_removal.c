/* A yaku that is taken away is covered by nothing any more. */
#include "rules/tree/merge.h"

#include <string.h>

static bool is_yaku(const char *address, const char *id) {
    return !strncmp(address, "yaku.", 5) && !strcmp(address + 5, id);
}

/* Whether the file removes the yaku and says nothing new of it. */
static bool removes(const struct kzi_node *file, const char *id) {
    const struct kzi_node *remove = kzi_node_get(file, "remove");
    bool removed = false;
    for (size_t i = 0; remove && remove->kind == KZI_LIST && i < remove->count; i++)
        removed |= remove->u.items[i]->kind == KZI_SCALAR && is_yaku(remove->u.items[i]->text, id);
    if (!removed || kzi_node_get(kzi_node_get(file, "yaku"), id))
        return false;
    for (size_t i = 0; i < file->count; i++)
        if (is_yaku(file->u.entries[i].key->text, id))
            return false;
    return true;
}

/* NULL: nothing is left. */
static const struct kzi_node *still_covered(struct kzi_arena *arena, const struct kzi_node *covers,
                                            const struct kzi_node *file) {
    const struct kzi_node *set = kzi_as_set(arena, covers);
    struct kzi_node *left = kzi_new_node(arena, KZI_MAP, covers->place);
    for (size_t i = 0; set->kind == KZI_MAP && i < set->count; i++)
        if (!removes(file, set->u.entries[i].key->text))
            kzi_map_add(arena, left, set->u.entries[i]);
    if (set->kind != KZI_MAP || left->count == set->count)
        return covers;
    return left->count ? left : NULL;
}

const struct kzi_node *kzi_uncover_removed(struct kzi_arena *arena, const struct kzi_node *tree,
                                           const struct kzi_node *file) {
    const struct kzi_node *yaku = kzi_node_get(tree, "yaku");
    if (!kzi_node_get(file, "remove") || !yaku || yaku->kind != KZI_MAP)
        return tree;
    struct kzi_node *all = kzi_new_node(arena, KZI_MAP, yaku->place);
    for (size_t i = 0; i < yaku->count; i++) {
        struct kzi_entry entry = yaku->u.entries[i];
        const struct kzi_node *covers = kzi_node_get(entry.value, "covers"), *left = NULL;
        if (covers && (left = still_covered(arena, covers, file)) != covers)
            entry.value = kzi_node_with(arena, entry.value, "covers", left);
        kzi_map_add(arena, all, entry);
    }
    return kzi_node_with(arena, tree, "yaku", all);
}
