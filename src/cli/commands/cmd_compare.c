#include "cli/commands/commands.h"

#include "analysis/compare/comparer.h"
#include "analysis/compare/comparison_table.h"
#include "cli/commands/merge.h"
#include "cli/language.h"
#include "cli/page.h"
#include "cli/ruleset_argument.h"
#include "cli/rulesets.h"
#include "cli/stream/scoring.h"
#include "report/wording.h"

#include <sys/ioctl.h>
#include <unistd.h>

#define WITHOUT_TERMINAL 80
#define NARROWEST        40

/* Columns of the terminal. */
static unsigned width(void) {
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_col)
        return WITHOUT_TERMINAL;
    return size.ws_col < NARROWEST ? NARROWEST : size.ws_col;
}

static int say_too_few(const struct kzi_args *args) {
    if (!args->n_rulesets)
        return kzi_say_usage("compare", "no rulesets named: write -r NAME -r NAME ...; kazoe list "
                                        "shows them");
    if (args->n_overlays || args->n_settings)
        return kzi_say_usage("compare",
                             "-r is written once: name what to compare with by another -r; what "
                             "stands after an -r belongs to it, as in -r %s -r %s --set ...",
                             args->rulesets[0], args->rulesets[0]);
    return kzi_say_usage("compare", "-r is written once: name what to compare with by another -r");
}

static int open_all(kz_ruleset **rules, const struct kzi_args *args) {
    int status = KZI_EXIT_DONE;
    for (size_t i = 0; i < args->n_rulesets; i++)
        status = kzi_worse(status, kzi_rules_open_nth(&rules[i], args, i));
    return status;
}

static int print_frame(const struct kzi_score_job *scoring, bool begins) {
    struct kzi_text text = kzi_text_growing();
    if (begins)
        kzi_compare_html_begin(&text, (const kz_ruleset *const *)scoring->rules, scoring->n_rules,
                               scoring->look.language);
    else
        kzi_compare_html_end(&text);
    int status = kzi_print(&text);
    kzi_text_release(&text);
    return status;
}

/* How many hands the report does not show: behind those that it does, or alone. */
static int print_left_out(const struct kzi_score_job *scoring) {
    unsigned long count = scoring->shown->left_out;
    bool alone = scoring->html || scoring->shown->all == count;
    struct kzi_text text = kzi_text_growing();
    if (count && !scoring->json)
        kzi_text_format(&text, "%s%s%lu hand%s the same under all rulesets%s\n", alone ? "" : "\n",
                        scoring->html ? "<p class=\"soft\">" : "", count,
                        count == 1 ? " left out comes to" : "s left out come to",
                        scoring->html ? ".</p>" : "");
    int status = kzi_print(&text);
    kzi_text_release(&text);
    return status;
}

static int compare_on_page(const struct kzi_score_job *scoring, const struct kzi_args *args) {
    int status = kzi_page_open(args->value[KZI_OPT_HTML]);
    if (status == KZI_EXIT_DONE)
        status = print_frame(scoring, true);
    if (status != KZI_EXIT_DONE)
        return status;
    status = kzi_scoring_lines(scoring, args);
    status = kzi_worse(status, print_left_out(scoring));
    return kzi_worse(status, print_frame(scoring, false));
}

/* Above all hands: what the house rules are called. */
static int print_titles(const struct kzi_score_job *scoring) {
    struct kzi_text text = kzi_text_growing();
    for (unsigned i = 0; i < scoring->n_rules; i++) {
        const struct kzi_model *model = scoring->rules[i]->model;
        if (!model->n_overlays)
            continue;
        kzi_text_format(&text, "%s: ", model->label);
        kzi_say_title(&text, model, scoring->look.language);
        kzi_text_char(&text, '\n');
    }
    if (text.len)
        kzi_text_char(&text, '\n');
    int status = kzi_print(&text);
    kzi_text_release(&text);
    return status;
}

static int compare_in_text(const struct kzi_score_job *scoring, const struct kzi_args *args) {
    int status = scoring->json ? KZI_EXIT_DONE : print_titles(scoring);
    if (status == KZI_EXIT_DONE)
        status = kzi_scoring_lines(scoring, args);
    return kzi_worse(status, print_left_out(scoring));
}

static void release_comparer(void *comparer) {
    kzi_comparer_release(comparer);
}

/* With the rulesets loaded. */
static int compare(struct kzi_score_job *scoring, kz_ruleset **rules, const struct kzi_args *args) {
    bool sums = args->given[KZI_OPT_SUMMARY];
    struct kzi_comparer *comparer = KZI_NEW(args->arena, struct kzi_comparer);
    void **kept = kzi_arena_keep(args->arena, release_comparer);
    scoring->comparer = comparer;
    scoring->shown = KZI_NEW(args->arena, struct kzi_shown);
    /* JSON of single hands has no place for the reasons. */
    kz_status made = kzi_comparer_init(comparer, (const kz_ruleset *const *)rules, scoring->n_rules,
                                       sums || !scoring->json);
    *kept = comparer;
    int status = KZI_EXIT_DONE;
    if (made != KZ_OK)
        status = kzi_say_no_memory();
    else
        status = scoring->html ? compare_on_page(scoring, args) : compare_in_text(scoring, args);
    if (sums && status != KZI_EXIT_SYSTEM)
        status = kzi_worse(
            status, kzi_print_summary(scoring->summary, args, scoring->json, &scoring->look));
    kzi_summary_free(scoring->summary);
    kzi_arena_give_back(args->arena, comparer);
    return status;
}

static int run(const struct kzi_args *args) {
    kz_ruleset *rules[KZI_MAX_COMPARED] = {NULL};
    struct kzi_score_job scoring;
    bool sums = args->given[KZI_OPT_SUMMARY];
    if (args->n_rulesets < 2)
        return say_too_few(args);
    if (args->n_rulesets > KZI_MAX_COMPARED)
        return kzi_say_usage("compare", "-r is written more than %d times", KZI_MAX_COMPARED);
    if (args->given[KZI_OPT_HTML] && args->given[KZI_OPT_JSON])
        return kzi_say_usage("compare", "--html and --json: take one of them");
    if (sums && (args->given[KZI_OPT_EXPLAIN] || args->given[KZI_OPT_ONLY_DIFFERENT]))
        return kzi_say_usage("compare", "--summary goes with neither --explain nor "
                                        "--only-different: it reports no single hand");
    int status = kzi_scoring_begin(&scoring, args, sums ? &kzi_sums_hands : &kzi_compares_hands);
    if (status == KZI_EXIT_DONE)
        status = kzi_choose_language(&scoring.look.language, args);
    if (status != KZI_EXIT_DONE)
        return status;
    scoring.summary = KZI_NEW(args->arena, struct kzi_summary);
    status = open_all(rules, args);
    scoring.rules = rules;
    scoring.n_rules = (unsigned)args->n_rulesets;
    scoring.only_different = args->given[KZI_OPT_ONLY_DIFFERENT];
    scoring.width = width();
    scoring.html = args->given[KZI_OPT_HTML] && !sums;
    if (status == KZI_EXIT_DONE) {
        kzi_check_language(args, (const kz_ruleset *const *)rules, args->n_rulesets);
        scoring.look.language = kzi_language_for(scoring.look.language, rules[0]);
        status = compare(&scoring, rules, args);
    }
    for (size_t i = 0; i < args->n_rulesets; i++)
        kzi_rules_close(args, rules[i]);
    return status;
}

const struct kzi_command kzi_command_compare = {
    .name = "compare",
    .bit = KZI_FOR_COMPARE,
    .usage = "-r RULESET -r RULESET [-r ...] [OPTIONS] [HAND]",
    .says = "Score hands under several rulesets, side by side.",
    .help = "A hand is written as for kazoe score; with no HAND every line of standard input\n"
            "or of --input is one. It is read once, with the words of all rulesets, and\n"
            "scored under each. An --overlay or --set before the first -r is for all\n"
            "rulesets; after an -r it belongs to that one. What differs is marked with a *;\n"
            "the first ruleset is what the others are compared with. Where the terminal is\n"
            "too narrow, rulesets go into blocks. Below it stands why: the rule or option\n"
            "that, carried over from the other ruleset, makes the difference.\n"
            "\n"
            "With --summary all hands are added up: how many differ, in what, by how much,\n"
            "by which rule, and the biggest movers. kazoe merge adds up summaries that\n"
            "--json wrote.\n"
            "\n"
            "Exit status: 0 no difference, 1 a difference, 2 bad usage or a bad hand, 3 bad\n"
            "rules, 4 something could not be read or written; the highest of those that\n"
            "apply.\n"
            "\n"
            "Examples:\n"
            "  kazoe compare -r ema-2016 -r ema-2025 -r tenhou 123m567p678s22z +2z seat=S\n"
            "  kazoe compare -r ema-2016 -r ema-2016 --set kiriage_mangan=yes HAND\n"
            "  kazoe compare -r mcr -r mcr-2006 --only-different -j 0 -f hands.txt\n"
            "  kazoe compare -r ema-2016 -r tenhou --html page.html HAND\n"
            "  kazoe compare -r ema-2016 -r tenhou --summary -j 0 -f hands.txt\n"
            "  kazoe compare -r ema-2016 -r tenhou --summary --html page.html -f hands.txt\n",
    .run = run,
};
