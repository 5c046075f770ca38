/* digits.h - the digits of a suit taken eight characters at a time: no step hangs on how many there
 * are or what they say, so that a processor has nothing to guess. */
#ifndef KZI_DIGITS_H
#define KZI_DIGITS_H

#include "base/compiler.h"

/* By two digits, the second times 16, 15 for none: how many of each number there are, 4 bits each
 * from number 1 on; a 0 is a five, and counted as red. */
extern const uint64_t kzi_counts_of_two[256];
#define KZI_COUNTS_RED 36 /* the bit that red fives are counted from */

/* How many of eight characters are digits before the first that is none. */
static inline unsigned kzi_digits_before(uint64_t eight) {
    uint64_t digits = eight ^ KZI_EACH_BYTE * '0';
    uint64_t others = ((digits + KZI_EACH_BYTE * (128 - 10)) | digits) & KZI_EACH_BYTE * 128;
    return others ? (unsigned)__builtin_ctzll(others) / 8 : 8;
}

/* The first count of eight characters, which are digits, as numbers; 15 behind them. */
static inline uint64_t kzi_digit_numbers(uint64_t eight, unsigned count) {
    return ((eight & KZI_EACH_BYTE * 15) | KZI_EACH_BYTE * 15 << 4 * count << 4 * count);
}

/* How many of each number: 4 bits each, as in kzi_counts_of_two. */
static inline uint64_t kzi_count_numbers(uint64_t numbers) {
    uint64_t twos = (numbers | numbers >> 4) & UINT64_C(0x00FF00FF00FF00FF);
    return kzi_counts_of_two[twos & 255] + kzi_counts_of_two[twos >> 16 & 255] +
           kzi_counts_of_two[twos >> 32 & 255] + kzi_counts_of_two[twos >> 48];
}

/* The counts of the numbers 1 to 8 as bytes, the first the lowest. */
static inline uint64_t kzi_spread_counts(uint64_t counts) {
    uint64_t eight = (counts & UINT64_C(0xFFFF)) | (counts & UINT64_C(0xFFFF0000)) << 16;
    eight = (eight | eight << 8) & UINT64_C(0x00FF00FF00FF00FF);
    return (eight | eight << 4) & KZI_EACH_BYTE * 15;
}

#endif
