/* comparison_table.h - a comparison as a table: what counts by row, rulesets by column.
 *
 * Cells are words.  Setting them in the columns of a terminal, or in a page, is for others. */
#ifndef KZI_COMPARISON_TABLE_H
#define KZI_COMPARISON_TABLE_H

#include "analysis/compare/summary.h"
#include "analysis/comparison.h"
#include "report/result_text.h"

enum kzi_compared_kind {
    KZI_COMPARED_RESULT, /* wins, no yaku, refused; where not every result wins */
    KZI_COMPARED_YAKU,
    KZI_COMPARED_TOTAL,
    KZI_COMPARED_FU,
    KZI_COMPARED_LIMIT,
    KZI_COMPARED_POINTS,
    KZI_COMPARED_SEAT,      /* what changes for a seat */
    KZI_COMPARED_DISCARDER, /* whoever that is */
    KZI_COMPARED_OTHERS     /* each of the rest, where the discarder is not known */
};

struct kzi_compared_row {
    uint8_t kind;
    uint8_t seat;   /* of SEAT */
    uint8_t column; /* of YAKU: the first result that lists it, */
    uint16_t yaku;  /* and its number there */
};

#define KZI_COMPARED_ROWS (KZI_MAX_COMPARED * KZI_MAX_YAKU + 16)

/* Large, and filled anew for each hand: keep one. */
struct kzi_compared_table {
    const struct kzi_comparison *comparison;
    const char *language; /* of names; NULL: English */
    unsigned n_rows;
    struct kzi_compared_row
        rows[KZI_COMPARED_ROWS]; /* yaku in the order of the rulesets, bonus last */
};

void kzi_compared_table(struct kzi_compared_table *table, const struct kzi_comparison *comparison,
                        const char *language);

/* The name of a row, and the id of a yaku; NULL: the row is not a yaku. */
void kzi_compared_label(struct kzi_text *text, const struct kzi_compared_table *table,
                        const struct kzi_compared_row *row);
const char *kzi_compared_id(const struct kzi_compared_table *table,
                            const struct kzi_compared_row *row);
/* "2 x 1", "4 fan", a limit, "-" where a result has nothing to show. */
void kzi_compared_cell(struct kzi_text *text, const struct kzi_compared_table *table,
                       const struct kzi_compared_row *row, unsigned column);

/* Whether a cell says something else than that of the first column. */
bool kzi_compared_unlike(const struct kzi_compared_table *table, const struct kzi_compared_row *row,
                         unsigned column);

struct kzi_compared_look {
    struct kzi_look look;
    unsigned width; /* columns of the terminal */
};

/* The situation, the hand, the table, and what differs.  Of hands that could be read. */
void kzi_compare_text(struct kzi_text *text, const struct kzi_compared_table *table,
                      const struct kzi_compared_look *look);

/* The hand as each ruleset reads it, a line for each way; whose it is, where they are several. */
void kzi_compare_readings(struct kzi_text *text, const struct kzi_comparison *comparison);
/* Why some do not win, which fields differ, and why.  look: may be NULL. */
void kzi_compare_verdict(struct kzi_text *text, const struct kzi_comparison *comparison,
                         const struct kzi_look *look);

/* The page up to the first hand: the rulesets and their titles. */
void kzi_compare_html_begin(struct kzi_text *text, const kz_ruleset *const *rules, unsigned count,
                            const char *language);
/* One hand.  line: of the stream; 0: it is the only one. */
void kzi_compare_html(struct kzi_text *text, const struct kzi_compared_table *table,
                      const struct kzi_look *look, unsigned long line);
/* A line that is not a hand. */
void kzi_compare_html_refused(struct kzi_text *text, const kz_error *error, unsigned long line);
void kzi_compare_html_end(struct kzi_text *text);

#endif
