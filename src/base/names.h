/* names.h - names and small integers, and the nearest known name to one that is not.
 *
 * A table only grows; a name keeps the number it got, counted from 0 in the order of adding. */
#ifndef KZI_NAMES_H
#define KZI_NAMES_H

#include "base/arena.h"
#include "base/text.h"

#include <stdint.h>

struct kzi_names {
    struct kzi_arena *arena; /* NULL: a fixed list of a few names, without slots */
    const char *const *name; /* by number */
    const char **own;        /* the same list where names are added */
    size_t count;
    uint32_t *slots; /* number + 1 by hash; a power of two of them, at most half full */
    size_t n_slots;
};

#define KZI_COUNT(array) (sizeof(array) / sizeof *(array))
#define KZI_WORDS(words) ((const struct kzi_names){.name = words, .count = KZI_COUNT(words)})

void kzi_names_init(struct kzi_names *names, struct kzi_arena *arena);
/* The number of a name, -1 if it is not there. */
int kzi_names_find(const struct kzi_names *names, const char *name);
/* Equal names have equal hashes.  The hash of no letters, and of one letter more: FNV-1a. */
#define KZI_NAME_HASH 2166136261U

static inline uint32_t kzi_name_hash_on(uint32_t hash, char c) {
    return (hash ^ (unsigned char)c) * 16777619U;
}

uint32_t kzi_name_hash(const char *name, size_t len);
/* The same by a hash that is known already. */
int kzi_names_find_hashed(const struct kzi_names *names, const char *name, uint32_t hash);
/* The same for a name of len bytes that need not end in NUL. */
int kzi_names_find_span(const struct kzi_names *names, const char *name, size_t len);
/* kzi_names_find while rules are read: what it takes is counted (kzi_arena_spend). */
int kzi_names_look_up(const struct kzi_names *names, const char *name);
/* The number of a name, added if need be.  The text is copied. */
int kzi_names_add(struct kzi_names *names, const char *name);

/* The candidate nearest to name, NULL if none is near: at most a third of its
 * letters wrong, missing, too many or swapped, or a candidate that name begins.  Of two as near,
 * the first. */
const char *kzi_nearest(const char *name, const char *const *candidates, size_t count);
/* Puts "; did you mean 'one' or 'other'?" with all that are as near as the nearest, three at most.
 * False: none is near, and nothing was put. */
bool kzi_put_nearest(struct kzi_text *text, const char *name, const char *const *candidates,
                     size_t count);

#endif
