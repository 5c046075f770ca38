#include "score/game/game.h"

#include "score/deal/deal_steps.h"
#include "score/steps.h"

static const struct kzi_game_rules *rules_of(const struct kzi_game *game) {
    return &game->rules->model->game;
}

void kzi_game_begin(struct kzi_game *game, const struct kz_ruleset *rules) {
    *game = (struct kzi_game){.rules = rules};
    for (unsigned player = 0; player < kzi_game_seats(game); player++)
        game->scores[player] = rules_of(game)->start;
}

/* --- the deal and the game ------------------------------------------------------------------- */

static void check_number(struct kzi_problem *problem, enum kzi_hand_key key, uint32_t given,
                         uint32_t known) {
    if (given != known)
        kzi_problem_note(problem, KZI_CONTRADICTION, (struct kzi_spot){1, (uint8_t)key},
                         "the game has \"%s\":%lu here, not %lu", kzi_hand_key_names[key],
                         (unsigned long)known, (unsigned long)given);
}

/* Check the round, counters and bets that the deal states against those of the game. */
static void check_place(const struct kzi_game *game, const struct kzi_deal *deal,
                        struct kzi_problem *problem) {
    const struct kzi_hand *table = &deal->table;
    if (game->over) { /* else `next` is the expected round */
        kzi_problem_note(problem, KZI_CONTRADICTION, (struct kzi_spot){.at = 0},
                         "the game was over after %s%u, so this deal is not part of it",
                         kzi_seat_names[game->at.wind], game->at.dealer + 1U);
        return;
    }
    if (table->round_given && table->round != game->next.wind)
        kzi_problem_note(problem, KZI_CONTRADICTION, (struct kzi_spot){1, KZI_KEY_ROUND},
                         "the game has \"round\":\"%s\" here, not %s",
                         kzi_seat_names[game->next.wind], kzi_seat_names[table->round]);
    if (deal->counters_given)
        check_number(problem, KZI_KEY_HONBA, table->counters, game->next.counters);
    if (deal->bets_given)
        check_number(problem, KZI_KEY_DEPOSITS, table->bets, game->bets);
}

static void place_hand(const struct kzi_game *game, struct kzi_hand *hand) {
    hand->round = game->next.wind;
    hand->round_given = true;
    hand->counters = game->next.counters;
}

static void place_deal(const struct kzi_game *game, struct kzi_deal *deal) {
    place_hand(game, &deal->table);
    deal->table.bets = game->bets;
    for (unsigned i = 0; i < deal->n_winners; i++)
        place_hand(game, &deal->winners[i]);
    for (unsigned i = 0; i < deal->n_others; i++)
        place_hand(game, &deal->others[i]);
}

/* --- what follows ---------------------------------------------------------------------------- */

/* Return the reasons for which the dealer stays, by bit. */
static unsigned find_stays(const struct kzi_game *game, const struct kzi_settlement *settlement) {
    const unsigned dealer = game->rules->model->payments.dealer;
    unsigned reasons = 0;
    if (kzi_is_exhaustive(settlement))
        reasons = 1U << KZI_STAY_DRAWN | (settlement->ready >> dealer & 1U) << KZI_STAY_READY;
    else if (settlement->draw)
        reasons = 1U << KZI_STAY_BY_RULE;
    else if (settlement->won >> dealer & 1)
        reasons = 1U << KZI_STAY_WINS;
    return reasons & rules_of(game)->stays;
}

/* Return whether no player has more than this one, and none from an earlier seat as much. */
static bool is_first(const struct kzi_game *game, unsigned player) {
    for (unsigned i = 0; i < kzi_game_seats(game); i++)
        if (game->scores[i] > game->scores[player] ||
            (i < player && game->scores[i] == game->scores[player]))
            return false;
    return true;
}

static bool is_below(const struct kzi_game *game, int64_t points) {
    for (unsigned i = 0; i < kzi_game_seats(game); i++)
        if (game->scores[i] < points)
            return true;
    return false;
}

static bool is_reached(const struct kzi_game *game) {
    for (unsigned i = 0; i < kzi_game_seats(game); i++)
        if (game->scores[i] >= rules_of(game)->target)
            return true;
    return false;
}

/* Return why the game is over after the current deal, or NULL. */
static const char *find_end(const struct kzi_game *game, unsigned reasons) {
    const struct kzi_game_ends *ends = &rules_of(game)->ends;
    const struct kzi_game_turn *at = &game->at;
    const unsigned last_wind = ends->has_extra ? ends->extra : ends->after;
    const bool last_seat = at->dealer + 1U == kzi_game_seats(game),
               final = last_seat && at->wind == last_wind, extra = at->wind > ends->after,
               reached = is_reached(game);
    if (ends->has_below && is_below(game, ends->below))
        return "below";
    if (!extra && !(last_seat && at->wind == ends->after))
        return NULL;
    if (reasons) /* because a deal drawn by rule is always played again */
        return ends->dealer_first && reasons != 1U << KZI_STAY_BY_RULE &&
                       is_first(game, at->dealer) && (reached || final)
                   ? "dealer_first"
                   : NULL;
    if (final || (!extra && !ends->has_extra))
        return "last_deal";
    return reached ? "target" : NULL;
}

static void move_on(struct kzi_game *game, const struct kzi_settlement *settlement) {
    struct kzi_game_turn *next = &game->next;
    unsigned reasons = find_stays(game, settlement);
    game->n_deals++;
    next->counters =
        rules_of(game)->stays && (settlement->draw || reasons) ? next->counters + 1 : 0;
    game->over = find_end(game, reasons);
    if (reasons)
        return;
    next->dealer++;
    next->wind = (uint8_t)(next->wind + next->dealer / kzi_game_seats(game));
    next->dealer = (uint8_t)(next->dealer % kzi_game_seats(game));
}

static void add_deal(struct kzi_game *game, const struct kzi_settlement *settlement) {
    const struct kzi_deal *deal = settlement->deal;
    game->at = game->next;
    game->fouled = 0;
    for (unsigned seat = 0; seat < kzi_game_seats(game); seat++) {
        unsigned player = kzi_game_player(&game->at, seat, kzi_game_seats(game));
        bool fouled = deal->chombo >> seat & 1;
        game->paid[player] = settlement->paid[seat];
        game->scores[player] += settlement->paid[seat];
        game->fouls[player] += fouled;
        game->fouled = (uint8_t)(game->fouled | (unsigned)fouled << player);
    }
    game->bets = settlement->bets_left;
    if (settlement->draw || deal->n_winners)
        move_on(game, settlement);
}

bool kzi_game_play(struct kzi_game *game, struct kzi_settlement *settlement, struct kzi_deal *deal,
                   bool *added) {
    *added = settlement->problem.found = false;
    check_place(game, deal, &settlement->problem);
    kzi_problem_to_line(&settlement->problem, deal);
    if (settlement->problem.found)
        return false;
    place_deal(game, deal);
    if (!kzi_deal_settle(settlement, game->rules, deal))
        return false;
    *added = settlement->draw || !deal->n_winners || settlement->won;
    if (*added)
        add_deal(game, settlement);
    return true;
}

/* --- places ---------------------------------------------------------------------------------- */

/* Return the i-th of `parts` whole numbers that are as equal as possible and add up to `amount`. */
static int64_t part_at(int64_t amount, unsigned i, unsigned parts) {
    return amount * (i + 1) / parts - amount * i / parts;
}

/* Return rounded points.  Negative ones are rounded like positive ones: "up" is away from zero. */
static int64_t round_points(int64_t points, const struct kzi_round *round) {
    return points < 0 ? -kzi_rounded(-points, round) : kzi_rounded(points, round);
}

static void sort_places(const struct kzi_game *game, struct kzi_game_place *places,
                        unsigned count) {
    for (unsigned player = 0; player < count; player++) {
        unsigned at = player;
        for (; at && places[at - 1].score < game->scores[player]; at--)
            places[at] = places[at - 1];
        places[at] = (struct kzi_game_place){.player = player, .score = game->scores[player]};
    }
}

/* Return how many players from index i on share one place. */
static unsigned tied_with(const struct kzi_game *game, const struct kzi_game_place *places,
                          unsigned i, unsigned count) {
    unsigned n = 1;
    while (rules_of(game)->shares_ties && i + n < count && places[i + n].score == places[i].score)
        n++;
    return n;
}

static void give_bets(const struct kzi_game *game, struct kzi_game_place *places, unsigned count) {
    int64_t bets = (int64_t)game->bets * game->rules->model->payments.bet;
    unsigned first = tied_with(game, places, 0, count);
    if (!game->over || !rules_of(game)->ends.bets_to_first)
        return;
    for (unsigned i = 0; i < first; i++)
        places[i].score += part_at(bets, i, first);
}

/* Fill in places and points.  If scores are rounded, first place takes the difference, so that the
 * sum is 0. */
static void fill_places(const struct kzi_game *game, struct kzi_game_place *places,
                        unsigned count) {
    const struct kzi_game_rules *rules = rules_of(game);
    int64_t sum = 0;
    for (unsigned i = 0, n; i < count; i += n) {
        int64_t uma = 0, oka = i ? 0 : rules->oka;
        n = tied_with(game, places, i, count);
        for (unsigned k = i; k < i + n; k++)
            uma += rules->n_uma ? rules->uma[k] : 0;
        for (unsigned k = i; k < i + n; k++) {
            places[k].place = i + 1;
            int64_t score = places[k].score;
            places[k].oka = part_at(oka, k - i, n);
            places[k].uma = part_at(uma + oka, k - i, n) - places[k].oka;
            places[k].points = (game->unrounded ? score : round_points(score, &rules->round)) -
                               rules->start - rules->oka / (int32_t)count + places[k].uma +
                               places[k].oka;
            sum += places[k].points;
        }
    }
    if (rules->round.mode != KZI_ROUND_NONE)
        places[0].points -= sum;
    for (unsigned i = 0; i < count; i++) {
        places[i].fouls = -(int64_t)rules->chombo * game->fouls[places[i].player];
        places[i].points += places[i].fouls;
    }
}

unsigned kzi_game_places(const struct kzi_game *game, struct kzi_game_place places[KZI_SEATS]) {
    const unsigned count = kzi_game_seats(game);
    sort_places(game, places, count);
    give_bets(game, places, count);
    fill_places(game, places, count);
    return count;
}
