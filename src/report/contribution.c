#include "report/wording.h"

#include "compile/condition/evaluation.h"

struct find_ctx {
    const struct kz_result *result;
    const struct kzi_reading *reading;
    struct kzi_facts facts;
    struct kzi_use *uses;
    unsigned count, most;
};

void kzi_facts_of(const struct kz_result *result, struct kzi_facts *facts) {
    *facts = (struct kzi_facts){0};
    kzi_facts_find(facts, &result->hand);
    facts->given = result->given;
    facts->n_waits = kzi_count_waits(result->rules, facts);
    facts->scored = result->best.scored;
}

static unsigned every_group(const struct kzi_reading *reading) {
    return (1U << reading->n_groups) - 1;
}

/* --- the groups a condition speaks of -------------------------------------------------------- */

static bool asks_none(const struct kzi_quantity *quantity) {
    return !quantity->all && !quantity->most;
}

static unsigned fitting(const struct find_ctx *ctx, const struct kzi_phrase *phrase) {
    return kzi_groups_fitting(phrase, ctx->reading, &ctx->result->hand);
}

static unsigned of_phrases(const struct find_ctx *ctx, const struct kzi_condition *cond) {
    unsigned groups = 0;
    for (size_t i = 0; i < cond->u.phrases.count; i++)
        if (!asks_none(&cond->u.phrases.list[i].quantity))
            groups |= fitting(ctx, &cond->u.phrases.list[i].phrase);
    return groups;
}

/* The tiles of no group, or of some of all of them: that concerns the whole hand. */
static unsigned of_classes(const struct find_ctx *ctx, const struct kzi_condition *cond) {
    for (size_t i = 0; i < cond->u.classes.count; i++)
        if (!asks_none(&cond->u.classes.list[i].quantity))
            return every_group(ctx->reading);
    return 0;
}

static unsigned of_pattern(const struct find_ctx *ctx, const struct kzi_condition *cond) {
    unsigned groups = kzi_match_pattern(cond->u.pattern, ctx->reading, 0);
    if (cond->kind == KZI_CONDITION_has_twice)
        groups |= kzi_match_pattern(cond->u.pattern, ctx->reading, groups);
    return groups;
}

static unsigned of_condition(const struct find_ctx *ctx, const struct kzi_condition *cond);

/* Of alternatives only the first that holds. */
static unsigned of_parts(const struct find_ctx *ctx, const struct kzi_condition *cond) {
    unsigned groups = 0;
    bool any = cond->kind == KZI_CONDITION_any_of;
    for (size_t i = 0; i < cond->u.parts.count; i++) {
        const struct kzi_condition *part = cond->u.parts.list[i];
        if (any && !kzi_evaluate(part, &ctx->facts, ctx->reading))
            continue;
        groups |= of_condition(ctx, part);
        if (any)
            break;
    }
    return groups;
}

static unsigned of_condition(const struct find_ctx *ctx, const struct kzi_condition *cond) {
    if (!cond)
        return 0;
    switch (cond->kind) {
    case KZI_CONDITION_all_of:
    case KZI_CONDITION_any_of:
    case KZI_CONDITION_holds:
        return of_parts(ctx, cond);
    case KZI_CONDITION_sets:
    case KZI_CONDITION_groups:
        return of_phrases(ctx, cond);
    case KZI_CONDITION_tiles:
        return of_classes(ctx, cond);
    case KZI_CONDITION_suits:
        return every_group(ctx->reading);
    case KZI_CONDITION_pair:
        return kzi_pairs_of(ctx->reading);
    case KZI_CONDITION_wait:
    case KZI_CONDITION_winning_tile:
        return ctx->reading->won;
    case KZI_CONDITION_has:
    case KZI_CONDITION_has_twice:
        return of_pattern(ctx, cond);
    case KZI_CONDITION_not:
    case KZI_CONDITION_hand:
    case KZI_CONDITION_by:
    case KZI_CONDITION_given:
    case KZI_CONDITION_seat:
    case KZI_CONDITION_shape:
    case KZI_CONDITION_sum:
    case KZI_CONDITION_waits:
    case KZI_CONDITION_contains:
    case KZI_CONDITION_before_win:
    case KZI_CONDITION_scored:
    case KZI_CONDITIONS:
    case KZI_CONDITION_nothing_scored: /* asks of the hand, of no group */
        break;
    }
    return 0;
}

/* --- yaku counted several times -------------------------------------------------------------- */

static void add(struct find_ctx *ctx, struct kzi_use use) {
    if (ctx->count < ctx->most)
        ctx->uses[ctx->count++] = use;
}

static void add_groups(struct find_ctx *ctx, unsigned groups) {
    bool whole = !groups || groups == every_group(ctx->reading);
    add(ctx, (struct kzi_use){.groups = groups, .whole = whole});
}

/* Those that count: where some instances are covered, which ones is known by their groups. */
static void add_each_set(struct find_ctx *ctx, unsigned number, const struct kzi_yaku *yaku) {
    const struct kz_result *result = ctx->result;
    unsigned groups = fitting(ctx, &yaku->each_set);
    for (unsigned i = 0; i < ctx->reading->n_groups; i++)
        if (groups >> i & 1 &&
            kzi_covered_within(result->rules, &result->best, number, 1U << i) < 0)
            add_groups(ctx, 1U << i);
}

static bool add_chosen(struct find_ctx *ctx, unsigned number) {
    const struct kz_result *result = ctx->result;
    const struct kzi_tally *best = &result->best;
    unsigned before = ctx->count;
    for (unsigned i = 0; i < best->n_uses; i++) {
        unsigned groups = kzi_contributing_groups(&best->reading, &best->uses[i]);
        if (best->uses[i].yaku == number &&
            kzi_covered_within(result->rules, best, number, groups) < 0)
            add_groups(ctx, groups);
    }
    return ctx->count > before;
}

static bool is_kong(const struct kzi_hand *hand, unsigned kind) {
    for (unsigned i = 0; i < hand->n_melds; i++)
        if (hand->melds[i].kind == KZI_KONG && hand->melds[i].tile == kind)
            return true;
    return false;
}

/* Red fives of a kind in the whole hand. */
static uint8_t reds_of(const struct find_ctx *ctx, unsigned kind) {
    bool five = kzi_suit(kind) < KZI_SUITS && kzi_number(kind) == 5;
    return five ? ctx->result->hand.marked[kzi_suit(kind)] : 0;
}

static void add_each_four(struct find_ctx *ctx) {
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        if (ctx->facts.tiles->counts[kind] == 4 && !is_kong(&ctx->result->hand, kind))
            add(ctx,
                (struct kzi_use){.kind = (uint8_t)kind, .copies = 4, .red = reds_of(ctx, kind)});
}

static void add_indicated(struct find_ctx *ctx, const struct kzi_mark *mark) {
    unsigned count;
    const struct kzi_indicators *shown = kzi_indicators_of(&ctx->result->hand, mark, &count);
    for (unsigned i = 0; i < count; i++) {
        uint8_t kind = ctx->result->rules->model->next[shown->kind[i]];
        unsigned tiles = kind == KZI_NO_KIND ? 0 : ctx->facts.tiles->counts[kind];
        unsigned reds = tiles ? reds_of(ctx, kind) : 0;
        for (unsigned k = 0; k < tiles; k++)
            add(ctx, (struct kzi_use){.kind = kind, .copies = 1, .red = k < reds});
    }
}

static void add_red(struct find_ctx *ctx, const struct kzi_mark *mark) {
    for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
        unsigned tiles = mark->red_suits >> suit & 1 ? ctx->result->hand.marked[suit] : 0;
        for (; tiles; tiles--)
            add(ctx, (struct kzi_use){.kind = (uint8_t)kzi_kind(suit, 5), .copies = 1, .red = 1});
    }
}

static void add_each_mark(struct find_ctx *ctx, const struct kzi_mark *mark) {
    switch (mark->kind) {
    case KZI_MARK_DORA:
    case KZI_MARK_URA:
        add_indicated(ctx, mark);
        break;
    case KZI_MARK_RED:
        add_red(ctx, mark);
        break;
    case KZI_MARK_FLOWERS: /* no tiles of the hand */
        break;
    }
}

unsigned kzi_uses_find(const struct kz_result *result, unsigned number,
                       struct kzi_use uses[KZI_MAX_USES]) {
    const struct kzi_model *model = result->rules->model;
    const struct kzi_yaku *yaku = &model->yaku[number];
    struct find_ctx ctx = {.result = result, .reading = &result->best.reading, .uses = uses};
    ctx.most = kzi_times_listed(result, number) < KZI_MAX_USES ? kzi_times_listed(result, number)
                                                               : KZI_MAX_USES;
    kzi_facts_of(result, &ctx.facts);
    if (add_chosen(&ctx, number))
        return ctx.count;
    switch (yaku->each) {
    case KZI_EACH_SET:
        add_each_set(&ctx, number, yaku);
        break;
    case KZI_EACH_FOUR:
        add_each_four(&ctx);
        break;
    case KZI_EACH_MARK:
        add_each_mark(&ctx, &model->marks[yaku->each_mark]);
        break;
    case KZI_ONCE:
    case KZI_EACH_PATTERN:
        add_groups(&ctx, of_condition(&ctx, yaku->when));
    }
    while (ctx.count < ctx.most)
        add(&ctx, (struct kzi_use){0});
    return ctx.count;
}
