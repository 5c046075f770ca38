#include "hand/shanten.h"

#include <stdlib.h>
#include <string.h>

struct kzi_shanten {
    struct kzi_shape shapes[KZI_MAX_SHAPES];
    unsigned n_shapes;
    struct kzi_distance_bounds bounds[KZI_MAX_SHAPES]; /* bounds of each table */
    struct kzi_distances *distances[KZI_MAX_SHAPES];
    unsigned n_distances;
    uint8_t distances_of[KZI_MAX_SHAPES]; /* by shape: the table */
};

/* The forms whose sets and pairs are looked up in tables. */
#define MADE_BY_TABLES (1U << KZI_FORM_SETS | 1U << KZI_FORM_BODY | 1U << KZI_FORM_PARTS)

/* --- tables ----------------------------------------------------------------------------------- */

/* Return whether a shape can share a table with others, as shapes with at most one pair do.  Other
 * shapes have larger tables of their own. */
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
        if (MADE_BY_TABLES >> shapes[i].form & 1)
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

/* --- hands ------------------------------------------------------------------------------------ */

/* The state of going through the shapes. */
struct shape_ctx {
    struct kzi_lacks_search search;
    const struct kzi_distances *distances;
    struct kzi_joined_hand *joined; /* for these tables or others */
};

/* Make the sets and pairs of a rest. */
static void make_groups(void *context, const struct kzi_rest *rest) {
    struct shape_ctx *ctx = context;
    const struct kzi_shape *shape = ctx->search.walk.shape;
    struct kzi_distance_hand groups = {.counts = rest->counts,
                                       .max = rest->max,
                                       .sets = (uint8_t)(shape->sets - ctx->search.hand->n_melds),
                                       .pairs = shape->pairs};
    if (ctx->joined->distances != ctx->distances)
        kzi_joined_hand_init(ctx->joined, ctx->distances);
    struct kzi_lacks lacks = kzi_distance(ctx->joined, &groups, ctx->search.asked,
                                          ctx->search.walk.bound - rest->lacking);
    kzi_lacks_search_add(&ctx->search, lacks.lacking + rest->lacking, lacks.kinds | rest->missing,
                         lacks.kinds);
}

static struct kzi_lacks find_lacks(const struct kzi_shanten *shanten,
                                   struct kzi_joined_hand *joined,
                                   const struct kzi_unfinished_hand *hand,
                                   enum kzi_tiles_asked asked) {
    struct shape_ctx ctx;
    ctx.joined = joined;
    kzi_lacks_search_init(&ctx.search, hand, asked, KZI_MAX_LACKING, make_groups);
    for (unsigned i = 0; i < shanten->n_shapes; i++) {
        ctx.distances = shanten->distances[shanten->distances_of[i]];
        kzi_lacks_search_add_shape(&ctx.search, &shanten->shapes[i]);
    }
    return ctx.search.lacks;
}

struct kzi_lacks kzi_lacks_of(const struct kzi_shanten *shanten,
                              const struct kzi_unfinished_hand *hand, enum kzi_tiles_asked asked) {
    struct kzi_joined_hand joined;
    joined.distances = NULL;
    return find_lacks(shanten, &joined, hand, asked);
}

void kzi_lacks_without(const struct kzi_shanten *shanten, const struct kzi_unfinished_hand *hand,
                       kzi_kinds kinds, struct kzi_lacks without[KZI_TILE_KINDS]) {
    struct kzi_joined_hand joined;
    joined.distances = NULL;
    struct kzi_unfinished_hand rest = *hand;
    KZI_EACH_IN(kinds, kind) {
        rest.counts[kind]--;
        without[kind] = find_lacks(shanten, &joined, &rest, KZI_ACCEPTED);
        rest.counts[kind]++;
    }
}
