/* Write the output of a command: messages on standard error, results on standard output or on a
 * page, and its progress on a terminal. */
#include "cli/cli.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <time.h>

/* The page of --html, which is written at the end. */
static struct {
    const char *path; /* NULL: none, or it goes to standard output */
    struct kzi_text text;
} page;

int kzi_worse(int status, int other) {
    return status > other ? status : other;
}

/* --- messages --------------------------------------------------------------------------------- */

__attribute__((format(printf, 2, 0))) static void write_message(const struct kzi_args *args,
                                                                const char *format, va_list list) {
    char line[1024];
    vsnprintf(line, sizeof line, format, list);
    kzi_show_unsafe(line, sizeof line); /* the line may contain user input or a file name */
    fprintf(stderr, "kazoe%s%s: %s\n", args ? " " : "", args ? args->command->name : "", line);
}

void kzi_message(const struct kzi_args *args, const char *format, ...) {
    va_list list;
    va_start(list, format);
    write_message(args, format, list);
    va_end(list);
}

int kzi_message_try_help(const struct kzi_args *args) {
    fprintf(stderr, "Try kazoe %s%s--help\n", args ? args->command->name : "", args ? " " : "");
    return KZI_EXIT_USAGE;
}

void kzi_message_unknown(const struct kzi_args *args, const char *what, const char *name,
                         const char *const *known, size_t count) {
    char line[1024];
    struct kzi_text text = kzi_text_fixed(line, sizeof line);
    kzi_text_format(&text, "%s '%.200s'", what, name);
    kzi_put_nearest(&text, name, known, count);
    kzi_text_end(&text);
    kzi_message(args, "%s", line);
}

int kzi_message_no_memory(void) {
    kzi_message(NULL, "out of memory");
    return KZI_EXIT_SYSTEM;
}

void kzi_raise(const struct kzi_args *args, int status) {
    *args->status = kzi_worse(*args->status, status);
}

_Noreturn void kzi_command_end(const struct kzi_args *args, int status) {
    kzi_raise(args, status);
    longjmp(*args->arena->door, KZI_ENDED);
}

_Noreturn void kzi_end_usage(const struct kzi_args *args, const char *format, ...) {
    va_list list;
    va_start(list, format);
    write_message(args, format, list);
    va_end(list);
    kzi_command_end(args, kzi_message_try_help(args));
}

/* --- standard output -------------------------------------------------------------------------- */

/* Return the name of standard output, if it is a file. */
static const char *name_of_output(char name[PATH_MAX]) {
    ssize_t len = readlink("/proc/self/fd/1", name, PATH_MAX - 1);
    name[len > 0 ? len : 0] = '\0';
    return name[0] == '/' ? name : "standard output";
}

/* Report that standard output cannot be written.  If its reader is gone, SIGPIPE ends the program;
 * if that signal is ignored, it is a write error like any other. */
static int message_unwritten(void) {
    int wrong = errno;
    char name[PATH_MAX];
    kzi_message(NULL, "%s cannot be written: %s", name_of_output(name), strerror(wrong));
    return KZI_EXIT_SYSTEM;
}

int kzi_write(struct kzi_text *text) {
    bool failed = text->failed;
    size_t len = text->len;
    kzi_text_clear(text);
    if (ferror(stdout))
        return KZI_EXIT_SYSTEM; /* already reported */
    if (page.path && len)
        kzi_text_add(&page.text, text->at, len);
    if (failed || page.text.failed)
        return kzi_message_no_memory();
    bool written =
        page.path || !len || (fwrite(text->at, 1, len, stdout) == len && !fflush(stdout));
    return written ? KZI_EXIT_DONE : message_unwritten();
}

int kzi_write_errors(struct kzi_text *text) {
    int status = text->failed ? kzi_message_no_memory() : KZI_EXIT_DONE;
    if (status == KZI_EXIT_DONE && text->len)
        fwrite(text->at, 1, text->len, stderr);
    kzi_text_clear(text);
    return status;
}

static int close_stdout(void) {
    if (ferror(stdout))
        return KZI_EXIT_SYSTEM; /* already reported */
    if (fflush(stdout))
        return message_unwritten();
    /* It is no error if standard output was closed from the start and nothing was written. */
    return fclose(stdout) && errno != EBADF ? message_unwritten() : KZI_EXIT_DONE;
}

void kzi_begin_object(struct kzi_text *text) {
    kzi_json_start(text);
    kzi_json_begin(text, '{');
}

void kzi_end_object(struct kzi_text *text) {
    kzi_json_end(text, '}');
    kzi_text_char(text, '\n');
}

void kzi_message_diagnostic(void *unused, const kz_error *error) {
    (void)unused;
    char lines[2048];
    kz_error_write(error, lines, sizeof lines);
    fprintf(stderr, "%s\n", lines);
}

bool kzi_message_all(const struct kzi_args *args, const struct kzi_diags *diags) {
    kzi_diags_emit(diags, &(struct kzi_listener){args->diag, args->payload, NULL});
    if (diags->errors)
        kzi_raise(args, KZI_EXIT_RULES);
    return !diags->errors;
}

void kzi_message_unread(const struct kzi_args *args, const char *path) {
    struct kzi_diags diags;
    int wrong = errno;
    kzi_diags_init(&diags, args->arena);
    if (kzi_note_unread(&diags, wrong, path, (struct kzi_place){.line = 0}) == KZ_IO)
        kzi_raise(args, KZI_EXIT_SYSTEM);
    kzi_message_all(args, &diags);
}

/* --- the page of --html ----------------------------------------------------------------------- */

/* Return whether a new file can replace this one without side effects. *mode: its mode. */
static bool is_replaceable(const char *path, mode_t *mode) {
    struct stat about;
    if (lstat(path, &about)) {
        mode_t mask = umask(0);
        umask(mask);
        *mode = 0666 & ~mask;
        return errno == ENOENT;
    }
    *mode = about.st_mode & 07777;
    return S_ISREG(about.st_mode) && about.st_nlink == 1 && about.st_uid == geteuid() &&
           about.st_gid == getegid() && !access(path, W_OK);
}

/* Return whether errno says that no file can be made next to the page, which may still be
 * writable. */
static bool is_forbidden(void) {
    return errno == EACCES || errno == EPERM || errno == EROFS || errno == ENAMETOOLONG;
}

static bool write_file(int file) {
    FILE *stream = file >= 0 ? fdopen(file, "w") : NULL;
    bool written = stream && fwrite(page.text.at, 1, page.text.len, stream) == page.text.len;
    return stream && !fclose(stream) && written;
}

/* Replace the page by a new file; no signal ends the program in between.  On error return false
 * with errno; EPERM: the page cannot be replaced by a new file. */
static bool replace_page(void) {
    char aside[PATH_MAX];
    sigset_t all, before;
    mode_t mode;
    if (snprintf(aside, sizeof aside, "%s.XXXXXX", page.path) >= (int)sizeof aside ||
        !is_replaceable(page.path, &mode)) {
        errno = EPERM;
        return false;
    }
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    int file = mkostemp(aside, O_CLOEXEC);
    if (file >= 0)
        fchmod(file, mode);
    bool done = write_file(file) && !rename(aside, page.path);
    int wrong = errno;
    if (file >= 0 && !done)
        unlink(aside);
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = wrong;
    return done;
}

static int message_no_page(void) {
    kzi_message(NULL, "%s cannot be written: %s", page.path, strerror(errno));
    return KZI_EXIT_SYSTEM;
}

bool kzi_is_for_page(const struct kzi_args *args) {
    const char *path = args->value[KZI_OPT_HTML];
    return path && strcmp(path, "-") != 0;
}

/* Return whether a page can probably be written; else false with errno. */
static bool can_write(const struct kzi_args *args, const char *path) {
    struct stat about;
    if (stat(path, &about))
        return !access(kzi_folder_of(args->arena, path), W_OK);
    errno = EISDIR;
    return !S_ISDIR(about.st_mode) && !access(path, W_OK);
}

/* Open the page at the start, so that a user who types hands learns at once that it cannot be
 * written. */
static void open_page(const struct kzi_args *args) {
    if (!kzi_is_for_page(args) || page.path)
        return;
    page.path = args->value[KZI_OPT_HTML];
    page.text = kzi_text_growing();
    if (!can_write(args, page.path))
        kzi_command_end(args, message_no_page());
}

void kzi_output_print(const struct kzi_args *args) {
    open_page(args);
    int status = kzi_write(args->out);
    if (status != KZI_EXIT_DONE)
        kzi_command_end(args, status);
}

static int close_page(int status) {
    bool whole = page.path && status < KZI_EXIT_RULES;
    if (whole && !replace_page() &&
        !(is_forbidden() &&
          write_file(open(page.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666))))
        status = message_no_page();
    kzi_text_release(&page.text);
    return status;
}

int kzi_output_close(int status) {
    status = close_page(status); /* the page may be /dev/stdout */
    return kzi_worse(status, close_stdout());
}

/* --- progress --------------------------------------------------------------------------------- */

#define FIRST 1.0 /* seconds without progress: shorter runs need none */
#define AGAIN 0.2

double kzi_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

struct kzi_progress kzi_progress_begin(bool show) {
    return (struct kzi_progress){.show = show, .begun = show ? kzi_now() : 0};
}

void kzi_progress_show(struct kzi_progress *progress, const char *things, unsigned long done,
                       unsigned long long taken, unsigned long long size) {
    if (!progress->show)
        return;
    double time = kzi_now(), took = time - progress->begun;
    if (took < FIRST || time - progress->reported < AGAIN)
        return;
    fprintf(stderr, "\r%lu %s, %.0f a second", done, things, (double)done / took);
    if (size && taken && taken <= size)
        fprintf(stderr, ", %.0f s left", took * (double)(size - taken) / (double)taken);
    fputs("\033[K", stderr);
    progress->reported = time;
    progress->shown = true;
}

void kzi_progress_end(const struct kzi_progress *progress) {
    if (progress->shown)
        fputs("\r\033[K", stderr);
}
