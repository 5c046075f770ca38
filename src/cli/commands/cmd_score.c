/* kazoe score, settle, waits, discards and value: hands, deals or values under one ruleset. */
#include "analysis/whynot/why_not.h"
#include "cli/commands/commands.h"
#include "cli/stream/scorer.h"
#include "score/prospect.h"

int kzi_find_yaku(unsigned *yaku, const struct kzi_args *args, const struct kzi_model *model,
                  const char *name) {
    const char *command = args->command->name;
    unsigned found[2], count = kzi_yaku_named(model, name, found);
    *yaku = count ? found[0] : 0;
    if (count == 1)
        return KZI_EXIT_DONE;
    if (count) {
        kzi_say(command, "'%s' is the name of several yaku: %s, %s", name, model->yaku[found[0]].id,
                model->yaku[found[1]].id);
        return KZI_EXIT_USAGE;
    }
    char what[128];
    snprintf(what, sizeof what, "%s has no yaku", model->id);
    return kzi_say_unknown(command, what, name, model->yaku_names.name, model->yaku_names.count);
}

static void read_turns(struct kzi_score_job *job) {
    const struct kzi_args *args = job->args;
    const unsigned turns = (unsigned)kzi_number_option(args, KZI_OPT_TURNS, 1, KZI_MAX_TURNS, 0);
    job->search = (struct kzi_search){
        .turns = turns,
        .width = (unsigned)kzi_number_option(args, KZI_OPT_WIDTH, 0, KZI_MAX_WIDTH, KZI_WIDTH),
        .ura = args->given[KZI_OPT_URA],
        .most_bytes = KZI_SEARCH_BYTES};
    job->limit = (double)kzi_number_option(args, KZI_OPT_LIMIT, 1, 86400, 0);
    if (job->limit > 0 && !turns)
        kzi_end_usage(args, "--limit needs --turns, because nothing else takes long");
    if (args->value[KZI_OPT_WIDTH] && !turns)
        kzi_end_usage(args, "--width needs --turns, because nothing else follows changes");
    if (args->given[KZI_OPT_URA] && !turns)
        kzi_end_usage(args, "--ura needs --turns, because nothing else is a mean over wins");
}

/* Open the ruleset that is named or configured, or all that are named, from which records choose.
 */
static void open_all_rules(struct kzi_score_job *job) {
    const struct kzi_args *args = job->args;
    struct kzi_ruleset_argument choice;
    kz_ruleset **rules = KZI_NEW_ARRAY(args->arena, KZI_MAX_REPEATED, kz_ruleset *);
    job->rules = rules;
    job->n_rules = 1;
    if (args->rulesets.count > 1) {
        job->n_rules = (unsigned)args->rulesets.count;
        kzi_style_set_language(&job->style, args, kzi_rulesets_open(rules, args));
        return;
    }
    rules[0] = kzi_ruleset_argument_open(&choice, args, args->value[KZI_OPT_RULESET]);
    kzi_style_set_language(&job->style, args, choice.language);
}

static int run_job(const struct kzi_args *args, const struct kzi_scorer_kind *kind) {
    struct kzi_score_job job = kzi_score_job_of(args, kind);
    int status = KZI_EXIT_DONE;
    read_turns(&job);
    open_all_rules(&job);
    if (args->given[KZI_OPT_WHY_NOT])
        status = kzi_find_yaku(&job.yaku, args, job.rules[0]->model, args->value[KZI_OPT_WHY_NOT]);
    return status == KZI_EXIT_DONE ? kzi_score_lines(&job) : status;
}

int kzi_run_score(const struct kzi_args *args) {
    return run_job(args, args->given[KZI_OPT_WHY_NOT] ? &kzi_asks_why_not : &kzi_scores_hands);
}

int kzi_run_settle(const struct kzi_args *args) {
    return run_job(args, &kzi_settles_deals);
}

int kzi_run_waits(const struct kzi_args *args) {
    struct kzi_score_job job = kzi_score_job_of(args, &kzi_finds_waits);
    open_all_rules(&job);
    return kzi_score_lines(&job);
}

int kzi_run_discards(const struct kzi_args *args) {
    return run_job(args, &kzi_finds_discards);
}

int kzi_run_value(const struct kzi_args *args) {
    return run_job(args, &kzi_pays_values);
}
