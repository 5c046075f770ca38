/* Linked blocks, each four times as large as the last.  An allocation advances within the newest
 * block. */
#include "base/arena.h"

#include "base/compiler.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_BLOCK ((size_t)16 * 1024)
#define LAST_BLOCK  ((size_t)1024 * 1024)
#define STEP        64 /* bytes */

/* Tell AddressSanitizer which bytes are in use, so that it catches a write past an allocation. */
#if KZI_ASAN
#include <sanitizer/asan_interface.h>
#define GAP 16
#else
#define GAP                                   0
#define ASAN_POISON_MEMORY_REGION(at, size)   ((void)0)
#define ASAN_UNPOISON_MEMORY_REGION(at, size) ((void)0)
#endif

struct kzi_arena_block {
    struct kzi_arena_block *older;
    size_t size, used;
    alignas(max_align_t) unsigned char bytes[];
};

struct kzi_arena_resource {
    struct kzi_arena_resource *older;
    void (*release)(void *what);
    void *what; /* NULL: not yet stored, or already released */
};

static size_t align(size_t size) {
    const size_t unit = alignof(max_align_t);
    return (size + unit - 1) / unit * unit;
}

_Noreturn static void jump_out(struct kzi_arena *arena, enum kzi_arena_out out) {
    arena->out = out;
    longjmp(*arena->door, 1);
}

void kzi_no_memory(struct kzi_arena *arena) {
    jump_out(arena, KZI_OUT_OF_MEMORY);
}

void kzi_arena_spend(struct kzi_arena *arena, size_t steps) {
    arena->steps += steps;
    if (arena->budget && arena->steps > arena->budget)
        jump_out(arena, KZI_OUT_OF_STEPS);
}

bool kzi_budget_spend(struct kzi_budget *budget, uint64_t steps) {
    budget->out |= steps > budget->steps;
    budget->steps = budget->out ? 0 : budget->steps - steps;
    return !budget->out;
}

/* Return the lower of `bound` (0: none) and `left`, but at least 1, because 0 would mean no
 * bound. */
static uint64_t lower_limit(uint64_t bound, uint64_t left) {
    left = left ? left : 1;
    return bound && bound < left ? bound : left;
}

void kzi_arena_limit(struct kzi_arena *arena, const struct kzi_budget *budget) {
    arena->budget = lower_limit(arena->budget, budget->out ? 0 : budget->steps);
    arena->capacity = (size_t)lower_limit(arena->capacity, budget->capacity);
}

void kzi_budget_charge(struct kzi_budget *budget, const struct kzi_arena *arena) {
    kzi_budget_spend(budget, arena->steps);
    budget->out |= arena->used > budget->capacity;
    budget->capacity -= arena->used < budget->capacity ? arena->used : budget->capacity;
}

void kzi_budget_regain(struct kzi_budget *budget, const struct kzi_arena *arena) {
    budget->capacity += arena->used;
}

/* Return the size of the next block.  The blocks of most rulesets together are less than twice the
 * largest.  With more, glibc would return memory to the system when they are freed, and loading the
 * next rules would fault in each page again. */
static size_t next_size(const struct kzi_arena *arena, size_t min) {
    size_t size = arena->newest ? arena->newest->size * 4 : FIRST_BLOCK;
    if (size > LAST_BLOCK)
        size = LAST_BLOCK;
    return size < min ? min : size;
}

/* Add a block.  A large allocation gets its own block, which is linked in after the newest, so that
 * the free bytes of the newest stay usable. */
static struct kzi_arena_block *add_block(struct kzi_arena *arena, size_t min) {
    bool alone = min > LAST_BLOCK / 4 && arena->newest;
    size_t size = alone ? min : next_size(arena, min);
    struct kzi_arena_block **at = alone ? &arena->newest->older : &arena->newest;
    struct kzi_arena_block *block = calloc(1, sizeof *block + size);
    if (!block)
        jump_out(arena, KZI_OUT_OF_MEMORY);
    block->size = size;
    block->used = 0;
    ASAN_POISON_MEMORY_REGION(block->bytes, size);
    block->older = *at;
    *at = block;
    return block;
}

void *kzi_arena_alloc(struct kzi_arena *arena, size_t size) {
    size_t step = align(size ? size : 1) + GAP;
    struct kzi_arena_block *block = arena->newest;
    arena->used += align(size ? size : 1);
    if (arena->capacity && arena->used > arena->capacity)
        jump_out(arena, KZI_OUT_OF_CAPACITY);
    kzi_arena_spend(arena, size / STEP + 1);
    if (!block || block->size - block->used < step)
        block = add_block(arena, step);
    void *at = block->bytes + block->used;
    block->used += step;
    ASAN_UNPOISON_MEMORY_REGION(at, size);
    return at;
}

void *kzi_arena_array(struct kzi_arena *arena, size_t count, size_t size) {
    if (size && count > SIZE_MAX / 2 / size)
        jump_out(arena, KZI_OUT_OF_MEMORY);
    return kzi_arena_alloc(arena, count * size);
}

char *kzi_arena_copy(struct kzi_arena *arena, const char *text, size_t len) {
    char *copy = kzi_arena_alloc(arena, len + 1);
    if (len)
        memcpy(copy, text, len);
    return copy;
}

const char *kzi_arena_format(struct kzi_arena *arena, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = kzi_arena_alloc(arena, (size_t)len + 1);
    vsnprintf(text, (size_t)len + 1, format, again);
    va_end(again);
    return text;
}

void *kzi_arena_more(struct kzi_arena *arena, void *array, size_t count, size_t size) {
    if (count & (count - 1)) /* not a power of two, so it fits */
        return array;
    void *larger = kzi_arena_array(arena, count ? 2 * count : 1, size);
    return count ? memcpy(larger, array, count * size) : larger;
}

void **kzi_arena_keep(struct kzi_arena *arena, void (*release)(void *what)) {
    struct kzi_arena_resource *kept = KZI_NEW(arena, struct kzi_arena_resource);
    kept->release = release;
    kept->older = arena->kept;
    arena->kept = kept;
    return &kept->what;
}

static void give_back(struct kzi_arena_resource *kept) {
    void *what = kept->what;
    kept->what = NULL;
    if (what)
        kept->release(what);
}

void kzi_arena_give_back(struct kzi_arena *arena, const void *what) {
    struct kzi_arena_resource *kept = arena->kept;
    while (kept && kept->what != what)
        kept = kept->older;
    if (what && kept)
        give_back(kept);
}

void kzi_arena_release(struct kzi_arena *arena) {
    for (; arena->kept; arena->kept = arena->kept->older)
        give_back(arena->kept);
    while (arena->newest) {
        struct kzi_arena_block *older = arena->newest->older;
        free(arena->newest);
        arena->newest = older;
    }
    arena->used = 0;
    arena->steps = 0;
}
