/* kazoe compare: hands under several rulesets.  For single hands see kzi_compares_hands and
 * kzi_sums_hands (cli/stream/line_kinds.c). */
#include "analysis/compare/comparer.h"
#include "analysis/compare/comparison_report.h"
#include "analysis/compare/summary.h"
#include "cli/commands/commands.h"
#include "cli/stream/column_table.h"
#include "cli/stream/scorer.h"
#include "words/rule_names.h"
#include "words/sentence.h"

#include <sys/ioctl.h>

#define WITHOUT_TERMINAL 80
#define NARROWEST        40

static void release_summary(void *summary) {
    kzi_summary_free(summary);
}

struct kz_summary *kzi_summary_new(struct kzi_arena *arena, const kz_ruleset *const *rules,
                                   unsigned count) {
    struct kz_summary *summary = KZI_NEW(arena, struct kz_summary);
    *kzi_arena_keep(arena, release_summary) = summary;
    kzi_summary_begin(summary, rules, count);
    return summary;
}

void kzi_print_summary(const struct kz_summary *summary, const struct kzi_args *args,
                       const struct kzi_style *style) {
    if (summary->no_memory)
        kzi_no_memory(args->arena);
    if (summary->overflow) {
        kzi_message(args, "the sums are too large to count");
        kzi_command_end(args, KZI_EXIT_SYSTEM);
    }
    kzi_put_summary(args->out, summary, style);
    kzi_text_put(args->out, style->form == KZI_JSON ? "\n" : "");
    kzi_output_print(args);
}

/* Return the width of the terminal in columns. */
static unsigned width(void) {
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_col)
        return WITHOUT_TERMINAL;
    return size.ws_col < NARROWEST ? NARROWEST : size.ws_col;
}

_Noreturn static void end_too_few(const struct kzi_args *args) {
    const char *name = args->rulesets.value[0];
    if (!name)
        kzi_end_usage(args, "no rulesets named: write -r NAME -r NAME ... (kazoe list shows the "
                            "names)");
    if (!args->overlays.count && !args->settings.count)
        kzi_end_usage(args, "a second ruleset is missing: write another -r");
    kzi_end_usage(args,
                  "a second ruleset is missing: write another -r; --overlay and --set apply to the "
                  "-r before them, as in -r %s -r %s --set ...",
                  name, name);
}

/* Put the number of hands that the report leaves out, after the hands shown or alone. */
static void put_left_out(struct kzi_text *text, const struct kzi_score_job *job) {
    unsigned long count = *job->left_out;
    if (!count || !kzi_is_report(job))
        return;
    kzi_text_put(text, *job->shown ? "\n" : "");
    struct kzi_sentence sentence = kzi_sentence_on(text, &job->style);
    kzi_sentence_format(&sentence, KZI_SAYS_same_left_out, "%lu", count);
    kzi_text_char(text, '\n');
}

/* Put the titles of the house rules before all hands. */
static void put_titles(struct kzi_text *text, const struct kzi_score_job *job) {
    for (unsigned i = 0; i < job->n_rules; i++) {
        const struct kzi_model *model = job->rules[i]->model;
        if (!model->n_overlays)
            continue;
        kzi_text_format(text, "%s: ", model->label);
        kzi_say_title(text, model, job->style.language);
        kzi_text_char(text, '\n');
    }
    if (text->len)
        kzi_text_char(text, '\n');
}

static void report_hands(const struct kzi_score_job *job) {
    if (kzi_is_report(job))
        put_titles(job->args->out, job);
    kzi_output_print(job->args);
    kzi_score_lines(job);
    put_left_out(job->args->out, job);
}

static void release_comparer(void *comparer) {
    kz_comparer_free(comparer);
}

/* Compare with the loaded rulesets: hand by hand, or as sums. */
static void compare_rulesets(struct kzi_score_job *job, bool sums) {
    const struct kzi_args *args = job->args;
    const kz_ruleset *const *rules = (const kz_ruleset *const *)job->rules;
    kz_comparer_options options = {.size = sizeof options};
    kz_comparer *comparer;
    unsigned long counts[2] = {0};
    void **kept = kzi_arena_keep(args->arena, release_comparer);
    job->shown = &counts[0];
    job->left_out = &counts[1];
    job->summary = kzi_summary_new(args->arena, rules, job->n_rules);
    job->style.width = width();
    /* the JSON of single hands has no reasons */
    options.reasons = job->columns ? job->columns->why : sums || job->style.form != KZI_JSON;
    if (kz_comparer_new(&comparer, rules, job->n_rules, &options, NULL) != KZ_OK)
        kzi_no_memory(args->arena);
    *kept = comparer;
    job->comparer = comparer;
    report_hands(job);
    if (sums && *args->status != KZI_EXIT_SYSTEM)
        kzi_print_summary(job->summary, args, &job->style);
}

void kzi_run_compare(const struct kzi_args *args) {
    kz_ruleset *rules[KZI_MAX_COMPARED];
    bool sums = args->given[KZI_OPT_SUMMARY];
    if (args->rulesets.count < 2)
        end_too_few(args);
    if (args->rulesets.count > KZI_MAX_COMPARED)
        kzi_end_usage(args, "-r is given more than %d times", KZI_MAX_COMPARED);
    struct kzi_score_job job = kzi_score_job_of(args, sums ? &kzi_sums_hands : &kzi_compares_hands);
    job.style = kzi_style_in(args, kzi_rulesets_open(rules, args));
    job.rules = rules;
    job.n_rules = (unsigned)args->rulesets.count;
    compare_rulesets(&job, sums);
}
