/* result_text.h - a result as a player reads it, several lines, each with its newline. */
#ifndef KZI_REPORT_TEXT_H
#define KZI_REPORT_TEXT_H

#include "base/text.h"
#include "score/result.h"

struct kzi_look {
    bool color;
    bool explain;
    bool in_deal;         /* one of a deal: what changes is said once, for the deal */
    bool on_page;         /* read far from here: rule files by their names, without folders */
    const char *language; /* of names; NULL: English */
};

/* Of a result without an error. */
void kzi_report_text(struct kzi_text *text, const struct kz_result *result,
                     const struct kzi_look *look);

/* --- the parts (private to src/report/) ------------------------------------------------------- */

/* A report under way. */
struct kzi_report {
    struct kzi_text *text;
    const struct kz_result *result;
    const struct kzi_model *model;
    const struct kzi_tally *best;
    const struct kzi_look *look; /* NULL: JSON is written */
};

static inline struct kzi_report kzi_report_of(struct kzi_text *text, const struct kz_result *result,
                                              const struct kzi_look *look) {
    return (struct kzi_report){text, result, result->rules->model, &result->best, look};
}

/* Bold for what is said at the table, dim for ids; without look->color nothing is written. */
void kzi_ink_bold(struct kzi_text *text, const struct kzi_look *look);
void kzi_ink_dim(struct kzi_text *text, const struct kzi_look *look);
void kzi_ink_off(struct kzi_text *text, const struct kzi_look *look);

/* "Riichi (riichi)"; the id alone, as words, where the rules give no name or that same one. */
void kzi_put_yaku(const struct kzi_report *to, unsigned yaku);

/* Widths of what stands in columns. */
struct kzi_columns {
    size_t name, value;
};
void kzi_columns_fit(struct kzi_columns *columns, size_t name, size_t value);
/* "  East   +2000", without a newline. */
void kzi_put_change(struct kzi_text *text, const char *who, int64_t change,
                    const struct kzi_columns *columns);
/* Columns that a number takes. */
size_t kzi_digits(int64_t number, bool with_sign);

/* situation.c: how the hand was understood, and its tiles. */
void kzi_text_situation(struct kzi_text *text, const struct kz_result *result,
                        const char *language);
/* The same hand under several rulesets: what some of them do not use is said so. */
void kzi_text_situations(struct kzi_text *text, const struct kz_result *const *results,
                         unsigned count, const char *language);
/* The groups of a reading, the melds last; NULL: the tiles as they are. */
void kzi_text_hand(struct kzi_text *text, const struct kz_result *result,
                   const struct kzi_reading *reading);
/* A line of its own before a part of an explanation. */
void kzi_put_heading(struct kzi_text *text, const struct kzi_look *look, const char *heading);
/* Where a rule stands, and what it says it comes from. */
void kzi_put_rule(struct kzi_text *text, struct kzi_place place, const struct kzi_node *source,
                  const struct kzi_look *look);
/* What holds and does not count of one yaku. */
void kzi_put_not_counted(struct kzi_text *text, const struct kz_result *result, unsigned yaku,
                         const struct kzi_look *look);
/* Why one that no other covers does not count, to stand after its name: " holds, but ..." */
void kzi_say_aside(struct kzi_text *text, const struct kz_result *result, unsigned yaku,
                   const struct kzi_look *look);
/* The yaku that count in a tally. */
void kzi_put_list(struct kzi_text *text, const struct kz_result *result,
                  const struct kzi_tally *tally, const struct kzi_look *look);
/* The fu one by one, and the arithmetic from the total to the payment. */
void kzi_put_all_fu(const struct kzi_report *to);
void kzi_put_payment(const struct kzi_report *to);
/* Which tiles the yaku is made of: ": 234m 234p 234s". */
void kzi_put_uses(const struct kzi_report *to, unsigned yaku);
/* explanation.c: what --explain adds. */
void kzi_text_explain(struct kzi_text *text, const struct kz_result *result,
                      const struct kzi_look *look);

/* --- a settled deal --------------------------------------------------------------------------- */

/* One object without a newline; line as in kzi_report_json. */
void kzi_deal_json(struct kzi_text *text, const struct kzi_settlement *settlement, bool explain,
                   unsigned long line);
/* Several lines; of a settlement without an error. */
void kzi_deal_text(struct kzi_text *text, const struct kzi_settlement *settlement,
                   const struct kzi_look *look);

#endif
