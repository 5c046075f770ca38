/* Score the lines of a file on several threads, which share the rules.
 *
 *     cc threads.c $(pkg-config --cflags --libs kazoe) -pthread -o threads
 *     ./threads tenhou 4 hands.txt
 *
 * A ruleset never changes once it is loaded.  Each thread has a hand and a result of its own;
 * nothing else is needed, and no lock.  This file is C11 and C++11. */
#include <kazoe.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_LINES   10000
#define MOST_THREADS 64
#define ROOM         4096 /* of a line; a longer one is read as several */

/* What the threads share: rules and lines, which they only read, and a place for each answer. */
struct work {
    const kz_ruleset *rules;
    char (*lines)[ROOM];
    long *points; /* -1: refused */
    int count, n_threads;
};

struct worker {
    struct work *work;
    int number;
    pthread_t thread;
};

/* Score every n-th line.  A hand keeps the words of the rules it knows, so that a line with a word
 * that they do not have is refused when it is read. */
static void *score_share(void *given) {
    const struct worker *worker = (const struct worker *)given;
    const struct work *work = worker->work;
    kz_hand *hand = kz_hand_new();
    kz_result *result = kz_result_new();
    if (hand && result && kz_hand_know(hand, work->rules) == KZ_OK)
        for (int i = worker->number; i < work->count; i += work->n_threads)
            if (kz_hand_parse(hand, work->lines[i], strlen(work->lines[i]), NULL) == KZ_OK &&
                kz_score(result, work->rules, hand) == KZ_OK)
                work->points[i] = kz_result_points(result);
    kz_result_free(result);
    kz_hand_free(hand);
    return NULL;
}

static int read_lines(struct work *work, const char *path) {
    FILE *file = fopen(path, "r");
    if (!file)
        return 0;
    while (work->count < MOST_LINES && fgets(work->lines[work->count], ROOM, file)) {
        work->lines[work->count][strcspn(work->lines[work->count], "\r\n")] = '\0';
        work->points[work->count++] = -1;
    }
    fclose(file);
    return 1;
}

static void score_all(struct work *work) {
    struct worker workers[MOST_THREADS];
    int started = 0;
    for (; started < work->n_threads; started++) {
        workers[started].work = work;
        workers[started].number = started;
        if (pthread_create(&workers[started].thread, NULL, score_share, &workers[started]))
            break;
    }
    for (int i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    for (int i = started; i < work->n_threads; i++) { /* the system has no more threads */
        workers[i].work = work;
        workers[i].number = i;
        score_share(&workers[i]);
    }
}

int main(int argc, char **argv) {
    struct work work;
    kz_ruleset *rules = NULL;
    kz_error error;
    int good = 0;
    memset(&work, 0, sizeof work);
    work.n_threads = argc > 2 ? atoi(argv[2]) : 0;
    if (argc != 4 || work.n_threads < 1 || work.n_threads > MOST_THREADS) {
        fprintf(stderr, "usage: %s RULES THREADS FILE\n", argv[0]);
        return 2;
    }
    work.lines = (char(*)[ROOM])malloc(sizeof *work.lines * MOST_LINES);
    work.points = (long *)malloc(sizeof *work.points * MOST_LINES);
    if (!work.lines || !work.points || !read_lines(&work, argv[3]))
        perror(argv[3]);
    else if (kz_ruleset_open(&rules, argv[1], NULL, NULL, NULL, &error) != KZ_OK)
        fprintf(stderr, "%s\n", error.text);
    else {
        work.rules = rules;
        score_all(&work);
        for (int i = 0; i < work.count; i++)
            printf("%6ld  %s\n", work.points[i], work.lines[i]);
        good = 1;
    }
    free(work.lines);
    free(work.points);
    kz_ruleset_free(rules);
    return good ? 0 : 1;
}
