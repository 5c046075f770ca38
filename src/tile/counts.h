/* counts.h - the counts of a suit packed into one word, which answers questions about nine
 * numbers in a few instructions and is the key for looking up splits. */
#ifndef KZI_COUNTS_H
#define KZI_COUNTS_H

#include "base/compiler.h"
#include "tile/kind.h"

#include <string.h>

/* Nine counts, 3 bits each, of the numbers 1 to 9 from the lowest bit; seven of honors. */
typedef uint32_t kzi_suit_key;

#define KZI_KEY_ONES UINT32_C(00111111111) /* octal: the lowest bit of each count */

/* Capacity of an array of counts, by kind, that is read eight at a time. */
#define KZI_COUNTS_CAPACITY 48

/* Convert between eight bytes and a word whose lowest byte is the first, on any machine. */
static inline uint64_t kzi_little_endian(uint64_t eight) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    eight = __builtin_bswap64(eight);
#endif
    return eight;
}

static inline uint64_t kzi_eight_counts(const uint8_t *counts) {
    uint64_t eight;
    memcpy(&eight, counts, sizeof eight);
    return kzi_little_endian(eight);
}

/* Pack bytes below 8 into fields of 3 bits. */
static inline kzi_suit_key kzi_key_of_eight(uint64_t eight) {
    eight = (eight | eight >> 5) & UINT64_C(0x003F003F003F003F);
    eight = (eight | eight >> 10) & UINT64_C(0x00000FFF00000FFF);
    return (kzi_suit_key)((eight | eight >> 20) & 0xFFFFFF);
}

/* Return the key of a number suit (0-2) or of the honors (3).  counts has KZI_COUNTS_CAPACITY,
 * zero beyond the kinds. */
static inline kzi_suit_key kzi_suit_key_of(const uint8_t *counts, unsigned suit) {
    return kzi_key_of_eight(kzi_eight_counts(counts + 9 * suit)) |
           (kzi_suit_key)counts[9 * suit + 8] << 24;
}

/* Pack the nine counts of a suit, all below 16, into fields of 4 bits. */
static inline uint64_t kzi_packed_suit(const uint8_t *counts, unsigned suit) {
    uint64_t eight = kzi_eight_counts(counts + 9 * suit);
    eight = (eight | eight >> 4) & UINT64_C(0x00FF00FF00FF00FF);
    eight = (eight | eight >> 8) & UINT64_C(0x0000FFFF0000FFFF);
    return ((eight | eight >> 16) & UINT64_C(0xFFFFFFFF)) | (uint64_t)counts[9 * suit + 8] << 32;
}

/* Return the highest bits of eight bytes as one byte. */
static inline unsigned kzi_high_bits(uint64_t eight) {
    return (unsigned)((eight >> 7 & KZI_EACH_BYTE) * UINT64_C(0x0102040810204080) >> 56);
}

/* A compiler vector of eight bytes.  A comparison sets each byte to all ones where it holds.
 * Byte order does not matter as long as words go in and come out. */
typedef uint8_t kzi_eight __attribute__((vector_size(8)));

static inline kzi_eight kzi_eight_times(unsigned byte) {
    return (kzi_eight)((byte & UINT8_MAX) * KZI_EACH_BYTE);
}

/* Return a bit for each of eight counts (below 64) that is at least `least` (1 to 16). */
static inline unsigned kzi_at_least_of_eight(uint64_t eight, unsigned least) {
    return kzi_high_bits(eight + (128 - least) * KZI_EACH_BYTE);
}

/* Return a bit for each of eight bytes that is not zero. */
static inline unsigned kzi_any_of_eight(uint64_t eight) {
    return kzi_high_bits(((eight & 127 * KZI_EACH_BYTE) + 127 * KZI_EACH_BYTE) | eight);
}

/* Return the kinds with at least `least` tiles. */
static inline kzi_kinds kzi_kinds_at_least(const uint8_t counts[KZI_COUNTS_CAPACITY],
                                           unsigned least) {
    kzi_kinds kinds = 0;
    for (unsigned i = 0; i < KZI_COUNTS_CAPACITY; i += 8)
        kinds |= (kzi_kinds)kzi_at_least_of_eight(kzi_eight_counts(counts + i), least) << i;
    return kinds;
}

/* Return the kinds whose count has a bit set, 0 to 7; bit 0: an odd number of tiles. */
static inline kzi_kinds kzi_kinds_with_bit(const uint8_t counts[KZI_COUNTS_CAPACITY],
                                           unsigned bit) {
    kzi_kinds kinds = 0;
    for (unsigned i = 0; i < KZI_COUNTS_CAPACITY; i += 8)
        kinds |= (kzi_kinds)kzi_high_bits(kzi_eight_counts(counts + i) << (7 - bit)) << i;
    return kinds;
}

/* Return the kinds with more tiles than `most` says. */
static inline kzi_kinds kzi_kinds_above(const uint8_t counts[KZI_COUNTS_CAPACITY],
                                        const uint8_t most[KZI_COUNTS_CAPACITY]) {
    kzi_kinds kinds = 0;
    for (unsigned i = 0; i < KZI_COUNTS_CAPACITY; i += 8) {
        kzi_eight above =
            (kzi_eight)kzi_eight_counts(counts + i) > (kzi_eight)kzi_eight_counts(most + i);
        kinds |= (kzi_kinds)kzi_high_bits((uint64_t)above) << i;
    }
    return kinds;
}

/* Return the numbers of a suit among kinds, bit by number. */
static inline unsigned kzi_kinds_of_suit(kzi_kinds kinds, unsigned suit) {
    return (unsigned)(kinds >> 9 * suit) & (suit < KZI_SUITS ? 0x1FF : 0x7F);
}

/* Return the number of kinds.  Processors may have an instruction for it, but compilers call a
 * function unless they may rely on that. */
static inline unsigned kzi_count_kinds(kzi_kinds kinds) {
    kinds -= kinds >> 1 & KZI_EACH_BYTE * 0x55;
    kinds = (kinds & KZI_EACH_BYTE * 0x33) + (kinds >> 2 & KZI_EACH_BYTE * 0x33);
    return (unsigned)(((kinds + (kinds >> 4)) & KZI_EACH_BYTE * 0x0F) * KZI_EACH_BYTE >> 56);
}

#endif
