/* final_scores.h - the scores at the end of a game, computed from the scores and the settlement of
 * the last deal. */
#ifndef KZI_LOG_FINAL_SCORES_H
#define KZI_LOG_FINAL_SCORES_H

#include "logs/replayer.h"
#include "score/deal/settlement.h"

struct kzi_final_scores {
    bool known;           /* the settlement of the last deal agrees with the log */
    bool begun;           /* a deal of the game began */
    uint8_t n_players;    /* numbered from 0 in the order of the log */
    uint8_t first_dealer; /* player who dealt first */
    unsigned n_scores;
    int64_t scores[KZI_MAX_PLAYERS];
    uint32_t bets; /* bets on the table */
    int64_t points[KZI_MAX_PLAYERS];
    bool has_points; /* the rules define the points of places */
};

/* Set the scores to those at the beginning of a deal. */
void kzi_final_scores_deal(struct kzi_final_scores *finals, const struct kzi_log_event *deal);
/* Add the payments of a settled deal. agrees: the log has the same. */
void kzi_final_scores_round(struct kzi_final_scores *finals,
                            const struct kzi_settlement *settlement,
                            const struct kzi_logged_round *round, bool agrees);
/* Finish the game.  Return whether the log agrees, as far as it has scores.  Bets on the table go
 * to first place, unless the log's scores are without them. */
bool kzi_final_scores_end(struct kzi_final_scores *finals, const struct kz_ruleset *rules,
                          const struct kzi_log_event *end);

#endif
