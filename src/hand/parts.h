/* parts.h - the parts of a shape that are in no table: bodies, and knitted sets and pairs.  They
 * are taken out of a hand in every way.  For shapes of the form KZI_FORM_PARTS, a search then
 * arranges the rest as sets and pairs. */
#ifndef KZI_PARTS_H
#define KZI_PARTS_H

#include "hand/readings.h"

/* The rest of a hand after taking out such parts. */
struct kzi_rest {
    uint8_t counts[KZI_COUNTS_CAPACITY];
    uint8_t max[KZI_COUNTS_CAPACITY]; /* by kind: the copies in the hand and those that may come */
    unsigned lacking;                 /* tiles of the parts that the hand does not have */
    kzi_kinds missing;                /* kinds of these tiles */
    unsigned twice;                   /* the kind of a body that is taken twice, or KZI_NO_KIND */
};

struct kzi_parts_walk {
    const struct kzi_shape *shape;
    unsigned bound; /* the most tiles that may be lacking */
    void (*found)(void *context, const struct kzi_rest *rest);
    void *context;
};

/* Take a body and the knitted parts of the shape out of a hand, in every way within the bound, and
 * call found for each rest.  found may lower the bound. */
void kzi_parts_walk(const struct kzi_parts_walk *walk, const struct kzi_rest *hand);

/* An arrangement of all tiles: the codes of its groups, in the order of a reading, and the wait if
 * the winning tile is in the body. */
struct kzi_arrangement {
    uint64_t codes;
    uint8_t n_groups, n_sets;
    uint8_t wait; /* KZI_WAIT_NONE: the winning tile is not in the body */
};

/* Fill list with up to `capacity` different arrangements of the hand with `win` as its winning
 * tile, and return their number.  melds: the codes of its melds. */
unsigned kzi_parts_arrange(const struct kzi_shape *shape, const struct kzi_hand *hand,
                           uint64_t melds, unsigned win, struct kzi_arrangement *list,
                           unsigned capacity);

/* Return whether the melds can be sets of the shape. */
bool kzi_melds_fit(const struct kzi_shape *shape, const struct kzi_meld *melds, unsigned count);

#endif
