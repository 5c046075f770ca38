/* random_hand.h - winning hands by chance, to look for what nobody thought of.
 *
 * The same seed gives the same hands on every machine.  Most hands are made to score some yaku of
 * the ruleset, so that the rarest comes up; the rest is left to chance. */
#ifndef KZI_RANDOM_HAND_H
#define KZI_RANDOM_HAND_H

#include "analysis/witness/random.h"
#include "compile/ruleset.h"

/* What a hand shall have; it may fall short of it. */
struct kzi_aim {
    int yaku;                         /* -1: none in particular */
    const struct kzi_condition *cond; /* NULL: none */
    bool negated;                     /* that shall not hold */
    uint64_t words;                   /* circumstances, bit by number */
};

/* A winning hand of some shape of the ruleset; false now and then: try again.  aim: NULL for any
 * yaku.  A ruleset without a model has shapes alone. */
bool kzi_random_hand(struct kzi_random *random, const struct kz_ruleset *rules,
                     const struct kzi_aim *aim, struct kzi_hand *hand);

/* Adds indicators, red fives and flowers. */
void kzi_random_situation(struct kzi_random *random, const struct kz_ruleset *rules,
                          struct kzi_hand *hand);
/* Its parts: how many of each kind hand and indicators show; one more indicator of a kind of which
 * a tile is left, false: there was none at the first look. */
struct kzi_facts;
void kzi_random_seen(const struct kzi_hand *hand, const struct kzi_facts *facts,
                     uint8_t seen[KZI_KINDS]);
bool kzi_random_show(struct kzi_random *random, const struct kz_ruleset *rules,
                     struct kzi_indicators *shown, uint8_t seen[KZI_KINDS]);

#endif
