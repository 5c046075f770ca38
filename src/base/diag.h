/* diag.h - errors and warnings about rule files, collected as they are found and handed out in the
 * order of the files.  The one place that knows how a place in a file is printed. */
#ifndef KZI_DIAG_H
#define KZI_DIAG_H

#include "base/arena.h"
#include "kazoe.h"

#include <stdbool.h>
#include <stdint.h>

/* A rule file as it was read. */
struct kzi_source {
    const char *name; /* as it is called in messages */
    const char *text; /* NUL after len bytes */
    size_t len;
    uint32_t number; /* in the order of opening: the file asked for is 0, its parent 1 */
    bool untold; /* nobody named it, and it is outside the rule path: none of its text is shown */
};

/* line and column from 1, column in characters; a NULL source or line 0: no place. */
struct kzi_place {
    const struct kzi_source *source;
    uint32_t line, column;
};

struct kzi_diags {
    struct kzi_arena *arena;
    struct kzi_diag *list; /* in the order of finding */
    size_t count, errors;
    const struct kzi_source *of; /* the file asked for; NULL: none was read yet */
};

void kzi_diags_init(struct kzi_diags *diags, struct kzi_arena *arena);
void kzi_error_at(struct kzi_diags *diags, struct kzi_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void kzi_warning_at(struct kzi_diags *diags, struct kzi_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Hands every one to diag (may be NULL) in the order of files and places, the first error to err
 * (may be NULL). */
void kzi_diags_emit(const struct kzi_diags *diags, kz_diag *diag, void *payload, kz_error *err);

/* Says in err (may be NULL) what no place in a file shows; returns the status. */
kz_status kzi_fail(kz_error *err, kz_status status, const char *text);

/* What kz_error_write writes. */
struct kzi_text;
void kzi_error_put(struct kzi_text *text, const kz_error *error);

/* " (did you mean NAME?)", or "" when nothing is near.  Lives in the arena. */
const char *kzi_did_you_mean(struct kzi_diags *diags, const char *name,
                             const char *const *candidates, size_t count);
/* The same for one of names, which may be another one misspelt. */
const char *kzi_did_you_mean_other(struct kzi_diags *diags, const char *name,
                                   const char *const *names, size_t count);

#endif
