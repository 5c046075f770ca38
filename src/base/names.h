/* names.h - a table of names and their numbers, and suggestions for unknown names.
 *
 * A table only grows.  A name keeps its number, counted from 0 in the order of adding. */
#ifndef KZI_NAMES_H
#define KZI_NAMES_H

#include "base/arena.h"
#include "base/text.h"

#include <stdint.h>

struct kzi_names {
    struct kzi_arena *arena; /* NULL: a fixed list of a few names, without slots */
    const char *const *name; /* by number */
    const char **own;        /* the same list, if names are added */
    size_t count;
    /* Number + 1 of the name with a hash, or 0.  The length is a power of two, at least twice the
     * number of names.  NULL for a few names. */
    uint32_t *slots;
    size_t n_slots;
};

#define KZI_COUNT(array) (sizeof(array) / sizeof *(array))
#define KZI_NAMES(words) ((const struct kzi_names){.name = words, .count = KZI_COUNT(words)})

void kzi_names_init(struct kzi_names *names, struct kzi_arena *arena);
/* Return the number of a name, or -1. */
int kzi_names_find(const struct kzi_names *names, const char *name);
/* The same for a name of len bytes, which need not end in NUL. */
int kzi_names_find_span(const struct kzi_names *names, const char *name, size_t len);
/* The same as kzi_names_find, but take steps (kzi_arena_spend); for use while rules are read. */
int kzi_names_find_spending(const struct kzi_names *names, const char *name);
/* Return the number of a name; add a copy of the name if it is new. */
int kzi_names_add(struct kzi_names *names, const char *name);

/* Return the first of the candidates nearest to name, or NULL.  A candidate is near if name is a
 * prefix of it, or if at most a third of the letters are wrong, missing, extra or swapped, ignoring
 * case. */
const char *kzi_find_nearest(const char *name, const char *const *candidates, size_t count);

/* The end of a message about an unknown name. */
struct kzi_suggestion {
    char text[200];
};
/* Return "; did you mean NAME?", or "" if name is NULL. */
struct kzi_suggestion kzi_suggest(const char *name);
/* Suggest the candidate nearest to name. */
struct kzi_suggestion kzi_suggest_nearest(const char *name, const char *const *candidates,
                                          size_t count);
/* Append "; did you mean 'one' or 'other'?" with up to three equally near candidates.  Return
 * false and append nothing if none is near. */
bool kzi_put_nearest(struct kzi_text *text, const char *name, const char *const *candidates,
                     size_t count);

#endif
