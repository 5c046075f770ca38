#include "analysis/exhaustive/every_fold.h"

#include <string.h>

static void find_settled(uint64_t *settled, const struct kzi_program *program) {
    memset(settled, 0xFF, KZI_ROW_WORDS * sizeof *settled);
    for (unsigned i = 0; i < program->first[KZI_STAGES]; i++) {
        const struct kzi_feature *feature = &program->features[i];
        if (feature->kind == KZI_F_GIVEN || feature->kind == KZI_F_SCORED)
            for (unsigned word = 0; word < program->words; word++)
                settled[word] &= ~feature->mentions[word];
    }
}

void kzi_every_folds_find(struct kzi_every_folds *folds, const struct kzi_program *program) {
    memset(folds, 0, sizeof *folds);
    folds->words = program->words;
    find_settled(folds->settled, program);
    for (unsigned row = 0; row < program->n_rows && folds->count < KZI_EVERY_FOLDS; row++) {
        uint64_t *others = folds->list[folds->count].others;
        bool any = false;
        for (unsigned i = 0; i < program->n_rows; i++)
            if (i != row && program->owner[i] == program->owner[row]) {
                others[i / 64] |= UINT64_C(1) << i % 64;
                any = true;
            }
        folds->list[folds->count].row = (uint16_t)row;
        folds->count += any;
    }
}

void kzi_every_fold(const struct kzi_every_folds *folds, const uint64_t *sure, uint64_t *rows) {
    for (unsigned i = 0; i < folds->count; i++) {
        unsigned row = folds->list[i].row;
        if (rows[row / 64] & sure[row / 64] & UINT64_C(1) << row % 64)
            for (unsigned word = 0; word < folds->words; word++)
                rows[word] &= ~folds->list[i].others[word];
    }
}
