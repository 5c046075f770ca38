/* others.h - a list of the selections of yaku that lose under a result. */
#ifndef OTHERS_H
#define OTHERS_H

#include "score/result.h"

#define MAX_OTHERS 32

struct others {
    struct kzi_lost_taker taker;
    unsigned count;
    struct kzi_tally list[MAX_OTHERS];
};

static inline void take_other(struct kzi_lost_taker *taker, const struct kzi_tally *lost) {
    struct others *others = (struct others *)taker;
    if (others->count < MAX_OTHERS)
        others->list[others->count++] = *lost;
}

/* List the first MAX_OTHERS of them. */
static inline void fill_others(const struct kz_result *result, struct others *others) {
    others->taker.take = take_other;
    others->count = 0;
    kzi_visit_lost(result, &others->taker);
}

#endif
