/* Who pays whom: the value of a hand shared out among the seats, and the counters and bets. */
#include "score/internal.h"

#include <string.h>

/* What each role pays: those in one role pay alike. */
static void find_shares(const struct kz_ruleset *rules, const struct kzi_hand *hand, int64_t value,
                        int64_t of_role[KZI_ROLES + 1]) {
    const struct kzi_payments *payments = &rules->model->payments;
    const struct kzi_share *shares =
        rules->prices.shares[hand->self_draw][hand->seat == payments->dealer];
    const struct kzi_round *round = &kzi_payment(payments, hand->self_draw)->round;
    for (unsigned role = 0; role < KZI_ROLES; role++)
        of_role[role] = shares[role].said
                            ? kzi_rounded(value * shares[role].times + shares[role].plus, round)
                            : 0;
    of_role[KZI_PAYS_NOTHING] = 0;
}

static const int32_t *laid_out(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                               const struct kzi_priced *priced) {
    return priced->shares[hand->self_draw][hand->seat == rules->model->payments.dealer];
}

/* The roles by seat; of a self-drawn hand that was admitted from is -1. */
static const uint8_t *roles_in(const struct kz_ruleset *rules, const struct kzi_hand *hand) {
    return rules->prices.roles[hand->seat][hand->from + 1];
}

static int64_t shares_laid_out(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                               const struct kzi_priced *priced, int64_t share[KZI_SEATS]) {
    const uint8_t *roles = roles_in(rules, hand);
    const int32_t *of_role = laid_out(rules, hand, priced);
    int64_t sum = 0;
    for (unsigned seat = 0; seat < KZI_SEATS; seat++)
        sum += share[seat] = of_role[roles[seat]];
    return sum;
}

/* Where they are not laid out, or nobody knows who discarded. */
static __attribute__((noinline)) int64_t work_out_shares(const struct kz_ruleset *rules,
                                                         const struct kzi_hand *hand, int64_t value,
                                                         int64_t share[KZI_SEATS],
                                                         int64_t *discarder, int64_t *others) {
    int64_t of_role[KZI_ROLES + 1], sum = 0;
    bool known = hand->self_draw || hand->from >= 0;
    const uint8_t *roles = roles_in(rules, hand);
    find_shares(rules, hand, value, of_role);
    for (unsigned seat = 0; seat < KZI_SEATS; seat++)
        sum += share[seat] = known ? of_role[roles[seat]] : 0;
    if (known)
        return sum;
    *discarder = of_role[KZI_ROLE_DISCARDER];
    *others = rules->model->n_seats > 2 ? of_role[KZI_ROLE_OTHERS] : 0;
    return *discarder + (int64_t)(rules->model->n_seats - 2) * *others;
}

int64_t kzi_shares(const struct kz_ruleset *rules, const struct kzi_hand *hand, int64_t value,
                   const struct kzi_priced *priced, int64_t share[KZI_SEATS], int64_t *discarder,
                   int64_t *others) {
    *discarder = *others = 0;
    if (priced && (hand->self_draw || hand->from >= 0))
        return shares_laid_out(rules, hand, priced, share);
    return work_out_shares(rules, hand, value, share, discarder, others);
}

static int64_t counters_of(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                           bool discarder, int64_t share) {
    return kzi_counter(&rules->model->payments, hand->self_draw, discarder, share) * hand->honba;
}

/* Where nobody knows who discarded: what that seat pays, and each of the other two. */
static __attribute__((noinline)) void settle_unknown(struct kz_result *result) {
    const struct kz_ruleset *rules = result->rules;
    const struct kzi_hand *hand = &result->hand;
    result->paid_discarder =
        -(result->share_discarder + counters_of(rules, hand, true, result->share_discarder));
    result->paid_others =
        -(result->share_others + counters_of(rules, hand, false, result->share_others));
    result->paid[hand->seat] -=
        result->paid_discarder + (int64_t)(rules->model->n_seats - 2) * result->paid_others;
}

static void find_counters(const struct kz_result *result, int64_t counters[KZI_SEATS]) {
    const struct kzi_hand *hand = &result->hand;
    for (unsigned seat = 0; seat < result->rules->model->n_seats; seat++) {
        bool discarder = !hand->self_draw && (int)seat == hand->from;
        if (seat != hand->seat)
            counters[seat] = counters_of(result->rules, hand, discarder, result->share[seat]);
    }
}

/* Counters and liability, which most hands have nothing of. */
static __attribute__((noinline)) void settle_more(struct kz_result *result) {
    int64_t counters[KZI_SEATS] = {0};
    if (result->hand.honba)
        find_counters(result, counters);
    kzi_settle_liability(result, counters);
    for (unsigned seat = 0; seat < KZI_SEATS; seat++) {
        result->paid[seat] -=
            result->share[seat] + counters[seat]; /* of the winner there is none */
        result->paid[result->hand.seat] += result->share[seat] + counters[seat];
    }
}

/* The next two return whether all is within the range: nobody pays more than the winner gets, and
 * the points are no more than that.
 *
 * What any win pays, whoever is liable and whether or not its shares are laid out; the usual one
 * has the shorter way below. */
static __attribute__((noinline)) bool settle_in_full(struct kz_result *result, int64_t bets) {
    const struct kzi_hand *hand = &result->hand;
    result->best.points =
        kzi_shares(result->rules, hand, result->best.value, result->best.priced, result->share,
                   &result->share_discarder, &result->share_others);
    memset(result->paid, 0, sizeof result->paid);
    if (kzi_past_range(result->best.value, result->best.points))
        return false;
    result->paid[hand->seat] = bets;
    if (result->discarder_unknown)
        settle_unknown(result);
    else
        settle_more(result);
    return result->paid[hand->seat] <= KZI_HIGHEST;
}

/* Shares that are laid out, which lie within the range as the value does, and counters, in one go:
 * nobody is liable, and the discarder, if there is one, is known. */
KZI_ALWAYS_INLINE bool settle_laid_out(struct kz_result *result, int64_t bets) {
    const struct kz_ruleset *rules = result->rules;
    const struct kzi_hand *hand = &result->hand;
    const uint8_t *roles = roles_in(rules, hand);
    const int32_t *of_role = laid_out(rules, hand, result->best.priced);
    int64_t counter = counters_of(rules, hand, false, 1),
            fed = counters_of(rules, hand, true, 1) - counter, points = 0, counters = 0;
    for (int seat = 0; seat < KZI_SEATS; seat++) {
        int64_t share = of_role[roles[seat]];
        int64_t more = (share ? counter : 0) + (seat == hand->from ? fed : 0);
        result->share[seat] = share;
        result->paid[seat] = -share - more;
        points += share;
        counters += more;
    }
    result->share_discarder = result->share_others = 0;
    result->best.points = points;
    int64_t won = points + counters + bets; /* who wins has no share */
    result->paid[hand->seat] = won;
    return won <= KZI_HIGHEST;
}

bool kzi_settle(struct kz_result *result) {
    const struct kzi_hand *hand = &result->hand;
    int64_t bets = (int64_t)hand->deposits * result->rules->model->payments.bet;
    result->paid_discarder = result->paid_others = 0;
    result->n_liable = 0;
    result->discarder_unknown = !hand->self_draw & (hand->from < 0);
    if (result->discarder_unknown || hand->n_pao || !result->best.priced)
        return settle_in_full(result, bets);
    return settle_laid_out(result, bets);
}

void kzi_settle_nothing(struct kz_result *result) {
    memset(result->paid, 0, sizeof result->paid);
    memset(result->share, 0, sizeof result->share);
    result->paid_discarder = result->paid_others = 0;
    result->share_discarder = result->share_others = 0;
    result->discarder_unknown = false;
    result->n_liable = 0;
}
