/* Working out features and ANDing their tables: the hot path. */
#include "compile/group.h"
#include "compile/holds.h"
#include "compile/program.h"
#include "tile/sets.h"

#include <string.h>

/* A ruleset's rows are one word or two, rarely more: loops over words are compiled for both. */
#define ALWAYS_INLINE static inline __attribute__((always_inline))

#define BY_WORDS(program, call)                                                                    \
    do {                                                                                           \
        if ((program)->words == 1) {                                                               \
            const unsigned words = 1;                                                              \
            call;                                                                                  \
        } else if ((program)->words == 2) {                                                        \
            const unsigned words = 2;                                                              \
            call;                                                                                  \
        } else {                                                                                   \
            const unsigned words = (program)->words;                                               \
            call;                                                                                  \
        }                                                                                          \
    } while (0)

ALWAYS_INLINE void and_words(uint64_t *rows, const uint64_t *entry, unsigned words) {
    for (unsigned i = 0; i < words; i++)
        rows[i] &= entry[i];
}

ALWAYS_INLINE void drop_words(uint64_t *rows, const uint64_t *entry, unsigned words) {
    for (unsigned i = 0; i < words; i++)
        rows[i] &= ~entry[i];
}

ALWAYS_INLINE bool any_common(const uint64_t *a, const uint64_t *b, unsigned words) {
    uint64_t common = 0;
    for (unsigned i = 0; i < words; i++)
        common |= a[i] & b[i];
    return common != 0;
}

ALWAYS_INLINE void look_up(const struct kzi_feature *feature, unsigned value, uint64_t *rows,
                           unsigned words) {
    and_words(rows, feature->rows + (size_t)value * words, words);
}

/* --- once a hand ----------------------------------------------------------------------------- */

static unsigned suits(const struct kzi_facts *facts) {
    unsigned bits = 0;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        bits |= (kzi_kinds_of_suit(facts->kinds, suit) ? 1U : 0U) << suit;
    return bits;
}

ALWAYS_INLINE unsigned hand_value(const struct kzi_feature *feature,
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
    default: /* KZI_F_WON */
        return kzi_code(facts->hand->win, facts->hand->seat, facts->hand->round);
    }
}

ALWAYS_INLINE void match_hand(const struct kzi_program *program, const struct kzi_facts *facts,
                              uint64_t *rows, unsigned words) {
    for (unsigned i = 0; i < words; i++)
        rows[i] = program->possible[i];
    for (unsigned i = program->first[KZI_ONCE_A_HAND]; i < program->first[KZI_ONCE_A_READING]; i++)
        look_up(&program->features[i], hand_value(&program->features[i], facts), rows, words);
}

void kzi_match_hand(const struct kzi_program *program, const struct kzi_facts *facts,
                    struct kzi_match *match) {
    BY_WORDS(program, match_hand(program, facts, match->rows, words));
}

/* --- patterns -------------------------------------------------------------------------------- */

static void raise_plane(uint64_t planes[KZI_PLANE_TIMES], uint64_t bit) {
    planes[3] |= planes[2] & bit;
    planes[2] |= planes[1] & bit;
    planes[1] |= planes[0] & bit;
    planes[0] |= bit;
}

static void fill_planes(const struct kzi_reading *reading, uint64_t planes[KZI_PLANES]) {
    memset(planes, 0, KZI_PLANES * sizeof *planes);
    for (unsigned i = 0; i < reading->n_groups; i++) {
        const struct kzi_group *group = &reading->groups[i];
        uint64_t bit = UINT64_C(1) << (kzi_suit(group->tile) * 16 + kzi_number(group->tile) - 1);
        raise_plane(planes + group->kind * KZI_PLANE_TIMES, bit);
        if (group->kind == KZI_KONG)
            raise_plane(planes + KZI_PUNG * KZI_PLANE_TIMES, bit);
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
                             const struct kzi_reading *reading, const uint64_t planes[KZI_PLANES]) {
    if (pattern->twice)
        return kzi_matches_twice(pattern->pattern, reading);
    for (unsigned i = 0; i < pattern->count; i++)
        if (arrangement_is_there(&pattern->list[i], planes))
            return true;
    return false;
}

/* Patterns that no rank answers, as far as a row is left that asks. */
static __attribute__((noinline)) void ask_planes(const struct kzi_program *program,
                                                 uint64_t patterns,
                                                 const struct kzi_reading *reading,
                                                 uint64_t *rows) {
    uint64_t planes[KZI_PLANES];
    bool filled = false;
    for (; patterns; patterns &= patterns - 1) {
        unsigned i = (unsigned)__builtin_ctzll(patterns);
        const struct kzi_question *question = &program->pattern_rows[i];
        if (!any_common(rows, question->either, program->words))
            continue;
        if (!filled)
            fill_planes(reading, planes);
        filled = true;
        bool there = pattern_is_there(&program->patterns[i], reading, planes);
        drop_words(rows, there ? question->bar : question->need, program->words);
    }
}

ALWAYS_INLINE void match_patterns(const struct kzi_program *program,
                                  const struct kzi_reading *reading, uint64_t *rows,
                                  unsigned words) {
    uint64_t mixed = program->mixed_patterns;
    if (reading->chow_rank == KZI_NO_RANK) {
        mixed = program->n_patterns < 64 ? (UINT64_C(1) << program->n_patterns) - 1 : UINT64_MAX;
    } else {
        const struct kzi_rank_rows *chows = &program->chows, *pungs = &program->pungs;
        if (chows->class_of)
            and_words(rows, chows->rows + (size_t)chows->class_of[reading->chow_rank] * words,
                      words);
        if (pungs->class_of)
            and_words(rows, pungs->rows + (size_t)pungs->class_of[reading->pung_rank] * words,
                      words);
    }
    if (mixed)
        ask_planes(program, mixed, reading, rows);
}

/* --- once a reading -------------------------------------------------------------------------- */

struct gathered {
    uint64_t phrases[KZI_PHRASE_WORDS];
};

ALWAYS_INLINE void gather(const struct kzi_program *program, const struct kzi_facts *facts,
                          const struct kzi_reading *reading, uint16_t codes[KZI_MAX_GROUPS],
                          struct gathered *gathered) {
    memset(gathered, 0, sizeof *gathered);
    for (unsigned i = 0; i < reading->n_groups; i++) {
        codes[i] = (uint16_t)kzi_group_code(&reading->groups[i], facts->hand);
        const uint64_t *adds = program->group_adds[codes[i]];
        for (unsigned word = 0; word < KZI_PHRASE_WORDS; word++)
            gathered->phrases[word] += adds[word];
    }
}

/* What takes long is worked out only while a row is left that asks it. */
static __attribute__((noinline)) void match_if_asked(const struct kzi_program *program,
                                                     const struct kzi_facts *facts,
                                                     const struct kzi_reading *reading,
                                                     uint64_t *rows) {
    for (unsigned i = program->first[KZI_IF_ASKED]; i < program->first[KZI_QUESTIONS]; i++) {
        const struct kzi_feature *feature = &program->features[i];
        if (any_common(rows, feature->mentions, program->words))
            look_up(feature,
                    feature->kind == KZI_F_N_WAITS
                        ? facts->n_waits
                        : kzi_count_tiles(&program->tile_classes[feature->index], facts),
                    rows, program->words);
    }
    for (unsigned i = 0; i < program->n_asked; i++) {
        const struct kzi_question *question = &program->asked_rows[i];
        if (any_common(rows, question->either, program->words))
            drop_words(
                rows, kzi_holds(program->asked[i], facts, reading) ? question->bar : question->need,
                program->words);
    }
}

ALWAYS_INLINE void match_situation(const struct kzi_program *program, const struct kzi_facts *facts,
                                   const struct kzi_reading *reading, unsigned i, uint64_t *rows,
                                   unsigned words) {
    if (program->features[i].kind == KZI_F_SITUATION)
        look_up(&program->features[i],
                kzi_situation(reading->shape, facts->open, !facts->hand->self_draw, reading->wait),
                rows, words);
}

ALWAYS_INLINE void match_reading(const struct kzi_program *program, const struct kzi_facts *facts,
                                 const struct kzi_match *hand, const struct kzi_reading *reading,
                                 struct kzi_match *match, unsigned words) {
    struct gathered gathered;
    uint64_t rows[KZI_ROW_WORDS];
    gather(program, facts, reading, match->codes, &gathered);
    for (unsigned i = 0; i < words; i++)
        rows[i] = hand->rows[i];
    unsigned i = program->first[KZI_ONCE_A_READING], end = program->first[KZI_IF_ASKED];
    if (i < end && program->features[i].kind == KZI_F_SITUATION)
        match_situation(program, facts, reading, i++, rows, words);
    for (; i < end; i++) {
        const struct kzi_feature *feature = &program->features[i];
        look_up(feature, gathered.phrases[feature->index / 8] >> (8 * (feature->index % 8)) & 255,
                rows, words);
    }
    if (program->n_patterns)
        match_patterns(program, reading, rows, words);
    if (end < program->first[KZI_QUESTIONS] || program->n_asked)
        match_if_asked(program, facts, reading, rows);
    for (unsigned word = 0; word < words; word++)
        match->rows[word] = rows[word];
}

void kzi_match_reading(const struct kzi_program *program, const struct kzi_facts *facts,
                       const struct kzi_match *hand, const struct kzi_reading *reading,
                       struct kzi_match *match) {
    BY_WORDS(program, match_reading(program, facts, hand, reading, match, words));
}

bool kzi_match_asks_waits(const struct kzi_program *program, const struct kzi_facts *facts,
                          const struct kzi_match *hand, const struct kzi_readings *readings) {
    const struct kzi_feature *asks = NULL;
    unsigned situation = program->first[KZI_ONCE_A_READING];
    for (unsigned i = program->first[KZI_IF_ASKED]; i < program->first[KZI_QUESTIONS]; i++)
        if (program->features[i].kind == KZI_F_N_WAITS)
            asks = &program->features[i];
    if (program->any_verify)
        return true;
    for (unsigned i = 0; asks && i < readings->count; i++) {
        uint64_t rows[KZI_ROW_WORDS];
        memcpy(rows, hand->rows, program->words * sizeof *rows);
        match_situation(program, facts, &readings->list[i], situation, rows, program->words);
        if (any_common(rows, asks->mentions, program->words))
            return true;
    }
    return false;
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
        look_up(feature, value, match->rows, program->words);
    }
}

/* The walker confirms the rows of conditions that were too large for tables. */
static __attribute__((noinline)) void verify(const struct kzi_program *program,
                                             const struct kzi_facts *facts,
                                             const struct kzi_reading *reading, uint64_t *owners) {
    for (unsigned word = 0; word < program->owner_words; word++)
        for (uint64_t left = owners[word]; left; left &= left - 1) {
            unsigned owner = word * 64 + (unsigned)__builtin_ctzll(left);
            if (program->verify[owner / 64] >> (owner % 64) & 1 &&
                !kzi_holds(program->owner_if[owner], facts, reading))
                owners[word] &= ~(UINT64_C(1) << (owner % 64));
        }
}

/* Owners of rows that are not their first. */
static void add_alternatives(const struct kzi_program *program, const uint64_t *matched,
                             uint64_t *owners) {
    for (unsigned word = program->n_owners / 64; word < program->words; word++) {
        uint64_t rows = matched[word];
        if (word == program->n_owners / 64)
            rows &= ~UINT64_C(0) << program->n_owners % 64;
        for (; rows; rows &= rows - 1) {
            unsigned owner = program->owner[word * 64 + (unsigned)__builtin_ctzll(rows)];
            owners[owner / 64] |= UINT64_C(1) << (owner % 64);
        }
    }
}

void kzi_match_owners(const struct kzi_program *program, const struct kzi_facts *facts,
                      const struct kzi_reading *reading, const struct kzi_match *match,
                      uint64_t *owners) {
    unsigned owner_words = program->owner_words;
    for (unsigned word = 0; word < owner_words; word++)
        owners[word] = match->rows[word];
    if (program->n_owners % 64)
        owners[owner_words - 1] &= (UINT64_C(1) << program->n_owners % 64) - 1;
    if (program->n_rows > program->n_owners)
        add_alternatives(program, match->rows, owners);
    if (program->any_verify)
        verify(program, facts, reading, owners);
}
