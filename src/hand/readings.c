#include "hand/readings.h"

#include "base/compiler.h"
#include "hand/arrangement.h"

#include <string.h>

/* A hand whose readings are found. */
struct look_ctx {
    const struct kzi_tiles *tiles;
    const struct kzi_hand *hand;
    const struct kzi_shapes *shapes;
    struct kzi_readings *readings;
};

static void start(struct kzi_arrangement_ctx *at, const struct look_ctx *ctx, unsigned shape) {
    kzi_arrange_start(at, ctx->tiles, ctx->hand, shape);
    at->list = ctx->readings->list;
    at->count = ctx->readings->count;
    at->room = KZI_MAX_READINGS;
}

/* --- sets and a pair ------------------------------------------------------------------------- */

/* The ways to split the suits, beside the melds, into what the shape has of sets and pairs. */
static void arrange_suits(const struct look_ctx *ctx, struct kzi_arrangement_ctx *at) {
    const struct kzi_shape *shape = &ctx->shapes->list[at->shape];
    if (!at->suits->whole || at->suits->n_sets + ctx->hand->n_melds != shape->sets ||
        at->suits->n_pairs != shape->pairs)
        return;
    at->n_sets = shape->sets;
    at->n_groups = shape->sets + shape->pairs;
    kzi_arrange_splits(at, ctx->shapes->splits);
    ctx->readings->count = at->count;
}

static void split_suits(const struct look_ctx *ctx, unsigned shape) {
    struct kzi_arrangement_ctx at;
    struct kzi_suits suits;
    start(&at, ctx, shape);
    kzi_suits_find(ctx->shapes->splits, ctx->tiles->keys, &suits);
    at.suits = &suits;
    arrange_suits(ctx, &at);
}

/* Of a hand that is arranged already. */
KZI_ALWAYS_INLINE void take_arranged(const struct kzi_arranged *arranged,
                                     const struct kzi_shape *wanted, unsigned shape,
                                     struct kzi_readings *readings) {
    if (arranged->n_sets != wanted->sets || arranged->n_pairs != wanted->pairs)
        return;
    for (unsigned i = 0; i < arranged->count && readings->count < KZI_MAX_READINGS; i++) {
        struct kzi_reading *reading = &readings->list[readings->count++];
        *reading = arranged->list[i];
        if (shape) /* else it stays in one piece, which is sooner read again */
            reading->shape = (uint8_t)shape;
    }
}

/* --- pairs alone, and one of each ------------------------------------------------------------ */

/* Melds go into no shape without sets (tiles->forms). */

static bool any_four_times(const struct kzi_tiles *tiles) {
    return (tiles->keys[0] | tiles->keys[1] | tiles->keys[2] | tiles->keys[3]) & KZI_KEY_ONES << 2;
}

static bool add_pair(struct kzi_arrangement_ctx *at, unsigned kind, unsigned most) {
    if (at->n_groups == most)
        return false;
    at->codes |= (uint64_t)kzi_code_of_group(KZI_PAIR, kind) << 8 * at->n_groups++;
    return true;
}

static void read_pairs(const struct look_ctx *ctx, unsigned shape) {
    const struct kzi_tiles *tiles = ctx->tiles;
    struct kzi_arrangement_ctx at;
    const struct kzi_shape *wanted = &ctx->shapes->list[shape];
    if (wanted->pairs_differ && any_four_times(tiles))
        return;
    start(&at, ctx, shape);
    for (kzi_kinds kinds = tiles->kinds; kinds; kinds &= kinds - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(kinds);
        for (unsigned left = tiles->counts[kind]; left; left -= 2)
            if (!add_pair(&at, kind, wanted->pairs))
                return;
    }
    if (at.n_groups == wanted->pairs)
        kzi_lay_winning(&at);
    ctx->readings->count = at.count;
}

static void read_one_each(const struct look_ctx *ctx, unsigned shape) {
    const struct kzi_tiles *tiles = ctx->tiles;
    struct kzi_arrangement_ctx at;
    kzi_kinds two = kzi_kinds_at_least(tiles->counts, 2);
    if (tiles->kinds != ctx->shapes->list[shape].one_each || two & (two - 1) ||
        (two != 0) != ctx->shapes->list[shape].one_more)
        return;
    start(&at, ctx, shape);
    kzi_lay(&at, tiles->counts[ctx->hand->win] == 2 ? KZI_WAIT_PAIR : KZI_WAIT_SINGLE);
    ctx->readings->count = at.count;
}

/* --- a body beside sets, and tiles that all differ ------------------------------------------- */

/* Takes one tile of each kind of the body; false: they are not there. */
static bool take_body(kzi_suit_key keys[4], kzi_kinds body) {
    for (; body; body &= body - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(body), shift = 3 * (kzi_number(kind) - 1);
        kzi_suit_key *key = &keys[kzi_suit(kind)];
        if (!(*key >> shift & 7))
            return false;
        *key -= 1U << shift;
    }
    return true;
}

/* The winning tile stands in a group of the rest, or in the body. */
static void arrange_body(const struct look_ctx *ctx, unsigned shape, unsigned number) {
    const struct kzi_tiles *tiles = ctx->tiles;
    kzi_kinds body = ctx->shapes->list[shape].bodies[number];
    struct kzi_arrangement_ctx at;
    kzi_suit_key keys[4];
    struct kzi_suits suits;
    memcpy(keys, tiles->keys, sizeof keys);
    if (!take_body(keys, body))
        return;
    start(&at, ctx, shape);
    kzi_suits_find(ctx->shapes->splits, keys, &suits);
    at.suits = &suits;
    at.body = number + 1;
    at.in_body = body >> ctx->hand->win & 1;
    arrange_suits(ctx, &at);
}

static inline void read_body(const struct look_ctx *ctx, unsigned shape) {
    const struct kzi_shape *wanted = &ctx->shapes->list[shape];
    unsigned there = 0; /* bodies by bit, found without a guess at each */
    for (unsigned i = 0; i < wanted->n_bodies; i++)
        there |= (wanted->bodies[i] & ~ctx->tiles->kinds ? 0U : 1U) << i;
    for (; there; there &= there - 1)
        arrange_body(ctx, shape, (unsigned)__builtin_ctz(there));
}

static void read_different(const struct look_ctx *ctx, unsigned shape) {
    const struct kzi_tiles *tiles = ctx->tiles;
    const struct kzi_shape *wanted = &ctx->shapes->list[shape];
    for (unsigned i = 0; i < wanted->n_bodies; i++) {
        struct kzi_arrangement_ctx at;
        if (tiles->kinds & ~wanted->bodies[i] ||
            (unsigned)__builtin_popcountll(tiles->kinds) != wanted->different)
            continue;
        start(&at, ctx, shape);
        at.body = i + 1;
        kzi_lay(&at, KZI_WAIT_SINGLE);
        ctx->readings->count = at.count;
        return; /* no other way to see the suits tells it apart */
    }
}

static __attribute__((noinline)) void read_shape(const struct look_ctx *ctx, unsigned shape) {
    switch (ctx->shapes->list[shape].form) {
    case KZI_FORM_SETS:
        split_suits(ctx, shape);
        break;
    case KZI_FORM_PAIRS:
        read_pairs(ctx, shape);
        break;
    case KZI_FORM_ONE_EACH:
        read_one_each(ctx, shape);
        break;
    case KZI_FORM_BODY:
        read_body(ctx, shape);
        break;
    case KZI_FORM_DIFFERENT:
        read_different(ctx, shape);
        break;
    default:
        break;
    }
}

struct kzi_shapes kzi_shapes_of(const struct kzi_shape *list, unsigned count,
                                const struct kzi_splits *splits) {
    struct kzi_shapes shapes = {.list = list, .count = count, .splits = splits};
    _Static_assert(KZI_MAX_SHAPES <= 8, "a byte holds all shapes, by bit");
    for (unsigned forms = 0; forms < 1 << KZI_FORMS; forms++)
        for (unsigned i = 0; i < count; i++)
            if (forms >> list[i].form & 1)
                shapes.of_forms[forms] |= (uint8_t)(1 << i);
    return shapes;
}

bool kzi_same_shapes(const struct kzi_shapes *a, const struct kzi_shapes *b) {
    return a->splits == b->splits && a->count == b->count &&
           !memcmp(a->list, b->list, a->count * sizeof *a->list);
}

void kzi_readings_of(const struct kzi_tiles *tiles, const struct kzi_hand *hand,
                     const struct kzi_shapes *shapes, struct kzi_readings *readings) {
    bool arranged = shapes->splits == &kzi_splits_classic && tiles->arranged.count <= KZI_ARRANGED;
    readings->count = 0;
    for (unsigned left = shapes->of_forms[tiles->forms]; left; left &= left - 1) {
        unsigned shape = (unsigned)__builtin_ctz(left);
        const struct kzi_shape *wanted = &shapes->list[shape];
        if (arranged && wanted->form == KZI_FORM_SETS)
            take_arranged(&tiles->arranged, wanted, shape, readings);
        else
            read_shape(&(struct look_ctx){tiles, hand, shapes, readings}, shape);
    }
}

void kzi_readings_find(const struct kzi_hand *hand, const struct kzi_shapes *shapes,
                       struct kzi_readings *readings) {
    struct kzi_tiles tiles;
    kzi_tiles_find(&tiles, hand);
    kzi_readings_of(&tiles, hand, shapes, readings);
}
