/* deal.h - the end of a deal as written. */
#ifndef KZI_HAND_DEAL_H
#define KZI_HAND_DEAL_H

#include "hand/statement.h"

#define KZI_MAX_WINNERS 3
#define KZI_MAX_PLAYERS 4
#define KZI_MAX_KONGS   16 /* kongs in one deal */

/* A kong made in a deal. */
struct kzi_made_kong {
    uint8_t seat, kind; /* kind: enum kzi_kong_kind; both are one above the highest if not given */
    /* Seat of the discarder of its tile or, for an added one, of its pung; -1: none. */
    int8_t from;
    uint8_t tile; /* its kind of tile; KZI_NO_KIND: not given */
    struct kzi_spot spot;
};

/* The end of a deal as written.  It has winners, each with a hand, or a kind of draw; or neither,
 * if only kongs are paid or a foul ended the deal.  Further: the hands of the others, as far as
 * they are given, the bets, and what was on the table. */
struct kzi_deal {
    /* The parts of the deal as a whole: id, round, discarder, indicators, counters, and as bets
     * those left from earlier deals. */
    struct kzi_hand table;

    /* The winners, in the order of the record.  Round, discarder, way of winning and indicators are
     * those of the deal, ura only for winners who declared.  Settling adds counters and bets. */
    unsigned n_winners;
    struct kzi_hand winners[KZI_MAX_WINNERS];           /* without tiles if ... */
    struct kzi_value_statement stated[KZI_MAX_WINNERS]; /* ... the value is given instead */

    /* The hands of the players who did not win, without a winning tile. */
    unsigned n_others;
    struct kzi_hand others[KZI_MAX_PLAYERS];       /* without tiles if ... */
    struct kzi_value_word points[KZI_MAX_PLAYERS]; /* ... this is a number, the value of the hand */

    bool drawn, tenpai_given;
    /* It was written as a line.  Then riichi in a hand also counts as one of `riichi`, and vice
     * versa. */
    bool is_line;
    /* Line: by key of a record, the column where the line says the same. */
    uint16_t key_at[KZI_KEYS];
    char draw[KZI_MAX_WORD];
    bool counters_given, bets_given; /* if not, they are 0 */
    /* Seats as bits; chombo: of players who committed a foul. */
    uint8_t riichi, tenpai, nagashi, chombo;
    uint8_t wareme; /* bit of the seat whose wins and payments are doubled; 0: none */

    unsigned n_kongs;
    struct kzi_made_kong kongs[KZI_MAX_KONGS]; /* in the order in which they were made */

    /* For the hands that were read: the table, the winners, the others. */
    struct kzi_extras extras[1 + KZI_MAX_WINNERS + KZI_MAX_PLAYERS];
    struct kzi_hand_items items[1 + KZI_MAX_WINNERS + KZI_MAX_PLAYERS];
};

/* Return whether a hand of the deal has a value instead of tiles. */
static inline bool kzi_deal_states(const struct kzi_deal *deal, const struct kzi_hand *hand) {
    const bool won = hand >= deal->winners && hand < deal->winners + deal->n_winners;
    return won ? deal->stated[hand - deal->winners].given
               : deal->points[hand - deal->others].is_number;
}

/* Return whether a foul ended the deal, which is then played again. */
static inline bool kzi_deal_is_void(const struct kzi_deal *deal) {
    return deal->chombo && !deal->drawn && !deal->n_winners && !deal->n_kongs;
}

#endif
