/* parts.h - the parts of a shape that no table has: bodies and knitted sets and pairs.  Here they
 * are taken out of a hand in every way; and for shapes whose form is KZI_FORM_PARTS, what is left
 * is put together as sets and pairs by a search. */
#ifndef KZI_PARTS_H
#define KZI_PARTS_H

#include "hand/readings.h"

/* What is left of a hand when tiles are taken for such parts. */
struct kzi_rest {
    uint8_t counts[KZI_COUNTS_CAPACITY];
    uint8_t most[KZI_COUNTS_CAPACITY]; /* of each kind, in the hand and to come */
    unsigned lacking;                  /* tiles that were not there */
    kzi_kinds missing;                 /* their kinds */
    unsigned twice;                    /* the kind of a body that is taken twice; KZI_NO_KIND */
};

struct kzi_parts_walk {
    const struct kzi_shape *shape;
    unsigned bound; /* the most tiles that may be lacking */
    void (*found)(void *with, const struct kzi_rest *rest);
    void *with;
};

/* Take a whole body and the knitted parts of the shape in every way within the bound, which `found`
 * may lower. */
void kzi_parts_walk(const struct kzi_parts_walk *walk, const struct kzi_rest *hand);

/* One way to put together all tiles: the codes of its groups, ordered as in a reading, and the wait
 * on the winning tile in the body. */
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
