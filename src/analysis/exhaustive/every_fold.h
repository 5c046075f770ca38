/* every_fold.h - rows that say no more than others do: where one row of a condition is sure to
 * hold, its other rows do not matter, and hands that they would tell apart are alike. */
#ifndef KZI_EVERY_FOLD_H
#define KZI_EVERY_FOLD_H

#include "compile/program/program.h"

#define KZI_EVERY_FOLDS 128 /* beyond, rows are left as they are */

struct kzi_every_folds {
    uint64_t settled[KZI_ROW_WORDS]; /* rows that ask neither circumstances nor what else counts */
    unsigned count, words;
    struct {
        uint16_t row;
        uint64_t others[KZI_ROW_WORDS]; /* of the same condition */
    } list[KZI_EVERY_FOLDS];
};

void kzi_every_folds_find(struct kzi_every_folds *folds, const struct kzi_program *program);

/* Takes away the rows that stand beside one that is left and sure to hold. */
void kzi_every_fold(const struct kzi_every_folds *folds, const uint64_t *sure, uint64_t *rows);

#endif
