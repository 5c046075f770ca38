/* parts.h - every way to put together the tiles of a hand as the parts of a shape whose form is
 * KZI_FORM_PARTS: a search, because no table has such hands. */
#ifndef KZI_PARTS_H
#define KZI_PARTS_H

#include "hand/readings.h"

/* One way: the codes of its groups, ordered as in a reading, and the wait on the winning tile in
 * the body. */
struct kzi_arrangement {
    uint64_t codes;
    uint8_t n_groups, n_sets;
    uint8_t wait; /* KZI_WAIT_NONE: the winning tile is not in the body */
};

/* Fill the list with up to `capacity` different ways to arrange the hand with `win` as its winning
 * tile; return their number.  melds: the codes of its melds. */
unsigned kzi_parts_arrange(const struct kzi_shape *shape, const struct kzi_hand *hand,
                           uint64_t melds, unsigned win, struct kzi_arrangement *list,
                           unsigned capacity);

/* Return whether the melds can be sets of the shape. */
bool kzi_melds_fit(const struct kzi_shape *shape, const struct kzi_meld *melds, unsigned count);

#endif
