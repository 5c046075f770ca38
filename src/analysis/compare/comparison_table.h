/* comparison_table.h - a comparison as a table: what counts by row, rulesets by column.
 *
 * Cells are words.  Setting them in the columns of a terminal, or in a page, is for others. */
#ifndef KZI_COMPARISON_TABLE_H
#define KZI_COMPARISON_TABLE_H

#include "analysis/comparison.h"

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

/* The name of a row, and the id of a yaku; NULL: the row has none beside its name. */
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

#endif
