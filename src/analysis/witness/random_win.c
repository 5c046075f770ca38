#include "analysis/witness/random_win.h"

#include "compile/program/bitset.h"

/* Make a hand for the aim, every other one with indicators and the like. */
static bool make_hand(struct kzi_random *random, const struct kz_ruleset *rules,
                      const struct kzi_aim *aim, struct kzi_hand *hand) {
    bool shown = kzi_random_below(random, 2);
    if (!kzi_random_hand(random, rules, aim, hand))
        return false;
    if (shown)
        kzi_random_situation(random, rules, hand);
    return true;
}

bool kzi_random_win(struct kzi_random *random, const struct kz_ruleset *rules, int yaku,
                    struct kzi_hand *hand, struct kz_result *result) {
    const struct kzi_aim aim = {.yaku = yaku};
    if (yaku >= 0 && !rules->model->yaku[yaku].in_use)
        return false;
    for (unsigned tries = 0; tries < KZI_RANDOM_TRIES; tries++)
        if (make_hand(random, rules, yaku < 0 ? NULL : &aim, hand) &&
            kzi_score(result, rules, hand) == KZ_OK && result->reason == KZI_WINS &&
            (yaku < 0 || kzi_has_bit(result->best.scored, (unsigned)yaku)))
            return true;
    return false;
}
