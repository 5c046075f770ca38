/* contribution.h - which tiles a yaku is made of, for explanations. */
#ifndef KZI_REPORT_USED_H
#define KZI_REPORT_USED_H

#include "score/result.h"

/* Groups of a reading for which a yaku is counted once, or copies of one kind, or neither (a
 * flower, that is no tile of the hand). */
struct kzi_use {
    unsigned groups; /* bits by their place in the reading */
    bool whole;      /* every tile of the hand */
    uint8_t kind, copies;
    uint8_t red; /* how many of the copies are red fives */
};

#define KZI_MAX_USES 64

/* Fills uses with what each time of a yaku that counts is made of; returns how many. */
unsigned kzi_uses_find(const struct kz_result *result, unsigned yaku,
                       struct kzi_use uses[KZI_MAX_USES]);

/* The facts of the hand scored, as conditions ask them. */
void kzi_facts_of(const struct kz_result *result, struct kzi_facts *facts);

#endif
