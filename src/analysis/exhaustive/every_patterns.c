/* Patterns whose answer does not hang on the chows alone or the pungs alone: they are looked for in
 * the sets that tiles split into. */
#include "analysis/exhaustive/every_walk.h"
#include "compile/condition/evaluation.h"
#include "compile/program/builder.h"
#include "tile/sets.h"

#include <stdlib.h>

static void add_groups(struct kzi_reading *reading, const struct kzi_split *split, unsigned suit) {
    for (unsigned i = 0; i < split->n_sets; i++)
        reading->codes[reading->n_groups++] = (uint8_t)(split->sets[i] + 9 * suit);
    if (split->pair)
        reading->codes[reading->n_groups++] =
            (uint8_t)kzi_code_of_group(KZI_PAIR, kzi_kind(suit, split->pair));
}

static void add_kongs(struct kzi_reading *reading, unsigned kongs, unsigned suit) {
    for (; kongs; kongs &= kongs - 1)
        reading->codes[reading->n_groups++] = (uint8_t)kzi_code_of_group(
            KZI_KONG, kzi_kind(suit, (unsigned)__builtin_ctz(kongs) + 1));
}

static void make_reading(struct kzi_reading *reading, const struct kzi_walk_tiles *tiles,
                         const struct kzi_split *const split[4]) {
    *reading = (struct kzi_reading){.n_groups = 0};
    for (unsigned suit = 0; suit < 4; suit++)
        add_groups(reading, split[suit], suit);
    for (unsigned suit = 0; suit < 4; suit++)
        add_kongs(reading, suit < KZI_SUITS ? tiles->suit[suit]->kongs : tiles->honors->kongs,
                  suit);
}

static unsigned count_matches(const struct kzi_walk_counted *counted,
                              const struct kzi_reading *reading) {
    uint16_t found[1];
    return counted->twice ? kzi_matches_twice(counted->pattern, reading)
                          : kzi_all_matches(counted->pattern, reading, found, 1);
}

/* --- those that are counted ------------------------------------------------------------------ */

/* Its place; the caller adds the rows that ask for it. */
static struct kzi_walk_counted *add_counted(struct kzi_walk *walk, unsigned of, unsigned first,
                                            const struct kzi_pattern *pattern) {
    struct kzi_walk_counted *counted = &walk->counted[walk->n_counted++];
    counted->pattern = pattern;
    counted->first = first;
    counted->words = walk->every->rules[of]->scoring->words;
    for (unsigned i = 0; i < pattern->n_terms; i++) {
        counted->chows += pattern->terms[i].noun == KZI_A_CHOW ? 1U : 0U;
        counted->pairs += pattern->terms[i].noun == KZI_A_PAIR ? 1U : 0U;
    }
    return counted;
}

static void add_mixed(struct kzi_walk *walk, unsigned of, unsigned first) {
    const struct kz_ruleset *rules = walk->every->rules[of];
    const struct kzi_program *program = rules->scoring;
    for (unsigned i = 0; program->any_mixed && i < program->n_patterns; i++) {
        const struct kzi_planned_pattern *planned = &program->patterns[i];
        if (planned->of != KZI_OF_MIXED)
            continue;
        struct kzi_walk_counted *counted = add_counted(walk, of, first, planned->pattern);
        memcpy(counted->rows, kzi_find_feature(program, KZI_F_HAS, i)->mentions,
               program->words * sizeof *counted->rows);
        counted->twice = planned->twice;
        counted->exact = rules->combines;
    }
}

static void add_each(struct kzi_walk *walk, unsigned of, unsigned first) {
    const struct kz_ruleset *rules = walk->every->rules[of];
    for (unsigned i = 0; i < rules->n_yaku; i++) {
        const struct kzi_yaku *yaku = &rules->model->yaku[i];
        if (yaku->each != KZI_EACH_PATTERN)
            continue;
        struct kzi_walk_counted *counted = add_counted(walk, of, first, yaku->each_pattern);
        for (unsigned row = 0; row < rules->scoring->n_rows; row++)
            if (rules->scoring->owner[row] == i)
                counted->rows[row / 64] |= UINT64_C(1) << row % 64;
    }
}

bool kzi_walk_find_counted(struct kzi_walk *walk) {
    size_t most = 1;
    for (unsigned of = 0; of < walk->every->n_telling; of++)
        most += walk->every->rules[of]->scoring->n_patterns + walk->every->rules[of]->n_yaku;
    walk->counted = calloc(most, sizeof *walk->counted);
    for (unsigned of = 0, first = 0; walk->counted && of < walk->every->n_telling; of++) {
        add_mixed(walk, of, first);
        add_each(walk, of, first);
        first += walk->every->rules[of]->scoring->words;
    }
    return walk->counted != NULL;
}

static unsigned chows_of(const struct kzi_split *const split[4]) {
    unsigned chows = 0;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        chows += kzi_ranks.n_chows[split[suit]->chow_id];
    return chows;
}

static unsigned pairs_of(const struct kzi_split *const split[4]) {
    unsigned pairs = 0;
    for (unsigned suit = 0; suit < 4; suit++)
        pairs += split[suit]->pair != 0;
    return pairs;
}

void kzi_walk_add_patterns(const struct kzi_walk *walk, const struct kzi_walk_tiles *tiles,
                           const struct kzi_split *const split[4], struct kzi_count_key *key,
                           bool *exact) {
    struct kzi_reading reading = {.n_groups = 0};
    unsigned chows = chows_of(split), pairs = pairs_of(split);
    for (unsigned i = 0; i < walk->n_counted; i++) {
        const struct kzi_walk_counted *counted = &walk->counted[i];
        unsigned count = 0;
        if (!kzi_walk_any_common(tiles->rows + counted->first, counted->rows, counted->words))
            continue;
        if (chows >= counted->chows && pairs >= counted->pairs) {
            if (!reading.n_groups)
                make_reading(&reading, tiles, split);
            count = count_matches(counted, &reading);
        }
        kzi_count_key_add(key, count);
        *exact |= count && counted->exact;
    }
}
