/* kazoe game: the deals of a game, one after the other, and the places in the end. */
#include "analysis/game/scoreboard.h"
#include "cli/commands/commands.h"
#include "cli/stream/scorer.h"

static void need_game(const struct kzi_args *args, const kz_ruleset *rules) {
    if (rules->model->game.in_use)
        return;
    kzi_say(args->command->name,
            "%s has no section game; house rules (-O FILE) can add game: {start: 25000, ends: "
            "{after: S}}",
            rules->model->label);
    kzi_end(args, KZI_EXIT_RULES);
}

static int run_game(const struct kzi_args *args) {
    struct kzi_score_job job = kzi_score_job_of(args, &kzi_plays_deals);
    struct kzi_ruleset_argument choice;
    struct kzi_game game;
    struct kzi_text *text = kzi_text_kept(args->arena);
    kz_ruleset *rules = kzi_ruleset_argument_open(&choice, args, args->value[KZI_OPT_RULESET]);
    need_game(args, rules);
    kzi_game_begin(&game, rules);
    job.rules = &rules;
    job.n_rules = 1;
    job.game = &game;
    int status = kzi_score_lines(&job);
    if (status == KZI_EXIT_SYSTEM)
        return status;
    if (job.json)
        kzi_game_json(text, &game);
    else
        kzi_game_text(text, &game);
    return kzi_worse(kzi_worse(status, kzi_print(text)),
                     game.over ? KZI_EXIT_DONE : KZI_EXIT_NEGATIVE);
}

const struct kzi_command kzi_command_game = {
    .name = "game",
    .bit = KZI_FOR_GAME,
    .usage = "[-r RULESET] [OPTIONS] [DEAL]",
    .says = "Add up the deals of a game: scores after each, places in the end.",
    .help = "Each line of the input is a deal, as for kazoe settle, in the order of play.\n"
            "What a deal says of \"round\", \"honba\" and \"deposits\" must agree with the game,\n"
            "which knows it where the deal does not say it. Seats are those in the deal;\n"
            "players are numbered from 1 in the order of their seats in the first one.\n"
            "Besides:\n"
            "  \"chombo\":[\"S\"]           the seats that committed a foul; alone, the deal is\n"
            "                            played again\n"
            "The section game of the rules says what players start with, when the dealer\n"
            "stays, how the game ends, and what places are worth.\n"
            "\n"
            "Exit status: 0 done, 1 a winner's hand does not win, or the game is not over, 2\n"
            "bad usage or a bad deal, 3 bad rules, or rules without a section game, 4\n"
            "something could not be read or written; the highest of those that apply.\n"
            "\n"
            "Examples:\n"
            "  kazoe game -r tenhou -f deals.ndjson\n"
            "  kazoe game -r m-league --json -f deals.ndjson\n",
    .run = run_game,
};
