/* The deals of a game, one a line: points come only from the seats and the bets, and what places
 * are worth adds up. */
#include "target.h"

#include "analysis/game/scoreboard.h"

#include <string.h>

#define RULESETS 3

static struct kzi_scoreboard board;
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
    const struct kzi_game *game = &board.evening.game;
    const struct kzi_model *model = game->rules->model;
    int64_t sum = (int64_t)game->bets * model->payments.bet, points = 0;
    FUZZ_MUST(kzi_game_places(game, places) == model->n_seats);
    for (unsigned i = 0; i < model->n_seats; i++) {
        FUZZ_MUST(!i || (places[i].place >= places[i - 1].place &&
                         places[i].score <= places[i - 1].score));
        sum += game->scores[places[i].player];
        points += places[i].points + (int64_t)model->game.chombo * game->fouls[places[i].player];
    }
    FUZZ_MUST(sum == (int64_t)model->game.start * model->n_seats);
    FUZZ_MUST(model->game.round.mode == KZI_ROUND_NONE || points == 0);
}

/* JSON is one object a line. */
static void must_be_objects(const char *lines, size_t len) {
    static char object[64 * 1024];
    for (const char *end = lines + len, *stop; lines < end; lines = stop + 1) {
        stop = memchr(lines, '\n', (size_t)(end - lines));
        FUZZ_MUST(stop);
        memcpy(object, lines, (size_t)(stop - lines));
        object[stop - lines] = '\0';
        fuzz_must_be_json(object, (size_t)(stop - lines), sizeof object);
    }
}

static void play(struct kzi_text *text, const char *line, size_t len) {
    kz_error error = {0};
    bool added = false;
    if (kzi_is_remark(line, len))
        return;
    if (kzi_scoreboard_take(&board, text, &(struct kzi_line){line, len, 1}, &added, &error) !=
        KZ_OK)
        fuzz_must_tell(&error, KZI_MAX_LINE);
    must_add_up();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *line = (const char *)data, *end = line + size;
    struct kzi_text text = kzi_text_growing();
    board.style.form = (enum kzi_report_form)(size / RULESETS % 3);
    kzi_scoreboard_begin(&board, &text, rules_of(size));
    for (const char *stop; line < end; line = stop + 1) {
        stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop)
            stop = end;
        play(&text, line, (size_t)(stop - line));
    }
    kzi_scoreboard_end(&board, &text);
    FUZZ_MUST(text.len && text.at[text.len - 1] == '\n');
    if (board.style.form == KZI_JSON)
        must_be_objects(text.at, text.len);
    kzi_text_release(&text);
    return 0;
}
