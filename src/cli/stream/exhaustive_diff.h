/* exhaustive_diff.h - kazoe diff --exhaustive: every winning hand under both rulesets. */
#ifndef KZI_EXHAUSTIVE_DIFF_H
#define KZI_EXHAUSTIVE_DIFF_H

#include "analysis/diff/blame.h"
#include "report/result_text.h"

struct kzi_exhaustive_diff {
    const struct kzi_blame *blame;
    const struct kz_ruleset *rules[2];
    const struct kzi_look *look;
    unsigned jobs; /* threads */
    bool json;
};

/* Walks and prints; says on standard error why it cannot be done.  Returns the status: done,
 * negative where a hand scores otherwise, or system. */
int kzi_exhaustive_diff(const struct kzi_exhaustive_diff *diffing);

#endif
