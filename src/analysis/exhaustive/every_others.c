/* Shapes of which there are few sets of tiles: they are made one by one, and each is alike only to
 * itself in other winds that mean the same. */
#include "analysis/exhaustive/every_walk.h"

#include <limits.h>

/* Tiles one by one; each class is but they alone, with the winds that mean the same. */
struct others {
    struct kzi_walk *walk;
    const struct kzi_shape *shape;
    struct kzi_count_map seen; /* struct kzi_count_entry */
    uint8_t counts[KZI_COUNTS_CAPACITY];
};

/* Whether they make a shape that was walked before. */
static bool are_known(const struct kzi_walk *walk, const uint8_t counts[KZI_COUNTS_CAPACITY]) {
    struct kzi_hand hand = {.from = -1};
    struct kzi_readings readings;
    struct kzi_shape list[KZI_EVERY_SHAPES];
    for (unsigned i = 0; i < walk->shape; i++)
        list[i] = *walk->every->shapes[i].shape;
    struct kzi_shapes shapes = kzi_shapes_of(list, walk->shape, walk->splits);
    memcpy(hand.concealed, counts, sizeof hand.concealed);
    while (!hand.concealed[hand.win])
        hand.win++;
    hand.concealed[hand.win]--;
    kzi_readings_find(&hand, &shapes, &readings);
    return readings.count > 0;
}

static void note_others(struct others *others) {
    struct kzi_walk *walk = others->walk;
    struct kzi_every_tiles made = {.kongs_settled = false};
    struct kzi_count_key raw = KZI_NEW_COUNT_KEY;
    bool fresh;
    for (unsigned suit = 0; suit < 4; suit++) {
        made.suits[suit] = kzi_suit_key_of(others->counts, suit);
        kzi_count_key_add(&raw, made.suits[suit]);
        if (!kzi_walk_has_copies(walk, made.suits[suit], suit))
            return;
    }
    walk->failed |= !kzi_count_map_find(&others->seen, raw, &fresh);
    if (walk->failed || !fresh || are_known(walk, others->counts))
        return;
    kzi_count_map_release(&walk->honors);
    kzi_walk_add_honors(walk, made.suits[3], 0);
    for (size_t i = 0; i < walk->honors.count; i++) {
        const struct kzi_walk_honors *honors = kzi_count_map_at(&walk->honors, i);
        struct kzi_count_key key = honors->sorts;
        for (unsigned suit = 0; suit < KZI_SUITS; suit++)
            kzi_count_key_add(&key, made.suits[suit]);
        made.seat = honors->seat;
        made.round = honors->round;
        kzi_walk_note(walk, key, &made, honors->alike.count);
    }
}

static void add_kinds(struct others *others, kzi_kinds kinds, unsigned count) {
    for (; kinds; kinds &= kinds - 1)
        others->counts[__builtin_ctzll(kinds)] =
            (uint8_t)(others->counts[__builtin_ctzll(kinds)] + count);
}

static void with_pairs(struct others *others, unsigned pairs, unsigned from) {
    if (!pairs)
        note_others(others);
    for (unsigned kind = from; pairs && kind < KZI_KINDS; kind++) {
        others->counts[kind] = (uint8_t)(others->counts[kind] + 2);
        with_pairs(others, pairs - 1, kind);
        others->counts[kind] = (uint8_t)(others->counts[kind] - 2);
    }
}

/* Sets by number: 34 pungs, then 21 chows. */
static void change_set(struct others *others, unsigned set, unsigned by) {
    unsigned chow = set - KZI_KINDS,
             kind = set < KZI_KINDS ? set : kzi_kind(chow / 7, chow % 7 + 1);
    for (unsigned i = 0; i < 3; i++) {
        uint8_t *count = &others->counts[kind + (set < KZI_KINDS ? 0 : i)];
        *count = (uint8_t)(*count + by);
    }
}

static void with_sets(struct others *others, unsigned sets, unsigned from) {
    if (!sets)
        with_pairs(others, others->shape->pairs, 0);
    for (unsigned set = from; sets && set < KZI_KINDS + 21; set++) {
        change_set(others, set, 1);
        with_sets(others, sets - 1, set);
        change_set(others, set, UINT_MAX);
    }
}

static void with_body(struct others *others) {
    for (unsigned i = 0; i < others->shape->n_bodies; i++) {
        memset(others->counts, 0, sizeof others->counts);
        add_kinds(others, others->shape->bodies[i], 1);
        with_sets(others, others->shape->sets, 0);
    }
}

static void note_one_more(struct others *others) {
    kzi_kinds kinds = kzi_kinds_at_least(others->counts, 1);
    if (!others->shape->one_more)
        note_others(others);
    for (kzi_kinds left = kinds; others->shape->one_more && left; left &= left - 1) {
        others->counts[__builtin_ctzll(left)]++;
        note_others(others);
        others->counts[__builtin_ctzll(left)]--;
    }
}

/* So many different tiles out of kinds. */
static void choose(struct others *others, kzi_kinds kinds, unsigned count) {
    if (!count) {
        note_one_more(others);
        return;
    }
    for (; (unsigned)__builtin_popcountll(kinds) >= count; kinds &= kinds - 1) {
        others->counts[__builtin_ctzll(kinds)] = 1;
        choose(others, kinds & (kinds - 1), count - 1);
        others->counts[__builtin_ctzll(kinds)] = 0;
    }
}

static void singles(struct others *others) {
    for (unsigned i = 0; i < others->shape->n_bodies; i++)
        choose(others, others->shape->bodies[i], others->shape->body_tiles);
}

void kzi_walk_find_others(struct kzi_walk *walk, const struct kzi_shape *shape) {
    struct others others = {.walk = walk, .shape = shape};
    kzi_count_map_init(&others.seen, sizeof(struct kzi_count_entry));
    if (shape->form == KZI_FORM_BODY)
        with_body(&others);
    else
        singles(&others);
    kzi_count_map_release(&others.seen);
}
