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
    const struct kzi_suits *suits = &tiles->classic;
    const struct kzi_splits *table = &kzi_splits_classic; /* only these have waits */
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

/* --- shape by shape -------------------------------------------------------------------------- */

/* Context for finding waits: a hand without the winning tile. */
struct wait_ctx {
    const struct kzi_hand *hand;
    const struct kzi_tiles *tiles;
    const struct kzi_shapes *shapes;
};

static kzi_kinds concealed_kinds(const struct wait_ctx *ctx) {
    return kzi_kinds_at_least(ctx->hand->concealed, 1);
}

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
    if (ctx->shapes->splits->waits && ctx->tiles->sound && !kzi_hand_is_unfinished(hand) &&
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
    kzi_kinds odd = kzi_kinds_with_bit(hand->concealed, 0);
    if (odd & (odd - 1) || (shape->pairs_differ && kzi_kinds_at_least(hand->concealed, 3)))
        return 0;
    return odd;
}

/* Wait for the body alone, or as many of its kinds as the shape has: for a kind that is missing,
 * or for any of them again. */
static kzi_kinds wait_for_singles(const struct wait_ctx *ctx, const struct kzi_shape *shape) {
    const struct kzi_hand *hand = ctx->hand;
    kzi_kinds missing = 0, one = concealed_kinds(ctx), two = kzi_kinds_at_least(hand->concealed, 2);
    bool fits = false;
    if (hand->n_concealed + 1U != kzi_shape_tiles(shape) || two & (two - 1))
        return 0;
    for (unsigned i = 0; i < shape->n_bodies; i++)
        if (!(one & ~shape->bodies[i])) {
            missing |= shape->bodies[i] & ~one;
            fits = true;
        }
    if (!fits)
        return 0;
    if (two && (!shape->one_more || kzi_kinds_at_least(hand->concealed, 3)))
        return 0;
    return shape->one_more && !two ? one : missing;
}

/* Return the missing tile of a body when the rest is complete, or the waits of the rest when the
 * body is complete. */
static kzi_kinds wait_with_one_body(const struct wait_ctx *ctx, const struct kzi_shape *shape,
                                    kzi_kinds body, kzi_kinds missing) {
    struct open_hand open;
    open_hand(&open, ctx, shape);
    KZI_EACH_IN(body & ~missing, kind)
        open.counts[kind]--;
    if (!missing)
        return waits_of_sets(&open);
    make_suits(&open);
    bool whole = !open.broken && open.all.sets == open.sets && open.all.pairs == open.pairs;
    return whole ? missing : 0;
}

static kzi_kinds wait_with_body(const struct wait_ctx *ctx, const struct kzi_shape *shape) {
    kzi_kinds waits = 0;
    unsigned there = 0; /* bodies that lack one kind at most, by bit, without a branch for each */
    kzi_kinds one = concealed_kinds(ctx);
    for (unsigned i = 0; i < shape->n_bodies; i++) {
        kzi_kinds missing = shape->bodies[i] & ~one;
        there |= (missing & (missing - 1) ? 0U : 1U) << i;
    }
    KZI_EACH_IN(there, i)
        waits |= wait_with_one_body(ctx, shape, shape->bodies[i], shape->bodies[i] & ~one);
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

/* The same for what is spelled, also with a flower. */
static kzi_kinds wait_for_spelled(const struct wait_ctx *ctx, const struct kzi_shape *shape) {
    const struct kzi_hand *hand = ctx->hand;
    kzi_kinds waits = 0;
    (void)shape;
    for (unsigned kind = 0; kind <= KZI_A_FACE; kind++) {
        struct kzi_box_hand tiles;
        kzi_box_hand_find(&tiles, hand->concealed, kind, hand->melds, hand->n_melds);
        if (kzi_box_find(&ctx->shapes->boxes, &tiles, 0) < ctx->shapes->boxes.count)
            waits |= kzi_kind_bit(kind);
    }
    return waits;
}

/* Return whether at most one of some bits of the suits is set: of each number one of three bits. */
static bool at_most_one(const kzi_suit_key bits[4]) {
    uint64_t all =
        bits[0] | (uint64_t)bits[1] << 1 | (uint64_t)bits[2] << 2 | (uint64_t)bits[3] << 3 * 9;
    return !(all & (all - 1));
}

/* Return the forms that the concealed tiles without the winning one may wait for, by a quick check:
 * of pairs at most one kind is single, and next to a body of single tiles at most one kind is there
 * twice.  No tile completes KZI_FORM_ANY_TILES. */
static unsigned forms_awaited(const struct kzi_tiles *tiles, const struct kzi_hand *hand) {
    kzi_suit_key odd[4], two[4];
    const unsigned suit_of_win = kzi_suit(hand->win), number = hand->win - 9 * suit_of_win;
    const kzi_suit_key win = hand->win < KZI_KINDS ? 1U << 3 * number : 0; /* no flower */
    for (unsigned suit = 0; suit < 4; suit++) {
        kzi_suit_key key = tiles->keys[suit] - (suit == suit_of_win ? win : 0);
        odd[suit] = key & KZI_KEY_ONES;
        two[suit] = (key >> 1 | key >> 2) & KZI_KEY_ONES;
    }
    return 1U << KZI_FORM_SETS | 1U << KZI_FORM_BODY | 1U << KZI_FORM_PARTS |
           1U << KZI_FORM_SPELLED | (at_most_one(odd) ? 1U << KZI_FORM_PAIRS : 0U) |
           (at_most_one(two) ? 1U << KZI_FORM_ONE_EACH | 1U << KZI_FORM_DIFFERENT : 0U);
}

typedef kzi_kinds wait_for(const struct wait_ctx *, const struct kzi_shape *);

static kzi_kinds wait_for_one(const struct wait_ctx *ctx, const struct kzi_shape *shape) {
    static wait_for *const by_form[] = {
        [KZI_FORM_PAIRS] = wait_for_pairs, [KZI_FORM_ONE_EACH] = wait_for_singles,
        [KZI_FORM_BODY] = wait_with_body,  [KZI_FORM_DIFFERENT] = wait_for_singles,
        [KZI_FORM_PARTS] = wait_for_parts, [KZI_FORM_SPELLED] = wait_for_spelled,
    };
    return shape->form == KZI_FORM_SETS ? wait_for_sets(ctx, shape) /* nearly always */
                                        : by_form[shape->form](ctx, shape);
}

kzi_kinds kzi_waits_among(const struct kzi_tiles *tiles, const struct kzi_hand *hand,
                          const struct kzi_shapes *shapes, unsigned among) {
    struct wait_ctx ctx = {hand, tiles, shapes};
    kzi_kinds waits = 0;
    unsigned left =
        among & shapes->of_forms[forms_awaited(tiles, hand)] & shapes->of_melds[hand->n_melds];
    KZI_EACH_IN(left, shape)
        waits |= wait_for_one(&ctx, &shapes->list[shape]);
    return waits;
}
