/* shape.h - a declared shape: what a complete hand is made of.
 *
 * Three forms: sets and a pair (standard); pairs alone (seven pairs); one of each of some kinds
 * and perhaps one more of them (thirteen orphans).  All shapes of a ruleset have as many tiles. */
#ifndef KZI_SHAPE_H
#define KZI_SHAPE_H

#include "tile/kind.h"

#define KZI_MAX_SHAPES 8

enum kzi_shape_form { KZI_FORM_SETS, KZI_FORM_PAIRS, KZI_FORM_ONE_EACH };

struct kzi_shape {
    enum kzi_shape_form form;
    uint8_t sets, pairs;
    bool pairs_differ;  /* four equal tiles are not two pairs */
    bool one_more;      /* one of the kinds twice */
    kzi_kinds one_each; /* of form ONE_EACH */
};

static inline unsigned kzi_shape_tiles(const struct kzi_shape *shape) {
    if (shape->form == KZI_FORM_ONE_EACH)
        return (unsigned)__builtin_popcountll(shape->one_each) + shape->one_more;
    return 3U * shape->sets + 2U * shape->pairs;
}

#endif
