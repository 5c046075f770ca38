/* Loaded before the C library (LD_PRELOAD): the allocation number KAZOE_FAIL_AT fails, and with
 * KAZOE_FAIL_ON every one after it. What was asked for and what is still held at the end goes to
 * the file KAZOE_FAIL_TELL. Only for the GNU C library, whose own names of malloc are used here.
 *
 * The end is that of main, or exit: gcov writes after it what it counted, and needs memory for it.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);
void __libc_free(void *old);

static long fail_at;
static bool fail_on;
static atomic_long asked;
static atomic_long held;
static atomic_bool ended;

__attribute__((constructor)) static void begin(void) {
    const char *at = getenv("KAZOE_FAIL_AT");
    fail_at = at ? atol(at) : 0;
    fail_on = getenv("KAZOE_FAIL_ON") != NULL;
    atomic_store(&asked, 0);
}

static void tell(void) {
    const char *path = getenv("KAZOE_FAIL_TELL");
    int file = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
    atomic_store(&ended, true);
    if (file >= 0) {
        dprintf(file, "%ld %ld\n", atomic_load(&asked), atomic_load(&held));
        close(file);
    }
}

static bool fails(void) {
    if (atomic_load(&ended))
        return false;
    long now = atomic_fetch_add(&asked, 1) + 1;
    if (now == 1) /* not before the library of C has begun: what is registered now comes first */
        atexit(tell);
    bool yes = fail_at && (now == fail_at || (fail_on && now > fail_at));
    if (yes)
        errno = ENOMEM;
    return yes;
}

static void *hold(void *got) {
    if (got)
        atomic_fetch_add(&held, 1);
    return got;
}

void *malloc(size_t size) {
    return fails() ? NULL : hold(__libc_malloc(size));
}

void *calloc(size_t n, size_t size) {
    return fails() ? NULL : hold(__libc_calloc(n, size));
}

void *realloc(void *old, size_t size) {
    if (!old)
        return malloc(size);
    return fails() ? NULL : __libc_realloc(old, size);
}

void free(void *old) {
    if (old)
        atomic_fetch_sub(&held, 1);
    __libc_free(old);
}
