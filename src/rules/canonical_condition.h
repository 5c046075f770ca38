/* canonical_condition.h - conditions, phrases and classes of tiles in one spelling of their own. */
#ifndef KZI_CANONICAL_CONDITION_H
#define KZI_CANONICAL_CONDITION_H

#include "rules/model.h"

/* Text in the arena. */
const char *kzi_arena_format(struct kzi_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Sorts texts and writes them one after the other, between them the separator. */
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
