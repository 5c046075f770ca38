/* payers.h - the payments of a result taken apart: who pays, for the hand and for the counters.
 *
 * Nothing is worked out again: the parts are differences of what scoring found. */
#ifndef KZI_REPORT_PAY_H
#define KZI_REPORT_PAY_H

#include "base/text.h"
#include "score/result.h"

struct kzi_payer {
    int seat; /* -1: not known */
    bool discarded;
    unsigned many;           /* seats that pay so each */
    const char *who, *key;   /* "West", "the discarder"; "W", "discarder" */
    int64_t share, counters; /* paid for the hand, for the counters; each seat */
    int64_t change;          /* of each seat's points */
};

struct kzi_payers {
    unsigned count;
    struct kzi_payer list[KZI_SEATS]; /* in the order of the seats, the winner left out */
    int64_t hand, counters, bets;     /* what the winner gets for each */
};

void kzi_payers_find(const struct kz_result *result, struct kzi_payers *payers);

/* "7700 from West", "4000 from East, 2000 each from South and North", "2000 all". */
void kzi_say_shares(struct kzi_text *text, const struct kz_result *result,
                    const struct kzi_payers *payers);

/* "West fed Big Three Dragons and pays 1/2 of the hand, South the rest". */
void kzi_say_liable(struct kzi_text *text, const struct kz_result *result,
                    const struct kzi_liable *liable, const char *language);

#endif
