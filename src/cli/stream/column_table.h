/* column_table.h - results as rows of tab-separated columns (--columns). */
#ifndef KZI_COLUMN_TABLE_H
#define KZI_COLUMN_TABLE_H

#include "analysis/compare/comparer.h"
#include "cli/cli.h"
#include "logs/event.h"

#define KZI_MAX_COLUMNS 64 /* asked for; each may be more than once */

/* The columns that are asked for, in their order. */
struct kzi_column_list {
    unsigned char column[KZI_MAX_COLUMNS];
    unsigned count;
    bool why; /* one of them gives reasons, which take long to find */
};

/* What a log says of a win. */
struct kzi_logged_row {
    const char *id, *file, *round, *seat, *player;
    int64_t total, points; /* or KZI_NOT_SAID */
};

/* A hand under one ruleset. */
struct kzi_column_row {
    const char *id;                      /* as JSON, or "" */
    unsigned long line;                  /* 0: none */
    const kz_error *error;               /* why the hand is refused; NULL: it is not, but has */
    const struct kz_result *result;      /* a result */
    const kz_comparison *compared;       /* of which it is; NULL: none */
    unsigned column;                     /* there */
    const struct kzi_logged_row *logged; /* NULL: it is from no log */
    size_t at;                           /* of the column that is written */
};

/* Return the columns of --columns, NULL without it. Ends the command if they are not its own. */
const struct kzi_column_list *kzi_columns_read(const struct kzi_args *args);
/* Put their names, unless the list is NULL. */
void kzi_columns_put_header(const struct kzi_column_list *list, struct kzi_text *text);

void kzi_columns_row(struct kzi_text *text, const struct kzi_column_list *list,
                     const struct kzi_column_row *row);
/* Write a row for each ruleset. row: what they have in common. */
void kzi_columns_compared(struct kzi_text *text, const struct kzi_column_list *list,
                          const kz_comparison *compared, struct kzi_column_row row);

#endif
