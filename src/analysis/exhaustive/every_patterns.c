/* Patterns whose answer does not hang on the chows alone or the pungs alone: they are looked for in
 * the sets that tiles split into. */
#include "analysis/exhaustive/every_walk.h"
#include "compile/condition/evaluation.h"
#include "compile/program/builder.h"

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

/* Whether there are as many chows and as many pairs as the pattern is made of. */
static bool has_groups(const struct kzi_pattern *pattern, const struct kzi_reading *reading) {
    int chows = 0, pairs = 0;
    for (unsigned i = 0; i < reading->n_groups; i++) {
        chows += reading->codes[i] / KZI_SET_KIND == KZI_CHOW;
        pairs += reading->codes[i] / KZI_SET_KIND == KZI_PAIR;
    }
    for (unsigned i = 0; i < pattern->n_terms; i++) {
        chows -= pattern->terms[i].noun == KZI_A_CHOW;
        pairs -= pattern->terms[i].noun == KZI_A_PAIR;
    }
    return chows >= 0 && pairs >= 0;
}

static unsigned count_matches(const struct kzi_pattern *pattern, bool twice,
                              const struct kzi_reading *reading) {
    uint16_t found[1];
    if (!has_groups(pattern, reading))
        return 0;
    return twice ? kzi_matches_twice(pattern, reading)
                 : kzi_all_matches(pattern, reading, found, 1);
}

/* Whether a row of the yaku is left. */
static bool is_left(const struct kzi_program *program, const uint64_t *rows, unsigned yaku) {
    bool left = rows[yaku / 64] >> yaku % 64 & 1;
    for (unsigned row = program->n_owners; row < program->n_rows; row++)
        left |= program->owner[row] == yaku && rows[row / 64] >> row % 64 & 1;
    return left;
}

static void add_mixed(const struct kz_ruleset *rules, const uint64_t *rows,
                      const struct kzi_reading *reading, struct kzi_count_key *key, bool *exact) {
    const struct kzi_program *program = rules->scoring;
    for (unsigned i = 0; program->any_mixed && i < program->n_patterns; i++) {
        if (program->patterns[i].of != KZI_OF_MIXED ||
            !kzi_walk_any_common(rows, kzi_find_feature(program, KZI_F_HAS, i)->mentions,
                                 program->words))
            continue;
        unsigned count =
            count_matches(program->patterns[i].pattern, program->patterns[i].twice, reading);
        kzi_count_key_add(key, count);
        *exact |= count && rules->combines;
    }
}

void kzi_walk_add_patterns(const struct kzi_walk *walk, const struct kzi_walk_tiles *tiles,
                           const struct kzi_split *const split[4], struct kzi_count_key *key,
                           bool *exact) {
    const uint64_t *rows = tiles->rows;
    struct kzi_reading reading;
    if (!walk->asks_patterns)
        return;
    make_reading(&reading, tiles, split);
    for (unsigned of = 0; of < walk->every->n_telling; of++) {
        const struct kz_ruleset *rules = walk->every->rules[of];
        add_mixed(rules, rows, &reading, key, exact);
        for (unsigned i = 0; i < rules->n_yaku; i++) {
            const struct kzi_yaku *yaku = &rules->model->yaku[i];
            if (yaku->each == KZI_EACH_PATTERN && is_left(rules->scoring, rows, i))
                kzi_count_key_add(key, count_matches(yaku->each_pattern, false, &reading));
        }
        rows += rules->scoring->words;
    }
}
