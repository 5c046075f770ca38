/* merge.h - one tree out of a parent's and a file's own.
 *
 * Mappings of things with ids join by key; a statement (a value, a condition, who pays) is replaced
 * whole, since half of an old one and half of a new one is neither.  A key with dots addresses one
 * place (yaku.pinfu.when.by: discard), and remove takes away what an address names.  Nothing
 * depends on the order of a file. */
#ifndef KZI_MERGE_H
#define KZI_MERGE_H

#include "rules/tree/node.h"

/* A file, an overlay or what a value of an option changes as a layer: what stands at its addresses
 * has its place in one tree.  What it removes is a list as before. */
const struct kzi_node *kzi_layer_of(struct kzi_diags *diags, const struct kzi_node *file);

/* A layer that sets the place of one address. */
const struct kzi_node *kzi_layer_at(struct kzi_arena *arena, const struct kzi_node *address,
                                    const struct kzi_node *value);

/* In a layer the key below an option of what the option is set to. */
#define KZI_SETTING "="

/* Join two layers that remove nothing into one. */
const struct kzi_node *kzi_layers_join(struct kzi_diags *diags, const struct kzi_node *one,
                                       const struct kzi_node *other);

/* parent may be NULL.  Errors are noted; the result is always usable. */
const struct kzi_node *kzi_merge(struct kzi_diags *diags, const struct kzi_node *parent,
                                 const struct kzi_node *layer);

/* Merge a layer, or a part, with nothing below it.  What it removes need not be there. */
const struct kzi_node *kzi_layer_alone(struct kzi_diags *diags, const struct kzi_node *layer);

/* Layers laid over a finished tree, none after another: all that they remove is taken away before
 * anything is added.  What the tree says of itself (ruleset, title) stays. */
const struct kzi_node *kzi_lay_over(struct kzi_diags *diags, const struct kzi_node *tree,
                                    const struct kzi_node *const *layers, size_t count);

/* A place that a layer changes; value NULL: it is taken away. */
struct kzi_leaf {
    const char *address;
    const struct kzi_node *key, *value;
};

struct kzi_leaves {
    struct kzi_leaf *list;
    size_t count;
};

/* sets: each id of a set is a leaf; else the set is one. */
struct kzi_leaves kzi_leaves_of(struct kzi_arena *arena, const struct kzi_node *layer, bool sets);

/* Return the address of what two leaves change differently, because one is the other or leads to
 * it; NULL: they can go together. */
const char *kzi_leaves_clash(const struct kzi_leaf *one, const struct kzi_leaf *other);

/* Note an error for each place that two overlays change differently. */
void kzi_overlays_compare(struct kzi_diags *diags, const struct kzi_node *const *layers,
                          size_t count);

/* Return whether the mapping at a path joins by key; else it is a statement. */
bool kzi_joins_at(const char *path);

/* Add a key to a path.  One that does not fit is left out: no pattern is that long. */
#define KZI_LONGEST_PATH 256
void kzi_path_extend(char path[KZI_LONGEST_PATH], const char *key);

/* Return whether what stands at a path is a set of ids: a list of them is short for a mapping of
 * each to yes, and joins as that. */
bool kzi_joins_as_set(const char *path);
const struct kzi_node *kzi_as_set(struct kzi_arena *arena, const struct kzi_node *node);

/* Return a mapping of addresses to their new values, with a list of those to remove. Laid over
 * `from`, it gives a tree with the meaning of `to`. `place` becomes the place of the removals. */
const struct kzi_node *kzi_tree_difference(struct kzi_arena *arena, const struct kzi_node *from,
                                           const struct kzi_node *to, struct kzi_place place);

/* Return whether two nodes mean the same at a path: labels and remarks do not count. */
bool kzi_means_the_same(struct kzi_arena *arena, const char *path, const struct kzi_node *one,
                        const struct kzi_node *other);

/* Return whether a key describes the file itself and is never inherited. */
bool kzi_is_own_key(const char *key);

/* Return whether a key of the mapping at a path only labels or explains, and means nothing.  `note`
 * does in a yaku ("yaku.*"); among the yaku ("yaku") it is the id of one. */
bool kzi_means_nothing(const char *path, const char *key);

#endif
