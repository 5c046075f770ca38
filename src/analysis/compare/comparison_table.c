#include "analysis/compare/comparison_table.h"

#include "report/wording.h"

#include <string.h>

/* --- cells ----------------------------------------------------------------------------------- */

/* A cell being written.  by_id: to be compared, so that a limit is told by its id whatever the
 * rulesets call it. */
struct cell {
    struct kzi_text *text;
    const struct kz_result *result;
    const struct kzi_compared_table *table;
    bool by_id;
};

static void put_nothing(struct cell *cell) {
    kzi_text_char(cell->text, '-');
}

static void put_limit(struct cell *cell, unsigned limit, int32_t times) {
    const struct kzi_model *model = cell->result->rules->model;
    if (!cell->by_id) {
        kzi_say_limit(cell->text, model, limit, times, cell->table->language);
        return;
    }
    kzi_text_int(cell->text, times);
    kzi_text_put(cell->text, model->limits[limit].id);
}

static void put_result(struct cell *cell, const struct kzi_compared_row *row) {
    static const char *const says[] = {[KZI_WINS] = "wins",
                                       [KZI_INCOMPLETE] = "not complete",
                                       [KZI_NO_YAKU] = "no yaku",
                                       [KZI_BELOW_MINIMUM] = "below minimum",
                                       [KZI_HEAD_BUMP] = "head bump"};
    (void)row;
    if (kzi_is_scored(cell->result))
        kzi_text_put(cell->text, says[cell->result->reason]);
    else
        kzi_text_put(cell->text, cell->by_id ? cell->result->error.text : "refused");
}

/* The number of the row's yaku in a result that lists it; -1: it does not. */
static int listed_as(const struct kzi_compared_table *table, const struct kzi_compared_row *row,
                     const struct kz_result *result) {
    if (!kzi_is_complete(result))
        return -1;
    int yaku = kzi_names_find(&result->rules->model->yaku_names, kzi_compared_id(table, row));
    return yaku >= 0 && kzi_has_yaku(result->best.scored, (unsigned)yaku) ? yaku : -1;
}

static void put_yaku(struct cell *cell, const struct kzi_compared_row *row) {
    int yaku = listed_as(cell->table, row, cell->result);
    if (yaku < 0) {
        put_nothing(cell);
        return;
    }
    const struct kzi_value *value = kzi_value_in_hand(cell->result, (unsigned)yaku);
    unsigned times = kzi_times_listed(cell->result, (unsigned)yaku);
    if (times > 1)
        kzi_text_format(cell->text, "%u x ", times);
    if (value->limit == KZI_NO_LIMIT)
        kzi_text_int(cell->text, value->number);
    else
        put_limit(cell, value->limit, value->number);
}

/* Where a yaku worth a limit pays, nothing was added up. */
static void put_total(struct cell *cell, const struct kzi_compared_row *row) {
    (void)row;
    const struct kz_result *result = cell->result;
    if (!kzi_is_complete(result) || result->best.by_limit) {
        put_nothing(cell);
        return;
    }
    kzi_say_total(cell->text, result->rules->model, result->best.total);
}

static void put_fu(struct cell *cell, const struct kzi_compared_row *row) {
    (void)row;
    if (kzi_is_complete(cell->result) && cell->result->best.fu >= 0)
        kzi_text_int(cell->text, cell->result->best.fu);
    else
        put_nothing(cell);
}

static void put_limit_paid(struct cell *cell, const struct kzi_compared_row *row) {
    (void)row;
    const struct kzi_tally *best = &cell->result->best;
    if (kzi_is_won(cell->result) && best->limit >= 0)
        put_limit(cell, (unsigned)best->limit, best->multiplier);
    else
        put_nothing(cell);
}

static void put_points(struct cell *cell, const struct kzi_compared_row *row) {
    (void)row;
    if (kzi_is_won(cell->result))
        kzi_text_int(cell->text, cell->result->best.points);
    else
        put_nothing(cell);
}

static void put_change(struct cell *cell, bool known, int64_t change) {
    if (!kzi_is_won(cell->result) || !known) {
        put_nothing(cell);
        return;
    }
    if (change > 0)
        kzi_text_char(cell->text, '+');
    kzi_text_int(cell->text, change);
}

static void put_seat(struct cell *cell, const struct kzi_compared_row *row) {
    put_change(cell, kzi_is_won(cell->result) && row->seat < cell->result->rules->model->n_seats,
               cell->result->paid[row->seat]);
}

static void put_discarder(struct cell *cell, const struct kzi_compared_row *row) {
    (void)row;
    put_change(cell, true, cell->result->paid_discarder);
}

static void put_others(struct cell *cell, const struct kzi_compared_row *row) {
    (void)row;
    put_change(cell, true, cell->result->paid_others);
}

/* --- kinds of rows --------------------------------------------------------------------------- */

static const struct {
    const char *label; /* NULL: that of the seat or yaku */
    void (*put)(struct cell *cell, const struct kzi_compared_row *row);
} kinds[] = {
    [KZI_COMPARED_RESULT] = {"result", put_result},
    [KZI_COMPARED_YAKU] = {NULL, put_yaku},
    [KZI_COMPARED_TOTAL] = {"total", put_total},
    [KZI_COMPARED_FU] = {"fu", put_fu},
    [KZI_COMPARED_LIMIT] = {"limit", put_limit_paid},
    [KZI_COMPARED_POINTS] = {"points", put_points},
    [KZI_COMPARED_SEAT] = {NULL, put_seat},
    [KZI_COMPARED_DISCARDER] = {"the discarder", put_discarder},
    [KZI_COMPARED_OTHERS] = {"each other", put_others},
};

const char *kzi_compared_id(const struct kzi_compared_table *table,
                            const struct kzi_compared_row *row) {
    if (row->kind != KZI_COMPARED_YAKU)
        return NULL;
    return table->comparison->results[row->column]->rules->model->yaku[row->yaku].id;
}

void kzi_compared_label(struct kzi_text *text, const struct kzi_compared_table *table,
                        const struct kzi_compared_row *row) {
    const struct kz_result *first = table->comparison->results[row->column];
    if (row->kind == KZI_COMPARED_YAKU)
        kzi_say_yaku(text, first->rules->model, row->yaku, table->language);
    else if (row->kind == KZI_COMPARED_SEAT)
        kzi_text_put(text, kzi_seat_says[row->seat]);
    else
        kzi_text_put(text, kinds[row->kind].label);
}

void kzi_compared_cell(struct kzi_text *text, const struct kzi_compared_table *table,
                       const struct kzi_compared_row *row, unsigned column) {
    struct cell cell = {text, table->comparison->results[column], table, false};
    kinds[row->kind].put(&cell, row);
}

#define CELL 600 /* bytes: an error has less than 512 */

static void put_by_id(char *buffer, const struct kzi_compared_table *table,
                      const struct kzi_compared_row *row, unsigned column) {
    struct kzi_text text = kzi_text_fixed(buffer, CELL);
    struct cell cell = {&text, table->comparison->results[column], table, true};
    kinds[row->kind].put(&cell, row);
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

static void add_row(struct kzi_compared_table *table, enum kzi_compared_kind kind, unsigned seat) {
    table->rows[table->n_rows++] =
        (struct kzi_compared_row){.kind = (uint8_t)kind, .seat = (uint8_t)seat};
}

static bool any(const struct kzi_comparison *comparison,
                bool (*has)(const struct kz_result *result)) {
    for (unsigned i = 0; i < comparison->count; i++)
        if (has(comparison->results[i]))
            return true;
    return false;
}

static bool wins_not(const struct kz_result *result) {
    return !kzi_is_won(result);
}

static bool has_total(const struct kz_result *result) {
    return kzi_is_complete(result) && !result->best.by_limit;
}

static bool has_fu(const struct kz_result *result) {
    return kzi_is_complete(result) && result->best.fu >= 0;
}

static bool has_limit(const struct kz_result *result) {
    return kzi_is_won(result) && result->best.limit >= 0;
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
    add_row(table, KZI_COMPARED_POINTS, 0);
    if (!won->discarder_unknown) {
        for (unsigned seat = 0; seat < most_seats(table->comparison); seat++)
            add_row(table, KZI_COMPARED_SEAT, seat);
        return;
    }
    add_row(table, KZI_COMPARED_SEAT, won->hand.seat);
    add_row(table, KZI_COMPARED_DISCARDER, 0);
    if (any(table->comparison, others_pay))
        add_row(table, KZI_COMPARED_OTHERS, 0);
}

void kzi_compared_table(struct kzi_compared_table *table, const struct kzi_comparison *comparison,
                        const char *language) {
    table->comparison = comparison;
    table->language = language;
    table->n_rows = 0;
    if (any(comparison, wins_not))
        add_row(table, KZI_COMPARED_RESULT, 0);
    unsigned bonus = table->n_rows;
    for (unsigned column = 0; column < comparison->count; column++)
        add_yaku(table, column, &bonus);
    if (any(comparison, has_total))
        add_row(table, KZI_COMPARED_TOTAL, 0);
    if (any(comparison, has_fu))
        add_row(table, KZI_COMPARED_FU, 0);
    if (any(comparison, has_limit))
        add_row(table, KZI_COMPARED_LIMIT, 0);
    add_payments(table);
}
