/* lacks.h - what a hand lacks of a shape, and the kinds that help.
 *
 * Pairs, bodies and spelled hands are compared here.  Whoever asks makes the sets and pairs that
 * other shapes have besides: by tables of distances (shanten.c), or only where they lack one tile
 * at most (waits.c). */
#ifndef KZI_LACKS_H
#define KZI_LACKS_H

#include "hand/distances.h"
#include "hand/parts.h"

struct kzi_unfinished {
    uint8_t counts[KZI_COUNTS_CAPACITY]; /* tiles by kind, without those of melds */
    uint8_t most[KZI_COUNTS_CAPACITY];   /* the copies of each kind that are not in melds */
    const struct kzi_meld *melds;
    unsigned n_melds;
    /* For a shape that is spelled: what is, and how many wild tiles of which kinds are left out. */
    const struct kzi_shapes *shapes;
    unsigned n_wild;
    kzi_kinds wild;
};

/* The ways to complete a hand that lack least, shape by shape.  Callers put it first in a structure
 * of their own. */
struct kzi_ways {
    const struct kzi_unfinished *hand;
    enum kzi_tiles_asked asked;
    struct kzi_lacks lacks;                                      /* so far */
    kzi_kinds have[KZI_MAX_COPIES + 1], may[KZI_MAX_COPIES + 1]; /* kinds with at least so many */
    struct kzi_parts_walk walk; /* of the shape; ways that lack more than its bound do not matter */
};

/* lacking: what matters at most.  make_groups: is called for what bodies and knitted parts leave,
 * with the ways, to which it adds one (kzi_way_add). */
void kzi_ways_init(struct kzi_ways *ways, const struct kzi_unfinished *hand,
                   enum kzi_tiles_asked asked, unsigned lacking,
                   void (*make_groups)(void *ways, const struct kzi_rest *rest));

/* Add a way to complete the hand. A kind is accepted, or spare, if it is in any of those that lack
 * least. */
void kzi_way_add(struct kzi_ways *ways, unsigned lacking, kzi_kinds accepted, kzi_kinds spare);

void kzi_ways_add_shape(struct kzi_ways *ways, const struct kzi_shape *shape);

#endif
