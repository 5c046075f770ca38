/* This thread reads blocks of lines, and writes their results in order; it scores too, whenever
 * there is nothing to read or no block is free.  The other threads score blocks and do nothing
 * else.  Blocks go round in a ring, and there is a fixed number of them: when results are not taken
 * away, nothing more is read. */
#include "cli/stream/workers.h"

#include "cli/progress.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BLOCKS_EACH 3 /* of a thread: one to score, one that waits, one to be written */

struct block {
    char *buffer;
    struct kzi_line *lines;
    size_t n_lines, room;
    unsigned long number; /* of the first line */
    struct kzi_text out, err;
    bool scored; /* under the lock */
};

struct worker {
    struct crew *crew;
    struct kzi_scorer scorer;
    pthread_t thread;
};

/* Blocks are counted through and stand in the ring by the rest of their number: those before
 * `written` are free again, those before `next` are scored or being scored, those before `filled`
 * wait for someone who scores them. */
struct crew {
    const struct kzi_score_job *scoring;
    struct kzi_stream *stream;
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

/* --- scoring --------------------------------------------------------------------------------- */

static void swap_texts(struct kzi_scorer *scorer, struct block *block) {
    struct kzi_text out = scorer->out, err = scorer->err;
    scorer->out = block->out;
    scorer->err = block->err;
    block->out = out;
    block->err = err;
}

static void score_block(struct kzi_scorer *scorer, struct block *block) {
    swap_texts(scorer, block);
    for (size_t i = 0; i < block->n_lines; i++) {
        struct kzi_scored_line line = {block->lines[i].text, block->lines[i].len,
                                       block->number + i};
        kzi_scorer_take(scorer, &line);
    }
    swap_texts(scorer, block);
}

/* Scores the next block that waits, if any does.  The lock is held before and after. */
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

/* A thread is begun when there is a block for it; where none can be had, there are fewer. */
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

static bool add_line(struct block *block, struct kzi_line line) {
    if (block->n_lines == block->room) {
        size_t room = block->room ? 2 * block->room : 1024;
        struct kzi_line *lines = realloc(block->lines, room * sizeof *lines);
        if (!lines)
            return false;
        block->lines = lines;
        block->room = room;
    }
    block->lines[block->n_lines++] = line;
    return true;
}

static bool take_lines(struct crew *crew, struct block *block) {
    struct kzi_line line;
    block->n_lines = 0;
    block->number = crew->n_lines + 1;
    while (kzi_stream_line(crew->stream, &line))
        if (!add_line(block, line))
            return false;
    crew->n_lines += block->n_lines;
    return true;
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
    if (!block->buffer && !(block->buffer = malloc(KZI_STREAM_ROOM)))
        return kzi_say_no_memory();
    *more = kzi_stream_fill(crew->stream, block->buffer);
    if (!*more)
        return KZI_EXIT_DONE;
    if (!take_lines(crew, block))
        return kzi_say_no_memory();
    if (block->n_lines) /* else what came is no whole line yet */
        hand_out(crew, block);
    return KZI_EXIT_DONE;
}

/* --- writing --------------------------------------------------------------------------------- */

/* The first result has nothing to be apart from. */
static void drop_first_gap(struct crew *crew, struct kzi_text *out) {
    if (crew->any || !out->len || out->failed)
        return;
    crew->any = true;
    if (out->at[0] == '\n')
        memmove(out->at, out->at + 1, --out->len);
}

/* Scores until the block that is to be written next is scored. */
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
    kzi_progress_tell(&crew->progress, crew->scoring->kind->thing, crew->n_done,
                      crew->stream->taken, crew->stream->size);
    return status;
}

/* --- the stream ------------------------------------------------------------------------------ */

/* Reading goes first while it need not wait; all that is read is written before it has to. */
static int score_all(struct crew *crew) {
    int status = KZI_EXIT_DONE;
    bool more = true;
    while (status == KZI_EXIT_DONE && (more || crew->written < crew->filled)) {
        bool idle = crew->written == crew->filled;
        bool room = crew->filled - crew->written < crew->n_blocks;
        if (more && (idle || (room && kzi_stream_ready(crew->stream))))
            status = read_block(crew, &more);
        else
            status = write_oldest(crew);
    }
    return status;
}

static bool open_crew(struct crew *crew) {
    unsigned jobs = crew->scoring->jobs;
    crew->n_blocks = jobs > 1 ? BLOCKS_EACH * jobs : 1;
    crew->workers = calloc(jobs, sizeof *crew->workers);
    crew->blocks = calloc(crew->n_blocks, sizeof *crew->blocks);
    if (!crew->workers || !crew->blocks)
        return false;
    for (unsigned i = 0; i < crew->n_blocks; i++)
        crew->blocks[i].out = crew->blocks[i].err = kzi_text_growing();
    for (; crew->n_workers < jobs; crew->n_workers++) {
        crew->workers[crew->n_workers].crew = crew;
        if (!kzi_scorer_open(&crew->workers[crew->n_workers].scorer, crew->scoring))
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
        free(crew->blocks[i].lines);
        kzi_text_release(&crew->blocks[i].out);
        kzi_text_release(&crew->blocks[i].err);
    }
    free(crew->blocks);
    free(crew->workers);
    return status;
}

/* Whether both outputs go to one file: then whoever reads it has seen the errors. */
static bool is_one_output(void) {
    struct stat out, err;
    return !fstat(STDOUT_FILENO, &out) && !fstat(STDERR_FILENO, &err) && out.st_dev == err.st_dev &&
           out.st_ino == err.st_ino;
}

static void say_refused(const struct crew *crew) {
    const char *thing = crew->scoring->kind->thing;
    if (crew->n_refused && !is_one_output())
        kzi_say(NULL, "%lu of %lu %s%s %s refused", crew->n_refused, crew->n_taken, thing,
                crew->n_taken == 1 ? "" : "s", crew->n_refused == 1 ? "was" : "were");
}

int kzi_workers_score(const struct kzi_score_job *scoring, struct kzi_stream *stream) {
    bool screen = isatty(STDERR_FILENO), both = screen && isatty(STDOUT_FILENO);
    struct crew crew = {.scoring = scoring,
                        .stream = stream,
                        .lock = PTHREAD_MUTEX_INITIALIZER,
                        .work = PTHREAD_COND_INITIALIZER,
                        .done = PTHREAD_COND_INITIALIZER,
                        /* On one screen the results themselves show that work goes on. */
                        .progress = kzi_progress_begin(screen && !both)};
    bool open = open_crew(&crew);
    unsigned opened = crew.n_workers;
    int status = open ? score_all(&crew) : kzi_say_no_memory();
    kzi_progress_end(&crew.progress);
    status = kzi_worse(status, close_crew(&crew, opened));
    if (status < KZI_EXIT_SYSTEM) /* else not all of the stream was seen */
        say_refused(&crew);
    return status;
}
