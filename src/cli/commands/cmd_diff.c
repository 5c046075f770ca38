/* kazoe diff: the differences of two rulesets, with example hands. */
#include "analysis/diff/blame.h"
#include "analysis/diff/diff_report.h"
#include "analysis/html/html.h"
#include "analysis/html/svg.h"
#include "cli/commands/commands.h"
#include "report/result_text.h"

struct diff_ctx {
    const struct kzi_args *args;
    kz_ruleset *rules[2];
    struct kzi_blame *blame;
    struct kzi_budget steps; /* steps for the search for hands */
    struct kzi_hand_search *search;
    struct kzi_style style;
};

static void show_difference(struct diff_ctx *ctx, size_t index) {
    struct kzi_text *text = ctx->args->out;
    const struct kzi_differences *differences = &ctx->blame->differences;
    struct kzi_hand_search *search = kzi_hand_search_is_due(differences) ? ctx->search : NULL;
    const bool json = ctx->style.form == KZI_JSON,
               failed = search && !kzi_hand_search_run(search, ctx->blame, index, &ctx->steps);
    kzi_text_put(text, json ? "" : "\n");
    if (!failed)
        kzi_put_difference(text, differences, index, search, &ctx->style);
    kzi_text_put(text, json ? "\n" : "");
    if (search)
        kzi_hand_search_release(search, ctx->blame);
    if (failed)
        kzi_no_memory(ctx->args->arena);
    kzi_output_print(ctx->args);
}

static void begin_page(struct kzi_text *text, struct diff_ctx *ctx) {
    struct kzi_text title = kzi_text_growing();
    struct kzi_sentence labels = kzi_sentence_on(&title, &ctx->style);
    KZI_SENTENCE(&labels, KZI_AND)
        for (unsigned of = 0; of < 2; of++)
            kzi_argument_text(&labels, ctx->rules[of]->model->label);
    kzi_html_begin(text, &title, &ctx->style);
    kzi_put_tile_symbols(text);
}

static void show_all(struct diff_ctx *ctx) {
    const struct kzi_differences *differences = &ctx->blame->differences;
    struct kzi_text *text = ctx->args->out;
    size_t count = differences->count;
    if (ctx->style.form == KZI_PAGE)
        begin_page(text, ctx);
    if (ctx->style.form != KZI_JSON)
        kzi_put_difference_count(text, differences, &ctx->style);
    kzi_output_print(ctx->args);
    for (size_t i = 0; i < count; i++)
        show_difference(ctx, i);
    if (ctx->style.form == KZI_PAGE)
        kzi_html_end(text, &ctx->style);
    if (count)
        kzi_raise(ctx->args, KZI_EXIT_NEGATIVE);
}

static void release_blame(void *blame) {
    kzi_blame_free(blame);
}

static void diff(struct diff_ctx *ctx) {
    struct kzi_arena *arena = ctx->args->arena;
    void **kept = kzi_arena_keep(arena, release_blame);
    ctx->search = KZI_NEW(arena, struct kzi_hand_search);
    if (kzi_blame_find(&ctx->blame, ctx->rules[0], ctx->rules[1], &kzi_blame_limits, NULL) != KZ_OK)
        kzi_no_memory(arena);
    *kept = ctx->blame;
    show_all(ctx);
}

void kzi_run_diff(const struct kzi_args *args) {
    struct diff_ctx ctx = {.args = args, .steps = {.steps = KZI_MAX_WITNESS_STEPS}};
    if (args->rulesets.count < 2)
        kzi_end_usage(args, "%s: write kazoe diff A B (kazoe list shows the names)",
                      args->rulesets.count ? "a second ruleset is missing" : "no ruleset named");
    if (args->rulesets.count > 2)
        kzi_end_usage(args, "unexpected argument '%s': diff takes two rulesets",
                      args->rulesets.value[2]);
    ctx.style = kzi_style_in(args, kzi_rulesets_open(ctx.rules, args));
    diff(&ctx);
}
