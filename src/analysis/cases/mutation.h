/* mutation.h - run mutants of a ruleset against its cases to find mutants that no case notices. */
#ifndef KZI_MUTATION_H
#define KZI_MUTATION_H

#include "analysis/cases/cases.h"
#include "rules/tree/node.h"

struct kzi_mutant {
    const char *name;             /* the rule that is switched off: yaku.pinfu.when.wait */
    const char *address;          /* the place that changes (kzi_node_with) */
    const struct kzi_node *value; /* the new value; NULL: removed */
    const struct kzi_node *rule;  /* the rule that is switched off, as written */
    struct kzi_place place;       /* where it is written */
    const char *yaku;             /* the yaku that the rule belongs to; NULL: none */
};

struct kzi_mutants {
    struct kzi_mutant *list; /* in the order of the tree */
    size_t count;
};

/* Return all mutants of a merged tree, each with a unique name.  They live in the arena and share
 * nodes with the tree. */
struct kzi_mutants kzi_mutants_of(struct kzi_arena *arena, const struct kzi_node *root);

/* Return whether both mutants switch off the same rule of two rulesets: with the same name and,
 * apart from labels and notes, the same text. */
bool kzi_mutant_equals(struct kzi_arena *arena, const struct kzi_mutant *one,
                       const struct kzi_mutant *other);

/* The cases that each mutant is tried with. */
struct kzi_probes {
    struct kzi_case_list cases;
    const struct kz_ruleset *rules; /* the rules to mutate; a case may have others */
};
/* Return the first case that fails on the unchanged rules, or NULL. */
const struct kzi_case *kzi_probes_fail(struct kzi_case_runner *runner,
                                       const struct kzi_probes *probes);

/* KZI_SAME: it is proved that no hand distinguishes the mutant from the rules. */
enum kzi_mutant_status { KZI_KILLED, KZI_SURVIVED, KZI_REFUSED, KZI_SAME, KZI_NOT_TRIED };

struct kzi_mutant_outcome {
    enum kzi_mutant_status status; /* KZI_NOT_TRIED: memory ran out */
    const struct kzi_case *by;     /* the case that failed, if killed */
    char why[512];                 /* the error of the mutant, if refused */
};

/* Try a mutant.  A case that sets options is skipped if its rules do not have the rule that is
 * switched off, or do not load without it. */
void kzi_mutant_try(struct kzi_mutant_outcome *outcome, struct kzi_case_runner *runner,
                    const struct kzi_probes *probes, const struct kzi_mutant *mutant);

#endif
