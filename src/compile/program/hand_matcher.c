/* What the tiles and circumstances of a hand rule out. */
#include "compile/program/program.h"
#include "compile/program/words.h"

static inline unsigned part_of(unsigned kind, const struct kzi_hand *hand) {
    return (kind == KZI_HONOR + (unsigned)hand->seat ? KZI_SEAT_WIND : 0U) |
           (kind == KZI_HONOR + (unsigned)hand->round ? KZI_ROUND_WIND : 0U);
}

/* All but the circumstances. */
KZI_ALWAYS_INLINE void match_tiles(const struct kzi_program *program, const struct kzi_facts *facts,
                                   uint64_t *rows, unsigned words) {
    const struct kzi_hand_tables *tables = &program->hand;
    const struct kzi_hand *hand = facts->hand;
    kzi_kinds kinds = facts->tiles->kinds;
    unsigned m = kzi_kinds_of_suit(kinds, 0), p = kzi_kinds_of_suit(kinds, 1),
             s = kzi_kinds_of_suit(kinds, 2), z = kzi_kinds_of_suit(kinds, 3);
    kzi_copy_words(rows, program->possible, words);
    kzi_look_up(tables->present[0], m, rows, words);
    kzi_look_up(tables->present[1], p, rows, words);
    kzi_look_up(tables->present[2], s, rows, words);
    kzi_look_up(tables->present[3], z, rows, words);
    if (tables->suits)
        kzi_look_up(tables->suits, (m != 0) + 2U * (p != 0) + 4U * (s != 0), rows, words);
    if (tables->seat)
        kzi_look_up(tables->seat, hand->seat, rows, words);
    if (tables->won)
        kzi_look_up(tables->won, hand->win * 4U + part_of(hand->win, hand), rows, words);
    if (tables->in_one_suit)
        kzi_look_up(tables->unasked,
                    tables->in_one_suit[m] | tables->in_one_suit[p] | tables->in_one_suit[s], rows,
                    words);
}

KZI_ALWAYS_INLINE void match_given(const struct kzi_program *program, uint64_t given,
                                   uint64_t *rows, unsigned words) {
    for (unsigned i = 0; i < program->hand.n_given; i++) {
        const struct kzi_feature *feature = &program->features[program->hand.first_given + i];
        kzi_look_up(feature->rows, given >> (8 * feature->index) & 255, rows, words);
    }
}

KZI_ALWAYS_INLINE void match_hand(const struct kzi_program *program, const struct kzi_facts *facts,
                                  uint64_t given, uint64_t *rows, unsigned words) {
    match_tiles(program, facts, rows, words);
    match_given(program, given, rows, words);
}

void kzi_match_tiles(const struct kzi_program *program, const struct kzi_facts *facts,
                     struct kzi_match *match) {
    KZI_BY_WORDS(program->words, match_tiles(program, facts, match->rows, words));
}

void kzi_match_hand(const struct kzi_program *program, const struct kzi_facts *facts,
                    struct kzi_match *match) {
    KZI_BY_WORDS(program->words, match_hand(program, facts, facts->given, match->rows, words));
}
