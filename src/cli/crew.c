#include "cli/crew.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SHARE 16 /* fewer lines are not worth a thread */

struct worker {
    struct kzi_scorer scorer;
    const struct kzi_line *lines;
    size_t count;
    unsigned long number; /* of the first line */
    pthread_t thread;
    bool runs;
};

struct crew {
    struct worker *workers;
    unsigned jobs;
    struct kzi_line *lines; /* of the block at hand */
    size_t n_lines, room;
    unsigned long done; /* lines of the blocks before it */
    bool errors_twice;  /* both outputs are one screen: an error is said once */
    bool show_progress, progress_shown;
    bool written; /* something was */
    double begun, told;
};

/* --- progress -------------------------------------------------------------------------------- */

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void tell_progress(struct crew *crew) {
    double time = crew->show_progress ? now() : 0;
    if (!crew->show_progress || time - crew->begun < 1 || time - crew->told < 0.2)
        return;
    fprintf(stderr, "\r%lu hands, %.0f a second ", crew->done,
            (double)crew->done / (time - crew->begun));
    crew->told = time;
    crew->progress_shown = true;
}

static void end_progress(const struct crew *crew) {
    if (crew->progress_shown)
        fputs("\r\033[K", stderr);
}

/* --- a block --------------------------------------------------------------------------------- */

static void *work(void *context) {
    struct worker *worker = context;
    for (size_t i = 0; i < worker->count; i++) {
        struct kzi_scored_line line = {worker->lines[i].text, worker->lines[i].len,
                                       worker->number + i};
        kzi_scorer_take(&worker->scorer, &line);
    }
    return NULL;
}

/* The lines of the block go in equal runs to as many workers as they are worth; the first of them
 * is this thread, and does the work of any whose thread cannot be had. */
static void score_block(struct crew *crew) {
    size_t n = crew->n_lines, jobs = (n + SHARE - 1) / SHARE;
    if (!n) /* what came is no whole line yet */
        return;
    if (jobs > crew->jobs)
        jobs = crew->jobs;
    for (size_t i = 0; i < crew->jobs; i++) {
        struct worker *worker = &crew->workers[i];
        size_t first = i < jobs ? n * i / jobs : n;
        worker->lines = crew->lines + first;
        worker->count = i < jobs ? n * (i + 1) / jobs - first : 0;
        worker->number = crew->done + first + 1;
    }
    for (size_t i = 1; i < jobs; i++)
        crew->workers[i].runs =
            !pthread_create(&crew->workers[i].thread, NULL, work, &crew->workers[i]);
    for (size_t i = 0; i < jobs; i++) {
        if (crew->workers[i].runs)
            pthread_join(crew->workers[i].thread, NULL);
        else
            work(&crew->workers[i]);
        crew->workers[i].runs = false;
    }
    crew->done += n;
}

/* The first result has nothing to be apart from. */
static void drop_first_gap(struct crew *crew, struct kzi_text *out) {
    if (crew->written || !out->len || out->failed)
        return;
    crew->written = true;
    if (out->at[0] == '\n')
        memmove(out->at, out->at + 1, --out->len);
}

static int write_block(struct crew *crew) {
    int status = KZI_EXIT_DONE;
    struct kzi_text nothing = kzi_text_growing();
    for (unsigned i = 0; i < crew->jobs; i++) {
        struct kzi_scorer *scorer = &crew->workers[i].scorer;
        if (scorer->err.len && !crew->errors_twice && !scorer->err.failed)
            fwrite(scorer->err.at, 1, scorer->err.len, stderr);
        kzi_text_clear(&scorer->err);
        drop_first_gap(crew, &scorer->out);
        if (status == KZI_EXIT_DONE && (scorer->out.len || scorer->out.failed))
            status = kzi_print(&scorer->out);
    }
    return status == KZI_EXIT_DONE ? kzi_print_now(&nothing) : status;
}

/* --- the stream ------------------------------------------------------------------------------ */

static bool add_line(struct crew *crew, struct kzi_line line) {
    if (crew->n_lines == crew->room) {
        size_t room = crew->room ? 2 * crew->room : 1024;
        struct kzi_line *lines = realloc(crew->lines, room * sizeof *lines);
        if (!lines)
            return false;
        crew->lines = lines;
        crew->room = room;
    }
    crew->lines[crew->n_lines++] = line;
    return true;
}

static int score_all(struct crew *crew, struct kzi_stream *stream) {
    while (kzi_stream_fill(stream)) {
        struct kzi_line line;
        crew->n_lines = 0;
        while (kzi_stream_line(stream, &line))
            if (!add_line(crew, line))
                return kzi_say_no_memory();
        score_block(crew);
        int status = write_block(crew);
        if (status != KZI_EXIT_DONE)
            return status;
        tell_progress(crew);
    }
    return KZI_EXIT_DONE;
}

static bool open_crew(struct crew *crew, const struct kzi_scoring *scoring) {
    unsigned jobs = scoring->jobs;
    crew->workers = calloc(jobs, sizeof *crew->workers);
    if (!crew->workers)
        return false;
    while (crew->jobs < jobs && kzi_scorer_open(&crew->workers[crew->jobs].scorer, scoring))
        crew->jobs++;
    return crew->jobs == jobs;
}

static int close_crew(struct crew *crew) {
    int status = KZI_EXIT_DONE;
    for (unsigned i = 0; i < crew->jobs; i++) {
        kzi_scorer_finish(&crew->workers[i].scorer);
        status = kzi_worse(status, crew->workers[i].scorer.status);
        kzi_scorer_close(&crew->workers[i].scorer);
    }
    free(crew->workers);
    free(crew->lines);
    return status;
}

int kzi_crew_score(const struct kzi_scoring *scoring, struct kzi_stream *stream) {
    bool screen = isatty(STDERR_FILENO);
    struct crew crew = {.begun = now(), .errors_twice = screen && isatty(STDOUT_FILENO)};
    /* On one screen the results themselves show that work goes on. */
    crew.show_progress = screen && !crew.errors_twice;
    int status = open_crew(&crew, scoring) ? score_all(&crew, stream) : kzi_say_no_memory();
    end_progress(&crew);
    return kzi_worse(status, close_crew(&crew));
}
