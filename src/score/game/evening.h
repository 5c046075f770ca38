/* evening.h - several games by one ruleset in a row, with the names of the players. */
#ifndef KZI_EVENING_H
#define KZI_EVENING_H

#include "hand/parser/parser.h"
#include "score/game/game.h"

#define KZI_MAX_NAMED 256 /* people in an evening */

/* The sums of one person's games. */
struct kzi_evening_total {
    char name[4 * KZI_MAX_NAME + 1];
    unsigned games;
    int64_t points;
};

struct kzi_evening {
    struct kzi_game game; /* the current one */
    unsigned n_games;     /* games begun, with the current one */
    struct kzi_players players;
    /* lines of the current game that were accepted, and that were refused */
    unsigned long taken, refused;
    unsigned long refused_in_all;
    unsigned n_totals;
    struct kzi_evening_total totals[KZI_MAX_NAMED]; /* in the order in which people joined */
};

void kzi_evening_begin(struct kzi_evening *evening, const struct kz_ruleset *rules);

/* Read a line that names players.  On an error fill *problem and return false. */
bool kzi_evening_read_players(const struct kzi_evening *evening, const struct kzi_line *line,
                              struct kzi_players *players, struct kzi_problem *problem);
/* Let these players play the next game.  If the current game has no deal yet, it becomes theirs. */
void kzi_evening_seat(struct kzi_evening *evening, const struct kzi_players *players);

/* Read a deal, settle it and add it to the current game as kzi_game_play does.  A refused line
 * changes nothing, except that the places of this game count for no total. */
bool kzi_evening_play(struct kzi_evening *evening, struct kzi_settlement *settlement,
                      struct kzi_deal *deal, const struct kzi_notation *notation,
                      const struct kzi_line *line, bool *added);
/* Count a line as refused. */
void kzi_evening_refuse(struct kzi_evening *evening);

/* End the current game: add the points of its places to the totals, unless a line was refused or
 * nothing was played. */
void kzi_evening_end_game(struct kzi_evening *evening);

#endif
