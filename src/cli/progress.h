/* progress.h - how far a stream has come, for someone who waits at a terminal. */
#ifndef KZI_PROGRESS_H
#define KZI_PROGRESS_H

#include <stdbool.h>

struct kzi_progress {
    bool show, shown;
    double begun, told; /* seconds */
};

struct kzi_progress kzi_progress_begin(bool show);
/* Tells now and then.  taken of size bytes were read; size 0: it is not known. */
void kzi_progress_tell(struct kzi_progress *progress, const char *things, unsigned long done,
                       unsigned long long taken, unsigned long long size);
void kzi_progress_end(const struct kzi_progress *progress);

#endif
