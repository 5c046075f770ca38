/* Functions for the Python package in addition to kazoe.h and kazoe-analysis.h. build_engine.py
 * reads all three files for cffi: it skips preprocessor lines, and a declaration may use only
 * syntax that cffi can read. */
#ifndef KAZOE_PYTHON_H
#define KAZOE_PYTHON_H

#include "kazoe-analysis.h"

/* --- one hand --------------------------------------------------------------------------------- */

/* A yaku of a record. */
struct kzpy_yaku {
    int32_t number; /* number in the ruleset */
    int32_t value;  /* of each time; 0: a limit */
    int32_t times;
    int32_t limit; /* number of the limit in the ruleset; -1: none */
};

/* The members of a result that _result.py unpacks (_OFFSET there), followed by the yaku.  Payments:
 * E, S, W, N, discarder, each of the others. */
struct kzpy_record {
    int64_t points, payments[6], chips, chip_payments[6];
    int32_t win, reason, seat, discarder_unknown;
    int32_t total, qualifying, fu, limit, multiplier, n_yaku;
    struct kzpy_yaku yaku[256];
};

/* A reader and scorer of hands under one ruleset, for one thread at a time. */
typedef struct kzpy_scorer {
    const kz_ruleset *rules;
    kz_hand *hand;
    kz_result *result;
    kz_error error;            /* of the last call */
    struct kzpy_record record; /* of the last call */
} kzpy_scorer;

/* Return a scorer, or NULL if memory ran out. */
kzpy_scorer *kzpy_scorer_new(const kz_ruleset *rules);
void kzpy_scorer_free(kzpy_scorer *scorer);

/* Score a hand.  Return the number of bytes of the record that are filled in, or -1: see error. */
int kzpy_score(kzpy_scorer *scorer, const char *text, size_t len);
/* Read a hand without its last tile.  Return 0, or -1.  The next function scores it with a last
 * tile. */
int kzpy_read_unfinished(kzpy_scorer *scorer, const char *text, size_t len);
int kzpy_score_with(kzpy_scorer *scorer, const char *tile, int self_draw);
int kzpy_value(kzpy_scorer *scorer, const kz_stated_value *value);
/* Fill in a record from a result under these rules. */
int kzpy_record_of(struct kzpy_record *record, const kz_ruleset *rules, const kz_result *result);

/* Return the reason with a number in a record, or NULL. */
const char *kzpy_reason(size_t number);

/* --- columns ---------------------------------------------------------------------------------- */

/* The layouts of texts that can be read: Arrow's utf8, large_utf8 and utf8_view, and the same of
 * binary. */
enum kzpy_layout { KZPY_OFFSETS_32, KZPY_OFFSETS_64, KZPY_VIEWS };

/* A column of n texts.  They are read in place, except that the texts of views are copied next to
 * each other, some thousand at a time. */
struct kzpy_texts {
    enum kzpy_layout layout;
    const void *index; /* offsets or views, from the first text on */
    const char *bytes;
    const void *const *buffers; /* of views, from number 0 on */
    int64_t n_buffers;
    const uint8_t *validity; /* or NULL */
    int64_t first, n;        /* first: the bit of the first text */
};

/* Columns of results.  They are freed with the last user that shares them. */
typedef struct kzpy_columns kzpy_columns;

/* Return empty columns with room for `rows` rows; NULL: out of memory. */
kzpy_columns *kzpy_columns_new(const kz_ruleset *rules, int64_t rows);
void kzpy_columns_free(kzpy_columns *columns);
/* Score texts into the rows after those that are filled.  KZ_BAD_USAGE: the texts are outside their
 * buffers, or are more than the rows left. */
kz_status kzpy_columns_fill(kzpy_columns *columns, const kz_ruleset *rules,
                            const struct kzpy_texts *texts);

/* Copy columns, with the texts of their dictionaries, into a buffer from which they can be made
 * again.  Return its size; buffer NULL: only that. */
size_t kzpy_columns_pack(kzpy_columns *columns, char *buffer);
/* Return the columns of such a buffer; NULL: it is none, or out of memory. */
kzpy_columns *kzpy_columns_unpack(const char *buffer, size_t size);

/* --- several rulesets ------------------------------------------------------------------------- */

/* Add hands under several rulesets to a summary, except missing ones.  KZ_BAD_USAGE with no text in
 * error: the texts are outside their buffers. */
kz_status kzpy_summary_fill(kz_summary *summary, kz_comparison *comparison,
                            const struct kzpy_texts *texts, kz_error *error);

/* Rows for each hand and ruleset: columns by ruleset. */
typedef struct kzpy_rows kzpy_rows;
enum { KZPY_MAX_RULESETS = 16 };

/* Return rows for a number of hands; NULL: out of memory.  The rules must outlive them. */
kzpy_rows *kzpy_rows_new(const kz_ruleset *const *rules, size_t count, int64_t hands);
void kzpy_rows_free(kzpy_rows *rows);
/* Add the rows of hands, by a comparison under the same rulesets; the rows of a missing hand are
 * missing.  KZ_BAD_USAGE: the texts are outside their buffers. */
kz_status kzpy_rows_fill(kzpy_rows *rows, kz_comparison *comparison,
                         const struct kzpy_texts *texts);
/* Return the results under a ruleset, which are then shared. */
kzpy_columns *kzpy_rows_columns(const kzpy_rows *rows, size_t ruleset);
/* The texts of kz_comparison_differs and kz_comparison_why, one after another. */
enum kzpy_says { KZPY_DIFFERS, KZPY_WHY, KZPY_SAYS };
struct kzpy_text_column {
    const int64_t *offsets; /* one more than hands */
    const char *bytes;      /* NULL: all texts are empty */
};
struct kzpy_text_column kzpy_rows_said(const kzpy_rows *rows, size_t ruleset, enum kzpy_says what);

/* --- the columns ------------------------------------------------------------------------------ */

/* A column by number, in the layout of its Arrow array. */
struct kzpy_column {
    const char *name;        /* NULL: there is no such column */
    const char *format;      /* Arrow's name of the type */
    const uint8_t *validity; /* bits; NULL: every element has a value */
    const void *values;      /* of lists: the offsets */
    const void *plain;       /* if values are bits, the same as bytes; else equal to values */
    int64_t length;
    int elements;           /* of lists: the number of the column of elements; else -1 */
    int64_t n_dictionary;   /* -1: values are no indices */
    const int32_t *offsets; /* of the dictionary's texts */
    const char *bytes;
};
enum { KZPY_TOP_COLUMNS = 15 }; /* numbers below it are columns of their own, not elements */
struct kzpy_column kzpy_column_of(const kzpy_columns *columns, int number);

/* --- Arrow's C data interface ----------------------------------------------------------------- */

struct ArrowSchema {
    const char *format;
    const char *name;
    const char *metadata;
    int64_t flags;
    int64_t n_children;
    struct ArrowSchema **children;
    struct ArrowSchema *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};
struct ArrowArray {
    int64_t length;
    int64_t null_count;
    int64_t offset;
    int64_t n_buffers;
    int64_t n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};
struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *);
    void *private_data;
};

/* Reading: streams and arrays of a producer. */
int kzpy_stream_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out);
int kzpy_stream_next(struct ArrowArrayStream *stream, struct ArrowArray *out);
const char *kzpy_stream_error(struct ArrowArrayStream *stream);
void kzpy_schema_release(struct ArrowSchema *schema); /* does nothing if it was released */
void kzpy_array_release(struct ArrowArray *array);

/* Writing: one column, or all of them as a struct (number -1).  Return 0 if memory ran out. */
int kzpy_export_schema(struct ArrowSchema *out, const kzpy_columns *columns, int number);
int kzpy_export_array(struct ArrowArray *out, kzpy_columns *columns, int number);
/* Write a stream of one array. */
int kzpy_export_stream(struct ArrowArrayStream *out, kzpy_columns *columns, int number);

/* New structs for capsules, all zero, and the functions that free them, for PyCapsule_New. */
struct ArrowSchema *kzpy_new_schema(void);
struct ArrowArray *kzpy_new_array(void);
struct ArrowArrayStream *kzpy_new_stream(void);
void *kzpy_free_schema_capsule(void);
void *kzpy_free_array_capsule(void);
void *kzpy_free_stream_capsule(void);

#endif
