/* comparer.h - score hands one by one under several rulesets. */
#ifndef KZI_COMPARER_H
#define KZI_COMPARER_H

#include "analysis/compare/summary.h"
#include "analysis/comparison.h"
#include "analysis/diff/blame.h"

/* Constant after it was made, so that threads can share it. */
struct kz_comparer {
    unsigned count;
    const kz_ruleset *rules[KZI_MAX_COMPARED];  /* must outlive this struct */
    bool reasons;                               /* whether reasons are looked for: */
    struct kzi_blame *blames[KZI_MAX_COMPARED]; /* by ruleset, against the first */
};

/* The hand of one thread and its results. */
struct kz_comparison {
    const kz_comparer *comparer;
    kz_hand *hand;
    kz_result *results[KZI_MAX_COMPARED];
    struct kzi_blamer *blamers[KZI_MAX_COMPARED];
    struct kzi_comparison compared;
    struct kzi_summed_blame blame[KZI_MAX_COMPARED];
};

#endif
