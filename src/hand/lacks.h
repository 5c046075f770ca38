/* lacks.h - how many tiles a hand lacks for a shape, and the kinds that bring it closer.
 *
 * Pairs, bodies and spelled hands are compared here.  The caller makes the sets and pairs of other
 * shapes: by tables of distances (shanten.c), or only if they lack at most one tile (waits.c). */
#ifndef KZI_LACKS_H
#define KZI_LACKS_H

#include "hand/distances.h"
#include "hand/parts.h"

struct kzi_unfinished_hand {
    uint8_t counts[KZI_COUNTS_CAPACITY]; /* by kind, without melds */
    uint8_t max[KZI_COUNTS_CAPACITY];    /* by kind: the copies that are not in melds */
    kzi_kinds may[KZI_MAX_COPIES + 1];   /* [n]: the kinds with at least n of these copies */
    const struct kzi_meld *melds;
    unsigned n_melds;
    /* For spelled shapes: their boxes, and the number and the kinds of wild tiles that counts
     * leaves out. */
    const struct kzi_shapes *shapes;
    unsigned n_wild;
    kzi_kinds wild;
};

/* The least that a hand lacks, over all shapes added so far.  Callers embed this as the first
 * member of a struct of their own. */
struct kzi_lacks_search {
    const struct kzi_unfinished_hand *hand;
    enum kzi_tiles_asked asked;
    struct kzi_lacks lacks;             /* the least so far */
    kzi_kinds have[KZI_MAX_COPIES + 1]; /* [n]: the kinds with at least n tiles */
    /* For the current shape; what lacks more than its bound is ignored. */
    struct kzi_parts_walk walk;
};

/* Begin.  lacking: the most that matters.  make_groups is called with the ways for each rest that
 * bodies and knitted parts leave; it calls kzi_lacks_search_add for sets and pairs of the rest. */
void kzi_lacks_search_init(struct kzi_lacks_search *search, const struct kzi_unfinished_hand *hand,
                           enum kzi_tiles_asked asked, unsigned lacking,
                           void (*make_groups)(void *search, const struct kzi_rest *rest));

/* Add one way to complete the hand.  A kind is accepted, or spare, if it is so in some way that
 * lacks least. */
void kzi_lacks_search_add(struct kzi_lacks_search *search, unsigned lacking, kzi_kinds accepted,
                          kzi_kinds spare);

void kzi_lacks_search_add_shape(struct kzi_lacks_search *search, const struct kzi_shape *shape);

#endif
