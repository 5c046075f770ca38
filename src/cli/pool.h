/* pool.h - items that are taken one by one, worked on in several threads, and whose output is
 * written in the order in which they were taken. */
#ifndef KZI_POOL_H
#define KZI_POOL_H

#include "cli/cli.h"

#include <pthread.h>

/* What an item came to, until its turn to be written. */
struct kzi_pool_item {
    struct kzi_text *out, *err;
    unsigned long count;      /* for progress: things up to here, and how much of the input */
    unsigned long long taken; /* they are */
    bool done;
};

/* A thread. */
struct kzi_worker {
    struct kzi_pool *pool;
    void *own;            /* what open returned */
    unsigned long number; /* of the item, from 0 */
    struct kzi_pool_item item;
};

struct kzi_pool {
    void *own;
    void *(*open)(const struct kzi_pool *pool); /* before the first item, one for each thread */
    /* Take the next item, one thread at a time; return false if there is none. NULL: there are as
     * many as size says. */
    bool (*take)(struct kzi_worker *worker);
    void (*work)(struct kzi_worker *worker);
    /* Return whether an item can be taken without waiting; NULL: always. Before a thread waits for
     * one, everything so far is written. */
    bool (*is_ready)(const struct kzi_pool *pool);
    unsigned ahead;     /* how many items may be taken and not written, at least 1 */
    bool apart;         /* results begin with an empty line, which the first one does without */
    const char *things; /* for progress: what is counted; NULL: nothing is shown */
    unsigned long long size; /* of the input; 0: unknown */
    struct kzi_progress progress;

    pthread_mutex_t taking, lock; /* lock guards all that follows */
    pthread_cond_t turn;          /* something was written, or the status changed */
    unsigned long n_taken, n_written;
    struct kzi_worker *workers;
    struct kzi_pool_item *ring; /* by number */
    bool writing, begun;        /* a thread writes; something was written */
    int status;                 /* unless done, no item is taken or written any more */
};

/* Run a pool, whose first members are filled in, with `count` threads; return the status. If
 * threads cannot be started, the last ones are left out. The workers are kept in the arena. */
int kzi_pool_run(struct kzi_pool *pool, struct kzi_arena *arena, unsigned count);
/* Wait until an item may be taken; return false if no more may. For take, before it takes longer
 * than once. */
bool kzi_pool_may_take(struct kzi_pool *pool);
/* Take and write no more items. */
void kzi_pool_stop(struct kzi_pool *pool, int status);

#endif
