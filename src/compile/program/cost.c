/* What it costs to ask conditions of a reading: known when rules are loaded, so that scoring needs
 * no clock. */
#include "compile/layout.h"
#include "rules/condition.h"

/* About 8 nanoseconds each. */
enum { NODE = 1, QUANTITY = 4, TILES = 8, PATTERN = 16, JOINED = 2048 };

static const uint8_t weights[KZI_CONDITIONS] = {
    [KZI_CONDITION_has] = PATTERN,
    [KZI_CONDITION_has_twice] = 2 * PATTERN,
    [KZI_CONDITION_contains] = TILES,
    [KZI_CONDITION_before_win] = TILES,
};

static size_t quantities(const struct kzi_condition *cond) {
    return cond->kind == KZI_CONDITION_scored ? cond->u.yaku.count : kzi_condition_quantities(cond);
}

size_t kzi_condition_weight(const struct kzi_condition *cond) {
    size_t weight = NODE + weights[cond->kind] + QUANTITY * quantities(cond);
    for (size_t i = 0; kzi_condition_has_parts(cond) && i < cond->u.parts.count; i++)
        weight += kzi_condition_weight(cond->u.parts.list[i]);
    return weight;
}

/* The ways in which a combination is met are worked out from those of its parts; a condition is
 * asked again at each depth. */
static size_t weight_of_ways(const struct kzi_condition *cond) {
    size_t weight = kzi_condition_weight(cond);
    bool all = cond->kind == KZI_CONDITION_all_of || cond->kind == KZI_CONDITION_holds;
    for (size_t i = 0; kzi_condition_has_parts(cond) && i < cond->u.parts.count; i++)
        weight += weight_of_ways(cond->u.parts.list[i]) + (all ? JOINED : 0);
    return weight;
}

size_t kzi_walk_weight(const struct kz_ruleset *ruleset) {
    const struct kzi_program *program = ruleset->scoring;
    size_t weight = 0;
    for (unsigned i = 0; i < program->n_owners; i++)
        if (program->verify[i / 64] >> (i % 64) & 1)
            weight += kzi_condition_weight(program->owner_if[i]);
    for (unsigned i = 0; i < program->n_asked; i++)
        weight += kzi_condition_weight(program->asked[i]);
    for (unsigned i = 0; i < ruleset->n_yaku; i++) {
        const struct kzi_yaku *yaku = &ruleset->model->yaku[i];
        if (yaku->combination && yaku->when && yaku->each == KZI_ONCE)
            weight += weight_of_ways(yaku->when);
        else if (yaku->each == KZI_EACH_PATTERN)
            weight += PATTERN;
    }
    return weight;
}
