/* mutation.h - mutants of a ruleset run against its cases: which of them does a case notice? */
#ifndef KZI_MUTATION_H
#define KZI_MUTATION_H

#include "analysis/cases/cases.h"
#include "analysis/cases/mutants.h"

/* A case, or an example of a yaku, with the rules that it is scored by. */
struct kzi_probe {
    const char *name;
    const struct kz_ruleset *rules;
    const struct kzi_case *one;        /* NULL: an example */
    const struct kzi_example *example; /* NULL: a case */
    unsigned yaku;                     /* of the example */
};

struct kzi_probes {
    struct kzi_probe *list; /* those of one ruleset stand together, those of rules first */
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
