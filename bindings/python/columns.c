/* Score columns of texts into columns of results, some thousand rows at a time. */
#include "columns.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK_BITS (KZPY_BLOCK / 8)

static void *room(int64_t count, size_t width) {
    return calloc(count > 0 ? (size_t)count : 1, width);
}

/* --- dictionaries ----------------------------------------------------------------------------- */

typedef const char *text_of(const kz_ruleset *rules, size_t number);

static const char *code_of(const kz_ruleset *rules, size_t number) {
    (void)rules;
    return kz_error_code(number + 1);
}

static bool make_room_for_texts(struct kzpy_dictionary *made, int64_t count, int64_t bytes) {
    made->n = count;
    made->offsets = room(count + 1, sizeof *made->offsets);
    made->bytes = room(bytes, 1);
    return made->offsets && made->bytes;
}

static bool make_dictionary(struct kzpy_dictionary *made, const kz_ruleset *rules, text_of *text,
                            size_t count) {
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++)
        bytes += strlen(text(rules, i));
    if (!make_room_for_texts(made, (int64_t)count, (int64_t)bytes))
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

static kzpy_columns *new_columns(int64_t rows, size_t yaku_capacity) {
    kzpy_columns *columns = calloc(1, sizeof *columns);
    if (!columns)
        return NULL;
    atomic_init(&columns->owners, 1);
    columns->rows = rows;
    if (make_numbers(columns, rows) && grow_yaku(columns, yaku_capacity))
        return columns;
    kzpy_columns_free(columns);
    return NULL;
}

kzpy_columns *kzpy_columns_new(const kz_ruleset *rules, int64_t rows) {
    kzpy_columns *columns = new_columns(rows, 64);
    if (columns &&
        make_dictionary(&columns->texts[KZPY_CODES], rules, code_of, kz_error_code_count()) &&
        make_dictionary(&columns->texts[KZPY_LIMITS], rules, kz_ruleset_limit_id,
                        kz_ruleset_limit_count(rules)) &&
        make_dictionary(&columns->texts[KZPY_YAKU_IDS], rules, kz_ruleset_yaku_id,
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
    for (int i = 0; i < KZPY_DICTIONARIES; i++) {
        free(columns->texts[i].offsets);
        free(columns->texts[i].bytes);
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

/* --- results ---------------------------------------------------------------------------------- */

/* Copy n bits to position `at`, which need not be at the start of a byte. */
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

/* Turn numbers of kz_score_batch into bits; numbers of codes count from 0. */
static void put_bits_of_numbers(kzpy_columns *columns, int64_t row, int64_t n) {
    for (int64_t i = row; i < row + n; i++) {
        put_bit(columns->bits[KZPY_WIN_BITS], i, columns->win[i]);
        put_bit(columns->bits[KZPY_ERROR_VALID], i, columns->error[i]);
        put_bit(columns->bits[KZPY_FU_VALID], i, columns->fu[i] >= 0);
        put_bit(columns->bits[KZPY_LIMIT_VALID], i, columns->limit[i] >= 0);
        columns->error[i] = (uint8_t)(columns->error[i] - (columns->error[i] > 0));
    }
}

static kz_status score_block(kz_batch *batch, const struct kzpy_block *block,
                             kzpy_columns *columns) {
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

struct column_ctx {
    kz_batch *batch;
    kzpy_columns *columns;
};

static kz_status fill_block(void *context, const struct kzpy_block *block, int64_t first) {
    const struct column_ctx *ctx = context;
    (void)first;
    return score_block(ctx->batch, block, ctx->columns);
}

kz_status kzpy_columns_fill(kzpy_columns *columns, const kz_ruleset *rules,
                            const struct kzpy_texts *texts) {
    struct column_ctx ctx = {kz_batch_new(rules), columns};
    kz_status status = KZ_BAD_USAGE;
    if (!ctx.batch)
        status = KZ_NO_MEMORY;
    else if (texts->n <= columns->rows - columns->filled)
        status = kzpy_each_block(texts, fill_block, &ctx);
    kz_batch_free(ctx.batch);
    return status;
}

/* --- one result ------------------------------------------------------------------------------- */

static uint8_t number_of_code(const char *code) {
    size_t number = 1;
    while (number < kz_error_code_count() && strcmp(kz_error_code(number), code) != 0)
        number++;
    return (uint8_t)(number - 1);
}

static void put_payments(kzpy_columns *columns, int64_t row, const kz_ruleset *rules,
                         const kz_result *win) {
    const bool unknown = win && kz_result_discarder_unknown(win);
    bool said[KZPY_PAYMENTS] = {0};
    for (int seat = 0; seat < 4; seat++) {
        said[seat] = win && (unknown ? seat == (int)kz_result_seat(win)
                                     : seat < (int)kz_ruleset_seats(rules));
        columns->payments[seat][row] = said[seat] ? kz_result_payment(win, (kz_seat)seat) : 0;
    }
    said[4] = said[5] = unknown;
    columns->payments[4][row] = unknown ? kz_result_payment_discarder(win) : 0;
    columns->payments[5][row] = unknown ? kz_result_payment_others(win) : 0;
    for (int i = 0; i < KZPY_PAYMENTS; i++)
        put_bit(columns->bits[KZPY_PAYMENT_VALID + i], row, said[i]);
}

static void put_yaku(kzpy_columns *columns, int64_t row, const kz_result *scored, size_t count) {
    const int64_t listed = columns->yaku_offsets[row];
    for (size_t i = 0; i < count; i++) {
        columns->yaku[listed + (int64_t)i] = (int16_t)kz_result_yaku_number(scored, i);
        columns->times[listed + (int64_t)i] = kz_result_yaku_times(scored, i);
    }
    columns->yaku_offsets[row + 1] = listed + (int64_t)count;
}

bool kzpy_columns_add(kzpy_columns *columns, const kz_ruleset *rules, const kz_result *result) {
    const int64_t row = columns->filled;
    const kz_error *error = result ? kz_result_error(result) : NULL;
    const kz_result *scored = error ? NULL : result;
    const bool wins = scored && kz_result_wins(scored);
    const size_t count = scored ? kz_result_yaku_count(scored) : 0;
    const size_t listed = (size_t)columns->yaku_offsets[row] + count;
    const char *limit = scored ? kz_result_limit(scored) : NULL;
    if (listed > columns->yaku_capacity && !grow_yaku(columns, 2 * listed))
        return false;
    columns->error[row] = error ? number_of_code(error->code) : 0;
    columns->win[row] = wins;
    columns->points[row] = scored ? kz_result_points(scored) : 0;
    columns->total[row] = scored ? kz_result_total(scored) : 0;
    columns->qualifying[row] = scored ? kz_result_qualifying(scored) : 0;
    columns->fu[row] = scored ? kz_result_fu(scored) : -1;
    columns->limit[row] = (int16_t)(limit ? kz_ruleset_limit_find(rules, limit) : -1);
    put_bit(columns->bits[KZPY_VALID], row, scored != NULL);
    put_bit(columns->bits[KZPY_WIN_BITS], row, wins);
    put_bit(columns->bits[KZPY_ERROR_VALID], row, error != NULL);
    put_bit(columns->bits[KZPY_FU_VALID], row, columns->fu[row] >= 0);
    put_bit(columns->bits[KZPY_LIMIT_VALID], row, columns->limit[row] >= 0);
    put_payments(columns, row, rules, wins ? scored : NULL);
    put_yaku(columns, row, scored, count);
    columns->filled++;
    return true;
}

/* --- copies in one buffer --------------------------------------------------------------------- */

struct sizes {
    int64_t rows, yaku, texts[KZPY_DICTIONARIES], bytes[KZPY_DICTIONARIES];
};

/* A buffer to which memory is copied, or from which it is filled. */
struct buffer {
    char *written;
    const char *read; /* NULL unless written is NULL */
    size_t size;      /* up to here */
};

static void copy_memory(struct buffer *buffer, void *memory, int64_t count, size_t width) {
    const size_t bytes = (size_t)count * width;
    if (buffer->written)
        memcpy(buffer->written + buffer->size, memory, bytes);
    else if (buffer->read)
        memcpy(memory, buffer->read + buffer->size, bytes);
    buffer->size += bytes;
}

#define COPY(member, count) copy_memory(buffer, columns->member, count, sizeof *columns->member)

static void copy_all(struct buffer *buffer, kzpy_columns *columns, struct sizes *sizes) {
    const int64_t rows = sizes->rows;
    copy_memory(buffer, sizes, 1, sizeof *sizes);
    COPY(win, rows);
    COPY(error, rows);
    COPY(points, rows);
    COPY(total, rows);
    COPY(qualifying, rows);
    COPY(fu, rows);
    COPY(limit, rows);
    for (int i = 0; i < KZPY_PAYMENTS; i++)
        COPY(payments[i], rows);
    for (int i = 0; i < KZPY_BITS; i++)
        COPY(bits[i], (rows + 7) / 8);
    COPY(yaku_offsets, rows + 1);
    COPY(yaku, sizes->yaku);
    COPY(times, sizes->yaku);
    for (int i = 0; i < KZPY_DICTIONARIES; i++) {
        COPY(texts[i].offsets, sizes->texts[i] + 1);
        COPY(texts[i].bytes, sizes->bytes[i]);
    }
}

size_t kzpy_columns_pack(kzpy_columns *columns, char *buffer) {
    struct sizes sizes = {.rows = columns->filled, .yaku = columns->yaku_offsets[columns->filled]};
    for (int i = 0; i < KZPY_DICTIONARIES; i++) {
        sizes.texts[i] = columns->texts[i].n;
        sizes.bytes[i] = columns->texts[i].offsets[sizes.texts[i]];
    }
    struct buffer all = {.written = buffer};
    copy_all(&all, columns, &sizes);
    return all.size;
}

kzpy_columns *kzpy_columns_unpack(const char *buffer, size_t size) {
    struct sizes sizes;
    if (size < sizeof sizes)
        return NULL;
    memcpy(&sizes, buffer, sizeof sizes);
    kzpy_columns *columns = new_columns(sizes.rows, (size_t)sizes.yaku + 1);
    if (!columns)
        return NULL;
    columns->filled = sizes.rows;
    bool made = true;
    for (int i = 0; i < KZPY_DICTIONARIES; i++)
        made = make_room_for_texts(&columns->texts[i], sizes.texts[i], sizes.bytes[i]) && made;
    struct buffer all = {0};
    copy_all(&all, columns, &sizes);
    if (made && all.size == size) {
        all = (struct buffer){.read = buffer};
        copy_all(&all, columns, &sizes);
        return columns;
    }
    kzpy_columns_free(columns);
    return NULL;
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

static struct kzpy_column list(struct kzpy_column column, int elements) {
    column.elements = elements;
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
                               &columns->texts[KZPY_CODES]);
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
                               &columns->texts[KZPY_LIMITS]);
    case 13:
        return list(simple(columns, KZPY_VALID, "yaku", "+L", columns->yaku_offsets), 15);
    case 14:
        return list(simple(columns, KZPY_VALID, "yaku_counts", "+L", columns->yaku_offsets), 16);
    case 15:
        return elements(with_dictionary(simple(columns, -1, "item", "s", columns->yaku),
                                        &columns->texts[KZPY_YAKU_IDS]),
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
