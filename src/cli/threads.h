/* threads.h - one piece of work done by several threads. */
#ifndef KZI_THREADS_H
#define KZI_THREADS_H

#include <stddef.h>

/* Call work with each of `count` elements of an array, of which each has `size` bytes, in a thread
 * of its own, the first in this one; return when all are done.  Where threads cannot be started,
 * the last elements are left out: work shares out what there is to do. */
void kzi_run_threads(void *(*work)(void *), void *elements, size_t size, unsigned count);

#endif
