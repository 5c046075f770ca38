/* players.h - the names of those who play, as a line of a game says them. */
#ifndef KZI_PLAYERS_H
#define KZI_PLAYERS_H

#include "hand/deal.h"
#include "hand/problem.h"

#define KZI_MAX_NAME 40 /* characters */

struct kzi_players {
    unsigned count;  /* 0: nobody is named, and lines have the letters of seats alone */
    unsigned dealer; /* the player who sits East in the deal at hand */
    char names[KZI_MAX_PLAYERS][4 * KZI_MAX_NAME + 1]; /* from the first dealer on, each once */
};

/* Return the seat of a letter or of a name, or -1. */
int kzi_players_seat(const struct kzi_players *players, const char *text, const char *end);
/* Return the name nearest to a text, or NULL. */
const char *kzi_players_nearest(const struct kzi_players *players, const char *text);

/* Return whether a line names players; others are deals. */
bool kzi_is_players_line(const char *line, size_t len);
/* Read "players Anna Ben Chloe Dan", as many as there are seats.  On an error fill *problem and
 * return false. */
bool kzi_players_read(struct kzi_players *players, const char *line, size_t len, unsigned seats,
                      struct kzi_problem *problem);

#endif
