/* readings.h - all readings of a hand, of any shape that a ruleset has.
 *
 * Readings that no rule could tell apart (the winning tile in one of two equal chows) come once. */
#ifndef KZI_READINGS_H
#define KZI_READINGS_H

#include "hand/tiles.h"
#include "tile/shape.h"

/* Enough for every hand of up to five sets: the test of splits counts them. */
#define KZI_MAX_READINGS 128

struct kzi_readings {
    unsigned count;
    struct kzi_reading list[KZI_MAX_READINGS];
};

/* What readings are made by: a ruleset's shapes and the table of splits that fits them. */
struct kzi_shapes {
    const struct kzi_shape *list;
    unsigned count;
    const struct kzi_splits *splits;
    uint8_t of_forms[1 << KZI_FORMS]; /* by a set of forms, by bit: the shapes of these forms */
};

struct kzi_shapes kzi_shapes_of(const struct kzi_shape *list, unsigned count,
                                const struct kzi_splits *splits);

/* Whether every hand has the same readings by both. */
bool kzi_same_shapes(const struct kzi_shapes *a, const struct kzi_shapes *b);

/* Fills readings with all of them; none: the hand is not complete.  A hand of the wrong number of
 * tiles has none. */
void kzi_readings_find(const struct kzi_hand *hand, const struct kzi_shapes *shapes,
                       struct kzi_readings *readings);

/* The same of tiles that are worked out already. */
void kzi_readings_of(const struct kzi_tiles *tiles, const struct kzi_hand *hand,
                     const struct kzi_shapes *shapes, struct kzi_readings *readings);

/* The kinds that would complete the hand in place of its winning tile, over all shapes. */
kzi_kinds kzi_waits(const struct kzi_hand *hand, const struct kzi_shapes *shapes, kzi_kinds played);
kzi_kinds kzi_waits_of(const struct kzi_tiles *tiles, const struct kzi_hand *hand,
                       const struct kzi_shapes *shapes, kzi_kinds played);

#endif
