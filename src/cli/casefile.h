/* casefile.h - a case file with the rules it speaks of: found, read and checked. */
#ifndef KZI_CASEFILE_H
#define KZI_CASEFILE_H

#include "cli/rulesets.h"
#include "report/cases.h"

/* A case that sets options has rules of its own; cases that set the same ones share them. */
struct kzi_casefile {
    struct kzi_cases *cases;
    kz_ruleset *rules;     /* of the file; NULL: there are none */
    const kz_ruleset **of; /* of each case, by its place in the list */
    kz_ruleset **variants; /* those beside rules */
    size_t n_variants;
};

/* text is that of the file at path.  Hands every error to diag; returns the status to exit with,
 * and where that is not done there are no rules. */
int kzi_casefile_open(struct kzi_casefile *file, const struct kzi_args *args, const char *path,
                      const char *text, size_t len, kz_diag *diag, void *payload);
void kzi_casefile_close(struct kzi_casefile *file);

#endif
