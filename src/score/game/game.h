/* game.h - a game of several deals by the section game of its rules: who deals, the scores, when
 * the game is over, and what places are worth.
 *
 * Players keep the number of the seat that they had in the first deal: 0 dealt first. */
#ifndef KZI_GAME_H
#define KZI_GAME_H

#include "score/deal/settlement.h"

/* The position of a deal in the game, such as East 2 with one counter. */
struct kzi_game_turn {
    uint8_t wind, dealer; /* dealer: number of the player */
    uint32_t counters;
};

struct kzi_game {
    const struct kz_ruleset *rules;
    unsigned long n_deals;         /* deals that were won or drawn */
    struct kzi_game_turn at, next; /* the position of the last deal, and of the next */
    uint32_t bets;                 /* bets on the table */
    int64_t scores[KZI_SEATS];     /* by player */
    int64_t paid[KZI_SEATS];       /* by player, in the last deal */
    unsigned fouls[KZI_SEATS];
    bool unrounded;   /* round no points of places, whatever the rules say */
    uint8_t fouled;   /* players who fouled in the last deal, by bit */
    const char *over; /* the reason why the game is over; NULL: it goes on */
};

/* The final place of a player.  First place is 1; players who tie share a place if the rules say
 * so. */
struct kzi_game_place {
    unsigned player, place;
    int64_t score;    /* with the bets that go to first place */
    int64_t uma, oka; /* the place's bonuses, or the player's share of them */
    int64_t fouls;    /* what they cost the player, not above 0 */
    int64_t points;   /* the result of the game for the player */
};

void kzi_game_begin(struct kzi_game *game, const struct kz_ruleset *rules);

static inline unsigned kzi_game_seats(const struct kzi_game *game) {
    return game->rules->model->n_seats;
}

static inline unsigned kzi_game_player(const struct kzi_game_turn *turn, unsigned seat,
                                       unsigned seats) {
    return (seat + turn->dealer) % seats;
}

/* Settle the next deal and add it to the game.  A deal that states no round, counters or bets has
 * those of the game.  A deal with a problem, or with a winner whose hand does not win, is not
 * added; *added says whether it was.  Return false if the settlement has a problem. */
bool kzi_game_play(struct kzi_game *game, struct kzi_settlement *settlement, struct kzi_deal *deal,
                   bool *added);

/* List the players by place for the current scores; return their number. */
unsigned kzi_game_places(const struct kzi_game *game, struct kzi_game_place places[KZI_SEATS]);

#endif
