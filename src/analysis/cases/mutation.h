/* mutation.h - mutants of a ruleset run against its cases: which of them does a case notice? */
#ifndef KZI_MUTATION_H
#define KZI_MUTATION_H

#include "analysis/cases/cases.h"
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

/* A case, or an example of a yaku, with the rules that it is scored by. */
struct kzi_probe {
    const char *name;
    const struct kz_ruleset *rules;
    const struct kzi_case *one;        /* NULL: an example */
    const struct kzi_example *example; /* NULL: a case */
    unsigned yaku;                     /* of the example */
};

struct kzi_probes {
    struct kzi_probe *list; /* grouped by ruleset, those of rules first */
    size_t count;
    const struct kz_ruleset *rules; /* whose mutants are run */
};

/* The cases (cases may be NULL; of[i] are the rules of each), and the examples of the rules' yaku.
 */
struct kzi_probes kzi_probes_of(struct kzi_arena *arena, const struct kz_ruleset *rules,
                                const struct kzi_cases *cases, const kz_ruleset *const *of);

/* The first probe that fails as things are; NULL: none does. */
const struct kzi_probe *kzi_probes_fail(struct kzi_case_runner *runner,
                                        const struct kzi_probes *probes);

/* KZI_SAME: it is proved that no hand can tell the mutant from the rules. */
enum kzi_fate { KZI_KILLED, KZI_SURVIVED, KZI_REFUSED, KZI_SAME, KZI_NO_FATE };

struct kzi_doom {
    enum kzi_fate fate;         /* KZI_NO_FATE: memory is out */
    const struct kzi_probe *by; /* of one killed */
    char why[512];              /* of one refused: these rules make no sense */
};

/* Where rules that a case sets options for do not know what is switched off, or make no sense
 * without it, that case says nothing. */
void kzi_mutant_try(struct kzi_doom *doom, struct kzi_case_runner *runner,
                    const struct kzi_probes *probes, const struct kzi_mutant *mutant);

#endif
