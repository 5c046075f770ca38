/* kazoe replay: logs of games, every settlement checked. */
#include "cli/commands/commands.h"

#ifdef KZI_LOGS

#include "cli/commands/replay_comparison.h"
#include "report/result_text.h"

#include <fcntl.h>
#include <pthread.h>

/* How many logs a thread may be ahead of the one that is written next. */
#define MOST_AHEAD 64

struct opened_rules {
    const char *wanted; /* "NAME OPTION=VALUE ..." */
    kz_ruleset *rules;  /* NULL: they cannot be had */
};

/* What a log came to, until its turn to be written. */
struct written_log {
    bool done;
    struct kzi_text out, err;
};

/* The logs, shared by all threads. */
struct replay_crew {
    const struct kzi_args *args;
    kz_ruleset *rules;                  /* of -r, or NULL */
    const struct kzi_log_format *asked; /* of --notation, or NULL */
    kz_ruleset *as[KZI_MAX_COMPARED];
    unsigned n_as;
    const struct kzi_column_list *columns; /* NULL: not asked for */
    struct kzi_style style;
    pthread_mutex_t lock;
    pthread_cond_t turn;
    size_t taken, written;                   /* logs */
    struct written_log ring[2 * MOST_AHEAD]; /* by number of the log */
    bool stopped;                            /* the output failed, or memory ran out */
    struct kzi_progress progress;
};

/* A thread, with rulesets and everything else of its own. */
struct replay_worker {
    struct replay_crew *crew;
    struct kzi_args args; /* with an arena of its own */
    struct kzi_arena arena;
    volatile int ended; /* by kzi_end; -1: not */
    struct kzi_replay *replay;
    struct kzi_text out, err; /* of the log at hand */
    struct kzi_replay_comparison comparison;
    struct opened_rules opened[KZI_MAX_OPENED];
    unsigned n_opened;
    int status;
};

/* --- rulesets -------------------------------------------------------------------------------- */

static const char *wanted_text(struct replay_worker *worker,
                               const struct kzi_dialect_rules *wanted) {
    struct kzi_text *text = kzi_text_kept(&worker->arena);
    kzi_text_put(text, wanted->ruleset);
    for (unsigned i = 0; i < wanted->n_settings; i++)
        kzi_text_format(text, " %s", wanted->settings[i]);
    kzi_text_char(text, '\0');
    if (text->failed)
        kzi_no_memory(&worker->arena);
    return text->at;
}

/* Load a ruleset with the options of the log and those of the command line. */
static kz_ruleset *load(struct replay_worker *worker, const struct kzi_dialect_rules *wanted) {
    const struct kzi_args *args = &worker->args;
    const char *path = kzi_rules_find(args->arena, wanted->ruleset, NULL);
    struct kzi_ruleset_argument choice = kzi_ruleset_argument_of(args, path);
    kz_ruleset *rules = NULL;
    if (!path) {
        kzi_say("replay", "%s", kzi_rules_unknown(args->arena, wanted->ruleset));
        worker->status = kzi_worse(worker->status, KZI_EXIT_RULES);
        return NULL;
    }
    for (unsigned i = 0; i < wanted->n_settings; i++)
        *KZI_ADD(args->arena, choice.settings, choice.n_settings) = wanted->settings[i];
    kzi_add_command_line(&choice, args->rulesets.count);
    worker->status = kzi_worse(worker->status, kzi_ruleset_argument_load(&rules, &choice));
    return rules;
}

/* A call to find the rules that a log wants. */
struct rules_call {
    struct replay_worker *worker;
    const struct kzi_dialect_rules *wanted;
    const struct kz_ruleset *rules; /* NULL: they cannot be had */
    kz_error *err;
};

static void find_rules(void *context) {
    struct rules_call *call = context;
    struct replay_worker *worker = call->worker;
    const struct kzi_dialect_rules *wanted = call->wanted;
    const char *text = wanted_text(worker, wanted);
    unsigned i = 0;
    while (i < worker->n_opened && strcmp(worker->opened[i].wanted, text) != 0)
        i++;
    if (i == worker->n_opened && i < KZI_MAX_OPENED)
        worker->opened[worker->n_opened++] = (struct opened_rules){text, load(worker, wanted)};
    call->rules = i < KZI_MAX_OPENED ? worker->opened[i].rules : NULL;
    if (call->rules)
        return;
    if (worker->status == KZI_EXIT_SYSTEM)
        kzi_end(&worker->args, worker->status);
    kzi_fail(call->err, KZ_BAD_RULES,
             kzi_arena_format(&worker->arena, "the rules %s cannot be had", text));
}

static const struct kz_ruleset *open_rules(void *context, const struct kzi_dialect_rules *wanted,
                                           kz_error *err) {
    struct replay_worker *worker = context;
    struct rules_call call = {worker, wanted, NULL, err};
    if (!kzi_replay_call(&worker->comparison, find_rules, &call))
        kzi_fail(err, KZ_NO_MEMORY, kz_status_text(KZ_NO_MEMORY));
    return call.rules;
}

/* --- a log ----------------------------------------------------------------------------------- */

struct opened_log {
    int fd;    /* -1: it cannot be opened */
    int wrong; /* why: errno */
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

/* Replay one log.  One that cannot be opened is reported like one that cannot be read. */
static void replay_log(struct replay_worker *worker, const char *path) {
    bool named = strcmp(path, "-") != 0;
    struct opened_log log = {.fd = named ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO};
    log.wrong = errno;
    bool done = kzi_replay_log(worker->replay, path, read_bytes, &log);
    if (named && log.fd >= 0)
        close(log.fd);
    if (worker->comparison.left)
        longjmp(*worker->arena.door, 1);
    if (worker->replay->status == KZ_NO_MEMORY)
        kzi_no_memory(&worker->arena);
    if (!done)
        worker->status = kzi_worse(
            worker->status, worker->replay->unpacker.unread ? KZI_EXIT_SYSTEM : KZI_EXIT_USAGE);
}

/* --- threads --------------------------------------------------------------------------------- */

/* Return the next log to replay; the number of logs after the last one. */
static size_t take_log(struct replay_crew *crew) {
    pthread_mutex_lock(&crew->lock);
    while (!crew->stopped && crew->taken < crew->args->n_rest &&
           crew->taken - crew->written >= MOST_AHEAD)
        pthread_cond_wait(&crew->turn, &crew->lock);
    size_t number = crew->stopped ? crew->args->n_rest : crew->taken;
    crew->taken += number < crew->args->n_rest;
    pthread_mutex_unlock(&crew->lock);
    return number;
}

/* Write the logs whose turn it is, in their order. */
static void write_logs(struct replay_crew *crew) {
    struct written_log *log;
    while ((log = &crew->ring[crew->written % KZI_COUNT(crew->ring)])->done) {
        log->done = false;
        kzi_print_errors(&log->err);
        if (!crew->stopped && log->out.len)
            crew->stopped = kzi_print(&log->out) != KZI_EXIT_DONE;
        crew->written++;
        kzi_progress_tell(&crew->progress, "logs", crew->written, crew->written,
                          crew->args->n_rest);
    }
}

static void give_log(struct replay_worker *worker, size_t number) {
    struct replay_crew *crew = worker->crew;
    pthread_mutex_lock(&crew->lock);
    struct written_log *log = &crew->ring[number % KZI_COUNT(crew->ring)], old = *log;
    *log = (struct written_log){true, worker->out, worker->err};
    worker->out = old.out;
    worker->err = old.err;
    write_logs(crew);
    pthread_cond_broadcast(&crew->turn);
    pthread_mutex_unlock(&crew->lock);
}

static void release_replay(void *replay) {
    kzi_replay_free(replay);
}

static bool sums_up(const struct kzi_args *args) {
    return args->given[KZI_OPT_SUMMARY] || args->given[KZI_OPT_HTML];
}

static void open_replay(struct replay_worker *worker) {
    const struct replay_crew *crew = worker->crew;
    const struct kzi_args *args = &worker->args;
    void **kept = kzi_arena_keep(args->arena, release_replay);
    struct kzi_replay *replay = kzi_replay_new();
    if (!replay)
        kzi_no_memory(args->arena);
    *kept = worker->replay = replay;
    replay->folders = kzi_rules_folders(args->arena);
    replay->rules = crew->rules;
    replay->asked = crew->asked;
    replay->open = open_rules;
    replay->open_context = worker;
    replay->style = &crew->style;
    replay->out = &worker->out;
    replay->err = &worker->err;
    worker->comparison.arena = args->arena;
    replay->only_results = args->given[KZI_OPT_HANDS] || crew->columns || sums_up(args);
    worker->comparison.columns = crew->columns;
    if (sums_up(args))
        worker->comparison.summary = kzi_new_summary(args->arena);
    if (crew->n_as || replay->only_results)
        kzi_replay_comparison_begin(&worker->comparison, replay, crew->as, crew->n_as);
}

static void work(struct replay_worker *worker) {
    size_t number;
    open_replay(worker);
    while ((number = take_log(worker->crew)) < worker->args.n_rest) {
        replay_log(worker, worker->args.rest[number]);
        if (worker->out.failed || worker->err.failed)
            kzi_no_memory(&worker->arena);
        give_log(worker, number);
    }
}

/* The arena's door is in the thread that works. */
static void *run_worker(void *element) {
    struct replay_worker *worker = element;
    jmp_buf door;
    worker->arena.door = &door;
    if (!setjmp(door)) {
        work(worker);
        return NULL;
    }
    pthread_mutex_lock(&worker->crew->lock);
    worker->status = worker->ended < 0 ? KZI_EXIT_SYSTEM : worker->ended;
    if (worker->ended < 0 && !worker->crew->stopped)
        kzi_say_no_memory();
    worker->crew->stopped = true;
    pthread_cond_broadcast(&worker->crew->turn);
    pthread_mutex_unlock(&worker->crew->lock);
    return NULL;
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
    crew->style.form = kzi_form_of(args);
    if (crew->style.form != KZI_JSON && !crew->columns)
        kzi_style_set_language(&crew->style, args, language);
    for (size_t i = named; i < count; i++)
        crew->as[crew->n_as++] = rules[i];
    crew->rules = named ? rules[0] : NULL;
}

/* Find the format of --notation. */
static void find_format(struct replay_crew *crew) {
    const struct kzi_notation *notation = kzi_notation_option(crew->args, KZI_OPT_NOTATION);
    if (!notation)
        return;
    crew->asked = kzi_log_format_find(notation->name);
    if (!crew->asked)
        kzi_end_usage(crew->args, "no log has the notation %s", notation->name);
}

/* Write the sums over all logs, where that is more than one line. */
static void put_sums(const struct replay_worker *sum, struct kzi_text *text) {
    struct kzi_replay *replay = sum->replay;
    if (replay->only_results || (sum->args.n_rest == 1 && replay->style->form != KZI_JSON))
        return;
    replay->out = text;
    kzi_replay_summary(replay);
}

/* Return the exit status that goes with rules or dialects that could not be had. */
static int exit_of_rules(kz_status status) {
    if (status == KZ_OK || status == KZ_BAD_USAGE)
        return KZI_EXIT_DONE;
    return status == KZ_NO_MEMORY || status == KZ_IO ? KZI_EXIT_SYSTEM : KZI_EXIT_RULES;
}

/* Add the other workers to the first one, and write what all logs came to. */
static int finish(struct replay_worker *workers, unsigned count) {
    struct replay_worker *sum = &workers[0];
    const struct replay_crew *crew = sum->crew;
    int status = KZI_EXIT_DONE;
    for (unsigned i = 0; i < count; i++)
        status = kzi_worse(status, workers[i].status);
    if (crew->stopped)
        return KZI_EXIT_SYSTEM;
    for (unsigned i = 0; i < count; i++) {
        const struct kzi_replay *replay = workers[i].replay;
        status = kzi_worse(status, replay ? exit_of_rules(replay->status) : KZI_EXIT_DONE);
        if (i && replay) {
            kzi_replay_counts_add(&sum->replay->counts, &replay->counts);
            kzi_replay_comparison_add(&sum->comparison, &workers[i].comparison);
        }
    }
    struct kzi_text *text = kzi_text_kept(crew->args->arena);
    if (sum->replay->counts.disagree)
        status = kzi_worse(status, KZI_EXIT_NEGATIVE);
    if (sums_up(crew->args))
        return kzi_worse(status,
                         kzi_print_summary(sum->comparison.summary, crew->args, &crew->style));
    put_sums(sum, text);
    return text->len || text->failed ? kzi_worse(status, kzi_print(text)) : status;
}

static void release_worker(void *what) {
    struct replay_worker *worker = what;
    kzi_arena_release(&worker->arena);
    kzi_text_release(&worker->out);
    kzi_text_release(&worker->err);
}

static void release_crew(void *what) {
    struct replay_crew *crew = what;
    for (unsigned i = 0; i < KZI_COUNT(crew->ring); i++) {
        kzi_text_release(&crew->ring[i].out);
        kzi_text_release(&crew->ring[i].err);
    }
    pthread_cond_destroy(&crew->turn);
    pthread_mutex_destroy(&crew->lock);
}

int kzi_run_replay(const struct kzi_args *args) {
    struct replay_crew *crew = KZI_NEW(args->arena, struct replay_crew);
    crew->args = args;
    if (!args->n_rest)
        return kzi_say_usage("replay",
                             "no log named: write the paths of logs; - is standard input");
    crew->columns = kzi_columns_read(args);
    load_rulesets(crew);
    find_format(crew);
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->turn, NULL);
    for (unsigned i = 0; i < KZI_COUNT(crew->ring); i++)
        crew->ring[i].out = crew->ring[i].err = kzi_text_growing();
    *kzi_arena_keep(args->arena, release_crew) = crew;
    unsigned count = args->jobs < args->n_rest ? args->jobs : (unsigned)args->n_rest;
    struct replay_worker *workers = KZI_NEW_ARRAY(args->arena, count, struct replay_worker);
    for (unsigned i = 0; i < count; i++) {
        workers[i] = (struct replay_worker){.crew = crew, .args = *args, .ended = -1};
        workers[i].out = workers[i].err = kzi_text_growing();
        workers[i].args.arena = &workers[i].arena;
        workers[i].args.status = &workers[i].ended;
        *kzi_arena_keep(args->arena, release_worker) = &workers[i];
    }
    if (kzi_columns_print_header(crew->columns, args) != KZI_EXIT_DONE)
        return KZI_EXIT_SYSTEM;
    crew->progress = kzi_progress_begin(isatty(STDERR_FILENO) && !isatty(STDOUT_FILENO));
    kzi_run_threads(run_worker, workers, sizeof *workers, count);
    kzi_progress_end(&crew->progress);
    return finish(workers, count);
}

#else

int kzi_run_replay(const struct kzi_args *args) {
    (void)args;
    return kzi_say_usage("replay", "this kazoe was built without logs (configure --without-logs)");
}

#endif
