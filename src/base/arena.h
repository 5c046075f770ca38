/* arena.h - memory that is given back all at once.
 *
 * A ruleset and everything met on the way to it live in one arena, so that the floors above have
 * no free calls and no error paths for memory.  An allocation never returns NULL: when memory is
 * out, the arena jumps to the door that the outermost caller opened (kzi_arena_door).  Only
 * loading uses an arena; scoring allocates nothing. */
#ifndef KZI_ARENA_H
#define KZI_ARENA_H

#include <setjmp.h>
#include <stddef.h>

struct kzi_arena_block;

struct kzi_arena {
    struct kzi_arena_block *newest;
    jmp_buf *door; /* where to go when memory is out; set before the first allocation */
    size_t used;   /* bytes handed out so far */
};

/* Zeroed, aligned for any type. */
void *kzi_arena_alloc(struct kzi_arena *arena, size_t size);
void *kzi_arena_array(struct kzi_arena *arena, size_t count, size_t size);
/* A copy of len bytes with a NUL after them. */
char *kzi_arena_copy(struct kzi_arena *arena, const char *text, size_t len);
/* Room for one more element: returns the array, moved if it had to grow.  The capacity is always
 * a power of two and follows from count, so that nothing else must be kept. */
void *kzi_arena_more(struct kzi_arena *arena, void *array, size_t count, size_t size);
void kzi_arena_release(struct kzi_arena *arena);

#define KZI_NEW(arena, type)              ((type *)kzi_arena_alloc(arena, sizeof(type)))
#define KZI_NEW_ARRAY(arena, count, type) ((type *)kzi_arena_array(arena, count, sizeof(type)))

#endif
