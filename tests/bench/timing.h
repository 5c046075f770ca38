/* timing.h - how long a block of hands takes in each of many rounds.
 *
 * A block takes microseconds, so the clock's own cost matters: it is measured first and subtracted.
 * The times of each block are sorted and the medians of all blocks added up, because a short
 * disturbance affects only a few rounds of a few blocks. */
#ifndef KZI_BENCH_TIMING_H
#define KZI_BENCH_TIMING_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Return the time in nanoseconds. */
static double bench_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static double bench_processor_time(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int bench_compare_numbers(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/* Return the median time between two readings of the clock. */
static double bench_clock_cost(void) {
    enum { TIMES = 1001 };
    static double apart[TIMES];
    for (unsigned i = 0; i < TIMES; i++) {
        double begun = bench_now();
        apart[i] = bench_now() - begun;
    }
    qsort(apart, TIMES, sizeof *apart, bench_compare_numbers);
    return apart[TIMES / 2];
}

/* The times of one kind of work, in nanoseconds, by block and round. */
struct bench_times {
    unsigned blocks, rounds;
    double clock_cost;
    double *of;
};

static void bench_times_open(struct bench_times *times, unsigned blocks, unsigned rounds) {
    times->blocks = blocks;
    times->rounds = rounds;
    times->clock_cost = bench_clock_cost();
    times->of = calloc((size_t)blocks * rounds, sizeof *times->of);
    if (!times->of) {
        fprintf(stderr, "bench: out of memory\n");
        exit(1);
    }
}

static void bench_times_note(struct bench_times *times, unsigned block, unsigned round,
                             double begun) {
    double took = bench_now() - begun - times->clock_cost;
    times->of[(size_t)block * times->rounds + round] = took > 0 ? took : 0;
}

/* Sums over all blocks: the quartiles of their rounds, for each hand. */
struct bench_spread {
    double low, middle, high;
};

static struct bench_spread bench_times_close(struct bench_times *times, unsigned hands) {
    struct bench_spread sum = {0, 0, 0};
    unsigned n = times->rounds;
    for (unsigned block = 0; block < times->blocks; block++) {
        double *rounds = times->of + (size_t)block * n;
        qsort(rounds, n, sizeof *rounds, bench_compare_numbers);
        sum.low += rounds[n / 4] / hands;
        sum.middle += rounds[n / 2] / hands;
        sum.high += rounds[n - 1 - n / 4] / hands;
    }
    free(times->of);
    return sum;
}

#endif
