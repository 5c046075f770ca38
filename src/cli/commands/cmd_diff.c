#include "analysis/diff/blame.h"
#include "analysis/diff/diff_report.h"
#include "base/limits.h"
#include "cli/color.h"
#include "cli/commands/commands.h"
#include "cli/language.h"
#include "cli/ruleset_argument.h"
#include "cli/rulesets.h"
#include "cli/stream/exhaustive_diff.h"
#include "cli/stream/scoring.h"

#include <stdlib.h>

struct diff_ctx {
    struct kzi_blame *blame;
    struct kzi_budget *steps; /* of looking for hands */
    struct kzi_hand_search *search;
    struct kzi_look look;
    bool json, every;
    unsigned jobs;
};

static int show_difference(struct kzi_text *text, const struct diff_ctx *ctx, size_t number) {
    const struct kzi_differences *differences = kzi_blame_differences(ctx->blame);
    struct kzi_shown_difference shown = {.differences = differences,
                                         .difference = &differences->list[number]};
    struct kzi_hand_search *search = ctx->search;
    bool searched = kzi_hand_search_is_due(differences);
    if (searched && !kzi_hand_search(search, ctx->blame, number, ctx->steps)) {
        kzi_hand_search_release(search, ctx->blame);
        return kzi_say_no_memory();
    }
    if (searched) {
        shown.witness = &search->witness;
        shown.undone = search->undone;
    }
    if (ctx->json) {
        kzi_diff_json(text, &shown);
        kzi_text_char(text, '\n');
    } else {
        kzi_text_char(text, '\n');
        kzi_diff_text(text, &shown, &ctx->look);
    }
    if (searched)
        kzi_hand_search_release(search, ctx->blame);
    return kzi_print_now(text);
}

static int show_all(const struct diff_ctx *ctx) {
    const struct kzi_differences *differences = kzi_blame_differences(ctx->blame);
    struct kzi_text text = kzi_text_growing();
    if (!ctx->json && differences->count)
        kzi_text_format(&text, "%s and %s differ in %zu %s\n", differences->rules[0]->model->label,
                        differences->rules[1]->model->label, differences->count,
                        differences->count == 1 ? "thing" : "things");
    else if (!ctx->json)
        kzi_text_format(&text, "%s and %s say the same\n", differences->rules[0]->model->label,
                        differences->rules[1]->model->label);
    if (!ctx->json && differences->cut)
        kzi_text_put(&text, "Not all was compared, as that takes too long or too much memory: what "
                            "was found stands place by place.\n");
    else if (!ctx->json && differences->count > KZI_MAX_BLAMED)
        kzi_text_put(&text, "These are different games: no hands are looked for that show it.\n");
    int status = kzi_print_now(&text);
    for (size_t i = 0; i < differences->count && status == KZI_EXIT_DONE; i++)
        status = show_difference(&text, ctx, i);
    kzi_text_release(&text);
    return kzi_worse(status, differences->count ? KZI_EXIT_NEGATIVE : KZI_EXIT_DONE);
}

static int walk(const struct diff_ctx *ctx, kz_ruleset *const rules[2]) {
    return kzi_exhaustive_diff(&(struct kzi_exhaustive_diff){.blame = ctx->blame,
                                                             .rules = {rules[0], rules[1]},
                                                             .look = &ctx->look,
                                                             .jobs = ctx->jobs,
                                                             .json = ctx->json});
}

static int diff(struct diff_ctx *ctx, kz_ruleset *const rules[2]) {
    struct kzi_blame *blame;
    struct kzi_budget steps = {.steps = KZI_MAX_WITNESS_STEPS};
    if (kzi_blame_find(&blame, rules[0], rules[1], &kzi_blame_limits, NULL) != KZ_OK)
        return kzi_say_no_memory();
    ctx->blame = blame;
    ctx->steps = &steps;
    ctx->search = calloc(1, sizeof *ctx->search);
    int status = ctx->search ? show_all(ctx) : kzi_say_no_memory();
    if (ctx->every && status <= KZI_EXIT_NEGATIVE && !kzi_blame_make_rules(blame))
        status = kzi_say_no_memory();
    if (ctx->every && status <= KZI_EXIT_NEGATIVE)
        status = kzi_worse(status, walk(ctx, rules));
    free(ctx->search);
    kzi_blame_free(blame);
    return status;
}

static int run(const struct kzi_args *args) {
    struct diff_ctx ctx = {.json = args->given[KZI_OPT_JSON],
                           .every = args->given[KZI_OPT_EXHAUSTIVE]};
    kz_ruleset *rules[2] = {NULL, NULL};
    if (args->n_rulesets < 2)
        return kzi_say_usage("diff", "%s: write kazoe diff A B; kazoe list shows names",
                             args->n_rulesets ? "a second ruleset is missing"
                                              : "no rulesets named");
    if (args->n_rulesets > 2)
        return kzi_say_usage("diff", "%s is not wanted: diff takes two rulesets",
                             args->rulesets[2]);
    int status = kzi_read_jobs(args, &ctx.jobs) ? KZI_EXIT_DONE : KZI_EXIT_USAGE;
    if (status == KZI_EXIT_DONE)
        status = kzi_color_read(&ctx.look.color, args);
    if (status == KZI_EXIT_DONE)
        status = kzi_choose_language(&ctx.look.language, args);
    for (size_t i = 0; i < 2 && status == KZI_EXIT_DONE; i++)
        status = kzi_rules_open_nth(&rules[i], args, i);
    if (status == KZI_EXIT_DONE) {
        kzi_check_language(args, (const kz_ruleset *const *)rules, 2);
        ctx.look.language = kzi_language_for(ctx.look.language, rules[0]);
        status = diff(&ctx, rules);
    }
    for (size_t i = 0; i < 2; i++)
        kzi_rules_close(args, rules[i]);
    return status;
}

const struct kzi_command kzi_command_diff = {
    .name = "diff",
    .bit = KZI_FOR_DIFF,
    .usage = "[OPTIONS] A B",
    .says = "Tell what two rulesets say differently, and show it by hands.",
    .help = "A and B are names (kazoe list shows them) or paths of rule files. What differs\n"
            "is told by meaning, not by text: a renamed label or another spelling of the\n"
            "same rule is no difference, and what one option changes is one. Each is shown\n"
            "by a hand that scores otherwise for that reason alone, if one is found; the\n"
            "search is the same every time.\n"
            "\n"
            "\n"
            "With --exhaustive every winning hand is scored under both then: closed and with\n"
            "melds, by each winning tile, drawn and discarded, in each seat and round, with\n"
            "all circumstances (but dora, flowers and counters). It tells how many come to\n"
            "the same, and by what the others differ. It takes seconds to minutes, with\n"
            "Chinese rules that differ in what concerns every hand some 17 minutes of\n"
            "processor time (--jobs shares it out). Rules that tell more than two million\n"
            "sets of tiles apart are not walked.\n"
            "\n"
            "\n"
            "An --overlay or --set before A is for both, after A or B for that one.\n"
            "\n"
            "Exit status: 0 no difference, 1 a difference, 2 bad usage, 3 bad rules, 4\n"
            "something could not be read or written; the highest of those that apply.\n"
            "\n"
            "Examples:\n"
            "  kazoe diff ema-2016 ema-2025\n"
            "  kazoe diff ema-2016 ema-2016 --overlay club.yaml\n"
            "  kazoe diff --json mcr mcr-2006\n"
            "  kazoe diff --exhaustive --jobs 0 ema-2016 ema-2025\n",
    .run = run,
};
