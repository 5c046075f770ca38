/* every_alike.h - hands noted by class as they are made (private to the files every_*.c). */
#ifndef KZI_EVERY_ALIKE_H
#define KZI_EVERY_ALIKE_H

#include "analysis/exhaustive/every.h"

/* Seat, way of winning, and how many melds of each sort there are. */
#define KZI_EVERY_MELDS      5 /* none to four */
#define KZI_EVERY_SITUATIONS (KZI_SEATS * 2 * 625)

struct kzi_every_noting {
    struct kzi_every *every;
    const struct kzi_every_tiles *tiles; /* that the hand is made of */
    uint64_t order;                      /* their place among the classes of tiles */
    struct kzi_hand hand;
    struct kzi_tiles found;                  /* its tiles, arranged or not */
    struct kzi_every_needs asked;            /* clauses that circumstances need */
    uint64_t needs;                          /* digest of what these find */
    uint64_t made;                           /* hands */
    bool failed;                             /* memory is out */
    uint64_t needs_of[KZI_EVERY_SITUATIONS]; /* what those of melds find; 0: not known */
    /* room to work in */
    struct kzi_readings readings[2];
    struct kzi_match matches[2][KZI_MAX_READINGS];
};

/* Notes the hand in its class, as one of so many as its tiles stand for; but those only that the
 * view looks at. */
void kzi_every_note(struct kzi_every_noting *noting);

#endif
