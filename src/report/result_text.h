/* result_text.h - a result as text for a player, several lines, each with its newline. */
#ifndef KZI_REPORT_TEXT_H
#define KZI_REPORT_TEXT_H

#include "report/document.h"
#include "score/deal/settlement.h"
#include "words/sentence.h"

/* Write a result without an error. */
void kzi_put_result(struct kzi_text *text, const struct kz_result *result,
                    const struct kzi_style *style);

/* Write the hand of a player who did not win, and what it is worth. */
void kzi_put_loser(struct kzi_text *text, const struct kz_result *result,
                   const struct kzi_style *style);

/* --- the parts (private to src/report/) ------------------------------------------------------- */

/* Context for putting a report into a document. */
struct kzi_report {
    struct kzi_doc *doc;
    const struct kz_result *result;
    const struct kzi_model *model;
    const struct kzi_tally *best;
    const struct kzi_style *style; /* of words, or for JSON of codes */
};

static inline struct kzi_report kzi_report_of(struct kzi_doc *doc, const struct kz_result *result) {
    return (struct kzi_report){doc, result, result->rules->model, &result->best,
                               doc ? doc->style : &kzi_plain_style};
}

/* Put ".name", and "id", which readers see only if the rules give another name. */
void kzi_put_yaku(struct kzi_doc *doc, const struct kzi_model *model, unsigned yaku);

/* situation.c: put how the hand was understood, for the layout of that name: by several rulesets,
 * with remarks on what some do not use. */
void kzi_put_situation(struct kzi_doc *doc, const struct kz_result *const *results, unsigned count);
/* Append as text how the hand was understood by one ruleset. */
void kzi_put_situation_text(struct kzi_text *text, const struct kz_result *result,
                            const struct kzi_style *style);
/* Write the groups of a reading, the melds last; NULL: the tiles in order. */
void kzi_put_hand_as_read(struct kzi_text *text, const struct kz_result *result,
                          const struct kzi_reading *reading);
/* Put ".rule", the place of a rule and its source. */
void kzi_put_rule(struct kzi_doc *doc, struct kzi_place place, const struct kzi_node *source);
/* Put ".short", why one yaku holds but does not count. */
void kzi_put_why_uncounted(struct kzi_doc *doc, const struct kz_result *result, unsigned yaku);
/* End why a yaku that is not covered does not count: "ID holds, but ..." */
void kzi_end_aside(struct kzi_words *sentence, const struct kz_result *result, unsigned yaku);
/* Put ".yaku", those that count. */
void kzi_put_counted_yaku(struct kzi_doc *doc, const struct kz_result *result);
/* Put "stand_ins", what wild tiles stand in for, if any do. */
void kzi_put_stand_ins(struct kzi_doc *doc, const struct kz_result *result);
/* Put the fu one by one, and the steps from the total to the payment, or only to the value. */
void kzi_put_fu(const struct kzi_report *to);
void kzi_put_arithmetic(const struct kzi_report *to);
void kzi_put_value_step(const struct kzi_report *to);
/* Put a value stated without tiles (value_text.c). */
void kzi_put_value(const struct kzi_report *to);
/* Put "tiles", those of each instance of a yaku that counts (contribution.c). */
void kzi_put_uses(struct kzi_doc *doc, const struct kz_result *result, unsigned yaku);
/* Put a list of the groups of a reading whose bit is set. */
void kzi_put_groups(struct kzi_doc *doc, const char *key, const struct kz_result *result,
                    const struct kzi_reading *reading, unsigned groups);
/* Put "reading". */
void kzi_put_reading(struct kzi_doc *doc, const struct kz_result *result,
                     const struct kzi_reading *reading);
/* explanation.c: put the explanation (--explain), and that of a hand that did not win. */
void kzi_put_explanation(struct kzi_doc *doc, const struct kz_result *result);
void kzi_put_loser_explanation(struct kzi_doc *doc, const struct kz_result *result);

/* Append what a hand is worth: "4 fan 40 fu, Mangan"; "8000 points".  brief: in a table, with its
 * chips and without what the total says already. */
void kzi_say_worth(struct kzi_words *words, const struct kz_result *result, bool brief);

/* Write "line 7: error: MESSAGE (hand, column 12)". */
void kzi_put_refused(struct kzi_text *text, const kz_error *error, unsigned long line);

/* --- a settled deal --------------------------------------------------------------------------- */

/* How the deal ended: "South wins on a discard from West"; names: by seat; NULL: those of the
 * seats. */
void kzi_say_outcome(struct kzi_words *words, const struct kzi_settlement *settlement,
                     const char *const *names);
#endif
