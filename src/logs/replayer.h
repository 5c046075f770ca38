/* replayer.h - replay a game from its events: whose turn it is, who has which tiles, which
 * circumstances arise.  At the end of a round it has the deal as a record would have it, with the
 * circumstances that follow from the play. */
#ifndef KZI_REPLAYER_H
#define KZI_REPLAYER_H

#include "compile/ruleset.h"
#include "logs/dialect.h"

#define KZI_MAX_ROUNDS 1000 /* the most rounds of a game */

/* A round that is over. */
struct kzi_logged_round {
    uint8_t n_players, dealer, wind, number;
    uint32_t counters;
    struct kzi_deal deal;
    unsigned n_wins;
    uint8_t winners[KZI_MAX_WINNERS];              /* players, in the order of deal.winners */
    struct kzi_logged_win logged[KZI_MAX_WINNERS]; /* by winner; of a draw the first one */
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
    uint8_t counts[KZI_COUNTS_CAPACITY]; /* of the concealed tiles, by kind */
    uint8_t n_concealed;
    uint8_t reds[KZI_SUITS]; /* of the red fives among them, by suit */
    unsigned n_melds;
    struct kzi_meld melds[KZI_MAX_MELDS];
    int8_t fed[KZI_MAX_MELDS]; /* player who fed each meld; -1: nobody */
    uint8_t n_flowers, n_aside;
    uint8_t aside[KZI_MAX_INDICATORS];
    bool riichi, first_riichi, bet, one_turn;
    bool discarded;  /* has discarded */
    bool all_orphan; /* has discarded only terminals and honors, none of which was claimed */
};

/* The last action, which decides what can be won on or claimed. */
struct kzi_last_event {
    enum kzi_log_event_kind kind;
    uint8_t player;
    struct kzi_log_tile tile;
    bool replaces; /* of a draw: it replaces a tile */
};

typedef void kzi_round_taker(void *context, struct kzi_logged_round *round);

struct kzi_replayer {
    const struct kzi_dialect *dialect;
    const struct kzi_model *model; /* of the rules of the game */
    kzi_round_taker *take;
    void *context;
    unsigned n_players, n_rounds;
    bool playing, over;       /* in a round; the round was won or drawn */
    bool interrupted;         /* somebody claimed a tile, made a kong or laid a tile aside */
    unsigned left;            /* tiles left to draw */
    uint8_t shown[KZI_KINDS]; /* tiles that were discarded, claimed with or added, by kind */
    struct kzi_last_event last;
    struct kzi_indicators dora;
    struct kzi_player players[KZI_MAX_PLAYERS];
    struct kzi_logged_round round;
    char fault[120];
};

/* Begin a game. model: of its rules. */
void kzi_replayer_begin(struct kzi_replayer *replayer, const struct kzi_dialect *dialect,
                        const struct kzi_model *model, kzi_round_taker *take, void *context);
/* Take an event.  Return false if it cannot happen at the table (replayer->fault says why). */
bool kzi_replayer_take(struct kzi_replayer *replayer, const struct kzi_log_event *event);
/* End the replay after the last event. */
bool kzi_replayer_end(struct kzi_replayer *replayer);

#endif
