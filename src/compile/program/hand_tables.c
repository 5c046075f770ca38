/* The tables that are looked up once for every hand, and once for every reading.  Most are there
 * even if no row says anything of what they are about, so that nobody asks whether. */
#include "compile/program/builder.h"

#include <string.h>

static const struct kzi_feature *find(const struct kzi_program *program, unsigned kind,
                                      unsigned index) {
    for (unsigned i = 0; i < program->first[KZI_STAGES]; i++)
        if (program->features[i].kind == kind && program->features[i].index == index)
            return &program->features[i];
    return NULL;
}

static uint64_t *all_rows(const struct kzi_builder *builder, const struct kzi_program *program,
                          size_t values) {
    size_t count = values * program->words;
    uint64_t *rows = KZI_NEW_ARRAY(builder->arena, count, uint64_t);
    memset(rows, 0xFF, count * sizeof *rows);
    return rows;
}

static const uint64_t *table_of(const struct kzi_builder *builder,
                                const struct kzi_program *program, unsigned kind, unsigned index,
                                size_t size) {
    const struct kzi_feature *feature = find(program, kind, index);
    return feature ? feature->rows : all_rows(builder, program, size);
}

/* NULL: no row says anything of it. */
static const uint64_t *rows_of(const struct kzi_program *program, unsigned kind, unsigned index) {
    const struct kzi_feature *feature = find(program, kind, index);
    return feature ? feature->rows : NULL;
}

/* By kind and part, which saves working out the code of the tile. */
static const uint64_t *table_of_won(const struct kzi_builder *builder,
                                    const struct kzi_program *program) {
    const struct kzi_feature *feature = find(program, KZI_F_WON, 0);
    if (!feature)
        return NULL;
    uint64_t *rows = all_rows(builder, program, 4 * KZI_KINDS);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        for (unsigned part = 0; part < 4; part++) {
            unsigned wind = kind - KZI_HONOR, other = (wind + 1) % 4;
            unsigned code = kzi_code(kind, part & KZI_SEAT_WIND ? wind : other,
                                     part & KZI_ROUND_WIND ? wind : other);
            memcpy(rows + (kind * 4 + part) * program->words,
                   feature->rows + (size_t)code * program->words, program->words * sizeof *rows);
        }
    return rows;
}

/* --- questions about tiles of one suit -------------------------------------------------------- */

/* Tiles of one suit, whichever it is: all their numbers must stand in one suit. */
static unsigned numbers_in_one_suit(const struct kzi_condition *cond) {
    unsigned numbers = 0;
    if (cond->kind != KZI_CONDITION_contains && cond->kind != KZI_CONDITION_before_win)
        return 0;
    for (unsigned number = 0; number < 9; number++)
        numbers |= (cond->u.tiles.counts[4] >> 4 * number & 15 ? 1U : 0U) << number;
    return numbers;
}

/* What a suit's numbers leave open of the first eight questions; where no suit leaves one open the
 * answer is no. */
static void lay_out_questions(const struct kzi_builder *builder, struct kzi_program *program) {
    unsigned count = program->n_asked < 8 ? program->n_asked : 8;
    uint8_t *open = KZI_NEW_ARRAY(builder->arena, 512, uint8_t);
    uint64_t *rows = all_rows(builder, program, 256);
    if (!count)
        return;
    for (unsigned i = 0; i < count; i++) {
        unsigned need = numbers_in_one_suit(program->asked[i]);
        for (unsigned numbers = 0; numbers < 512; numbers++)
            open[numbers] |= (uint8_t)((need & ~numbers ? 0U : 1U) << i);
        for (size_t value = 0; value < 256; value++)
            for (unsigned word = 0; !(value >> i & 1) && word < program->words; word++)
                rows[value * program->words + word] &= ~program->asked_rows[i].need[word];
    }
    program->hand.in_one_suit = open;
    program->hand.unasked = rows;
}

/* --- readings -------------------------------------------------------------------------------- */

static void lay_out_phrases(const struct kzi_builder *builder, struct kzi_program *program) {
    struct kzi_phrase_tables *tables = &program->phrases;
    size_t size = (size_t)program->words << tables->bits;
    size_t apart = kzi_phrases_apart(tables, program->words);
    uint64_t *rows = KZI_NEW_ARRAY(builder->arena, apart * tables->count, uint64_t);
    for (unsigned i = 0; i < tables->count; i++)
        memcpy(rows + apart * i,
               table_of(builder, program, KZI_F_SETS, i, (size_t)1 << tables->bits),
               size * sizeof *rows);
    tables->rows = rows;
}

static void find_mixed_rows(const struct kzi_builder *builder, struct kzi_program *program) {
    uint64_t *rows = KZI_NEW_ARRAY(builder->arena, program->words, uint64_t);
    for (uint64_t mixed = program->mixed_patterns; mixed; mixed &= mixed - 1)
        for (unsigned word = 0; word < program->words; word++)
            rows[word] |= program->pattern_rows[__builtin_ctzll(mixed)].either[word];
    program->mixed_asking = rows;
}

void kzi_lay_out_hand(const struct kzi_builder *builder, struct kzi_program *program) {
    struct kzi_hand_tables *hand = &program->hand;
    for (unsigned suit = 0; suit < 4; suit++)
        hand->present[suit] =
            table_of(builder, program, KZI_F_PRESENT, suit, suit < KZI_SUITS ? 512 : 128);
    hand->suits = rows_of(program, KZI_F_SUITS, 0);
    hand->seat = rows_of(program, KZI_F_SEAT, 0);
    hand->won = table_of_won(builder, program);
    hand->first_given = program->first[KZI_ONCE_A_HAND];
    for (unsigned i = hand->first_given; i < program->first[KZI_ONCE_A_READING]; i++)
        hand->n_given += program->features[i].kind == KZI_F_GIVEN;
    lay_out_questions(builder, program);
    program->situation = table_of(builder, program, KZI_F_SITUATION, 0, KZI_FEATURE_VALUES);
    lay_out_phrases(builder, program);
    find_mixed_rows(builder, program);
    program->waits = find(program, KZI_F_N_WAITS, 0);
}
