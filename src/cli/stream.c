#include "cli/stream.h"

#include "hand/parse.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BLOCK (1024 * 1024)
/* Of a line that is too long: still too long when a CR at its end is dropped. */
#define KEPT (KZI_MAX_LINE + 2)

bool kzi_stream_open(struct kzi_stream *stream, const char *path) {
    bool standard = !path || !strcmp(path, "-");
    *stream = (struct kzi_stream){.fd = STDIN_FILENO};
    if (!standard && (stream->fd = open(path, O_RDONLY | O_CLOEXEC)) < 0)
        return false;
    stream->buffer = malloc(BLOCK + KEPT);
    if (stream->buffer)
        return true;
    kzi_stream_close(stream);
    errno = ENOMEM;
    return false;
}

void kzi_stream_close(struct kzi_stream *stream) {
    if (stream->fd > STDERR_FILENO)
        close(stream->fd);
    free(stream->buffer);
    stream->buffer = NULL;
}

/* --- taking ---------------------------------------------------------------------------------- */

/* Moves the line that is not whole yet to the front, cut off when it is too long. */
static void keep_tail(struct kzi_stream *stream) {
    stream->len -= stream->used;
    memmove(stream->buffer, stream->buffer + stream->used, stream->len);
    stream->used = 0;
    if (stream->len > KEPT) {
        stream->len = KEPT;
        stream->skipping = true;
    }
}

static void read_once(struct kzi_stream *stream) {
    ssize_t got;
    do
        got = read(stream->fd, stream->buffer + stream->len, BLOCK + KEPT - stream->len);
    while (got < 0 && errno == EINTR);
    if (got <= 0) {
        stream->ended = true;
        stream->wrong = got < 0 ? errno : 0;
        return;
    }
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

static bool more_is_ready(const struct kzi_stream *stream) {
    struct pollfd input = {.fd = stream->fd, .events = POLLIN};
    return !stream->ended && stream->len < BLOCK && poll(&input, 1, 0) > 0;
}

bool kzi_stream_fill(struct kzi_stream *stream) {
    if (stream->ended)
        return false;
    keep_tail(stream);
    do
        read_once(stream);
    while (more_is_ready(stream));
    return true;
}

/* --- handing out ----------------------------------------------------------------------------- */

/* Passes over a byte-order mark at the very start; false: too little came to tell. */
static bool pass_mark(struct kzi_stream *stream) {
    static const char mark[] = "\xEF\xBB\xBF";
    size_t len = stream->len < 3 ? stream->len : 3;
    bool like = !memcmp(stream->buffer, mark, len);
    if (like && len < 3 && !stream->ended)
        return false;
    stream->begun = true;
    stream->used = like && len == 3 ? 3 : 0;
    return true;
}

bool kzi_stream_line(struct kzi_stream *stream, struct kzi_line *line) {
    if (!stream->begun && !pass_mark(stream))
        return false;
    const char *start = stream->buffer + stream->used;
    size_t left = stream->len - stream->used;
    const char *end = left ? memchr(start, '\n', left) : NULL;
    /* What a failed read cut off is no line. */
    if (!end && (!stream->ended || stream->wrong || !left))
        return false;
    size_t len = end ? (size_t)(end - start) : left;
    stream->used += len + (end != NULL);
    if (end && len && start[len - 1] == '\r')
        len--;
    *line = (struct kzi_line){start, len < KEPT ? len : KEPT};
    return true;
}
