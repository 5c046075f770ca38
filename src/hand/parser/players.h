/* players.h - the names of the players, as a line of a game lists them. */
#ifndef KZI_PLAYERS_H
#define KZI_PLAYERS_H

#include "hand/deal.h"
#include "hand/problem.h"

#define KZI_MAX_NAME 40 /* characters */

struct kzi_players {
    unsigned count;  /* 0: no names are known, and lines have only letters of seats */
    unsigned dealer; /* the player in the East seat in the current deal */
    /* In the order of the seats of the first deal, each once. */
    char names[KZI_MAX_PLAYERS][4 * KZI_MAX_NAME + 1];
};

/* Return the seat with a letter or of a player, or -1. */
int kzi_players_seat(const struct kzi_players *players, const char *text, const char *end);
/* Return the name nearest to a text, or NULL. */
const char *kzi_players_nearest(const struct kzi_players *players, const char *text);

/* Return whether a line names players; any other is a deal. */
bool kzi_is_players_line(const char *line, size_t len);
/* Read "players Anna Ben Chloe Dan", with as many names as there are seats.  On an error store
 * *problem and return false. */
bool kzi_players_read(struct kzi_players *players, const char *line, size_t len, unsigned seats,
                      struct kzi_problem *problem);

#endif
