/* casefile.h - a case file with the ruleset it speaks of: found, read and checked. */
#ifndef KZI_CASEFILE_H
#define KZI_CASEFILE_H

#include "cli/rulesets.h"
#include "report/cases.h"

struct kzi_casefile {
    struct kzi_cases *cases;
    kz_ruleset *rules; /* the caller frees it */
};

/* text is that of the file at path.  Hands every error to diag; returns the status to exit with,
 * and where that is not done there are no rules. */
int kzi_casefile_open(struct kzi_casefile *file, const struct kzi_args *args, const char *path,
                      const char *text, size_t len, kz_diag *diag, void *payload);

#endif
