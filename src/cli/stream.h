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

struct kzi_stream {
    int fd;
    bool ended, begun, skipping; /* skipping: the rest of a line that is too long */
    int wrong;                   /* errno of a failed read; what came before is still handed out */
    char *buffer;
    size_t len, used;
};

/* path NULL or "-": standard input.  False: it cannot be opened, and errno says why. */
bool kzi_stream_open(struct kzi_stream *stream, const char *path);
void kzi_stream_close(struct kzi_stream *stream);

/* Waits for input and takes what is ready, up to a block.  Lines handed out before are gone.
 * False: there is no more. */
bool kzi_stream_fill(struct kzi_stream *stream);
/* The next whole line of what was taken; false: there is none. */
bool kzi_stream_line(struct kzi_stream *stream, struct kzi_line *line);

#endif
