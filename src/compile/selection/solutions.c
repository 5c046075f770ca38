#include "compile/selection/selection.h"

#include "base/compiler.h"
#include "compile/condition/pattern.h"
#include "compile/program/builder.h"
#include "compile/program/words.h"
#include "compile/ruleset.h"

#include <string.h>

#define MAX_YAKU     64
#define MOST_LISTS   4096
#define MOST_CHOICES 256  /* of one list */
#define MOST_STEPS   4096 /* of solving one list */
#define SLOT_BITS    12   /* of the table by which lists are found */

/* A trie of instances by their sets, by rising tile. */
struct trie_node {
    uint64_t yaku;             /* of which the sets so far are an instance, by bit */
    uint16_t child[KZI_HONOR]; /* by the tile of one more set; 0: none */
    uint32_t ends;             /* tiles of a set that completes an instance, by bit */
};

/* A list of instances: another list, and one more. */
struct longer_list {
    uint64_t key; /* number of the other list, then yaku and groups of the instance */
    unsigned count;
    unsigned solved; /* number in lists, + 1; 0: not yet */
    unsigned next;   /* in the same slot */
};

/* Some sets of a multiset, by bit, that an instance may begin with. */
struct beginning {
    uint8_t groups;
    uint16_t node;
};

struct choices_ctx {
    enum kzi_set_kind kind;
    struct kzi_arena *arena;
    const struct kzi_model *model;
    const uint64_t *bound;
    unsigned n_yaku;
    uint16_t yaku[MAX_YAKU];
    unsigned n_nodes;
    struct trie_node *nodes; /* the first is the root */
    unsigned n_longer, slots[1 << SLOT_BITS];
    struct longer_list *longer; /* the first is empty */
    struct beginning beginnings[1 << (KZI_RANKED_SETS - 1)];
    uint16_t *list_of; /* by rank */
    unsigned n_lists, n_choices;
    struct kzi_set_list *lists;
    struct kzi_set_choice *choices;
};

static bool of_chows(const struct choices_ctx *ctx) {
    return ctx->kind == KZI_OF_CHOWS_ALONE;
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
    unsigned node = 0;
    sort(tiles, count);
    for (unsigned i = 0; i < count; i++) {
        unsigned from = node;
        node = ctx->nodes[from].child[tiles[i]];
        if (!node) {
            node = ctx->n_nodes;
            *KZI_ADD(ctx->arena, ctx->nodes, ctx->n_nodes) = (struct trie_node){0};
            ctx->nodes[from].child[tiles[i]] = (uint16_t)node;
        }
        if (i + 1 == count)
            ctx->nodes[from].ends |= UINT32_C(1) << tiles[i];
    }
    ctx->nodes[node].yaku |= yaku;
}

static void mark_pattern(struct choices_ctx *ctx, unsigned number,
                         const struct kzi_pattern *pattern) {
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
            if (placed)
                mark_instance(ctx, UINT64_C(1) << number, tiles, sets.count);
        }
}

static void mark_condition(struct choices_ctx *ctx, unsigned yaku,
                           const struct kzi_condition *cond) {
    if (cond->kind == KZI_CONDITION_has)
        mark_pattern(ctx, yaku, &cond->argument.pattern);
    else
        for (size_t i = 0; i < cond->parts.count; i++)
            mark_condition(ctx, yaku, cond->parts.list[i]);
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

/* --- lists ------------------------------------------------------------------------------------

 * A multiset has the instances that it has without its last set, and those that this completes. All
 * multisets of up to three sets are walked, with each set that may complete an instance after them;
 * the others inherit.  Equal lists have one number and are solved once. */

static unsigned solve(struct choices_ctx *ctx, unsigned of) {
    unsigned all = ctx->longer[of].count;
    struct kzi_select select = {.model = ctx->model,
                                .n_instances = all,
                                .found = keep_choice,
                                .context = ctx,
                                .left = MOST_STEPS};
    struct kzi_set_list *list = KZI_ADD(ctx->arena, ctx->lists, ctx->n_lists);
    *list = (struct kzi_set_list){.first = ctx->n_choices, .whole = true};
    for (; of; of = (unsigned)(ctx->longer[of].key >> 32))
        select.instances[ctx->longer[of].count - 1] = (struct kzi_instance){
            .yaku = (uint16_t)(ctx->longer[of].key >> 8), .groups = (uint8_t)ctx->longer[of].key};
    kzi_select_all(&select);
    kzi_arena_spend(ctx->arena, MOST_STEPS - select.left);
    if (select.cut)
        list->whole = false;
    return ctx->n_lists;
}

/* The number of the solution of a list.  Most multisets meet the same few lists. */
static uint16_t solution_of(struct choices_ctx *ctx, unsigned list) {
    unsigned *solved = &ctx->longer[list].solved;
    if (!*solved)
        *solved = solve(ctx, list);
    return (uint16_t)(*solved - 1);
}

/* Return the list with an instance of each of these yaku. */
KZI_ALWAYS_INLINE unsigned list_with(struct choices_ctx *ctx, unsigned list, uint64_t yaku,
                                     unsigned groups) {
    for (; yaku && ctx->longer[list].count < KZI_MAX_INSTANCES; yaku &= yaku - 1) {
        unsigned number = ctx->yaku[__builtin_ctzll(yaku)];
        uint64_t key = (uint64_t)list << 32 | number << 8 | groups;
        unsigned *slot = &ctx->slots[key * UINT64_C(0x9E3779B97F4A7C15) >> (64 - SLOT_BITS)];
        unsigned i = *slot, count = ctx->longer[list].count + 1;
        while (i && ctx->longer[i].key != key)
            i = ctx->longer[i].next;
        list = i;
        if (i)
            continue;
        *KZI_ADD(ctx->arena, ctx->longer, ctx->n_longer) =
            (struct longer_list){.key = key, .count = count, .next = *slot};
        list = *slot = ctx->n_longer - 1;
    }
    return list;
}

static void put_list(struct choices_ctx *ctx, const struct kzi_ranked_sets *sets, unsigned list) {
    ctx->list_of[kzi_rank_of_sets(sets, of_chows(ctx))] = solution_of(ctx, list);
}

/* Put the lists of these sets with a last one, as far as they are others than without it. */
static void list_last(struct choices_ctx *ctx, const struct kzi_ranked_sets *sets, unsigned list,
                      unsigned n_beginnings, uint32_t tiles) {
    const unsigned group = 1U << sets->count;
    unsigned lists[KZI_HONOR];
    uint32_t others = 0;
    for (unsigned i = 0; i < n_beginnings; i++) {
        const struct trie_node *node = &ctx->nodes[ctx->beginnings[i].node];
        for (uint32_t ends = node->ends & tiles; ends; ends &= ends - 1) {
            unsigned tile = (unsigned)__builtin_ctz(ends);
            lists[tile] =
                list_with(ctx, others >> tile & 1 ? lists[tile] : list,
                          ctx->nodes[node->child[tile]].yaku, ctx->beginnings[i].groups | group);
            others |= UINT32_C(1) << tile;
        }
    }
    for (; others; others &= others - 1) {
        unsigned tile = (unsigned)__builtin_ctz(others);
        struct kzi_ranked_sets more = *sets;
        kzi_ranked_sets_add(&more, of_chows(ctx), tile);
        put_list(ctx, &more, lists[tile]);
    }
}

static void list_from(struct choices_ctx *ctx, const struct kzi_ranked_sets *sets, unsigned list,
                      unsigned n_beginnings, unsigned from);

/* Put the lists of all multisets that begin with these sets and one of this tile. */
static void list_one_more(struct choices_ctx *ctx, const struct kzi_ranked_sets *sets,
                          unsigned list, unsigned n_beginnings, unsigned tile) {
    struct kzi_ranked_sets more = *sets;
    unsigned longer = list, n_more = n_beginnings;
    for (unsigned i = 0; i < n_beginnings; i++) {
        unsigned node = ctx->nodes[ctx->beginnings[i].node].child[tile];
        unsigned groups = ctx->beginnings[i].groups | 1U << sets->count;
        if (!node)
            continue;
        ctx->beginnings[n_more++] = (struct beginning){(uint8_t)groups, (uint16_t)node};
        longer = list_with(ctx, longer, ctx->nodes[node].yaku, groups);
    }
    kzi_ranked_sets_add(&more, of_chows(ctx), tile);
    if (longer != list)
        put_list(ctx, &more, longer);
    list_from(ctx, &more, longer, n_more, tile);
}

static void list_from(struct choices_ctx *ctx, const struct kzi_ranked_sets *sets, unsigned list,
                      unsigned n_beginnings, unsigned from) {
    uint32_t tiles = kzi_more_ranked_sets(sets, of_chows(ctx)) >> from << from;
    kzi_arena_spend(ctx->arena, 8 * (size_t)__builtin_popcount(tiles));
    if (ctx->n_lists > MOST_LISTS)
        return;
    if (sets->count + 1 == KZI_RANKED_SETS)
        list_last(ctx, sets, list, n_beginnings, tiles);
    else
        for (; tiles; tiles &= tiles - 1)
            list_one_more(ctx, sets, list, n_beginnings, (unsigned)__builtin_ctz(tiles));
}

/* By id of the sets of a suit: how many they are, and the id without the last. */
struct shorter_ids {
    unsigned count[KZI_CHOW_IDS + 1], without[KZI_CHOW_IDS];
};

/* The ids without the last come before those without another. */
static void find_shorter(struct shorter_ids *ids, bool chows) {
    ids->count[chows ? KZI_CHOW_IDS : KZI_PUNG_IDS] = KZI_RANKED_SETS + 1;
    for (unsigned id = 0; chows && id < KZI_CHOW_IDS; id++)
        for (unsigned number = 0; number < KZI_CHOW_STARTS; number++) {
            unsigned more = kzi_ranks.one_more[id][number];
            if (!more || ids->count[more])
                continue;
            ids->count[more] = ids->count[id] + 1;
            ids->without[more] = id;
        }
    for (unsigned numbers = 1; !chows && numbers < 512; numbers++) {
        unsigned id = kzi_ranks.pung_id[numbers], last = 31 - (unsigned)__builtin_clz(numbers);
        if (!kzi_ranks.n_pungs[numbers])
            continue;
        ids->count[id] = kzi_ranks.n_pungs[numbers];
        ids->without[id] = kzi_ranks.pung_id[numbers ^ 1U << last];
    }
}

/* Multisets that end with no set of an instance have the list that they have without it, which
 * comes before by rank (tile/sets.h). */
static void inherit(const struct choices_ctx *ctx) {
    struct shorter_ids ids = {{0}, {0}};
    uint16_t *of_m[KZI_CHOW_IDS], *of_p[KZI_CHOW_IDS], *next = ctx->list_of;
    find_shorter(&ids, of_chows(ctx));
    for (unsigned m = 0; ids.count[m] <= KZI_RANKED_SETS; m++) {
        unsigned left = KZI_RANKED_SETS - ids.count[m], s;
        of_m[m] = next;
        for (unsigned p = 0; ids.count[p] <= left; p++, next += s) {
            of_p[p] = next;
            if (!*next)
                *next = *(p ? of_p[ids.without[p]] : of_m[ids.without[m]]);
            for (s = 1; ids.count[s] <= left - ids.count[p]; s++) {
                uint16_t own = next[s], other = next[ids.without[s]];
                next[s] = own ? own : other;
            }
        }
    }
}

void kzi_set_choices_make(struct kzi_arena *arena, const struct kzi_model *model,
                          const uint64_t *yaku, const uint64_t *bound, enum kzi_set_kind kind,
                          struct kzi_set_choices *choices) {
    struct choices_ctx ctx = {.arena = arena, .model = model, .bound = bound, .kind = kind};
    static const struct kzi_ranked_sets none;
    *KZI_ADD(arena, ctx.nodes, ctx.n_nodes) = (struct trie_node){0};
    *KZI_ADD(arena, ctx.longer, ctx.n_longer) = (struct longer_list){0};
    if (!mark_all(&ctx, yaku))
        return;
    ctx.list_of = KZI_NEW_ARRAY(arena, kind == KZI_OF_PUNGS_ALONE ? KZI_PUNG_RANKS : KZI_CHOW_RANKS,
                                uint16_t);
    solution_of(&ctx, 0);
    list_from(&ctx, &none, 0, 1, 0);
    if (ctx.n_lists > MOST_LISTS)
        return;
    inherit(&ctx);
    *choices =
        (struct kzi_set_choices){ctx.list_of, ctx.lists, ctx.choices, ctx.n_lists, ctx.n_choices};
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
