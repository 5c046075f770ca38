/* mutants.h - what can be switched off in a ruleset, one thing at a time.
 *
 * A mutant is the ruleset with one of its rules gone: a yaku, a clause of a condition, a cover, a
 * line of the fu, a limit, who pays.  Cases that do not notice are too few. */
#ifndef KZI_MUTANTS_H
#define KZI_MUTANTS_H

#include "rules/tree/node.h"

struct kzi_mutant {
    const char *name;             /* what is switched off: yaku.pinfu.when.wait */
    const char *address;          /* the place that changes (kzi_node_with) */
    const struct kzi_node *value; /* what it is then; NULL: taken away */
    const struct kzi_node *rule;  /* what is switched off, as the rules have it */
    struct kzi_place place;       /* where it is written */
    const char *yaku;             /* whose rule it is; NULL: of no yaku */
};

struct kzi_mutants {
    struct kzi_mutant *list; /* in the order of the tree */
    size_t count;
};

/* All mutants of a merged tree; each has a name of its own.  They live in the arena and share nodes
 * with the tree. */
struct kzi_mutants kzi_mutants_of(struct kzi_arena *arena, const struct kzi_node *root);

/* Whether both switch off the same rule of two rulesets: one that has the name and says the same.
 */
bool kzi_mutant_same(const struct kzi_mutant *one, const struct kzi_mutant *other);

#endif
