/* Yaku and bonus summed, fu added up, limits applied. */
#include "compile/group.h"
#include "score/internal.h"

#include <string.h>

int64_t kzi_rounded(int64_t number, const struct kzi_round *round) {
    int64_t to = round->to, rest;
    if (round->way == KZI_ROUND_NONE || !to)
        return number;
    rest = number % to;
    if (!rest)
        return number;
    bool up = round->way == KZI_ROUND_UP || (round->way == KZI_ROUND_NEAREST && 2 * rest >= to);
    return number - rest + (up ? to : 0);
}

/* --- fu -------------------------------------------------------------------------------------- */

static int32_t fu_of_groups(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                            const struct kzi_reading *reading) {
    int32_t fu = 0;
    for (unsigned i = 0; i < reading->n_groups; i++)
        fu += rules->group_fu[kzi_group_code(&reading->groups[i], hand)].fu;
    return fu;
}

static int32_t fu_of_items(const struct kzi_fu *fu, uint64_t items, bool if_nothing) {
    int32_t sum = 0;
    for (size_t i = 0; i < fu->n_items && i < 64; i++)
        if (items >> i & 1 && fu->items[i].if_nothing == if_nothing)
            sum += fu->items[i].fu;
    return sum;
}

/* Keeps of the items that hold only those that count: the last ones only where nothing else did. */
void kzi_count_fu(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                  struct kzi_tally *tally) {
    const struct kzi_fu *fu = &rules->model->fu;
    int32_t flat = fu->flat[tally->reading.shape];
    if (flat) {
        tally->fu_items = 0;
        tally->fu_counted = tally->fu = flat;
        return;
    }
    int32_t added =
        fu_of_groups(rules, hand, &tally->reading) + fu_of_items(fu, tally->fu_items, false);
    if (added)
        for (size_t i = 0; i < fu->n_items && i < 64; i++)
            tally->fu_items &= ~((uint64_t)fu->items[i].if_nothing << i);
    tally->fu_counted = fu->start + added + fu_of_items(fu, tally->fu_items, true);
    tally->fu = (int32_t)kzi_rounded(tally->fu_counted, &fu->round);
}

static const char *const group_ids[] = {"chow", "pung", "kong", "pair"};

unsigned kzi_fu_lines(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                      const struct kzi_tally *tally, struct kzi_fu_line *lines, unsigned max) {
    const struct kzi_fu *fu = &rules->model->fu;
    const struct kzi_reading *reading = &tally->reading;
    unsigned count = 0;
    if (tally->fu < 0 || !max)
        return 0;
    bool flat = fu->flat[reading->shape] != 0;
    lines[count++] = (struct kzi_fu_line){flat ? "flat" : "base", -1,
                                          flat ? fu->flat[reading->shape] : fu->start};
    for (unsigned i = 0; !flat && i < reading->n_groups && count < max; i++) {
        int32_t worth = rules->group_fu[kzi_group_code(&reading->groups[i], hand)].fu;
        if (worth)
            lines[count++] =
                (struct kzi_fu_line){group_ids[reading->groups[i].kind], (int)i, worth};
    }
    for (size_t i = 0; i < fu->n_items && i < 64 && count < max; i++)
        if (tally->fu_items >> i & 1)
            lines[count++] = (struct kzi_fu_line){fu->items[i].id, -1, fu->items[i].fu};
    return count;
}

/* The fu items whose conditions hold, now that the yaku are settled. */
static uint64_t items_that_hold(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                                const struct kzi_match *match, const struct kzi_tally *tally) {
    uint64_t owners[KZI_YAKU_WORDS + 2] = {0}, items = 0;
    struct kzi_match settled;
    memcpy(settled.rows, match->rows, rules->scoring->words * sizeof *match->rows);
    kzi_match_settled(rules->scoring, facts, &settled);
    kzi_match_owners(rules->scoring, facts, &tally->reading, &settled, owners);
    for (unsigned i = 0; i < rules->model->fu.n_items && i < 64; i++)
        items |= (uint64_t)kzi_yaku_in(owners, rules->n_yaku + i) << i;
    return items;
}

/* --- total and limits ------------------------------------------------------------------------ */

static void sum_numbers(const struct kz_result *result, const struct kzi_facts *facts,
                        struct kzi_tally *tally) {
    const struct kz_ruleset *rules = result->rules;
    int64_t total = 0, qualifying = 0;
    unsigned yaku = 0;
    KZI_EACH_YAKU(rules, tally->scored, yaku) {
        int64_t value = (int64_t)kzi_value_of(rules, yaku, facts->open)->number *
                        kzi_times(rules, facts, tally, result->mark_counts, yaku);
        total += value;
        if (!kzi_yaku_in(rules->not_qualifying, yaku))
            qualifying += value;
    }
    int64_t most = rules->model->total_at_most ? rules->model->total_at_most : INT32_MAX;
    tally->total = (int32_t)(total < INT32_MAX ? total : INT32_MAX);
    tally->valued = (int32_t)(total < most ? total : most);
    tally->qualifying = (int32_t)(qualifying < INT32_MAX ? qualifying : INT32_MAX);
    tally->wins = qualifying > 0 && qualifying >= rules->model->minimum;
}

/* The value before limits: fu doubled by the total, or the total itself. */
static int64_t count_value(const struct kzi_model *model, const struct kzi_tally *tally) {
    if (!model->hand_value.doubling)
        return tally->valued;
    int32_t doublings = tally->valued + model->hand_value.plus;
    return (int64_t)(tally->fu > 0 ? tally->fu : 0) << (doublings < 40 ? doublings : 40);
}

static void apply_limits(const struct kzi_model *model, struct kzi_tally *tally) {
    for (size_t i = 0; i < model->limit_names.count; i++) {
        const struct kzi_limit *limit = &model->limits[i];
        bool reached = (limit->from_total && tally->valued >= limit->from_total) ||
                       (limit->from_value && tally->counted >= limit->from_value);
        if (limit->in_use && reached &&
            (tally->limit < 0 || limit->worth > model->limits[tally->limit].worth))
            tally->limit = (int)i;
    }
    tally->value = tally->limit < 0 ? tally->counted : model->limits[tally->limit].worth;
}

/* Of several yaku worth a limit, the highest counts, or all of those of one limit that add up. */
static void sum_limits(const struct kz_result *result, const struct kzi_facts *facts,
                       struct kzi_tally *tally) {
    const struct kz_ruleset *rules = result->rules;
    int32_t times[KZI_MAX_LIMITS] = {0};
    unsigned yaku = 0;
    KZI_EACH_YAKU(rules, tally->scored, yaku) {
        const struct kzi_value *value = kzi_value_of(rules, yaku, facts->open);
        if (rules->model->limits[value->limit].add_up)
            times[value->limit] += value->number;
        else if (value->number > times[value->limit])
            times[value->limit] = value->number;
    }
    for (int i = 0; i < KZI_MAX_LIMITS; i++) {
        int64_t worth = (int64_t)times[i] * rules->model->limits[i].worth;
        if (times[i] && worth > tally->value) {
            tally->value = worth;
            tally->limit = i;
            tally->multiplier = times[i];
        }
    }
    tally->by_limit = tally->wins = true;
    tally->fu = tally->fu_counted = -1;
}

void kzi_add_up(const struct kz_result *result, struct kzi_facts *facts,
                const struct kzi_match *match, struct kzi_tally *tally) {
    const struct kz_ruleset *rules = result->rules;
    bool limit = false;
    for (unsigned word = 0; word < rules->yaku_words; word++)
        limit |= (tally->scored[word] & rules->worth_limit[facts->open][word]) != 0;
    tally->limit = -1;
    tally->multiplier = 1;
    tally->fu = tally->fu_counted = -1;
    if (limit) {
        sum_limits(result, facts, tally);
    } else {
        sum_numbers(result, facts, tally);
        if (rules->model->fu.in_use) {
            facts->scored = tally->scored;
            tally->fu_items = items_that_hold(rules, facts, match, tally);
            kzi_count_fu(rules, facts->hand, tally);
        }
        tally->counted = count_value(rules->model, tally);
        apply_limits(rules->model, tally);
    }
    int64_t share[KZI_SEATS], discarder, others;
    tally->points = kzi_shares(rules, facts->hand, tally->value, share, &discarder, &others);
}

/* --- who pays whom --------------------------------------------------------------------------- */

static const struct kzi_payment *payment_of(const struct kz_ruleset *rules,
                                            const struct kzi_hand *hand) {
    const struct kzi_payments *payments = &rules->model->payments;
    return hand->self_draw ? &payments->self_draw : &payments->discard;
}

static int64_t share_of(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                        enum kzi_role role, int64_t value) {
    const struct kzi_payment *payment = payment_of(rules, hand);
    const struct kzi_share *shares =
        hand->seat == rules->model->payments.dealer ? payment->dealer_wins : payment->other_wins;
    if (role == KZI_ROLE_DEALER && !shares[role].said)
        role = KZI_ROLE_OTHERS;
    if (!shares[role].said)
        return 0;
    return kzi_rounded(value * shares[role].times + shares[role].plus, &payment->round);
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
    for (unsigned seat = 0; seat < rules->model->n_seats; seat++) {
        if (seat == hand->seat)
            continue;
        enum kzi_role role = !hand->self_draw && (int)seat == hand->from ? KZI_ROLE_DISCARDER
                             : seat == rules->model->payments.dealer     ? KZI_ROLE_DEALER
                                                                         : KZI_ROLE_OTHERS;
        share[seat] = share_of(rules, hand, role, value);
        sum += share[seat];
    }
    return sum;
}

static int64_t counters_of(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                           bool discarder, int64_t share) {
    const int32_t *counter = payment_of(rules, hand)->counter;
    int64_t each = discarder ? counter[KZI_ROLE_DISCARDER] : 0;
    if (share)
        each += counter[KZI_ROLE_OTHERS];
    return each * hand->honba;
}

void kzi_settle(struct kz_result *result) {
    const struct kz_ruleset *rules = result->rules;
    const struct kzi_hand *hand = &result->hand;
    int64_t *own = &result->paid[hand->seat];
    memset(result->paid, 0, sizeof result->paid);
    kzi_shares(rules, hand, result->best.value, result->share, &result->share_discarder,
               &result->share_others);
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
