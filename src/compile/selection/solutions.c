#include "compile/selection/solutions.h"

#include "base/assume.h"
#include "compile/condition/pattern.h"
#include "compile/program/builder.h"

#include <string.h>

#define MAX_YAKU     64
#define LIST_SLOTS   8192 /* of the table by which equal lists of instances are found */
#define MOST_CHOICES 256  /* of one list */
#define MOST_STEPS   4096 /* of solving one list */

struct instances {
    unsigned count;
    struct kzi_instance *list;
};

struct making_choices {
    enum kzi_set_sort sort;
    struct kzi_arena *arena;
    const struct kzi_model *model;
    const uint64_t *bound;
    unsigned n_yaku;
    uint16_t yaku[MAX_YAKU];
    uint64_t *exact;   /* by rank: of yaku those of which these sets are an instance, by bit */
    uint16_t *list_of; /* by rank */
    uint16_t *slots;   /* list + 1 by the hash of its instances */
    unsigned n_lists, n_choices;
    struct kzi_set_list *lists;
    struct instances *instances_of; /* by list */
    struct kzi_set_choice *choices;
};

/* Four sets at most, by rising tile, and all that was found of those before the last: every subset
 * of them (slots, by bit), and the instances that they are. */
struct multiset {
    unsigned count;
    struct kzi_ranked_sets subsets[1 << KZI_RANKED_SETS];
    unsigned n_instances;
    struct kzi_instance instances[KZI_MAX_INSTANCES];
};

static bool of_chows(const struct making_choices *making) {
    return making->sort == KZI_OF_CHOWS_ALONE;
}

static unsigned rank_of(const struct making_choices *making, const struct kzi_ranked_sets *sets) {
    return kzi_rank_of_sets(sets, of_chows(making));
}

/* --- which multisets are instances ----------------------------------------------------------- */

static void mark_pattern(struct making_choices *making, unsigned yaku,
                         const struct kzi_pattern *pattern) {
    for (unsigned fall = 0; fall < KZI_FALLS; fall++)
        for (unsigned n = 1; n <= 9; n++) {
            struct kzi_ranked_sets sets = {.count = 0};
            if (kzi_ranked_sets_place(&sets, of_chows(making), pattern, fall, n))
                making->exact[rank_of(making, &sets)] |= UINT64_C(1) << yaku;
        }
}

static void mark_condition(struct making_choices *making, unsigned yaku,
                           const struct kzi_condition *cond) {
    if (cond->kind == KZI_CONDITION_has)
        mark_pattern(making, yaku, cond->u.pattern);
    else
        for (size_t i = 0; i < cond->u.parts.count; i++)
            mark_condition(making, yaku, cond->u.parts.list[i]);
}

static bool mark_all(struct making_choices *making, const uint64_t *yaku) {
    for (unsigned i = 0; i < making->model->yaku_names.count; i++) {
        const struct kzi_yaku *of = &making->model->yaku[i];
        if (!(yaku[i / 64] >> (i % 64) & 1))
            continue;
        if (making->n_yaku == MAX_YAKU)
            return false;
        making->yaku[making->n_yaku] = (uint16_t)i;
        if (of->each == KZI_EACH_PATTERN)
            mark_pattern(making, making->n_yaku++, of->each_pattern);
        else
            mark_condition(making, making->n_yaku++, of->when);
    }
    return making->n_yaku > 0;
}

/* --- the choices of one list of instances ---------------------------------------------------- */

static int compare(const struct kzi_instance *a, const struct kzi_instance *b) {
    return a->yaku != b->yaku ? (int)a->yaku - (int)b->yaku : (int)a->groups - (int)b->groups;
}

static bool same_effect(const struct making_choices *making, const struct kzi_set_choice *a,
                        const struct kzi_set_choice *b) {
    if (a->n_uses != b->n_uses)
        return false;
    for (unsigned i = 0; i < a->n_uses; i++) {
        unsigned yaku = a->uses[i].yaku;
        bool bound = making->bound[yaku / 64] >> (yaku % 64) & 1;
        if (yaku != b->uses[i].yaku || (bound && a->uses[i].groups != b->uses[i].groups))
            return false;
    }
    return true;
}

static void keep_choice(struct kzi_select *select, void *context) {
    struct making_choices *making = context;
    struct kzi_set_list *list = &making->lists[making->n_lists - 1];
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
        if (same_effect(making, &choice, &making->choices[list->first + i]))
            return;
    making->choices =
        kzi_arena_more(making->arena, making->choices, making->n_choices, sizeof choice);
    making->choices[making->n_choices++] = choice;
    list->count++;
}

/* --- lists ----------------------------------------------------------------------------------- */

/* One set more: the subsets that have it, and the instances that they are.  False: no hand has
 * them all. */
static bool one_more(const struct making_choices *making, struct multiset *sets, unsigned tile) {
    unsigned bit = 1U << sets->count++;
    for (unsigned slots = bit; slots < 2 * bit; slots++) {
        struct kzi_ranked_sets *subset = &sets->subsets[slots];
        *subset = sets->subsets[slots - bit];
        if (!kzi_ranked_sets_add(subset, of_chows(making), tile))
            return false;
        for (uint64_t yaku = making->exact[rank_of(making, subset)]; yaku; yaku &= yaku - 1)
            if (sets->n_instances < KZI_MAX_INSTANCES)
                sets->instances[sets->n_instances++] = (struct kzi_instance){
                    .yaku = making->yaku[__builtin_ctzll(yaku)], .groups = (uint8_t)slots};
    }
    return true;
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

static unsigned new_list(struct making_choices *making, const struct multiset *sets) {
    struct kzi_select select = {.model = making->model,
                                .n_instances = sets->n_instances,
                                .found = keep_choice,
                                .context = making,
                                .left = MOST_STEPS};
    unsigned made = making->n_lists++;
    making->lists = kzi_arena_more(making->arena, making->lists, made, sizeof *making->lists);
    making->instances_of =
        kzi_arena_more(making->arena, making->instances_of, made, sizeof *making->instances_of);
    making->lists[made] = (struct kzi_set_list){.first = making->n_choices, .whole = true};
    making->instances_of[made] = (struct instances){sets->n_instances, NULL};
    if (sets->n_instances) {
        size_t size = sets->n_instances * sizeof *sets->instances;
        making->instances_of[made].list =
            memcpy(kzi_arena_alloc(making->arena, size), sets->instances, size);
        memcpy(select.instances, sets->instances, size);
    }
    kzi_select_all(&select);
    kzi_arena_spend(making->arena, MOST_STEPS - select.left);
    if (select.cut)
        making->lists[made].whole = false;
    return made;
}

/* Most multisets meet the same few lists of instances: each list is solved once. */
static void list_sets(struct making_choices *making, const struct multiset *sets) {
    unsigned slot = hash_of(sets) % LIST_SLOTS;
    unsigned rank = rank_of(making, &sets->subsets[(1U << sets->count) - 1]);
    while (making->slots[slot] &&
           !same_instances(sets, &making->instances_of[making->slots[slot] - 1]))
        slot = (slot + 1) % LIST_SLOTS;
    if (!making->slots[slot])
        making->slots[slot] = (uint16_t)(new_list(making, sets) + 1);
    making->list_of[rank] = (uint16_t)(making->slots[slot] - 1);
}

static bool list_from(struct making_choices *making, const struct multiset *sets, unsigned from) {
    if (making->n_lists > LIST_SLOTS / 2)
        return false;
    kzi_arena_spend(making->arena, 8);
    list_sets(making, sets);
    for (unsigned tile = from; tile < KZI_HONOR && sets->count < KZI_RANKED_SETS; tile++) {
        struct multiset more = *sets;
        if (one_more(making, &more, tile) && !list_from(making, &more, tile))
            return false;
    }
    return true;
}

static bool any(const uint64_t *yaku, size_t words) {
    for (size_t i = 0; i < words; i++)
        if (yaku[i])
            return true;
    return false;
}

void kzi_set_choices_make(struct kzi_arena *arena, const struct kzi_model *model,
                          const uint64_t *yaku, const uint64_t *bound, enum kzi_set_sort sort,
                          struct kzi_set_choices *choices) {
    static const struct multiset none;
    struct making_choices making = {.arena = arena, .model = model, .bound = bound, .sort = sort};
    size_t ranks = sort == KZI_OF_PUNGS_ALONE ? KZI_PUNG_RANKS : KZI_CHOW_RANKS;
    if (!any(yaku, (model->yaku_names.count + 63) / 64))
        return;
    making.exact = KZI_NEW_ARRAY(arena, ranks, uint64_t);
    if (!mark_all(&making, yaku))
        return;
    making.list_of = KZI_NEW_ARRAY(arena, ranks, uint16_t);
    making.slots = KZI_NEW_ARRAY(arena, LIST_SLOTS, uint16_t);
    if (list_from(&making, &none, 0))
        *choices = (struct kzi_set_choices){making.list_of, making.lists, making.choices,
                                            making.n_lists, making.n_choices};
}
