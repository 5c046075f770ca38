/* shape.h - a declared shape: the parts of a complete hand.
 *
 * Shapes add up from sets, pairs and a body of single tiles, which is one of each of some kinds or
 * a number of different ones, and perhaps one of these kinds once more.  Kinds named with suit
 * letters have one body for each assignment of letters to suits.  All shapes of a ruleset have the
 * same number of tiles, except one of any tiles, which says nothing of them.
 *
 * Sets and pairs may be of one kind, or of listed tiles (knitted), which are then no sets for
 * conditions.
 *
 * The form says how hands of the shape are read.  The usual ones are looked up; all others are
 * searched for (hand/parts.h). */
#ifndef KZI_SHAPE_H
#define KZI_SHAPE_H

#include "tile/kind.h"

#define KZI_MAX_SHAPES 8

#define KZI_SUIT_LETTERS 3 /* a b c: different number suits, any */

/* The ways in which suit letters can fall on suits. */
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

/* A tile with a number counted from n or the number itself, and a suit (0-2 m p s) or a
 * suit letter (3-5). */
struct kzi_shape_part {
    bool any;
    uint8_t number, suit;
};

/* Return the kind of a part; KZI_NO_KIND: there is no such tile. */
unsigned kzi_part_tile(const struct kzi_shape_part *part, unsigned fall, unsigned n);

/* Return the kinds of a knitted set or pair of `count` tiles; 0: there is none with this n. */
kzi_kinds kzi_knit(const struct kzi_shape_part *parts, unsigned count, unsigned fall, unsigned n);

struct kzi_shape {
    enum kzi_shape_form form;
    bool any_tiles;
    bool spelled; /* its hands are the boxes of the rules, each with the tiles of a body */
    uint8_t sets, pairs;
    bool pairs_differ; /* four equal tiles are not two pairs */
    bool one_more;     /* one of the kinds of the body twice */
    uint8_t n_bodies;
    uint8_t body_tiles; /* without one_more; if fewer than the kinds of a body: any of them */
    kzi_kinds bodies[KZI_MAX_BODIES];
    uint8_t set_kinds; /* what sets are, by bit of enum kzi_group_kind; 0: any */
    uint8_t knitted_sets, knitted_pairs;
    struct kzi_shape_part set_is[3], pair_is[2]; /* of knitted sets and pairs */
};

/* Return the number of tiles; 0: as many as other shapes have. */
static inline unsigned kzi_shape_tiles(const struct kzi_shape *shape) {
    return shape->body_tiles + (shape->one_more ? 1U : 0U) +
           3U * (shape->sets + shape->knitted_sets) + 2U * (shape->pairs + shape->knitted_pairs);
}

static inline bool kzi_shape_is_knitted(const struct kzi_shape *shape) {
    return shape->knitted_sets || shape->knitted_pairs;
}

/* Return whether each tile of a body is in a hand with it. */
static inline bool kzi_shape_has_whole_body(const struct kzi_shape *shape) {
    return shape->n_bodies && shape->body_tiles == (unsigned)__builtin_popcountll(shape->bodies[0]);
}

#endif
