/* The tables of a program: patterns by the rank of a reading's sets, what groups add up to, and
 * what is looked up once for every hand and every reading. */
#include "compile/condition/pattern.h"
#include "compile/program/builder.h"
#include "compile/program/rank_lists.h"
#include "compile/program/words.h"
#include "compile/ruleset.h"

#include <string.h>

/* --- patterns by rank ------------------------------------------------------------------------- */

/* The rows that the patterns of each list leave.  Their owners were added in order. */
static const uint64_t *rows_of_lists(const struct kzi_program *program,
                                     const struct kzi_rank_lists *lists, unsigned n_patterns) {
    size_t words = program->words, size = lists->n_used * words;
    uint64_t *table = KZI_NEW_ARRAY(lists->arena, size, uint64_t);
    uint16_t *left = KZI_NEW_ARRAY(lists->arena, lists->n_used, uint16_t);
    memset(table, 0xFF, size * sizeof *table);
    memcpy(left, lists->used, lists->n_used * sizeof *left);
    while (n_patterns--) {
        const struct kzi_feature *feature = kzi_find_feature(program, KZI_F_HAS, n_patterns);
        if (!kzi_has_bit(lists->added, n_patterns))
            continue;
        KZI_ASSUME(feature); /* what is asked is a feature */
        kzi_arena_spend(lists->arena, lists->n_used / 8 * (1U + program->words));
        for (size_t i = 0; i < lists->n_used; i++) {
            bool there = false;
            for (; left[i] && lists->lists[left[i]].owner >= n_patterns;
                 left[i] = lists->lists[left[i]].shorter)
                there |= lists->lists[left[i]].owner == n_patterns;
            kzi_and_words(table + i * words, feature->rows + there * words, program->words);
        }
    }
    return table;
}

static void rank_patterns(const struct kzi_builder *builder, struct kzi_program *program,
                          enum kzi_set_kind kind) {
    const struct kzi_tests *patterns = &builder->tests[KZI_F_HAS];
    const enum kzi_noun noun = kind == KZI_OF_CHOWS_ALONE ? KZI_A_CHOW : KZI_A_PUNG;
    struct kzi_rank_lists *lists = kzi_rank_lists_new(
        builder->arena, kind, builder->set_combinations && builder->set_combinations[kind]);
    for (unsigned i = 0; i < patterns->count; i++)
        if (kzi_pattern_is_of(&patterns->list[i]->argument.pattern, noun))
            kzi_rank_lists_add(lists, patterns->list[i], i);
    if (!lists->list_of)
        return;
    kzi_rank_lists_number(lists);
    program->ranks[kind].list_of = lists->list_of;
    program->ranks[kind].rows = rows_of_lists(program, lists, patterns->count);
    program->ranks[kind].lists = lists;
    for (unsigned i = 0; i < KZI_COUNT(lists->added); i++)
        program->ranked[i] |= lists->added[i];
}

/* --- what each group adds --------------------------------------------------------------------- */

/* Return whether a group counts for a phrase; of "all", if it does not fit (lowering.c: then none
 * of these may be there). */
static bool counts(const struct kzi_condition *test, const struct kzi_coded_group *group) {
    const bool all = test->argument.all;
    if (kzi_coded_fits(&test->argument.phrase, group))
        return !all;
    return all && (test->argument.pairs || group->kind != KZI_PAIR);
}

/* How the tables of phrases share the words: each has the bits that are looked up together. */
uint64_t *kzi_lay_out_phrases(const struct kzi_builder *builder, struct kzi_program *program) {
    struct kzi_phrase_tables *tables = &program->phrases;
    tables->bits = builder->phrase_bits * builder->phrases_each;
    tables->of_word = 64 / tables->bits;
    tables->count =
        (builder->tests[KZI_F_PHRASES].count + builder->phrases_each - 1) / builder->phrases_each;
    size_t size = kzi_phrases_apart(tables, program->words) * tables->count;
    uint64_t *rows = KZI_NEW_ARRAY(builder->arena, size, uint64_t);
    tables->rows = rows;
    return rows;
}

struct kzi_phrase_index kzi_phrase_at(const struct kzi_builder *builder,
                                      const struct kzi_program *program, unsigned phrase) {
    unsigned table = phrase / builder->phrases_each, within = phrase % builder->phrases_each;
    unsigned of_word = program->phrases.of_word;
    unsigned shift = table % of_word * program->phrases.bits + within * builder->phrase_bits;
    return (struct kzi_phrase_index){(uint8_t)(table / of_word), (uint8_t)shift,
                                     (uint8_t)((1U << builder->phrase_bits) - 1)};
}

static const struct kzi_sum *sum_codes(const struct kzi_builder *builder,
                                       const struct kzi_program *program) {
    struct kzi_sum *sums = KZI_NEW_ARRAY(builder->arena, KZI_SUM_PLACES, struct kzi_sum);
    struct kzi_phrase_index at[KZI_MAX_PHRASES];
    const struct kzi_tests *phrases = &builder->tests[KZI_F_PHRASES];
    for (unsigned i = 0; i < phrases->count; i++)
        at[i] = kzi_phrase_at(builder, program, i);
    for (unsigned code = 0; code < KZI_GROUP_CODES; code++) {
        struct kzi_coded_group group = kzi_decode_group(code);
        unsigned like = group.won[0] + 2U * group.won[1] + 3U * group.won[2];
        struct kzi_sum *sum = &sums[kzi_sum_place(group.kind, group.hold, group.code[0], like)];
        for (unsigned i = 0; i < phrases->count; i++)
            if (counts(phrases->list[i], &group))
                sum->phrases[at[i].word] += UINT64_C(1) << at[i].shift;
        sum->fu = builder->group_fu ? builder->group_fu[code].fu : 0;
    }
    return sums;
}

/* --- hands and readings ----------------------------------------------------------------------- */

static uint64_t *all_rows(const struct kzi_builder *builder, const struct kzi_program *program,
                          size_t values) {
    size_t count = values * program->words;
    uint64_t *rows = KZI_NEW_ARRAY(builder->arena, count, uint64_t);
    memset(rows, 0xFF, count * sizeof *rows);
    return rows;
}

static const uint64_t *table_of(const struct kzi_builder *builder,
                                const struct kzi_program *program, unsigned kind, unsigned index,
                                size_t size) {
    const struct kzi_feature *feature = kzi_find_feature(program, kind, index);
    return feature ? feature->rows : all_rows(builder, program, size);
}

/* NULL: no row says anything of it. */
static const uint64_t *rows_of(const struct kzi_program *program, unsigned kind, unsigned index) {
    const struct kzi_feature *feature = kzi_find_feature(program, kind, index);
    return feature ? feature->rows : NULL;
}

/* --- all of them ------------------------------------------------------------------------------ */

static void lay_out_hand(const struct kzi_builder *builder, struct kzi_program *program) {
    struct kzi_hand_tables *hand = &program->hand;
    for (unsigned suit = 0; suit < 4; suit++)
        hand->present[suit] =
            table_of(builder, program, KZI_F_PRESENT, suit, suit < KZI_SUITS ? 512 : 128);
    hand->suits = rows_of(program, KZI_F_SUITS, 0);
    hand->seat = rows_of(program, KZI_F_SEAT, 0);
    hand->won = rows_of(program, KZI_F_WON, 0);
    hand->first_given = program->first[KZI_ONCE_A_HAND];
    for (unsigned i = hand->first_given; i < program->first[KZI_ONCE_A_READING]; i++)
        hand->n_given += program->features[i].kind == KZI_F_GIVEN;
    program->situation = table_of(builder, program, KZI_F_SITUATION, 0, KZI_FEATURE_VALUES);
    program->waits = kzi_find_feature(program, KZI_F_N_WAITS, 0);
}

void kzi_lay_out_tables(const struct kzi_builder *builder, struct kzi_program *program) {
    rank_patterns(builder, program, KZI_OF_CHOWS_ALONE);
    rank_patterns(builder, program, KZI_OF_PUNGS_ALONE);
    program->sums = sum_codes(builder, program);
    lay_out_hand(builder, program);
}
