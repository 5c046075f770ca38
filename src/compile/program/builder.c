/* Number the rows and fill in the tables of features: the entry for a value has the bits of all
 * rows that the value does not rule out.  tables.c lays out the sums over groups and the rows by
 * rank. */
#include "compile/program/builder.h"

#include "compile/condition/evaluation.h"
#include "compile/ruleset.h"

#include <string.h>

void kzi_builder_init(struct kzi_builder *builder, const struct kzi_model *model) {
    unsigned max = 0;
    for (size_t i = 0; i < model->shape_names.count; i++) {
        unsigned groups = model->shapes[i].sets + model->shapes[i].pairs;
        max = groups > max ? groups : max;
    }
    struct kzi_program *program = KZI_NEW(model->arena, struct kzi_program);
    *builder = (struct kzi_builder){.arena = model->arena, .model = model, .program = program};
    program->phrase_bits = max < 8 ? 3 : 4; /* enough to count the groups of any shape */
    program->phrases_each = max < 8 ? 3 : 2;
    program->bits_of_phrases = program->phrase_bits * program->phrases_each;
    program->phrases_of_word = 64 / program->bits_of_phrases;
    /* The matcher looks these up even if no row mentions them. */
    kzi_builder_feature(builder, KZI_F_PRESENT, KZI_SUITS);
    kzi_builder_feature(builder, KZI_F_SITUATION, 0);
}

bool kzi_builder_add(struct kzi_builder *builder, const struct kzi_condition *cond,
                     unsigned openness) {
    struct kzi_rows rows = kzi_lower(builder, cond, openness);
    const bool possible = rows.count || rows.too_many;
    builder->program->n_rows += rows.count ? (unsigned)rows.count : 1;
    builder->too_many_rows |= rows.too_many || builder->program->n_rows > KZI_MAX_ROWS;
    *KZI_ADD(builder->arena, builder->conditions, builder->program->n_conditions) =
        (struct kzi_program_condition){cond, rows};
    return possible;
}

/* --- laying out ------------------------------------------------------------------------------- */

/* A program being laid out, and its rows: first the first row of each condition, then all further
 * rows. */
struct layout_ctx {
    const struct kzi_builder *builder;
    struct kzi_arena *arena;
    struct kzi_program *program;
    const struct kzi_row **row; /* by number; NULL: the condition has no row */
};

static uint64_t *new_rows(const struct layout_ctx *ctx) {
    return KZI_NEW_ARRAY(ctx->arena, ctx->program->row_words, uint64_t);
}

static void number_rows(struct layout_ctx *ctx) {
    const struct kzi_builder *builder = ctx->builder;
    struct kzi_program *program = ctx->program;
    uint16_t *condition_of = KZI_NEW_ARRAY(ctx->arena, program->n_rows, uint16_t);
    uint64_t *possible = new_rows(ctx);
    const struct kzi_condition **conditions =
        KZI_NEW_ARRAY(ctx->arena, program->n_conditions, const struct kzi_condition *);
    ctx->row = KZI_NEW_ARRAY(ctx->arena, program->n_rows, const struct kzi_row *);
    for (unsigned i = 0, more = program->n_conditions; i < program->n_conditions; i++) {
        const struct kzi_rows *rows = &builder->conditions[i].rows;
        conditions[i] = builder->conditions[i].cond;
        for (size_t j = 0; j < rows->count; j++) {
            unsigned at = j ? more++ : i;
            ctx->row[at] = &rows->list[j];
            condition_of[at] = (uint16_t)i;
            kzi_set_bit(possible, at);
        }
    }
    program->condition_of = condition_of;
    program->conditions = conditions;
    program->possible = possible;
}

/* Make a table that allows every value to every row.  The tables are padded: otherwise their first
 * entries, which nearly all hands look up, would evict each other from the cache. */
static void allow_all(const struct layout_ctx *ctx, struct kzi_feature *feature) {
    enum { APART = 8 };
    size_t count = feature->size * (size_t)ctx->program->row_words;
    feature->rows = KZI_NEW_ARRAY(ctx->arena, count + APART, uint64_t);
    memset(feature->rows, 0xFF, count * sizeof *feature->rows);
}

static void forbid(const struct layout_ctx *ctx, const struct kzi_literal *literal, unsigned row) {
    struct kzi_feature *feature = kzi_feature_at(ctx->program, literal->feature);
    const unsigned size = feature->size, words = ctx->program->row_words;
    uint64_t *word = feature->rows + row / 64, others = ~(UINT64_C(1) << row % 64);
    kzi_arena_spend(ctx->arena, size / 16U);
    for (unsigned value = 0; value < size; value++, word += words)
        if (!kzi_values_has(&literal->allowed, value))
            *word &= others;
}

/* Make the tables: every row allows every value, unless a literal of the row says otherwise. */
static void make_tables(const struct layout_ctx *ctx) {
    for (unsigned kind = 0; kind < KZI_FEATURE_KINDS; kind++)
        for (unsigned i = 0; i < ctx->program->features[kind].count; i++)
            allow_all(ctx, &ctx->program->features[kind].list[i]);
    for (unsigned row = 0; row < ctx->program->n_rows; row++)
        for (unsigned i = 0; ctx->row[row] && i < ctx->row[row]->count; i++)
            forbid(ctx, &ctx->row[row]->literals[i], row);
}

/* --- questions -------------------------------------------------------------------------------- */

static size_t weight_of(const struct layout_ctx *ctx, unsigned question) {
    return kzi_condition_weight(ctx->program->tests[KZI_F_ASKED].list[question]);
}

/* Add the questions of a row to a list, cheap ones first, and return their number.  ranked: leave
 * out questions that are looked up by rank. */
static unsigned questions_of_row(const struct layout_ctx *ctx, unsigned row, bool ranked,
                                 uint16_t *list) {
    unsigned count = 0;
    for (unsigned i = 0; ctx->row[row] && i < ctx->row[row]->count; i++) {
        const unsigned feature = ctx->row[row]->literals[i].feature,
                       question = feature % KZI_MAX_QUESTIONS;
        unsigned at = count;
        if (feature / KZI_MAX_QUESTIONS != KZI_F_ASKED ||
            (ranked && kzi_has_bit(ctx->program->ranked, question)))
            continue;
        for (count++; at && weight_of(ctx, list[at - 1]) > weight_of(ctx, question); at--)
            list[at] = list[at - 1];
        list[at] = (uint16_t)question;
    }
    return count;
}

static struct kzi_question_list list_questions(const struct layout_ctx *ctx, bool ranked) {
    const struct kzi_program *program = ctx->program;
    size_t max = 0;
    for (unsigned row = 0; row < program->n_rows; row++)
        max += ctx->row[row] ? ctx->row[row]->count : 0;
    uint32_t *from = KZI_NEW_ARRAY(ctx->arena, program->n_rows + 1, uint32_t);
    uint16_t *list = KZI_NEW_ARRAY(ctx->arena, max, uint16_t);
    uint64_t *asking = new_rows(ctx);
    for (unsigned row = 0; row < program->n_rows; row++) {
        from[row + 1] = from[row] + questions_of_row(ctx, row, ranked, list + from[row]);
        if (from[row + 1] > from[row])
            kzi_set_bit(asking, row);
    }
    return (struct kzi_question_list){from, list, asking};
}

struct kzi_program *kzi_builder_finish(struct kzi_builder *builder) {
    struct kzi_program *program = builder->program;
    struct layout_ctx ctx = {builder, builder->arena, program, NULL};
    program->row_words = kzi_words_of_bits(program->n_rows);
    program->condition_words = kzi_words_of_bits(program->n_conditions);
    number_rows(&ctx);
    make_tables(&ctx);
    kzi_lay_out_tables(builder, program);
    for (unsigned ranked = 0; ranked < 2; ranked++)
        program->questions[ranked] = list_questions(&ctx, ranked);
    return program;
}
