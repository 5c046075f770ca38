#include "analysis/compare/count_map.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 64

void kzi_count_map_init(struct kzi_count_map *crowd, size_t size) {
    *crowd = (struct kzi_count_map){.size = size};
}

void kzi_count_map_release(struct kzi_count_map *crowd) {
    free(crowd->list);
    free(crowd->slots);
    kzi_count_map_init(crowd, crowd->size);
}

/* The slot of the key, or the empty one where it would stand. */
static size_t slot_of(const struct kzi_count_map *crowd, struct kzi_count_key key) {
    size_t slot = (size_t)(key.a ^ key.b >> 17) & (crowd->n_slots - 1);
    for (; crowd->slots[slot]; slot = (slot + 1) & (crowd->n_slots - 1)) {
        const struct kzi_count_entry *alike = kzi_count_map_at(crowd, crowd->slots[slot] - 1);
        if (alike->key.a == key.a && alike->key.b == key.b)
            break;
    }
    return slot;
}

static bool grow(struct kzi_count_map *crowd) {
    size_t room = crowd->room ? 2 * crowd->room : FIRST_ROOM;
    uint32_t *slots = room < UINT32_MAX / 4 ? calloc(2 * room, sizeof *slots) : NULL;
    unsigned char *list = slots ? realloc(crowd->list, room * crowd->size) : NULL;
    if (list)
        crowd->list = list;
    if (!list) {
        free(slots);
        return false;
    }
    free(crowd->slots);
    crowd->slots = slots;
    crowd->room = room;
    crowd->n_slots = 2 * room;
    for (size_t i = 0; i < crowd->count; i++) {
        const struct kzi_count_entry *alike = kzi_count_map_at(crowd, i);
        crowd->slots[slot_of(crowd, alike->key)] = (uint32_t)i + 1;
    }
    return true;
}

void *kzi_count_map_find(struct kzi_count_map *crowd, struct kzi_count_key key, bool *fresh) {
    if (crowd->count == crowd->room && !grow(crowd))
        return NULL;
    size_t slot = slot_of(crowd, key);
    *fresh = !crowd->slots[slot];
    if (*fresh) {
        crowd->slots[slot] = (uint32_t)++crowd->count;
        struct kzi_count_entry *alike = kzi_count_map_at(crowd, crowd->count - 1);
        memset(alike, 0, crowd->size);
        alike->key = key;
    }
    return kzi_count_map_at(crowd, crowd->slots[slot] - 1);
}
