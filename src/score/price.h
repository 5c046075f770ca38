/* price.h - what a total and fu are worth, and what of it one payer pays: the steps of scoring
 * that ask for no hand, so that the tables of a rule book are made of them too. */
#ifndef KZI_SCORE_PRICE_H
#define KZI_SCORE_PRICE_H

#include "rules/model.h"

struct kzi_price {
    int32_t valued;  /* of the total what value and limits are made of */
    int64_t counted; /* before limits */
    int64_t value;   /* after them: what payments are made of */
    int limit;       /* of model->limits; -1: none is reached */
};

/* fu: rounded; no matter where the value is made of the total alone. */
void kzi_price_find(const struct kzi_model *model, int32_t total, int32_t fu,
                    struct kzi_price *price);

/* What of a hand's value a payer of that role pays, rounded; a dealer of whom the rules say nothing
 * is one of the others. */
int64_t kzi_share(const struct kzi_payments *payments, bool self_draw, bool dealer_wins,
                  enum kzi_role role, int64_t value);

/* What a payer adds for one counter on the table, whose share of the hand is given. */
int64_t kzi_counter(const struct kzi_payments *payments, bool self_draw, bool discarder,
                    int64_t share);

int64_t kzi_rounded(int64_t number, const struct kzi_round *round);

#endif
