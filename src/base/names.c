#include "base/names.h"

#include "base/hash.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define MAX_LEN 63 /* longer names are never near */
#define MEANT   "; did you mean "
#define FEW     8    /* up to this many are searched linearly */
#define CASE    0x20 /* the bit that distinguishes upper and lower case */

void kzi_names_init(struct kzi_names *names, struct kzi_arena *arena) {
    *names = (struct kzi_names){.arena = arena};
}

static bool is_name(const char *known, const char *name, size_t len) {
    return (!len || *known == *name) && !strncmp(known, name, len) && !known[len];
}

/* Return the number of a name, or -1, and count the names compared: they cost steps, because
 * someone could choose names that collide in one slot. */
static int find_counting(const struct kzi_names *names, const char *name, size_t len,
                         size_t *looks) {
    if (!names->n_slots) {
        for (size_t i = 0; i < names->count; i++)
            if (is_name(names->name[i], name, len))
                return (int)i;
        return -1;
    }
    size_t mask = names->n_slots - 1;
    for (size_t slot = kzi_hash(KZI_HASH_EMPTY, name, len) & mask; names->slots[slot];
         slot = (slot + 1) & mask) {
        const char *known = names->name[names->slots[slot] - 1];
        ++*looks;
        if (is_name(known, name, len))
            return (int)names->slots[slot] - 1;
    }
    return -1;
}

int kzi_names_find_span(const struct kzi_names *names, const char *name, size_t len) {
    size_t looks = 0;
    return find_counting(names, name, len, &looks);
}

int kzi_names_find_spending(const struct kzi_names *names, const char *name) {
    size_t looks = 0;
    int found = find_counting(names, name, strlen(name), &looks);
    if (names->arena)
        kzi_arena_spend(names->arena, looks);
    return found;
}

int kzi_names_find(const struct kzi_names *names, const char *name) {
    return kzi_names_find_span(names, name, strlen(name));
}

static void put_in_slot(struct kzi_names *names, size_t number) {
    const char *name = names->name[number];
    size_t mask = names->n_slots - 1, slot = kzi_hash(KZI_HASH_EMPTY, name, strlen(name)) & mask;
    while (names->slots[slot])
        slot = (slot + 1) & mask;
    names->slots[slot] = (uint32_t)number + 1;
}

static void widen(struct kzi_names *names) {
    names->n_slots = names->n_slots ? 2 * names->n_slots : 4 * FEW;
    names->slots = KZI_NEW_ARRAY(names->arena, names->n_slots, uint32_t);
    for (size_t i = 0; i < names->count; i++)
        put_in_slot(names, i);
}

int kzi_names_add(struct kzi_names *names, const char *name) {
    int found = kzi_names_find_spending(names, name);
    if (found >= 0)
        return found;
    if (names->count >= FEW && 2 * (names->count + 1) > names->n_slots)
        widen(names);
    names->own = kzi_arena_more(names->arena, names->own, names->count, sizeof *names->own);
    names->own[names->count] = kzi_arena_copy(names->arena, name, strlen(name));
    names->name = names->own;
    if (names->n_slots)
        put_in_slot(names, names->count);
    return (int)names->count++;
}

static size_t min(size_t a, size_t b) {
    return a < b ? a : b;
}

static bool differ(char a, char b) {
    return (a ^ b) & ~CASE;
}

/* Return the edit distance of two names: substitutions, insertions, deletions and swaps of
 * neighbors (restricted Damerau-Levenshtein), ignoring case. */
static size_t edit_distance(const char *a, size_t n, const char *b, size_t m) {
    size_t rows[3][MAX_LEN + 1];
    size_t *before = rows[0], *last = rows[1], *row = rows[2];
    for (size_t j = 0; j <= m; j++)
        last[j] = j;
    for (size_t i = 1; i <= n; i++) {
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            row[j] = min(min(last[j], row[j - 1]) + 1, last[j - 1] + differ(a[i - 1], b[j - 1]));
            if (i > 1 && j > 1 && !differ(a[i - 1], b[j - 2]) && !differ(a[i - 2], b[j - 1]))
                row[j] = min(row[j], before[j - 2] + 1);
        }
        size_t *free_row = before;
        before = last;
        last = row;
        row = free_row;
    }
    return last[m];
}

/* Store the candidates nearest to name, which are all at the same distance, at most `capacity` of
 * them, and return their number.  A candidate that begins with name has the distance 0. */
static size_t find_nearest(const char *name, const char *const *candidates, size_t count,
                           const char **nearest, size_t capacity) {
    size_t len = strlen(name), found = 0;
    size_t best = len < 3 ? 1 : (len + 2) / 3; /* the largest distance that counts as near */
    for (size_t i = 0; i < count && len <= MAX_LEN; i++) {
        size_t other = strlen(candidates[i]);
        if (other > MAX_LEN)
            continue;
        size_t far = edit_distance(name, len, candidates[i], other);
        if (len > 2 && !strncasecmp(name, candidates[i], len))
            far = 0;
        if (far < best)
            found = 0;
        if (far <= best && found < capacity)
            nearest[found++] = candidates[i];
        if (far < best)
            best = far;
    }
    return found;
}

const char *kzi_find_nearest(const char *name, const char *const *candidates, size_t count) {
    const char *nearest;
    return find_nearest(name, candidates, count, &nearest, 1) ? nearest : NULL;
}

struct kzi_suggestion kzi_suggest(const char *name) {
    struct kzi_suggestion suggestion = {""};
    if (name)
        snprintf(suggestion.text, sizeof suggestion.text, MEANT "%s?", name);
    return suggestion;
}

struct kzi_suggestion kzi_suggest_nearest(const char *name, const char *const *candidates,
                                          size_t count) {
    return kzi_suggest(kzi_find_nearest(name, candidates, count));
}

bool kzi_put_nearest(struct kzi_text *text, const char *name, const char *const *candidates,
                     size_t count) {
    const char *nearest[3];
    size_t found = find_nearest(name, candidates, count, nearest, 3);
    for (size_t i = 0; i < found; i++)
        kzi_text_format(text, "%s'%s'", !i ? MEANT : i + 1 < found ? ", " : " or ", nearest[i]);
    kzi_text_put(text, found ? "?" : "");
    return found;
}
