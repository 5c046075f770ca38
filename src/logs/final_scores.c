#include "logs/final_scores.h"

#include "score/game/game.h"

#include <string.h>

void kzi_final_scores_deal(struct kzi_final_scores *finals, const struct kzi_log_event *deal) {
    finals->known = false;
    if (!finals->begun)
        finals->first_dealer = deal->player;
    finals->begun = true;
    finals->n_scores = deal->n_scores;
    memcpy(finals->scores, deal->scores, sizeof finals->scores);
}

void kzi_final_scores_round(struct kzi_final_scores *finals,
                            const struct kzi_settlement *settlement,
                            const struct kzi_logged_round *round, bool agrees) {
    finals->n_players = round->n_players;
    finals->known = agrees && finals->n_scores >= finals->n_players;
    finals->bets = settlement->bets_left;
    for (unsigned player = 0; player < round->n_players && finals->known; player++)
        finals->scores[player] += settlement->paid[kzi_seat_of(round, player)];
}

static int64_t sum_of(const int64_t scores[KZI_MAX_PLAYERS], unsigned count) {
    int64_t sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += scores[i];
    return sum;
}

/* Return the player who had this seat in the first deal. */
static unsigned player_of(const struct kzi_final_scores *finals, unsigned seat) {
    return (seat + finals->first_dealer) % finals->n_players;
}

static unsigned first_place(const struct kzi_final_scores *finals) {
    unsigned first = finals->first_dealer;
    for (unsigned seat = 1; seat < finals->n_players; seat++)
        if (finals->scores[player_of(finals, seat)] > finals->scores[first])
            first = player_of(finals, seat);
    return first;
}

/* Compute the result of the game for each player, if the rules define it.  If a result in the log
 * is not a whole number of thousands, the points are not rounded. */
static void fill_points(struct kzi_final_scores *finals, const struct kz_ruleset *rules,
                        const struct kzi_log_event *end) {
    struct kzi_game game;
    struct kzi_game_place places[KZI_SEATS];
    if (!rules->model->game.n_uma)
        return;
    kzi_game_begin(&game, rules);
    for (unsigned i = 0; i < finals->n_players && end->has_points; i++)
        game.unrounded |= end->points[i] % 1000 != 0;
    for (unsigned seat = 0; seat < finals->n_players; seat++)
        game.scores[seat] = finals->scores[player_of(finals, seat)];
    for (unsigned i = 0, count = kzi_game_places(&game, places); i < count; i++)
        finals->points[player_of(finals, places[i].player)] = places[i].points;
    finals->has_points = true;
}

static bool scores_equal(const int64_t *list, const int64_t *other, unsigned count) {
    return !memcmp(list, other, count * sizeof *list);
}

bool kzi_final_scores_end(struct kzi_final_scores *finals, const struct kz_ruleset *rules,
                          const struct kzi_log_event *end) {
    const unsigned count = finals->n_players;
    if (!finals->known || end->n_scores < count)
        return true;
    if (sum_of(end->scores, count) != sum_of(finals->scores, count))
        finals->scores[first_place(finals)] += (int64_t)finals->bets * rules->model->payments.bet;
    fill_points(finals, rules, end);
    finals->has_points &= end->has_points;
    return scores_equal(finals->scores, end->scores, count) &&
           (!finals->has_points || scores_equal(finals->points, end->points, count));
}
