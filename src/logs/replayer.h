/* replayer.h - replay a game from its events: whose turn, which tiles, what happened on the way. At
 * the end of a round it has the deal as a record would, with circumstances that come from the play
 * alone. */
#ifndef KZI_REPLAYER_H
#define KZI_REPLAYER_H

#include "compile/ruleset.h"
#include "logs/dialect.h"

#define KZI_MAX_ROUNDS 1000 /* of a game */

/* A round that is over. */
struct kzi_logged_round {
    uint8_t n_players, dealer, wind, number;
    uint32_t counters;
    struct kzi_deal deal;
    unsigned n_wins;
    uint8_t winners[KZI_MAX_WINNERS];              /* players, as the hands in deal.winners */
    struct kzi_logged_win logged[KZI_MAX_WINNERS]; /* of each winner; the first one of a draw */
    /* Who fed each meld of a winner, in the order in which they were made: a seat; -1: nobody. */
    int8_t fed[KZI_MAX_WINNERS][KZI_MAX_MELDS];
};

static inline unsigned kzi_player_of(const struct kzi_logged_round *round, unsigned seat) {
    return (seat + round->dealer) % round->n_players;
}

static inline uint8_t kzi_seat_of(const struct kzi_logged_round *round, unsigned player) {
    return (uint8_t)((player + round->n_players - round->dealer) % round->n_players);
}

struct kzi_player {
    uint8_t counts[KZI_COUNTS_CAPACITY]; /* the concealed tiles by kind */
    uint8_t n_concealed;
    uint8_t red[KZI_SUITS]; /* red fives among them */
    unsigned n_melds;
    struct kzi_meld melds[KZI_MAX_MELDS];
    int8_t fed[KZI_MAX_MELDS]; /* by player; -1: nobody */
    uint8_t n_flowers, n_aside;
    uint8_t aside[KZI_MAX_INDICATORS];
    bool riichi, first_riichi, bet, one_turn;
    bool discarded;  /* anything */
    bool all_orphan; /* only terminals and honors, of which nobody claimed any */
};

/* What happened last, and so what can be won on or claimed. */
struct kzi_last {
    enum kzi_log_event_kind kind;
    uint8_t player;
    struct kzi_log_tile tile;
    bool replaces; /* a draw: of a replacement tile */
};

typedef void kzi_round_taker(void *context, struct kzi_logged_round *round);

struct kzi_replayer {
    const struct kzi_dialect *dialect;
    const struct kzi_model *model; /* of the rules of the game */
    kzi_round_taker *take;
    void *context;
    unsigned n_players, n_rounds;
    bool playing, over;       /* in a round; a round that is won or drawn */
    bool interrupted;         /* somebody claimed a tile, made a kong or laid a tile aside */
    unsigned left;            /* tiles to draw */
    uint8_t shown[KZI_KINDS]; /* tiles that were discarded, claimed with or added, by kind */
    struct kzi_last last;
    struct kzi_indicators dora;
    struct kzi_player players[KZI_MAX_PLAYERS];
    struct kzi_logged_round round;
    char fault[120];
};

/* Begin a game.  model: of the rules it is played by. */
void kzi_replayer_begin(struct kzi_replayer *replayer, const struct kzi_dialect *dialect,
                        const struct kzi_model *model, kzi_round_taker *take, void *context);
/* Return false if that cannot happen at the table (replayer->fault says why). */
bool kzi_replayer_take(struct kzi_replayer *replayer, const struct kzi_log_event *event);
/* Call after the last event. */
bool kzi_replayer_end(struct kzi_replayer *replayer);

#endif
