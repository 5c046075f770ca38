#include "score/ura.h"

#include "compile/condition/evaluation.h"

#define HITS (KZI_MAX_COPIES + 1) /* the number of dora per indicator: 0 to KZI_MAX_COPIES */

/* Context for choosing indicators by how many dora they make. */
struct ura_ctx {
    struct kz_result *result;
    const struct kz_ruleset *rules;
    struct kzi_hand hand;
    /* by dora per indicator: as many kinds as may be chosen */
    uint8_t kinds[HITS][KZI_MAX_INDICATORS];
    unsigned copies[HITS]; /* by dora per indicator: the copies of all such kinds */
    /* of the hand, by dora; -1: not scored yet */
    double points[KZI_MAX_INDICATORS * KZI_MAX_COPIES + 1];
    double ways, sum; /* the ways to choose the indicators, and the sum of the points over them */
};

static const struct kzi_mark *mark_of(const struct kz_ruleset *rules) {
    for (unsigned i = 0; i < rules->n_marks; i++)
        if (rules->model->marks[i].kind == KZI_MARK_URA)
            return &rules->model->marks[i];
    return NULL;
}

/* Return the points of ctx->hand.  If the rules refuse ura indicators (as without riichi), return
 * the points without them. */
static double score(struct ura_ctx *ctx) {
    return kzi_score(ctx->result, ctx->rules, &ctx->hand) == KZ_OK
               ? (double)ctx->result->best.points
               : ctx->points[0];
}

/* Choose `more` indicators among those that make at least `hits` dora each. dora: of those chosen;
 * ways: to choose them. */
static void choose_indicators(struct ura_ctx *ctx, unsigned more, unsigned hits, unsigned dora,
                              double ways) {
    struct kzi_indicators *ura = &ctx->hand.ura;
    const unsigned chosen = ura->count;
    if (more && hits == HITS)
        return;
    if (!more) {
        if (ctx->points[dora] < 0)
            ctx->points[dora] = score(ctx);
        ctx->ways += ways;
        ctx->sum += ways * ctx->points[dora];
        return;
    }
    choose_indicators(ctx, more, hits + 1, dora, ways);
    for (unsigned n = 1; n <= more && n <= ctx->copies[hits]; n++) {
        ways = ways * (ctx->copies[hits] - n + 1) / n;
        ura->kind[ura->count++] = ctx->kinds[hits][n - 1];
        choose_indicators(ctx, more - n, hits + 1, dora + n * hits, ways);
    }
    ura->count = (uint8_t)chosen;
}

/* Sort the unseen indicators by how many dora each makes. */
static void sort_indicators(struct ura_ctx *ctx, const uint8_t left[KZI_KINDS]) {
    struct kzi_facts facts;
    kzi_facts_init(&facts, &ctx->hand);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        unsigned dora = ctx->rules->model->next[kind];
        unsigned hits = dora == KZI_NO_KIND ? 0 : facts.tiles->counts[dora];
        for (unsigned i = 0; i < left[kind]; i++, ctx->copies[hits]++)
            if (ctx->copies[hits] < KZI_MAX_INDICATORS)
                ctx->kinds[hits][ctx->copies[hits]] = (uint8_t)kind;
    }
}

double kzi_ura_points(struct kz_result *result, const struct kz_ruleset *rules,
                      const struct kzi_hand *hand, const uint8_t left[KZI_KINDS]) {
    const struct kzi_mark *mark = mark_of(rules);
    struct ura_ctx ctx = {.result = result, .rules = rules, .hand = *hand};
    unsigned count = mark && mark->after_kongs && hand->dora.count ? hand->dora.count : 1;
    for (size_t i = 0; i < KZI_COUNT(ctx.points); i++)
        ctx.points[i] = -1;
    ctx.points[0] = score(&ctx);
    if (!mark || hand->ura.count)
        return ctx.points[0];
    sort_indicators(&ctx, left);
    choose_indicators(&ctx, count, 0, 0, 1);
    return ctx.ways > 0 ? ctx.sum / ctx.ways : ctx.points[0];
}
