/* pattern.h - groups of a reading that are arranged as a pattern says: how one is met, every way in
 * which it is, and how near a reading comes to it. */
#ifndef KZI_PATTERN_H
#define KZI_PATTERN_H

#include "hand/readings.h"
#include "rules/model.h"

/* Return whether it is made of such sets alone, however they are held. */
bool kzi_pattern_is_of(const struct kzi_pattern *pattern, enum kzi_noun noun);

/* Fills in the groups of a pattern whose letters fall in one way and whose n is that number; false:
 * there are no such groups, or another way gave the same ones. */
bool kzi_place_pattern(const struct kzi_pattern *pattern, unsigned fall, unsigned n,
                       struct kzi_group groups[KZI_MAX_TERMS]);

/* The numbers of the groups that a noun names, by the suit or letter of a term: bit 0 of a lane is
 * number 1, and there is a lane for each way in which letters fall.  Of any set: all numbers. */
#define KZI_FALL_LANE  10 /* bits */
#define KZI_LANE(fall) (UINT64_C(1) << (fall)*KZI_FALL_LANE)
#define KZI_EVERY_LANE                                                                             \
    (KZI_LANE(0) | KZI_LANE(1) | KZI_LANE(2) | KZI_LANE(3) | KZI_LANE(4) | KZI_LANE(5))
#define KZI_TERM_SUITS  (KZI_SUITS + KZI_SUIT_LETTERS)
#define KZI_TERM_GROUPS ((KZI_A_PAIR + 1) * KZI_TERM_SUITS)

struct kzi_group_numbers {
    uint64_t of[KZI_TERM_GROUPS]; /* noun * KZI_TERM_SUITS + suit */
};

void kzi_group_numbers_find(const struct kzi_reading *reading, struct kzi_group_numbers *numbers);

/* The n, in lanes, for which there is a group for each term: a pattern as so many steps that
 * nothing in them is a branch.  A multiple of four steps, of which the last ones may do nothing.
 * Small, because rules may ask for a thousand patterns. */
struct kzi_pattern_steps {
    uint8_t count;
    struct kzi_pattern_step {
        uint64_t mask;
        uint16_t times;
        uint8_t group, shift;
    } of[KZI_MAX_TERMS];
};

void kzi_pattern_steps_make(struct kzi_pattern_steps *steps, const struct kzi_pattern *pattern);

static inline uint64_t kzi_take_step(const struct kzi_pattern_step *step,
                                     const struct kzi_group_numbers *numbers) {
    return (numbers->of[step->group] >> step->shift & step->mask) * step->times;
}

/* Return whether there is a group for each term of a pattern, the same one perhaps for several, and
 * however they are held. */
static inline bool kzi_pattern_may_match(const struct kzi_pattern_steps *steps,
                                         const struct kzi_group_numbers *numbers) {
    uint64_t left = UINT64_MAX;
    for (unsigned i = 0; i < steps->count; i += 4) {
        const struct kzi_pattern_step *step = &steps->of[i];
        left &= kzi_take_step(&step[0], numbers) & kzi_take_step(&step[1], numbers) &
                kzi_take_step(&step[2], numbers) & kzi_take_step(&step[3], numbers);
    }
    return left != 0;
}

/* Return whether a pattern that may match does so: it asks for no adjective, and no group is one
 * for two of its terms. */
bool kzi_pattern_is_plain(const struct kzi_pattern *pattern);

/* The groups of one instance of a pattern, as bits by their place in the reading; 0: none.  Of
 * several the first in the order of the reading, taking none of the groups in without. */
unsigned kzi_match_pattern(const struct kzi_pattern *pattern, const struct kzi_reading *reading,
                           unsigned without);

/* Every instance of a pattern, as sets of groups by bit; returns how many there are, of which the
 * first max are in found. */
unsigned kzi_all_matches(const struct kzi_pattern *pattern, const struct kzi_reading *reading,
                         uint16_t *found, unsigned max);

/* Return whether there are two instances of a pattern that share no group. */
bool kzi_matches_twice(const struct kzi_pattern *pattern, const struct kzi_reading *reading);

/* Find the most terms of an unmet pattern that can be met. */
struct kzi_nearest_match {
    unsigned groups, terms;      /* those met, by bit */
    int n;                       /* 0: still free */
    int suits[KZI_SUIT_LETTERS]; /* of the letters a b c; -1: still free */
};

/* Return the first of several in the order of the reading. */
struct kzi_nearest_match kzi_match_nearest(const struct kzi_pattern *pattern,
                                           const struct kzi_reading *reading);

#endif
