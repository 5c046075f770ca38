/* Features of a hand and of its readings are worked out and their tables ANDed: the hot path. */
#include "base/compiler.h"
#include "compile/condition/evaluation.h"
#include "compile/program/program.h"
#include "compile/program/words.h"
#include "tile/sets.h"

#include <string.h>

/* --- the hand --------------------------------------------------------------------------------- */

KZI_ALWAYS_INLINE void match_tiles(const struct kzi_program *program, const struct kzi_facts *facts,
                                   uint64_t *rows, unsigned words) {
    const struct kzi_hand_tables *tables = &program->hand;
    const struct kzi_hand *hand = facts->hand;
    kzi_kinds kinds = facts->tiles->kinds;
    unsigned m = kzi_kinds_of_suit(kinds, 0), p = kzi_kinds_of_suit(kinds, 1),
             s = kzi_kinds_of_suit(kinds, 2), z = kzi_kinds_of_suit(kinds, 3);
    kzi_copy_words(rows, program->possible, words);
    kzi_and_entry(tables->present[0], m, rows, words);
    kzi_and_entry(tables->present[1], p, rows, words);
    kzi_and_entry(tables->present[2], s, rows, words);
    kzi_and_entry(tables->present[3], z, rows, words);
    if (tables->suits)
        kzi_and_entry(tables->suits, kzi_suits_value(m, p, s), rows, words);
    if (tables->seat)
        kzi_and_entry(tables->seat, hand->seat, rows, words);
    if (tables->won)
        kzi_and_entry(tables->won, kzi_code_of_win(hand), rows, words);
}

KZI_ALWAYS_INLINE void match_hand(const struct kzi_program *program, const struct kzi_facts *facts,
                                  struct kzi_match *match, unsigned words) {
    uint64_t rows[KZI_ROW_WORDS];
    match_tiles(program, facts, rows, words);
    for (unsigned i = 0; i < program->hand.n_given; i++) {
        const struct kzi_feature *feature = &program->features[program->hand.first_given + i];
        kzi_and_entry(feature->rows, facts->given >> (8 * feature->index) & 255, rows, words);
    }
    kzi_copy_words(match->rows, rows, words);
}

void kzi_match_hand(const struct kzi_program *program, const struct kzi_facts *facts,
                    struct kzi_match *match) {
    KZI_BY_WORDS(program->words, match_hand(program, facts, match, words));
}

/* --- once a reading --------------------------------------------------------------------------- */

KZI_ALWAYS_INLINE unsigned place_of_group(const struct kzi_reading *reading, unsigned i,
                                          const struct kzi_hand *hand) {
    unsigned kind = reading->codes[i] / KZI_SET_KIND, tile = reading->codes[i] % KZI_SET_KIND;
    unsigned hold =
        (reading->claimed >> i & 1U) * KZI_CLAIMED + (reading->won >> i & 1U) * reading->won_hold;
    unsigned within = hand->win - tile, length = kind == KZI_CHOW ? 3 : 1;
    unsigned like = (within + 1) * (within < length);
    return kzi_sum_place(kind, hold, kzi_code(tile, hand->seat, hand->round), like);
}

/* Add up the fu of the groups and the counts that conditions ask for.  No branches: which groups
 * are melds, chows or winds no hand predicts for the next. */
KZI_ALWAYS_INLINE void sum_groups(const struct kzi_program *program, const struct kzi_hand *hand,
                                  const struct kzi_reading *reading, struct kzi_sum *sum) {
    struct kzi_sum all = {{0}, 0};
    for (unsigned i = 0; i < reading->n_groups; i++)
        kzi_sum_add(&all, &program->sums[place_of_group(reading, i, hand)]);
    *sum = all;
}

/* The tables of phrases follow each other. */
KZI_ALWAYS_INLINE void match_phrases(const struct kzi_program *program, const struct kzi_sum *sum,
                                     uint64_t *rows, unsigned words) {
    const struct kzi_phrase_tables *tables = &program->phrases;
    const uint64_t *table = tables->rows;
    size_t apart = kzi_phrases_apart(tables, words);
    unsigned bits = tables->bits, mask = (1U << bits) - 1, left = tables->count;
    for (unsigned word = 0; left; word++) {
        uint64_t value = sum->phrases[word];
        unsigned here = left < tables->of_word ? left : tables->of_word;
        for (left -= here; here; here--, value >>= bits, table += apart)
            kzi_and_entry(table, (unsigned)value & mask, rows, words);
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
    uint64_t asked[KZI_MAX_QUESTIONS / 64]; /* conditions of which rows know the answer */
};

static unsigned answer(struct question_ctx *ctx, const struct kzi_feature *question) {
    const struct kzi_condition *test = ctx->program->tests[question->kind].list[question->index];
    unsigned value = kzi_measure(test, ctx->facts, ctx->reading);
    return question->kind == KZI_F_ASKED ? (unsigned)(test->values >> value) & 1 : value;
}

/* Answer a question, which rules out every row that needs another answer. */
static void ask(struct question_ctx *ctx, const struct kzi_feature *question, uint64_t *rows) {
    if (question->kind == KZI_F_ASKED) {
        if (kzi_has_bit(ctx->asked, question->index))
            return;
        kzi_put_bit(ctx->asked, question->index);
    }
    kzi_and_entry(question->rows, answer(ctx, question), rows, ctx->program->words);
}

/* Each row that is left has its questions answered until one rules it out. */
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
    for (unsigned word = 0; word < program->words; word++)
        for (uint64_t left = rows[word] & questions->asking[word]; left;
             left &= (left - 1) & rows[word]) {
            unsigned row = word * 64 + (unsigned)__builtin_ctzll(left);
            const uint16_t *end = questions->list + questions->from[row + 1];
            for (const uint16_t *at = questions->list + questions->from[row];
                 at < end && kzi_has_bit(rows, row); at++)
                ask(&ctx, &program->features[*at], rows);
        }
}

KZI_ALWAYS_INLINE const uint64_t *rows_of_situation(const struct kzi_program *program,
                                                    const struct kzi_facts *facts,
                                                    const struct kzi_reading *reading) {
    bool discard = !facts->hand->self_draw;
    unsigned situation = kzi_situation(reading->shape, facts->open, discard, reading->wait);
    return program->situation + situation * (size_t)program->words;
}

KZI_ALWAYS_INLINE void match_reading(const struct kzi_program *program,
                                     const struct kzi_facts *facts, const struct kzi_match *hand,
                                     const struct kzi_reading *reading, struct kzi_match *match,
                                     unsigned words) {
    uint64_t rows[KZI_ROW_WORDS];
    bool ranked = reading->chow_rank != KZI_NO_RANK;
    sum_groups(program, facts->hand, reading, &match->sum);
    kzi_copy_words(rows, hand->rows, words);
    kzi_and_entry(rows_of_situation(program, facts, reading), 0, rows, words);
    match_phrases(program, &match->sum, rows, words);
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
    KZI_BY_WORDS(program->words, match_reading(program, facts, hand, reading, match, words));
}

bool kzi_match_asks_waits(const struct kzi_program *program, const struct kzi_facts *facts,
                          const struct kzi_match *hand, const struct kzi_readings *readings) {
    const struct kzi_feature *asks = program->waits;
    if (program->any_verify)
        return true;
    for (unsigned i = 0; asks && i < readings->count; i++) {
        const uint64_t *rows = rows_of_situation(program, facts, &readings->list[i]);
        for (unsigned word = 0; word < program->words; word++)
            if (hand->rows[word] & rows[word] & asks->mentions[word])
                return true;
    }
    return false;
}

void kzi_match_waits(const struct kzi_program *program, const struct kzi_facts *facts,
                     struct kzi_match *hand) {
    if (program->waits)
        kzi_and_entry(program->waits->rows, facts->n_waits, hand->rows, program->words);
}

/* --- once the yaku are settled ---------------------------------------------------------------- */

KZI_ALWAYS_INLINE unsigned value_of_scored(const struct kzi_program *program,
                                           const struct kzi_facts *facts,
                                           const struct kzi_feature *feature) {
    const struct kzi_tests *tests = &program->tests[KZI_F_SCORED];
    unsigned value = 0, first = 8U * feature->index;
    for (unsigned i = first; i < tests->count && i < first + 8; i++) {
        unsigned yaku = tests->list[i]->argument.number;
        value |= (unsigned)(facts->scored[yaku / 64] >> (yaku % 64) & 1) << (i - first);
    }
    return value;
}

void kzi_match_settled(const struct kzi_program *program, const struct kzi_facts *facts,
                       struct kzi_match *match) {
    for (unsigned i = program->first[KZI_ONCE_SETTLED]; i < program->first[KZI_STAGES]; i++) {
        const struct kzi_feature *feature = &program->features[i];
        kzi_and_entry(feature->rows, value_of_scored(program, facts, feature), match->rows,
                      program->words);
    }
}

/* An owner has the row of its own number, so that the rows a feature leaves are owners that it
 * leaves, as long as no other row asks. */
uint64_t kzi_settled_by_value(const struct kzi_program *program, unsigned value, unsigned first) {
    uint64_t left = UINT64_MAX;
    for (unsigned i = program->first[KZI_ONCE_SETTLED]; i < program->first[KZI_STAGES]; i++) {
        const struct kzi_feature *feature = &program->features[i];
        size_t of_feature = value >> 8 * feature->index & 255;
        left &= kzi_owners_from(program, feature->rows + of_feature * program->words, first);
    }
    return left;
}

uint64_t kzi_match_settled_owners(const struct kzi_program *program, const struct kzi_facts *facts,
                                  const struct kzi_reading *reading, const struct kzi_match *match,
                                  unsigned first) {
    uint64_t owners[KZI_ROW_WORDS];
    struct kzi_match settled = *match;
    kzi_match_settled(program, facts, &settled);
    kzi_match_owners(program, facts, reading, &settled, owners);
    return kzi_owners_from(program, owners, first);
}

/* The walker confirms the rows of conditions that were too large for tables. */
static __attribute__((noinline)) void verify(const struct kzi_program *program,
                                             const struct kzi_facts *facts,
                                             const struct kzi_reading *reading, uint64_t *owners) {
    for (unsigned word = 0; word < program->owner_words; word++)
        KZI_EACH_IN(owners[word], bit) {
            unsigned owner = word * 64 + bit;
            if (program->verify[owner / 64] >> (owner % 64) & 1 &&
                !kzi_evaluate(program->owner_if[owner], facts, reading))
                owners[word] &= ~(UINT64_C(1) << (owner % 64));
        }
}

/* Add the owners of rows that are not their first. */
static void add_alternatives(const struct kzi_program *program, const uint64_t *matched,
                             uint64_t *owners) {
    uint64_t mask = UINT64_MAX << program->n_owners % 64;
    for (unsigned word = program->n_owners / 64; word < program->words; word++, mask = UINT64_MAX)
        KZI_EACH_IN(matched[word] & mask, bit)
            kzi_put_bit(owners, program->owner[word * 64 + bit]);
}

KZI_ALWAYS_INLINE void find_owners(const struct kzi_program *program, const uint64_t *rows,
                                   uint64_t *owners, unsigned words) {
    kzi_copy_words(owners, rows, words);
    for (unsigned i = program->n_owners / 64, bits = program->n_owners % 64; i < words;
         i++, bits = 0)
        owners[i] &= (UINT64_C(1) << bits) - 1;
    if (program->n_rows > program->n_owners)
        add_alternatives(program, rows, owners);
}

void kzi_match_owners(const struct kzi_program *program, const struct kzi_facts *facts,
                      const struct kzi_reading *reading, const struct kzi_match *match,
                      uint64_t *owners) {
    KZI_BY_WORDS(program->owner_words, find_owners(program, match->rows, owners, words));
    if (program->any_verify)
        verify(program, facts, reading, owners);
}
