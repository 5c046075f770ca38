#include "cli/pool.h"

bool kzi_pool_may_take(struct kzi_pool *pool) {
    pthread_mutex_lock(&pool->lock);
    while (pool->status == KZI_EXIT_DONE && pool->n_written < pool->n_taken &&
           (pool->n_taken - pool->n_written >= pool->ahead ||
            (pool->is_ready && !pool->is_ready(pool))))
        pthread_cond_wait(&pool->turn, &pool->lock);
    bool may = pool->status == KZI_EXIT_DONE;
    pthread_mutex_unlock(&pool->lock);
    return may;
}

void kzi_pool_stop(struct kzi_pool *pool, int status) {
    pthread_mutex_lock(&pool->lock);
    pool->status = kzi_worse(pool->status, status);
    pthread_cond_broadcast(&pool->turn);
    pthread_mutex_unlock(&pool->lock);
}

static bool take_number(struct kzi_worker *worker) {
    struct kzi_pool *pool = worker->pool;
    worker->item.count = pool->n_taken + 1;
    worker->item.taken = pool->n_taken + 1;
    return pool->n_taken < pool->size;
}

/* Take the next item.  Return false if there is none. */
static bool take_item(struct kzi_worker *worker) {
    struct kzi_pool *pool = worker->pool;
    pthread_mutex_lock(&pool->taking);
    bool taken = kzi_pool_may_take(pool) && (pool->take ? pool->take : take_number)(worker);
    pthread_mutex_lock(&pool->lock);
    worker->number = pool->n_taken;
    pool->n_taken += taken;
    pthread_mutex_unlock(&pool->lock);
    pthread_mutex_unlock(&pool->taking);
    return taken;
}

/* Remove the empty line before the first output. */
static void drop_first_gap(struct kzi_pool *pool, struct kzi_text *out) {
    if (pool->begun || !out->len || out->failed)
        return;
    pool->begun = true;
    if (out->at[0] == '\n')
        memmove(out->at, out->at + 1, --out->len);
}

static int write_item(struct kzi_pool *pool, struct kzi_pool_item *item) {
    int status = kzi_write_errors(item->err);
    if (pool->gaps)
        drop_first_gap(pool, item->out);
    status = kzi_worse(status, kzi_write(item->out));
    if (pool->things)
        kzi_progress_show(&pool->progress, pool->things, item->count, item->taken, pool->size);
    return status;
}

/* Write the items that are done and next in order, unless another thread is writing.  Other threads
 * go on meanwhile. */
static void write_items(struct kzi_pool *pool) {
    struct kzi_pool_item *item;
    while (!pool->writing && (item = &pool->ring[pool->n_written % pool->ahead])->done) {
        bool stopped = pool->status != KZI_EXIT_DONE;
        pool->writing = true;
        pthread_mutex_unlock(&pool->lock);
        int status = stopped ? KZI_EXIT_DONE : write_item(pool, item);
        pthread_mutex_lock(&pool->lock);
        item->done = pool->writing = false;
        pool->status = kzi_worse(pool->status, status);
        pool->n_written++;
        pthread_cond_broadcast(&pool->turn);
    }
}

/* Store the output of an item until its turn, in exchange for empty texts. */
static void hand_output_in(struct kzi_worker *worker) {
    struct kzi_pool *pool = worker->pool;
    struct kzi_pool_item *place = &pool->ring[worker->number % pool->ahead], old = *place;
    pthread_mutex_lock(&pool->lock);
    *place = worker->item;
    worker->item = old;
    place->done = true;
    write_items(pool);
    pthread_mutex_unlock(&pool->lock);
}

/* Run a thread. */
static void *run(void *element) {
    struct kzi_worker *worker = element;
    while (take_item(worker)) {
        worker->pool->work(worker);
        hand_output_in(worker);
    }
    return NULL;
}

static struct kzi_pool_item new_item(struct kzi_arena *arena) {
    return (struct kzi_pool_item){.out = kzi_text_new(arena), .err = kzi_text_new(arena)};
}

int kzi_pool_run(struct kzi_pool *pool, struct kzi_arena *arena, unsigned count) {
    pthread_t threads[KZI_MAX_JOBS];
    unsigned running = 1;
    pthread_mutex_init(&pool->taking, NULL);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->turn, NULL);
    pool->ring = KZI_NEW_ARRAY(arena, pool->ahead, struct kzi_pool_item);
    pool->workers = KZI_NEW_ARRAY(arena, count, struct kzi_worker);
    for (unsigned i = 0; i < pool->ahead; i++)
        pool->ring[i] = new_item(arena);
    for (unsigned i = 0; i < count; i++)
        pool->workers[i] =
            (struct kzi_worker){.pool = pool, .own = pool->open(pool), .item = new_item(arena)};
    while (running < count &&
           !pthread_create(&threads[running], NULL, run, &pool->workers[running]))
        running++;
    run(pool->workers);
    while (--running)
        pthread_join(threads[running], NULL);
    kzi_progress_end(&pool->progress);
    return pool->status;
}
