/* Score a stream of lines in several threads.  An item of their pool is a block of lines; there are
 * no more blocks than threads, so reading stops while results are not consumed. */
#include "cli/pool.h"
#include "cli/stream/scorer.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>

/* --- input ---------------------------------------------------------------------------------------
 *
 * A block is the available input, without waiting for more.  Memory is bounded for any length of
 * line: of a line too long for a hand, only enough is kept to report that. */

/* The size of a buffer: a block, and the incomplete line of the block before. */
#define BUFFER_SIZE (192 * 1024)

struct stream {
    int fd;
    /* skipping: the rest of a line that is too long is being skipped */
    bool ended, begun, skipping;
    int wrong;    /* errno of a failed read; input read before is still processed */
    char *buffer; /* the buffer filled last */
    size_t len, used;
    unsigned long n_lines;          /* lines handed out */
    unsigned long long taken, size; /* bytes read so far, and in total; size 0: unknown */
};

struct block {
    const char *lines; /* complete lines, in the buffer of the thread */
    size_t len, n_lines;
    unsigned long first; /* number of the first line, from 1 */
};

/* Bytes kept of a line that is too long: it must still be too long without a CR at its end. */
#define KEPT (KZI_MAX_LINE + 2)

_Static_assert(BUFFER_SIZE >= 2 * KEPT, "capacity for the rest and as much again");

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

/* Move the incomplete line to the front of a buffer; cut it if it is too long. */
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

/* Skip a byte order mark at the start; return false if more input is needed to decide. */
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

/* Take the complete lines.  The last one needs no newline, unless a failed read cut it. */
static void take_lines(struct stream *stream, struct block *block) {
    bool begun = stream->begun || pass_mark(stream);
    size_t left = stream->len - stream->used;
    const char *start = stream->buffer + stream->used;
    const char *end = left ? memrchr(start, '\n', left) : NULL;
    bool all = stream->ended && !stream->wrong;
    size_t len = !begun ? 0 : all ? left : end ? (size_t)(end - start) + 1 : 0;
    *block = (struct block){.lines = start, .len = len, .first = stream->n_lines + 1};
    for (size_t at = 0; at < len; block->n_lines++) {
        end = memchr(start + at, '\n', len - at);
        at = end ? (size_t)(end - start) + 1 : len;
    }
    stream->used += len;
    stream->n_lines += block->n_lines;
}

/* --- the threads ------------------------------------------------------------------------------ */

struct worker {
    struct kzi_scorer scorer;
    char *buffer;
    struct block block;
};

/* The data that the threads share. */
struct score_ctx {
    const struct kzi_score_job *job;
    struct stream stream;
};

static void *open_worker(const struct kzi_pool *pool) {
    const struct score_ctx *ctx = pool->own;
    struct kzi_arena *arena = ctx->job->args->arena;
    struct worker *worker = KZI_NEW(arena, struct worker);
    worker->buffer = kzi_arena_alloc(arena, BUFFER_SIZE);
    kzi_scorer_open(&worker->scorer, ctx->job);
    return worker;
}

static bool is_input_ready(const struct kzi_pool *pool) {
    return is_ready(&((const struct score_ctx *)pool->own)->stream);
}

/* Read a block.  Return false at the end of input. */
static bool read_block(struct kzi_worker *thread) {
    struct worker *worker = thread->own;
    struct stream *stream = &((struct score_ctx *)thread->pool->own)->stream;
    struct block *block = &worker->block;
    block->n_lines = 0;
    while (!block->n_lines && !stream->ended && kzi_pool_may_take(thread->pool)) {
        keep_tail(stream, worker->buffer);
        do
            read_once(stream);
        while (!stream->ended && stream->len < BUFFER_SIZE && is_ready(stream));
        take_lines(stream, block);
    }
    thread->item.count = stream->n_lines;
    thread->item.taken = stream->taken;
    return block->n_lines;
}

static void score_block(struct kzi_worker *thread) {
    struct worker *worker = thread->own;
    const struct block *block = &worker->block;
    const char *end = block->lines + block->len, *next = block->lines;
    worker->scorer.out = thread->item.out;
    worker->scorer.err = thread->item.err;
    for (size_t i = 0; i < block->n_lines; i++) {
        const char *text = next, *newline = memchr(text, '\n', (size_t)(end - text));
        size_t len = (size_t)((newline ? newline : end) - text);
        next = newline ? newline + 1 : end;
        if (newline && len && text[len - 1] == '\r')
            len--;
        kzi_scorer_take(&worker->scorer,
                        &(struct kzi_line){text, len < KEPT ? len : KEPT, block->first + i});
    }
}

/* --- the stream ------------------------------------------------------------------------------- */

/* Return whether both outputs go to one file; then its reader has seen the errors. */
static bool is_one_output(const struct kzi_args *args) {
    struct stat out, err;
    return !kzi_is_for_page(args) && !fstat(STDOUT_FILENO, &out) && !fstat(STDERR_FILENO, &err) &&
           out.st_dev == err.st_dev && out.st_ino == err.st_ino;
}

static void score_all(struct score_ctx *ctx) {
    const struct kzi_score_job *job = ctx->job;
    const struct kzi_args *args = job->args;
    const unsigned long long size = ctx->stream.size;
    unsigned jobs = size && size <= BUFFER_SIZE ? 1 : args->jobs;
    bool screen = isatty(STDERR_FILENO),
         both = screen && isatty(STDOUT_FILENO) && !kzi_is_for_page(args);
    unsigned long taken = 0, refused = 0;
    struct kzi_pool pool = {.own = ctx,
                            .open = open_worker,
                            .take = read_block,
                            .work = score_block,
                            .is_ready = is_input_ready,
                            .ahead = jobs,
                            .gaps = true,
                            .things = kzi_arena_format(args->arena, "%ss", job->kind->thing),
                            .size = size,
                            /* results on the same screen show the progress themselves */
                            .progress = kzi_progress_begin(screen && !both)};
    kzi_raise(args, kzi_pool_run(&pool, args->arena, jobs));
    for (unsigned i = 0; i < jobs; i++) {
        struct kzi_scorer *scorer = &((struct worker *)pool.workers[i].own)->scorer;
        kzi_raise(args, kzi_scorer_finish(scorer));
        taken += scorer->taken;
        refused += scorer->refused;
    }
    /* after a system error, the totals would be incomplete */
    if (*args->status < KZI_EXIT_SYSTEM && refused && !is_one_output(args))
        kzi_message(NULL, "%lu of %lu %s%s %s refused", refused, taken, job->kind->thing,
                    taken == 1 ? "" : "s", refused == 1 ? "was" : "were");
}

/* Report why the input cannot be read, by errno; path NULL: standard input. */
static void message_unread(const struct kzi_args *args, const char *path) {
    kzi_message(args, "%s cannot be read: %s", path ? path : "standard input", strerror(errno));
    kzi_raise(args, KZI_EXIT_SYSTEM);
}

void kzi_score_stream(const struct kzi_score_job *job) {
    const struct kzi_args *args = job->args;
    const char *path = args->value[KZI_OPT_INPUT];
    struct score_ctx ctx = {.job = job};
    struct stream *stream = &ctx.stream;
    if (path && !strcmp(path, "-"))
        path = NULL;
    if (!stream_open(stream, path)) {
        message_unread(args, path);
        return;
    }
    /* a user who forgot the hand would wait for nothing */
    if (isatty(stream->fd))
        kzi_message(args,
                    "waiting for %ss, one per line; press Ctrl-D to end (see kazoe %s --help)",
                    job->kind->thing, args->command->name);
    score_all(&ctx);
    errno = stream->wrong;
    if (errno)
        message_unread(args, path);
    if (path)
        close(stream->fd);
}
