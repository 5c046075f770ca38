/* pattern.h - patterns of groups in a reading: find one instance, or all, or the most terms that a
 * reading meets. */
#ifndef KZI_PATTERN_H
#define KZI_PATTERN_H

#include "hand/readings.h"
#include "rules/model.h"

/* Return whether all terms of a pattern have this noun, and no adjective. */
bool kzi_pattern_is_of(const struct kzi_pattern *pattern, enum kzi_noun noun);

/* Fill in the groups of a pattern for an assignment of its letters and a number n.  Return false if
 * a group does not exist, or if an earlier assignment or n gave the same groups. */
bool kzi_place_pattern(const struct kzi_pattern *pattern, unsigned fall, unsigned n,
                       struct kzi_group groups[KZI_MAX_TERMS]);

/* Return the groups of the first instance of a pattern in the order of the reading, as bits; 0 if
 * there is none.  Groups in `without` are not used. */
unsigned kzi_match_pattern(const struct kzi_pattern *pattern, const struct kzi_reading *reading,
                           unsigned without);

/* Find all instances of a pattern, each as a set of groups.  Return their number; the first max of
 * them are in found. */
unsigned kzi_all_matches(const struct kzi_pattern *pattern, const struct kzi_reading *reading,
                         uint16_t *found, unsigned max);

/* Return whether a reading has a pattern, twice if it says so. */
bool kzi_has_pattern(const struct kzi_pattern *pattern, const struct kzi_reading *reading);

/* The most terms of a pattern that a reading meets at once, without meeting all. */
struct kzi_nearest_match {
    unsigned groups, terms;      /* the groups used and the terms met, as bits */
    int n;                       /* 0: still free */
    int suits[KZI_SUIT_LETTERS]; /* the suits of the letters a b c; -1: still free */
};

/* Find the most terms that a reading meets; of several choices, the first in the order of the
 * reading. */
struct kzi_nearest_match kzi_match_nearest(const struct kzi_pattern *pattern,
                                           const struct kzi_reading *reading);

#endif
