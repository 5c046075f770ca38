/* evening.h - games by one ruleset, one after the other, with the names of those who play. */
#ifndef KZI_EVENING_H
#define KZI_EVENING_H

#include "hand/parser/parser.h"
#include "score/game/game.h"

#define KZI_MAX_NAMED 256 /* people in an evening */

/* What one person's games come to. */
struct kzi_evening_total {
    char name[4 * KZI_MAX_NAME + 1];
    unsigned games;
    int64_t points;
};

struct kzi_evening {
    struct kzi_game game; /* the current one */
    unsigned n_games;     /* begun, the current one included */
    struct kzi_players players;
    unsigned long taken, refused; /* lines of the current game; those refused are in neither sum */
    unsigned long refused_in_all;
    unsigned n_totals;
    struct kzi_evening_total totals[KZI_MAX_NAMED]; /* as they first sat down */
};

void kzi_evening_begin(struct kzi_evening *evening, const struct kz_ruleset *rules);

/* Read a line that names players.  On an error fill *problem and return false. */
bool kzi_evening_read_players(const struct kzi_evening *evening, const struct kzi_line *line,
                              struct kzi_players *players, struct kzi_problem *problem);
/* Let them play the next game: the current one, if nothing was played in it yet. */
void kzi_evening_seat(struct kzi_evening *evening, const struct kzi_players *players);

/* Read a deal, settle it and add it to the current game as kzi_game_play does.  A refused line
 * changes nothing, but the places of this game are no longer known. */
bool kzi_evening_play(struct kzi_evening *evening, struct kzi_settlement *settlement,
                      struct kzi_deal *deal, const struct kzi_notation *notation,
                      const struct kzi_line *line, bool *added);
/* Count a line as refused. */
void kzi_evening_refuse(struct kzi_evening *evening);

/* End the current game: add what its places are worth to the totals, unless a line was refused or
 * nothing was played. */
void kzi_evening_end_game(struct kzi_evening *evening);

#endif
