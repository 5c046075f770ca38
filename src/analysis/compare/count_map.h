/* count_map.h - things that are alike, counted: a table from a key to a count and what else its
 * user keeps of the first one that came.
 *
 * A key is the digest, in 128 bits, of all that makes things alike. */
#ifndef KZI_COUNT_MAP_H
#define KZI_COUNT_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kzi_count_key {
    uint64_t a, b;
};

#define KZI_NEW_COUNT_KEY                                                                          \
    ((struct kzi_count_key){UINT64_C(0x243F6A8885A308D3), UINT64_C(0x13198A2E03707344)})

static inline void kzi_count_key_add(struct kzi_count_key *key, uint64_t value) {
    key->a = (key->a ^ value) * UINT64_C(0x9E3779B97F4A7C15);
    key->a ^= key->a >> 29;
    key->b = (key->b + value) * UINT64_C(0xD6E8FEB86659FD93);
    key->b ^= key->b >> 32;
}

/* What every entry begins with. */
struct kzi_count_entry {
    struct kzi_count_key key;
    uint64_t count;
};

struct kzi_count_map {
    size_t size;         /* of an entry */
    unsigned char *list; /* entries in the order in which they first came */
    size_t count, capacity;
    uint32_t *slots; /* index in list + 1; 0: empty */
    size_t n_slots;  /* a power of two */
};

void kzi_count_map_init(struct kzi_count_map *map, size_t size);
void kzi_count_map_release(struct kzi_count_map *map);

/* The entry of a key; fresh: it is new, zeroed but for its key.  Entries move when another is
 * added.  NULL: memory is out. */
void *kzi_count_map_find(struct kzi_count_map *map, struct kzi_count_key key, bool *fresh);

static inline void *kzi_count_map_at(const struct kzi_count_map *map, size_t index) {
    return map->list + index * map->size;
}

#endif
