/* Pay for the kongs of a deal. */
#include "compile/condition/evaluation.h"
#include "score/deal/deal_steps.h"
#include "score/steps.h"
#include "tile/notation.h"

#include <string.h>

static const struct kzi_kongs *kong_rules(const struct kzi_settlement *settlement) {
    return &settlement->rules->model->payments.kongs;
}

/* --- what the rules do not allow ------------------------------------------------------------- */

static void check_seat(const struct kzi_settlement *settlement, const struct kzi_made_kong *kong,
                       int seat, struct kzi_problem *problem) {
    kzi_check_seat(settlement->rules, seat, kong->spot, problem);
    if (seat >= 0 && kzi_seats_gone(settlement->rules, &settlement->deal->table) >> seat & 1)
        kzi_problem_note(problem, KZI_CONTRADICTION, kong->spot,
                         "%c has left, and neither pays nor receives: settle its kongs before",
                         kzi_seat_letters[seat]);
}

/* Return the number of kongs in a hand, concealed or claimed, of one kind; KZI_NO_KIND: of all
 * kinds. */
static unsigned kongs_held(const struct kzi_hand *hand, bool claimed, unsigned kind) {
    unsigned count = 0;
    KZI_EACH_MELD(hand, meld)
        count += meld->kind == KZI_KONG && meld->claimed == claimed &&
                 (kind == KZI_NO_KIND || meld->tile == kind);
    return count;
}

/* Check that a hand has the kongs that its player made.  A kong added to a pung may be written like
 * a claimed kong. */
static void check_held(const struct kzi_settlement *settlement, const struct kzi_hand *hand,
                       struct kzi_problem *problem) {
    const struct kzi_deal *deal = settlement->deal;
    unsigned made[2] = {0};
    if (kzi_deal_states(deal, hand))
        return;
    for (unsigned i = 0; i < deal->n_kongs; i++) {
        const struct kzi_made_kong *kong = &deal->kongs[i];
        const bool claimed = kong->kind != KZI_KONG_CONCEALED;
        if (kong->seat == hand->seat && (++made[claimed] > kongs_held(hand, claimed, KZI_NO_KIND) ||
                                         !kongs_held(hand, claimed, kong->tile)))
            kzi_problem_note(problem, KZI_CONTRADICTION, kong->spot,
                             "the hand of %c has no such kong", kzi_seat_letters[hand->seat]);
    }
}

/* Check that the game has four copies of the tile; jokers form no kong. */
static void check_tile(const struct kzi_settlement *settlement, const struct kzi_made_kong *kong,
                       struct kzi_problem *problem) {
    if (kong->tile == KZI_NO_KIND ||
        (kong->tile < KZI_KINDS && settlement->rules->model->copies[kong->tile] >= 4))
        return;
    kzi_problem_note(problem, KZI_BAD_MELD, kong->spot,
                     "nobody can make a kong of %s under these rules",
                     kzi_tile_name(kong->tile).text);
}

void kzi_kongs_check(const struct kzi_settlement *settlement, struct kzi_problem *problem) {
    const struct kzi_deal *deal = settlement->deal;
    if (!kong_rules(settlement)->in_use)
        return;
    for (unsigned i = 0; i < deal->n_kongs; i++) {
        const struct kzi_made_kong *kong = &deal->kongs[i];
        check_seat(settlement, kong, kong->seat, problem);
        check_seat(settlement, kong, kong->from, problem);
        if (kong->from < 0 && kong_rules(settlement)->money[kong->kind].from_written)
            kzi_problem_note(
                problem, KZI_MISSING_FROM, kong->spot,
                "the player who discarded the tile pays a part of its own: say who, as "
                "in \"from\":\"%c\"",
                kzi_seat_letters[kong->seat ? 0 : 1]);
        check_tile(settlement, kong, problem);
        if (kong->tile == KZI_NO_KIND && kong_rules(settlement)->by_tile)
            kzi_problem_note(problem, KZI_BAD_VALUE, kong->spot,
                             "a kong is paid by its tile under these rules: say which, as in "
                             "\"tile\":\"3m\"");
    }
    for (unsigned i = 0; i < deal->n_winners; i++)
        check_held(settlement, &deal->winners[i], problem);
    for (unsigned i = 0; i < deal->n_others; i++)
        check_held(settlement, &deal->others[i], problem);
}

/* --- who is paid ------------------------------------------------------------------------------ */

/* Return the winners on a discard whose hands meet a condition, bit per seat. */
static unsigned winners_with(const struct kzi_settlement *settlement,
                             const struct kzi_condition *when) {
    unsigned winners = 0;
    for (unsigned i = 0; when && i < settlement->n_results; i++) {
        const struct kz_result *result = &settlement->results[i];
        struct kzi_facts facts;
        if (result->reason != KZI_WINS || result->hand.from < 0)
            continue;
        kzi_facts_of(result, &facts);
        if (kzi_evaluate(when, &facts, &result->best.reading))
            winners |= 1U << result->hand.seat;
    }
    return winners;
}

/* Return whether the payment for a kong goes to the winners if somebody wins on the discard after
 * it. */
static bool may_pass(const struct kzi_settlement *settlement, const struct kzi_made_kong *kong) {
    const struct kzi_deal *deal = settlement->deal;
    const struct kzi_made_kong *end = deal->kongs + deal->n_kongs;
    bool last = true;
    for (const struct kzi_made_kong *later = kong + 1; later < end; later++)
        last &= later->seat != kong->seat;
    return kong->seat == deal->table.from && (last || kong_rules(settlement)->passing.all);
}

/* Pass the points that the maker of a kong got on to the winners, in equal parts; the last ones get
 * the remainder. */
static void pass_on(struct kzi_settlement *settlement, unsigned maker, unsigned winners,
                    int64_t points) {
    unsigned parts = (unsigned)__builtin_popcount(winners);
    KZI_EACH_IN(winners, winner) {
        const int64_t part = points / parts--;
        kzi_pay_for(settlement, KZI_FOR_KONG, maker, winner, part);
        points -= part;
    }
}

/* Pay the maker of a kong; return the points paid. for_all: the seat that pays for all others, or
 * -1. */
static int64_t pay(struct kzi_settlement *settlement, const struct kzi_made_kong *kong,
                   int for_all) {
    const struct kzi_kong_money *money = &kong_rules(settlement)->money[kong->kind];
    const unsigned times =
        kong_rules(settlement)->by_tile && kong_rules(settlement)->times[kong->tile]
            ? kong_rules(settlement)->times[kong->tile]
            : 1;
    const unsigned payers = kzi_seats_playing(settlement) & ~(1U << kong->seat);
    int64_t sum = 0;
    KZI_EACH_IN(payers, seat) {
        const bool from = money->from_written && (int)seat == kong->from;
        const struct kzi_payments *payments = &settlement->rules->model->payments;
        const int64_t stake = kzi_stake_factor(payments, payments->stakes.kongs,
                                               settlement->deal->table.stakes, seat, kong->seat);
        const int64_t points = times * stake * (from ? money->from : money->others);
        kzi_pay_for(settlement, KZI_FOR_KONG, for_all < 0 ? seat : (unsigned)for_all, kong->seat,
                    points);
        sum += points;
    }
    return sum;
}

static void settle_kong(struct kzi_settlement *settlement, const struct kzi_made_kong *kong,
                        unsigned winners, unsigned keep, int for_all) {
    const struct kzi_kongs *rules = kong_rules(settlement);
    struct kzi_settlement_item *item =
        kzi_settlement_item_add(settlement, KZI_FOR_KONG, kong->seat);
    const bool passes = winners && may_pass(settlement, kong);
    item->kong = kong;
    if (!(keep >> kong->seat & 1))
        item->given_back =
            rules->given_back == KZI_GIVEN_BACK_BY_ALL ? KZI_BACK_DRAWN : KZI_BACK_NOT_READY;
    else if (for_all == (int)kong->seat)
        item->given_back = KZI_BACK_PAYS_FOR_ALL;
    else if (passes && rules->passing.to_payers)
        item->given_back = KZI_BACK_WON_ON;
    if (item->given_back)
        return;
    item->passed_to = (uint8_t)(passes ? winners : 0);
    pass_on(settlement, kong->seat, item->passed_to, pay(settlement, kong, for_all));
}

void kzi_kongs_settle(struct kzi_settlement *settlement) {
    const struct kzi_deal *deal = settlement->deal;
    const struct kzi_kongs *rules = kong_rules(settlement);
    const unsigned winners = winners_with(settlement, rules->passing.when);
    const int for_all = winners_with(settlement, rules->discarder_pays) ? deal->table.from : -1;
    unsigned keep = (1U << KZI_SEATS) - 1;
    if (kzi_is_exhaustive(settlement) && rules->given_back)
        keep = rules->given_back == KZI_GIVEN_BACK_BY_ALL ? 0 : settlement->ready;
    for (unsigned i = 0; rules->in_use && i < deal->n_kongs; i++)
        settle_kong(settlement, &deal->kongs[i], winners, keep, for_all);
}
