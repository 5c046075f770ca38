/* random.h - random numbers; a seed gives the same numbers on every machine. */
#ifndef KZI_RANDOM_H
#define KZI_RANDOM_H

#include <stdint.h>

struct kzi_random {
    uint64_t state;
};

static inline uint64_t kzi_random_bits(struct kzi_random *random) { /* splitmix64 */
    uint64_t z = random->state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static inline unsigned kzi_random_below(struct kzi_random *random, unsigned bound) {
    return (unsigned)(kzi_random_bits(random) >> 32) % bound;
}

/* Return the index of a random one of the bits that are set, of which there is at least one. */
static inline unsigned kzi_random_bit_of(struct kzi_random *random, uint64_t bits) {
    for (unsigned skip = kzi_random_below(random, (unsigned)__builtin_popcountll(bits)); skip;
         skip--)
        bits &= bits - 1;
    return (unsigned)__builtin_ctzll(bits);
}

#endif
