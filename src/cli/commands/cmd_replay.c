/* kazoe replay: check every settlement in logs of games. */
#include "cli/commands/commands.h"

#ifdef KZI_LOGS

#include "cli/commands/replay_comparison.h"
#include "cli/pool.h"
#include "report/result_text.h"

#include <fcntl.h>

/* How many logs may be replayed ahead of the one that is written next, per thread. */
#define MAX_AHEAD 64

/* The data that all threads share. */
struct replay_crew {
    const struct kzi_args *args;
    kz_ruleset *rules;                  /* of -r, or NULL */
    const struct kzi_log_format *asked; /* of --notation, or NULL */
    kz_ruleset *as[KZI_MAX_COMPARED];
    const struct kzi_column_list *columns; /* NULL: no --columns */
    struct kzi_style style;
    struct kzi_comparers comparers;
    struct kz_summary *summary; /* NULL: none was requested */
    pthread_mutex_t opening;    /* guards the arena and the members below while threads work */
    struct {
        const char *spec;
        kz_ruleset *rules; /* NULL: they could not be loaded */
    } opened[KZI_MAX_OPENED];
    unsigned n_opened;
    int status; /* of loading them */
    struct kzi_pool pool;
};

struct replay_worker {
    struct replay_crew *crew;
    struct kzi_replay *replay;
    struct kzi_replay_comparison comparison;
    int status;
};

/* --- rulesets -------------------------------------------------------------------------------- */

/* Load the next ruleset.  The arena's door is in the thread that does so.  Return the status. */
static int open_next(struct replay_crew *crew, const char *spec) {
    struct kzi_args args = *crew->args;
    volatile int status = KZI_EXIT_DONE;
    jmp_buf door, *outer = args.arena->door;
    args.status = &status;
    args.arena->door = &door;
    if (!setjmp(door)) {
        crew->opened[crew->n_opened].spec = kzi_arena_copy(args.arena, spec, strlen(spec));
        crew->opened[crew->n_opened].rules =
            kzi_rules_open(&args, spec, args.rulesets.count, KZI_OF_CONFIG);
        crew->n_opened++;
    } else {
        status = kzi_message_no_memory();
    }
    args.arena->door = outer;
    return status;
}

static const struct kz_ruleset *open_rules(void *context, const char *spec, kz_error *err) {
    struct replay_crew *crew = context;
    const struct kz_ruleset *rules = NULL;
    unsigned i = 0;
    pthread_mutex_lock(&crew->opening);
    while (i < crew->n_opened && strcmp(crew->opened[i].spec, spec) != 0)
        i++;
    if (i == crew->n_opened && i < KZI_MAX_OPENED)
        crew->status = kzi_worse(crew->status, open_next(crew, spec));
    if (i < crew->n_opened)
        rules = crew->opened[i].rules;
    if (crew->status == KZI_EXIT_SYSTEM)
        kzi_pool_stop(&crew->pool, crew->status);
    pthread_mutex_unlock(&crew->opening);
    if (!rules) {
        kzi_fail(err, KZ_BAD_RULES, "");
        snprintf(err->text, sizeof err->text, "the rules %s cannot be loaded", spec);
    }
    return rules;
}

/* --- a log ----------------------------------------------------------------------------------- */

struct opened_log {
    int fd;    /* -1: it cannot be opened */
    int wrong; /* errno of the failure */
};

static long read_bytes(void *context, void *bytes, size_t size) {
    const struct opened_log *log = context;
    ssize_t got;
    do
        got = read(log->fd, bytes, size);
    while (got < 0 && errno == EINTR);
    if (log->fd < 0)
        errno = log->wrong;
    return got;
}

/* Replay a log.  One that cannot be opened is reported like one that cannot be read. */
static void replay_log(struct kzi_worker *thread) {
    struct replay_worker *worker = thread->own;
    struct kzi_replay *replay = worker->replay;
    const char *path = worker->crew->args->rest[thread->number];
    bool named = strcmp(path, "-") != 0;
    struct opened_log log = {.fd = named ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO};
    log.wrong = errno;
    replay->out = thread->item.out;
    replay->err = thread->item.err;
    bool done = kzi_replay_log(replay, path, read_bytes, &log);
    if (named && log.fd >= 0)
        close(log.fd);
    if (worker->comparison.failed || replay->status == KZ_NO_MEMORY)
        kzi_pool_stop(thread->pool, kzi_message_no_memory());
    if (!done)
        worker->status =
            kzi_worse(worker->status, replay->unpacker.unread ? KZI_EXIT_SYSTEM : KZI_EXIT_USAGE);
}

static bool sums_up(const struct kzi_args *args) {
    return args->given[KZI_OPT_SUMMARY] || args->given[KZI_OPT_HTML];
}

static void release_worker(void *what) {
    struct replay_worker *worker = what;
    kzi_replay_comparison_release(&worker->comparison);
    kzi_replay_free(worker->replay);
}

static void *open_worker(const struct kzi_pool *pool) {
    struct replay_crew *crew = pool->own;
    const struct kzi_args *args = crew->args;
    struct replay_worker *worker = KZI_NEW(args->arena, struct replay_worker);
    *kzi_arena_keep(args->arena, release_worker) = worker;
    struct kzi_replay *replay = worker->replay = kzi_replay_new();
    if (!replay)
        kzi_no_memory(args->arena);
    worker->crew = crew;
    replay->rule_path = kzi_rule_path(args->arena);
    replay->rules = crew->rules;
    replay->asked = crew->asked;
    replay->open = open_rules;
    replay->open_context = crew;
    replay->style = &crew->style;
    replay->only_results = args->given[KZI_OPT_HANDS] || crew->columns || sums_up(args);
    worker->comparison.columns = crew->columns;
    worker->comparison.comparers = &crew->comparers;
    worker->comparison.summary = crew->summary;
    if (crew->comparers.n_as || replay->only_results)
        kzi_replay_comparison_begin(&worker->comparison, replay);
    return worker;
}

/* --- all logs -------------------------------------------------------------------------------- */

/* Load the rulesets of -r and --as, and choose the language. */
static void load_rulesets(struct replay_crew *crew) {
    const struct kzi_args *args = crew->args;
    kz_ruleset *rules[KZI_MAX_REPEATED];
    size_t count = args->rulesets.count, named = args->given[KZI_OPT_RULESET];
    if (named > 1)
        kzi_end_usage(args, "a game has one ruleset: write one -r, and --as for others");
    if (named && args->rulesets.value[0] != args->value[KZI_OPT_RULESET])
        kzi_end_usage(args, "write -r before --as");
    if (count - named >= KZI_MAX_COMPARED)
        kzi_end_usage(args, "--as is given more than %d times", KZI_MAX_COMPARED - 1);
    if (sums_up(args) && count == named)
        kzi_end_usage(args, "a summary compares rules: name others with --as");
    const char *language = count ? kzi_rulesets_open(rules, args) : kzi_choose_language(args);
    crew->style = args->style;
    if (crew->style.form != KZI_JSON && !crew->columns)
        crew->style = kzi_style_in(args, language);
    crew->comparers.as = crew->as;
    for (size_t i = named; i < count; i++)
        crew->as[crew->comparers.n_as++] = rules[i];
    crew->rules = named ? rules[0] : NULL;
}

/* Begin the summary.  Without -r each log has rules of its own, which share a column. */
static void begin_summary(struct replay_crew *crew) {
    const kz_ruleset *all[KZI_MAX_COMPARED];
    const unsigned count = kzi_compared_rules(all, &crew->comparers, crew->rules);
    crew->summary = kzi_summary_new(crew->args->arena, all, count);
}

/* Choose the format of --notation. */
static void choose_format(struct replay_crew *crew) {
    const struct kzi_notation *notation = kzi_notation_option(crew->args, KZI_OPT_NOTATION);
    if (!notation)
        return;
    crew->asked = kzi_find_log_format(notation->name);
    if (!crew->asked)
        kzi_end_usage(crew->args, "no log has the notation %s", notation->name);
}

/* Write the sums over all logs, if they are more than one line. */
static void put_sums(const struct replay_worker *sum, struct kzi_text *text) {
    struct kzi_replay *replay = sum->replay;
    if (replay->only_results || (sum->crew->args->n_rest == 1 && replay->style->form != KZI_JSON))
        return;
    replay->out = text;
    kzi_replay_summary(replay);
}

/* Return the exit status for rules or dialects that could not be loaded. */
static int exit_of_rules(kz_status status) {
    if (status == KZ_OK || status == KZ_BAD_USAGE)
        return KZI_EXIT_DONE;
    return status == KZ_NO_MEMORY || status == KZ_IO ? KZI_EXIT_SYSTEM : KZI_EXIT_RULES;
}

/* Add the other workers to the first one, and write the sums of all logs. */
static void sum_up(const struct replay_crew *crew, unsigned count) {
    const struct kzi_args *args = crew->args;
    struct replay_worker *sum = crew->pool.workers[0].own;
    kzi_raise(args, crew->status);
    for (unsigned i = 0; i < count; i++) {
        const struct replay_worker *worker = crew->pool.workers[i].own;
        kzi_raise(args, kzi_worse(worker->status, exit_of_rules(worker->replay->status)));
        if (i) {
            kzi_replay_counts_add(&sum->replay->counts, &worker->replay->counts);
            kzi_replay_comparison_add(&sum->comparison, &worker->comparison);
        }
    }
    if (sum->replay->counts.disagree)
        kzi_raise(args, KZI_EXIT_NEGATIVE);
    if (crew->summary)
        kzi_print_summary(crew->summary, args, &crew->style);
    else
        put_sums(sum, args->out);
}

static void release_crew(void *what) {
    struct replay_crew *crew = what;
    kzi_comparers_release(&crew->comparers);
}

void kzi_run_replay(const struct kzi_args *args) {
    struct replay_crew *crew = KZI_NEW(args->arena, struct replay_crew);
    crew->args = args;
    if (!args->n_rest)
        kzi_end_usage(args, "no log named: write the paths of logs; - is standard input");
    crew->columns = kzi_columns_read(args);
    load_rulesets(crew);
    if (sums_up(args))
        begin_summary(crew);
    choose_format(crew);
    pthread_mutex_init(&crew->opening, NULL);
    pthread_mutex_init(&crew->comparers.lock, NULL);
    *kzi_arena_keep(args->arena, release_crew) = crew;
    kzi_columns_put_header(crew->columns, args->out);
    kzi_output_print(args);
    unsigned count = args->jobs < args->n_rest ? args->jobs : (unsigned)args->n_rest;
    crew->pool = (struct kzi_pool){
        .own = crew,
        .open = open_worker,
        .work = replay_log,
        .ahead = MAX_AHEAD,
        .things = "logs",
        .size = args->n_rest,
        .progress = kzi_progress_begin(isatty(STDERR_FILENO) && !isatty(STDOUT_FILENO))};
    kzi_raise(args, kzi_pool_run(&crew->pool, args->arena, count));
    if (*args->status == KZI_EXIT_DONE)
        sum_up(crew, count);
}

#else

void kzi_run_replay(const struct kzi_args *args) {
    kzi_end_usage(args, "this kazoe was built without logs (configure --without-logs)");
}

#endif
