/* arena.h - memory that is freed all at once.
 *
 * A ruleset and everything needed to build it live in one arena, so that the layers above need no
 * free calls and no error paths for memory.  An allocation never returns NULL: when memory runs
 * out, the arena jumps to the door that the outermost caller opened (door).  Loading, the command
 * and reports use arenas; scoring allocates nothing.
 *
 * An arena may have a budget of bytes and of steps.  Steps count the work that a rule file
 * causes, the same on every machine.  Every 64 bytes allocated are one step; other work that
 * could be large reports its steps (kzi_arena_spend).  The arena also jumps to the door when a
 * budget is exceeded. */
#ifndef KZI_ARENA_H
#define KZI_ARENA_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kzi_arena_block;
struct kzi_arena_resource;

/* The reason why an arena jumped to its door. */
enum kzi_arena_out { KZI_OUT_OF_MEMORY, KZI_OUT_OF_CAPACITY, KZI_OUT_OF_STEPS };

struct kzi_arena {
    struct kzi_arena_block *newest;
    struct kzi_arena_resource *kept;
    /* The target of the jump when memory or a budget runs out: set before the first allocation, and
     * NULL again before the function that owns it returns, unless the arena is released there. */
    jmp_buf *door;
    size_t used, capacity;  /* bytes allocated so far, and their bound; 0: unbounded */
    uint64_t steps, budget; /* steps taken, and their bound; 0: unbounded */
    enum kzi_arena_out out; /* valid after a jump */
};

/* The rest of a budget for work in several parts, each with its own arena: steps, and bytes held at
 * one time. */
struct kzi_budget {
    uint64_t steps;
    size_t capacity;
    bool out; /* a part needed more than was left */
};

/* Take steps from a budget.  If too few are left, take all of them and return false. */
bool kzi_budget_spend(struct kzi_budget *budget, uint64_t steps);
/* Lower the bounds of an arena to what is left of a budget.  Call it before the first
 * allocation. */
void kzi_arena_limit(struct kzi_arena *arena, const struct kzi_budget *budget);
/* Subtract the steps and bytes of the arena.  kzi_budget_regain returns the bytes when the arena is
 * released. */
void kzi_budget_charge(struct kzi_budget *budget, const struct kzi_arena *arena);
void kzi_budget_regain(struct kzi_budget *budget, const struct kzi_arena *arena);

/* Return zeroed memory that is aligned for any type. */
void *kzi_arena_alloc(struct kzi_arena *arena, size_t size);
void *kzi_arena_array(struct kzi_arena *arena, size_t count, size_t size);
/* Return a copy of len bytes with a NUL after them. */
char *kzi_arena_copy(struct kzi_arena *arena, const char *text, size_t len);
const char *kzi_arena_format(struct kzi_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Make room for one more element in an array of `count`, and return the array, which may have
 * moved.  Its capacity is not stored: it is the power of two that follows from count. */
void *kzi_arena_more(struct kzi_arena *arena, void *array, size_t count, size_t size);
/* Take steps from the arena's budget, before doing the work that they count. */
void kzi_arena_spend(struct kzi_arena *arena, size_t steps);
/* Jump to the door because an allocation outside the arena failed. */
_Noreturn void kzi_no_memory(struct kzi_arena *arena);
void kzi_arena_release(struct kzi_arena *arena);

/* Return an address at which to store a resource from elsewhere.  The arena releases it, so that a
 * jump to the door does not leak it. */
void **kzi_arena_keep(struct kzi_arena *arena, void (*release)(void *what));
/* Release a resource (or NULL) before the arena is released. */
void kzi_arena_give_back(struct kzi_arena *arena, const void *what);

/* Append an element to a list, increment its count and return the element's address. */
#define KZI_ADD(arena, list, count)                                                                \
    ((list) = kzi_arena_more(arena, list, count, sizeof *(list)), &(list)[(count)++])
#define KZI_NEW(arena, type)              ((type *)kzi_arena_alloc(arena, sizeof(type)))
#define KZI_NEW_ARRAY(arena, count, type) ((type *)kzi_arena_array(arena, count, sizeof(type)))

#endif
