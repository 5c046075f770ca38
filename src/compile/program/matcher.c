/* Compute the features of a hand and of its readings and AND their tables: the hot path. */
#include "base/compiler.h"
#include "compile/condition/evaluation.h"
#include "compile/program/bitset.h"
#include "compile/program/program.h"
#include "tile/sets.h"

#include <string.h>

/* --- the hand --------------------------------------------------------------------------------- */

/* Look up a feature whose kind has one table, if any row mentions it. */
KZI_ALWAYS_INLINE void match_one(const struct kzi_program *program, enum kzi_feature_kind kind,
                                 unsigned value, uint64_t *rows, unsigned words) {
    const struct kzi_features *features = &program->features[kind];
    if (features->count)
        kzi_and_entry(features->list->rows, value, rows, words);
}

KZI_ALWAYS_INLINE void match_tiles(const struct kzi_program *program, const struct kzi_facts *facts,
                                   uint64_t *rows, unsigned words) {
    const struct kzi_feature *present = program->features[KZI_F_PRESENT].list;
    const struct kzi_hand *hand = facts->hand;
    kzi_kinds kinds = facts->tiles->kinds;
    unsigned m = kzi_kinds_of_suit(kinds, 0), p = kzi_kinds_of_suit(kinds, 1),
             s = kzi_kinds_of_suit(kinds, 2), z = kzi_kinds_of_suit(kinds, 3);
    kzi_copy_words(rows, program->possible, words);
    kzi_and_entry(present[0].rows, m, rows, words);
    kzi_and_entry(present[1].rows, p, rows, words);
    kzi_and_entry(present[2].rows, s, rows, words);
    kzi_and_entry(present[3].rows, z, rows, words);
    match_one(program, KZI_F_SUITS, kzi_suits_value(m, p, s), rows, words);
    match_one(program, KZI_F_SEAT, hand->seat, rows, words);
    match_one(program, KZI_F_WON, kzi_code_of_win(hand), rows, words);
}

KZI_ALWAYS_INLINE void match_hand(const struct kzi_program *program, const struct kzi_facts *facts,
                                  struct kzi_match *match, unsigned words) {
    const struct kzi_features *given = &program->features[KZI_F_GIVEN];
    uint64_t rows[KZI_ROW_WORDS];
    match_tiles(program, facts, rows, words);
    for (unsigned i = 0; i < given->count; i++)
        kzi_and_entry(given->list[i].rows, facts->given >> (8 * i) & 255, rows, words);
    kzi_copy_words(match->rows, rows, words);
}

void kzi_match_hand(const struct kzi_program *program, const struct kzi_facts *facts,
                    struct kzi_match *match) {
    KZI_BY_SIZE(program->row_words, match_hand(program, facts, match, words));
}

/* --- once a reading --------------------------------------------------------------------------- */

/* Add up the fu of the groups, and the numbers of groups that fit each phrase. */
KZI_ALWAYS_INLINE void sum_groups(const struct kzi_program *program, const struct kzi_hand *hand,
                                  const struct kzi_reading *reading, struct kzi_sum *sum) {
    struct kzi_sum all = {{0}, 0};
    for (unsigned i = 0; i < reading->n_groups; i++)
        kzi_sum_add(&all, &program->sums[kzi_seated_group_code(kzi_group_of(reading, i), hand)]);
    *sum = all;
}

KZI_ALWAYS_INLINE void match_phrases(const struct kzi_program *program, const struct kzi_sum *sum,
                                     uint64_t *rows, unsigned words) {
    const struct kzi_features *tables = &program->features[KZI_F_PHRASES];
    const struct kzi_feature *table = tables->list;
    const unsigned bits = program->bits_of_phrases, mask = (1U << bits) - 1;
    unsigned left = tables->count;
    for (unsigned word = 0; left; word++) {
        uint64_t value = sum->phrases[word];
        unsigned here = left < program->phrases_of_word ? left : program->phrases_of_word;
        for (left -= here; here; here--, value >>= bits, table++)
            kzi_and_entry(table->rows, (unsigned)value & mask, rows, words);
    }
}

KZI_ALWAYS_INLINE void match_ranks(const struct kzi_program *program,
                                   const struct kzi_reading *reading, uint64_t *rows,
                                   unsigned words) {
    const struct kzi_rank_rows *chows = &program->ranks[KZI_OF_CHOWS_ALONE],
                               *pungs = &program->ranks[KZI_OF_PUNGS_ALONE];
    if (chows->list_of)
        kzi_and_entry(chows->rows, chows->list_of[reading->chow_rank], rows, words);
    if (pungs->list_of)
        kzi_and_entry(pungs->rows, pungs->list_of[reading->pung_rank], rows, words);
}

/* --- questions -------------------------------------------------------------------------------- */

struct question_ctx {
    const struct kzi_program *program;
    const struct kzi_facts *facts;
    const struct kzi_reading *reading;
    /* Questions whose answer has been applied to the rows. */
    uint64_t asked[KZI_MAX_QUESTIONS / 64];
};

/* Answer a question, and drop every row that needs another answer. */
static void ask(struct question_ctx *ctx, unsigned question, uint64_t *rows) {
    const struct kzi_program *program = ctx->program;
    const struct kzi_condition *cond = program->tests[KZI_F_ASKED].list[question];
    if (kzi_has_bit(ctx->asked, question))
        return;
    kzi_set_bit(ctx->asked, question);
    kzi_and_entry(program->features[KZI_F_ASKED].list[question].rows,
                  cond->op == KZI_TEST ? kzi_measure(cond, ctx->facts, ctx->reading)
                                       : kzi_evaluate(cond, ctx->facts, ctx->reading),
                  rows, program->row_words);
}

/* Answer the questions of each row that is left, until one of them drops it. */
static __attribute__((noinline)) void answer_questions(const struct kzi_program *program,
                                                       const struct kzi_facts *facts,
                                                       const struct kzi_reading *reading,
                                                       bool ranked, uint64_t *rows) {
    const struct kzi_question_list *questions = &program->questions[ranked];
    struct question_ctx ctx;
    ctx.program = program;
    ctx.facts = facts;
    ctx.reading = reading;
    for (unsigned i = 0; i < (program->tests[KZI_F_ASKED].count + 63) / 64; i++)
        ctx.asked[i] = 0;
    for (unsigned word = 0; word < program->row_words; word++)
        for (uint64_t left = rows[word] & questions->asking[word]; left;
             left &= (left - 1) & rows[word]) {
            unsigned row = word * 64 + (unsigned)__builtin_ctzll(left);
            const uint16_t *end = questions->list + questions->from[row + 1];
            for (const uint16_t *at = questions->list + questions->from[row];
                 at < end && kzi_has_bit(rows, row); at++)
                ask(&ctx, *at, rows);
        }
}

KZI_ALWAYS_INLINE const uint64_t *rows_of_situation(const struct kzi_program *program,
                                                    const struct kzi_facts *facts,
                                                    const struct kzi_reading *reading) {
    bool discard = !facts->hand->self_draw;
    unsigned situation = kzi_situation(reading->shape, facts->open, discard, reading->wait);
    return program->features[KZI_F_SITUATION].list->rows + situation * (size_t)program->row_words;
}

KZI_ALWAYS_INLINE void match_reading(const struct kzi_program *program,
                                     const struct kzi_facts *facts, const struct kzi_match *hand,
                                     const struct kzi_reading *reading, struct kzi_match *match,
                                     unsigned words) {
    uint64_t rows[KZI_ROW_WORDS];
    bool ranked = reading->chow_rank != KZI_NO_RANK;
    struct kzi_sum sum;
    sum_groups(program, facts->hand, reading, &sum);
    match->fu = sum.fu;
    kzi_copy_words(rows, hand->rows, words);
    kzi_and_entry(rows_of_situation(program, facts, reading), 0, rows, words);
    match_phrases(program, &sum, rows, words);
    if (ranked)
        match_ranks(program, reading, rows, words);
    bool asks = kzi_any_common(rows, program->questions[ranked].asking, words);
    kzi_copy_words(match->rows, rows, words);
    if (asks)
        answer_questions(program, facts, reading, ranked, match->rows);
}

void kzi_match_reading(const struct kzi_program *program, const struct kzi_facts *facts,
                       const struct kzi_match *hand, const struct kzi_reading *reading,
                       struct kzi_match *match) {
    KZI_BY_SIZE(program->row_words, match_reading(program, facts, hand, reading, match, words));
}

/* --- what holds ------------------------------------------------------------------------------- */

/* Add the conditions of rows other than their first. */
static void add_alternatives(const struct kzi_program *program, const uint64_t *matched,
                             uint64_t *conditions) {
    uint64_t mask = UINT64_MAX << program->n_conditions % 64;
    for (unsigned word = program->n_conditions / 64; word < program->row_words;
         word++, mask = UINT64_MAX)
        KZI_EACH_IN(matched[word] & mask, bit)
            kzi_set_bit(conditions, program->condition_of[word * 64 + bit]);
}

KZI_ALWAYS_INLINE void fill_conditions(const struct kzi_program *program, const uint64_t *rows,
                                       uint64_t *conditions, unsigned words) {
    kzi_copy_words(conditions, rows, words);
    for (unsigned i = program->n_conditions / 64, bits = program->n_conditions % 64; i < words;
         i++, bits = 0)
        conditions[i] &= (UINT64_C(1) << bits) - 1;
    if (program->n_rows > program->n_conditions)
        add_alternatives(program, rows, conditions);
}

void kzi_match_conditions(const struct kzi_program *program, const struct kzi_match *match,
                          uint64_t *conditions) {
    KZI_BY_SIZE(program->condition_words, fill_conditions(program, match->rows, conditions, words));
}
