/* The kinds that would complete a hand, over all shapes. */
#include "hand/reading.h"

#include <string.h>

/* Concealed tiles without the winning one that are to make sets and pairs with one tile more. */
struct open_hand {
    const struct kzi_splits *splits;
    uint8_t counts[KZI_COUNTS_ROOM];
    unsigned sets, pairs;
};

/* --- sets and pairs -------------------------------------------------------------------------- */

struct made { /* by the tiles of a suit */
    bool whole;
    unsigned sets, pairs;
};

static struct made make_suit(const struct open_hand *open, kzi_suit_key key, unsigned suit) {
    struct kzi_split honors;
    const struct kzi_split *split = &honors;
    if (suit == KZI_SUITS) {
        if (!kzi_split_honors(key, &honors))
            return (struct made){false, 0, 0};
    } else {
        const struct kzi_split_entry *entry = kzi_splits_find(open->splits, key);
        if (!entry)
            return (struct made){false, 0, 0};
        split = open->splits->splits + entry->first;
    }
    /* All splits of a suit make as many sets and pairs, since they have as many tiles. */
    return (struct made){true, split->n_sets, split->pair != 0};
}

/* The table knows no suit with five of a kind: one of the five stands in some group, and without
 * that group the suit is in it. */
static bool makes_with_five(const struct open_hand *open, kzi_suit_key key, unsigned suit,
                            unsigned number, unsigned sets, unsigned pairs) {
    struct made made = make_suit(open, key - (2U << 3 * number), suit); /* a pung of them */
    if (made.whole && made.sets + 1 == sets && made.pairs == pairs)
        return true;
    made = make_suit(open, key - (1U << 3 * number), suit); /* a pair */
    if (made.whole && made.sets == sets && made.pairs + 1 == pairs)
        return true;
    for (unsigned low = number < 2 ? 0 : number - 2; suit < KZI_SUITS && low <= number && low < 7;
         low++) {
        kzi_suit_key chow = 1U << 3 * low | 8U << 3 * low | 64U << 3 * low, others = key;
        bool there = true;
        for (unsigned i = low; i < low + 3; i++)
            there &= i == number || (key >> 3 * i & 7) > 0;
        if (!there)
            continue;
        others = key + (1U << 3 * number) - chow;
        made = make_suit(open, others, suit);
        if (made.whole && made.sets + 1 == sets && made.pairs == pairs)
            return true;
    }
    return false;
}

/* The numbers of one suit that would make it so many sets and pairs, bit by number. */
static unsigned waits_of_suit(const struct open_hand *open, kzi_suit_key key, unsigned suit,
                              unsigned sets, unsigned pairs) {
    unsigned waits = 0;
    for (unsigned number = 0; number < (suit < KZI_SUITS ? 9U : 7U); number++) {
        unsigned count = key >> 3 * number & 7;
        struct made made = {false, 0, 0};
        if (count == KZI_MAX_COPIES) {
            if (makes_with_five(open, key, suit, number, sets, pairs))
                waits |= 1U << number;
            continue;
        }
        made = make_suit(open, key + (1U << 3 * number), suit);
        if (made.whole && made.sets == sets && made.pairs == pairs)
            waits |= 1U << number;
    }
    return waits;
}

/* One suit lacks a tile, and then the others are whole. */
static kzi_kinds waits_of_sets(const struct open_hand *open) {
    kzi_suit_key keys[4];
    struct made made[4], all = {true, 0, 0};
    unsigned broken = 0;
    kzi_kinds waits = 0;
    for (unsigned suit = 0; suit < 4; suit++) {
        keys[suit] = kzi_suit_key_of(open->counts, suit);
        made[suit] = make_suit(open, keys[suit], suit);
        broken += !made[suit].whole;
        all.sets += made[suit].sets;
        all.pairs += made[suit].pairs;
    }
    for (unsigned suit = 0; suit < 4 && broken <= 1; suit++) {
        unsigned sets = all.sets - made[suit].sets, pairs = all.pairs - made[suit].pairs;
        if (broken > !made[suit].whole || sets > open->sets || pairs > open->pairs)
            continue;
        waits |=
            (kzi_kinds)waits_of_suit(open, keys[suit], suit, open->sets - sets, open->pairs - pairs)
            << 9 * suit;
    }
    return waits;
}

/* --- shape by shape -------------------------------------------------------------------------- */

static void open_hand(struct open_hand *open, const struct kzi_hand *hand,
                      const struct kzi_shape *shape, const struct kzi_shapes *shapes) {
    memcpy(open->counts, hand->concealed, sizeof open->counts);
    open->splits = shapes->splits;
    open->sets = shape->sets - hand->n_melds;
    open->pairs = shape->pairs;
}

static kzi_kinds wait_for_sets(const struct kzi_hand *hand, const struct kzi_shapes *shapes,
                               const struct kzi_shape *shape) {
    struct open_hand open;
    if (hand->n_melds > shape->sets)
        return 0;
    open_hand(&open, hand, shape, shapes);
    return waits_of_sets(&open);
}

/* All are pairs but one tile. */
static kzi_kinds wait_for_pairs(const struct kzi_hand *hand, const struct kzi_shapes *shapes,
                                const struct kzi_shape *shape) {
    kzi_kinds odd = 0;
    (void)shapes;
    if (hand->n_melds || hand->n_concealed + 1U != 2U * shape->pairs)
        return 0;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        odd |= hand->concealed[kind] & 1 ? kzi_kind_bit(kind) : 0;
        if (hand->concealed[kind] > 2 && shape->pairs_differ)
            return 0;
    }
    return odd & (odd - 1) ? 0 : odd;
}

static kzi_kinds wait_for_one_each(const struct kzi_hand *hand, const struct kzi_shapes *shapes,
                                   const struct kzi_shape *shape) {
    kzi_kinds one = kzi_kinds_at_least(hand->concealed, 1),
              two = kzi_kinds_at_least(hand->concealed, 2), missing = shape->one_each & ~one;
    (void)shapes;
    if (hand->n_melds || hand->n_concealed + 1U != kzi_shape_tiles(shape) ||
        one & ~shape->one_each || two & (two - 1) || missing & (missing - 1) ||
        kzi_kinds_at_least(hand->concealed, 3))
        return 0;
    return missing ? missing : shape->one_each;
}

/* The body lacks one tile and the rest is whole, or the body is whole and the rest waits. */
static kzi_kinds wait_with_body(const struct kzi_hand *hand, const struct kzi_shapes *shapes,
                                const struct kzi_shape *shape) {
    kzi_kinds one = kzi_kinds_at_least(hand->concealed, 1), waits = 0;
    for (unsigned i = 0; i < shape->n_bodies && hand->n_melds <= shape->sets; i++) {
        struct open_hand open;
        kzi_kinds missing = shape->bodies[i] & ~one;
        if (missing & (missing - 1))
            continue;
        open_hand(&open, hand, shape, shapes);
        for (kzi_kinds body = shape->bodies[i] & one; body; body &= body - 1)
            open.counts[__builtin_ctzll(body)]--;
        if (!missing) {
            waits |= waits_of_sets(&open);
            continue;
        }
        unsigned sets = 0, pairs = 0;
        bool whole = true;
        for (unsigned suit = 0; suit < 4; suit++) {
            struct made made = make_suit(&open, kzi_suit_key_of(open.counts, suit), suit);
            whole &= made.whole;
            sets += made.sets;
            pairs += made.pairs;
        }
        waits |= whole && sets == open.sets && pairs == open.pairs ? missing : 0;
    }
    return waits;
}

static kzi_kinds wait_for_different(const struct kzi_hand *hand, const struct kzi_shapes *shapes,
                                    const struct kzi_shape *shape) {
    kzi_kinds one = kzi_kinds_at_least(hand->concealed, 1), waits = 0;
    (void)shapes;
    if (hand->n_melds || hand->n_concealed + 1U != shape->different ||
        kzi_kinds_at_least(hand->concealed, 2))
        return 0;
    for (unsigned i = 0; i < shape->n_bodies; i++)
        waits |= one & ~shape->bodies[i] ? 0 : shape->bodies[i] & ~one;
    return waits;
}

typedef kzi_kinds wait_for(const struct kzi_hand *, const struct kzi_shapes *,
                           const struct kzi_shape *);

kzi_kinds kzi_waits(const struct kzi_hand *hand, const struct kzi_shapes *shapes,
                    kzi_kinds played) {
    static wait_for *const by_form[] = {
        [KZI_FORM_SETS] = wait_for_sets,           [KZI_FORM_PAIRS] = wait_for_pairs,
        [KZI_FORM_ONE_EACH] = wait_for_one_each,   [KZI_FORM_BODY] = wait_with_body,
        [KZI_FORM_DIFFERENT] = wait_for_different,
    };
    kzi_kinds waits = 0;
    for (unsigned i = 0; i < shapes->count; i++)
        waits |= by_form[shapes->list[i].form](hand, shapes, &shapes->list[i]);
    return waits & played;
}
