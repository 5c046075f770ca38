/* Find the kinds that would complete a hand, over all shapes. */
#include "hand/lacks.h"
#include "tile/splits.h"

#include <string.h>

#define ANY_COPIES 63 /* more than any hand has of a kind */

/* --- sets and a pair -------------------------------------------------------------------------- */

/* Count the pairs of the suits that can be split, and return those that cannot, as bits. */
static unsigned split_suits(const struct kzi_splits *splits, const kzi_suit_key keys[4],
                            unsigned pairs[4], unsigned *all_pairs) {
    unsigned broken = 0;
    *all_pairs = 0;
    for (unsigned suit = 0; suit < 4; suit++) {
        const struct kzi_suit_groups made = kzi_make_suit(splits, keys[suit]);
        broken |= (made.whole ? 0U : 1U) << suit;
        *all_pairs += pairs[suit] = made.pairs;
    }
    return broken;
}

/* Return the kinds that complete sets and at most `max_pairs` pairs when the suits lack one tile.
 * If a suit cannot be split, it lacks the tile; if all can, it is any whose pair can become a set.
 * The number of sets follows from the number of tiles. */
static kzi_kinds waits_of_sets(const struct kzi_splits *splits, const kzi_suit_key keys[4],
                               unsigned max_pairs) {
    unsigned pairs[4], all_pairs;
    const unsigned broken = split_suits(splits, keys, pairs, &all_pairs);
    kzi_kinds waits = 0;
    for (unsigned suit = 0; suit < 4; suit++)
        if (!(broken & ~(1U << suit)) && (broken || pairs[suit]) &&
            all_pairs - pairs[suit] <= max_pairs)
            waits |= (kzi_kinds)kzi_suit_waits(splits, keys[suit]) << 9 * suit;
    return waits;
}

/* --- other shapes ----------------------------------------------------------------------------- */

/* The state of finding the waits of a shape with other parts. */
struct wait_ctx {
    struct kzi_lacks_search search;
    const struct kzi_splits *splits;
};

/* Make sets and pairs of the rest that a body leaves.  If the body lacks its tile, they must be
 * complete; otherwise they lack the tile. */
static void make_groups(void *context, const struct kzi_rest *rest) {
    struct wait_ctx *ctx = context;
    const struct kzi_shape *shape = ctx->search.walk.shape;
    unsigned pairs[4], all_pairs;
    kzi_suit_key keys[4];
    for (unsigned suit = 0; suit < 4; suit++)
        keys[suit] = kzi_marked_key_of(rest->counts, suit);
    if (!rest->lacking)
        kzi_lacks_search_add(&ctx->search, 1, waits_of_sets(ctx->splits, keys, shape->pairs), 0);
    else if (!split_suits(ctx->splits, keys, pairs, &all_pairs) && all_pairs == shape->pairs)
        kzi_lacks_search_add(&ctx->search, 1, rest->missing, 0);
}

/* Return the kind that completes the last pair, the only one with an odd number of tiles. */
static kzi_kinds wait_for_pair(const struct kzi_hand *hand, const struct kzi_shape *shape) {
    const kzi_kinds odd = kzi_kinds_with_bit(hand->concealed, 0) & KZI_ALL_KINDS;
    const bool fits = !(odd & (odd - 1)) && hand->n_concealed + 1U == 2U * shape->pairs &&
                      !(shape->pairs_differ && kzi_kinds_at_least(hand->concealed, 3));
    return fits ? odd : 0;
}

/* Try each kind as the winning tile. */
static kzi_kinds wait_for_parts(const struct kzi_tiles *tiles, const struct kzi_hand *hand,
                                const struct kzi_shape *shape) {
    struct kzi_arrangement any;
    kzi_kinds waits = 0;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        if (kzi_parts_arrange(shape, hand, tiles->melds, kind, &any, 1))
            waits |= kzi_kind_bit(kind);
    return waits;
}

/* Return whether some body lacks at most one kind or, in a shape without sets, contains all kinds
 * of the hand but one.  A quick check, without a branch for each. */
static bool may_wait(const struct kzi_shape *shape, const struct kzi_hand *hand) {
    const kzi_kinds kinds = kzi_kinds_at_least(hand->concealed, 1);
    bool may = !shape->n_bodies;
    for (unsigned i = 0; i < shape->n_bodies; i++) {
        const kzi_kinds body = shape->bodies[i],
                        wrong = shape->sets ? body & ~kinds : kinds & ~body;
        may |= !(wrong & (wrong - 1));
    }
    return may;
}

/* Return the kinds that complete the shape, if one tile is enough, whatever copies are left. */
static kzi_kinds wait_for_shape(const struct kzi_hand *hand, const struct kzi_shapes *shapes,
                                const struct kzi_shape *shape) {
    struct kzi_unfinished_hand unfinished = {
        .melds = hand->melds, .n_melds = hand->n_melds, .shapes = shapes};
    struct wait_ctx ctx = {.splits = shapes->splits};
    memcpy(unfinished.counts, hand->concealed, sizeof unfinished.counts);
    memset(unfinished.max, ANY_COPIES, sizeof unfinished.max);
    memset(unfinished.may, UINT8_MAX, sizeof unfinished.may);
    kzi_lacks_search_init(&ctx.search, &unfinished, KZI_ACCEPTED, 1, make_groups);
    kzi_lacks_search_add_shape(&ctx.search, shape);
    return ctx.search.lacks.kinds;
}

/* --- all shapes ------------------------------------------------------------------------------- */

kzi_kinds kzi_waits_among(const struct kzi_tiles *tiles, const struct kzi_hand *hand,
                          const struct kzi_shapes *shapes, unsigned among) {
    kzi_suit_key keys[5]; /* without the winning tile */
    kzi_kinds waits = 0;
    memcpy(keys, tiles->keys, sizeof keys);
    if (!kzi_hand_is_unfinished(hand))
        keys[kzi_suit(hand->win)] -= (kzi_suit_key)1 << 3 * (kzi_number(hand->win) - 1);
    /* No tile completes KZI_FORM_ANY_TILES. */
    unsigned left =
        among & shapes->of_forms[(1U << KZI_FORM_ANY_TILES) - 1] & shapes->of_melds[hand->n_melds];
    KZI_EACH_IN(left, i) {
        const struct kzi_shape *shape = &shapes->list[i];
        if (shape->form == KZI_FORM_SETS) /* nearly always */
            waits |= waits_of_sets(shapes->splits, keys, shape->pairs);
        else if (shape->form == KZI_FORM_PAIRS)
            waits |= wait_for_pair(hand, shape);
        else if (shape->form == KZI_FORM_PARTS)
            waits |= wait_for_parts(tiles, hand, shape);
        else if (may_wait(shape, hand))
            waits |= wait_for_shape(hand, shapes, shape);
    }
    return waits;
}
