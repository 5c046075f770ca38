/* Find the instances of combinations; an instance is a set of groups of the reading. */
#include "compile/condition/evaluation.h"
#include "score/reasons.h"
#include "score/steps.h"
#include "tile/sets.h"

#include <string.h>

struct find_ctx {
    const struct kzi_facts *facts;
    const struct kzi_reading *reading;
};

struct masks {
    uint16_t list[KZI_MAX_INSTANCES];
    unsigned count;
};

static void add_mask(struct masks *masks, unsigned mask) {
    for (unsigned i = 0; i < masks->count; i++)
        if (masks->list[i] == mask)
            return;
    if (masks->count < KZI_MAX_INSTANCES)
        masks->list[masks->count++] = (uint16_t)mask;
}

static void add_matches(const struct find_ctx *ctx, const struct kzi_pattern *pattern,
                        struct masks *masks) {
    uint16_t found[KZI_MAX_CHOSEN];
    unsigned count = kzi_all_matches(pattern, ctx->reading, found, KZI_MAX_CHOSEN);
    for (unsigned i = 0; i < count && i < KZI_MAX_CHOSEN; i++)
        add_mask(masks, found[i]);
}

static void add_masks(const struct find_ctx *ctx, const struct kzi_condition *cond,
                      struct masks *masks);

/* Add the sets of groups for a conjunction: each is the union of one set for each part. */
static void add_joined(const struct find_ctx *ctx, const struct kzi_condition *cond,
                       struct masks *masks) {
    struct masks joined = {.list = {0}, .count = 1};
    KZI_EACH_PART(cond, part) {
        struct masks own = {.count = 0}, next = {.count = 0};
        add_masks(ctx, part, &own);
        for (unsigned a = 0; a < joined.count; a++)
            for (unsigned b = 0; b < own.count; b++)
                add_mask(&next, joined.list[a] | own.list[b]);
        joined = next;
    }
    for (unsigned i = 0; i < joined.count; i++)
        add_mask(masks, joined.list[i]);
}

/* Add the sets of groups that meet a test, such as all matches of a pattern.  A test of
 * the whole hand uses no groups. */
static void add_of_test(const struct find_ctx *ctx, const struct kzi_condition *test,
                        struct masks *masks) {
    const enum kzi_touches touches = kzi_conditions[test->kind].touches;
    unsigned groups = 0;
    if (touches == KZI_TOUCHES_MATCH && !test->denied && !test->argument.pattern.twice) {
        add_matches(ctx, &test->argument.pattern, masks);
        return;
    }
    if (touches == KZI_TOUCHES_FITTING)
        groups = kzi_touched_groups(test, ctx->facts->hand, ctx->reading);
    add_mask(masks, groups);
}

static void add_masks(const struct find_ctx *ctx, const struct kzi_condition *cond,
                      struct masks *masks) {
    if (!kzi_evaluate(cond, ctx->facts, ctx->reading))
        return;
    if (cond->op == KZI_TEST)
        add_of_test(ctx, cond, masks);
    else if (cond->denied)
        add_mask(masks, 0);
    else if (cond->op == KZI_ALL)
        add_joined(ctx, cond, masks);
    else
        KZI_EACH_PART(cond, part)
            add_masks(ctx, part, masks);
}

static void add_sets(const struct find_ctx *ctx, const struct kzi_phrase *phrase,
                     struct masks *masks) {
    unsigned groups = kzi_groups_fitting(phrase, ctx->reading, ctx->facts->hand);
    KZI_EACH_IN(groups, group)
        add_mask(masks, 1U << group);
}

static void add_of_yaku(const struct find_ctx *ctx, const struct kzi_yaku *yaku,
                        struct masks *masks) {
    if (yaku->each == KZI_EACH_PATTERN)
        add_matches(ctx, yaku->each_pattern, masks);
    else if (yaku->each == KZI_EACH_SET)
        add_sets(ctx, &yaku->each_set, masks);
    else if (yaku->when)
        add_masks(ctx, yaku->when, masks);
}

unsigned kzi_find_instances_of(const struct kzi_facts *facts, const struct kzi_reading *reading,
                               const struct kzi_yaku *yaku, uint16_t groups[KZI_MAX_INSTANCES]) {
    struct find_ctx ctx = {facts, reading};
    struct masks masks = {.count = 0};
    add_of_yaku(&ctx, yaku, &masks);
    memcpy(groups, masks.list, masks.count * sizeof *groups);
    return masks.count;
}

unsigned kzi_find_instances(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                            const struct kzi_reading *reading, const uint64_t *held,
                            struct kzi_instance list[KZI_MAX_INSTANCES]) {
    struct find_ctx ctx = {facts, reading};
    unsigned yaku = 0, count = 0;
    KZI_EACH_YAKU(rules, held, yaku) {
        struct masks masks = {.count = 0};
        if (!kzi_has_bit(rules->combinations, yaku))
            continue;
        add_of_yaku(&ctx, &rules->model->yaku[yaku], &masks);
        for (unsigned i = 0; i < masks.count && count < KZI_MAX_INSTANCES; i++)
            list[count++] = (struct kzi_instance){(uint16_t)yaku, (uint8_t)masks.list[i], 0};
    }
    return count;
}

/* --- the groups of a reading that a combination uses ------------------------------------------ */

/* Selections that were solved at load number the sets of a kind in order.  Only reports need their
 * groups. */

static bool is_of_kind(unsigned code, unsigned kind) {
    if (kind == KZI_OF_CHOWS_ALONE)
        return code / KZI_SET_KIND == KZI_CHOW;
    return code / KZI_SET_KIND != KZI_CHOW && !kzi_is_honor(code % KZI_SET_KIND);
}

/* Fill groups with the sets of one kind, sorted by tile. */
static void sort_sets(const struct kzi_reading *reading, unsigned kind,
                      uint8_t groups[KZI_RANKED_SETS]) {
    unsigned count = 0, tiles[KZI_RANKED_SETS];
    for (unsigned i = 0; i < reading->n_sets; i++) {
        unsigned code = reading->codes[i], tile = code % KZI_SET_KIND;
        if (!is_of_kind(code, kind) || count == KZI_RANKED_SETS)
            continue;
        unsigned at = count++; /* concealed sets are already in order */
        for (; reading->n_melds && at && tiles[at - 1] > tile; at--) {
            tiles[at] = tiles[at - 1];
            groups[at] = groups[at - 1];
        }
        tiles[at] = tile;
        groups[at] = (uint8_t)i;
    }
}

unsigned kzi_contributing_groups(const struct kzi_reading *reading,
                                 const struct kzi_instance *instance) {
    uint8_t groups[KZI_RANKED_SETS];
    unsigned found = 0;
    if (!instance->kind)
        return instance->groups;
    sort_sets(reading, instance->kind - 1U, groups);
    KZI_EACH_IN(instance->groups, set)
        found |= 1U << groups[set];
    return found;
}

/* --- for explanations: why instances of yaku that hold do not count --------------------------- */

struct exclusion_ctx {
    const struct kz_ruleset *rules;
    const struct kzi_facts *facts;
    const struct kzi_tally *tally;
    struct kzi_omission *list;
    unsigned count;
};

static void note_left_out(struct exclusion_ctx *ctx, const struct kzi_omission *left) {
    if (ctx->count < KZI_MAX_LEFT_OUT)
        ctx->list[ctx->count++] = *left;
}

static bool is_chosen(const struct kzi_tally *tally, const struct kzi_instance *instance) {
    for (unsigned i = 0; i < tally->n_chosen; i++)
        if (tally->chosen[i].yaku == instance->yaku &&
            kzi_contributing_groups(&tally->reading, &tally->chosen[i]) == instance->groups)
            return true;
    return false;
}

static struct kzi_connections joined_by(const struct kzi_tally *tally, uint32_t chosen) {
    struct kzi_connections joined = {{0}};
    KZI_EACH_IN(chosen, i)
        kzi_join(&joined, kzi_contributing_groups(&tally->reading, &tally->chosen[i]));
    return joined;
}

static uint32_t all_chosen(const struct kzi_tally *tally) {
    return (UINT32_C(1) << tally->n_chosen) - 1;
}

/* Return a smallest set of the tally's instances that connects these groups. */
static uint32_t path_between(const struct kzi_tally *tally, unsigned groups) {
    uint32_t chosen = all_chosen(tally);
    for (unsigned i = 0; i < tally->n_chosen; i++) {
        struct kzi_connections without = joined_by(tally, chosen & ~(UINT32_C(1) << i));
        if (!kzi_may_join(&without, groups))
            chosen &= ~(UINT32_C(1) << i);
    }
    return chosen;
}

static bool is_twice(const struct kz_ruleset *rules, const struct kzi_tally *tally,
                     struct kzi_omission *left) {
    bool once = rules->model->yaku[left->instance.yaku].each == KZI_ONCE;
    for (unsigned i = 0; i < tally->n_chosen; i++) {
        unsigned shared =
            kzi_contributing_groups(&tally->reading, &tally->chosen[i]) & left->instance.groups;
        if (tally->chosen[i].yaku != left->instance.yaku ||
            !(once || (rules->model->combinations.non_identical && shared)))
            continue;
        left->why = KZI_LEFT_TWICE;
        left->joined = shared;
        left->by = UINT32_C(1) << i;
        return true;
    }
    return false;
}

static bool makes_circle(const struct kzi_tally *tally, struct kzi_omission *left) {
    struct kzi_connections joined = joined_by(tally, all_chosen(tally));
    if (kzi_may_join(&joined, left->instance.groups))
        return false;
    left->why = KZI_LEFT_JOINED;
    left->by = path_between(tally, left->instance.groups);
    joined = joined_by(tally, left->by);
    KZI_EACH_IN(left->instance.groups, i)
        if (joined.with[i] & left->instance.groups & ~(1U << i))
            left->joined |= 1U << i;
    return true;
}

static bool is_covered(const struct exclusion_ctx *ctx, struct kzi_omission *left) {
    int by = kzi_covered_within(ctx->rules, ctx->tally, left->instance.yaku, left->instance.groups);
    left->why = KZI_LEFT_COVERED;
    left->covered_by = by < 0 ? 0 : (unsigned)by;
    return by >= 0;
}

/* Note why an instance of a combination does not count, if it does not. */
static void leave_combination(struct exclusion_ctx *ctx, const struct kzi_instance *met) {
    const struct kz_ruleset *rules = ctx->rules;
    struct kzi_omission left = {.instance = *met, .times = 1};
    if (kzi_covered_by(rules, ctx->tally, met->yaku) >= 0)
        return;
    bool found = is_covered(ctx, &left);
    if (!found && !is_chosen(ctx->tally, met))
        found = is_twice(rules, ctx->tally, &left) ||
                (rules->model->combinations.account_once && makes_circle(ctx->tally, &left));
    if (found)
        note_left_out(ctx, &left);
}

/* Note the sets that another yaku covers, if the yaku counts each set. */
static void leave_sets(struct exclusion_ctx *ctx, unsigned number) {
    const struct kzi_yaku *yaku = &ctx->rules->model->yaku[number];
    unsigned groups = 0;
    if (yaku->each == KZI_EACH_SET)
        groups = kzi_groups_fitting(&yaku->each_set, &ctx->tally->reading, ctx->facts->hand);
    KZI_EACH_IN(groups, group) {
        struct kzi_omission left = {{(uint16_t)number, (uint8_t)(1U << group), 0}, .times = 1};
        if (is_covered(ctx, &left))
            note_left_out(ctx, &left);
    }
}

static void leave_numbers(struct exclusion_ctx *ctx, const struct kzi_coverer *coverer) {
    if (!kzi_has_bit(ctx->tally->scored, coverer->yaku))
        return;
    for (unsigned i = 0; i < coverer->n_some; i++) {
        const struct kzi_cover *cover = &coverer->some[i];
        struct kzi_omission left = {
            .instance = {cover->yaku, 0, 0}, .times = cover->number, .covered_by = coverer->yaku};
        if (cover->which == KZI_COVERS_SOME && kzi_has_bit(ctx->tally->scored, cover->yaku))
            note_left_out(ctx, &left);
    }
}

unsigned kzi_find_left_out(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                           const struct kzi_tally *tally,
                           struct kzi_omission list[KZI_MAX_LEFT_OUT]) {
    struct exclusion_ctx ctx = {rules, facts, tally, list, 0};
    struct kzi_instance met[KZI_MAX_INSTANCES];
    uint64_t held[KZI_YAKU_WORDS];
    unsigned yaku = 0;
    if (!rules->combines || tally->by_limit || tally->alone >= 0)
        return 0;
    for (unsigned i = 0; i < rules->yaku_words; i++)
        held[i] = tally->held[i] & ~rules->alone[i];
    unsigned n_met = kzi_find_instances(rules, facts, &tally->reading, held, met);
    for (unsigned i = 0; i < n_met; i++)
        leave_combination(&ctx, &met[i]);
    KZI_EACH_YAKU(rules, tally->scored, yaku)
        if (!kzi_has_bit(rules->combinations, yaku))
            leave_sets(&ctx, yaku);
    for (unsigned i = 0; i < rules->n_coverers; i++)
        leave_numbers(&ctx, &rules->coverers[i]);
    return ctx.count;
}
