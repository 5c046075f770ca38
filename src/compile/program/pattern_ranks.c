/* Patterns of chows alone, or of pungs alone, looked up by the rank of a reading's sets: every
 * instance of a pattern is marked on all multisets of sets that it stands in, and ranks on which
 * the same patterns stand share a class. */
#include "compile/condition/pattern.h"
#include "compile/program/builder.h"

#include <string.h>

struct classes {
    struct kzi_arena *arena;
    uint16_t *class_of; /* by rank */
    uint64_t *patterns; /* by class */
    uint16_t *with;     /* by class: the class with the pattern at hand too; 0: none yet */
    unsigned count;
};

struct mark_ctx {
    struct classes *classes;
    unsigned pattern;
    bool chows;
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

static unsigned new_class(struct classes *classes, uint64_t patterns) {
    unsigned made = classes->count++;
    classes->patterns =
        kzi_arena_more(classes->arena, classes->patterns, made, sizeof *classes->patterns);
    classes->with = kzi_arena_more(classes->arena, classes->with, made, sizeof *classes->with);
    classes->patterns[made] = patterns;
    classes->with[made] = 0;
    return made;
}

/* False: it was marked before. */
static bool mark(struct mark_ctx *ctx, unsigned rank) {
    struct classes *classes = ctx->classes;
    uint64_t bit = UINT64_C(1) << ctx->pattern;
    unsigned old = classes->class_of[rank];
    if (classes->patterns[old] & bit)
        return false;
    if (!classes->with[old]) {
        unsigned made = new_class(classes, classes->patterns[old] | bit);
        classes->with[old] = (uint16_t)made;
    }
    classes->class_of[rank] = classes->with[old];
    return true;
}

/* Marks the multiset, and all those that have more sets: so are those of one that was marked. */
static void mark_all(struct mark_ctx *ctx, const struct kzi_ranked_sets *sets, unsigned from) {
    kzi_arena_spend(ctx->classes->arena, 1);
    if (!mark(ctx, kzi_rank_of_sets(sets, ctx->chows)))
        return;
    for (unsigned tile = from; tile < KZI_HONOR && sets->count < KZI_RANKED_SETS; tile++) {
        struct kzi_ranked_sets more = *sets;
        if (kzi_ranked_sets_add(&more, ctx->chows, tile))
            mark_all(ctx, &more, tile);
    }
}

static void mark_instances(struct mark_ctx *ctx, const struct kzi_pattern *pattern,
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

/* --- tables ---------------------------------------------------------------------------------- */

static const uint64_t *rows_of_classes(const struct classes *classes,
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
    struct classes classes = {.arena = arena};
    struct mark_ctx ctx = {.classes = &classes, .chows = of == KZI_OF_CHOWS};
    bool any = false;
    for (unsigned i = 0; i < program->n_patterns; i++)
        any |= program->patterns[i].of == of;
    if (!any)
        return;
    classes.class_of = KZI_NEW_ARRAY(arena, n_ranks, uint16_t);
    new_class(&classes, 0);
    for (ctx.pattern = 0; ctx.pattern < program->n_patterns; ctx.pattern++) {
        static const struct kzi_ranked_sets none;
        const struct kzi_planned_pattern *pattern = &program->patterns[ctx.pattern];
        if (pattern->of != of)
            continue;
        memset(classes.with, 0, classes.count * sizeof *classes.with);
        mark_instances(&ctx, pattern->pattern, &none, pattern->twice);
    }
    ranked->class_of = classes.class_of;
    ranked->patterns = classes.patterns;
    ranked->rows = rows_of_classes(&classes, program, of);
}

void kzi_rank_patterns(struct kzi_arena *arena, struct kzi_program *program) {
    rank_patterns(arena, program, KZI_OF_CHOWS, KZI_CHOW_RANKS, &program->chows);
    rank_patterns(arena, program, KZI_OF_PUNGS, KZI_PUNG_RANKS, &program->pungs);
    program->mixed_patterns = 0;
    for (unsigned i = 0; i < program->n_patterns; i++)
        if (program->patterns[i].of == KZI_OF_MIXED)
            program->mixed_patterns |= UINT64_C(1) << i;
}
