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

/* The instances of a list: those of the list that it continues, and more. */
struct instances {
    unsigned of, inherited, count;
    struct kzi_instance *list;
};

struct choices_ctx {
    enum kzi_set_kind kind;
    struct kzi_arena *arena;
    const struct kzi_model *model;
    const uint64_t *bound;
    unsigned n_yaku;
    uint16_t yaku[MAX_YAKU];
    uint16_t *exact;   /* by rank: number + 1 in yaku_of */
    uint64_t *yaku_of; /* those of which the sets of one rank are an instance, by bit of yaku */
    unsigned n_exact;
    uint64_t singles[KZI_HONOR], pairs[KZI_HONOR][KZI_HONOR]; /* the same, by rising tile */
    uint32_t firsts;                       /* tiles that are an instance alone, by bit */
    uint32_t seconds[KZI_HONOR];           /* with this one */
    uint32_t thirds[KZI_HONOR][KZI_HONOR]; /* with these two */
    uint16_t *list_of;                     /* by rank */
    uint16_t *slots;                       /* list + 1 by the hash of its instances */
    unsigned n_lists, n_choices;
    struct kzi_set_list *lists;
    struct instances *instances_of; /* by list */
    struct kzi_set_choice *choices;
};

/* Four sets at most, by rising tile. */
struct multiset {
    struct kzi_ranked_sets sets;
    unsigned list;
    unsigned tiles[KZI_RANKED_SETS];
    uint32_t ends[1 << (KZI_RANKED_SETS - 1)]; /* tiles that are an instance with these, by bit */
    unsigned some;                             /* of these those that have such tiles, by bit */
    uint32_t all_ends;                         /* tiles that are an instance with any of these */
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

static uint64_t *exact_at(struct choices_ctx *ctx, unsigned rank) {
    if (!ctx->exact[rank]) {
        ctx->yaku_of = kzi_arena_more(ctx->arena, ctx->yaku_of, ctx->n_exact, sizeof *ctx->yaku_of);
        ctx->yaku_of[ctx->n_exact++] = 0;
        ctx->exact[rank] = (uint16_t)ctx->n_exact;
    }
    return &ctx->yaku_of[ctx->exact[rank] - 1];
}

/* Mark the sets of these tiles, which a hand can have, as an instance. */
static void mark_instance(struct choices_ctx *ctx, uint64_t yaku, unsigned *tiles, unsigned count) {
    sort(tiles, count);
    if (count == 1) {
        ctx->singles[tiles[0]] |= yaku;
        ctx->firsts |= UINT32_C(1) << tiles[0];
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
            *exact_at(ctx, rank_of(ctx, &sets)) |= yaku;
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

/* Return the uses whose sets all lie within those of the yaku of use number `at`, by bit. */
static unsigned uses_within(const struct kzi_set_choice *choice, unsigned at) {
    unsigned sets = 0, within = 0;
    for (unsigned i = 0; i < choice->n_uses; i++)
        sets |= choice->uses[i].yaku == choice->uses[at].yaku ? choice->uses[i].groups : 0U;
    for (unsigned i = 0; i < choice->n_uses; i++)
        within |= choice->uses[i].groups & ~sets ? 0 : 1U << i;
    return within;
}

/* Covers of a yaku's own sets act alike if the same uses lie within one another. */
static bool same_effect(const struct choices_ctx *ctx, const struct kzi_set_choice *a,
                        const struct kzi_set_choice *b) {
    if (a->n_uses != b->n_uses)
        return false;
    for (unsigned i = 0; i < a->n_uses; i++) {
        unsigned yaku = a->uses[i].yaku;
        bool bound = ctx->bound[yaku / 64] >> (yaku % 64) & 1;
        if (yaku != b->uses[i].yaku || (bound && a->uses[i].groups != b->uses[i].groups) ||
            uses_within(a, i) != uses_within(b, i))
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

static uint64_t yaku_of_rank(const struct choices_ctx *ctx, unsigned rank) {
    return ctx->exact[rank] ? ctx->yaku_of[ctx->exact[rank] - 1] : 0;
}

/* Return the yaku of which three sets are an instance. */
static uint64_t of_three(const struct choices_ctx *ctx, unsigned a, unsigned b, unsigned c) {
    struct kzi_ranked_sets three = {.count = 0};
    kzi_ranked_sets_add(&three, of_chows(ctx), a);
    kzi_ranked_sets_add(&three, of_chows(ctx), b);
    kzi_ranked_sets_add(&three, of_chows(ctx), c);
    return yaku_of_rank(ctx, rank_of(ctx, &three));
}

/* Return the yaku of which a set and these before it, two at most, by bit, are an instance. */
static uint64_t with_last(const struct choices_ctx *ctx, const struct multiset *sets,
                          unsigned before, unsigned last) {
    if (!before)
        return ctx->singles[last];
    unsigned first = sets->tiles[__builtin_ctz(before)], others = before & (before - 1);
    return others ? of_three(ctx, first, sets->tiles[__builtin_ctz(others)], last)
                  : ctx->pairs[first][last];
}

static void put_ends(struct multiset *sets, unsigned before, uint32_t tiles) {
    sets->ends[before] = tiles;
    sets->some |= (tiles ? 1U : 0U) << before;
    sets->all_ends |= tiles;
}

/* Set which tiles are an instance with the last set and those before it. */
static void find_ends(const struct choices_ctx *ctx, struct multiset *sets) {
    unsigned at = sets->sets.count - 1, last = sets->tiles[at], bit = 1U << at;
    put_ends(sets, bit, ctx->seconds[last]);
    for (unsigned i = 0; i < at; i++)
        put_ends(sets, bit | 1U << i, ctx->thirds[sets->tiles[i]][last]);
}

static void add_instances(const struct choices_ctx *ctx, struct instances *more, uint64_t yaku,
                          unsigned groups) {
    for (; yaku && more->inherited + more->count < KZI_MAX_INSTANCES; yaku &= yaku - 1)
        more->list[more->count++] = (struct kzi_instance){.yaku = ctx->yaku[__builtin_ctzll(yaku)],
                                                          .groups = (uint8_t)groups};
}

/* The instances of a set and those before it, which have this rank. */
static void list_instances(const struct choices_ctx *ctx, const struct multiset *sets,
                           unsigned tile, unsigned rank, struct instances *more) {
    unsigned bit = 1U << sets->sets.count;
    for (unsigned some = sets->some; some; some &= some - 1) {
        unsigned before = (unsigned)__builtin_ctz(some);
        if (sets->ends[before] >> tile & 1)
            add_instances(ctx, more, with_last(ctx, sets, before, tile), bit + before);
    }
    if (sets->sets.count + 1 == KZI_RANKED_SETS)
        add_instances(ctx, more, yaku_of_rank(ctx, rank), 2 * bit - 1);
}

static uint32_t hash_of(const struct instances *more) {
    uint32_t hash = 2166136261U ^ more->of;
    for (unsigned i = 0; i < more->count; i++) {
        hash = (hash ^ more->list[i].yaku) * 16777619U;
        hash = (hash ^ more->list[i].groups) * 16777619U;
    }
    return hash ^ hash >> 15;
}

static bool same_instances(const struct instances *a, const struct instances *b) {
    bool same = a->of == b->of && a->inherited + a->count == b->count;
    for (unsigned i = 0; same && i < a->count; i++)
        same = !compare(&a->list[i], &b->list[b->inherited + i]);
    return same;
}

static unsigned new_list(struct choices_ctx *ctx, const struct instances *more) {
    unsigned made = ctx->n_lists++, all = more->inherited + more->count;
    struct kzi_select select = {.model = ctx->model,
                                .n_instances = all,
                                .found = keep_choice,
                                .context = ctx,
                                .left = MOST_STEPS};
    ctx->lists = kzi_arena_more(ctx->arena, ctx->lists, made, sizeof *ctx->lists);
    ctx->instances_of =
        kzi_arena_more(ctx->arena, ctx->instances_of, made, sizeof *ctx->instances_of);
    ctx->lists[made] = (struct kzi_set_list){.first = ctx->n_choices, .whole = true};
    for (unsigned i = 0; i < all; i++)
        select.instances[i] = i < more->inherited ? ctx->instances_of[more->of].list[i]
                                                  : more->list[i - more->inherited];
    struct kzi_instance *list = KZI_NEW_ARRAY(ctx->arena, all, struct kzi_instance);
    ctx->instances_of[made] = (struct instances){more->of, more->inherited, all, list};
    memcpy(list, select.instances, all * sizeof *list);
    kzi_select_all(&select);
    kzi_arena_spend(ctx->arena, MOST_STEPS - select.left);
    if (select.cut)
        ctx->lists[made].whole = false;
    return made;
}

/* The list of sets and one more.  Most multisets meet the same few lists of instances: each list is
 * solved once. */
static unsigned list_with(struct choices_ctx *ctx, const struct multiset *sets, unsigned tile,
                          unsigned rank) {
    struct kzi_instance list[KZI_MAX_INSTANCES];
    struct instances more = {sets->list, ctx->instances_of[sets->list].count, 0, list};
    list_instances(ctx, sets, tile, rank, &more);
    if (!more.count)
        return sets->list;
    unsigned slot = hash_of(&more) % LIST_SLOTS;
    while (ctx->slots[slot] && !same_instances(&more, &ctx->instances_of[ctx->slots[slot] - 1]))
        slot = (slot + 1) % LIST_SLOTS;
    if (!ctx->slots[slot])
        ctx->slots[slot] = (uint16_t)(new_list(ctx, &more) + 1);
    return ctx->slots[slot] - 1U;
}

/* Return the list of the sets with one more, which have this rank. */
KZI_ALWAYS_INLINE unsigned list_one_more(struct choices_ctx *ctx, const struct multiset *sets,
                                         unsigned tile, unsigned rank) {
    bool same = !(sets->all_ends >> tile & 1) && !ctx->exact[rank];
    unsigned list = same ? sets->list : list_with(ctx, sets, tile, rank);
    ctx->list_of[rank] = (uint16_t)list;
    return list;
}

static struct multiset with_one_more(struct choices_ctx *ctx, const struct multiset *sets,
                                     unsigned tile) {
    struct multiset more = *sets;
    kzi_ranked_sets_add(&more.sets, of_chows(ctx), tile);
    more.list = list_one_more(ctx, sets, tile, rank_of(ctx, &more.sets));
    more.tiles[sets->sets.count] = tile;
    find_ends(ctx, &more);
    return more;
}

/* List all multisets that begin with these sets; each has the list of its beginning unless its last
 * set is part of an instance. */
static bool list_from(struct choices_ctx *ctx, const struct multiset *sets, unsigned from) {
    uint32_t tiles = kzi_more_ranked_sets(&sets->sets, of_chows(ctx)) >> from << from;
    bool last = sets->sets.count + 1 == KZI_RANKED_SETS;
    kzi_arena_spend(ctx->arena, 8 * (size_t)__builtin_popcount(tiles));
    for (; tiles; tiles &= tiles - 1) {
        unsigned tile = (unsigned)__builtin_ctz(tiles);
        if (last) {
            list_one_more(ctx, sets, tile, kzi_rank_with(&sets->sets, of_chows(ctx), tile));
        } else {
            struct multiset more = with_one_more(ctx, sets, tile);
            list_from(ctx, &more, tile);
        }
        if (ctx->n_lists > LIST_SLOTS / 2)
            return false;
    }
    return true;
}

void kzi_set_choices_make(struct kzi_arena *arena, const struct kzi_model *model,
                          const uint64_t *yaku, const uint64_t *bound, enum kzi_set_kind kind,
                          struct kzi_set_choices *choices) {
    struct choices_ctx ctx = {.arena = arena, .model = model, .bound = bound, .kind = kind};
    static const struct instances no_instances;
    struct multiset none = {.list = 0};
    size_t ranks = kind == KZI_OF_PUNGS_ALONE ? KZI_PUNG_RANKS : KZI_CHOW_RANKS;
    ctx.exact = KZI_NEW_ARRAY(arena, ranks, uint16_t);
    if (!mark_all(&ctx, yaku))
        return;
    ctx.list_of = KZI_NEW_ARRAY(arena, ranks, uint16_t);
    ctx.slots = KZI_NEW_ARRAY(arena, LIST_SLOTS, uint16_t);
    put_ends(&none, 0, ctx.firsts);
    ctx.list_of[rank_of(&ctx, &none.sets)] = (uint16_t)new_list(&ctx, &no_instances);
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

/* The best of a list, from 1; 0: that depends on the hand, or some of it is covered.  Of several
 * each leaves something, so that the yaku that asks for nothing else has no say.  ahead: how much
 * more it is worth than any other. */
static unsigned best_of(struct kzi_weigh_ctx *ctx, const struct kzi_set_choices *choices,
                        const struct kzi_set_list *list, int64_t *ahead) {
    struct kzi_selection best, judged;
    unsigned found = 0;
    *ahead = INT64_MAX;
    kzi_weigh_start(ctx, list->yaku);
    for (unsigned i = 0; i < list->count; i++) {
        if (!judge(ctx, &choices->choices[list->first + i], &judged) ||
            (list->count > 1 &&
             !kzi_any_common(judged.scored, ctx->rules->something, ctx->rules->yaku_words)))
            return 0;
        if (i) {
            bool first = kzi_comes_first(ctx, &judged, &best);
            int64_t more = first ? judged.total - best.total : best.total - judged.total;
            *ahead = first || more < *ahead ? more : *ahead;
            if (!first)
                continue;
        }
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
            kzi_put_bit(own, yaku);
            kzi_put_bit(touched + (size_t)yaku * words, coverer->yaku);
        }
        for (unsigned k = 0; k < coverer->n_some; k++) {
            kzi_put_bit(own, coverer->some[k].yaku);
            kzi_put_bit(touched + (size_t)coverer->some[k].yaku * words, coverer->yaku);
        }
    }
    return touched;
}

static void find_best(struct kzi_weigh_ctx *ctx, const struct kzi_set_choices *choices,
                      const struct kzi_set_list *list, unsigned kind, struct kzi_best_choice *best,
                      int64_t *ahead) {
    unsigned found = best_of(ctx, choices, list, ahead);
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

/* Return the most that a choice loses if it covers a yaku of the hand; -1: not known, the yaku may
 * cover some of the list, or others count once it is covered. */
static int64_t most_lost(const struct kz_ruleset *rules, const struct kzi_set_list *list,
                         unsigned yaku, bool open) {
    const struct kzi_yaku *of = &rules->model->yaku[yaku];
    const unsigned words = rules->yaku_words;
    int64_t most = of->each == KZI_ONCE ? 1 : KZI_MAX_GROUPS, worth = rules->worth[open][yaku];
    bool counts = of->each == KZI_ONCE || of->each == KZI_EACH_SET || of->each == KZI_EACH_FOUR;
    bool frees = kzi_has_bit(rules->covering, yaku) &&
                 kzi_any_common(list->yaku, rules->settled_in_order, words);
    if (!counts || frees || worth < 0 || kzi_has_bit(rules->combinations, yaku) ||
        kzi_has_bit(rules->partial, yaku) ||
        kzi_any_common(rules->covered + (size_t)yaku * words, list->yaku, words))
        return -1;
    return most * worth;
}

/* Drop the yaku that a list touches only by covering them, if all of them together are worth less
 * than by how much the best choice is ahead. */
static void drop_outweighed(const struct kz_ruleset *rules, const struct kzi_set_list *list,
                            const int64_t ahead[2], uint64_t *touched) {
    uint64_t outweighed[KZI_YAKU_WORDS] = {0};
    int64_t lost[2] = {0, 0};
    unsigned yaku = 0;
    KZI_EACH_BIT(touched, rules->yaku_words, yaku) {
        int64_t most[2] = {most_lost(rules, list, yaku, false), most_lost(rules, list, yaku, true)};
        if (most[0] < 0 || most[1] < 0)
            continue;
        kzi_put_bit(outweighed, yaku);
        lost[0] += most[0];
        lost[1] += most[1];
    }
    if (lost[0] < ahead[0] && lost[1] < ahead[1])
        kzi_drop_words(touched, outweighed, rules->yaku_words);
}

/* touched: by yaku, of one. */
static void judge_list(const struct kz_ruleset *rules, unsigned kind, const uint64_t *touched,
                       struct kzi_set_list *list) {
    const struct kzi_set_choices *choices = &rules->set_choices[kind];
    uint64_t *yaku = kzi_new_yaku_set(rules), *any = kzi_new_yaku_set(rules);
    unsigned one = 0;
    kzi_arena_spend(rules->model->arena, (size_t)list->count * rules->n_coverers / 8);
    for (unsigned i = 0; i < list->count; i++)
        for (unsigned k = 0; k < choices->choices[list->first + i].n_uses; k++)
            kzi_put_bit(yaku, choices->choices[list->first + i].uses[k].yaku);
    KZI_EACH_BIT(yaku, rules->yaku_words, one)
    for (unsigned word = 0; word < rules->yaku_words; word++)
        any[word] |= touched[(size_t)one * rules->yaku_words + word];
    list->yaku = yaku;
    list->touched = any;
    int64_t ahead[2];
    for (unsigned open = 0; open < 2; open++) {
        struct kzi_weigh_ctx ctx = {.rules = rules, .open = open};
        find_best(&ctx, choices, list, kind, &list->best[open], &ahead[open]);
    }
    if (list->count > 1 && list->best[0].known && list->best[1].known)
        drop_outweighed(rules, list, ahead, any);
}

void kzi_judge_choices(struct kz_ruleset *ruleset) {
    const uint64_t *touched = ruleset->combines ? find_touched(ruleset) : NULL;
    for (unsigned kind = 0; kind < KZI_ALONE_KINDS; kind++) {
        struct kzi_set_choices *choices = &ruleset->set_choices[kind];
        for (unsigned i = 0; i < choices->n_lists; i++)
            judge_list(ruleset, kind, touched, &choices->lists[i]);
    }
}
