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

/* By kind and index; circumstances apart, of which there may be several bytes. */
enum { AT_SEAT, AT_PRESENT, AT_SUITS = AT_PRESENT + 4, AT_WON, HAND_VALUES };

static const uint8_t place_of_kind[] = {
    [KZI_F_SEAT] = AT_SEAT,
    [KZI_F_PRESENT] = AT_PRESENT,
    [KZI_F_SUITS] = AT_SUITS,
    [KZI_F_WON] = AT_WON,
};

static inline void find_values(const struct kzi_facts *facts, uint16_t values[HAND_VALUES]) {
    const struct kzi_hand *hand = facts->hand;
    unsigned m = kzi_kinds_of_suit(facts->tiles->kinds, 0),
             p = kzi_kinds_of_suit(facts->tiles->kinds, 1),
             s = kzi_kinds_of_suit(facts->tiles->kinds, 2);
    values[AT_SEAT] = hand->seat;
    values[AT_PRESENT] = (uint16_t)m;
    values[AT_PRESENT + 1] = (uint16_t)p;
    values[AT_PRESENT + 2] = (uint16_t)s;
    values[AT_PRESENT + 3] = (uint16_t)kzi_kinds_of_suit(facts->tiles->kinds, 3);
    values[AT_SUITS] = (uint16_t)((m != 0) | (p != 0) << 1 | (s != 0) << 2);
    values[AT_WON] = (uint16_t)kzi_code(hand->win, hand->seat, hand->round);
}

/* Whether the numbers that each suit has leave the question open. */
ALWAYS_INLINE bool is_open(const struct kzi_question *question, const struct kzi_facts *facts) {
    unsigned need = question->in_one_suit;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        if (!(need & ~kzi_kinds_of_suit(facts->tiles->kinds, suit)))
            return true;
    return false;
}

ALWAYS_INLINE void match_hand(const struct kzi_program *program, const struct kzi_facts *facts,
                              uint64_t *rows, unsigned words) {
    uint16_t values[HAND_VALUES];
    const struct kzi_feature *feature = program->features + program->first[KZI_ONCE_A_HAND],
                             *end = program->features + program->first[KZI_ONCE_A_READING];
    find_values(facts, values);
    for (unsigned i = 0; i < words; i++)
        rows[i] = program->possible[i];
    for (; feature < end && feature->kind == KZI_F_GIVEN; feature++)
        look_up(feature, facts->given >> (8 * feature->index) & 255, rows, words);
    for (; feature < end; feature++)
        look_up(feature, values[place_of_kind[feature->kind] + feature->index], rows, words);
    for (unsigned i = 0; i < program->n_asked; i++)
        if (!is_open(&program->asked_rows[i], facts))
            drop_words(rows, program->asked_rows[i].need, words);
}

void kzi_match_hand(const struct kzi_program *program, const struct kzi_facts *facts,
                    struct kzi_match *match) {
    BY_WORDS(program, match_hand(program, facts, match->rows, words));
}

void kzi_match_tiles(const struct kzi_program *program, const struct kzi_facts *facts,
                     struct kzi_match *match) {
    uint16_t values[HAND_VALUES];
    find_values(facts, values);
    memcpy(match->rows, program->possible, program->words * sizeof *match->rows);
    for (unsigned i = program->first[KZI_ONCE_A_HAND]; i < program->first[KZI_ONCE_A_READING];
         i++) {
        const struct kzi_feature *feature = &program->features[i];
        if (feature->kind != KZI_F_GIVEN)
            look_up(feature, values[place_of_kind[feature->kind] + feature->index], match->rows,
                    program->words);
    }
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
        struct kzi_group group = kzi_group_of(reading, i);
        uint64_t bit = UINT64_C(1) << (kzi_suit(group.tile) * 16 + kzi_number(group.tile) - 1);
        raise_plane(planes + group.kind * KZI_PLANE_TIMES, bit);
        if (group.kind == KZI_KONG)
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

/* kzi_group_code() by table: what a tile like the winning one and the winds of the hand add. */
ALWAYS_INLINE unsigned code_of(const struct kzi_program *program, struct kzi_group group,
                               const struct kzi_hand *hand) {
    unsigned tile = group.tile, like = hand->win - tile;
    unsigned reach = group.kind == KZI_CHOW ? 2 : 0, part;
    unsigned code = program->group_codes[group.hold][group.kind * KZI_SET_KIND + tile];
    code += like <= reach ? like + 1 : 0;
    part = (tile == KZI_HONOR + (unsigned)hand->seat ? KZI_SEAT_WIND : 0U) |
           (tile == KZI_HONOR + (unsigned)hand->round ? KZI_ROUND_WIND : 0U);
    return code + 2 * part;
}

ALWAYS_INLINE void gather(const struct kzi_program *program, const struct kzi_facts *facts,
                          const struct kzi_reading *reading, uint16_t codes[KZI_MAX_GROUPS],
                          struct gathered *gathered) {
    const struct kzi_hand *hand = facts->hand;
    uint64_t first = 0, second = 0;
    for (unsigned i = 0; i < reading->n_groups; i++) {
        unsigned code = code_of(program, kzi_group_of(reading, i), hand);
        codes[i] = (uint16_t)code;
        first += program->group_adds[code][0];
        second += program->group_adds[code][1];
    }
    gathered->phrases[0] = first;
    gathered->phrases[1] = second;
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
        if (!any_common(rows, question->either, program->words))
            continue;
        drop_words(rows,
                   kzi_holds(program->asked[i], facts, reading) ? question->bar : question->need,
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
    if (any_common(rows, program->long_rows, words))
        match_if_asked(program, facts, reading, rows);
    for (unsigned word = 0; word < words; word++)
        match->rows[word] = rows[word];
}

void kzi_match_reading(const struct kzi_program *program, const struct kzi_facts *facts,
                       const struct kzi_match *hand, const struct kzi_reading *reading,
                       struct kzi_match *match) {
    BY_WORDS(program, match_reading(program, facts, hand, reading, match, words));
}

static const struct kzi_feature *waits_feature(const struct kzi_program *program) {
    for (unsigned i = program->first[KZI_IF_ASKED]; i < program->first[KZI_QUESTIONS]; i++)
        if (program->features[i].kind == KZI_F_N_WAITS)
            return &program->features[i];
    return NULL;
}

bool kzi_match_asks_waits(const struct kzi_program *program, const struct kzi_facts *facts,
                          const struct kzi_match *hand, const struct kzi_readings *readings) {
    const struct kzi_feature *asks = waits_feature(program);
    unsigned situation = program->first[KZI_ONCE_A_READING];
    if (program->any_verify)
        return true;
    if (!asks || !any_common(hand->rows, asks->mentions, program->words))
        return false;
    for (unsigned i = 0; i < readings->count; i++) {
        uint64_t rows[KZI_ROW_WORDS];
        for (unsigned word = 0; word < program->words; word++)
            rows[word] = hand->rows[word] & asks->mentions[word];
        match_situation(program, facts, &readings->list[i], situation, rows, program->words);
        if (any_common(rows, asks->mentions, program->words))
            return true;
    }
    return false;
}

/* --- once the yaku are settled --------------------------------------------------------------- */

ALWAYS_INLINE unsigned value_of_scored(const struct kzi_program *program,
                                       const struct kzi_facts *facts,
                                       const struct kzi_feature *feature) {
    unsigned value = 0, first = 8U * feature->index;
    for (unsigned i = first; i < program->n_scored_asked && i < first + 8; i++) {
        unsigned yaku = program->scored_asked[i];
        value |= (unsigned)(facts->scored[yaku / 64] >> (yaku % 64) & 1) << (i - first);
    }
    return value;
}

void kzi_match_settled(const struct kzi_program *program, const struct kzi_facts *facts,
                       struct kzi_match *match) {
    for (unsigned i = program->first[KZI_ONCE_SETTLED]; i < program->first[KZI_STAGES]; i++) {
        const struct kzi_feature *feature = &program->features[i];
        look_up(feature, value_of_scored(program, facts, feature), match->rows, program->words);
    }
}

/* 64 bits of a set of owners. */
ALWAYS_INLINE uint64_t owners_from(const struct kzi_program *program, const uint64_t *owners,
                                   unsigned first) {
    unsigned word = first / 64, bit = first % 64;
    uint64_t found = word < program->owner_words ? owners[word] >> bit : 0;
    if (bit && word + 1 < program->owner_words)
        found |= owners[word + 1] << (64 - bit);
    return found;
}

static __attribute__((noinline)) uint64_t
settle_by_rows(const struct kzi_program *program, const struct kzi_facts *facts,
               const struct kzi_reading *reading, const struct kzi_match *match, unsigned first) {
    uint64_t owners[KZI_ROW_WORDS];
    struct kzi_match settled = *match;
    kzi_match_settled(program, facts, &settled);
    kzi_match_owners(program, facts, reading, &settled, owners);
    return owners_from(program, owners, first);
}

/* An owner has the row of its own number, so that the rows a feature leaves are owners that it
 * leaves, as long as no other row asks. */
uint64_t kzi_match_settled_owners(const struct kzi_program *program, const struct kzi_facts *facts,
                                  const struct kzi_reading *reading, const struct kzi_match *match,
                                  const uint64_t *owners, unsigned first) {
    uint64_t found = owners_from(program, owners, first);
    if (program->settled_by_rows)
        return settle_by_rows(program, facts, reading, match, first);
    if (!found)
        return 0;
    for (unsigned i = program->first[KZI_ONCE_SETTLED]; i < program->first[KZI_STAGES]; i++) {
        const struct kzi_feature *feature = &program->features[i];
        size_t value = value_of_scored(program, facts, feature);
        found &= owners_from(program, feature->rows + value * program->words, first);
    }
    return found;
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

/* Owners of rows that are not their first, eight rows at a time. */
ALWAYS_INLINE void add_alternatives(const struct kzi_program *program, const uint64_t *matched,
                                    uint64_t *owners, unsigned owner_words) {
    const uint64_t *table = program->alternatives;
    for (unsigned row = program->n_owners; row < program->n_rows;
         row += 8, table += 256 * (size_t)owner_words) {
        uint64_t eight = matched[row / 64] >> row % 64;
        if (row % 64 > 56 && row / 64 + 1 < program->words)
            eight |= matched[row / 64 + 1] << (64 - row % 64);
        const uint64_t *found = table + (eight & 255) * owner_words;
        for (unsigned word = 0; word < owner_words; word++)
            owners[word] |= found[word];
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
        add_alternatives(program, match->rows, owners, owner_words);
    if (program->any_verify)
        verify(program, facts, reading, owners);
}
