/* The ways in which a combination is met: each a set of groups of the reading. */
#include "compile/condition/evaluation.h"
#include "score/internal.h"

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

static void find_masks(const struct find_ctx *ctx, const struct kzi_condition *cond,
                       struct masks *masks);

static unsigned groups_of_phrases(const struct find_ctx *ctx, const struct kzi_condition *cond) {
    unsigned mask = 0;
    for (size_t i = 0; i < cond->u.phrases.count; i++)
        for (unsigned k = 0; k < ctx->reading->n_groups; k++)
            if (cond->u.phrases.list[i].quantity.most &&
                kzi_phrase_fits(&cond->u.phrases.list[i].phrase, kzi_group_of(ctx->reading, k),
                                ctx->facts->hand))
                mask |= 1U << k;
    return mask;
}

static unsigned pair_group(const struct kzi_reading *reading) {
    for (unsigned i = 0; i < reading->n_groups; i++)
        if (kzi_group_of(reading, i).kind == KZI_PAIR)
            return 1U << i;
    return 0;
}

/* All parts must be met: one way of each, joined. */
static void find_joined(const struct find_ctx *ctx, const struct kzi_condition *cond,
                        struct masks *masks) {
    struct masks joined = {.list = {0}, .count = 1};
    for (size_t i = 0; i < cond->u.parts.count; i++) {
        struct masks part = {.count = 0}, next = {.count = 0};
        find_masks(ctx, cond->u.parts.list[i], &part);
        for (unsigned a = 0; a < joined.count; a++)
            for (unsigned b = 0; b < part.count; b++)
                add_mask(&next, joined.list[a] | part.list[b]);
        joined = next;
    }
    for (unsigned i = 0; i < joined.count; i++)
        add_mask(masks, joined.list[i]);
}

/* The sets of groups by which a condition is met; a condition on the whole hand uses none. */
static void find_masks(const struct find_ctx *ctx, const struct kzi_condition *cond,
                       struct masks *masks) {
    if (!kzi_evaluate(cond, ctx->facts, ctx->reading))
        return;
    switch ((int)cond->kind) {
    case KZI_CONDITION_has:
        add_matches(ctx, cond->u.pattern, masks);
        break;
    case KZI_CONDITION_sets:
    case KZI_CONDITION_groups:
        add_mask(masks, groups_of_phrases(ctx, cond));
        break;
    case KZI_CONDITION_pair:
        add_mask(masks, pair_group(ctx->reading));
        break;
    case KZI_CONDITION_any_of:
        for (size_t i = 0; i < cond->u.parts.count; i++)
            find_masks(ctx, cond->u.parts.list[i], masks);
        break;
    case KZI_CONDITION_all_of:
    case KZI_CONDITION_holds:
        find_joined(ctx, cond, masks);
        break;
    default:
        add_mask(masks, 0);
        break;
    }
}

static void add_sets(const struct find_ctx *ctx, const struct kzi_phrase *phrase,
                     struct masks *masks) {
    for (unsigned i = 0; i < ctx->reading->n_groups; i++)
        if (kzi_phrase_fits(phrase, kzi_group_of(ctx->reading, i), ctx->facts->hand))
            add_mask(masks, 1U << i);
}

static void find_of_yaku(const struct find_ctx *ctx, const struct kzi_yaku *yaku,
                         struct masks *masks) {
    if (yaku->each == KZI_EACH_PATTERN)
        add_matches(ctx, yaku->each_pattern, masks);
    else if (yaku->each == KZI_EACH_SET)
        add_sets(ctx, &yaku->each_set, masks);
    else if (yaku->when)
        find_masks(ctx, yaku->when, masks);
}

unsigned kzi_ways_find(const struct kzi_facts *facts, const struct kzi_reading *reading,
                       const struct kzi_yaku *yaku, uint16_t ways[KZI_MAX_INSTANCES]) {
    struct find_ctx ctx = {facts, reading};
    struct masks masks = {.count = 0};
    find_of_yaku(&ctx, yaku, &masks);
    memcpy(ways, masks.list, masks.count * sizeof *ways);
    return masks.count;
}

unsigned kzi_instances_find(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                            const struct kzi_reading *reading, const uint64_t *held,
                            struct kzi_instance list[KZI_MAX_INSTANCES]) {
    struct find_ctx ctx = {facts, reading};
    unsigned yaku = 0, count = 0;
    KZI_EACH_YAKU(rules, held, yaku) {
        struct masks masks = {.count = 0};
        if (!kzi_yaku_in(rules->combinations, yaku))
            continue;
        find_of_yaku(&ctx, &rules->model->yaku[yaku], &masks);
        for (unsigned i = 0; i < masks.count && count < KZI_MAX_INSTANCES; i++)
            list[count++] = (struct kzi_instance){(uint16_t)yaku, (uint8_t)masks.list[i], 0};
    }
    return count;
}
