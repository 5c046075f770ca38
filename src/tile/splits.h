/* splits.h - every way to see the concealed tiles of one suit as sets and at most one pair.
 *
 * Looked up, never searched: a key of nine counts finds its suit in a table, with its first split
 * in the same slot; most suits have no other.  A hash that has no two keys in one slot is laid
 * out with the table: the upper bits of a key's hash choose a shift, and hash and shift the slot.
 * The table of the classic hand (four sets and a pair) is made when the project is built
 * (gen_splits.c) and is constant data; a ruleset with larger hands builds its own when it is
 * loaded.
 *
 * Honors are in it under keys of their own (KZI_HONORS): their tiles form no chows. */
#ifndef KZI_SPLITS_H
#define KZI_SPLITS_H

#include "tile/counts.h"

#include <stddef.h>

/* A set as a code: whether it is a chow or a pung, and its lowest tile. */
#define KZI_SET_KIND   64
#define KZI_SPLIT_PUNG KZI_SET_KIND

struct kzi_split {
    uint16_t pungs;   /* bit per number 1-9, from bit 0 */
    uint16_t chow_id; /* of its chows: kzi_chow_id() */
    /* Read as one word of eight bytes: by number, a chow before a pung, number - 1 as the tile. */
    uint8_t sets[KZI_MAX_SETS];
    uint8_t n_sets;
    uint8_t pair; /* its number; 0: none */
    uint8_t more; /* of the first split of a suit: how many others there are */
};

#define KZI_HONORS  ((kzi_suit_key)1 << 27) /* added to the key of honors */
#define KZI_NO_SUIT UINT32_MAX              /* the key of a slot that is not taken */

struct kzi_suit {
    kzi_suit_key key;
    struct kzi_split first;
};

/* Of a suit: for each of its numbers what would make it whole again if such a tile were taken away,
 * bit by number; and what would make a set of its pair. */
#define KZI_PAIR_TO_SET   9
#define KZI_WAITS_OF_SUIT 10
#define KZI_WHOLE_WITHOUT 0x8000 /* it is whole without the tile, too */

struct kzi_splits {
    const struct kzi_suit *suits; /* by slot */
    const uint16_t *first;        /* by slot: of its splits, in splits */
    const struct kzi_split *splits;
    const uint16_t *shifts; /* by the upper bits of the hash */
    unsigned shift_bits;
    unsigned n_slots, n_entries, n_splits; /* entries and splits: of number suits */
    unsigned max_sets;                     /* hands of up to so many sets and a pair are in it */
    const uint16_t (*waits)[KZI_WAITS_OF_SUIT]; /* by slot; NULL: not worked out */
};

extern const struct kzi_splits kzi_splits_classic; /* of four sets and a pair */

static inline uint32_t kzi_suit_hash(kzi_suit_key key) {
    return key * UINT32_C(2654435761);
}

static inline unsigned kzi_suit_slot(uint32_t hash, unsigned shift, unsigned n_slots) {
    uint32_t mixed = (hash ^ shift * UINT32_C(0x9E3779B1)) * UINT32_C(0x85EBCA6B);
    return (unsigned)((uint64_t)mixed * n_slots >> 32);
}

/* The suit of a key; NULL: such tiles cannot be split. */
static inline const struct kzi_suit *kzi_suit_find(const struct kzi_splits *table,
                                                   kzi_suit_key key) {
    uint32_t hash = kzi_suit_hash(key);
    unsigned shift = table->shifts[hash >> (32 - table->shift_bits)];
    const struct kzi_suit *suit = &table->suits[kzi_suit_slot(hash, shift, table->n_slots)];
    return suit->key == key ? suit : NULL;
}

/* The key of a suit (3: honors, marked as such) as the table has it. */
static inline kzi_suit_key kzi_marked_key_of(const uint8_t *counts, unsigned suit) {
    return kzi_suit_key_of(counts, suit) | (suit == KZI_SUITS ? KZI_HONORS : 0);
}

/* Its splits, the first among them: first.more + 1 of them. */
static inline const struct kzi_split *kzi_splits_of(const struct kzi_splits *table,
                                                    const struct kzi_suit *suit) {
    return table->splits + table->first[suit - table->suits];
}

/* --- building (at build time and for other universes) ---------------------------------------- */

/* A split while the table is made. */
struct kzi_found_split {
    kzi_suit_key key;
    uint16_t order; /* of finding */
    struct kzi_split split;
};

/* Room for a table under construction; all arrays are the caller's. */
struct kzi_splits_buffers {
    struct kzi_suit *suits; /* and first: n_slots of them */
    uint16_t *first;
    struct kzi_split *splits; /* and found, which is buffers to work in: max_splits of them */
    struct kzi_found_split *found;
    uint16_t *shifts; /* 2 to the shift_bits */
    unsigned n_slots, shift_bits, max_splits;
};

/* Fills the buffers with every splittable suit of up to max_sets sets and a pair, and sets
 * max_splits to the number of splits; false: too small. */
bool kzi_splits_build(struct kzi_splits_buffers *buffers, unsigned max_sets,
                      struct kzi_splits *table);

/* --- waits ------------------------------------------------------------------------------------ */

/* Which numbers would make a suit whole.  Of a suit that was whole with one tile more the answer is
 * a table, made with the classic splits when the project is built; of any other suit each number is
 * tried. */

/* What the tiles of a suit make, all of them taken.  Keys of honors are marked as such. */
struct kzi_made {
    bool whole;
    unsigned sets, pairs;
};

struct kzi_made kzi_make_suit(const struct kzi_splits *table, kzi_suit_key key);

/* The numbers that would make the tiles so many sets and pairs, bit by number; a fifth equal tile
 * too. */
unsigned kzi_suit_waits(const struct kzi_splits *table, kzi_suit_key key, unsigned sets,
                        unsigned pairs);

/* What a table of splits knows of the waits of a suit that is in it. */
void kzi_suit_waits_of(const struct kzi_splits *table, kzi_suit_key key,
                       uint16_t waits[KZI_WAITS_OF_SUIT]);

#endif
