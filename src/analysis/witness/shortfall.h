/* shortfall.h - what a reading lacks for a test: a slope for whoever changes a hand to meet it. */
#ifndef KZI_SHORTFALL_H
#define KZI_SHORTFALL_H

#include "compile/condition/evaluation.h"

/* Return how far a reading is from one of the values that a test should have, in groups or tiles,
 * about; 0: it has one, or nothing is known of it before the hand is whole. */
unsigned kzi_shortfall(const struct kzi_condition *test, uint64_t values,
                       const struct kzi_facts *facts, const struct kzi_reading *reading);

/* Return how many tiles a pattern of tiles lacks, its letters fallen so that it lacks the fewest;
 * fill in how many of each kind. */
unsigned kzi_missing_tiles(const struct kzi_tile_pattern *pattern, const uint8_t *counts,
                           uint8_t missing[KZI_TILE_KINDS]);

#endif
