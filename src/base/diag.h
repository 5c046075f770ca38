/* diag.h - errors and warnings about rule files, collected as they are found and reported in the
 * order of the files.  Only this module knows how to print a place in a file. */
#ifndef KZI_DIAG_H
#define KZI_DIAG_H

#include "base/arena.h"
#include "kazoe.h"

#include <stdbool.h>
#include <stdint.h>

struct kzi_text;

/* The text of a rule file. */
struct kzi_source {
    const char *name; /* its name in messages */
    const char *text; /* len bytes and a NUL */
    size_t len;
    uint32_t number; /* in the order of opening: the requested file is 0, its parent 1 */
    bool hidden;     /* neither named by the user nor in the rule path: its text is not shown */
};

/* Line and column count from 1, columns in characters.  A NULL source or line 0: no place. */
struct kzi_place {
    const struct kzi_source *source;
    uint32_t line, column;
};

struct kzi_diags {
    struct kzi_arena *arena;
    struct kzi_diag *list; /* in the order of finding */
    size_t count, errors;
    const struct kzi_source *of; /* the requested file; NULL: no file was read yet */
};

void kzi_diags_init(struct kzi_diags *diags, struct kzi_arena *arena);
void kzi_error_at(struct kzi_diags *diags, struct kzi_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void kzi_warning_at(struct kzi_diags *diags, struct kzi_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A caller's receivers of errors and warnings: diag gets each, err the first error.  Both may be
 * NULL. */
struct kzi_listener {
    kz_diag *diag;
    void *payload; /* passed to diag */
    kz_error *err;
};

/* Report all diagnostics to a listener, in the order of files and places. */
void kzi_diags_emit(const struct kzi_diags *diags, const struct kzi_listener *listener);

/* Store an error without a place in err (may be NULL) and return the status. */
kz_status kzi_fail(kz_error *err, kz_status status, const char *text);

/* Copy the line of a place into error->shown, or the part around the column if it is long, with
 * control characters made visible. */
void kzi_error_show(kz_error *error, struct kzi_place place);

/* Append an error in the form of kz_error_write; color: with its place in color. */
void kzi_put_error(struct kzi_text *text, const kz_error *error, bool color);
/* Append the line that the error shows, if any, and a caret under its column. */
void kzi_put_error_line(struct kzi_text *text, const kz_error *error);

/* Return "; did you mean NAME?", or "" when no name is near.  Lives in the arena. */
const char *kzi_did_you_mean(struct kzi_diags *diags, const char *name,
                             const char *const *candidates, size_t count);
/* The same for a name that is in the list, which may be a misspelling of another one there. */
const char *kzi_did_you_mean_other(struct kzi_diags *diags, const char *name,
                                   const char *const *names, size_t count);

#endif
