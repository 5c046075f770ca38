/* tree_difference.h - what changes one merged tree into another, said as an option's value says it.
 */
#ifndef KZI_TREE_DIFFERENCE_H
#define KZI_TREE_DIFFERENCE_H

#include "rules/tree/node.h"

/* A mapping of addresses to what shall stand there, with a list of those to remove: laid over
 * `from` it gives a tree that means what `to` does.  Labels and remarks are no difference.  `place`
 * is where it is said that something shall be gone. */
const struct kzi_node *kzi_tree_difference(struct kzi_arena *arena, const struct kzi_node *from,
                                           const struct kzi_node *to, struct kzi_place place);

/* The tree with such a difference laid over it. */
const struct kzi_node *kzi_tree_changed(struct kzi_diags *diags, const struct kzi_node *tree,
                                        const struct kzi_node *difference);

#endif
