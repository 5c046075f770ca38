/* Score the lines of a file on several threads, which share the rules.
 *
 *     cc threads.c $(pkg-config --cflags --libs kazoe) -pthread -o threads
 *     ./threads tenhou 4 hands.txt
 *
 * Rulesets are looked up in the folders of KAZOE_PATH, then among the installed ones.
 *
 * A ruleset never changes once it is loaded.  Each thread has a hand and a result of its own;
 * nothing else is needed, and no lock.  This file is C11 and C++11. */
#include <kazoe.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_THREADS 64
#define ROOM         65540 /* of a line; no hand is longer */

/* What the threads share: rules and lines, which they only read, and a place for each answer. */
struct work {
    const kz_ruleset *rules;
    char **lines;
    long *points; /* -1: refused */
    size_t count, capacity;
    int n_threads;
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
        for (size_t i = (size_t)worker->number; i < work->count; i += (size_t)work->n_threads)
            if (kz_hand_parse(hand, work->lines[i], strlen(work->lines[i]), NULL) == KZ_OK &&
                kz_score(result, work->rules, hand) == KZ_OK)
                work->points[i] = kz_result_points(result);
    kz_result_free(result);
    kz_hand_free(hand);
    return NULL;
}

static int add_line(struct work *work, const char *text, size_t len) {
    if (work->count == work->capacity) {
        size_t capacity = work->capacity ? 2 * work->capacity : 1024;
        char **lines = (char **)realloc(work->lines, capacity * sizeof *lines);
        if (!lines)
            return 0;
        work->lines = lines;
        work->capacity = capacity;
    }
    char *line = (char *)malloc(len + 1);
    if (!line)
        return 0;
    memcpy(line, text, len);
    line[len] = '\0';
    work->lines[work->count++] = line;
    return 1;
}

/* Read all lines of a file.  Return 0, and tell, if that fails. */
static int read_lines(struct work *work, const char *path) {
    static char line[ROOM];
    FILE *file = fopen(path, "r");
    int good = file != NULL;
    while (good && fgets(line, sizeof line, file))
        good = add_line(work, line, strcspn(line, "\r\n"));
    good = good && !ferror(file);
    if (!good)
        perror(path);
    if (file)
        fclose(file);
    work->points = (long *)malloc((work->count + 1) * sizeof *work->points);
    for (size_t i = 0; work->points && i < work->count; i++)
        work->points[i] = -1;
    return good && work->points;
}

static kz_ruleset *open_rules(const char *spec) {
    const char *rule_path = getenv("KAZOE_PATH");
    kz_ruleset *rules;
    kz_error error;
    kz_status status = kz_ruleset_open(&rules, spec, rule_path, NULL, NULL, &error);
    if (status == KZ_NOT_FOUND)
        fprintf(stderr, "%s: not in KAZOE_PATH (%s) nor among the installed rulesets\n", error.text,
                rule_path ? rule_path : "not set");
    else if (status != KZ_OK)
        fprintf(stderr, "%s\n", error.text);
    return rules;
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
    memset(&work, 0, sizeof work);
    work.n_threads = argc > 2 ? atoi(argv[2]) : 0;
    if (argc != 4 || work.n_threads < 1 || work.n_threads > MOST_THREADS) {
        fprintf(stderr, "usage: %s RULES THREADS FILE\n", argv[0]);
        return 2;
    }
    if (read_lines(&work, argv[3]))
        rules = open_rules(argv[1]);
    if (rules) {
        work.rules = rules;
        score_all(&work);
        for (size_t i = 0; i < work.count; i++)
            printf("%6ld  %s\n", work.points[i], work.lines[i]);
    }
    for (size_t i = 0; i < work.count; i++)
        free(work.lines[i]);
    free(work.lines);
    free(work.points);
    kz_ruleset_free(rules);
    return rules ? 0 : 1;
}
