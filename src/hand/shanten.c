#include "hand/shanten.h"

#include "hand/distances.h"

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
    if (bounds->pairs <= 1 && shape->pairs <= 1) {
        bounds->sets = bounds->sets > shape->sets ? bounds->sets : shape->sets;
        bounds->pairs |= shape->pairs;
        return true;
    }
    return bounds->sets == shape->sets && bounds->pairs == shape->pairs &&
           bounds->pairs_differ == shape->pairs_differ;
}

static void assign_table(struct kzi_shanten *shanten, unsigned shape) {
    const struct kzi_shape *of = &shanten->shapes[shape];
    unsigned at = 0;
    while (at < shanten->n_distances && !shares_table(&shanten->bounds[at], of))
        at++;
    if (at == shanten->n_distances)
        shanten->bounds[shanten->n_distances++] =
            (struct kzi_distance_bounds){of->sets, of->pairs, of->pairs_differ};
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

/* --- shapes with a body ----------------------------------------------------------------------- */

/* What is left of a hand when tiles are taken for the body, and how many these lacked. */
struct rest {
    struct kzi_unfinished hand;
    unsigned lacking;
};

/* Take a tile, and return whether the game has one. */
static bool take(struct rest *rest, unsigned kind) {
    if (!rest->hand.most[kind])
        return false;
    rest->hand.most[kind]--;
    if (rest->hand.counts[kind])
        rest->hand.counts[kind]--;
    else
        rest->lacking++;
    return true;
}

static bool take_body(struct rest *rest, kzi_kinds body) {
    for (; body; body &= body - 1)
        if (!take(rest, (unsigned)__builtin_ctzll(body)))
            return false;
    return true;
}

static unsigned lacking_of_groups(const struct kzi_distances *distances,
                                  const struct kzi_shape *shape,
                                  const struct kzi_unfinished *hand) {
    unsigned lacking = kzi_distance(distances, hand->counts, hand->most,
                                    shape->sets - hand->n_melds, shape->pairs);
    return lacking < KZI_OUT_OF_REACH ? lacking : KZI_MOST_LACKING;
}

/* One of each kind, sets and pairs, and perhaps one of the kinds once more. */
static unsigned lacking_with_body(const struct kzi_distances *distances,
                                  const struct kzi_shape *shape, kzi_kinds body,
                                  const struct kzi_unfinished *hand) {
    struct rest rest = {*hand, 0};
    unsigned least = KZI_MOST_LACKING;
    if (!take_body(&rest, body))
        return least;
    if (!shape->one_more)
        return rest.lacking + lacking_of_groups(distances, shape, &rest.hand);
    for (; body; body &= body - 1) {
        struct rest more = rest;
        if (!take(&more, (unsigned)__builtin_ctzll(body)))
            continue;
        unsigned lacking = more.lacking + lacking_of_groups(distances, shape, &more.hand);
        least = lacking < least ? lacking : least;
    }
    return least;
}

/* So many different tiles of the body, and nothing else. */
static unsigned lacking_of_different(const struct kzi_shape *shape, kzi_kinds body,
                                     const struct kzi_unfinished *hand) {
    unsigned here = 0, there = 0;
    for (; body; body &= body - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(body);
        here += hand->counts[kind] > 0;
        there += hand->most[kind] > 0;
    }
    if (there < shape->body_tiles)
        return KZI_MOST_LACKING;
    return here < shape->body_tiles ? shape->body_tiles - here : 0;
}

static unsigned lacking_of_shape(const struct kzi_shanten *shanten, unsigned at,
                                 const struct kzi_unfinished *hand) {
    const struct kzi_shape *shape = &shanten->shapes[at];
    const struct kzi_distances *distances = shanten->distances[shanten->distances_of[at]];
    unsigned least = KZI_MOST_LACKING;
    if (hand->n_melds > shape->sets)
        return least;
    if (!shape->n_bodies)
        return lacking_of_groups(distances, shape, hand);
    for (unsigned i = 0; i < shape->n_bodies; i++) {
        unsigned lacking = kzi_shape_has_whole_body(shape)
                               ? lacking_with_body(distances, shape, shape->bodies[i], hand)
                               : lacking_of_different(shape, shape->bodies[i], hand);
        least = lacking < least ? lacking : least;
    }
    return least;
}

/* --- hands ------------------------------------------------------------------------------------ */

unsigned kzi_lacking(const struct kzi_shanten *shanten, const struct kzi_unfinished *hand) {
    unsigned least = KZI_MOST_LACKING;
    for (unsigned i = 0; i < shanten->n_shapes; i++) {
        unsigned lacking = lacking_of_shape(shanten, i, hand);
        least = lacking < least ? lacking : least;
    }
    return least;
}

kzi_kinds kzi_accepted(const struct kzi_shanten *shanten, const struct kzi_unfinished *hand,
                       unsigned lacking) {
    struct kzi_unfinished more = *hand;
    kzi_kinds accepted = 0;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        if (hand->counts[kind] >= hand->most[kind])
            continue;
        more.counts[kind]++;
        if (kzi_lacking(shanten, &more) < lacking)
            accepted |= kzi_kind_bit(kind);
        more.counts[kind]--;
    }
    return accepted;
}
