/* Whose rows are left, and which of them are once the yaku are settled. */
#include "base/assume.h"
#include "compile/condition/evaluation.h"
#include "compile/program/program.h"
#include "compile/program/words.h"

#include <string.h>

/* --- once the yaku are settled --------------------------------------------------------------- */

KZI_ALWAYS_INLINE unsigned value_of_scored(const struct kzi_program *program,
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
        kzi_look_up(feature->rows, value_of_scored(program, facts, feature), match->rows,
                    program->words);
    }
}

/* An owner has the row of its own number, so that the rows a feature leaves are owners that it
 * leaves, as long as no other row asks. */
uint64_t kzi_settled_by_value(const struct kzi_program *program, unsigned value, unsigned first) {
    uint64_t left = UINT64_MAX;
    for (unsigned i = program->first[KZI_ONCE_SETTLED]; i < program->first[KZI_STAGES]; i++) {
        const struct kzi_feature *feature = &program->features[i];
        size_t of_feature = value >> 8 * feature->index & 255;
        left &= kzi_owners_from(program, feature->rows + of_feature * program->words, first);
    }
    return left;
}

uint64_t kzi_match_settled_owners(const struct kzi_program *program, const struct kzi_facts *facts,
                                  const struct kzi_reading *reading, const struct kzi_match *match,
                                  unsigned first) {
    uint64_t owners[KZI_ROW_WORDS];
    struct kzi_match settled = *match;
    kzi_match_settled(program, facts, &settled);
    kzi_match_owners(program, facts, reading, &settled, owners);
    return kzi_owners_from(program, owners, first);
}

/* The walker confirms the rows of conditions that were too large for tables. */
static __attribute__((noinline)) void verify(const struct kzi_program *program,
                                             const struct kzi_facts *facts,
                                             const struct kzi_reading *reading, uint64_t *owners) {
    for (unsigned word = 0; word < program->owner_words; word++)
        for (uint64_t left = owners[word]; left; left &= left - 1) {
            unsigned owner = word * 64 + (unsigned)__builtin_ctzll(left);
            if (program->verify[owner / 64] >> (owner % 64) & 1 &&
                !kzi_evaluate(program->owner_if[owner], facts, reading))
                owners[word] &= ~(UINT64_C(1) << (owner % 64));
        }
}

/* Owners of rows that are not their first, eight rows at a time. */
KZI_ALWAYS_INLINE void add_alternatives(const struct kzi_program *program, const uint64_t *matched,
                                        uint64_t *owners, unsigned words) {
    const uint64_t *table = program->alternatives;
    for (unsigned row = program->n_owners; row < program->n_rows;
         row += 8, table += 256 * (size_t)words) {
        uint64_t eight = matched[row / 64] >> row % 64;
        if (row % 64 > 56 && row / 64 + 1 < program->words)
            eight |= matched[row / 64 + 1] << (64 - row % 64);
        const uint64_t *found = table + (eight & 255) * words;
        for (unsigned word = 0; word < words; word++)
            owners[word] |= found[word];
    }
}

KZI_ALWAYS_INLINE void find_owners(const struct kzi_program *program, const uint64_t *rows,
                                   uint64_t *owners, unsigned words) {
    kzi_copy_words(owners, rows, words);
    KZI_ASSUME(!program->n_owners || words);
    if (program->n_owners % 64)
        owners[words - 1] &= (UINT64_C(1) << program->n_owners % 64) - 1;
    if (program->n_rows > program->n_owners)
        add_alternatives(program, rows, owners, words);
}

void kzi_match_owners(const struct kzi_program *program, const struct kzi_facts *facts,
                      const struct kzi_reading *reading, const struct kzi_match *match,
                      uint64_t *owners) {
    KZI_BY_WORDS(program->owner_words, find_owners(program, match->rows, owners, words));
    if (program->any_verify)
        verify(program, facts, reading, owners);
}
