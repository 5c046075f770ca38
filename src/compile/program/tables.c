/* The tables of a program: patterns by the rank of a reading's sets, what groups add up to, and
 * what is looked up once for every hand and every reading. */
#include "compile/condition/pattern.h"
#include "compile/program/builder.h"
#include "compile/program/words.h"
#include "compile/ruleset.h"

#include <string.h>

/* --- patterns by rank ------------------------------------------------------------------------- */

/* Multisets of sets of one kind, divided by the patterns that are there, one pattern after the
 * other. */
struct rank_ctx {
    struct kzi_arena *arena;
    const struct kzi_program *program;
    bool chows;
    unsigned *numbers;    /* of the patterns of such sets */
    unsigned n_patterns;  /* so many */
    unsigned words;       /* of 64 of them */
    unsigned pattern;     /* the one at hand, of these */
    uint16_t *class_of;   /* by rank */
    uint64_t *patterns;   /* by class: words of them */
    uint16_t *with;       /* by class: the class with the pattern at hand too; 0: none yet */
    unsigned count, room; /* classes, and how many there is room for */
    unsigned first_with;  /* of the classes that have the pattern at hand */
    unsigned n_ranks;
    size_t steps;
};

/* Past these, the walker answers further patterns: rules that differ in too much to be looked up
 * would take too long to load. */
#define MAX_RANK_STEPS (4 * 1000 * 1000)
#define MAX_RANK_BYTES (8 * 1024 * 1024)

bool kzi_ranked_sets_place(struct kzi_ranked_sets *sets, bool chows,
                           const struct kzi_pattern *pattern, unsigned fall, unsigned n) {
    struct kzi_group groups[KZI_MAX_TERMS];
    bool all = kzi_place_pattern(pattern, fall, n, groups);
    for (unsigned i = 0; all && i < pattern->n_terms; i++)
        all = kzi_ranked_sets_add(sets, chows, groups[i].tile);
    return all;
}

static void make_room(struct rank_ctx *ctx) {
    size_t room = ctx->room ? 2 * (size_t)ctx->room : 16, words = ctx->words;
    uint64_t *patterns = KZI_NEW_ARRAY(ctx->arena, room * words, uint64_t);
    uint16_t *with = KZI_NEW_ARRAY(ctx->arena, room, uint16_t);
    if (ctx->count) {
        memcpy(patterns, ctx->patterns, ctx->count * words * sizeof *patterns);
        memcpy(with, ctx->with, ctx->count * sizeof *with);
    }
    ctx->patterns = patterns;
    ctx->with = with;
    ctx->room = (unsigned)room;
}

static void copy_class(struct rank_ctx *ctx, size_t to, size_t from) {
    memmove(ctx->patterns + to * ctx->words, ctx->patterns + from * ctx->words,
            ctx->words * sizeof *ctx->patterns);
}

static unsigned new_class(struct rank_ctx *ctx, unsigned from) {
    if (ctx->count == ctx->room)
        make_room(ctx);
    copy_class(ctx, ctx->count, from);
    ctx->with[ctx->count] = 0;
    return ctx->count++;
}

/* Drop the classes that no multiset is in any more.  There are no more than multisets, and one
 * pattern at most doubles them: uint16_t has room for both. */
static void drop_empty_classes(struct rank_ctx *ctx) {
    unsigned kept = 0;
    memset(ctx->with, 0, ctx->count * sizeof *ctx->with);
    for (unsigned rank = 0; rank < ctx->n_ranks; rank++)
        ctx->with[ctx->class_of[rank]] = 1;
    for (unsigned i = 0; i < ctx->count; i++)
        if (ctx->with[i] || !i) {
            copy_class(ctx, kept, i);
            ctx->with[i] = (uint16_t)kept++;
        }
    for (unsigned rank = 0; rank < ctx->n_ranks; rank++)
        ctx->class_of[rank] = ctx->with[ctx->class_of[rank]];
    kzi_arena_spend(ctx->arena, ctx->n_ranks / 4);
    ctx->count = kept;
}

static unsigned class_with(struct rank_ctx *ctx, unsigned old) {
    unsigned made = new_class(ctx, old);
    kzi_put_bit(ctx->patterns + (size_t)made * ctx->words, ctx->pattern);
    return ctx->with[old] = (uint16_t)made;
}

/* Mark the multiset; false: it was marked. */
static inline bool mark_rank(struct rank_ctx *ctx, unsigned rank) {
    unsigned old = ctx->class_of[rank];
    ctx->steps++;
    if (old >= ctx->first_with)
        return false;
    ctx->class_of[rank] = (uint16_t)(ctx->with[old] ? ctx->with[old] : class_with(ctx, old));
    return true;
}

/* Mark the multisets with one of these sets more.  The suit is a constant, so that most of a rank
 * is found outside of the loop. */
KZI_ALWAYS_INLINE void mark_last(struct rank_ctx *ctx, const struct kzi_ranked_sets *sets,
                                 unsigned suit, uint32_t tiles) {
    for (unsigned numbers = tiles >> 9 * suit & 511; numbers; numbers &= numbers - 1)
        mark_rank(ctx, kzi_rank_with(sets, ctx->chows, suit, (unsigned)__builtin_ctz(numbers)));
}

/* Marks the multiset, and all those that have more sets: so are those of one that was marked. */
static void mark_all(struct rank_ctx *ctx, const struct kzi_ranked_sets *sets, unsigned from) {
    if (!mark_rank(ctx, kzi_rank_of_sets(sets, ctx->chows)) || sets->count == KZI_RANKED_SETS)
        return;
    uint32_t tiles = kzi_more_ranked_sets(sets, ctx->chows) >> from << from;
    if (sets->count + 1 == KZI_RANKED_SETS) {
        mark_last(ctx, sets, 0, tiles);
        mark_last(ctx, sets, 1, tiles);
        mark_last(ctx, sets, 2, tiles);
        return;
    }
    for (; tiles; tiles &= tiles - 1) {
        unsigned tile = (unsigned)__builtin_ctz(tiles);
        struct kzi_ranked_sets more = *sets;
        if (kzi_ranked_sets_add(&more, ctx->chows, tile))
            mark_all(ctx, &more, tile);
    }
}

static void mark_instances(struct rank_ctx *ctx, const struct kzi_pattern *pattern,
                           const struct kzi_ranked_sets *sets, bool again) {
    for (unsigned fall = 0; fall < KZI_FALLS; fall++)
        for (unsigned n = 1; n <= 9; n++) {
            struct kzi_ranked_sets more = *sets;
            if (!kzi_ranked_sets_place(&more, ctx->chows, pattern, fall, n))
                continue;
            if (again)
                mark_instances(ctx, pattern, &more, false);
            else
                mark_all(ctx, &more, 0);
        }
}

static const uint64_t *rows_of_classes(const struct rank_ctx *ctx) {
    size_t words = ctx->program->words, size = ctx->count * words;
    uint64_t *table = KZI_NEW_ARRAY(ctx->arena, size, uint64_t);
    memset(table, 0xFF, size * sizeof *table);
    for (unsigned k = 0; k < ctx->n_patterns; k++) {
        const struct kzi_feature *feature =
            kzi_find_feature(ctx->program, KZI_F_HAS, ctx->numbers[k]);
        KZI_ASSUME(feature); /* what is asked is a feature */
        kzi_arena_spend(ctx->arena, ctx->count / 8 * (1U + feature->end - feature->first));
        for (size_t i = 0; i < ctx->count; i++) {
            bool there = kzi_has_bit(ctx->patterns + i * ctx->words, k);
            for (unsigned word = feature->first; word < feature->end; word++)
                table[i * words + word] &= feature->rows[there * words + word];
        }
    }
    return table;
}

/* False: looking up one more pattern would take too much. */
static bool mark_pattern(struct rank_ctx *ctx, const struct kzi_condition *test) {
    static const struct kzi_ranked_sets none;
    if (ctx->count > ctx->n_ranks + ctx->n_ranks / 4)
        drop_empty_classes(ctx);
    size_t bytes = ctx->count * sizeof(uint64_t) * (ctx->words + ctx->program->words);
    if (ctx->steps > MAX_RANK_STEPS || bytes > MAX_RANK_BYTES)
        return false;
    memset(ctx->with, 0, ctx->count * sizeof *ctx->with);
    const size_t steps = ctx->steps;
    ctx->first_with = ctx->count;
    mark_instances(ctx, &test->argument.pattern, &none, test->kind == KZI_CONDITION_has_twice);
    kzi_arena_spend(ctx->arena, ctx->steps - steps);
    return true;
}

static void rank_patterns(const struct kzi_builder *builder, struct kzi_program *program,
                          enum kzi_noun of, unsigned n_ranks, struct kzi_rank_rows *ranked) {
    const struct kzi_tests *patterns = &builder->tests[KZI_F_HAS];
    struct rank_ctx ctx = {
        .arena = builder->arena, .program = program, .chows = of == KZI_A_CHOW, .n_ranks = n_ranks};
    ctx.numbers = KZI_NEW_ARRAY(ctx.arena, patterns->count, unsigned);
    for (unsigned i = 0; i < patterns->count; i++)
        if (kzi_pattern_is_of(&patterns->list[i]->argument.pattern, of))
            ctx.numbers[ctx.n_patterns++] = i;
    if (!ctx.n_patterns)
        return;
    ctx.words = (ctx.n_patterns + 63) / 64;
    ctx.class_of = KZI_NEW_ARRAY(ctx.arena, n_ranks, uint16_t);
    new_class(&ctx, 0);
    while (ctx.pattern < ctx.n_patterns &&
           mark_pattern(&ctx, patterns->list[ctx.numbers[ctx.pattern]]))
        kzi_put_bit(program->ranked, ctx.numbers[ctx.pattern++]);
    ctx.n_patterns = ctx.pattern;
    if (ctx.count > ctx.n_ranks / 16)
        drop_empty_classes(&ctx);
    *ranked = (struct kzi_rank_rows){ctx.class_of, rows_of_classes(&ctx)};
}

static void lay_out_ranks(const struct kzi_builder *builder, struct kzi_program *program) {
    rank_patterns(builder, program, KZI_A_CHOW, KZI_CHOW_RANKS, &program->chows);
    rank_patterns(builder, program, KZI_A_PUNG, KZI_PUNG_RANKS, &program->pungs);
}

/* --- what each group adds --------------------------------------------------------------------- */

/* Return whether a group counts for a phrase; of "all", if it does not fit (lowering.c: then none
 * of these may be there). */
static bool counts(const struct kzi_condition *test, const struct kzi_coded_group *group) {
    if (test->kind == KZI_CONDITION_sets && group->kind == KZI_PAIR)
        return false;
    return kzi_coded_fits(&test->argument.phrase, group) != test->argument.all;
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
    lay_out_ranks(builder, program);
    program->sums = sum_codes(builder, program);
    lay_out_hand(builder, program);
}
