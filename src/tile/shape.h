/* shape.h - a declared shape: the parts of a complete hand.
 *
 * Shapes add up from sets, pairs and a body of single tiles, which is one of each of some kinds or
 * a number of different ones, and perhaps one of these kinds once more.  Kinds named with suit
 * letters have one body for each assignment of letters to suits.  All shapes of a ruleset have the
 * same number of tiles, except one of any tiles, which says nothing of them.
 *
 * The form says how hands of the shape are read.  The usual ones are looked up; all others are
 * searched for (hand/parts.h). */
#ifndef KZI_SHAPE_H
#define KZI_SHAPE_H

#include "tile/kind.h"

#define KZI_MAX_SHAPES 8

#define KZI_MAX_BODIES 6 /* assignments of three suit letters to suits */

enum kzi_shape_form {
    KZI_FORM_SETS,      /* sets and at most one pair (standard) */
    KZI_FORM_PAIRS,     /* pairs (seven pairs) */
    KZI_FORM_ONE_EACH,  /* a body with one more of its kinds (thirteen orphans) */
    KZI_FORM_BODY,      /* a body, sets and at most one pair (knitted straight) */
    KZI_FORM_DIFFERENT, /* a body (knitted honors) */
    KZI_FORM_PARTS,     /* parts that add up in any other way (seven pairs and a set) */
    KZI_FORM_ANY_TILES, /* no parts: any tiles, if a condition of the ruleset holds */
    KZI_FORMS
};

struct kzi_shape {
    enum kzi_shape_form form;
    bool any_tiles;
    uint8_t sets, pairs;
    bool pairs_differ; /* four equal tiles are not two pairs */
    bool one_more;     /* one of the kinds of the body twice */
    uint8_t n_bodies;
    uint8_t body_tiles; /* without one_more; fewer than the kinds of a body: so many of them */
    kzi_kinds bodies[KZI_MAX_BODIES];
};

/* Return the number of tiles; 0: as many as other shapes have. */
static inline unsigned kzi_shape_tiles(const struct kzi_shape *shape) {
    return shape->body_tiles + (shape->one_more ? 1U : 0U) + 3U * shape->sets + 2U * shape->pairs;
}

/* Return whether each tile of a body is in a hand with it. */
static inline bool kzi_shape_has_whole_body(const struct kzi_shape *shape) {
    return shape->n_bodies && shape->body_tiles == (unsigned)__builtin_popcountll(shape->bodies[0]);
}

#endif
