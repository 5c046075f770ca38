/* Liability: who fed the last set of some yaku answers for the hand, or for that yaku. */
#include "score/internal.h"

#include <string.h>

/* --- who is liable for what ------------------------------------------------------------------ */

static bool knows(const struct kzi_liability *liability, int yaku) {
    for (size_t i = 0; i < liability->n_yaku; i++)
        if (liability->yaku[i] == yaku)
            return true;
    return false;
}

bool kzi_is_liable_yaku(const struct kzi_model *model, const char *id) {
    return knows(&model->payments.liability, kzi_names_find(&model->yaku_names, id));
}

/* What the hand is worth by that yaku alone, as far as it is paid at all. */
static int64_t worth_of(const struct kz_result *result, unsigned yaku) {
    const struct kz_ruleset *rules = result->rules;
    bool open = false;
    for (unsigned i = 0; i < result->hand.n_melds; i++)
        open |= result->hand.melds[i].claimed;
    const struct kzi_value *value = kzi_value_of(rules, yaku, open);
    if (value->limit == KZI_NO_LIMIT)
        return result->best.value;
    int64_t worth = (int64_t)value->number * rules->model->limits[value->limit].worth;
    return worth < result->best.value ? worth : result->best.value;
}

static void find_liable(struct kz_result *result) {
    const struct kzi_model *model = result->rules->model;
    result->n_liable = 0;
    for (unsigned i = 0; i < result->hand.n_pao; i++) {
        const struct kzi_pao *pao = &result->hand.pao[i];
        int yaku = kzi_names_find(&model->yaku_names, pao->yaku);
        if (!knows(&model->payments.liability, yaku) ||
            !kzi_yaku_in(result->best.scored, (unsigned)yaku))
            continue;
        result->liable[result->n_liable++] =
            (struct kzi_liable){(uint16_t)yaku, pao->seat, worth_of(result, (unsigned)yaku)};
    }
}

/* --- the hand -------------------------------------------------------------------------------- */

/* Shares under way: what of each seat's is not given out yet, and what each pays in the end. */
struct dealing {
    const struct kz_result *result;
    const struct kzi_round *round;
    int64_t left[KZI_SEATS], pays[KZI_SEATS];
};

/* `part` of `whole` of an amount, as rounded as payments are, but never more than it. */
static int64_t part_of(const struct dealing *dealing, int64_t amount, int64_t part, int64_t whole) {
    int64_t fraction = kzi_rounded(amount * part / whole, dealing->round);
    return fraction < amount ? fraction : amount;
}

/* Each payer keeps a part of what is fed; the rest is the feeder's, so nothing is lost. */
static void feed_self_draw(struct dealing *dealing, unsigned feeder, const int64_t fed[KZI_SEATS]) {
    int32_t others = KZI_WHOLE - dealing->result->rules->model->payments.liability.self_draw;
    for (unsigned seat = 0; seat < KZI_SEATS; seat++) {
        int64_t kept = seat == feeder ? 0 : part_of(dealing, fed[seat], others, KZI_WHOLE);
        dealing->pays[seat] += kept;
        dealing->pays[feeder] += fed[seat] - kept;
    }
}

static void feed_discard(struct dealing *dealing, unsigned feeder, const int64_t fed[KZI_SEATS]) {
    int32_t others = KZI_WHOLE - dealing->result->rules->model->payments.liability.discard;
    int64_t sum = 0, kept = 0;
    for (unsigned seat = 0; seat < KZI_SEATS; seat++)
        sum += fed[seat];
    if (dealing->result->hand.from != (int)feeder)
        kept = part_of(dealing, sum, others, KZI_WHOLE);
    dealing->pays[dealing->result->hand.from] += kept;
    dealing->pays[feeder] += sum - kept;
}

/* `part` of `whole` of the hand was fed; last: all that is left of it. */
static void feed(struct dealing *dealing, unsigned feeder, int64_t part, int64_t whole, bool last) {
    int64_t fed[KZI_SEATS];
    for (unsigned seat = 0; seat < KZI_SEATS; seat++) {
        int64_t left = dealing->left[seat];
        fed[seat] = part_of(dealing, dealing->result->share[seat], part, whole);
        if (last || fed[seat] > left)
            fed[seat] = left;
        dealing->left[seat] -= fed[seat];
    }
    if (dealing->result->hand.self_draw)
        feed_self_draw(dealing, feeder, fed);
    else
        feed_discard(dealing, feeder, fed);
}

/* Several feeders answer for the whole hand by what each one's yaku is worth. */
static void share_hand(struct kz_result *result) {
    const struct kzi_payments *payments = &result->rules->model->payments;
    const struct kzi_payment *way = kzi_payment(payments, result->hand.self_draw);
    struct dealing dealing = {.result = result, .round = &way->round};
    int64_t whole = result->best.value;
    memcpy(dealing.left, result->share, sizeof dealing.left);
    if (!payments->liability.that_yakuman) {
        whole = 0;
        for (unsigned i = 0; i < result->n_liable; i++)
            whole += result->liable[i].worth;
    }
    int64_t left = whole;
    for (unsigned i = 0; i < result->n_liable && left; i++) {
        int64_t worth = result->liable[i].worth, part = worth < left ? worth : left;
        left -= part;
        feed(&dealing, result->liable[i].seat, part, whole, !left);
    }
    for (unsigned seat = 0; seat < KZI_SEATS; seat++)
        result->share[seat] = dealing.pays[seat] + dealing.left[seat];
}

/* --- the counters ---------------------------------------------------------------------------- */

/* On a self-draw whoever pays nothing for the hand pays nothing for the counters either: they fall
 * to the feeder, as all of them do where the rules say so. */
static void share_counters(const struct kz_result *result, int64_t counters[KZI_SEATS]) {
    unsigned feeder = result->liable[0].seat;
    bool all = result->rules->model->payments.liability.feeder_counters;
    for (unsigned seat = 0; seat < KZI_SEATS; seat++) {
        if (seat == feeder || !(all || (result->hand.self_draw && !result->share[seat])))
            continue;
        counters[feeder] += counters[seat];
        counters[seat] = 0;
    }
}

void kzi_settle_liability(struct kz_result *result, int64_t counters[KZI_SEATS]) {
    if (result->hand.n_pao)
        find_liable(result);
    if (!result->n_liable)
        return;
    share_hand(result);
    share_counters(result, counters);
}
