/* bitset.h - sets as words of 64 bits.  Most rulesets have few rows, so loops over a set of rows
 * are also compiled for exactly one, two and four words. */
#ifndef KZI_BITSET_H
#define KZI_BITSET_H

#include "base/compiler.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Return the number of words for a set of `bits` bits: one, two, or a multiple of four. */
static inline unsigned kzi_words_of_bits(unsigned bits) {
    return bits <= 64 ? 1 : bits <= 128 ? 2 : (bits + 255) / 256 * 4;
}

#define KZI_BY_SIZE(count, call)                                                                   \
    do {                                                                                           \
        if ((count) == 1) {                                                                        \
            const unsigned words = 1;                                                              \
            call;                                                                                  \
        } else if ((count) == 2) {                                                                 \
            const unsigned words = 2;                                                              \
            call;                                                                                  \
        } else if ((count) == 4) {                                                                 \
            const unsigned words = 4;                                                              \
            call;                                                                                  \
        } else {                                                                                   \
            const unsigned words = (count);                                                        \
            call;                                                                                  \
        }                                                                                          \
    } while (0)

/* Do something with each word of a set and the word at the same index of another. */
#define KZI_BOTH_WORDS(rows, sign, from, words)                                                    \
    for (size_t at_ = 0; at_ < (words); at_++)                                                     \
    (rows)[at_] sign(from)[at_]

KZI_ALWAYS_INLINE void kzi_copy_words(uint64_t *rows, const uint64_t *from, unsigned words) {
    KZI_BOTH_WORDS(rows, =, from, words);
}

KZI_ALWAYS_INLINE void kzi_and_words(uint64_t *rows, const uint64_t *entry, unsigned words) {
    KZI_BOTH_WORDS(rows, &=, entry, words);
}

KZI_ALWAYS_INLINE void kzi_drop_words(uint64_t *rows, const uint64_t *entry, unsigned words) {
    KZI_BOTH_WORDS(rows, &= ~, entry, words);
}

KZI_ALWAYS_INLINE bool kzi_has_bit(const uint64_t *rows, unsigned at) {
    return rows[at / 64] >> (at % 64) & 1;
}

KZI_ALWAYS_INLINE void kzi_set_bit(uint64_t *rows, size_t at) {
    rows[at / 64] |= UINT64_C(1) << (at % 64);
}

KZI_ALWAYS_INLINE void kzi_put_bit_if(uint64_t *rows, size_t at, bool is) {
    rows[at / 64] |= (uint64_t)is << (at % 64);
}

KZI_ALWAYS_INLINE void kzi_clear_bit(uint64_t *rows, size_t at) {
    rows[at / 64] &= ~(UINT64_C(1) << (at % 64));
}

/* Loop over the elements of a set of `count` words, in rising order. */
#define KZI_EACH_BIT(set, count, bit)                                                              \
    for (unsigned word_ = 0; word_ < (count); word_++)                                             \
        for (uint64_t left_ = (set)[word_];                                                        \
             left_ && ((bit) = word_ * 64 + (unsigned)__builtin_ctzll(left_), true);               \
             left_ &= left_ - 1)

KZI_ALWAYS_INLINE bool kzi_any_common(const uint64_t *a, const uint64_t *b, unsigned words) {
    uint64_t common = 0;
    for (unsigned i = 0; i < words; i++)
        common |= a[i] & b[i];
    return common != 0;
}

/* Keep only the rows that a table allows for the value.  This AND decides which conditions hold. */
KZI_ALWAYS_INLINE void kzi_and_entry(const uint64_t *table, unsigned value, uint64_t *rows,
                                     unsigned words) {
    kzi_and_words(rows, table + (size_t)value * words, words);
}

#endif
