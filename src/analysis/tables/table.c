#include "analysis/tables/table.h"

#include <string.h>

/* --- payments --------------------------------------------------------------------------------- */

static void add_payer(struct kzi_table_pay *pay, enum kzi_role role, unsigned count, int64_t pays) {
    if (!count || !pays)
        return;
    pay->payers[pay->n_payers++] = (struct kzi_table_payer){role, count, pays};
    pay->points += count * pays;
}

/* A property of the shares that are paid for an outcome. */
typedef bool of_shares_fn(const struct kzi_shares by[KZI_OUTCOMES], enum kzi_outcome outcome);

/* Return whether the usual shares for a way of winning have a property, or those of some limit. */
static bool any_shares(const struct kzi_model *model, struct kzi_table_column column,
                       of_shares_fn *is) {
    const struct kzi_shares *usual = kzi_payment_by(&model->payments, column.self_draw)->by;
    bool any = is(column.payers ? column.payers->by : usual, column.outcome);
    for (size_t i = 0; i < model->limit_names.count; i++) {
        const struct kzi_limit_payers *own = kzi_limit_payers(model, (int)i, column.self_draw);
        any |= model->limits[i].in_use && own && is(own->by, column.outcome);
    }
    return any;
}

static bool name_dealer(const struct kzi_shares by[KZI_OUTCOMES], enum kzi_outcome outcome) {
    return by[outcome].of[KZI_ROLE_DEALER].written;
}

void kzi_table_pay(const struct kz_ruleset *rules, struct kzi_table_column column,
                   struct kzi_table_worth worth, struct kzi_table_pay *pay) {
    const struct kzi_model *model = rules->model;
    const struct kzi_win win = {column.self_draw,
                                column.outcome,
                                worth.value,
                                worth.limit,
                                worth.times,
                                column.payers ? column.payers->by : NULL,
                                0,
                                false};
    int64_t pays[KZI_ROLES];
    unsigned count[KZI_ROLES], losers = model->n_seats - 1;
    *pay = (struct kzi_table_pay){0};
    kzi_pay(model, &win, pays);
    for (unsigned role = 0; role < KZI_ROLES; role++)
        count[role] = kzi_count_role(model, &win, (enum kzi_role)role);
    /* a dealer who has no shares is one of the others, if there are others besides the discarder */
    if (!any_shares(model, column, name_dealer) || count[KZI_ROLE_DISCARDER] == losers) {
        count[KZI_ROLE_DEALER] = 0;
        count[KZI_ROLE_OTHERS] = losers - count[KZI_ROLE_DISCARDER];
    }
    for (unsigned role = 0; role < KZI_ROLES; role++)
        add_payer(pay, (enum kzi_role)role, count[role], pays[role]);
    pay->past_range = worth.value > KZI_MAX_NUMBER || pay->points > KZI_MAX_NUMBER;
}

/* --- limits ---------------------------------------------------------------------------------- */

/* Return the most times that a yaku in use pays a limit; at least 2 if several add up. */
static int32_t max_times(const struct kzi_model *model, unsigned limit) {
    int32_t max = model->limits[limit].add_up ? 2 : 1;
    KZI_EACH_YAKU_OF(model, yaku) {
        const struct kzi_value *values[] = {&yaku->closed, &yaku->open};
        for (unsigned v = 0; yaku->in_use && v < 2; v++)
            if (values[v]->scored && values[v]->limit == limit && values[v]->number > max)
                max = values[v]->number;
    }
    return max;
}

/* Return the highest total for which a limit is still the greatest reached; 0 if none. */
static int32_t last_total(const struct kzi_model *model, const struct kzi_limit *limit) {
    int32_t last = 0;
    KZI_EACH_LIMIT(model, next) {
        if (next->in_use && next->worth > limit->worth && next->from_total &&
            (!last || next->from_total - 1 < last))
            last = next->from_total - 1;
    }
    return last;
}

/* Insert a line after those that are worth at most as much, so that equal ones stay in the file's
 * order. */
static void add_limit(const struct kz_ruleset *rules, struct kzi_table_limit list[KZI_TABLE_LIMITS],
                      unsigned *count, struct kzi_table_limit line) {
    unsigned at = *count;
    if (at == KZI_TABLE_LIMITS)
        return;
    for (; at && kzi_table_limit_worth(rules, &list[at - 1]).value >
                     kzi_table_limit_worth(rules, &line).value;
         at--)
        list[at] = list[at - 1];
    list[at] = line;
    ++*count;
}

unsigned kzi_table_limits(const struct kz_ruleset *rules,
                          struct kzi_table_limit list[KZI_TABLE_LIMITS]) {
    const struct kzi_model *model = rules->model;
    unsigned count = 0;
    for (unsigned i = 0; i < model->limit_names.count; i++) {
        const struct kzi_limit *limit = &model->limits[i];
        const int32_t to = limit->from_total ? last_total(model, limit) : 0;
        if (!limit->in_use)
            continue;
        add_limit(rules, list, &count, (struct kzi_table_limit){i, 1, limit->from_total, to});
        for (int32_t times = 2; times <= max_times(model, i) && count < KZI_TABLE_LIMITS; times++)
            add_limit(rules, list, &count, (struct kzi_table_limit){i, times, 0, 0});
    }
    return count;
}

/* --- totals ---------------------------------------------------------------------------------- */

#define WITHOUT_LIMITS 13 /* columns if no limit ends the table */
#define ONE_BY_ONE     16 /* totals above the minimum, each in a row of its own */

bool kzi_table_has(const struct kzi_table_fu *fu, bool self_draw, int32_t total) {
    return total >= fu->min[self_draw];
}

static bool reaches_limit(const struct kzi_model *model, int32_t total, int32_t fu) {
    struct kzi_price price;
    kzi_fill_price(model, total, fu, &price);
    return price.limit >= 0;
}

/* Return whether a hand with this fu and total is possible and not paid by a limit. */
static bool is_counted(const struct kzi_table *table, const struct kzi_table_fu *fu,
                       int32_t total) {
    return (kzi_table_has(fu, false, total) || kzi_table_has(fu, true, total)) &&
           !reaches_limit(table->rules->model, total, fu->fu);
}

/* Find the fu for which some total is below a limit, and these totals. */
static void fill_fu(struct kzi_table *table) {
    const struct kzi_model *model = table->rules->model;
    unsigned totals = 0; /* above the minimum, by bit */
    for (int at = 0; at < KZI_TABLE_FU; at++) {
        const struct kzi_fu_row *row = kzi_fu_row_of(&model->fu, at);
        unsigned own = 0;
        if (!row)
            continue;
        const struct kzi_table_fu fu = {at, {row->min[0], row->min[1]}};
        for (int past = 0; past < WITHOUT_LIMITS; past++)
            own |= (unsigned)is_counted(table, &fu, model->minimum + past) << past;
        if (own)
            table->fu[table->n_fu++] = fu;
        totals |= own;
    }
    KZI_EACH_IN(totals, past)
        table->totals[table->n_totals++] = model->minimum + (int32_t)past;
}

/* Add a total (at least the minimum) unless a limit pays it.  If there are too many, the highest is
 * dropped. */
static void add_total(struct kzi_table *table, int32_t total) {
    const struct kzi_model *model = table->rules->model;
    unsigned at = table->n_totals;
    total = total > model->minimum ? total : model->minimum;
    while (at && table->totals[at - 1] > total)
        at--;
    if (at == KZI_TABLE_TOTALS || (at && table->totals[at - 1] == total) ||
        reaches_limit(model, total, 0) || (model->total_at_most && total > model->total_at_most))
        return;
    table->n_totals += table->n_totals < KZI_TABLE_TOTALS;
    memmove(&table->totals[at + 1], &table->totals[at],
            (table->n_totals - 1 - at) * sizeof *table->totals);
    table->totals[at] = total;
}

/* Find the totals with which the rows of the rules begin; if there are no rows, all low totals and
 * the values of single yaku. */
static void fill_totals(struct kzi_table *table) {
    const struct kzi_model *model = table->rules->model;
    const struct kzi_hand_value *value = &model->hand_value;
    for (size_t i = 0; i < value->n_rows; i++)
        add_total(table, value->rows[i].from_total);
    for (int32_t i = 0; value->units.of && i < 5 * value->units.of; i++)
        add_total(table, value->units.of + i);
    for (int32_t i = 0; !value->n_rows && i <= ONE_BY_ONE; i++)
        add_total(table, model->minimum + i);
    for (size_t i = 0; !value->n_rows && i < model->yaku_names.count; i++) {
        const struct kzi_yaku *yaku = &model->yaku[i];
        const struct kzi_value *values[] = {&yaku->closed, &yaku->open};
        for (unsigned v = 0; yaku->in_use && v < 2; v++)
            if (values[v]->scored && values[v]->limit == KZI_NO_LIMIT)
                add_total(table, values[v]->number);
    }
}

int32_t kzi_table_last_of_row(const struct kzi_table *table, unsigned at) {
    const struct kzi_model *model = table->rules->model;
    int32_t from = table->totals[at], last = from;
    const int32_t units = model->hand_value.units.of;
    if (!model->hand_value.n_rows || (units && from >= units))
        return from;
    const struct kzi_value_row *row = kzi_value_row(&model->hand_value, from),
                               *end = model->hand_value.rows + model->hand_value.n_rows;
    last = row + 1 < end ? row[1].from_total - 1 : units - 1;
    KZI_EACH_LIMIT(model, limit) {
        if (limit->in_use && limit->from_total > from && (last < 0 || limit->from_total <= last))
            last = limit->from_total - 1;
    }
    if (model->total_at_most && last >= model->total_at_most)
        last = -1;
    return last;
}

/* Return whether a dealer who discards pays other shares than another player. */
static bool differs_for_dealer(const struct kzi_shares by[KZI_OUTCOMES], enum kzi_outcome outcome) {
    (void)outcome;
    return !kzi_shares_equal(&by[KZI_DEALER_DISCARDS], &by[KZI_OTHER_WINS]);
}

static void add_column(struct kzi_table *table, struct kzi_table_column column) {
    if (column.outcome == KZI_DEALER_DISCARDS &&
        !any_shares(table->rules->model, column, differs_for_dealer))
        return;
    if (table->n_columns < KZI_TABLE_COLUMNS)
        table->columns[table->n_columns++] = column;
    else
        table->lacks_columns = true;
}

static bool differ(const struct kzi_shares by[KZI_OUTCOMES], enum kzi_outcome outcome) {
    (void)outcome;
    return !kzi_pays_equal(by);
}

/* Return whether the dealer wins and discards like any other player, under all payments of the
 * rules. */
static bool dealer_is_equal(const struct kzi_model *model, bool self_draw) {
    const struct kzi_payment *payment = kzi_payment_by(&model->payments, self_draw);
    bool differs = any_shares(model, (struct kzi_table_column){.self_draw = self_draw}, differ);
    for (size_t i = 0; i < payment->n_other_payers; i++)
        differs |= differ(payment->other_payers[i].by, KZI_OTHER_WINS);
    return !differs;
}

/* Find the columns: discard and self-draw, for each outcome that has payments of its own. */
static void fill_columns(struct kzi_table *table) {
    static const struct kzi_table_column all[] = {{KZI_DEALER_WINS, false, NULL},
                                                  {KZI_DEALER_WINS, true, NULL},
                                                  {KZI_OTHER_WINS, false, NULL},
                                                  {KZI_DEALER_DISCARDS, false, NULL},
                                                  {KZI_OTHER_WINS, true, NULL}};
    table->dealer_is_equal =
        dealer_is_equal(table->rules->model, false) && dealer_is_equal(table->rules->model, true);
    for (size_t at = 0; at <= KZI_MAX_OTHER_PAYERS; at++) /* the usual payers first */
        for (unsigned i = table->dealer_is_equal ? 2 : 0; i < KZI_COUNT(all); i++) {
            const struct kzi_payment *payment =
                kzi_payment_by(&table->rules->model->payments, all[i].self_draw);
            struct kzi_table_column column = all[i];
            column.payers =
                at && at <= payment->n_other_payers ? &payment->other_payers[at - 1] : NULL;
            if (!at || column.payers)
                add_column(table, column);
        }
}

void kzi_table_fill(struct kzi_table *table, const struct kz_ruleset *rules) {
    const struct kzi_model *model = rules->model;
    memset(table, 0, sizeof *table);
    table->rules = rules;
    table->by_fu = model->fu.in_use && model->hand_value.doubling && !model->hand_value.start;
    fill_columns(table);
    if (table->by_fu)
        fill_fu(table);
    else
        fill_totals(table);
}
