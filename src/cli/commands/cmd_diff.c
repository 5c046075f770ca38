/* kazoe diff: differences of two rulesets, with example hands; --exhaustive: over every hand. */
#include "analysis/diff/blame.h"
#include "analysis/diff/diff_report.h"
#include "analysis/exhaustive/every.h"
#include "cli/commands/commands.h"
#include "report/result_text.h"
#include "tile/sets.h"

#include <stdatomic.h>

struct diff_ctx {
    const struct kzi_args *args;
    kz_ruleset *rules[2];
    struct kzi_blame *blame;
    struct kzi_budget steps; /* for the search for hands */
    struct kzi_hand_search *search;
    struct kzi_style style;
};

/* --- verdicts on every hand, in threads ------------------------------------------------------- */

#define CLASSES_AT_ONCE 4096

struct walk_ctx;

/* One thread's part. */
struct part {
    struct walk_ctx *ctx;
    struct kzi_every_verdicts verdicts;
    bool tells; /* this thread reports the progress of all */
    bool failed;
};

struct walk_ctx {
    const struct diff_ctx *diff;
    const kz_ruleset *rules[2];
    struct kzi_every every, counted; /* counted: all hands, if only some are affected */
    struct kzi_every_concern concern;
    struct kzi_every_given given;
    struct kzi_every_verdicts verdicts, in_all;
    atomic_size_t next; /* class of hands */
    struct kzi_progress progress;
    struct part *parts;
};

static void *judge(void *context) {
    struct part *part = context;
    struct walk_ctx *ctx = part->ctx;
    size_t count = ctx->every.hands.count, at;
    while (!part->failed && (at = atomic_fetch_add(&ctx->next, CLASSES_AT_ONCE)) < count) {
        part->failed =
            !kzi_every_judge(&part->verdicts, &ctx->every, &ctx->given, ctx->diff->blame, at,
                             count - at < CLASSES_AT_ONCE ? count : at + CLASSES_AT_ONCE);
        if (part->tells)
            kzi_progress_tell(&ctx->progress, "classes of hands", at, at, count);
    }
    return NULL;
}

static bool judge_all(struct walk_ctx *ctx) {
    unsigned jobs = ctx->diff->args->jobs;
    bool done = true;
    atomic_init(&ctx->next, 0);
    ctx->progress = kzi_progress_begin(isatty(STDERR_FILENO));
    for (unsigned job = 0; job < jobs; job++) {
        ctx->parts[job] = (struct part){.ctx = ctx, .tells = job == 0};
        kzi_every_verdicts_init(&ctx->parts[job].verdicts);
    }
    kzi_run_threads(judge, ctx->parts, sizeof *ctx->parts, jobs);
    for (unsigned job = 0; job < jobs; job++) {
        done &= !ctx->parts[job].failed &&
                kzi_every_verdicts_join(&ctx->verdicts, &ctx->parts[job].verdicts);
        kzi_every_verdicts_release(&ctx->parts[job].verdicts);
    }
    kzi_progress_end(&ctx->progress);
    return done;
}

/* --- every hand ------------------------------------------------------------------------------ */

static int print_walk(const struct walk_ctx *ctx) {
    const struct diff_ctx *diff = ctx->diff;
    const struct kzi_differences *differences = &diff->blame->differences;
    struct kzi_text *text = kzi_text_kept(diff->args->arena);
    const struct kzi_every_report report = {
        .every = &ctx->every,
        .verdicts = &ctx->verdicts,
        .differences = differences,
        .room = kzi_arena_alloc(diff->args->arena, sizeof *report.room),
        .cut = diff->blame->budget.out || differences->cut};
    if (diff->args->given[KZI_OPT_JSON]) {
        kzi_every_json(text, &report);
        kzi_text_char(text, '\n');
    } else {
        kzi_every_text(text, &report, &diff->style);
    }
    int status = ctx->verdicts.groups.count ? KZI_EXIT_NEGATIVE : KZI_EXIT_DONE;
    return kzi_worse(kzi_print_now(text), status);
}

/* Fill every and verdicts. */
static void walk_view(struct walk_ctx *ctx, enum kzi_every_view view) {
    const struct kzi_args *args = ctx->diff->args;
    struct kzi_every *every = &ctx->every;
    kzi_every_init(every, ctx->rules, view, &ctx->concern);
    kzi_every_verdicts_init(&ctx->verdicts);
    if (kzi_every_find_hands(every) && judge_all(ctx))
        return;
    if (!every->too_many)
        kzi_no_memory(args->arena);
    kzi_say("diff",
            "--exhaustive is impossible: these rules distinguish more than %u classes of hands; "
            "without it, an example is searched for each difference",
            KZI_EVERY_MOST);
    kzi_end(args, KZI_EXIT_SYSTEM);
}

static int walk(struct walk_ctx *ctx) {
    struct kzi_blame *blame = ctx->diff->blame;
    kzi_every_concern_find(&ctx->concern, blame);
    if (ctx->concern.confined) {
        /* The differences affect only some hands, so count all and walk those. */
        walk_view(ctx, KZI_COUNTED_HANDS);
        ctx->counted = ctx->every;
        ctx->in_all = ctx->verdicts;
        walk_view(ctx, KZI_CONCERNED_HANDS);
        kzi_every_complete(&ctx->every, &ctx->verdicts, &ctx->counted, &ctx->in_all);
    } else {
        walk_view(ctx, KZI_ALL_HANDS);
    }
    if (!kzi_every_verdicts_finish(&ctx->verdicts, &ctx->every, blame))
        kzi_no_memory(ctx->diff->args->arena);
    return print_walk(ctx);
}

/* Return what in these rules makes the walk impossible, or NULL. */
static const char *why_not_under(const struct kz_ruleset *rules) {
    for (unsigned i = 0; i < rules->shapes.count; i++)
        if (rules->shapes.list[i].sets > KZI_RANKED_SETS)
            return "a hand has more than four sets";
        else if (rules->shapes.list[i].form == KZI_FORM_PARTS)
            return "a shape is not only sets and a pair, only pairs, or a body";
        else if (rules->shapes.list[i].any_tiles)
            return "a shape has any tiles";
    if (kzi_every_asks_unwalked(rules))
        return "a condition asks who discarded, or for counters, and neither is enumerated";
    if (rules->scoring->any_verify)
        return "a condition is too large for tables";
    if (rules->has_ways)
        return "who pays depends on conditions";
    if (rules->asks_from)
        return "the dealer pays another share of a discard, and discarders are not enumerated";
    return NULL;
}

/* Return what makes the walk impossible, or NULL.  of: the rules that do, or NULL for both. */
static const char *why_not(struct walk_ctx *ctx, const struct kz_ruleset **of) {
    const kz_ruleset *const *both = ctx->rules;
    const struct kzi_model *one = both[0]->model, *other = both[1]->model;
    *of = NULL;
    if (memcmp(one->copies, other->copies, sizeof one->copies) != 0)
        return "the rulesets have different tiles";
    if (one->n_seats != other->n_seats)
        return "the rulesets are for different numbers of players";
    for (unsigned i = 0; i < 2; i++) {
        const char *why = why_not_under(both[i]);
        *of = both[i];
        if (why)
            return why;
    }
    *of = NULL;
    kzi_every_init(&ctx->every, both, KZI_ALL_HANDS, &ctx->concern);
    const char *why = kzi_every_refusal(&ctx->every);
    kzi_every_release(&ctx->every);
    if (why)
        return why;
    return kzi_every_given_find(&ctx->given, both) ? NULL : "there are too many circumstances";
}

static void release_walk(void *context) {
    struct walk_ctx *ctx = context;
    kzi_every_release(&ctx->every);
    kzi_every_release(&ctx->counted);
    kzi_every_verdicts_release(&ctx->verdicts);
    kzi_every_verdicts_release(&ctx->in_all);
}

static int walk_every_hand(const struct diff_ctx *diff) {
    struct kzi_arena *arena = diff->args->arena;
    struct walk_ctx *ctx = KZI_NEW(arena, struct walk_ctx);
    *kzi_arena_keep(arena, release_walk) = ctx;
    ctx->diff = diff;
    ctx->rules[0] = diff->rules[0];
    ctx->rules[1] = diff->rules[1];
    ctx->parts = KZI_NEW_ARRAY(arena, diff->args->jobs, struct part);
    const struct kz_ruleset *of;
    const char *why = why_not(ctx, &of);
    if (!why)
        return walk(ctx);
    if (of)
        kzi_say("diff", "--exhaustive is impossible under %s: %s", kz_ruleset_id(of), why);
    else
        kzi_say("diff", "--exhaustive is impossible: %s", why);
    return KZI_EXIT_SYSTEM;
}

/* --- the differences ------------------------------------------------------------------------- */

static int show_difference(struct kzi_text *text, struct diff_ctx *ctx, size_t index) {
    const struct kzi_differences *differences = &ctx->blame->differences;
    struct kzi_shown_difference shown = {.differences = differences,
                                         .difference = &differences->list[index]};
    struct kzi_hand_search *search = ctx->search;
    bool searched = kzi_hand_search_is_due(differences);
    if (searched && !kzi_hand_search(search, ctx->blame, index, &ctx->steps)) {
        kzi_hand_search_release(search, ctx->blame);
        kzi_no_memory(ctx->args->arena);
    }
    if (searched) {
        shown.witness = &search->witness;
        shown.undone = search->undone;
    }
    if (ctx->args->given[KZI_OPT_JSON]) {
        kzi_diff_json(text, &shown);
        kzi_text_char(text, '\n');
    } else {
        kzi_text_char(text, '\n');
        kzi_diff_text(text, &shown, &ctx->style);
    }
    if (searched)
        kzi_hand_search_release(search, ctx->blame);
    return kzi_print_now(text);
}

static int show_all(struct diff_ctx *ctx) {
    const struct kzi_differences *differences = &ctx->blame->differences;
    struct kzi_text *text = kzi_text_kept(ctx->args->arena);
    size_t count = differences->count;
    if (!ctx->args->given[KZI_OPT_JSON]) {
        kzi_text_format(text, "%s and %s ", differences->rules[0]->model->label,
                        differences->rules[1]->model->label);
        if (count)
            kzi_text_format(text, "differ in %zu thing%s\n", count, count == 1 ? "" : "s");
        else
            kzi_text_put(text, "say the same\n");
        if (differences->cut)
            kzi_text_put(text, "The comparison is incomplete because it would take too long or too "
                               "much memory; what was found is listed place by place.\n");
        else if (count > KZI_MAX_BLAMED)
            kzi_text_put(text, "These are different games, so no example hands are searched.\n");
    }
    int status = kzi_print_now(text);
    for (size_t i = 0; i < count && status == KZI_EXIT_DONE; i++)
        status = show_difference(text, ctx, i);
    return kzi_worse(status, count ? KZI_EXIT_NEGATIVE : KZI_EXIT_DONE);
}

static void release_blame(void *blame) {
    kzi_blame_free(blame);
}

static int diff(struct diff_ctx *ctx) {
    struct kzi_arena *arena = ctx->args->arena;
    void **kept = kzi_arena_keep(arena, release_blame);
    ctx->search = KZI_NEW(arena, struct kzi_hand_search);
    if (kzi_blame_find(&ctx->blame, ctx->rules[0], ctx->rules[1], &kzi_blame_limits, NULL) != KZ_OK)
        kzi_no_memory(arena);
    *kept = ctx->blame;
    int status = show_all(ctx);
    if (!ctx->args->given[KZI_OPT_EXHAUSTIVE] || status > KZI_EXIT_NEGATIVE)
        return status;
    if (!kzi_blame_make_rules(ctx->blame))
        kzi_no_memory(arena);
    return kzi_worse(status, walk_every_hand(ctx));
}

static int run(const struct kzi_args *args) {
    struct diff_ctx ctx = {
        .args = args, .steps = {.steps = KZI_MAX_WITNESS_STEPS}, .style = {.color = args->color}};
    if (args->rulesets.count < 2)
        return kzi_say_usage("diff", "%s: write kazoe diff A B (kazoe list shows the names)",
                             args->rulesets.count ? "a second ruleset is missing"
                                                  : "no ruleset named");
    if (args->rulesets.count > 2)
        return kzi_say_usage("diff", "unexpected argument '%s': diff takes two rulesets",
                             args->rulesets.value[2]);
    kzi_style_set_language(&ctx.style, args, kzi_rulesets_open(ctx.rules, args));
    return diff(&ctx);
}

const struct kzi_command kzi_command_diff = {
    .name = "diff",
    .bit = KZI_FOR_DIFF,
    .usage = "[OPTIONS] A B",
    .says = "Show what two rulesets say differently, with example hands.",
    .help = "A and B are names (see kazoe list) or paths of rule files. They are compared by\n"
            "meaning, not by text: a renamed label or another spelling of the same rule is\n"
            "not a difference, and everything one option changes is a single one. Each\n"
            "difference is shown with a hand that scores differently for that reason alone,\n"
            "if one is found; the search is the same every time.\n"
            "\n"
            "--exhaustive then scores every winning hand under both: concealed and melded, by\n"
            "each winning tile, by discard and self-draw, in each seat and round, with all\n"
            "circumstances (except dora, flowers and counters). It reports how many score\n"
            "the same, and which differences account for the others. It takes seconds to\n"
            "minutes; Chinese rules that differ in what concerns every hand take one to two\n"
            "minutes of processor time, part of which --jobs spreads over threads. Rules\n"
            "that distinguish more than two million classes of hands are not supported.\n"
            "\n"
            "An --overlay or --set before A applies to both, after A or B to that one.\n"
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
