/* Score the hand of a player who did not win: the arrangement of its tiles that is worth most, as
 * melds, concealed sets and pairs, and single tiles.
 *
 * Only the fu of sets and pairs count, and the yaku and fu items that count in all hands.  The
 * tables of the matcher are made for complete hands, so the tree walker evaluates these.  A group
 * that no rule asks for is worth no more than single tiles, which leaves few arrangements. */
#include "compile/condition/evaluation.h"
#include "compile/program/bitset.h"
#include "compile/wild.h"
#include "score/steps.h"

#include <string.h>

#define GROUP_CODES (4 * KZI_SET_KIND)

struct arrangement_ctx {
    struct kzi_score_ctx scoring;
    struct kz_result *result; /* of the scoring */
    struct kzi_facts *facts;
    uint64_t yaku[KZI_YAKU_WORDS]; /* the yaku that may count */
    bool matters[GROUP_CODES];     /* by code: whether a concealed group can count for anything */
    size_t steps, cost;            /* steps left for arrangements, and steps that each costs */
    uint8_t left[KZI_COUNTS_CAPACITY];
    unsigned n_sets, n_pairs, capacity; /* capacity: the most sets and pairs together */
    uint8_t sets[KZI_MAX_GROUPS], pairs[KZI_MAX_GROUPS];
};

/* --- what groups can count for ---------------------------------------------------------------- */

/* Return whether a condition may depend on the group that is the only one of reading `one`; cond
 * may be NULL.  A condition on all sets or groups depends on each of them. */
static bool asks_for(const struct kzi_condition *cond, const struct kzi_reading *one,
                     const struct kzi_hand *hand) {
    cond = kzi_meaning_of(cond);
    for (size_t i = 0; cond && i < cond->parts.count; i++)
        if (asks_for(cond->parts.list[i], one, hand))
            return true;
    if (!cond || cond->op != KZI_TEST)
        return false;
    const struct kzi_argument *argument = &cond->argument;
    switch (kzi_conditions[cond->kind].touches) {
    case KZI_TOUCHES_FITTING:
        return kzi_groups_fitting(&argument->phrase, one, hand);
    case KZI_TOUCHES_MATCH:
        return kzi_match_nearest(&argument->pattern, one).terms;
    case KZI_TOUCHES_NONE:
    case KZI_TOUCHES_WHOLE:
    case KZI_TOUCHES_WINNING:
        break;
    }
    return false;
}

static bool yaku_asks_for(const struct kzi_yaku *yaku, const struct kzi_reading *one,
                          const struct kzi_hand *hand) {
    return asks_for(yaku->when, one, hand) ||
           (yaku->each == KZI_EACH_SET && kzi_groups_fitting(&yaku->each_set, one, hand)) ||
           (yaku->each == KZI_EACH_PATTERN && kzi_match_nearest(yaku->each_pattern, one).terms);
}

static bool is_asked_for(const struct arrangement_ctx *ctx, const struct kzi_reading *one) {
    const struct kz_ruleset *rules = ctx->result->rules;
    const struct kzi_model *model = rules->model;
    const struct kzi_hand *hand = ctx->facts->hand;
    unsigned yaku = 0;
    if (rules->group_fu && rules->group_fu[kzi_seated_group_code(kzi_group_of(one, 0), hand)].fu)
        return true;
    for (size_t i = 0; i < model->fu.n_items; i++)
        if (model->fu.items[i].all_hands && asks_for(model->fu.items[i].when, one, hand))
            return true;
    KZI_EACH_YAKU(rules, ctx->yaku, yaku)
        if (yaku_asks_for(&model->yaku[yaku], one, hand))
            return true;
    return false;
}

static void fill_matters(struct arrangement_ctx *ctx) {
    const uint8_t *left = ctx->left;
    for (unsigned tile = 0; tile < KZI_KINDS; tile++) {
        bool chow = !kzi_is_honor(tile) && kzi_number(tile) <= 7 && left[tile] && left[tile + 1] &&
                    left[tile + 2];
        const bool there[] = {[KZI_CHOW] = chow,
                              [KZI_PUNG] = left[tile] >= 3,
                              [KZI_KONG] = false,
                              [KZI_PAIR] = left[tile] >= 2};
        for (unsigned kind = KZI_CHOW; kind <= KZI_PAIR; kind++) {
            const uint8_t code = (uint8_t)kzi_code_of_group(kind, tile);
            const struct kzi_reading one = {.n_groups = 1, .codes = {code}};
            ctx->matters[code] = there[kind] && is_asked_for(ctx, &one);
        }
    }
}

/* --- one arrangement -------------------------------------------------------------------------- */

static void read_arrangement(const struct arrangement_ctx *ctx, struct kzi_reading *reading) {
    kzi_reading_of_melds(ctx->facts->hand, reading);
    for (unsigned i = 0; i < ctx->n_sets; i++)
        reading->codes[reading->n_groups++] = ctx->sets[i];
    reading->n_sets = reading->n_groups;
    for (unsigned i = 0; i < ctx->n_pairs; i++)
        reading->codes[reading->n_groups++] = ctx->pairs[i];
}

/* Find the yaku that hold.  Leave out yaku that count occurrences and find none. */
static void fill_held(const struct arrangement_ctx *ctx, const struct kzi_reading *reading,
                      uint64_t *held) {
    const struct kz_ruleset *rules = ctx->result->rules;
    unsigned yaku = 0;
    memset(held, 0, rules->yaku_words * sizeof *held);
    KZI_EACH_YAKU(rules, ctx->yaku, yaku) {
        const struct kzi_yaku *rule = &rules->model->yaku[yaku];
        if (kzi_evaluate(rule->when, ctx->facts, reading) &&
            (rule->each == KZI_ONCE || kzi_count_instances(rules, ctx->facts, reading, yaku)))
            kzi_set_bit(held, yaku);
    }
}

void kzi_fu_of_unfinished(const struct kz_ruleset *rules, struct kzi_facts *facts,
                          struct kzi_tally *tally) {
    const struct kzi_fu *fu = &rules->model->fu;
    const struct kzi_reading *reading = &tally->reading;
    int32_t added = 0, if_nothing = 0;
    for (unsigned i = 0; i < reading->n_groups; i++)
        added += rules->group_fu[kzi_seated_group_code(kzi_group_of(reading, i), facts->hand)].fu;
    facts->scored = tally->scored;
    for (size_t i = 0; i < fu->n_items; i++) {
        const struct kzi_fu_item *item = &fu->items[i];
        if (!item->all_hands || !kzi_evaluate(item->when, facts, reading))
            continue;
        int32_t worth = kzi_fu_of_item(item, facts->marks);
        if (worth || !item->each)
            tally->fu_items |= UINT64_C(1) << i;
        *(item->if_nothing ? &if_nothing : &added) += worth;
    }
    facts->scored = NULL;
    if (added)
        tally->fu_items &= ~rules->fu_if_nothing;
    tally->fu_counted = added ? added : if_nothing;
    tally->fu = (int32_t)kzi_rounded(tally->fu_counted, &fu->round);
}

static void consider_arrangement(struct arrangement_ctx *ctx) {
    struct kzi_reading reading;
    read_arrangement(ctx, &reading);
    fill_held(ctx, &reading, ctx->scoring.matches.conditions);
    kzi_consider_reading(&ctx->scoring, &reading);
}

/* --- all arrangements ------------------------------------------------------------------------- */

static void arrange_from(struct arrangement_ctx *ctx, unsigned tile);

/* Arrange the tiles of a kind that are in no chow: as a pung, as pairs, or one by one. */
static void arrange_rest(struct arrangement_ctx *ctx, unsigned tile) {
    uint8_t pung = (uint8_t)kzi_code_of_group(KZI_PUNG, tile),
            pair = (uint8_t)kzi_code_of_group(KZI_PAIR, tile);
    unsigned left = ctx->left[tile];
    bool pungs = left >= 3 && ctx->matters[pung], pairs = left >= 2 && ctx->matters[pair];
    if (pungs && ctx->n_sets + ctx->n_pairs < ctx->capacity) {
        ctx->sets[ctx->n_sets++] = pung;
        arrange_from(ctx, tile + 1);
        ctx->n_sets--;
    }
    for (unsigned count = pairs ? left / 2 : 0;; count--) {
        if (ctx->n_sets + ctx->n_pairs + count <= ctx->capacity) {
            memset(ctx->pairs + ctx->n_pairs, pair, count);
            ctx->n_pairs += count;
            arrange_from(ctx, tile + 1);
            ctx->n_pairs -= count;
        }
        if (!count)
            break;
    }
}

static void take_chow(struct arrangement_ctx *ctx, unsigned tile, int change) {
    for (unsigned i = 0; i < 3; i++)
        ctx->left[tile + i] = (uint8_t)(ctx->left[tile + i] + change);
}

static void arrange_from(struct arrangement_ctx *ctx, unsigned tile) {
    while (tile < KZI_KINDS && !ctx->left[tile])
        tile++;
    if (ctx->steps < ctx->cost) {
        ctx->result->selection_budget.cut = true;
        return;
    }
    if (tile == KZI_KINDS) {
        ctx->steps -= ctx->cost;
        consider_arrangement(ctx);
        return;
    }
    arrange_rest(ctx, tile);
    uint8_t chow = (uint8_t)kzi_code_of_group(KZI_CHOW, tile);
    if (!ctx->matters[chow] || !ctx->left[tile + 1] || !ctx->left[tile + 2] ||
        ctx->n_sets + ctx->n_pairs == ctx->capacity)
        return;
    take_chow(ctx, tile, -1);
    ctx->sets[ctx->n_sets++] = chow;
    arrange_from(ctx, tile);
    ctx->n_sets--;
    take_chow(ctx, tile, 1);
}

/* --- the hand --------------------------------------------------------------------------------- */

static void fill_yaku(struct arrangement_ctx *ctx) {
    const struct kz_ruleset *rules = ctx->result->rules;
    memset(ctx->yaku, 0, sizeof ctx->yaku);
    for (unsigned i = 0; i < rules->n_yaku; i++) {
        const struct kzi_yaku *yaku = &rules->model->yaku[i];
        if (yaku->in_use && yaku->all_hands && kzi_yaku_value(yaku, ctx->facts->open)->scored)
            ctx->yaku[i / 64] |= UINT64_C(1) << (i % 64);
    }
}

static size_t weight_of(const struct kzi_condition *cond) {
    return cond ? kzi_condition_weight(cond) : 1;
}

static void fill_cost(struct arrangement_ctx *ctx) {
    const struct kz_ruleset *rules = ctx->result->rules;
    const struct kzi_fu *fu = &rules->model->fu;
    unsigned yaku = 0;
    ctx->cost = 1;
    KZI_EACH_YAKU(rules, ctx->yaku, yaku)
        ctx->cost += weight_of(rules->model->yaku[yaku].when);
    for (size_t i = 0; i < fu->n_items; i++)
        ctx->cost += fu->items[i].all_hands ? weight_of(fu->items[i].when) : 0;
    ctx->steps = KZI_MAX_ARRANGING > ctx->cost ? KZI_MAX_ARRANGING : ctx->cost;
}

static void arrange_all(struct arrangement_ctx *ctx) {
    const struct kzi_hand *hand = ctx->facts->hand;
    struct kz_result *result = ctx->result;
    memcpy(ctx->left, hand->concealed, sizeof ctx->left);
    ctx->n_sets = ctx->n_pairs = 0;
    ctx->capacity = KZI_MAX_GROUPS - hand->n_melds;
    fill_yaku(ctx);
    fill_cost(ctx);
    fill_matters(ctx);
    arrange_from(ctx, 0);
    result->best.points = result->best.value;
    kzi_keep_times(result, ctx->facts);
}

kz_status kzi_score_unfinished(struct kz_result *result, const struct kz_ruleset *rules,
                               const struct kzi_hand *hand) {
    struct arrangement_ctx ctx = {.scoring = {.result = result, .unfinished = true},
                                  .result = result,
                                  .facts = &ctx.scoring.facts};
    struct kzi_problem problem = {.found = false};
    result->rules = rules;
    result->status = KZ_OK;
    result->reason = KZI_INCOMPLETE;
    result->selection_budget = (struct kzi_selection_budget){KZI_MAX_SELECTION_STEPS, false};
    result->n_readings = 0;
    kzi_result_keep_hand(result, hand);
    kzi_settle_nothing(result);
    kzi_facts_init(ctx.facts, hand);
    ctx.facts->rules = rules;
    ctx.facts->ready = kzi_ready_shapes(rules, ctx.facts);
    if (kzi_admit_unfinished(result, ctx.facts, &problem)) {
        result->given = ctx.facts->given;
        arrange_all(&ctx);
        if (kzi_is_past_range(result->best.value, 0))
            kzi_problem_range(&problem, "what the hand is worth");
    }
    return problem.found ? kzi_result_refuse(result, &problem) : KZ_OK;
}

/* Return whether a tile of one of these kinds is left to draw. */
static bool is_any_left(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                        kzi_kinds kinds) {
    const uint8_t *held =
        rules->model->melds_use_up ? facts->tiles->counts : facts->hand->concealed;
    return kinds & kzi_kinds_above(rules->model->copies, held);
}

uint64_t kzi_ready_shapes(const struct kz_ruleset *rules, const struct kzi_facts *facts) {
    uint64_t ready = 0;
    for (unsigned i = 0; i < rules->shapes.count; i++) {
        kzi_kinds waits = kzi_waits_under(rules, facts->tiles, facts->hand, 1U << i);
        ready |= (uint64_t)is_any_left(rules, facts, waits) << i;
    }
    return ready;
}

bool kzi_is_ready(const struct kz_ruleset *rules, const struct kzi_hand *hand) {
    struct kzi_facts facts;
    kzi_facts_init(&facts, hand);
    return kzi_ready_shapes(rules, &facts) != 0;
}
