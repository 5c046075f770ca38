/* Pay for the kongs of a deal. */
#include "compile/condition/evaluation.h"
#include "score/internal.h"
#include "tile/notation.h"

#include <string.h>

static const struct kzi_kongs *rules_of(const struct kzi_settlement *settlement) {
    return &settlement->rules->model->payments.kongs;
}

/* --- what the rules have against it ----------------------------------------------------------- */

static void check_seat(const struct kzi_settlement *settlement, const struct kzi_made_kong *kong,
                       int seat, struct kzi_problem *problem) {
    const int last = (int)settlement->rules->model->n_seats - 1;
    if (seat > last)
        kzi_problem_note(problem, KZI_BAD_VALUE, kong->spot,
                         "these rules are played by %d: E to %s", last + 1, kzi_seat_names[last]);
    else if (seat >= 0 && !(kzi_seats_left(settlement) >> seat & 1))
        kzi_problem_note(problem, KZI_CONTRADICTION, kong->spot,
                         "%c has left, and neither pays nor receives: settle its kongs before",
                         kzi_seat_letters[seat]);
}

/* Return the kongs of a hand, concealed or claimed. */
static unsigned kongs_held(const struct kzi_hand *hand, bool claimed) {
    unsigned count = 0;
    for (unsigned i = 0; i < hand->n_melds; i++)
        count += hand->melds[i].kind == KZI_KONG && hand->melds[i].claimed == claimed;
    return count;
}

/* Check that a hand has the kongs that its player made.  A kong added to a pung may be written like
 * one that was claimed. */
static void check_held(const struct kzi_settlement *settlement, const struct kzi_hand *hand,
                       struct kzi_problem *problem) {
    const struct kzi_deal *deal = settlement->deal;
    unsigned made[2] = {0};
    if (kzi_deal_states(deal, hand))
        return;
    for (unsigned i = 0; i < deal->n_kongs; i++) {
        const struct kzi_made_kong *kong = &deal->kongs[i];
        const bool claimed = kong->kind != KZI_KONG_CONCEALED;
        if (kong->seat == hand->seat && ++made[claimed] > kongs_held(hand, claimed))
            kzi_problem_note(problem, KZI_CONTRADICTION, kong->spot,
                             "the hand of %c has no such kong", kzi_seat_letters[hand->seat]);
    }
}

void kzi_kongs_check(const struct kzi_settlement *settlement, struct kzi_problem *problem) {
    const struct kzi_deal *deal = settlement->deal;
    if (!rules_of(settlement)->in_use)
        return;
    for (unsigned i = 0; i < deal->n_kongs; i++) {
        const struct kzi_made_kong *kong = &deal->kongs[i];
        check_seat(settlement, kong, kong->seat, problem);
        check_seat(settlement, kong, kong->from, problem);
        if (kong->from < 0 && rules_of(settlement)->money[kong->kind].from_said)
            kzi_problem_note(problem, KZI_MISSING_FROM, kong->spot,
                             "whoever discarded the tile pays a part of its own: say from whom, as "
                             "in \"from\":\"%c\"",
                             kzi_seat_letters[kong->seat ? 0 : 1]);
    }
    for (unsigned i = 0; i < deal->n_winners; i++)
        check_held(settlement, &deal->winners[i], problem);
    for (unsigned i = 0; i < deal->n_others; i++)
        check_held(settlement, &deal->others[i], problem);
}

/* --- who is paid ------------------------------------------------------------------------------ */

/* Return the winners on the discard after a kong, bit per seat. */
static unsigned winners_after(const struct kzi_settlement *settlement) {
    const struct kzi_passing *passing = &rules_of(settlement)->passing;
    unsigned winners = 0;
    for (unsigned i = 0; passing->when && i < settlement->n_results; i++) {
        const struct kz_result *result = &settlement->results[i];
        struct kzi_facts facts;
        if (result->reason != KZI_WINS || result->hand.from < 0)
            continue;
        kzi_facts_of(result, &facts);
        if (kzi_evaluate(passing->when, &facts, &result->best.reading))
            winners |= 1U << result->hand.seat;
    }
    return winners;
}

/* Return whether the money of a kong moves on if somebody wins on the discard after it. */
static bool may_pass(const struct kzi_settlement *settlement, const struct kzi_made_kong *kong) {
    const struct kzi_deal *deal = settlement->deal;
    const struct kzi_made_kong *end = deal->kongs + deal->n_kongs;
    bool last = true;
    for (const struct kzi_made_kong *later = kong + 1; later < end; later++)
        last &= later->seat != kong->seat;
    return kong->seat == deal->table.from && (last || rules_of(settlement)->passing.all);
}

/* Pass on what the maker of a kong got to winners, in equal parts; the remainder goes to the last
 * ones. */
static void pass_on(struct kzi_settlement *settlement, unsigned maker, unsigned winners,
                    int64_t points) {
    unsigned parts = (unsigned)__builtin_popcount(winners);
    KZI_EACH_SEAT(winners, winner) {
        const int64_t part = points / parts--;
        kzi_pay_for(settlement, KZI_FOR_KONG, maker, winner, part);
        points -= part;
    }
}

/* Pay the maker of a kong; return how much that is. */
static int64_t pay(struct kzi_settlement *settlement, const struct kzi_made_kong *kong) {
    const struct kzi_kong_money *money = &rules_of(settlement)->money[kong->kind];
    const unsigned payers = kzi_seats_left(settlement) & ~(1U << kong->seat);
    int64_t sum = 0;
    KZI_EACH_SEAT(payers, seat) {
        const bool from = money->from_said && (int)seat == kong->from;
        const int64_t points = from ? money->from : money->others;
        kzi_pay_for(settlement, KZI_FOR_KONG, seat, kong->seat, points);
        sum += points;
    }
    return sum;
}

static void settle_kong(struct kzi_settlement *settlement, const struct kzi_made_kong *kong,
                        unsigned winners, unsigned ready) {
    const struct kzi_kongs *rules = rules_of(settlement);
    struct kzi_item *item = kzi_item_add(settlement, KZI_FOR_KONG, kong->seat);
    const bool passes = winners && may_pass(settlement, kong);
    item->kong = kong;
    item->given_back = rules->given_back && !(ready >> kong->seat & 1);
    item->cancelled = passes && rules->passing.to_payers;
    if (item->given_back || item->cancelled)
        return;
    item->passed_to = (uint8_t)(passes ? winners : 0);
    pass_on(settlement, kong->seat, item->passed_to, pay(settlement, kong));
}

void kzi_kongs_settle(struct kzi_settlement *settlement) {
    const struct kzi_deal *deal = settlement->deal;
    const unsigned winners = winners_after(settlement), all = (1U << KZI_SEATS) - 1,
                   ready = kzi_is_exhaustive(settlement) ? settlement->ready : all;
    for (unsigned i = 0; rules_of(settlement)->in_use && i < deal->n_kongs; i++)
        settle_kong(settlement, &deal->kongs[i], winners, ready);
}
