/* Draw what a random hand should have. */
#include "analysis/witness/random_target.h"

#include "rules/condition.h"

static void target_cond(struct kzi_random_target *target, const struct kzi_condition *cond,
                        bool negated);

/* Add a circumstance, its needs, and those of the circumstances that it implies. */
static void target_give(struct kzi_random_target *target, unsigned number) {
    const struct kzi_circumstance *list = target->rules->model->circumstances;
    uint64_t more = list[number].implies & ~target->given;
    target->words |= UINT64_C(1) << number;
    target->given |= more;
    KZI_EACH_IN(more, other)
        target_cond(target, list[other].needs, false);
}

/* Add every part of a condition, or a random one. */
static void target_parts(struct kzi_random_target *target, const struct kzi_condition *cond,
                         bool every, bool negated) {
    size_t count = cond->parts.count;
    if (!count)
        return;
    size_t first = every ? 0 : kzi_random_below(target->random, (unsigned)count);
    for (size_t i = first; i < (every ? count : first + 1); i++)
        target_cond(target, cond->parts.list[i], negated);
}

static void target_yaku(struct kzi_random_target *target, unsigned number) {
    const struct kzi_yaku *yaku = &target->rules->model->yaku[number];
    target->openness &=
        (yaku->closed.scored ? KZI_HAND_CLOSED : 0U) | (yaku->open.scored ? KZI_HAND_OPEN : 0U);
    target_cond(target, yaku->when, false);
    if (yaku->each == KZI_EACH_MARK)
        target_cond(target, target->rules->model->marks[yaku->each_mark].needs, false);
}

static void target_test(struct kzi_random_target *target, const struct kzi_condition *test,
                        bool negated) {
    const uint64_t values = kzi_fact_values(test, !negated);
    const unsigned number = test->argument.number;
    const enum kzi_fact_kind fact = kzi_fact_of(test);
    if (fact == KZI_FACT_SHAPE)
        target->shapes &= values;
    else if (fact == KZI_FACT_GIVEN && values & KZI_YES)
        target_give(target, number);
    else if (fact == KZI_FACT_GIVEN)
        target->barred |= UINT64_C(1) << number;
    else if (fact == KZI_FACT_SCORED && values & KZI_YES)
        target_yaku(target, number);
    else if (fact != KZI_FACT_SCORED && target->n_clauses < KZI_TARGET_CLAUSES) {
        target->clauses[target->n_clauses].test = test;
        target->clauses[target->n_clauses++].values = values;
    }
}

static void target_cond(struct kzi_random_target *target, const struct kzi_condition *cond,
                        bool negated) {
    if (cond && cond->op == KZI_TEST)
        target_test(target, cond, negated);
    else if (cond)
        target_parts(target, cond, (cond->op == KZI_ALL) != negated, negated);
}

/* Add the condition of a random yaku, if the rules have any. */
static void draw_yaku(struct kzi_random_target *target) {
    const struct kzi_model *model = target->rules->model;
    if (!target->rules->n_yaku)
        return;
    unsigned yaku = kzi_random_below(target->random, target->rules->n_yaku);
    if (kzi_random_below(target->random, 4) && model->yaku[yaku].in_use)
        target_yaku(target, yaku);
}

/* Return whether the target does not contradict itself. */
static bool is_possible(const struct kzi_random_target *target) {
    return target->openness && target->shapes && !(target->given & target->barred);
}

bool kzi_random_target_draw(struct kzi_random_target *target, struct kzi_random *random,
                            const struct kz_ruleset *rules, const struct kzi_aim *aim) {
    const struct kzi_model *model = rules->model;
    const unsigned words = (unsigned)model->circumstance_names.count,
                   more = kzi_random_below(random, 8);
    *target = (struct kzi_random_target){
        .random = random,
        .rules = rules,
        .openness = KZI_HAND_CLOSED | (model->claims ? KZI_HAND_OPEN : 0U),
        .shapes = (UINT64_C(1) << rules->shapes.count) - 1,
    };
    if (aim && aim->yaku >= 0)
        target_yaku(target, (unsigned)aim->yaku);
    else
        draw_yaku(target);
    target_cond(target, aim ? aim->cond : NULL, aim && aim->negated);
    /* now and then a hand that does not win */
    if (kzi_random_below(random, 16))
        target_cond(target, model->minimum_when, false);
    for (unsigned i = more < 4 ? 0 : more < 7 ? 1 : 2; i && words; i--)
        target_give(target, kzi_random_below(random, words));
    if (!is_possible(target))
        return false;
    target->shape = kzi_random_below(random, 16) < 12 ? (unsigned)__builtin_ctzll(target->shapes)
                                                      : kzi_random_bit_of(random, target->shapes);
    if (rules->shapes.list[target->shape].any_tiles)
        target_cond(target, model->shape_when[target->shape], false);
    return is_possible(target);
}
