/* Settle chips, the second currency of some rules: how many a win is worth, and who pays them.
 *
 * Chips do not affect the choice of the reading, and liability does not apply to them. */
#include "score/steps.h"

#include <string.h>

int64_t kzi_chips_of_yaku(const struct kz_result *result, unsigned yaku) {
    const struct kzi_yaku *rule = &result->rules->model->yaku[yaku];
    return (int64_t)rule->chips[kzi_hand_is_open(&result->hand)] * kzi_times_listed(result, yaku);
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

void kzi_settle_chips(struct kz_result *result) {
    const struct kzi_model *model = result->rules->model;
    const struct kzi_hand *hand = &result->hand;
    if (!kzi_is_stated(result))
        result->chips = chips_of(result);
    memset(result->chips_paid, 0, sizeof result->chips_paid);
    KZI_EACH_PARTY(hand, party) {
        const unsigned count = kzi_count_payers(result->rules, hand, party);
        const enum kzi_role role = kzi_role_of(model, hand->seat, hand->from, party);
        const int64_t share =
            count ? result->chips * kzi_chip_times(&model->payments.chips, hand->self_draw, role)
                  : 0;
        result->chips_paid[party] -= share;
        result->chips_paid[hand->seat] += count * share;
    }
}
