/* Score a stream of lines in threads.
 *
 * This thread reads blocks of lines, and writes their results in order; it scores too, whenever
 * there is nothing to read or no block is free.  The other threads only score blocks.  Blocks go
 * round in a ring of fixed size: when results are not taken away, nothing more is read. */
#include "cli/stream/scorer.h"
#include "hand/parser/parser.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- lines of a file as they come ---------------------------------------------------------------
 *
 * A block is what is ready, without waiting for more.  However long a line is, memory stays
 * bounded: of a line that is too long for a hand, only as much is kept as shows that it is. */

/* Bytes of a block, and of what was left of the one before. */
#define BUFFER_SIZE (192 * 1024)

struct stream {
    int fd;
    bool ended, begun, skipping; /* skipping: the rest of a line that is too long */
    int wrong;                   /* errno of a failed read; what came before is still handed out */
    char *buffer;                /* the one filled last */
    size_t len, used;
    unsigned long long taken, size; /* bytes read, and to be read in all; size 0: not known */
};

/* Of a line that is too long: still too long when a CR at its end is dropped. */
#define KEPT (KZI_MAX_LINE + 2)

_Static_assert(BUFFER_SIZE >= 2 * KEPT, "room for what is left and as much again");

static bool stream_open(struct stream *stream, const char *path) {
    bool standard = !path || !strcmp(path, "-");
    *stream = (struct stream){.fd = STDIN_FILENO};
    if (!standard && (stream->fd = open(path, O_RDONLY | O_CLOEXEC)) < 0)
        return false;
    struct stat file;
    off_t at = lseek(stream->fd, 0, SEEK_CUR);
    if (at >= 0 && !fstat(stream->fd, &file) && S_ISREG(file.st_mode) && file.st_size >= at)
        stream->size = (unsigned long long)(file.st_size - at);
    return true;
}

/* Move the line that is not whole yet to the front of a buffer, cut off if it is too long. */
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

static bool stream_fill(struct stream *stream, char *buffer) {
    if (stream->ended)
        return false;
    keep_tail(stream, buffer);
    do
        read_once(stream);
    while (!stream->ended && stream->len < BUFFER_SIZE && is_ready(stream));
    return true;
}

/* Skip a byte-order mark at the very start; false: too little came to tell. */
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

/* --- the ring of blocks ----------------------------------------------------------------------- */

#define BLOCKS_EACH 3 /* of a thread: one to score, one that waits, one to be written */

struct block {
    char *buffer;
    const char *lines; /* whole ones within the buffer */
    size_t len, n_lines;
    unsigned long number; /* of the first line */
    struct kzi_text out, err;
    bool scored; /* under the lock */
};

struct worker {
    struct crew *crew;
    struct kzi_scorer scorer;
    pthread_t thread;
};

/* Block number n is at index n modulo n_blocks of the ring: those before `written` are free again,
 * those before `next` are scored or being scored, those before `filled` wait. */
struct crew {
    const struct kzi_score_job *job;
    struct stream *stream;
    struct block *blocks;
    unsigned n_blocks;
    struct worker *workers; /* the first of them is this thread */
    unsigned n_workers, n_threads;
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    unsigned long written, next, filled; /* next and filled under the lock */
    bool stop;                           /* under the lock */
    unsigned long n_lines;               /* read so far */
    unsigned long n_done;                /* and written */
    unsigned long n_taken, n_refused;    /* known when all workers are closed */
    bool any;                            /* something was written */
    struct kzi_progress progress;
};

static struct block *block_at(const struct crew *crew, unsigned long number) {
    return &crew->blocks[number % crew->n_blocks];
}

/* --- job --------------------------------------------------------------------------------- */

static void swap_texts(struct kzi_scorer *scorer, struct block *block) {
    struct kzi_text out = scorer->out, err = scorer->err;
    scorer->out = block->out;
    scorer->err = block->err;
    block->out = out;
    block->err = err;
}

static void score_block(struct kzi_scorer *scorer, struct block *block) {
    const char *end = block->lines + block->len, *next = block->lines;
    swap_texts(scorer, block);
    for (size_t i = 0; i < block->n_lines; i++) {
        const char *text = next, *newline = memchr(text, '\n', (size_t)(end - text));
        size_t len = (size_t)((newline ? newline : end) - text);
        next = newline ? newline + 1 : end;
        if (newline && len && text[len - 1] == '\r')
            len--;
        kzi_scorer_take(
            scorer, &(struct kzi_scored_line){text, len < KEPT ? len : KEPT, block->number + i});
    }
    swap_texts(scorer, block);
}

/* Score the next block that waits, if any does.  The lock is held before and after. */
static bool score_next(struct crew *crew, struct kzi_scorer *scorer) {
    if (crew->next == crew->filled)
        return false;
    struct block *block = block_at(crew, crew->next++);
    pthread_mutex_unlock(&crew->lock);
    score_block(scorer, block);
    pthread_mutex_lock(&crew->lock);
    block->scored = true;
    return true;
}

static void *work(void *context) {
    struct worker *worker = context;
    struct crew *crew = worker->crew;
    pthread_mutex_lock(&crew->lock);
    while (!crew->stop)
        if (score_next(crew, &worker->scorer))
            pthread_cond_signal(&crew->done);
        else
            pthread_cond_wait(&crew->work, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

/* A thread is started when there is a block for it; if that fails, there are fewer. */
static void begin_thread(struct crew *crew) {
    struct worker *worker = &crew->workers[crew->n_threads + 1];
    if (!pthread_create(&worker->thread, NULL, work, worker))
        crew->n_threads++;
    else
        crew->n_workers = crew->n_threads + 1;
}

static void end_threads(struct crew *crew) {
    pthread_mutex_lock(&crew->lock);
    crew->stop = true;
    pthread_cond_broadcast(&crew->work);
    pthread_mutex_unlock(&crew->lock);
    for (unsigned i = 1; i <= crew->n_threads; i++)
        pthread_join(crew->workers[i].thread, NULL);
}

/* --- reading --------------------------------------------------------------------------------- */

/* Take the whole lines that came; the last one needs no end, unless a failed read cut it off. */
static void take_lines(struct crew *crew, struct block *block) {
    struct stream *stream = crew->stream;
    bool begun = stream->begun || pass_mark(stream);
    size_t left = stream->len - stream->used;
    const char *start = stream->buffer + stream->used;
    const char *end = left ? memrchr(start, '\n', left) : NULL;
    block->len = !begun                            ? 0
                 : stream->ended && !stream->wrong ? left
                 : end                             ? (size_t)(end - start) + 1
                                                   : 0;
    block->lines = start;
    block->number = crew->n_lines + 1;
    block->n_lines = 0;
    for (size_t at = 0; at < block->len; block->n_lines++) {
        end = memchr(start + at, '\n', block->len - at);
        at = end ? (size_t)(end - start) + 1 : block->len;
    }
    stream->used += block->len;
    crew->n_lines += block->n_lines;
}

static void hand_out(struct crew *crew, struct block *block) {
    pthread_mutex_lock(&crew->lock);
    block->scored = false;
    crew->filled++;
    bool several = crew->filled - crew->next > 1;
    pthread_cond_signal(&crew->work);
    pthread_mutex_unlock(&crew->lock);
    if (several && crew->n_threads + 1 < crew->n_workers)
        begin_thread(crew);
}

/* *more is false at the end of the stream. */
static int read_block(struct crew *crew, bool *more) {
    struct block *block = block_at(crew, crew->filled);
    if (!block->buffer && !(block->buffer = malloc(BUFFER_SIZE)))
        return kzi_say_no_memory();
    *more = stream_fill(crew->stream, block->buffer);
    if (!*more)
        return KZI_EXIT_DONE;
    take_lines(crew, block);
    if (block->n_lines) /* else no whole line came yet */
        hand_out(crew, block);
    return KZI_EXIT_DONE;
}

/* --- writing --------------------------------------------------------------------------------- */

/* The first result has no empty line before it. */
static void drop_first_gap(struct crew *crew, struct kzi_text *out) {
    if (crew->any || !out->len || out->failed)
        return;
    crew->any = true;
    if (out->at[0] == '\n')
        memmove(out->at, out->at + 1, --out->len);
}

/* Score until the block to be written next is scored. */
static struct block *oldest_scored(struct crew *crew) {
    struct block *block = block_at(crew, crew->written);
    pthread_mutex_lock(&crew->lock);
    while (!block->scored)
        if (!score_next(crew, &crew->workers[0].scorer))
            pthread_cond_wait(&crew->done, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
    return block;
}

static int write_oldest(struct crew *crew) {
    struct block *block = oldest_scored(crew);
    if (block->err.len && !block->err.failed)
        fwrite(block->err.at, 1, block->err.len, stderr);
    kzi_text_clear(&block->err);
    drop_first_gap(crew, &block->out);
    int status = kzi_print_now(&block->out);
    crew->written++;
    crew->n_done += block->n_lines;
    char things[32];
    snprintf(things, sizeof things, "%ss", crew->job->kind->thing);
    kzi_progress_tell(&crew->progress, things, crew->n_done, crew->stream->taken,
                      crew->stream->size);
    return status;
}

/* --- the stream ------------------------------------------------------------------------------ */

/* Read while that need not wait; before it has to, write all that was read. */
static int score_all(struct crew *crew) {
    int status = KZI_EXIT_DONE;
    bool more = true;
    while (status == KZI_EXIT_DONE && (more || crew->written < crew->filled)) {
        bool idle = crew->written == crew->filled;
        bool room = crew->filled - crew->written < crew->n_blocks;
        if (more && (idle || (room && is_ready(crew->stream))))
            status = read_block(crew, &more);
        else
            status = write_oldest(crew);
    }
    return status;
}

static bool open_crew(struct crew *crew) {
    unsigned jobs = crew->job->jobs;
    crew->n_blocks = jobs > 1 ? BLOCKS_EACH * jobs : 1;
    crew->workers = calloc(jobs, sizeof *crew->workers);
    crew->blocks = calloc(crew->n_blocks, sizeof *crew->blocks);
    if (!crew->workers || !crew->blocks)
        return false;
    for (unsigned i = 0; i < crew->n_blocks; i++)
        crew->blocks[i].out = crew->blocks[i].err = kzi_text_growing();
    for (; crew->n_workers < jobs; crew->n_workers++) {
        crew->workers[crew->n_workers].crew = crew;
        if (!kzi_scorer_open(&crew->workers[crew->n_workers].scorer, crew->job))
            return false;
    }
    return true;
}

static int close_crew(struct crew *crew, unsigned jobs) {
    int status = KZI_EXIT_DONE;
    end_threads(crew);
    for (unsigned i = 0; i < jobs; i++) {
        kzi_scorer_finish(&crew->workers[i].scorer);
        status = kzi_worse(status, crew->workers[i].scorer.status);
        crew->n_taken += crew->workers[i].scorer.taken;
        crew->n_refused += crew->workers[i].scorer.refused;
        kzi_scorer_close(&crew->workers[i].scorer);
    }
    for (unsigned i = 0; crew->blocks && i < crew->n_blocks; i++) {
        free(crew->blocks[i].buffer);
        kzi_text_release(&crew->blocks[i].out);
        kzi_text_release(&crew->blocks[i].err);
    }
    free(crew->blocks);
    free(crew->workers);
    return status;
}

/* True if both outputs go to one file: then its reader has seen the errors. */
static bool is_one_output(void) {
    struct stat out, err;
    return !fstat(STDOUT_FILENO, &out) && !fstat(STDERR_FILENO, &err) && out.st_dev == err.st_dev &&
           out.st_ino == err.st_ino;
}

static int score_blocks(const struct kzi_score_job *job, struct stream *stream) {
    bool screen = isatty(STDERR_FILENO), both = screen && isatty(STDOUT_FILENO);
    struct crew crew = {.job = job,
                        .stream = stream,
                        .lock = PTHREAD_MUTEX_INITIALIZER,
                        .work = PTHREAD_COND_INITIALIZER,
                        .done = PTHREAD_COND_INITIALIZER,
                        /* On one screen the results themselves show progress. */
                        .progress = kzi_progress_begin(screen && !both)};
    bool open = open_crew(&crew);
    unsigned opened = crew.n_workers;
    int status = open ? score_all(&crew) : kzi_say_no_memory();
    kzi_progress_end(&crew.progress);
    status = kzi_worse(status, close_crew(&crew, opened));
    /* After an error of the system not all of the stream was seen. */
    if (status < KZI_EXIT_SYSTEM && crew.n_refused && !is_one_output())
        kzi_say(NULL, "%lu of %lu %s%s %s refused", crew.n_refused, crew.n_taken, job->kind->thing,
                crew.n_taken == 1 ? "" : "s", crew.n_refused == 1 ? "was" : "were");
    return status;
}

int kzi_score_stream(const struct kzi_score_job *job, const char *command, const char *path) {
    struct stream stream;
    const char *name = path && strcmp(path, "-") != 0 ? path : "standard input";
    if (!stream_open(&stream, path)) {
        kzi_say(command, "%s cannot be read: %s", name, strerror(errno));
        return KZI_EXIT_SYSTEM;
    }
    /* Someone who forgot to write a hand would wait as the command does. */
    if (isatty(stream.fd))
        kzi_say(command, "waiting for %ss, one per line; press Ctrl-D to end (see kazoe %s --help)",
                job->kind->thing, command);
    int status = score_blocks(job, &stream);
    if (stream.wrong) {
        kzi_say(command, "%s cannot be read: %s", name, strerror(stream.wrong));
        status = KZI_EXIT_SYSTEM;
    }
    if (stream.fd > STDERR_FILENO)
        close(stream.fd);
    return status;
}
