/* column_table.h - results as rows of tab-separated columns (--columns). */
#ifndef KZI_COLUMN_TABLE_H
#define KZI_COLUMN_TABLE_H

#include "score/result.h"

#define KZI_COLUMNS     18
#define KZI_MAX_COLUMNS 64 /* asked for; each may be more than once */

extern const char *const kzi_column_names[KZI_COLUMNS];

/* The columns that are asked for, in their order. */
struct kzi_column_list {
    unsigned char column[KZI_MAX_COLUMNS];
    unsigned count;
};

/* Read names with commas between them.  Return NULL, or the name that is wrong, which has *len
 * bytes; KZI_MAX_COLUMNS names are the most. */
const char *kzi_columns_read(struct kzi_column_list *list, const char *names, size_t *len);

void kzi_columns_header(struct kzi_text *text, const struct kzi_column_list *list);
void kzi_columns_row(struct kzi_text *text, const struct kzi_column_list *list,
                     const struct kz_result *result, unsigned long line);
/* The row of a hand that was refused.  id: as JSON, or "". */
void kzi_columns_error(struct kzi_text *text, const struct kzi_column_list *list, const char *id,
                       const kz_error *error, unsigned long line);

#endif
