#include "cli/progress.h"

#include <stdio.h>
#include <time.h>

#define FIRST 1.0 /* what is done sooner needs no progress */
#define AGAIN 0.2

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

struct kzi_progress kzi_progress_begin(bool show) {
    return (struct kzi_progress){.show = show, .begun = show ? now() : 0};
}

void kzi_progress_tell(struct kzi_progress *progress, const char *things, unsigned long done,
                       unsigned long long taken, unsigned long long size) {
    if (!progress->show)
        return;
    double time = now(), took = time - progress->begun;
    if (took < FIRST || time - progress->told < AGAIN)
        return;
    fprintf(stderr, "\r%lu %ss, %.0f a second", done, things, (double)done / took);
    if (size && taken && taken <= size)
        fprintf(stderr, ", %.0f s left", took * (double)(size - taken) / (double)taken);
    fputs("\033[K", stderr);
    progress->told = time;
    progress->shown = true;
}

void kzi_progress_end(const struct kzi_progress *progress) {
    if (progress->shown)
        fputs("\r\033[K", stderr);
}
