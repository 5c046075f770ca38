/* condition.h - what conditions have in common, and their canonical form. */
#ifndef KZI_CONDITION_H
#define KZI_CONDITION_H

#include "rules/model.h"

/* Return whether it is made of other conditions: all_of, any_of, not, holds. */
bool kzi_condition_has_parts(const struct kzi_condition *cond);
/* Return the number of phrases or classes that it has a quantity for; 0: it is of another kind. */
size_t kzi_condition_quantities(const struct kzi_condition *cond);

/* Return whether it is about tiles, sets or yaku and so needs a reading of the hand. */
bool kzi_condition_asks_tiles(enum kzi_condition_kind kind);

typedef bool kzi_condition_look(const struct kzi_condition *clause, void *with);

/* Call look for each clause without parts, in order, until it returns false.  Return whether it
 * never did, as where cond is NULL. */
bool kzi_condition_each_clause(const struct kzi_condition *cond, kzi_condition_look *look,
                               void *with);

/* Suggest a word for an unknown one: for the name of a yaku (haitei) the word that it asks the hand
 * for (last_tile), else the nearest known word.  NULL: none is near. */
const char *kzi_suggest_word(const struct kzi_model *model, const char *word);

/* --- canonical form, as text in the arena ---------------------------------------------------- */

/* Sort texts and join them with the separator. */
const char *kzi_arena_join_sorted(struct kzi_arena *arena, const char **texts, size_t count,
                                  const char *separator);

const char *kzi_canonical_condition(struct kzi_arena *arena, const struct kzi_model *model,
                                    const struct kzi_condition *cond);
const char *kzi_canonical_class(struct kzi_arena *arena, const struct kzi_class *class_);
const char *kzi_canonical_phrase(struct kzi_arena *arena, const struct kzi_phrase *phrase);
const char *kzi_canonical_pattern(struct kzi_arena *arena, const struct kzi_pattern *pattern);
/* The names whose bits are set. */
const char *kzi_canonical_bits(struct kzi_arena *arena, uint64_t bits,
                               const struct kzi_names *names);

#endif
