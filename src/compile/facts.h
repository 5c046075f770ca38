/* facts.h - what conditions can ask of a hand beside its readings, worked out once a hand. */
#ifndef KZI_FACTS_H
#define KZI_FACTS_H

#include "hand/reading.h"
#include "rules/model.h"

#define KZI_NO_SHAPE                                                                               \
    15 /* the reading of melds alone, which needs of circumstances are asked of                    \
        */

struct kzi_facts {
    const struct kzi_hand *hand;
    uint64_t given;                  /* circumstances by number, those implied too */
    bool open;                       /* a set is claimed */
    uint8_t counts[KZI_COUNTS_ROOM]; /* every tile: melds (a kong four), the winning tile */
    kzi_kinds kinds;                 /* those at hand */
    unsigned n_waits;                /* kinds that would win; only where a rule asks */
    const uint64_t *scored;          /* yaku that count, bit by number; NULL: not settled yet */
};

/* Fills everything but given, n_waits and scored. */
void kzi_facts_find(struct kzi_facts *facts, const struct kzi_hand *hand);

/* The melds alone, as a reading without a shape. */
void kzi_read_melds(const struct kzi_hand *hand, struct kzi_reading *reading);

#endif
