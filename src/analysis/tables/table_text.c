#include "analysis/tables/table.h"
#include "report/wording.h"

/* --- sentences below the tables -------------------------------------------------------------- */

static void say_value(struct kzi_text *text, const struct kzi_table *table) {
    const struct kzi_model *model = table->rules->model;
    if (!table->by_fu || !table->n_totals)
        return;
    kzi_text_format(text, "A hand is worth fu x 2^(%s + %d)", model->unit,
                    (int)model->hand_value.plus);
    if (model->limit_names.count)
        kzi_text_put(text, ", or where marked * the limit it reaches");
}

static void say_none(struct kzi_text *text, const struct kzi_table *table) {
    if (table->by_fu && table->n_totals)
        kzi_text_put(text, "-: no hand comes to that");
}

static void say_some(struct kzi_text *text, const struct kzi_table *table) {
    if (table->of_some)
        kzi_text_put(text, "There are more makes of hands than were tried: a row may be missing");
}

static const struct kzi_share *share_of(const struct kzi_table *table, struct kzi_table_way way,
                                        unsigned role) {
    const struct kzi_payment *payment = kzi_payment(&table->rules->model->payments, way.self_draw);
    return way.dealer ? &payment->dealer_wins[role] : &payment->other_wins[role];
}

/* What every payment has beside its share of the value; -1: not all have as much. */
static int32_t added_to_each(const struct kzi_table *table) {
    int32_t added = -1;
    for (unsigned i = 0; i < KZI_TABLE_WAYS * KZI_ROLES; i++) {
        const struct kzi_share *share =
            share_of(table, kzi_table_ways[i / KZI_ROLES], i % KZI_ROLES);
        if (share->said && added >= 0 && share->plus != added)
            return -1;
        if (share->said)
            added = share->plus;
    }
    return added;
}

static void say_added_to(struct kzi_text *text, const struct kzi_table *table,
                         struct kzi_table_way way, const char *before) {
    static const char *const roles[KZI_ROLES] = {[KZI_ROLE_DISCARDER] = "the discarder",
                                                 [KZI_ROLE_DEALER] = "the dealer",
                                                 [KZI_ROLE_OTHERS] = "each of the rest"};
    bool any = false;
    for (unsigned role = 0; role < KZI_ROLES; role++) {
        const struct kzi_share *share = share_of(table, way, role);
        if (!share->said || !share->plus)
            continue;
        kzi_text_format(text, "%s%d from %s", any ? ", " : before, (int)share->plus, roles[role]);
        any = true;
    }
    if (any)
        kzi_text_format(text, " where %s wins %s",
                        table->n_ways < KZI_TABLE_WAYS ? "a player"
                        : way.dealer                   ? "the dealer"
                                                       : "another",
                        way.self_draw ? "by self-draw" : "on a discard");
}

static void say_added(struct kzi_text *text, const struct kzi_table *table) {
    int32_t each = added_to_each(table);
    size_t from = text->len;
    if (each > 0)
        kzi_text_format(text, "Each payment has %d beside its share of the value", (int)each);
    for (unsigned i = 0; each < 0 && i < table->n_ways; i++)
        say_added_to(text, table, kzi_table_ways[table->first_way + i],
                     text->len > from ? "; " : "Beside their shares of the value come ");
}

static void say_round(struct kzi_text *text, const struct kzi_round *round) {
    static const char *const ways[] = {"not at all", "up to", "to the nearest", "down to"};
    kzi_text_put(text, ways[round->way]);
    if (round->way != KZI_ROUND_NONE)
        kzi_text_format(text, " %d", (int)round->to);
}

static void say_rounding(struct kzi_text *text, const struct kzi_table *table) {
    const struct kzi_payments *payments = &table->rules->model->payments;
    const struct kzi_round *discard = &payments->discard.round,
                           *self_draw = &payments->self_draw.round;
    bool alike = discard->way == self_draw->way && discard->to == self_draw->to;
    if (alike && discard->way == KZI_ROUND_NONE)
        return;
    kzi_text_put(text, "A payment is rounded ");
    say_round(text, discard);
    if (alike)
        return;
    kzi_text_put(text, " on a discard, ");
    say_round(text, self_draw);
    kzi_text_put(text, " by self-draw");
}

static void say_counters(struct kzi_text *text, const struct kzi_table *table) {
    const struct kzi_payments *payments = &table->rules->model->payments;
    int64_t discarder = kzi_counter(payments, false, true, 1),
            each = kzi_counter(payments, true, false, 1);
    if (!discarder && !each)
        return;
    kzi_text_format(text, "Each counter adds %lld from the discarder; by self-draw %lld from each",
                    (long long)discarder, (long long)each);
}

static void say_bets(struct kzi_text *text, const struct kzi_table *table) {
    if (table->rules->model->payments.bet)
        kzi_text_format(text, "The winner takes the bets on the table, %d each",
                        (int)table->rules->model->payments.bet);
}

static void say_minimum(struct kzi_text *text, const struct kzi_table *table) {
    const struct kzi_model *model = table->rules->model;
    kzi_text_put(text, "A hand needs ");
    kzi_say_total(text, model, model->minimum > 1 ? model->minimum : 1);
    kzi_text_put(text, " to win, bonus left out");
}

static void (*const notes[])(struct kzi_text *, const struct kzi_table *) = {
    say_value, say_none, say_some, say_added, say_rounding, say_counters, say_bets, say_minimum};

bool kzi_table_note(struct kzi_text *text, const struct kzi_table *table, unsigned *number) {
    size_t from = text->len;
    while (*number < sizeof notes / sizeof *notes && text->len == from)
        notes[(*number)++](text, table);
    return text->len > from;
}

/* --- the whole ------------------------------------------------------------------------------- */

static void put_head(struct kzi_text *text, const struct kzi_table *table) {
    const struct kzi_model *model = table->rules->model;
    if (model->title || model->n_overlays) {
        kzi_say_title(text, model, table->language);
        kzi_text_char(text, '\n');
    }
    kzi_text_format(text, "%s, digest %s\n", model->label, model->digest);
}

void kzi_table_text(struct kzi_text *text, const struct kzi_table *table) {
    struct kzi_grid grid = kzi_grid_new();
    put_head(text, table);
    for (unsigned i = 0; i < kzi_table_n_sheets(table); i++) {
        kzi_table_sheet(&grid, table, i);
        kzi_text_char(text, '\n');
        kzi_grid_text(text, &grid);
    }
    kzi_grid_release(&grid);
    kzi_text_char(text, '\n');
    for (unsigned number = 0; kzi_table_note(text, table, &number);)
        kzi_text_put(text, ".\n");
}
