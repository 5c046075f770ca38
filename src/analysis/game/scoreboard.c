#include "analysis/game/scoreboard.h"

#include "base/text_json.h"
#include "report/result_json.h"
#include "report/result_text.h"
#include "report/wording.h"
#include "tile/notation.h"

#define ROUND_WIDTH 7
#define SCORE_WIDTH 10

void kzi_say_turn(struct kzi_text *text, const struct kzi_game_turn *turn) {
    kzi_text_format(text, "%c%u.%lu", kzi_seat_letters[turn->wind], turn->dealer + 1U,
                    (unsigned long)turn->counters);
}

static unsigned seats_of(const struct kzi_game *game) {
    return game->rules->model->n_seats;
}

/* --- deals ----------------------------------------------------------------------------------- */

static void put_heading(struct kzi_text *text, struct kzi_game *game) {
    if (game->headed)
        return;
    game->headed = true;
    kzi_text_format(text, "%-*s", ROUND_WIDTH, "deal");
    for (unsigned player = 0; player < seats_of(game); player++)
        kzi_text_format(text, "%*s %u", SCORE_WIDTH - 2, "player", player + 1);
    kzi_text_char(text, '\n');
}

static void put_turn(struct kzi_text *text, const struct kzi_game_turn *turn) {
    size_t from = text->len;
    kzi_say_turn(text, turn);
    kzi_text_pad(text, from, ROUND_WIDTH);
}

void kzi_game_deal_text(struct kzi_text *text, struct kzi_game *game,
                        const struct kzi_settlement *settlement, bool added) {
    put_heading(text, game);
    put_turn(text, added ? &game->at : &game->next);
    for (unsigned player = 0; player < seats_of(game); player++)
        kzi_text_format(text, "%*lld", SCORE_WIDTH, (long long)game->scores[player]);
    kzi_text_put(text, "  ");
    kzi_say_outcome(text, settlement);
    if (!added)
        kzi_text_put(text, ", so the deal does not count");
    for (unsigned left = added ? game->fouled : 0; left; left &= left - 1)
        kzi_text_format(text, ", chombo of player %d", __builtin_ctz(left) + 1);
    kzi_text_char(text, '\n');
}

static void put_numbers(struct kzi_text *text, const char *key, const int64_t *numbers,
                        unsigned count) {
    kzi_json_begin_key(text, key, '[');
    for (unsigned i = 0; i < count; i++)
        kzi_json_put_int(text, numbers[i]);
    kzi_json_end(text, ']');
}

static void put_turn_json(struct kzi_text *text, const char *key,
                          const struct kzi_game_turn *turn) {
    kzi_json_key(text, key);
    kzi_json_begin_string(text);
    kzi_say_turn(text, turn);
    kzi_json_end_string(text);
}

static void put_players(struct kzi_text *text, const char *key, unsigned players) {
    if (!players)
        return;
    kzi_json_begin_key(text, key, '[');
    for (; players; players &= players - 1)
        kzi_json_put_int(text, __builtin_ctz(players) + 1);
    kzi_json_end(text, ']');
}

void kzi_game_deal_json(struct kzi_text *text, const struct kzi_game *game,
                        const struct kzi_settlement *settlement, bool added) {
    const struct kzi_game_turn *at = added ? &game->at : &game->next;
    unsigned winners = 0;
    for (unsigned i = 0; i < settlement->n_results && added; i++)
        if (settlement->results[i].reason == KZI_WINS)
            winners |= 1U << kzi_game_player(at, settlement->results[i].hand.seat, seats_of(game));
    kzi_json_start(text);
    kzi_json_begin(text, '{');
    kzi_json_id(text, kzi_hand_id(&settlement->deal->table));
    kzi_json_ruleset(text, game->rules);
    put_turn_json(text, "round", at);
    kzi_json_key_bool(text, "counts", added);
    if (settlement->draw)
        kzi_json_key_string(text, "draw", settlement->draw);
    put_players(text, "winners", winners);
    put_players(text, "chombo", added ? game->fouled : 0);
    if (added)
        put_numbers(text, "payments", game->paid, seats_of(game));
    put_numbers(text, "scores", game->scores, seats_of(game));
    kzi_json_key_int(text, "deposits", game->bets);
    kzi_json_end(text, '}');
}

/* --- places ---------------------------------------------------------------------------------- */

static void put_state(struct kzi_text *text, const struct kzi_game *game) {
    const struct kzi_game_turn *next = &game->next;
    if (game->over) {
        kzi_text_format(text, "The game is over after %s %u: ", kzi_seat_says[game->at.wind],
                        game->at.dealer + 1U);
        kzi_say_count(text, (long long)game->n_deals, "deal");
        kzi_text_put(text, ".\n");
        return;
    }
    kzi_text_format(text, "The game is not over: %s %u", kzi_seat_says[next->wind],
                    next->dealer + 1U);
    if (next->counters) {
        kzi_text_put(text, " with ");
        kzi_say_count(text, next->counters, "counter");
    }
    kzi_text_put(text, " follows.\n");
}

void kzi_game_text(struct kzi_text *text, const struct kzi_game *game) {
    struct kzi_game_place places[KZI_SEATS];
    unsigned count = kzi_game_places(game, places);
    put_state(text, game);
    for (unsigned i = 0; i < count; i++)
        kzi_text_format(text, "%u. player %u  %*lld  %+*lld\n", places[i].place,
                        places[i].player + 1, SCORE_WIDTH - 2, (long long)places[i].score,
                        SCORE_WIDTH - 1, (long long)places[i].points);
}

void kzi_game_json(struct kzi_text *text, const struct kzi_game *game) {
    struct kzi_game_place places[KZI_SEATS];
    unsigned count = kzi_game_places(game, places);
    kzi_json_start(text);
    kzi_json_begin(text, '{');
    kzi_json_ruleset(text, game->rules);
    kzi_json_key_int(text, "deals", (long long)game->n_deals);
    kzi_json_key_bool(text, "over", game->over);
    if (game->over)
        kzi_json_key_string(text, "why", game->over);
    else
        put_turn_json(text, "next", &game->next);
    kzi_json_begin_key(text, "places", '[');
    for (unsigned i = 0; i < count; i++) {
        kzi_json_begin(text, '{');
        kzi_json_key_int(text, "place", places[i].place);
        kzi_json_key_int(text, "player", places[i].player + 1);
        kzi_json_key_int(text, "score", places[i].score);
        kzi_json_key_int(text, "points", places[i].points);
        kzi_json_end(text, '}');
    }
    kzi_json_end(text, ']');
    kzi_json_end(text, '}');
    kzi_text_char(text, '\n');
}
