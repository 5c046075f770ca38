/* suit_waits.h - which numbers would make a suit whole.
 *
 * Of a suit that was whole with one tile more the answer is a table, made with the classic splits
 * when the project is built; of any other suit each number is tried. */
#ifndef KZI_SUIT_WAITS_H
#define KZI_SUIT_WAITS_H

#include "tile/splits.h"

/* What the tiles of a suit make, all of them taken. */
struct kzi_made {
    bool whole;
    unsigned sets, pairs;
};

struct kzi_made kzi_make_suit(const struct kzi_splits *table, kzi_suit_key key, bool honors);

/* The numbers that would make the tiles so many sets and pairs, bit by number; a fifth equal tile
 * too. */
unsigned kzi_suit_waits(const struct kzi_splits *table, kzi_suit_key key, bool honors,
                        unsigned sets, unsigned pairs);

/* Fills what a table of splits knows of the waits of its entry number `entry`. */
void kzi_suit_waits_of_entry(const struct kzi_splits *table, unsigned entry,
                             uint16_t waits[KZI_WAITS_OF_ENTRY]);

#endif
