/* builder.h - from conditions to a program: gathers the features that rows mention, then lays out
 * the tables.  Lives only while a ruleset is loaded, in its arena. */
#ifndef KZI_BUILDER_H
#define KZI_BUILDER_H

#include "compile/condition/evaluation.h"
#include "compile/program/program.h"
#include "tile/sets.h"

struct kzi_group_fu;

/* --- a condition in disjunctive form: rows, each a conjunction of literals -------------------- */

#define KZI_FEATURE_VALUES 512 /* at most */
#define KZI_VALUE_WORDS    (KZI_FEATURE_VALUES / 64)
#define KZI_MAX_ROWS_EACH  64 /* rows of one condition; beyond, the walker is asked for it */

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
    bool too_many; /* more than KZI_MAX_ROWS_EACH, or than KZI_MAX_QUESTIONS, were needed */
};

static inline bool kzi_values_has(const struct kzi_values *values, unsigned value) {
    return values->bits[value / 64] >> (value % 64) & 1;
}

static inline void kzi_values_add(struct kzi_values *values, unsigned value) {
    values->bits[value / 64] |= UINT64_C(1) << (value % 64);
}

/* --- the builder ------------------------------------------------------------------------------ */

struct kzi_owner {
    const struct kzi_condition *cond;
    struct kzi_rows rows;
};

struct kzi_builder {
    struct kzi_arena *arena;
    const struct kzi_model *model;

    struct kzi_program *program;
    const struct kzi_group_fu *group_fu; /* by group code; NULL: there is no fu */
    const bool *set_combinations;        /* by kind of set: whether there are any of it alone */

    struct kzi_owner *owners; /* as many as the program has; each has at least one row */
    bool too_many_rows;       /* past KZI_MAX_ROWS or KZI_MAX_QUESTIONS */
};

static inline struct kzi_feature *kzi_feature_at(const struct kzi_program *program,
                                                 unsigned feature) {
    return &program->features[feature / KZI_MAX_QUESTIONS].list[feature % KZI_MAX_QUESTIONS];
}

void kzi_builder_init(struct kzi_builder *builder, const struct kzi_model *model);

/* Add a condition (NULL: always) that is asked only of hands that are closed or open as bits say
 * (KZI_HAND_CLOSED, KZI_HAND_OPEN).  Its owner number is the count of those before.  Return
 * whether it can ever hold. */
bool kzi_builder_add(struct kzi_builder *builder, const struct kzi_condition *cond,
                     unsigned openness);

struct kzi_program *kzi_builder_finish(struct kzi_builder *builder);

/* --- lowering.c ------------------------------------------------------------------------------- */

/* The rows of a condition (NULL: always) that some reading can meet of a hand that is closed or
 * open as bits say (KZI_HAND_CLOSED, KZI_HAND_OPEN). */
struct kzi_rows kzi_lower(struct kzi_builder *builder, const struct kzi_condition *cond,
                          unsigned openness);
/* Return the number of a feature, which is added if need be. */
uint16_t kzi_builder_feature(struct kzi_builder *builder, enum kzi_feature_kind kind,
                             unsigned index);

/* --- tables.c --------------------------------------------------------------------------------- */

/* Fill in the tables of a program in which its rows are looked up, by rank and by group. */
void kzi_lay_out_tables(const struct kzi_builder *builder, struct kzi_program *program);

#endif
