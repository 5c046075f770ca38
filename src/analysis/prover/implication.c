/* Prove implications: split the conditions of the first yaku into cases, collect what each case
 * says (bounds.h), and evaluate the conditions of the second yaku for each. */
#include "analysis/prover/implication.h"

#include "analysis/prover/bounds.h"
#include "rules/condition.h"
#include "tile/sets.h"

#include <stdatomic.h>
#include <string.h>

#define MAX_STEPS     10000
#define MAX_ASSUMED   24
#define MAX_GOALS     8
#define STEPS_OF_CASE 512 /* in the unit of loading's budget */
#define WHYS          512

struct kzi_prover {
    struct kzi_group_table groups;
    /* A cache of the reasons of covers, because a proof takes longer than scoring.  A cached reason
     * is the same as a proved one. */
    _Atomic uint32_t whys[WHYS];
};

/* A case: the assumptions about its readings, and the bounds that follow. */
struct proof_case {
    struct kzi_bounds known;
    struct assumption {
        const struct kzi_condition *cond;
        bool yes; /* the condition is assumed to hold; else not to hold */
    } assumed[MAX_ASSUMED];
    unsigned n_assumed;
    const struct kzi_pattern *pattern; /* the largest pattern that is there; NULL: none is known */
    /* the hand has exactly these tiles before the win; NULL: not known */
    const struct kzi_tile_pattern *before;
    uint64_t given; /* circumstances whose needs are assumed */
};

/* --- what a condition says -------------------------------------------------------------------- */

/* A kind of condition for four equal tiles or a mark, which a yaku counts. */
#define OF_EACH KZI_CONDITIONS

/* Return the bound that is equivalent to a test that holds (yes) or does not; NONE: there is no
 * such bound. */
static struct kzi_bound bound_of(const struct kzi_bounds *known, const struct kzi_condition *test,
                                 bool yes) {
    const struct kzi_argument *argument = &test->argument;
    const struct kzi_phrase *phrase = &argument->phrase;
    struct kzi_bound bound = {.kind = kzi_fact_of(test), .values = kzi_fact_values(test, yes)};
    if (bound.kind == KZI_FACT_GIVEN)
        bound.kind += argument->number;
    else if (bound.kind == KZI_FACT_TILES)
        bound.class_ = argument->class_;
    else if (bound.kind == KZI_FACT_GROUPS && kzi_is_noun(phrase)) {
        bound.kind = KZI_FACT_SHAPE;
        bound.values = kzi_shapes_counting(known->model, phrase->noun, bound.values);
    } else if (bound.kind == KZI_FACT_GROUPS)
        bound.groups = kzi_groups_of_phrase(known->table, phrase);
    if (bound.kind > KZI_FACT_GROUPS || argument->min || argument->max || argument->phrase.wildness)
        bound.kind = KZI_FACT_NONE;
    return bound;
}

/* --- bounds about neither tiles nor groups --------------------------------------------------- */

/* Return whether the known groups can contain a pattern, however they are held. */
static bool has_pattern(const struct kzi_bounds *known, const struct kzi_pattern *pattern) {
    struct kzi_pattern any = *pattern;
    for (unsigned i = 0; i < any.n_terms; i++)
        any.terms[i].adjective = KZI_ANY_HOLD;
    return kzi_has_pattern(&any, &known->there);
}

/* Return whether a pattern asks for a way of holding groups that is not known of every group of
 * pattern `there` (NULL: nothing is known). */
static bool asks_how_held(const struct kzi_pattern *pattern, const struct kzi_pattern *there) {
    for (unsigned i = 0; i < pattern->n_terms; i++)
        for (unsigned k = 0; pattern->terms[i].adjective && k < (there ? there->n_terms : 1U); k++)
            if (!there || there->terms[k].adjective != pattern->terms[i].adjective)
                return true;
    return false;
}

/* Count the tiles of the known groups; of_kong: how many to count for a kong. */
static void fill_counts(const struct kzi_bounds *known, unsigned of_kong,
                        uint8_t counts[KZI_COUNTS_CAPACITY]) {
    const unsigned tiles_of[] = {
        [KZI_CHOW] = 1, [KZI_PUNG] = 3, [KZI_KONG] = of_kong, [KZI_PAIR] = 2};
    memset(counts, 0, KZI_COUNTS_CAPACITY);
    for (unsigned i = 0; i < known->there.n_groups; i++) {
        const struct kzi_group group = kzi_group_of(&known->there, i);
        for (unsigned k = 0; k < (group.kind == KZI_CHOW ? 3U : 1U); k++)
            counts[group.tile + k] = (uint8_t)(counts[group.tile + k] + tiles_of[group.kind]);
    }
}

/* Return whether the known groups have four equal tiles that are not a kong. */
static bool has_four(const struct kzi_bounds *known) {
    uint8_t counts[KZI_COUNTS_CAPACITY];
    bool four = false;
    fill_counts(known, 0, counts);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        four |= counts[kind] >= 4;
    return four;
}

/* --- what follows -----------------------------------------------------------------------------
 *
 * In a settled case, whether it is certain that something holds, or (yes is false) that it does
 * not. */

static bool is_assumed(const struct proof_case *state, const struct kzi_condition *test, bool yes) {
    for (unsigned i = 0; i < state->n_assumed; i++) {
        const struct assumption *assumed = &state->assumed[i];
        if ((assumed->cond == test ||
             (test->kind != OF_EACH && kzi_measures_equal(assumed->cond, test))) &&
            !(kzi_fact_values(assumed->cond, assumed->yes) & ~kzi_fact_values(test, yes)))
            return true;
    }
    return false;
}

static bool test_follows(const struct proof_case *state, const struct kzi_condition *test,
                         bool yes) {
    const struct kzi_bounds *known = &state->known;
    const struct kzi_argument *argument = &test->argument;
    const struct kzi_bound bound = bound_of(known, test, yes);
    const enum kzi_fact_kind about = kzi_fact_of(test);
    const bool there = kzi_fact_values(test, yes) & KZI_YES;
    uint8_t counts[KZI_COUNTS_CAPACITY];
    if (bound.kind)
        return !(kzi_bounds_values(known, &bound) & ~bound.values);
    if (about == KZI_FACT_PATTERN) {
        bool whole = known->there.n_groups == known->shape->sets + known->shape->pairs;
        return (there ? !asks_how_held(&argument->pattern, state->pattern) : whole) &&
               has_pattern(known, &argument->pattern) == there;
    }
    if (about == KZI_FACT_THERE && there) {
        fill_counts(known, 4, counts);
        return kzi_tiles_fit(&argument->tiles, counts, false);
    }
    return there && test->kind == OF_EACH && argument->number >> 8 == KZI_EACH_FOUR &&
           has_four(known);
}

static bool follows(const struct proof_case *state, const struct kzi_condition *cond, bool yes) {
    cond = kzi_meaning_of(cond);
    bool all = (cond->op == KZI_ALL) == yes;
    if (kzi_fact_of(cond) == KZI_FACT_SETTLED)
        return false;
    if (cond->op == KZI_TEST)
        return is_assumed(state, cond, yes) || test_follows(state, cond, yes);
    KZI_EACH_PART(cond, part)
        if (follows(state, part, yes) != all)
            return !all;
    return all;
}

/* --- cases ------------------------------------------------------------------------------------ */

/* A condition that is still to be split, assumed to hold (yes) or not to hold. */
struct task {
    const struct kzi_condition *cond;
    bool yes;
    const struct task *next;
};

/* All requirements of a yaku as one condition. */
struct yaku_condition {
    struct kzi_condition whole, openness, each;
    const struct kzi_condition *parts[3];
};

struct proof {
    const struct kz_ruleset *ruleset;
    /* one of these has to hold; none: the case has to be impossible */
    const struct yaku_condition *goals;
    unsigned n_goals;
    unsigned readings; /* cases that are possible */
    unsigned steps;    /* cases considered; after MAX_STEPS nothing is proved */
};

/* Return whether one of the goals holds in all readings of the case, or the case is impossible.
 * The following functions return the same for all cases that they split a case into.  All that can
 * be known of its groups is known here. */
static __attribute__((noinline)) bool conclude(struct proof *proof,
                                               const struct proof_case *state) {
    struct proof_case settled = *state;
    if (proof->steps++ >= MAX_STEPS)
        return false;
    if (!kzi_bounds_settle(&settled.known))
        return true;
    proof->readings++;
    for (unsigned i = 0; i < proof->n_goals; i++)
        if (follows(&settled, &proof->goals[i].whole, true))
            return true;
    return false;
}

/* Conclude for every place where the pattern can be; twice: for every two places. */
static bool each_pattern(struct proof *proof, struct proof_case *state, bool twice) {
    struct kzi_reading *there = &state->known.there;
    const unsigned count = state->pattern->n_terms, before = there->n_groups;
    bool shown = true;
    for (unsigned at = 0; shown && at < KZI_FALLS * 9; at++) {
        struct kzi_group groups[KZI_MAX_TERMS];
        if (!kzi_place_pattern(state->pattern, at / 9, at % 9 + 1, groups) ||
            before + count > KZI_MAX_GROUPS)
            continue;
        for (unsigned i = 0; i < count; i++)
            there->codes[before + i] = (uint8_t)kzi_code_of_group(groups[i].kind, groups[i].tile);
        there->n_groups = (uint8_t)(before + count);
        shown = twice ? each_pattern(proof, state, false) : conclude(proof, state);
    }
    there->n_groups = (uint8_t)before;
    return shown;
}

/* Conclude for a reading with this shape, wait and groups. */
static bool one_reading(struct proof *proof, const struct proof_case *state,
                        const struct kzi_reading *reading) {
    struct proof_case next = *state;
    next.known.values[KZI_FACT_SHAPE] &= UINT64_C(1) << reading->shape;
    next.known.values[KZI_FACT_WAIT] &= UINT64_C(1) << reading->wait;
    next.known.there = *reading;
    next.pattern = NULL;
    next.known.exact = true;
    return !next.known.values[KZI_FACT_SHAPE] || conclude(proof, &next);
}

static __attribute__((noinline)) bool
each_reading(struct proof *proof, const struct proof_case *state, const struct kzi_hand *hand) {
    struct kzi_readings readings;
    kzi_hand_fill_readings(hand, &proof->ruleset->shapes, &readings);
    KZI_EACH_IN(proof->ruleset->any_tiles, shape) {
        struct kzi_reading any = {.shape = (uint8_t)shape, .wait = KZI_WAIT_NONE};
        if (!one_reading(proof, state, &any))
            return false;
    }
    for (unsigned i = 0; i < readings.count; i++)
        if (!one_reading(proof, state, &readings.list[i]))
            return false;
    return true;
}

/* Conclude for every hand that has exactly the tiles of state->before before the win. */
static bool each_hand(struct proof *proof, const struct proof_case *state) {
    for (unsigned fall = 0; fall < KZI_FALLS; fall++)
        for (unsigned win = 0; win < KZI_KINDS; win++) {
            struct kzi_hand hand = {.win = (uint8_t)win,
                                    .self_draw =
                                        state->known.values[KZI_FACT_WIN_KIND] == KZI_BY_SELF_DRAW};
            for (unsigned at = 0; at < 4 + KZI_SUIT_LETTERS; at++) {
                unsigned suit = at < 4 ? at : kzi_falls[fall][at - 4];
                for (unsigned i = 0; i < (suit < KZI_SUITS ? 9U : 7U); i++)
                    hand.concealed[9 * suit + i] += state->before->counts[at] >> (4 * i) & 15;
            }
            if (hand.concealed[win] < proof->ruleset->model->copies[win] &&
                !each_reading(proof, state, &hand))
                return false;
        }
    return true;
}

static bool is_of_one_each(const struct kzi_bounds *known) {
    return known->model->shapes[__builtin_ctzll(known->values[KZI_FACT_SHAPE])].form ==
           KZI_FORM_ONE_EACH;
}

/* Split by shape, openness and way of winning.  If the shape has more tiles to wait for with one
 * wait than with another, split by wait too. */
static bool each_bit(struct proof *proof, struct proof_case *state, enum kzi_fact_kind kind) {
    uint64_t *values = state->known.values;
    const uint64_t all = values[kind];
    bool shown = true;
    if (kind < KZI_FACT_WAIT || (kind == KZI_FACT_WAIT && is_of_one_each(&state->known))) {
        for (uint64_t left = all; shown && left; left &= left - 1) {
            values[kind] = left & -left;
            shown = each_bit(proof, state, kind + 1);
        }
        values[kind] = all;
        return shown;
    }
    if (state->before)
        return values[KZI_FACT_OPENNESS] == KZI_HAND_OPEN || each_hand(proof, state);
    return state->pattern ? each_pattern(proof, state, state->pattern->twice)
                          : conclude(proof, state);
}

/* Split a case by the tasks.  Changes *state.  A copy takes much of the stack, so callers make one
 * only if there are several cases. */
static bool each_case(struct proof *proof, struct proof_case *state, const struct task *tasks);

static __attribute__((noinline)) bool one_case(struct proof *proof, const struct proof_case *state,
                                               const struct task *tasks) {
    struct proof_case own = *state;
    return each_case(proof, &own, tasks);
}

/* Assume all parts of a condition, one task each. */
static bool all_parts(struct proof *proof, struct proof_case *state, size_t at,
                      const struct task *whole, const struct task *rest) {
    if (at == whole->cond->parts.count)
        return each_case(proof, state, rest);
    struct task part = {whole->cond->parts.list[at], whole->yes, rest};
    return all_parts(proof, state, at + 1, whole, &part);
}

/* Assume one of the parts of a condition, one case each. */
static bool each_part(struct proof *proof, const struct proof_case *state,
                      const struct task *whole) {
    KZI_EACH_PART(whole->cond, part) {
        struct task task = {part, whole->yes, whole->next};
        if (!one_case(proof, state, &task))
            return false;
    }
    return true;
}

/* Assume the needs of circumstances, which every hand with them meets, one task each. */
static bool with_given(struct proof *proof, struct proof_case *state, uint64_t given,
                       const struct task *rest) {
    given &= ~state->given;
    if (!given)
        return each_case(proof, state, rest);
    const unsigned number = (unsigned)__builtin_ctzll(given);
    struct task needs = {proof->ruleset->model->circumstances[number].needs, true, rest};
    state->given |= given & -given;
    state->known.values[KZI_FACT_GIVEN + number] &= KZI_YES;
    return with_given(proof, state, given, &needs);
}

static unsigned terms_of(const struct kzi_pattern *pattern) {
    return pattern ? pattern->n_terms * (pattern->twice ? 2U : 1U) : 0;
}

static void assume(struct proof_case *state, const struct kzi_condition *test, bool yes) {
    const struct kzi_bound bound = bound_of(&state->known, test, yes);
    const bool there = kzi_fact_values(test, yes) & KZI_YES;
    if (state->n_assumed < MAX_ASSUMED)
        state->assumed[state->n_assumed++] = (struct assumption){test, yes};
    if (bound.kind)
        kzi_bounds_add(&state->known, &bound);
    if (there && kzi_fact_of(test) == KZI_FACT_PATTERN &&
        terms_of(&test->argument.pattern) > terms_of(state->pattern))
        state->pattern = &test->argument.pattern;
    if (there && kzi_fact_of(test) == KZI_FACT_BEFORE)
        state->before = &test->argument.tiles;
}

static bool each_case(struct proof *proof, struct proof_case *state, const struct task *task) {
    if (proof->steps++ >= MAX_STEPS)
        return false;
    while (task && !task->cond)
        task = task->next;
    if (!task)
        return each_bit(proof, state, KZI_FACT_SHAPE);
    const struct kzi_condition *cond = task->cond;
    if (cond->means) {
        struct task means = {cond->means, task->yes, task->next};
        return each_case(proof, state, &means);
    }
    if (cond->op != KZI_TEST)
        return (cond->op == KZI_ALL) == task->yes ? all_parts(proof, state, 0, task, task->next)
                                                  : each_part(proof, state, task);
    if (kzi_fact_of(cond) == KZI_FACT_SETTLED)
        return each_case(proof, state, task->next);
    if (is_assumed(state, cond, !task->yes))
        return true; /* a condition cannot hold and not hold */
    assume(state, cond, task->yes);
    bool given = kzi_fact_of(cond) == KZI_FACT_GIVEN && kzi_fact_values(cond, task->yes) & KZI_YES;
    return given ? with_given(proof, state,
                              proof->ruleset->model->circumstances[cond->argument.number].implies,
                              task->next)
                 : each_case(proof, state, task->next);
}

/* --- the question ----------------------------------------------------------------------------- */

static void combine(struct yaku_condition *cond, const struct kzi_yaku *yaku) {
    size_t count = 0;
    kzi_condition_openness(yaku, &cond->openness);
    cond->parts[count++] = &cond->openness;
    if (yaku->when)
        cond->parts[count++] = yaku->when;
    if (kzi_condition_each(yaku, &cond->each)) {
        cond->parts[count++] = &cond->each;
    } else if (yaku->each != KZI_ONCE) {
        cond->each.kind = OF_EACH;
        cond->each.argument.number = (unsigned)yaku->each << 8 | yaku->each_mark;
        cond->each.values = KZI_YES;
        cond->parts[count++] = &cond->each;
    }
    cond->whole = (struct kzi_condition){.op = KZI_ALL, .parts = {cond->parts, count}};
}

/* Return whether one of the proof's goals holds in every reading that has yaku a and b (b may be
 * NULL) and meets the tasks.  Return false also if the proof costs more than is left of the budget
 * (NULL: unlimited). */
static bool prove(struct proof *proof, const struct kzi_yaku *a, const struct kzi_yaku *b,
                  const struct task *tasks, struct kzi_budget *budget) {
    struct proof_case state = {.n_assumed = 0};
    struct yaku_condition first, second;
    combine(&first, a);
    combine(&second, b ? b : a);
    struct task one = {&first.whole, true, tasks}, two = {&second.whole, true, &one};
    kzi_bounds_init(&state.known, proof->ruleset->model, &proof->ruleset->prover->groups);
    bool shown = each_case(proof, &state, b ? &two : &one);
    uint64_t price = STEPS_OF_CASE * (1 + (uint64_t)proof->steps);
    return (!budget || kzi_budget_spend(budget, price)) && shown;
}

bool kzi_implies(const struct kz_ruleset *ruleset, unsigned a, unsigned b,
                 struct kzi_budget *budget) {
    struct yaku_condition goal;
    struct proof proof = {.ruleset = ruleset, .goals = &goal, .n_goals = 1};
    combine(&goal, &ruleset->model->yaku[b]);
    return prove(&proof, &ruleset->model->yaku[a], NULL, NULL, budget) && proof.readings;
}

bool kzi_cannot_meet(const struct kz_ruleset *ruleset, unsigned a, unsigned b,
                     struct kzi_budget *budget) {
    const struct kzi_yaku *yaku = ruleset->model->yaku;
    struct proof proof = {.ruleset = ruleset};
    return prove(&proof, &yaku[a], &yaku[b], NULL, budget);
}

/* Return the needs of the indicators that a yaku counts, or NULL. */
static const struct kzi_condition *needs_of(const struct kz_ruleset *ruleset,
                                            const struct kzi_yaku *yaku) {
    return yaku->each == KZI_EACH_MARK ? ruleset->model->marks[yaku->each_mark].needs : NULL;
}

bool kzi_implies_or(const struct kz_ruleset *ruleset, const struct kzi_yaku *a,
                    const struct kzi_yaku *b, const struct kzi_yaku *const *others, unsigned n) {
    struct task denied = {b ? b->when : NULL, false, NULL},
                needs = {needs_of(ruleset, a), true, &denied};
    struct yaku_condition goals[MAX_GOALS];
    struct proof proof = {.ruleset = ruleset, .goals = goals};
    for (; proof.n_goals < n && proof.n_goals < MAX_GOALS; proof.n_goals++)
        combine(&goals[proof.n_goals], others[proof.n_goals]);
    return (b && !b->when) || prove(&proof, a, NULL, &needs, NULL);
}

/* --- why a yaku covers another ---------------------------------------------------------------- */

static enum kzi_cover_why find_why(const struct kz_ruleset *ruleset, unsigned by, unsigned yaku,
                                   struct kzi_budget *budget) {
    if (kzi_implies(ruleset, by, yaku, budget))
        return KZI_COVER_IMPLIED;
    return kzi_cannot_meet(ruleset, by, yaku, budget) ? KZI_COVER_IMPOSSIBLE : KZI_COVER_CONVENTION;
}

/* Return the exponent of the steps, rounded up to a power of two. */
static unsigned price_of(uint64_t steps) {
    unsigned exponent = 0;
    while (steps > UINT64_C(1) << exponent)
        exponent++;
    return exponent;
}

/* Return the reason of a cover, from the cache or by a proof.  A cache entry has the exponent of
 * the price in 8 bits, the pair in 22, and the reason plus 1 in the last two.  A cached proof is
 * charged again, so that what a budget is enough for does not depend on earlier questions. */
static enum kzi_cover_why prove_cover(const struct kz_ruleset *ruleset, unsigned by, unsigned yaku,
                                      struct kzi_budget *budget) {
    const uint32_t pair = (by * KZI_MAX_YAKU + yaku) << 2;
    _Atomic uint32_t *cached = &ruleset->prover->whys[(by * 31 + yaku) % WHYS];
    uint32_t last = atomic_load_explicit(cached, memory_order_relaxed);
    if (budget->out)
        return KZI_COVER_NOT_LOOKED_FOR;
    if ((last & UINT32_C(0xFFFFFC)) != pair || !(last & 3)) {
        struct kzi_budget any = {.steps = UINT64_MAX};
        unsigned why = find_why(ruleset, by, yaku, &any);
        last = price_of(UINT64_MAX - any.steps) << 24 | pair | (why + 1U);
        atomic_store_explicit(cached, last, memory_order_relaxed);
    }
    return kzi_budget_spend(budget, UINT64_C(1) << (last >> 24))
               ? (enum kzi_cover_why)((last & 3) - 1)
               : KZI_COVER_NOT_LOOKED_FOR;
}

bool kzi_prover_make(struct kz_ruleset *ruleset) {
    struct kzi_arena *arena = &ruleset->arena;
    jmp_buf door;
    if (ruleset->prover)
        return true;
    arena->door = &door;
    arena->capacity = arena->budget = 0; /* no limits: they are for compiling the rules */
    if (!setjmp(door)) {
        struct kzi_prover *prover = KZI_NEW(arena, struct kzi_prover);
        kzi_group_table_fill(&prover->groups);
        ruleset->prover = prover;
        ruleset->prove_cover = prove_cover;
    }
    arena->door = NULL;
    return ruleset->prover;
}
