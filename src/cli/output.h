/* output.h - what the command says: exit statuses, messages, and results on standard output. */
#ifndef KZI_OUTPUT_H
#define KZI_OUTPUT_H

#include "base/text.h"
#include "kazoe.h"

/* Of several that apply, the highest. */
enum kzi_exit {
    KZI_EXIT_DONE,
    KZI_EXIT_NEGATIVE, /* no win, a failed case */
    KZI_EXIT_USAGE,    /* bad usage, or a bad hand */
    KZI_EXIT_RULES,    /* bad rules, an unknown ruleset */
    KZI_EXIT_SYSTEM    /* memory, reading, writing */
};

int kzi_worse(int status, int other); /* the higher one */

/* One line on standard error: "kazoe: ...", or "kazoe COMMAND: ..." where a command is given. */
void kzi_say(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same, and where help is to be had.  Returns KZI_EXIT_USAGE. */
int kzi_say_usage(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Says why a file cannot be read, which errno tells.  Returns the status to exit with. */
int kzi_say_unread(const char *command, const char *path);
/* Says that memory is out.  Returns KZI_EXIT_SYSTEM. */
int kzi_say_no_memory(void);

/* Writes all of text to standard output, or says why it cannot be; text is empty then.  Returns
 * the status: done or system. */
int kzi_print(struct kzi_text *text);
/* The same, and sees to it that a reader gets it now. */
int kzi_print_now(struct kzi_text *text);
/* Closes standard output; what it still held may fail to be written. */
int kzi_print_close(void);

/* A diagnostic of a rule file as text with a newline, or as one line of JSON. */
void kzi_put_diagnostic(struct kzi_text *text, const kz_error *error, bool color);
void kzi_put_diagnostic_json(struct kzi_text *text, const kz_error *error);
/* A kz_diag that writes to standard error. */
void kzi_say_diagnostic(void *unused, const kz_error *error);
/* Tells, by errno, why a file could not be read.  Returns the status: rules or system. */
int kzi_tell_unread(const char *path, kz_diag *diag, void *payload);

#endif
