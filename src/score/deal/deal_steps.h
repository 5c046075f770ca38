/* deal_steps.h - the steps of settling a deal (deal.c, kong.c, draw.c). */
#ifndef KZI_DEAL_STEPS_H
#define KZI_DEAL_STEPS_H

#include "score/deal/settlement.h"

/* Return the seats that play on, bit per seat. */
static inline unsigned kzi_seats_playing(const struct kzi_settlement *settlement) {
    return ((1U << settlement->rules->model->n_seats) - 1) &
           ~(unsigned)kzi_seats_gone(settlement->rules, &settlement->deal->table);
}

/* Return whether the deal was drawn because the wall ran out. */
bool kzi_is_exhaustive(const struct kzi_settlement *settlement);

/* Let one seat, or the table, pay another.  A transfer of 0 is not kept. */
struct kzi_transfer *kzi_pay_for(struct kzi_settlement *settlement, enum kzi_transfer_kind kind,
                                 unsigned from, unsigned to, int64_t amount);

/* Add an item; the transfers that follow belong to it. */
struct kzi_settlement_item *kzi_settlement_item_add(struct kzi_settlement *settlement,
                                                    enum kzi_transfer_kind kind, unsigned seat);

/* Return whether an unfinished hand at a draw could win on a discard of a player who has not
 * left. */
bool kzi_could_win(struct kzi_settlement *settlement, const struct kzi_hand *hand);

/* Check that the hands that the best-hand payments are computed from are given. */
void kzi_best_hands_check(const struct kzi_settlement *settlement, struct kzi_problem *problem);

/* Pay the fines and the best hands of an exhaustive draw. */
void kzi_best_hands_settle(struct kzi_settlement *settlement);

/* Check the kongs of a deal against the rules and against the hands given.  Rules without payments
 * for kongs ignore them. */
void kzi_kongs_check(const struct kzi_settlement *settlement, struct kzi_problem *problem);

/* Pay for the kongs of a deal, after its winners or its draw are settled. */
void kzi_kongs_settle(struct kzi_settlement *settlement);

#endif
