/* canonical.h - what a model says, statement by statement, each in one spelling of its own.
 *
 * Two models that say the same of a place have the same statement there, however their files spell
 * it: a list or a mapping of yes, clauses in another order, a class by name or tile by tile, a
 * default said or left out.  Names, notes, sources and what is not in use are not statements. */
#ifndef KZI_CANONICAL_H
#define KZI_CANONICAL_H

#include "rules/condition.h"

struct kzi_statement {
    const char *address; /* where a file says it: yaku.pinfu.value */
    const char *says;    /* for comparing; of plain values also for reading */
    /* It only says that the thing exists and is in use; other statements say what it is. */
    bool thing;
};

struct kzi_canonical_form {
    struct kzi_arena *arena;
    struct kzi_statement *list;
    size_t count;
    struct kzi_names addresses; /* the number of an address is its place in list */
};

void kzi_canonical_form_of(struct kzi_canonical_form *form, struct kzi_arena *arena,
                           const struct kzi_model *model);

/* The statement at an address; NULL: none. */
const struct kzi_statement *kzi_canonical_form_at(const struct kzi_canonical_form *form,
                                                  const char *address);

#endif
