#include "analysis/tables/table.h"

#include "words/condition_words.h"
#include "words/names.h"

#include <string.h>

/* --- payments --------------------------------------------------------------------------------  */

static void add_payer(struct kzi_table_pay *pay, enum kzi_role role, unsigned count, int64_t pays) {
    if (!count || !pays)
        return;
    pay->payers[pay->n_payers++] = (struct kzi_table_payer){role, count, pays};
    pay->points += count * pays;
}

/* Return whether some shares name the dealer: those that are usual, or those of a limit. */
static bool names_dealer(const struct kzi_model *model, struct kzi_table_way way) {
    const struct kzi_payment *payment = kzi_payment(&model->payments, way.self_draw);
    const struct kzi_shares *by = way.way ? way.way->by : payment->by;
    bool named = by[way.outcome].of[KZI_ROLE_DEALER].said;
    for (size_t i = 0; i < model->limit_names.count; i++) {
        const struct kzi_limit_way *own = kzi_limit_way(model, (int)i, way.self_draw);
        named |= model->limits[i].in_use && own && own->by[way.outcome].of[KZI_ROLE_DEALER].said;
    }
    return named;
}

void kzi_table_pay(const struct kz_ruleset *rules, struct kzi_table_way way,
                   struct kzi_table_worth worth, struct kzi_table_pay *pay) {
    const struct kzi_model *model = rules->model;
    const struct kzi_win win = {way.self_draw,
                                way.outcome,
                                worth.value,
                                worth.limit,
                                worth.times,
                                way.way ? way.way->by : NULL,
                                0,
                                false};
    int64_t pays[KZI_ROLES];
    unsigned count[KZI_ROLES], losers = model->n_seats - 1;
    *pay = (struct kzi_table_pay){0};
    kzi_pay(model, &win, pays);
    for (unsigned role = 0; role < KZI_ROLES; role++)
        count[role] = kzi_count_role(model, &win, (enum kzi_role)role);
    if (!names_dealer(model, way) ||
        count[KZI_ROLE_DISCARDER] == losers) { /* one of the others, if there is one besides */
        count[KZI_ROLE_DEALER] = 0;
        count[KZI_ROLE_OTHERS] = losers - count[KZI_ROLE_DISCARDER];
    }
    for (unsigned role = 0; role < KZI_ROLES; role++)
        add_payer(pay, (enum kzi_role)role, count[role], pays[role]);
    pay->past_range = worth.value > KZI_HIGHEST || pay->points > KZI_HIGHEST;
}

/* --- limits ---------------------------------------------------------------------------------- */

/* Return how often a yaku in use pays a limit at most. If several add up, two yaku do too. */
static int32_t most_times(const struct kzi_model *model, unsigned limit) {
    int32_t most = model->limits[limit].add_up ? 2 : 1;
    for (size_t i = 0; i < model->yaku_names.count; i++) {
        const struct kzi_yaku *yaku = &model->yaku[i];
        const struct kzi_value *values[] = {&yaku->closed, &yaku->open};
        for (unsigned v = 0; yaku->in_use && v < 2; v++)
            if (values[v]->scored && values[v]->limit == limit && values[v]->number > most)
                most = values[v]->number;
    }
    return most;
}

/* Return the highest total at which a limit is still the greatest reached; 0 if none. */
static int32_t last_total(const struct kzi_model *model, const struct kzi_limit *limit) {
    int32_t last = 0;
    for (size_t i = 0; i < model->limit_names.count; i++) {
        const struct kzi_limit *next = &model->limits[i];
        if (next->in_use && next->worth > limit->worth && next->from_total &&
            (!last || next->from_total - 1 < last))
            last = next->from_total - 1;
    }
    return last;
}

static int by_worth(const void *a, const void *b, const struct kzi_model *model) {
    const struct kzi_table_limit *x = a, *y = b;
    int64_t left = (int64_t)model->limits[x->limit].worth * x->times,
            right = (int64_t)model->limits[y->limit].worth * y->times;
    return (left > right) - (left < right);
}

unsigned kzi_table_limits(const struct kz_ruleset *rules,
                          struct kzi_table_limit list[KZI_TABLE_LIMITS]) {
    const struct kzi_model *model = rules->model;
    unsigned count = 0;
    for (unsigned i = 0; i < model->limit_names.count; i++) {
        const struct kzi_limit *limit = &model->limits[i];
        if (!limit->in_use || count == KZI_TABLE_LIMITS)
            continue;
        list[count++] = (struct kzi_table_limit){i, 1, limit->from_total,
                                                 limit->from_total ? last_total(model, limit) : 0};
        for (int32_t times = 2; times <= most_times(model, i) && count < KZI_TABLE_LIMITS; times++)
            list[count++] = (struct kzi_table_limit){i, times, 0, 0};
    }
    for (unsigned i = 1; i < count;
         i++) /* insertion sort: there are few, and equal ones stay in the file's order */
        for (unsigned j = i; j && by_worth(&list[j - 1], &list[j], model) > 0; j--) {
            struct kzi_table_limit kept = list[j];
            list[j] = list[j - 1];
            list[j - 1] = kept;
        }
    return count;
}

/* --- totals ---------------------------------------------------------------------------------- */

#define WITHOUT_LIMITS 13 /* columns if no limit ends the table */
#define ONE_BY_ONE     16 /* totals above the lowest that are all listed */

bool kzi_table_has(const struct kzi_table_fu *fu, bool self_draw, int32_t total) {
    return total >= fu->least[self_draw];
}

static bool reaches_limit(const struct kzi_model *model, int32_t total, int32_t fu) {
    struct kzi_price price;
    kzi_price_find(model, total, fu, &price);
    return price.limit >= 0;
}

/* Return whether a hand of this fu and total is possible and not paid by a limit. */
static bool is_counted(const struct kzi_table *table, const struct kzi_table_fu *fu,
                       int32_t total) {
    return (kzi_table_has(fu, false, total) || kzi_table_has(fu, true, total)) &&
           !reaches_limit(table->rules->model, total, fu->fu);
}

static void find_fu(struct kzi_table *table) {
    const struct kzi_fu *fu = &table->rules->model->fu;
    const struct kzi_fu_row *rows[KZI_TABLE_FU] = {NULL};
    for (size_t i = 0; i < fu->n_rows; i++)
        for (int at = fu->rows[i].first; at <= fu->rows[i].last; at += fu->rows[i].step)
            rows[at] = &fu->rows[i];
    for (int at = 0; at < KZI_TABLE_FU; at++)
        if (rows[at])
            table->fu[table->n_fu++] =
                (struct kzi_table_fu){at, {rows[at]->least[0], rows[at]->least[1]}};
}

/* Find the totals at which some fu is below a limit, then the fu that are below one somewhere. */
static void find_cells(struct kzi_table *table) {
    int32_t total = table->rules->model->minimum;
    for (unsigned past = 0; past < WITHOUT_LIMITS; past++, total++) {
        bool any = false;
        for (unsigned i = 0; i < table->n_fu; i++)
            any |= is_counted(table, &table->fu[i], total);
        if (any)
            table->totals[table->n_totals++] = total;
    }
    unsigned kept = 0;
    for (unsigned i = 0; i < table->n_fu; i++) {
        bool any = false;
        for (unsigned t = 0; t < table->n_totals; t++)
            any |= is_counted(table, &table->fu[i], table->totals[t]);
        if (any)
            table->fu[kept++] = table->fu[i];
    }
    table->n_fu = kept;
}

static int32_t dearest_yaku(const struct kzi_model *model, int32_t above, bool nearest) {
    int32_t found = above;
    for (size_t i = 0; i < model->yaku_names.count; i++) {
        const struct kzi_yaku *yaku = &model->yaku[i];
        const struct kzi_value *values[] = {&yaku->closed, &yaku->open};
        for (unsigned v = 0; yaku->in_use && v < 2; v++) {
            int32_t number = values[v]->number;
            if (values[v]->scored && values[v]->limit == KZI_NO_LIMIT && number > above &&
                (found == above || (nearest ? number < found : number > found)))
                found = number;
        }
    }
    return found;
}

/* List every total up to a limit; without a limit, the low ones and then the values of single
 * yaku. */
static void find_totals(struct kzi_table *table) {
    const struct kzi_model *model = table->rules->model;
    int32_t total = model->minimum, dearest = dearest_yaku(model, total, false);
    for (; table->n_totals < KZI_TABLE_TOTALS; total++) {
        bool low = total <= model->minimum + ONE_BY_ONE;
        if (reaches_limit(model, total, 0) ||
            (model->total_at_most && total > model->total_at_most) || (!low && total > dearest))
            return;
        table->totals[table->n_totals++] = total;
        if (!low || total == model->minimum + ONE_BY_ONE)
            total = dearest_yaku(model, total, true) - 1;
        if (total < table->totals[table->n_totals - 1])
            return;
    }
}

/* List the totals with which the rows of a table begin, but not before the minimum. */
static void find_rows(struct kzi_table *table) {
    const struct kzi_model *model = table->rules->model;
    const struct kzi_hand_value *value = &model->hand_value;
    for (size_t i = 0; i < value->n_rows; i++) {
        int32_t total = value->rows[i].from_total;
        if (i + 1 < value->n_rows && value->rows[i + 1].from_total <= model->minimum)
            continue;
        total = total > model->minimum ? total : model->minimum;
        if (reaches_limit(model, total, 0) ||
            (model->total_at_most && total > model->total_at_most))
            return;
        table->totals[table->n_totals++] = total;
    }
}

/* Return the last total of the row that begins with totals[at]; -1: there is no end. */
static int32_t last_of_row(const struct kzi_table *table, unsigned at) {
    const struct kzi_model *model = table->rules->model;
    int32_t from = table->totals[at], last = from;
    if (!model->hand_value.n_rows)
        return from;
    const struct kzi_value_row *row = kzi_value_row(&model->hand_value, from),
                               *end = model->hand_value.rows + model->hand_value.n_rows;
    last = row + 1 < end ? row[1].from_total - 1 : -1;
    for (size_t i = 0; i < model->limit_names.count; i++) {
        const struct kzi_limit *limit = &model->limits[i];
        if (limit->in_use && limit->from_total > from && (last < 0 || limit->from_total <= last))
            last = limit->from_total - 1;
    }
    if (model->total_at_most && last >= model->total_at_most)
        last = -1;
    return last;
}

/* Return whether a dealer who discards pays otherwise than another. */
static bool discards_apart(const struct kzi_shares by[KZI_OUTCOMES]) {
    return !kzi_same_shares(&by[KZI_DEALER_DISCARDS], &by[KZI_OTHER_WINS]);
}

static void add_way(struct kzi_table *table, struct kzi_table_way way) {
    const struct kzi_model *model = table->rules->model;
    bool apart =
        discards_apart(way.way ? way.way->by : kzi_payment(&model->payments, way.self_draw)->by);
    for (size_t i = 0; i < model->limit_names.count; i++) {
        const struct kzi_limit_way *own = kzi_limit_way(model, (int)i, way.self_draw);
        apart |= model->limits[i].in_use && own && discards_apart(own->by);
    }
    if (way.outcome == KZI_DEALER_DISCARDS && !apart)
        return;
    if (table->n_ways < KZI_TABLE_WAYS)
        table->ways[table->n_ways++] = way;
    else
        table->lacks_ways = true;
}

/* Return whether a dealer wins and discards like any other, whatever pays. */
static bool is_alike(const struct kzi_model *model, bool self_draw) {
    const struct kzi_payment *payment = kzi_payment(&model->payments, self_draw);
    bool alike = kzi_pays_equal(payment->by);
    for (size_t i = 0; i < payment->n_ways; i++)
        alike &= kzi_pays_equal(payment->ways[i].by);
    for (size_t i = 0; i < model->limit_names.count; i++) {
        const struct kzi_limit_way *own = kzi_limit_way(model, (int)i, self_draw);
        alike &= !model->limits[i].in_use || !own || kzi_pays_equal(own->by);
    }
    return alike;
}

/* Find the columns: on a discard and by self-draw, for each outcome that has payers of its own. */
static void find_ways(struct kzi_table *table) {
    static const struct kzi_table_way ways[] = {{KZI_DEALER_WINS, false, NULL},
                                                {KZI_DEALER_WINS, true, NULL},
                                                {KZI_OTHER_WINS, false, NULL},
                                                {KZI_DEALER_DISCARDS, false, NULL},
                                                {KZI_OTHER_WINS, true, NULL}};
    table->alike = is_alike(table->rules->model, false) && is_alike(table->rules->model, true);
    for (size_t at = 0; at <= KZI_MAX_WAYS; at++) /* the usual payers first */
        for (unsigned i = table->alike ? 2 : 0; i < KZI_COUNT(ways); i++) {
            const struct kzi_payment *payment =
                kzi_payment(&table->rules->model->payments, ways[i].self_draw);
            struct kzi_table_way way = ways[i];
            way.way = at && at <= payment->n_ways ? &payment->ways[at - 1] : NULL;
            if (!at || way.way)
                add_way(table, way);
        }
}

void kzi_table_make(struct kzi_table *table, const struct kz_ruleset *rules) {
    const struct kzi_model *model = rules->model;
    memset(table, 0, sizeof *table);
    table->rules = rules;
    table->by_fu = model->fu.in_use && model->hand_value.doubling && !model->hand_value.start;
    find_ways(table);
    if (table->by_fu) {
        find_fu(table);
        find_cells(table);
    } else if (model->hand_value.n_rows) {
        find_rows(table);
    } else {
        find_totals(table);
    }
}

/* --- winners and payers ----------------------------------------------------------------------  */

static const char *dealer_of(const struct kzi_table *table) {
    return kzi_seat_says[table->rules->model->payments.dealer];
}

static const char *winner_of(const struct kzi_table *table, struct kzi_table_way way) {
    if (table->alike)
        return "a player";
    return way.outcome == KZI_DEALER_WINS ? dealer_of(table) : "another seat";
}

#define ENOUGH 1000000 /* a value that no rounding reduces to 0 */

/* Put who pays, in the order of put_pay: "discarder", "East / each other". */
static void put_payers(struct kzi_text *text, const struct kzi_table *table,
                       struct kzi_table_way way) {
    struct kzi_table_pay pay;
    kzi_table_pay(table->rules, way, (struct kzi_table_worth){ENOUGH, -1, 1}, &pay);
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
                    struct kzi_table_worth worth) {
    struct kzi_table_pay pay;
    kzi_table_pay(table->rules, way, worth, &pay);
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
            kzi_table_worth(&price));
}

static void put_if(struct kzi_text *text, const struct kzi_table *table, struct kzi_table_way way) {
    if (!way.way)
        return;
    kzi_text_put(text, " if ");
    kzi_condition_say(text, table->rules->model, way.way->when, false);
}

static void put_fu_sheet(struct kzi_grid *grid, const struct kzi_table *table,
                         struct kzi_table_way way) {
    struct kzi_text *title = kzi_grid_begin(grid);
    kzi_text_format(title, "%s wins %s", winner_of(table, way),
                    way.self_draw ? "by self-draw" : "on a discard");
    if (way.outcome == KZI_DEALER_DISCARDS)
        kzi_text_format(title, " from %s", dealer_of(table));
    put_if(title, table, way);
    kzi_text_put(title, ": paid by ");
    if (title->len && !title->failed && title->at[0] == 'a')
        title->at[0] = 'A';
    put_payers(title, table, way);
    kzi_grid_row(grid);
    kzi_grid_put(grid, "fu");
    for (unsigned t = 0; t < table->n_totals; t++)
        kzi_say_total(kzi_grid_cell(grid, KZI_GRID_PLAIN), table->rules->model, table->totals[t]);
    for (unsigned i = 0; i < table->n_fu; i++) {
        if (!any_cell(table, &table->fu[i], way))
            continue;
        kzi_grid_row(grid);
        kzi_grid_int(grid, table->fu[i].fu);
        for (unsigned t = 0; t < table->n_totals; t++)
            put_cell(grid, table, &table->fu[i], way, table->totals[t]);
    }
}

/* --- value by value -------------------------------------------------------------------------- */

#define FIT 4 /* more ways may not fit a terminal, so a head does not rely on the one before it */

static void put_way_heads(struct kzi_grid *grid, const struct kzi_table *table, bool payers) {
    for (unsigned i = 0; i < table->n_ways; i++) {
        struct kzi_table_way way = table->ways[i];
        struct kzi_text *head = kzi_grid_cell(grid, KZI_GRID_PLAIN);
        bool winner = !table->alike && (!way.self_draw || table->n_ways > FIT);
        if (winner)
            kzi_text_put(head, way.outcome == KZI_DEALER_WINS ? dealer_of(table) : "other");
        else
            kzi_text_put(head, way.self_draw ? "self-draw" : "discard");
        if (winner && way.self_draw)
            kzi_text_put(head, " by self-draw");
        if (way.outcome == KZI_DEALER_DISCARDS)
            kzi_text_format(head, " from %s", dealer_of(table));
        put_if(head, table, way);
        if (!payers)
            continue;
        kzi_text_put(head, ": ");
        put_payers(head, table, way);
        kzi_grid_put(grid, "in all");
    }
}

static void put_ways(struct kzi_grid *grid, const struct kzi_table *table,
                     struct kzi_table_worth worth, bool points) {
    for (unsigned i = 0; i < table->n_ways; i++) {
        struct kzi_table_way way = table->ways[i];
        struct kzi_table_pay pay;
        put_pay(kzi_grid_cell(grid, KZI_GRID_PLAIN), table, way, worth);
        kzi_table_pay(table->rules, way, worth, &pay);
        if (!points)
            continue;
        struct kzi_text *cell = kzi_grid_cell(grid, KZI_GRID_PLAIN);
        if (pay.past_range)
            put_past_range(cell);
        else
            kzi_text_int(cell, pay.points);
    }
}

/* Put the totals of a row: "3", "4-6", "13+". */
static void put_totals(struct kzi_text *text, const struct kzi_table *table, unsigned at) {
    int32_t from = table->totals[at], last = last_of_row(table, at);
    kzi_text_int(text, from);
    if (last > from)
        kzi_text_format(text, "-%d", (int)last);
    else if (last < 0)
        kzi_text_char(text, '+');
}

static void put_total_sheet(struct kzi_grid *grid, const struct kzi_table *table) {
    kzi_text_format(kzi_grid_begin(grid), "What each pays, by the %s of the hand",
                    table->rules->model->unit);
    grid->in_pairs = true;
    kzi_grid_row(grid);
    kzi_grid_put(grid, table->rules->model->unit);
    put_way_heads(grid, table, true);
    for (unsigned t = 0; t < table->n_totals; t++) {
        struct kzi_price price;
        kzi_price_find(table->rules->model, table->totals[t], 0, &price);
        kzi_grid_row(grid);
        put_totals(kzi_grid_cell(grid, KZI_GRID_PLAIN), table, t);
        put_ways(grid, table, kzi_table_worth(&price), true);
    }
}

/* --- limits ---------------------------------------------------------------------------------- */

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
    struct kzi_text *text = kzi_grid_cell(grid, KZI_GRID_PLAIN);
    if (line->from)
        kzi_text_int(text, line->from);
    if (line->from && line->to > line->from)
        kzi_text_format(text, "-%d", (int)line->to);
    else if (line->from && !line->to)
        kzi_text_char(text, '+');
    if (!line->from && (line->times > 1 || !limit->from_value))
        kzi_text_put(text, "yaku");
    if (by_value) {
        struct kzi_text *cell = kzi_grid_cell(grid, KZI_GRID_PLAIN);
        if (line->times == 1 && limit->from_value)
            kzi_text_int(cell, limit->from_value);
    }
    put_ways(grid, table, kzi_table_limit_worth(table->rules, line), false);
}

static void put_limit_sheet(struct kzi_grid *grid, const struct kzi_table *table) {
    struct kzi_table_limit lines[KZI_TABLE_LIMITS];
    unsigned count = kzi_table_limits(table->rules, lines);
    bool by_value = any_by_value(table, lines, count);
    kzi_text_put(kzi_grid_begin(grid), "Limits: paid on a discard, by self-draw");
    grid->words_left = true;
    kzi_grid_row(grid);
    kzi_grid_put(grid, "limit");
    kzi_grid_put(grid, table->rules->model->unit);
    if (by_value)
        kzi_grid_put(grid, "or value");
    put_way_heads(grid, table, false);
    for (unsigned i = 0; i < count; i++)
        put_limit(grid, table, &lines[i], by_value);
}

/* --- all sheets ------------------------------------------------------------------------------  */

#define LIMIT_SHEET KZI_TABLE_WAYS
#define TOTAL_SHEET (KZI_TABLE_WAYS + 1)

static bool has_fu_row(const struct kzi_table *table, struct kzi_table_way way) {
    for (unsigned i = 0; i < table->n_fu; i++)
        if (any_cell(table, &table->fu[i], way))
            return true;
    return false;
}

/* Find the sheets that have rows, each by its way or as one of the two above. If limits pay
 * every total, only the limits are left. */
static unsigned sheets_of(const struct kzi_table *table, unsigned sheets[KZI_TABLE_WAYS + 1]) {
    struct kzi_table_limit lines[KZI_TABLE_LIMITS];
    unsigned count = 0;
    for (unsigned i = 0; table->by_fu && i < table->n_ways; i++)
        if (has_fu_row(table, table->ways[i]))
            sheets[count++] = i;
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
        put_fu_sheet(grid, table, table->ways[sheets[number]]);
}
