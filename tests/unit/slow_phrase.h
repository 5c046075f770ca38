/* slow_phrase.h - whether a phrase names a group, tile by tile: the engine asks by group codes. */
#ifndef SLOW_PHRASE_H
#define SLOW_PHRASE_H

#include "compile/condition/evaluation.h"

static inline bool slow_phrase_fits(const struct kzi_phrase *phrase, struct kzi_group group,
                                    const struct kzi_hand *hand) {
    const unsigned tiles = group.kind == KZI_CHOW ? 3 : 1;
    unsigned in = 0;
    for (unsigned tile = group.tile; tile < group.tile + tiles; tile++)
        in += kzi_in_class(&phrase->class_, kzi_code(tile, hand->seat, hand->round),
                           tile == hand->win);
    return kzi_noun_fits(phrase->noun, group.kind) &&
           kzi_adjective_fits(phrase->adjective, group.kind, group.hold) &&
           (phrase->some ? in > 0 : in == tiles);
}

#endif
