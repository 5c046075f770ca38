#include "compile/selection/solutions.h"

/* --- groups that hang together ---------------------------------------------------------------- */

bool kzi_may_join(const struct kzi_joined *joined, unsigned groups) {
    for (unsigned i = 0; i < KZI_MAX_GROUPS; i++)
        if (groups >> i & 1 && joined->with[i] & groups & ~(1U << i))
            return false;
    return true;
}

void kzi_join(struct kzi_joined *joined, unsigned groups) {
    unsigned all = groups;
    for (unsigned i = 0; i < KZI_MAX_GROUPS; i++)
        if (groups >> i & 1)
            all |= joined->with[i];
    for (unsigned i = 0; i < KZI_MAX_GROUPS; i++)
        if (all >> i & 1)
            joined->with[i] = (uint16_t)all;
}

/* --- every selection -------------------------------------------------------------------------- */

static bool is_legal(const struct kzi_select *select, const struct kzi_instance *use,
                     const struct kzi_joined *joined) {
    const struct kzi_combinations *policy = &select->model->combinations;
    const struct kzi_yaku *yaku = &select->model->yaku[use->yaku];
    for (unsigned i = 0; i < select->n_uses; i++) {
        const struct kzi_instance *other = &select->uses[i];
        if (other->yaku == use->yaku &&
            (yaku->each == KZI_ONCE || (policy->non_identical && other->groups & use->groups)))
            return false;
    }
    return select->n_uses < KZI_MAX_CHOSEN &&
           (!policy->account_once || kzi_may_join(joined, use->groups));
}

static bool is_used(const struct kzi_select *select, const struct kzi_instance *use) {
    for (unsigned i = 0; i < select->n_uses; i++)
        if (select->uses[i].yaku == use->yaku && select->uses[i].groups == use->groups)
            return true;
    return false;
}

static bool is_whole(const struct kzi_select *select, const struct kzi_joined *joined) {
    for (unsigned i = 0; i < select->n_instances; i++)
        if (!is_used(select, &select->instances[i]) &&
            is_legal(select, &select->instances[i], joined))
            return false;
    return true;
}

void kzi_select_spend(struct kzi_select *select, size_t steps) {
    select->left = steps < select->left ? select->left - (uint32_t)steps : 0;
}

/* Whether one of those after it, or all of them together, could stand in its way: if not, leaving
 * it out is never whole. */
static bool can_be_barred(struct kzi_select *select, unsigned at, const struct kzi_joined *joined) {
    const struct kzi_combinations *policy = &select->model->combinations;
    const struct kzi_instance *use = &select->instances[at];
    struct kzi_joined all = *joined;
    unsigned more = 0;
    kzi_select_spend(select, select->n_instances - at);
    for (unsigned i = at + 1; i < select->n_instances; i++) {
        const struct kzi_instance *other = &select->instances[i];
        if (!is_legal(select, other, joined))
            continue;
        if (other->yaku == use->yaku)
            return true;
        kzi_join(&all, other->groups);
        more++;
    }
    return select->n_uses + more >= KZI_MAX_CHOSEN ||
           (policy->account_once && !kzi_may_join(&all, use->groups));
}

static void try_from(struct kzi_select *select, unsigned at, const struct kzi_joined *joined) {
    if (at == select->n_instances) {
        kzi_select_spend(select, select->n_instances);
        if (is_whole(select, joined))
            select->found(select, select->context);
        return;
    }
    const struct kzi_instance *use = &select->instances[at];
    kzi_select_spend(select, 1);
    if (is_legal(select, use, joined)) {
        struct kzi_joined next = *joined;
        kzi_join(&next, use->groups);
        select->uses[select->n_uses++] = *use;
        try_from(select, at + 1, &next);
        select->n_uses--;
        if (!can_be_barred(select, at, joined))
            return;
        select->cut |= !select->left;
        if (!select->left)
            return;
    }
    try_from(select, at + 1, joined);
}

void kzi_select_all(struct kzi_select *select) {
    static const struct kzi_joined alone;
    select->n_uses = 0;
    try_from(select, 0, &alone);
}
