/* column_table.h - results as rows of tab-separated columns (--columns). */
#ifndef KZI_COLUMN_TABLE_H
#define KZI_COLUMN_TABLE_H

#include "analysis/compare/comparer.h"
#include "cli/cli.h"
#include "logs/event.h"

#define KZI_MAX_COLUMNS 64 /* the most columns; one may be requested more than once */

/* The columns requested, in order. */
struct kzi_column_list {
    unsigned char column[KZI_MAX_COLUMNS];
    unsigned count;
    bool why; /* one of the columns gives reasons, which take long to find */
};

/* The values of a win in a log. */
struct kzi_logged_row {
    const char *id, *file, *round, *seat, *player;
    int64_t total, points; /* or KZI_NOT_SAID */
};

/* A row: a hand under one ruleset. */
struct kzi_column_row {
    const char *id;                      /* as JSON, or "" */
    unsigned long line;                  /* 0: none */
    const kz_error *error;               /* why the hand is refused; NULL: it has a result */
    const struct kz_result *result;      /* else NULL */
    const kz_comparison *compared;       /* the comparison that it belongs to; NULL: none */
    unsigned column;                     /* its index in the comparison */
    const struct kzi_logged_row *logged; /* NULL: it is from no log */
    size_t at;                           /* `at` of the column that is being written */
};

/* Return the columns of --columns, or NULL if it is not given.  Ends the command if it does not
 * have one of them. */
const struct kzi_column_list *kzi_columns_read(const struct kzi_args *args);
/* Put the names of the columns, unless the list is NULL. */
void kzi_columns_put_header(const struct kzi_column_list *list, struct kzi_text *text);

void kzi_put_column_row(struct kzi_text *text, const struct kzi_column_list *list,
                        const struct kzi_column_row *row);
/* Write a row for each ruleset. row: the members that all rows share. */
void kzi_put_compared_rows(struct kzi_text *text, const struct kzi_column_list *list,
                           const kz_comparison *compared, struct kzi_column_row row);

#endif
