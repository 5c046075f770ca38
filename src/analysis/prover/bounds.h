/* bounds.h - what is known of all readings of which some conditions hold, as bounds.
 *
 * A case is one shape, one way of winning, one openness; what rules say of it narrows what tiles
 * there may be and must be, what groups there can be, and how many of them a phrase names.  All is
 * cautious: a bound may be wider than the truth, never narrower. */
#ifndef KZI_BOUNDS_H
#define KZI_BOUNDS_H

#include "compile/condition/evaluation.h"

/* Chows of 21 kinds and four waits, and pungs, kongs and pairs of a code, won on or not. */
#define KZI_GROUPS      (KZI_HOLDS * (21 * 4 + 3 * 2 * KZI_CODES))
#define KZI_GROUP_WORDS ((KZI_GROUPS + 63) / 64)
#define KZI_MAX_FACTS   16 /* counts remembered; what is beyond is not made use of */

struct kzi_group_set { /* by number in the table */
    uint64_t bits[KZI_GROUP_WORDS];
};

/* Every group that there is, looked up once; sets of them are on the stack many times, so they have
 * numbers without gaps. */
struct kzi_group_table {
    unsigned count;
    struct kzi_coded_group group[KZI_GROUPS];
    kzi_kinds kinds[KZI_GROUPS];               /* of its tiles */
    struct kzi_group_set sets, claimed, melds; /* that are no pair; claimed; claimed, or kongs */
};

void kzi_group_table_fill(struct kzi_group_table *table); /* of zeros */

struct kzi_fact {
    unsigned kind;   /* enum kzi_fact_kind, up to GROUPS */
    uint64_t values; /* of which it has one, by bit as those of a test */
    union {
        struct kzi_class class_;     /* TILES: how many are of it */
        struct kzi_group_set groups; /* SETS, GROUPS: how many of the reading are among these */
    };
};

struct kzi_bounds {
    const struct kzi_model *model;
    const struct kzi_group_table *table;
    uint64_t values[KZI_FACT_TILES];      /* by kind of fact: those that it may have */
    kzi_kinds may, must;                  /* kinds in the hand */
    struct kzi_fact facts[KZI_MAX_FACTS]; /* of tiles and groups */
    unsigned n_facts;
    struct kzi_reading there; /* groups that the reading has; how held is not known */
    bool exact;               /* the reading has no kong */
    /* once settled */
    const struct kzi_shape *shape;
    struct kzi_group_set can;                    /* groups that can be in the reading */
    struct kzi_group_set can_be[KZI_MAX_GROUPS]; /* of those, what each group there can be */
};

void kzi_bounds_init(struct kzi_bounds *known, const struct kzi_model *model,
                     const struct kzi_group_table *table);
void kzi_bounds_know(struct kzi_bounds *known, const struct kzi_fact *fact);
/* Draw conclusions, once shape, openness and way have one bit each; false: there is no such
 * reading. */
bool kzi_bounds_settle(struct kzi_bounds *known);
/* Return the values that what a fact is about may have in a settled case; none: there is no such
 * reading. */
uint64_t kzi_bounds_values(const struct kzi_bounds *known, const struct kzi_fact *fact);

/* The groups that a phrase names, or those that it does not. */
struct kzi_group_set kzi_groups_of_phrase(const struct kzi_group_table *table,
                                          const struct kzi_phrase *phrase, bool named);

#endif
