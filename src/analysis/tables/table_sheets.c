/* The point tables as sheets of words, which the text and the page show alike. */
#include "analysis/tables/table.h"
#include "report/wording.h"

#include <string.h>

/* --- who wins, who pays ---------------------------------------------------------------------- */

static const char *dealer_of(const struct kzi_table *table) {
    return kzi_seat_says[table->rules->model->payments.dealer];
}

static const char *winner_of(const struct kzi_table *table, struct kzi_table_way way) {
    if (table->n_ways < KZI_TABLE_WAYS)
        return "a player";
    return way.dealer ? dealer_of(table) : "another seat";
}

#define ENOUGH 1000000 /* a value that no rounding makes nothing */

/* Who pays, in the order of put_pay: "discarder", "East / each other". */
static void put_payers(struct kzi_text *text, const struct kzi_table *table,
                       struct kzi_table_way way) {
    struct kzi_table_pay pay;
    kzi_table_pay(table->rules, way, ENOUGH, &pay);
    for (unsigned i = 0; i < pay.n_payers; i++) {
        kzi_text_put(text, i ? "/" : "");
        if (pay.payers[i].role == KZI_ROLE_DISCARDER)
            kzi_text_put(text, "discarder");
        else if (pay.payers[i].role == KZI_ROLE_DEALER)
            kzi_text_put(text, dealer_of(table));
        else
            kzi_text_put(text, i ? "each other" : "each");
    }
}

/* Such a hand is refused. */
static void put_past_range(struct kzi_text *text) {
    kzi_text_char(text, '>');
    kzi_text_int(text, KZI_HIGHEST);
}

static void put_pay(struct kzi_text *text, const struct kzi_table *table, struct kzi_table_way way,
                    int64_t value) {
    struct kzi_table_pay pay;
    kzi_table_pay(table->rules, way, value, &pay);
    if (pay.past_range)
        put_past_range(text);
    for (unsigned i = 0; !pay.past_range && i < pay.n_payers; i++) {
        kzi_text_put(text, i ? "/" : "");
        kzi_text_int(text, pay.payers[i].pays);
    }
    if (!pay.n_payers)
        kzi_text_char(text, '0');
}

/* --- fu by total ----------------------------------------------------------------------------- */

static bool any_cell(const struct kzi_table *table, const struct kzi_table_fu *fu,
                     struct kzi_table_way way) {
    return table->n_totals && kzi_table_has(fu, way.self_draw, table->totals[table->n_totals - 1]);
}

static void put_cell(struct kzi_grid *grid, const struct kzi_table *table,
                     const struct kzi_table_fu *fu, struct kzi_table_way way, int32_t total) {
    struct kzi_price price;
    if (!kzi_table_has(fu, way.self_draw, total)) {
        kzi_text_put(kzi_grid_cell(grid, KZI_GRID_NONE), "-");
        return;
    }
    kzi_price_find(table->rules->model, total, fu->fu, &price);
    put_pay(kzi_grid_cell(grid, price.limit < 0 ? KZI_GRID_PLAIN : KZI_GRID_BEYOND), table, way,
            price.value);
}

static void put_fu_sheet(struct kzi_grid *grid, const struct kzi_table *table,
                         struct kzi_table_way way) {
    struct kzi_text *title = kzi_grid_begin(grid);
    kzi_text_format(title, "%s wins %s: paid by ", winner_of(table, way),
                    way.self_draw ? "by self-draw" : "on a discard");
    if (title->len && !title->failed && title->at[0] == 'a')
        title->at[0] = 'A';
    put_payers(title, table, way);
    kzi_grid_row(grid);
    kzi_text_put(kzi_grid_cell(grid, KZI_GRID_PLAIN), "fu");
    for (unsigned t = 0; t < table->n_totals; t++)
        kzi_say_total(kzi_grid_cell(grid, KZI_GRID_PLAIN), table->rules->model, table->totals[t]);
    for (unsigned i = 0; i < table->n_fu; i++) {
        if (!any_cell(table, &table->fu[i], way))
            continue;
        kzi_grid_row(grid);
        kzi_text_int(kzi_grid_cell(grid, KZI_GRID_PLAIN), table->fu[i].fu);
        for (unsigned t = 0; t < table->n_totals; t++)
            put_cell(grid, table, &table->fu[i], way, table->totals[t]);
    }
    kzi_grid_end(grid);
}

/* --- value by value -------------------------------------------------------------------------- */

static void put_way_heads(struct kzi_grid *grid, const struct kzi_table *table, bool payers) {
    bool apart = table->n_ways == KZI_TABLE_WAYS;
    for (unsigned i = 0; i < table->n_ways; i++) {
        struct kzi_table_way way = kzi_table_ways[table->first_way + i];
        struct kzi_text *head = kzi_grid_cell(grid, KZI_GRID_PLAIN);
        if (!apart || way.self_draw)
            kzi_text_put(head, way.self_draw ? "self-draw" : "discard");
        else
            kzi_text_put(head, way.dealer ? dealer_of(table) : "other");
        if (!payers)
            continue;
        kzi_text_put(head, ": ");
        put_payers(head, table, way);
        kzi_text_put(kzi_grid_cell(grid, KZI_GRID_PLAIN), "in all");
    }
}

static void put_ways(struct kzi_grid *grid, const struct kzi_table *table, int64_t value,
                     bool points) {
    for (unsigned i = 0; i < table->n_ways; i++) {
        struct kzi_table_way way = kzi_table_ways[table->first_way + i];
        struct kzi_table_pay pay;
        put_pay(kzi_grid_cell(grid, KZI_GRID_PLAIN), table, way, value);
        kzi_table_pay(table->rules, way, value, &pay);
        if (!points)
            continue;
        struct kzi_text *cell = kzi_grid_cell(grid, KZI_GRID_PLAIN);
        if (pay.past_range)
            put_past_range(cell);
        else
            kzi_text_int(cell, pay.points);
    }
}

static void put_total_sheet(struct kzi_grid *grid, const struct kzi_table *table) {
    kzi_text_format(kzi_grid_begin(grid), "What each pays, by the %s of the hand",
                    table->rules->model->unit);
    kzi_grid_row(grid);
    kzi_text_put(kzi_grid_cell(grid, KZI_GRID_PLAIN), table->rules->model->unit);
    put_way_heads(grid, table, true);
    for (unsigned t = 0; t < table->n_totals; t++) {
        struct kzi_price price;
        kzi_price_find(table->rules->model, table->totals[t], 0, &price);
        kzi_grid_row(grid);
        kzi_text_int(kzi_grid_cell(grid, KZI_GRID_PLAIN), table->totals[t]);
        put_ways(grid, table, price.value, true);
    }
    kzi_grid_end(grid);
}

/* --- limits ---------------------------------------------------------------------------------- */

static void put_from(struct kzi_text *text, const struct kzi_table_limit *line,
                     const struct kzi_limit *limit) {
    if (line->from)
        kzi_text_int(text, line->from);
    if (line->from && line->to > line->from)
        kzi_text_format(text, "-%d", (int)line->to);
    else if (line->from && !line->to)
        kzi_text_char(text, '+');
    if (!line->from && (line->times > 1 || !limit->from_value))
        kzi_text_put(text, "yaku");
}

static bool any_by_value(const struct kzi_table *table, const struct kzi_table_limit *lines,
                         unsigned count) {
    for (unsigned i = 0; i < count; i++)
        if (table->rules->model->limits[lines[i].limit].from_value)
            return true;
    return false;
}

static void put_limit(struct kzi_grid *grid, const struct kzi_table *table,
                      const struct kzi_table_limit *line, bool by_value) {
    const struct kzi_limit *limit = &table->rules->model->limits[line->limit];
    kzi_grid_row(grid);
    kzi_say_limit(kzi_grid_cell(grid, KZI_GRID_PLAIN), table->rules->model, line->limit,
                  line->times, table->language);
    put_from(kzi_grid_cell(grid, KZI_GRID_PLAIN), line, limit);
    if (by_value) {
        struct kzi_text *cell = kzi_grid_cell(grid, KZI_GRID_PLAIN);
        if (line->times == 1 && limit->from_value)
            kzi_text_int(cell, limit->from_value);
    }
    put_ways(grid, table, (int64_t)limit->worth * line->times, false);
}

static void put_limit_sheet(struct kzi_grid *grid, const struct kzi_table *table) {
    struct kzi_table_limit lines[KZI_TABLE_LIMITS];
    unsigned count = kzi_table_limits(table->rules, lines);
    bool by_value = any_by_value(table, lines, count);
    kzi_text_put(kzi_grid_begin(grid), "Limits: paid on a discard, by self-draw");
    grid->words_left = true;
    kzi_grid_row(grid);
    kzi_text_put(kzi_grid_cell(grid, KZI_GRID_PLAIN), "limit");
    kzi_text_put(kzi_grid_cell(grid, KZI_GRID_PLAIN), table->rules->model->unit);
    if (by_value)
        kzi_text_put(kzi_grid_cell(grid, KZI_GRID_PLAIN), "or value");
    put_way_heads(grid, table, false);
    for (unsigned i = 0; i < count; i++)
        put_limit(grid, table, &lines[i], by_value);
    kzi_grid_end(grid);
}

/* --- all of them ----------------------------------------------------------------------------- */

#define LIMIT_SHEET KZI_TABLE_WAYS
#define TOTAL_SHEET (KZI_TABLE_WAYS + 1)

static bool has_fu_row(const struct kzi_table *table, struct kzi_table_way way) {
    for (unsigned i = 0; i < table->n_fu; i++)
        if (any_cell(table, &table->fu[i], way))
            return true;
    return false;
}

/* The sheets that have rows, each by its way or as one of the two above: where a limit pays every
 * total, only limits are left. */
static unsigned sheets_of(const struct kzi_table *table, unsigned sheets[KZI_TABLE_WAYS + 1]) {
    struct kzi_table_limit lines[KZI_TABLE_LIMITS];
    unsigned count = 0;
    for (unsigned i = 0; table->by_fu && i < table->n_ways; i++)
        if (has_fu_row(table, kzi_table_ways[table->first_way + i]))
            sheets[count++] = table->first_way + i;
    if (!table->by_fu && table->n_totals)
        sheets[count++] = TOTAL_SHEET;
    if (kzi_table_limits(table->rules, lines))
        sheets[count++] = LIMIT_SHEET;
    return count;
}

unsigned kzi_table_n_sheets(const struct kzi_table *table) {
    unsigned sheets[KZI_TABLE_WAYS + 1];
    return sheets_of(table, sheets);
}

void kzi_table_sheet(struct kzi_grid *grid, const struct kzi_table *table, unsigned number) {
    unsigned sheets[KZI_TABLE_WAYS + 1];
    if (number >= sheets_of(table, sheets))
        return;
    if (sheets[number] == LIMIT_SHEET)
        put_limit_sheet(grid, table);
    else if (sheets[number] == TOTAL_SHEET)
        put_total_sheet(grid, table);
    else
        put_fu_sheet(grid, table, kzi_table_ways[sheets[number]]);
}
