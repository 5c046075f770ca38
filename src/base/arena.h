/* arena.h - memory that is given back all at once.
 *
 * A ruleset and everything met on the way to it live in one arena, so that the floors above have
 * no free calls and no error paths for memory.  An allocation never returns NULL: when memory is
 * out, the arena jumps to the door that the outermost caller opened (kzi_arena_door).  Only
 * loading uses an arena; scoring allocates nothing.
 *
 * An arena may have a budget: of bytes, and of steps, which count the work that a rule file makes
 * the same way on every machine.  Every 64 bytes handed out are a step; work without an
 * allocation that could be much says how much it is (kzi_arena_spend).  Past a budget too the arena
 * jumps to the door. */
#ifndef KZI_ARENA_H
#define KZI_ARENA_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kzi_arena_block;
struct kzi_arena_kept;

/* Why an arena jumped to its door. */
enum kzi_arena_out { KZI_OUT_OF_MEMORY, KZI_OUT_OF_CAPACITY, KZI_OUT_OF_STEPS };

struct kzi_arena {
    struct kzi_arena_block *newest;
    struct kzi_arena_kept *kept;
    jmp_buf *door;          /* where to go when something is out; set before the first allocation */
    size_t used, capacity;  /* bytes handed out so far, and the most there may be; 0: any */
    uint64_t steps, budget; /* steps taken, and the most there may be; 0: any */
    enum kzi_arena_out out; /* at the door */
};

/* What work of several parts may still take, each with an arena of its own: steps, and bytes that
 * are held at one time. */
struct kzi_budget {
    uint64_t steps;
    size_t capacity;
    bool out; /* some part would have taken more */
};

/* Takes steps; false: so many are not left, and nothing is. */
bool kzi_budget_spend(struct kzi_budget *budget, uint64_t steps);
/* The arena may take what is left, and no more than it may already.  Before its first allocation.
 */
void kzi_arena_within(struct kzi_arena *arena, const struct kzi_budget *budget);
/* What it took is taken off; the capacity comes back once the arena is given back
 * (kzi_budget_regain).
 */
void kzi_arena_took(const struct kzi_arena *arena, struct kzi_budget *budget);
void kzi_budget_regain(struct kzi_budget *budget, const struct kzi_arena *arena);

/* Zeroed, aligned for any type. */
void *kzi_arena_alloc(struct kzi_arena *arena, size_t size);
void *kzi_arena_array(struct kzi_arena *arena, size_t count, size_t size);
/* A copy of len bytes with a NUL after them. */
char *kzi_arena_copy(struct kzi_arena *arena, const char *text, size_t len);
const char *kzi_arena_format(struct kzi_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Room for one more element: returns the array, moved if it had to grow.  The capacity is always
 * a power of two and follows from count, so that nothing else must be kept. */
void *kzi_arena_more(struct kzi_arena *arena, void *array, size_t count, size_t size);
/* Steps of work that is about to be done. */
void kzi_arena_spend(struct kzi_arena *arena, size_t steps);
void kzi_arena_release(struct kzi_arena *arena);

/* Has the arena give back, with itself, what comes from elsewhere and must not be lost on the way
 * to the door.  Returns the place to put it in once it is had. */
void **kzi_arena_keep(struct kzi_arena *arena, void (*release)(void *what));
/* Gives back what is kept (NULL: nothing) before the arena does. */
void kzi_arena_give_back(struct kzi_arena *arena, const void *what);

/* The address of one more element in a list of so many, which both grow. */
#define KZI_ADD(arena, list, count)                                                                \
    ((list) = kzi_arena_more(arena, list, count, sizeof *(list)), &(list)[(count)++])
#define KZI_NEW(arena, type)              ((type *)kzi_arena_alloc(arena, sizeof(type)))
#define KZI_NEW_ARRAY(arena, count, type) ((type *)kzi_arena_array(arena, count, sizeof(type)))

#endif
