#include "compile/choices.h"

#include "compile/builder.h"
#include "tile/sets.h"

#include <string.h>

#define SORTS        (KZI_SUITS * KZI_CHOW_STARTS)
#define MAX_YAKU     64
#define LIST_SLOTS   8192 /* of the table by which equal lists of instances are found */
#define MOST_CHOICES 256  /* of one list */

struct instances {
    unsigned count;
    struct kzi_instance *list;
};

struct making_choices {
    struct kzi_arena *arena;
    const struct kzi_model *model;
    const uint64_t *bound;
    unsigned n_yaku;
    uint16_t yaku[MAX_YAKU];
    uint64_t *exact;   /* by rank: of yaku those of which these chows are an instance, by bit */
    uint16_t *list_of; /* by rank */
    uint16_t *slots;   /* list + 1 by the hash of its instances */
    unsigned n_lists, n_choices;
    struct kzi_chow_list *lists;
    struct instances *instances_of; /* by list */
    struct kzi_chow_choice *choices;
};

/* Four chows at most, by rising tile, and all that was found of those before the last: of every
 * subset of them (slots, by bit) the ids of its suits, and the instances that they are. */
struct chows {
    unsigned count;
    uint16_t ids[1 << KZI_RANKED_SETS][KZI_SUITS];
    unsigned n_instances;
    struct kzi_instance instances[KZI_MAX_INSTANCES];
};

static unsigned rank_of(const uint16_t ids[KZI_SUITS]) {
    return kzi_chow_rank((const unsigned[KZI_SUITS]){ids[0], ids[1], ids[2]});
}

static void add_chow(uint16_t ids[KZI_SUITS], unsigned suit, unsigned start) {
    ids[suit] = kzi_ranks.one_more[ids[suit]][start];
}

/* --- which multisets are instances ----------------------------------------------------------- */

static void mark_arrangement(struct making_choices *making, unsigned yaku,
                             const struct kzi_arrangement *arrangement, unsigned n) {
    uint16_t ids[KZI_SUITS] = {0, 0, 0};
    unsigned count = 0;
    for (unsigned i = 0; i < arrangement->n_terms; i++) {
        unsigned at = arrangement->terms[i].shift + n, number = at % 16;
        unsigned times = arrangement->terms[i].plane % KZI_PLANE_TIMES + 1U;
        count += times;
        if (number >= KZI_CHOW_STARTS || count > KZI_RANKED_SETS)
            return;
        for (; times; times--)
            add_chow(ids, at / 16, number);
    }
    making->exact[rank_of(ids)] |= UINT64_C(1) << yaku;
}

static void mark_pattern(struct making_choices *making, unsigned yaku,
                         const struct kzi_pattern *pattern) {
    struct kzi_planned_pattern planned;
    kzi_plan_pattern(making->arena, pattern, false, &planned);
    for (unsigned i = 0; i < planned.count; i++)
        for (unsigned n = 0; n < 9; n++)
            if (planned.list[i].numbers >> n & 1)
                mark_arrangement(making, yaku, &planned.list[i], n);
}

static void mark_condition(struct making_choices *making, unsigned yaku,
                           const struct kzi_if *cond) {
    if (cond->kind == KZI_IF_has)
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

static bool same_effect(const struct making_choices *making, const struct kzi_chow_choice *a,
                        const struct kzi_chow_choice *b) {
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
    struct kzi_chow_list *list = &making->lists[making->n_lists - 1];
    struct kzi_chow_choice choice = {.n_uses = (uint8_t)select->n_uses};
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
    for (unsigned i = 0; i < list->count; i++)
        if (same_effect(making, &choice, &making->choices[list->first + i]))
            return;
    making->choices =
        kzi_arena_more(making->arena, making->choices, making->n_choices, sizeof choice);
    making->choices[making->n_choices++] = choice;
    list->count++;
}

/* --- lists ----------------------------------------------------------------------------------- */

/* One chow more: the subsets that have it, and the instances that they are. */
static void one_more(const struct making_choices *making, struct chows *chows, unsigned sort) {
    unsigned bit = 1U << chows->count++;
    for (unsigned slots = bit; slots < 2 * bit; slots++) {
        memcpy(chows->ids[slots], chows->ids[slots - bit], sizeof chows->ids[slots]);
        add_chow(chows->ids[slots], sort / KZI_CHOW_STARTS, sort % KZI_CHOW_STARTS);
        for (uint64_t yaku = making->exact[rank_of(chows->ids[slots])]; yaku; yaku &= yaku - 1)
            if (chows->n_instances < KZI_MAX_INSTANCES)
                chows->instances[chows->n_instances++] =
                    (struct kzi_instance){making->yaku[__builtin_ctzll(yaku)], (uint16_t)slots};
    }
}

static uint32_t hash_of(const struct chows *chows) {
    uint32_t hash = 2166136261U;
    for (unsigned i = 0; i < chows->n_instances; i++) {
        hash = (hash ^ chows->instances[i].yaku) * 16777619U;
        hash = (hash ^ chows->instances[i].groups) * 16777619U;
    }
    return hash ^ hash >> 15;
}

static bool same_instances(const struct chows *a, const struct instances *b) {
    return a->n_instances == b->count &&
           (!a->n_instances ||
            !memcmp(a->instances, b->list, a->n_instances * sizeof *a->instances));
}

static unsigned new_list(struct making_choices *making, const struct chows *chows) {
    struct kzi_select select = {.model = making->model,
                                .n_instances = chows->n_instances,
                                .found = keep_choice,
                                .context = making};
    unsigned made = making->n_lists++;
    making->lists = kzi_arena_more(making->arena, making->lists, made, sizeof *making->lists);
    making->instances_of =
        kzi_arena_more(making->arena, making->instances_of, made, sizeof *making->instances_of);
    making->lists[made] = (struct kzi_chow_list){making->n_choices, 0, true};
    making->instances_of[made] = (struct instances){chows->n_instances, NULL};
    if (chows->n_instances) {
        size_t size = chows->n_instances * sizeof *chows->instances;
        making->instances_of[made].list =
            memcpy(kzi_arena_alloc(making->arena, size), chows->instances, size);
        memcpy(select.instances, chows->instances, size);
    }
    kzi_select_all(&select);
    return made;
}

/* Most multisets meet the same few lists of instances: each list is solved once. */
static void list_chows(struct making_choices *making, const struct chows *chows) {
    unsigned slot = hash_of(chows) % LIST_SLOTS;
    unsigned rank = rank_of(chows->ids[(1U << chows->count) - 1]);
    while (making->slots[slot] &&
           !same_instances(chows, &making->instances_of[making->slots[slot] - 1]))
        slot = (slot + 1) % LIST_SLOTS;
    if (!making->slots[slot])
        making->slots[slot] = (uint16_t)(new_list(making, chows) + 1);
    making->list_of[rank] = (uint16_t)(making->slots[slot] - 1);
}

static bool list_from(struct making_choices *making, const struct chows *chows, unsigned from) {
    if (making->n_lists > LIST_SLOTS / 2)
        return false;
    list_chows(making, chows);
    for (unsigned sort = from; sort < SORTS && chows->count < KZI_RANKED_SETS; sort++) {
        struct chows more = *chows;
        one_more(making, &more, sort);
        if (!list_from(making, &more, sort))
            return false;
    }
    return true;
}

void kzi_chow_choices_make(struct kzi_arena *arena, const struct kzi_model *model,
                           const uint64_t *yaku, const uint64_t *bound,
                           struct kzi_chow_choices *choices) {
    static const struct chows none;
    struct making_choices making = {.arena = arena, .model = model, .bound = bound};
    making.exact = KZI_NEW_ARRAY(arena, KZI_CHOW_RANKS, uint64_t);
    if (!mark_all(&making, yaku))
        return;
    making.list_of = KZI_NEW_ARRAY(arena, KZI_CHOW_RANKS, uint16_t);
    making.slots = KZI_NEW_ARRAY(arena, LIST_SLOTS, uint16_t);
    if (list_from(&making, &none, 0))
        *choices = (struct kzi_chow_choices){making.list_of, making.lists, making.choices,
                                             making.n_lists, making.n_choices};
}
