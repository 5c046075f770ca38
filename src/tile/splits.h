/* splits.h - every way to split the concealed tiles of one suit into sets and at most one pair.
 *
 * Splits are looked up, never searched for.  A key of nine counts finds its suit in a table, and
 * the first split of the suit is in the same slot; most suits have only one.  The table is a
 * perfect hash: the upper bits of a key's hash choose a shift, and hash and shift give the slot.
 * The table of the classic hand (four sets and a pair) is constant data, printed when the project
 * is built (gen_splits.c).  A ruleset with larger hands builds its own when it is loaded.
 *
 * Honors have separate keys (KZI_HONORS), because they form no chows. */
#ifndef KZI_SPLITS_H
#define KZI_SPLITS_H

#include "tile/counts.h"
#include "tile/sets.h"

#include <stddef.h>

/* The code of a set: chow or pung, and its lowest tile. */
#define KZI_SET_KIND   64
#define KZI_SPLIT_PUNG KZI_SET_KIND

struct kzi_split {
    uint16_t pungs;   /* a bit for each number 1-9 */
    uint16_t chow_id; /* kzi_chow_id() of the chows */
    /* The sets by their lowest number, a chow before a pung, with number - 1 as the tile.  They are
     * read as one word of eight bytes. */
    uint8_t sets[KZI_MAX_SETS];
    uint8_t n_sets;
    uint8_t pair; /* number of the pair's tile; 0: no pair */
    uint8_t more; /* in the first split of a suit: the number of further splits */
};

#define KZI_HONORS  ((kzi_suit_key)1 << 27) /* added to the key of honors */
#define KZI_NO_SUIT UINT32_MAX              /* the key of an empty slot */

struct kzi_suit {
    kzi_suit_key key;
    struct kzi_split first;
};

struct kzi_splits {
    const struct kzi_suit *suits; /* by slot */
    const uint16_t *first;        /* by slot: the index of the suit's first split */
    const struct kzi_split *splits;
    const uint16_t *shifts; /* by the upper bits of the hash */
    unsigned shift_bits;
    unsigned n_slots, n_entries, n_splits; /* entries and splits of number suits only */
    /* The largest number of sets, besides a pair, of the hands it covers. */
    unsigned max_sets;
};

extern KZI_TILE_TABLE struct kzi_splits kzi_splits_classic; /* for four sets and a pair */

static inline uint32_t kzi_suit_hash(kzi_suit_key key) {
    return key * UINT32_C(2654435761);
}

static inline unsigned kzi_suit_slot(uint32_t hash, unsigned shift, unsigned n_slots) {
    uint32_t mixed = (hash ^ shift * UINT32_C(0x9E3779B1)) * UINT32_C(0x85EBCA6B);
    return (unsigned)((uint64_t)mixed * n_slots >> 32);
}

/* Return the suit of a key, or NULL if its tiles cannot be split. */
static inline const struct kzi_suit *kzi_suit_find(const struct kzi_splits *table,
                                                   kzi_suit_key key) {
    uint32_t hash = kzi_suit_hash(key);
    unsigned shift = table->shifts[hash >> (32 - table->shift_bits)];
    const struct kzi_suit *suit = &table->suits[kzi_suit_slot(hash, shift, table->n_slots)];
    return suit->key == key ? suit : NULL;
}

/* Return the key of a suit as in the table: with KZI_HONORS for suit 3. */
static inline kzi_suit_key kzi_marked_key_of(const uint8_t *counts, unsigned suit) {
    return kzi_suit_key_of(counts, suit) | (suit == KZI_SUITS ? KZI_HONORS : 0);
}

/* Return the splits of a suit, of which there are first.more + 1. */
static inline const struct kzi_split *kzi_splits_of(const struct kzi_splits *table,
                                                    const struct kzi_suit *suit) {
    return table->splits + table->first[suit - table->suits];
}

/* --- building (at build time and for other universes) ---------------------------------------- */

/* Buffers for building a table.  The caller owns all arrays. */
struct kzi_splits_buffers {
    struct kzi_suit *suits; /* suits and first: n_slots of each */
    uint16_t *first;
    struct kzi_split *splits; /* splits and their keys, a work area: max_splits of each */
    kzi_suit_key *keys;
    uint16_t *shifts; /* 2 to the power of shift_bits */
    unsigned n_slots, shift_bits, max_splits;
};

/* Fill the buffers with every suit of up to max_sets sets and a pair, and set max_splits to the
 * number of splits.  Return false if the buffers are too small. */
bool kzi_splits_build(struct kzi_splits_buffers *buffers, unsigned max_sets,
                      struct kzi_splits *table);

/* --- waits ------------------------------------------------------------------------------------ */

/* The number of sets and pairs (0 or 1) that all tiles of a suit together make; any number of the
 * tiles may be equal.  Keys of honors have KZI_HONORS. */
struct kzi_suit_groups {
    bool whole;
    unsigned sets, pairs;
};

/* Return what a suit with five tiles of a kind makes.  Such a suit is in no table, but one of the
 * five is in some group, and the tiles without that group are in the table.  one: the key of one
 * tile of that kind. */
struct kzi_suit_groups kzi_make_suit_with_five(const struct kzi_splits *table, kzi_suit_key key,
                                               kzi_suit_key one);

/* Return what a suit makes.  All its splits have the same numbers of sets and pairs, because they
 * have the same number of tiles. */
static inline struct kzi_suit_groups kzi_make_suit(const struct kzi_splits *table,
                                                   kzi_suit_key key) {
    const struct kzi_suit *suit = kzi_suit_find(table, key);
    const kzi_suit_key five = key >> 2 & (key | key >> 1) & KZI_KEY_ONES;
    if (suit)
        return (struct kzi_suit_groups){true, suit->first.n_sets, suit->first.pair != 0};
    return five ? kzi_make_suit_with_five(table, key, five & -five)
                : (struct kzi_suit_groups){false, 0, 0};
}

/* Return the numbers, as bits, of the tiles with which the suit can be split, even if that is a
 * fifth one.  Only numbers that can form a group with a tile of the suit are tried. */
unsigned kzi_suit_waits(const struct kzi_splits *table, kzi_suit_key key);

#endif
