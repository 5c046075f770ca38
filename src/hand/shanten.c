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

static bool is_pairs_alone(const struct kzi_shape *shape) {
    return shape->pairs && !shape->sets && !shape->n_bodies && !kzi_shape_is_knitted(shape);
}

static bool is_body_alone(const struct kzi_shape *shape) {
    return !shape->sets && !shape->pairs && !kzi_shape_is_knitted(shape);
}

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

struct kzi_shanten *kzi_shanten_new(const struct kzi_shape *shapes, unsigned count,
                                    const uint8_t copies[KZI_KINDS]) {
    struct kzi_shanten *shanten = calloc(1, sizeof *shanten);
    bool made = shanten;
    if (!shanten)
        return NULL;
    memcpy(shanten->shapes, shapes, count * sizeof *shapes);
    shanten->n_shapes = count;
    for (unsigned i = 0; i < count; i++)
        if (!is_pairs_alone(&shapes[i]) && !is_body_alone(&shapes[i]))
            assign_table(shanten, i);
    for (unsigned i = 0; i < shanten->n_distances && made; i++)
        made = (shanten->distances[i] = kzi_distances_new(shanten->bounds[i], copies));
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

/* Kinds of which a hand has at least n tiles, and may have. */
struct kinds_at_least {
    kzi_kinds have[KZI_MAX_COPIES + 1], may[KZI_MAX_COPIES + 1];
};

/* Context for one shape after the other, and the least that the hand lacks so far. */
struct shape_ctx {
    const struct kzi_distances *distances;
    struct kzi_joined_hand *joined; /* by these distances or others */
    unsigned n_melds;
    enum kzi_tiles_asked asked;
    struct kinds_at_least at_least;
    struct kzi_lacks lacks;
    struct kzi_parts_walk walk; /* of the shape; ways that lack more than its bound do not matter */
};

/* Add a way to complete the hand. A kind is accepted, or spare, if it is in any of those that lack
 * least. */
static void add_way(struct shape_ctx *ctx, unsigned lacking, kzi_kinds accepted, kzi_kinds spare) {
    if (lacking > ctx->lacks.lacking)
        return;
    kzi_kinds kinds = ctx->asked == KZI_ACCEPTED ? accepted : spare;
    if (lacking == ctx->lacks.lacking)
        kinds |= ctx->lacks.kinds;
    ctx->lacks = (struct kzi_lacks){lacking, kinds};
    ctx->walk.bound = lacking - !ctx->asked;
}

/* Make the sets and pairs of what is left. */
static void make_groups(void *with, const struct kzi_rest *rest) {
    struct shape_ctx *ctx = with;
    const struct kzi_shape *shape = ctx->walk.shape;
    struct kzi_distance_hand groups = {.counts = rest->counts,
                                       .most = rest->most,
                                       .sets = (uint8_t)(shape->sets - ctx->n_melds),
                                       .pairs = shape->pairs};
    if (ctx->joined->distances != ctx->distances)
        kzi_joined_begin(ctx->joined, ctx->distances);
    struct kzi_lacks way =
        kzi_distance(ctx->joined, &groups, ctx->asked, ctx->walk.bound - rest->lacking);
    add_way(ctx, way.lacking + rest->lacking, way.kinds | rest->missing, way.kinds);
}

/* --- shapes without sets ---------------------------------------------------------------------- */

static bool has_two(kzi_kinds kinds) {
    return kinds & (kinds - 1);
}

/* So many different tiles of the body, perhaps one of them twice, and nothing else. */
static void take_different(struct shape_ctx *ctx, kzi_kinds body) {
    const kzi_kinds *have = ctx->at_least.have, *may = ctx->at_least.may;
    kzi_kinds here = have[1] & body, twice = have[2] & body, missing = may[1] & body & ~here;
    unsigned tiles = ctx->walk.shape->body_tiles, n_here = kzi_count_kinds(here),
             lacking = n_here < tiles ? tiles - n_here : 0;
    bool one_more = ctx->walk.shape->one_more, lacks_pair = one_more && !twice;
    if (lacking > kzi_count_kinds(missing) || (lacks_pair && !(may[2] & body)))
        return;
    add_way(ctx, lacking + lacks_pair, (lacking ? missing : 0) | (lacks_pair ? may[2] & here : 0),
            (have[1] & ~body) | have[3] | (n_here > tiles ? here & ~twice : 0) |
                (!one_more || has_two(twice) ? twice : 0));
}

/* So many pairs and nothing else.  Half a pair is a tile that one more of its kind pairs; other
 * pairs are begun with two. */
static void make_pairs(struct shape_ctx *ctx) {
    const kzi_kinds *have = ctx->at_least.have, *may = ctx->at_least.may;
    kzi_kinds may_twice = ctx->walk.shape->pairs_differ ? 0 : may[4], twice = have[4] & may_twice,
              halves = (have[1] & ~have[2] & may[2]) | (have[3] & ~twice & may_twice),
              none = may[2] & ~have[1], once = may_twice & ~have[3];
    unsigned pairs = ctx->walk.shape->pairs,
             n_here = kzi_count_kinds(have[2]) + kzi_count_kinds(twice),
             n_halves = kzi_count_kinds(halves), need = n_here < pairs ? pairs - n_here : 0,
             begun = need > n_halves ? need - n_halves : 0;
    if (begun > kzi_count_kinds(none) + kzi_count_kinds(once))
        return;
    add_way(ctx, need + begun, (need ? halves : 0) | (begun ? none | (once & have[2]) : 0),
            (((have[1] & ~have[2]) | (have[3] & ~twice)) &
             (n_halves > need ? ~(kzi_kinds)0 : ~halves)) |
                (n_here > pairs ? have[2] : 0));
}

/* --- what is spelled -------------------------------------------------------------------------- */

/* The wild tiles that are left out count as lacking, as for other shapes. */
static void compare_boxes(struct shape_ctx *ctx, const struct kzi_unfinished *hand) {
    struct kzi_box_hand tiles;
    kzi_kinds used_up = 0;
    for (unsigned kind = 0; kind <= KZI_A_FACE; kind++)
        used_up |= hand->counts[kind] >= hand->most[kind] ? kzi_kind_bit(kind) : 0;
    kzi_box_hand_find(&tiles, hand->counts, KZI_NO_KIND, hand->melds, hand->n_melds);
    for (unsigned i = 0; i < hand->shapes->boxes.count; i++) {
        struct kzi_box_lacks lacks;
        if (kzi_box_compare(&hand->shapes->boxes.list[i], &tiles, hand->n_wild, &lacks))
            add_way(ctx, lacks.lacking + hand->n_wild,
                    (lacks.missing & ~used_up) | (lacks.wild ? hand->wild : 0), lacks.spare);
    }
}

/* --- hands ------------------------------------------------------------------------------------ */

static void make_shape(struct shape_ctx *ctx, const struct kzi_rest *hand) {
    const struct kzi_shape *shape = ctx->walk.shape;
    if (is_pairs_alone(shape))
        make_pairs(ctx);
    else if (!is_body_alone(shape))
        kzi_parts_walk(&ctx->walk, hand);
    for (unsigned i = 0; is_body_alone(shape) && i < shape->n_bodies; i++)
        take_different(ctx, shape->bodies[i]);
}

/* Counts are below 8: they have three bits. */
static void count_kinds(const uint8_t counts[KZI_COUNTS_CAPACITY],
                        kzi_kinds at_least[KZI_MAX_COPIES + 1]) {
    kzi_kinds one = kzi_kinds_with_bit(counts, 0), two = kzi_kinds_with_bit(counts, 1),
              four = kzi_kinds_with_bit(counts, 2);
    at_least[1] = one | two | four;
    at_least[2] = two | four;
    at_least[3] = (one & two) | four;
    at_least[4] = four;
}

static struct kzi_lacks find_lacks(const struct kzi_shanten *shanten,
                                   struct kzi_joined_hand *joined,
                                   const struct kzi_unfinished *hand, enum kzi_tiles_asked asked) {
    struct shape_ctx ctx = {
        .joined = joined,
        .n_melds = hand->n_melds,
        .asked = asked,
        .lacks = {.lacking = KZI_MOST_LACKING},
        .walk = {.bound = KZI_MOST_LACKING, .found = make_groups, .with = &ctx}};
    struct kzi_rest rest = {.twice = KZI_NO_KIND};
    memcpy(rest.counts, hand->counts, sizeof rest.counts);
    memcpy(rest.most, hand->most, sizeof rest.most);
    count_kinds(hand->counts, ctx.at_least.have);
    count_kinds(hand->most, ctx.at_least.may);
    for (unsigned i = 0; i < shanten->n_shapes; i++) {
        ctx.walk.shape = &shanten->shapes[i];
        ctx.distances = shanten->distances[shanten->distances_of[i]];
        if (ctx.walk.shape->spelled && hand->shapes)
            compare_boxes(&ctx, hand);
        else if (!ctx.walk.shape->any_tiles &&
                 kzi_melds_fit(ctx.walk.shape, hand->melds, hand->n_melds))
            make_shape(&ctx, &rest);
    }
    return ctx.lacks;
}

struct kzi_lacks kzi_lacks_of(const struct kzi_shanten *shanten, const struct kzi_unfinished *hand,
                              enum kzi_tiles_asked asked) {
    struct kzi_joined_hand joined;
    joined.distances = NULL;
    return find_lacks(shanten, &joined, hand, asked);
}

void kzi_lacks_without(const struct kzi_shanten *shanten, const struct kzi_unfinished *hand,
                       kzi_kinds kinds, struct kzi_lacks without[KZI_TILE_KINDS]) {
    struct kzi_joined_hand joined;
    joined.distances = NULL;
    struct kzi_unfinished rest = *hand;
    KZI_EACH_IN(kinds, kind) {
        rest.counts[kind]--;
        without[kind] = find_lacks(shanten, &joined, &rest, KZI_ACCEPTED);
        rest.counts[kind]++;
    }
}
