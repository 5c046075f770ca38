/* Rows that no reading can ever meet: found at load, so that a rule that cannot fire is an error
 * and not a silence. */
#include "compile/condition/evaluation.h"
#include "compile/program/builder.h"

struct situation {
    unsigned shape;
    bool open, discard;
};

static const struct kzi_shape *shape_of(const struct kzi_builder *builder, unsigned shape) {
    return &builder->model->shapes[shape];
}

/* The most groups that a phrase can name. */
static unsigned most(const struct kzi_counted_phrase *counted, const struct kzi_shape *shape,
                     struct situation at) {
    unsigned sets = shape->sets, pairs = counted->pairs ? shape->pairs : 0;
    const struct kzi_phrase *phrase = &counted->phrase;
    if (counted->negated)
        return sets + pairs;
    if (!(phrase->class_.other | phrase->class_.won) ||
        (phrase->adjective == KZI_IS_CLAIMED && !at.open))
        return 0;
    unsigned most = phrase->noun == KZI_A_PAIR    ? pairs
                    : phrase->noun == KZI_A_GROUP ? sets + pairs
                                                  : sets;
    if (phrase->adjective == KZI_IS_OPEN && !at.open)
        return most && at.discard;
    return most;
}

static bool pattern_can_be(const struct kzi_planned_pattern *planned,
                           const struct kzi_shape *shape) {
    const struct kzi_pattern *pattern = planned->pattern;
    unsigned pairs = 0, times = planned->twice ? 2 : 1;
    for (unsigned i = 0; i < pattern->n_terms; i++)
        pairs += pattern->terms[i].noun == KZI_A_PAIR;
    return times * pairs <= shape->pairs && times * (pattern->n_terms - pairs) <= shape->sets;
}

static bool sets_value_can_be(const struct kzi_builder *builder, unsigned index, unsigned value,
                              struct situation at) {
    unsigned first = builder->phrases_each * index, past = first + builder->phrases_each;
    for (unsigned i = first; i < past && i < builder->n_phrases; i++)
        if (kzi_phrase_count(builder, value, i) >
            most(&builder->phrases[i], shape_of(builder, at.shape), at))
            return false;
    return true;
}

static bool has_value_can_be(const struct kzi_builder *builder, unsigned index, unsigned value,
                             struct situation at) {
    for (unsigned i = 0; i < 8 && 8 * index + i < builder->n_patterns; i++)
        if (value >> i & 1 &&
            !pattern_can_be(&builder->patterns[8 * index + i], shape_of(builder, at.shape)))
            return false;
    return true;
}

static bool literal_can_be(const struct kzi_builder *builder, const struct kzi_literal *literal,
                           struct situation at) {
    unsigned kind = builder->features[literal->feature].kind;
    unsigned index = builder->features[literal->feature].index;
    if (kind == KZI_F_SITUATION) {
        for (unsigned wait = 0; wait < KZI_WAITS; wait++)
            if (kzi_waits_of_shape(shape_of(builder, at.shape)) >> wait & 1 &&
                kzi_values_has(&literal->allowed,
                               kzi_situation(at.shape, at.open, at.discard, wait)))
                return true;
        return false;
    }
    if (kind != KZI_F_SETS && kind != KZI_F_HAS)
        return true;
    kzi_arena_spend(builder->arena, builder->features[literal->feature].size / 4U);
    for (unsigned value = 0; value < builder->features[literal->feature].size; value++)
        if (kzi_values_has(&literal->allowed, value) &&
            (kind == KZI_F_SETS ? sets_value_can_be(builder, index, value, at)
                                : has_value_can_be(builder, index, value, at)))
            return true;
    return false;
}

static bool row_can_be(const struct kzi_builder *builder, const struct kzi_row *row,
                       struct situation at) {
    kzi_arena_spend(builder->arena, 1U + row->count);
    if (at.open && !shape_of(builder, at.shape)->sets)
        return false;
    for (unsigned i = 0; i < row->count; i++)
        if (!literal_can_be(builder, &row->literals[i], at))
            return false;
    return true;
}

static bool can_ever_be(const struct kzi_builder *builder, const struct kzi_row *row) {
    for (unsigned shape = 0; shape < builder->model->shape_names.count; shape++)
        for (unsigned way = 0; way < 4; way++)
            if (row_can_be(builder, row, (struct situation){shape, way & 1, way >> 1}))
                return true;
    return false;
}

struct kzi_rows kzi_possible_rows(struct kzi_builder *builder, struct kzi_rows rows) {
    if (rows.too_many)
        return rows;
    struct kzi_rows kept = {KZI_NEW_ARRAY(builder->arena, rows.count, struct kzi_row), 0, false};
    for (size_t i = 0; i < rows.count; i++)
        if (can_ever_be(builder, &rows.list[i]))
            kept.list[kept.count++] = rows.list[i];
    return kept;
}
