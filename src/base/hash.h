/* hash.h - hashes of 64 bits: FNV-1a over bytes, and sums of hashes, which do not depend on the
 * order.
 *
 * They do not resist an attacker who searches for two texts with the same hash. */
#ifndef KZI_HASH_H
#define KZI_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define KZI_HASH_EMPTY UINT64_C(14695981039346656037)

/* Continue a hash with more bytes. */
static inline uint64_t kzi_hash(uint64_t hash, const void *bytes, size_t len) {
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(1099511628211);
    return hash;
}

/* Continue a hash with a text and its NUL, or with a number. */
static inline uint64_t kzi_hash_text(uint64_t hash, const char *text) {
    return kzi_hash(hash, text, strlen(text) + 1);
}

static inline uint64_t kzi_hash_int(uint64_t hash, uint64_t number) {
    return kzi_hash(hash, &number, sizeof number);
}

/* Spread a hash over all its bits (the finalizer of MurmurHash3), so that it can be added to
 * others. */
static inline uint64_t kzi_hash_mix(uint64_t hash) {
    hash = (hash ^ hash >> 33) * UINT64_C(0xFF51AFD7ED558CCD);
    hash = (hash ^ hash >> 33) * UINT64_C(0xC4CEB9FE1A85EC53);
    return hash ^ hash >> 33;
}

#endif
