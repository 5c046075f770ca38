/* suit_waits.h - which numbers would make a suit whole.
 *
 * Of a suit that was whole with one tile more the answer is a table, made with the classic splits
 * when the project is built; of any other suit each number is tried. */
#ifndef KZI_SUIT_WAITS_H
#define KZI_SUIT_WAITS_H

#include "tile/splits.h"

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
