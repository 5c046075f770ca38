/* game.h - a game of several deals by the section game of its rules: whose deal it is, what
 * everybody has, when it is over, and what places are worth.
 *
 * Players keep the number of the seat that they had in the first deal: 0 dealt first. */
#ifndef KZI_GAME_H
#define KZI_GAME_H

#include "score/deal/settlement.h"

/* A deal by its place in the game: East 2 with one counter. */
struct kzi_game_turn {
    uint8_t wind, dealer; /* dealer: by player */
    uint32_t counters;
};

struct kzi_game {
    const struct kz_ruleset *rules;
    unsigned long n_deals;         /* that were won or drawn */
    struct kzi_game_turn at, next; /* the last deal, and the one that follows */
    uint32_t bets;                 /* left on the table */
    int64_t scores[KZI_SEATS];     /* by player */
    int64_t paid[KZI_SEATS];       /* by player, in the last deal */
    unsigned fouls[KZI_SEATS];
    bool unrounded;   /* points of places are not rounded, whatever the rules say */
    uint8_t fouled;   /* players, by bit, in the last deal */
    const char *over; /* why; NULL: it goes on */
};

/* The first place is 1; those who tie have one place if they share it. */
struct kzi_game_place {
    unsigned player, place;
    int64_t score;    /* with bets that go to first place */
    int64_t uma, oka; /* what the place is worth, its share if several have it */
    int64_t points;   /* what the game comes to for the player, less what fouls cost */
};

void kzi_game_begin(struct kzi_game *game, const struct kz_ruleset *rules);

static inline unsigned kzi_game_seats(const struct kzi_game *game) {
    return game->rules->model->n_seats;
}

static inline unsigned kzi_game_player(const struct kzi_game_turn *turn, unsigned seat,
                                       unsigned seats) {
    return (seat + turn->dealer) % seats;
}

/* Settle the next deal and add it to the game.  Round, counters and bets that the deal leaves out
 * are those of the game.  A deal with a problem, or with a winner whose hand does not win, is not
 * added; *added says whether it was.  Return false if the settlement has a problem. */
bool kzi_game_play(struct kzi_game *game, struct kzi_settlement *settlement, struct kzi_deal *deal,
                   bool *added);

/* List the players by place, as the scores are now; return their number. */
unsigned kzi_game_places(const struct kzi_game *game, struct kzi_game_place places[KZI_SEATS]);

#endif
