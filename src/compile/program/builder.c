/* Rows get their bits, and the tables of features are filled in: at each value the bits that are
 * left are of the rows that the value does not rule out.  What groups add up to, and ranks, are
 * laid out in tables.c. */
#include "compile/program/builder.h"

#include "base/compiler.h"
#include "compile/condition/evaluation.h"
#include "compile/ruleset.h"

#include <string.h>

void kzi_builder_init(struct kzi_builder *builder, const struct kzi_model *model) {
    unsigned most = 0;
    for (size_t i = 0; i < model->shape_names.count; i++) {
        unsigned groups = model->shapes[i].sets + model->shapes[i].pairs;
        most = groups > most ? groups : most;
    }
    *builder = (struct kzi_builder){.arena = model->arena,
                                    .model = model,
                                    .phrase_bits = most < 8 ? 3 : 4,
                                    .phrases_each = most < 8 ? 3 : 2};
}

bool kzi_builder_add(struct kzi_builder *builder, const struct kzi_condition *cond,
                     unsigned openness) {
    struct kzi_rows rows = cond ? kzi_lower(builder, cond) : kzi_rows_always(builder->arena);
    struct kzi_rows who = kzi_lower_openness(builder, openness);
    bool walk = rows.too_many;
    rows = kzi_possible_rows(builder, walk ? who : kzi_rows_and(builder->arena, rows, who));
    bool possible = rows.count > 0;
    builder->n_rows += rows.count ? (unsigned)rows.count : 1;
    builder->too_many_rows |= builder->n_rows > KZI_MAX_ROWS;
    rows.too_many = walk;
    builder->owners =
        kzi_arena_more(builder->arena, builder->owners, builder->n_owners, sizeof *builder->owners);
    builder->owners[builder->n_owners++] = (struct kzi_owner){cond, rows};
    return possible;
}

/* --- laying out ------------------------------------------------------------------------------- */

static enum kzi_stage stage_of(unsigned kind) {
    if (kind < KZI_F_SITUATION)
        return KZI_ONCE_A_HAND;
    if (kind < KZI_F_TILES)
        return KZI_ONCE_A_READING;
    return kind < KZI_F_SCORED ? KZI_QUESTIONS : KZI_ONCE_SETTLED;
}

/* A program under way, and its rows: the first of each owner, then the others. */
struct layout_ctx {
    const struct kzi_builder *builder;
    struct kzi_arena *arena;
    struct kzi_program *program;
    const struct kzi_row **row; /* NULL: the owner has none */
};

static uint64_t *new_rows(const struct layout_ctx *ctx) {
    return KZI_NEW_ARRAY(ctx->arena, ctx->program->words, uint64_t);
}

/* Numbers the features by stage and kind, so that the walker is asked last. */
static void order_features(const struct layout_ctx *ctx) {
    const struct kzi_builder *builder = ctx->builder;
    struct kzi_program *program = ctx->program;
    uint16_t *to = KZI_NEW_ARRAY(ctx->arena, builder->n_features, uint16_t);
    unsigned count = 0, stage = 0;
    program->features = KZI_NEW_ARRAY(ctx->arena, builder->n_features, struct kzi_feature);
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
    for (unsigned i = 0; i < builder->n_owners; i++)
        for (size_t row = 0; row < builder->owners[i].rows.count; row++)
            for (unsigned k = 0; k < builder->owners[i].rows.list[row].count; k++) {
                struct kzi_literal *literal = &builder->owners[i].rows.list[row].literals[k];
                literal->feature = to[literal->feature];
            }
}

static void number_rows(struct layout_ctx *ctx) {
    const struct kzi_builder *builder = ctx->builder;
    struct kzi_program *program = ctx->program;
    uint16_t *owner = KZI_NEW_ARRAY(ctx->arena, builder->n_rows, uint16_t);
    uint64_t *verify = new_rows(ctx), *possible = new_rows(ctx);
    ctx->row = KZI_NEW_ARRAY(ctx->arena, builder->n_rows, const struct kzi_row *);
    for (unsigned i = 0, more = builder->n_owners; i < builder->n_owners; i++) {
        const struct kzi_rows *rows = &builder->owners[i].rows;
        for (size_t j = 0; j < rows->count; j++) {
            unsigned at = j ? more++ : i;
            ctx->row[at] = &rows->list[j];
            owner[at] = (uint16_t)i;
            kzi_put_bit(possible, at);
        }
        if (rows->too_many && rows->count) {
            kzi_put_bit(verify, i);
            program->any_verify = true;
        }
    }
    program->owner = owner;
    program->verify = verify;
    program->possible = possible;
}

static void allow_all(const struct layout_ctx *ctx, struct kzi_feature *feature,
                      uint64_t *of_phrases) {
    size_t count = feature->size * (size_t)ctx->program->words;
    size_t apart = kzi_phrases_apart(&ctx->program->phrases, ctx->program->words);
    feature->rows = feature->kind == KZI_F_PHRASES ? of_phrases + apart * feature->index
                                                   : KZI_NEW_ARRAY(ctx->arena, count, uint64_t);
    feature->mentions = new_rows(ctx);
    memset(feature->rows, 0xFF, count * sizeof *feature->rows);
}

static void forbid(const struct layout_ctx *ctx, const struct kzi_literal *literal, unsigned row) {
    struct kzi_feature *feature = &ctx->program->features[literal->feature];
    const unsigned size = feature->size, words = ctx->program->words;
    uint64_t *word = feature->rows + row / 64, others = ~(UINT64_C(1) << row % 64);
    kzi_put_bit(feature->mentions, row);
    kzi_arena_spend(ctx->arena, size / 16U);
    for (unsigned value = 0; value < size; value++, word += words)
        if (!kzi_values_has(&literal->allowed, value))
            *word &= others;
}

/* A table allows every row every value, save where a row's literal says otherwise. */
static void make_tables(const struct layout_ctx *ctx) {
    uint64_t *of_phrases = kzi_lay_out_phrases(ctx->builder, ctx->program);
    for (unsigned i = 0; i < ctx->program->first[KZI_STAGES]; i++)
        allow_all(ctx, &ctx->program->features[i], of_phrases);
    for (unsigned row = 0; row < ctx->program->n_rows; row++)
        for (unsigned i = 0; ctx->row[row] && i < ctx->row[row]->count; i++)
            forbid(ctx, &ctx->row[row]->literals[i], row);
}

/* --- questions -------------------------------------------------------------------------------- */

static bool is_ranked(const struct kzi_program *program, const struct kzi_feature *feature) {
    return feature->kind == KZI_F_HAS && kzi_has_bit(program->ranked, feature->index);
}

/* Return whether a literal asks a question that is left to a reading; ranked: one that has
 * ranks. */
static bool is_asked(const struct kzi_program *program, unsigned feature, bool ranked) {
    return feature >= program->first[KZI_QUESTIONS] && feature < program->first[KZI_ONCE_SETTLED] &&
           !(ranked && is_ranked(program, &program->features[feature]));
}

/* Add the questions of a row to a list, in rising order.  Return their count. */
static unsigned questions_of_row(const struct layout_ctx *ctx, unsigned row, bool ranked,
                                 uint16_t *list) {
    unsigned count = 0;
    for (unsigned i = 0; ctx->row[row] && i < ctx->row[row]->count; i++) {
        uint16_t question = ctx->row[row]->literals[i].feature;
        unsigned at = count;
        if (!is_asked(ctx->program, question, ranked))
            continue;
        for (count++; at && list[at - 1] > question; at--)
            list[at] = list[at - 1];
        list[at] = question;
    }
    return count;
}

static struct kzi_question_list list_questions(const struct layout_ctx *ctx, bool ranked) {
    const struct kzi_program *program = ctx->program;
    size_t most = 0;
    for (unsigned row = 0; row < program->n_rows; row++)
        most += ctx->row[row] ? ctx->row[row]->count : 0;
    uint32_t *from = KZI_NEW_ARRAY(ctx->arena, program->n_rows + 1, uint32_t);
    uint16_t *list = KZI_NEW_ARRAY(ctx->arena, most, uint16_t);
    uint64_t *asking = new_rows(ctx);
    for (unsigned row = 0; row < program->n_rows; row++) {
        from[row + 1] = from[row] + questions_of_row(ctx, row, ranked, list + from[row]);
        if (from[row + 1] > from[row])
            kzi_put_bit(asking, row);
    }
    return (struct kzi_question_list){from, list, asking};
}

/* The builder's lists stay in its arena. */
static void lay_out_lists(const struct kzi_builder *builder, struct kzi_program *program) {
    memcpy(program->tests, builder->tests, sizeof program->tests);
    program->asks_waits = builder->asks_waits;
    const struct kzi_condition **owner_if =
        KZI_NEW_ARRAY(builder->arena, builder->n_owners, const struct kzi_condition *);
    for (unsigned i = 0; i < builder->n_owners; i++)
        owner_if[i] = builder->owners[i].cond;
    program->owner_if = owner_if;
}

static void find_unsettled(const struct kzi_builder *builder, struct kzi_program *program) {
    program->settled_by_rows = program->any_verify;
    for (unsigned i = program->first[KZI_ONCE_SETTLED]; i < program->first[KZI_STAGES]; i++)
        for (unsigned row = 0; row < program->n_rows; row++)
            if (kzi_has_bit(program->features[i].mentions, row))
                program->settled_by_rows |=
                    row >= program->n_owners || builder->owners[row].rows.count > 1;
}

struct kzi_program *kzi_builder_finish(struct kzi_builder *builder) {
    struct kzi_program *program = KZI_NEW(builder->arena, struct kzi_program);
    struct layout_ctx ctx = {builder, builder->arena, program, NULL};
    program->n_rows = builder->n_rows;
    program->words = kzi_words_for(builder->n_rows);
    program->n_owners = builder->n_owners;
    program->owner_words = kzi_words_for(builder->n_owners);
    order_features(&ctx);
    number_rows(&ctx);
    make_tables(&ctx);
    lay_out_lists(builder, program);
    find_unsettled(builder, program);
    kzi_lay_out_tables(builder, program);
    for (unsigned ranked = 0; ranked < 2; ranked++)
        program->questions[ranked] = list_questions(&ctx, ranked);
    return program;
}

/* --- rows that can be met ---------------------------------------------------------------------

 * Situations are numbered as by kzi_situation(), whatever the wait is. */

/* The most groups that a phrase can name. */
static unsigned most(const struct kzi_condition *test, const struct kzi_shape *shape,
                     unsigned situation) {
    const unsigned sets = shape->sets, pairs = shape->pairs;
    const struct kzi_phrase *phrase = &test->argument.phrase;
    bool open = situation & 2, discard = situation & 1;
    if (test->argument.all)
        return sets + (test->argument.pairs ? pairs : 0);
    if (!(phrase->class_.other | phrase->class_.won) ||
        (phrase->adjective == KZI_IS_CLAIMED && !open))
        return 0;
    unsigned most = phrase->noun == KZI_A_PAIR    ? pairs
                    : phrase->noun == KZI_A_GROUP ? sets + pairs
                                                  : sets;
    return phrase->adjective == KZI_IS_OPEN && !open ? most && discard : most;
}

static bool pattern_can_be(const struct kzi_condition *test, const struct kzi_shape *shape) {
    const struct kzi_pattern *pattern = &test->argument.pattern;
    unsigned pairs = 0, times = pattern->twice ? 2 : 1;
    for (unsigned i = 0; i < pattern->n_terms; i++)
        pairs += pattern->terms[i].noun == KZI_A_PAIR;
    return times * pairs <= shape->pairs && times * (pattern->n_terms - pairs) <= shape->sets;
}

static bool sets_can_be(const struct kzi_builder *builder, const struct kzi_literal *literal,
                        unsigned index, unsigned situation) {
    const struct kzi_shape *shape = &builder->model->shapes[situation / 4];
    unsigned first = builder->phrases_each * index, size = builder->features[literal->feature].size;
    const struct kzi_tests *phrases = &builder->tests[KZI_F_PHRASES];
    kzi_arena_spend(builder->arena, size / 4U);
    for (unsigned value = 0; value < size; value++) {
        bool can = kzi_values_has(&literal->allowed, value);
        for (unsigned i = first; can && i < first + builder->phrases_each && i < phrases->count;
             i++)
            can = kzi_phrase_count(builder, value, i) <= most(phrases->list[i], shape, situation);
        if (can)
            return true;
    }
    return false;
}

static bool literal_can_be(const struct kzi_builder *builder, const struct kzi_literal *literal,
                           unsigned situation) {
    const struct kzi_shape *shape = &builder->model->shapes[situation / 4];
    unsigned kind = builder->features[literal->feature].kind, wait = 0;
    unsigned index = builder->features[literal->feature].index;
    if (kind == KZI_F_PHRASES)
        return sets_can_be(builder, literal, index, situation);
    if (kind == KZI_F_HAS)
        return kzi_values_has(&literal->allowed, 0) ||
               pattern_can_be(builder->tests[KZI_F_HAS].list[index], shape);
    while (kind == KZI_F_SITUATION && wait < KZI_WAITS &&
           !(kzi_waits_of_shape(shape) >> wait & 1 &&
             kzi_values_has(&literal->allowed, situation * KZI_WAITS + wait)))
        wait++;
    return wait < KZI_WAITS;
}

static bool can_ever_be(const struct kzi_builder *builder, const struct kzi_row *row) {
    for (unsigned at = 0; at < 4 * builder->model->shape_names.count; at++) {
        const struct kzi_shape *shape = &builder->model->shapes[at / 4];
        bool can = !(at & 2) || shape->sets || shape->any_tiles;
        kzi_arena_spend(builder->arena, 1U + row->count);
        for (unsigned i = 0; can && i < row->count; i++)
            can = literal_can_be(builder, &row->literals[i], at);
        if (can)
            return true;
    }
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
