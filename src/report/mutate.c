#include "report/mutate.h"

#include "compile/changed.h"

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

/* --- one mutant ------------------------------------------------------------------------------ */

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
        if (kzi_ruleset_changed(&changed, rules, &change, 1, &error) == KZ_OK)
            doom->by = kill(runner, probes, i, changed, mutant->yaku);
        else if (rules == probes->rules || error.status == KZ_NO_MEMORY)
            refuse(doom, &error);
        if (doom->by)
            doom->fate = KZI_KILLED;
        kzi_ruleset_free(changed);
    }
}
