/* diff_report.h - a difference of two rulesets as a player reads it, or as one JSON object. */
#ifndef KZI_DIFF_REPORT_H
#define KZI_DIFF_REPORT_H

#include "analysis/diff/blame.h"
#include "analysis/witness/witness.h"
#include "report/result_text.h"

struct kzi_shown_difference {
    const struct kzi_differences *differences;
    const struct kzi_difference *difference;
    const struct kzi_witness *witness; /* NULL: none was looked for */
    unsigned undone; /* 1: the witness is of the second ruleset, without and with the difference */
};

/* What the two are called: their labels, or where those are the same first and second. */
void kzi_diff_names(const struct kzi_differences *differences, const char *names[2]);

/* Several lines, the last with its newline. */
void kzi_diff_text(struct kzi_text *text, const struct kzi_shown_difference *shown,
                   const struct kzi_look *look);
/* Without a newline. */
void kzi_diff_json(struct kzi_text *text, const struct kzi_shown_difference *shown);

/* The hand of a witness and both verdicts, as lines and as members of an object. */
void kzi_diff_shown_by(struct kzi_text *text, const struct kzi_shown_difference *shown,
                       const char *const names[2], const struct kzi_look *look);
void kzi_diff_witness_json(struct kzi_text *text, const struct kzi_witness *witness);

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
