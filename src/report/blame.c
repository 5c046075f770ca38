#include "report/blame.h"

#include "report/compare.h"

#include <stdlib.h>
#include <string.h>

/* A ruleset with differences carried over; the arena holds what it was changed by. */
struct changed {
    kz_ruleset *rules; /* NULL: such rules make no sense */
    struct kzi_arena arena;
};

struct kzi_blame {
    struct kzi_arena arena;
    struct kzi_differences differences;
    struct changed *alone[2]; /* by the ruleset changed, for each difference */
};

/* A set of differences, bit by number. */
struct set {
    uint64_t bits[KZI_MAX_BLAMED / 64];
};

#define KEPT_SETS 96

struct kzi_blamer {
    const struct kzi_blame *blame;
    struct kz_result *room;
    size_t n_kept;
    struct set kept_set[KEPT_SETS];
    struct changed kept[KEPT_SETS]; /* the first ruleset with such a set carried over */
};

/* --- changed rulesets ------------------------------------------------------------------------ */

static void release(struct changed *changed) {
    kz_ruleset_free(changed->rules);
    kzi_arena_release(&changed->arena);
    *changed = (struct changed){0};
}

/* False: memory is out.  That the rules make no sense is no failure. */
static bool change(struct changed *changed, const struct kzi_differences *differences,
                   const struct kzi_difference *const *carried, size_t n_carried, unsigned into) {
    jmp_buf door;
    *changed = (struct changed){.arena = {.door = &door}};
    if (setjmp(door)) {
        release(changed);
        return false;
    }
    const struct kzi_change *changes;
    size_t count =
        kzi_difference_changes(differences, &changed->arena, carried, n_carried, into, &changes);
    changed->arena.door = NULL;
    return kzi_ruleset_changed(&changed->rules, differences->rules[into], changes, count, NULL) !=
           KZ_NO_MEMORY;
}

/* --- preparing ------------------------------------------------------------------------------- */

void kzi_blame_free(struct kzi_blame *blame) {
    if (!blame)
        return;
    for (unsigned into = 0; into < 2; into++)
        for (size_t i = 0; blame->alone[into] && i < blame->differences.count; i++)
            release(&blame->alone[into][i]);
    kzi_arena_release(&blame->arena);
    free(blame);
}

static bool prepare(struct kzi_blame *blame, const struct kz_ruleset *first,
                    const struct kz_ruleset *second) {
    jmp_buf door;
    blame->arena.door = &door;
    if (setjmp(door))
        return false;
    struct kzi_differences *differences = &blame->differences;
    kzi_differences_find(differences, &blame->arena, first, second);
    if (differences->count > KZI_MAX_BLAMED)
        return true;
    for (unsigned into = 0; into < 2; into++) {
        blame->alone[into] = KZI_NEW_ARRAY(&blame->arena, differences->count, struct changed);
        for (size_t i = 0; i < differences->count; i++) {
            const struct kzi_difference *one = &differences->list[i];
            if (!change(&blame->alone[into][i], differences, &one, 1, into))
                return false;
        }
    }
    return true;
}

kz_status kzi_blame_prepare(struct kzi_blame **out, const struct kz_ruleset *first,
                            const struct kz_ruleset *second, kz_error *err) {
    struct kzi_blame *blame = calloc(1, sizeof *blame);
    *out = NULL;
    if (!blame || !prepare(blame, first, second)) {
        kzi_blame_free(blame);
        return kzi_fail(err, KZ_NO_MEMORY, "out of memory while the rules were compared");
    }
    blame->arena.door = NULL;
    *out = blame;
    return KZ_OK;
}

const struct kzi_differences *kzi_blame_differences(const struct kzi_blame *blame) {
    return &blame->differences;
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
    blamer->room = calloc(1, sizeof *blamer->room);
    if (blamer->room)
        return blamer;
    kzi_blamer_free(blamer);
    return NULL;
}

static void forget_sets(struct kzi_blamer *blamer) {
    while (blamer->n_kept)
        release(&blamer->kept[--blamer->n_kept]);
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

/* The first ruleset with a set of differences carried over; NULL: it makes no rules. */
static const struct kz_ruleset *with_set(struct kzi_blamer *blamer, const struct set *set) {
    const struct kzi_differences *differences = &blamer->blame->differences;
    for (size_t i = 0; i < blamer->n_kept; i++)
        if (!memcmp(&blamer->kept_set[i], set, sizeof *set))
            return blamer->kept[i].rules;
    if (blamer->n_kept == KEPT_SETS)
        forget_sets(blamer);
    const struct kzi_difference *carried[KZI_MAX_BLAMED];
    size_t count = 0;
    for (size_t i = 0; i < differences->count; i++)
        if (in_set(set, i))
            carried[count++] = &differences->list[i];
    struct changed *changed = &blamer->kept[blamer->n_kept];
    if (!change(changed, differences, carried, count, 0))
        return NULL;
    blamer->kept_set[blamer->n_kept++] = *set;
    return changed->rules;
}

/* Leaves out of a set that is enough whatever is not needed; false: it is not enough. */
static bool shrink(struct kzi_blamer *blamer, const struct kzi_hand *hand,
                   const struct kz_result *wanted, struct set *set) {
    if (!scores_as(blamer, with_set(blamer, set), hand, wanted))
        return false;
    for (size_t i = blamer->blame->differences.count; i--;) {
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
    for (size_t i = 0; i < blame->differences.count; i++) {
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

void kzi_blame_hand(struct kzi_blamer *blamer, const struct kzi_hand *hand,
                    const struct kz_result *const results[2], struct kzi_blamed *blamed) {
    const struct kzi_blame *blame = blamer->blame;
    blamed->how = KZI_BLAMED_NONE;
    blamed->count = 0;
    if (!blame->alone[0] || !kzi_differs(results[0], results[1]))
        return;
    struct singly singly = try_singly(blamer, hand, results);
    if (singly.best) {
        list_set(blamer, &singly.whole[singly.best], KZI_BLAMED_ALONE, blamed);
        return;
    }
    struct set all = {{0}}, set = singly.part;
    for (size_t i = 0; i < blame->differences.count; i++)
        flip(&all, i);
    if (singly.any && shrink(blamer, hand, results[1], &set))
        list_set(blamer, &set, KZI_BLAMED_TOGETHER, blamed);
    else if (shrink(blamer, hand, results[1], &all))
        list_set(blamer, &all, KZI_BLAMED_TOGETHER, blamed);
    else if (singly.any)
        list_set(blamer, &singly.part, KZI_BLAMED_PARTLY, blamed);
}
