/* Covers: closed where the rules say so, and put in the order in which they act. */
#include "compile/layout.h"

#include <string.h>

struct ordering {
    struct kz_ruleset *ruleset;
    uint8_t *done;
    struct kzi_coverer *list; /* filled from its end: what is covered comes after */
    unsigned left;
};

/* Adds what a yaku covers whole; closed: and what that covers in turn, save where a cover says
 * that it reaches no further. */
static void add_covered(const struct kz_ruleset *ruleset, unsigned at, uint64_t *covers) {
    const struct kzi_model *model = ruleset->model;
    for (size_t i = 0; i < model->yaku[at].n_covers; i++) {
        const struct kzi_cover *cover = &model->yaku[at].covers[i];
        bool whole = cover->which == KZI_COVERS_ALL || cover->which == KZI_COVERS_ONLY;
        if (!whole || covers[cover->yaku / 64] >> (cover->yaku % 64) & 1)
            continue;
        kzi_put_yaku(covers, cover->yaku);
        if (model->combinations.closed_covers && cover->which == KZI_COVERS_ALL)
            add_covered(ruleset, cover->yaku, covers);
    }
}

/* Covers of some instances, where the yaku is not covered whole. */
static void add_some(const struct kz_ruleset *ruleset, struct kzi_coverer *coverer) {
    const struct kzi_yaku *yaku = &ruleset->model->yaku[coverer->yaku];
    struct kzi_cover *some = KZI_NEW_ARRAY(ruleset->model->arena, yaku->n_covers, struct kzi_cover);
    for (size_t i = 0; i < yaku->n_covers; i++) {
        const struct kzi_cover *cover = &yaku->covers[i];
        bool whole = coverer->covers[cover->yaku / 64] >> (cover->yaku % 64) & 1;
        if (!whole)
            some[coverer->n_some++] = *cover;
    }
    coverer->some = some;
}

static void place_coverer(struct ordering *ordering, unsigned at) {
    const struct kzi_yaku *yaku = &ordering->ruleset->model->yaku[at];
    ordering->done[at] = 1;
    for (size_t i = 0; i < yaku->n_covers; i++)
        if (!ordering->done[yaku->covers[i].yaku])
            place_coverer(ordering, yaku->covers[i].yaku);
    if (!yaku->n_covers)
        return;
    uint64_t *covers = kzi_new_yaku_set(ordering->ruleset);
    add_covered(ordering->ruleset, at, covers);
    struct kzi_coverer *coverer = &ordering->list[--ordering->left];
    *coverer = (struct kzi_coverer){.yaku = (uint16_t)at, .covers = covers};
    add_some(ordering->ruleset, coverer);
    ordering->ruleset->combines |= coverer->n_some > 0;
}

void kzi_lay_out_covers(struct kz_ruleset *ruleset) {
    struct kzi_arena *arena = ruleset->model->arena;
    struct ordering ordering = {ruleset, KZI_NEW_ARRAY(arena, ruleset->n_yaku, uint8_t),
                                KZI_NEW_ARRAY(arena, ruleset->n_yaku, struct kzi_coverer),
                                ruleset->n_yaku};
    for (unsigned i = 0; i < ruleset->n_yaku; i++)
        if (!ordering.done[i])
            place_coverer(&ordering, i);
    ruleset->coverers = ordering.list + ordering.left;
    ruleset->n_coverers = ruleset->n_yaku - ordering.left;
    uint64_t *covering = kzi_new_yaku_set(ruleset);
    uint16_t *place = KZI_NEW_ARRAY(arena, ruleset->n_yaku, uint16_t);
    for (unsigned i = 0; i < ruleset->n_coverers; i++) {
        kzi_put_yaku(covering, ruleset->coverers[i].yaku);
        place[ruleset->coverers[i].yaku] = (uint16_t)i;
    }
    ruleset->covering = covering;
    ruleset->place_of_coverer = place;
}
