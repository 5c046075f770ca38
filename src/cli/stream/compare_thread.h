/* compare_thread.h - what a thread needs to score hands under several rulesets.  Private to
 * score_compare.c and score_summary.c. */
#ifndef KZI_COMPARE_THREAD_H
#define KZI_COMPARE_THREAD_H

#include "analysis/compare/comparer.h"
#include "analysis/compare/comparison_table.h"
#include "cli/stream/scorer.h"

struct kzi_compare_thread {
    struct kzi_compared_hand compared;
    struct kzi_compared_table table; /* for a report of each hand */
    struct kzi_shown shown;
    struct kzi_summary summary; /* for one of all */
};

/* scorer->own becomes one. */
bool kzi_comparing_open(struct kzi_scorer *scorer);
void kzi_comparing_close(struct kzi_scorer *scorer);

/* Scores a hand and counts its status.  False: the text is no hand, and all results say so. */
bool kzi_comparing_score(struct kzi_scorer *scorer, const struct kzi_scored_line *line);

#endif
