/* Covers: closed where the rules say so, and put in the order in which they act. */
#include "compile/layout.h"
#include "compile/program/words.h"

#include <string.h>

/* A yaku under way: it comes after all that it covers, however long the chain. */
struct step {
    uint16_t yaku;
    uint32_t next; /* of its covers */
};

struct order_ctx {
    struct kz_ruleset *ruleset;
    uint8_t *done;
    const uint64_t **closed;  /* by yaku: what it covers whole; NULL: nothing, or not known yet */
    struct kzi_coverer *list; /* filled from its end: what is covered comes after */
    unsigned left;
};

/* What a yaku covers whole; closed: and what that covers in turn, save where a cover says that it
 * reaches no further. */
static uint64_t *find_covered(const struct order_ctx *ctx, unsigned at) {
    const struct kz_ruleset *ruleset = ctx->ruleset;
    const struct kzi_yaku *yaku = &ruleset->model->yaku[at];
    uint64_t *covers = kzi_new_yaku_set(ruleset);
    kzi_arena_spend(ruleset->model->arena, yaku->n_covers * ruleset->yaku_words / 16);
    for (size_t i = 0; i < yaku->n_covers; i++) {
        const struct kzi_cover *cover = &yaku->covers[i];
        const uint64_t *further = ctx->closed[cover->yaku];
        if (cover->which != KZI_COVERS_ALL && cover->which != KZI_COVERS_ONLY)
            continue;
        kzi_put_yaku(covers, cover->yaku);
        if (!further || !ruleset->model->combinations.closed_covers ||
            cover->which != KZI_COVERS_ALL)
            continue;
        for (unsigned word = 0; word < ruleset->yaku_words; word++)
            covers[word] |= further[word];
    }
    return covers;
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

static void place_coverer(struct order_ctx *ctx, unsigned at) {
    if (!ctx->ruleset->model->yaku[at].n_covers)
        return;
    uint64_t *covers = find_covered(ctx, at);
    ctx->closed[at] = covers;
    struct kzi_coverer *coverer = &ctx->list[--ctx->left];
    *coverer = (struct kzi_coverer){.yaku = (uint16_t)at, .covers = covers};
    add_some(ctx->ruleset, coverer);
    ctx->ruleset->n_partial += coverer->n_some;
    ctx->ruleset->combines |= coverer->n_some > 0;
}

/* Places a yaku after all that it covers. */
static void place_from(struct order_ctx *ctx, struct step *way, unsigned at) {
    unsigned depth = 0;
    way[depth++] = (struct step){(uint16_t)at, 0};
    ctx->done[at] = 1;
    while (depth) {
        struct step *step = &way[depth - 1];
        const struct kzi_yaku *yaku = &ctx->ruleset->model->yaku[step->yaku];
        unsigned next = step->next < yaku->n_covers ? yaku->covers[step->next].yaku : 0;
        if (step->next++ >= yaku->n_covers) {
            place_coverer(ctx, step->yaku);
            depth--;
        } else if (!ctx->done[next]) {
            ctx->done[next] = 1;
            way[depth++] = (struct step){(uint16_t)next, 0};
        }
    }
}

static void lay_out_coverers(struct kz_ruleset *ruleset) {
    struct kzi_arena *arena = ruleset->model->arena;
    size_t words = ruleset->yaku_words;
    uint64_t *covering = kzi_new_yaku_set(ruleset);
    uint64_t *covered = KZI_NEW_ARRAY(arena, ruleset->n_yaku * words, uint64_t);
    uint16_t *place = KZI_NEW_ARRAY(arena, ruleset->n_yaku, uint16_t);
    for (unsigned i = 0; i < ruleset->n_coverers; i++) {
        const struct kzi_coverer *coverer = &ruleset->coverers[i];
        kzi_put_yaku(covering, coverer->yaku);
        place[coverer->yaku] = (uint16_t)i;
        memcpy(covered + coverer->yaku * words, coverer->covers, words * sizeof *covered);
    }
    ruleset->covering = covering;
    ruleset->covered = covered;
    ruleset->place_of_coverer = place;
}

/* Whether a yaku covers all that is covered by those that it covers: it then does not matter
 * whether these still act. */
static bool reaches_all(const struct kz_ruleset *ruleset, const uint64_t *const *closed,
                        const uint64_t *covers) {
    uint64_t beyond = 0;
    for (unsigned i = 0; i < ruleset->n_yaku && !beyond; i++) {
        if (!closed[i] || !(covers[i / 64] >> (i % 64) & 1))
            continue;
        kzi_arena_spend(ruleset->model->arena, 1 + ruleset->yaku_words / 16);
        for (unsigned word = 0; word < ruleset->yaku_words; word++)
            beyond |= closed[i][word] & ~covers[word];
    }
    return !beyond;
}

/* Coverers on which it hangs in what order covers act: they do not cover all that those they cover
 * would cover. */
static const uint64_t *find_settled_in_order(const struct kz_ruleset *ruleset,
                                             const uint64_t *const *closed) {
    uint64_t *found = kzi_new_yaku_set(ruleset);
    kzi_arena_spend(ruleset->model->arena, (size_t)ruleset->n_coverers * ruleset->n_yaku / 16);
    for (unsigned i = 0; i < ruleset->n_coverers; i++) {
        const struct kzi_coverer *coverer = &ruleset->coverers[i];
        if (!reaches_all(ruleset, closed, coverer->covers))
            kzi_put_yaku(found, coverer->yaku);
    }
    return found;
}

/* Whether all of which it covers some instances are combinations of the same sort of sets as it is:
 * which choice of them is best was judged with that. */
static bool keeps_to_its_sort(const struct kz_ruleset *ruleset, const struct kzi_coverer *coverer) {
    for (unsigned sort = 0; sort < KZI_SET_SORTS; sort++) {
        const uint64_t *of_sort = ruleset->set_combinations[sort];
        bool all = kzi_has_bit(of_sort, coverer->yaku);
        for (unsigned k = 0; all && k < coverer->n_some; k++)
            all = kzi_has_bit(of_sort, coverer->some[k].yaku);
        if (all)
            return true;
    }
    return false;
}

/* Coverers in whose presence each choice is weighed anew. */
static const uint64_t *find_weighed(const struct kz_ruleset *ruleset) {
    uint64_t *found = kzi_new_yaku_set(ruleset);
    memcpy(found, ruleset->settled_in_order, ruleset->yaku_words * sizeof *found);
    for (unsigned i = 0; i < ruleset->n_coverers; i++) {
        const struct kzi_coverer *coverer = &ruleset->coverers[i];
        if (coverer->n_some && !keeps_to_its_sort(ruleset, coverer))
            kzi_put_yaku(found, coverer->yaku);
    }
    return found;
}

void kzi_lay_out_covers(struct kz_ruleset *ruleset) {
    struct kzi_arena *arena = ruleset->model->arena;
    struct order_ctx ctx = {ruleset, KZI_NEW_ARRAY(arena, ruleset->n_yaku, uint8_t),
                            KZI_NEW_ARRAY(arena, ruleset->n_yaku, const uint64_t *),
                            KZI_NEW_ARRAY(arena, ruleset->n_yaku, struct kzi_coverer),
                            ruleset->n_yaku};
    struct step *way = KZI_NEW_ARRAY(arena, ruleset->n_yaku, struct step);
    for (unsigned i = 0; i < ruleset->n_yaku; i++)
        if (!ctx.done[i])
            place_from(&ctx, way, i);
    ruleset->coverers = ctx.list + ctx.left;
    ruleset->n_coverers = ruleset->n_yaku - ctx.left;
    lay_out_coverers(ruleset);
    ruleset->settled_in_order = find_settled_in_order(ruleset, ctx.closed);
    ruleset->weighed = find_weighed(ruleset);
}
