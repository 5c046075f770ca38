/* Selections of combinations: find the legal ones, compute their worth, and compare them. */
#include "compile/condition/evaluation.h"
#include "compile/program/bitset.h"
#include "compile/ruleset.h"

#include <string.h>

/* --- groups that hang together ---------------------------------------------------------------- */

bool kzi_may_join(const struct kzi_connections *joined, unsigned groups) {
    KZI_EACH_IN(groups, group)
        if (joined->with[group] & groups & ~(1U << group))
            return false;
    return true;
}

void kzi_join(struct kzi_connections *joined, unsigned groups) {
    unsigned all = groups;
    KZI_EACH_IN(groups, group)
        all |= joined->with[group];
    KZI_EACH_IN(all, group)
        joined->with[group] = (uint16_t)all;
}

/* --- every selection -------------------------------------------------------------------------- */

static bool is_legal(const struct kzi_selector *selector, const struct kzi_instance *instance,
                     const struct kzi_connections *joined) {
    const struct kzi_combinations *policy = &selector->model->combinations;
    const struct kzi_yaku *yaku = &selector->model->yaku[instance->yaku];
    for (unsigned i = 0; i < selector->n_chosen; i++) {
        const struct kzi_instance *other = &selector->chosen[i];
        if (other->yaku == instance->yaku &&
            (yaku->each == KZI_ONCE || (policy->non_identical && other->groups & instance->groups)))
            return false;
    }
    return selector->n_chosen < KZI_MAX_CHOSEN &&
           (!policy->account_once || kzi_may_join(joined, instance->groups));
}

/* Return whether no instance can be added to a selection.  taken: its instances, as bits. */
static bool is_whole(const struct kzi_selector *selector, const struct kzi_connections *joined,
                     uint64_t taken) {
    for (unsigned i = 0; i < selector->n_instances; i++)
        if (!(taken >> i & 1) && is_legal(selector, &selector->instances[i], joined))
            return false;
    return true;
}

void kzi_selector_spend(struct kzi_selector *selector, size_t steps) {
    selector->left = steps < selector->left ? selector->left - (uint32_t)steps : 0;
}

/* Return whether later instances, one or all of them together, could exclude instance `at`.  If
 * not, a selection without it is never whole. */
static bool can_be_barred(struct kzi_selector *selector, unsigned at,
                          const struct kzi_connections *joined) {
    const struct kzi_combinations *policy = &selector->model->combinations;
    const struct kzi_instance *instance = &selector->instances[at];
    struct kzi_connections all = *joined;
    unsigned more = 0;
    kzi_selector_spend(selector, selector->n_instances - at);
    for (unsigned i = at + 1; i < selector->n_instances; i++) {
        const struct kzi_instance *other = &selector->instances[i];
        if (!is_legal(selector, other, joined))
            continue;
        if (other->yaku == instance->yaku)
            return true;
        kzi_join(&all, other->groups);
        more++;
    }
    return selector->n_chosen + more >= KZI_MAX_CHOSEN ||
           (policy->account_once && !kzi_may_join(&all, instance->groups));
}

static void try_from(struct kzi_selector *selector, unsigned at,
                     const struct kzi_connections *joined, uint64_t taken) {
    if (at == selector->n_instances) {
        kzi_selector_spend(selector, selector->n_instances);
        if (is_whole(selector, joined, taken))
            selector->found(selector, selector->context);
        return;
    }
    const struct kzi_instance *instance = &selector->instances[at];
    kzi_selector_spend(selector, 1);
    if (is_legal(selector, instance, joined)) {
        struct kzi_connections next = *joined;
        kzi_join(&next, instance->groups);
        selector->chosen[selector->n_chosen++] = *instance;
        try_from(selector, at + 1, &next, taken | UINT64_C(1) << at);
        selector->n_chosen--;
        if (!can_be_barred(selector, at, joined))
            return;
        selector->cut |= !selector->left;
        if (!selector->left)
            return;
    }
    try_from(selector, at + 1, joined, taken);
}

void kzi_selector_run(struct kzi_selector *selector) {
    static const struct kzi_connections alone;
    selector->n_chosen = 0;
    try_from(selector, 0, &alone, 0);
}

/* --- covers ----------------------------------------------------------------------------------- */

void kzi_fill_coverers(const struct kz_ruleset *rules, const uint64_t *yaku,
                       uint64_t places[KZI_YAKU_WORDS]) {
    memset(places, 0, rules->yaku_words * sizeof *places);
    for (unsigned word = 0; word < rules->yaku_words; word++)
        KZI_EACH_IN(yaku[word] & rules->covering[word], bit)
            kzi_set_bit(places, rules->coverer_index[word * 64 + bit]);
}

static unsigned used_by(const struct kzi_selection *now, unsigned yaku) {
    unsigned groups = 0;
    for (unsigned i = 0; i < now->n_chosen; i++)
        if (now->chosen[i].yaku == yaku)
            groups |= now->chosen[i].groups;
    return groups;
}

static bool covers_own(const struct kzi_coverer *coverer, unsigned yaku) {
    for (unsigned i = 0; i < coverer->n_some; i++)
        if (coverer->some[i].yaku == yaku && coverer->some[i].which == KZI_COVERS_OWN)
            return true;
    return false;
}

static bool within_one(const unsigned *covering, unsigned count, unsigned groups) {
    for (unsigned i = 0; i < count; i++)
        if (groups && !(groups & ~covering[i]))
            return true;
    return false;
}

/* Return the number of instances of a yaku that lie within the groups of a coverer that covers only
 * such instances (KZI_COVERS_OWN), among the first `first` coverers, if these count. */
static unsigned instances_within(const struct kzi_weigh_ctx *ctx, const struct kzi_selection *now,
                                 unsigned yaku, unsigned first) {
    const struct kz_ruleset *rules = ctx->rules;
    const struct kzi_yaku *rule = &rules->model->yaku[yaku];
    unsigned covering[KZI_MAX_CHOSEN], n = 0, count = 0, left = 0;
    for (unsigned i = 0; i < first && n < KZI_MAX_CHOSEN; i++)
        if (kzi_has_bit(now->scored, rules->coverers[i].yaku) &&
            covers_own(&rules->coverers[i], yaku))
            covering[n++] = used_by(now, rules->coverers[i].yaku);
    if (!n)
        return 0;
    if (kzi_has_bit(rules->combinations, yaku))
        for (unsigned i = 0; i < now->n_chosen; i++)
            count += now->chosen[i].yaku == yaku && within_one(covering, n, now->chosen[i].groups);
    else if (rule->each == KZI_EACH_SET)
        left = kzi_groups_fitting(&rule->each_set, ctx->reading, ctx->hand);
    KZI_EACH_IN(left, group)
        count += within_one(covering, n, 1U << group);
    return count;
}

static bool find_count(const struct kzi_count *counts, unsigned n, unsigned yaku, unsigned *at) {
    for (*at = 0; *at < n; ++*at)
        if (counts[*at].yaku == yaku)
            return true;
    return false;
}

static unsigned times_of(const struct kzi_weigh_ctx *ctx, const struct kzi_selection *now,
                         unsigned yaku) {
    unsigned at = 0, times = 0;
    if (find_count(now->counts, now->n_counts, yaku, &at))
        return now->counts[at].times;
    for (unsigned i = 0; i < now->n_chosen; i++)
        times += now->chosen[i].yaku == yaku;
    if (!times && find_count(ctx->counts, ctx->n_counts, yaku, &at))
        return ctx->counts[at].times;
    return times ? times : 1;
}

/* Remove the instances of a yaku that coverer `at` covers. */
static void cover_some(struct kzi_weigh_ctx *ctx, struct kzi_selection *now, unsigned at,
                       const struct kzi_cover *cover) {
    if (!kzi_has_bit(now->scored, cover->yaku))
        return;
    ctx->asks_hand |= !ctx->reading && !kzi_has_bit(ctx->rules->combinations, cover->yaku);
    if (ctx->asks_hand)
        return;
    unsigned times = times_of(ctx, now, cover->yaku), covered = cover->number;
    if (cover->which == KZI_COVERS_OWN)
        covered = instances_within(ctx, now, cover->yaku, at + 1) -
                  instances_within(ctx, now, cover->yaku, at);
    if (!covered)
        return;
    times = times > covered ? times - covered : 0;
    unsigned place = 0;
    bool known = find_count(now->counts, now->n_counts, cover->yaku, &place);
    if (!known && now->n_counts < KZI_MAX_CHOSEN)
        now->n_counts++;
    if (place < now->n_counts)
        now->counts[place] = (struct kzi_count){cover->yaku, (uint8_t)times};
    if (!times)
        kzi_clear_bit(now->scored, cover->yaku);
}

static void cover_partly(struct kzi_weigh_ctx *ctx, struct kzi_selection *now, unsigned at) {
    const struct kzi_coverer *coverer = &ctx->rules->coverers[at];
    for (unsigned k = 0; k < coverer->n_some; k++)
        cover_some(ctx, now, at, &coverer->some[k]);
}

static void settle_covers(struct kzi_weigh_ctx *ctx, struct kzi_selection *now) {
    const struct kz_ruleset *rules = ctx->rules;
    uint64_t places[KZI_YAKU_WORDS];
    unsigned at = 0;
    kzi_fill_coverers(rules, now->scored, places);
    KZI_EACH_BIT(places, rules->yaku_words, at) {
        if (!kzi_has_bit(now->scored, rules->coverers[at].yaku))
            continue;
        cover_partly(ctx, now, at);
        kzi_drop_words(now->scored, rules->coverers[at].covers, rules->yaku_words);
    }
}

/* --- weighing --------------------------------------------------------------------------------- */

void kzi_weigh_begin(struct kzi_weigh_ctx *ctx, const uint64_t *yaku) {
    for (unsigned i = 0; i < ctx->rules->yaku_words; i++)
        ctx->held[i] = yaku[i] & ~ctx->rules->combinations[i];
    ctx->n_counts = 0;
    ctx->asks_hand = false;
}

static void settle_selection(struct kzi_weigh_ctx *ctx, struct kzi_selection *now) {
    const struct kz_ruleset *rules = ctx->rules;
    kzi_copy_words(now->scored, ctx->held, rules->yaku_words);
    for (unsigned i = 0; i < now->n_chosen; i++)
        kzi_set_bit(now->scored, now->chosen[i].yaku);
    now->n_counts = 0;
    settle_covers(ctx, now);
    if (rules->nothing_scored >= 0 &&
        kzi_any_common(now->scored, rules->something, rules->yaku_words))
        kzi_clear_bit(now->scored, (unsigned)rules->nothing_scored);
}

void kzi_weigh_selection(struct kzi_weigh_ctx *ctx, struct kzi_selection *now) {
    const struct kz_ruleset *rules = ctx->rules;
    unsigned yaku = 0;
    settle_selection(ctx, now);
    now->total = 0;
    KZI_EACH_BIT(now->scored, rules->yaku_words, yaku) {
        bool repeats = kzi_has_bit(rules->repeatable, yaku);
        now->total += rules->worth[ctx->open][yaku] * (repeats ? times_of(ctx, now, yaku) : 1);
    }
}

int kzi_compare_lists(const struct kzi_weigh_ctx *ctx, const struct kzi_selection *a,
                      const struct kzi_selection *b) {
    const int64_t *worth = ctx->rules->worth[ctx->open];
    uint64_t either[KZI_YAKU_WORDS];
    unsigned yaku = 0, first = 0;
    int order = 0;
    for (unsigned i = 0; i < ctx->rules->yaku_words; i++)
        either[i] = (a->scored[i] ^ b->scored[i]) |
                    (a->scored[i] & b->scored[i] & ctx->rules->repeatable[i]);
    KZI_EACH_BIT(either, ctx->rules->yaku_words, yaku) {
        if (order && worth[yaku] <= worth[first])
            continue;
        int of_a = kzi_has_bit(a->scored, yaku) ? (int)times_of(ctx, a, yaku) : 0;
        int of_b = kzi_has_bit(b->scored, yaku) ? (int)times_of(ctx, b, yaku) : 0;
        if (of_a == of_b)
            continue;
        order = of_b - of_a;
        first = yaku;
    }
    return order;
}

bool kzi_comes_first(const struct kzi_weigh_ctx *ctx, const struct kzi_selection *a,
                     const struct kzi_selection *b) {
    return a->total != b->total ? a->total > b->total : kzi_compare_lists(ctx, a, b) < 0;
}
