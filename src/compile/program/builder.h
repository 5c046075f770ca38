/* builder.h - build a program from conditions: collect the features that rows mention, then lay out
 * their tables.  It exists only while a ruleset is loaded, in the ruleset's arena. */
#ifndef KZI_BUILDER_H
#define KZI_BUILDER_H

#include "compile/condition/evaluation.h"
#include "compile/program/program.h"
#include "tile/sets.h"

struct kzi_group_fu;

/* --- a condition in disjunctive form: rows, each a conjunction of literals -------------------- */

#define KZI_FEATURE_VALUES 512 /* values of one feature */
#define KZI_VALUE_WORDS    (KZI_FEATURE_VALUES / 64)
#define KZI_MAX_ROWS_EACH  64 /* rows of one condition; the walker evaluates those with more */

struct kzi_values { /* a set of values of a feature */
    uint64_t bits[KZI_VALUE_WORDS];
};

struct kzi_literal {
    uint16_t feature; /* kind * KZI_MAX_QUESTIONS + index */
    struct kzi_values allowed;
};

struct kzi_row {
    struct kzi_literal *literals; /* by rising feature */
    uint16_t count;
};

struct kzi_rows {
    struct kzi_row *list;
    size_t count;
    bool too_many; /* more than KZI_MAX_ROWS_EACH or KZI_MAX_QUESTIONS were needed */
};

static inline bool kzi_values_has(const struct kzi_values *values, unsigned value) {
    return values->bits[value / 64] >> (value % 64) & 1;
}

static inline void kzi_values_add(struct kzi_values *values, unsigned value) {
    values->bits[value / 64] |= UINT64_C(1) << (value % 64);
}

/* --- the builder ------------------------------------------------------------------------------ */

struct kzi_program_condition {
    const struct kzi_condition *cond;
    struct kzi_rows rows;
};

struct kzi_builder {
    struct kzi_arena *arena;
    const struct kzi_model *model;

    struct kzi_program *program;
    const struct kzi_group_fu *group_fu; /* by group code; NULL: the rules have no fu */
    /* By kind of set: some combination consists of this kind alone. */
    const bool *set_combinations;

    struct kzi_program_condition *conditions; /* each counts as at least one row */
    bool too_many_rows;                       /* more than KZI_MAX_ROWS or KZI_MAX_QUESTIONS */
};

static inline struct kzi_feature *kzi_feature_at(const struct kzi_program *program,
                                                 unsigned feature) {
    return &program->features[feature / KZI_MAX_QUESTIONS].list[feature % KZI_MAX_QUESTIONS];
}

void kzi_builder_init(struct kzi_builder *builder, const struct kzi_model *model);

/* Add a condition (NULL: always true) to the program.  openness: whether closed or open hands
 * (KZI_HAND_CLOSED, KZI_HAND_OPEN) or both are to meet it.  Return whether one can. */
bool kzi_builder_add(struct kzi_builder *builder, const struct kzi_condition *cond,
                     unsigned openness);

struct kzi_program *kzi_builder_finish(struct kzi_builder *builder);

/* --- lowering.c ------------------------------------------------------------------------------- */

/* Return the rows of a condition (NULL: always true).  openness: whether closed or open hands
 * (KZI_HAND_CLOSED, KZI_HAND_OPEN) or both are to meet it. */
struct kzi_rows kzi_lower(struct kzi_builder *builder, const struct kzi_condition *cond,
                          unsigned openness);
/* Return the number of a feature, which is added if it is new. */
uint16_t kzi_builder_feature(struct kzi_builder *builder, enum kzi_feature_kind kind,
                             unsigned index);

/* --- tables.c --------------------------------------------------------------------------------- */

/* Lay out the rows by rank of chows and of pungs, and the sums by group code. */
void kzi_lay_out_tables(const struct kzi_builder *builder, struct kzi_program *program);

#endif
