#include "analysis/diff/blame.h"

#include "analysis/comparison.h"
#include "base/limits.h"

#include <stdlib.h>
#include <string.h>

const struct kzi_blame_limits kzi_blame_limits = {KZI_MAX_PAIR_STEPS, KZI_MAX_PAIR_MEMORY,
                                                  KZI_MAX_DIFFERENCES_MEMORY, KZI_MAX_BLAME_STEPS};

struct kzi_blame {
    const struct kzi_blame_limits *limits;
    struct kzi_arena arena;
    struct kzi_budget budget;
    struct kzi_differences differences;
    struct kzi_carried *alone[2]; /* by the ruleset changed, for each difference */
    uint64_t price; /* steps charged for a ruleset with several differences carried over */
};

/* A set of differences, bit by number. */
struct set {
    uint64_t bits[KZI_MAX_BLAMED / 64];
};

/* Rulesets that a blamer keeps: so many, and no more of the room than a part. */
#define KEPT_SETS 96
#define KEPT_ROOM (KZI_MAX_PAIR_MEMORY / 4)

/* A ruleset made for one hand is worth a part of its steps, and more if it takes more to make.
 * Where few differences come in few sets, most of these are kept from hand to hand. */
#define SETS_OF_FEW  8
#define SETS_OF_MANY 3
#define MANY         24 /* differences */

struct kzi_blamer {
    const struct kzi_blame *blame;
    struct kz_result *room;
    struct kzi_budget budget; /* steps of a hand; room of the sets */
    size_t n_kept, oldest;
    struct set kept_set[KEPT_SETS];
    struct kzi_carried kept[KEPT_SETS]; /* the first ruleset with such a set carried over */
};

/* --- changed rulesets ------------------------------------------------------------------------ */

void kzi_carried_free(struct kzi_carried *carried, struct kzi_budget *budget) {
    if (carried->rules)
        kzi_budget_regain(budget, &carried->rules->arena);
    kzi_budget_regain(budget, &carried->arena);
    kz_ruleset_free(carried->rules);
    kzi_arena_release(&carried->arena);
    *carried = (struct kzi_carried){0};
}

/* False: at the door. */
static bool find_changes(struct kzi_carried *carried, const struct kzi_differences *differences,
                         const struct kzi_difference *const *list, size_t n, unsigned into,
                         const struct kzi_change **changes, size_t *count) {
    jmp_buf door;
    carried->arena.door = &door;
    if (setjmp(door))
        return false;
    *count = kzi_difference_changes(differences, &carried->arena, list, n, into, changes);
    carried->arena.door = NULL;
    return true;
}

bool kzi_carry(struct kzi_carried *carried, const struct kzi_differences *differences,
               const struct kzi_difference *const *list, size_t n, unsigned into,
               struct kzi_budget *budget) {
    const struct kzi_change *changes;
    size_t count;
    *carried = (struct kzi_carried){0};
    kzi_arena_within(&carried->arena, budget);
    bool found = find_changes(carried, differences, list, n, into, &changes, &count);
    kzi_arena_took(&carried->arena, budget);
    if (!found) {
        bool memory = carried->arena.out == KZI_OUT_OF_MEMORY;
        kzi_carried_free(carried, budget);
        return !memory;
    }
    return kzi_ruleset_build_changed(&carried->rules, differences->rules[into], changes, count,
                                     budget, NULL) != KZ_NO_MEMORY;
}

/* --- preparing ------------------------------------------------------------------------------- */

void kzi_blame_free(struct kzi_blame *blame) {
    if (!blame)
        return;
    for (unsigned into = 0; into < 2; into++)
        for (size_t i = 0; blame->alone[into] && i < blame->differences.count; i++)
            kzi_carried_free(&blame->alone[into][i], &blame->budget);
    kzi_arena_release(&blame->arena);
    free(blame);
}

/* False: memory is out. */
static bool find(struct kzi_blame *blame, const struct kz_ruleset *first,
                 const struct kz_ruleset *second) {
    jmp_buf door;
    blame->arena.door = &door;
    blame->arena.room = blame->limits->differences_memory;
    kzi_arena_within(&blame->arena, &blame->budget);
    if (!setjmp(door))
        kzi_differences_find(&blame->differences, &blame->arena, first, second);
    else if (blame->arena.out == KZI_OUT_OF_MEMORY || blame->differences.cut)
        return false;
    else
        kzi_differences_cut(&blame->differences);
    kzi_arena_took(&blame->arena, &blame->budget);
    blame->arena.room = blame->arena.budget = 0;
    return true;
}

kz_status kzi_blame_find(struct kzi_blame **out, const struct kz_ruleset *first,
                         const struct kz_ruleset *second, const struct kzi_blame_limits *limits,
                         kz_error *err) {
    struct kzi_blame *blame = calloc(1, sizeof *blame);
    *out = NULL;
    if (blame) {
        blame->limits = limits;
        blame->budget = (struct kzi_budget){limits->steps, limits->memory, false};
    }
    if (!blame || !find(blame, first, second)) {
        kzi_blame_free(blame);
        return kzi_fail(err, KZ_NO_MEMORY, "out of memory while the rules were compared");
    }
    blame->arena.door = NULL;
    unsigned sets = blame->differences.count > MANY ? SETS_OF_MANY : SETS_OF_FEW;
    blame->price = first->arena.steps + second->arena.steps;
    if (blame->price < limits->hand_steps / (sets + 1))
        blame->price = limits->hand_steps / (sets + 1);
    *out = blame;
    return KZ_OK;
}

/* False: memory is out. */
static bool make_lists(struct kzi_blame *blame) {
    jmp_buf door;
    blame->arena.door = &door;
    if (setjmp(door))
        return false;
    for (unsigned into = 0; into < 2; into++)
        blame->alone[into] =
            KZI_NEW_ARRAY(&blame->arena, blame->differences.count, struct kzi_carried);
    blame->arena.door = NULL;
    return true;
}

bool kzi_blame_make_rules(struct kzi_blame *blame) {
    struct kzi_differences *differences = &blame->differences;
    if (differences->count > KZI_MAX_BLAMED || differences->cut)
        return true;
    if (!make_lists(blame))
        return false;
    for (unsigned into = 0; into < 2; into++)
        for (size_t i = 0; i < differences->count && !blame->budget.out; i++) {
            const struct kzi_difference *one = &differences->list[i];
            if (!kzi_carry(&blame->alone[into][i], differences, &one, 1, into, &blame->budget))
                return false;
        }
    return true;
}

kz_status kzi_blame_prepare(struct kzi_blame **blame, const struct kz_ruleset *first,
                            const struct kz_ruleset *second, kz_error *err) {
    kz_status status = kzi_blame_find(blame, first, second, &kzi_blame_limits, err);
    if (status != KZ_OK || kzi_blame_make_rules(*blame))
        return status;
    kzi_blame_free(*blame);
    *blame = NULL;
    return kzi_fail(err, KZ_NO_MEMORY, "out of memory while the rules were compared");
}

const struct kzi_differences *kzi_blame_differences(const struct kzi_blame *blame) {
    return &blame->differences;
}

struct kzi_budget *kzi_blame_budget(struct kzi_blame *blame) {
    return &blame->budget;
}

bool kzi_blame_is_cut(const struct kzi_blame *blame) {
    return blame->budget.out;
}

const struct kz_ruleset *kzi_blame_rules(const struct kzi_blame *blame, size_t difference,
                                         unsigned into) {
    return blame->alone[into] ? blame->alone[into][difference].rules : NULL;
}

struct kzi_blamer *kzi_blamer_new(const struct kzi_blame *blame) {
    struct kzi_blamer *blamer = calloc(1, sizeof *blamer);
    if (!blamer)
        return NULL;
    blamer->blame = blame;
    blamer->budget.room = KEPT_ROOM;
    blamer->room = calloc(1, sizeof *blamer->room);
    if (blamer->room)
        return blamer;
    kzi_blamer_free(blamer);
    return NULL;
}

static void forget_sets(struct kzi_blamer *blamer) {
    while (blamer->n_kept)
        kzi_carried_free(&blamer->kept[--blamer->n_kept], &blamer->budget);
    blamer->oldest = 0;
}

void kzi_blamer_free(struct kzi_blamer *blamer) {
    if (!blamer)
        return;
    forget_sets(blamer);
    free(blamer->room);
    free(blamer);
}

/* --- a hand ---------------------------------------------------------------------------------- */

/* Whether the hand has this result under the rules; NULL rules: no. */
static bool scores_as(struct kzi_blamer *blamer, const struct kz_ruleset *rules,
                      const struct kzi_hand *hand, const struct kz_result *result) {
    if (!rules)
        return false;
    kzi_score(blamer->room, rules, hand);
    kzi_budget_spend(&blamer->budget, kzi_steps_of(blamer->room));
    return !kzi_differs(blamer->room, result);
}

static bool in_set(const struct set *set, size_t number) {
    return set->bits[number / 64] >> number % 64 & 1;
}

static void flip(struct set *set, size_t number) {
    set->bits[number / 64] ^= UINT64_C(1) << number % 64;
}

static void list_set(const struct kzi_blamer *blamer, const struct set *set,
                     enum kzi_blamed_how how, struct kzi_blamed *blamed) {
    blamed->how = how;
    for (size_t i = 0; i < blamer->blame->differences.count; i++)
        if (in_set(set, i))
            blamed->list[blamed->count++] = (uint16_t)i;
}

/* How many are in a set. */
static size_t size_of(const struct set *set) {
    size_t size = 0;
    for (size_t i = 0; i < KZI_MAX_BLAMED / 64; i++)
        size += (size_t)__builtin_popcountll(set->bits[i]);
    return size;
}

/* Made anew.  Its steps are those of the pair's price, whether it is kept or not: what is found of
 * a hand does not hang on the hands before it. */
static const struct kz_ruleset *make_set(struct kzi_blamer *blamer, const struct set *set) {
    const struct kzi_differences *differences = &blamer->blame->differences;
    const struct kzi_difference *carried[KZI_MAX_BLAMED];
    size_t count = 0;
    for (size_t i = 0; i < differences->count; i++)
        if (in_set(set, i))
            carried[count++] = &differences->list[i];
    for (unsigned alone = 0; alone < 2; alone++) {
        /* A place for one more, all others gone if they leave too little room. */
        if (alone)
            forget_sets(blamer);
        size_t at = blamer->n_kept < KEPT_SETS ? blamer->n_kept++ : blamer->oldest++ % KEPT_SETS;
        kzi_carried_free(&blamer->kept[at], &blamer->budget);
        blamer->kept_set[at] = *set;
        struct kzi_carried *place = &blamer->kept[at];
        struct kzi_budget budget = {KZI_MAX_STEPS, blamer->budget.room, false};
        bool made = kzi_carry(place, differences, carried, count, 0, &budget);
        blamer->budget.room = budget.room;
        if (made && !budget.out)
            return place->rules;
    }
    return NULL;
}

/* The first ruleset with a set of differences carried over; NULL: it makes no rules. */
static const struct kz_ruleset *with_set(struct kzi_blamer *blamer, const struct set *set) {
    const struct kzi_blame *blame = blamer->blame;
    size_t size = size_of(set);
    for (size_t i = 0; size == 1 && i < blame->differences.count; i++)
        if (in_set(set, i))
            return blame->alone[0][i].rules;
    for (size_t i = 0; i < blamer->n_kept; i++)
        if (!memcmp(&blamer->kept_set[i], set, sizeof *set))
            return blamer->kept[i].rules;
    return make_set(blamer, set);
}

/* Whether there are steps left to shrink a set.  Of two, each was tried alone. */
static bool can_shrink(struct kzi_blamer *blamer, const struct set *set) {
    size_t size = size_of(set), sets = size < 2 ? 0 : size == 2 ? 1 : 1 + size;
    return sets * blamer->blame->price <= blamer->budget.steps &&
           kzi_budget_spend(&blamer->budget, sets * blamer->blame->price);
}

/* Leaves out of a set that is enough whatever is not needed; false: it is not enough. */
static bool shrink(struct kzi_blamer *blamer, const struct kzi_hand *hand,
                   const struct kz_result *wanted, struct set *set) {
    if (size_of(set) < 2 || !scores_as(blamer, with_set(blamer, set), hand, wanted))
        return false;
    for (size_t i = blamer->blame->differences.count; i-- && size_of(set) > 2;) {
        if (!in_set(set, i))
            continue;
        flip(set, i);
        if (!scores_as(blamer, with_set(blamer, set), hand, wanted))
            flip(set, i);
    }
    return true;
}

/* What each difference does by itself. */
struct singly {
    struct set whole[3]; /* by how many directions: carried over, undone, it is the whole reason */
    struct set part;     /* it changes a result */
    unsigned best;       /* the most directions of any */
    bool any;
};

static struct singly try_singly(struct kzi_blamer *blamer, const struct kzi_hand *hand,
                                const struct kz_result *const results[2]) {
    const struct kzi_blame *blame = blamer->blame;
    struct singly singly = {0};
    for (size_t i = 0; i < blame->differences.count && !blamer->budget.out; i++) {
        unsigned whole = 0;
        bool part = false;
        for (unsigned into = 0; into < 2; into++) {
            const struct kz_ruleset *rules = blame->alone[into][i].rules;
            whole += scores_as(blamer, rules, hand, results[1 - into]);
            part |= rules && kzi_differs(blamer->room, results[into]);
        }
        if (whole)
            flip(&singly.whole[whole], i);
        if (part)
            flip(&singly.part, i);
        singly.best = whole > singly.best ? whole : singly.best;
        singly.any |= part;
    }
    return singly;
}

/* None does it alone: the differences that change the result, together, or else all. */
static void blame_several(struct kzi_blamer *blamer, const struct kzi_hand *hand,
                          const struct kz_result *wanted, struct singly *singly,
                          struct kzi_blamed *blamed) {
    struct set all = {{0}}, set = singly->part;
    bool cut = false;
    for (size_t i = 0; i < blamer->blame->differences.count; i++)
        flip(&all, i);
    if (!can_shrink(blamer, &set)) {
        list_set(blamer, &singly->part, KZI_BLAMED_CUT, blamed);
        return;
    }
    if (shrink(blamer, hand, wanted, &set)) {
        list_set(blamer, &set, KZI_BLAMED_TOGETHER, blamed);
        return;
    }
    cut = !can_shrink(blamer, &all);
    if (!cut && shrink(blamer, hand, wanted, &all))
        list_set(blamer, &all, KZI_BLAMED_TOGETHER, blamed);
    else if (singly->any)
        list_set(blamer, &singly->part, KZI_BLAMED_PARTLY, blamed);
    else if (cut)
        blamed->how = KZI_BLAMED_CUT;
}

void kzi_blame_hand(struct kzi_blamer *blamer, const struct kzi_hand *hand,
                    const struct kz_result *const results[2], struct kzi_blamed *blamed) {
    const struct kzi_blame *blame = blamer->blame;
    blamed->how = KZI_BLAMED_NONE;
    blamed->count = 0;
    if (!kzi_differs(results[0], results[1]))
        return;
    if (kzi_blame_is_cut(blame))
        blamed->how = KZI_BLAMED_CUT;
    if (!blame->alone[0] || kzi_blame_is_cut(blame))
        return;
    blamer->budget.steps = blame->limits->hand_steps;
    blamer->budget.out = false;
    struct singly singly = try_singly(blamer, hand, results);
    if (blamer->budget.out)
        blamed->how = KZI_BLAMED_CUT;
    else if (singly.best)
        list_set(blamer, &singly.whole[singly.best], KZI_BLAMED_ALONE, blamed);
    else
        blame_several(blamer, hand, results[1], &singly, blamed);
}
