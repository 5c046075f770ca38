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

static void release_board(void *board) {
    kzi_doc_release(&((struct kzi_scoreboard *)board)->page);
}

static int run_game(const struct kzi_args *args) {
    struct kzi_score_job job = kzi_score_job_of(args, &kzi_plays_deals);
    struct kzi_ruleset_argument choice;
    struct kzi_text *text = kzi_text_kept(args->arena);
    kz_ruleset *rules = kzi_ruleset_argument_open(&choice, args, args->value[KZI_OPT_RULESET]);
    need_game(args, rules);
    kzi_style_set_language(&job.style, args, choice.language);
    job.rules = &rules;
    job.n_rules = 1;
    job.comments = true;
    job.board = KZI_NEW(args->arena, struct kzi_scoreboard);
    *kzi_arena_keep(args->arena, release_board) = job.board;
    job.board->notation = job.notation;
    job.board->style = job.style;
    kzi_page_open(args);
    kzi_scoreboard_begin(job.board, text, rules);
    int status = kzi_print(text);
    if (status == KZI_EXIT_DONE)
        status = kzi_score_lines(&job);
    if (status == KZI_EXIT_SYSTEM)
        return status;
    kzi_scoreboard_end(job.board, text);
    return kzi_worse(kzi_worse(status, kzi_print(text)),
                     job.board->unfinished ? KZI_EXIT_NEGATIVE : KZI_EXIT_DONE);
}

const struct kzi_command kzi_command_game = {
    .name = "game",
    .bit = KZI_FOR_GAME,
    .usage = "[-r RULESET] [OPTIONS] [DEAL]",
    .says = "Add up the deals of a game: scores after each, places in the end.",
    .help = "Each line of the input is a deal, as for kazoe settle, in the order of play, or\n"
            "  players Anna Ben Chloe Dan\n"
            "names who plays, from the first dealer on; deals may then name them instead of\n"
            "their seats in the deal. Another such line ends the game and begins the next;\n"
            "in the end the points of each name are added up. Without it players are\n"
            "numbered from 1 in the order of their seats in the first deal. What a deal says\n"
            "of round, honba and deposits must agree with the game, which knows it where the\n"
            "deal does not say it. Blank lines and lines that begin with # are passed over.\n"
            "Besides:\n"
            "  chombo Dan                who committed a foul; the deal is played again\n"
            "                            (\"chombo\":[\"S\"] in a JSON object)\n"
            "A refused line changes nothing; its game then has scores, but no places.\n"
            "The section game of the rules says what players start with, when the dealer\n"
            "stays, how the game ends, and what places are worth.\n"
            "\n"
            "Exit status: 0 done, 1 a winner's hand does not win, or the game is not over, 2\n"
            "bad usage or a bad deal, 3 bad rules, or rules without a section game, 4\n"
            "something could not be read or written; the highest of those that apply.\n"
            "\n"
            "Examples:\n"
            "  kazoe game -r tenhou -f evening.txt\n"
            "  kazoe game -r m-league --html evening.html -f evening.txt\n",
    .run = run_game,
};
