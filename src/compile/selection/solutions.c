#include "compile/selection/selection.h"

#include "base/compiler.h"
#include "compile/condition/pattern.h"
#include "compile/program/builder.h"
#include "compile/program/words.h"
#include "compile/ruleset.h"

#include <string.h>

#define MAX_YAKU     64
#define LIST_SLOTS   8192 /* of the table by which equal lists of instances are found */
#define MOST_CHOICES 256  /* of one list */
#define MOST_STEPS   4096 /* of solving one list */

struct instances {
    unsigned count;
    struct kzi_instance *list;
};

struct choices_ctx {
    enum kzi_set_kind kind;
    struct kzi_arena *arena;
    const struct kzi_model *model;
    const uint64_t *bound;
    unsigned n_yaku;
    uint16_t yaku[MAX_YAKU];
    uint64_t *exact; /* by rank: of yaku those of which these sets are an instance, by bit */
    uint64_t singles[KZI_HONOR], pairs[KZI_HONOR][KZI_HONOR]; /* the same, by rising tile */
    uint32_t seconds[KZI_HONOR];           /* tiles that are an instance with this one, by bit */
    uint32_t thirds[KZI_HONOR][KZI_HONOR]; /* with these two */
    uint16_t *list_of;                     /* by rank */
    uint16_t *slots;                       /* list + 1 by the hash of its instances */
    unsigned n_lists, n_choices;
    struct kzi_set_list *lists;
    struct instances *instances_of; /* by list */
    struct kzi_set_choice *choices;
};

/* Four sets at most, by rising tile, and the instances that subsets of them are. */
struct multiset {
    struct kzi_ranked_sets sets;
    unsigned rank, list;
    uint32_t ends; /* tiles that are an instance with at most two of these sets, by bit */
    unsigned tiles[KZI_RANKED_SETS];
    unsigned n_instances;
    struct kzi_instance instances[KZI_MAX_INSTANCES];
};

static bool of_chows(const struct choices_ctx *ctx) {
    return ctx->kind == KZI_OF_CHOWS_ALONE;
}

static unsigned rank_of(const struct choices_ctx *ctx, const struct kzi_ranked_sets *sets) {
    return kzi_rank_of_sets(sets, of_chows(ctx));
}

/* --- which multisets are instances ------------------------------------------------------------ */

static void sort(unsigned *tiles, unsigned count) {
    for (unsigned i = 1; i < count; i++)
        for (unsigned k = i; k && tiles[k - 1] > tiles[k]; k--) {
            unsigned tile = tiles[k];
            tiles[k] = tiles[k - 1];
            tiles[k - 1] = tile;
        }
}

/* Mark the sets of these tiles, which a hand can have, as an instance. */
static void mark_instance(struct choices_ctx *ctx, uint64_t yaku, unsigned *tiles, unsigned count) {
    sort(tiles, count);
    if (count == 1) {
        ctx->singles[tiles[0]] |= yaku;
    } else if (count == 2) {
        ctx->pairs[tiles[0]][tiles[1]] |= yaku;
        ctx->seconds[tiles[0]] |= UINT32_C(1) << tiles[1];
    } else if (count == 3) {
        ctx->thirds[tiles[0]][tiles[1]] |= UINT32_C(1) << tiles[2];
    }
}

static void mark_pattern(struct choices_ctx *ctx, unsigned number,
                         const struct kzi_pattern *pattern) {
    uint64_t yaku = UINT64_C(1) << number;
    for (unsigned fall = 0; fall < KZI_FALLS; fall++)
        for (unsigned n = 1; n <= 9; n++) {
            struct kzi_group groups[KZI_MAX_TERMS];
            struct kzi_ranked_sets sets = {.count = 0};
            unsigned tiles[KZI_MAX_TERMS];
            bool placed = kzi_place_pattern(pattern, fall, n, groups);
            for (unsigned i = 0; placed && i < pattern->n_terms; i++) {
                tiles[i] = groups[i].tile;
                placed = kzi_ranked_sets_add(&sets, of_chows(ctx), tiles[i]);
            }
            if (!placed)
                continue;
            ctx->exact[rank_of(ctx, &sets)] |= yaku;
            mark_instance(ctx, yaku, tiles, sets.count);
        }
}

static void mark_condition(struct choices_ctx *ctx, unsigned yaku,
                           const struct kzi_condition *cond) {
    if (cond->kind == KZI_CONDITION_has)
        mark_pattern(ctx, yaku, cond->u.pattern);
    else
        for (size_t i = 0; i < cond->u.parts.count; i++)
            mark_condition(ctx, yaku, cond->u.parts.list[i]);
}

static bool mark_all(struct choices_ctx *ctx, const uint64_t *yaku) {
    for (unsigned i = 0; i < ctx->model->yaku_names.count; i++) {
        const struct kzi_yaku *of = &ctx->model->yaku[i];
        if (!(yaku[i / 64] >> (i % 64) & 1))
            continue;
        if (ctx->n_yaku == MAX_YAKU)
            return false;
        ctx->yaku[ctx->n_yaku] = (uint16_t)i;
        if (of->each == KZI_EACH_PATTERN)
            mark_pattern(ctx, ctx->n_yaku++, of->each_pattern);
        else
            mark_condition(ctx, ctx->n_yaku++, of->when);
    }
    return ctx->n_yaku > 0;
}

/* --- the choices of one list of instances ----------------------------------------------------- */

static int compare(const struct kzi_instance *a, const struct kzi_instance *b) {
    return a->yaku != b->yaku ? (int)a->yaku - (int)b->yaku : (int)a->groups - (int)b->groups;
}

static bool same_effect(const struct choices_ctx *ctx, const struct kzi_set_choice *a,
                        const struct kzi_set_choice *b) {
    if (a->n_uses != b->n_uses)
        return false;
    for (unsigned i = 0; i < a->n_uses; i++) {
        unsigned yaku = a->uses[i].yaku;
        bool bound = ctx->bound[yaku / 64] >> (yaku % 64) & 1;
        if (yaku != b->uses[i].yaku || (bound && a->uses[i].groups != b->uses[i].groups))
            return false;
    }
    return true;
}

static void keep_choice(struct kzi_select *select, void *context) {
    struct choices_ctx *ctx = context;
    struct kzi_set_list *list = &ctx->lists[ctx->n_lists - 1];
    struct kzi_set_choice choice = {.n_uses = (uint8_t)select->n_uses};
    if (select->n_uses > KZI_MAX_REMEMBERED || list->count == MOST_CHOICES) {
        list->whole = false;
        return;
    }
    for (unsigned i = 0; i < select->n_uses; i++) {
        unsigned at = i;
        for (; at && compare(&choice.uses[at - 1], &select->uses[i]) > 0; at--)
            choice.uses[at] = choice.uses[at - 1];
        choice.uses[at] = select->uses[i];
    }
    kzi_select_spend(select, list->count / 4);
    for (unsigned i = 0; i < list->count; i++)
        if (same_effect(ctx, &choice, &ctx->choices[list->first + i]))
            return;
    ctx->choices = kzi_arena_more(ctx->arena, ctx->choices, ctx->n_choices, sizeof choice);
    ctx->choices[ctx->n_choices++] = choice;
    list->count++;
}

/* --- lists ------------------------------------------------------------------------------------ */

/* Return the yaku of which three sets are an instance. */
static uint64_t of_three(const struct choices_ctx *ctx, unsigned a, unsigned b, unsigned c) {
    struct kzi_ranked_sets three = {.count = 0};
    kzi_ranked_sets_add(&three, of_chows(ctx), a);
    kzi_ranked_sets_add(&three, of_chows(ctx), b);
    kzi_ranked_sets_add(&three, of_chows(ctx), c);
    return ctx->exact[rank_of(ctx, &three)];
}

/* Return the yaku of which the last set and these before it, by bit, are an instance. */
static uint64_t with_last(const struct choices_ctx *ctx, const struct multiset *sets,
                          unsigned before) {
    unsigned last = sets->tiles[sets->sets.count - 1];
    if (!before)
        return ctx->singles[last];
    unsigned first = sets->tiles[__builtin_ctz(before)], others = before & (before - 1);
    if (!others)
        return ctx->pairs[first][last];
    if (others & (others - 1))
        return ctx->exact[sets->rank];
    unsigned second = sets->tiles[__builtin_ctz(others)];
    return ctx->thirds[first][second] >> last & 1 ? of_three(ctx, first, second, last) : 0;
}

static void add_instances(const struct choices_ctx *ctx, struct multiset *sets) {
    unsigned bit = 1U << (sets->sets.count - 1);
    for (unsigned before = 0; before < bit; before++)
        for (uint64_t yaku = with_last(ctx, sets, before); yaku; yaku &= yaku - 1)
            if (sets->n_instances < KZI_MAX_INSTANCES)
                sets->instances[sets->n_instances++] = (struct kzi_instance){
                    .yaku = ctx->yaku[__builtin_ctzll(yaku)], .groups = (uint8_t)(bit + before)};
}

/* Append the set of a tile without its instances. */
static void append(const struct choices_ctx *ctx, struct multiset *sets, unsigned tile) {
    sets->ends |= ctx->seconds[tile];
    for (unsigned i = 0; i < sets->sets.count; i++)
        sets->ends |= ctx->thirds[sets->tiles[i]][tile];
    sets->tiles[sets->sets.count] = tile;
}

static uint32_t hash_of(const struct multiset *sets) {
    uint32_t hash = 2166136261U;
    for (unsigned i = 0; i < sets->n_instances; i++) {
        hash = (hash ^ sets->instances[i].yaku) * 16777619U;
        hash = (hash ^ sets->instances[i].groups) * 16777619U;
    }
    return hash ^ hash >> 15;
}

static bool same_instances(const struct multiset *a, const struct instances *b) {
    KZI_ASSUME(b); /* a list whose number is in a slot was made */
    return a->n_instances == b->count &&
           (!a->n_instances ||
            !memcmp(a->instances, b->list, a->n_instances * sizeof *a->instances));
}

static unsigned new_list(struct choices_ctx *ctx, const struct multiset *sets) {
    struct kzi_select select = {.model = ctx->model,
                                .n_instances = sets->n_instances,
                                .found = keep_choice,
                                .context = ctx,
                                .left = MOST_STEPS};
    unsigned made = ctx->n_lists++;
    ctx->lists = kzi_arena_more(ctx->arena, ctx->lists, made, sizeof *ctx->lists);
    ctx->instances_of =
        kzi_arena_more(ctx->arena, ctx->instances_of, made, sizeof *ctx->instances_of);
    ctx->lists[made] = (struct kzi_set_list){.first = ctx->n_choices, .whole = true};
    ctx->instances_of[made] = (struct instances){sets->n_instances, NULL};
    if (sets->n_instances) {
        size_t size = sets->n_instances * sizeof *sets->instances;
        ctx->instances_of[made].list =
            memcpy(kzi_arena_alloc(ctx->arena, size), sets->instances, size);
        memcpy(select.instances, sets->instances, size);
    }
    kzi_select_all(&select);
    kzi_arena_spend(ctx->arena, MOST_STEPS - select.left);
    if (select.cut)
        ctx->lists[made].whole = false;
    return made;
}

/* Most multisets meet the same few lists of instances: each list is solved once. */
static unsigned list_for(struct choices_ctx *ctx, const struct multiset *sets) {
    unsigned slot = hash_of(sets) % LIST_SLOTS;
    while (ctx->slots[slot] && !same_instances(sets, &ctx->instances_of[ctx->slots[slot] - 1]))
        slot = (slot + 1) % LIST_SLOTS;
    if (!ctx->slots[slot])
        ctx->slots[slot] = (uint16_t)(new_list(ctx, sets) + 1);
    return ctx->slots[slot] - 1U;
}

/* List all multisets that begin with these sets; each has the list of its beginning unless its last
 * set is part of an instance. */
static bool list_from(struct choices_ctx *ctx, const struct multiset *sets, unsigned from) {
    if (ctx->n_lists > LIST_SLOTS / 2)
        return false;
    kzi_arena_spend(ctx->arena, 8);
    ctx->list_of[sets->rank] = (uint16_t)sets->list;
    for (unsigned tile = from; tile < KZI_HONOR && sets->sets.count < KZI_RANKED_SETS; tile++) {
        struct kzi_ranked_sets ranked = sets->sets;
        if (!kzi_ranked_sets_add(&ranked, of_chows(ctx), tile))
            continue;
        unsigned rank = rank_of(ctx, &ranked);
        bool same = !(sets->ends >> tile & 1) && !ctx->exact[rank];
        if (same && ranked.count == KZI_RANKED_SETS) {
            kzi_arena_spend(ctx->arena, 8);
            ctx->list_of[rank] = (uint16_t)sets->list;
            continue;
        }
        struct multiset more = *sets;
        append(ctx, &more, tile);
        more.sets = ranked;
        more.rank = rank;
        if (!same) {
            add_instances(ctx, &more);
            more.list = list_for(ctx, &more);
        }
        if (!list_from(ctx, &more, tile))
            return false;
    }
    return true;
}

void kzi_set_choices_make(struct kzi_arena *arena, const struct kzi_model *model,
                          const uint64_t *yaku, const uint64_t *bound, enum kzi_set_kind kind,
                          struct kzi_set_choices *choices) {
    struct choices_ctx ctx = {.arena = arena, .model = model, .bound = bound, .kind = kind};
    struct multiset none = {.n_instances = 0};
    size_t ranks = kind == KZI_OF_PUNGS_ALONE ? KZI_PUNG_RANKS : KZI_CHOW_RANKS;
    ctx.exact = KZI_NEW_ARRAY(arena, ranks, uint64_t);
    if (!mark_all(&ctx, yaku))
        return;
    ctx.list_of = KZI_NEW_ARRAY(arena, ranks, uint16_t);
    ctx.slots = KZI_NEW_ARRAY(arena, LIST_SLOTS, uint16_t);
    for (unsigned tile = 0; tile < KZI_HONOR; tile++)
        none.ends |= (uint32_t)(ctx.singles[tile] != 0) << tile;
    none.rank = rank_of(&ctx, &none.sets);
    none.list = list_for(&ctx, &none);
    if (list_from(&ctx, &none, 0))
        *choices = (struct kzi_set_choices){ctx.list_of, ctx.lists, ctx.choices, ctx.n_lists,
                                            ctx.n_choices};
}

/* --- which choice is best in most hands: in those where none of the other yaku covers one of -- */

/* A choice by itself, after covers; false: which is best depends on the hand. */
static bool judge(struct kzi_weigh_ctx *ctx, const struct kzi_set_choice *choice,
                  struct kzi_selection *judged) {
    judged->n_uses = choice->n_uses;
    memcpy(judged->uses, choice->uses, choice->n_uses * sizeof *choice->uses);
    kzi_weigh(ctx, judged);
    return !ctx->asks_hand;
}

/* The best of a list, from 1; 0: that depends on the hand.  Of several each leaves something, so
 * that the yaku that asks for nothing else has no say. */
static unsigned best_of(struct kzi_weigh_ctx *ctx, const struct kzi_set_choices *choices,
                        const struct kzi_set_list *list) {
    struct kzi_selection best, judged;
    unsigned found = 0;
    kzi_weigh_start(ctx, list->yaku);
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
    return found;
}

/* The yaku that are covered by one of these, whole or in part, or that cover one. */
static uint64_t *find_touched(const struct kz_ruleset *rules, const uint64_t *yaku) {
    uint64_t *touched = kzi_new_yaku_set(rules);
    kzi_arena_spend(rules->model->arena, (size_t)rules->n_coverers * rules->yaku_words / 8);
    for (unsigned i = 0; i < rules->n_coverers; i++) {
        const struct kzi_coverer *coverer = &rules->coverers[i];
        bool is_one = kzi_has_bit(yaku, coverer->yaku);
        bool covers = kzi_any_common(coverer->covers, yaku, rules->yaku_words);
        for (unsigned word = 0; is_one && word < rules->yaku_words; word++)
            touched[word] |= coverer->covers[word];
        for (unsigned k = 0; k < coverer->n_some; k++) {
            covers |= kzi_has_bit(yaku, coverer->some[k].yaku);
            if (is_one)
                kzi_put_bit(touched, coverer->some[k].yaku);
        }
        if (covers)
            kzi_put_bit(touched, coverer->yaku);
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

static void judge_list(const struct kz_ruleset *rules, unsigned kind, struct kzi_set_list *list) {
    const struct kzi_set_choices *choices = &rules->set_choices[kind];
    uint64_t *yaku = kzi_new_yaku_set(rules);
    kzi_arena_spend(rules->model->arena, (size_t)list->count * rules->n_coverers / 8);
    for (unsigned i = 0; i < list->count; i++)
        for (unsigned k = 0; k < choices->choices[list->first + i].n_uses; k++)
            kzi_put_bit(yaku, choices->choices[list->first + i].uses[k].yaku);
    list->yaku = yaku;
    list->touched = find_touched(rules, yaku);
    for (unsigned open = 0; open < 2; open++) {
        struct kzi_weigh_ctx ctx = {.rules = rules, .open = open};
        find_best(&ctx, choices, list, kind, &list->best[open]);
    }
}

void kzi_judge_choices(struct kz_ruleset *ruleset) {
    for (unsigned kind = 0; kind < KZI_ALONE_KINDS; kind++) {
        struct kzi_set_choices *choices = &ruleset->set_choices[kind];
        for (unsigned i = 0; i < choices->n_lists; i++)
            judge_list(ruleset, kind, &choices->lists[i]);
    }
}
