/* unpacker.h - the bytes of a log from a function of the caller, unpacked if they are gzip. */
#ifndef KZI_UNPACKER_H
#define KZI_UNPACKER_H

#include "base/text.h"

#define KZI_MAX_LOG_MIB 64 /* of a log, unpacked */
#define KZI_LOG_PIECE   65536

/* Read at most size bytes.  Return their number, 0 at the end, -1 with errno if reading fails. */
typedef long kzi_log_source(void *context, void *bytes, size_t size);

struct kzi_unpacker {
    struct kzi_text text; /* the log, or the part that could be read; failed: memory ran out */
    char problem[120];    /* why the text is not complete; "": it is */
    int unread;           /* errno if the source failed */
    char piece[KZI_LOG_PIECE], buffer[KZI_LOG_PIECE];
};

/* Read a log to its end, or to a problem.  The text keeps its memory for the next log. */
void kzi_log_unpack(struct kzi_unpacker *unpacker, kzi_log_source *source, void *context);

#endif
