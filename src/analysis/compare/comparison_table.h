/* comparison_table.h - a comparison as a table of words, with a row for each item and a column
 * for each ruleset. */
#ifndef KZI_COMPARISON_TABLE_H
#define KZI_COMPARISON_TABLE_H

#include "analysis/compare/summary.h"
#include "analysis/comparison.h"
#include "report/result_text.h"

struct kzi_compared_row {
    uint8_t kind, seat; /* private to comparison_table.c */
    uint8_t column;     /* of a yaku: the first result that lists it */
    uint16_t yaku;      /* and its index there */
    uint16_t unlike;    /* columns that differ from the first, as bits */
    uint32_t words;     /* its name, then its cells */
    const char *id;     /* of a yaku; else NULL */
};

#define KZI_COMPARED_ROWS (KZI_MAX_COMPARED * KZI_MAX_YAKU + 16)

/* Large and filled anew for each hand, so keep one. Initialize with zeros; release its words. */
struct kzi_compared_table {
    const struct kzi_comparison *comparison;
    struct kzi_text words;
    unsigned n_rows;
    /* Yaku are in the order of the rulesets, bonus last. */
    struct kzi_compared_row rows[KZI_COMPARED_ROWS];
};

/* language: of names; NULL: English. */
void kzi_compared_table(struct kzi_compared_table *table, const struct kzi_comparison *comparison,
                        const char *language);

/* "2 x 1", "4 fan", a limit, "-" for nothing. */
const char *kzi_compared_cell(const struct kzi_compared_table *table,
                              const struct kzi_compared_row *row, unsigned column);

static inline const char *kzi_compared_name(const struct kzi_compared_table *table,
                                            const struct kzi_compared_row *row) {
    return table->words.failed ? "" : table->words.at + row->words;
}

/* Write the rules that make the result of a ruleset differ from the first: "fu.pair (4 -> 2)"; "; "
 * between them. */
void kzi_put_blamed(struct kzi_text *text, const struct kzi_summed_blame *blame);
/* The same as one line for a player, which also says how sure that is. */
void kzi_put_why(struct kzi_text *text, const struct kzi_summed_blame *blame,
                 const struct kzi_style *style);
/* Write why results differ, of all of them, into an object that is open. */
void kzi_reasons_json(struct kzi_text *text, const struct kzi_comparison *comparison);
/* Write the object of a hand without a newline: its id, what kzi_compare_members writes, and the
 * reasons if they were requested. */
void kzi_compare_json(struct kzi_text *text, const struct kzi_comparison *comparison, bool explain,
                      unsigned long line);
/* Write the situation, the hand, the table and the differences of hands that could be read.
 * width: of the terminal. */
void kzi_compare_text(struct kzi_text *text, const struct kzi_compared_table *table,
                      const struct kzi_style *style, unsigned width);

#endif
