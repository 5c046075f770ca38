/* splits.h - every way to split the concealed tiles of one suit into sets and at most one pair.
 *
 * Splits are looked up, never searched for.  A key of nine counts finds its suit in a hash table,
 * in which every other slot or more is empty; the splits of a suit are adjacent, and most suits
 * have only one.  The table of the classic hand (four sets and a pair) is constant data, printed
 * when the project is built (gen_splits.c).  A ruleset with larger hands builds its own when it is
 * loaded.
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
    kzi_suit_key key; /* of the suit's tiles; KZI_NO_SUIT: no split */
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
#define KZI_NO_SUIT UINT32_MAX

struct kzi_splits {
    /* By hash, 2 to the power of bits: the index of a suit's first split, or 0.  A suit whose slot
     * is taken has the next free one. */
    const uint16_t *slots;
    const struct kzi_split *list; /* element 0 is no split */
    unsigned bits, count;
    unsigned max_sets; /* the largest number of sets, besides a pair, of the hands it covers */
};

extern KZI_TILE_TABLE struct kzi_splits kzi_splits_classic; /* for four sets and a pair */

/* Return the slot of a suit, or the free one in which it would be. */
static inline unsigned kzi_suit_slot(const struct kzi_splits *table, kzi_suit_key key) {
    unsigned slot = key * UINT32_C(2654435761) >> (32 - table->bits);
    for (;; slot = (slot + 1) & ((1U << table->bits) - 1)) {
        const kzi_suit_key there = table->list[table->slots[slot]].key;
        if (there == key || there == KZI_NO_SUIT)
            return slot;
    }
}

/* Return the first split of a suit, after which are first->more others; NULL if its tiles cannot be
 * split. */
static inline const struct kzi_split *kzi_splits_find(const struct kzi_splits *table,
                                                      kzi_suit_key key) {
    const struct kzi_split *first = &table->list[table->slots[kzi_suit_slot(table, key)]];
    return first->key == key ? first : NULL;
}

/* Return the key of a suit as in the table: with KZI_HONORS for suit 3. */
static inline kzi_suit_key kzi_marked_key_of(const uint8_t *counts, unsigned suit) {
    return kzi_suit_key_of(counts, suit) | (suit == KZI_SUITS ? KZI_HONORS : 0);
}

/* --- building (at build time and for larger hands) -------------------------------------------- */

/* Fill a table with every suit of up to max_sets sets and a pair.  slots and list are the caller's:
 * 2 to the power of bits slots that are 0, more than twice as many as suits, and `capacity`
 * splits.  Return false if the list is too small. */
bool kzi_splits_build(struct kzi_splits *table, unsigned max_sets, uint16_t *slots, unsigned bits,
                      struct kzi_split *list, unsigned capacity);

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
    const struct kzi_split *first = kzi_splits_find(table, key);
    const kzi_suit_key five = key >> 2 & (key | key >> 1) & KZI_KEY_ONES;
    if (first)
        return (struct kzi_suit_groups){true, first->n_sets, first->pair != 0};
    return five ? kzi_make_suit_with_five(table, key, five & -five)
                : (struct kzi_suit_groups){false, 0, 0};
}

/* Return the numbers, as bits, of the tiles with which the suit can be split, even if that is a
 * fifth one.  Only numbers that can form a group with a tile of the suit are tried. */
unsigned kzi_suit_waits(const struct kzi_splits *table, kzi_suit_key key);

#endif
