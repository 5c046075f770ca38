/* memory.h - the choices of chow combinations, remembered from hand to hand by the rank of a
 * reading's chows.
 *
 * Which combinations of chows may count together depends on nothing but the chows, so each multiset
 * of them is solved once.  What is kept are the selections that differ in what they come to; which
 * of them is best the rest of the hand decides.  Lives in the result, so threads share nothing;
 * where its room is used up it begins anew. */
#ifndef KZI_MEMORY_H
#define KZI_MEMORY_H

#include "tile/sets.h"

#include <stdbool.h>
#include <stdint.h>

/* A yaku that uses certain groups of the reading, bit by bit: an instance of a combination. */
struct kzi_instance {
    uint16_t yaku;
    uint16_t groups;
};

#define KZI_MAX_REMEMBERED 4 /* uses of one choice: of four chows there are no more */
#define KZI_MEMORY_ENTRIES 1024
#define KZI_MEMORY_CHOICES 2048

struct kzi_chow_choice {
    uint8_t n_uses;
    struct kzi_instance uses[KZI_MAX_REMEMBERED]; /* groups: the chows by rising tile, by bit */
};

/* Of one multiset; whole false: too much to remember, so it is solved each time. */
struct kzi_chow_choices {
    uint16_t first, count;
    bool whole;
};

struct kzi_memory {
    uint64_t identity;           /* of the ruleset that it holds for */
    uint16_t at[KZI_CHOW_RANKS]; /* number of the entry + 1; 0: not solved yet */
    uint16_t n_entries, n_choices;
    struct kzi_chow_choices entries[KZI_MEMORY_ENTRIES];
    struct kzi_chow_choice choices[KZI_MEMORY_CHOICES];
};

#endif
