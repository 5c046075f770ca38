/* diff_report.h - a difference of two rulesets as text, as a part of a page or as JSON. */
#ifndef KZI_DIFF_REPORT_H
#define KZI_DIFF_REPORT_H

#include "analysis/diff/blame.h"
#include "analysis/witness/witness.h"
#include "report/result_text.h"

struct kzi_hand_search {
    struct kzi_witness witness;
    struct kzi_carried_rules carried; /* the rules that scored the witness */
    unsigned undone; /* 1: the witness is of the second ruleset, without and with the difference */
};

/* Write the number of differences, as text or on a page. */
void kzi_put_difference_count(struct kzi_text *text, const struct kzi_differences *differences,
                              const struct kzi_style *style);
/* Write a difference as several lines or parts of a page, or as one JSON object without a newline.
 * search: NULL: none was made. */
void kzi_put_difference(struct kzi_text *text, const struct kzi_differences *differences,
                        size_t index, const struct kzi_hand_search *search,
                        const struct kzi_style *style);

/* Search for a hand that shows a difference: compare the first ruleset with itself after the
 * difference was carried over or, if that gives no valid rules, the second with itself after it was
 * undone. steps: the budget left.  Return false if memory ran out; release the search in both
 * cases. */
bool kzi_hand_search_run(struct kzi_hand_search *search, struct kzi_blame *blame, size_t difference,
                         struct kzi_budget *steps);
void kzi_hand_search_release(struct kzi_hand_search *search, struct kzi_blame *blame);

/* Return whether to search for hands: not if the rulesets differ in so much that they are different
 * games. */
bool kzi_hand_search_is_due(const struct kzi_differences *differences);

#endif
