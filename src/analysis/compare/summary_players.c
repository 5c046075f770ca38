/* What a summary of logs of games has besides that of hands. */
#include "analysis/compare/summary.h"
#include "report/result_json.h"

#include <stdlib.h>
#include <string.h>

const char *const kzi_summed_log_names[KZI_SUMMED_LOGS] = {"files", "games",    "rounds",
                                                           "draws", "disagree", "errors"};

/* Return where a player is, or belongs. */
static size_t find(const struct kzi_summary *summary, const char *name, bool *found) {
    size_t low = 0, high = summary->n_players;
    *found = false;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strcmp(summary->players[middle].name, name);
        *found |= !order;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool insert(struct kzi_summary *summary, size_t at, const char *name) {
    if (summary->n_players == summary->players_capacity) {
        size_t capacity = summary->players_capacity ? 2 * summary->players_capacity : 16;
        struct kzi_summed_player *more =
            realloc(summary->players, capacity * sizeof *summary->players);
        if (!more)
            return false;
        summary->players = more;
        summary->players_capacity = capacity;
    }
    char *copy = strdup(name);
    if (!copy)
        return false;
    memmove(&summary->players[at + 1], &summary->players[at],
            (summary->n_players - at) * sizeof *summary->players);
    summary->players[at] = (struct kzi_summed_player){.name = copy};
    summary->n_players++;
    return true;
}

void kzi_players_add(struct kzi_summary *summary, const char *name, int64_t games, int64_t wins,
                     const int64_t *points) {
    bool found;
    size_t at = find(summary, name, &found);
    if (!found && !insert(summary, at, name)) {
        summary->no_memory = true;
        return;
    }
    struct kzi_summed_player *player = &summary->players[at];
    kzi_sum(summary, &player->games, games);
    kzi_sum(summary, &player->wins, wins);
    for (unsigned i = 0; i < summary->count; i++)
        kzi_sum(summary, &player->points[i], points[i]);
}

void kzi_players_merge(struct kzi_summary *into, const struct kzi_summary *from) {
    into->of_logs |= from->of_logs;
    for (unsigned i = 0; i < KZI_SUMMED_LOGS; i++)
        kzi_sum(into, &into->logs[i], from->logs[i]);
    for (size_t i = 0; i < from->n_players; i++) {
        const struct kzi_summed_player *player = &from->players[i];
        kzi_players_add(into, player->name, player->games, player->wins, player->points);
    }
}

void kzi_players_json(struct kzi_text *text, const struct kzi_summary *summary) {
    kzi_json_begin_key(text, "logs", '{');
    for (unsigned i = 0; i < KZI_SUMMED_LOGS; i++)
        kzi_json_key_int(text, kzi_summed_log_names[i], summary->logs[i]);
    kzi_json_end(text, '}');
    kzi_json_begin_key(text, "players", '[');
    for (size_t i = 0; i < summary->n_players; i++) {
        const struct kzi_summed_player *player = &summary->players[i];
        kzi_json_begin(text, '{');
        kzi_json_key_string(text, "player", player->name);
        kzi_json_key_int(text, "games", player->games);
        kzi_json_key_int(text, "wins", player->wins);
        kzi_json_begin_key(text, "points", '[');
        for (unsigned k = 0; k < summary->count; k++)
            kzi_json_put_int(text, player->points[k]);
        kzi_json_end(text, ']');
        kzi_json_end(text, '}');
    }
    kzi_json_end(text, ']');
}

void kzi_players_free(struct kzi_summary *summary) {
    for (size_t i = 0; i < summary->n_players; i++)
        free(summary->players[i].name);
    free(summary->players);
}
