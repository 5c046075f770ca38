/* bounds.h - bounds on all readings for which some conditions hold.
 *
 * A case is one shape, one way of winning, and open or closed.  What the conditions say about it
 * restricts the tiles that a hand may or must have, the groups that are possible, and how many of
 * them a phrase names.  All bounds are safe: they may be wider than the truth, but not narrower. */
#ifndef KZI_BOUNDS_H
#define KZI_BOUNDS_H

#include "compile/condition/evaluation.h"

/* The number of chows (21 kinds with four waits) and of pungs, kongs and pairs (by code, won on or
 * not), each by how it is held. */
#define KZI_GROUPS      (KZI_HOLDS * (21 * 4 + 3 * 2 * KZI_CODES))
#define KZI_GROUP_WORDS ((KZI_GROUPS + 63) / 64)
#define KZI_MAX_BOUNDS  16 /* the most that are kept; further bounds are ignored */

struct kzi_group_set { /* a set of groups, by number in the table */
    uint64_t bits[KZI_GROUP_WORDS];
};

/* Every possible group, looked up once.  Groups are numbered without gaps, because many sets of
 * groups are on the stack at a time. */
struct kzi_group_table {
    unsigned count;
    struct kzi_coded_group group[KZI_GROUPS];
    kzi_kinds kinds[KZI_GROUPS]; /* of the group's tiles */
    /* sets: not pairs; melds: claimed groups and kongs */
    struct kzi_group_set sets, claimed, melds;
};

void kzi_group_table_fill(struct kzi_group_table *table); /* Fill a table of zeros. */

struct kzi_bound {
    unsigned kind;   /* enum kzi_fact_kind, up to GROUPS */
    uint64_t values; /* the possible values, by bit as those of a test */
    union {
        struct kzi_class class_;     /* of TILES: the class that is counted */
        struct kzi_group_set groups; /* of GROUPS: the groups that are counted */
    };
};

struct kzi_bounds {
    const struct kzi_model *model;
    const struct kzi_group_table *table;
    uint64_t values[KZI_FACT_TILES]; /* possible values by kind of fact */
    kzi_kinds may, must;             /* kinds that the hand may have, and kinds that it must have */
    struct kzi_bound bounds[KZI_MAX_BOUNDS]; /* numbers of tiles and groups */
    unsigned n_bounds;
    /* groups that the reading is known to have; how they are held is not known */
    struct kzi_reading there;
    bool exact; /* the reading has no kong */
    /* After settling: */
    const struct kzi_shape *shape;
    struct kzi_group_set can; /* groups that are possible in the reading */
    /* the possible groups that each group of `there` can be */
    struct kzi_group_set can_be[KZI_MAX_GROUPS];
};

void kzi_bounds_init(struct kzi_bounds *known, const struct kzi_model *model,
                     const struct kzi_group_table *table);
void kzi_bounds_add(struct kzi_bounds *known, const struct kzi_bound *bound);
/* Draw conclusions, after shape, openness and way are one value each.  Return false if no reading
 * is possible. */
bool kzi_bounds_settle(struct kzi_bounds *known);
/* Return the values that a bound may have in a settled case; 0: no reading is possible. */
uint64_t kzi_bounds_values(const struct kzi_bounds *known, const struct kzi_bound *bound);

/* Return the groups that a phrase counts. */
struct kzi_group_set kzi_groups_of_phrase(const struct kzi_group_table *table,
                                          const struct kzi_phrase *phrase);

#endif
