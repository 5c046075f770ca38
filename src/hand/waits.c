/* Find the kinds that would complete a hand, over all shapes. */
#include "hand/parts.h"
#include "tile/splits.h"

#include <string.h>

/* Concealed tiles without the winning one that should make sets and pairs, perhaps with one more
 * tile. */
struct open_hand {
    const struct kzi_splits *splits;
    uint8_t counts[KZI_COUNTS_CAPACITY];
    unsigned sets, pairs;

    /* The sets and pairs they make, by suit and in total. */
    kzi_suit_key keys[4];
    struct kzi_made made[4], all;
    unsigned broken; /* suits that cannot be split */
};

/* --- sets and pairs -------------------------------------------------------------------------- */

static void make_suits(struct open_hand *open) {
    open->broken = open->all.sets = open->all.pairs = 0;
    for (unsigned suit = 0; suit < 4; suit++) {
        open->keys[suit] = kzi_marked_key_of(open->counts, suit);
        open->made[suit] = kzi_make_suit(open->splits, open->keys[suit]);
        open->broken += !open->made[suit].whole;
        open->all.sets += open->made[suit].sets;
        open->all.pairs += open->made[suit].pairs;
    }
}

/* Return the waits of the suit that lacks a tile; all others must be complete. */
static kzi_kinds waits_of_sets(struct open_hand *open) {
    kzi_kinds waits = 0;
    make_suits(open);
    for (unsigned suit = 0; suit < 4 && open->broken <= 1; suit++) {
        const struct kzi_made *made = &open->made[suit];
        unsigned sets = open->all.sets - made->sets, pairs = open->all.pairs - made->pairs;
        if (open->broken > !made->whole || sets > open->sets || pairs > open->pairs)
            continue;
        waits |= (kzi_kinds)kzi_suit_waits(open->splits, open->keys[suit], open->sets - sets,
                                           open->pairs - pairs)
                 << 9 * suit;
    }
    return waits;
}

/* --- sets and pairs of a hand that is complete ------------------------------------------------ */

/* Find the waits of a complete hand: those of the winning tile's suit and, if that is complete
 * without it, of pairs of other suits that could become a set.  False: the hand is not complete. */
static bool waits_when_whole(const struct kzi_tiles *tiles, unsigned win, unsigned n_sets,
                             unsigned n_pairs, kzi_kinds *waits) {
    const struct kzi_splits *table = &kzi_splits_classic;
    const struct kzi_suits *suits = &tiles->classic;
    unsigned lacking = kzi_suit(win);
    if (!suits->whole || suits->n_sets != n_sets || suits->n_pairs != n_pairs)
        return false;
    unsigned alone = table->waits[suits->of[lacking] - table->suits][win - 9 * lacking];
    *waits = (kzi_kinds)(alone & ~(unsigned)KZI_WHOLE_WITHOUT) << 9 * lacking;
    for (unsigned suit = 0; alone & KZI_WHOLE_WITHOUT && suit < 4; suit++)
        if (suit != lacking)
            *waits |= (kzi_kinds)table->waits[suits->of[suit] - table->suits][KZI_PAIR_TO_SET]
                      << 9 * suit;
    return true;
}

/* Return the concealed kinds without the winning tile. */
static kzi_kinds concealed_kinds(const struct kzi_hand *hand, const struct kzi_tiles *tiles) {
    if (hand->n_melds)
        return kzi_kinds_at_least(hand->concealed, 1);
    if (kzi_hand_is_unfinished(hand))
        return tiles->kinds;
    return tiles->kinds & ~(hand->concealed[hand->win] ? 0 : kzi_kind_bit(hand->win));
}

/* --- shape by shape -------------------------------------------------------------------------- */

/* Context for finding waits: a hand without the winning tile. */
struct wait_ctx {
    const struct kzi_hand *hand;
    const struct kzi_tiles *tiles;
    const struct kzi_shapes *shapes;
    kzi_kinds one; /* the concealed kinds, and those of which there are two */
    kzi_kinds two;
};

static void open_hand(struct open_hand *open, const struct wait_ctx *ctx,
                      const struct kzi_shape *shape) {
    memcpy(open->counts, ctx->hand->concealed, sizeof open->counts);
    open->splits = ctx->shapes->splits;
    open->sets = shape->sets - ctx->hand->n_melds;
    open->pairs = shape->pairs;
}

static kzi_kinds wait_for_sets(const struct wait_ctx *ctx, const struct kzi_shape *shape) {
    const struct kzi_hand *hand = ctx->hand;
    struct open_hand open;
    kzi_kinds waits = 0;
    if (hand->n_melds > shape->sets)
        return 0;
    if (ctx->shapes->splits == &kzi_splits_classic && ctx->tiles->sound &&
        !kzi_hand_is_unfinished(hand) &&
        waits_when_whole(ctx->tiles, hand->win, (unsigned)shape->sets - hand->n_melds, shape->pairs,
                         &waits))
        return waits;
    open_hand(&open, ctx, shape);
    return waits_of_sets(&open);
}

/* Return the kind that pairs the one single tile. */
static kzi_kinds wait_for_pairs(const struct wait_ctx *ctx, const struct kzi_shape *shape) {
    const struct kzi_hand *hand = ctx->hand;
    if (hand->n_concealed + 1U != 2U * shape->pairs)
        return 0;
    kzi_kinds odd = kzi_odd_kinds(hand->concealed);
    if (odd & (odd - 1) || (shape->pairs_differ && kzi_kinds_at_least(hand->concealed, 3)))
        return 0;
    return odd;
}

/* Wait for the body alone, or as many of its kinds as the shape has: for a kind that is missing,
 * or for any of them again. */
static kzi_kinds wait_for_singles(const struct wait_ctx *ctx, const struct kzi_shape *shape) {
    const struct kzi_hand *hand = ctx->hand;
    kzi_kinds missing = 0, two = ctx->two;
    bool fits = false;
    if (hand->n_concealed + 1U != kzi_shape_tiles(shape) || two & (two - 1))
        return 0;
    for (unsigned i = 0; i < shape->n_bodies; i++)
        if (!(ctx->one & ~shape->bodies[i])) {
            missing |= shape->bodies[i] & ~ctx->one;
            fits = true;
        }
    if (!fits)
        return 0;
    if (two && (!shape->one_more || kzi_kinds_at_least(hand->concealed, 3)))
        return 0;
    return shape->one_more && !two ? ctx->one : missing;
}

/* Return the missing tile of the body when the rest is complete, or the waits of the rest when
 * the body is complete. */
static kzi_kinds wait_with_body(const struct wait_ctx *ctx, const struct kzi_shape *shape) {
    const struct kzi_hand *hand = ctx->hand;
    if (hand->n_melds > shape->sets)
        return 0;
    kzi_kinds one = ctx->one, waits = 0;
    for (unsigned i = 0; i < shape->n_bodies; i++) {
        struct open_hand open;
        kzi_kinds missing = shape->bodies[i] & ~one;
        if (missing & (missing - 1))
            continue;
        open_hand(&open, ctx, shape);
        for (kzi_kinds body = shape->bodies[i] & one; body; body &= body - 1)
            open.counts[__builtin_ctzll(body)]--;
        if (!missing) {
            waits |= waits_of_sets(&open);
            continue;
        }
        make_suits(&open);
        bool whole = !open.broken && open.all.sets == open.sets && open.all.pairs == open.pairs;
        waits |= whole ? missing : 0;
    }
    return waits;
}

/* Try each kind. */
static kzi_kinds wait_for_parts(const struct wait_ctx *ctx, const struct kzi_shape *shape) {
    struct kzi_arrangement any;
    kzi_kinds waits = 0;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        if (kzi_parts_arrange(shape, ctx->hand, ctx->tiles->melds, kind, &any, 1))
            waits |= kzi_kind_bit(kind);
    return waits;
}

typedef kzi_kinds wait_for(const struct wait_ctx *, const struct kzi_shape *);

kzi_kinds kzi_waits_of(const struct kzi_tiles *tiles, const struct kzi_hand *hand,
                       const struct kzi_shapes *shapes, kzi_kinds played) {
    static wait_for *const by_form[] = {
        [KZI_FORM_PAIRS] = wait_for_pairs, [KZI_FORM_ONE_EACH] = wait_for_singles,
        [KZI_FORM_BODY] = wait_with_body,  [KZI_FORM_DIFFERENT] = wait_for_singles,
        [KZI_FORM_PARTS] = wait_for_parts,
    };
    struct wait_ctx ctx = {hand, tiles, shapes, concealed_kinds(hand, tiles),
                           kzi_kinds_at_least(hand->concealed, 2)};
    kzi_kinds waits = 0;
    for (unsigned i = 0; i < shapes->count; i++) {
        enum kzi_shape_form form = shapes->list[i].form;
        if (form == KZI_FORM_SETS)
            waits |= wait_for_sets(&ctx, &shapes->list[i]);
        else if (form != KZI_FORM_ANY_TILES && /* which no tile completes */
                 (shapes->list[i].sets || !hand->n_melds))
            waits |= by_form[form](&ctx, &shapes->list[i]);
    }
    return waits & played;
}
