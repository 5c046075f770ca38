/* random_hand.h - random winning hands, to find cases that nobody thought of.
 *
 * A seed gives the same hands on every machine.  Most hands are made to score some yaku of the
 * ruleset, so that rare yaku occur; the rest is random. */
#ifndef KZI_RANDOM_HAND_H
#define KZI_RANDOM_HAND_H

#include "analysis/witness/random.h"
#include "compile/ruleset.h"

struct kzi_facts;

/* What a hand should have; it need not have all of it. */
struct kzi_aim {
    int yaku;                         /* -1: any */
    const struct kzi_condition *cond; /* NULL: none */
    bool negated;                     /* the condition should not hold */
    unsigned moves;                   /* changes made until the hand has it; 0: the usual number */
};

/* Make a winning hand of some shape of the ruleset.  This fails now and then (false); then try
 * again. aim: NULL for any yaku.  A ruleset without a model has only shapes. */
bool kzi_random_hand(struct kzi_random *random, const struct kz_ruleset *rules,
                     const struct kzi_aim *aim, struct kzi_hand *hand);

/* Add indicators, red fives and flowers. */
void kzi_random_situation(struct kzi_random *random, const struct kz_ruleset *rules,
                          struct kzi_hand *hand);
/* Count the tiles of each kind in the hand and its indicators. */
void kzi_random_seen(const struct kzi_hand *hand, const struct kzi_facts *facts,
                     uint8_t seen[KZI_TILE_KINDS]);

#endif
