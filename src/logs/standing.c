#include "logs/standing.h"

#include "analysis/game/game.h"

#include <string.h>

void kzi_standing_deal(struct kzi_standing *standing, const struct kzi_log_event *deal) {
    standing->known = false;
    if (!standing->begun)
        standing->first_dealer = deal->player;
    standing->begun = true;
    standing->n_scores = deal->n_scores;
    memcpy(standing->scores, deal->scores, sizeof standing->scores);
}

void kzi_standing_round(struct kzi_standing *standing, const struct kzi_settlement *settlement,
                        const struct kzi_logged_round *round, bool agrees) {
    standing->n_players = round->n_players;
    standing->known = agrees && standing->n_scores >= standing->n_players;
    standing->bets = settlement->deposits_left;
    for (unsigned player = 0; player < round->n_players && standing->known; player++)
        standing->scores[player] += (long)settlement->paid[kzi_seat_of(round, player)];
}

static long sum_of(const long scores[KZI_MAX_PLAYERS], unsigned count) {
    long sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += scores[i];
    return sum;
}

/* Return the player whose first seat was this one. */
static unsigned player_of(const struct kzi_standing *standing, unsigned seat) {
    return (seat + standing->first_dealer) % standing->n_players;
}

static unsigned first_place(const struct kzi_standing *standing) {
    unsigned first = standing->first_dealer;
    for (unsigned seat = 1; seat < standing->n_players; seat++)
        if (standing->scores[player_of(standing, seat)] > standing->scores[first])
            first = player_of(standing, seat);
    return first;
}

/* Find what the game comes to for each player, if the rules know it. */
static void find_points(struct kzi_standing *standing, const struct kz_ruleset *rules) {
    struct kzi_game game;
    struct kzi_game_place places[KZI_SEATS];
    if (!rules->model->game.n_uma)
        return;
    kzi_game_begin(&game, rules);
    for (unsigned seat = 0; seat < standing->n_players; seat++)
        game.scores[seat] = standing->scores[player_of(standing, seat)];
    for (unsigned i = 0, count = kzi_game_places(&game, places); i < count; i++)
        standing->points[player_of(standing, places[i].player)] = (long)places[i].points;
    standing->has_points = true;
}

static bool same(const long *list, const long *other, unsigned count) {
    return !memcmp(list, other, count * sizeof *list);
}

bool kzi_standing_end(struct kzi_standing *standing, const struct kz_ruleset *rules,
                      const struct kzi_log_event *end) {
    const unsigned count = standing->n_players;
    if (!standing->known || end->n_scores < count)
        return true;
    if (sum_of(end->scores, count) != sum_of(standing->scores, count))
        standing->scores[first_place(standing)] +=
            (long)standing->bets * rules->model->payments.bet;
    find_points(standing, rules);
    standing->has_points &= end->has_points;
    return same(standing->scores, end->scores, count) &&
           (!standing->has_points || same(standing->points, end->points, count));
}
