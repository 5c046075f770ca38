

#include "cli/cli.h"
#include <pthread.h>

void kzi_run_threads(void *(*work)(void *), void *elements, size_t size, unsigned count) {
    pthread_t threads[KZI_MAX_JOBS];
    unsigned running = 1;
    while (running < count &&
           !pthread_create(&threads[running], NULL, work, (char *)elements + running * size))
        running++;
    work(elements);
    while (--running)
        pthread_join(threads[running], NULL);
}
