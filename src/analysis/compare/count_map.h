/* count_map.h - hash table from a key to a count, with data of its user about the first thing
 * counted.
 *
 * A key is the 128-bit digest of everything that makes two things equal. */
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

/* The head of every entry. */
struct kzi_count_entry {
    struct kzi_count_key key;
    uint64_t count;
};

struct kzi_count_map {
    size_t size;         /* of an entry */
    unsigned char *list; /* entries in the order of their first occurrence */
    size_t count, capacity;
    uint32_t *slots; /* index in list + 1; 0: empty */
    size_t n_slots;  /* a power of two */
};

void kzi_count_map_init(struct kzi_count_map *map, size_t size);
void kzi_count_map_release(struct kzi_count_map *map);

/* Return the entry of a key. fresh: it is new, zeroed except for its key. Entries move when
 * another is added. Return NULL if memory ran out. */
void *kzi_count_map_find(struct kzi_count_map *map, struct kzi_count_key key, bool *fresh);

static inline void *kzi_count_map_at(const struct kzi_count_map *map, size_t index) {
    return map->list + index * map->size;
}

#endif
