/* Settle chips, the second currency of some rules: what a win is worth in chips, and who pays them.
 * Chips neither choose the reading nor follow liability. */
#include "score/internal.h"

#include <string.h>

int64_t kzi_chips_of_yaku(const struct kz_result *result, unsigned yaku) {
    const struct kzi_yaku *of = &result->rules->model->yaku[yaku];
    return (int64_t)of->chips[kzi_hand_open(&result->hand)] * kzi_times_listed(result, yaku);
}

int64_t kzi_chips_of_limit(const struct kz_result *result) {
    const struct kzi_tally *best = &result->best;
    return best->limit < 0
               ? 0
               : (int64_t)result->rules->model->limits[best->limit].chips * best->multiplier;
}

static int64_t chips_of(const struct kz_result *result) {
    int64_t chips = kzi_chips_of_limit(result);
    unsigned yaku = 0;
    KZI_EACH_YAKU(result->rules, result->best.scored, yaku)
    chips += kzi_chips_of_yaku(result, yaku);
    return chips;
}

/* Return the chips that a payer of a role pays. */
static int64_t share_of(const struct kz_result *result, enum kzi_role role) {
    const struct kzi_chips *chips = &result->rules->model->payments.chips;
    return result->chips * kzi_chip_times(chips, result->hand.self_draw, role);
}

static void settle_known(struct kz_result *result) {
    const struct kzi_model *model = result->rules->model;
    const struct kzi_hand *hand = &result->hand;
    const unsigned left = kzi_left(result->rules, hand);
    for (unsigned seat = 0; seat < model->n_seats; seat++) {
        bool pays = seat != hand->seat && !(left >> seat & 1);
        enum kzi_role role = (int)seat == hand->from          ? KZI_ROLE_DISCARDER
                             : seat == model->payments.dealer ? KZI_ROLE_DEALER
                                                              : KZI_ROLE_OTHERS;
        int64_t share = pays ? share_of(result, role) : 0;
        result->chips_paid[seat] -= share;
        result->chips_paid[hand->seat] += share;
    }
}

/* Without a known discarder the dealer cannot be told from the others. */
static void settle_unknown(struct kz_result *result) {
    int64_t others = kzi_bystanders(result->rules, &result->hand);
    result->chips_discarder = -share_of(result, KZI_ROLE_DISCARDER);
    result->chips_others = others ? -share_of(result, KZI_ROLE_OTHERS) : 0;
    result->chips_paid[result->hand.seat] =
        -result->chips_discarder - others * result->chips_others;
}

void kzi_settle_chips(struct kz_result *result) {
    if (!kzi_is_stated(result))
        result->chips = chips_of(result);
    result->chips_discarder = result->chips_others = 0;
    memset(result->chips_paid, 0, sizeof result->chips_paid);
    if (result->discarder_unknown)
        settle_unknown(result);
    else
        settle_known(result);
}
