#include "compile/builder.h"

#include "compile/group.h"

#include <string.h>

void kzi_builder_init(struct kzi_builder *builder, const struct kzi_model *model, bool melds_only) {
    *builder =
        (struct kzi_builder){.arena = model->arena, .model = model, .melds_only = melds_only};
}

bool kzi_builder_add(struct kzi_builder *builder, const struct kzi_if *cond, unsigned openness) {
    struct kzi_rows rows = cond ? kzi_lower(builder, cond, false) : kzi_rows_always(builder->arena);
    struct kzi_rows who = kzi_lower_openness(builder, openness);
    bool walk = rows.too_many;
    rows = kzi_possible_rows(builder, walk ? who : kzi_rows_and(builder->arena, rows, who));
    bool possible = rows.count > 0;
    builder->n_rows += (unsigned)rows.count;
    builder->too_many_rows |= builder->n_rows > KZI_MAX_ROWS;
    rows.too_many = walk;
    builder->owners =
        kzi_arena_more(builder->arena, builder->owners, builder->n_owners, sizeof *builder->owners);
    builder->owners[builder->n_owners++] = (struct kzi_owner){cond, rows};
    return possible;
}

/* --- laying out ------------------------------------------------------------------------------ */

static enum kzi_stage stage_of(unsigned kind) {
    if (kind < KZI_F_SITUATION)
        return KZI_ONCE_A_HAND;
    return kind < KZI_F_SCORED ? KZI_ONCE_A_READING : KZI_ONCE_SETTLED;
}

/* Features by stage and kind, so that the walker is asked last; to[] maps the old numbers. */
static void order_features(const struct kzi_builder *builder, struct kzi_program *program,
                           uint16_t to[KZI_MAX_FEATURES]) {
    unsigned count = 0, stage = 0;
    for (unsigned kind = 0; kind < KZI_FEATURE_KINDS; kind++) {
        while (stage < stage_of(kind))
            program->first[++stage] = count;
        for (unsigned i = 0; i < builder->n_features; i++)
            if (builder->features[i].kind == kind) {
                program->features[count] = (struct kzi_feature){.kind = (uint8_t)kind,
                                                                .index = builder->features[i].index,
                                                                .size = builder->features[i].size};
                to[i] = (uint16_t)count++;
            }
    }
    while (stage < KZI_STAGES)
        program->first[++stage] = count;
}

static void set_bit(uint64_t *bits, size_t at) {
    bits[at / 64] |= UINT64_C(1) << (at % 64);
}

/* The rows as they are numbered: by owner. */
struct numbered_rows {
    const struct kzi_row **row;
    uint16_t *owner;
    uint64_t *verify;
};

static struct numbered_rows number_rows(const struct kzi_builder *builder,
                                        struct kzi_program *program) {
    struct numbered_rows rows = {
        KZI_NEW_ARRAY(builder->arena, builder->n_rows, const struct kzi_row *),
        KZI_NEW_ARRAY(builder->arena, builder->n_rows, uint16_t),
        KZI_NEW_ARRAY(builder->arena, program->words, uint64_t)};
    unsigned at = 0;
    for (unsigned i = 0; i < builder->n_owners; i++)
        for (size_t j = 0; j < builder->owners[i].rows.count; j++, at++) {
            rows.row[at] = &builder->owners[i].rows.list[j];
            rows.owner[at] = (uint16_t)i;
            if (builder->owners[i].rows.too_many) {
                set_bit(rows.verify, at);
                program->any_verify = true;
            }
        }
    return rows;
}

/* A table allows every row every value, save where a row's literal says otherwise. */
static const uint64_t *make_table(const struct kzi_builder *builder,
                                  const struct kzi_program *program, unsigned feature,
                                  const struct numbered_rows *rows, const uint16_t *to) {
    unsigned size = program->features[feature].size;
    size_t words = program->words;
    uint64_t *table = KZI_NEW_ARRAY(builder->arena, size * words, uint64_t);
    memset(table, 0xFF, size * words * sizeof *table);
    for (unsigned row = 0; row < builder->n_rows; row++)
        for (unsigned i = 0; i < rows->row[row]->count; i++) {
            const struct kzi_literal *literal = &rows->row[row]->literals[i];
            for (unsigned value = 0; to[literal->feature] == feature && value < size; value++)
                if (!kzi_values_has(&literal->allowed, value))
                    table[value * words + row / 64] &= ~(UINT64_C(1) << (row % 64));
        }
    return table;
}

/* The rows that hang on bit `number` of a feature kind. */
static const uint64_t *rows_on_bit(const struct kzi_builder *builder,
                                   const struct kzi_program *program,
                                   const struct numbered_rows *rows, unsigned kind,
                                   unsigned number) {
    uint64_t *bits = KZI_NEW_ARRAY(builder->arena, program->words, uint64_t);
    for (unsigned row = 0; row < builder->n_rows; row++)
        for (unsigned i = 0; i < rows->row[row]->count; i++) {
            unsigned feature = rows->row[row]->literals[i].feature;
            if (builder->features[feature].kind == kind &&
                builder->features[feature].index == number / 8)
                set_bit(bits, row);
        }
    return bits;
}

static void lay_out_asked(const struct kzi_builder *builder, struct kzi_program *program,
                          const struct numbered_rows *rows) {
    struct kzi_asked *asked = KZI_NEW_ARRAY(builder->arena, builder->n_asked, struct kzi_asked);
    for (unsigned i = 0; i < builder->n_asked; i++)
        asked[i] = (struct kzi_asked){builder->asked[i],
                                      rows_on_bit(builder, program, rows, KZI_F_ASKED, i)};
    program->asked = asked;
    program->n_asked = builder->n_asked;
}

static bool counts(const struct kzi_counted_phrase *counted, const struct kzi_coded_group *group) {
    if (!counted->pairs && group->kind == KZI_PAIR)
        return false;
    return kzi_coded_fits(&counted->phrase, group) != counted->negated;
}

static void lay_out_phrases(const struct kzi_builder *builder, struct kzi_program *program) {
    uint64_t(*adds)[KZI_PHRASE_WORDS] =
        kzi_arena_array(builder->arena, KZI_GROUP_CODES, sizeof *adds);
    for (unsigned code = 0; code < KZI_GROUP_CODES; code++) {
        struct kzi_coded_group group = kzi_decode_group(code);
        for (unsigned i = 0; i < builder->n_phrases; i++)
            if (counts(&builder->phrases[i], &group))
                adds[code][i / 16] += UINT64_C(1) << (4 * (i % 16));
    }
    program->group_adds = (const uint64_t(*)[KZI_PHRASE_WORDS])adds;
    program->n_phrases = builder->n_phrases;
}

static void *keep(const struct kzi_builder *builder, const void *list, size_t count, size_t size) {
    void *copy = kzi_arena_array(builder->arena, count, size);
    return count ? memcpy(copy, list, count * size) : copy;
}

static void lay_out_lists(const struct kzi_builder *builder, struct kzi_program *program) {
    program->n_tile_classes = builder->n_tile_classes;
    program->tile_classes = keep(builder, builder->tile_classes, builder->n_tile_classes,
                                 sizeof *builder->tile_classes);
    program->n_patterns = builder->n_patterns;
    program->patterns =
        keep(builder, builder->patterns, builder->n_patterns, sizeof *builder->patterns);
    program->n_scored_asked = builder->n_scored_asked;
    program->scored_asked = keep(builder, builder->scored_asked, builder->n_scored_asked,
                                 sizeof *builder->scored_asked);
    program->asks_waits = builder->asks_waits;
    const struct kzi_if **owner_if =
        KZI_NEW_ARRAY(builder->arena, builder->n_owners, const struct kzi_if *);
    for (unsigned i = 0; i < builder->n_owners; i++)
        owner_if[i] = builder->owners[i].cond;
    program->owner_if = owner_if;
    program->n_owners = builder->n_owners;
}

struct kzi_program *kzi_builder_finish(struct kzi_builder *builder) {
    struct kzi_program *program = KZI_NEW(builder->arena, struct kzi_program);
    uint16_t to[KZI_MAX_FEATURES];
    program->n_rows = builder->n_rows;
    program->words = (builder->n_rows + 63) / 64;
    if (!program->words)
        program->words = 1;
    order_features(builder, program, to);
    struct numbered_rows rows = number_rows(builder, program);
    program->owner = rows.owner;
    program->verify = rows.verify;
    for (unsigned i = 0; i < builder->n_features; i++)
        program->features[i].rows = make_table(builder, program, i, &rows, to);
    lay_out_asked(builder, program, &rows);
    lay_out_phrases(builder, program);
    lay_out_lists(builder, program);
    return program;
}
