/* casefile.h - a case file with the rules it speaks of: found, read and checked. */
#ifndef KZI_CASEFILE_H
#define KZI_CASEFILE_H

#include "analysis/cases/cases.h"
#include "cli/rulesets.h"

/* A case that sets options has rules of its own; cases that set the same ones share them. */
struct kzi_casefile {
    struct kzi_cases *cases;
    kz_ruleset *rules;     /* of the file; NULL: there are none */
    const kz_ruleset **of; /* of each case, by its place in the list */
    kz_ruleset **variants; /* those beside rules */
    size_t n_variants;
    bool lays_over; /* of its rules only those of the overlays are tested */
};

/* source: the case file.  With -r the cases are of that ruleset, whatever they name.
 * Hands every error to diag; returns the status to exit with, and where that is not done there are
 * no rules. */
int kzi_casefile_open(struct kzi_casefile *file, const struct kzi_args *args,
                      const struct kzi_source *source, kz_diag *diag, void *payload);
/* A file to test, of cases or of rules, whose examples are cases too; an overlay is laid over the
 * ruleset of -r.  What is wrong goes to standard error. */
int kzi_casefile_open_any(struct kzi_casefile *file, const struct kzi_args *args,
                          const struct kzi_source *source);
/* The case file beside a rule file: RULES.yaml -> RULES.cases.yaml; NULL: there is none. */
const char *kzi_cases_beside(struct kzi_arena *arena, const char *path);
void kzi_casefile_close(const struct kzi_args *args, struct kzi_casefile *file);

#endif
