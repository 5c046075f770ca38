/* kazoe game: the deals of a game, one after another, and the places at the end. */
#include "analysis/game/scoreboard.h"
#include "cli/commands/commands.h"
#include "cli/stream/scorer.h"

static void need_game(const struct kzi_args *args, const kz_ruleset *rules) {
    if (rules->model->game.in_use)
        return;
    kzi_message(args,
                "%s has no section game; house rules (-O FILE) can add game: {start: 25000, ends: "
                "{after: S}}",
                rules->model->label);
    kzi_command_end(args, KZI_EXIT_RULES);
}

static void release_board(void *board) {
    kzi_doc_release(&((struct kzi_scoreboard *)board)->page);
}

void kzi_run_game(const struct kzi_args *args) {
    struct kzi_score_job job = kzi_score_job_of(args, &kzi_plays_deals);
    struct kzi_ruleset_argument argument;
    kz_ruleset *rules = kzi_ruleset_argument_open(&argument, args, args->value[KZI_OPT_RULESET]);
    need_game(args, rules);
    job.style = kzi_style_in(args, argument.language);
    job.rules = &rules;
    job.n_rules = 1;
    job.comments = true;
    job.board = KZI_NEW(args->arena, struct kzi_scoreboard);
    *kzi_arena_keep(args->arena, release_board) = job.board;
    job.board->notation = job.notation;
    job.board->style = job.style;
    kzi_scoreboard_begin(job.board, args->out, rules);
    kzi_output_print(args);
    kzi_score_lines(&job);
    if (*args->status == KZI_EXIT_SYSTEM)
        return;
    kzi_scoreboard_end(job.board, args->out);
    if (job.board->unfinished)
        kzi_raise(args, KZI_EXIT_NEGATIVE);
}
