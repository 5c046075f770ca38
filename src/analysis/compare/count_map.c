#include "analysis/compare/count_map.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_CAPACITY 64

void kzi_count_map_init(struct kzi_count_map *map, size_t size) {
    *map = (struct kzi_count_map){.size = size};
}

void kzi_count_map_release(struct kzi_count_map *map) {
    free(map->list);
    free(map->slots);
    kzi_count_map_init(map, map->size);
}

/* Return the slot of the key, or the empty slot for it. */
static size_t slot_of(const struct kzi_count_map *map, struct kzi_count_key key) {
    size_t slot = (size_t)(key.a ^ key.b >> 17) & (map->n_slots - 1);
    for (; map->slots[slot]; slot = (slot + 1) & (map->n_slots - 1)) {
        const struct kzi_count_entry *entry = kzi_count_map_at(map, map->slots[slot] - 1);
        if (entry->key.a == key.a && entry->key.b == key.b)
            break;
    }
    return slot;
}

static bool grow(struct kzi_count_map *map) {
    size_t capacity = map->capacity ? 2 * map->capacity : FIRST_CAPACITY;
    uint32_t *slots = capacity < UINT32_MAX / 4 ? calloc(2 * capacity, sizeof *slots) : NULL;
    unsigned char *list = slots ? realloc(map->list, capacity * map->size) : NULL;
    if (list)
        map->list = list;
    if (!list) {
        free(slots);
        return false;
    }
    free(map->slots);
    map->slots = slots;
    map->capacity = capacity;
    map->n_slots = 2 * capacity;
    for (size_t i = 0; i < map->count; i++) {
        const struct kzi_count_entry *entry = kzi_count_map_at(map, i);
        map->slots[slot_of(map, entry->key)] = (uint32_t)i + 1;
    }
    return true;
}

void *kzi_count_map_find(struct kzi_count_map *map, struct kzi_count_key key, bool *fresh) {
    if (map->count == map->capacity && !grow(map))
        return NULL;
    size_t slot = slot_of(map, key);
    *fresh = !map->slots[slot];
    if (*fresh) {
        map->slots[slot] = (uint32_t)++map->count;
        struct kzi_count_entry *entry = kzi_count_map_at(map, map->count - 1);
        memset(entry, 0, map->size);
        entry->key = key;
    }
    return kzi_count_map_at(map, map->slots[slot] - 1);
}
