/* Columns of texts under several rulesets: a row for each hand and ruleset, or a summary of all. */
#include "columns.h"

#include <stdlib.h>
#include <string.h>

/* --- hand after hand -------------------------------------------------------------------------- */

/* Takes a hand; text NULL: it is missing; else the comparison has its results. */
typedef kz_status hand_taker(void *context, const char *text, size_t len);

struct compare_ctx {
    kz_comparison *comparison;
    const struct kzpy_texts *texts;
    hand_taker *take;
    void *context;
};

static kz_status compare_block(void *context, const struct kzpy_block *block, int64_t first) {
    const struct compare_ctx *ctx = context;
    kz_status status = KZ_OK;
    for (int64_t i = 0; status == KZ_OK && i < (int64_t)block->hands.n; i++) {
        const int64_t *at = block->hands.offsets + i;
        if (!kzpy_is_there(ctx->texts, first + i)) {
            status = ctx->take(ctx->context, NULL, 0);
            continue;
        }
        if (at[1] < at[0])
            return KZ_BAD_USAGE;
        const char *text = block->hands.bytes ? block->hands.bytes + at[0] : "";
        const size_t len = (size_t)(at[1] - at[0]);
        kz_comparison_score(ctx->comparison, text, len, NULL);
        status = ctx->take(ctx->context, text, len);
    }
    return status;
}

static kz_status each_hand(kz_comparison *comparison, const struct kzpy_texts *texts,
                           hand_taker *take, void *context) {
    struct compare_ctx ctx = {comparison, texts, take, context};
    return kzpy_each_block(texts, compare_block, &ctx);
}

/* --- a summary -------------------------------------------------------------------------------- */

struct summary_ctx {
    kz_summary *summary;
    kz_comparison *comparison;
    kz_error *error;
};

static kz_status add_to_summary(void *context, const char *text, size_t len) {
    const struct summary_ctx *ctx = context;
    if (!text)
        return KZ_OK;
    return kz_summary_add(ctx->summary, ctx->comparison, text, len, ctx->error);
}

kz_status kzpy_summary_fill(kz_summary *summary, kz_comparison *comparison,
                            const struct kzpy_texts *texts, kz_error *error) {
    struct summary_ctx ctx = {summary, comparison, error};
    return each_hand(comparison, texts, add_to_summary, &ctx);
}

/* --- rows ------------------------------------------------------------------------------------- */

/* Texts one after another, as in Arrow's layout. */
struct text_column {
    int64_t *offsets;
    char *bytes;
    size_t capacity;
};

struct kzpy_rows {
    size_t n_rulesets;
    const kz_ruleset *rules[KZPY_MAX_RULESETS];
    kzpy_columns *columns[KZPY_MAX_RULESETS];
    struct text_column said[KZPY_MAX_RULESETS][KZPY_SAYS];
    kz_comparison *comparison; /* of the current call */
};

kzpy_rows *kzpy_rows_new(const kz_ruleset *const *rules, size_t count, int64_t hands) {
    kzpy_rows *rows = count <= KZPY_MAX_RULESETS ? calloc(1, sizeof *rows) : NULL;
    bool made = rows != NULL;
    for (size_t i = 0; made && i < count; i++) {
        rows->rules[i] = rules[i];
        made = (rows->columns[i] = kzpy_columns_new(rules[i], hands)) != NULL;
        rows->n_rulesets++;
        for (int what = 0; made && what < KZPY_SAYS; what++)
            made = (rows->said[i][what].offsets = calloc((size_t)hands + 1, sizeof(int64_t)));
    }
    if (made)
        return rows;
    kzpy_rows_free(rows);
    return NULL;
}

void kzpy_rows_free(kzpy_rows *rows) {
    if (!rows)
        return;
    for (size_t i = 0; i < rows->n_rulesets; i++) {
        kzpy_columns_free(rows->columns[i]);
        for (int what = 0; what < KZPY_SAYS; what++) {
            free(rows->said[i][what].offsets);
            free(rows->said[i][what].bytes);
        }
    }
    free(rows);
}

typedef kz_status writer(const kz_comparison *comparison, size_t index, char *buffer, size_t size,
                         size_t *needed);

static kz_status differs(const kz_comparison *comparison, size_t index, char *buffer, size_t size,
                         size_t *needed) {
    *needed = kz_comparison_differs(comparison, index, buffer, size);
    return KZ_OK;
}

/* Write the text of a row, with more room if needed.  Return false if memory ran out. */
static bool say(struct text_column *said, int64_t row, writer *write,
                const kz_comparison *comparison, size_t index) {
    const size_t used = (size_t)said->offsets[row];
    size_t len = 0;
    for (;;) {
        const size_t left = said->capacity - used;
        if (write &&
            write(comparison, index, left ? said->bytes + used : NULL, left, &len) != KZ_OK)
            return false;
        if (!len || len < left)
            break;
        const size_t capacity = 2 * (used + len) + 4096;
        char *bytes = realloc(said->bytes, capacity);
        if (!bytes)
            return false;
        said->bytes = bytes;
        said->capacity = capacity;
    }
    said->offsets[row + 1] = (int64_t)(used + len);
    return true;
}

static kz_status add_rows(void *context, const char *text, size_t len) {
    kzpy_rows *rows = context;
    static writer *const writers[KZPY_SAYS] = {differs, kz_comparison_why};
    (void)len;
    for (size_t i = 0; i < rows->n_rulesets; i++) {
        const int64_t row = rows->columns[i]->filled;
        bool made = row < rows->columns[i]->rows;
        for (int what = 0; made && what < KZPY_SAYS; what++)
            made = say(&rows->said[i][what], row, text ? writers[what] : NULL, rows->comparison, i);
        if (!made || !kzpy_columns_add(rows->columns[i], rows->rules[i],
                                       text ? kz_comparison_result(rows->comparison, i) : NULL))
            return KZ_NO_MEMORY;
    }
    return KZ_OK;
}

kz_status kzpy_rows_fill(kzpy_rows *rows, kz_comparison *comparison,
                         const struct kzpy_texts *texts) {
    rows->comparison = comparison;
    return each_hand(comparison, texts, add_rows, rows);
}

kzpy_columns *kzpy_rows_columns(const kzpy_rows *rows, size_t ruleset) {
    kzpy_columns_share(rows->columns[ruleset]);
    return rows->columns[ruleset];
}

struct kzpy_text_column kzpy_rows_said(const kzpy_rows *rows, size_t ruleset, enum kzpy_says what) {
    const struct text_column *said = &rows->said[ruleset][what];
    return (struct kzpy_text_column){said->offsets, said->bytes};
}
