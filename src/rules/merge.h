/* merge.h - one tree out of a parent's and a file's own.
 *
 * Mappings of things with ids join by key; a statement (a value, a condition, who pays) is replaced
 * whole, since half of an old one and half of a new one is neither.  A key with dots addresses one
 * place (yaku.pinfu.when.by: discard), and remove takes away what an address names.  Nothing
 * depends on the order of a file. */
#ifndef KZI_MERGE_H
#define KZI_MERGE_H

#include "rules/node.h"

/* parent may be NULL.  Errors are noted; the result is always usable. */
const struct kzi_node *kzi_merge(struct kzi_diags *diags, const struct kzi_node *parent,
                                 const struct kzi_node *file);

/* 16 hex digits over what a merged tree means: labels, notes, sources and examples are left out,
 * and the order of keys where it decides nothing. */
void kzi_digest(const struct kzi_node *root, struct kzi_arena *arena, char digest[17]);

#endif
