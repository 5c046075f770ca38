/* merge.h - merge the trees of a parent and of a file.
 *
 * Mappings of things with ids are joined by key.  A statement (a value, a condition, payers) is
 * replaced as a whole, because half of an old and half of a new one would make no sense.  A key
 * with dots sets one place (yaku.pinfu.when.by: discard), and remove removes what an address names.
 * The order in a file does not matter. */
#ifndef KZI_MERGE_H
#define KZI_MERGE_H

#include "rules/tree/node.h"

/* Return the layer of a file, an overlay or a value of an option: one tree with the values of all
 * its addresses in their places.  What it removes stays a list. */
const struct kzi_node *kzi_layer_of(struct kzi_diags *diags, const struct kzi_node *file);

/* Return a layer that sets the value at one address. */
const struct kzi_node *kzi_layer_at(struct kzi_arena *arena, const struct kzi_node *address,
                                    const struct kzi_node *value);

/* In a layer, the key under an option that has its setting. */
#define KZI_SETTING "="

/* Join two layers that remove nothing. */
const struct kzi_node *kzi_layers_join(struct kzi_diags *diags, const struct kzi_node *one,
                                       const struct kzi_node *other);

/* Merge a file into its parent, which may be NULL.  Errors are noted; the result can always be
 * used. */
const struct kzi_node *kzi_merge(struct kzi_diags *diags, const struct kzi_node *parent,
                                 const struct kzi_node *layer);

/* Merge a layer without a parent.  What it removes need not exist. */
const struct kzi_node *kzi_layer_alone(struct kzi_diags *diags, const struct kzi_node *layer);

/* Lay layers over a finished tree, all at once: first everything that they remove is removed, then
 * their values are added.  Keys that describe the tree itself (ruleset, title) stay. */
const struct kzi_node *kzi_lay_over(struct kzi_diags *diags, const struct kzi_node *tree,
                                    const struct kzi_node *const *layers, size_t count);

/* A place that a layer changes; value NULL: it is removed. */
struct kzi_leaf {
    const char *address;
    const struct kzi_node *key, *value;
};

struct kzi_leaves {
    struct kzi_leaf *list;
    size_t count;
};

/* Return the leaves of a layer.  sets: each id of a set is a leaf; otherwise the set is one. */
struct kzi_leaves kzi_leaves_of(struct kzi_arena *arena, const struct kzi_node *layer, bool sets);

/* Return the address that two leaves change in different ways, because one contains the other; NULL
 * if they do not conflict. */
const char *kzi_leaves_clash(const struct kzi_leaf *one, const struct kzi_leaf *other);

/* Note an error for each place that two overlays change in different ways. */
void kzi_overlays_compare(struct kzi_diags *diags, const struct kzi_node *const *layers,
                          size_t count);

/* Return whether the mapping at a path is joined by key; if not, it is a statement. */
bool kzi_joins_at(const char *path);

/* Return whether the value at a path is a set of ids: a list of these means a mapping of each to
 * yes, and is joined like one. */
bool kzi_joins_as_set(const char *path);
const struct kzi_node *kzi_as_set(struct kzi_arena *arena, const struct kzi_node *node);

/* Return a mapping of addresses to new values, with a list of addresses to remove.  Laid over
 * `from`, it gives a tree with the meaning of `to`.  `place` becomes the place of the removals. */
const struct kzi_node *kzi_tree_difference(struct kzi_arena *arena, const struct kzi_node *from,
                                           const struct kzi_node *to, struct kzi_place place);

/* Return whether two nodes at a path have the same meaning; labels and remarks do not count. */
bool kzi_meanings_equal(struct kzi_arena *arena, const char *path, const struct kzi_node *one,
                        const struct kzi_node *other);

/* Return whether a key describes the file itself and is never inherited. */
bool kzi_is_own_key(const char *key);

/* Return whether a key of the mapping at a path is only a label or a remark.  `note` is in a yaku
 * ("yaku.*"), but in the mapping of yaku ("yaku") it is an id. */
bool kzi_means_nothing(const char *path, const char *key);

#endif
