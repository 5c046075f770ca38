/* table.h - the point tables of a rule book, with every cell computed by the scoring code. */
#ifndef KZI_TABLE_H
#define KZI_TABLE_H

#include "analysis/html/html.h"
#include "compile/price.h"
#include "score/result.h"

struct kzi_style;

/* A column of the tables: who wins, and how. */
struct kzi_table_column {
    enum kzi_outcome outcome;
    bool self_draw;
    /* NULL: the usual payers */
    const struct kzi_other_payers *payers;
};

#define KZI_TABLE_COLUMNS 7

struct kzi_table_payer {
    enum kzi_role role;
    unsigned count; /* number of seats that pay this amount */
    int64_t pays;
};

/* The payments for a value. */
struct kzi_table_pay {
    unsigned n_payers;
    struct kzi_table_payer payers[KZI_ROLES]; /* only those who pay something */
    int64_t points;
    bool past_range; /* such a hand is refused (value_range) */
};

/* A row of the rules: fu.rows. */
struct kzi_table_fu {
    int32_t fu;
    int32_t min[2]; /* the lowest total of such a hand, on a discard and by self-draw */
};

#define KZI_TABLE_FU     1001
#define KZI_TABLE_TOTALS 64

struct kzi_table {
    const struct kz_ruleset *rules;
    bool by_fu;           /* the value depends on fu and total; else only on the total */
    bool lacks_columns;   /* there were more columns than fit */
    bool dealer_is_equal; /* a dealer is like any other player */
    unsigned n_columns;
    struct kzi_table_column columns[KZI_TABLE_COLUMNS];
    unsigned n_fu; /* with by_fu: sorted, lowest first */
    struct kzi_table_fu fu[KZI_TABLE_FU];
    unsigned n_totals; /* increasing; only totals that no limit pays */
    int32_t totals[KZI_TABLE_TOTALS];
};

void kzi_table_fill(struct kzi_table *table, const struct kz_ruleset *rules);

/* Return whether some hand won in this way has this fu and this total. */
bool kzi_table_has(const struct kzi_table_fu *fu, bool self_draw, int32_t total);

/* A value, with the limit (-1: none) and its multiple. */
struct kzi_table_worth {
    int64_t value;
    int limit;
    int32_t times;
};

void kzi_table_pay(const struct kz_ruleset *rules, struct kzi_table_column column,
                   struct kzi_table_worth worth, struct kzi_table_pay *pay);

/* A line of the table of limits: a limit, its multiple, and the totals that reach it. */
struct kzi_table_limit {
    unsigned limit; /* index in model->limits */
    int32_t times;
    int32_t from, to; /* totals; from 0: not reached by a total; to 0: no upper end */
};

#define KZI_TABLE_LIMITS (4 * KZI_MAX_LIMITS)

static inline struct kzi_table_worth kzi_table_worth(const struct kzi_price *price) {
    return (struct kzi_table_worth){price->value, price->limit, 1};
}

static inline struct kzi_table_worth kzi_table_limit_worth(const struct kz_ruleset *rules,
                                                           const struct kzi_table_limit *line) {
    return (struct kzi_table_worth){(int64_t)rules->model->limits[line->limit].worth * line->times,
                                    (int)line->limit, line->times};
}

/* List the limits in use by increasing value, with multiples that some yaku is worth. */
unsigned kzi_table_limits(const struct kz_ruleset *rules,
                          struct kzi_table_limit list[KZI_TABLE_LIMITS]);

/* Return the last total of the row that begins with totals[at]; -1: no end. */
int32_t kzi_table_last_of_row(const struct kzi_table *table, unsigned at);

/* --- reports (table_report.c) ----------------------------------------------------------------- */

/* Write the tables and remarks as text, or as the part of a page below its head. */
void kzi_put_table_body(struct kzi_text *text, const struct kzi_table *table,
                        const struct kzi_style *style);
/* Write the tables as text with a head, as a whole page, or as JSON, one object per line for each
 * cell of each table. */
void kzi_put_table(struct kzi_text *text, const struct kzi_table *table,
                   const struct kzi_style *style);

#endif
