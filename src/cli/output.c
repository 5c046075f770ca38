#include "cli/output.h"

#include "base/utf8.h"
#include "cli/page.h"
#include "report/result_json.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int kzi_worse(int status, int other) {
    return status > other ? status : other;
}

static void say(const char *command, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

static void say(const char *command, const char *format, va_list args) {
    char line[1024];
    vsnprintf(line, sizeof line, format, args);
    kzi_show_unsafe(line, sizeof line); /* what a user typed, or called a file */
    fprintf(stderr, "kazoe%s%s: %s\n", command ? " " : "", command ? command : "", line);
}

void kzi_say(const char *command, const char *format, ...) {
    va_list args;
    va_start(args, format);
    say(command, format, args);
    va_end(args);
}

int kzi_say_usage(const char *command, const char *format, ...) {
    va_list args;
    va_start(args, format);
    say(command, format, args);
    va_end(args);
    fprintf(stderr, "Try kazoe %s%s--help\n", command ? command : "", command ? " " : "");
    return KZI_EXIT_USAGE;
}

int kzi_say_unread(const char *command, const char *path) {
    int wrong = errno;
    kzi_say(command, "%s cannot be read: %s", path, strerror(wrong));
    return wrong == ENOENT || wrong == EISDIR || wrong == EFBIG ? KZI_EXIT_RULES : KZI_EXIT_SYSTEM;
}

int kzi_say_no_memory(void) {
    kzi_say(NULL, "memory is out");
    return KZI_EXIT_SYSTEM;
}

/* What standard output is, where it is a file. */
static const char *name_of_output(char name[PATH_MAX]) {
    if (kzi_page_path())
        return kzi_page_path();
    ssize_t len = readlink("/proc/self/fd/1", name, PATH_MAX - 1);
    name[len > 0 ? len : 0] = '\0';
    return name[0] == '/' ? name : "standard output";
}

/* A reader that went away ends the program by SIGPIPE; where whoever started it ignores that
 * signal, it is an error of writing like others. */
static int say_unwritten(void) {
    int wrong = errno;
    char name[PATH_MAX];
    kzi_say(NULL, "%s cannot be written: %s", name_of_output(name), strerror(wrong));
    return KZI_EXIT_SYSTEM;
}

int kzi_print(struct kzi_text *text) {
    bool failed = text->failed;
    size_t len = text->len;
    kzi_text_clear(text);
    if (ferror(stdout))
        return KZI_EXIT_SYSTEM; /* said already */
    if (failed)
        return kzi_say_no_memory();
    return !len || fwrite(text->at, 1, len, stdout) == len ? KZI_EXIT_DONE : say_unwritten();
}

int kzi_print_now(struct kzi_text *text) {
    int status = kzi_print(text);
    return status == KZI_EXIT_DONE && fflush(stdout) ? say_unwritten() : status;
}

int kzi_print_close(void) {
    if (ferror(stdout))
        return KZI_EXIT_SYSTEM; /* said already */
    if (fflush(stdout))
        return say_unwritten();
    /* A standard output that was closed from the start is no fault when nothing was written. */
    return fclose(stdout) && errno != EBADF ? say_unwritten() : KZI_EXIT_DONE;
}

void kzi_put_diagnostic(struct kzi_text *text, const kz_error *error, bool color) {
    char lines[2048];
    const char *rest = lines;
    kz_error_write(error, lines, sizeof lines);
    if (color) {
        kz_error head = *error; /* its place, "error: " and no more */
        head.text[0] = '\0';
        head.shown_column = 0;
        size_t len = kz_error_write(&head, NULL, 0);
        kzi_text_put(text, error->severity == KZ_ERROR ? "\033[1;31m" : "\033[1;35m");
        kzi_text_add(text, lines, len < strlen(lines) ? len : strlen(lines));
        kzi_text_put(text, "\033[0m");
        rest += len < strlen(lines) ? len : strlen(lines);
    }
    kzi_text_put(text, rest);
    kzi_text_char(text, '\n');
}

void kzi_put_diagnostic_json(struct kzi_text *text, const kz_error *error) {
    kzi_text_put(text, "{\"file\":");
    kzi_json_string(text, error->file);
    if (error->line)
        kzi_text_format(text, ",\"line\":%d", error->line);
    if (error->column)
        kzi_text_format(text, ",\"column\":%d", error->column);
    kzi_text_format(text, ",\"severity\":\"%s\",\"message\":",
                    error->severity == KZ_ERROR ? "error" : "warning");
    kzi_json_string(text, error->text);
    kzi_text_put(text, "}\n");
}

void kzi_say_diagnostic(void *unused, const kz_error *error) {
    (void)unused;
    char lines[2048];
    kz_error_write(error, lines, sizeof lines);
    fprintf(stderr, "%s\n", lines);
}

int kzi_tell_unread(const char *path, kz_diag *diag, void *payload) {
    kz_error error = {.status = KZ_IO, .severity = KZ_ERROR};
    int wrong = errno;
    snprintf(error.file, sizeof error.file, "%s", path);
    if (wrong == ENOENT || wrong == ENOTDIR)
        snprintf(error.text, sizeof error.text, "there is no such file");
    else if (wrong == EFBIG)
        snprintf(error.text, sizeof error.text, "the file is larger than 1 MiB");
    else if (wrong == EINVAL)
        snprintf(error.text, sizeof error.text, "a device or a pipe is not a rule file");
    else
        snprintf(error.text, sizeof error.text, "the file cannot be read: %s", strerror(wrong));
    diag(payload, &error);
    return wrong == EIO || wrong == EACCES ? KZI_EXIT_SYSTEM : KZI_EXIT_RULES;
}
