#include "analysis/tables/table.h"

#include <string.h>

const struct kzi_table_way kzi_table_ways[KZI_TABLE_WAYS] = {
    {true, false}, {true, true}, {false, false}, {false, true}};

/* --- what is paid ---------------------------------------------------------------------------- */

static void add_payer(struct kzi_table_pay *pay, enum kzi_role role, unsigned many, int64_t pays) {
    if (!many || !pays)
        return;
    pay->payers[pay->n_payers++] = (struct kzi_table_payer){role, many, pays};
    pay->points += many * pays;
}

/* Whether the rules tell apart what the dealer pays, when another wins. */
static bool dealer_pays_apart(const struct kz_ruleset *rules, bool self_draw) {
    const struct kzi_payments *payments = &rules->model->payments;
    const struct kzi_payment *payment = kzi_payment(payments, self_draw);
    return payment->other_wins[KZI_ROLE_DEALER].said;
}

void kzi_table_pay(const struct kz_ruleset *rules, struct kzi_table_way way, int64_t value,
                   struct kzi_table_pay *pay) {
    const struct kzi_payments *payments = &rules->model->payments;
    unsigned left = rules->model->n_seats - 1;
    int64_t pays[KZI_ROLES];
    *pay = (struct kzi_table_pay){0};
    for (unsigned role = 0; role < KZI_ROLES; role++)
        pays[role] = kzi_share(payments, way.self_draw, way.dealer, (enum kzi_role)role, value);
    if (!way.self_draw && left) {
        add_payer(pay, KZI_ROLE_DISCARDER, 1, pays[KZI_ROLE_DISCARDER]);
        left--;
    }
    if (!way.dealer && left && dealer_pays_apart(rules, way.self_draw)) {
        add_payer(pay, KZI_ROLE_DEALER, 1, pays[KZI_ROLE_DEALER]);
        left--;
    }
    add_payer(pay, KZI_ROLE_OTHERS, left, pays[KZI_ROLE_OTHERS]);
    pay->past_range = value > KZI_HIGHEST || pay->points > KZI_HIGHEST;
}

/* --- limits ---------------------------------------------------------------------------------- */

/* How often a yaku in use pays a limit at most; where several add up, two of them do so too. */
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

/* The highest total at which a limit is still the greatest reached; 0: there is no such bound. */
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
         i++) /* few: by insertion, equal ones stay in the file's order */
        for (unsigned j = i; j && by_worth(&list[j - 1], &list[j], model) > 0; j--) {
            struct kzi_table_limit kept = list[j];
            list[j] = list[j - 1];
            list[j - 1] = kept;
        }
    return count;
}

/* --- totals ---------------------------------------------------------------------------------- */

#define WITHOUT_LIMITS 13 /* columns where no limit ends the table */
#define ONE_BY_ONE     16 /* totals past the lowest of which none is left out */

bool kzi_table_has(const struct kzi_table_fu *fu, bool self_draw, int32_t total) {
    return fu->least[self_draw] && total >= fu->least[self_draw];
}

static bool reaches_limit(const struct kzi_model *model, int32_t total, int32_t fu) {
    struct kzi_price price;
    kzi_price_find(model, total, fu, &price);
    return price.limit >= 0;
}

/* Whether a hand of this fu and total can be, and is paid by no limit. */
static bool is_counted(const struct kzi_table *table, const struct kzi_table_fu *fu,
                       int32_t total) {
    return (kzi_table_has(fu, false, total) || kzi_table_has(fu, true, total)) &&
           !reaches_limit(table->rules->model, total, fu->fu);
}

static int32_t lowest_total(const struct kzi_model *model) {
    return model->minimum > 1 ? model->minimum : 1;
}

/* The totals at which some fu is not at a limit yet, then the fu that are below one somewhere. */
static void find_cells(struct kzi_table *table) {
    int32_t total = lowest_total(table->rules->model);
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

/* Total by total up to a limit; without one the low ones, then what single yaku are worth. */
static void find_totals(struct kzi_table *table) {
    const struct kzi_model *model = table->rules->model;
    int32_t total = lowest_total(model), dearest = dearest_yaku(model, total, false);
    for (; table->n_totals < KZI_TABLE_TOTALS; total++) {
        bool low = total <= lowest_total(model) + ONE_BY_ONE;
        if (reaches_limit(model, total, 0) ||
            (model->total_at_most && total > model->total_at_most) || (!low && total > dearest))
            return;
        table->totals[table->n_totals++] = total;
        if (!low || total == lowest_total(model) + ONE_BY_ONE)
            total = dearest_yaku(model, total, true) - 1;
        if (total < table->totals[table->n_totals - 1])
            return;
    }
}

void kzi_table_make(struct kzi_table *table, const struct kz_ruleset *rules) {
    const struct kzi_model *model = rules->model;
    bool alike =
        kzi_pays_equal(&model->payments.self_draw) && kzi_pays_equal(&model->payments.discard);
    memset(table, 0, sizeof *table);
    table->rules = rules;
    table->of_some = false;
    table->by_fu = model->fu.in_use && model->hand_value.doubling;
    table->first_way = alike ? 2 : 0;
    table->n_ways = alike ? 2 : KZI_TABLE_WAYS;
    if (table->by_fu) {
        kzi_table_find_fu(table);
        find_cells(table);
    } else {
        find_totals(table);
    }
}
