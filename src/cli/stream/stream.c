/* Score a stream of lines in threads.
 *
 * Every thread reads a block of lines, scores it, and writes its results after those of all earlier
 * blocks. A thread has only one block at a time, so reading stops when the results are not
 * consumed. */
#include "cli/stream/scorer.h"
#include "hand/parser/parser.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/stat.h>

/* --- input ---------------------------------------------------------------------------------------
 *
 * A block is the available input, without waiting for more. Memory is bounded for any length of
 * line: of a line too long for a hand, only enough is kept to report that. */

/* Bytes of a block, and of the rest of the one before. */
#define BUFFER_SIZE (192 * 1024)

struct stream {
    int fd;
    bool ended, begun, skipping; /* skipping: in the rest of a line that is too long */
    int wrong;                   /* errno of a failed read; earlier input is still processed */
    char *buffer;                /* the one filled last */
    size_t len, used;
    unsigned long n_lines;          /* handed out */
    unsigned long long taken, size; /* bytes read so far and in total; size 0: unknown */
};

struct block {
    const char *lines; /* complete ones, in the buffer of its thread */
    size_t len, n_lines;
    unsigned long index, first; /* of the block, from 0, and of its first line, from 1 */
    unsigned long long taken;   /* bytes read up to here */
};

/* Bytes kept of a line that is too long; it must still be too long without a CR at its end. */
#define KEPT (KZI_MAX_LINE + 2)

_Static_assert(BUFFER_SIZE >= 2 * KEPT, "capacity for what is left and as much again");

static bool stream_open(struct stream *stream, const char *path) {
    *stream = (struct stream){.fd = path ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO};
    struct stat file;
    if (stream->fd < 0)
        return false;
    off_t at = lseek(stream->fd, 0, SEEK_CUR);
    if (at >= 0 && !fstat(stream->fd, &file) && S_ISREG(file.st_mode) && file.st_size >= at)
        stream->size = (unsigned long long)(file.st_size - at);
    return true;
}

/* Move the incomplete line to the front of a buffer, cut if it is too long. */
static void keep_tail(struct stream *stream, char *buffer) {
    stream->len -= stream->used;
    if (stream->len > KEPT) {
        stream->len = KEPT;
        stream->skipping = true;
    }
    if (stream->len)
        memmove(buffer, stream->buffer + stream->used, stream->len);
    stream->buffer = buffer;
    stream->used = 0;
}

static void read_once(struct stream *stream) {
    ssize_t got;
    do
        got = read(stream->fd, stream->buffer + stream->len, BUFFER_SIZE - stream->len);
    while (got < 0 && errno == EINTR);
    if (got <= 0) {
        stream->ended = true;
        stream->wrong = got < 0 ? errno : 0;
        return;
    }
    stream->taken += (unsigned long long)got;
    char *fresh = stream->buffer + stream->len;
    size_t len = (size_t)got;
    if (stream->skipping) {
        char *end = memchr(fresh, '\n', len);
        len = end ? len - (size_t)(end - fresh) : 0;
        if (end)
            memmove(fresh, end, len);
        stream->skipping = !end;
    }
    stream->len += len;
}

static bool is_ready(const struct stream *stream) {
    struct pollfd input = {.fd = stream->fd, .events = POLLIN};
    return poll(&input, 1, 0) > 0;
}

/* Skip a byte-order mark at the start; return false if more input is needed to decide. */
static bool pass_mark(struct stream *stream) {
    static const char mark[] = "\xEF\xBB\xBF";
    size_t len = stream->len < 3 ? stream->len : 3;
    bool like = !memcmp(stream->buffer, mark, len);
    if (like && len < 3 && !stream->ended)
        return false;
    stream->begun = true;
    stream->used = like && len == 3 ? 3 : 0;
    return true;
}

/* Take the complete lines. The last one needs no newline, unless a failed read cut it. */
static void take_lines(struct stream *stream, struct block *block) {
    bool begun = stream->begun || pass_mark(stream);
    size_t left = stream->len - stream->used;
    const char *start = stream->buffer + stream->used;
    const char *end = left ? memrchr(start, '\n', left) : NULL;
    bool all = stream->ended && !stream->wrong;
    size_t len = !begun ? 0 : all ? left : end ? (size_t)(end - start) + 1 : 0;
    *block = (struct block){
        .lines = start, .len = len, .first = stream->n_lines + 1, .taken = stream->taken};
    for (size_t at = 0; at < len; block->n_lines++) {
        end = memchr(start + at, '\n', len - at);
        at = end ? (size_t)(end - start) + 1 : len;
    }
    stream->used += len;
    stream->n_lines += block->n_lines;
}

/* --- the threads ------------------------------------------------------------------------------ */

struct crew {
    const struct kzi_score_job *job;
    pthread_mutex_t reading; /* for the reading thread: */
    struct stream stream;
    unsigned long n_read; /* blocks */
    pthread_mutex_t lock;
    pthread_cond_t turn;
    unsigned long n_written;      /* blocks; guarded by the lock */
    int status;                   /* of writing; guarded by the lock */
    bool any;                     /* for the writing thread: something was written */
    struct kzi_progress progress; /* for the writing thread */
};

struct worker {
    struct crew *crew;
    struct kzi_scorer scorer;
    char *buffer;
    struct block block;
};

/* Write all pending results before waiting for input. Return false if writing failed. */
static bool may_read(struct crew *crew) {
    pthread_mutex_lock(&crew->lock);
    while (crew->status == KZI_EXIT_DONE && crew->n_written < crew->n_read &&
           !is_ready(&crew->stream))
        pthread_cond_wait(&crew->turn, &crew->lock);
    bool may = crew->status == KZI_EXIT_DONE;
    pthread_mutex_unlock(&crew->lock);
    return may;
}

/* Return false at the end of input. */
static bool read_block(struct worker *worker) {
    struct crew *crew = worker->crew;
    struct stream *stream = &crew->stream;
    struct block *block = &worker->block;
    block->n_lines = 0;
    pthread_mutex_lock(&crew->reading);
    while (!block->n_lines && !stream->ended && may_read(crew)) {
        keep_tail(stream, worker->buffer);
        do
            read_once(stream);
        while (!stream->ended && stream->len < BUFFER_SIZE && is_ready(stream));
        take_lines(stream, block);
    }
    if (block->n_lines)
        block->index = crew->n_read++;
    pthread_mutex_unlock(&crew->reading);
    return block->n_lines;
}

static void score_block(struct kzi_scorer *scorer, const struct block *block) {
    const char *end = block->lines + block->len, *next = block->lines;
    for (size_t i = 0; i < block->n_lines; i++) {
        const char *text = next, *newline = memchr(text, '\n', (size_t)(end - text));
        size_t len = (size_t)((newline ? newline : end) - text);
        next = newline ? newline + 1 : end;
        if (newline && len && text[len - 1] == '\r')
            len--;
        kzi_scorer_take(scorer,
                        &(struct kzi_scored_line){text, len < KEPT ? len : KEPT, block->first + i});
    }
}

/* The first result has no empty line before it. */
static void drop_first_gap(struct crew *crew, struct kzi_text *out) {
    if (crew->any || !out->len || out->failed)
        return;
    crew->any = true;
    if (out->at[0] == '\n')
        memmove(out->at, out->at + 1, --out->len);
}

static int write_block(struct worker *worker) {
    struct crew *crew = worker->crew;
    struct kzi_scorer *scorer = &worker->scorer;
    const struct block *block = &worker->block;
    char things[32];
    kzi_print_errors(scorer->err);
    drop_first_gap(crew, scorer->out);
    int status = kzi_print_now(scorer->out);
    snprintf(things, sizeof things, "%ss", crew->job->kind->thing);
    kzi_progress_tell(&crew->progress, things, block->first + block->n_lines - 1, block->taken,
                      crew->stream.size);
    return status;
}

/* A thread. */
static void *work(void *context) {
    struct worker *worker = context;
    struct crew *crew = worker->crew;
    while (read_block(worker)) {
        score_block(&worker->scorer, &worker->block);
        pthread_mutex_lock(&crew->lock);
        while (crew->status == KZI_EXIT_DONE && crew->n_written < worker->block.index)
            pthread_cond_wait(&crew->turn, &crew->lock);
        bool failed = crew->status != KZI_EXIT_DONE;
        pthread_mutex_unlock(&crew->lock);
        int status = failed ? KZI_EXIT_DONE : write_block(worker);
        pthread_mutex_lock(&crew->lock);
        crew->status = kzi_worse(crew->status, status);
        crew->n_written++;
        pthread_cond_broadcast(&crew->turn);
        pthread_mutex_unlock(&crew->lock);
    }
    return NULL;
}

/* --- the stream ------------------------------------------------------------------------------- */

/* Return true if both outputs go to one file; then its reader has seen the errors. */
static bool is_one_output(void) {
    struct stat out, err;
    return !fstat(STDOUT_FILENO, &out) && !fstat(STDERR_FILENO, &err) && out.st_dev == err.st_dev &&
           out.st_ino == err.st_ino;
}

static int score_all(struct crew *crew) {
    const struct kzi_args *args = crew->job->args;
    bool small = crew->stream.size && crew->stream.size <= BUFFER_SIZE;
    unsigned jobs = small ? 1 : args->jobs;
    struct worker *workers = KZI_NEW_ARRAY(args->arena, jobs, struct worker);
    bool screen = isatty(STDERR_FILENO), both = screen && isatty(STDOUT_FILENO);
    unsigned long taken = 0, refused = 0;
    for (unsigned i = 0; i < jobs; i++) {
        workers[i].crew = crew;
        workers[i].buffer = kzi_arena_alloc(args->arena, BUFFER_SIZE);
        kzi_scorer_open(&workers[i].scorer, crew->job);
    }
    /* If results go to the same screen, they show the progress themselves. */
    crew->progress = kzi_progress_begin(screen && !both);
    kzi_run_threads(work, workers, sizeof *workers, jobs);
    kzi_progress_end(&crew->progress);
    for (unsigned i = 0; i < jobs; i++) {
        crew->status = kzi_worse(crew->status, kzi_scorer_finish(&workers[i].scorer));
        taken += workers[i].scorer.taken;
        refused += workers[i].scorer.refused;
    }
    /* After a system error, the totals would be incomplete. */
    if (crew->status < KZI_EXIT_SYSTEM && refused && !is_one_output())
        kzi_say(NULL, "%lu of %lu %s%s %s refused", refused, taken, crew->job->kind->thing,
                taken == 1 ? "" : "s", refused == 1 ? "was" : "were");
    return crew->status;
}

int kzi_score_stream(const struct kzi_score_job *job) {
    const char *command = job->args->command->name, *path = job->args->value[KZI_OPT_INPUT];
    struct crew crew = {.job = job,
                        .reading = PTHREAD_MUTEX_INITIALIZER,
                        .lock = PTHREAD_MUTEX_INITIALIZER,
                        .turn = PTHREAD_COND_INITIALIZER};
    if (path && !strcmp(path, "-"))
        path = NULL;
    if (!stream_open(&crew.stream, path))
        return kzi_say_unread_input(command, path);
    /* A user who forgot the hand would wait in vain, so print a hint. */
    if (isatty(crew.stream.fd))
        kzi_say(command, "waiting for %ss, one per line; press Ctrl-D to end (see kazoe %s --help)",
                job->kind->thing, command);
    int status = score_all(&crew);
    errno = crew.stream.wrong;
    if (errno)
        status = kzi_say_unread_input(command, path);
    if (path)
        close(crew.stream.fd);
    return status;
}
