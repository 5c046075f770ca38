/* splits.h - every way to split the concealed tiles of one suit into sets and at most one pair.
 *
 * Splits are looked up, never searched.  A key of nine counts finds its suit in a table, with its
 * first split in the same slot; most suits have no other.  The table is a perfect hash: the upper
 * bits of a key's hash choose a shift, and hash and shift give the slot.  The table of the classic
 * hand (four sets and a pair) is constant data, printed when the project is built (gen_splits.c).
 * A ruleset with larger hands builds its own when it is loaded.
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
    uint8_t more; /* in the first split of a suit: the number of others */
};

#define KZI_HONORS  ((kzi_suit_key)1 << 27) /* added to the key of honors */
#define KZI_NO_SUIT UINT32_MAX              /* the key of an empty slot */

struct kzi_suit {
    kzi_suit_key key;
    struct kzi_split first;
};

struct kzi_splits {
    const struct kzi_suit *suits; /* by slot */
    const uint16_t *first;        /* by slot: the index of its splits */
    const struct kzi_split *splits;
    const uint16_t *shifts; /* by the upper bits of the hash */
    unsigned shift_bits;
    unsigned n_slots, n_entries, n_splits; /* entries and splits: of number suits */
    unsigned max_sets;                     /* it covers hands of up to this many sets and a pair */
};

extern KZI_TILE_TABLE struct kzi_splits kzi_splits_classic; /* for four sets and a pair */

static inline uint32_t kzi_suit_hash(kzi_suit_key key) {
    return key * UINT32_C(2654435761);
}

static inline unsigned kzi_suit_slot(uint32_t hash, unsigned shift, unsigned n_slots) {
    uint32_t mixed = (hash ^ shift * UINT32_C(0x9E3779B1)) * UINT32_C(0x85EBCA6B);
    return (unsigned)((uint64_t)mixed * n_slots >> 32);
}

/* Return the suit of a key; NULL: the tiles cannot be split. */
static inline const struct kzi_suit *kzi_suit_find(const struct kzi_splits *table,
                                                   kzi_suit_key key) {
    uint32_t hash = kzi_suit_hash(key);
    unsigned shift = table->shifts[hash >> (32 - table->shift_bits)];
    const struct kzi_suit *suit = &table->suits[kzi_suit_slot(hash, shift, table->n_slots)];
    return suit->key == key ? suit : NULL;
}

/* Return the key of a suit (3: honors, marked as such) as in the table. */
static inline kzi_suit_key kzi_marked_key_of(const uint8_t *counts, unsigned suit) {
    return kzi_suit_key_of(counts, suit) | (suit == KZI_SUITS ? KZI_HONORS : 0);
}

/* Return all splits of a suit, first.more + 1 of them. */
static inline const struct kzi_split *kzi_splits_of(const struct kzi_splits *table,
                                                    const struct kzi_suit *suit) {
    return table->splits + table->first[suit - table->suits];
}

/* --- building (at build time and for other universes) ---------------------------------------- */

/* Buffers for a table under construction; the caller owns all arrays. */
struct kzi_splits_buffers {
    struct kzi_suit *suits; /* and first: n_slots of them */
    uint16_t *first;
    struct kzi_split *splits; /* and their keys, a work buffer: max_splits of them */
    kzi_suit_key *keys;
    uint16_t *shifts; /* 2 to the shift_bits */
    unsigned n_slots, shift_bits, max_splits;
};

/* Fill the buffers with every splittable suit of up to max_sets sets and a pair, and set
 * max_splits to the number of splits; false: the buffers are too small. */
bool kzi_splits_build(struct kzi_splits_buffers *buffers, unsigned max_sets,
                      struct kzi_splits *table);

/* --- waits ------------------------------------------------------------------------------------ */

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

/* All splits of a suit have the same numbers, because they have as many tiles. */
static inline struct kzi_made kzi_make_suit(const struct kzi_splits *table, kzi_suit_key key) {
    const struct kzi_suit *suit = kzi_suit_find(table, key);
    const kzi_suit_key five = key >> 2 & (key | key >> 1) & KZI_KEY_ONES;
    if (suit)
        return (struct kzi_made){true, suit->first.n_sets, suit->first.pair != 0};
    return five ? kzi_make_suit_with_five(table, key, five & -five)
                : (struct kzi_made){false, 0, 0};
}

/* Return the numbers, as bits, with one more of which a suit can be split, even a fifth one: only
 * those with a tile that can be in a group with it are tried. */
unsigned kzi_suit_waits(const struct kzi_splits *table, kzi_suit_key key);

#endif
