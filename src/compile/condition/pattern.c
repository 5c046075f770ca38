#include "compile/condition/pattern.h"

#include "compile/condition/evaluation.h"
#include "compile/program/bitset.h"

/* --- every place a pattern can have ----------------------------------------------------------- */

bool kzi_pattern_is_of(const struct kzi_pattern *pattern, enum kzi_noun noun) {
    for (unsigned i = 0; i < pattern->n_terms; i++)
        if (pattern->terms[i].noun != noun || pattern->terms[i].adjective)
            return false;
    return true;
}

/* By the letters that a pattern uses, as bits: the assignments (kzi_falls), as bits, that differ in
 * these letters from all before them. */
static const uint8_t first_falls[1 << KZI_SUIT_LETTERS] = {0x01, 0x15, 0x07, 0x3F,
                                                           0x0B, 0x3F, 0x3F, 0x3F};

bool kzi_place_pattern(const struct kzi_pattern *pattern, unsigned fall, unsigned n,
                       struct kzi_group groups[KZI_MAX_TERMS]) {
    unsigned letters = 0;
    bool any = n == 1;
    for (unsigned i = 0; i < pattern->n_terms; i++) {
        any |= pattern->terms[i].any;
        letters |= 1U << pattern->terms[i].suit >> KZI_SUITS;
    }
    if (!any || !(first_falls[letters] >> fall & 1))
        return false;
    for (unsigned i = 0; i < pattern->n_terms; i++) {
        const struct kzi_term *term = &pattern->terms[i];
        unsigned suit =
            term->suit < KZI_SUITS ? term->suit : kzi_falls[fall][term->suit - KZI_SUITS];
        unsigned number = term->number + (term->any ? n : 0U);
        uint8_t kind = term->noun == KZI_A_PAIR ? KZI_PAIR : term->noun;
        if (number < 1 || number > (kind == KZI_CHOW ? 7U : 9U))
            return false;
        groups[i] = (struct kzi_group){
            .kind = kind, .tile = (uint8_t)kzi_kind(suit, number), .meld = KZI_NO_MELD};
    }
    return true;
}

/* --- matching --------------------------------------------------------------------------------- */

struct match_ctx {
    const struct kzi_pattern *pattern;
    const struct kzi_reading *reading;
    unsigned taken;              /* groups, as bits */
    int n;                       /* 0: still free */
    int suits[KZI_SUIT_LETTERS]; /* -1: still free */
};

static bool suit_may_be(const struct match_ctx *ctx, const struct kzi_term *term, int suit) {
    if (term->suit < KZI_SUITS)
        return term->suit == suit;
    int letter = term->suit - KZI_SUITS;
    for (int other = 0; other < KZI_SUIT_LETTERS; other++)
        if (other != letter && ctx->suits[other] == suit)
            return false;
    return ctx->suits[letter] < 0 || ctx->suits[letter] == suit;
}

/* Return whether the tiles of all terms exist for this n. */
static bool n_may_be(const struct kzi_pattern *pattern, int n) {
    for (unsigned i = 0; i < pattern->n_terms; i++) {
        const struct kzi_term *term = &pattern->terms[i];
        if (term->any && n + term->number > (term->noun == KZI_A_CHOW ? 7 : 9))
            return false;
    }
    return n > 0;
}

static bool number_may_be(const struct match_ctx *ctx, const struct kzi_term *term, int number) {
    if (!term->any)
        return number == term->number;
    return ctx->n ? number == ctx->n + term->number : n_may_be(ctx->pattern, number - term->number);
}

/* Fill `next` with the state after group i is taken for term `at`.  Return false if the group does
 * not fit it. */
KZI_ALWAYS_INLINE bool take_group(const struct match_ctx *ctx, unsigned at, unsigned i,
                                  struct match_ctx *next) {
    const struct kzi_term *term = &ctx->pattern->terms[at];
    unsigned kind = ctx->reading->codes[i] / KZI_SET_KIND,
             tile = ctx->reading->codes[i] % KZI_SET_KIND;
    if (ctx->taken >> i & 1 || !kzi_noun_fits(term->noun, kind) || kzi_is_honor(tile))
        return false;
    int suit = (int)kzi_suit(tile), number = (int)kzi_number(tile);
    if (!suit_may_be(ctx, term, suit) || !number_may_be(ctx, term, number) ||
        (term->adjective &&
         !kzi_adjective_fits(term->adjective, kind, kzi_group_of(ctx->reading, i).hold)))
        return false;
    *next = *ctx;
    next->taken |= 1U << i;
    if (term->any)
        next->n = number - term->number;
    if (term->suit >= KZI_SUITS)
        next->suits[term->suit - KZI_SUITS] = suit;
    return true;
}

static unsigned match_from(const struct match_ctx *ctx, unsigned at, bool twice) {
    struct match_ctx next = {ctx->pattern, ctx->reading, ctx->taken, 0, {-1, -1, -1}};
    if (at == ctx->pattern->n_terms)
        return twice ? match_from(&next, 0, false) : ctx->taken;
    for (unsigned i = 0; i < ctx->reading->n_groups; i++) {
        unsigned taken = take_group(ctx, at, i, &next) ? match_from(&next, at + 1, twice) : 0;
        if (taken)
            return taken;
    }
    return 0;
}

static unsigned match(const struct kzi_pattern *pattern, const struct kzi_reading *reading,
                      unsigned without, bool twice) {
    struct match_ctx ctx = {pattern, reading, without, 0, {-1, -1, -1}};
    return match_from(&ctx, 0, twice) & ~without;
}

unsigned kzi_match_pattern(const struct kzi_pattern *pattern, const struct kzi_reading *reading,
                           unsigned without) {
    return match(pattern, reading, without, false);
}

bool kzi_has_pattern(const struct kzi_pattern *pattern, const struct kzi_reading *reading) {
    return match(pattern, reading, 0, pattern->twice) != 0;
}

/* --- every one -------------------------------------------------------------------------------- */

struct collection {
    uint16_t *found;
    unsigned count, max;
};

static void collect(struct collection *collection, unsigned groups) {
    for (unsigned i = 0; i < collection->count && i < collection->max; i++)
        if (collection->found[i] == groups)
            return;
    if (collection->count < collection->max)
        collection->found[collection->count] = (uint16_t)groups;
    collection->count++;
}

static void collect_from(const struct match_ctx *ctx, unsigned at, struct collection *collection) {
    if (at == ctx->pattern->n_terms) {
        collect(collection, ctx->taken);
        return;
    }
    for (unsigned i = 0; i < ctx->reading->n_groups; i++) {
        struct match_ctx next;
        if (take_group(ctx, at, i, &next))
            collect_from(&next, at + 1, collection);
    }
}

unsigned kzi_all_matches(const struct kzi_pattern *pattern, const struct kzi_reading *reading,
                         uint16_t *found, unsigned max) {
    struct match_ctx ctx = {pattern, reading, 0, 0, {-1, -1, -1}};
    struct collection collection = {found, 0, max};
    collect_from(&ctx, 0, &collection);
    return collection.count;
}

/* --- as near as can be ------------------------------------------------------------------------ */

/* Find the most terms met, from term `at` on.  terms: those met before, as bits. */
static void near_from(const struct match_ctx *ctx, unsigned at, unsigned terms,
                      struct kzi_nearest_match *best) {
    unsigned met = (unsigned)__builtin_popcount(terms), left = ctx->pattern->n_terms - at;
    if (met + left <= (unsigned)__builtin_popcount(best->terms))
        return;
    if (!left) {
        *best = (struct kzi_nearest_match){
            ctx->taken, terms, ctx->n, {ctx->suits[0], ctx->suits[1], ctx->suits[2]}};
        return;
    }
    for (unsigned i = 0; i < ctx->reading->n_groups; i++) {
        struct match_ctx next;
        if (take_group(ctx, at, i, &next))
            near_from(&next, at + 1, terms | 1U << at, best);
    }
    near_from(ctx, at + 1, terms, best);
}

struct kzi_nearest_match kzi_match_nearest(const struct kzi_pattern *pattern,
                                           const struct kzi_reading *reading) {
    struct match_ctx ctx = {pattern, reading, 0, 0, {-1, -1, -1}};
    struct kzi_nearest_match best = {0, 0, 0, {-1, -1, -1}};
    near_from(&ctx, 0, 0, &best);
    return best;
}
