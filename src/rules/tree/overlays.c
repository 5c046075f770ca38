/* Check overlays against each other: no two may change one place in different ways. */
#include "base/names.h"
#include "rules/tree/merge.h"

#include <string.h>

/* Return whether a leaf is a word for hands, which join, or a remark about the change of its own
 * overlay. */
static bool is_remark(struct kzi_arena *arena, const char *address) {
    static const char *const remarks[] = {"note", "source", "examples", "intended", "remark"};
    const char *dot = strrchr(address, '.');
    return dot ? kzi_names_find(&KZI_NAMES(remarks), dot + 1) >= 0 &&
                     kzi_means_nothing(kzi_arena_copy(arena, address, (size_t)(dot - address)),
                                       dot + 1)
               : !strcmp(address, "words");
}

static struct kzi_place place_of_leaf(const struct kzi_leaf *leaf) {
    return (leaf->value ? leaf->value : leaf->key)->place;
}

/* Compare two leaves.  one: of the overlay that comes first. */
static void compare_leaves(struct kzi_diags *diags, const struct kzi_leaf *one,
                           const struct kzi_leaf *other) {
    const char *address = kzi_leaves_clash(one, other);
    if (!address || is_remark(diags->arena, address))
        return;
    const char *setting = strstr(address, "." KZI_SETTING);
    const struct kzi_place also = place_of_leaf(other);
    kzi_error_at(diags, place_of_leaf(one),
                 "%.*s is changed by another overlay too, and differently: %s:%u",
                 (int)(setting ? (size_t)(setting - address) : strlen(address)), address,
                 also.source->name, also.line);
}

void kzi_overlays_compare(struct kzi_diags *diags, const struct kzi_node *const *layers,
                          size_t count) {
    struct kzi_leaves *leaves = KZI_NEW_ARRAY(diags->arena, count, struct kzi_leaves);
    for (size_t k = 0; k < count; k++) {
        leaves[k] = kzi_leaves_of(diags->arena, layers[k], true);
        for (size_t i = 0; i < k; i++) {
            kzi_arena_spend(diags->arena, leaves[i].count * leaves[k].count / 16);
            for (size_t m = 0; m < leaves[i].count; m++)
                for (size_t n = 0; n < leaves[k].count; n++)
                    compare_leaves(diags, &leaves[i].list[m], &leaves[k].list[n]);
        }
    }
}
