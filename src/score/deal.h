/* deal.h - a whole deal settled: who of several may win, who pays whom, where the bets go. */
#ifndef KZI_SCORE_DEAL_H
#define KZI_SCORE_DEAL_H

#include "hand/deal.h"
#include "score/result.h"

struct kzi_settlement {
    const struct kz_ruleset *rules;
    const struct kzi_deal *deal; /* must outlive it */
    kz_status status;
    kz_error error; /* where status is not KZ_OK */

    const char *draw; /* NULL: the deal was won */
    /* One for each winner, in order of turn from the discarder.  The hands have the counters and
     * bets that are paid to each. */
    unsigned n_results;
    struct kz_result results[KZI_MAX_WINNERS];
    bool nagashi;            /* the draw was paid as one */
    int64_t paid[KZI_SEATS]; /* change over the deal, the bets made in it included */
    uint32_t deposits_left;
};

kz_status kzi_deal_settle(struct kzi_settlement *settlement, const struct kz_ruleset *rules,
                          const struct kzi_deal *deal);

#endif
