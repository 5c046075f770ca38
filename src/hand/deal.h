/* deal.h - the end of a deal as written. */
#ifndef KZI_HAND_DEAL_H
#define KZI_HAND_DEAL_H

#include "hand/statement.h"

#define KZI_MAX_WINNERS 3
#define KZI_MAX_PLAYERS 4
#define KZI_MAX_KONGS   16 /* of a deal */

/* A kong that somebody made in a deal. */
struct kzi_made_kong {
    uint8_t seat, kind; /* enum kzi_kong_kind; both one too high while they are not given */
    int8_t from;        /* who discarded its tile, or that of the pung it was added to; -1 */
    uint8_t tile;       /* a kind; KZI_NO_KIND: not given */
    struct kzi_spot spot;
};

/* The end of a deal as written: the winners, each with a hand, or the kind of draw, or neither
 * where only kongs are paid or a foul ended it; the hands of the others, as far as they are given;
 * the bets, and what was on the table. */
struct kzi_deal {
    /* The parts that belong to the deal: id, round, discarder, indicators, counters, and in
     * bets those left from earlier deals. */
    struct kzi_hand table;

    /* In the order of the record.  Round, discarder, way of winning and indicators come from the
     * deal, ura only for those who declared.  Settling adds counters and bets. */
    unsigned n_winners;
    struct kzi_hand winners[KZI_MAX_WINNERS];     /* without tiles where ... */
    struct kzi_statement stated[KZI_MAX_WINNERS]; /* ... what was won is given instead */

    /* The hands of those who did not win, without a winning tile. */
    unsigned n_others;
    struct kzi_hand others[KZI_MAX_PLAYERS];       /* without tiles where ... */
    struct kzi_value_word points[KZI_MAX_PLAYERS]; /* ... the worth of the hand is a number here */

    bool drawn, tenpai_given;
    /* Written as a line, and so a hand's own riichi counts as one of `riichi`, and the reverse. */
    bool is_line;
    uint16_t key_at[KZI_KEYS]; /* of a line: the column where it says what a record has there */
    char draw[KZI_MAX_WORD];
    bool counters_given, bets_given;         /* else they are 0 */
    uint8_t riichi, tenpai, nagashi, chombo; /* bit per seat; chombo: who committed a foul */
    uint8_t wareme; /* the seat, as a bit, that pays and gets double for wins; 0: nobody */

    unsigned n_kongs;
    struct kzi_made_kong kongs[KZI_MAX_KONGS]; /* in the order in which they were made */

    /* What hands that were read refer to: the table, the winners, the others. */
    struct kzi_extras extras[1 + KZI_MAX_WINNERS + KZI_MAX_PLAYERS];
    struct kzi_hand_items items[1 + KZI_MAX_WINNERS + KZI_MAX_PLAYERS];
};

/* Return whether one of the hands of a deal is stated without its tiles. */
static inline bool kzi_deal_states(const struct kzi_deal *deal, const struct kzi_hand *hand) {
    const bool won = hand >= deal->winners && hand < deal->winners + deal->n_winners;
    return won ? deal->stated[hand - deal->winners].given
               : deal->points[hand - deal->others].is_number;
}

/* Return whether a foul ended the deal, which is played again. */
static inline bool kzi_deal_is_void(const struct kzi_deal *deal) {
    return deal->chombo && !deal->drawn && !deal->n_winners && !deal->n_kongs;
}

#endif
