/* diff_every.h - kazoe diff --exhaustive: every winning hand under both rulesets. */
#ifndef KZI_DIFF_EVERY_H
#define KZI_DIFF_EVERY_H

#include "report/blame.h"
#include "report/text.h"

struct kzi_diff_every {
    const struct kzi_blame *blame;
    const struct kz_ruleset *rules[2];
    const struct kzi_look *look;
    unsigned jobs; /* threads */
    bool json;
};

/* Walks and prints; says on standard error why it cannot be done.  Returns the status: done,
 * negative where a hand scores otherwise, or system. */
int kzi_diff_every(const struct kzi_diff_every *diffing);

#endif
