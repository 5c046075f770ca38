#include "analysis/compare/comparison_table.h"

#include "report/wording.h"

#include <string.h>

/* --- cells ----------------------------------------------------------------------------------- */

/* The cell being written. by_id: for comparing, so a limit is written by its id and not by its
 * name in a ruleset. */
struct cell {
    struct kzi_text *text;
    const struct kz_result *result;
    const struct kzi_compared_row *row;
    const char *language;
    bool by_id;
};

static void put_limit(const struct cell *cell, unsigned limit, int32_t times) {
    const struct kzi_model *model = cell->result->rules->model;
    if (cell->by_id)
        kzi_text_format(cell->text, "%d%s", (int)times, model->limits[limit].id);
    else
        kzi_say_limit(cell->text, model, limit, times, cell->language);
}

/* Put a cell, or nothing if the result has nothing to show. Return whether the cell needs the
 * row. */
typedef bool put_fn(const struct cell *cell);

static bool put_result(const struct cell *cell) {
    static const char *const says[] = {[KZI_WINS] = "wins",
                                       [KZI_INCOMPLETE] = "not complete",
                                       [KZI_NO_YAKU] = "no yaku",
                                       [KZI_BELOW_MINIMUM] = "below minimum",
                                       [KZI_HEAD_BUMP] = "head bump"};
    if (kzi_is_scored(cell->result))
        kzi_text_put(cell->text, says[cell->result->reason]);
    else
        kzi_text_put(cell->text, cell->by_id ? cell->result->error.text : "refused");
    return !kzi_is_won(cell->result);
}

static bool put_yaku(const struct cell *cell) {
    const struct kz_result *result = cell->result;
    const struct kzi_names *names = &result->rules->model->yaku_names;
    int found = kzi_is_complete(result) ? kzi_names_find(names, cell->row->id) : -1;
    unsigned yaku = (unsigned)found;
    if (found < 0 || !kzi_has_yaku(result->best.scored, yaku))
        return true;
    const struct kzi_value *value = kzi_value_in_hand(result, yaku);
    unsigned times = kzi_times_listed(result, yaku);
    if (times > 1)
        kzi_text_format(cell->text, "%u x ", times);
    if (value->limit == KZI_NO_LIMIT)
        kzi_text_int(cell->text, value->number);
    else
        put_limit(cell, value->limit, value->number);
    return true;
}

/* If a yaku worth a limit pays, there is no total. */
static bool put_total(const struct cell *cell) {
    const struct kz_result *result = cell->result;
    bool has = kzi_is_complete(result) && !result->best.by_limit;
    if (has)
        kzi_say_total(cell->text, result->rules->model, result->best.total);
    return has;
}

static bool put_fu(const struct cell *cell) {
    bool has = kzi_is_complete(cell->result) && cell->result->best.fu >= 0;
    if (has)
        kzi_text_int(cell->text, cell->result->best.fu);
    return has;
}

static bool put_best_limit(const struct cell *cell) {
    const struct kzi_tally *best = &cell->result->best;
    bool has = kzi_is_won(cell->result) && best->limit >= 0;
    if (has)
        put_limit(cell, (unsigned)best->limit, best->multiplier);
    return has;
}

static bool put_points(const struct cell *cell) {
    if (kzi_is_won(cell->result))
        kzi_text_int(cell->text, cell->result->best.points);
    return true;
}

static void put_change(const struct cell *cell, int64_t change) {
    if (kzi_is_won(cell->result))
        kzi_text_format(cell->text, change > 0 ? "+%lld" : "%lld", (long long)change);
}

static bool put_seat(const struct cell *cell) {
    if (cell->row->seat < cell->result->rules->model->n_seats)
        put_change(cell, cell->result->paid[cell->row->seat]);
    return true;
}

static bool put_discarder(const struct cell *cell) {
    put_change(cell, cell->result->paid_discarder);
    return true;
}

static bool put_others(const struct cell *cell) {
    put_change(cell, cell->result->paid_others);
    return kzi_is_won(cell->result) && cell->result->paid_others;
}

/* "2 (+6)": what the hand is worth, and what the winner gets. */
static bool put_chips(const struct cell *cell) {
    const struct kz_result *result = cell->result;
    if (!kzi_has_chips(result))
        return false;
    kzi_text_format(cell->text, result->chips ? "%lld (+%lld)" : "0", (long long)result->chips,
                    (long long)result->chips_paid[result->hand.seat]);
    return result->chips;
}

enum kind { RESULT, YAKU, TOTAL, FU, LIMIT, POINTS, SEAT, DISCARDER, OTHERS, CHIPS };

static const struct {
    const char *label; /* NULL: a yaku or a seat */
    put_fn *put;
} kinds[] = {
    [RESULT] = {"result", put_result},
    [YAKU] = {NULL, put_yaku},
    [TOTAL] = {"total", put_total},
    [FU] = {"fu", put_fu},
    [LIMIT] = {"limit", put_best_limit},
    [POINTS] = {"points", put_points},
    [SEAT] = {NULL, put_seat},
    [DISCARDER] = {"the discarder", put_discarder},
    [OTHERS] = {"each other", put_others},
    [CHIPS] = {"chips (in all)", put_chips},
};

#define CELL 600 /* bytes: an error has less than 512 */

/* Return whether a cell has the text of that in the first column. */
static bool is_like_first(const struct kzi_compared_table *table, struct cell cell) {
    char words[2][CELL];
    cell.by_id = true;
    for (unsigned side = 0; side < 2; side++) {
        struct kzi_text text = kzi_text_fixed(words[side], CELL);
        cell.text = &text;
        kinds[cell.row->kind].put(&cell);
        kzi_text_end(&text);
        cell.result = table->comparison->results[0];
    }
    return !strcmp(words[0], words[1]);
}

/* Write the words of a row; return false if the row is not needed. */
static bool fill(struct kzi_compared_table *table, struct kzi_compared_row *row,
                 const char *language) {
    const struct kzi_comparison *comparison = table->comparison;
    struct kzi_text *words = &table->words;
    bool needed = false;
    row->words = (uint32_t)words->len;
    if (row->kind == YAKU)
        kzi_say_yaku(words, comparison->results[row->column]->rules->model, row->yaku, language);
    else
        kzi_text_put(words, row->kind == SEAT ? kzi_seat_says[row->seat] : kinds[row->kind].label);
    for (unsigned i = 0; i < comparison->count; i++) {
        struct cell cell = {words, comparison->results[i], row, language, false};
        kzi_text_char(words, '\0');
        size_t from = words->len;
        needed |= kinds[row->kind].put(&cell);
        if (words->len == from)
            kzi_text_char(words, '-');
        row->unlike |= i && !is_like_first(table, cell) ? (uint16_t)(1U << i) : 0;
    }
    kzi_text_char(words, '\0');
    return needed;
}

const char *kzi_compared_cell(const struct kzi_compared_table *table,
                              const struct kzi_compared_row *row, unsigned column) {
    const char *words = kzi_compared_name(table, row);
    for (unsigned i = 0; !table->words.failed && i <= column; i++)
        words += strlen(words) + 1;
    return words;
}

/* --- rows ------------------------------------------------------------------------------------  */

/* Add a row for each yaku of a result that has none, after that of the yaku before it, else at
 * the end; a bonus goes after all others. *bonus: the first row of a bonus. */
static void add_yaku(struct kzi_compared_table *table, unsigned column, unsigned *bonus) {
    const struct kz_result *result = table->comparison->results[column];
    uint16_t list[KZI_MAX_YAKU];
    unsigned count = kzi_is_complete(result) ? kzi_listed(result, list) : 0, at = *bonus;
    for (unsigned i = 0; i < count; i++) {
        const struct kzi_yaku *yaku = &result->rules->model->yaku[list[i]];
        unsigned found = 1;
        while (found < table->n_rows && strcmp(table->rows[found].id, yaku->id) != 0)
            found++;
        if (found < table->n_rows) {
            at = found + 1;
            continue;
        }
        if (yaku->bonus ? at < *bonus : at > *bonus)
            at = *bonus;
        struct kzi_compared_row *row = &table->rows[at];
        memmove(row + 1, row, (table->n_rows - at++) * sizeof *row);
        *row = (struct kzi_compared_row){
            .kind = YAKU, .column = (uint8_t)column, .yaku = list[i], .id = yaku->id};
        *bonus += !yaku->bonus;
        table->n_rows++;
    }
}

static void add_row(struct kzi_compared_table *table, enum kind kind, unsigned seat) {
    table->rows[table->n_rows++] =
        (struct kzi_compared_row){.kind = (uint8_t)kind, .seat = (uint8_t)seat};
}

static void add_payments(struct kzi_compared_table *table) {
    const struct kz_result *won = NULL;
    unsigned seats = 0;
    for (unsigned i = table->comparison->count; i--;)
        if (kzi_is_won(table->comparison->results[i])) {
            won = table->comparison->results[i];
            if (won->rules->model->n_seats > seats)
                seats = won->rules->model->n_seats;
        }
    if (!won)
        return;
    add_row(table, POINTS, 0);
    for (unsigned seat = 0; seat < seats; seat++)
        if (!won->discarder_unknown || seat == won->hand.seat)
            add_row(table, SEAT, seat);
    if (won->discarder_unknown) {
        add_row(table, DISCARDER, 0);
        add_row(table, OTHERS, 0);
    }
    add_row(table, CHIPS, 0);
}

void kzi_compared_table(struct kzi_compared_table *table, const struct kzi_comparison *comparison,
                        const char *language) {
    unsigned bonus = 1, listed;
    table->comparison = comparison;
    table->words.grows = true;
    kzi_text_clear(&table->words);
    table->n_rows = 0;
    add_row(table, RESULT, 0);
    for (unsigned column = 0; column < comparison->count; column++)
        add_yaku(table, column, &bonus);
    for (unsigned kind = TOTAL; kind <= LIMIT; kind++)
        add_row(table, (enum kind)kind, 0);
    add_payments(table);
    listed = table->n_rows;
    table->n_rows = 0;
    for (unsigned i = 0; i < listed; i++) {
        struct kzi_compared_row *row = &table->rows[table->n_rows];
        *row = table->rows[i];
        table->n_rows += fill(table, row, language);
    }
}
