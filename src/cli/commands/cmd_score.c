/* kazoe score, settle, waits, discards and value: hands, deals or values under one ruleset. */
#include "analysis/whynot/why_not.h"
#include "cli/commands/commands.h"
#include "cli/stream/scorer.h"
#include "score/prospect.h"

unsigned kzi_find_yaku(const struct kzi_args *args, const struct kzi_model *model,
                       const char *name) {
    kz_error error;
    const int found = kzi_yaku_find(model, name, &error);
    if (found >= 0)
        return (unsigned)found;
    kzi_message(args, "%s", error.text);
    kzi_command_end(args, KZI_EXIT_USAGE);
}

static void read_turns(struct kzi_score_job *job) {
    const struct kzi_args *args = job->args;
    const unsigned turns = (unsigned)kzi_number_option(args, KZI_OPT_TURNS, 1, KZ_MAX_TURNS, 0);
    job->search =
        (struct kzi_discard_search){.turns = turns,
                                    .width = (unsigned)kzi_number_option(
                                        args, KZI_OPT_WIDTH, 0, KZ_MAX_WIDTH, KZ_DEFAULT_WIDTH),
                                    .ura = args->given[KZI_OPT_URA],
                                    .max_bytes = KZI_SEARCH_BYTES};
    job->limit = (double)kzi_number_option(args, KZI_OPT_LIMIT, 1, 86400, 0);
    if (job->limit > 0 && !turns)
        kzi_end_usage(args, "--limit needs --turns, because only --turns takes long");
    if (args->value[KZI_OPT_WIDTH] && !turns)
        kzi_end_usage(args, "--width needs --turns, because only --turns follows changes");
    if (args->given[KZI_OPT_URA] && !turns)
        kzi_end_usage(args, "--ura needs --turns, because only --turns averages over wins");
}

/* Open the ruleset that is named or configured; if several are named, all of them, for records to
 * choose from. */
static void open_all_rules(struct kzi_score_job *job) {
    const struct kzi_args *args = job->args;
    struct kzi_ruleset_argument argument;
    kz_ruleset **rules = KZI_NEW_ARRAY(args->arena, KZI_MAX_REPEATED, kz_ruleset *);
    job->rules = rules;
    job->n_rules = 1;
    if (args->rulesets.count > 1) {
        job->n_rules = (unsigned)args->rulesets.count;
        job->style = kzi_style_in(args, kzi_rulesets_open(rules, args));
        return;
    }
    rules[0] = kzi_ruleset_argument_open(&argument, args, args->value[KZI_OPT_RULESET]);
    job->style = kzi_style_in(args, argument.language);
}

static void run_job(const struct kzi_args *args, const struct kzi_scorer_kind *kind) {
    struct kzi_score_job job = kzi_score_job_of(args, kind);
    read_turns(&job);
    open_all_rules(&job);
    if (args->given[KZI_OPT_WHY_NOT])
        job.yaku = kzi_find_yaku(args, job.rules[0]->model, args->value[KZI_OPT_WHY_NOT]);
    kzi_score_lines(&job);
}

void kzi_run_score(const struct kzi_args *args) {
    run_job(args, args->given[KZI_OPT_WHY_NOT] ? &kzi_asks_why_not : &kzi_scores_hands);
}

void kzi_run_settle(const struct kzi_args *args) {
    run_job(args, &kzi_settles_deals);
}

void kzi_run_waits(const struct kzi_args *args) {
    struct kzi_score_job job = kzi_score_job_of(args, &kzi_finds_waits);
    open_all_rules(&job);
    kzi_score_lines(&job);
}

void kzi_run_discards(const struct kzi_args *args) {
    run_job(args, &kzi_finds_discards);
}

void kzi_run_value(const struct kzi_args *args) {
    run_job(args, &kzi_pays_values);
}
