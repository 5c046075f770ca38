/* Patterns of chows alone, or of pungs alone, looked up by the rank of a reading's sets: every
 * instance of a pattern is marked on all multisets of sets that it stands in, and ranks on which
 * the same patterns stand share a class. */
#include "compile/program/builder.h"
#include "tile/sets.h"

#include <string.h>

#define SORTS (KZI_SUITS * 9) /* of chows by lowest tile, or of pungs; a chow begins at 1 to 7 */

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

/* A multiset of sets under way. */
struct multiset {
    unsigned ids[KZI_SUITS]; /* of chows */
    uint32_t pungs;
    unsigned count;
};

static bool add(struct multiset *set, unsigned sort, bool chow) {
    if (set->count == KZI_RANKED_SETS)
        return false;
    if (chow)
        set->ids[sort / 9] = kzi_ranks.one_more[set->ids[sort / 9]][sort % 9];
    else if (set->pungs >> sort & 1)
        return false;
    else
        set->pungs |= UINT32_C(1) << sort;
    set->count++;
    return true;
}

static bool is_sort(unsigned sort, bool chow) {
    return !chow || sort % 9 < KZI_CHOW_STARTS;
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

static void mark(struct mark_ctx *ctx, unsigned rank) {
    struct classes *classes = ctx->classes;
    uint64_t bit = UINT64_C(1) << ctx->pattern;
    unsigned old = classes->class_of[rank];
    if (classes->patterns[old] & bit)
        return;
    if (!classes->with[old]) {
        unsigned made = new_class(classes, classes->patterns[old] | bit);
        classes->with[old] = (uint16_t)made;
    }
    classes->class_of[rank] = classes->with[old];
}

/* Marks the multiset, and all those that have more sets. */
static void mark_all(struct mark_ctx *ctx, const struct multiset *set, unsigned from) {
    kzi_arena_spend(ctx->classes->arena, 1);
    mark(ctx, ctx->chows ? kzi_chow_rank(set->ids) : kzi_pung_rank(set->pungs));
    for (unsigned sort = from; sort < SORTS && set->count < KZI_RANKED_SETS; sort++) {
        struct multiset more = *set;
        if (is_sort(sort, ctx->chows) && add(&more, sort, ctx->chows))
            mark_all(ctx, &more, sort);
    }
}

/* --- instances ------------------------------------------------------------------------------- */

/* Adds the sets that an arrangement asks for at number n; false: there can be no such hand. */
static bool add_instance(struct multiset *set, const struct kzi_arrangement *arrangement,
                         unsigned n, bool chows) {
    for (unsigned i = 0; i < arrangement->n_terms; i++) {
        unsigned at = arrangement->terms[i].shift + n, suit = at / 16, number = at % 16;
        unsigned times = arrangement->terms[i].plane % KZI_PLANE_TIMES + 1U;
        if (number >= 9 || !is_sort(number, chows))
            return false;
        for (; times; times--)
            if (!add(set, suit * 9 + number, chows))
                return false;
    }
    return true;
}

static void mark_instances(struct mark_ctx *ctx, const struct kzi_planned_pattern *pattern,
                           const struct multiset *set, bool again) {
    for (unsigned i = 0; i < pattern->count; i++)
        for (unsigned n = 0; n < 9; n++) {
            struct multiset more = *set;
            if (!(pattern->list[i].numbers >> n & 1) ||
                !add_instance(&more, &pattern->list[i], n, ctx->chows))
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
        static const struct multiset none;
        const struct kzi_planned_pattern *pattern = &program->patterns[ctx.pattern];
        if (pattern->of != of)
            continue;
        memset(classes.with, 0, classes.count * sizeof *classes.with);
        mark_instances(&ctx, pattern, &none, pattern->twice);
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
