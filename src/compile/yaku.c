/* Lay out the kinds of yaku, their worth, and the covers in the order in which they act. */
#include "compile/condition/pattern.h"
#include "compile/program/bitset.h"
#include "compile/ruleset.h"

#include <string.h>

const char *const kzi_cover_why_names[] = {[KZI_COVER_IMPLIED] = "implied",
                                           [KZI_COVER_IMPOSSIBLE] = "impossible",
                                           [KZI_COVER_CONVENTION] = "convention",
                                           [KZI_COVER_NOT_LOOKED_FOR] = "not_looked_for"};

static bool is_combination(const struct kzi_yaku *yaku) {
    return yaku->combination || yaku->each == KZI_EACH_PATTERN;
}

static bool is_worth_limit(const struct kzi_value *value) {
    return value->scored && value->limit != KZI_NO_LIMIT;
}

static void sort_one(struct kz_ruleset *ruleset, unsigned i) {
    const struct kzi_yaku *yaku = &ruleset->model->yaku[i];
    const bool combines = is_combination(yaku);
    kzi_set_bit(ruleset->all_yaku, i);
    kzi_put_bit_if(ruleset->bonus, i, yaku->bonus);
    kzi_put_bit_if(ruleset->something, i, !yaku->bonus);
    kzi_put_bit_if(ruleset->alone, i, yaku->alone);
    kzi_put_bit_if(ruleset->combinations, i, combines);
    kzi_put_bit_if(ruleset->repeated, i, yaku->each != KZI_ONCE && !combines);
    kzi_put_bit_if(ruleset->yaku_counting_zero, i,
                   yaku->each == KZI_EACH_MARK || yaku->each == KZI_EACH_FOUR ||
                       yaku->each == KZI_EACH_COUNTER);
    kzi_put_bit_if(ruleset->worth_limit[false], i, is_worth_limit(&yaku->closed));
    kzi_put_bit_if(ruleset->worth_limit[true], i, is_worth_limit(&yaku->open));
    ruleset->combines |= combines;
    ruleset->has_factors |= yaku->factor && yaku->in_use;
    if (kzi_condition_asks(yaku->when, KZI_FACT_SETTLED)) {
        ruleset->nothing_scored = (int)i;
        kzi_clear_bit(ruleset->something, i);
    }
}

/* --- combinations of one kind of set ---------------------------------------------------------- */

static bool asks_alone(const struct kzi_condition *cond, unsigned noun) {
    if (kzi_fact_of(cond) == KZI_FACT_PATTERN && !cond->denied && !cond->argument.pattern.twice)
        return kzi_pattern_is_of(&cond->argument.pattern, noun);
    bool alone = cond->op == KZI_ANY && !cond->denied;
    for (size_t i = 0; alone && i < cond->parts.count; i++)
        alone = asks_alone(cond->parts.list[i], noun);
    return alone;
}

/* Find the combinations of sets of one kind that count whatever else the hand has. */
static void fill_alone(struct kz_ruleset *ruleset, enum kzi_set_kind kind, unsigned noun) {
    for (unsigned i = 0; i < ruleset->n_yaku; i++) {
        const struct kzi_yaku *yaku = &ruleset->model->yaku[i];
        const bool always =
                       yaku->in_use && yaku->closed.scored && yaku->open.scored && !yaku->alone,
                   each = yaku->each == KZI_EACH_PATTERN && !yaku->when &&
                          kzi_pattern_is_of(yaku->each_pattern, noun),
                   once = yaku->each == KZI_ONCE && yaku->combination && yaku->when &&
                          asks_alone(yaku->when, noun);
        kzi_put_bit_if(ruleset->set_combinations[kind], i, always && (each || once));
        ruleset->any_set_combination[kind] |= always && (each || once);
    }
}

/* Find the yaku that can count other than once. */
static void fill_repeatable(struct kz_ruleset *ruleset) {
    uint64_t *always = ruleset->always_repeatable;
    KZI_EACH_YAKU_OF(ruleset->model, yaku)
        KZI_EACH_OF(kzi_cover, cover, yaku->covers, yaku->n_covers)
            kzi_put_bit_if(always, cover->yaku,
                           cover->which == KZI_COVERS_OWN || cover->which == KZI_COVERS_SOME);
    for (unsigned i = 0; i < ruleset->yaku_words; i++) {
        always[i] |= ruleset->repeated[i];
        ruleset->repeatable[i] = always[i] | ruleset->combinations[i];
    }
}

/* --- worth ------------------------------------------------------------------------------------ */

static int64_t worth_of(const struct kzi_model *model, const struct kzi_value *value) {
    if (!value->scored)
        return 0;
    return value->limit == KZI_NO_LIMIT
               ? value->number
               : (int64_t)model->limits[value->limit].worth * value->number;
}

static void lay_out_numbers(struct kz_ruleset *ruleset) {
    const struct kzi_model *model = ruleset->model;
    for (unsigned open = 0; open < 2; open++) {
        int64_t *worth = KZI_NEW_ARRAY(model->arena, ruleset->n_yaku, int64_t);
        struct kzi_yaku_amount *amounts =
            KZI_NEW_ARRAY(model->arena, ruleset->n_yaku, struct kzi_yaku_amount);
        for (unsigned i = 0; i < ruleset->n_yaku; i++) {
            const struct kzi_value *value = kzi_yaku_value(&model->yaku[i], open);
            amounts[i] =
                (struct kzi_yaku_amount){value->number, model->yaku[i].bonus ? 0 : value->number};
            worth[i] = worth_of(model, value);
        }
        KZI_EACH_ITEM(model->minimum_without, id)
            amounts[kzi_names_find(&model->yaku_names, id->text)].qualifying = 0;
        ruleset->worth[open] = worth;
        ruleset->amounts[open] = amounts;
    }
}

void kzi_lay_out_yaku(struct kz_ruleset *ruleset) {
    ruleset->nothing_scored = -1;
    for (unsigned i = 0; i < ruleset->n_yaku; i++)
        sort_one(ruleset, i);
    fill_repeatable(ruleset);
    fill_alone(ruleset, KZI_OF_CHOWS_ALONE, KZI_A_CHOW);
    fill_alone(ruleset, KZI_OF_PUNGS_ALONE, KZI_A_PUNG);
    lay_out_numbers(ruleset);
    kzi_prices_lay_out(&ruleset->prices, ruleset->model);
}

/* --- covers ----------------------------------------------------------------------------------- */

/* Collect the yaku that a yaku covers whole.  If covers are closed, add what these cover in turn,
 * unless a cover is limited to its yaku (KZI_COVERS_ONLY). */
static void fill_covered(const struct kz_ruleset *ruleset, uint64_t *covered, unsigned at) {
    const struct kzi_yaku *yaku = &ruleset->model->yaku[at];
    size_t words = ruleset->yaku_words;
    kzi_arena_spend(ruleset->model->arena, yaku->n_covers * words / 16);
    for (size_t i = 0; i < yaku->n_covers; i++) {
        const struct kzi_cover *cover = &yaku->covers[i];
        bool all = cover->which == KZI_COVERS_ALL;
        if (all || cover->which == KZI_COVERS_ONLY)
            kzi_set_bit(covered + at * words, cover->yaku);
        for (unsigned word = 0; all && ruleset->model->combinations.closed_covers && word < words;
             word++)
            covered[at * words + word] |= covered[cover->yaku * words + word];
    }
}

/* Add the covers of some instances, for yaku that are not covered whole. */
static void add_some(const struct kz_ruleset *ruleset, struct kzi_coverer *coverer) {
    const struct kzi_yaku *yaku = &ruleset->model->yaku[coverer->yaku];
    struct kzi_cover *some = KZI_NEW_ARRAY(ruleset->model->arena, yaku->n_covers, struct kzi_cover);
    for (size_t i = 0; i < yaku->n_covers; i++)
        if (!kzi_has_bit(coverer->covers, yaku->covers[i].yaku))
            some[coverer->n_some++] = yaku->covers[i];
    coverer->some = some;
}

static void lay_out_coverers(struct kz_ruleset *ruleset) {
    const struct kzi_model *model = ruleset->model;
    size_t words = ruleset->yaku_words, count = model->n_cover_order;
    uint64_t *covered = KZI_NEW_ARRAY(model->arena, ruleset->n_yaku * words, uint64_t);
    uint16_t *place = KZI_NEW_ARRAY(model->arena, ruleset->n_yaku, uint16_t);
    struct kzi_coverer *list = KZI_NEW_ARRAY(model->arena, count, struct kzi_coverer);
    for (size_t i = count; i--;) {
        struct kzi_coverer *coverer = &list[i];
        coverer->yaku = model->cover_order[count - 1 - i];
        coverer->covers = covered + coverer->yaku * words;
        fill_covered(ruleset, covered, coverer->yaku);
        add_some(ruleset, coverer);
        kzi_set_bit(ruleset->covering, coverer->yaku);
        place[coverer->yaku] = (uint16_t)i;
        ruleset->n_partial += coverer->n_some;
    }
    ruleset->combines |= ruleset->n_partial > 0;
    ruleset->coverers = list;
    ruleset->n_coverers = (unsigned)count;
    ruleset->coverer_index = place;
}

/* Return whether every yaku that it covers in part combines the same kind of sets as it does; the
 * best selection was computed with such covers. */
static bool covers_own_kind(const struct kz_ruleset *ruleset, const struct kzi_coverer *coverer) {
    for (unsigned kind = 0; kind < KZI_ALONE_KINDS; kind++) {
        const uint64_t *of_kind = ruleset->set_combinations[kind];
        bool all = kzi_has_bit(of_kind, coverer->yaku);
        for (unsigned k = 0; all && k < coverer->n_some; k++)
            all = kzi_has_bit(of_kind, coverer->some[k].yaku);
        if (all)
            return true;
    }
    return false;
}

/* Fill in the coverers and combinations in whose presence each selection must be weighed anew.  The
 * order of covers does not matter here: a selection that no other yaku touches is made as if there
 * were no others. */
static void fill_weighed_anew(struct kz_ruleset *ruleset) {
    for (unsigned i = 0; i < ruleset->n_coverers; i++) {
        const struct kzi_coverer *coverer = &ruleset->coverers[i];
        kzi_put_bit_if(ruleset->weighed_anew, coverer->yaku,
                       coverer->n_some && !covers_own_kind(ruleset, coverer));
    }
    for (unsigned i = 0; i < ruleset->n_yaku; i++)
        kzi_put_bit_if(ruleset->weighed_anew, i,
                       kzi_has_bit(ruleset->combinations, i) &&
                           !kzi_has_bit(ruleset->set_combinations[KZI_OF_CHOWS_ALONE], i) &&
                           !kzi_has_bit(ruleset->set_combinations[KZI_OF_PUNGS_ALONE], i));
}

void kzi_lay_out_covers(struct kz_ruleset *ruleset) {
    lay_out_coverers(ruleset);
    fill_weighed_anew(ruleset);
}
