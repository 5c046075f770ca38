/* Compute who pays whom: shares of the hand's value, liability, counters and bets. */
#include "base/text.h"
#include "compile/condition/evaluation.h"
#include "score/steps.h"
#include "words/condition_words.h"

#include <string.h>

/* --- who is liable for what ------------------------------------------------------------------ */

bool kzi_is_liable_yaku(const struct kzi_model *model, const char *id) {
    return kzi_liability_for(model, kzi_names_find(&model->yaku_names, id));
}

/* Return the first liability for a yaku of the tally that is named `pao`, with *yaku, or NULL. */
static const struct kzi_liability *liability_of(const struct kzi_model *model,
                                                const struct kzi_tally *tally, const char *pao,
                                                int *yaku) {
    *yaku = kzi_names_find(&model->yaku_names, pao);
    const struct kzi_liability *rule = kzi_liability_for(model, *yaku);
    return rule && kzi_has_bit(tally->scored, (unsigned)*yaku) ? rule : NULL;
}

int kzi_discarder_by(const struct kz_result *result, const struct kzi_tally *tally) {
    const struct kzi_hand *hand = &result->hand;
    for (unsigned i = 0; !hand->self_draw && i < hand->n_pao; i++) {
        int yaku;
        const struct kzi_liability *rule =
            liability_of(result->rules->model, tally, hand->pao[i], &yaku);
        if (rule && rule->discard.liable == KZI_AS_DISCARDER)
            return hand->pao_seats[i];
    }
    return hand->from;
}

/* Return the part of the hand's value that one yaku contributes. */
static int64_t worth_of(const struct kz_result *result, unsigned yaku) {
    const struct kz_ruleset *rules = result->rules;
    const struct kzi_value *value = kzi_value_in_hand(result, yaku);
    if (value->limit == KZI_NO_LIMIT)
        return result->best.value;
    int64_t worth = (int64_t)value->number * rules->model->limits[value->limit].worth;
    return worth < result->best.value ? worth : result->best.value;
}

/* Fill in the seats that are liable and their yaku, if liability changes who pays. */
static void fill_liable(struct kz_result *result) {
    const struct kzi_model *model = result->rules->model;
    const struct kzi_hand *hand = &result->hand;
    result->n_liable = 0;
    for (unsigned i = 0; i < hand->n_pao; i++) {
        int yaku;
        const struct kzi_liability *rule = liability_of(model, &result->best, hand->pao[i], &yaku);
        if (rule && (kzi_liable_fraction(rule, hand->self_draw) || rule->feeder_counters))
            result->liable[result->n_liable++] = (struct kzi_liable_seat){
                (uint16_t)yaku, hand->pao_seats[i], (uint8_t)(rule - model->payments.liabilities),
                worth_of(result, (unsigned)yaku), 0};
    }
}

/* --- whether anyone can have fed it ---------------------------------------------------------- */

/* Return a reading with only these groups. */
static struct kzi_reading keep_groups(const struct kzi_reading *reading, unsigned groups) {
    struct kzi_reading part = *reading;
    memset(part.codes, 0, sizeof part.codes);
    part.n_groups = part.n_sets = part.n_melds = part.claimed = part.won = 0;
    part.chow_rank = part.pung_rank = KZI_NO_RANK;
    for (unsigned i = 0; i < reading->n_groups; i++) {
        unsigned at = part.n_groups;
        if (!(groups >> i & 1))
            continue;
        part.codes[part.n_groups++] = reading->codes[i];
        part.n_sets = (uint8_t)(part.n_sets + (i < reading->n_sets));
        part.n_melds = (uint8_t)(part.n_melds + (i < reading->n_melds));
        part.claimed |= (uint8_t)((reading->claimed >> i & 1U) << at);
        part.won |= (uint8_t)((reading->won >> i & 1U) << at);
    }
    return part;
}

/* Return the first clause that does not hold, or NULL. */
static const struct kzi_condition *find_unmet(const struct kzi_condition *needs,
                                              const struct kzi_facts *facts,
                                              const struct kzi_reading *reading) {
    const struct kzi_condition *clause = NULL;
    if (!kzi_is_list(needs))
        return kzi_evaluate(needs, facts, reading) ? NULL : needs;
    for (size_t i = 0; i < needs->parts.count && !clause; i++)
        clause = find_unmet(needs->parts.list[i], facts, reading);
    return clause;
}

/* Return the clause of a liability condition that the sets of the yaku do not meet; NULL: some
 * instance of the yaku meets all clauses.  A yaku that asks for no particular sets consists of all
 * sets. */
static const struct kzi_condition *unmet_by_yaku(const struct kz_result *result,
                                                 const struct kzi_facts *facts,
                                                 const struct kzi_condition *needs, unsigned yaku) {
    const struct kzi_model *model = result->rules->model;
    const struct kzi_reading *reading = &result->best.reading;
    const struct kzi_condition *clause = NULL;
    uint16_t instances[KZI_MAX_INSTANCES] = {0};
    unsigned count = kzi_find_instances_of(facts, reading, &model->yaku[yaku], instances);
    for (unsigned i = 0; i < count || !i; i++) {
        struct kzi_reading part = keep_groups(reading, instances[i] ? instances[i] : UINT16_MAX);
        clause = find_unmet(needs, facts, &part);
        if (!clause)
            break;
    }
    return clause;
}

/* Check that at most one player pays as the discarder. */
static void check_one_feeder(const struct kz_result *result, const struct kzi_hand *hand,
                             struct kzi_problem *problem) {
    const int first = kzi_paying_discarder(result);
    for (unsigned i = 0; !hand->self_draw && i < hand->n_pao; i++) {
        const uint8_t seat = hand->pao_seats[i];
        int yaku;
        const struct kzi_liability *rule =
            liability_of(result->rules->model, &result->best, hand->pao[i], &yaku);
        if (rule && rule->discard.liable == KZI_AS_DISCARDER && seat != first)
            kzi_problem_note(problem, KZI_CONTRADICTION, kzi_spot_of_part(hand, KZI_PART_PAO, i),
                             "%c and %c cannot both pay as the discarder", kzi_seat_letters[first],
                             kzi_seat_letters[seat]);
    }
}

void kzi_check_fed(const struct kz_result *result, const struct kzi_facts *facts,
                   struct kzi_problem *problem) {
    check_one_feeder(result, facts->hand, problem);
    for (unsigned i = 0; i < facts->hand->n_pao && !kzi_is_stated(result); i++) {
        const char *pao = facts->hand->pao[i];
        int yaku;
        const struct kzi_liability *rule =
            liability_of(result->rules->model, &result->best, pao, &yaku);
        if (!rule || !rule->needs)
            continue;
        const struct kzi_condition *clause =
            unmet_by_yaku(result, facts, rule->needs, (unsigned)yaku);
        if (!clause)
            continue;
        char condition[200];
        struct kzi_text text = kzi_text_fixed(condition, sizeof condition);
        struct kzi_sentence sentence = kzi_sentence_on(&text, &kzi_plain_style);
        kzi_argument_condition(&sentence, result->rules->model, clause, false);
        kzi_text_end(&text);
        kzi_problem_note(problem, KZI_CONTRADICTION, kzi_spot_of_part(facts->hand, KZI_PART_PAO, i),
                         "nobody is liable for %s in this hand (liability condition: %s)", pao,
                         condition);
    }
}

/* --- the hand -------------------------------------------------------------------------------- */

/* Context for liability. unpaid: the share of each seat that no feeder pays yet. */
struct liability_ctx {
    struct kz_result *result;
    const struct kzi_round *round_of_yaku; /* for amounts due to one yaku */
    int64_t unpaid[KZI_SEATS];
};

/* Return `part` / `whole` of an amount, rounded but at most the amount. */
static int64_t part_of(const struct kzi_round *round, int64_t amount, int64_t part, int64_t whole) {
    int64_t fraction = kzi_rounded(amount * part / whole, round);
    return fraction < amount ? fraction : amount;
}

/* Let a feeder pay the parts `fed` of the shares.  On a self-draw each payer keeps a fraction of
 * its part; otherwise the discarder pays that fraction of the sum.  The feeder pays the rest, so
 * that nothing is lost. */
static void move_to_feeder(struct kz_result *result, struct kzi_liable_seat *liable,
                           const int64_t fed[KZI_SEATS]) {
    const bool self_draw = result->hand.self_draw;
    const struct kzi_round *round =
        &kzi_payment_by(&result->rules->model->payments, self_draw)->round;
    const int32_t others =
        KZI_RATIO_UNIT - kzi_liable_fraction(kzi_liability_of(result, liable), self_draw);
    const unsigned discarder = self_draw ? liable->seat : (unsigned)kzi_paying_discarder(result);
    int64_t rest = 0;
    for (unsigned seat = 0; seat < KZI_SEATS; seat++) {
        const bool keeps = self_draw && seat != liable->seat;
        const int64_t kept = keeps ? part_of(round, fed[seat], others, KZI_RATIO_UNIT) : 0;
        result->share[seat] -= fed[seat] - kept;
        rest += fed[seat] - kept;
    }
    if (discarder != liable->seat) {
        const int64_t kept = part_of(round, rest, others, KZI_RATIO_UNIT);
        result->share[discarder] += kept;
        rest -= kept;
    }
    result->share[liable->seat] += liable->pays = rest;
}

/* Charge the feeder with `part` / `whole` of these shares; last: with everything that is left.  A
 * feeder who pays as the discarder has a discarder's shares already. */
static void charge_feeder(struct liability_ctx *ctx, struct kzi_liable_seat *liable,
                          const int64_t shares[KZI_SEATS], int64_t part, int64_t whole, bool last) {
    int64_t fed[KZI_SEATS];
    for (unsigned seat = 0; seat < KZI_SEATS; seat++) {
        int64_t unpaid = ctx->unpaid[seat];
        fed[seat] = part_of(ctx->round_of_yaku, shares[seat], part, whole);
        if (last || fed[seat] > unpaid)
            fed[seat] = unpaid;
        ctx->unpaid[seat] -= fed[seat];
    }
    if (kzi_liable_fraction(kzi_liability_of(ctx->result, liable), ctx->result->hand.self_draw) ==
        KZI_AS_DISCARDER)
        liable->pays = fed[liable->seat];
    else
        move_to_feeder(ctx->result, liable, fed);
}

/* Charge the feeders who are liable for their yaku alone (that_yaku), or the others, in
 * proportion to the worth of their yaku out of `whole`. */
static void feed_all(struct liability_ctx *ctx, bool that_yaku, int64_t whole) {
    struct kz_result *result = ctx->result;
    int64_t shares[KZI_SEATS], rest = whole;
    memcpy(shares, ctx->unpaid, sizeof shares);
    for (unsigned i = 0; i < result->n_liable && rest; i++) {
        struct kzi_liable_seat *liable = &result->liable[i];
        int64_t part = liable->worth < rest ? liable->worth : rest;
        if (kzi_liability_of(result, liable)->that_yaku != that_yaku)
            continue;
        rest -= part;
        charge_feeder(ctx, liable, shares, part, whole, !rest);
    }
}

/* Divide the hand among several feeders: first the yaku for which a feeder is liable alone, then
 * the rest among those who are liable for the whole hand. */
static void share_hand(struct kz_result *result) {
    const struct kzi_model *model = result->rules->model;
    const bool self_draw = result->hand.self_draw;
    static const struct kzi_round not_rounded = {KZI_ROUND_NONE, 0};
    const bool written = kzi_limit_payers(model, result->best.limit, self_draw) != NULL;
    struct liability_ctx ctx = {.result = result,
                                .round_of_yaku =
                                    written ? &not_rounded
                                            : &kzi_payment_by(&model->payments, self_draw)->round};
    int64_t whole = 0;
    memcpy(ctx.unpaid, result->share, sizeof ctx.unpaid);
    for (unsigned i = 0; i < result->n_liable; i++)
        if (!kzi_liability_of(result, &result->liable[i])->that_yaku)
            whole += result->liable[i].worth;
    feed_all(&ctx, true, result->best.value);
    feed_all(&ctx, false, whole);
}

/* --- the counters ---------------------------------------------------------------------------- */

/* Return whether a feeder pays all counters.  A feeder who pays as the discarder pays a discarder's
 * counters. */
static bool answers_for_counters(const struct kz_result *result,
                                 const struct kzi_liable_seat *liable) {
    const struct kzi_liability *rule = kzi_liability_of(result, liable);
    return rule->feeder_counters &&
           kzi_liable_fraction(rule, result->hand.self_draw) != KZI_AS_DISCARDER;
}

/* Assign the counters.  On a self-draw, a seat that pays nothing for the hand pays no counters: the
 * first feeder pays its counters.  If a liability makes its feeder pay all counters, the first such
 * feeder does. */
static void share_counters(const struct kz_result *result, int64_t counters[KZI_SEATS]) {
    unsigned number = 0;
    while (number < result->n_liable && !answers_for_counters(result, &result->liable[number]))
        number++;
    const bool all = number < result->n_liable;
    const unsigned feeder = result->liable[all ? number : 0].seat;
    for (unsigned seat = 0; seat < KZI_SEATS; seat++) {
        if (seat == feeder || !(all || (result->hand.self_draw && !result->share[seat])))
            continue;
        counters[feeder] += counters[seat];
        counters[seat] = 0;
    }
}

/* --- who pays whom --------------------------------------------------------------------------- */

/* Return the row of shares, by seat, for this winner and discarder; `from` is -1 for an admitted
 * self-drawn hand. */
static const uint8_t *payers_of(const struct kz_ruleset *rules, const struct kzi_hand *hand) {
    return rules->prices.payers[hand->self_draw][hand->seat][hand->from + 1];
}

static int64_t shares_laid_out(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                               const struct kzi_price_entry *priced, int64_t share[KZI_PARTIES]) {
    const uint8_t *payers = payers_of(rules, hand);
    int64_t sum = 0;
    for (unsigned seat = 0; seat < KZI_SEATS; seat++)
        sum += share[seat] = priced->shares[payers[seat]];
    share[KZI_DISCARDER] = share[KZI_ANY_OTHER] = 0;
    return sum;
}

/* Compute the shares of a win that is not in the table. */
static __attribute__((noinline)) int64_t work_out_shares(const struct kz_ruleset *rules,
                                                         const struct kzi_hand *hand,
                                                         const struct kzi_win *win,
                                                         int64_t share[KZI_PARTIES]) {
    int64_t pays[KZI_ROLES], sum = 0;
    kzi_pay(rules->model, win, pays);
    memset(share, 0, KZI_PARTIES * sizeof *share);
    KZI_EACH_PARTY(hand, party) {
        const unsigned count = kzi_count_payers(rules, hand, party);
        share[party] = count ? pays[kzi_role_of(rules->model, hand->seat, hand->from, party)] : 0;
        sum += count * share[party];
    }
    return sum;
}

/* Return the number of non-dealers who have left. */
static uint8_t count_others_gone(unsigned gone, unsigned dealer) {
    return gone ? (uint8_t)__builtin_popcount(gone & ~(1U << dealer)) : 0;
}

static int64_t stake_of(uint32_t stakes, unsigned seat) {
    const unsigned stake = seat < KZI_SEATS ? stakes >> 8 * seat & UINT8_MAX : 0;
    return stake ? stake : 1;
}

int64_t kzi_stake_factor(const struct kzi_payments *payments, enum kzi_staked staked,
                         uint32_t stakes, unsigned from, unsigned to) {
    if (staked == KZI_DEALERS_STAKE)
        return stake_of(stakes, payments->dealer);
    const bool dealer = from == payments->dealer || to == payments->dealer;
    return staked == KZI_BOTH_STAKES && dealer ? stake_of(stakes, from) * stake_of(stakes, to) : 1;
}

/* Multiply each payer's share by the stakes.  Return the sum. */
static __attribute__((noinline)) int64_t add_stakes(const struct kz_ruleset *rules,
                                                    const struct kzi_hand *hand,
                                                    int64_t share[KZI_PARTIES]) {
    const struct kzi_payments *payments = &rules->model->payments;
    int64_t sum = 0;
    KZI_EACH_PARTY(hand, party) {
        share[party] *=
            kzi_stake_factor(payments, payments->stakes.hands, hand->stakes, party, hand->seat);
        sum += share[party] * kzi_count_payers(rules, hand, party);
    }
    return sum;
}

int64_t kzi_bird_payment(const struct kz_ruleset *rules, const struct kzi_hand *hand) {
    const struct kzi_birds *birds =
        &kzi_payment_by(&rules->model->payments, hand->self_draw)->birds;
    int64_t sum = 0;
    for (unsigned i = 0; birds->each && i < hand->birds.count; i++)
        if (kzi_in_class(&birds->of[hand->seat],
                         kzi_code(hand->birds.kind[i], hand->seat, hand->round), false))
            sum += birds->each;
    return sum;
}

/* Add the payment for birds to each payer's share.  Return the sum of what was added. */
static __attribute__((noinline)) int64_t
add_birds(const struct kz_ruleset *rules, const struct kzi_hand *hand, int64_t share[KZI_PARTIES]) {
    const int64_t each = kzi_bird_payment(rules, hand);
    int64_t sum = 0;
    KZI_EACH_PARTY(hand, party)
        if (share[party]) {
            share[party] += each;
            sum += each * kzi_count_payers(rules, hand, party);
        }
    return sum;
}

int64_t kzi_share_out(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                      const struct kzi_tally *tally, int64_t share[KZI_PARTIES]) {
    const bool known = !kzi_is_discarder_unknown(hand);
    const unsigned gone = kzi_seats_gone(rules, hand), dealer = rules->model->payments.dealer;
    const struct kzi_win win = {hand->self_draw,
                                kzi_outcome_of(&rules->model->payments, hand->seat, hand->from),
                                tally->value,
                                tally->limit,
                                tally->multiplier,
                                tally->payers ? tally->payers->by : NULL,
                                count_others_gone(gone, dealer),
                                gone >> dealer & 1};
    int64_t sum = tally->priced && !tally->payers && known && !gone
                      ? shares_laid_out(rules, hand, tally->priced, share)
                      : work_out_shares(rules, hand, &win, share);
    if (rules->has_birds && hand->birds.count)
        sum += add_birds(rules, hand, share);
    return hand->stakes ? add_stakes(rules, hand, share) : sum;
}

int64_t kzi_share_out_limit(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                            unsigned limit, int64_t share[KZI_PARTIES]) {
    const struct kzi_tally tally = {
        .value = rules->model->limits[limit].worth, .limit = (int)limit, .multiplier = 1};
    return kzi_share_out(rules, hand, &tally, share);
}

void kzi_fill_payers(const struct kz_ruleset *rules, struct kzi_facts *facts,
                     struct kzi_tally *tally) {
    const struct kzi_payment *payment =
        kzi_payment_by(&rules->model->payments, facts->hand->self_draw);
    facts->scored = tally->scored;
    for (size_t i = 0; i < payment->n_other_payers && !tally->payers; i++)
        if (kzi_evaluate(payment->other_payers[i].when, facts, &tally->reading))
            tally->payers = &payment->other_payers[i];
}

/* Return what a payer pays for all counters. dealer: the winner or the payer is the dealer. */
KZI_ALWAYS_INLINE int64_t counters_of(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                                      bool discarder, bool dealer, int64_t share) {
    return kzi_counter_share(&rules->model->payments, hand->self_draw, discarder, dealer, share) *
           hand->counters;
}

/* Compute the counters of each party.  A party that pays nothing for the hand pays none, unless it
 * discarded. */
static void fill_counters(const struct kz_result *result, int64_t counters[KZI_PARTIES]) {
    const struct kzi_hand *hand = &result->hand;
    const unsigned dealer = result->rules->model->payments.dealer;
    const int discarder = result->discarder_unknown ? KZI_DISCARDER : kzi_paying_discarder(result);
    KZI_EACH_PARTY(hand, party)
        if (result->share[party] || (int)party == discarder)
            counters[party] =
                counters_of(result->rules, hand, (int)party == discarder,
                            party == dealer || hand->seat == dealer, result->share[party]);
}

/* Settle counters and liability, for the few hands that have them. */
static __attribute__((noinline)) void settle_more(struct kz_result *result) {
    const struct kzi_hand *hand = &result->hand;
    const unsigned others = kzi_count_payers(result->rules, hand, KZI_ANY_OTHER);
    int64_t counters[KZI_PARTIES] = {0};
    if (hand->counters)
        fill_counters(result, counters);
    if (result->n_liable) {
        share_hand(result);
        share_counters(result, counters);
    }
    KZI_EACH_PARTY(hand, party) {
        const int64_t due = result->share[party] + counters[party];
        result->paid[party] -= due; /* cancels out for the winner */
        result->paid[hand->seat] += party == KZI_ANY_OTHER ? others * due : due;
    }
}

/* Let the discarder alone pay the stated points. */
static int64_t pay_as_stated(struct kz_result *result) {
    const struct kzi_hand *hand = &result->hand;
    memset(result->share, 0, sizeof result->share);
    return result->share[hand->from < 0 ? KZI_DISCARDER : hand->from] = result->as_paid;
}

/* Settle any win.  Return whether all numbers are in range: nobody pays more than the winner gets,
 * and the points are at most that. */
static __attribute__((noinline)) bool settle_in_full(struct kz_result *result, int64_t bets) {
    struct kzi_hand *hand = &result->hand;
    const int8_t from = hand->from;
    if (hand->n_pao)
        fill_liable(result);
    /* A seat that is liable as the discarder pays like one, so look up the price as if it had
     * discarded.  Then restore the seat, because conditions and reports ask who did. */
    hand->from = (int8_t)kzi_paying_discarder(result);
    result->best.points = kzi_is_stated(result) && result->as_paid
                              ? pay_as_stated(result)
                              : kzi_share_out(result->rules, hand, &result->best, result->share);
    hand->from = from;
    memset(result->paid, 0, sizeof result->paid);
    if (kzi_is_past_range(result->best.value, result->best.points))
        return false;
    result->paid[hand->seat] = bets;
    settle_more(result);
    return result->paid[hand->seat] <= KZI_MAX_NUMBER;
}

/* Settle shares and counters from the tables, if nobody is liable and the discarder, if any, is
 * known: the fast path for most wins.  Return whether the winner's payment is in range; shares from
 * the table are in range because the value is. */
KZI_ALWAYS_INLINE bool settle_laid_out(struct kz_result *result, int64_t bets) {
    const struct kz_ruleset *rules = result->rules;
    const struct kzi_hand *hand = &result->hand;
    const uint8_t *payers = payers_of(rules, hand);
    int64_t points = 0, won = bets;
    for (int seat = 0; seat < KZI_SEATS; seat++) {
        int64_t share = result->best.priced->shares[payers[seat]],
                counter = rules->prices.counters[payers[seat]];
        /* no branch, because it would be unpredictable */
        int64_t paid = share + (counter * hand->counters & -(int64_t)(share != 0));
        result->share[seat] = share;
        result->paid[seat] = -paid;
        points += share;
        won += paid;
    }
    result->share[KZI_DISCARDER] = result->share[KZI_ANY_OTHER] = 0;
    result->best.points = points;
    result->paid[hand->seat] = won; /* the winner's own share is 0 */
    return won <= KZI_MAX_NUMBER;
}

bool kzi_settle_result(struct kz_result *result) {
    const struct kzi_hand *hand = &result->hand;
    int64_t bets = (int64_t)hand->bets * result->rules->model->payments.bet;
    result->paid[KZI_DISCARDER] = result->paid[KZI_ANY_OTHER] = 0;
    result->n_liable = result->doubled = 0;
    result->discarder_unknown = kzi_is_discarder_unknown(hand);
    if (result->discarder_unknown || kzi_hand_has_special_payers(hand) || !result->best.priced ||
        result->rules->has_other_payers || (result->rules->has_birds && hand->birds.count))
        return settle_in_full(result, bets);
    return settle_laid_out(result, bets);
}

void kzi_settle_nothing(struct kz_result *result) {
    memset(result->paid, 0, sizeof result->paid);
    memset(result->share, 0, sizeof result->share);
    result->discarder_unknown = false;
    result->n_liable = result->doubled = 0;
}
