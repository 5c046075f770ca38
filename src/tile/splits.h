/* splits.h - every way to split the concealed tiles of one suit into sets and at most one pair.
 *
 * Splits are looked up, never searched.  A key of nine counts finds its suit in a table.  The upper
 * bits of the key's hash say the slot; where another suit has that, it is in the next one that was
 * free.  The table of the classic hand (four sets and a pair) is constant data, printed when the
 * project is built (gen_splits.c).  A ruleset with larger hands builds its own when it is loaded.
 *
 * Honors have keys of their own (KZI_HONORS), because they form no chows. */
#ifndef KZI_SPLITS_H
#define KZI_SPLITS_H

#include "tile/counts.h"
#include "tile/sets.h"

#include <stddef.h>

/* A set as a code: whether it is a chow or a pung, and its lowest tile. */
#define KZI_SET_KIND   64
#define KZI_SPLIT_PUNG KZI_SET_KIND

struct kzi_split {
    uint16_t pungs;   /* bit per number 1-9, from bit 0 */
    uint16_t chow_id; /* kzi_chow_id() of its chows */
    /* Read as one word of eight bytes.  Sorted by number, a chow before a pung; the tile is
     * number - 1. */
    uint8_t sets[KZI_MAX_SETS];
    uint8_t n_sets;
    uint8_t pair; /* its number; 0: none */
};

#define KZI_HONORS  ((kzi_suit_key)1 << 27) /* added to the key of honors */
#define KZI_NO_SUIT UINT32_MAX              /* the key of an empty slot */

/* All splits of a suit have the same numbers of sets and pairs, because they have as many tiles. */
struct kzi_suit {
    kzi_suit_key key;
    uint16_t first; /* the index of its first split */
    uint8_t sets : 4, pairs : 4;
    uint8_t more; /* splits after the first; most suits have no other */
};

struct kzi_splits {
    const struct kzi_suit *suits; /* by slot */
    const struct kzi_split *splits;
    unsigned slot_bits; /* the number of slots is 2 to this, less than half of them taken */
    unsigned max_sets;  /* it covers hands of up to this many sets and a pair */
};

extern KZI_TILE_TABLE struct kzi_splits kzi_splits_classic; /* for four sets and a pair */

/* Return the slot that a suit has or can have. */
static inline unsigned kzi_suit_slot(const struct kzi_suit *suits, unsigned slot_bits,
                                     kzi_suit_key key) {
    unsigned slot = key * UINT32_C(2654435761) >> (32 - slot_bits);
    while (suits[slot].key != key && suits[slot].key != KZI_NO_SUIT)
        slot = (slot + 1) & ((1U << slot_bits) - 1);
    return slot;
}

/* Return the suit of a key; NULL: the tiles cannot be split. */
static inline const struct kzi_suit *kzi_suit_find(const struct kzi_splits *table,
                                                   kzi_suit_key key) {
    const struct kzi_suit *suit = &table->suits[kzi_suit_slot(table->suits, table->slot_bits, key)];
    return suit->key == key ? suit : NULL;
}

/* Return the key of a suit (3: honors, marked as such) as in the table. */
static inline kzi_suit_key kzi_marked_key_of(const uint8_t *counts, unsigned suit) {
    return kzi_suit_key_of(counts, suit) | (suit == KZI_SUITS ? KZI_HONORS : 0);
}

/* Return all splits of a suit, more + 1 of them. */
static inline const struct kzi_split *kzi_splits_of(const struct kzi_splits *table,
                                                    const struct kzi_suit *suit) {
    return table->splits + suit->first;
}

/* --- building (at build time and for other universes) ---------------------------------------- */

/* Buffers for a table under construction; the caller owns all arrays. */
struct kzi_splits_buffers {
    struct kzi_suit *suits;   /* 2 to the slot_bits */
    struct kzi_split *splits; /* max_splits of them, fewer than there are slots */
    unsigned slot_bits, max_splits;
};

/* Fill the buffers with every splittable suit of up to max_sets sets and a pair; false: they are
 * too small. */
bool kzi_splits_build(struct kzi_splits_buffers *buffers, unsigned max_sets,
                      struct kzi_splits *table);

/* The numbers of sets and pairs, at most one of these, that all tiles of a suit make, any number of
 * them equal.  Keys of honors are marked as such. */
struct kzi_made {
    bool whole;
    unsigned sets, pairs;
};

/* A suit with five of a kind is in no table: one of them is in some group, and what is left without
 * that group is made.  one: what a tile of that kind adds to the key. */
struct kzi_made kzi_make_suit_with_five(const struct kzi_splits *table, kzi_suit_key key,
                                        kzi_suit_key one);

static inline struct kzi_made kzi_make_suit(const struct kzi_splits *table, kzi_suit_key key) {
    const struct kzi_suit *suit = kzi_suit_find(table, key);
    const kzi_suit_key five = key >> 2 & (key | key >> 1) & KZI_KEY_ONES;
    if (suit)
        return (struct kzi_made){true, suit->sets, suit->pairs};
    return five ? kzi_make_suit_with_five(table, key, five & -five)
                : (struct kzi_made){false, 0, 0};
}

/* Return the numbers, as bits, with one more of which a suit can be split, even a fifth one: only
 * those with a tile that can be in a group with it are tried. */
unsigned kzi_suit_waits(const struct kzi_splits *table, kzi_suit_key key);

#endif
