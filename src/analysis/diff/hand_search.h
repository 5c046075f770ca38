/* hand_search.h - a hand that shows one difference of two rulesets, with the rulesets to score it
 * under. */
#ifndef KZI_HAND_SEARCH_H
#define KZI_HAND_SEARCH_H

#include "analysis/diff/blame.h"
#include "analysis/diff/diff_report.h"

struct kzi_hand_search {
    struct kzi_witness witness;
    struct kzi_carried carried; /* what the witness was scored by */
    unsigned undone;            /* as in kzi_shown_difference */
};

/* Compares the first ruleset with itself where the difference is carried over or, where that makes
 * no rules, the second with itself where it is undone.  steps: what the search may still take.
 * False: memory is out; release it all the same. */
bool kzi_hand_search(struct kzi_hand_search *search, struct kzi_blame *blame, size_t difference,
                     struct kzi_budget *steps);
void kzi_hand_search_release(struct kzi_hand_search *search, struct kzi_blame *blame);

/* Rulesets that differ in too much are different games: no hand is looked for. */
bool kzi_hand_search_is_due(const struct kzi_differences *differences);

#endif
