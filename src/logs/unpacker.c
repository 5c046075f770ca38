#include "logs/unpacker.h"

#include <errno.h>
#include <string.h>

void kzi_unpacker_begin(struct kzi_unpacker *unpacker, kzi_log_source *source, void *context) {
    unpacker->source = source;
    unpacker->context = context;
    unpacker->begun = unpacker->packed = unpacker->ended = unpacker->no_memory = false;
    unpacker->unread = 0;
    unpacker->total = unpacker->len = 0;
    unpacker->problem = NULL;
    memset(&unpacker->stream, 0, sizeof unpacker->stream);
}

void kzi_unpacker_end(struct kzi_unpacker *unpacker) {
    if (unpacker->packed)
        inflateEnd(&unpacker->stream);
    unpacker->packed = false;
}

/* Read the next bytes of the source into packed_bytes. */
static size_t read_source(struct kzi_unpacker *unpacker) {
    long got = unpacker->ended ? 0
                               : unpacker->source(unpacker->context, unpacker->packed_bytes,
                                                  sizeof unpacker->packed_bytes);
    unpacker->ended = got <= 0;
    if (got < 0)
        unpacker->unread = errno;
    return got < 0 ? 0 : (size_t)got;
}

/* Look at the first bytes: they are gzip, or the log itself. */
static size_t begin(struct kzi_unpacker *unpacker) {
    size_t got = read_source(unpacker);
    const unsigned char *bytes = unpacker->packed_bytes;
    unpacker->begun = true;
    if (got < 2 || bytes[0] != 0x1f || bytes[1] != 0x8b)
        return got;
    unpacker->packed = inflateInit2(&unpacker->stream, 16 + MAX_WBITS) == Z_OK;
    unpacker->no_memory = !unpacker->packed;
    unpacker->stream.next_in = unpacker->packed_bytes;
    unpacker->stream.avail_in = (unsigned)got;
    return 0;
}

/* Unpack until there is a piece.  A file may consist of several packed parts. */
static size_t unpack(struct kzi_unpacker *unpacker) {
    z_stream *stream = &unpacker->stream;
    int status = Z_OK;
    stream->next_out = (unsigned char *)unpacker->room;
    stream->avail_out = sizeof unpacker->room;
    while (stream->avail_out == sizeof unpacker->room) {
        if (!stream->avail_in) {
            stream->avail_in = (unsigned)read_source(unpacker);
            stream->next_in = unpacker->packed_bytes;
        }
        if (!stream->avail_in && status == Z_STREAM_END)
            break;
        if (status == Z_STREAM_END)
            inflateReset(stream);
        status = inflate(stream, Z_NO_FLUSH);
        bool done = status == Z_OK || status == Z_STREAM_END;
        unpacker->no_memory = status == Z_MEM_ERROR;
        if (!done && !unpacker->unread && !unpacker->no_memory)
            unpacker->problem =
                unpacker->ended ? "the packed file is cut off" : "the packed file is damaged";
        if (!done)
            break;
    }
    return sizeof unpacker->room - stream->avail_out;
}

/* The mark of UTF-8 in front of a text is passed over. */
bool kzi_unpacker_next(struct kzi_unpacker *unpacker) {
    static const char mark[] = "\xef\xbb\xbf";
    size_t len = 0;
    if (!unpacker->begun)
        len = begin(unpacker);
    else if (!unpacker->packed)
        len = read_source(unpacker);
    unpacker->piece = (char *)unpacker->packed_bytes;
    if (unpacker->packed) {
        len = unpack(unpacker);
        unpacker->piece = unpacker->room;
    }
    if (!unpacker->total && len >= sizeof mark - 1 &&
        !memcmp(unpacker->piece, mark, sizeof mark - 1)) {
        unpacker->piece += sizeof mark - 1;
        len -= sizeof mark - 1;
    }
    unpacker->total += len;
    if (unpacker->total > KZI_MAX_LOG) {
        unpacker->problem = "the log is larger than 64 MiB";
        len = 0;
    }
    unpacker->len = len;
    return len > 0;
}
