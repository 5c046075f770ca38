/* canonical_condition.h - conditions, phrases and classes of tiles in one spelling of their own. */
#ifndef KZI_CANONICAL_CONDITION_H
#define KZI_CANONICAL_CONDITION_H

#include "rules/model.h"

/* Text in the arena. */
const char *kzi_written(struct kzi_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Sorts texts and writes them one after the other, between them the separator. */
const char *kzi_written_set(struct kzi_arena *arena, const char **texts, size_t count,
                            const char *separator);

const char *kzi_mean_if(struct kzi_arena *arena, const struct kzi_model *model,
                        const struct kzi_if *cond);
const char *kzi_mean_class(struct kzi_arena *arena, const struct kzi_class *class_);
const char *kzi_mean_phrase(struct kzi_arena *arena, const struct kzi_phrase *phrase);
const char *kzi_mean_pattern(struct kzi_arena *arena, const struct kzi_pattern *pattern);
/* The names whose bits are set. */
const char *kzi_mean_bits(struct kzi_arena *arena, uint64_t bits, const struct kzi_names *names);

#endif
