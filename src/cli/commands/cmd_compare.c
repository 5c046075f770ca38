/* kazoe compare, kazoe merge: hands under several rulesets, and summaries of many hands. Single
 * hands are handled in kzi_compares_hands and kzi_sums_hands (cli/stream/line_kinds.c). */
#include "analysis/compare/comparer.h"
#include "analysis/compare/comparison_table.h"
#include "analysis/compare/summary.h"
#include "analysis/html/html.h"
#include "cli/commands/commands.h"
#include "cli/stream/scorer.h"
#include "report/wording.h"

#include <sys/ioctl.h>

#define WITHOUT_TERMINAL 80
#define NARROWEST        40
#define MAX_SUMMARY      (16 * 1024 * 1024) /* bytes of one; larger than any real one */

/* Print a summary, as JSON, text or a page; return the status. */
static int print_summary(const struct kzi_summary *summary, const struct kzi_args *args, bool json,
                         const struct kzi_style *style) {
    struct kzi_text *text = kzi_text_kept(args->arena);
    if (summary->no_memory)
        return kzi_say_no_memory();
    if (summary->overflow) {
        kzi_say(args->command->name, "the sums are too large to count");
        return KZI_EXIT_SYSTEM;
    }
    if (args->given[KZI_OPT_HTML]) {
        kzi_summary_html(text, summary);
    } else if (json) {
        kzi_summary_json(text, summary);
        kzi_text_char(text, '\n');
    } else {
        kzi_summary_text(text, summary, style);
    }
    kzi_page_open(args);
    return kzi_print(text);
}

/* --- compare --------------------------------------------------------------------------------- */

/* Return the columns of the terminal. */
static unsigned width(void) {
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_col)
        return WITHOUT_TERMINAL;
    return size.ws_col < NARROWEST ? NARROWEST : size.ws_col;
}

static int say_too_few(const struct kzi_args *args) {
    const char *name = args->rulesets.value[0];
    if (!name)
        return kzi_say_usage("compare", "no rulesets named: write -r NAME -r NAME ... (kazoe list "
                                        "shows the names)");
    if (!args->overlays.count && !args->settings.count)
        return kzi_say_usage("compare", "a second ruleset is missing: write another -r");
    return kzi_say_usage("compare",
                         "a second ruleset is missing: write another -r; --overlay and --set apply "
                         "to the -r before them, as in -r %s -r %s --set ...",
                         name, name);
}

/* Put how many hands the report leaves out, after the shown ones or alone. */
static void put_left_out(struct kzi_text *text, const struct kzi_score_job *job) {
    unsigned long count = *job->left_out;
    bool alone = job->html || !*job->shown;
    if (count && !job->json)
        kzi_text_format(text, "%s%s%lu hand%s the same under all rulesets and %s left out%s\n",
                        alone ? "" : "\n", job->html ? "<p class=\"soft\">" : "", count,
                        count == 1 ? " scores" : "s score", count == 1 ? "is" : "are",
                        job->html ? ".</p>" : "");
}

/* Put the titles of the house rules, above all hands. */
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

static int report_hands(const struct kzi_score_job *job) {
    struct kzi_text *text = kzi_text_kept(job->args->arena);
    if (job->html) {
        kzi_page_open(job->args);
        kzi_compare_html_begin(text, (const kz_ruleset *const *)job->rules, job->n_rules,
                               job->style.language);
    } else if (!job->json) {
        put_titles(text, job);
    }
    int status = kzi_print(text);
    if (status != KZI_EXIT_DONE)
        return status;
    status = kzi_score_lines(job);
    put_left_out(text, job);
    if (job->html)
        kzi_html_end(text);
    return kzi_worse(status, kzi_print(text));
}

static void release_comparer(void *comparer) {
    kzi_comparer_release(comparer);
}

static void release_summary(void *summary) {
    kzi_summary_free(summary);
}

/* Summaries are too large for the stack. */
static struct kzi_summary *new_summary(const struct kzi_args *args) {
    struct kzi_summary *summary = KZI_NEW(args->arena, struct kzi_summary);
    *kzi_arena_keep(args->arena, release_summary) = summary;
    return summary;
}

/* Called with the rulesets loaded. */
static int compare(struct kzi_score_job *job, bool sums) {
    const struct kzi_args *args = job->args;
    const kz_ruleset *const *rules = (const kz_ruleset *const *)job->rules;
    struct kzi_comparer *comparer = KZI_NEW(args->arena, struct kzi_comparer);
    unsigned long counts[2] = {0};
    *kzi_arena_keep(args->arena, release_comparer) = comparer;
    job->comparer = comparer;
    job->shown = &counts[0];
    job->left_out = &counts[1];
    job->summary = new_summary(args);
    job->html = args->given[KZI_OPT_HTML] && !sums;
    job->width = width();
    /* JSON of single hands does not contain reasons. */
    if (kzi_comparer_init(comparer, rules, job->n_rules, sums || !job->json) != KZ_OK)
        return kzi_say_no_memory();
    int status = report_hands(job);
    if (sums && status != KZI_EXIT_SYSTEM)
        status = kzi_worse(status, print_summary(job->summary, args, job->json, &job->style));
    return status;
}

static int run_compare(const struct kzi_args *args) {
    kz_ruleset *rules[KZI_MAX_COMPARED];
    bool sums = args->given[KZI_OPT_SUMMARY];
    if (args->rulesets.count < 2)
        return say_too_few(args);
    if (args->rulesets.count > KZI_MAX_COMPARED)
        return kzi_say_usage("compare", "-r is given more than %d times", KZI_MAX_COMPARED);
    struct kzi_score_job job = kzi_score_job_of(args, sums ? &kzi_sums_hands : &kzi_compares_hands);
    kzi_style_set_language(&job.style, args, kzi_rulesets_open(rules, args));
    job.rules = rules;
    job.n_rules = (unsigned)args->rulesets.count;
    return compare(&job, sums);
}

const struct kzi_command kzi_command_compare = {
    .name = "compare",
    .bit = KZI_FOR_COMPARE,
    .usage = "-r RULESET -r RULESET [-r ...] [OPTIONS] [HAND]",
    .says = "Score hands under several rulesets, side by side.",
    .help = "A hand is written as for kazoe score; without HAND, every line of standard input\n"
            "or of --input is one. It is read once, with the words of all rulesets, and\n"
            "scored under each. An --overlay or --set before the first -r applies to all\n"
            "rulesets; after an -r it applies to that one. A * marks what differs from the\n"
            "first ruleset. Where the terminal is too narrow, the table is split into\n"
            "blocks. Below it are the reasons: the rule or option that, carried over from\n"
            "the other ruleset, makes the difference.\n"
            "\n"
            "With --summary all hands are added up: how many differ, in what, by how much,\n"
            "by which rule, and the largest differences. kazoe merge adds up summaries\n"
            "written with --json.\n"
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
    .run = run_compare,
};

/* --- merge ----------------------------------------------------------------------------------- */

struct merge_ctx {
    struct kzi_summary *sum, *part; /* part: the next one to add */
    struct kzi_text *line;
};

/* Add one summary from a line of the file. */
static int add_text(struct merge_ctx *ctx, const char *name, unsigned long line, const char *text,
                    size_t len) {
    struct kzi_summary *sum = ctx->sum, *part = ctx->part;
    struct kzi_summary_fault fault;
    if (!kzi_summary_read(part, text, len, &fault)) {
        if (part->no_memory)
            return kzi_say_no_memory();
        kzi_say("merge", "%s:%lu:%zu: %s", name, line, fault.at, fault.text);
        return KZI_EXIT_USAGE;
    }
    bool same = kzi_summary_merge(sum, part);
    if (!same) {
        char said[512];
        struct kzi_text why = kzi_text_fixed(said, sizeof said);
        kzi_say_other_rulesets(&why, part, sum);
        kzi_text_end(&why);
        kzi_say("merge", "%s:%lu: %s", name, line, said);
    }
    kzi_summary_free(part);
    return same ? KZI_EXIT_DONE : KZI_EXIT_USAGE;
}

/* Read the next line, cut if it is too long. Return false if there is none or it cannot be read. */
static bool read_line(struct kzi_text *line, FILE *file) {
    int c = 0;
    kzi_text_clear(line);
    while (c != '\n' && line->len <= MAX_SUMMARY && !line->failed && (c = getc(file)) != EOF)
        kzi_text_char(line, (char)c);
    bool any = line->len && !ferror(file);
    kzi_text_char(line, '\0');
    return any && !line->failed && line->len--;
}

/* A file has one summary per line; skip blank lines. */
static int add_lines(struct merge_ctx *ctx, FILE *file, const char *name) {
    int status = KZI_EXIT_DONE;
    unsigned long line = 0, found = 0;
    while (status == KZI_EXIT_DONE && read_line(ctx->line, file)) {
        const struct kzi_text *text = ctx->line;
        line++;
        if (text->len > MAX_SUMMARY) {
            kzi_say("merge", "%s:%lu: the line is too long for a summary", name, line);
            status = KZI_EXIT_USAGE;
        } else if (text->len > strspn(text->at, " \t\r\n")) {
            found++;
            status = add_text(ctx, name, line, text->at, text->len);
        }
    }
    if (ctx->line->failed)
        return kzi_say_no_memory();
    if (status == KZI_EXIT_DONE && !found && !ferror(file)) {
        kzi_say("merge", "%s: no summary found", name);
        return KZI_EXIT_USAGE;
    }
    return status;
}

static int add_file(struct merge_ctx *ctx, const char *path) {
    const char *named = strcmp(path, "-") != 0 ? path : NULL;
    FILE *file = named ? fopen(path, "r") : stdin;
    if (!file)
        return kzi_say_unread_input("merge", path);
    if (isatty(fileno(file)))
        kzi_say("merge", "waiting for summaries, one per line; press Ctrl-D to end");
    int status = add_lines(ctx, file, named ? named : "standard input");
    if (ferror(file) && status == KZI_EXIT_DONE)
        status = kzi_say_unread_input("merge", named);
    if (named)
        fclose(file);
    return status;
}

static int run_merge(const struct kzi_args *args) {
    struct merge_ctx ctx = {new_summary(args), new_summary(args), kzi_text_kept(args->arena)};
    int status = KZI_EXIT_DONE;
    if (!args->n_rest)
        return kzi_say_usage("merge", "no file named: write files that kazoe compare --summary "
                                      "--json wrote; - is standard input");
    for (size_t i = 0; i < args->n_rest && status == KZI_EXIT_DONE; i++)
        status = add_file(&ctx, args->rest[i]);
    if (status == KZI_EXIT_DONE)
        status = print_summary(ctx.sum, args, !args->given[KZI_OPT_TEXT],
                               &(struct kzi_style){.color = args->color});
    return status;
}

const struct kzi_command kzi_command_merge = {
    .name = "merge",
    .bit = KZI_FOR_MERGE,
    .usage = "[OPTIONS] FILE ...",
    .says = "Add up the summaries that compare --summary --json writes.",
    .help = "A file has a summary on each line; - is standard input. All must be of the same\n"
            "rulesets, by name, version and digest. The sum is, to the byte, the summary of\n"
            "all hands together, in any order. It is JSON again, text with --text, or a page\n"
            "with --html.\n"
            "\n"
            "Exit status: 0 done, 2 a file is not such a summary, 4 something could not be\n"
            "read or written.\n"
            "\n"
            "Examples:\n"
            "  kazoe compare -r ema-2016 -r tenhou --summary --json -f may.txt > may.json\n"
            "  kazoe merge may.json june.json > both.json\n"
            "  kazoe merge --text both.json\n"
            "  kazoe merge --html both.html both.json\n",
    .run = run_merge,
};
