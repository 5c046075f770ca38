#include "analysis/cases/mutation.h"

#include "compile/prover/implication.h"
#include "compile/ruleset.h"
#include "report/wording.h"
#include "rules/tree/merge.h"

#include <stdio.h>
#include <string.h>

/* --- probes ---------------------------------------------------------------------------------- */

static size_t count_examples(const struct kzi_model *model) {
    size_t count = 0;
    for (size_t i = 0; i < model->yaku_names.count; i++)
        count += model->yaku[i].in_use ? model->yaku[i].n_examples : 0;
    return count;
}

static void add_examples(struct kzi_probes *probes, const struct kzi_model *model) {
    for (unsigned i = 0; i < model->yaku_names.count; i++)
        for (size_t k = 0; model->yaku[i].in_use && k < model->yaku[i].n_examples; k++)
            probes->list[probes->count++] =
                (struct kzi_probe){.name = model->yaku[i].examples[k].hand,
                                   .rules = probes->rules,
                                   .example = &model->yaku[i].examples[k],
                                   .yaku = i};
}

static void add_cases(struct kzi_probes *probes, const struct kzi_cases *cases,
                      const kz_ruleset *const *of, const struct kz_ruleset *rules) {
    for (size_t i = 0; i < cases->count; i++)
        if (of[i] == rules)
            probes->list[probes->count++] = (struct kzi_probe){
                .name = cases->list[i].name, .rules = rules, .one = &cases->list[i]};
}

struct kzi_probes kzi_probes_of(struct kzi_arena *arena, const struct kz_ruleset *rules,
                                const struct kzi_cases *cases, const kz_ruleset *const *of) {
    struct kzi_probes probes = {.rules = rules};
    size_t room = count_examples(rules->model) + (cases ? cases->count : 0);
    probes.list = KZI_NEW_ARRAY(arena, room, struct kzi_probe);
    add_examples(&probes, rules->model);
    if (!cases)
        return probes;
    add_cases(&probes, cases, of, rules);
    for (size_t i = 0; i < cases->count; i++) {
        bool met = of[i] == rules;
        for (size_t k = 0; !met && k < i; k++)
            met = of[k] == of[i];
        if (!met)
            add_cases(&probes, cases, of, of[i]);
    }
    return probes;
}

static bool passes(struct kzi_case_runner *runner, const struct kzi_probe *probe,
                   const struct kz_ruleset *rules) {
    return probe->one ? kzi_case_run(runner, rules, probe->one)
                      : kzi_example_run(runner, rules, probe->yaku, probe->example);
}

const struct kzi_probe *kzi_probes_fail(struct kzi_case_runner *runner,
                                        const struct kzi_probes *probes) {
    for (size_t i = 0; i < probes->count; i++)
        if (!passes(runner, &probes->list[i], probes->list[i].rules))
            return &probes->list[i];
    return NULL;
}

/* --- probes that tell ------------------------------------------------------------------------- */

/* Whether a probe speaks of a yaku: it is most likely to notice what becomes of it. */
static bool speaks_of(const struct kzi_probe *probe, const struct kz_ruleset *rules,
                      const char *yaku) {
    if (!yaku)
        return false;
    if (!probe->one)
        return !strcmp(rules->model->yaku[probe->yaku].id, yaku);
    return kzi_node_get(kzi_node_get(probe->one->expect, "yaku"), yaku) ||
           kzi_node_get(kzi_node_get(probe->one->expect, "covered"), yaku) ||
           strstr(probe->name, yaku);
}

/* Runs the probes from `at` on that are scored by the same rules, those that speak of the yaku
 * first; the first that fails. */
static const struct kzi_probe *kill(struct kzi_case_runner *runner, const struct kzi_probes *probes,
                                    size_t at, const struct kz_ruleset *changed, const char *yaku) {
    const struct kz_ruleset *rules = probes->list[at].rules;
    for (int speaking = yaku ? 1 : 0; speaking >= 0; speaking--)
        for (size_t i = at; i < probes->count && probes->list[i].rules == rules; i++) {
            const struct kzi_probe *probe = &probes->list[i];
            if (speaks_of(probe, rules, yaku) == speaking && !passes(runner, probe, changed))
                return probe;
        }
    return NULL;
}

/* --- proofs ---------------------------------------------------------------------------------- */

static const struct kzi_coverer *coverer_of(const struct kz_ruleset *rules, unsigned yaku) {
    for (unsigned i = 0; i < rules->n_coverers; i++)
        if (rules->coverers[i].yaku == yaku)
            return &rules->coverers[i];
    return NULL;
}

/* Whether a yaku covers all of another. */
static bool covers(const struct kzi_coverer *by, unsigned yaku) {
    return by && kzi_has_yaku(by->covers, yaku);
}

static bool same_parts(const struct kzi_coverer *one, const struct kzi_coverer *other) {
    unsigned count = one ? one->n_some : 0;
    if (count != (other ? other->n_some : 0))
        return false;
    for (unsigned i = 0; i < count; i++)
        if (one->some[i].yaku != other->some[i].yaku ||
            one->some[i].which != other->some[i].which ||
            one->some[i].number != other->some[i].number)
            return false;
    return true;
}

/* What a yaku covers has not changed, but for yaku that it never meets. */
static bool covers_the_same(const struct kz_ruleset *rules, const struct kz_ruleset *changed,
                            unsigned yaku) {
    const struct kzi_coverer *was = coverer_of(rules, yaku), *is = coverer_of(changed, yaku);
    for (unsigned i = 0; i < rules->n_yaku; i++)
        if (covers(was, i) != covers(is, i) && !kzi_cannot_meet(rules, yaku, i, NULL))
            return false;
    return same_parts(was, is);
}

#define MOST_COVERERS 8

/* Whether a yaku that covers another cannot be kept from it: whatever covers the first covers the
 * second too, and nothing else silences yaku in these rules. */
static bool covers_always(const struct kz_ruleset *rules, unsigned by, unsigned yaku) {
    bool always = covers(coverer_of(rules, by), yaku) && !rules->model->limit_names.count;
    for (unsigned i = 0; i < rules->n_yaku; i++)
        always &= !rules->model->yaku[i].alone;
    for (unsigned i = 0; i < rules->n_coverers; i++) {
        const struct kzi_coverer *over = &rules->coverers[i];
        always &= !covers(over, by) || covers(over, yaku);
        for (unsigned k = 0; k < over->n_some; k++)
            always &= over->some[k].yaku != by;
    }
    return always;
}

/* Wherever the changed yaku holds, it held before, or is covered. */
static bool makes_no_odds(const struct kz_ruleset *rules, const struct kzi_yaku *is,
                          unsigned yaku) {
    const struct kzi_yaku *others[MOST_COVERERS];
    unsigned n = 0;
    for (unsigned i = 0; i < rules->n_yaku && n < MOST_COVERERS; i++)
        if (covers_always(rules, i, yaku))
            others[n++] = &rules->model->yaku[i];
    return kzi_implies_or(rules, is, &rules->model->yaku[yaku], others, n);
}

/* A yaku of closed hands that counts in open ones too: but it never is there. */
static bool no_other_half(const struct kz_ruleset *rules, const struct kzi_yaku *was,
                          const struct kzi_yaku *is) {
    struct kzi_yaku half = *is;
    half.closed.scored &= !was->closed.scored;
    half.open.scored &= !was->open.scored;
    return kzi_never(rules, &half);
}

/* Only a yaku has changed: its covers, a clause of its condition, or in what hands it counts. */
static bool is_same(const struct kz_ruleset *rules, const struct kz_ruleset *changed,
                    const struct kzi_mutant *mutant) {
    if (!mutant->yaku)
        return false;
    bool covers_too = true;
    for (unsigned i = 0; i < rules->n_yaku; i++)
        covers_too &= covers_the_same(rules, changed, i);
    if (strstr(mutant->address, ".covers."))
        return covers_too;
    unsigned yaku = (unsigned)kzi_names_find(&rules->model->yaku_names, mutant->yaku);
    const struct kzi_yaku *was = &rules->model->yaku[yaku], *is = &changed->model->yaku[yaku];
    if (kzi_path_fits(mutant->address, "yaku.*.value") && mutant->value)
        return no_other_half(rules, was, is);
    return strstr(mutant->address, ".when") && kzi_implies_or(rules, was, is, NULL, 0) &&
           makes_no_odds(rules, is, yaku);
}

/* --- one mutant ------------------------------------------------------------------------------ */

static void refuse(struct kzi_doom *doom, const kz_error *error) {
    doom->fate = error->status == KZ_NO_MEMORY ? KZI_NO_FATE : KZI_REFUSED;
    snprintf(doom->why, sizeof doom->why, "%s", error->text);
}

void kzi_mutant_try(struct kzi_doom *doom, struct kzi_case_runner *runner,
                    const struct kzi_probes *probes, const struct kzi_mutant *mutant) {
    const struct kzi_change change = {mutant->address, mutant->value};
    const struct kz_ruleset *rules = NULL;
    *doom = (struct kzi_doom){.fate = KZI_SURVIVED};
    for (size_t i = 0; doom->fate == KZI_SURVIVED && i < probes->count; i++) {
        kz_ruleset *changed;
        kz_error error;
        if (probes->list[i].rules == rules)
            continue;
        rules = probes->list[i].rules;
        if (kzi_ruleset_build_changed(&changed, rules, &change, 1, &error) == KZ_OK)
            doom->by = kill(runner, probes, i, changed, mutant->yaku);
        else if (rules == probes->rules || error.status == KZ_NO_MEMORY)
            refuse(doom, &error);
        if (doom->by)
            doom->fate = KZI_KILLED;
        if (changed && !doom->by && rules == probes->rules && is_same(rules, changed, mutant))
            doom->fate = KZI_SAME;
        kzi_ruleset_free(changed);
    }
}
