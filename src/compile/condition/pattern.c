#include "compile/condition/pattern.h"

#include "compile/condition/evaluation.h"

struct match_ctx {
    const struct kzi_pattern *pattern;
    const struct kzi_reading *reading;
    unsigned taken;              /* groups, by bit */
    int n;                       /* 0: still free */
    int suits[KZI_SUIT_LETTERS]; /* -1: still free */
};

static bool suit_may_be(struct match_ctx *ctx, const struct kzi_term *term, int suit) {
    if (term->suit < KZI_SUITS)
        return term->suit == suit;
    int letter = term->suit - KZI_SUITS;
    for (int other = 0; other < KZI_SUIT_LETTERS; other++)
        if (other != letter && ctx->suits[other] == suit)
            return false;
    return ctx->suits[letter] < 0 || ctx->suits[letter] == suit;
}

static bool number_may_be(const struct match_ctx *ctx, const struct kzi_term *term, int number) {
    if (!term->any)
        return number == term->number;
    return ctx->n ? number == ctx->n + term->number : number > term->number;
}

/* The matching after group i has been taken for the term at; false: it is not such a group. */
static bool take_group(struct match_ctx *ctx, unsigned at, unsigned i) {
    const struct kzi_term *term = &ctx->pattern->terms[at];
    const struct kzi_group group = kzi_group_of(ctx->reading, i);
    int suit = (int)kzi_suit(group.tile), number = (int)kzi_number(group.tile);
    if (ctx->taken >> i & 1 || kzi_is_honor(group.tile) || !kzi_noun_fits(term->noun, group.kind) ||
        !kzi_adjective_fits(term->adjective, group.kind, group.hold) ||
        !suit_may_be(ctx, term, suit) || !number_may_be(ctx, term, number))
        return false;
    ctx->taken |= 1U << i;
    if (term->any)
        ctx->n = number - term->number;
    if (term->suit >= KZI_SUITS)
        ctx->suits[term->suit - KZI_SUITS] = suit;
    return true;
}

static unsigned match_from(struct match_ctx ctx, unsigned at, bool twice) {
    if (at == ctx.pattern->n_terms) {
        if (!twice)
            return ctx.taken;
        struct match_ctx again = {ctx.pattern, ctx.reading, ctx.taken, 0, {-1, -1, -1}};
        return match_from(again, 0, false);
    }
    for (unsigned i = 0; i < ctx.reading->n_groups; i++) {
        struct match_ctx next = ctx;
        unsigned taken = take_group(&next, at, i) ? match_from(next, at + 1, twice) : 0;
        if (taken)
            return taken;
    }
    return 0;
}

static unsigned match(const struct kzi_pattern *pattern, const struct kzi_reading *reading,
                      unsigned without, bool twice) {
    struct match_ctx ctx = {pattern, reading, without, 0, {-1, -1, -1}};
    return match_from(ctx, 0, twice) & ~without;
}

unsigned kzi_match_pattern(const struct kzi_pattern *pattern, const struct kzi_reading *reading,
                           unsigned without) {
    return match(pattern, reading, without, false);
}

bool kzi_matches_twice(const struct kzi_pattern *pattern, const struct kzi_reading *reading) {
    return match(pattern, reading, 0, true) != 0;
}

/* --- every one -------------------------------------------------------------------------------- */

struct collection {
    uint16_t *found;
    unsigned count, max;
};

static void collect(struct collection *into, unsigned groups) {
    for (unsigned i = 0; i < into->count && i < into->max; i++)
        if (into->found[i] == groups)
            return;
    if (into->count < into->max)
        into->found[into->count] = (uint16_t)groups;
    into->count++;
}

static void collect_from(const struct match_ctx *ctx, unsigned at, struct collection *into) {
    if (at == ctx->pattern->n_terms) {
        collect(into, ctx->taken);
        return;
    }
    for (unsigned i = 0; i < ctx->reading->n_groups; i++) {
        struct match_ctx next = *ctx;
        if (take_group(&next, at, i))
            collect_from(&next, at + 1, into);
    }
}

unsigned kzi_all_matches(const struct kzi_pattern *pattern, const struct kzi_reading *reading,
                         uint16_t *found, unsigned max) {
    struct match_ctx ctx = {pattern, reading, 0, 0, {-1, -1, -1}};
    struct collection into = {found, 0, max};
    collect_from(&ctx, 0, &into);
    return into.count;
}

/* --- as near as can be ----------------------------------------------------------------------- */

static bool all_can_be(const struct kzi_pattern *pattern, int n) {
    for (unsigned i = 0; i < pattern->n_terms; i++) {
        const struct kzi_term *term = &pattern->terms[i];
        if (term->any && n + term->number > (term->noun == KZI_A_CHOW ? 7 : 9))
            return false;
    }
    return true;
}

/* terms: those met so far, by bit. */
static void near_from(const struct match_ctx *ctx, unsigned at, unsigned terms,
                      struct kzi_nearest *best) {
    const struct kzi_pattern *pattern = ctx->pattern;
    unsigned met = (unsigned)__builtin_popcount(terms), left = pattern->n_terms - at;
    if (met + left <= (unsigned)__builtin_popcount(best->terms))
        return;
    if (!left) {
        *best = (struct kzi_nearest){
            ctx->taken, terms, ctx->n, {ctx->suits[0], ctx->suits[1], ctx->suits[2]}};
        return;
    }
    for (unsigned i = 0; i < ctx->reading->n_groups; i++) {
        struct match_ctx next = *ctx;
        if (take_group(&next, at, i) && (!next.n || all_can_be(pattern, next.n)))
            near_from(&next, at + 1, terms | 1U << at, best);
    }
    near_from(ctx, at + 1, terms, best);
}

struct kzi_nearest kzi_match_nearest(const struct kzi_pattern *pattern,
                                     const struct kzi_reading *reading) {
    struct match_ctx ctx = {pattern, reading, 0, 0, {-1, -1, -1}};
    struct kzi_nearest best = {0, 0, 0, {-1, -1, -1}};
    near_from(&ctx, 0, 0, &best);
    return best;
}
