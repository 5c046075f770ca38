/* settlement.h - the payments of a deal: those of its winners, and what else players owe. */
#ifndef KZI_SETTLEMENT_H
#define KZI_SETTLEMENT_H

#include "hand/deal.h"
#include "score/result.h"

/* The reason for a transfer. */
enum kzi_transfer_kind {
    KZI_FOR_HAND,
    KZI_FOR_LIABILITY,
    KZI_FOR_COUNTERS,
    KZI_FOR_BETS,
    KZI_FOR_CHIPS, /* the only kind that is not paid in points */
    KZI_FOR_DIFFERENCE,
    KZI_FOR_READY,
    KZI_FOR_NAGASHI,
    KZI_FOR_KONG,
    KZI_FOR_BEST_HAND,
    KZI_FOR_FINE,
    KZI_TRANSFER_KINDS
};
extern const char *const kzi_transfer_names[KZI_TRANSFER_KINDS];

#define KZI_ON_TABLE KZI_SEATS /* the "seat" of bets on the table */

struct kzi_transfer {
    enum kzi_transfer_kind kind;
    unsigned from, to;
    int64_t amount;
    unsigned yaku; /* of KZI_FOR_LIABILITY */
};

/* A payment of a deal that is for neither a hand nor a bet. */
struct kzi_settlement_item {
    enum kzi_transfer_kind kind; /* KZI_FOR_KONG, BEST_HAND or FINE */
    uint8_t seat;                /* the player whose kong, hand or fine it is */
    uint8_t first;               /* index of its first transfer; the next item's first is its end */
    const struct kzi_made_kong *kong; /* of a KONG */
    /* why nobody pays for a KONG */
    enum kzi_given_back_why {
        KZI_STAYS_PAID,
        KZI_BACK_NOT_READY,
        KZI_BACK_WON_ON,
        KZI_BACK_DRAWN,
        KZI_BACK_PAYS_FOR_ALL
    } given_back;
    uint8_t passed_to; /* of a KONG: the winners who are paid instead, bit per seat */
    uint8_t win;       /* of a BEST_HAND: the tile that makes it worth most */
};

#define KZI_MAX_ITEMS (KZI_MAX_KONGS + 2 * KZI_SEATS)
/* A kong is paid by three and passed on to three; each of three winners is paid by three for hand,
 * counters and in chips, from the table, and by those who are liable; four bet, and three losers
 * settle.  A draw has fewer. */
#define KZI_MAX_TRANSFERS (KZI_MAX_KONGS * 6 + KZI_MAX_WINNERS * (10 + KZI_MAX_PAO) + 2 * KZI_SEATS)

struct kzi_settlement {
    const struct kz_ruleset *rules;
    const struct kzi_deal *deal; /* must outlive the settlement */
    struct kzi_problem problem;

    const char *draw; /* NULL: the deal was won */
    /* One result for each winner, in order of turn from the discarder.  The hands have the counters
     * and bets that are paid to each. */
    unsigned n_results;
    struct kz_result results[KZI_MAX_WINNERS];
    uint8_t won; /* the seats that are paid for a win, by bit */
    /* One result for each player who settles with the other losers, by seat; winners who were
     * bumped come last. */
    unsigned n_losers;
    struct kz_result losers[KZI_MAX_PLAYERS];
    uint8_t riichi;        /* the seats that bet in the deal, by bit */
    bool nagashi;          /* nagashi was paid */
    uint8_t ready;         /* seats that are ready at a draw, by bit */
    uint8_t bet_not_ready; /* seats that bet without being ready, by bit, at a draw whose rules ask
                              for it */
    uint8_t fine_unknown;  /* seats that could be fined at a draw, but whose hands are not given, by
                              bit */
    unsigned n_items;
    struct kzi_settlement_item items[KZI_MAX_ITEMS];
    unsigned n_transfers;
    struct kzi_transfer transfers[KZI_MAX_TRANSFERS + 1]; /* one more than are kept, to write to */
    /* sums of the transfers: change over the deal, bets made in it included */
    int64_t paid[KZI_SEATS + 1], chips_paid[KZI_SEATS + 1];
    uint32_t bets_left;
};

/* Sum up the changes of each seat and of the table by transfers, in points or in chips. */
void kzi_transfers_sum(const struct kzi_transfer *list, unsigned count, bool chips,
                       int64_t changes[KZI_SEATS + 1]);
/* Return the factor of the difference that losers at seats a and b pay each other. */
int64_t kzi_loser_factor(const struct kzi_settlement *settlement, unsigned a, unsigned b);

/* Settle a deal.  Return false if it has a problem, which is noted. */
bool kzi_deal_settle(struct kzi_settlement *settlement, const struct kz_ruleset *rules,
                     const struct kzi_deal *deal);

#endif
