/* pattern.h - groups of a reading that are arranged as a pattern says: how one is met, every way in
 * which it is, and how near a reading comes to it. */
#ifndef KZI_PATTERN_H
#define KZI_PATTERN_H

#include "hand/readings.h"
#include "rules/model.h"

/* Return whether a pattern is made of sets of this noun alone, concealed or not. */
bool kzi_pattern_is_of(const struct kzi_pattern *pattern, enum kzi_noun noun);

/* Fill in the groups of a pattern whose letters fall in one way and whose n is that number; false:
 * there are no such groups, or another way gave the same ones. */
bool kzi_place_pattern(const struct kzi_pattern *pattern, unsigned fall, unsigned n,
                       struct kzi_group groups[KZI_MAX_TERMS]);

/* The groups of one instance of a pattern, as bits by their place in the reading; 0: none.  Of
 * several the first in the order of the reading, taking none of the groups in without. */
unsigned kzi_match_pattern(const struct kzi_pattern *pattern, const struct kzi_reading *reading,
                           unsigned without);

/* Every instance of a pattern, as sets of groups by bit; returns how many there are, of which the
 * first max are in found. */
unsigned kzi_all_matches(const struct kzi_pattern *pattern, const struct kzi_reading *reading,
                         uint16_t *found, unsigned max);

/* Return whether a pattern is there, as often as it says. */
bool kzi_has_pattern(const struct kzi_pattern *pattern, const struct kzi_reading *reading);

/* As many terms of an unmet pattern as a reading can meet at once. */
struct kzi_nearest_match {
    unsigned groups, terms;      /* those met, by bit */
    int n;                       /* 0: still free */
    int suits[KZI_SUIT_LETTERS]; /* of the letters a b c; -1: still free */
};

/* Find such terms; of several choices, the first in the order of the reading. */
struct kzi_nearest_match kzi_match_nearest(const struct kzi_pattern *pattern,
                                           const struct kzi_reading *reading);

#endif
