#include "compile/prover/assumptions.h"

#include "compile/condition/evaluation.h"
#include "tile/sets.h"

#include <string.h>

/* --- quantities ------------------------------------------------------------------------------ */

static struct kzi_range range_of(const struct kzi_quantity *quantity) {
    return (struct kzi_range){quantity->least, quantity->most};
}

/* What is left when the quantity is not met: below it, or above it, where that is one range. */
static bool other_range(const struct kzi_quantity *quantity, struct kzi_range *range) {
    if (!quantity->least)
        *range = (struct kzi_range){quantity->most + 1U, 255};
    else
        *range = (struct kzi_range){0, quantity->least - 1U};
    return !quantity->least != (quantity->most == 255);
}

/* Whether the range lies all within the quantity, or (yes is false) all outside. */
static bool is_shown(struct kzi_range range, const struct kzi_quantity *quantity, bool yes) {
    bool within = range.least >= quantity->least && range.most <= quantity->most;
    bool outside = range.most < quantity->least || range.least > quantity->most;
    return yes ? within : outside;
}

static void narrow(struct kzi_range *range, struct kzi_range other) {
    if (other.least > range->least)
        range->least = other.least;
    if (other.most < range->most)
        range->most = other.most;
}

/* --- assuming -------------------------------------------------------------------------------- */

static const struct kzi_quantity none = {false, 0, 0};

static struct kzi_class other_class(const struct kzi_class *class_) {
    return (struct kzi_class){~class_->other & KZI_ALL_CODES, ~class_->won & KZI_ALL_CODES};
}

static void assume_tiles(struct kzi_bounds *known, const struct kzi_condition *cond, bool yes) {
    if (!yes && cond->u.classes.count > 1)
        return;
    for (size_t i = 0; i < cond->u.classes.count; i++) {
        const struct kzi_class_count *said = &cond->u.classes.list[i];
        struct kzi_class class_ = said->quantity.all ? other_class(&said->class_) : said->class_;
        const struct kzi_quantity *quantity = said->quantity.all ? &none : &said->quantity;
        struct kzi_range range = range_of(quantity);
        if (yes || other_range(quantity, &range))
            kzi_bounds_know_tiles(known, &class_, range);
    }
}

/* Shapes that have something for `all` to speak of. */
static uint64_t shapes_with(const struct kzi_model *model, bool pairs) {
    uint64_t shapes = 0;
    for (size_t i = 0; i < model->shape_names.count; i++)
        if (model->shapes[i].sets || (pairs && model->shapes[i].pairs))
            shapes |= UINT64_C(1) << i;
    return shapes;
}

static void assume_groups(struct kzi_bounds *known, const struct kzi_condition *cond, bool pairs,
                          bool yes) {
    if (!yes && (cond->u.phrases.count > 1 || cond->u.phrases.list[0].quantity.all))
        return;
    for (size_t i = 0; i < cond->u.phrases.count; i++) {
        const struct kzi_phrase_count *said = &cond->u.phrases.list[i];
        struct kzi_group_set groups;
        kzi_groups_of_phrase(&groups, &said->phrase);
        struct kzi_range range = range_of(&said->quantity);
        if (said->quantity.all) {
            kzi_groups_other(&groups);
            range = range_of(&none);
            known->shapes &= shapes_with(known->model, pairs);
        }
        if (yes || other_range(&said->quantity, &range))
            kzi_bounds_know_groups(known, &groups, pairs, range);
    }
}

static void pairs_of(struct kzi_group_set *groups, const struct kzi_class *class_) {
    struct kzi_phrase pair = {.noun = KZI_A_PAIR, .class_ = *class_};
    kzi_groups_of_phrase(groups, &pair);
}

static uint64_t shapes_of_one_pair(const struct kzi_model *model) {
    uint64_t shapes = 0;
    for (size_t i = 0; i < model->shape_names.count; i++)
        if (model->shapes[i].pairs == 1)
            shapes |= UINT64_C(1) << i;
    return shapes;
}

static void assume_pair(struct kzi_bounds *known, const struct kzi_class *class_) {
    struct kzi_class rest = other_class(class_);
    struct kzi_group_set groups;
    known->shapes &= shapes_of_one_pair(known->model);
    pairs_of(&groups, class_);
    kzi_bounds_know_groups(known, &groups, true, (struct kzi_range){1, 1});
    pairs_of(&groups, &rest);
    kzi_bounds_know_groups(known, &groups, true, (struct kzi_range){0, 0});
}

void kzi_assume_pattern(struct kzi_assumptions *state, const struct kzi_pattern *pattern,
                        bool twice) {
    unsigned terms = pattern->n_terms * (twice ? 2U : 1U);
    if (state->pattern && terms <= state->pattern->n_terms * (state->twice ? 2U : 1U))
        return;
    state->pattern = pattern;
    state->twice = twice;
}

/* What may be in one respect, as bits; NULL: the condition speaks of something else. */
static const uint64_t *bits_of(const struct kzi_bounds *known, const struct kzi_condition *cond) {
    switch ((int)cond->kind) {
    case KZI_CONDITION_hand:
        return &known->open;
    case KZI_CONDITION_by:
        return &known->way;
    case KZI_CONDITION_seat:
        return &known->seats;
    case KZI_CONDITION_shape:
        return &known->shapes;
    case KZI_CONDITION_wait:
        return &known->waits;
    }
    return NULL;
}

static void assume_bits(struct kzi_bounds *known, const struct kzi_condition *cond, bool yes) {
    uint64_t bits = yes ? cond->u.bits : ~cond->u.bits;
    known->open &= cond->kind == KZI_CONDITION_hand ? bits : ~UINT64_C(0);
    known->way &= cond->kind == KZI_CONDITION_by ? bits : ~UINT64_C(0);
    known->seats &= cond->kind == KZI_CONDITION_seat ? bits : ~UINT64_C(0);
    known->shapes &= cond->kind == KZI_CONDITION_shape ? bits : ~UINT64_C(0);
    known->waits &= cond->kind == KZI_CONDITION_wait ? bits : ~UINT64_C(0);
}

static void assume_number(struct kzi_range *known, const struct kzi_quantity *quantity, bool yes) {
    struct kzi_range range = range_of(quantity);
    if (yes || other_range(quantity, &range))
        narrow(known, range);
}

void kzi_assume(struct kzi_assumptions *state, const struct kzi_condition *cond, bool yes) {
    struct kzi_bounds *known = &state->known;
    if (state->n_assumed < KZI_MOST_ASSUMED)
        state->assumed[state->n_assumed++] = (struct kzi_assumption){cond, yes};
    if (bits_of(known, cond))
        assume_bits(known, cond, yes);
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
        kzi_assume_pattern(state, cond->u.pattern, cond->kind == KZI_CONDITION_has_twice);
    else if (cond->kind == KZI_CONDITION_before_win && yes)
        state->before = &cond->u.tiles;
    else if (cond->kind == KZI_CONDITION_given && !yes && !(cond->u.bits & (cond->u.bits - 1)))
        known->not_given |= cond->u.bits; /* what is given stands there with what it implies */
}

/* --- showing --------------------------------------------------------------------------------- */

bool kzi_is_assumed(const struct kzi_assumptions *state, const struct kzi_condition *cond,
                    bool yes) {
    for (unsigned i = 0; i < state->n_assumed; i++) {
        const struct kzi_assumption *assumed = &state->assumed[i];
        if (assumed->yes == yes && assumed->cond->kind == cond->kind &&
            (assumed->cond == cond || kzi_node_same(assumed->cond->node, cond->node)))
            return true;
    }
    return false;
}

static bool show_bits(uint64_t known, uint64_t bits, bool yes) {
    return !(known & (yes ? ~bits : bits));
}

static bool show_tiles(const struct kzi_bounds *known, const struct kzi_condition *cond, bool yes) {
    for (size_t i = 0; i < cond->u.classes.count; i++) {
        const struct kzi_class_count *said = &cond->u.classes.list[i];
        struct kzi_class class_ = said->quantity.all ? other_class(&said->class_) : said->class_;
        struct kzi_range count = kzi_bounds_tiles_count(known, &class_);
        if (is_shown(count, said->quantity.all ? &none : &said->quantity, yes) != yes)
            return !yes;
    }
    return yes;
}

static bool show_groups(const struct kzi_bounds *known, const struct kzi_condition *cond,
                        bool pairs, bool yes) {
    for (size_t i = 0; i < cond->u.phrases.count; i++) {
        const struct kzi_phrase_count *said = &cond->u.phrases.list[i];
        bool all = said->quantity.all, some = known->shape->sets || (pairs && known->shape->pairs);
        struct kzi_group_set groups;
        kzi_groups_of_phrase(&groups, &said->phrase);
        if (all)
            kzi_groups_other(&groups);
        struct kzi_range count = kzi_bounds_groups_count(known, &groups, pairs);
        bool shown = is_shown(count, all ? &none : &said->quantity, yes);
        if (all && !some)
            shown = !yes;
        if (shown != yes)
            return !yes;
    }
    return yes;
}

static bool show_pair(const struct kzi_bounds *known, const struct kzi_class *class_, bool yes) {
    static const struct kzi_quantity one = {false, 1, 1};
    struct kzi_group_set groups;
    if (known->shape->pairs != 1)
        return !yes;
    pairs_of(&groups, class_);
    return is_shown(kzi_bounds_groups_count(known, &groups, true), &one, yes);
}

static void known_reading(const struct kzi_bounds *known, struct kzi_reading *reading) {
    *reading = (struct kzi_reading){
        .n_groups = (uint8_t)known->n_there, .chow_rank = KZI_NO_RANK, .pung_rank = KZI_NO_RANK};
    for (unsigned i = 0; i < known->n_there; i++)
        reading->codes[i] = (uint8_t)kzi_code_of_group(known->there[i].kind, known->there[i].tile);
}

bool kzi_show_pattern(const struct kzi_bounds *known, const struct kzi_pattern *pattern, bool twice,
                      bool yes) {
    struct kzi_reading reading;
    known_reading(known, &reading);
    bool there =
        twice ? kzi_matches_twice(pattern, &reading) : kzi_match_pattern(pattern, &reading, 0) != 0;
    bool whole = known->n_there == (unsigned)known->shape->sets + known->shape->pairs;
    return yes ? there : whole && !there;
}

/* All tiles are known where all groups are. */
static bool show_contains(const struct kzi_bounds *known, const struct kzi_tile_pattern *tiles) {
    uint8_t counts[KZI_COUNTS_ROOM] = {0};
    for (unsigned i = 0; i < known->n_there; i++) {
        const struct kzi_group *group = &known->there[i];
        static const uint8_t tiles_of[] = {
            [KZI_CHOW] = 1, [KZI_PUNG] = 3, [KZI_KONG] = 4, [KZI_PAIR] = 2};
        for (unsigned k = 0; k < (group->kind == KZI_CHOW ? 3U : 1U); k++)
            counts[group->tile + k] = (uint8_t)(counts[group->tile + k] + tiles_of[group->kind]);
    }
    return kzi_tiles_fit(tiles, counts, false);
}

/* yes: all of the parts; else one of them. */
static bool show_parts(const struct kzi_assumptions *state, const struct kzi_condition *cond,
                       bool all, bool yes) {
    for (size_t i = 0; i < cond->u.parts.count; i++)
        if (kzi_show(state, cond->u.parts.list[i], yes) != all)
            return !all;
    return all;
}

static bool show_simple(const struct kzi_assumptions *state, const struct kzi_condition *cond,
                        bool yes) {
    const struct kzi_bounds *known = &state->known;
    const uint64_t *bits = bits_of(known, cond);
    if (bits)
        return show_bits(*bits, cond->u.bits, yes);
    switch ((int)cond->kind) {
    case KZI_CONDITION_given:
        return yes ? !(cond->u.bits & ~known->given) : cond->u.bits & known->not_given;
    case KZI_CONDITION_suits:
        return is_shown(known->suits, &cond->u.quantity, yes);
    case KZI_CONDITION_waits:
        return is_shown(known->n_waits, &cond->u.quantity, yes);
    case KZI_CONDITION_tiles:
        return show_tiles(known, cond, yes);
    case KZI_CONDITION_sets:
    case KZI_CONDITION_groups:
        return show_groups(known, cond, cond->kind == KZI_CONDITION_groups, yes);
    case KZI_CONDITION_pair:
        return show_pair(known, &cond->u.class_, yes);
    case KZI_CONDITION_has:
    case KZI_CONDITION_has_twice:
        return kzi_show_pattern(known, cond->u.pattern, cond->kind == KZI_CONDITION_has_twice, yes);
    case KZI_CONDITION_contains:
        return yes && show_contains(known, &cond->u.tiles);
    }
    return false;
}

bool kzi_is_refuted(const struct kzi_assumptions *state) {
    for (unsigned i = 0; i < state->n_assumed; i++)
        if (show_simple(state, state->assumed[i].cond, !state->assumed[i].yes))
            return true;
    return false;
}

bool kzi_show(const struct kzi_assumptions *state, const struct kzi_condition *cond, bool yes) {
    switch ((int)cond->kind) {
    case KZI_CONDITION_all_of:
    case KZI_CONDITION_holds:
        return show_parts(state, cond, yes, yes);
    case KZI_CONDITION_any_of:
        return show_parts(state, cond, !yes, yes);
    case KZI_CONDITION_not:
        return kzi_show(state, cond->u.parts.list[0], !yes);
    case KZI_CONDITION_nothing_scored:
        return false; /* said of yaku, not of the hand */
    }
    return kzi_is_assumed(state, cond, yes) || show_simple(state, cond, yes);
}
