/* layout.h - the parts of a ruleset, each laid out by a file of its own. */
#ifndef KZI_LAYOUT_H
#define KZI_LAYOUT_H

#include "compile/ruleset.h"

static inline void kzi_put_yaku(uint64_t *set, size_t yaku) {
    set[yaku / 64] |= UINT64_C(1) << (yaku % 64);
}

static inline uint64_t *kzi_new_yaku_set(const struct kz_ruleset *ruleset) {
    return KZI_NEW_ARRAY(ruleset->model->arena, ruleset->yaku_words, uint64_t);
}

/* The program of conditions; notes an error for each that can never fire. */
void kzi_lay_out_scoring(struct kz_ruleset *ruleset, struct kzi_diags *diags);
/* What it costs to ask a condition of a reading, in units of KZI_MAX_WALK. */
size_t kzi_condition_weight(const struct kzi_condition *cond);
/* The same of all conditions that no table answers. */
size_t kzi_walk_weight(const struct kz_ruleset *ruleset);
/* Which yaku are of which sort, and what they are worth. */
void kzi_lay_out_yaku(struct kz_ruleset *ruleset);
/* The best of the combinations' choices, once covers are laid out. */
void kzi_judge_choices(struct kz_ruleset *ruleset);
/* Covers in the order in which they act. */
void kzi_lay_out_covers(struct kz_ruleset *ruleset);

#endif
