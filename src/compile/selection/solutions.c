/* Choices of combinations that are solved when rules are loaded: for each multiset of chows,
 * or of pungs, the one that is best in most hands. */
#include "compile/selection/selection.h"

#include "compile/condition/pattern.h"
#include "compile/program/bitset.h"
#include "compile/program/rank_lists.h"
#include "compile/ruleset.h"

#include <string.h>

#define MAX_LISTS   4096
#define MAX_CHOICES 256  /* of one list */
#define MAX_STEPS   4096 /* of solving one list */

/* A combination, or one of the patterns that it can be. */
struct owner {
    uint16_t pattern, yaku;
};

struct choices_ctx {
    const struct kz_ruleset *rules;
    struct kzi_arena *arena;
    unsigned n_owners, n_lists, n_choices;
    struct owner *owners;
    struct kzi_set_list *lists;
    struct kzi_set_choice *choices;
};

/* --- which patterns are combinations ---------------------------------------------------------- */

/* Add the patterns of a condition; false: the lists lack one. */
static bool add_owners(struct choices_ctx *ctx, const struct kzi_rank_lists *lists,
                       const struct kzi_condition *cond, unsigned yaku) {
    const struct kzi_tests *tests = &ctx->rules->scoring->tests[KZI_F_ASKED];
    unsigned at = 0;
    KZI_EACH_PART(cond, part)
        if (!add_owners(ctx, lists, part, yaku))
            return false;
    if (cond->op != KZI_TEST)
        return true;
    while (at < tests->count && !kzi_measures_same(tests->list[at], cond))
        at++;
    *KZI_ADD(ctx->arena, ctx->owners, ctx->n_owners) = (struct owner){(uint16_t)at, (uint16_t)yaku};
    return at < tests->count && kzi_has_bit(lists->added, at);
}

static bool add_all(struct choices_ctx *ctx, const struct kzi_rank_lists *lists,
                    const uint64_t *combinations) {
    unsigned yaku = 0;
    KZI_EACH_BIT(combinations, ctx->rules->yaku_words, yaku) {
        const struct kzi_yaku *of = &ctx->rules->model->yaku[yaku];
        struct kzi_condition each;
        if (!add_owners(ctx, lists, kzi_condition_each(of, &each) ? &each : of->when, yaku))
            return false;
    }
    return ctx->n_owners > 0;
}

/* --- the choices of one list of instances ----------------------------------------------------- */

static int compare_instances(const struct kzi_instance *a, const struct kzi_instance *b) {
    return a->yaku != b->yaku ? (int)a->yaku - (int)b->yaku : (int)a->groups - (int)b->groups;
}

static void keep_choice(struct kzi_select *select, void *context) {
    struct choices_ctx *ctx = context;
    struct kzi_set_list *list = &ctx->lists[ctx->n_lists - 1];
    struct kzi_set_choice choice = {.n_uses = (uint8_t)select->n_uses};
    if (select->n_uses > KZI_MAX_REMEMBERED || list->count == MAX_CHOICES) {
        list->whole = false;
        return;
    }
    for (unsigned i = 0; i < select->n_uses; i++) {
        unsigned at = i;
        for (; at && compare_instances(&choice.uses[at - 1], &select->uses[i]) > 0; at--)
            choice.uses[at] = choice.uses[at - 1];
        choice.uses[at] = select->uses[i];
    }
    ctx->choices = kzi_arena_more(ctx->arena, ctx->choices, ctx->n_choices, sizeof choice);
    ctx->choices[ctx->n_choices++] = choice;
    list->count++;
}

/* --- lists ------------------------------------------------------------------------------------ */

/* Put an instance in order: by its last set, then by the others, then by yaku.  What is too many
 * falls out at the end. */
static void put_instance(struct kzi_select *select, unsigned yaku, uint8_t groups) {
    unsigned at = select->n_instances;
    if (at < KZI_MAX_INSTANCES)
        select->n_instances++;
    for (; at; at--) {
        const struct kzi_instance *before = &select->instances[at - 1];
        if (before->groups < groups || (before->groups == groups && before->yaku <= yaku))
            break;
        if (at < KZI_MAX_INSTANCES)
            select->instances[at] = *before;
    }
    if (at < KZI_MAX_INSTANCES)
        select->instances[at] = (struct kzi_instance){(uint16_t)yaku, groups, 0};
}

static void solve(struct choices_ctx *ctx, const struct kzi_rank_list *lists, unsigned of) {
    struct kzi_select select = {
        .model = ctx->rules->model, .found = keep_choice, .context = ctx, .left = MAX_STEPS};
    struct kzi_set_list *list = KZI_ADD(ctx->arena, ctx->lists, ctx->n_lists);
    *list = (struct kzi_set_list){.first = ctx->n_choices, .whole = true};
    for (; of; of = lists[of].shorter)
        for (unsigned i = 0; i < ctx->n_owners; i++)
            if (ctx->owners[i].pattern == lists[of].owner)
                put_instance(&select, ctx->owners[i].yaku, lists[of].sets);
    kzi_select_all(&select);
    kzi_arena_spend(ctx->arena, MAX_STEPS - select.left);
    if (select.cut)
        list->whole = false;
}

static void solve_all(const struct kz_ruleset *rules, enum kzi_set_kind kind,
                      struct kzi_set_choices *choices) {
    const struct kzi_rank_rows *ranks = &rules->scoring->ranks[kind];
    struct choices_ctx ctx = {.rules = rules, .arena = rules->model->arena};
    if (!ranks->list_of || ranks->lists->n_used > MAX_LISTS ||
        !add_all(&ctx, ranks->lists, rules->set_combinations[kind]))
        return;
    for (unsigned i = 0; i < ranks->lists->n_used; i++)
        solve(&ctx, ranks->lists->lists, ranks->lists->used[i]);
    *choices = (struct kzi_set_choices){ranks->list_of, ctx.lists, ctx.choices, ctx.n_lists};
}

/* --- the best choice of a list ---------------------------------------------------------------- */

/* Weigh a choice by itself, after covers: so it counts in most hands, where no other yaku covers a
 * part of it.  False: what it comes to depends on the hand. */
static bool judge(struct kzi_weigh_ctx *ctx, const struct kzi_set_choice *choice,
                  struct kzi_selection *judged) {
    judged->n_uses = choice->n_uses;
    memcpy(judged->uses, choice->uses, choice->n_uses * sizeof *choice->uses);
    kzi_weigh_selection(ctx, judged);
    return !ctx->asks_hand;
}

/* The best of a list, from 1; 0: that depends on the hand, or some of it is covered.  Of several
 * each leaves something, so that the yaku that asks for nothing else has no say. */
static unsigned best_of(struct kzi_weigh_ctx *ctx, const struct kzi_set_choices *choices,
                        const struct kzi_set_list *list) {
    struct kzi_selection best, judged;
    unsigned found = 0;
    kzi_weigh_begin(ctx, list->yaku);
    for (unsigned i = 0; i < list->count; i++) {
        if (!judge(ctx, &choices->choices[list->first + i], &judged) ||
            (list->count > 1 &&
             !kzi_any_common(judged.scored, ctx->rules->something, ctx->rules->yaku_words)))
            return 0;
        if (i && !kzi_comes_first(ctx, &judged, &best))
            continue;
        best = judged;
        found = i + 1;
    }
    return found && best.n_counts ? 0 : found;
}

/* By yaku: those that it covers, whole or in part, and those that cover it. */
static uint64_t *find_touched(const struct kz_ruleset *rules) {
    const unsigned words = rules->yaku_words;
    uint64_t *touched = KZI_NEW_ARRAY(rules->model->arena, (size_t)rules->n_yaku * words, uint64_t);
    kzi_arena_spend(rules->model->arena, (size_t)rules->n_coverers * words);
    for (unsigned i = 0; i < rules->n_coverers; i++) {
        const struct kzi_coverer *coverer = &rules->coverers[i];
        uint64_t *own = touched + (size_t)coverer->yaku * words;
        unsigned yaku = 0;
        KZI_EACH_BIT(coverer->covers, words, yaku) {
            kzi_set_bit(own, yaku);
            kzi_set_bit(touched + (size_t)yaku * words, coverer->yaku);
        }
        for (unsigned k = 0; k < coverer->n_some; k++) {
            kzi_set_bit(own, coverer->some[k].yaku);
            kzi_set_bit(touched + (size_t)coverer->some[k].yaku * words, coverer->yaku);
        }
    }
    return touched;
}

static void find_best(struct kzi_weigh_ctx *ctx, const struct kzi_set_choices *choices,
                      const struct kzi_set_list *list, unsigned kind,
                      struct kzi_best_choice *best) {
    unsigned found = best_of(ctx, choices, list);
    *best = (struct kzi_best_choice){.known = list->whole && found};
    if (!best->known)
        return;
    const struct kzi_set_choice *choice = &choices->choices[list->first + found - 1];
    best->n_uses = choice->n_uses;
    for (unsigned i = 0; i < KZI_MAX_REMEMBERED && choice->n_uses; i++) {
        best->uses[i] = choice->uses[i < choice->n_uses ? i : 0];
        best->uses[i].kind = (uint8_t)(kind + 1);
        for (unsigned k = 0; k < i && i < choice->n_uses; k++)
            best->repeats |= choice->uses[k].yaku == choice->uses[i].yaku;
    }
}

/* touched: by yaku, of one. */
static void judge_list(const struct kz_ruleset *rules, unsigned kind, const uint64_t *touched,
                       struct kzi_set_list *list) {
    const struct kzi_set_choices *choices = &rules->set_choices[kind];
    uint64_t *yaku = kzi_yaku_set_new(rules), *any = kzi_yaku_set_new(rules);
    unsigned one = 0;
    kzi_arena_spend(rules->model->arena, (size_t)list->count * rules->n_coverers / 8);
    for (unsigned i = 0; i < list->count; i++)
        for (unsigned k = 0; k < choices->choices[list->first + i].n_uses; k++)
            kzi_set_bit(yaku, choices->choices[list->first + i].uses[k].yaku);
    KZI_EACH_BIT(yaku, rules->yaku_words, one)
    for (unsigned word = 0; word < rules->yaku_words; word++)
        any[word] |= touched[(size_t)one * rules->yaku_words + word];
    list->yaku = yaku;
    list->touched = any;
    for (unsigned open = 0; open < 2; open++) {
        struct kzi_weigh_ctx ctx = {.rules = rules, .open = open};
        find_best(&ctx, choices, list, kind, &list->best[open]);
    }
}

void kzi_solve_combinations(struct kz_ruleset *ruleset) {
    const uint64_t *touched = ruleset->combines ? find_touched(ruleset) : NULL;
    for (unsigned kind = 0; ruleset->scoring && kind < KZI_ALONE_KINDS; kind++) {
        struct kzi_set_choices *choices = &ruleset->set_choices[kind];
        if (ruleset->any_set_combination[kind])
            solve_all(ruleset, kind, choices);
        for (unsigned i = 0; i < choices->n_lists; i++)
            judge_list(ruleset, kind, touched, &choices->lists[i]);
    }
}
