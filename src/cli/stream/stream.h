/* stream.h - lines of a file as they come, in blocks: as much as is ready, and no waiting for more.
 *
 * However long a line is, memory stays bounded: of a line that is too long for a hand so much is
 * kept as shows that it is. */
#ifndef KZI_STREAM_H
#define KZI_STREAM_H

#include <stdbool.h>
#include <stddef.h>

struct kzi_line {
    const char *text; /* without its end; not NUL-terminated */
    size_t len;
};

/* Of a buffer: a block, and what was left of the one before. */
#define KZI_STREAM_ROOM (192 * 1024)

struct kzi_stream {
    int fd;
    bool ended, begun, skipping; /* skipping: the rest of a line that is too long */
    int wrong;                   /* errno of a failed read; what came before is still handed out */
    char *buffer;                /* the one filled last */
    size_t len, used;
    unsigned long long taken, size; /* bytes read, and to be read in all; size 0: not known */
};

/* path NULL or "-": standard input.  False: it cannot be opened, and errno says why. */
bool kzi_stream_open(struct kzi_stream *stream, const char *path);
void kzi_stream_close(struct kzi_stream *stream);

/* Whether reading need not wait. */
bool kzi_stream_ready(const struct kzi_stream *stream);
/* Waits for input and takes what is ready, up to a block, into a buffer of KZI_STREAM_ROOM bytes,
 * the same as before or another.  Lines handed out before stay where their buffer is another.
 * False: there is no more. */
bool kzi_stream_fill(struct kzi_stream *stream, char *buffer);
/* The next whole line of what was taken; false: there is none. */
bool kzi_stream_line(struct kzi_stream *stream, struct kzi_line *line);

#endif
