/* slow_verdict.h - the verdict calculated slowly from what the tree walker finds on each reading.
 *
 * Where yaku combine, the slow solver chooses among them (slow_combine.h). Elsewhere covers apply
 * to all yaku that hold, a yaku worth a limit replaces the others, and fu are added up group by
 * group and item by item.  Every selection that scoring considered must be among these, and none
 * may be missing.  properties.h checks what total, fu and limits are worth, and which selection is
 * best. */
#ifndef SLOW_VERDICT_H
#define SLOW_VERDICT_H

#include "properties.h"
#include "slow_combine.h"
#include "slow_phrase.h"
#include "walker.h"

struct verdict {
    struct solver solver;
    uint64_t held[KZI_YAKU_WORDS], scored[KZI_YAKU_WORDS];
};

static inline void verdict_begin(struct verdict *verdict, const struct kz_ruleset *rules) {
    memset(verdict, 0, sizeof *verdict);
    if (rules->n_yaku > MAX_YAKU)
        MUST_STOP("%s: more than %d yaku", rules->model->id, MAX_YAKU);
    verdict->solver.rules = rules;
    verdict->solver.model = rules->model;
    fill_covers(&verdict->solver);
}

/* --- yaku ------------------------------------------------------------------------------------ */

/* Find the yaku that hold on the current reading and count at least once. */
static inline void slow_held(struct verdict *verdict) {
    struct solver *solver = &verdict->solver;
    unsigned yaku = 0;
    memset(verdict->held, 0, sizeof verdict->held);
    solver->chosen = 0; /* without ways nothing is covered within its own sets */
    KZI_EACH_YAKU(solver->rules, solver->held, yaku)
        if (times_of(solver, yaku))
            kzi_set_bit(verdict->held, yaku);
    for (unsigned i = 0; i < solver->n_ways; i++)
        kzi_set_bit(verdict->held, solver->ways[i].yaku);
}

static inline const struct kzi_value *value_in(const struct solver *solver, unsigned yaku) {
    const struct kzi_yaku *rule = &solver->model->yaku[yaku];
    return solver->facts.open ? &rule->open : &rule->closed;
}

/* Find the yaku that count together; those that count alone are compared one by one. */
static inline void slow_scored(struct verdict *verdict) {
    struct solver *solver = &verdict->solver;
    const struct kz_ruleset *rules = solver->rules;
    bool any = false, limit = false;
    unsigned i = 0;
    memset(verdict->scored, 0, sizeof verdict->scored);
    clear_counts(solver);
    KZI_EACH_YAKU(rules, solver->there, i)
        if (solver->model->yaku[i].alone)
            solver->counts[i] = 0;
    KZI_EACH_YAKU(rules, solver->there, i)
        any |=
            count_of(solver, i) && !solver->model->yaku[i].bonus && (int)i != rules->nothing_scored;
    if (any && rules->nothing_scored >= 0)
        solver->counts[rules->nothing_scored] = 0;
    KZI_EACH_YAKU(rules, solver->there, i)
        limit |= solver->counts[i] && value_in(solver, i)->limit != KZI_NO_LIMIT;
    KZI_EACH_YAKU(rules, solver->there, i)
        if (solver->counts[i] && (!limit || value_in(solver, i)->limit != KZI_NO_LIMIT))
            kzi_set_bit(verdict->scored, i);
}

/* --- fu -------------------------------------------------------------------------------------- */

/* Return the fu of the most valuable line that names the group. */
static inline int slow_fu_of_group(const struct verdict *verdict, unsigned at) {
    const struct solver *solver = &verdict->solver;
    const struct kzi_fu *fu = &solver->model->fu;
    const struct kzi_group group = kzi_group_of(solver->reading, at);
    const struct kzi_hand *hand = solver->facts.hand;
    int max = 0;
    for (size_t i = 0; group.kind == KZI_PAIR && i < fu->n_pairs; i++)
        if (kzi_in_class(&fu->pairs[i].class_, kzi_code(group.tile, hand->seat, hand->round),
                         group.tile == hand->win) &&
            fu->pairs[i].fu > max)
            max = fu->pairs[i].fu;
    for (size_t i = 0; group.kind != KZI_PAIR && i < fu->n_sets; i++) {
        int worth = group.hold == KZI_CONCEALED ? fu->sets[i].concealed : fu->sets[i].open;
        const struct kzi_phrase *phrase = &fu->sets[i].phrase;
        if (worth > max && kzi_noun_fits(phrase->noun, group.kind) &&
            slow_phrase_fits(phrase, group, hand))
            max = worth;
    }
    return max;
}

/* Return the fu before rounding if these yaku count. */
static inline int slow_fu(struct verdict *verdict, const struct kzi_tally *tally) {
    struct solver *solver = &verdict->solver;
    const struct kzi_fu *fu = &solver->model->fu;
    int added = 0, if_nothing = 0;
    solver->facts.scored = tally->scored;
    if (fu->flat[tally->reading.shape])
        return fu->flat[tally->reading.shape];
    for (unsigned i = 0; i < tally->reading.n_groups; i++)
        added += slow_fu_of_group(verdict, i);
    for (size_t i = 0; i < fu->n_items; i++)
        if (kzi_evaluate(fu->items[i].when, &solver->facts, solver->reading))
            *(fu->items[i].if_nothing ? &if_nothing : &added) +=
                fu->items[i].fu *
                (fu->items[i].each ? marks_of(solver, &solver->model->marks[fu->items[i].each_mark])
                                   : 1);
    solver->facts.scored = NULL;
    return fu->start + added + (added ? 0 : if_nothing);
}

/* --- comparing ------------------------------------------------------------------------------- */

static inline void tell_yaku(const struct kz_ruleset *rules, const char *who,
                             const uint64_t *yaku) {
    fprintf(stderr, "# %s:", who);
    for (unsigned i = 0; i < rules->n_yaku; i++)
        if (kzi_has_bit(yaku, i))
            fprintf(stderr, " %s", rules->model->yaku[i].id);
    fprintf(stderr, "\n");
}

static inline void check_yaku(const struct trial *trial, const struct kzi_hand *hand,
                              const uint64_t *engine, const uint64_t *slow, const char *what) {
    if (!memcmp(engine, slow, trial->rules->yaku_words * sizeof *engine))
        return;
    tell_yaku(trial->rules, "scoring", engine);
    tell_yaku(trial->rules, "the walker", slow);
    MUST(false, trial, hand, "other yaku %s\n", what);
}

/* Compare a selection of the current reading that scoring considered. */
static inline void compare_tally(struct verdict *verdict, const struct trial *trial,
                                 const struct kzi_hand *hand, const struct kzi_tally *tally) {
    const struct kz_ruleset *rules = trial->rules;
    check_yaku(trial, hand, tally->held, verdict->held, "hold");
    if (tally->alone >= 0) {
        memset(verdict->scored, 0, sizeof verdict->scored);
        kzi_set_bit(verdict->scored, (unsigned)tally->alone);
        MUST(kzi_has_bit(verdict->held, (unsigned)tally->alone) &&
                 rules->model->yaku[tally->alone].alone,
             trial, hand, "it does not stand alone\n");
    } else if (!rules->combines) {
        slow_scored(verdict);
    }
    if (tally->alone >= 0 || !rules->combines)
        check_yaku(trial, hand, tally->scored, verdict->scored, "count");
    if (rules->model->fu.in_use && !tally->by_limit) {
        int fu = slow_fu(verdict, tally);
        MUST(tally->fu_counted == fu, trial, hand, "%d fu, the walker %d\n", tally->fu_counted, fu);
    }
}

/* Compare the selections of one reading: one of all yaku that count together, and one for each yaku
 * that counts alone. */
static inline void compare_selections(struct verdict *verdict, const struct trial *trial,
                                      const struct kzi_hand *hand) {
    const kz_result *result = trial->result;
    const struct solver *solver = &verdict->solver;
    unsigned wanted = 1, found = 0, yaku = 0;
    slow_held(verdict);
    KZI_EACH_YAKU(trial->rules, verdict->held, yaku)
        wanted += trial->rules->model->yaku[yaku].alone;
    for (unsigned i = 0; i <= trial->others.count; i++) {
        const struct kzi_tally *tally = i ? &trial->others.list[i - 1] : &result->best;
        if (!is_same(&tally->reading, solver->reading))
            continue;
        compare_tally(verdict, trial, hand, tally);
        found++;
    }
    MUST(found == wanted || trial->others.count == MAX_OTHERS, trial, hand,
         "%u selections of a reading, the walker %u\n", found, wanted);
}

static inline unsigned waits_of(const struct kzi_facts *facts) {
    const struct kzi_condition waits = {.kind = KZI_CONDITION_waits};
    return facts->rules->model->asks_waits ? kzi_measure(&waits, facts, NULL) : 0;
}

/* Return the walker's answers for an equal reading seen before, or NULL. */
static inline const uint64_t *walked_before(const struct solver *solver,
                                            const struct oracle *oracle, unsigned reading) {
    const struct kzi_facts *mine = &solver->facts, *facts = &oracle->facts;
    bool same = !solver->rules->any_tiles && facts->given == mine->given &&
                !memcmp(facts->marks, mine->marks, KZI_MAX_MARKS) &&
                facts->hand->win == mine->hand->win &&
                !memcmp(facts->hand->concealed, mine->hand->concealed, KZI_KINDS) &&
                facts->hand->n_melds == mine->hand->n_melds && waits_of(facts) == waits_of(mine);
    return same ? oracle->walked[reading] : NULL;
}

/* Compare the verdict in trial->result with the one that follows from the walker, whose answers the
 * oracle has. */
static inline void compare_verdict(struct verdict *verdict, struct trial *trial,
                                   const struct oracle *oracle, const struct kzi_hand *hand,
                                   const struct kzi_readings *readings) {
    const kz_result *result = trial->result;
    struct solver *solver = &verdict->solver;
    bool combines = trial->rules->combines;
    check_result(trial, hand, oracle->facts.tiles);
    solver_begin(solver, result, oracle->facts.tiles);
    for (unsigned i = 0; i < readings->count; i++) {
        solver->walked = walked_before(solver, oracle, i);
        if (combines)
            solve_of_hand(solver, result, &readings->list[i]);
        else
            fill_held(solver, &readings->list[i]);
        compare_selections(verdict, trial, hand);
    }
    if (combines)
        compare_solved(solver, result);
}

#endif
