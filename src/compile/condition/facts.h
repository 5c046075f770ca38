/* facts.h - what conditions can ask of a hand beside its readings, worked out once a hand. */
#ifndef KZI_FACTS_H
#define KZI_FACTS_H

#include "hand/readings.h"
#include "rules/model.h"

#include <stddef.h>

#define KZI_NO_SHAPE                                                                               \
    15 /* the reading of melds alone, which needs of circumstances are asked of                    \
        */

struct kzi_facts {
    const struct kzi_hand *hand;
    const struct kzi_tiles *tiles;
    uint64_t given;         /* circumstances by number, those implied too */
    bool open;              /* a set is claimed */
    unsigned n_waits;       /* kinds that would win; only where a rule asks */
    const uint64_t *scored; /* yaku that count, bit by number; NULL: not settled yet */
    struct kzi_tiles own;   /* the tiles, where nobody else has worked them out */
};

/* Fills everything but given, n_waits and scored; facts point to themselves, so that they are not
 * copied. */
void kzi_facts_find(struct kzi_facts *facts, const struct kzi_hand *hand);
/* The same with tiles that are worked out already. */
static inline void kzi_facts_start(struct kzi_facts *facts, const struct kzi_hand *hand,
                                   const struct kzi_tiles *tiles) {
    facts->hand = hand;
    facts->tiles = tiles;
    facts->given = 0;
    facts->open = tiles->open;
    facts->n_waits = 0;
    facts->scored = NULL;
}

/* The melds alone, as a reading without a shape. */
void kzi_read_melds(const struct kzi_hand *hand, struct kzi_reading *reading);

#endif
