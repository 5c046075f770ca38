/* bytes.h - eight characters at a time, in an order that no machine changes: the first is the
 * lowest. */
#ifndef KZI_BYTES_H
#define KZI_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define KZI_EACH_BYTE 0x0101010101010101U

static inline uint64_t kzi_load8(const char *text) {
    uint64_t eight;
    memcpy(&eight, text, sizeof eight);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    eight = __builtin_bswap64(eight);
#endif
    return eight;
}

/* The first count of eight characters, and NULs. */
static inline uint64_t kzi_first8(uint64_t eight, size_t count) {
    return count < 8 ? eight & (((uint64_t)1 << 8 * count) - 1) : eight;
}

#endif
