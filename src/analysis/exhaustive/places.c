/* Patterns of chows, pungs and pairs together, of which no rank says whether they are there: a part
 * keeps in mind in which places each may still lie. */
#include "analysis/exhaustive/join.h"
#include "compile/condition/pattern.h"
#include "compile/program/builder.h"

/* Add what a group asks for; false: it asks for honors, a pair or pung twice, or for kongs. */
static bool add_group(struct kzi_join_place *place, const struct kzi_group *group) {
    unsigned suit = kzi_suit(group->tile), number = kzi_number(group->tile) - 1;
    if (suit == KZI_SUITS)
        return false;
    uint16_t *list = group->kind == KZI_PAIR ? &place->pairs[suit] : &place->pungs[suit];
    bool again = group->kind != KZI_CHOW && *list >> number & 1;
    if (group->kind == KZI_CHOW)
        place->chows[suit] += UINT32_C(1) << 3 * number;
    else
        *list |= (uint16_t)(1U << number);
    place->sets = (uint8_t)(place->sets + (group->kind != KZI_PAIR));
    return !again && group->kind != KZI_KONG;
}

/* Add the places where a pattern can lie in hands of a form.  False: there are too many. */
static bool add_places(struct kzi_join_places *places, const struct kzi_pattern *pattern,
                       unsigned form, const struct kzi_join *join) {
    struct kzi_group groups[KZI_MAX_TERMS];
    for (unsigned fall = 0; fall < KZI_FALLS; fall++)
        for (unsigned n = 1; n <= 9; n++) {
            struct kzi_join_place place = {.form = (uint8_t)form};
            if (!kzi_place_pattern(pattern, fall, n, groups))
                continue;
            for (unsigned i = 0; i < pattern->n_terms; i++)
                if (!add_group(&place, &groups[i]))
                    return false;
            unsigned pairs = pattern->n_terms - place.sets;
            if (kzi_join_is_of(join, form, KZI_FORM_SETS)
                    ? pairs > 1 || place.sets > join->forms[form].shape->sets
                    : place.sets > 0)
                continue;
            if (places->count == KZI_JOIN_PLACES)
                return false;
            places->list[places->count++] = place;
        }
    return true;
}

/* Return whether readings of a form keep places in mind: in others, rows ask exactly. */
static bool has_places(const struct kzi_join *join, unsigned form) {
    return kzi_join_is_of(join, form, KZI_FORM_SETS) || kzi_join_is_of(join, form, KZI_FORM_PAIRS);
}

/* False: not all places where the pattern can lie can be kept in mind. */
static bool add_pattern(const struct kzi_join *join, const struct kzi_feature *feature,
                        struct kzi_join_places *places) {
    const struct kzi_planned_pattern *planned = &join->program->patterns[feature->index];
    const size_t words = join->program->words;
    kzi_join_rows without = kzi_join_columns_of(join, feature->rows),
                  with = kzi_join_columns_of(join, feature->rows + words);
    unsigned first = places->count;
    bool room =
        places->n_patterns < KZI_JOIN_PLACES && !planned->twice && !kzi_join_any(without & ~with);
    for (unsigned i = 0; i < planned->pattern->n_terms; i++)
        room &= !planned->pattern->terms[i].adjective;
    bool elsewhere = false;
    for (unsigned form = 0; form < join->n_forms && room; form++) {
        bool met = kzi_join_any(join->start[form] & with & ~without);
        elsewhere |= met && !has_places(join, form);
        if (met && has_places(join, form))
            room = add_places(places, planned->pattern, form, join);
    }
    room &= !elsewhere || places->count > first;
    if (!room)
        return false;
    for (unsigned i = first; i < places->count; i++)
        places->patterns[places->n_patterns].places |= UINT32_C(1) << i;
    places->patterns[places->n_patterns++].rows = with & ~without;
    places->mentions |= with & ~without;
    return true;
}

/* Drop the rows that ask for more groups than a form has. */
static void drop_larger(struct kzi_join *join, const struct kzi_feature *feature) {
    const struct kzi_program *program = join->program;
    const struct kzi_pattern *pattern = program->patterns[feature->index].pattern;
    kzi_join_rows without = kzi_join_columns_of(join, feature->rows),
                  with = kzi_join_columns_of(join, feature->rows + program->words);
    unsigned pairs = 0, sets = 0;
    for (unsigned i = 0; i < pattern->n_terms; i++) {
        pairs += pattern->terms[i].noun == KZI_A_PAIR;
        sets += pattern->terms[i].noun < KZI_A_PAIR;
    }
    for (unsigned form = 0; form < join->n_forms; form++) {
        const struct kzi_shape *shape = join->forms[form].shape;
        if (pairs > shape->pairs || sets > shape->sets ||
            pattern->n_terms > shape->pairs + shape->sets)
            join->start[form] &= ~(with & ~without);
    }
}

void kzi_join_places_make(struct kzi_join *join) {
    const struct kzi_program *program = join->program;
    for (unsigned i = program->first[KZI_QUESTIONS]; i < program->first[KZI_ONCE_SETTLED]; i++)
        if (program->features[i].kind == KZI_F_HAS)
            drop_larger(join, &program->features[i]);
    for (unsigned i = program->first[KZI_QUESTIONS]; i < program->first[KZI_ONCE_SETTLED]; i++) {
        const struct kzi_feature *feature = &program->features[i];
        unsigned number = i - program->first[KZI_QUESTIONS];
        struct kzi_join_places places = join->places;
        kzi_join_rows mentions = kzi_join_columns_of(join, feature->mentions);
        if (feature->kind != KZI_F_HAS || program->questions.ranked[number / 64] >> number % 64 & 1)
            continue;
        if (add_pattern(join, feature, &places))
            join->places = places;
        else
            kzi_join_ask_exact(join, mentions);
    }
    for (unsigned form = 0; form < join->n_forms; form++)
        if (!has_places(join, form) && kzi_join_any(join->start[form] & join->places.mentions)) {
            join->own[form] |= join->places.mentions;
            join->full[form] = true;
        }
}

/* Return how many of the chows are not there. */
static unsigned missing_chows(uint32_t wanted, uint32_t there) {
    unsigned missing = 0;
    for (; wanted; wanted >>= 3, there >>= 3)
        if ((wanted & 7) > (there & 7))
            missing += (wanted & 7) - (there & 7);
    return missing;
}

uint32_t kzi_join_places_of(const struct kzi_join *join, unsigned suit,
                            const struct kzi_join_reading *reading, unsigned pairs, unsigned tiles,
                            bool whole) {
    unsigned sets_left = join->sets_left[reading->form][1U << suit][tiles];
    uint32_t found = 0, chows = join->ranks[KZI_OF_CHOWS_ALONE].sets_of[reading->sets[0]],
             pungs = join->ranks[KZI_OF_PUNGS_ALONE].sets_of[reading->sets[1]];
    for (unsigned i = 0; i < join->places.count; i++) {
        const struct kzi_join_place *place = &join->places.list[i];
        unsigned all = 0, here = 0;
        for (unsigned of = 0; of < KZI_SUITS; of++)
            all +=
                missing_chows(place->chows[of], 0) + (unsigned)__builtin_popcount(place->pungs[of]);
        unsigned wanted =
            missing_chows(place->chows[suit], 0) + (unsigned)__builtin_popcount(place->pungs[suit]);
        here = missing_chows(place->chows[suit], chows) +
               (unsigned)__builtin_popcount(place->pungs[suit] & ~pungs);
        bool has_pairs = !(place->pairs[suit] & ~pairs);
        if (place->form == reading->form && all - wanted + here <= sets_left &&
            (!whole || (!here && has_pairs)) && (has_pairs || !reading->pair))
            found |= UINT32_C(1) << i;
    }
    return has_places(join, reading->form) ? found : KZI_JOIN_ALL_PLACES;
}
