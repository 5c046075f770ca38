/* result_text.h - a result as text for a player, in several lines that each end with a newline. */
#ifndef KZI_REPORT_TEXT_H
#define KZI_REPORT_TEXT_H

#include "report/document.h"
#include "score/deal/settlement.h"
#include "words/sentence.h"

/* Write a result without an error. */
void kzi_put_result(struct kzi_text *text, const struct kz_result *result,
                    const struct kzi_style *style);

/* Write the hand of a player who did not win, and its worth. */
void kzi_put_loser(struct kzi_text *text, const struct kz_result *result,
                   const struct kzi_style *style);

/* --- the parts (private to src/report/) ------------------------------------------------------- */

/* Context for putting a report into a document. */
struct kzi_report {
    struct kzi_doc *doc;
    const struct kz_result *result;
    const struct kzi_model *model;
    const struct kzi_tally *best;
    const struct kzi_style *style; /* of words, or of codes for JSON */
};

static inline struct kzi_report kzi_report_of(struct kzi_doc *doc, const struct kz_result *result) {
    return (struct kzi_report){doc, result, result->rules->model, &result->best,
                               doc ? doc->style : &kzi_plain_style};
}

/* Put ".name" and "id"; the text shows the id only if the rules give the yaku another name. */
void kzi_put_yaku(struct kzi_doc *doc, const struct kzi_model *model, unsigned yaku);

/* Put how the hand was understood by several rulesets, with remarks on words that some do not use,
 * for the layout `situation` (situation.c). */
void kzi_put_situation(struct kzi_doc *doc, const struct kz_result *const *results, unsigned count);
/* Append how the hand was understood by one ruleset, as text. */
void kzi_put_situation_text(struct kzi_text *text, const struct kz_result *result,
                            const struct kzi_style *style);
/* Write the groups of a reading, melds last; if reading is NULL, the tiles in order. */
void kzi_put_hand_as_read(struct kzi_text *text, const struct kz_result *result,
                          const struct kzi_reading *reading);
/* Put ".rule", the place of a rule and its source. */
void kzi_put_rule(struct kzi_doc *doc, struct kzi_place place, const struct kzi_node *source);
/* Put ".short", why a yaku holds but does not count. */
void kzi_put_why_uncounted(struct kzi_doc *doc, const struct kz_result *result, unsigned yaku);
/* End the sentence that says why a yaku that is not covered does not count: "ID holds, but ..." */
void kzi_end_aside(struct kzi_sentence *sentence, const struct kz_result *result, unsigned yaku);
/* Put ".yaku", the yaku that count. */
void kzi_put_counted_yaku(struct kzi_doc *doc, const struct kz_result *result);
/* Put "stand_ins", the tiles that wild tiles replace, if there are any. */
void kzi_put_stand_ins(struct kzi_doc *doc, const struct kz_result *result);
/* Put the fu items and the sum; then the steps from the total to the payment, or only to the
 * value. */
void kzi_put_fu(const struct kzi_report *report);
void kzi_put_arithmetic(const struct kzi_report *report);
void kzi_put_value_step(const struct kzi_report *report);
/* Put a value stated without tiles (value_text.c). */
void kzi_put_value(const struct kzi_report *report);
/* Put "tiles", those of each instance of a yaku that counts (contribution.c). */
void kzi_put_instances(struct kzi_doc *doc, const struct kz_result *result, unsigned yaku);
/* Put a list of groups of a reading; groups: by bit. */
void kzi_put_groups(struct kzi_doc *doc, const char *key, const struct kz_result *result,
                    const struct kzi_reading *reading, unsigned groups);
/* Put "reading". */
void kzi_put_reading(struct kzi_doc *doc, const struct kz_result *result,
                     const struct kzi_reading *reading);
/* Put the explanation (--explain) of a result, and that of a hand that did not win
 * (explanation.c). */
void kzi_put_explanation(struct kzi_doc *doc, const struct kz_result *result);
void kzi_put_loser_explanation(struct kzi_doc *doc, const struct kz_result *result);

/* Append the worth of a hand: "4 fan 40 fu, Mangan"; "8000 points". brief: for a table, with its
 * chips and without repeating what the total says. */
void kzi_say_worth(struct kzi_sentence *sentence, const struct kz_result *result, bool brief);

/* Write an error, as "line 7: error: MESSAGE (hand, column 12)". */
void kzi_put_refused(struct kzi_text *text, const kz_error *error, unsigned long line);

/* --- a settled deal --------------------------------------------------------------------------- */

/* Say how the deal ended, as "South wins on a discard from West". names: by seat; NULL: the names
 * of the seats. */
void kzi_say_outcome(struct kzi_sentence *sentence, const struct kzi_settlement *settlement,
                     const char *const *names);
#endif
