#include "analysis/compare/comparison_table.h"

#include "report/wording.h"

#include <string.h>

/* --- cells ----------------------------------------------------------------------------------- */

/* A cell being written.  by_id: to be compared, so that a limit is named by its id, whatever the
 * rulesets call it. */
struct cell {
    struct kzi_text *text;
    const struct kz_result *result;
    const struct kzi_compared_table *table;
    bool by_id;
};

static void put_limit(struct cell *cell, unsigned limit, int32_t times) {
    const struct kzi_model *model = cell->result->rules->model;
    if (!cell->by_id) {
        kzi_say_limit(cell->text, model, limit, times, cell->table->language);
        return;
    }
    kzi_text_int(cell->text, times);
    kzi_text_put(cell->text, model->limits[limit].id);
}

static void put_result(struct cell *cell) {
    static const char *const says[] = {[KZI_WINS] = "wins",
                                       [KZI_INCOMPLETE] = "not complete",
                                       [KZI_NO_YAKU] = "no yaku",
                                       [KZI_BELOW_MINIMUM] = "below minimum",
                                       [KZI_HEAD_BUMP] = "head bump"};
    if (kzi_is_scored(cell->result))
        kzi_text_put(cell->text, says[cell->result->reason]);
    else
        kzi_text_put(cell->text, cell->by_id ? cell->result->error.text : "refused");
}

/* Put the row's yaku, if the result lists it. */
static void put_yaku(struct cell *cell, const struct kzi_compared_row *row) {
    const struct kz_result *result = cell->result;
    int found = kzi_is_complete(result) ? kzi_names_find(&result->rules->model->yaku_names,
                                                         kzi_compared_id(cell->table, row))
                                        : -1;
    unsigned yaku = (unsigned)found;
    if (found < 0 || !kzi_has_yaku(result->best.scored, yaku))
        return;
    const struct kzi_value *value = kzi_value_in_hand(result, yaku);
    unsigned times = kzi_times_listed(result, yaku);
    if (times > 1)
        kzi_text_format(cell->text, "%u x ", times);
    if (value->limit == KZI_NO_LIMIT)
        kzi_text_int(cell->text, value->number);
    else
        put_limit(cell, value->limit, value->number);
}

static void put_change(struct cell *cell, int64_t change) {
    kzi_text_put(cell->text, change > 0 ? "+" : "");
    kzi_text_int(cell->text, change);
}

/* Whether a result has a total: where a yaku worth a limit pays, nothing was added up. */
static bool has_total(const struct kz_result *result) {
    return kzi_is_complete(result) && !result->best.by_limit;
}

static bool has_fu(const struct kz_result *result) {
    return kzi_is_complete(result) && result->best.fu >= 0;
}

static bool has_limit(const struct kz_result *result) {
    return kzi_is_won(result) && result->best.limit >= 0;
}

/* Put a cell, or "-" where the result has nothing to show. */
static void put_cell(struct cell *cell, const struct kzi_compared_row *row) {
    const struct kz_result *result = cell->result;
    const struct kzi_tally *best = &result->best;
    bool won = kzi_is_won(result);
    size_t from = cell->text->len;
    switch ((enum kzi_compared_kind)row->kind) {
    case KZI_COMPARED_RESULT:
        put_result(cell);
        break;
    case KZI_COMPARED_YAKU:
        put_yaku(cell, row);
        break;
    case KZI_COMPARED_TOTAL:
        if (has_total(result))
            kzi_say_total(cell->text, result->rules->model, best->total);
        break;
    case KZI_COMPARED_FU:
        if (has_fu(result))
            kzi_text_int(cell->text, best->fu);
        break;
    case KZI_COMPARED_LIMIT:
        if (has_limit(result))
            put_limit(cell, (unsigned)best->limit, best->multiplier);
        break;
    case KZI_COMPARED_POINTS:
        if (won)
            kzi_text_int(cell->text, best->points);
        break;
    case KZI_COMPARED_SEAT:
        if (won && row->seat < result->rules->model->n_seats)
            put_change(cell, result->paid[row->seat]);
        break;
    case KZI_COMPARED_DISCARDER:
        if (won)
            put_change(cell, result->paid_discarder);
        break;
    case KZI_COMPARED_OTHERS:
        if (won)
            put_change(cell, result->paid_others);
        break;
    }
    if (cell->text->len == from)
        kzi_text_char(cell->text, '-');
}

const char *kzi_compared_id(const struct kzi_compared_table *table,
                            const struct kzi_compared_row *row) {
    if (row->kind != KZI_COMPARED_YAKU)
        return NULL;
    return table->comparison->results[row->column]->rules->model->yaku[row->yaku].id;
}

void kzi_compared_label(struct kzi_text *text, const struct kzi_compared_table *table,
                        const struct kzi_compared_row *row) {
    static const char *const labels[] = {[KZI_COMPARED_RESULT] = "result",
                                         [KZI_COMPARED_TOTAL] = "total",
                                         [KZI_COMPARED_FU] = "fu",
                                         [KZI_COMPARED_LIMIT] = "limit",
                                         [KZI_COMPARED_POINTS] = "points",
                                         [KZI_COMPARED_DISCARDER] = "the discarder",
                                         [KZI_COMPARED_OTHERS] = "each other"};
    const struct kz_result *first = table->comparison->results[row->column];
    if (row->kind == KZI_COMPARED_YAKU)
        kzi_say_yaku(text, first->rules->model, row->yaku, table->language);
    else if (row->kind == KZI_COMPARED_SEAT)
        kzi_text_put(text, kzi_seat_says[row->seat]);
    else
        kzi_text_put(text, labels[row->kind]);
}

void kzi_compared_cell(struct kzi_text *text, const struct kzi_compared_table *table,
                       const struct kzi_compared_row *row, unsigned column) {
    struct cell cell = {text, table->comparison->results[column], table, false};
    put_cell(&cell, row);
}

#define CELL 600 /* bytes: an error has less than 512 */

static void put_by_id(char *buffer, const struct kzi_compared_table *table,
                      const struct kzi_compared_row *row, unsigned column) {
    struct kzi_text text = kzi_text_fixed(buffer, CELL);
    struct cell cell = {&text, table->comparison->results[column], table, true};
    put_cell(&cell, row);
    kzi_text_end(&text);
}

bool kzi_compared_unlike(const struct kzi_compared_table *table, const struct kzi_compared_row *row,
                         unsigned column) {
    char first[CELL], other[CELL];
    put_by_id(first, table, row, 0);
    put_by_id(other, table, row, column);
    return strcmp(first, other) != 0;
}

/* --- which rows there are -------------------------------------------------------------------- */

/* Add a row where some result has something to show in it; has: NULL: in any case. */
static void add_row(struct kzi_compared_table *table, enum kzi_compared_kind kind, unsigned seat,
                    bool (*has)(const struct kz_result *result)) {
    const struct kzi_comparison *comparison = table->comparison;
    bool any = !has;
    for (unsigned i = 0; i < comparison->count && !any; i++)
        any = has(comparison->results[i]);
    if (any)
        table->rows[table->n_rows++] =
            (struct kzi_compared_row){.kind = (uint8_t)kind, .seat = (uint8_t)seat};
}

static bool wins_not(const struct kz_result *result) {
    return !kzi_is_won(result);
}

static bool others_pay(const struct kz_result *result) {
    return kzi_is_won(result) && result->paid_others;
}

/* The row of a yaku that is listed already, or n_rows. */
static unsigned row_of(const struct kzi_compared_table *table, const char *id) {
    for (unsigned i = 0; i < table->n_rows; i++)
        if (table->rows[i].kind == KZI_COMPARED_YAKU &&
            !strcmp(kzi_compared_id(table, &table->rows[i]), id))
            return i;
    return table->n_rows;
}

static void insert_yaku(struct kzi_compared_table *table, unsigned at, unsigned column,
                        uint16_t yaku) {
    struct kzi_compared_row *row = &table->rows[at];
    memmove(row + 1, row, (table->n_rows - at) * sizeof *row);
    *row = (struct kzi_compared_row){
        .kind = KZI_COMPARED_YAKU, .column = (uint8_t)column, .yaku = yaku};
    table->n_rows++;
}

/* Each yaku of a result that has no row yet gets one after that of the yaku before it, or after all
 * there are; a bonus after all that are none.  *bonus: the first row of a bonus. */
static void add_yaku(struct kzi_compared_table *table, unsigned column, unsigned *bonus) {
    const struct kz_result *result = table->comparison->results[column];
    uint16_t list[KZI_MAX_YAKU];
    unsigned count = kzi_is_complete(result) ? kzi_listed(result, list) : 0, at = *bonus;
    for (unsigned i = 0; i < count; i++) {
        const struct kzi_yaku *yaku = &result->rules->model->yaku[list[i]];
        unsigned found = row_of(table, yaku->id);
        if (found < table->n_rows) {
            at = found + 1;
            continue;
        }
        if (yaku->bonus ? at < *bonus : at > *bonus)
            at = *bonus;
        insert_yaku(table, at++, column, list[i]);
        *bonus += !yaku->bonus;
    }
}

static const struct kz_result *first_won(const struct kzi_comparison *comparison) {
    for (unsigned i = 0; i < comparison->count; i++)
        if (kzi_is_won(comparison->results[i]))
            return comparison->results[i];
    return NULL;
}

static unsigned most_seats(const struct kzi_comparison *comparison) {
    unsigned seats = 0;
    for (unsigned i = 0; i < comparison->count; i++)
        if (kzi_is_won(comparison->results[i]) &&
            comparison->results[i]->rules->model->n_seats > seats)
            seats = comparison->results[i]->rules->model->n_seats;
    return seats;
}

static void add_payments(struct kzi_compared_table *table) {
    const struct kz_result *won = first_won(table->comparison);
    if (!won)
        return;
    add_row(table, KZI_COMPARED_POINTS, 0, NULL);
    if (!won->discarder_unknown) {
        for (unsigned seat = 0; seat < most_seats(table->comparison); seat++)
            add_row(table, KZI_COMPARED_SEAT, seat, NULL);
        return;
    }
    add_row(table, KZI_COMPARED_SEAT, won->hand.seat, NULL);
    add_row(table, KZI_COMPARED_DISCARDER, 0, NULL);
    add_row(table, KZI_COMPARED_OTHERS, 0, others_pay);
}

void kzi_compared_table(struct kzi_compared_table *table, const struct kzi_comparison *comparison,
                        const char *language) {
    table->comparison = comparison;
    table->language = language;
    table->n_rows = 0;
    add_row(table, KZI_COMPARED_RESULT, 0, wins_not);
    unsigned bonus = table->n_rows;
    for (unsigned column = 0; column < comparison->count; column++)
        add_yaku(table, column, &bonus);
    add_row(table, KZI_COMPARED_TOTAL, 0, has_total);
    add_row(table, KZI_COMPARED_FU, 0, has_fu);
    add_row(table, KZI_COMPARED_LIMIT, 0, has_limit);
    add_payments(table);
}
