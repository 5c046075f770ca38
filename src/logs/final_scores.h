/* final_scores.h - what players have at the end of a game: from the scores of the last deal and
 * what it was settled for. */
#ifndef KZI_LOG_FINAL_SCORES_H
#define KZI_LOG_FINAL_SCORES_H

#include "logs/replayer.h"
#include "score/deal/settlement.h"

struct kzi_final_scores {
    bool known;           /* the last deal was settled as the log says */
    bool begun;           /* a deal of the game began */
    uint8_t n_players;    /* counted from 0 in the order of the log */
    uint8_t first_dealer; /* of the game */
    unsigned n_scores;
    int64_t scores[KZI_MAX_PLAYERS];
    uint32_t bets; /* left on the table */
    int64_t points[KZI_MAX_PLAYERS];
    bool has_points; /* the rules say what places are worth */
};

/* Take the scores at the beginning of a deal. */
void kzi_final_scores_deal(struct kzi_final_scores *finals, const struct kzi_log_event *deal);
/* Add what the deal was settled for.  agrees: the log says the same. */
void kzi_final_scores_round(struct kzi_final_scores *finals,
                            const struct kzi_settlement *settlement,
                            const struct kzi_logged_round *round, bool agrees);
/* Finish the game, and return whether the log agrees as far as it has scores.  Bets that are left
 * go to first place, unless those of the log lack them. */
bool kzi_final_scores_end(struct kzi_final_scores *finals, const struct kz_ruleset *rules,
                          const struct kzi_log_event *end);

#endif
