/* shape.h - a declared shape: the parts of a complete hand.
 *
 * The parts are sets, pairs and a body of single tiles.  The body is one tile of each of some
 * kinds, or a number of different ones of them, and perhaps a second tile of one of these kinds.
 * If its kinds are named with suit letters, there is one body for each assignment of letters to
 * suits.  All shapes of a ruleset have the same number of tiles; only a shape of any tiles says
 * nothing of its number.
 *
 * Sets and pairs consist of one kind, or of listed tiles (knitted); conditions do not count the
 * latter as sets.
 *
 * The form tells how hands of the shape are read.  The usual forms are looked up; hands of the
 * others are searched for (hand/parts.h). */
#ifndef KZI_SHAPE_H
#define KZI_SHAPE_H

#include "tile/kind.h"

#define KZI_MAX_SHAPES 8

#define KZI_SUIT_LETTERS 3 /* a b c, which mean different number suits */

/* The assignments of suit letters to suits. */
#define KZI_FALLS 6
extern const uint8_t kzi_falls[KZI_FALLS][KZI_SUIT_LETTERS];

#define KZI_MAX_BODIES KZI_FALLS

enum kzi_shape_form {
    KZI_FORM_SETS,      /* sets and at most one pair (standard) */
    KZI_FORM_PAIRS,     /* pairs (seven pairs) */
    KZI_FORM_ONE_EACH,  /* a body with one more of its kinds (thirteen orphans) */
    KZI_FORM_BODY,      /* a body, sets and at most one pair (knitted straight) */
    KZI_FORM_DIFFERENT, /* a body (knitted honors) */
    KZI_FORM_PARTS,     /* parts that add up in any other way (seven pairs and a set) */
    KZI_FORM_SPELLED,   /* tile by tile (tile/box.h) */
    KZI_FORM_ANY_TILES, /* no parts: any tiles, if a condition of the ruleset holds */
    KZI_FORMS
};

/* A tile of a part: a number, absolute or counted from n, and a suit (0-2 m p s) or a suit letter
 * (3-5). */
struct kzi_shape_part {
    bool any;
    uint8_t number, suit;
};

/* Return the kind of a part for an assignment of letters `fall` and a number n, or KZI_NO_KIND. */
unsigned kzi_part_tile(const struct kzi_shape_part *part, unsigned fall, unsigned n);

/* Return the kinds of a knitted set or pair of `count` tiles; 0 if one of them does not exist. */
kzi_kinds kzi_knit(const struct kzi_shape_part *parts, unsigned count, unsigned fall, unsigned n);

struct kzi_shape {
    enum kzi_shape_form form;
    bool any_tiles;
    bool spelled; /* its hands are the boxes of the rules */
    uint8_t sets, pairs;
    bool pairs_differ; /* four equal tiles do not count as two pairs */
    bool one_more;     /* the body has one of its kinds twice */
    uint8_t n_bodies;
    /* Tiles of the body without one_more; if fewer than its kinds, any of them. */
    uint8_t body_tiles;
    kzi_kinds bodies[KZI_MAX_BODIES];
    uint8_t set_kinds; /* the allowed sets, by bit of enum kzi_group_kind; 0: any */
    uint8_t knitted_sets, knitted_pairs;
    struct kzi_shape_part set_is[3], pair_is[2]; /* the tiles of a knitted set, of a knitted pair */
};

/* Return the number of tiles, or 0 if it is that of the other shapes. */
static inline unsigned kzi_shape_tiles(const struct kzi_shape *shape) {
    return shape->body_tiles + (shape->one_more ? 1U : 0U) +
           3U * (shape->sets + shape->knitted_sets) + 2U * (shape->pairs + shape->knitted_pairs);
}

static inline bool kzi_shape_is_knitted(const struct kzi_shape *shape) {
    return shape->knitted_sets || shape->knitted_pairs;
}

/* Return whether a hand of the shape has every tile of the body. */
static inline bool kzi_shape_has_whole_body(const struct kzi_shape *shape) {
    return shape->n_bodies && shape->body_tiles == (unsigned)__builtin_popcountll(shape->bodies[0]);
}

#endif
