/* unpacker.h - the bytes of a log in pieces, from a caller's function, unpacked if they are gzip.
 *
 * What it holds does not grow with the log, and it stops at KZI_MAX_LOG unpacked bytes. */
#ifndef KZI_UNPACKER_H
#define KZI_UNPACKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <zlib.h>

#define KZI_MAX_LOG   (64 * 1024 * 1024) /* bytes of a log, unpacked */
#define KZI_LOG_PIECE 65536

/* Read at most size bytes.  Return their number, 0 at the end, -1 with errno if it cannot be read.
 */
typedef long kzi_log_source(void *context, void *bytes, size_t size);

struct kzi_unpacker {
    kzi_log_source *source;
    void *context;
    bool begun, packed, ended; /* ended: the source */
    z_stream stream;
    size_t total;        /* bytes handed out */
    const char *problem; /* what is wrong with the log; NULL: nothing */
    bool no_memory;
    int unread; /* the source failed: errno */
    size_t len; /* of the piece at hand */
    char *piece;
    unsigned char packed_bytes[KZI_LOG_PIECE];
    char room[KZI_LOG_PIECE];
};

void kzi_unpacker_begin(struct kzi_unpacker *unpacker, kzi_log_source *source, void *context);
void kzi_unpacker_end(struct kzi_unpacker *unpacker);
/* Return whether nothing went wrong so far. */
static inline bool kzi_unpacker_whole(const struct kzi_unpacker *unpacker) {
    return !unpacker->problem && !unpacker->unread && !unpacker->no_memory;
}
/* Move to the next piece.  Return false after the last one, or if something is wrong. */
bool kzi_unpacker_next(struct kzi_unpacker *unpacker);

#endif
