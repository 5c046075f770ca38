/* compare_thread.h - what a thread needs to score hands under several rulesets.  Private to
 * score_compare.c and score_summary.c. */
#ifndef KZI_COMPARE_THREAD_H
#define KZI_COMPARE_THREAD_H

#include "analysis/compare/comparison_table.h"
#include "analysis/compare/summary.h"
#include "analysis/diff/blame.h"
#include "cli/stream/scorer.h"

struct kzi_compare_thread {
    kz_hand *hand;
    kz_result *results[KZI_MAX_COMPARED];
    struct kzi_comparison comparison;
    struct kzi_blamer *blamers[KZI_MAX_COMPARED]; /* of each ruleset against the first */
    struct kzi_summed_blame blame[KZI_MAX_COMPARED];
    struct kzi_compared_table table; /* for a report of each hand */
    struct kzi_shown shown;
    struct kzi_summary summary; /* for one of all */
};

/* scorer->own becomes one. */
bool kzi_comparing_open(struct kzi_scorer *scorer);
void kzi_comparing_close(struct kzi_scorer *scorer);

/* Fills the results, and where they differ the blame.  False: the text is no hand, and all results
 * say so. */
bool kzi_comparing_score(struct kzi_scorer *scorer, const struct kzi_scored_line *line);

#endif
