/* comparer.h - rulesets to compare, and one hand after another under them. */
#ifndef KZI_COMPARER_H
#define KZI_COMPARER_H

#include "analysis/compare/summary.h"
#include "analysis/comparison.h"
#include "analysis/diff/blame.h"

/* Never changes once made; threads share it. */
struct kzi_comparer {
    unsigned count;
    const kz_ruleset *rules[KZI_MAX_COMPARED]; /* must outlive it */
    kz_family *family;
    bool reasons;                               /* they are looked for: */
    struct kzi_blame *blames[KZI_MAX_COMPARED]; /* each ruleset against the first */
};

/* count: 1 to KZI_MAX_COMPARED.  KZ_OK or KZ_NO_MEMORY; then release it all the same. */
kz_status kzi_comparer_init(struct kzi_comparer *comparer, const kz_ruleset *const *rules,
                            unsigned count, bool reasons);
void kzi_comparer_release(struct kzi_comparer *comparer);

/* The hand of one thread and its results. */
struct kzi_compared_hand {
    const struct kzi_comparer *comparer;
    kz_hand *hand;
    kz_result *results[KZI_MAX_COMPARED];
    struct kzi_blamer *blamers[KZI_MAX_COMPARED];
    struct kzi_comparison comparison;
    struct kzi_summed_blame blame[KZI_MAX_COMPARED];
};

/* False: memory is out; release it all the same. */
bool kzi_compared_hand_init(struct kzi_compared_hand *compared,
                            const struct kzi_comparer *comparer);
void kzi_compared_hand_release(struct kzi_compared_hand *compared);

/* Reads a hand once, with the words of all rulesets, scores it under each and, where results
 * differ, looks for the reason.  False: the text is not a hand, and all results say so. */
bool kzi_compared_hand_score(struct kzi_compared_hand *compared, const char *text, size_t len);

#endif
