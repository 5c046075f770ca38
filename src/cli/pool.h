/* pool.h - items that several threads take one by one and work on; their output is written in the
 * order in which they were taken. */
#ifndef KZI_POOL_H
#define KZI_POOL_H

#include "cli/cli.h"

#include <pthread.h>

/* The output of an item until its turn to be written. */
struct kzi_pool_item {
    struct kzi_text *out, *err;
    unsigned long count;      /* for progress: the number of things up to here ... */
    unsigned long long taken; /* ... and how much of the input they are */
    bool done;
};

/* A thread. */
struct kzi_worker {
    struct kzi_pool *pool;
    void *own;            /* the return value of `open` */
    unsigned long number; /* of the item, from 0 */
    struct kzi_pool_item item;
};

struct kzi_pool {
    void *own;
    /* called before the first item, once for each thread */
    void *(*open)(const struct kzi_pool *pool);
    /* Take the next item, one thread at a time; return false if there is none.  NULL: the number of
     * items is `size`. */
    bool (*take)(struct kzi_worker *worker);
    void (*work)(struct kzi_worker *worker);
    /* Return whether an item can be taken without waiting; NULL: always.  Before a thread waits for
     * one, everything that is done is written. */
    bool (*is_ready)(const struct kzi_pool *pool);
    unsigned ahead;          /* how many items may be taken and not written yet, at least 1 */
    bool gaps;               /* results begin with an empty line, which is left out for the first */
    const char *things;      /* for progress: the name of the things; NULL: no progress is shown */
    unsigned long long size; /* of the input; 0: unknown */
    struct kzi_progress progress;

    pthread_mutex_t taking, lock; /* lock guards all members below */
    pthread_cond_t turn;          /* something was written, or the status changed */
    unsigned long n_taken, n_written;
    struct kzi_worker *workers;
    struct kzi_pool_item *ring; /* by number, modulo `ahead` */
    bool writing, begun;        /* writing: a thread is; begun: something was written */
    int status;                 /* unless KZI_EXIT_DONE, no more items are taken or written */
};

/* Run a pool, whose first members are filled in, with `count` threads; return the status.  If
 * threads cannot be started, fewer are used.  The workers are kept in the arena. */
int kzi_pool_run(struct kzi_pool *pool, struct kzi_arena *arena, unsigned count);
/* Wait until an item may be taken; return false if no more may be.  `take` calls it before each
 * step that may take long. */
bool kzi_pool_may_take(struct kzi_pool *pool);
/* Stop the pool with a status: no more items are taken or written. */
void kzi_pool_stop(struct kzi_pool *pool, int status);

#endif
