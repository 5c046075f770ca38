/* What it costs to ask conditions of a reading: known when rules are loaded, so that scoring needs
 * no clock. */
#include "compile/layout.h"
#include "rules/condition.h"

/* About 8 nanoseconds each. */
enum { NODE = 1, QUANTITY = 4, TILES = 8, PATTERN = 16, JOINED = 2048 };

static const uint8_t weights[KZI_CONDITIONS] = {
    [KZI_IF_has] = PATTERN,
    [KZI_IF_has_twice] = 2 * PATTERN,
    [KZI_IF_contains] = TILES,
    [KZI_IF_before_win] = TILES,
};

static size_t quantities(const struct kzi_if *cond) {
    return cond->kind == KZI_IF_scored ? cond->u.yaku.count : kzi_if_quantities(cond);
}

size_t kzi_if_weight(const struct kzi_if *cond) {
    size_t weight = NODE + weights[cond->kind] + QUANTITY * quantities(cond);
    for (size_t i = 0; kzi_if_has_parts(cond) && i < cond->u.parts.count; i++)
        weight += kzi_if_weight(cond->u.parts.list[i]);
    return weight;
}

/* The ways in which a combination is met are worked out from those of its parts; a condition is
 * asked again at each depth. */
static size_t weight_of_ways(const struct kzi_if *cond) {
    size_t weight = kzi_if_weight(cond);
    bool all = cond->kind == KZI_IF_all_of || cond->kind == KZI_IF_holds;
    for (size_t i = 0; kzi_if_has_parts(cond) && i < cond->u.parts.count; i++)
        weight += weight_of_ways(cond->u.parts.list[i]) + (all ? JOINED : 0);
    return weight;
}

size_t kzi_walk_weight(const struct kz_ruleset *ruleset) {
    const struct kzi_program *program = ruleset->scoring;
    size_t weight = 0;
    for (unsigned i = 0; i < program->n_owners; i++)
        if (program->verify[i / 64] >> (i % 64) & 1)
            weight += kzi_if_weight(program->owner_if[i]);
    for (unsigned i = 0; i < program->n_asked; i++)
        weight += kzi_if_weight(program->asked[i]);
    for (unsigned i = 0; i < ruleset->n_yaku; i++) {
        const struct kzi_yaku *yaku = &ruleset->model->yaku[i];
        if (yaku->combination && yaku->when && yaku->each == KZI_ONCE)
            weight += weight_of_ways(yaku->when);
        else if (yaku->each == KZI_EACH_PATTERN)
            weight += PATTERN;
    }
    return weight;
}
