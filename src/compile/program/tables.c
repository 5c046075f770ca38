/* The tables of a program: patterns by the rank of a reading's sets, what groups add up to, and
 * what is looked up once for every hand and every reading. */
#include "compile/condition/pattern.h"
#include "compile/program/builder.h"
#include "compile/ruleset.h"

#include <string.h>

/* --- patterns by rank ------------------------------------------------------------------------- */

/* Multisets of sets of one kind, divided by the patterns that are there, one pattern after the
 * other. */
struct rank_ctx {
    struct kzi_arena *arena;
    bool chows;
    unsigned pattern;   /* the one at hand */
    uint16_t *class_of; /* by rank */
    uint64_t *patterns; /* by class */
    uint16_t *with;     /* by class: the class with the pattern at hand too; 0: none yet */
    unsigned count;
};

bool kzi_ranked_sets_add(struct kzi_ranked_sets *sets, bool chow, unsigned tile) {
    unsigned suit = tile / 9, number = tile % 9;
    if (sets->count++ == KZI_RANKED_SETS || (chow && number >= KZI_CHOW_STARTS) ||
        (!chow && sets->pungs >> tile & 1))
        return false;
    if (chow)
        sets->ids[suit] = kzi_ranks.one_more[sets->ids[suit]][number];
    else
        sets->pungs |= UINT32_C(1) << tile;
    return true;
}

bool kzi_ranked_sets_place(struct kzi_ranked_sets *sets, bool chows,
                           const struct kzi_pattern *pattern, unsigned fall, unsigned n) {
    struct kzi_group groups[KZI_MAX_TERMS];
    bool all = kzi_place_pattern(pattern, fall, n, groups);
    for (unsigned i = 0; all && i < pattern->n_terms; i++)
        all = kzi_ranked_sets_add(sets, chows, groups[i].tile);
    return all;
}

static unsigned new_class(struct rank_ctx *ctx, uint64_t patterns) {
    unsigned made = ctx->count++;
    ctx->patterns = kzi_arena_more(ctx->arena, ctx->patterns, made, sizeof *ctx->patterns);
    ctx->with = kzi_arena_more(ctx->arena, ctx->with, made, sizeof *ctx->with);
    ctx->patterns[made] = patterns;
    ctx->with[made] = 0;
    return made;
}

/* Marks the multiset, and all those that have more sets: so are those of one that was marked. */
static void mark_all(struct rank_ctx *ctx, const struct kzi_ranked_sets *sets, unsigned from) {
    unsigned rank = kzi_rank_of_sets(sets, ctx->chows), old = ctx->class_of[rank];
    uint64_t patterns = ctx->patterns[old] | UINT64_C(1) << ctx->pattern;
    kzi_arena_spend(ctx->arena, 1);
    if (patterns == ctx->patterns[old])
        return;
    if (!ctx->with[old]) {
        unsigned made = new_class(ctx, patterns);
        ctx->with[old] = (uint16_t)made;
    }
    ctx->class_of[rank] = ctx->with[old];
    for (unsigned tile = from; tile < KZI_HONOR && sets->count < KZI_RANKED_SETS; tile++) {
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

static const uint64_t *rows_of_classes(const struct rank_ctx *classes,
                                       const struct kzi_program *program, unsigned of) {
    uint64_t *table =
        KZI_NEW_ARRAY(classes->arena, (size_t)classes->count * program->words, uint64_t);
    memset(table, 0xFF, (size_t)classes->count * program->words * sizeof *table);
    kzi_arena_spend(classes->arena,
                    (size_t)classes->count * program->n_patterns * program->words / 4);
    for (unsigned i = 0; i < classes->count; i++)
        for (unsigned k = 0; k < program->n_patterns; k++) {
            const struct kzi_question *question = &program->pattern_rows[k];
            bool there = classes->patterns[i] >> k & 1;
            for (unsigned word = 0; program->patterns[k].of == of && word < program->words; word++)
                table[(size_t)i * program->words + word] &=
                    ~(there ? question->bar : question->need)[word];
        }
    return table;
}

/* No class that the walk left behind is kept apart: they are few. */
static void rank_patterns(struct kzi_arena *arena, const struct kzi_program *program, unsigned of,
                          unsigned n_ranks, struct kzi_rank_rows *ranked) {
    static const struct kzi_ranked_sets none;
    struct rank_ctx ctx = {.arena = arena, .chows = of == KZI_OF_CHOWS};
    for (ctx.pattern = 0; ctx.pattern < program->n_patterns; ctx.pattern++) {
        const struct kzi_planned_pattern *pattern = &program->patterns[ctx.pattern];
        if (pattern->of != of)
            continue;
        if (!ctx.class_of) {
            ctx.class_of = KZI_NEW_ARRAY(arena, n_ranks, uint16_t);
            new_class(&ctx, 0);
        }
        memset(ctx.with, 0, ctx.count * sizeof *ctx.with);
        mark_instances(&ctx, pattern->pattern, &none, pattern->twice);
    }
    if (ctx.class_of)
        *ranked =
            (struct kzi_rank_rows){ctx.class_of, rows_of_classes(&ctx, program, of), ctx.patterns};
}

static void lay_out_ranks(struct kzi_arena *arena, struct kzi_program *program) {
    rank_patterns(arena, program, KZI_OF_CHOWS, KZI_CHOW_RANKS, &program->chows);
    rank_patterns(arena, program, KZI_OF_PUNGS, KZI_PUNG_RANKS, &program->pungs);
    program->mixed_patterns = 0;
    for (unsigned i = 0; i < program->n_patterns; i++)
        if (program->patterns[i].of == KZI_OF_MIXED)
            program->mixed_patterns |= UINT64_C(1) << i;
}

/* --- what each group adds --------------------------------------------------------------------- */

static bool counts(const struct kzi_counted_phrase *counted, const struct kzi_coded_group *group) {
    if (!counted->pairs && group->kind == KZI_PAIR)
        return false;
    return kzi_coded_fits(&counted->phrase, group) != counted->negated;
}

/* How the tables of phrases share the words: each has the bits that are looked up together. */
static void lay_out_tables(const struct kzi_builder *builder, struct kzi_program *program) {
    struct kzi_phrase_tables *tables = &program->phrases;
    tables->bits = builder->phrase_bits * builder->phrases_each;
    tables->of_word = 64 / tables->bits;
    tables->bits_each = builder->phrase_bits;
    tables->count = (builder->n_phrases + builder->phrases_each - 1) / builder->phrases_each;
}

struct kzi_phrase_index kzi_phrase_at(const struct kzi_builder *builder,
                                      const struct kzi_program *program, unsigned phrase) {
    unsigned table = phrase / builder->phrases_each, within = phrase % builder->phrases_each;
    unsigned of_word = program->phrases.of_word;
    unsigned shift = table % of_word * program->phrases.bits + within * builder->phrase_bits;
    return (struct kzi_phrase_index){(uint8_t)(table / of_word), (uint8_t)shift,
                                     (uint8_t)((1U << builder->phrase_bits) - 1)};
}

static void add_phrase(const struct kzi_builder *builder, const struct kzi_program *program,
                       unsigned phrase, struct kzi_sum *sum) {
    struct kzi_phrase_index at = kzi_phrase_at(builder, program, phrase);
    sum->phrases[at.word] += UINT64_C(1) << at.shift;
}

static struct kzi_sum *sum_codes(const struct kzi_builder *builder,
                                 const struct kzi_program *program) {
    struct kzi_sum *sums = KZI_NEW_ARRAY(builder->arena, KZI_GROUP_CODES, struct kzi_sum);
    for (unsigned code = 0; code < KZI_GROUP_CODES; code++) {
        struct kzi_coded_group group = kzi_decode_group(code);
        for (unsigned i = 0; i < builder->n_phrases; i++)
            if (counts(&builder->phrases[i], &group))
                add_phrase(builder, program, i, &sums[code]);
        for (unsigned i = 0; i < builder->n_fu; i++)
            sums[code].fu += (int64_t)builder->group_fu[i][code].fu << KZI_SUM_FU_BITS * i;
    }
    return sums;
}

static bool can_be(struct kzi_group group) {
    if (group.kind == KZI_CHOW)
        return !kzi_is_honor(group.tile) && kzi_number(group.tile) <= 7;
    return group.tile < KZI_KINDS;
}

/* The winds of a hand's seat and round, as far as the group is of one: none, the one, the other,
 * both. */
static struct kzi_hand hand_of_part(struct kzi_group group, unsigned part) {
    uint8_t wind = (uint8_t)(group.tile - KZI_HONOR);
    return (struct kzi_hand){.win = KZI_NO_KIND,
                             .seat = part & KZI_SEAT_WIND ? wind : KZI_SEATS,
                             .round = part & KZI_ROUND_WIND ? wind : KZI_SEATS};
}

static struct kzi_sum difference(const struct kzi_sum *more, const struct kzi_sum *less) {
    struct kzi_sum sum = {.fu = more->fu - less->fu};
    for (unsigned i = 0; i < KZI_PHRASE_WORDS; i++)
        sum.phrases[i] = more->phrases[i] - less->phrases[i];
    return sum;
}

/* The tables under way of which program has the finished ones. */
struct plain_sums {
    struct kzi_sum *plain, *finished, *like;
};

static void lay_out_group(const struct kzi_sum *sums, struct kzi_group group, unsigned part,
                          const struct plain_sums *of, unsigned at) {
    struct kzi_hand hand = hand_of_part(group, part);
    const struct kzi_sum *plain = &sums[kzi_group_code(group, &hand)];
    group.hold = KZI_FINISHED_BY_DISCARD;
    of->plain[at] = *plain;
    of->finished[at] = difference(&sums[kzi_group_code(group, &hand)], plain);
    group.hold = KZI_CLAIMED;
    plain = &sums[kzi_group_code(group, &hand)];
    of->plain[KZI_GROUP_KIND_COUNT + at] = *plain;
    for (unsigned place = 0; place < (group.kind == KZI_CHOW ? 3 : 1); place++) {
        hand.win = (uint8_t)(group.tile + place);
        of->like[place * KZI_GROUP_KIND_COUNT + at] =
            difference(&sums[kzi_group_code(group, &hand)], plain);
    }
}

static bool adds_alike(const struct kzi_sum *a, const struct kzi_sum *b) {
    return a->fu == b->fu && !memcmp(a->phrases, b->phrases, sizeof a->phrases);
}

/* Return whether of claimed groups, or of others, it matters which have a tile like the winning
 * one. Codes that differ in nothing else are next to each other, the one of a group without such a
 * tile first. */
static bool asks_like(const struct kzi_program *program, bool claimed) {
    unsigned first = 0;
    for (unsigned code = 0; code < KZI_GROUP_CODES; code++) {
        struct kzi_coded_group group = kzi_decode_group(code);
        bool like = group.won[0] || group.won[1] || group.won[2];
        if (!like)
            first = code;
        else if ((group.hold == KZI_CLAIMED) == claimed &&
                 !adds_alike(&program->sums[code], &program->sums[first]))
            return true;
    }
    return false;
}

static void lay_out_plain(const struct kzi_builder *builder, struct kzi_program *program) {
    struct plain_sums of = {
        KZI_NEW_ARRAY(builder->arena, 2 * KZI_GROUP_KIND_COUNT, struct kzi_sum),
        KZI_NEW_ARRAY(builder->arena, KZI_GROUP_KIND_COUNT, struct kzi_sum),
        KZI_NEW_ARRAY(builder->arena, 3 * KZI_GROUP_KIND_COUNT, struct kzi_sum)};
    for (unsigned kind = 0; kind < KZI_GROUP_KIND_COUNT; kind++) {
        struct kzi_group group = {.kind = (uint8_t)(kind / KZI_SET_KIND),
                                  .tile = (uint8_t)(kind % KZI_SET_KIND)};
        for (unsigned part = 0; can_be(group) && part < (kzi_is_wind(group.tile) ? 4 : 1); part++)
            lay_out_group(program->sums, group, part, &of,
                          kind + (part & KZI_SEAT_WIND ? KZI_SEAT_WIND_ON : 0) +
                              (part & KZI_ROUND_WIND ? KZI_ROUND_WIND_ON : 0));
    }
    program->plain = of.plain;
    program->finished = of.finished;
    program->like = asks_like(program, true) ? of.like : NULL;
}

static void lay_out_sums(const struct kzi_builder *builder, struct kzi_program *program) {
    lay_out_tables(builder, program);
    program->n_phrases = builder->n_phrases;
    program->sums = sum_codes(builder, program);
    program->asks_like = asks_like(program, false);
    lay_out_plain(builder, program);
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

/* --- questions about tiles of one suit -------------------------------------------------------- */

/* Tiles of one suit, whichever it is: all their numbers must be in one suit. */
static unsigned numbers_in_one_suit(const struct kzi_condition *cond) {
    unsigned numbers = 0;
    if (cond->kind != KZI_CONDITION_contains && cond->kind != KZI_CONDITION_before_win)
        return 0;
    for (unsigned number = 0; number < 9; number++)
        numbers |= (cond->u.tiles.counts[4] >> 4 * number & 15 ? 1U : 0U) << number;
    return numbers;
}

/* What a suit's numbers leave open of the first eight questions; where no suit leaves one open the
 * answer is no. */
static void lay_out_questions(const struct kzi_builder *builder, struct kzi_program *program) {
    unsigned count = program->n_asked < 8 ? program->n_asked : 8;
    uint8_t *open = KZI_NEW_ARRAY(builder->arena, 512, uint8_t);
    uint64_t *rows = all_rows(builder, program, 256);
    if (!count)
        return;
    for (unsigned i = 0; i < count; i++) {
        unsigned need = numbers_in_one_suit(program->asked[i]);
        for (unsigned numbers = 0; numbers < 512; numbers++)
            open[numbers] |= (uint8_t)((need & ~numbers ? 0U : 1U) << i);
        for (size_t value = 0; value < 256; value++)
            for (unsigned word = 0; !(value >> i & 1) && word < program->words; word++)
                rows[value * program->words + word] &= ~program->asked_rows[i].need[word];
    }
    program->hand.in_one_suit = open;
    program->hand.unasked = rows;
}

/* --- readings --------------------------------------------------------------------------------- */

static void lay_out_phrases(const struct kzi_builder *builder, struct kzi_program *program) {
    struct kzi_phrase_tables *tables = &program->phrases;
    size_t size = (size_t)program->words << tables->bits;
    size_t apart = kzi_phrases_apart(tables, program->words);
    uint64_t *rows = KZI_NEW_ARRAY(builder->arena, apart * tables->count, uint64_t);
    for (unsigned i = 0; i < tables->count; i++)
        memcpy(rows + apart * i,
               table_of(builder, program, KZI_F_SETS, i, (size_t)1 << tables->bits),
               size * sizeof *rows);
    tables->rows = rows;
}

static void find_mixed_rows(const struct kzi_builder *builder, struct kzi_program *program) {
    uint64_t *rows = KZI_NEW_ARRAY(builder->arena, program->words, uint64_t);
    for (uint64_t mixed = program->mixed_patterns; mixed; mixed &= mixed - 1)
        for (unsigned word = 0; word < program->words; word++)
            rows[word] |= program->pattern_rows[__builtin_ctzll(mixed)].either[word];
    program->mixed_asking = rows;
}

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
    lay_out_questions(builder, program);
    program->situation = table_of(builder, program, KZI_F_SITUATION, 0, KZI_FEATURE_VALUES);
    lay_out_phrases(builder, program);
    find_mixed_rows(builder, program);
    program->waits = kzi_find_feature(program, KZI_F_N_WAITS, 0);
}

void kzi_lay_out_tables(const struct kzi_builder *builder, struct kzi_program *program) {
    lay_out_ranks(builder->arena, program);
    lay_out_sums(builder, program);
    lay_out_hand(builder, program);
}
