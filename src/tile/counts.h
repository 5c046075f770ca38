/* counts.h - the counts of a suit packed into one word.  A few instructions on it answer a question
 * about nine numbers, and it is the key for looking up splits. */
#ifndef KZI_COUNTS_H
#define KZI_COUNTS_H

#include "base/compiler.h"
#include "tile/kind.h"

#include <string.h>

/* Nine counts of 3 bits each, number 1 in the lowest bits; seven counts for honors. */
typedef uint32_t kzi_suit_key;

#define KZI_KEY_ONES UINT32_C(00111111111) /* octal: the lowest bit of each count */

/* The length of an array of counts by kind, which is read eight counts at a time. */
#define KZI_COUNTS_CAPACITY 48

/* Convert between eight bytes and a word whose lowest byte is the first of them, on any machine. */
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

/* Pack eight bytes, all below 8, into fields of 3 bits. */
static inline kzi_suit_key kzi_key_of_eight(uint64_t eight) {
    eight = (eight | eight >> 5) & UINT64_C(0x003F003F003F003F);
    eight = (eight | eight >> 10) & UINT64_C(0x00000FFF00000FFF);
    return (kzi_suit_key)((eight | eight >> 20) & 0xFFFFFF);
}

/* Return the key of a number suit (0-2) or of the honors (3).  counts has KZI_COUNTS_CAPACITY
 * elements, which are 0 past the last kind. */
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
    return (unsigned)((eight >> 7 & KZI_EVERY_BYTE) * UINT64_C(0x0102040810204080) >> 56);
}

/* A vector of eight bytes, as compilers offer it.  A comparison sets each byte for which it holds
 * to all ones.  The order of bytes does not matter, as long as whole words go in and come out. */
typedef uint8_t kzi_eight __attribute__((vector_size(8)));

static inline kzi_eight kzi_eight_times(unsigned byte) {
    return (kzi_eight)((byte & UINT8_MAX) * KZI_EVERY_BYTE);
}

/* Return a bit for each of eight counts (below 64): 1 if it is at least `min` (1 to 16). */
static inline unsigned kzi_at_least_of_eight(uint64_t eight, unsigned min) {
    return kzi_high_bits(eight + (128 - min) * KZI_EVERY_BYTE);
}

/* Return a bit for each of eight bytes: 1 if it is not zero. */
static inline unsigned kzi_any_of_eight(uint64_t eight) {
    return kzi_high_bits(((eight & 127 * KZI_EVERY_BYTE) + 127 * KZI_EVERY_BYTE) | eight);
}

/* Return the kinds with at least `min` tiles. */
static inline kzi_kinds kzi_kinds_at_least(const uint8_t counts[KZI_COUNTS_CAPACITY],
                                           unsigned min) {
    kzi_kinds kinds = 0;
    for (unsigned i = 0; i < KZI_COUNTS_CAPACITY; i += 8)
        kinds |= (kzi_kinds)kzi_at_least_of_eight(kzi_eight_counts(counts + i), min) << i;
    return kinds;
}

/* Return the kinds whose count (0 to 7) has bit `bit` set; with bit 0 these are the odd counts. */
static inline kzi_kinds kzi_kinds_with_bit(const uint8_t counts[KZI_COUNTS_CAPACITY],
                                           unsigned bit) {
    kzi_kinds kinds = 0;
    for (unsigned i = 0; i < KZI_COUNTS_CAPACITY; i += 8)
        kinds |= (kzi_kinds)kzi_high_bits(kzi_eight_counts(counts + i) << (7 - bit)) << i;
    return kinds;
}

/* Find the kinds, without jokers, with at least 1, 2, 3 and 4 tiles.  Counts are below 8, so they
 * have three bits. */
static inline void kzi_kinds_by_count(const uint8_t counts[KZI_COUNTS_CAPACITY],
                                      kzi_kinds at_least[KZI_MAX_COPIES + 1]) {
    const kzi_kinds one = kzi_kinds_with_bit(counts, 0) & KZI_NO_JOKERS,
                    two = kzi_kinds_with_bit(counts, 1) & KZI_NO_JOKERS,
                    four = kzi_kinds_with_bit(counts, 2) & KZI_NO_JOKERS;
    at_least[1] = one | two | four;
    at_least[2] = two | four;
    at_least[3] = (one & two) | four;
    at_least[4] = four;
}

/* Return the kinds whose count is above that in `max`. */
static inline kzi_kinds kzi_kinds_above(const uint8_t counts[KZI_COUNTS_CAPACITY],
                                        const uint8_t max[KZI_COUNTS_CAPACITY]) {
    kzi_kinds kinds = 0;
    for (unsigned i = 0; i < KZI_COUNTS_CAPACITY; i += 8) {
        kzi_eight above =
            (kzi_eight)kzi_eight_counts(counts + i) > (kzi_eight)kzi_eight_counts(max + i);
        kinds |= (kzi_kinds)kzi_high_bits((uint64_t)above) << i;
    }
    return kinds;
}

/* Return the numbers of a suit among kinds, a bit for each number. */
static inline unsigned kzi_kinds_of_suit(kzi_kinds kinds, unsigned suit) {
    return (unsigned)(kinds >> 9 * suit) & (suit < KZI_SUITS ? 0x1FF : 0x7F);
}

/* Return the number of kinds.  Most processors have an instruction for this, but unless compilers
 * may assume it, they call a function, which is slower. */
static inline unsigned kzi_count_kinds(kzi_kinds kinds) {
    kinds -= kinds >> 1 & KZI_EVERY_BYTE * 0x55;
    kinds = (kinds & KZI_EVERY_BYTE * 0x33) + (kinds >> 2 & KZI_EVERY_BYTE * 0x33);
    return (unsigned)(((kinds + (kinds >> 4)) & KZI_EVERY_BYTE * 0x0F) * KZI_EVERY_BYTE >> 56);
}

#endif
