/* Columns of texts scored into columns of results, or summed up, some thousand rows at a time. */
#include "columns.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK      8192 /* rows; a multiple of 8, because bits of a block begin in a byte */
#define BLOCK_BITS (BLOCK / 8)

static void *room(int64_t count, size_t width) {
    return calloc(count > 0 ? (size_t)count : 1, width);
}

/* --- dictionaries ----------------------------------------------------------------------------- */

typedef const char *text_of(const kz_ruleset *rules, size_t number);

static const char *code_of(const kz_ruleset *rules, size_t number) {
    (void)rules;
    return kz_error_code(number + 1);
}

static bool make_dictionary(struct kzpy_dictionary *made, const kz_ruleset *rules, text_of *text,
                            size_t count) {
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++)
        bytes += strlen(text(rules, i));
    made->n = (int64_t)count;
    made->offsets = room((int64_t)count + 1, sizeof *made->offsets);
    made->bytes = room((int64_t)bytes, 1);
    if (!made->offsets || !made->bytes)
        return false;
    for (size_t i = 0; i < count; i++) {
        size_t len = strlen(text(rules, i));
        memcpy(made->bytes + made->offsets[i], text(rules, i), len);
        made->offsets[i + 1] = made->offsets[i] + (int32_t)len;
    }
    return true;
}

/* --- new, shared, freed ----------------------------------------------------------------------- */

static bool make_numbers(kzpy_columns *columns, int64_t rows) {
    columns->win = room(rows, 1);
    columns->error = room(rows, 1);
    columns->points = room(rows, sizeof *columns->points);
    columns->total = room(rows, sizeof *columns->total);
    columns->qualifying = room(rows, sizeof *columns->qualifying);
    columns->fu = room(rows, sizeof *columns->fu);
    columns->limit = room(rows, sizeof *columns->limit);
    columns->yaku_offsets = room(rows + 1, sizeof *columns->yaku_offsets);
    bool made = columns->win && columns->error && columns->points && columns->total &&
                columns->qualifying && columns->fu && columns->limit && columns->yaku_offsets;
    for (int i = 0; i < KZPY_PAYMENTS; i++)
        made = (columns->payments[i] = room(rows, sizeof *columns->payments[i])) && made;
    for (int i = 0; i < KZPY_BITS; i++)
        made = (columns->bits[i] = room(rows / 8 + 2, 1)) && made;
    return made;
}

static bool grow_yaku(kzpy_columns *columns, size_t capacity) {
    int16_t *yaku = realloc(columns->yaku, capacity * sizeof *yaku);
    if (yaku)
        columns->yaku = yaku;
    int32_t *times = realloc(columns->times, capacity * sizeof *times);
    if (times)
        columns->times = times;
    if (yaku && times)
        columns->yaku_capacity = capacity;
    return yaku && times;
}

kzpy_columns *kzpy_columns_new(const kz_ruleset *rules, int64_t rows) {
    kzpy_columns *columns = calloc(1, sizeof *columns);
    if (!columns)
        return NULL;
    atomic_init(&columns->owners, 1);
    columns->rows = rows;
    if (make_numbers(columns, rows) && grow_yaku(columns, 64) &&
        make_dictionary(&columns->codes, rules, code_of, kz_error_code_count()) &&
        make_dictionary(&columns->limits, rules, kz_ruleset_limit_id,
                        kz_ruleset_limit_count(rules)) &&
        make_dictionary(&columns->yaku_ids, rules, kz_ruleset_yaku_id,
                        kz_ruleset_yaku_count(rules)))
        return columns;
    kzpy_columns_free(columns);
    return NULL;
}

void kzpy_columns_share(kzpy_columns *columns) {
    atomic_fetch_add(&columns->owners, 1);
}

void kzpy_columns_free(kzpy_columns *columns) {
    if (!columns || atomic_fetch_sub(&columns->owners, 1) > 1)
        return;
    struct kzpy_dictionary *dictionaries[] = {&columns->codes, &columns->limits,
                                              &columns->yaku_ids};
    for (int i = 0; i < 3; i++) {
        free(dictionaries[i]->offsets);
        free(dictionaries[i]->bytes);
    }
    for (int i = 0; i < KZPY_PAYMENTS; i++)
        free(columns->payments[i]);
    for (int i = 0; i < KZPY_BITS; i++)
        free(columns->bits[i]);
    free(columns->win);
    free(columns->error);
    free(columns->points);
    free(columns->total);
    free(columns->qualifying);
    free(columns->fu);
    free(columns->limit);
    free(columns->yaku_offsets);
    free(columns->yaku);
    free(columns->times);
    free(columns);
}

/* --- texts ------------------------------------------------------------------------------------ */

/* The texts of one block, laid out as kz_score_batch takes them. */
struct block {
    kz_batch_hands hands;
    int64_t offsets[BLOCK + 1];
    char *bytes; /* of views */
    size_t capacity;
};

static bool is_there(const struct kzpy_texts *texts, int64_t row) {
    size_t bit = (size_t)(texts->first + row);
    return !texts->validity || texts->validity[bit / 8] >> bit % 8 & 1;
}

/* A view: the length, then the text if it has at most 12 bytes, else 4 of them, the buffer's number
 * and the offset in it. */
struct view {
    int32_t length;
    char start[4];
    int32_t buffer, offset;
};

static kz_status append_view(struct block *block, const struct kzpy_texts *texts, int64_t row,
                             size_t used) {
    struct view view;
    const char *from = (const char *)texts->index + (size_t)row * sizeof view;
    memcpy(&view, from, sizeof view);
    if (view.length < 0)
        return KZ_BAD_USAGE;
    const size_t len = (size_t)view.length;
    if (len <= 12)
        from += 4;
    else if (view.buffer < 0 || view.buffer >= texts->n_buffers || view.offset < 0)
        return KZ_BAD_USAGE;
    else
        from = (const char *)texts->buffers[view.buffer] + view.offset;
    if (used + len > block->capacity) {
        size_t capacity = 2 * (used + len) + 4096;
        char *bytes = realloc(block->bytes, capacity);
        if (!bytes)
            return KZ_NO_MEMORY;
        block->bytes = bytes;
        block->capacity = capacity;
    }
    memcpy(block->bytes + used, from, len);
    return KZ_OK;
}

static kz_status gather_views(struct block *block, const struct kzpy_texts *texts, int64_t row,
                              int64_t n) {
    const struct view *views = texts->index;
    block->offsets[0] = 0;
    for (int64_t i = 0; i < n; i++) {
        block->offsets[i + 1] = block->offsets[i];
        if (!is_there(texts, row + i))
            continue;
        kz_status status = append_view(block, texts, row + i, (size_t)block->offsets[i]);
        if (status != KZ_OK)
            return status;
        block->offsets[i + 1] += views[row + i].length;
    }
    return KZ_OK;
}

static kz_status lay_out(struct block *block, const struct kzpy_texts *texts, int64_t row,
                         int64_t n) {
    const int64_t *wide = texts->index;
    const int32_t *narrow = texts->index;
    kz_status status = KZ_OK;
    block->hands = (kz_batch_hands){texts->bytes, block->offsets, texts->validity,
                                    texts->first + row, (size_t)n};
    switch (texts->layout) {
    case KZPY_OFFSETS_64:
        block->hands.offsets = wide + row;
        break;
    case KZPY_OFFSETS_32:
        for (int64_t i = 0; i <= n; i++)
            block->offsets[i] = narrow[row + i];
        break;
    case KZPY_VIEWS:
        status = gather_views(block, texts, row, n);
        block->hands.bytes = block->bytes;
        break;
    }
    if (status == KZ_OK && block->hands.offsets[0] < 0)
        return KZ_BAD_USAGE;
    return status;
}

/* --- results ---------------------------------------------------------------------------------- */

/* Copy bits to a place that need not begin in a byte. */
static void copy_bits(uint8_t *to, int64_t at, const uint8_t *from, int64_t n) {
    unsigned shift = (unsigned)(at % 8);
    to += at / 8;
    if (!shift) {
        memcpy(to, from, (size_t)(n + 7) / 8);
        return;
    }
    for (int64_t i = 0; i < (n + 7) / 8; i++) {
        to[i] = (uint8_t)((to[i] & ((1U << shift) - 1)) | (unsigned)from[i] << shift);
        to[i + 1] = (uint8_t)(from[i] >> (8 - shift));
    }
}

static void put_bit(uint8_t *bits, int64_t at, bool bit) {
    bits[at / 8] = (uint8_t)((bits[at / 8] & ~(1U << at % 8)) | (unsigned)bit << at % 8);
}

/* What kz_score_batch says with numbers, as bits; numbers of codes count from 0. */
static void put_bits_of_numbers(kzpy_columns *columns, int64_t row, int64_t n) {
    for (int64_t i = row; i < row + n; i++) {
        put_bit(columns->bits[KZPY_WIN_BITS], i, columns->win[i]);
        put_bit(columns->bits[KZPY_ERROR_VALID], i, columns->error[i]);
        put_bit(columns->bits[KZPY_FU_VALID], i, columns->fu[i] >= 0);
        put_bit(columns->bits[KZPY_LIMIT_VALID], i, columns->limit[i] >= 0);
        columns->error[i] = (uint8_t)(columns->error[i] - (columns->error[i] > 0));
    }
}

static kz_status score_block(kz_batch *batch, const struct block *block, kzpy_columns *columns) {
    const int64_t row = columns->filled, n = (int64_t)block->hands.n;
    uint8_t bits[1 + KZPY_PAYMENTS][BLOCK_BITS];
    size_t listed = (size_t)columns->yaku_offsets[row], needed = 4 * (size_t)n;
    kz_status status;
    do {
        if (listed + needed > columns->yaku_capacity &&
            !grow_yaku(columns, 2 * columns->yaku_capacity + listed + needed))
            return KZ_NO_MEMORY;
        kz_batch_columns to = {.size = sizeof to,
                               .valid = bits[0],
                               .error = columns->error + row,
                               .win = columns->win + row,
                               .points = columns->points + row,
                               .total = columns->total + row,
                               .qualifying = columns->qualifying + row,
                               .fu = columns->fu + row,
                               .limit = columns->limit + row,
                               .discarder = columns->payments[4] + row,
                               .others = columns->payments[5] + row,
                               .discarder_valid = bits[5],
                               .others_valid = bits[6],
                               .yaku_offsets = columns->yaku_offsets + row,
                               .yaku = columns->yaku + listed,
                               .yaku_times = columns->times + listed,
                               .yaku_capacity = columns->yaku_capacity - listed};
        for (int seat = 0; seat < 4; seat++) {
            to.payment[seat] = columns->payments[seat] + row;
            to.payment_valid[seat] = bits[1 + seat];
        }
        status = kz_score_batch(batch, &block->hands, &to, &needed);
    } while (status == KZ_OK && listed + needed > columns->yaku_capacity);
    for (int64_t i = row; i <= row + n; i++)
        columns->yaku_offsets[i] += (int64_t)listed;
    for (int i = 0; i <= KZPY_PAYMENTS; i++)
        copy_bits(columns->bits[i], row, bits[i], n);
    put_bits_of_numbers(columns, row, n);
    columns->filled += n;
    return status;
}

kz_status kzpy_columns_fill(kzpy_columns *columns, const kz_ruleset *rules,
                            const struct kzpy_texts *texts) {
    if (texts->n > columns->rows - columns->filled || (texts->n && !texts->index))
        return KZ_BAD_USAGE;
    kz_batch *batch = kz_batch_new(rules);
    struct block *block = calloc(1, sizeof *block);
    kz_status status = batch && block ? KZ_OK : KZ_NO_MEMORY;
    for (int64_t row = 0; status == KZ_OK && row < texts->n; row += BLOCK) {
        status = lay_out(block, texts, row, texts->n - row < BLOCK ? texts->n - row : BLOCK);
        if (status == KZ_OK)
            status = score_block(batch, block, columns);
    }
    if (block)
        free(block->bytes);
    free(block);
    kz_batch_free(batch);
    return status;
}

/* --- hands summed up
 * ------------------------------------------------------------------------------ */

static kz_status sum_block(kz_summary *summary, kz_comparison *comparison,
                           const struct block *block, const struct kzpy_texts *texts, int64_t first,
                           kz_error *error) {
    kz_status status = KZ_OK;
    for (int64_t i = 0; status == KZ_OK && i < (int64_t)block->hands.n; i++) {
        const int64_t *at = block->hands.offsets + i;
        if (!is_there(texts, first + i))
            continue;
        if (at[1] < at[0])
            return KZ_BAD_USAGE;
        const char *text = block->hands.bytes + at[0];
        const size_t len = (size_t)(at[1] - at[0]);
        kz_comparison_score(comparison, text, len, NULL);
        status = kz_summary_add(summary, comparison, text, len, error);
    }
    return status;
}

kz_status kzpy_summary_fill(kz_summary *summary, kz_comparison *comparison,
                            const struct kzpy_texts *texts, kz_error *error) {
    struct block *block = calloc(1, sizeof *block);
    kz_status status = block ? KZ_OK : KZ_NO_MEMORY;
    for (int64_t row = 0; status == KZ_OK && row < texts->n; row += BLOCK) {
        status = lay_out(block, texts, row, texts->n - row < BLOCK ? texts->n - row : BLOCK);
        if (status == KZ_OK)
            status = sum_block(summary, comparison, block, texts, row, error);
    }
    if (block)
        free(block->bytes);
    free(block);
    return status;
}

/* --- the columns one by one ------------------------------------------------------------------- */

static struct kzpy_column with_dictionary(struct kzpy_column column,
                                          const struct kzpy_dictionary *dictionary) {
    column.n_dictionary = dictionary->n;
    column.offsets = dictionary->offsets;
    column.bytes = dictionary->bytes;
    return column;
}

static struct kzpy_column simple(const kzpy_columns *columns, int bits, const char *name,
                                 const char *format, const void *values) {
    return (struct kzpy_column){.name = name,
                                .format = format,
                                .validity = bits < 0 ? NULL : columns->bits[bits],
                                .values = values,
                                .plain = values,
                                .length = columns->filled,
                                .elements = -1,
                                .n_dictionary = -1};
}

static struct kzpy_column elements(struct kzpy_column column, const kzpy_columns *columns) {
    column.length = columns->yaku_offsets[columns->filled];
    return column;
}

static struct kzpy_column list(struct kzpy_column column, int of) {
    column.elements = of;
    return column;
}

struct kzpy_column kzpy_column_of(const kzpy_columns *columns, int number) {
    static const char *const payments[] = {"E", "S", "W", "N", "discarder", "others"};
    struct kzpy_column win;
    switch (number) {
    case 0:
        win = simple(columns, KZPY_VALID, "win", "b", columns->bits[KZPY_WIN_BITS]);
        win.plain = columns->win;
        return win;
    case 1:
        return with_dictionary(simple(columns, KZPY_ERROR_VALID, "error", "c", columns->error),
                               &columns->codes);
    case 2:
        return simple(columns, KZPY_VALID, "points", "l", columns->points);
    case 3:
        return simple(columns, KZPY_VALID, "total", "i", columns->total);
    case 4:
        return simple(columns, KZPY_VALID, "qualifying", "i", columns->qualifying);
    case 5:
        return simple(columns, KZPY_FU_VALID, "fu", "i", columns->fu);
    case 6:
        return with_dictionary(simple(columns, KZPY_LIMIT_VALID, "limit", "s", columns->limit),
                               &columns->limits);
    case 13:
        return list(simple(columns, KZPY_VALID, "yaku", "+L", columns->yaku_offsets), 15);
    case 14:
        return list(simple(columns, KZPY_VALID, "yaku_counts", "+L", columns->yaku_offsets), 16);
    case 15:
        return elements(
            with_dictionary(simple(columns, -1, "item", "s", columns->yaku), &columns->yaku_ids),
            columns);
    case 16:
        return elements(simple(columns, -1, "item", "i", columns->times), columns);
    default:
        if (number < 7 || number > 16)
            return (struct kzpy_column){.name = NULL};
        return simple(columns, KZPY_PAYMENT_VALID + number - 7, payments[number - 7], "l",
                      columns->payments[number - 7]);
    }
}
