#include "score/game/evening.h"

#include <string.h>

void kzi_evening_begin(struct kzi_evening *evening, const struct kz_ruleset *rules) {
    *evening = (struct kzi_evening){.n_games = 1};
    kzi_game_begin(&evening->game, rules);
}

/* Return the index of the total of a name, or of the first unused total. */
static unsigned find_total(const struct kzi_evening *evening, const char *name) {
    unsigned i = 0;
    while (i < evening->n_totals && strcmp(evening->totals[i].name, name) != 0)
        i++;
    return i;
}

bool kzi_evening_read_players(const struct kzi_evening *evening, const struct kzi_line *line,
                              struct kzi_players *players, struct kzi_problem *problem) {
    unsigned count = evening->n_totals;
    if (!kzi_players_read(players, line->text, line->len, evening->game.rules->model->n_seats,
                          problem))
        return false;
    for (unsigned i = 0; i < players->count; i++)
        count += find_total(evening, players->names[i]) == evening->n_totals;
    if (count > KZI_MAX_NAMED)
        kzi_problem_note(problem, KZI_BAD_VALUE, (struct kzi_spot){1, KZI_KEY_NONE},
                         "more than %d people play in one evening", KZI_MAX_NAMED);
    return !problem->found;
}

void kzi_evening_seat(struct kzi_evening *evening, const struct kzi_players *players) {
    if (evening->taken || evening->refused) {
        evening->n_games++;
        evening->taken = evening->refused = 0;
        kzi_game_begin(&evening->game, evening->game.rules);
    }
    evening->players = *players;
}

void kzi_evening_refuse(struct kzi_evening *evening) {
    evening->refused++;
    evening->refused_in_all++;
}

bool kzi_evening_play(struct kzi_evening *evening, struct kzi_settlement *settlement,
                      struct kzi_deal *deal, const struct kzi_notation *notation,
                      const struct kzi_line *line, bool *added) {
    const struct kzi_deal_form form = {.notation = notation, .players = &evening->players};
    evening->players.dealer = evening->game.next.dealer;
    *added = false;
    const bool played = kzi_deal_read(deal, &form, line->text, line->len, &settlement->problem) &&
                        kzi_game_play(&evening->game, settlement, deal, added);
    if (played)
        evening->taken++;
    else
        kzi_evening_refuse(evening);
    return played;
}

void kzi_evening_end_game(struct kzi_evening *evening) {
    struct kzi_game_place places[KZI_SEATS];
    const unsigned count = kzi_game_places(&evening->game, places);
    for (unsigned i = 0; i < count && evening->players.count && evening->taken && !evening->refused;
         i++) {
        const char *name = evening->players.names[places[i].player];
        const unsigned number = find_total(evening, name);
        struct kzi_evening_total *total = &evening->totals[number];
        if (number == evening->n_totals)
            strcpy(evening->totals[evening->n_totals++].name, name);
        total->games++;
        total->points += places[i].points;
    }
}
