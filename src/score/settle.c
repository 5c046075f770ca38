/* Who pays whom: the value of a hand shared out among the seats, and the counters and bets. */
#include "score/internal.h"

#include <string.h>

static int64_t share_of(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                        enum kzi_role role, int64_t value) {
    const struct kzi_payments *payments = &rules->model->payments;
    bool dealer_wins = hand->seat == payments->dealer;
    return kzi_share(payments, hand->self_draw, dealer_wins, role, value);
}

int64_t kzi_shares(const struct kz_ruleset *rules, const struct kzi_hand *hand, int64_t value,
                   int64_t share[KZI_SEATS], int64_t *discarder, int64_t *others) {
    int64_t sum = 0;
    memset(share, 0, KZI_SEATS * sizeof *share);
    *discarder = *others = 0;
    if (!hand->self_draw && hand->from < 0) {
        *discarder = share_of(rules, hand, KZI_ROLE_DISCARDER, value);
        *others = share_of(rules, hand, KZI_ROLE_OTHERS, value);
        return *discarder + (int64_t)(rules->model->n_seats - 2) * *others;
    }
    int64_t of_role[KZI_ROLES] = {-1, -1, -1}; /* those in one role pay alike */
    for (unsigned seat = 0; seat < rules->model->n_seats; seat++) {
        if (seat == hand->seat)
            continue;
        enum kzi_role role = !hand->self_draw && (int)seat == hand->from ? KZI_ROLE_DISCARDER
                             : seat == rules->model->payments.dealer     ? KZI_ROLE_DEALER
                                                                         : KZI_ROLE_OTHERS;
        if (of_role[role] < 0)
            of_role[role] = share_of(rules, hand, role, value);
        share[seat] = of_role[role];
        sum += share[seat];
    }
    return sum;
}

static int64_t counters_of(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                           bool discarder, int64_t share) {
    return kzi_counter(&rules->model->payments, hand->self_draw, discarder, share) * hand->honba;
}

void kzi_settle(struct kz_result *result) {
    const struct kz_ruleset *rules = result->rules;
    const struct kzi_hand *hand = &result->hand;
    int64_t *own = &result->paid[hand->seat];
    memset(result->paid, 0, sizeof result->paid);
    result->best.points = kzi_shares(rules, hand, result->best.value, result->share,
                                     &result->share_discarder, &result->share_others);
    *own = (int64_t)hand->deposits * rules->model->payments.bet;
    result->discarder_unknown = !hand->self_draw && hand->from < 0;
    if (result->discarder_unknown) {
        result->paid_discarder =
            -(result->share_discarder + counters_of(rules, hand, true, result->share_discarder));
        result->paid_others =
            -(result->share_others + counters_of(rules, hand, false, result->share_others));
        *own -= result->paid_discarder + (int64_t)(rules->model->n_seats - 2) * result->paid_others;
        return;
    }
    result->paid_discarder = result->paid_others = 0;
    int64_t counters[KZI_SEATS] = {0};
    for (unsigned seat = 0; seat < rules->model->n_seats; seat++) {
        bool discarder = !hand->self_draw && (int)seat == hand->from;
        if (seat != hand->seat)
            counters[seat] = counters_of(rules, hand, discarder, result->share[seat]);
    }
    kzi_settle_liability(result, counters);
    for (unsigned seat = 0; seat < rules->model->n_seats; seat++) {
        if (seat == hand->seat)
            continue;
        int64_t pays = result->share[seat] + counters[seat];
        result->paid[seat] = -pays;
        *own += pays;
    }
}
