#include "analysis/diff/blame.h"

#include "analysis/comparison.h"
#include "base/limits.h"

#include <stdlib.h>
#include <string.h>

const struct kzi_blame_limits kzi_blame_limits = {KZI_MAX_PAIR_STEPS, KZI_MAX_PAIR_MEMORY,
                                                  KZI_MAX_DIFFERENCES_MEMORY, KZI_MAX_BLAME_STEPS};

/* The most rulesets that a blamer keeps, and the memory for them. */
#define KEPT_SETS   96
#define KEPT_MEMORY (KZI_MAX_PAIR_MEMORY / 4)

/* The steps charged for a ruleset made for one hand: a fraction of the hand's budget, or the real
 * cost if that is higher.  Few differences have few sets, most of which are kept from hand to hand,
 * so a smaller fraction is charged. */
#define SETS_OF_FEW      8
#define SETS_OF_MANY     3
#define MANY_DIFFERENCES 24

struct kzi_blamer {
    const struct kzi_blame *blame;
    struct kz_result result;
    struct kzi_budget budget; /* steps for a hand; memory for the sets */
    size_t n_kept, oldest;
    struct {
        struct kzi_blame_set set;
        struct kzi_carried_rules carried; /* the first ruleset with the set carried over */
    } kept[KEPT_SETS];
};

/* --- changed rulesets ------------------------------------------------------------------------ */

void kzi_carried_rules_free(struct kzi_carried_rules *carried, struct kzi_budget *budget) {
    if (carried->rules)
        kzi_budget_regain(budget, &carried->rules->arena);
    kzi_budget_regain(budget, &carried->arena);
    kz_ruleset_free(carried->rules);
    kzi_arena_release(&carried->arena);
    *carried = (struct kzi_carried_rules){0};
}

/* Return the rules with a set of differences carried over; NULL: the budget ran out. */
static const struct kzi_node *change_rules(struct kzi_arena *arena,
                                           const struct kzi_differences *differences,
                                           const struct kzi_blame_set *set, unsigned side) {
    const struct kzi_difference *list[KZI_MAX_BLAMED];
    jmp_buf door;
    for (size_t i = 0; i < set->count; i++)
        list[i] = &differences->list[set->list[i]];
    const struct kzi_node *volatile root = NULL;
    arena->door = &door;
    if (!setjmp(door))
        root = kzi_carry_over(differences, arena, list, set->count, side);
    arena->door = NULL;
    return root;
}

/* Make the ruleset with a set of differences carried over.  Return false if memory ran out. */
static bool carry(struct kzi_carried_rules *carried, const struct kzi_differences *differences,
                  const struct kzi_blame_set *set, unsigned side, struct kzi_budget *budget) {
    *carried = (struct kzi_carried_rules){0};
    kzi_arena_limit(&carried->arena, budget);
    const struct kzi_node *root = change_rules(&carried->arena, differences, set, side);
    kzi_budget_charge(budget, &carried->arena);
    if (!root) {
        bool memory = carried->arena.out == KZI_OUT_OF_MEMORY;
        kzi_carried_rules_free(carried, budget);
        return !memory;
    }
    return kzi_ruleset_build_changed(&carried->rules, differences->rules[side],
                                     (struct kzi_change){"", root}, budget, NULL) != KZ_NO_MEMORY;
}

bool kzi_carry(struct kzi_carried_rules *carried, struct kzi_blame *blame, size_t difference,
               unsigned side) {
    const struct kzi_blame_set one = {.count = 1, .list = {(uint16_t)difference}};
    return carry(carried, &blame->differences, &one, side, &blame->budget);
}

/* --- preparing ------------------------------------------------------------------------------- */

void kzi_blame_free(struct kzi_blame *blame) {
    if (!blame)
        return;
    for (unsigned side = 0; side < 2; side++) {
        for (size_t i = 0; blame->alone[side] && i < blame->differences.count; i++)
            kzi_carried_rules_free(&blame->alone[side][i], &blame->budget);
        free(blame->alone[side]);
    }
    kzi_arena_release(&blame->arena);
    free(blame);
}

/* Find the differences.  Return false if memory ran out. */
static bool find(struct kzi_blame *blame, const struct kz_ruleset *first,
                 const struct kz_ruleset *second) {
    jmp_buf door;
    blame->arena.door = &door;
    blame->arena.capacity = blame->limits->differences_memory;
    kzi_arena_limit(&blame->arena, &blame->budget);
    if (!setjmp(door))
        kzi_differences_find(&blame->differences, &blame->arena, first, second);
    else if (blame->arena.out == KZI_OUT_OF_MEMORY || blame->differences.cut)
        return false;
    else
        kzi_differences_cut(&blame->differences);
    kzi_budget_charge(&blame->budget, &blame->arena);
    blame->arena.door = NULL;
    return true;
}

static kz_status no_memory(struct kzi_blame **blame, kz_error *err) {
    kzi_blame_free(*blame);
    *blame = NULL;
    return kzi_fail(err, KZ_NO_MEMORY, "out of memory while the rules were compared");
}

kz_status kzi_blame_find(struct kzi_blame **out, const struct kz_ruleset *first,
                         const struct kz_ruleset *second, const struct kzi_blame_limits *limits,
                         kz_error *err) {
    struct kzi_blame *blame = *out = calloc(1, sizeof *blame);
    if (blame) {
        blame->limits = limits;
        blame->budget = (struct kzi_budget){limits->steps, limits->memory, false};
    }
    if (!blame || !find(blame, first, second))
        return no_memory(out, err);
    unsigned sets = blame->differences.count > MANY_DIFFERENCES ? SETS_OF_MANY : SETS_OF_FEW;
    blame->price = first->arena.steps + second->arena.steps;
    if (blame->price < limits->hand_steps / (sets + 1))
        blame->price = limits->hand_steps / (sets + 1);
    return KZ_OK;
}

bool kzi_blame_make_rules(struct kzi_blame *blame) {
    size_t count = blame->differences.count;
    if (count > KZI_MAX_BLAMED || blame->differences.cut)
        return true;
    for (unsigned side = 0; side < 2; side++) {
        blame->alone[side] = calloc(count + 1, sizeof *blame->alone[side]);
        if (!blame->alone[side])
            return false;
    }
    for (unsigned side = 0; side < 2; side++)
        for (size_t i = 0; i < count && !blame->budget.out; i++)
            /* the section `game` affects no hand */
            if (strncmp(blame->differences.list[i].address, "game.", 5) &&
                !kzi_carry(&blame->alone[side][i], blame, i, side))
                return false;
    return true;
}

kz_status kzi_blame_prepare(struct kzi_blame **blame, const struct kz_ruleset *first,
                            const struct kz_ruleset *second, kz_error *err) {
    kz_status status = kzi_blame_find(blame, first, second, &kzi_blame_limits, err);
    return status != KZ_OK || kzi_blame_make_rules(*blame) ? status : no_memory(blame, err);
}

struct kzi_blamer *kzi_blamer_new(const struct kzi_blame *blame) {
    struct kzi_blamer *blamer = calloc(1, sizeof *blamer);
    if (blamer) {
        blamer->blame = blame;
        blamer->budget.capacity = KEPT_MEMORY;
    }
    return blamer;
}

static void forget_sets(struct kzi_blamer *blamer) {
    while (blamer->n_kept)
        kzi_carried_rules_free(&blamer->kept[--blamer->n_kept].carried, &blamer->budget);
    blamer->oldest = 0;
}

void kzi_blamer_free(struct kzi_blamer *blamer) {
    if (blamer)
        forget_sets(blamer);
    free(blamer);
}

/* --- a hand ---------------------------------------------------------------------------------- */

/* A hand whose results differ. */
struct hand_ctx {
    struct kzi_blamer *blamer;
    const struct kzi_hand *hand;
    const struct kz_result *const *results;
};

/* Return whether the hand has the wanted result under the rules; false if rules is NULL. */
static bool scores_as(const struct hand_ctx *ctx, const struct kz_ruleset *rules,
                      const struct kz_result *wanted) {
    struct kzi_blamer *blamer = ctx->blamer;
    if (!rules)
        return false;
    kzi_score(&blamer->result, rules, ctx->hand);
    kzi_budget_spend(&blamer->budget, kzi_steps_of(&blamer->result));
    return !kzi_differs(&blamer->result, wanted);
}

static void add_number(struct kzi_blame_set *set, size_t number) {
    set->list[set->count++] = (uint16_t)number;
}

/* Return the ruleset with a set carried over.  The caller pays for it whether or not it is kept
 * already, so that the findings for a hand do not depend on the hands before it. */
static const struct kz_ruleset *make_set(struct kzi_blamer *blamer,
                                         const struct kzi_blame_set *set) {
    for (unsigned alone = 0; alone < 2; alone++) {
        /* On the second try, forget all other sets, because they left too little memory. */
        if (alone)
            forget_sets(blamer);
        size_t at = blamer->n_kept < KEPT_SETS ? blamer->n_kept++ : blamer->oldest++ % KEPT_SETS;
        struct kzi_carried_rules *carried = &blamer->kept[at].carried;
        kzi_carried_rules_free(carried, &blamer->budget);
        blamer->kept[at].set = *set;
        struct kzi_budget budget = {KZI_MAX_STEPS, blamer->budget.capacity, false};
        bool made = carry(carried, &blamer->blame->differences, set, 0, &budget);
        blamer->budget.capacity = budget.capacity;
        if (made && !budget.out)
            return carried->rules;
    }
    return NULL;
}

/* Return whether a set of differences, carried over into the first ruleset, gives the second one's
 * result. */
static bool is_enough(const struct hand_ctx *ctx, const struct kzi_blame_set *set) {
    struct kzi_blamer *blamer = ctx->blamer;
    for (size_t i = 0; i < blamer->n_kept; i++)
        if (blamer->kept[i].set.count == set->count &&
            !memcmp(blamer->kept[i].set.list, set->list, set->count * sizeof *set->list))
            return scores_as(ctx, blamer->kept[i].carried.rules, ctx->results[1]);
    return scores_as(ctx, make_set(blamer, set), ctx->results[1]);
}

/* Remove the differences that are not needed from a sufficient set.  Return NONE if the set is not
 * sufficient, CUT if the steps run out. */
static enum kzi_blame_how minimize(const struct hand_ctx *ctx, struct kzi_blame_set *set) {
    struct kzi_blamer *blamer = ctx->blamer;
    /* the subsets of a pair were tried already */
    size_t sets = set->count < 2 ? 0 : set->count == 2 ? 1 : 1 + set->count;
    uint64_t price = sets * blamer->blame->price;
    if (price > blamer->budget.steps || !kzi_budget_spend(&blamer->budget, price))
        return KZI_BLAMED_CUT;
    if (set->count < 2 || !is_enough(ctx, set))
        return KZI_BLAMED_NONE;
    for (size_t i = set->count; i-- && set->count > 2;) {
        struct kzi_blame_set less = *set;
        memmove(&less.list[i], &less.list[i + 1], (--less.count - i) * sizeof *less.list);
        if (is_enough(ctx, &less))
            *set = less;
    }
    return KZI_BLAMED_TOGETHER;
}

/* Try each difference alone. whole: differences by the number of directions (carried over, undone)
 * in which they are sufficient. part: differences that change a result. */
static void try_singly(const struct hand_ctx *ctx, struct kzi_blame_set whole[3],
                       struct kzi_blame_set *part) {
    const struct kzi_blame *blame = ctx->blamer->blame;
    for (size_t i = 0; i < blame->differences.count && !ctx->blamer->budget.out; i++) {
        unsigned directions = 0;
        bool changes = false;
        for (unsigned side = 0; side < 2; side++) {
            const struct kz_ruleset *rules = blame->alone[side][i].rules;
            directions += scores_as(ctx, rules, ctx->results[1 - side]);
            changes |= rules && kzi_differs(&ctx->blamer->result, ctx->results[side]);
        }
        add_number(&whole[directions], i);
        if (changes)
            add_number(part, i);
    }
}

/* Find several differences that are sufficient together: among those that change a result, else
 * among all. */
static void blame_several(const struct hand_ctx *ctx, const struct kzi_blame_set *part,
                          struct kzi_blame_set *blamed) {
    *blamed = *part;
    blamed->how = minimize(ctx, blamed);
    if (blamed->how != KZI_BLAMED_NONE)
        return;
    blamed->count = 0;
    for (size_t i = 0; i < ctx->blamer->blame->differences.count; i++)
        add_number(blamed, i);
    enum kzi_blame_how how = minimize(ctx, blamed);
    if (how != KZI_BLAMED_TOGETHER)
        *blamed = *part;
    blamed->how = how != KZI_BLAMED_TOGETHER && part->count ? KZI_BLAMED_PARTLY : how;
}

void kzi_blame_hand(struct kzi_blamer *blamer, const struct kzi_hand *hand,
                    const struct kz_result *const results[2], struct kzi_blame_set *blamed) {
    const struct kzi_blame *blame = blamer->blame;
    const struct hand_ctx ctx = {blamer, hand, results};
    struct kzi_blame_set whole[3] = {{.count = 0}}, part = {.count = 0};
    *blamed = part;
    if (!kzi_differs(results[0], results[1]))
        return;
    if (blame->budget.out)
        blamed->how = KZI_BLAMED_CUT;
    if (!blame->alone[0] || blame->budget.out)
        return;
    blamer->budget.steps = blame->limits->hand_steps;
    blamer->budget.out = false;
    try_singly(&ctx, whole, &part);
    if (blamer->budget.out) {
        blamed->how = KZI_BLAMED_CUT;
    } else if (whole[2].count || whole[1].count) {
        *blamed = whole[2].count ? whole[2] : whole[1];
        blamed->how = KZI_BLAMED_ALONE;
    } else {
        blame_several(&ctx, &part, blamed);
    }
}
