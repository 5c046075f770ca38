/* Pay for an exhaustive draw by what the hands are and could still be worth. */
#include "compile/condition/evaluation.h"
#include "score/internal.h"
#include "tile/notation.h"

static const struct kzi_draw *rules_of(const struct kzi_settlement *settlement) {
    return &settlement->rules->model->payments.draw;
}

/* Score a hand as if a tile discarded by a seat completed it; false: it does not win. */
static bool wins_on(const struct kz_ruleset *rules, const struct kzi_hand *unfinished,
                    unsigned kind, unsigned from, struct kz_result *result) {
    struct kzi_hand hand = *unfinished;
    hand.win = (uint8_t)kind;
    hand.self_draw = false;
    hand.by_given = true;
    hand.from = (int8_t)from;
    hand.out = 0;
    return kzi_score(result, rules, &hand) == KZ_OK && result->reason == KZI_WINS;
}

unsigned kzi_best_tile(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                       struct kz_result *scratch) {
    const unsigned from = (hand->seat + 1U) % rules->model->n_seats;
    unsigned best = KZI_NO_KIND;
    int64_t value = -1;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        if (rules->model->copies[kind] && wins_on(rules, hand, kind, from, scratch) &&
            scratch->best.value > value) {
            value = scratch->best.value;
            best = kind;
        }
    return best;
}

static const struct kzi_hand *hand_of(const struct kzi_settlement *settlement, unsigned seat) {
    const struct kzi_deal *deal = settlement->deal;
    for (unsigned i = 0; i < deal->n_others; i++)
        if (deal->others[i].seat == seat)
            return &deal->others[i];
    return NULL;
}

void kzi_best_hands_check(const struct kzi_settlement *settlement, struct kzi_problem *problem) {
    const unsigned left = kzi_seats_left(settlement);
    unsigned ready = settlement->ready & left;
    if (!rules_of(settlement)->best_hand || ready == left)
        return;
    for (; ready; ready &= ready - 1)
        if (!hand_of(settlement, (unsigned)__builtin_ctz(ready)))
            kzi_problem_note(problem, KZI_BAD_VALUE, (struct kzi_spot){.key = KZI_KEY_OTHERS},
                             "%c is paid the most that the hand can still be worth: give it in "
                             "others",
                             kzi_seat_letters[__builtin_ctz(ready)]);
}

/* Pay a seat that is ready; payers: those who are not, by bit. */
static void pay_best_hand(struct kzi_settlement *settlement, unsigned seat, unsigned payers) {
    struct kz_result *scratch = &settlement->results[0]; /* nobody won */
    const struct kzi_hand *hand = hand_of(settlement, seat);
    struct kzi_item *item = kzi_item_add(settlement, KZI_ITEM_BEST_HAND, seat);
    item->win = (uint8_t)kzi_best_tile(settlement->rules, hand, scratch);
    for (; item->win != KZI_NO_KIND && payers; payers &= payers - 1) {
        const unsigned payer = (unsigned)__builtin_ctz(payers);
        if (wins_on(settlement->rules, hand, item->win, payer, scratch))
            kzi_item_pay(item, payer, seat, scratch->share[payer]);
    }
}

/* Return the seats that meet the condition of the fine, by bit. */
static unsigned fined_seats(const struct kzi_settlement *settlement) {
    unsigned fined = 0;
    for (unsigned i = 0; rules_of(settlement)->fine.when && i < settlement->n_losers; i++) {
        const struct kz_result *result = &settlement->losers[i];
        struct kzi_facts facts;
        kzi_facts_of(result, &facts);
        if (kzi_evaluate(rules_of(settlement)->fine.when, &facts, &result->best.reading))
            fined |= 1U << result->hand.seat;
    }
    return fined;
}

static void pay_fine(struct kzi_settlement *settlement, unsigned seat, unsigned others) {
    struct kzi_item *item = kzi_item_add(settlement, KZI_ITEM_FINE, seat);
    for (; others; others &= others - 1)
        kzi_item_pay(item, seat, (unsigned)__builtin_ctz(others), rules_of(settlement)->fine.pays);
}

void kzi_best_hands_settle(struct kzi_settlement *settlement) {
    const struct kzi_draw *rules = rules_of(settlement);
    const unsigned left = kzi_seats_left(settlement), fined = fined_seats(settlement),
                   ready = settlement->ready & left,
                   payers = left & ~ready & ~(rules->fine.instead ? fined : 0U);
    for (unsigned seats = fined; seats; seats &= seats - 1)
        pay_fine(settlement, (unsigned)__builtin_ctz(seats), left & ~fined);
    for (unsigned seats = rules->best_hand && payers ? ready : 0; seats; seats &= seats - 1)
        pay_best_hand(settlement, (unsigned)__builtin_ctz(seats), payers);
}
