/* Arrange tiles as a body, sets and pairs. */
#include "hand/parts.h"

#include <string.h>

/* Context for arranging one hand. */
struct search_ctx {
    const struct kzi_shape *shape;
    unsigned n_melds, win;
    uint64_t melds;
    uint8_t counts[KZI_COUNTS_CAPACITY]; /* concealed tiles that are not in a part yet */
    unsigned sets, pairs;                /* that are missing */
    uint8_t groups[KZI_MAX_GROUPS];      /* codes of concealed sets and, from the end, of pairs */
    unsigned n_sets, n_pairs;
    unsigned in_body, twice; /* winning tiles in the body, and the kind that is there twice */
    struct kzi_arrangement *list;
    unsigned count, capacity;
};

/* --- sets and pairs -------------------------------------------------------------------------- */

/* Return the wait on the winning tile if it is in the body. */
static unsigned wait_in_body(const struct search_ctx *search) {
    if (search->win == search->twice)
        return KZI_WAIT_PAIR;
    if (!search->in_body)
        return KZI_WAIT_NONE;
    return search->shape->sets || search->shape->pairs ? KZI_WAIT_BODY : KZI_WAIT_SINGLE;
}

static void keep(struct search_ctx *search) {
    struct kzi_arrangement made = {.codes = search->melds, .wait = (uint8_t)wait_in_body(search)};
    unsigned at = search->n_melds;
    for (unsigned i = 0; i < search->n_sets; i++)
        made.codes |= (uint64_t)search->groups[i] << 8 * at++;
    made.n_sets = (uint8_t)at;
    for (unsigned i = 0; i < search->n_pairs; i++)
        made.codes |= (uint64_t)search->groups[KZI_MAX_GROUPS - 1 - i] << 8 * at++;
    made.n_groups = (uint8_t)at;
    for (unsigned i = 0; i < search->count; i++) /* the same groups next to another body */
        if (search->list[i].codes == made.codes && search->list[i].wait == made.wait)
            return;
    if (search->count < search->capacity)
        search->list[search->count++] = made;
}

static void add_set(struct search_ctx *search, unsigned kind, unsigned tile) {
    search->groups[search->n_sets++] = (uint8_t)kzi_code_of_group(kind, tile);
}

static bool may_be(const struct search_ctx *search, unsigned kind) {
    return !search->shape->set_kinds || search->shape->set_kinds >> kind & 1;
}

static void split(struct search_ctx *search, unsigned kind);

/* Put the tiles of a kind into so many pungs and pairs, and the rest into chows. */
static void split_kind(struct search_ctx *search, unsigned kind, unsigned pungs, unsigned pairs) {
    uint8_t *counts = &search->counts[kind];
    unsigned count = counts[0], chows = count - 3 * pungs - 2 * pairs, sets = pungs + chows;
    if (sets > search->sets || pairs > search->pairs || (chows && !may_be(search, KZI_CHOW)) ||
        (pungs && !may_be(search, KZI_PUNG)))
        return;
    if (chows &&
        (kzi_is_honor(kind) || kzi_number(kind) > 7 || counts[1] < chows || counts[2] < chows))
        return;
    for (unsigned i = 0; i < chows; i++)
        add_set(search, KZI_CHOW, kind);
    for (unsigned i = 0; i < pungs; i++)
        add_set(search, KZI_PUNG, kind);
    for (unsigned i = 0; i < pairs; i++)
        search->groups[KZI_MAX_GROUPS - 1 - search->n_pairs++] =
            (uint8_t)kzi_code_of_group(KZI_PAIR, kind);
    counts[0] = 0;
    for (unsigned i = 1; chows && i < 3; i++)
        counts[i] = (uint8_t)(counts[i] - chows);
    search->sets -= sets;
    search->pairs -= pairs;
    split(search, kind + 1);
    search->sets += sets;
    search->pairs += pairs;
    counts[0] = (uint8_t)count;
    for (unsigned i = 1; chows && i < 3; i++)
        counts[i] = (uint8_t)(counts[i] + chows);
    search->n_sets -= sets;
    search->n_pairs -= pairs;
}

/* Split the tiles from a kind on.  As each kind is split at once, no arrangement occurs twice. */
static void split(struct search_ctx *search, unsigned kind) {
    unsigned most = search->shape->pairs_differ ? 1 : KZI_MAX_GROUPS;
    while (kind < KZI_KINDS && !search->counts[kind])
        kind++;
    if (kind == KZI_KINDS) {
        keep(search);
        return;
    }
    unsigned count = search->counts[kind];
    for (unsigned pungs = 0; 3 * pungs <= count && search->count < search->capacity; pungs++)
        for (unsigned pairs = 0; 3 * pungs + 2 * pairs <= count && pairs <= most; pairs++)
            split_kind(search, kind, pungs, pairs);
}

/* Split what is left besides the body.  Each kind with an odd number of tiles is in a set. */
static void split_all(struct search_ctx *search) {
    kzi_kinds odd = kzi_kinds_with_bit(search->counts, 0);
    if ((unsigned)__builtin_popcountll(odd) <= 3 * search->sets)
        split(search, 0);
}

/* --- the body -------------------------------------------------------------------------------- */

/* Move one tile of each kind to the body (by: 1), or back (-1). */
static void move(struct search_ctx *search, kzi_kinds kinds, int by) {
    search->in_body += (unsigned)((int)(kinds >> search->win & 1) * by);
    for (; kinds; kinds &= kinds - 1) {
        uint8_t *count = &search->counts[__builtin_ctzll(kinds)];
        *count = (uint8_t)(*count - by);
    }
}

/* Take so many knitted sets, from n on, then knitted pairs, and split the rest. */
static void knit(struct search_ctx *search, unsigned fall, unsigned n, unsigned sets,
                 unsigned pairs) {
    const struct kzi_shape *shape = search->shape;
    if (!sets && !pairs)
        split_all(search);
    for (; (sets || pairs) && n <= 9; n++) {
        kzi_kinds kinds =
            sets ? kzi_knit(shape->set_is, 3, fall, n) : kzi_knit(shape->pair_is, 2, fall, n);
        if (!kinds || kinds & ~kzi_kinds_at_least(search->counts, 1))
            continue;
        move(search, kinds, 1);
        knit(search, fall, sets == 1 ? 1 : n, sets ? sets - 1 : 0, sets ? pairs : pairs - 1);
        move(search, kinds, -1);
    }
}

static void knit_all(struct search_ctx *search) {
    const struct kzi_shape *shape = search->shape;
    if (!kzi_shape_is_knitted(shape))
        split_all(search);
    else
        for (unsigned fall = 0; fall < KZI_FALLS && search->count < search->capacity; fall++)
            knit(search, fall, 1, shape->knitted_sets, shape->knitted_pairs);
}

static void take_one_more(struct search_ctx *search, kzi_kinds body) {
    for (kzi_kinds kinds = body; kinds; kinds &= kinds - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(kinds);
        if (!search->counts[kind])
            continue;
        move(search, kzi_kind_bit(kind), 1);
        search->twice = kind;
        knit_all(search);
        search->twice = KZI_NO_KIND;
        move(search, kzi_kind_bit(kind), -1);
    }
}

static void take_bodies(struct search_ctx *search) {
    kzi_kinds there = kzi_kinds_at_least(search->counts, 1);
    for (unsigned i = 0; i < search->shape->n_bodies; i++) {
        kzi_kinds body = search->shape->bodies[i];
        if (body & ~there)
            continue;
        move(search, body, 1);
        if (search->shape->one_more)
            take_one_more(search, body);
        else
            knit_all(search);
        move(search, body, -1);
    }
}

bool kzi_melds_fit(const struct kzi_shape *shape, const struct kzi_meld *melds, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        unsigned kind = melds[i].kind;
        bool pung = kind == KZI_KONG && shape->set_kinds >> KZI_PUNG & 1;
        if (shape->set_kinds && !pung && !(shape->set_kinds >> kind & 1))
            return false;
    }
    return count <= shape->sets;
}

unsigned kzi_parts_arrange(const struct kzi_shape *shape, const struct kzi_hand *hand,
                           uint64_t melds, unsigned win, struct kzi_arrangement *list,
                           unsigned capacity) {
    if (!kzi_melds_fit(shape, hand->melds, hand->n_melds) ||
        hand->n_concealed + 3U * hand->n_melds + 1 != kzi_shape_tiles(shape))
        return 0;
    struct search_ctx search = {.shape = shape,
                                .n_melds = hand->n_melds,
                                .win = win,
                                .twice = KZI_NO_KIND,
                                .melds = melds,
                                .sets = (unsigned)shape->sets - hand->n_melds,
                                .pairs = shape->pairs,
                                .list = list,
                                .capacity = capacity};
    memcpy(search.counts, hand->concealed, sizeof search.counts);
    search.counts[win]++;
    if (shape->n_bodies)
        take_bodies(&search);
    else
        knit_all(&search);
    return search.count;
}
