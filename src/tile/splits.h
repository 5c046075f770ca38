/* splits.h - every way to see the concealed tiles of one suit as sets and at most one pair.
 *
 * Looked up, never searched: a key of nine counts finds its splits in a table.  The table of the
 * classic hand (four sets and a pair) is made when the project is built (gen_splits.c) and is
 * constant data; a ruleset with larger hands builds its own when it is loaded.
 *
 * A suit of honors needs no table (kzi_split_honors): its tiles form no chows. */
#ifndef KZI_SPLITS_H
#define KZI_SPLITS_H

#include "tile/counts.h"

#include <stddef.h>

/* A set as a code: whether it is a chow or a pung, and its lowest tile. */
#define KZI_SET_KIND   64
#define KZI_SPLIT_PUNG KZI_SET_KIND

struct kzi_split {
    uint32_t chows;   /* for each lowest number 1-7 how many chows begin there, 3 bits each */
    uint16_t pungs;   /* bit per number 1-9, from bit 0 */
    uint16_t chow_id; /* of its chows: kzi_chow_id() */
    /* Read as one word of eight bytes: by number, a chow before a pung, number - 1 as the tile. */
    uint8_t sets[KZI_MAX_SETS];
    uint8_t n_sets;
    uint8_t pair; /* its number; 0: none */
    uint8_t room;
};

struct kzi_split_entry {
    kzi_suit_key key;
    uint16_t first; /* in splits */
    uint16_t count;
};

/* Of a suit: for each of its numbers what would make it whole again if such a tile were taken away,
 * bit by number; and what would make a set of its pair. */
#define KZI_PAIR_TO_SET    9
#define KZI_WAITS_OF_ENTRY 10
#define KZI_WHOLE_WITHOUT  0x8000 /* it is whole without the tile, too */

struct kzi_splits {
    const uint16_t *slots; /* index + 1 into entries by hash; 0: empty */
    const struct kzi_split_entry *entries;
    const struct kzi_split *splits;
    unsigned slot_bits; /* the number of slots is 2 to this */
    unsigned n_entries, n_splits;
    unsigned max_sets; /* hands of up to so many sets and a pair are in it */
    const uint16_t (*waits)[KZI_WAITS_OF_ENTRY]; /* by entry; NULL: not worked out */
};

extern const struct kzi_splits kzi_splits_classic; /* of four sets and a pair */

static inline unsigned kzi_suit_slot(kzi_suit_key key, unsigned slot_bits) {
    return (unsigned)(key * UINT32_C(2654435761)) >> (32 - slot_bits);
}

/* The entry of a key; NULL: such tiles cannot be split. */
static inline const struct kzi_split_entry *kzi_splits_find(const struct kzi_splits *table,
                                                            kzi_suit_key key) {
    unsigned mask = (1U << table->slot_bits) - 1;
    for (unsigned slot = kzi_suit_slot(key, table->slot_bits);; slot = (slot + 1) & mask) {
        unsigned index = table->slots[slot];
        if (!index)
            return NULL;
        if (table->entries[index - 1].key == key)
            return &table->entries[index - 1];
    }
}

/* The one split of honors with this key; false: there is none.  A pung is a bit per honor, the
 * pair an honor's number 1-7. */
bool kzi_split_honors(kzi_suit_key key, struct kzi_split *split);

/* --- building (at build time and for other universes) ---------------------------------------- */

#define KZI_SPLITS_MAX_ENTRIES 65534

/* Room for a table under construction; all arrays are the caller's. */
struct kzi_splits_room {
    uint16_t *slots;
    struct kzi_split_entry *entries;
    struct kzi_split *splits;
    unsigned slot_bits, max_entries, max_splits;
};

/* Fills the room with every splittable suit of up to max_sets sets and a pair; false: too small. */
bool kzi_splits_build(struct kzi_splits_room *room, unsigned max_sets, struct kzi_splits *table);

#endif
