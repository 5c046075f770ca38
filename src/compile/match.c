/* Working out features and ANDing their tables: the hot path. */
#include "compile/group.h"
#include "compile/holds.h"
#include "compile/program.h"

#include <string.h>

/* What is gathered of one reading before its features are looked up. */
struct gathered {
    uint64_t phrases[KZI_PHRASE_WORDS];
    uint64_t planes[KZI_PLANES];
};

static void and_rows(const struct kzi_program *program, const struct kzi_feature *feature,
                     unsigned value, uint64_t *rows) {
    const uint64_t *entry = feature->rows + (size_t)value * program->words;
    for (unsigned i = 0; i < program->words; i++)
        rows[i] &= entry[i];
}

/* --- once a hand ----------------------------------------------------------------------------- */

static unsigned suits(const struct kzi_facts *facts) {
    unsigned bits = 0;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        bits |= (kzi_kinds_of_suit(facts->kinds, suit) ? 1U : 0U) << suit;
    return bits;
}

static unsigned hand_value(const struct kzi_program *program, const struct kzi_feature *feature,
                           const struct kzi_facts *facts) {
    switch (feature->kind) {
    case KZI_F_GIVEN:
        return facts->given >> (8 * feature->index) & 255;
    case KZI_F_SEAT:
        return facts->hand->seat;
    case KZI_F_PRESENT:
        return kzi_kinds_of_suit(facts->kinds, feature->index);
    case KZI_F_SUITS:
        return suits(facts);
    case KZI_F_TILES:
        return kzi_count_tiles(&program->tile_classes[feature->index], facts);
    case KZI_F_WON:
        return kzi_code(facts->hand->win, facts->hand->seat, facts->hand->round);
    default: /* KZI_F_N_WAITS */
        return facts->n_waits;
    }
}

void kzi_match_hand(const struct kzi_program *program, const struct kzi_facts *facts,
                    struct kzi_match *match) {
    memset(match->rows, 0xFF, program->words * sizeof *match->rows);
    if (program->n_rows % 64 || !program->n_rows)
        match->rows[program->words - 1] = (UINT64_C(1) << program->n_rows % 64) - 1;
    for (unsigned i = program->first[KZI_ONCE_A_HAND]; i < program->first[KZI_ONCE_A_READING]; i++)
        and_rows(program, &program->features[i], hand_value(program, &program->features[i], facts),
                 match->rows);
}

/* --- once a reading -------------------------------------------------------------------------- */

static void raise_plane(uint64_t planes[KZI_PLANE_TIMES], uint64_t bit) {
    planes[3] |= planes[2] & bit;
    planes[2] |= planes[1] & bit;
    planes[1] |= planes[0] & bit;
    planes[0] |= bit;
}

static void add_to_planes(uint64_t planes[KZI_PLANES], const struct kzi_group *group) {
    uint64_t bit = UINT64_C(1) << (kzi_suit(group->tile) * 16 + kzi_number(group->tile) - 1);
    raise_plane(planes + group->kind * KZI_PLANE_TIMES, bit);
    if (group->kind == KZI_KONG)
        raise_plane(planes + KZI_PUNG * KZI_PLANE_TIMES, bit);
}

static void gather(const struct kzi_program *program, const struct kzi_facts *facts,
                   const struct kzi_reading *reading, struct gathered *gathered) {
    *gathered = (struct gathered){{0}, {0}};
    for (unsigned i = 0; i < reading->n_groups; i++) {
        const struct kzi_group *group = &reading->groups[i];
        const uint64_t *adds = program->group_adds[kzi_group_code(group, facts->hand)];
        for (unsigned word = 0; word < KZI_PHRASE_WORDS; word++)
            gathered->phrases[word] += adds[word];
        if (program->n_patterns)
            add_to_planes(gathered->planes, group);
    }
}

static bool arrangement_is_there(const struct kzi_arrangement *arrangement,
                                 const uint64_t planes[KZI_PLANES]) {
    uint64_t numbers = arrangement->numbers;
    for (unsigned i = 0; i < arrangement->n_terms; i++)
        numbers &= planes[arrangement->terms[i].plane] >> arrangement->terms[i].shift;
    return numbers != 0;
}

static bool pattern_is_there(const struct kzi_planned_pattern *pattern,
                             const uint64_t planes[KZI_PLANES]) {
    for (unsigned i = 0; i < pattern->count; i++)
        if (arrangement_is_there(&pattern->list[i], planes))
            return true;
    return false;
}

static unsigned patterns_there(const struct kzi_program *program, unsigned index,
                               const struct gathered *gathered) {
    unsigned bits = 0;
    for (unsigned i = 8 * index; i < program->n_patterns && i < 8 * index + 8; i++)
        bits |= (unsigned)pattern_is_there(&program->patterns[i], gathered->planes)
                << (i - 8 * index);
    return bits;
}

static bool any_common(const uint64_t *a, const uint64_t *b, unsigned words) {
    for (unsigned i = 0; i < words; i++)
        if (a[i] & b[i])
            return true;
    return false;
}

/* The walker is asked only while a row that needs its answer still stands. */
static unsigned answers(const struct kzi_program *program, unsigned index,
                        const struct kzi_facts *facts, const struct kzi_reading *reading,
                        const uint64_t *rows) {
    unsigned bits = 0;
    for (unsigned i = 8 * index; i < program->n_asked && i < 8 * index + 8; i++)
        if (any_common(rows, program->asked[i].rows, program->words))
            bits |= (unsigned)kzi_holds(program->asked[i].cond, facts, reading) << (i - 8 * index);
    return bits;
}

static unsigned reading_value(const struct kzi_program *program, const struct kzi_feature *feature,
                              const struct kzi_facts *facts, const struct kzi_reading *reading,
                              const struct gathered *gathered, const uint64_t *rows) {
    switch (feature->kind) {
    case KZI_F_SITUATION:
        return kzi_situation(reading->shape, facts->open, !facts->hand->self_draw, reading->wait);
    case KZI_F_SETS:
        return gathered->phrases[feature->index / 8] >> (8 * (feature->index % 8)) & 255;
    case KZI_F_HAS:
        return patterns_there(program, feature->index, gathered);
    default: /* KZI_F_ASKED, always the last */
        return answers(program, feature->index, facts, reading, rows);
    }
}

void kzi_match_reading(const struct kzi_program *program, const struct kzi_facts *facts,
                       const struct kzi_match *hand, const struct kzi_reading *reading,
                       struct kzi_match *match) {
    struct gathered gathered;
    gather(program, facts, reading, &gathered);
    memcpy(match->rows, hand->rows, program->words * sizeof *match->rows);
    for (unsigned i = program->first[KZI_ONCE_A_READING]; i < program->first[KZI_ONCE_SETTLED];
         i++) {
        const struct kzi_feature *feature = &program->features[i];
        and_rows(program, feature,
                 reading_value(program, feature, facts, reading, &gathered, match->rows),
                 match->rows);
    }
}

/* --- once the yaku are settled --------------------------------------------------------------- */

void kzi_match_settled(const struct kzi_program *program, const struct kzi_facts *facts,
                       struct kzi_match *match) {
    for (unsigned i = program->first[KZI_ONCE_SETTLED]; i < program->first[KZI_STAGES]; i++) {
        const struct kzi_feature *feature = &program->features[i];
        unsigned value = 0;
        for (unsigned j = 8U * feature->index;
             j < program->n_scored_asked && j < 8U * feature->index + 8; j++) {
            unsigned yaku = program->scored_asked[j];
            value |= (unsigned)(facts->scored[yaku / 64] >> (yaku % 64) & 1)
                     << (j - 8U * feature->index);
        }
        and_rows(program, feature, value, match->rows);
    }
}

void kzi_match_owners(const struct kzi_program *program, const struct kzi_facts *facts,
                      const struct kzi_reading *reading, const struct kzi_match *match,
                      uint64_t *owners) {
    memset(owners, 0, (program->n_owners + 63) / 64 * sizeof *owners);
    for (unsigned word = 0; word < program->words; word++)
        for (uint64_t rows = match->rows[word]; rows; rows &= rows - 1) {
            unsigned row = word * 64 + (unsigned)__builtin_ctzll(rows);
            unsigned owner = program->owner[row];
            if (program->any_verify && program->verify[row / 64] >> (row % 64) & 1 &&
                !kzi_holds(program->owner_if[owner], facts, reading))
                continue;
            owners[owner / 64] |= UINT64_C(1) << (owner % 64);
        }
}
