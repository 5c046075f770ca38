/* bounds.h - what is known of all readings of which some conditions hold, as bounds.
 *
 * A case is one shape, one way of winning, one openness; what rules say of it narrows what tiles
 * there may be and must be, what groups there can be, and how many of them a phrase names.  All is
 * cautious: a bound may be wider than the truth, never narrower. */
#ifndef KZI_BOUNDS_H
#define KZI_BOUNDS_H

#include "compile/condition/evaluation.h"

#define KZI_GROUP_WORDS ((KZI_GROUP_CODES + 63) / 64)
#define KZI_KNOWN_MOST  16 /* counts remembered; what is beyond is not made use of */

struct kzi_group_set { /* bit per group code */
    uint64_t bits[KZI_GROUP_WORDS];
};

/* Every group code looked up once. */
struct kzi_group_table {
    struct kzi_coded_group group[KZI_GROUP_CODES];
    kzi_kinds kinds[KZI_GROUP_CODES];          /* of its tiles */
    struct kzi_group_set sets, claimed, melds; /* that are no pair; claimed; claimed, or kongs */
};

const struct kzi_group_table *kzi_group_table_make(struct kzi_arena *arena);

struct kzi_range {
    unsigned least, most; /* none where least > most */
};

struct kzi_bounds_groups {
    struct kzi_group_set groups; /* so many of the reading are among these */
    struct kzi_range count;
    bool pairs; /* pairs are counted too */
};

struct kzi_bounds_tiles {
    struct kzi_class class_;
    struct kzi_range count;
};

struct kzi_bounds {
    const struct kzi_model *model;
    const struct kzi_group_table *table;
    uint64_t shapes, open, way, waits, seats; /* bits of what may be */
    uint64_t given, not_given;                /* circumstances that are, and that are not */
    kzi_kinds may, must;                      /* kinds in the hand */
    struct kzi_range n_waits, suits;
    struct kzi_bounds_groups groups[KZI_KNOWN_MOST];
    struct kzi_bounds_tiles tiles[KZI_KNOWN_MOST];
    unsigned n_groups, n_tiles;
    struct kzi_group there[KZI_MAX_GROUPS]; /* groups that the reading has; how held is not known */
    unsigned n_there;
    bool exact; /* a pung there is not a kong */
    /* once settled */
    const struct kzi_shape *shape;
    struct kzi_group_set can; /* groups that can be in the reading */
};

void kzi_bounds_init(struct kzi_bounds *known, const struct kzi_model *model,
                     const struct kzi_group_table *table);

void kzi_bounds_know_groups(struct kzi_bounds *known, const struct kzi_group_set *groups,
                            bool pairs, struct kzi_range count);
void kzi_bounds_know_tiles(struct kzi_bounds *known, const struct kzi_class *class_,
                           struct kzi_range count);

/* Draws what follows, once shapes, open and way have one bit each; false: there is no such
 * reading. */
bool kzi_bounds_settle(struct kzi_bounds *known);

/* Of a settled case: how many groups (sets; with pairs also those) are among these, how many tiles
 * are in the class. */
struct kzi_range kzi_bounds_groups_count(const struct kzi_bounds *known,
                                         const struct kzi_group_set *groups, bool pairs);
struct kzi_range kzi_bounds_tiles_count(const struct kzi_bounds *known,
                                        const struct kzi_class *class_);

/* The groups that a phrase names, or those that it does not. */
struct kzi_group_set kzi_groups_of_phrase(const struct kzi_phrase *phrase, bool named);

#endif
