#include "hand/parts.h"

#include <string.h>

/* The state of arranging one hand. */
struct search_ctx {
    const struct kzi_shape *shape;
    const struct kzi_rest *rest;
    /* win: the winning tile; n_win: how many of its kind the hand has. */
    unsigned n_melds, win, n_win;
    uint64_t melds;
    uint8_t counts[KZI_COUNTS_CAPACITY]; /* concealed tiles that are in no part yet */
    unsigned sets, pairs;                /* sets and pairs still to be made */
    uint8_t groups[KZI_MAX_GROUPS];      /* codes of concealed sets and, from the end, of pairs */
    unsigned n_sets, n_pairs;
    struct kzi_arrangement *list;
    unsigned count, capacity;
};

/* --- sets and pairs -------------------------------------------------------------------------- */

/* Return the wait on the winning tile if it is in the body. */
static unsigned wait_in_body(const struct search_ctx *search) {
    if (search->win == search->rest->twice)
        return KZI_WAIT_PAIR;
    if (search->rest->counts[search->win] == search->n_win)
        return KZI_WAIT_NONE;
    return search->shape->sets || search->shape->pairs ? KZI_WAIT_BODY : KZI_WAIT_SINGLE;
}

static void keep_part(struct search_ctx *search) {
    struct kzi_arrangement made = {.codes = search->melds, .wait = (uint8_t)wait_in_body(search)};
    unsigned at = search->n_melds;
    for (unsigned i = 0; i < search->n_sets; i++)
        made.codes |= (uint64_t)search->groups[i] << 8 * at++;
    made.n_sets = (uint8_t)at;
    for (unsigned i = 0; i < search->n_pairs; i++)
        made.codes |= (uint64_t)search->groups[KZI_MAX_GROUPS - 1 - i] << 8 * at++;
    made.n_groups = (uint8_t)at;
    for (unsigned i = 0; i < search->count; i++) /* the same groups with another body */
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

/* Put the tiles of a kind into pungs and pairs, and the rest into chows. */
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

/* Split the tiles from `kind` on.  Each kind is split completely before the next, so that no
 * arrangement occurs twice. */
static void split(struct search_ctx *search, unsigned kind) {
    unsigned max = search->shape->pairs_differ ? 1 : KZI_MAX_GROUPS;
    while (kind < KZI_KINDS && !search->counts[kind])
        kind++;
    if (kind == KZI_KINDS) {
        keep_part(search);
        return;
    }
    unsigned count = search->counts[kind];
    for (unsigned pungs = 0; 3 * pungs <= count && search->count < search->capacity; pungs++)
        for (unsigned pairs = 0; 3 * pungs + 2 * pairs <= count && pairs <= max; pairs++)
            split_kind(search, kind, pungs, pairs);
}

/* Split what bodies and knitted parts leave.  Each kind with an odd number of tiles must be in a
 * set. */
static void split_rest(void *context, const struct kzi_rest *rest) {
    struct search_ctx *search = context;
    kzi_kinds odd = kzi_kinds_with_bit(rest->counts, 0);
    if ((unsigned)__builtin_popcountll(odd) > 3 * search->sets)
        return;
    search->rest = rest;
    memcpy(search->counts, rest->counts, sizeof search->counts);
    split(search, 0);
}

/* --- bodies and knitted parts ---------------------------------------------------------------- */

/* Take a tile of each kind, or count it as lacking.  Return false if the game has no copy left of
 * one, or if more is lacking than the bound. */
static bool take(const struct kzi_parts_walk *walk, struct kzi_rest *rest, kzi_kinds kinds) {
    const kzi_kinds here = kinds & kzi_kinds_at_least(rest->counts, 1);
    rest->missing |= kinds & ~here;
    rest->lacking += kzi_count_kinds(kinds & ~here);
    if (rest->lacking > walk->bound || kinds & ~kzi_kinds_at_least(rest->max, 1))
        return false;
    KZI_EACH_IN(kinds, kind)
        rest->max[kind]--;
    KZI_EACH_IN(here, kind)
        rest->counts[kind]--;
    return true;
}

/* Take knitted sets from n on, then knitted pairs. */
static void knit(const struct kzi_parts_walk *walk, const struct kzi_rest *rest, unsigned fall,
                 unsigned n, unsigned sets, unsigned pairs) {
    const struct kzi_shape *shape = walk->shape;
    if (!sets && !pairs)
        walk->found(walk->context, rest);
    for (; (sets || pairs) && n <= 9; n++) {
        kzi_kinds kinds =
            sets ? kzi_knit(shape->set_is, 3, fall, n) : kzi_knit(shape->pair_is, 2, fall, n);
        struct kzi_rest left = *rest;
        if (kinds && take(walk, &left, kinds))
            knit(walk, &left, fall, sets == 1 ? 1 : n, sets ? sets - 1 : 0,
                 sets ? pairs : pairs - 1);
    }
}

static void knit_all(const struct kzi_parts_walk *walk, const struct kzi_rest *rest) {
    unsigned falls = kzi_shape_is_knitted(walk->shape) ? KZI_FALLS : 1;
    for (unsigned fall = 0; fall < falls; fall++)
        knit(walk, rest, fall, 1, walk->shape->knitted_sets, walk->shape->knitted_pairs);
}

/* Take one tile of each kind of the body, and with one_more a second one of each of its kinds in
 * turn. */
static void take_body(const struct kzi_parts_walk *walk, const struct kzi_rest *hand,
                      kzi_kinds body) {
    struct kzi_rest rest = *hand;
    if (!take(walk, &rest, body))
        return;
    if (!walk->shape->one_more)
        knit_all(walk, &rest);
    for (; walk->shape->one_more && body; body &= body - 1) {
        struct kzi_rest more = rest;
        more.twice = (unsigned)__builtin_ctzll(body);
        if (take(walk, &more, kzi_kind_bit(more.twice)))
            knit_all(walk, &more);
    }
}

void kzi_parts_walk(const struct kzi_parts_walk *walk, const struct kzi_rest *hand) {
    const struct kzi_shape *shape = walk->shape;
    for (unsigned i = 0; i < shape->n_bodies; i++)
        take_body(walk, hand, shape->bodies[i]);
    if (!shape->n_bodies)
        knit_all(walk, hand);
}

/* --- hands ----------------------------------------------------------------------------------- */

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
    struct kzi_rest all = {.twice = KZI_NO_KIND};
    memcpy(all.counts, hand->concealed, sizeof all.counts);
    all.counts[win]++;
    memcpy(all.max, all.counts, sizeof all.max);
    struct search_ctx search = {.shape = shape,
                                .n_melds = hand->n_melds,
                                .win = win,
                                .n_win = all.counts[win],
                                .melds = melds,
                                .sets = (unsigned)shape->sets - hand->n_melds,
                                .pairs = shape->pairs,
                                .list = list,
                                .capacity = capacity};
    kzi_parts_walk(
        &(struct kzi_parts_walk){.shape = shape, .found = split_rest, .context = &search}, &all);
    return search.count;
}
