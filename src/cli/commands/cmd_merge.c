#include "cli/commands/commands.h"

#include "analysis/compare/summary.h"
#include "cli/color.h"
#include "cli/commands/merge.h"
#include "cli/page.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_SUMMARY (16 * 1024 * 1024) /* bytes of one, far more than any has */

static void put_summary(struct kzi_text *text, const struct kzi_summary *summary, bool json,
                        const struct kzi_look *look) {
    if (json) {
        kzi_summary_json(text, summary);
        kzi_text_char(text, '\n');
    } else {
        kzi_summary_text(text, summary, look);
    }
}

int kzi_print_summary(const struct kzi_summary *summary, const struct kzi_args *args, bool json,
                      const struct kzi_look *look) {
    struct kzi_text text = kzi_text_growing();
    if (summary->no_memory)
        return kzi_say_no_memory();
    if (summary->overflow) {
        kzi_say(args->command->name, "the sums are too large to be counted");
        return KZI_EXIT_SYSTEM;
    }
    const char *page = args->given[KZI_OPT_HTML] ? args->value[KZI_OPT_HTML] : NULL;
    if (page)
        kzi_summary_html(&text, summary);
    else
        put_summary(&text, summary, json, look);
    int status = page ? kzi_page_open(page) : KZI_EXIT_DONE;
    if (status == KZI_EXIT_DONE)
        status = kzi_print(&text);
    kzi_text_release(&text);
    return status;
}

/* Summaries are large, too large for a stack. */
struct add_ctx {
    struct kzi_summary *sum, *part; /* part: room for the one that is added next */
};

/* Adds one summary; name and line tell where it stands. */
static int add_text(struct add_ctx *ctx, const char *name, unsigned long line, const char *text,
                    size_t len) {
    struct kzi_summary *sum = ctx->sum, *part = ctx->part;
    struct kzi_summary_fault fault;
    unsigned which = 0;
    if (!kzi_summary_read(part, text, len, &fault)) {
        if (part->no_memory)
            return kzi_say_no_memory();
        kzi_say("merge", "%s:%lu:%zu: %s", name, line, fault.at, fault.text);
        return KZI_EXIT_USAGE;
    }
    bool same = kzi_summary_merge(sum, part, &which);
    if (!same && which < sum->count)
        kzi_say("merge", "%s:%lu: its ruleset %s, digest %s, is not %s, digest %s, of those before",
                name, line, part->sides[which].label, part->sides[which].digest,
                sum->sides[which].label, sum->sides[which].digest);
    else if (!same)
        kzi_say("merge", "%s:%lu: it compares %u rulesets, and those before compare %u", name, line,
                part->count, sum->count);
    kzi_summary_free(part);
    return same ? KZI_EXIT_DONE : KZI_EXIT_USAGE;
}

static bool is_blank(const struct kzi_text *line) {
    for (size_t i = 0; i < line->len; i++)
        if (!strchr(" \t\r\n", line->at[i]))
            return false;
    return true;
}

/* Reads the next line, but of one that is too long no more than shows it.  False: there is none, or
 * it cannot be read. */
static bool read_line(struct kzi_text *line, FILE *file) {
    int c = 0;
    kzi_text_clear(line);
    while (c != '\n' && line->len <= MAX_SUMMARY && !line->failed && (c = getc(file)) != EOF)
        kzi_text_char(line, (char)c);
    return line->len && !line->failed && !ferror(file);
}

/* A file has one summary a line; empty lines are passed over. */
static int add_lines(struct add_ctx *ctx, FILE *file, const char *name) {
    struct kzi_text text = kzi_text_growing();
    int status = KZI_EXIT_DONE;
    unsigned long line = 0, found = 0;
    while (status == KZI_EXIT_DONE && read_line(&text, file)) {
        line++;
        if (text.len > MAX_SUMMARY) {
            kzi_say("merge", "%s:%lu: this is longer than any summary", name, line);
            status = KZI_EXIT_USAGE;
        } else if (!is_blank(&text)) {
            found++;
            status = add_text(ctx, name, line, text.at, text.len);
        }
    }
    int wrong = errno;
    bool no_memory = text.failed;
    kzi_text_release(&text);
    if (no_memory)
        return kzi_say_no_memory();
    if (ferror(file)) {
        kzi_say("merge", "%s cannot be read: %s", name, strerror(wrong));
        return KZI_EXIT_SYSTEM;
    }
    if (status == KZI_EXIT_DONE && !found) {
        kzi_say("merge", "%s: there is no summary", name);
        return KZI_EXIT_USAGE;
    }
    return status;
}

static int add_file(struct add_ctx *ctx, const char *path) {
    bool standard = !strcmp(path, "-");
    FILE *file = standard ? stdin : fopen(path, "r");
    if (!file) {
        kzi_say("merge", "%s cannot be read: %s", path, strerror(errno));
        return KZI_EXIT_SYSTEM;
    }
    if (isatty(fileno(file)))
        kzi_say("merge", "waiting for summaries, one a line; Ctrl-D ends");
    int status = add_lines(ctx, file, standard ? "standard input" : path);
    if (!standard)
        fclose(file);
    return status;
}

static int run(const struct kzi_args *args) {
    struct kzi_summary *sum = KZI_NEW(args->arena, struct kzi_summary);
    struct add_ctx ctx = {sum, KZI_NEW(args->arena, struct kzi_summary)};
    struct kzi_look look = {0};
    int status = kzi_color_read(&look.color, args);
    if (status != KZI_EXIT_DONE)
        return status;
    if (!args->n_rest)
        return kzi_say_usage("merge", "no file named: write those that kazoe compare --summary "
                                      "--json wrote; - is standard input");
    if (args->given[KZI_OPT_JSON] && args->given[KZI_OPT_TEXT])
        return kzi_say_usage("merge", "--json and --text: write one or the other");
    if (args->given[KZI_OPT_HTML] && (args->given[KZI_OPT_JSON] || args->given[KZI_OPT_TEXT]))
        return kzi_say_usage("merge", "--html goes with neither --json nor --text");
    for (size_t i = 0; i < args->n_rest && status == KZI_EXIT_DONE; i++)
        status = add_file(&ctx, args->rest[i]);
    if (status == KZI_EXIT_DONE)
        status = kzi_print_summary(sum, args, !args->given[KZI_OPT_TEXT], &look);
    kzi_summary_free(sum);
    return status;
}

const struct kzi_command kzi_command_merge = {
    .name = "merge",
    .bit = KZI_FOR_MERGE,
    .usage = "[OPTIONS] FILE ...",
    .says = "Add up the summaries that compare --summary --json writes.",
    .help = "A file has a summary on each line; - is standard input. All must be of the same\n"
            "rulesets, by name, version and digest. The sum is, to the byte, the summary of\n"
            "all hands together, whatever the order; it is JSON again, text with --text, or\n"
            "a page with --html.\n"
            "\n"
            "Exit status: 0 done, 2 a file that is no such summary, 4 something could not be\n"
            "read or written.\n"
            "\n"
            "Examples:\n"
            "  kazoe compare -r ema-2016 -r tenhou --summary --json -f may.txt > may.json\n"
            "  kazoe merge may.json june.json > both.json\n"
            "  kazoe merge --text both.json\n"
            "  kazoe merge --html both.html both.json\n",
    .run = run,
};
