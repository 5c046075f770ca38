/* The deals of a game, one a line: points come only from the seats and the bets, and what places
 * are worth adds up. */
#include "target.h"

#include "analysis/game/scoreboard.h"

#include <string.h>

#define RULESETS 3

static struct kzi_game game;
static struct kzi_deal deal;
static struct kzi_settlement settlement;
static char text[64 * 1024];

static const kz_ruleset *rules_of(size_t pick) {
    static const char *const files[RULESETS] = {
        "rules/tenhou.yaml", "rules/mahjong-soul-sanma.yaml", "rules/m-league.yaml"};
    static const kz_ruleset *rulesets[RULESETS];
    for (int i = 0; i < RULESETS && !rulesets[i]; i++)
        rulesets[i] = fuzz_load(files[i]);
    return rulesets[pick % RULESETS];
}

static void must_add_up(void) {
    struct kzi_game_place places[KZI_SEATS];
    const struct kzi_model *model = game.rules->model;
    int64_t sum = (int64_t)game.bets * model->payments.bet, points = 0;
    FUZZ_MUST(kzi_game_places(&game, places) == model->n_seats);
    for (unsigned i = 0; i < model->n_seats; i++) {
        FUZZ_MUST(!i || (places[i].place >= places[i - 1].place &&
                         places[i].score <= places[i - 1].score));
        sum += game.scores[places[i].player];
        points += places[i].points + (int64_t)model->game.chombo * game.fouls[places[i].player];
    }
    FUZZ_MUST(sum == (int64_t)model->game.start * model->n_seats);
    FUZZ_MUST(model->game.round.way == KZI_ROUND_NONE || points == 0);
}

static void must_be_told(bool added) {
    struct kzi_text json = kzi_text_fixed(text, sizeof text);
    kzi_game_deal_json(&json, &game, &settlement, added);
    fuzz_must_be_json(text, kzi_text_end(&json), sizeof text);
    struct kzi_text lines = kzi_text_fixed(text, sizeof text);
    kzi_game_deal_text(&lines, &game, &settlement, added);
    kzi_game_text(&lines, &game);
    FUZZ_MUST(kzi_text_end(&lines) < sizeof text);
}

static void play(const char *line, size_t len) {
    struct kzi_problem problem = {.found = false};
    kz_error error = {0};
    bool added = false;
    if (!kzi_deal_read(&deal, NULL, line, len, &problem)) {
        kzi_problem_error(&problem, &error);
        fuzz_must_tell(&error, len);
    } else if (kzi_game_play(&game, &settlement, &deal, &added, &error) != KZ_OK)
        fuzz_must_tell(&error, KZI_MAX_LINE);
    else
        must_be_told(added);
    must_add_up();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *line = (const char *)data, *end = line + size;
    kzi_game_begin(&game, rules_of(size));
    while (line < end) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop)
            stop = end;
        play(line, (size_t)(stop - line));
        line = stop + 1;
    }
    struct kzi_text json = kzi_text_fixed(text, sizeof text);
    kzi_game_json(&json, &game);
    size_t len = kzi_text_end(&json);
    FUZZ_MUST(len && text[len - 1] == '\n');
    text[len - 1] = '\0';
    fuzz_must_be_json(text, len - 1, sizeof text);
    return 0;
}
