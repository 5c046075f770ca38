/* casefile.h - a case file with its rules: found, read and checked. */
#ifndef KZI_CASEFILE_H
#define KZI_CASEFILE_H

#include "analysis/cases/cases.h"
#include "cli/rulesets.h"

/* A case that sets options has rules of its own; cases that set the same ones share them. */
struct kzi_casefile {
    struct kzi_cases *cases;
    kz_ruleset *rules;     /* of the file; NULL: there are none */
    const kz_ruleset **of; /* of each case, by its index */
    kz_ruleset **variants; /* the other ones */
    size_t n_variants;
    bool lays_over; /* test only the rules of the overlays */
};

/* Open a case file; with -r its cases are of that ruleset, whatever they name.  Returns the exit
 * status, and there are no rules unless that is done. */
int kzi_casefile_open(struct kzi_casefile *file, const struct kzi_args *args,
                      const struct kzi_source *source);
/* Open a file to test, of cases or of rules, whose examples are cases too; an overlay is laid over
 * the ruleset of -r. */
int kzi_casefile_open_any(struct kzi_casefile *file, const struct kzi_args *args,
                          const struct kzi_source *source);
/* The path of the case file next to a rule file: RULES.yaml -> RULES.cases.yaml; NULL: that is not
 * how the rule file is named. */
const char *kzi_cases_path(struct kzi_arena *arena, const char *path);
void kzi_casefile_close(const struct kzi_args *args, struct kzi_casefile *file);

/* kazoe test --mutate: try the mutants of every file of the command line (of cases, or of rules
 * with the cases next to them).  Returns the exit status. */
int kzi_mutate_files(const struct kzi_args *args);

#endif
