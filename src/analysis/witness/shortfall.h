/* shortfall.h - how much a reading lacks to meet a test, so that a search can change a hand step by
 * step toward meeting it. */
#ifndef KZI_SHORTFALL_H
#define KZI_SHORTFALL_H

#include "compile/condition/evaluation.h"

/* Return about how many groups or tiles a reading is away from one of the values that a test should
 * have; 0: it has one, or nothing is known before the hand is complete. */
unsigned kzi_shortfall(const struct kzi_condition *test, uint64_t values,
                       const struct kzi_facts *facts, const struct kzi_reading *reading);

/* Return how many tiles a pattern of tiles lacks, with its letters assigned to suits so that it
 * lacks the fewest; fill in how many of each kind. */
unsigned kzi_missing_tiles(const struct kzi_tile_pattern *pattern, const uint8_t *counts,
                           uint8_t missing[KZI_TILE_KINDS]);

#endif
