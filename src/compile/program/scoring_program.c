/* Compile the conditions of yaku and of fu items into one program, and bound the work left to the
 * tree walker. */
#include "compile/program/builder.h"
#include "compile/ruleset.h"
#include "rules/condition.h"

#include <string.h>

/* Refuse a value for open hands, or for closed ones, if no such hand can score the yaku. */
static void check_halves(struct kzi_builder *builder, struct kzi_diags *diags,
                         const struct kzi_yaku *yaku) {
    static const char *const halves[] = {"closed", "open"};
    static const unsigned openness[] = {KZI_HAND_CLOSED, KZI_HAND_OPEN};
    for (unsigned i = 0; i < 2; i++) {
        const struct kzi_entry *half = kzi_node_entry(kzi_node_get(yaku->node, "value"), halves[i]);
        if (half && !kzi_lower(builder, yaku->when, openness[i]).count)
            kzi_error_at(diags, half->key->place, "%s can never score in %s hand: leave %s out",
                         yaku->id, i ? "an open" : "a closed", halves[i]);
    }
}

/* Return the whole condition of a yaku.  A yaku that counts for each of some sets or tiles also
 * needs at least one of them. */
static const struct kzi_condition *condition_of(struct kzi_arena *arena,
                                                const struct kzi_yaku *yaku) {
    struct kzi_condition *one = KZI_NEW(arena, struct kzi_condition);
    const bool each = kzi_condition_each(yaku, one);
    if (!each || !yaku->when)
        return each ? one : yaku->when;
    struct kzi_condition *both = KZI_NEW(arena, struct kzi_condition);
    *both = (struct kzi_condition){.op = KZI_ALL, .node = yaku->node, .place = yaku->place};
    both->parts.list = KZI_NEW_ARRAY(arena, 2, const struct kzi_condition *);
    both->parts.list[both->parts.count++] = yaku->when;
    both->parts.list[both->parts.count++] = one;
    return both;
}

static void add_yaku(struct kzi_builder *builder, struct kzi_diags *diags,
                     const struct kzi_yaku *yaku) {
    unsigned openness = kzi_openness_of(yaku);
    bool can_be = kzi_builder_add(builder, condition_of(builder->arena, yaku), openness);
    if (can_be)
        check_halves(builder, diags, yaku);
    if (can_be || !openness ||
        yaku->all_hands) /* a loser's hand may meet what no complete hand does */
        return;
    const char *only = openness == KZI_HAND_CLOSED ? " in a closed hand"
                       : openness == KZI_HAND_OPEN ? " in an open hand"
                                                   : "";
    kzi_error_at(diags, yaku->place, "%s can never score: no hand meets its condition%s", yaku->id,
                 only);
}

/* --- what the walker costs -------------------------------------------------------------------- */

/* Costs of about 8 nanoseconds, as the weights of conditions.def. */
enum { PATTERN = 16, JOINED = 2048 };

size_t kzi_condition_weight(const struct kzi_condition *cond) {
    size_t weight = cond->op == KZI_TEST ? kzi_conditions[cond->kind].weight : 1;
    KZI_EACH_PART(cond, part)
        weight += kzi_condition_weight(part);
    return weight;
}

/* Return the cost of finding the instances of a combination.  They are computed from those of its
 * parts, and a condition is evaluated again at each depth. */
static size_t weight_of_ways(const struct kzi_condition *cond) {
    size_t weight = kzi_condition_weight(cond);
    KZI_EACH_PART(cond, part)
        weight += weight_of_ways(part) + (cond->op == KZI_ALL ? JOINED : 0);
    return weight;
}

/* Return the cost of all conditions that no table answers. */
static size_t walk_weight(const struct kz_ruleset *ruleset) {
    const struct kzi_program *program = ruleset->scoring;
    size_t weight = 0;
    for (unsigned i = 0; i < program->n_conditions; i++)
        if (kzi_condition_asks(program->conditions[i], KZI_FACT_SCORED))
            weight += kzi_condition_weight(program->conditions[i]);
    for (unsigned i = 0; i < program->tests[KZI_F_ASKED].count; i++)
        weight += kzi_condition_weight(program->tests[KZI_F_ASKED].list[i]);
    for (unsigned i = 0; i < ruleset->n_yaku; i++) {
        const struct kzi_yaku *yaku = &ruleset->model->yaku[i];
        if (yaku->combination && yaku->when && yaku->each == KZI_ONCE)
            weight += weight_of_ways(yaku->when);
        else if (yaku->each == KZI_EACH_PATTERN)
            weight += PATTERN;
    }
    return weight;
}

static void check_walk(struct kz_ruleset *ruleset, struct kzi_diags *diags) {
    const size_t weight = ruleset->walk_weight = walk_weight(ruleset);
    if (weight > KZI_MAX_WALK)
        kzi_error_at(diags, (struct kzi_place){ruleset->model->root->place.source, 1, 1},
                     "the conditions that no table holds weigh %zu of %d: fewer or simpler ones",
                     weight, KZI_MAX_WALK);
}

void kzi_lay_out_scoring(struct kz_ruleset *ruleset, struct kzi_diags *diags) {
    struct kzi_builder *builder = KZI_NEW(ruleset->model->arena, struct kzi_builder);
    const struct kzi_fu *fu = &ruleset->model->fu;
    kzi_builder_init(builder, ruleset->model);
    builder->group_fu = ruleset->group_fu;
    builder->set_combinations = ruleset->any_set_combination;
    for (unsigned i = 0; i < ruleset->n_yaku; i++)
        add_yaku(builder, diags, &ruleset->model->yaku[i]);
    const struct kzi_condition *minimum = ruleset->model->minimum_when;
    if (minimum && !kzi_builder_add(builder, minimum, KZI_HAND_CLOSED | KZI_HAND_OPEN))
        kzi_error_at(diags, minimum->place, "no hand can win: none meets the condition of minimum");
    ruleset->first_item = builder->program->n_conditions;
    for (size_t i = 0; i < fu->n_items; i++)
        if (!kzi_builder_add(builder, fu->items[i].when, KZI_HAND_CLOSED | KZI_HAND_OPEN))
            kzi_error_at(diags, fu->items[i].place, "the fu item %s can never be added",
                         fu->items[i].id);
    if (builder->too_many_rows)
        kzi_error_at(diags, (struct kzi_place){ruleset->model->root->place.source, 1, 1},
                     "the conditions need more than %d rows or %d questions: too many alternatives",
                     KZI_MAX_ROWS, KZI_MAX_QUESTIONS);
    else {
        ruleset->scoring = kzi_builder_finish(builder);
        check_walk(ruleset, diags);
    }
}
