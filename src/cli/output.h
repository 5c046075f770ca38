/* output.h - what the command writes: messages, results on standard output or on a page, colors,
 * progress; and
 * the exit status. */
#ifndef KZI_OUTPUT_H
#define KZI_OUTPUT_H

#include "base/diag.h"
#include "base/text.h"
#include "kazoe.h"

struct kzi_args;
struct kzi_arena;

/* Of several that apply, the highest. */
enum kzi_exit {
    KZI_EXIT_DONE,
    KZI_EXIT_NEGATIVE, /* no win, a failed case */
    KZI_EXIT_USAGE,    /* bad usage, or a bad hand */
    KZI_EXIT_RULES,    /* bad rules, an unknown ruleset */
    KZI_EXIT_SYSTEM    /* memory, reading, writing */
};

int kzi_worse(int status, int other); /* the higher one */

/* --- messages on standard error --------------------------------------------------------------- */

/* Write one line: "kazoe: ...", or "kazoe COMMAND: ..." where a command is given. */
void kzi_say(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same, and where to find help.  Returns KZI_EXIT_USAGE. */
int kzi_say_usage(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
int kzi_say_try_help(const char *command); /* the second line alone */
/* Write "WHAT 'NAME'; did you mean 'KNOWN'?"  Returns KZI_EXIT_USAGE. */
int kzi_say_unknown(const char *command, const char *what, const char *name,
                    const char *const *known, size_t count);
/* Say why a file cannot be read, by errno.  Returns the exit status of a rule file. */
int kzi_say_unread(const char *command, const char *path);
/* Say why input cannot be read, by errno; path: NULL for standard input.  Returns KZI_EXIT_SYSTEM.
 */
int kzi_say_unread_input(const char *command, const char *path);
int kzi_say_no_memory(void); /* returns KZI_EXIT_SYSTEM */
/* End the command because memory is out, from any depth of the thread that began it. */
_Noreturn void kzi_no_memory(struct kzi_arena *arena);

/* --- standard output -------------------------------------------------------------------------- */

/* Write all of text, or say why that fails, and empty it.  Returns the status: done or system. */
int kzi_print(struct kzi_text *text);
int kzi_print_now(struct kzi_text *text);     /* and flush */
void kzi_print_errors(struct kzi_text *text); /* to standard error */
/* Print a whole report: to the page of --html, and if it is plain text and colors are on, with bold
 * headings and keys (a line that an indented line follows, the first of several columns). */
int kzi_print_report(struct kzi_text *text, const struct kzi_args *args);
/* Close standard output; what it still held may fail to be written. */
int kzi_print_close(void);

/* Make standard output the page that --html names; without it, or with "-", it stays what it is.  A
 * page that exists stays as it is until the new one is whole, which is written next to it and
 * renamed at the end. What is not a plain file of one's own with one name is written in place. */
int kzi_page_open(const struct kzi_args *args);
/* After the last output: return the exit status.  The page of a command that failed is dropped. */
int kzi_page_close(int status);

/* --- diagnostics of rule files ---------------------------------------------------------------- */

/* As text with a newline, or as one line of JSON. */
void kzi_put_diagnostic(struct kzi_text *text, const kz_error *error, bool color);
void kzi_put_diagnostic_json(struct kzi_text *text, const kz_error *error);
/* A kz_diag that writes to standard error. */
void kzi_say_diagnostic(void *unused, const kz_error *error);
/* Report to wherever the diagnostics of the run go. */
void kzi_report(const struct kzi_args *args, const kz_error *error);
/* All of them; return the status: done or rules. */
int kzi_report_all(const struct kzi_args *args, const struct kzi_diags *diags);
/* Report, by errno, why a file could not be read.  Returns the status: rules or system. */
int kzi_report_unread(const struct kzi_args *args, const char *path);

/* --- progress --------------------------------------------------------------------------------- */

/* How far a stream has come, for someone who waits at a terminal. */
struct kzi_progress {
    bool show, shown;
    double begun, told; /* seconds */
};

struct kzi_progress kzi_progress_begin(bool show);
/* Write it now and then.  taken of size bytes were read; size 0: not known. */
void kzi_progress_tell(struct kzi_progress *progress, const char *things, unsigned long done,
                       unsigned long long taken, unsigned long long size);
void kzi_progress_end(const struct kzi_progress *progress);

#endif
