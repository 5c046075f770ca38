#include "compile/price.h"

#include <stdio.h>
#include <string.h>

const char *const kzi_party_names[KZI_PARTIES] = {"E", "S", "W", "N", "discarder", "others"};

/* --- value and limits ------------------------------------------------------------------------- */

const struct kzi_value_row *kzi_value_row(const struct kzi_hand_value *value, int32_t total) {
    size_t low = 0,
           high = value->n_rows; /* rows below low are reached, rows from high on are not */
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (value->rows[middle].from_total <= total)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &value->rows[low - 1] : NULL;
}

const struct kzi_fu_row *kzi_fu_row_of(const struct kzi_fu *fu, int32_t number) {
    const struct kzi_fu_row *found = NULL;
    for (size_t i = 0; i < fu->n_rows; i++) {
        const struct kzi_fu_row *row = &fu->rows[i];
        if (number >= row->first && number <= row->last && (number - row->first) % row->step == 0)
            found = row;
    }
    return found;
}

/* Return start × 2^(total + plus), rounded; without a start, fu are doubled.  If the exponent is
 * negative, halve, and drop fractions unless the rules round otherwise. */
static int64_t doubled(const struct kzi_hand_value *value, int32_t total, int32_t fu) {
    int64_t start = value->start ? value->start : fu > 0 ? fu : 0;
    int64_t doublings = (int64_t)total + value->plus;
    struct kzi_round round = value->round;
    if (doublings >= 0) {
        int64_t raw = start << (doublings < 31 ? doublings : 31);
        return raw < KZI_BEYOND ? kzi_rounded(raw, &round) : KZI_BEYOND;
    }
    if (round.mode == KZI_ROUND_NONE)
        round = (struct kzi_round){KZI_ROUND_DOWN, 1};
    round.to *= 1 << -doublings; /* scaled, to round the start as a whole number */
    return kzi_rounded(start, &round) >> -doublings;
}

/* Return the part of a value that is left over after whole units. */
static int64_t rest_of(const struct kzi_units *units, int64_t value) {
    return units->of && value >= units->worth ? value % units->worth : 0;
}

/* Return the value before limits: by units, by the table, the fu doubled, or the total itself. */
static int64_t count_value(const struct kzi_model *model, int32_t total, int32_t fu) {
    const struct kzi_units *units = &model->hand_value.units;
    if (units->of && total >= units->of) {
        const int64_t sum = (int64_t)(total / units->of) * units->worth +
                            (int64_t)(total % units->of) * units->rest;
        return sum < KZI_BEYOND ? sum : KZI_BEYOND;
    }
    if (model->hand_value.n_rows) {
        const struct kzi_value_row *row = kzi_value_row(&model->hand_value, total);
        return row ? row->worth : 0;
    }
    if (!model->hand_value.doubling)
        return total;
    int64_t value = doubled(&model->hand_value, total, fu);
    return value < KZI_BEYOND ? value : KZI_BEYOND;
}

/* Return the limit reached that is worth most, the first of equals; -1 if none is reached. */
static int limit_reached(const struct kzi_model *model, int32_t total, int64_t counted) {
    int best = -1;
    for (size_t i = 0; i < model->limit_names.count; i++) {
        const struct kzi_limit *limit = &model->limits[i];
        bool reached = (limit->from_total && total >= limit->from_total) ||
                       (limit->from_value && counted >= limit->from_value);
        if (limit->in_use && reached && (best < 0 || limit->worth > model->limits[best].worth))
            best = (int)i;
    }
    return best;
}

static void fill_before_limits(const struct kzi_model *model, int32_t total, int32_t fu,
                               struct kzi_price *price) {
    int32_t max = model->total_at_most ? model->total_at_most : INT32_MAX;
    price->valued = total < max ? total : max;
    price->counted = count_value(model, price->valued, fu);
}

static void apply_limits(const struct kzi_model *model, struct kzi_price *price) {
    price->limit = limit_reached(model, price->valued, price->counted);
    price->value = price->limit < 0 ? price->counted : model->limits[price->limit].worth;
    if (model->payment_bound && price->value > KZI_MAX_NUMBER)
        price->value = KZI_MAX_NUMBER; /* any share of it exceeds the bound */
}

void kzi_fill_price(const struct kzi_model *model, int32_t total, int32_t fu,
                    struct kzi_price *price) {
    if (total < 0) {
        *price = (struct kzi_price){0, KZI_BEYOND, KZI_BEYOND, -1};
        return;
    }
    fill_before_limits(model, total, fu, price);
    apply_limits(model, price);
}

void kzi_price_multiply(const struct kzi_model *model, int64_t factor, struct kzi_price *price) {
    price->counted =
        price->counted <= KZI_MAX_NUMBER / factor ? price->counted * factor : KZI_BEYOND;
    apply_limits(model, price);
}

/* --- what one pays ---------------------------------------------------------------------------- */

bool kzi_share_equals(const struct kzi_share *a, const struct kzi_share *b) {
    return a->times == b->times && a->plus == b->plus && a->at_most == b->at_most &&
           a->in_all == b->in_all && a->rests == b->rests;
}

bool kzi_shares_equal(const struct kzi_shares *a, const struct kzi_shares *b) {
    for (unsigned role = 0; role < KZI_ROLES; role++)
        if (a->of[role].written != b->of[role].written ||
            !kzi_share_equals(&a->of[role], &b->of[role]))
            return false;
    return true;
}

const struct kzi_shares *kzi_shares_for(const struct kzi_model *model, const struct kzi_win *win) {
    const struct kzi_limit_payers *own = kzi_limit_payers(model, win->limit, win->self_draw);
    if (own)
        return own->by;
    return win->shares ? win->shares : kzi_payment_by(&model->payments, win->self_draw)->by;
}

void kzi_split_rest(const struct kzi_model *model, const struct kzi_share *share, int64_t *value,
                    int64_t *plus) {
    const int64_t rest = share->in_all ? 0 : rest_of(&model->hand_value.units, *value);
    *value -= rest;
    *plus += !share->times ? 0 : rest * (share->rests ? share->rests : 1);
}

int64_t kzi_max_paid(const struct kzi_model *model, int limit, int32_t multiplier) {
    const struct kzi_limit *bound = model->payment_bound;
    bool times = limit >= 0 && bound == &model->limits[limit];
    return !bound ? INT64_MAX : (int64_t)bound->worth * (times ? multiplier : 1);
}

/* The terms of one payment. */
struct pay_ctx {
    int64_t value;
    int64_t times; /* multiplier of a limit that states its payments */
    int64_t max;
    const struct kzi_round *round;
    bool as_written; /* stated amounts are not rounded */
};

/* Round a share, given in parts of KZI_RATIO_UNIT because it may be a fraction of a point, and
 * bound it. */
static int64_t share_of(const struct pay_ctx *ctx, const struct kzi_share *share, int64_t parts) {
    const bool amount = ctx->as_written && !share->times && !share->in_all;
    const struct kzi_round of_parts = {amount ? KZI_ROUND_NONE : ctx->round->mode,
                                       ctx->round->to * KZI_RATIO_UNIT};
    int64_t points = kzi_rounded(parts > 0 ? parts : 0, &of_parts) / KZI_RATIO_UNIT;
    if (share->at_most && points > share->at_most)
        points = share->at_most;
    points *= ctx->times;
    return points < ctx->max ? points : ctx->max;
}

static struct pay_ctx pay_by(const struct kzi_model *model, const struct kzi_win *win) {
    bool own = kzi_limit_payers(model, win->limit, win->self_draw) != NULL;
    return (struct pay_ctx){.value = own ? model->limits[win->limit].worth : win->value,
                            .times = own ? win->multiplier : 1,
                            .max = kzi_max_paid(model, win->limit, win->multiplier),
                            .round = &kzi_payment_by(&model->payments, win->self_draw)->round,
                            .as_written = own};
}

void kzi_pay(const struct kzi_model *model, const struct kzi_win *win, int64_t pays[KZI_ROLES]) {
    const struct kzi_share *shares = kzi_shares_for(model, win)[win->outcome].of;
    const struct pay_ctx ctx = pay_by(model, win);
    int64_t paid = 0;
    for (unsigned role = 0; role < KZI_ROLES; role++) {
        bool other = role == KZI_ROLE_DEALER && !shares[role].written;
        const struct kzi_share *share = &shares[other ? KZI_ROLE_OTHERS : role];
        int64_t value = ctx.value, plus = share->plus;
        kzi_split_rest(model, share, &value, &plus);
        pays[role] = share_of(&ctx, share, value * share->times + plus * KZI_RATIO_UNIT);
        paid += kzi_count_role(model, win, (enum kzi_role)role) * pays[role];
    }
    paid /= ctx.times; /* in_all is stated for the limit once */
    for (unsigned role = 0; role < KZI_ROLES; role++)
        if (shares[role].in_all)
            pays[role] = share_of(&ctx, &shares[role],
                                  ctx.value * shares[role].in_all - paid * KZI_RATIO_UNIT);
}

unsigned kzi_count_role(const struct kzi_model *model, const struct kzi_win *win,
                        enum kzi_role role) {
    unsigned discarders = !win->self_draw, dealers = win->outcome == KZI_OTHER_WINS,
             losers = model->n_seats - 1;
    if (role == KZI_ROLE_DISCARDER)
        return discarders;
    if (role == KZI_ROLE_DEALER)
        return dealers - win->dealer_gone;
    unsigned paying = discarders + dealers + win->others_gone;
    return losers > paying ? losers - paying : 0;
}

/* --- laid out --------------------------------------------------------------------------------- */

static uint8_t payer_at(const struct kzi_model *model, bool self_draw, unsigned winner, int from,
                        unsigned seat) {
    from = self_draw ? -1 : from;
    const unsigned outcome = kzi_outcome_of(&model->payments, winner, from),
                   role = kzi_role_of(model, winner, from, seat),
                   way = self_draw ? KZI_OUTCOMES + outcome : outcome;
    return (uint8_t)(role == KZI_ROLES ? KZI_PAYERS - 1 : way * KZI_ROLES + role);
}

/* Fill fu with the numbers of fu that are laid out: no fu (-1), then flat fu, then the multiples
 * that fu are rounded to, until there is no more room. */
static void list_fu(struct kzi_prices *prices, const struct kzi_model *model,
                    int32_t fu[KZI_PRICED_FU]) {
    memset(prices->index_of_fu, KZI_PRICED_FU, sizeof prices->index_of_fu);
    prices->index_of_fu[0] = 0;
    prices->n_fu = 1;
    fu[0] = -1;
    for (unsigned i = 0; model->fu.in_use && i < KZI_MAX_SHAPES + KZI_HIGHEST_FU; i++) {
        int64_t here = i < KZI_MAX_SHAPES
                           ? model->fu.flat[i]
                           : kzi_rounded((int64_t)i - KZI_MAX_SHAPES, &model->fu.round);
        if (here < 0 || here > KZI_HIGHEST_FU || prices->n_fu == KZI_PRICED_FU ||
            prices->index_of_fu[here + 1] != KZI_PRICED_FU)
            continue;
        prices->index_of_fu[here + 1] = (uint8_t)prices->n_fu;
        fu[prices->n_fu++] = (int32_t)here;
    }
}

static void fill_price_entry(struct kzi_price_entry *priced, const struct kzi_price *price) {
    priced->valued = price->valued;
    priced->counted = (uint32_t)price->counted;
    priced->value = (int32_t)price->value;
    priced->limit = (int16_t)price->limit;
    priced->usual = price->value <= KZI_MAX_NUMBER;
}

static void fill_shares(struct kzi_price_entry *priced, const struct kzi_model *model) {
    const bool fed = model->payments.discard.counter[KZI_ROLE_DISCARDER];
    for (unsigned way = 0; priced->usual && way < KZI_PAID_WAYS; way++) {
        const struct kzi_win win = {.self_draw = way >= KZI_OUTCOMES,
                                    .outcome = (enum kzi_outcome)(way % KZI_OUTCOMES),
                                    .value = priced->value,
                                    .limit = priced->limit,
                                    .multiplier = 1};
        int64_t pays[KZI_ROLES];
        kzi_pay(model, &win, pays);
        for (unsigned role = 0; role < KZI_ROLES; role++) {
            priced->shares[way * KZI_ROLES + role] = (int32_t)pays[role];
            priced->usual &= pays[role] <= KZI_MAX_NUMBER;
        }
        priced->usual &= pays[KZI_ROLE_DISCARDER] || !fed || win.self_draw;
    }
}

static void lay_out_priced(struct kzi_prices *prices, const struct kzi_model *model) {
    int32_t fu[KZI_PRICED_FU];
    list_fu(prices, model, fu);
    /* With more yaku than that, totals exceed the usual limits, so more of them are laid out. */
    bool few = model->fu.in_use && model->yaku_names.count <= KZI_PRICED_TOTALS;
    prices->n_totals = few ? KZI_PRICED_TOTALS / 8 : KZI_PRICED_TOTALS;
    struct kzi_price_entry *priced = KZI_NEW_ARRAY(
        model->arena, (size_t)prices->n_totals * prices->n_fu, struct kzi_price_entry);
    prices->priced = priced;
    for (unsigned total = 0; total < prices->n_totals; total++)
        for (unsigned index = 0; index < prices->n_fu; index++, priced++) {
            struct kzi_price price;
            kzi_fill_price(model, (int32_t)total, fu[index], &price);
            fill_price_entry(priced, &price);
            fill_shares(priced, model);
        }
}

static void lay_out_counters(struct kzi_prices *prices, const struct kzi_model *model) {
    for (unsigned i = 0; i < KZI_PAYERS - 1; i++) {
        const unsigned way = i / KZI_ROLES, outcome = way % KZI_OUTCOMES, role = i % KZI_ROLES;
        const bool discarder = role == KZI_ROLE_DISCARDER,
                   dealer = outcome == KZI_DEALER_WINS || role == KZI_ROLE_DEALER ||
                            (discarder && outcome == KZI_DEALER_DISCARDS);
        prices->counters[i] =
            (int32_t)kzi_counter_share(&model->payments, way >= KZI_OUTCOMES, discarder, dealer, 1);
    }
}

void kzi_prices_lay_out(struct kzi_prices *prices, const struct kzi_model *model) {
    lay_out_priced(prices, model);
    lay_out_counters(prices, model);
    for (unsigned way = 0; way < 2; way++)
        for (unsigned winner = 0; winner < KZI_SEATS; winner++)
            for (int from = -1; from < KZI_SEATS; from++)
                for (unsigned seat = 0; seat < KZI_SEATS; seat++)
                    prices->payers[way][winner][from + 1][seat] =
                        payer_at(model, way, winner, from, seat);
}

/* --- what can never be paid ------------------------------------------------------------------- */

static int64_t points_of(const struct kzi_model *model, const struct kzi_win *win) {
    int64_t pays[KZI_ROLES], points = 0;
    kzi_pay(model, win, pays);
    for (unsigned role = 0; role < KZI_ROLES; role++)
        points += kzi_count_role(model, win, (enum kzi_role)role) * pays[role];
    return points;
}

/* Return the least that the winner receives, whoever discards. */
static int64_t min_points(const struct kzi_model *model, struct kzi_win win) {
    int64_t points = points_of(model, &win), of_dealer;
    if (win.self_draw || win.outcome == KZI_DEALER_WINS)
        return points;
    win.outcome = KZI_DEALER_DISCARDS;
    of_dealer = points_of(model, &win);
    return of_dealer < points || model->n_seats == 2 ? of_dealer : points;
}

/* Refuse a value that is paid more points than KZI_MAX_NUMBER.  limit: the limit that pays it; -1:
 * none. */
static void check_paid(const struct kzi_model *model, struct kzi_diags *diags,
                       struct kzi_place place, const char *id, int32_t number, int limit) {
    int64_t value = limit < 0 ? number : (int64_t)number * model->limits[limit].worth;
    for (unsigned way = 0; way < 4; way++) {
        const struct kzi_win win = {
            way & 1, way >> 1 ? KZI_DEALER_WINS : KZI_OTHER_WINS, value, limit, number, NULL, 0,
            false};
        int64_t points = min_points(model, win);
        if (points <= KZI_MAX_NUMBER)
            continue;
        kzi_error_at(diags, place, "%s pays %lld points %s; payments go up to %d", id,
                     (long long)points, way & 1 ? "by self-draw" : "on a discard", KZI_MAX_NUMBER);
        return;
    }
}

/* Return whether some limit bounds the doubled fu. */
static bool ends_doubling(const struct kzi_model *model) {
    if (model->payment_bound)
        return true;
    KZI_EACH_LIMIT(model, limit)
        if (limit->in_use && (limit->from_total || limit->from_value))
            return true;
    return false;
}

static void check_value(const struct kzi_model *model, struct kzi_diags *diags,
                        const struct kzi_yaku *yaku, const struct kzi_value *value) {
    struct kzi_price price;
    if (!value->scored)
        return;
    if (value->limit != KZI_NO_LIMIT) {
        check_paid(model, diags, yaku->place, yaku->id, value->number, value->limit);
        return;
    }
    fill_before_limits(model, value->number, 1, &price);
    const struct kzi_hand_value *worth = &model->hand_value;
    char start[16] = "the fu";
    if (price.counted <= KZI_MAX_NUMBER || !(worth->start || model->fu.start) ||
        ends_doubling(model))
        return;
    if (worth->start)
        snprintf(start, sizeof start, "%d", (int)worth->start);
    kzi_error_at(diags, yaku->place,
                 "%s doubles %s %d times, past %d, and no limit ends the doubling", yaku->id, start,
                 price.valued + worth->plus, KZI_MAX_NUMBER);
}

static void check_rows(const struct kzi_model *model, struct kzi_diags *diags) {
    for (size_t i = 0; i < model->hand_value.n_rows; i++) {
        const struct kzi_value_row *row = &model->hand_value.rows[i];
        char id[40];
        snprintf(id, sizeof id, "a total of %d", (int)row->from_total);
        check_paid(model, diags, row->place, id, row->worth, -1);
    }
}

void kzi_prices_check(const struct kzi_model *model, struct kzi_diags *diags) {
    check_rows(model, diags);
    for (size_t i = 0; i < model->limit_names.count; i++)
        check_paid(model, diags, model->limits[i].place, model->limits[i].id, 1, (int)i);
    KZI_EACH_YAKU_OF(model, yaku) {
        check_value(model, diags, yaku, &yaku->closed);
        if (memcmp(&yaku->closed, &yaku->open, sizeof yaku->open) != 0)
            check_value(model, diags, yaku, &yaku->open);
    }
}
