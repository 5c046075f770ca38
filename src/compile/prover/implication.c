/* The conditions of the first yaku are taken apart into cases, what each case says is gathered
 * (bounds.h), and the conditions of the second are asked of it. */
#include "compile/prover/implication.h"

#include "compile/condition/pattern.h"
#include "compile/prover/assumptions.h"

#include <stdatomic.h>
#include <string.h>

#define MOST_STEPS 10000

#define STEPS_OF_CASE 512 /* as loading counts them */

/* A condition still to be taken apart, assumed to hold (yes) or not to. */
struct task {
    const struct kzi_condition *cond;
    bool yes;
    const struct task *next;
};

struct proof {
    const struct kz_ruleset *ruleset;
    const struct kzi_yaku *const *goals; /* one of them shall hold; none: there is no such case */
    unsigned n_goals;
    unsigned readings; /* cases that there can be */
    unsigned steps;    /* cases looked at: past the most nothing is shown */
};

/* --- the goal -------------------------------------------------------------------------------- */

static bool scores(const struct kzi_yaku *yaku, uint64_t open) {
    return yaku->in_use && (open & KZI_HAND_CLOSED ? yaku->closed.scored : yaku->open.scored);
}

/* Four equal tiles that are no kong. */
static bool show_four(const struct kzi_bounds *known) {
    unsigned counts[KZI_KINDS] = {0};
    bool four = false;
    for (unsigned i = 0; i < known->n_there; i++) {
        const struct kzi_group *group = &known->there[i];
        unsigned tiles = group->kind == KZI_PUNG ? 3 : group->kind == KZI_PAIR ? 2 : 1;
        for (unsigned k = 0; k < (group->kind == KZI_CHOW ? 3U : 1U); k++)
            four |= group->kind != KZI_KONG && (counts[group->tile + k] += tiles) >= 4;
    }
    return four;
}

static bool show_each(const struct kzi_bounds *known, const struct kzi_yaku *yaku) {
    struct kzi_group_set groups;
    switch (yaku->each) {
    case KZI_EACH_SET:
        kzi_groups_of_phrase(&groups, &yaku->each_set);
        return kzi_bounds_groups_count(known, &groups, false).least > 0;
    case KZI_EACH_PATTERN:
        return kzi_show_pattern(known, yaku->each_pattern, false, true);
    case KZI_EACH_FOUR:
        return show_four(known);
    case KZI_EACH_MARK:
        return false;
    default:
        return true;
    }
}

static bool is_met(const struct kzi_assumptions *state, const struct kzi_yaku *goal) {
    return scores(goal, state->known.open) && (!goal->when || kzi_show(state, goal->when, true)) &&
           show_each(&state->known, goal);
}

/* One case whose groups are known as far as they are. */
static bool conclude(struct proof *proof, const struct kzi_assumptions *state) {
    struct kzi_assumptions settled = *state;
    if (proof->steps++ >= MOST_STEPS)
        return false;
    if (!kzi_bounds_settle(&settled.known) || kzi_is_refuted(&settled))
        return true;
    proof->readings++;
    for (unsigned i = 0; i < proof->n_goals; i++)
        if (is_met(&settled, proof->goals[i]))
            return true;
    return false;
}

/* --- cases ----------------------------------------------------------------------------------- */

/* Every way in which the pattern can be there, and then again if it is there twice. */
static bool each_pattern(struct proof *proof, const struct kzi_assumptions *state, bool twice) {
    for (unsigned fall = 0; fall < KZI_FALLS; fall++)
        for (unsigned n = 1; n <= 9; n++) {
            struct kzi_assumptions next = *state;
            struct kzi_group groups[KZI_MAX_TERMS];
            unsigned count = state->pattern->n_terms;
            if (!kzi_place_pattern(state->pattern, fall, n, groups) ||
                next.known.n_there + count > KZI_MAX_GROUPS)
                continue;
            memcpy(next.known.there + next.known.n_there, groups, count * sizeof *groups);
            next.known.n_there += count;
            if (twice ? !each_pattern(proof, &next, false) : !conclude(proof, &next))
                return false;
        }
    return true;
}

static bool each_reading(struct proof *proof, const struct kzi_assumptions *state,
                         const struct kzi_hand *hand) {
    struct kzi_readings readings;
    kzi_readings_find(hand, &proof->ruleset->shapes, &readings);
    for (unsigned i = 0; i < readings.count; i++) {
        const struct kzi_reading *reading = &readings.list[i];
        struct kzi_assumptions next = *state;
        if (!(state->known.shapes >> reading->shape & 1))
            continue;
        next.known.n_there = reading->n_groups;
        next.known.exact = true;
        for (unsigned k = 0; k < reading->n_groups; k++)
            next.known.there[k] = kzi_group_of(reading, k);
        next.known.waits &= UINT64_C(1) << reading->wait;
        if (!conclude(proof, &next))
            return false;
    }
    return true;
}

/* Every hand that has exactly these tiles before the win. */
static bool each_hand(struct proof *proof, const struct kzi_assumptions *state) {
    for (unsigned fall = 0; fall < KZI_FALLS; fall++)
        for (unsigned win = 0; win < KZI_KINDS; win++) {
            struct kzi_hand hand = {.win = (uint8_t)win,
                                    .self_draw = state->known.way == KZI_BY_SELF_DRAW};
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

static bool each_instance(struct proof *proof, const struct kzi_assumptions *state) {
    if (state->before)
        return state->known.open == KZI_HAND_OPEN || each_hand(proof, state);
    if (state->pattern)
        return each_pattern(proof, state, state->twice);
    return conclude(proof, state);
}

static __attribute__((noinline)) bool each_wait_apart(struct proof *proof,
                                                      const struct kzi_assumptions *state) {
    for (uint64_t left = state->known.waits; left; left &= left - 1) {
        struct kzi_assumptions next = *state;
        next.known.waits = left & -left;
        if (!each_instance(proof, &next))
            return false;
    }
    return true;
}

/* One wait at a time where the shape has more tiles to wait for by one than by another. */
static bool each_wait(struct proof *proof, const struct kzi_assumptions *state) {
    const struct kzi_model *model = state->known.model;
    const struct kzi_shape *shape = &model->shapes[__builtin_ctzll(state->known.shapes)];
    return shape->form == KZI_FORM_ONE_EACH ? each_wait_apart(proof, state)
                                            : each_instance(proof, state);
}

static __attribute__((noinline)) bool each_situation(struct proof *proof,
                                                     const struct kzi_assumptions *state) {
    for (uint64_t shapes = state->known.shapes; shapes; shapes &= shapes - 1)
        for (uint64_t open = state->known.open; open; open &= open - 1)
            for (uint64_t way = state->known.way; way; way &= way - 1) {
                struct kzi_assumptions next = *state;
                next.known.shapes = shapes & -shapes;
                next.known.open = open & -open;
                next.known.way = way & -way;
                if (!each_wait(proof, &next))
                    return false;
            }
    return true;
}

/* Uses the state up: what is assumed on the way stays in it.  A copy takes so much of a stack that
 * one is made only where there are several cases. */
static bool each_case(struct proof *proof, struct kzi_assumptions *state, const struct task *tasks);

static __attribute__((noinline)) bool
one_case(struct proof *proof, const struct kzi_assumptions *state, const struct task *tasks) {
    struct kzi_assumptions own = *state;
    return each_case(proof, &own, tasks);
}

/* All parts are assumed: each is a task. */
static bool all_parts(struct proof *proof, struct kzi_assumptions *state,
                      const struct kzi_condition *cond, size_t at, bool yes,
                      const struct task *rest) {
    if (at == cond->u.parts.count)
        return each_case(proof, state, rest);
    struct task part = {cond->u.parts.list[at], yes, rest};
    return all_parts(proof, state, cond, at + 1, yes, &part);
}

/* One of the parts is assumed: each is a case. */
static bool each_part(struct proof *proof, const struct kzi_assumptions *state,
                      const struct kzi_condition *cond, bool yes, const struct task *rest) {
    for (size_t i = 0; i < cond->u.parts.count; i++) {
        struct task part = {cond->u.parts.list[i], yes, rest};
        if (!one_case(proof, state, &part))
            return false;
    }
    return true;
}

/* What is given has implications, and needs that every hand with it meets: one more task each. */
static bool with_given(struct proof *proof, struct kzi_assumptions *state, uint64_t given,
                       const struct task *rest) {
    const struct kzi_model *model = proof->ruleset->model;
    given &= ~state->known.given;
    if (!given)
        return each_case(proof, state, rest);
    const struct kzi_circumstance *first = &model->circumstances[__builtin_ctzll(given)];
    struct task needs = {first->needs, true, rest};
    state->known.given |= given & -given;
    return with_given(proof, state, given | first->implies, first->needs ? &needs : rest);
}

static bool each_case(struct proof *proof, struct kzi_assumptions *state,
                      const struct task *tasks) {
    if (proof->steps++ >= MOST_STEPS)
        return false;
    if (!tasks)
        return each_situation(proof, state);
    const struct kzi_condition *cond = tasks->cond;
    switch ((int)cond->kind) {
    case KZI_CONDITION_all_of:
    case KZI_CONDITION_holds:
    case KZI_CONDITION_any_of:
        return (cond->kind == KZI_CONDITION_any_of) != tasks->yes
                   ? all_parts(proof, state, cond, 0, tasks->yes, tasks->next)
                   : each_part(proof, state, cond, tasks->yes, tasks->next);
    case KZI_CONDITION_not: {
        struct task part = {cond->u.parts.list[0], !tasks->yes, tasks->next};
        return each_case(proof, state, &part);
    }
    default:
        if (kzi_is_assumed(state, cond, !tasks->yes))
            return true; /* it cannot hold and not hold */
        kzi_assume(state, cond, tasks->yes);
        return cond->kind == KZI_CONDITION_given && tasks->yes
                   ? with_given(proof, state, cond->u.bits, tasks->next)
                   : each_case(proof, state, tasks->next);
    }
}

/* --- two yaku -------------------------------------------------------------------------------- */

static void begin(struct proof *proof, struct kzi_assumptions *state,
                  const struct kz_ruleset *ruleset) {
    proof->ruleset = ruleset;
    proof->steps = 0;
    proof->readings = 0;
    *state = (struct kzi_assumptions){.n_assumed = 0};
    kzi_bounds_init(&state->known, ruleset->model, ruleset->group_table);
}

/* False: the proof took more than the budget had left. */
static bool pay(struct kzi_budget *budget, const struct proof *proof) {
    return !budget || kzi_budget_spend(budget, STEPS_OF_CASE * (1 + (uint64_t)proof->steps));
}

/* What the indicators that a yaku counts need, as a task before the rest. */
static const struct task *needs_of(const struct kz_ruleset *ruleset, const struct kzi_yaku *yaku,
                                   struct task *task, const struct task *rest) {
    if (yaku->each != KZI_EACH_MARK || !ruleset->model->marks[yaku->each_mark].needs)
        return rest;
    *task = (struct task){ruleset->model->marks[yaku->each_mark].needs, true, rest};
    return task;
}

/* What a yaku asks beside its condition. */
static void assume_yaku(struct kzi_assumptions *state, const struct kzi_yaku *yaku) {
    struct kzi_group_set groups;
    state->known.open &= (yaku->in_use && yaku->closed.scored ? KZI_HAND_CLOSED : 0U) |
                         (yaku->in_use && yaku->open.scored ? KZI_HAND_OPEN : 0U);
    if (yaku->each == KZI_EACH_SET) {
        kzi_groups_of_phrase(&groups, &yaku->each_set);
        kzi_bounds_know_groups(&state->known, &groups, false, (struct kzi_range){1, 255});
    } else if (yaku->each == KZI_EACH_PATTERN) {
        kzi_assume_pattern(state, yaku->each_pattern, false);
    }
}

bool kzi_implies_within(const struct kz_ruleset *ruleset, unsigned a, unsigned b,
                        struct kzi_budget *budget) {
    const struct kzi_yaku *yaku = &ruleset->model->yaku[a], *goal = &ruleset->model->yaku[b];
    struct task when = {yaku->when, true, NULL};
    struct kzi_assumptions state;
    struct proof proof;
    begin(&proof, &state, ruleset);
    proof.goals = &goal;
    proof.n_goals = 1;
    assume_yaku(&state, yaku);
    bool shown = each_case(&proof, &state, yaku->when ? &when : NULL) && proof.readings;
    return pay(budget, &proof) && shown;
}

bool kzi_implies(const struct kz_ruleset *ruleset, unsigned a, unsigned b) {
    return kzi_implies_within(ruleset, a, b, NULL);
}

bool kzi_implies_or(const struct kz_ruleset *ruleset, const struct kzi_yaku *a,
                    const struct kzi_yaku *b, const struct kzi_yaku *const *others, unsigned n) {
    struct task second = {b->when, false, NULL}, needs, first;
    struct kzi_assumptions state;
    struct proof proof;
    if (!b->when)
        return true;
    first = (struct task){a->when, true, needs_of(ruleset, a, &needs, &second)};
    begin(&proof, &state, ruleset);
    proof.goals = others;
    proof.n_goals = n;
    assume_yaku(&state, a);
    return each_case(&proof, &state, a->when ? &first : first.next);
}

bool kzi_never(const struct kz_ruleset *ruleset, const struct kzi_yaku *yaku) {
    struct task needs, when;
    struct kzi_assumptions state;
    struct proof proof;
    when = (struct task){yaku->when, true, needs_of(ruleset, yaku, &needs, NULL)};
    begin(&proof, &state, ruleset);
    proof.n_goals = 0;
    assume_yaku(&state, yaku);
    return each_case(&proof, &state, yaku->when ? &when : when.next);
}

bool kzi_cannot_meet_within(const struct kz_ruleset *ruleset, unsigned a, unsigned b,
                            struct kzi_budget *budget) {
    const struct kzi_yaku *one = &ruleset->model->yaku[a], *other = &ruleset->model->yaku[b];
    struct task first = {one->when, true, NULL};
    struct task second = {other->when, true, one->when ? &first : NULL};
    struct kzi_assumptions state;
    struct proof proof;
    begin(&proof, &state, ruleset);
    proof.n_goals = 0;
    assume_yaku(&state, one);
    assume_yaku(&state, other);
    bool shown = each_case(&proof, &state, other->when ? &second : second.next);
    return pay(budget, &proof) && shown;
}

bool kzi_cannot_meet(const struct kz_ruleset *ruleset, unsigned a, unsigned b) {
    return kzi_cannot_meet_within(ruleset, a, b, NULL);
}

const char *const kzi_cover_why_names[] = {[KZI_WHY_IMPLIED] = "implied",
                                           [KZI_WHY_IMPOSSIBLE] = "impossible",
                                           [KZI_WHY_CONVENTION] = "convention",
                                           [KZI_WHY_NOT_LOOKED_FOR] = "not_looked_for"};

static enum kzi_cover_why find_why(const struct kz_ruleset *ruleset, unsigned by, unsigned yaku,
                                   struct kzi_budget *budget) {
    if (kzi_implies_within(ruleset, by, yaku, budget))
        return KZI_WHY_IMPLIED;
    return kzi_cannot_meet_within(ruleset, by, yaku, budget) ? KZI_WHY_IMPOSSIBLE
                                                             : KZI_WHY_CONVENTION;
}

/* What it took, rounded up to a power of two: its exponent. */
static unsigned price_of(uint64_t steps) {
    unsigned exponent = 0;
    while (steps > UINT64_C(1) << exponent)
        exponent++;
    return exponent;
}

/* A reason as it is kept: the exponent of its price in 8 bits, the pair in 22, in the last two the
 * reason from 1 on.  The price is paid again by whoever finds it there: what a budget is enough for
 * hangs on nothing that was asked before. */
enum kzi_cover_why kzi_cover_why(const struct kz_ruleset *ruleset, unsigned by, unsigned yaku,
                                 struct kzi_budget *budget) {
    const uint32_t pair = (by * KZI_MAX_YAKU + yaku) << 2;
    _Atomic uint32_t *told = &ruleset->whys[(by * 31 + yaku) % KZI_WHYS];
    uint32_t last = atomic_load_explicit(told, memory_order_relaxed);
    if (budget->out)
        return KZI_WHY_NOT_LOOKED_FOR;
    if ((last & UINT32_C(0xFFFFFC)) != pair || !(last & 3)) {
        struct kzi_budget any = {.steps = UINT64_MAX};
        unsigned why = find_why(ruleset, by, yaku, &any);
        last = price_of(UINT64_MAX - any.steps) << 24 | pair | (why + 1U);
        atomic_store_explicit(told, last, memory_order_relaxed);
    }
    return kzi_budget_spend(budget, UINT64_C(1) << (last >> 24))
               ? (enum kzi_cover_why)((last & 3) - 1)
               : KZI_WHY_NOT_LOOKED_FOR;
}
