/* random_hand.h - winning hands made from shapes, for tests that look for what nobody thought of.
 *
 * The same seed gives the same hands on every machine.  A palette keeps the tiles of a hand
 * together now and then, so that flushes, terminals and honors come up and not only rags. */
#ifndef RANDOM_HAND_H
#define RANDOM_HAND_H

#include "compile/ruleset.h"

#include <string.h>

struct random {
    uint64_t state;
};

static inline uint64_t random_bits(struct random *random) { /* splitmix64 */
    uint64_t z = random->state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static inline unsigned random_below(struct random *random, unsigned bound) {
    return (unsigned)(random_bits(random) >> 32) % bound;
}

static inline kzi_kinds random_palette(struct random *random) {
    static const kzi_kinds orphans = UINT64_C(0x3FC060301) | UINT64_C(0x3F8000000);
    unsigned suit = random_below(random, 3);
    kzi_kinds one_suit = UINT64_C(0x1FF) << (9 * suit), honors = UINT64_C(0x7F) << KZI_HONOR;
    switch (random_below(random, 12)) {
    case 0:
        return one_suit;
    case 1:
        return one_suit | honors;
    case 2:
        return honors | UINT64_C(1) << (9 * suit) | UINT64_C(0x100) << (9 * suit);
    case 3:
        return orphans & KZI_ALL_KINDS;
    case 4:
        return KZI_ALL_KINDS & ~orphans;
    case 5: /* green */
        return UINT64_C(0xAE) << 18 | kzi_kind_bit(32);
    default:
        return KZI_ALL_KINDS;
    }
}

struct making {
    struct random *random;
    struct kzi_hand *hand;
    kzi_kinds palette;
    uint8_t used[KZI_KINDS]; /* indicators too */
    unsigned claim;          /* of 8, how likely a set is claimed */
};

static inline bool making_take(struct making *making, unsigned kind, unsigned count) {
    if (!(making->palette >> kind & 1) || making->used[kind] + count > KZI_MAX_COPIES)
        return false;
    making->used[kind] = (uint8_t)(making->used[kind] + count);
    return true;
}

static inline bool making_chow(struct making *making, unsigned kind) {
    if (kzi_is_honor(kind) || kzi_number(kind) > 7)
        return false;
    for (unsigned i = 0; i < 3; i++)
        if (!(making->palette >> (kind + i) & 1) || making->used[kind + i] == KZI_MAX_COPIES)
            return false;
    for (unsigned i = 0; i < 3; i++)
        making->used[kind + i]++;
    return true;
}

static inline void making_lay(struct making *making, unsigned set, unsigned kind) {
    struct kzi_hand *hand = making->hand;
    bool claimed = random_below(making->random, 8) < making->claim;
    if (claimed || set == KZI_KONG) {
        hand->melds[hand->n_melds++] = (struct kzi_meld){.kind = (uint8_t)set,
                                                         .tile = (uint8_t)kind,
                                                         .claimed = claimed,
                                                         .added = set == KZI_KONG && claimed &&
                                                                  random_below(making->random, 2)};
        return;
    }
    for (unsigned i = 0; i < 3; i++)
        hand->concealed[set == KZI_CHOW ? kind + i : kind]++;
}

static inline bool making_set(struct making *making) {
    for (unsigned tries = 0; tries < 200; tries++) {
        unsigned kind = random_below(making->random, KZI_KINDS);
        unsigned what = random_below(making->random, 16);
        unsigned set = what < 9 ? KZI_CHOW : what < 15 ? KZI_PUNG : KZI_KONG;
        bool taken = set == KZI_CHOW ? making_chow(making, kind)
                                     : making_take(making, kind, set == KZI_KONG ? 4 : 3);
        if (!taken)
            continue;
        making_lay(making, set, kind);
        /* Now and then the same set once more, or the next one: patterns need company. */
        return true;
    }
    return false;
}

static inline bool making_pair(struct making *making, bool differ) {
    for (unsigned tries = 0; tries < 400; tries++) {
        unsigned kind = random_below(making->random, KZI_KINDS);
        if ((differ && making->used[kind]) || !making_take(making, kind, 2))
            continue;
        making->hand->concealed[kind] = (uint8_t)(making->hand->concealed[kind] + 2);
        return true;
    }
    return false;
}

static inline bool making_shape(struct making *making, const struct kzi_shape *shape) {
    bool good = true;
    if (shape->form == KZI_FORM_ONE_EACH) {
        making->palette = shape->one_each;
        for (unsigned kind = 0; kind < KZI_KINDS; kind++)
            if (shape->one_each >> kind & 1) {
                making->used[kind] = 1;
                making->hand->concealed[kind] = 1;
            }
        unsigned more = random_below(making->random, KZI_KINDS);
        while (shape->one_more && !(shape->one_each >> more & 1))
            more = random_below(making->random, KZI_KINDS);
        if (shape->one_more)
            making->hand->concealed[more]++;
        return true;
    }
    making->claim = random_below(making->random, 2) ? random_below(making->random, 9) : 0;
    for (unsigned i = 0; good && i < shape->sets; i++)
        good = making_set(making);
    for (unsigned i = 0; good && i < shape->pairs; i++)
        good = making_pair(making, shape->pairs_differ);
    return good;
}

/* Takes one of the concealed tiles for the winning one; false: there is none. */
static inline bool making_win(struct making *making) {
    struct kzi_hand *hand = making->hand;
    unsigned count = 0;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        count += hand->concealed[kind];
    if (!count)
        return false;
    unsigned pick = random_below(making->random, count), kind = 0;
    while (pick >= hand->concealed[kind])
        pick -= hand->concealed[kind++];
    hand->concealed[kind]--;
    hand->win = (uint8_t)kind;
    hand->n_concealed = (uint8_t)(count - 1);
    return true;
}

static inline void making_situation(struct making *making) {
    struct kzi_hand *hand = making->hand;
    hand->self_draw = random_below(making->random, 2);
    hand->seat = (uint8_t)random_below(making->random, 4);
    hand->round = (uint8_t)random_below(making->random, 4);
    hand->from = -1;
    if (!hand->self_draw)
        hand->from = (int8_t)((hand->seat + 1 + random_below(making->random, 3)) % 4);
    hand->honba = random_below(making->random, 3);
    hand->deposits = random_below(making->random, 3);
}

/* A winning hand of some shape of the ruleset; false now and then: try again. */
static inline bool random_hand(struct random *random, const struct kz_ruleset *rules,
                               struct kzi_hand *hand) {
    struct making making = {.random = random, .hand = hand, .palette = random_palette(random)};
    unsigned pick = random_below(random, 16), shape = 0;
    if (pick >= 12 && rules->shapes.count > 1)
        shape = 1 + random_below(random, rules->shapes.count - 1);
    memset(hand, 0, sizeof *hand);
    if (!making_shape(&making, &rules->shapes.list[shape]) || !making_win(&making))
        return false;
    making_situation(&making);
    return true;
}

#endif
