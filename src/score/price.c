#include "score/price.h"

/* A division of 32 bits takes a fraction of one of 64. */
static int64_t rest_of(int64_t number, int64_t to) {
    return number >= 0 && number <= UINT32_MAX ? (int64_t)((uint32_t)number % (uint32_t)to)
                                               : number % to;
}

int64_t kzi_rounded(int64_t number, const struct kzi_round *round) {
    int64_t to = round->to;
    if (round->way == KZI_ROUND_NONE || !to)
        return number;
    int64_t rest = rest_of(number, to);
    if (!rest)
        return number;
    bool up = round->way == KZI_ROUND_UP || (round->way == KZI_ROUND_NEAREST && 2 * rest >= to);
    return number - rest + (up ? to : 0);
}

/* --- value and limits ------------------------------------------------------------------------ */

/* The value before limits: fu doubled by the total, or the total itself. */
static int64_t count_value(const struct kzi_model *model, int32_t total, int32_t fu) {
    if (!model->hand_value.doubling)
        return total;
    int32_t doublings = total + model->hand_value.plus;
    return (int64_t)(fu > 0 ? fu : 0) << (doublings < 40 ? doublings : 40);
}

/* Of the limits that are reached the one worth most. */
static void apply_limits(const struct kzi_model *model, struct kzi_price *price) {
    price->limit = -1;
    for (size_t i = 0; i < model->limit_names.count; i++) {
        const struct kzi_limit *limit = &model->limits[i];
        bool reached = (limit->from_total && price->valued >= limit->from_total) ||
                       (limit->from_value && price->counted >= limit->from_value);
        if (limit->in_use && reached &&
            (price->limit < 0 || limit->worth > model->limits[price->limit].worth))
            price->limit = (int)i;
    }
    price->value = price->limit < 0 ? price->counted : model->limits[price->limit].worth;
}

void kzi_price_find(const struct kzi_model *model, int32_t total, int32_t fu,
                    struct kzi_price *price) {
    int32_t most = model->total_at_most ? model->total_at_most : INT32_MAX;
    price->valued = total < most ? total : most;
    price->counted = count_value(model, price->valued, fu);
    apply_limits(model, price);
}

/* --- what one pays --------------------------------------------------------------------------- */

static const struct kzi_payment *payment_of(const struct kzi_payments *payments, bool self_draw) {
    return self_draw ? &payments->self_draw : &payments->discard;
}

int64_t kzi_share(const struct kzi_payments *payments, bool self_draw, bool dealer_wins,
                  enum kzi_role role, int64_t value) {
    const struct kzi_payment *payment = payment_of(payments, self_draw);
    const struct kzi_share *shares = dealer_wins ? payment->dealer_wins : payment->other_wins;
    if (role == KZI_ROLE_DEALER && !shares[role].said)
        role = KZI_ROLE_OTHERS;
    if (!shares[role].said)
        return 0;
    return kzi_rounded(value * shares[role].times + shares[role].plus, &payment->round);
}

int64_t kzi_counter(const struct kzi_payments *payments, bool self_draw, bool discarder,
                    int64_t share) {
    const int32_t *counter = payment_of(payments, self_draw)->counter;
    int64_t each = discarder ? counter[KZI_ROLE_DISCARDER] : 0;
    return share ? each + counter[KZI_ROLE_OTHERS] : each;
}
