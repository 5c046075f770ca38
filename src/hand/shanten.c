#include "hand/shanten.h"

/* Context for one shape after the other. */
struct shape_ctx {
    struct kzi_ways ways;
    const struct kzi_known_suits *known;
};

/* Make the sets and pairs of what is left. */
static void make_groups(void *with, const struct kzi_rest *rest) {
    struct shape_ctx *ctx = with;
    const struct kzi_shape *shape = ctx->ways.walk.shape;
    const struct kzi_distance_hand groups = {
        .counts = rest->counts,
        .most = rest->most,
        .goal = {.sets = (uint8_t)(shape->sets - ctx->ways.hand->n_melds),
                 .pairs = shape->pairs,
                 .pairs_differ = shape->pairs_differ,
                 .set_kinds = shape->set_kinds}};
    struct kzi_lacks way =
        kzi_distance(ctx->known, &groups, ctx->ways.asked, ctx->ways.walk.bound - rest->lacking);
    kzi_way_add(&ctx->ways, way.lacking + rest->lacking, way.kinds | rest->missing, way.kinds);
}

struct kzi_lacks kzi_lacks_among(const struct kzi_known_suits *known,
                                 const struct kzi_unfinished *hand, enum kzi_tiles_asked asked) {
    struct shape_ctx ctx = {.known = known};
    kzi_ways_begin(&ctx.ways, hand, asked, KZI_MOST_LACKING, make_groups);
    for (unsigned i = 0; i < hand->shapes->count; i++)
        kzi_ways_add_shape(&ctx.ways, &hand->shapes->list[i]);
    return ctx.ways.lacks;
}

struct kzi_lacks kzi_lacks_of(const struct kzi_unfinished *hand, enum kzi_tiles_asked asked) {
    struct kzi_known_suit row[1][KZI_SUITS + 1] = {0};
    return kzi_lacks_among(&(struct kzi_known_suits){row, 1}, hand, asked);
}

void kzi_lacks_without(const struct kzi_unfinished *hand, kzi_kinds kinds,
                       struct kzi_lacks without[KZI_TILE_KINDS]) {
    struct kzi_known_suit rows[16][KZI_SUITS + 1] = {0};
    struct kzi_unfinished rest = *hand;
    KZI_EACH_IN(kinds, kind) {
        rest.counts[kind]--;
        without[kind] = kzi_lacks_among(&(struct kzi_known_suits){rows, 16}, &rest, KZI_ACCEPTED);
        rest.counts[kind]++;
    }
}
