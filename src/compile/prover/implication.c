/* The conditions of the first yaku are taken apart into cases, what each case says is gathered
 * (bounds.h), and the conditions of the second are asked of it. */
#include "compile/prover/implication.h"

#include "compile/prover/bounds.h"
#include "tile/sets.h"

#include <stdatomic.h>
#include <string.h>

#define MOST_STEPS    10000
#define MOST_ASSUMED  24
#define STEPS_OF_CASE 512 /* as loading counts them */

struct assumption {
    const struct kzi_condition *cond;
    bool yes; /* it holds; else it does not */
};

/* One case of a proof: what is assumed of its readings, and what is known of them for that. */
struct proof_case {
    struct kzi_bounds known;
    struct assumption assumed[MOST_ASSUMED];
    unsigned n_assumed;
    const struct kzi_pattern *pattern; /* the largest that is there; NULL: none is known */
    bool twice;
    const struct kzi_tile_pattern *before; /* exactly these tiles before the win */
};

/* --- assuming --------------------------------------------------------------------------------- */

static struct kzi_range range_of(const struct kzi_quantity *quantity) {
    return (struct kzi_range){quantity->least, quantity->most};
}

/* The counts that meet a quantity, or (yes is false) do not; false: that is not one range. */
static bool find_range(const struct kzi_quantity *quantity, bool yes, struct kzi_range *range) {
    *range = range_of(quantity);
    if (yes)
        return true;
    *range = quantity->least ? (struct kzi_range){0, quantity->least - 1U}
                             : (struct kzi_range){quantity->most + 1U, 255};
    return !quantity->least != (quantity->most == 255);
}

static void assume_number(struct kzi_range *known, const struct kzi_quantity *quantity, bool yes) {
    struct kzi_range range;
    if (!find_range(quantity, yes, &range))
        return;
    if (range.least > known->least)
        known->least = range.least;
    if (range.most < known->most)
        known->most = range.most;
}

static void assume_tiles(struct kzi_bounds *known, const struct kzi_condition *cond, bool yes) {
    if (!yes && cond->u.classes.count > 1)
        return;
    for (size_t i = 0; i < cond->u.classes.count; i++) {
        struct kzi_class_count count = kzi_count_of_class(&cond->u.classes.list[i]);
        struct kzi_range range;
        if (find_range(&count.quantity, yes, &range))
            kzi_bounds_know_tiles(known, &count.class_, range);
    }
}

static void assume_groups(struct kzi_bounds *known, const struct kzi_condition *cond, bool pairs,
                          bool yes) {
    if (!yes && (cond->u.phrases.count > 1 || cond->u.phrases.list[0].quantity.all))
        return;
    for (size_t i = 0; i < cond->u.phrases.count; i++) {
        const struct kzi_phrase_count *said = &cond->u.phrases.list[i];
        struct kzi_range range = {0, 0};
        struct kzi_group_set groups = kzi_groups_of_phrase(&said->phrase, !said->quantity.all);
        if (said->quantity.all)
            known->shapes &= kzi_shapes_with_groups(known->model, pairs);
        if (said->quantity.all || find_range(&said->quantity, yes, &range))
            kzi_bounds_know_groups(known, &groups, pairs, range);
    }
}

static struct kzi_group_set pairs_of(const struct kzi_class *class_) {
    return kzi_groups_of_phrase(&(struct kzi_phrase){.noun = KZI_A_PAIR, .class_ = *class_}, true);
}

static void assume_pair(struct kzi_bounds *known, const struct kzi_class *class_) {
    struct kzi_class rest = kzi_other_class(class_);
    struct kzi_group_set in = pairs_of(class_), out = pairs_of(&rest);
    known->shapes &= kzi_shapes_of_one_pair(known->model);
    kzi_bounds_know_groups(known, &in, true, (struct kzi_range){1, 1});
    kzi_bounds_know_groups(known, &out, true, (struct kzi_range){0, 0});
}

static void assume_pattern(struct proof_case *state, const struct kzi_pattern *pattern,
                           bool twice) {
    unsigned terms = pattern->n_terms * (twice ? 2U : 1U);
    if (state->pattern && terms <= state->pattern->n_terms * (state->twice ? 2U : 1U))
        return;
    state->pattern = pattern;
    state->twice = twice;
}

/* What may be in one respect, as bits; NULL: the condition speaks of something else. */
static uint64_t *bits_of(struct kzi_bounds *known, enum kzi_condition_kind kind) {
    return kind == KZI_CONDITION_hand    ? &known->open
           : kind == KZI_CONDITION_by    ? &known->way
           : kind == KZI_CONDITION_seat  ? &known->seats
           : kind == KZI_CONDITION_shape ? &known->shapes
           : kind == KZI_CONDITION_wait  ? &known->waits
                                         : NULL;
}

/* A condition that is made of no others. */
static void assume(struct proof_case *state, const struct kzi_condition *cond, bool yes) {
    struct kzi_bounds *known = &state->known;
    uint64_t *bits = bits_of(known, cond->kind);
    if (state->n_assumed < MOST_ASSUMED)
        state->assumed[state->n_assumed++] = (struct assumption){cond, yes};
    if (bits)
        *bits &= yes ? cond->u.bits : ~cond->u.bits;
    else if (cond->kind == KZI_CONDITION_suits)
        assume_number(&known->suits, &cond->u.quantity, yes);
    else if (cond->kind == KZI_CONDITION_waits)
        assume_number(&known->n_waits, &cond->u.quantity, yes);
    else if (cond->kind == KZI_CONDITION_tiles)
        assume_tiles(known, cond, yes);
    else if (cond->kind == KZI_CONDITION_sets || cond->kind == KZI_CONDITION_groups)
        assume_groups(known, cond, cond->kind == KZI_CONDITION_groups, yes);
    else if (cond->kind == KZI_CONDITION_pair && yes)
        assume_pair(known, &cond->u.class_);
    else if ((cond->kind == KZI_CONDITION_has || cond->kind == KZI_CONDITION_has_twice) && yes)
        assume_pattern(state, cond->u.pattern, cond->kind == KZI_CONDITION_has_twice);
    else if (cond->kind == KZI_CONDITION_before_win && yes)
        state->before = &cond->u.tiles;
    else if (cond->kind == KZI_CONDITION_given && !yes && !(cond->u.bits & (cond->u.bits - 1)))
        known->not_given |= cond->u.bits; /* what is given is noted with what it implies */
}

static bool is_assumed(const struct proof_case *state, const struct kzi_condition *cond, bool yes) {
    for (unsigned i = 0; i < state->n_assumed; i++) {
        const struct assumption *assumed = &state->assumed[i];
        if (assumed->yes == yes && assumed->cond->kind == cond->kind &&
            (assumed->cond == cond || kzi_node_same(assumed->cond->node, cond->node)))
            return true;
    }
    return false;
}

/* What a yaku asks besides its condition. */
static void assume_yaku(struct proof_case *state, const struct kzi_yaku *yaku) {
    state->known.open &= (yaku->in_use && yaku->closed.scored ? KZI_HAND_CLOSED : 0U) |
                         (yaku->in_use && yaku->open.scored ? KZI_HAND_OPEN : 0U);
    if (yaku->each == KZI_EACH_SET) {
        struct kzi_group_set groups = kzi_groups_of_phrase(&yaku->each_set, true);
        kzi_bounds_know_groups(&state->known, &groups, false, (struct kzi_range){1, 255});
    } else if (yaku->each == KZI_EACH_PATTERN) {
        assume_pattern(state, yaku->each_pattern, false);
    }
}

/* --- showing: in a settled case, whether it is certain that something holds, or (yes is false)
 * that it does not ----------------------------------------------------------------------------- */

/* Whether the range lies all within the quantity, or all outside. */
static bool show_number(struct kzi_range range, const struct kzi_quantity *quantity, bool yes) {
    bool within = range.least >= quantity->least && range.most <= quantity->most;
    bool outside = range.most < quantity->least || range.least > quantity->most;
    return yes ? within : outside;
}

static bool show_tiles(const struct kzi_bounds *known, const struct kzi_condition *cond, bool yes) {
    for (size_t i = 0; i < cond->u.classes.count; i++) {
        struct kzi_class_count count = kzi_count_of_class(&cond->u.classes.list[i]);
        if (show_number(kzi_bounds_tiles_count(known, &count.class_), &count.quantity, yes) != yes)
            return !yes;
    }
    return yes;
}

static bool show_groups(const struct kzi_bounds *known, const struct kzi_condition *cond,
                        bool pairs, bool yes) {
    static const struct kzi_quantity none = {false, 0, 0};
    for (size_t i = 0; i < cond->u.phrases.count; i++) {
        const struct kzi_phrase_count *said = &cond->u.phrases.list[i];
        bool all = said->quantity.all, some = known->shape->sets || (pairs && known->shape->pairs);
        struct kzi_group_set groups = kzi_groups_of_phrase(&said->phrase, !all);
        struct kzi_range count = kzi_bounds_groups_count(known, &groups, pairs);
        bool shown = all && !some ? !yes : show_number(count, all ? &none : &said->quantity, yes);
        if (shown != yes)
            return !yes;
    }
    return yes;
}

static bool show_pair(const struct kzi_bounds *known, const struct kzi_class *class_, bool yes) {
    static const struct kzi_quantity one = {false, 1, 1};
    struct kzi_group_set groups = pairs_of(class_);
    if (known->shape->pairs != 1)
        return !yes;
    return show_number(kzi_bounds_groups_count(known, &groups, true), &one, yes);
}

static bool show_pattern(const struct kzi_bounds *known, const struct kzi_pattern *pattern,
                         bool twice, bool yes) {
    struct kzi_reading reading = {
        .n_groups = (uint8_t)known->n_there, .chow_rank = KZI_NO_RANK, .pung_rank = KZI_NO_RANK};
    for (unsigned i = 0; i < known->n_there; i++)
        reading.codes[i] = (uint8_t)kzi_code_of_group(known->there[i].kind, known->there[i].tile);
    bool there =
        twice ? kzi_matches_twice(pattern, &reading) : kzi_match_pattern(pattern, &reading, 0) != 0;
    bool whole = known->n_there == (unsigned)known->shape->sets + known->shape->pairs;
    return yes ? there : whole && !there;
}

/* The tiles of the groups that are known, kongs with as many as is said. */
static void count_tiles(const struct kzi_bounds *known, unsigned of_kong,
                        uint8_t counts[KZI_COUNTS_ROOM]) {
    const unsigned tiles_of[] = {
        [KZI_CHOW] = 1, [KZI_PUNG] = 3, [KZI_KONG] = of_kong, [KZI_PAIR] = 2};
    memset(counts, 0, KZI_COUNTS_ROOM);
    for (unsigned i = 0; i < known->n_there; i++) {
        const struct kzi_group *group = &known->there[i];
        for (unsigned k = 0; k < (group->kind == KZI_CHOW ? 3U : 1U); k++)
            counts[group->tile + k] = (uint8_t)(counts[group->tile + k] + tiles_of[group->kind]);
    }
}

/* All tiles are known where all groups are. */
static bool show_contains(const struct kzi_bounds *known, const struct kzi_tile_pattern *tiles) {
    uint8_t counts[KZI_COUNTS_ROOM];
    count_tiles(known, 4, counts);
    return kzi_tiles_fit(tiles, counts, false);
}

/* Four equal tiles that are not a kong. */
static bool show_four(const struct kzi_bounds *known) {
    uint8_t counts[KZI_COUNTS_ROOM];
    bool four = false;
    count_tiles(known, 0, counts);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        four |= counts[kind] >= 4;
    return four;
}

/* A condition that is made of no others. */
static bool show_simple(struct proof_case *state, const struct kzi_condition *cond, bool yes) {
    struct kzi_bounds *known = &state->known;
    const uint64_t *bits = bits_of(known, cond->kind);
    if (bits)
        return !(*bits & (yes ? ~cond->u.bits : cond->u.bits));
    switch ((int)cond->kind) {
    case KZI_CONDITION_given:
        return yes ? !(cond->u.bits & ~known->given) : cond->u.bits & known->not_given;
    case KZI_CONDITION_suits:
        return show_number(known->suits, &cond->u.quantity, yes);
    case KZI_CONDITION_waits:
        return show_number(known->n_waits, &cond->u.quantity, yes);
    case KZI_CONDITION_tiles:
        return show_tiles(known, cond, yes);
    case KZI_CONDITION_sets:
    case KZI_CONDITION_groups:
        return show_groups(known, cond, cond->kind == KZI_CONDITION_groups, yes);
    case KZI_CONDITION_pair:
        return show_pair(known, &cond->u.class_, yes);
    case KZI_CONDITION_has:
    case KZI_CONDITION_has_twice:
        return show_pattern(known, cond->u.pattern, cond->kind == KZI_CONDITION_has_twice, yes);
    case KZI_CONDITION_contains:
        return yes && show_contains(known, &cond->u.tiles);
    }
    return false;
}

/* Whether what is known goes against something assumed. */
static bool is_refuted(struct proof_case *state) {
    for (unsigned i = 0; i < state->n_assumed; i++)
        if (show_simple(state, state->assumed[i].cond, !state->assumed[i].yes))
            return true;
    return false;
}

static bool show(struct proof_case *state, const struct kzi_condition *cond, bool yes) {
    bool all = (cond->kind == KZI_CONDITION_any_of) != yes;
    switch ((int)cond->kind) {
    case KZI_CONDITION_all_of:
    case KZI_CONDITION_holds:
    case KZI_CONDITION_any_of:
        for (size_t i = 0; i < cond->u.parts.count; i++)
            if (show(state, cond->u.parts.list[i], yes) != all)
                return !all;
        return all;
    case KZI_CONDITION_not:
        return show(state, cond->u.parts.list[0], !yes);
    case KZI_CONDITION_nothing_scored:
        return false; /* said of yaku, not of the hand */
    }
    return is_assumed(state, cond, yes) || show_simple(state, cond, yes);
}

static bool show_each(const struct kzi_bounds *known, const struct kzi_yaku *yaku) {
    struct kzi_group_set groups;
    switch (yaku->each) {
    case KZI_EACH_SET:
        groups = kzi_groups_of_phrase(&yaku->each_set, true);
        return kzi_bounds_groups_count(known, &groups, false).least > 0;
    case KZI_EACH_PATTERN:
        return show_pattern(known, yaku->each_pattern, false, true);
    case KZI_EACH_FOUR:
        return show_four(known);
    case KZI_EACH_MARK:
        return false;
    case KZI_ONCE:
        break;
    }
    return true;
}

static bool show_yaku(struct proof_case *state, const struct kzi_yaku *goal) {
    bool open = state->known.open == KZI_HAND_OPEN;
    return goal->in_use && (open ? goal->open.scored : goal->closed.scored) &&
           (!goal->when || show(state, goal->when, true)) && show_each(&state->known, goal);
}

/* --- cases ------------------------------------------------------------------------------------ */

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

/* One case whose groups are known as far as they are. */
static bool conclude(struct proof *proof, const struct proof_case *state) {
    struct proof_case settled = *state;
    if (proof->steps++ >= MOST_STEPS)
        return false;
    if (!kzi_bounds_settle(&settled.known) || is_refuted(&settled))
        return true;
    proof->readings++;
    for (unsigned i = 0; i < proof->n_goals; i++)
        if (show_yaku(&settled, proof->goals[i]))
            return true;
    return false;
}

/* Every way in which the pattern can be there, and then again if it is there twice. */
static bool each_pattern(struct proof *proof, const struct proof_case *state, bool twice) {
    for (unsigned fall = 0; fall < KZI_FALLS; fall++)
        for (unsigned n = 1; n <= 9; n++) {
            struct proof_case next = *state;
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

static bool each_reading(struct proof *proof, const struct proof_case *state,
                         const struct kzi_hand *hand) {
    struct kzi_readings readings;
    kzi_readings_find(hand, &proof->ruleset->shapes, &readings);
    for (unsigned i = 0; i < readings.count; i++) {
        const struct kzi_reading *reading = &readings.list[i];
        struct proof_case next = *state;
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
static bool each_hand(struct proof *proof, const struct proof_case *state) {
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

static bool each_instance(struct proof *proof, const struct proof_case *state) {
    if (state->before)
        return state->known.open == KZI_HAND_OPEN || each_hand(proof, state);
    if (state->pattern)
        return each_pattern(proof, state, state->twice);
    return conclude(proof, state);
}

/* One wait at a time where the shape has more tiles to wait for by one than by another. */
static __attribute__((noinline)) bool each_wait(struct proof *proof,
                                                const struct proof_case *state) {
    unsigned shape = (unsigned)__builtin_ctzll(state->known.shapes);
    if (state->known.model->shapes[shape].form != KZI_FORM_ONE_EACH)
        return each_instance(proof, state);
    struct proof_case next = *state;
    for (uint64_t left = state->known.waits; left; left &= left - 1) {
        next.known.waits = left & -left;
        if (!each_instance(proof, &next))
            return false;
    }
    return true;
}

static __attribute__((noinline)) bool each_situation(struct proof *proof,
                                                     const struct proof_case *state) {
    struct proof_case next = *state;
    for (uint64_t shapes = state->known.shapes; shapes; shapes &= shapes - 1)
        for (uint64_t open = state->known.open; open; open &= open - 1)
            for (uint64_t way = state->known.way; way; way &= way - 1) {
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
static bool each_case(struct proof *proof, struct proof_case *state, const struct task *tasks);

static __attribute__((noinline)) bool one_case(struct proof *proof, const struct proof_case *state,
                                               const struct task *tasks) {
    struct proof_case own = *state;
    return each_case(proof, &own, tasks);
}

/* All parts are assumed: each is a task. */
static bool all_parts(struct proof *proof, struct proof_case *state,
                      const struct kzi_condition *cond, size_t at, bool yes,
                      const struct task *rest) {
    if (at == cond->u.parts.count)
        return each_case(proof, state, rest);
    struct task part = {cond->u.parts.list[at], yes, rest};
    return all_parts(proof, state, cond, at + 1, yes, &part);
}

/* One of the parts is assumed: each is a case. */
static bool each_part(struct proof *proof, const struct proof_case *state,
                      const struct kzi_condition *cond, bool yes, const struct task *rest) {
    for (size_t i = 0; i < cond->u.parts.count; i++) {
        struct task part = {cond->u.parts.list[i], yes, rest};
        if (!one_case(proof, state, &part))
            return false;
    }
    return true;
}

/* What is given has implications, and needs that every hand with it meets: one more task each. */
static bool with_given(struct proof *proof, struct proof_case *state, uint64_t given,
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

static bool each_case(struct proof *proof, struct proof_case *state, const struct task *tasks) {
    if (proof->steps++ >= MOST_STEPS)
        return false;
    while (tasks && !tasks->cond)
        tasks = tasks->next;
    if (!tasks)
        return each_situation(proof, state);
    const struct kzi_condition *cond = tasks->cond;
    if (cond->kind == KZI_CONDITION_all_of || cond->kind == KZI_CONDITION_holds ||
        cond->kind == KZI_CONDITION_any_of)
        return (cond->kind == KZI_CONDITION_any_of) != tasks->yes
                   ? all_parts(proof, state, cond, 0, tasks->yes, tasks->next)
                   : each_part(proof, state, cond, tasks->yes, tasks->next);
    if (cond->kind == KZI_CONDITION_not) {
        struct task part = {cond->u.parts.list[0], !tasks->yes, tasks->next};
        return each_case(proof, state, &part);
    }
    if (is_assumed(state, cond, !tasks->yes))
        return true; /* it cannot hold and not hold */
    assume(state, cond, tasks->yes);
    return cond->kind == KZI_CONDITION_given && tasks->yes
               ? with_given(proof, state, cond->u.bits, tasks->next)
               : each_case(proof, state, tasks->next);
}

/* --- what is asked ---------------------------------------------------------------------------- */

/* Whether one of the proof's goals is met wherever these yaku (b may be NULL) and tasks are. */
static bool prove(struct proof *proof, const struct kzi_yaku *a, const struct kzi_yaku *b,
                  const struct task *tasks) {
    struct proof_case state = {.n_assumed = 0};
    struct task first = {a->when, true, tasks}, second = {b ? b->when : NULL, true, &first};
    kzi_bounds_init(&state.known, proof->ruleset->model, proof->ruleset->group_table);
    assume_yaku(&state, a);
    if (b)
        assume_yaku(&state, b);
    return each_case(proof, &state, &second);
}

/* False: the proof took more than the budget had left. */
static bool pay(struct kzi_budget *budget, const struct proof *proof) {
    return !budget || kzi_budget_spend(budget, STEPS_OF_CASE * (1 + (uint64_t)proof->steps));
}

bool kzi_implies(const struct kz_ruleset *ruleset, unsigned a, unsigned b,
                 struct kzi_budget *budget) {
    const struct kzi_yaku *goal = &ruleset->model->yaku[b];
    struct proof proof = {.ruleset = ruleset, .goals = &goal, .n_goals = 1};
    bool shown = prove(&proof, &ruleset->model->yaku[a], NULL, NULL) && proof.readings;
    return pay(budget, &proof) && shown;
}

bool kzi_cannot_meet(const struct kz_ruleset *ruleset, unsigned a, unsigned b,
                     struct kzi_budget *budget) {
    const struct kzi_yaku *yaku = ruleset->model->yaku;
    struct proof proof = {.ruleset = ruleset};
    bool shown = prove(&proof, &yaku[a], &yaku[b], NULL);
    return pay(budget, &proof) && shown;
}

/* What the indicators that a yaku counts need; NULL: nothing. */
static const struct kzi_condition *needs_of(const struct kz_ruleset *ruleset,
                                            const struct kzi_yaku *yaku) {
    return yaku->each == KZI_EACH_MARK ? ruleset->model->marks[yaku->each_mark].needs : NULL;
}

bool kzi_implies_or(const struct kz_ruleset *ruleset, const struct kzi_yaku *a,
                    const struct kzi_yaku *b, const struct kzi_yaku *const *others, unsigned n) {
    struct task denied = {b->when, false, NULL}, needs = {needs_of(ruleset, a), true, &denied};
    struct proof proof = {.ruleset = ruleset, .goals = others, .n_goals = n};
    return !b->when || prove(&proof, a, NULL, &needs);
}

bool kzi_never(const struct kz_ruleset *ruleset, const struct kzi_yaku *yaku) {
    struct task needs = {needs_of(ruleset, yaku), true, NULL};
    struct proof proof = {.ruleset = ruleset};
    return prove(&proof, yaku, NULL, &needs);
}

/* --- why a yaku covers another ---------------------------------------------------------------- */

const char *const kzi_cover_why_names[] = {[KZI_WHY_IMPLIED] = "implied",
                                           [KZI_WHY_IMPOSSIBLE] = "impossible",
                                           [KZI_WHY_CONVENTION] = "convention",
                                           [KZI_WHY_NOT_LOOKED_FOR] = "not_looked_for"};

static enum kzi_cover_why find_why(const struct kz_ruleset *ruleset, unsigned by, unsigned yaku,
                                   struct kzi_budget *budget) {
    if (kzi_implies(ruleset, by, yaku, budget))
        return KZI_WHY_IMPLIED;
    return kzi_cannot_meet(ruleset, by, yaku, budget) ? KZI_WHY_IMPOSSIBLE : KZI_WHY_CONVENTION;
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
 * depends on nothing that was asked before. */
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
