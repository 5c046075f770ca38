/* failing_kazoe WORD... runs kazoe WORD... again and again without enough memory: in each run
 * another allocation fails, once alone and once with all that follow.  The answer must be the right
 * one, or status 4 with a message about memory and at most some whole lines of the right answer.
 * All memory must be freed in the end.
 *
 * It is the command itself, linked with --wrap=main (Makefile.am).  Its malloc takes precedence
 * over those of the C library and of a sanitizer, so that allocations of libyaml and of the C
 * library fail too, and a sanitizer sees leaks.  KAZOE_ALLOCATIONS is about how many of them are
 * tried (all, unless it is set).  KAZOE_PAGE is a page that the command writes, alone in its
 * folder: it exists before each run, and status 4 must leave it unchanged with no other file next
 * to it.
 *
 * Exit status: 0 if all is well, 1 if something is wrong, 77 if this C library is not supported. */
#include <errno.h>
#include <glob.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) ||                         \
    __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#endif

#ifdef SANITIZED
#define REAL(name) __interceptor_##name
#elif defined(__GLIBC__)
#define REAL(name) __libc_##name
#endif

int __real_main(int argc, char **argv);
int __wrap_main(int argc, char **argv);

#ifndef REAL

int __wrap_main(int argc, char **argv) {
    (void)argc, (void)argv, (void)__real_main;
    return 77;
}

#else

/* Exported, because shared libraries must call these. */
#pragma GCC visibility push(default)
void *malloc(size_t size);
void *calloc(size_t n, size_t size);
void *realloc(void *old, size_t size);
void *aligned_alloc(size_t alignment, size_t size);
void free(void *old);
char *strdup(const char *text);
#pragma GCC visibility pop

/* --- allocations that fail -------------------------------------------------------------------- */

/* Shared with the child process, so that its counts can be read after it ended. */
struct counts {
    atomic_long asked, held;
};

static struct {
    struct counts *counts; /* NULL: nothing is counted */
    bool from_there;
    long at; /* the allocation that fails; 0: none */
} memory;

void *REAL(malloc)(size_t size);
void *REAL(calloc)(size_t n, size_t size);
void *REAL(realloc)(void *old, size_t size);
void *REAL(memalign)(size_t alignment, size_t size);
void REAL(free)(void *old);

static bool fails(void) {
    if (!memory.counts)
        return false;
    long now = atomic_fetch_add(&memory.counts->asked, 1) + 1;
    bool yes = memory.at && (now == memory.at || (memory.from_there && now > memory.at));
    if (yes)
        errno = ENOMEM;
    return yes;
}

static void *hold(void *got) {
    if (got && memory.counts)
        atomic_fetch_add(&memory.counts->held, 1);
    return got;
}

void *malloc(size_t size) {
    return fails() ? NULL : hold(REAL(malloc)(size));
}

void *calloc(size_t n, size_t size) {
    return fails() ? NULL : hold(REAL(calloc)(n, size));
}

void *realloc(void *old, size_t size) {
    if (!old)
        return malloc(size);
    return fails() ? NULL : REAL(realloc)(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return fails() ? NULL : hold(REAL(memalign)(alignment, size));
}

void free(void *old) {
    if (old && memory.counts)
        atomic_fetch_sub(&memory.counts->held, 1);
    REAL(free)(old);
}

/* A sanitizer's own strdup would not call malloc. */
char *strdup(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

/* --- the page ------------------------------------------------------------------------------- */

static const char *const page_before = "the old page\n";

static void lay_page(const char *path) {
    FILE *file = fopen(path, "w");
    if (!file || fputs(page_before, file) < 0 || fclose(file))
        exit(99);
}

/* Return the fault of a page, or NULL. */
static const char *wrong_page(const char *path, bool failed) {
    char line[64] = "", pattern[4096];
    glob_t found = {0};
    FILE *file = fopen(path, "r");
    bool old = file && fgets(line, sizeof line, file) && !strcmp(line, page_before);
    if (file)
        fclose(file);
    snprintf(pattern, sizeof pattern, "%s.*", path);
    bool more = !glob(pattern, 0, NULL, &found);
    globfree(&found);
    if (more)
        return "a file is left next to the page";
    return old == failed ? NULL : failed ? "the old page is gone" : "the old page is still there";
}

/* --- runs ----------------------------------------------------------------------------------- */

#define CAPACITY (4 * 1024 * 1024) /* bytes of an output that are compared */

struct outcome {
    int status;
    long asked, held;
    char out[CAPACITY], err[CAPACITY];
};

/* argv[0] is the name of this program. */
static struct {
    int argc;
    char **argv;
    struct counts *counts;
    FILE *out, *err;
} command;

#define THREADS 4 /* that a command starts at most */

static void *wait_for_all(void *barrier) {
    pthread_barrier_wait(barrier);
    return NULL;
}

/* The C library keeps a block for each thread that ran at the same time as others, for the next
 * one: have it made before blocks are counted. */
static void make_threads(void) {
    pthread_barrier_t barrier;
    pthread_t threads[THREADS];
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, wait_for_all, &barrier))
            _exit(99);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&barrier);
}

static void begin(long at, bool from_there) {
    make_threads();
    memory.at = at;
    memory.from_there = from_there;
    alarm(60);
    if (dup2(fileno(command.out), STDOUT_FILENO) < 0 ||
        dup2(fileno(command.err), STDERR_FILENO) < 0)
        _exit(99);
    memory.counts = command.counts;
    int status = __real_main(command.argc, command.argv);
    memory.counts = NULL; /* what else is done at the end, as by a measurement of coverage, may */
    exit(status);
}

static void take(FILE *from, char *text) {
    ssize_t len = pread(fileno(from), text, CAPACITY - 1, 0);
    text[len > 0 ? len : 0] = '\0';
    if (ftruncate(fileno(from), 0) || lseek(fileno(from), 0, SEEK_SET))
        exit(99);
}

/* Run the command in a child process, which starts from this one's state. */
static void run(struct outcome *ended, long at, bool from_there) {
    int status = 0;
    atomic_store(&command.counts->asked, 0);
    atomic_store(&command.counts->held, 0);
    const char *page = getenv("KAZOE_PAGE");
    if (page)
        lay_page(page);
    pid_t child = fork();
    if (!child)
        begin(at, from_there);
    if (child < 0 || waitpid(child, &status, 0) < 0)
        exit(99);
    ended->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    ended->asked = atomic_load(&command.counts->asked);
    ended->held = atomic_load(&command.counts->held);
    take(command.out, ended->out);
    take(command.err, ended->err);
}

/* --- the right answer ----------------------------------------------------------------------- */

/* If the line at *out is also in the right answer, move both past it. */
static bool is_line_of(const char **out, const char **right) {
    size_t len = strcspn(*out, "\n");
    for (const char *at = *right; *at && (*out)[len]; at = strchr(at, '\n') + 1) {
        if (!strncmp(at, *out, len + 1)) {
            *right = at + len + 1;
            *out += len + 1;
            return true;
        }
        if (!strchr(at, '\n'))
            return false;
    }
    return false;
}

/* True if the text says that memory is out, or at least that there is no answer. */
static bool tells(const char *text) {
    return strstr(text, "memory is out") || strstr(text, "out of memory") ||
           strstr(text, "Cannot allocate memory") || strstr(text, "out of memory") ||
           strstr(text, "could not be loaded");
}

/* True if out has only whole lines of the right answer, in its order, and perhaps a last line that
 * says why it ends: kazoe check reports memory there, and TAP bails out. */
static bool is_of(const char *out, const char *right) {
    while (*out && is_line_of(&out, &right))
        continue;
    return !*out || tells(out) || !strncmp(out, "Bail out!", 9);
}

/* Return the fault of a run, or NULL. */
static const char *wrong(const struct outcome *ended, const struct outcome *right) {
    if (ended->status != 4 && ended->status != right->status)
        return "another status";
    if (ended->status == 4 && !tells(ended->err) && !tells(ended->out))
        return "no word of it";
    if (ended->status == 4 && !is_of(ended->out, right->out))
        return "a part of an answer";
    if (ended->status != 4 && strcmp(ended->out, right->out) != 0)
        return "another answer";
    return ended->held ? "blocks are held" : NULL;
}

static bool holds(const struct outcome *ended, const struct outcome *right, long at,
                  bool from_there) {
    const char *what = wrong(ended, right), *page = getenv("KAZOE_PAGE");
    if (!what && page)
        what = wrong_page(page, ended->status == 4);
    if (!what)
        return true;
    printf("allocation %ld of %ld%s: %s: status %d, %ld blocks\n%s%s", at, right->asked,
           from_there ? " and all after it" : "", what, ended->status, ended->held, ended->err,
           ended->out);
    return false;
}

/* Try every allocation at the beginning and at the end, because these belong to different things,
 * while most of those between read rules. */
static long next(long at, long all, long wanted) {
    long step = at < 6 || wanted >= all ? 1 : 1 + 2 * all / wanted, last = all - 10;
    return at >= last ? at + 1 : at + step > last ? last : at + step;
}

int __wrap_main(int argc, char **argv) {
    const char *some = getenv("KAZOE_ALLOCATIONS");
    static struct outcome right, ended;
    command.argc = argc;
    command.argv = argv;
    command.out = tmpfile();
    command.err = tmpfile();
    command.counts = mmap(NULL, sizeof *command.counts, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!command.out || !command.err || command.counts == MAP_FAILED)
        return 99;
    run(&right, 0, false);
    long all = right.asked, runs = 0;
    bool good = all && holds(&right, &right, 0, false);
    for (int from_there = 0; from_there < 2; from_there++)
        for (long at = 1; at <= all && good; at = next(at, all, some ? atol(some) : all), runs++) {
            run(&ended, at, from_there);
            good = holds(&ended, &right, at, from_there);
        }
    printf("%ld runs\n", runs);
    return !good;
}

#endif
