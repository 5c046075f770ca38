/* result_text.h - a result as text for a player, several lines, each with its newline. */
#ifndef KZI_REPORT_TEXT_H
#define KZI_REPORT_TEXT_H

#include "score/result.h"
#include "words/sentence.h"

/* Write a result without an error. */
void kzi_report_text(struct kzi_text *text, const struct kz_result *result,
                     const struct kzi_style *style);

/* Write the hand of a player who did not win, and what it is worth. */
void kzi_report_loser(struct kzi_text *text, const struct kz_result *result,
                      const struct kzi_style *style);

/* --- the parts (private to src/report/) ------------------------------------------------------- */

/* Context for writing a report. */
struct kzi_report {
    struct kzi_text *text;
    const struct kz_result *result;
    const struct kzi_model *model;
    const struct kzi_tally *best;
    const struct kzi_style *style; /* NULL: JSON is written */
    struct kzi_text *steps; /* the array of JSON whose strings are the steps written to text */
};

static inline struct kzi_report kzi_report_of(struct kzi_text *text, const struct kz_result *result,
                                              const struct kzi_style *style) {
    return (struct kzi_report){text, result, result->rules->model, &result->best, style, NULL};
}

/* Switch to bold for words said at the table, to dim for ids; nothing is written without
 * style->color. */
void kzi_ink_bold(struct kzi_text *text, const struct kzi_style *style);
void kzi_ink_dim(struct kzi_text *text, const struct kzi_style *style);
void kzi_ink_off(struct kzi_text *text, const struct kzi_style *style);

/* Write "Riichi (riichi)"; only the id, as words, if the rules give no other name. */
void kzi_put_yaku(const struct kzi_report *to, unsigned yaku);

/* Widths of columns. */
struct kzi_columns {
    size_t name, value;
};
void kzi_columns_fit(struct kzi_columns *columns, size_t name, size_t value);
/* Write "  East +2000", without a newline. */
void kzi_put_change(struct kzi_text *text, const char *who, int64_t change,
                    const struct kzi_columns *columns);
/* Return the columns that a number takes. */
size_t kzi_digits(int64_t number, bool with_sign);

/* situation.c: write how the hand was understood, and its tiles. */
void kzi_text_situation(struct kzi_text *text, const struct kz_result *result,
                        const struct kzi_style *style);
/* The same for one hand under several rulesets, with remarks on what some do not use. */
void kzi_text_situations(struct kzi_text *text, const struct kz_result *const *results,
                         unsigned count, const struct kzi_style *style);
/* Write the groups of a reading, the melds last; NULL: the tiles in order. */
void kzi_text_hand(struct kzi_text *text, const struct kz_result *result,
                   const struct kzi_reading *reading);
/* Write the heading of a part of an explanation on its own line. */
void kzi_put_heading(struct kzi_text *text, const struct kzi_style *style, const char *heading);
void kzi_put_title(struct kzi_text *text, const struct kzi_style *style, enum kzi_says says);
/* Write the place of a rule and its source. */
void kzi_put_rule(struct kzi_text *text, struct kzi_place place, const struct kzi_node *source,
                  const struct kzi_style *style);
/* Write why one yaku holds but does not count. */
void kzi_put_not_counted(struct kzi_text *text, const struct kz_result *result, unsigned yaku,
                         const struct kzi_style *style);
/* Write why a yaku that is not covered does not count: "ID holds, but ..." */
void kzi_say_aside(struct kzi_text *text, const struct kz_result *result, unsigned yaku,
                   const struct kzi_style *style);
/* Write the yaku that count in a tally. */
void kzi_put_list(struct kzi_text *text, const struct kz_result *result,
                  const struct kzi_tally *tally, const struct kzi_style *style);
/* Write the fu one by one, and the arithmetic from the total to the payment. */
void kzi_put_all_fu(const struct kzi_report *to);
void kzi_put_arithmetic(const struct kzi_report *to);
/* Write who pays whom. */
void kzi_put_payments(const struct kzi_report *to);
/* Write that the hand does not win, and why. */
void kzi_put_no_win(const struct kzi_report *to);
/* Write a value stated without tiles (value_text.c). */
void kzi_value_text(struct kzi_text *text, const struct kz_result *result,
                    const struct kzi_style *style);
/* Write the tiles that the yaku consists of: ": 234m 234p 234s". */
void kzi_put_uses(const struct kzi_report *to, unsigned yaku);
/* explanation.c: write the explanation (--explain). */
void kzi_text_explain(struct kzi_text *text, const struct kz_result *result,
                      const struct kzi_style *style);
/* Write the yaku that count in a hand that did not win, with their rules. */
void kzi_text_explain_loser(struct kzi_text *text, const struct kz_result *result,
                            const struct kzi_style *style);

/* Append what a hand is worth: "4 fan 40 fu, Mangan"; "8000 points".  brief: in a table, with its
 * chips and without what the total says already. */
void kzi_say_worth(struct kzi_text *text, const struct kz_result *result,
                   const struct kzi_style *style, bool brief);

/* Write "line 7: error: MESSAGE (hand, column 12)". */
void kzi_put_refused(struct kzi_text *text, const kz_error *error, unsigned long line);

/* --- a settled deal --------------------------------------------------------------------------- */

/* How the deal ended: "South wins on a discard from West"; names: by seat; NULL: those of the
 * seats. */
void kzi_say_outcome(struct kzi_text *text, const struct kzi_settlement *settlement,
                     const struct kzi_style *style, const char *const *names);
#endif
