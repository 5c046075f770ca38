/* comparer.h - score one hand after another under several rulesets. */
#ifndef KZI_COMPARER_H
#define KZI_COMPARER_H

#include "analysis/compare/summary.h"
#include "analysis/comparison.h"
#include "analysis/diff/blame.h"

/* Constant after its initialization, so that threads can share it. */
struct kzi_comparer {
    unsigned count;
    const kz_ruleset *rules[KZI_MAX_COMPARED];  /* must outlive this struct */
    bool reasons;                               /* look for reasons: */
    struct kzi_blame *blames[KZI_MAX_COMPARED]; /* each ruleset against the first */
};

/* count: 1 to KZI_MAX_COMPARED. Return KZ_OK or KZ_NO_MEMORY; release it in both cases. */
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

/* Return false if memory ran out; release it in both cases. */
bool kzi_compared_hand_init(struct kzi_compared_hand *compared,
                            const struct kzi_comparer *comparer);
void kzi_compared_hand_release(struct kzi_compared_hand *compared);

/* Read a hand once, with the words of all rulesets, score it under each and find the reason if
 * results differ. Return false if the text is not a hand; then every result has the error. */
bool kzi_compared_hand_score(struct kzi_compared_hand *compared, const char *text, size_t len);

#endif
