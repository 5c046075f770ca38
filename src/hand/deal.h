/* deal.h - the end of a deal as it was written down: who won, each with a hand, or how it was
 * drawn; who had bet, and what was on the table. */
#ifndef KZI_DEAL_H
#define KZI_DEAL_H

#include "hand/problem.h"

#define KZI_MAX_WINNERS 3

struct kzi_deal {
    /* What belongs to the deal: id, round, discarder, indicators, counters, and in deposits the
     * bets left from earlier deals. */
    struct kzi_hand table;

    /* In the order of the record.  Round, discarder, way of winning and indicators are those of
     * the deal, ura only for who declared; counters and bets are left to settling. */
    unsigned n_winners;
    struct kzi_hand winners[KZI_MAX_WINNERS];

    bool drawn;
    char draw[KZI_MAX_WORD];
    uint8_t riichi, tenpai, nagashi; /* bit per seat */
};

/* Reads a JSON object.  Words of the hands are kept as they are.  On a problem *problem is filled,
 * nothing but the id is of use, and false is returned. */
bool kzi_deal_read(struct kzi_deal *deal, const char *text, size_t len,
                   struct kzi_problem *problem);

#endif
