/* rows.h - a condition in disjunctive form: rows, each a conjunction of literals.
 *
 * A literal says which values of one feature its row allows; a row has at most one for each
 * feature.  A feature is one of the small numbers worked out of a hand or a reading
 * (compile/program/program.h lists them). */
#ifndef KZI_ROWS_H
#define KZI_ROWS_H

#include "base/arena.h"
#include "base/limits.h"

#include <stdbool.h>
#include <stdint.h>

#define KZI_FEATURE_VALUES 512 /* at most */
#define KZI_VALUE_WORDS    (KZI_FEATURE_VALUES / 64)
#define KZI_MAX_ROWS_EACH  64 /* rows of one condition; beyond, the tree walker answers */

struct kzi_values { /* a set of values of a feature */
    uint64_t bits[KZI_VALUE_WORDS];
};

struct kzi_literal {
    uint16_t feature; /* by its number in the building context */
    struct kzi_values allowed;
};

struct kzi_row {
    struct kzi_literal *literals; /* by rising feature */
    uint16_t count;
};

struct kzi_rows {
    struct kzi_row *list;
    size_t count;
    bool too_many; /* more than KZI_MAX_ROWS_EACH were needed; list is then no answer */
};

static inline bool kzi_values_has(const struct kzi_values *values, unsigned value) {
    return values->bits[value / 64] >> (value % 64) & 1;
}

static inline void kzi_values_add(struct kzi_values *values, unsigned value) {
    values->bits[value / 64] |= UINT64_C(1) << (value % 64);
}

bool kzi_values_none(const struct kzi_values *values, unsigned size);

struct kzi_rows kzi_rows_always(struct kzi_arena *arena); /* one row without a literal */
struct kzi_rows kzi_rows_never(void);
/* One literal; size: the number of values the feature has.  None allowed: never. */
struct kzi_rows kzi_rows_literal(struct kzi_arena *arena, unsigned feature,
                                 const struct kzi_values *allowed, unsigned size);
struct kzi_rows kzi_rows_or(struct kzi_arena *arena, struct kzi_rows a, struct kzi_rows b);
/* Rows whose literals on one feature leave no value are left out. */
struct kzi_rows kzi_rows_and(struct kzi_arena *arena, struct kzi_rows a, struct kzi_rows b);

#endif
