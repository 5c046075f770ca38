/* evaluation.h - whether a condition holds on one reading: the tree walker.
 *
 * Slow and obvious.  It answers what the tables leave over, and it is the oracle that the tables
 * are compared with. */
#ifndef KZI_EVALUATION_H
#define KZI_EVALUATION_H

#include "compile/condition/facts.h"
#include "compile/condition/pattern.h"

/* cond may be NULL: nothing is asked, so it holds. */
bool kzi_evaluate(const struct kzi_condition *cond, const struct kzi_facts *facts,
                  const struct kzi_reading *reading);

static inline bool kzi_noun_fits(unsigned noun, unsigned kind) {
    switch (noun) {
    case KZI_A_CHOW:
        return kind == KZI_CHOW;
    case KZI_A_PUNG:
        return kind == KZI_PUNG || kind == KZI_KONG;
    case KZI_A_KONG:
        return kind == KZI_KONG;
    case KZI_A_SET:
        return kind != KZI_PAIR;
    case KZI_A_PAIR:
        return kind == KZI_PAIR;
    default:
        return true;
    }
}

static inline bool kzi_adjective_fits(unsigned adjective, unsigned kind, unsigned hold) {
    switch (adjective) {
    case KZI_IS_CONCEALED:
        return hold == KZI_CONCEALED;
    case KZI_IS_OPEN:
        return hold != KZI_CONCEALED;
    case KZI_IS_CLAIMED:
        return hold == KZI_CLAIMED;
    case KZI_IS_DECLARED:
        return hold == KZI_CLAIMED || kind == KZI_KONG;
    default:
        return true;
    }
}

/* Whether a group is one that the phrase names. */
bool kzi_phrase_fits(const struct kzi_phrase *phrase, struct kzi_group group,
                     const struct kzi_hand *hand);

/* How many tiles of the hand are in the class. */
unsigned kzi_count_tiles(const struct kzi_class *class_, const struct kzi_facts *facts);

/* Whether the tiles are there (exactly: they and no others), the letters fallen on suits in some
 * way. */
bool kzi_tiles_fit(const struct kzi_tile_pattern *pattern, const uint8_t counts[KZI_COUNTS_ROOM],
                   bool exactly);

#endif
