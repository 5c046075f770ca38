/* Count what a reading lacks to meet a test. */
#include "analysis/witness/shortfall.h"

#include <string.h>

static unsigned count_bits(uint64_t bits) {
    return (unsigned)__builtin_popcountll(bits);
}

/* Return the distance of a number from the nearest of some values. */
static unsigned distance(unsigned number, uint64_t values) {
    const uint64_t above = values >> number, below = values << (63 - number);
    const unsigned up = above ? (unsigned)__builtin_ctzll(above) : 64,
                   down = below ? (unsigned)__builtin_clzll(below) : 64;
    return up < down ? up : down;
}

/* Return the number of tiles missing if the letters are assigned to suits as in `fall`. */
static unsigned missing_for(const struct kzi_tile_pattern *pattern, unsigned fall,
                            const uint8_t *counts, uint8_t missing[KZI_TILE_KINDS]) {
    uint64_t wanted[4];
    unsigned count = 0;
    memcpy(wanted, pattern->counts, sizeof wanted);
    for (unsigned letter = 0; letter < KZI_SUIT_LETTERS; letter++)
        wanted[kzi_falls[fall][letter]] += pattern->counts[4 + letter];
    memset(missing, 0, KZI_TILE_KINDS);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        const unsigned want = wanted[kzi_suit(kind)] >> 4 * (kzi_number(kind) - 1) & 15;
        missing[kind] = (uint8_t)(want > counts[kind] ? want - counts[kind] : 0);
        count += missing[kind];
    }
    return count;
}

unsigned kzi_missing_tiles(const struct kzi_tile_pattern *pattern, const uint8_t *counts,
                           uint8_t missing[KZI_TILE_KINDS]) {
    unsigned min = KZI_MAX_TILES + 1;
    for (unsigned fall = 0; fall < KZI_FALLS; fall++) {
        uint8_t these[KZI_TILE_KINDS];
        const unsigned count = missing_for(pattern, fall, counts, these);
        if (count < min)
            memcpy(missing, these, sizeof these);
        min = count < min ? count : min;
    }
    return min;
}

/* Return how many groups must change if a test that means two counts is to have its way. */
static unsigned count_wrong_groups(const struct kzi_condition *test, const struct kzi_hand *hand,
                                   const struct kzi_reading *reading) {
    const struct kzi_phrase *others = &test->means->parts.list[0]->argument.phrase;
    if (!test->quantity.all || !kzi_groups_fitting(others, reading, hand))
        return 1;
    return reading->n_groups -
           count_bits(kzi_groups_fitting(&test->argument.phrase, reading, hand));
}

unsigned kzi_shortfall(const struct kzi_condition *test, uint64_t values,
                       const struct kzi_facts *facts, const struct kzi_reading *reading) {
    const struct kzi_argument *argument = &test->argument;
    const enum kzi_fact_kind fact = kzi_fact_of(test);
    uint8_t tiles_missing[KZI_TILE_KINDS];
    const bool tiles = fact == KZI_FACT_TILES || fact == KZI_FACT_WON;
    if ((fact == KZI_FACT_NONE && kzi_conditions[test->kind].takes != KZI_TAKES_SPELLINGS) ||
        fact == KZI_FACT_N_WAITS || fact == KZI_FACT_SETTLED ||
        (fact == KZI_FACT_WAIT && reading->wait == KZI_WAIT_NONE) ||
        (fact == KZI_FACT_GROUPS && argument->phrase.wildness) ||
        (tiles && kzi_is_wild_class(&argument->class_)))
        return 0; /* not known before the hand is complete */
    if (test->means)
        return kzi_evaluate(test, facts, reading) == (values == test->values)
                   ? 0
                   : count_wrong_groups(test, facts->hand, reading);
    const unsigned value = kzi_measure(test, facts, reading);
    if (values >> value & 1)
        return 0;
    if (fact == KZI_FACT_PATTERN && !value)
        return argument->pattern.n_terms * (1U + argument->pattern.twice) -
               count_bits(kzi_match_nearest(&argument->pattern, reading).terms);
    if ((fact == KZI_FACT_THERE || fact == KZI_FACT_BEFORE) && !value)
        return 1 + kzi_missing_tiles(&argument->tiles,
                                     fact == KZI_FACT_THERE ? facts->tiles->counts
                                                            : facts->hand->concealed,
                                     tiles_missing);
    const bool counted = kzi_conditions[test->kind].values == 64 && fact != KZI_FACT_WON &&
                         !argument->min && !argument->max;
    return counted ? distance(value, values) : 1;
}
