/* tile_change.h - the change of one tile of a hand by which a yaku counts in it.
 *
 * One tile goes and another comes in its place: a concealed one, the winning one, or one at the end
 * of a claimed chow, which becomes the next chow.  The changed hand must be one that the rules
 * admit, and win. */
#ifndef KZI_REPORT_CHANGE_H
#define KZI_REPORT_CHANGE_H

#include "score/result.h"

struct kzi_tile_change {
    unsigned count;      /* changes by which the yaku counts; 0: there is none */
    unsigned completing; /* changes by which the hand is complete */
    uint8_t from, to;    /* of the one proposed: it keeps the most of what counts, then pays most */
    bool to_marked;      /* what comes is a red five */
    bool winning_tile;   /* what goes is the winning tile */
    struct kzi_hand hand;
    int64_t points;
};

/* Tries every change of the hand of result; trying is room to score in. */
void kzi_tile_change_find(struct kzi_tile_change *change, const struct kz_result *result,
                          unsigned yaku, struct kz_result *trying);

#endif
