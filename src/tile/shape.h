/* shape.h - a declared shape: the parts of a complete hand.
 *
 * Five forms: sets and a pair (standard); pairs alone (seven pairs); one of each of some kinds
 * and perhaps one more of them (thirteen orphans); a body of one of each next to sets and a pair
 * (knitted straight); a number of different tiles of some kinds (knitted honors).  Kinds named
 * with suit letters have one body for each assignment of letters to suits.  All shapes of a
 * ruleset have the same number of tiles. */
#ifndef KZI_SHAPE_H
#define KZI_SHAPE_H

#include "tile/kind.h"

#define KZI_MAX_SHAPES 8

#define KZI_MAX_BODIES 6 /* assignments of three suit letters to suits */

enum kzi_shape_form {
    KZI_FORM_SETS,
    KZI_FORM_PAIRS,
    KZI_FORM_ONE_EACH,
    KZI_FORM_BODY,
    KZI_FORM_DIFFERENT,
    KZI_FORMS
};

struct kzi_shape {
    enum kzi_shape_form form;
    uint8_t sets, pairs;
    bool pairs_differ;  /* four equal tiles are not two pairs */
    bool one_more;      /* one of the kinds twice */
    kzi_kinds one_each; /* of form ONE_EACH */
    uint8_t n_bodies;
    kzi_kinds
        bodies[KZI_MAX_BODIES]; /* of form BODY: the body; of DIFFERENT: the kinds to choose from */
    uint8_t different;          /* of form DIFFERENT: the number of tiles */
};

static inline unsigned kzi_shape_tiles(const struct kzi_shape *shape) {
    if (shape->form == KZI_FORM_ONE_EACH)
        return (unsigned)__builtin_popcountll(shape->one_each) + shape->one_more;
    if (shape->form == KZI_FORM_DIFFERENT)
        return shape->different;
    unsigned body =
        shape->form == KZI_FORM_BODY ? (unsigned)__builtin_popcountll(shape->bodies[0]) : 0;
    return body + 3U * shape->sets + 2U * shape->pairs;
}

#endif
