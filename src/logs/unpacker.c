#include "logs/unpacker.h"

#include "base/limits.h"

#include <errno.h>
#include <stdio.h>
#include <zlib.h>

static bool goes_on(const struct kzi_unpacker *unpacker) {
    return !*unpacker->problem && !unpacker->text.failed;
}

/* Note the first problem. */
static void stop(struct kzi_unpacker *unpacker, const char *problem, const char *why) {
    if (!*unpacker->problem)
        snprintf(unpacker->problem, sizeof unpacker->problem, "%s%s", problem, why);
}

/* Read the next piece.  Return its length, 0 at the end. */
static size_t read_piece(struct kzi_unpacker *unpacker, kzi_log_source *source, void *context) {
    const long got = source(context, unpacker->piece, sizeof unpacker->piece);
    if (got < 0) {
        unpacker->unread = errno;
        stop(unpacker, "the file cannot be read: ", strerror(unpacker->unread));
    }
    return got < 0 ? 0 : (size_t)got;
}

/* Add bytes to the text, without a byte order mark before it. */
static void add_bytes(struct kzi_unpacker *unpacker, const char *bytes, size_t len) {
    static const char mark[] = "\xef\xbb\xbf";
    const size_t skip = sizeof mark - 1;
    if (!unpacker->text.len && len >= skip && !memcmp(bytes, mark, skip)) {
        bytes += skip;
        len -= skip;
    }
    if (unpacker->text.len + len > KZI_MAX_LOG_MIB * 1024 * 1024)
        stop(unpacker, "the log is larger than " KZI_DIGITS(KZI_MAX_LOG_MIB) " MiB", "");
    else
        kzi_text_add(&unpacker->text, bytes, len);
}

/* Unpack the current piece and all that follow.  A file may consist of several packed parts. */
static void unpack(struct kzi_unpacker *unpacker, size_t len, kzi_log_source *source,
                   void *context) {
    z_stream stream = {.next_in = (unsigned char *)unpacker->piece, .avail_in = (unsigned)len};
    int status = inflateInit2(&stream, 16 + MAX_WBITS);
    unpacker->text.failed = status != Z_OK;
    while (goes_on(unpacker)) {
        if (!stream.avail_in) {
            len = read_piece(unpacker, source, context);
            stream.next_in = (unsigned char *)unpacker->piece;
            stream.avail_in = (unsigned)len;
        }
        if (!len && status == Z_STREAM_END)
            break;
        if (status == Z_STREAM_END)
            inflateReset(&stream);
        stream.next_out = (unsigned char *)unpacker->buffer;
        stream.avail_out = sizeof unpacker->buffer;
        status = inflate(&stream, Z_NO_FLUSH);
        add_bytes(unpacker, unpacker->buffer, sizeof unpacker->buffer - stream.avail_out);
        unpacker->text.failed |= status == Z_MEM_ERROR;
        if (status != Z_OK && status != Z_STREAM_END)
            stop(unpacker, "the packed file is ", len ? "damaged" : "cut off");
    }
    inflateEnd(&stream);
}

void kzi_log_unpack(struct kzi_unpacker *unpacker, kzi_log_source *source, void *context) {
    kzi_text_clear(&unpacker->text);
    *unpacker->problem = '\0';
    unpacker->unread = 0;
    size_t len = read_piece(unpacker, source, context);
    if (len >= 2 && !memcmp(unpacker->piece, "\x1f\x8b", 2)) {
        unpack(unpacker, len, source, context);
        return;
    }
    for (; len && goes_on(unpacker); len = read_piece(unpacker, source, context))
        add_bytes(unpacker, unpacker->piece, len);
}
