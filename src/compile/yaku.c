/* The yaku by what they are: bonus, alone, combinations, worth a limit, counted more than once. */
#include "compile/condition/pattern.h"
#include "compile/layout.h"

#include <string.h>

static const struct kzi_condition *find_nothing_scored(const struct kzi_condition *cond) {
    if (!cond || cond->kind == KZI_CONDITION_nothing_scored)
        return cond;
    if (cond->kind != KZI_CONDITION_all_of)
        return NULL;
    for (size_t i = 0; i < cond->u.parts.count; i++) {
        const struct kzi_condition *found = find_nothing_scored(cond->u.parts.list[i]);
        if (found)
            return found;
    }
    return NULL;
}

static void sort_yaku(struct kz_ruleset *ruleset) {
    uint64_t *bonus = kzi_new_yaku_set(ruleset), *alone = kzi_new_yaku_set(ruleset),
             *closed = kzi_new_yaku_set(ruleset), *open = kzi_new_yaku_set(ruleset),
             *not_qualifying = kzi_new_yaku_set(ruleset), *combinations = kzi_new_yaku_set(ruleset),
             *counted = kzi_new_yaku_set(ruleset), *repeated = kzi_new_yaku_set(ruleset);
    ruleset->nothing_scored = -1;
    for (unsigned i = 0; i < ruleset->n_yaku; i++) {
        const struct kzi_yaku *yaku = &ruleset->model->yaku[i];
        if (yaku->bonus) {
            kzi_put_yaku(bonus, i);
            kzi_put_yaku(not_qualifying, i);
        }
        if (yaku->alone)
            kzi_put_yaku(alone, i);
        if (yaku->each == KZI_EACH_FOUR || yaku->each == KZI_EACH_MARK)
            kzi_put_yaku(counted, i);
        if (yaku->each != KZI_ONCE && !yaku->combination && yaku->each != KZI_EACH_PATTERN)
            kzi_put_yaku(repeated, i);
        if (yaku->combination || yaku->each == KZI_EACH_PATTERN) {
            kzi_put_yaku(combinations, i);
            ruleset->combines = true;
        }
        if (yaku->closed.scored && yaku->closed.limit != KZI_NO_LIMIT)
            kzi_put_yaku(closed, i);
        if (yaku->open.scored && yaku->open.limit != KZI_NO_LIMIT)
            kzi_put_yaku(open, i);
        if (find_nothing_scored(yaku->when))
            ruleset->nothing_scored = (int)i;
    }
    for (size_t i = 0; i < ruleset->model->n_minimum_without; i++)
        kzi_put_yaku(not_qualifying, ruleset->model->minimum_without[i]);
    ruleset->bonus = bonus;
    ruleset->counted = counted;
    ruleset->repeated = repeated;
    ruleset->alone = alone;
    ruleset->combinations = combinations;
    ruleset->worth_limit[0] = closed;
    ruleset->worth_limit[1] = open;
    ruleset->not_qualifying = not_qualifying;
}

/* --- combinations of one sort of set ---------------------------------------------------------- */

static bool asks_alone(const struct kzi_condition *cond, unsigned noun) {
    if (cond->kind == KZI_CONDITION_has)
        return kzi_pattern_is_of(cond->u.pattern, noun);
    bool alone = cond->kind == KZI_CONDITION_any_of;
    for (size_t i = 0; alone && i < cond->u.parts.count; i++)
        alone = asks_alone(cond->u.parts.list[i], noun);
    return alone;
}

/* Combinations of such sets alone that count whatever else the hand is. */
static const uint64_t *find_alone(const struct kz_ruleset *ruleset, unsigned noun) {
    uint64_t *found = kzi_new_yaku_set(ruleset);
    for (unsigned i = 0; i < ruleset->n_yaku; i++) {
        const struct kzi_yaku *yaku = &ruleset->model->yaku[i];
        bool always = yaku->in_use && yaku->closed.scored && yaku->open.scored && !yaku->alone;
        bool each = yaku->each == KZI_EACH_PATTERN && !yaku->when;
        bool once = yaku->each == KZI_ONCE && yaku->combination && yaku->when;
        if (always && ((each && kzi_pattern_is_of(yaku->each_pattern, noun)) ||
                       (once && asks_alone(yaku->when, noun))))
            kzi_put_yaku(found, i);
    }
    return found;
}

static void solve_combinations(struct kz_ruleset *ruleset) {
    static const unsigned nouns[KZI_SET_SORTS] = {
        [KZI_OF_CHOWS_ALONE] = KZI_A_CHOW, [KZI_OF_PUNGS_ALONE] = KZI_A_PUNG};
    uint64_t *bound = kzi_new_yaku_set(ruleset);
    for (unsigned i = 0; i < ruleset->n_yaku; i++)
        for (size_t k = 0; k < ruleset->model->yaku[i].n_covers; k++)
            if (ruleset->model->yaku[i].covers[k].which == KZI_COVERS_OWN) {
                kzi_put_yaku(bound, i);
                kzi_put_yaku(bound, ruleset->model->yaku[i].covers[k].yaku);
            }
    uint64_t *others = kzi_new_yaku_set(ruleset);
    memcpy(others, ruleset->combinations, ruleset->yaku_words * sizeof *others);
    for (unsigned sort = 0; sort < KZI_SET_SORTS; sort++) {
        ruleset->set_combinations[sort] = find_alone(ruleset, nouns[sort]);
        for (unsigned i = 0; i < ruleset->yaku_words; i++) {
            others[i] &= ~ruleset->set_combinations[sort][i];
            ruleset->any_set_combination[sort] |= ruleset->set_combinations[sort][i] != 0;
        }
        kzi_set_choices_make(ruleset->model->arena, ruleset->model, ruleset->set_combinations[sort],
                             bound, sort, &ruleset->set_choices[sort]);
    }
    ruleset->other_combinations = others;
}

/* Yaku of which a hand may have another number than one. */
static void find_many(struct kz_ruleset *ruleset) {
    uint64_t *many = kzi_new_yaku_set(ruleset), *apart = kzi_new_yaku_set(ruleset);
    for (unsigned i = 0; i < ruleset->n_yaku; i++)
        for (size_t k = 0; k < ruleset->model->yaku[i].n_covers; k++)
            if (ruleset->model->yaku[i].covers[k].which == KZI_COVERS_OWN ||
                ruleset->model->yaku[i].covers[k].which == KZI_COVERS_SOME)
                kzi_put_yaku(apart, ruleset->model->yaku[i].covers[k].yaku);
    for (unsigned i = 0; i < ruleset->yaku_words; i++) {
        apart[i] |= ruleset->repeated[i];
        many[i] = apart[i] | ruleset->combinations[i];
    }
    ruleset->many = many;
    ruleset->many_apart = apart;
}

/* --- worth ----------------------------------------------------------------------------------- */

static int64_t worth_of(const struct kzi_model *model, const struct kzi_value *value) {
    if (!value->scored)
        return 0;
    return value->limit == KZI_NO_LIMIT
               ? value->number
               : (int64_t)model->limits[value->limit].worth * value->number;
}

static void lay_out_worth(struct kz_ruleset *ruleset) {
    const struct kzi_model *model = ruleset->model;
    int64_t *worth[2];
    for (unsigned open = 0; open < 2; open++) {
        worth[open] = KZI_NEW_ARRAY(model->arena, ruleset->n_yaku, int64_t);
        for (unsigned i = 0; i < ruleset->n_yaku; i++)
            worth[open][i] = worth_of(model, open ? &model->yaku[i].open : &model->yaku[i].closed);
        ruleset->worth[open] = worth[open];
    }
}

/* By eight yaku, by those of them that count: each entry is one with a yaku less, and that yaku.
 * No sum reaches 2^31: there are KZI_MAX_YAKU at most, of 100,000 each. */
static const uint64_t *sum_by_bytes(const struct kz_ruleset *ruleset,
                                    const struct kzi_number *numbers) {
    size_t size = (size_t)ruleset->yaku_words * 8 * KZI_SUMS_APART;
    uint64_t *sums = KZI_NEW_ARRAY(ruleset->model->arena, size, uint64_t);
    kzi_arena_spend(ruleset->model->arena, size / 32);
    for (size_t first = 0; first < ruleset->n_yaku; first += 8)
        for (unsigned bits = 1; bits < 256; bits++) {
            uint64_t *table = sums + first / 8 * KZI_SUMS_APART;
            size_t yaku = first + (unsigned)__builtin_ctz(bits);
            table[bits] = table[bits & (bits - 1)];
            if (yaku < ruleset->n_yaku)
                table[bits] +=
                    ((uint64_t)numbers[yaku].total << 32) + (uint64_t)numbers[yaku].qualifying;
        }
    return sums;
}

static void lay_out_numbers(struct kz_ruleset *ruleset) {
    const struct kzi_model *model = ruleset->model;
    for (unsigned open = 0; open < 2; open++) {
        struct kzi_number *numbers =
            KZI_NEW_ARRAY(model->arena, ruleset->n_yaku, struct kzi_number);
        for (unsigned i = 0; i < ruleset->n_yaku; i++) {
            const struct kzi_value *value = open ? &model->yaku[i].open : &model->yaku[i].closed;
            bool without = ruleset->not_qualifying[i / 64] >> (i % 64) & 1;
            numbers[i] = (struct kzi_number){value->number, without ? 0 : value->number};
        }
        ruleset->numbers[open] = numbers;
        ruleset->sums[open] = sum_by_bytes(ruleset, numbers);
    }
}

/* Yaku that have something to count with these marks. */
static void fill_countable(const struct kz_ruleset *ruleset, unsigned marks, uint64_t *yaku) {
    for (unsigned i = 0; i < ruleset->n_yaku; i++) {
        const struct kzi_yaku *of = &ruleset->model->yaku[i];
        if (of->each != KZI_EACH_MARK || marks >> of->each_mark & 1)
            kzi_put_yaku(yaku, i);
    }
}

static void lay_out_counted(struct kz_ruleset *ruleset) {
    uint64_t *of_fours = kzi_new_yaku_set(ruleset);
    unsigned ways = 1U << ruleset->model->mark_names.count;
    uint64_t *countable =
        KZI_NEW_ARRAY(ruleset->model->arena, (size_t)ways * ruleset->yaku_words, uint64_t);
    for (unsigned marks = 0; marks < ways; marks++)
        fill_countable(ruleset, marks, countable + (size_t)marks * ruleset->yaku_words);
    for (unsigned i = 0; i < ruleset->n_yaku; i++)
        if (ruleset->model->yaku[i].each == KZI_EACH_FOUR) {
            kzi_put_yaku(of_fours, i);
            ruleset->counts_fours = true;
        }
    ruleset->countable = countable;
    ruleset->of_fours = of_fours;
}

static void lay_out_something(struct kz_ruleset *ruleset) {
    uint64_t *something = kzi_new_yaku_set(ruleset);
    for (unsigned i = 0; i < ruleset->n_yaku; i++)
        if (!ruleset->model->yaku[i].bonus && (int)i != ruleset->nothing_scored)
            kzi_put_yaku(something, i);
    ruleset->something = something;
}

void kzi_lay_out_yaku(struct kz_ruleset *ruleset) {
    sort_yaku(ruleset);
    lay_out_something(ruleset);
    find_many(ruleset);
    solve_combinations(ruleset);
    lay_out_worth(ruleset);
    lay_out_numbers(ruleset);
    lay_out_counted(ruleset);
    kzi_prices_lay_out(&ruleset->prices, ruleset->model);
}
