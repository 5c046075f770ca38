/* Choose the combinations that count: among the legal selections (compile/selection/selection.h)
 * the one with the highest total after covers; if several have it, the one whose list of yaku comes
 * first.
 *
 * Combinations of chows and combinations of pungs of number tiles share no group, so they are
 * selected independently.  For most hands the best selection was found when the rules were loaded
 * (compile/selection/solutions.c); for the others all are weighed here. */
#include "compile/condition/evaluation.h"
#include "compile/program/bitset.h"
#include "score/reasons.h"
#include "score/steps.h"
#include "tile/sets.h"

#include <stddef.h>
#include <string.h>

struct combine_ctx {
    const struct kz_ruleset *rules;
    const struct kzi_facts *facts;
    struct kzi_selector selector;
    struct kzi_weigh_ctx weighing;
    struct kzi_selection now, best;
    bool any;
    size_t steps; /* steps to weigh one selection */
    /* if requested: the selections with the total of best but another list of yaku */
    unsigned n_equal;
    struct kzi_selection *equal;
};

/* --- the best of them ------------------------------------------------------------------------ */

static void note_equal(struct combine_ctx *ctx) {
    const struct kzi_selection *now = &ctx->now;
    bool known =
        now->total != ctx->best.total || !kzi_compare_lists(&ctx->weighing, now, &ctx->best);
    for (unsigned i = 0; !known && i < ctx->n_equal; i++)
        known |= !kzi_compare_lists(&ctx->weighing, now, &ctx->equal[i]);
    if (!known && ctx->n_equal < KZI_MAX_EQUAL)
        ctx->equal[ctx->n_equal++] = *now;
}

/* Copy only the part in use, which is small for most selections. */
static void keep_best(struct combine_ctx *ctx) {
    const struct kzi_selection *now = &ctx->now;
    struct kzi_selection *best = &ctx->best;
    memcpy(best, now, offsetof(struct kzi_selection, scored));
    kzi_copy_words(best->scored, now->scored, ctx->rules->yaku_words);
    memcpy(best->chosen, now->chosen, now->n_chosen * sizeof *now->chosen);
    memcpy(best->counts, now->counts, now->n_counts * sizeof *now->counts);
}

static void weigh_now(struct combine_ctx *ctx) {
    kzi_selector_spend(&ctx->selector, ctx->steps);
    kzi_weigh_selection(&ctx->weighing, &ctx->now);
    if (ctx->equal)
        note_equal(ctx);
    else if (!ctx->any || kzi_comes_first(&ctx->weighing, &ctx->now, &ctx->best))
        keep_best(ctx);
    ctx->any = true;
}

static void weigh_found(struct kzi_selector *selector, void *context) {
    struct combine_ctx *ctx = context;
    ctx->now.n_chosen = selector->n_chosen;
    memcpy(ctx->now.chosen, selector->chosen, selector->n_chosen * sizeof *selector->chosen);
    weigh_now(ctx);
}

/* --- weighing -------------------------------------------------------------------------------- */

/* Count the yaku that hold and are not combinations. */
static void fill_counts(struct combine_ctx *ctx) {
    const struct kz_ruleset *rules = ctx->rules;
    struct kzi_weigh_ctx *weighing = &ctx->weighing;
    uint64_t repeated[KZI_YAKU_WORDS];
    unsigned yaku = 0;
    kzi_copy_words(repeated, weighing->held, rules->yaku_words);
    kzi_and_words(repeated, rules->repeated, rules->yaku_words);
    KZI_EACH_YAKU(rules, repeated, yaku) {
        const unsigned times = kzi_count_instances(rules, ctx->facts, weighing->reading, yaku);
        if (times != 1 && weighing->n_counts < KZI_MAX_CHOSEN)
            weighing->counts[weighing->n_counts++] =
                (struct kzi_count){(uint16_t)yaku, (uint8_t)times};
    }
}

static void start(struct combine_ctx *ctx, const struct kz_ruleset *rules,
                  const struct kzi_facts *facts, const struct kzi_reading *reading,
                  const uint64_t *held) {
    struct kzi_weigh_ctx *weighing = &ctx->weighing;
    ctx->rules = weighing->rules = rules;
    ctx->facts = facts;
    ctx->any = false;
    ctx->equal = NULL;
    ctx->selector.left = KZI_MAX_SELECTION_STEPS;
    ctx->selector.cut = false;
    ctx->selector.model = rules->model;
    ctx->selector.found = weigh_found;
    ctx->selector.context = ctx;
    weighing->open = facts->open;
    weighing->hand = facts->hand;
    weighing->reading = reading;
    kzi_weigh_begin(weighing, held);
    fill_counts(ctx);
    unsigned coverers = 0, partial = rules->n_partial;
    for (unsigned i = 0; i < rules->yaku_words; i++)
        coverers += (unsigned)__builtin_popcountll(held[i] & rules->covering[i]);
    ctx->steps = 1 + rules->yaku_words + coverers * rules->yaku_words / 16 +
                 partial * (coverers + partial) / 16;
}

static void choose_among_all(struct combine_ctx *ctx, const uint64_t *held) {
    struct kzi_selector *selector = &ctx->selector;
    selector->n_instances = kzi_find_instances(ctx->rules, ctx->facts, ctx->weighing.reading, held,
                                               selector->instances);
    selector->cut |= selector->n_instances == KZI_MAX_INSTANCES;
    kzi_selector_run(selector);
}

static void take_selection(const struct kz_ruleset *rules, const struct kzi_selection *from,
                           struct kzi_tally *tally) {
    kzi_copy_words(tally->scored, from->scored, rules->yaku_words);
    tally->n_chosen = from->n_chosen;
    tally->chosen_repeat = false;
    for (unsigned i = 0; i < from->n_chosen; i++) {
        tally->chosen[i] = from->chosen[i];
        for (unsigned k = 0; k < i; k++)
            tally->chosen_repeat |= from->chosen[k].yaku == from->chosen[i].yaku;
    }
    tally->n_counts = from->n_counts;
    memcpy(tally->counts, from->counts, from->n_counts * sizeof *from->counts);
}

static __attribute__((noinline)) void weigh_all(const struct kz_ruleset *rules,
                                                const struct kzi_facts *facts,
                                                struct kzi_selection_budget *budget,
                                                struct kzi_tally *tally) {
    struct combine_ctx ctx;
    start(&ctx, rules, facts, &tally->reading, tally->scored);
    ctx.selector.left = budget->left;
    choose_among_all(&ctx, tally->scored);
    take_selection(rules, &ctx.best, tally);
    budget->left = ctx.selector.left;
    budget->cut |= ctx.selector.cut;
}

unsigned kzi_list_equal_selections(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                                   const struct kzi_tally *tally,
                                   struct kzi_tally list[KZI_MAX_EQUAL]) {
    struct combine_ctx ctx;
    struct kzi_selection equal[KZI_MAX_EQUAL];
    uint64_t together[KZI_YAKU_WORDS];
    if (!rules->combines || tally->by_limit || tally->alone >= 0)
        return 0;
    kzi_copy_words(together, tally->held, rules->yaku_words);
    kzi_drop_words(together, rules->alone, rules->yaku_words);
    start(&ctx, rules, facts, &tally->reading, together);
    choose_among_all(&ctx, together);
    ctx.equal = equal;
    ctx.n_equal = 0;
    choose_among_all(&ctx, together);
    for (unsigned i = 0; i < ctx.n_equal; i++) {
        list[i].reading = tally->reading;
        take_selection(rules, &equal[i], &list[i]);
    }
    return ctx.n_equal;
}

/* --- where nothing is weighed ---------------------------------------------------------------- */

/* Return the list that loading made of this reading's sets of one kind, or NULL if there is
 * none. */
static const struct kzi_set_list *list_of(const struct kz_ruleset *rules,
                                          const struct kzi_reading *reading, unsigned kind) {
    static const struct kzi_set_list nothing = {.best = {{.known = true}, {.known = true}}};
    const struct kzi_set_selections *all = &rules->set_selections[kind];
    unsigned rank = kind == KZI_OF_CHOWS_ALONE ? reading->chow_rank : reading->pung_rank;
    if (!all->list_of)
        return rules->any_set_combination[kind] ? NULL : &nothing;
    return rank == KZI_NO_RANK ? NULL : &all->lists[all->list_of[rank]];
}

/* Return whether the best selection of a list is known, given the other yaku that the hand has. */
KZI_ALWAYS_INLINE bool is_known(const struct kzi_set_list *list, const struct kzi_set_list *other,
                                bool open, const uint64_t *held, unsigned words) {
    if (!list || !list->best[open].known)
        return false;
    if (!list->several)
        return true;
    uint64_t touched = 0;
    for (unsigned i = 0; i < words; i++)
        touched |= list->touched[i] & (held[i] | (other && other->yaku ? other->yaku[i] : 0));
    return !touched;
}

/* Copy a selection with a fixed number of steps, because branches on its length mispredict. */
KZI_ALWAYS_INLINE void take_best(const struct kzi_best_selection *best, struct kzi_tally *tally) {
    _Static_assert(KZI_ALONE_KINDS * KZI_MAX_REMEMBERED <= KZI_MAX_CHOSEN, "room for all");
    if (!best->n_chosen)
        return;
    for (unsigned i = 0; i < KZI_MAX_REMEMBERED; i++)
        kzi_set_bit(tally->scored, best->chosen[i].yaku);
    memcpy(tally->chosen + tally->n_chosen, best->chosen, sizeof best->chosen);
    tally->n_chosen += best->n_chosen;
    tally->chosen_repeat |= best->repeats;
}

/* Keep the best selection of each kind if it was known when the rules were loaded; else return
 * false and leave the tally unchanged. */
KZI_ALWAYS_INLINE bool take_known(const struct kz_ruleset *rules, bool open,
                                  struct kzi_tally *tally, unsigned words) {
    const struct kzi_set_list *chows = list_of(rules, &tally->reading, KZI_OF_CHOWS_ALONE);
    const struct kzi_set_list *pungs = list_of(rules, &tally->reading, KZI_OF_PUNGS_ALONE);
    uint64_t held[KZI_YAKU_WORDS];
    if (kzi_any_common(tally->scored, rules->weighed_anew, words))
        return false;
    kzi_copy_words(held, tally->scored, words);
    kzi_drop_words(held, rules->combinations, words);
    if (!is_known(chows, pungs, open, held, words) || !is_known(pungs, chows, open, held, words))
        return false;
    kzi_copy_words(tally->scored, held, words);
    take_best(&chows->best[open], tally);
    take_best(&pungs->best[open], tally);
    kzi_settle_covers(rules, tally->scored, words);
    return true;
}

void kzi_choose_combinations(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                             struct kzi_selection_budget *budget, struct kzi_tally *tally) {
    bool known;
    KZI_BY_SIZE(rules->yaku_words, known = take_known(rules, facts->open, tally, words));
    if (!known)
        weigh_all(rules, facts, budget, tally);
}
