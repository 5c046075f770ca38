#include "cli/stream/stream.h"

#include "hand/parser/parser.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Of a line that is too long: still too long when a CR at its end is dropped. */
#define KEPT (KZI_MAX_LINE + 2)

_Static_assert(KZI_STREAM_ROOM >= 2 * KEPT, "room for what is left and as much again");

/* How much there is to read, where that can be known. */
static unsigned long long size_of(int fd) {
    struct stat file;
    off_t at = lseek(fd, 0, SEEK_CUR);
    if (at < 0 || fstat(fd, &file) || !S_ISREG(file.st_mode) || file.st_size < at)
        return 0;
    return (unsigned long long)(file.st_size - at);
}

bool kzi_stream_open(struct kzi_stream *stream, const char *path) {
    bool standard = !path || !strcmp(path, "-");
    *stream = (struct kzi_stream){.fd = STDIN_FILENO};
    if (!standard && (stream->fd = open(path, O_RDONLY | O_CLOEXEC)) < 0)
        return false;
    stream->size = size_of(stream->fd);
    return true;
}

void kzi_stream_close(struct kzi_stream *stream) {
    if (stream->fd > STDERR_FILENO)
        close(stream->fd);
    stream->buffer = NULL;
}

/* --- taking ---------------------------------------------------------------------------------- */

/* Moves the line that is not whole yet to the front of a buffer, cut off when it is too long. */
static void keep_tail(struct kzi_stream *stream, char *buffer) {
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

static void read_once(struct kzi_stream *stream) {
    ssize_t got;
    do
        got = read(stream->fd, stream->buffer + stream->len, KZI_STREAM_ROOM - stream->len);
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

bool kzi_stream_ready(const struct kzi_stream *stream) {
    struct pollfd input = {.fd = stream->fd, .events = POLLIN};
    return poll(&input, 1, 0) > 0;
}

bool kzi_stream_fill(struct kzi_stream *stream, char *buffer) {
    if (stream->ended)
        return false;
    keep_tail(stream, buffer);
    do
        read_once(stream);
    while (!stream->ended && stream->len < KZI_STREAM_ROOM && kzi_stream_ready(stream));
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
