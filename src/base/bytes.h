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

/* The first of eight characters that is c; 8: none is. */
static inline unsigned kzi_find8(uint64_t eight, char c) {
    uint64_t other = eight ^ KZI_EACH_BYTE * (unsigned char)c;
    uint64_t found = (other - KZI_EACH_BYTE) & ~other & KZI_EACH_BYTE * 0x80;
    return found ? (unsigned)__builtin_ctzll(found) / 8 : 8;
}

/* The first count of eight characters, and NULs. */
static inline uint64_t kzi_first8(uint64_t eight, size_t count) {
    return count < 8 ? eight & (((uint64_t)1 << 8 * count) - 1) : eight;
}

#endif
