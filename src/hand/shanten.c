#include "hand/shanten.h"

#include "hand/distances.h"
#include "hand/parts.h"

#include <stdlib.h>
#include <string.h>

struct kzi_shanten {
    struct kzi_shape shapes[KZI_MAX_SHAPES];
    unsigned n_shapes;
    struct kzi_distance_bounds bounds[KZI_MAX_SHAPES]; /* of each table */
    struct kzi_distances *distances[KZI_MAX_SHAPES];
    unsigned n_distances;
    uint8_t distances_of[KZI_MAX_SHAPES]; /* by shape */
};

/* --- tables ----------------------------------------------------------------------------------- */

/* Shapes with at most one pair share a table; others have larger ones of their own. */
static bool shares_table(struct kzi_distance_bounds *bounds, const struct kzi_shape *shape) {
    if (bounds->pairs <= 1 && shape->pairs <= 1 && bounds->set_kinds == shape->set_kinds) {
        bounds->sets = bounds->sets > shape->sets ? bounds->sets : shape->sets;
        bounds->pairs |= shape->pairs;
        return true;
    }
    return bounds->sets == shape->sets && bounds->pairs == shape->pairs &&
           bounds->pairs_differ == shape->pairs_differ && bounds->set_kinds == shape->set_kinds;
}

static void assign_table(struct kzi_shanten *shanten, unsigned shape) {
    const struct kzi_shape *of = &shanten->shapes[shape];
    unsigned at = 0;
    while (at < shanten->n_distances && !shares_table(&shanten->bounds[at], of))
        at++;
    if (at == shanten->n_distances)
        shanten->bounds[shanten->n_distances++] =
            (struct kzi_distance_bounds){of->sets, of->pairs, of->pairs_differ, of->set_kinds};
    shanten->distances_of[shape] = (uint8_t)at;
}

struct kzi_shanten *kzi_shanten_new(const struct kzi_shape *shapes, unsigned count) {
    struct kzi_shanten *shanten = calloc(1, sizeof *shanten);
    bool made = shanten;
    if (!shanten)
        return NULL;
    memcpy(shanten->shapes, shapes, count * sizeof *shapes);
    shanten->n_shapes = count;
    for (unsigned i = 0; i < count; i++)
        assign_table(shanten, i);
    for (unsigned i = 0; i < shanten->n_distances && made; i++)
        made = (shanten->distances[i] = kzi_distances_new(shanten->bounds[i]));
    if (made)
        return shanten;
    kzi_shanten_free(shanten);
    return NULL;
}

void kzi_shanten_free(struct kzi_shanten *shanten) {
    for (unsigned i = 0; shanten && i < shanten->n_distances; i++)
        kzi_distances_free(shanten->distances[i]);
    free(shanten);
}

size_t kzi_shanten_bytes(const struct kzi_shanten *shanten) {
    size_t bytes = sizeof *shanten;
    for (unsigned i = 0; i < shanten->n_distances; i++)
        bytes += kzi_distances_bytes(shanten->distances[i]);
    return bytes;
}

/* --- one shape -------------------------------------------------------------------------------- */

/* Context for one shape, and the fewest tiles lacking so far. */
struct shape_ctx {
    const struct kzi_shape *shape;
    const struct kzi_distances *distances;
    struct kzi_distance_memory *memory;
    unsigned n_melds, least;
};

/* What is left of a hand when tiles are taken for a part, and how many were lacking. */
struct rest {
    uint8_t counts[KZI_COUNTS_CAPACITY], most[KZI_COUNTS_CAPACITY];
    unsigned lacking;
};

/* Take a tile, and return whether the game has one and the hand can still lack fewer than the
 * best. */
static bool take(const struct shape_ctx *ctx, struct rest *rest, unsigned kind) {
    if (!rest->most[kind])
        return false;
    rest->most[kind]--;
    if (rest->counts[kind])
        rest->counts[kind]--;
    else
        rest->lacking++;
    return rest->lacking < ctx->least;
}

static bool take_each(const struct shape_ctx *ctx, struct rest *rest, kzi_kinds kinds) {
    for (; kinds; kinds &= kinds - 1)
        if (!take(ctx, rest, (unsigned)__builtin_ctzll(kinds)))
            return false;
    return true;
}

/* Make the sets and pairs of what is left. */
static void make_groups(struct shape_ctx *ctx, const struct rest *rest) {
    unsigned lacking = kzi_distance(ctx->distances, ctx->memory, rest->counts, rest->most,
                                    ctx->shape->sets - ctx->n_melds, ctx->shape->pairs);
    if (lacking < KZI_OUT_OF_REACH && rest->lacking + lacking < ctx->least)
        ctx->least = rest->lacking + lacking;
}

/* Take so many knitted sets, from n on, then knitted pairs, and make the rest. */
static void knit(struct shape_ctx *ctx, const struct rest *rest, unsigned fall, unsigned n,
                 unsigned sets, unsigned pairs) {
    const struct kzi_shape *shape = ctx->shape;
    if (!sets && !pairs)
        make_groups(ctx, rest);
    for (; (sets || pairs) && n <= 9; n++) {
        kzi_kinds kinds =
            sets ? kzi_knit(shape->set_is, 3, fall, n) : kzi_knit(shape->pair_is, 2, fall, n);
        struct rest left = *rest;
        if (kinds && take_each(ctx, &left, kinds))
            knit(ctx, &left, fall, sets == 1 ? 1 : n, sets ? sets - 1 : 0,
                 sets ? pairs : pairs - 1);
    }
}

static void knit_all(struct shape_ctx *ctx, const struct rest *rest) {
    unsigned falls = kzi_shape_is_knitted(ctx->shape) ? KZI_FALLS : 1;
    for (unsigned fall = 0; fall < falls; fall++)
        knit(ctx, rest, fall, 1, ctx->shape->knitted_sets, ctx->shape->knitted_pairs);
}

/* One of each kind, and perhaps one of the kinds once more. */
static void take_body(struct shape_ctx *ctx, const struct rest *hand, kzi_kinds body) {
    struct rest rest = *hand;
    if (!take_each(ctx, &rest, body))
        return;
    if (!ctx->shape->one_more)
        knit_all(ctx, &rest);
    for (; ctx->shape->one_more && body; body &= body - 1) {
        struct rest more = rest;
        if (take(ctx, &more, (unsigned)__builtin_ctzll(body)))
            knit_all(ctx, &more);
    }
}

/* So many different tiles of the body, perhaps one of them twice, and nothing else. */
static void take_different(struct shape_ctx *ctx, const struct rest *hand, kzi_kinds body) {
    unsigned here = 0, there = 0, most = 0, tiles = ctx->shape->body_tiles;
    bool twice = !ctx->shape->one_more;
    for (; body; body &= body - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(body);
        here += hand->counts[kind] > 0;
        there += hand->most[kind] > 0;
        twice |= hand->counts[kind] > 1;
        most = hand->most[kind] > most ? hand->most[kind] : most;
    }
    if (there < tiles || (!twice && most < 2))
        return;
    unsigned lacking = (here < tiles ? tiles - here : 0) + !twice;
    ctx->least = lacking < ctx->least ? lacking : ctx->least;
}

static void make_shape(struct shape_ctx *ctx, const struct kzi_unfinished *hand) {
    const struct kzi_shape *shape = ctx->shape;
    struct rest rest = {.lacking = 0};
    memcpy(rest.counts, hand->counts, sizeof rest.counts);
    memcpy(rest.most, hand->most, sizeof rest.most);
    for (unsigned i = 0; i < shape->n_bodies; i++)
        if (kzi_shape_has_whole_body(shape))
            take_body(ctx, &rest, shape->bodies[i]);
        else
            take_different(ctx, &rest, shape->bodies[i]);
    if (!shape->n_bodies)
        knit_all(ctx, &rest);
}

/* --- hands ------------------------------------------------------------------------------------ */

static bool is_open_to(const struct kzi_shape *shape, const struct kzi_unfinished *hand) {
    return !shape->any_tiles && kzi_melds_fit(shape, hand->melds, hand->n_melds);
}

unsigned kzi_lacking(const struct kzi_shanten *shanten, const struct kzi_unfinished *hand) {
    struct shape_ctx ctx = {
        .memory = hand->memory, .n_melds = hand->n_melds, .least = KZI_MOST_LACKING};
    for (unsigned i = 0; i < shanten->n_shapes; i++) {
        ctx.shape = &shanten->shapes[i];
        ctx.distances = shanten->distances[shanten->distances_of[i]];
        if (is_open_to(ctx.shape, hand))
            make_shape(&ctx, hand);
    }
    return ctx.least;
}

/* --- a tile more or less ---------------------------------------------------------------------- */

static bool has_frame(const struct kzi_shape *shape) {
    return !shape->n_bodies && !kzi_shape_is_knitted(shape);
}

static void add_frame(struct kzi_neighbors *neighbors, unsigned shape) {
    const struct kzi_shanten *shanten = neighbors->shanten;
    const struct kzi_unfinished *hand = &neighbors->hand;
    const struct kzi_shape *of = &shanten->shapes[shape];
    kzi_distance_frame_find(&neighbors->frames[neighbors->n_frames++],
                            shanten->distances[shanten->distances_of[shape]], hand->memory,
                            hand->counts, hand->most, of->sets - hand->n_melds, of->pairs);
}

/* Return the fewest tiles lacking of one shape, or the bound. */
static unsigned lacking_of(const struct kzi_shanten *shanten, unsigned shape,
                           const struct kzi_unfinished *hand, unsigned bound) {
    struct shape_ctx ctx = {.shape = &shanten->shapes[shape],
                            .distances = shanten->distances[shanten->distances_of[shape]],
                            .memory = hand->memory,
                            .n_melds = hand->n_melds,
                            .least = bound};
    make_shape(&ctx, hand);
    return ctx.least;
}

static bool frames_lack_at_most(const struct kzi_distance_frame *frames, unsigned n_frames,
                                const struct kzi_unfinished *hand, unsigned suit, unsigned most) {
    for (unsigned i = 0; i < n_frames; i++)
        if (kzi_distance_in_frame(&frames[i], suit, hand->counts, hand->most) <= most)
            return true;
    return false;
}

static bool others_lack_at_most(const struct kzi_neighbors *neighbors,
                                const struct kzi_unfinished *hand, unsigned most) {
    for (unsigned i = 0; i < neighbors->n_others; i++)
        if (lacking_of(neighbors->shanten, neighbors->others[i], hand, most + 1) <= most)
            return true;
    return false;
}

/* Fill in what does not depend on the number of tiles that lack. */
static void find_frames(struct kzi_neighbors *neighbors, const struct kzi_shanten *shanten,
                        const struct kzi_unfinished *hand, unsigned bound) {
    neighbors->shanten = shanten;
    neighbors->hand = *hand;
    neighbors->n_frames = neighbors->n_others = 0;
    neighbors->spare = 0;
    for (unsigned i = 0; i < shanten->n_shapes; i++) {
        if (!is_open_to(&shanten->shapes[i], hand) || lacking_of(shanten, i, hand, bound) >= bound)
            continue;
        if (has_frame(&shanten->shapes[i]))
            add_frame(neighbors, i);
        else
            neighbors->others[neighbors->n_others++] = (uint8_t)i;
    }
}

/* Return the kinds of some, if they are in the hand, that neither frames nor others need. */
static kzi_kinds spare_among(const struct kzi_neighbors *neighbors,
                             const struct kzi_distance_frame *frames, unsigned n_frames,
                             struct kzi_unfinished *hand, kzi_kinds kinds, unsigned most) {
    kzi_kinds spare = 0;
    for (; kinds; kinds &= kinds - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(kinds);
        if (!hand->counts[kind])
            continue;
        hand->counts[kind]--;
        if (frames_lack_at_most(frames, n_frames, hand, kzi_suit(kind), most) ||
            others_lack_at_most(neighbors, hand, most))
            spare |= kzi_kind_bit(kind);
        hand->counts[kind]++;
    }
    return spare;
}

kzi_kinds kzi_accepted(const struct kzi_shanten *shanten, const struct kzi_unfinished *hand,
                       unsigned lacking) {
    struct kzi_neighbors neighbors;
    kzi_kinds accepted = 0;
    find_frames(&neighbors, shanten, hand, lacking + 1);
    for (unsigned kind = 0; lacking && kind < KZI_KINDS; kind++) {
        uint8_t *count = &neighbors.hand.counts[kind];
        if (*count >= hand->most[kind])
            continue;
        ++*count;
        if (frames_lack_at_most(neighbors.frames, neighbors.n_frames, &neighbors.hand,
                                kzi_suit(kind), lacking - 1) ||
            others_lack_at_most(&neighbors, &neighbors.hand, lacking - 1))
            accepted |= kzi_kind_bit(kind);
        --*count;
    }
    return accepted;
}

void kzi_neighbors_find(struct kzi_neighbors *neighbors, const struct kzi_shanten *shanten,
                        const struct kzi_unfinished *hand, unsigned lacking) {
    find_frames(neighbors, shanten, hand, lacking + 2);
    neighbors->lacking = lacking;
    struct kzi_unfinished changed = *hand;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        if (changed.counts[kind]) {
            changed.counts[kind]--;
            if (frames_lack_at_most(neighbors->frames, neighbors->n_frames, &changed,
                                    kzi_suit(kind), lacking))
                neighbors->spare |= kzi_kind_bit(kind);
            changed.counts[kind]++;
        }
}

static bool is_same_with(const struct kzi_neighbors *neighbors, const struct kzi_unfinished *more,
                         unsigned suit) {
    for (unsigned i = 0; i < neighbors->n_frames; i++)
        if (!kzi_distance_is_same(&neighbors->frames[i], suit, neighbors->hand.counts, more->counts,
                                  more->most))
            return false;
    return true;
}

kzi_kinds kzi_spare_with(const struct kzi_neighbors *neighbors, unsigned kind) {
    struct kzi_unfinished more = neighbors->hand;
    unsigned suit = kzi_suit(kind), lacking = neighbors->lacking;
    kzi_kinds of_suit = (kzi_kinds)0x1ff << 9 * suit;
    more.counts[kind]++;
    /* Tiles of the same suit change one suit only.  A tile that is of no use to its suit leaves the
     * others as they are. */
    kzi_kinds spare = spare_among(neighbors, neighbors->frames, neighbors->n_frames, &more,
                                  of_suit & KZI_ALL_KINDS, lacking);
    if (!neighbors->n_others && is_same_with(neighbors, &more, suit))
        return spare | (neighbors->spare & ~of_suit);
    struct kzi_distance_frame frames[KZI_MAX_SHAPES];
    for (unsigned i = 0; i < neighbors->n_frames; i++) {
        const struct kzi_distance_frame *frame = &neighbors->frames[i];
        kzi_distance_frame_find(&frames[i], frame->distances, more.memory, more.counts, more.most,
                                frame->sets, frame->pairs);
    }
    return spare | spare_among(neighbors, frames, neighbors->n_frames, &more,
                               KZI_ALL_KINDS & ~of_suit, lacking);
}
