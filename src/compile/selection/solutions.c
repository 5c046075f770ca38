/* Solve selections among combinations when rules are loaded: for each multiset of chows, or of
 * pungs, find the selection that is best in most hands. */
#include "compile/selection/selection.h"

#include "compile/condition/pattern.h"
#include "compile/program/bitset.h"
#include "compile/program/rank_lists.h"
#include "compile/ruleset.h"

#include <string.h>

#define MAX_LISTS 4096
#define MAX_STEPS 4096 /* for one list */

/* A combination and one of its patterns. */
struct pattern_use {
    uint16_t pattern, yaku;
};

struct solve_ctx {
    const struct kz_ruleset *rules;
    unsigned n_patterns;
    struct pattern_use *patterns;
    /* The list being solved: */
    unsigned n_selections;
    bool overlong; /* a selection has more instances than are remembered */
    bool bare;     /* a selection leaves no yaku of rules->something */
    uint64_t *yaku;
    struct kzi_weigh_ctx weighing;
    struct kzi_selection now, best[2]; /* best: by openness */
};

/* --- which patterns are combinations ---------------------------------------------------------- */

/* Add the patterns of a condition.  Return false if the lists lack one of them. */
static bool add_patterns(struct solve_ctx *ctx, const struct kzi_rank_lists *lists,
                         const struct kzi_condition *cond, unsigned yaku) {
    const struct kzi_tests *tests = &ctx->rules->scoring->tests[KZI_F_ASKED];
    unsigned at = 0;
    KZI_EACH_PART(cond, part)
        if (!add_patterns(ctx, lists, part, yaku))
            return false;
    if (cond->op != KZI_TEST)
        return true;
    while (at < tests->count && !kzi_measures_equal(tests->list[at], cond))
        at++;
    *KZI_ADD(ctx->rules->model->arena, ctx->patterns, ctx->n_patterns) =
        (struct pattern_use){(uint16_t)at, (uint16_t)yaku};
    return at < tests->count && kzi_has_bit(lists->added, at);
}

static bool add_all(struct solve_ctx *ctx, const struct kzi_rank_lists *lists,
                    const uint64_t *combinations) {
    unsigned yaku = 0;
    KZI_EACH_BIT(combinations, ctx->rules->yaku_words, yaku) {
        const struct kzi_yaku *rule = &ctx->rules->model->yaku[yaku];
        struct kzi_condition each;
        if (!add_patterns(ctx, lists, kzi_condition_each(rule, &each) ? &each : rule->when, yaku))
            return false;
    }
    return ctx->n_patterns > 0;
}

/* --- the selections of one list of instances ------------------------------------------------- */

/* Weigh a selection by itself, after covers, and keep the better one.  This is its worth in all
 * hands in which no other yaku covers a part of it. */
static void weigh_one(struct kzi_selector *selector, void *context) {
    struct solve_ctx *ctx = context;
    struct kzi_selection *now = &ctx->now;
    now->n_chosen = selector->n_chosen;
    memcpy(now->chosen, selector->chosen, selector->n_chosen * sizeof *selector->chosen);
    for (unsigned i = 0; i < selector->n_chosen; i++)
        kzi_set_bit(ctx->yaku, selector->chosen[i].yaku);
    for (unsigned open = 0; open < 2; open++) {
        ctx->weighing.open = open;
        kzi_weigh_selection(&ctx->weighing, now);
        if (!ctx->n_selections || kzi_comes_first(&ctx->weighing, now, &ctx->best[open]))
            ctx->best[open] = *now;
    }
    ctx->n_selections++;
    ctx->overlong |= now->n_chosen > KZI_MAX_REMEMBERED;
    ctx->bare |= !kzi_any_common(now->scored, ctx->rules->something, ctx->rules->yaku_words);
}

static bool is_before(const struct kzi_instance *a, const struct kzi_instance *b) {
    return a->yaku != b->yaku ? a->yaku < b->yaku : a->groups < b->groups;
}

/* Store the instances of a selection, sorted by yaku. */
static void keep_best(const struct kzi_selection *from, unsigned kind,
                      struct kzi_best_selection *best) {
    best->known = true;
    for (unsigned i = 0; i < from->n_chosen; i++) {
        unsigned at = best->n_chosen++;
        for (; at && is_before(&from->chosen[i], &best->chosen[at - 1]); at--)
            best->chosen[at] = best->chosen[at - 1];
        best->chosen[at] = from->chosen[i];
        best->chosen[at].kind = (uint8_t)(kind + 1);
    }
    for (unsigned i = 1; i < from->n_chosen; i++)
        best->repeats |= best->chosen[i].yaku == best->chosen[i - 1].yaku;
    for (unsigned i = from->n_chosen; i < KZI_MAX_REMEMBERED; i++)
        best->chosen[i] = best->chosen[0];
}

/* Find the yaku that cover a yaku of a list, or are covered by one, whole or in part. */
static void fill_touched(const struct kz_ruleset *rules, const uint64_t *yaku, uint64_t *touched) {
    for (unsigned i = 0; i < rules->n_coverers; i++) {
        const struct kzi_coverer *coverer = &rules->coverers[i];
        const bool covers = kzi_has_bit(yaku, coverer->yaku);
        bool covered = kzi_any_common(coverer->covers, yaku, rules->yaku_words);
        for (unsigned word = 0; covers && word < rules->yaku_words; word++)
            touched[word] |= coverer->covers[word];
        for (unsigned k = 0; k < coverer->n_some; k++) {
            covered |= kzi_has_bit(yaku, coverer->some[k].yaku);
            kzi_put_bit_if(touched, coverer->some[k].yaku, covers);
        }
        kzi_put_bit_if(touched, coverer->yaku, covered);
    }
}

/* --- lists ------------------------------------------------------------------------------------ */

/* Insert an instance in order: by its last set, then by its other sets, then by yaku.  If there is
 * no more room, drop the last instance. */
static void put_instance(struct kzi_selector *selector, unsigned yaku, uint8_t groups) {
    unsigned at = selector->n_instances;
    if (at < KZI_MAX_INSTANCES)
        selector->n_instances++;
    for (; at; at--) {
        const struct kzi_instance *before = &selector->instances[at - 1];
        if (before->groups < groups || (before->groups == groups && before->yaku <= yaku))
            break;
        if (at < KZI_MAX_INSTANCES)
            selector->instances[at] = *before;
    }
    if (at < KZI_MAX_INSTANCES)
        selector->instances[at] = (struct kzi_instance){(uint16_t)yaku, groups, 0};
}

/* Find the best selection of a list.  It stays unknown if it depends on the hand.  If there are
 * several selections, each must leave a yaku that counts: otherwise `nothing_scored` could hold,
 * which depends on the rest of the hand. */
static void solve(struct solve_ctx *ctx, const struct kzi_rank_list *lists, unsigned at,
                  unsigned kind, struct kzi_set_list *list) {
    const struct kz_ruleset *rules = ctx->rules;
    struct kzi_selector selector = {
        .model = rules->model, .found = weigh_one, .context = ctx, .left = MAX_STEPS};
    uint64_t *touched = kzi_yaku_set_new(rules);
    for (; at; at = lists[at].shorter)
        for (unsigned i = 0; i < ctx->n_patterns; i++)
            if (ctx->patterns[i].pattern == lists[at].test_index)
                put_instance(&selector, ctx->patterns[i].yaku, lists[at].sets);
    ctx->n_selections = 0;
    ctx->overlong = ctx->bare = false;
    ctx->yaku = kzi_yaku_set_new(rules);
    kzi_weigh_begin(&ctx->weighing, ctx->yaku);
    kzi_selector_run(&selector);
    kzi_arena_spend(rules->model->arena, MAX_STEPS - selector.left +
                                             (size_t)(ctx->n_selections + rules->yaku_words / 8) *
                                                 rules->n_coverers / 8);
    list->several = ctx->n_selections > 1;
    if (list->several)
        fill_touched(rules, ctx->yaku, touched);
    const bool known = !selector.cut && !ctx->overlong && !ctx->weighing.asks_hand &&
                       !(list->several && ctx->bare);
    for (unsigned open = 0; known && open < 2; open++)
        if (!ctx->best[open].n_counts) /* otherwise some of its instances are covered */
            keep_best(&ctx->best[open], kind, &list->best[open]);
    list->yaku = ctx->yaku;
    list->touched = touched;
}

static void solve_all(const struct kz_ruleset *rules, enum kzi_set_kind kind,
                      struct kzi_set_selections *choices) {
    const struct kzi_rank_rows *ranks = &rules->scoring->ranks[kind];
    struct solve_ctx *ctx = KZI_NEW(rules->model->arena, struct solve_ctx);
    ctx->rules = ctx->weighing.rules = rules;
    if (!ranks->list_of || ranks->lists->n_used > MAX_LISTS ||
        !add_all(ctx, ranks->lists, rules->set_combinations[kind]))
        return;
    choices->list_of = ranks->list_of;
    choices->lists = KZI_NEW_ARRAY(rules->model->arena, ranks->lists->n_used, struct kzi_set_list);
    for (unsigned i = 0; i < ranks->lists->n_used; i++)
        solve(ctx, ranks->lists->lists, ranks->lists->used[i], kind, &choices->lists[i]);
}

void kzi_solve_combinations(struct kz_ruleset *ruleset) {
    for (unsigned kind = 0; ruleset->scoring && kind < KZI_ALONE_KINDS; kind++)
        if (ruleset->any_set_combination[kind])
            solve_all(ruleset, (enum kzi_set_kind)kind, &ruleset->set_selections[kind]);
}
