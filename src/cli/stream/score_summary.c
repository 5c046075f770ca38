/* A line is a hand, and is added to a summary; each thread has its own, and in the end they become
 * one. */
#include "api.h"
#include "cli/stream/compare_thread.h"

static bool open_summary(struct kzi_scorer *scorer) {
    if (!kzi_comparing_open(scorer))
        return false;
    struct kzi_compare_thread *comparing = scorer->own;
    const struct kzi_comparer *comparer = scorer->scoring->comparer;
    kzi_summary_begin(&comparing->summary, comparer->rules, comparer->count);
    return !comparing->summary.no_memory;
}

/* What is no hand is told as in every stream, and counted. */
static void add_hand(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    struct kzi_compare_thread *comparing = scorer->own;
    const struct kzi_comparison *comparison = &comparing->compared.comparison;
    bool read = kzi_comparing_score(scorer, line);
    if (!read)
        kzi_scorer_tell(scorer, line, &comparison->results[0]->error);
    kzi_summary_add(&comparing->summary, comparison, line->text, line->len,
                    comparing->compared.blame);
}

static void end_summary(struct kzi_scorer *scorer) {
    struct kzi_compare_thread *comparing = scorer->own;
    unsigned which;
    kzi_summary_merge(scorer->scoring->summary, &comparing->summary, &which);
}

const struct kzi_scorer_kind kzi_sums_hands = {.thing = "hand",
                                               .open = open_summary,
                                               .close = kzi_comparing_close,
                                               .take = add_hand,
                                               .end = end_summary};
