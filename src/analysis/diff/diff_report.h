/* diff_report.h - a difference of two rulesets as a player reads it, or as one JSON object. */
#ifndef KZI_DIFF_REPORT_H
#define KZI_DIFF_REPORT_H

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

/* Where ruleset `of` says what it says there, or where its option is set; line 0: nowhere. */
struct kzi_place kzi_said_in(const struct kzi_shown_difference *shown,
                             const struct kzi_differing_place *place, unsigned of);

#endif
