/* witness.h - a hand that shows a difference of rules: a small one that scores otherwise when that
 * difference alone is carried over.
 *
 * Hands are made by chance, aimed at what the rules speak of, always in the same order; those that
 * show the difference are made simpler for as long as they do. */
#ifndef KZI_REPORT_WITNESS_H
#define KZI_REPORT_WITNESS_H

#include "analysis/canonical/differences.h"
#include "score/result.h"

enum kzi_witness_kind {
    KZI_WITNESS_NONE,
    KZI_WITNESS_NEVER,   /* no hand can show it: every total and fu is worth the same */
    KZI_WITNESS_DEAL,    /* no hand by itself can show it: the rule is about whole deals */
    KZI_WITNESS_REFUSED, /* one of the rulesets refuses the hand */
    KZI_WITNESS_COUNTS,  /* it counts otherwise, and pays the same */
    KZI_WITNESS_PAYS     /* it pays otherwise, or wins in one only */
};

struct kzi_witness {
    enum kzi_witness_kind kind;
    struct kzi_hand hand;
    struct kz_result results[2]; /* under the two rulesets */
    bool as_is;          /* the two rulesets with all their differences score it like that too */
    unsigned long tried; /* hands */
    bool cut;            /* the budget was used up before as many were tried as can be */
    struct kzi_budget *budget; /* NULL: any */
};

/* alike: two rulesets that differ in this alone, the first like the first.  False: memory is
 * out. */
bool kzi_witness_find(struct kzi_witness *witness, const struct kzi_differences *differences,
                      const struct kzi_difference *difference,
                      const struct kz_ruleset *const alike[2]);

#endif
