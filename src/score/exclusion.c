/* Why instances of yaku that hold do not count, for explanations. */
#include "compile/condition/evaluation.h"
#include "score/internal.h"

struct exclusion_ctx {
    const struct kz_ruleset *rules;
    const struct kzi_facts *facts;
    const struct kzi_tally *tally;
    struct kzi_left_out *list;
    unsigned count;
};

static void leave(struct exclusion_ctx *ctx, const struct kzi_left_out *left) {
    if (ctx->count < KZI_MAX_LEFT_OUT)
        ctx->list[ctx->count++] = *left;
}

static bool is_chosen(const struct kzi_tally *tally, const struct kzi_instance *use) {
    for (unsigned i = 0; i < tally->n_uses; i++)
        if (tally->uses[i].yaku == use->yaku &&
            kzi_contributing_groups(&tally->reading, &tally->uses[i]) == use->groups)
            return true;
    return false;
}

static struct kzi_joined joined_by(const struct kzi_tally *tally, uint32_t uses) {
    struct kzi_joined joined = {{0}};
    for (unsigned i = 0; i < tally->n_uses; i++)
        if (uses >> i & 1)
            kzi_join(&joined, kzi_contributing_groups(&tally->reading, &tally->uses[i]));
    return joined;
}

/* Of all uses only those without which the groups would not hang together. */
static uint32_t way_between(const struct kzi_tally *tally, unsigned groups) {
    uint32_t uses = (UINT32_C(1) << tally->n_uses) - 1;
    for (unsigned i = 0; i < tally->n_uses; i++) {
        struct kzi_joined without = joined_by(tally, uses & ~(UINT32_C(1) << i));
        if (!kzi_may_join(&without, groups))
            uses &= ~(UINT32_C(1) << i);
    }
    return uses;
}

static bool is_twice(const struct kz_ruleset *rules, const struct kzi_tally *tally,
                     struct kzi_left_out *left) {
    bool once = rules->model->yaku[left->use.yaku].each == KZI_ONCE;
    for (unsigned i = 0; i < tally->n_uses; i++) {
        unsigned shared =
            kzi_contributing_groups(&tally->reading, &tally->uses[i]) & left->use.groups;
        if (tally->uses[i].yaku != left->use.yaku ||
            !(once || (rules->model->combinations.non_identical && shared)))
            continue;
        left->why = KZI_LEFT_TWICE;
        left->joined = shared;
        left->by = UINT32_C(1) << i;
        return true;
    }
    return false;
}

static bool makes_circle(const struct kzi_tally *tally, struct kzi_left_out *left) {
    struct kzi_joined joined = joined_by(tally, UINT32_MAX);
    if (kzi_may_join(&joined, left->use.groups))
        return false;
    left->why = KZI_LEFT_JOINED;
    left->by = way_between(tally, left->use.groups);
    joined = joined_by(tally, left->by);
    for (unsigned i = 0; i < KZI_MAX_GROUPS; i++)
        if (left->use.groups >> i & 1 && joined.with[i] & left->use.groups & ~(1U << i))
            left->joined |= 1U << i;
    return true;
}

static bool is_covered(const struct exclusion_ctx *ctx, struct kzi_left_out *left) {
    int by = kzi_covered_within(ctx->rules, ctx->tally, left->use.yaku, left->use.groups);
    left->why = KZI_LEFT_COVERED;
    left->covered_by = by < 0 ? 0 : (unsigned)by;
    return by >= 0;
}

/* Of combinations: each way one is met. */
static void leave_combination(struct exclusion_ctx *ctx, const struct kzi_instance *met) {
    const struct kz_ruleset *rules = ctx->rules;
    struct kzi_left_out left = {.use = *met, .times = 1};
    if (kzi_covered_by(rules, ctx->tally, met->yaku) >= 0)
        return;
    bool found = is_covered(ctx, &left);
    if (!found && !is_chosen(ctx->tally, met))
        found = is_twice(rules, ctx->tally, &left) ||
                (rules->model->combinations.account_once && makes_circle(ctx->tally, &left));
    if (found)
        leave(ctx, &left);
}

/* Of yaku that count for each set, those sets that another yaku covers. */
static void leave_sets(struct exclusion_ctx *ctx, unsigned number) {
    const struct kzi_yaku *yaku = &ctx->rules->model->yaku[number];
    const struct kzi_reading *reading = &ctx->tally->reading;
    for (unsigned i = 0; yaku->each == KZI_EACH_SET && i < reading->n_groups; i++) {
        struct kzi_left_out left = {{(uint16_t)number, (uint8_t)(1U << i), 0}, .times = 1};
        if (kzi_phrase_fits(&yaku->each_set, kzi_group_of(reading, i), ctx->facts->hand) &&
            is_covered(ctx, &left))
            leave(ctx, &left);
    }
}

static void leave_numbers(struct exclusion_ctx *ctx, const struct kzi_coverer *coverer) {
    if (!kzi_yaku_in(ctx->tally->scored, coverer->yaku))
        return;
    for (unsigned i = 0; i < coverer->n_some; i++) {
        const struct kzi_cover *cover = &coverer->some[i];
        struct kzi_left_out left = {
            .use = {cover->yaku, 0, 0}, .times = cover->number, .covered_by = coverer->yaku};
        if (cover->which == KZI_COVERS_SOME && kzi_yaku_in(ctx->tally->scored, cover->yaku))
            leave(ctx, &left);
    }
}

unsigned kzi_left_out(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                      const struct kzi_tally *tally, struct kzi_left_out list[KZI_MAX_LEFT_OUT]) {
    struct exclusion_ctx ctx = {rules, facts, tally, list, 0};
    struct kzi_instance met[KZI_MAX_INSTANCES];
    uint64_t held[KZI_YAKU_WORDS];
    unsigned yaku = 0;
    if (!rules->combines || tally->by_limit || tally->alone >= 0)
        return 0;
    for (unsigned i = 0; i < rules->yaku_words; i++)
        held[i] = tally->held[i] & ~rules->alone[i];
    unsigned n_met = kzi_instances_find(rules, facts, &tally->reading, held, met);
    for (unsigned i = 0; i < n_met; i++)
        leave_combination(&ctx, &met[i]);
    KZI_EACH_YAKU(rules, tally->scored, yaku)
    if (!kzi_yaku_in(rules->combinations, yaku))
        leave_sets(&ctx, yaku);
    for (unsigned i = 0; i < rules->n_coverers; i++)
        leave_numbers(&ctx, &rules->coverers[i]);
    return ctx.count;
}
