/* Of the choices of combinations that were solved at load, which is best in most hands: in those
 * where none of the other yaku covers one of theirs or is covered by one. */
#include "compile/layout.h"
#include "compile/program/words.h"

#include <string.h>

struct judge_ctx {
    const struct kz_ruleset *rules;
    const struct kzi_set_choices *choices;
    bool open;
};

/* A choice by itself, after covers: what it comes to, and its list of yaku by falling value. */
struct judged {
    int64_t total;
    unsigned n_keys;
    int64_t keys[KZI_MAX_REMEMBERED];
};

/* The yaku of a choice that are left after covers; false: some instances of one are covered, which
 * hangs on the hand. */
static bool settle(const struct kz_ruleset *rules, const struct kzi_set_choice *choice,
                   uint64_t *left) {
    for (unsigned i = 0; i < choice->n_uses; i++)
        kzi_put_yaku(left, choice->uses[i].yaku);
    bool any = false;
    for (unsigned word = 0; word < rules->yaku_words; word++)
        any |= (left[word] & rules->covering[word]) != 0;
    for (unsigned i = 0; any && i < rules->n_coverers; i++) {
        const struct kzi_coverer *coverer = &rules->coverers[i];
        if (!kzi_has_bit(left, coverer->yaku))
            continue;
        for (unsigned k = 0; k < coverer->n_some; k++)
            if (kzi_has_bit(left, coverer->some[k].yaku))
                return false;
        kzi_drop_words(left, coverer->covers, rules->yaku_words);
    }
    return true;
}

static void add_key(struct judged *judged, int64_t key) {
    unsigned at = judged->n_keys++;
    for (; at && judged->keys[at - 1] < key; at--)
        judged->keys[at] = judged->keys[at - 1];
    judged->keys[at] = key;
}

static bool judge(const struct judge_ctx *ctx, const struct kzi_set_choice *choice,
                  struct judged *judged) {
    uint64_t left[KZI_MAX_YAKU / 64] = {0};
    bool something = false;
    *judged = (struct judged){0, 0, {0}};
    if (!settle(ctx->rules, choice, left))
        return false;
    for (unsigned i = 0; i < choice->n_uses; i++) {
        unsigned yaku = choice->uses[i].yaku;
        int64_t worth = ctx->rules->worth[ctx->open][yaku];
        if (!kzi_has_bit(left, yaku))
            continue;
        something |= kzi_has_bit(ctx->rules->something, yaku);
        judged->total += worth;
        add_key(judged, worth * KZI_MAX_YAKU + (KZI_MAX_YAKU - 1 - (int64_t)yaku));
    }
    return something;
}

/* Whether a comes to more, or to as much by a list that comes first: as whole selections do that
 * have the rest in common. */
static bool is_before(const struct judged *a, const struct judged *b) {
    if (a->total != b->total)
        return a->total > b->total;
    for (unsigned i = 0; i < a->n_keys && i < b->n_keys; i++)
        if (a->keys[i] != b->keys[i])
            return a->keys[i] > b->keys[i];
    return false;
}

/* The best of a list, from 1; 0: that hangs on the hand. */
static unsigned best_of(const struct judge_ctx *ctx, const struct kzi_set_list *list) {
    struct judged best, judged;
    unsigned found = 0;
    for (unsigned i = 0; i < list->count; i++) {
        if (!judge(ctx, &ctx->choices->choices[list->first + i], &judged))
            return 0;
        if (i && !is_before(&judged, &best))
            continue;
        best = judged;
        found = i + 1;
    }
    return found;
}

static void put_pair(const struct kz_ruleset *rules, uint64_t *touched, unsigned a, unsigned b) {
    kzi_put_yaku(touched + (size_t)a * rules->yaku_words, b);
    kzi_put_yaku(touched + (size_t)b * rules->yaku_words, a);
}

/* By yaku those that it covers, whole or in part, or that cover it. */
static uint64_t *find_touched(const struct kz_ruleset *rules) {
    uint64_t *touched =
        KZI_NEW_ARRAY(rules->model->arena, (size_t)rules->n_yaku * rules->yaku_words, uint64_t);
    kzi_arena_spend(rules->model->arena, (size_t)rules->n_coverers * rules->n_yaku / 8);
    for (unsigned i = 0; i < rules->n_coverers; i++) {
        const struct kzi_coverer *coverer = &rules->coverers[i];
        for (unsigned yaku = 0; yaku < rules->n_yaku; yaku++)
            if (kzi_has_bit(coverer->covers, yaku))
                put_pair(rules, touched, coverer->yaku, yaku);
        for (unsigned k = 0; k < coverer->n_some; k++)
            put_pair(rules, touched, coverer->yaku, coverer->some[k].yaku);
    }
    return touched;
}

/* The only choice is the best, unless a yaku of it covers some instances of another. */
static unsigned only_of(const struct judge_ctx *ctx, const struct kzi_set_list *list) {
    uint64_t left[KZI_MAX_YAKU / 64] = {0};
    return settle(ctx->rules, &ctx->choices->choices[list->first], left) ? 1 : 0;
}

static void find_best(const struct judge_ctx *ctx, const struct kzi_set_list *list, unsigned sort,
                      struct kzi_best_choice *best) {
    unsigned found = list->count == 1 ? only_of(ctx, list) : best_of(ctx, list);
    *best = (struct kzi_best_choice){.known = list->whole && found};
    if (!best->known)
        return;
    const struct kzi_set_choice *choice = &ctx->choices->choices[list->first + found - 1];
    best->n_uses = choice->n_uses;
    for (unsigned i = 0; i < KZI_MAX_REMEMBERED && choice->n_uses; i++) {
        best->uses[i] = choice->uses[i < choice->n_uses ? i : 0];
        best->uses[i].sort = (uint8_t)(sort + 1);
        for (unsigned k = 0; k < i && i < choice->n_uses; k++)
            best->repeats |= choice->uses[k].yaku == choice->uses[i].yaku;
    }
}

static void judge_list(const struct kz_ruleset *rules, unsigned sort, const uint64_t *touched_of,
                       struct kzi_set_list *list) {
    const struct kzi_set_choices *choices = &rules->set_choices[sort];
    uint64_t *yaku = kzi_new_yaku_set(rules), *touched = kzi_new_yaku_set(rules);
    kzi_arena_spend(rules->model->arena,
                    (rules->n_yaku + (size_t)list->count * rules->n_coverers) / 8);
    for (unsigned i = 0; i < list->count; i++)
        for (unsigned k = 0; k < choices->choices[list->first + i].n_uses; k++)
            kzi_put_yaku(yaku, choices->choices[list->first + i].uses[k].yaku);
    for (unsigned i = 0; i < rules->n_yaku; i++)
        for (unsigned word = 0; kzi_has_bit(yaku, i) && word < rules->yaku_words; word++)
            touched[word] |= touched_of[(size_t)i * rules->yaku_words + word];
    for (unsigned open = 0; open < 2; open++) {
        struct judge_ctx ctx = {rules, choices, open};
        find_best(&ctx, list, sort, &list->best[open]);
    }
    list->yaku = yaku;
    list->touched = touched;
}

void kzi_judge_choices(struct kz_ruleset *ruleset) {
    const uint64_t *touched_of = find_touched(ruleset);
    for (unsigned sort = 0; sort < KZI_SET_SORTS; sort++) {
        struct kzi_set_choices *choices = &ruleset->set_choices[sort];
        for (unsigned i = 0; i < choices->n_lists; i++)
            judge_list(ruleset, sort, touched_of, &choices->lists[i]);
    }
}
