/* Pay at an exhaustive draw for hands that are ready, by their highest value, and fine players. */
#include "compile/condition/evaluation.h"
#include "score/deal/deal_steps.h"
#include "score/steps.h"
#include "tile/notation.h"

static const struct kzi_draw *draw_rules(const struct kzi_settlement *settlement) {
    return &settlement->rules->model->payments.draw;
}

/* Score a hand as if the player at seat `from` discarded a tile that completes it; false: it does
 * not win. */
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

/* Return the tile that makes an unfinished hand worth most if `from` discards it; KZI_NO_KIND: it
 * wins on none. */
static unsigned best_tile(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                          unsigned from, struct kz_result *scratch) {
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

bool kzi_could_win(struct kzi_settlement *settlement, const struct kzi_hand *hand) {
    const struct kz_ruleset *rules = settlement->rules;
    unsigned discarders = kzi_seats_playing(settlement) & ~(1U << hand->seat);
    if (!rules->n_by_discarder)
        discarders &= ~discarders + 1; /* any one of them will do */
    KZI_EACH_IN(discarders, seat)
        if (best_tile(rules, hand, seat, &settlement->results[0]) != KZI_NO_KIND)
            return true;
    return false;
}

static const struct kzi_hand *hand_of(const struct kzi_settlement *settlement, unsigned seat) {
    const struct kzi_deal *deal = settlement->deal;
    for (unsigned i = 0; i < deal->n_others; i++)
        if (deal->others[i].seat == seat)
            return &deal->others[i];
    return NULL;
}

void kzi_best_hands_check(const struct kzi_settlement *settlement, struct kzi_problem *problem) {
    const unsigned playing = kzi_seats_playing(settlement), ready = settlement->ready & playing;
    if (!draw_rules(settlement)->best_hand || ready == playing)
        return;
    KZI_EACH_IN(ready, seat)
        if (!hand_of(settlement, seat))
            kzi_problem_note(problem, KZI_BAD_VALUE, (struct kzi_spot){.key = KZI_KEY_OTHERS},
                             "%c is paid the highest value that its hand can still have: give the "
                             "hand in others",
                             kzi_seat_letters[seat]);
}

/* Begin an item for this seat and tile, unless the last item is one. */
static void begin_item(struct kzi_settlement *settlement, unsigned seat, unsigned win) {
    const struct kzi_settlement_item *item = &settlement->items[settlement->n_items];
    if (settlement->n_items && item[-1].kind == KZI_FOR_BEST_HAND && item[-1].seat == seat &&
        item[-1].win == win)
        return;
    kzi_settlement_item_add(settlement, KZI_FOR_BEST_HAND, seat)->win = (uint8_t)win;
}

/* Pay a seat that is ready as if each payer discarded the tile that costs that payer most; payers:
 * the seats that are not ready, by bit. */
static void pay_best_hand(struct kzi_settlement *settlement, unsigned seat, unsigned payers) {
    struct kz_result *scratch = &settlement->results[0]; /* unused, as nobody won */
    const struct kzi_hand *hand = hand_of(settlement, seat);
    KZI_EACH_IN(payers, payer) {
        const unsigned win = best_tile(settlement->rules, hand, payer, scratch);
        if (win == KZI_NO_KIND || !wins_on(settlement->rules, hand, win, payer, scratch))
            continue;
        begin_item(settlement, seat, win);
        kzi_pay_for(settlement, KZI_FOR_BEST_HAND, payer, seat, scratch->share[payer]);
    }
}

/* Return the seats that meet the condition of the fine, by bit.  A seat whose hand is not given is
 * not fined. */
static unsigned fined_seats(struct kzi_settlement *settlement) {
    unsigned fined = 0, unknown = kzi_seats_playing(settlement);
    if (!draw_rules(settlement)->fine.when)
        return 0;
    for (unsigned i = 0; i < settlement->n_losers; i++) {
        const struct kz_result *result = &settlement->losers[i];
        struct kzi_facts facts;
        unknown &= ~(1U << result->hand.seat);
        kzi_facts_of(result, &facts);
        if (kzi_evaluate(draw_rules(settlement)->fine.when, &facts, &result->best.reading))
            fined |= 1U << result->hand.seat;
    }
    settlement->fine_unknown = (uint8_t)unknown;
    return fined;
}

static void pay_fine(struct kzi_settlement *settlement, unsigned seat, unsigned others) {
    kzi_settlement_item_add(settlement, KZI_FOR_FINE, seat);
    KZI_EACH_IN(others, other)
        kzi_pay_for(settlement, KZI_FOR_FINE, seat, other, draw_rules(settlement)->fine.pays);
}

void kzi_best_hands_settle(struct kzi_settlement *settlement) {
    const struct kzi_draw *rules = draw_rules(settlement);
    const unsigned playing = kzi_seats_playing(settlement), fined = fined_seats(settlement),
                   ready = settlement->ready & playing,
                   payers = playing & ~ready & ~(rules->fine.instead ? fined : 0U),
                   paid = rules->best_hand && payers ? ready : 0;
    KZI_EACH_IN(fined, seat)
        pay_fine(settlement, seat, playing & ~fined);
    KZI_EACH_IN(paid, seat)
        pay_best_hand(settlement, seat, payers);
}
