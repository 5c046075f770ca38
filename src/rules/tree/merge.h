/* merge.h - one tree out of a parent's and a file's own.
 *
 * Mappings of things with ids join by key; a statement (a value, a condition, who pays) is replaced
 * whole, since half of an old one and half of a new one is neither.  A key with dots addresses one
 * place (yaku.pinfu.when.by: discard), and remove takes away what an address names.  Nothing
 * depends on the order of a file. */
#ifndef KZI_MERGE_H
#define KZI_MERGE_H

#include "rules/tree/node.h"

/* parent may be NULL.  Errors are noted; the result is always usable. */
const struct kzi_node *kzi_merge(struct kzi_diags *diags, const struct kzi_node *parent,
                                 const struct kzi_node *file);

/* A sheet, or a part, without what it is for: what it removes is not looked for. */
const struct kzi_node *kzi_sheet_alone(struct kzi_diags *diags, const struct kzi_node *sheet);

/* Sheets laid over a finished tree, none after another: all that they remove is taken away before
 * anything is added.  What the tree says of itself (ruleset, title) stays. */
const struct kzi_node *kzi_lay_over(struct kzi_diags *diags, const struct kzi_node *tree,
                                    const struct kzi_node *const *sheets, size_t count);

/* Notes an error for each place that two sheets change differently: none speaks after another. */
void kzi_compare_sheets(struct kzi_diags *diags, const struct kzi_node *const *sheets,
                        size_t count);

/* The tree with the place that key addresses set to value or, where value is NULL, taken away;
 * *found says whether it was there. */
const struct kzi_node *kzi_change(struct kzi_diags *diags, const struct kzi_node *tree,
                                  const struct kzi_node *key, const struct kzi_node *value,
                                  bool *found);

/* Return whether the mapping at a path joins by key; else it is a statement. */
bool kzi_joins_at(const char *path);

/* Return whether a path of names with dots between is this pattern, in which * is any one name. */
bool kzi_path_fits(const char *path, const char *pattern);

/* Return what comes after the names that a pattern fits at the beginning of a path; NULL: it fits
 * none, or nothing comes after them. */
const char *kzi_path_below(const char *path, const char *pattern);

/* Adds a key to a path; one that does not fit is left out, because no pattern is as long. */
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

/* Return whether a key describes the file itself and is never inherited. */
bool kzi_is_own_key(const char *key);

/* Return whether a key of the mapping at a path only labels or explains, and means nothing: of a
 * yaku
 * ("yaku.*") its note, but of the yaku ("yaku") the one called note is one like any other. */
bool kzi_means_nothing(const char *path, const char *key);

#endif
