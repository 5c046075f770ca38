/* Find the ruleset that a record names with its key "ruleset", among several. */
#include "cli/stream/scorer.h"

#include "base/names.h"
#include "hand/problem.h"
#include "rules/spec.h"

/* The names of a ruleset, the most exact one first. */
enum name { LABEL, ARGUMENT, ID };

static const char *name_in_job(const struct kzi_score_job *job, unsigned which, enum name name) {
    const struct kzi_option_values *arguments = &job->args->rulesets;
    if (name == ARGUMENT)
        return which < arguments->count ? arguments->value[which] : "";
    return name == LABEL ? job->rules[which]->model->label : job->rules[which]->model->id;
}

/* Return how many rulesets have the name; *which: the first of them. */
static unsigned count_named(const struct kzi_score_job *job, enum name by, const char *name,
                            unsigned *which) {
    unsigned count = 0;
    for (unsigned i = job->n_rules; i-- > 0;)
        if (kzi_spec_equals(name_in_job(job, i, by), name)) {
            *which = i;
            count++;
        }
    return count;
}

/* Refuse a name; same: how many rulesets have it. */
static void refuse_name(struct kzi_scorer *scorer, const char *name, unsigned same) {
    const struct kzi_score_job *job = scorer->job;
    struct kzi_problem problem = {.found = false};
    const char *labels[KZI_MAX_REPEATED];
    char says[300], shown[64];
    struct kzi_text text = kzi_text_fixed(says, sizeof says),
                    visible = kzi_text_fixed(shown, sizeof shown);
    kzi_put_visible(&visible, name);
    kzi_text_end(&visible);
    if (same)
        kzi_text_format(&text, "%u rulesets of this run are called '%s': name one with its options",
                        same, shown);
    else
        kzi_text_format(&text, "no -r names the ruleset '%s'", shown);
    for (unsigned i = 0; i < job->n_rules; i++)
        labels[i] = name_in_job(job, i, LABEL);
    if (!same)
        kzi_put_nearest(&text, name, labels, job->n_rules);
    kzi_text_end(&text);
    kzi_problem_note(&problem, KZI_UNKNOWN_RULESET, (struct kzi_spot){1, KZI_KEY_RULESET}, "%s",
                     says);
    kzi_problem_error(&problem, &scorer->error);
}

static bool find_named(struct kzi_scorer *scorer, const char *name) {
    enum name by = LABEL;
    unsigned same;
    while (!(same = count_named(scorer->job, by, name, &scorer->which)) && by < ID)
        by++;
    if (same == 1 || (same && by == LABEL))
        return true;
    refuse_name(scorer, name, same);
    return false;
}

bool kzi_scorer_choose_ruleset(struct kzi_scorer *scorer) {
    const struct kzi_score_job *job = scorer->job;
    if (scorer->named.start) {
        char *end = kzi_json_decode(&scorer->named, scorer->name);
        *end = '\0';
        if (strlen(scorer->name) != (size_t)(end - scorer->name)) { /* no name contains \u0000 */
            refuse_name(scorer, "", 0);
            return false;
        }
        if (!find_named(scorer, scorer->name))
            return false;
    }
    if (job->n_rules > 1 && kzi_is_report(job))
        kzi_text_format(scorer->out, "Under %s\n", job->rules[scorer->which]->model->label);
    return true;
}
