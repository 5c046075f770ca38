#include "cli/stream/scoring.h"

#include "analysis/whynot/why_not.h"
#include "cli/color.h"
#include "cli/language.h"
#include "cli/ruleset_argument.h"
#include "cli/rulesets.h"
#include "cli/stream/workers.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool kzi_read_jobs(const struct kzi_args *args, unsigned *jobs) {
    const char *text = args->value[KZI_OPT_JOBS];
    *jobs = 1;
    if (!text)
        return true;
    size_t len = strlen(text);
    bool number = len && len <= 4 && strspn(text, "0123456789") == len;
    *jobs = number ? (unsigned)strtoul(text, NULL, 10) : KZI_MAX_JOBS + 1;
    if (*jobs > KZI_MAX_JOBS) {
        kzi_say_usage(args->command->name, "--jobs is a number, 0 to %d, not %s", KZI_MAX_JOBS,
                      text);
        return false;
    }
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (!*jobs)
        *jobs = processors > 0 ? (unsigned)processors : 1;
    if (*jobs > KZI_MAX_JOBS)
        *jobs = KZI_MAX_JOBS;
    return true;
}

static const char *join_words(const struct kzi_args *args) {
    size_t size = 1;
    for (size_t i = 0; i < args->n_rest; i++)
        size += strlen(args->rest[i]) + 1;
    char *text = kzi_arena_alloc(args->arena, size), *at = text;
    for (size_t i = 0; i < args->n_rest; i++) {
        if (i)
            *at++ = ' ';
        at = stpcpy(at, args->rest[i]);
    }
    return text;
}

static bool is_file(const char *word) {
    struct stat about;
    return strpbrk(word, "./") && !stat(word, &about) && S_ISREG(about.st_mode);
}

/* A file named where a hand is read. */
static void say_file(const struct kzi_args *args) {
    for (size_t i = 0; i < args->n_rest; i++)
        if (is_file(args->rest[i])) {
            kzi_say(args->command->name, "%s is a file: write -f %s to read it", args->rest[i],
                    args->rest[i]);
            return;
        }
}

static int score_one(const struct kzi_score_job *scoring, const struct kzi_args *args) {
    const char *hand = join_words(args);
    struct kzi_scorer scorer;
    if (!kzi_scorer_open(&scorer, scoring))
        return kzi_say_no_memory();
    kzi_scorer_take(&scorer, &(struct kzi_scored_line){hand, strlen(hand), 0});
    kzi_scorer_finish(&scorer);
    if (scorer.err.len && !scorer.err.failed)
        fprintf(stderr, "%.*s", (int)scorer.err.len, scorer.err.at);
    if (scorer.status == KZI_EXIT_USAGE)
        say_file(args);
    int status = kzi_worse(kzi_print(&scorer.out), scorer.status);
    kzi_scorer_close(&scorer);
    return status;
}

/* Someone who forgot to write a hand would wait as the command does. */
static void say_waiting(const struct kzi_score_job *scoring, const char *command, int fd) {
    if (isatty(fd))
        kzi_say(command, "waiting for %ss, one a line; Ctrl-D ends, kazoe %s --help tells more",
                scoring->kind->thing, command);
}

static int score_stream(const struct kzi_score_job *scoring, const char *command,
                        const char *path) {
    struct kzi_stream stream;
    const char *name = path && strcmp(path, "-") != 0 ? path : "standard input";
    if (!kzi_stream_open(&stream, path)) {
        kzi_say(command, "%s cannot be read: %s", name, strerror(errno));
        return KZI_EXIT_SYSTEM;
    }
    say_waiting(scoring, command, stream.fd);
    int status = kzi_workers_score(scoring, &stream);
    if (stream.wrong) {
        kzi_say(command, "%s cannot be read: %s", name, strerror(stream.wrong));
        status = KZI_EXIT_SYSTEM;
    }
    kzi_stream_close(&stream);
    return status;
}

int kzi_scoring_begin(struct kzi_score_job *scoring, const struct kzi_args *args,
                      const struct kzi_scorer_kind *kind) {
    const char *command = args->command->name;
    *scoring = (struct kzi_score_job){.kind = kind,
                                      .json = args->given[KZI_OPT_JSON],
                                      .comments = args->given[KZI_OPT_COMMENTS] ||
                                                  !args->given[KZI_OPT_JSON],
                                      .look = {.explain = args->given[KZI_OPT_EXPLAIN]}};
    if (args->n_rest && args->given[KZI_OPT_INPUT])
        return kzi_say_usage(command, "a %s and --input: write one or the other", kind->thing);
    if (!kzi_read_jobs(args, &scoring->jobs))
        return KZI_EXIT_USAGE;
    return kzi_color_read(&scoring->look.color, args);
}

int kzi_scoring_lines(const struct kzi_score_job *scoring, const struct kzi_args *args) {
    if (args->n_rest)
        return score_one(scoring, args);
    return score_stream(scoring, args->command->name, args->value[KZI_OPT_INPUT]);
}

static int say_no_yaku(const struct kzi_model *model, const char *name) {
    const char *near = kzi_nearest(name, model->yaku_names.name, model->yaku_names.count);
    kzi_say("score", "%s has no yaku %s%s%s%s", model->id, name, near ? " (did you mean " : "",
            near ? near : "", near ? "?)" : "");
    return KZI_EXIT_USAGE;
}

/* The yaku of --why-not, where it is asked. */
static int read_yaku(const struct kzi_args *args, const struct kzi_model *model, unsigned *yaku) {
    const char *name = args->value[KZI_OPT_WHY_NOT];
    unsigned found[2], count = name ? kzi_yaku_named(model, name, found) : 0;
    if (name && !count)
        return say_no_yaku(model, name);
    *yaku = count ? found[0] : 0;
    if (count < 2)
        return KZI_EXIT_DONE;
    kzi_say("score", "%s is the name of several yaku: %s, %s", name, model->yaku[found[0]].id,
            model->yaku[found[1]].id);
    return KZI_EXIT_USAGE;
}

int kzi_scoring_run(const struct kzi_args *args, const struct kzi_scorer_kind *kind) {
    const char *command = args->command->name;
    if (args->given[KZI_OPT_RULESET] > 1)
        return kzi_say_usage(command, "one ruleset at a time: -r is written twice");
    struct kzi_score_job scoring;
    int status = kzi_scoring_begin(&scoring, args, kind);
    if (status != KZI_EXIT_DONE)
        return status;
    kz_ruleset *rules;
    struct kzi_ruleset_argument choice;
    status = kzi_ruleset_argument_open(&rules, &choice, args, args->value[KZI_OPT_RULESET]);
    if (!rules)
        return status;
    scoring.rules = &rules;
    scoring.n_rules = 1;
    scoring.look.language = choice.language;
    kzi_check_language(args, &(const kz_ruleset *){rules}, 1);
    status = read_yaku(args, rules->model, &scoring.yaku);
    if (status == KZI_EXIT_DONE)
        status = kzi_scoring_lines(&scoring, args);
    kzi_rules_close(args, rules);
    return status;
}
