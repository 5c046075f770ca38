/* compiler.h - forced inlining, invariants for static analysis, byte order. */
#ifndef KZI_COMPILER_H
#define KZI_COMPILER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* For functions that exist only for readability.  Inlining keeps their values in registers on the
 * hot path: a processor stalls when it reads as a whole what was stored in parts. */
#ifndef KZI_ALWAYS_INLINE /* make coverage: each branch counts once, not once in every copy */
#define KZI_ALWAYS_INLINE static inline __attribute__((always_inline))
#endif

/* 1 if the build uses AddressSanitizer. */
#if defined(__has_feature)
#define KZI_ASAN __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define KZI_ASAN 1
#else
#define KZI_ASAN 0
#endif

/* State an invariant that static analysis cannot derive.  Clang's analyzer and sanitizer builds see
 * it, and UBSan reports a violation; elsewhere it expands to nothing. */
#if KZI_ASAN || defined(__clang_analyzer__)
#define KZI_ASSUME(what) ((what) ? (void)0 : __builtin_unreachable())
#else
#define KZI_ASSUME(what) ((void)sizeof(what))
#endif

#define KZI_EVERY_BYTE 0x0101010101010101U

/* Load eight characters as a number, the first in the lowest byte on every machine. */
static inline uint64_t kzi_load8(const char *text) {
    uint64_t eight;
    memcpy(&eight, text, sizeof eight);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    eight = __builtin_bswap64(eight);
#endif
    return eight;
}

#endif
