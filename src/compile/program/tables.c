/* The tables that are looked up by rank and by group code: rows of patterns, and sums. */
#include "compile/condition/pattern.h"
#include "compile/program/bitset.h"
#include "compile/program/builder.h"
#include "compile/program/rank_lists.h"
#include "compile/ruleset.h"

#include <string.h>

/* --- patterns by rank ------------------------------------------------------------------------- */

/* Return the rows that each list leaves, list by list.  The tests of a list are in rising
 * order. */
static const uint64_t *rows_of_lists(const struct kzi_program *program,
                                     const struct kzi_rank_lists *lists, unsigned question) {
    size_t words = program->row_words, size = lists->n_used * words;
    uint64_t *table = KZI_NEW_ARRAY(lists->arena, size, uint64_t);
    uint16_t *left = KZI_NEW_ARRAY(lists->arena, lists->n_used, uint16_t);
    memset(table, 0xFF, size * sizeof *table);
    memcpy(left, lists->used, lists->n_used * sizeof *left);
    while (question--) {
        const uint64_t *rows = program->features[KZI_F_ASKED].list[question].rows;
        if (!kzi_has_bit(lists->added, question))
            continue;
        kzi_arena_spend(lists->arena, lists->n_used / 8 * (1U + program->row_words));
        for (size_t i = 0; i < lists->n_used; i++) {
            bool there = false;
            for (; left[i] && lists->lists[left[i]].test_index >= question;
                 left[i] = lists->lists[left[i]].shorter)
                there |= lists->lists[left[i]].test_index == question;
            kzi_and_words(table + i * words, rows + there * words, program->row_words);
        }
    }
    return table;
}

static void rank_patterns(const struct kzi_builder *builder, struct kzi_program *program,
                          enum kzi_set_kind kind) {
    const struct kzi_tests *asked = &program->tests[KZI_F_ASKED];
    const enum kzi_noun noun = kind == KZI_OF_CHOWS_ALONE ? KZI_A_CHOW : KZI_A_PUNG;
    struct kzi_rank_lists *lists = kzi_rank_lists_new(
        builder->arena, kind, builder->set_combinations && builder->set_combinations[kind]);
    for (unsigned i = 0; i < asked->count; i++)
        if (kzi_fact_of(asked->list[i]) == KZI_FACT_PATTERN &&
            kzi_pattern_is_of(&asked->list[i]->argument.pattern, noun))
            kzi_rank_lists_add(lists, asked->list[i], i);
    if (!lists->list_of)
        return;
    kzi_rank_lists_number(lists);
    program->ranks[kind].list_of = lists->list_of;
    program->ranks[kind].rows = rows_of_lists(program, lists, asked->count);
    program->ranks[kind].lists = lists;
    for (unsigned i = 0; i < KZI_COUNT(lists->added); i++)
        program->ranked[i] |= lists->added[i];
}

/* --- what each group adds --------------------------------------------------------------------- */

/* The bits of a sum that count one phrase: a word and a shift within it. */
struct field {
    unsigned word, shift;
};

static struct field field_of(const struct kzi_program *program, unsigned phrase) {
    const unsigned bits = program->phrase_bits, each = program->phrases_each, table = phrase / each,
                   of_word = program->phrases_of_word;
    return (struct field){table / of_word, bits * (table % of_word * each + phrase % each)};
}

static const struct kzi_sum *sum_codes(const struct kzi_builder *builder,
                                       const struct kzi_program *program) {
    struct kzi_sum *sums = KZI_NEW_ARRAY(builder->arena, KZI_GROUP_CODES, struct kzi_sum);
    struct field at[KZI_MAX_PHRASES];
    const struct kzi_tests *phrases = &program->tests[KZI_F_PHRASES];
    for (unsigned i = 0; i < phrases->count; i++)
        at[i] = field_of(program, i);
    for (unsigned code = 0; code < KZI_GROUP_CODES; code++) {
        struct kzi_coded_group group = kzi_decode_group(code);
        for (unsigned i = 0; group.n_tiles && i < phrases->count; i++)
            if (kzi_coded_counts(&phrases->list[i]->argument.phrase, &group))
                sums[code].phrases[at[i].word] += UINT64_C(1) << at[i].shift;
        sums[code].fu = builder->group_fu ? builder->group_fu[code].fu : 0;
    }
    return sums;
}

void kzi_lay_out_tables(const struct kzi_builder *builder, struct kzi_program *program) {
    rank_patterns(builder, program, KZI_OF_CHOWS_ALONE);
    rank_patterns(builder, program, KZI_OF_PUNGS_ALONE);
    program->sums = sum_codes(builder, program);
}
