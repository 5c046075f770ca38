/* Classes of parts by their whole content: readings, melds, and what else can be asked of them. */
#include "analysis/exhaustive/join.h"

#include <stdlib.h>

/* --- lists of readings ----------------------------------------------------------------------- */

static bool is_less(const struct kzi_join_reading *a, const struct kzi_join_reading *b) {
    for (unsigned half = 0; half < KZI_JOIN_COLUMNS / 64; half++)
        if (a->rows[half] != b->rows[half])
            return a->rows[half] < b->rows[half];
    if (a->phrases != b->phrases)
        return a->phrases < b->phrases;
    return memcmp(&a->own, &b->own, sizeof *a - offsetof(struct kzi_join_reading, own)) < 0;
}

unsigned kzi_join_sort(struct kzi_join_reading *list, unsigned count) {
    unsigned kept = count ? 1 : 0;
    for (unsigned i = 1; i < count; i++) {
        struct kzi_join_reading moved = list[i];
        unsigned at = i;
        for (; at && is_less(&moved, &list[at - 1]); at--)
            list[at] = list[at - 1];
        list[at] = moved;
    }
    for (unsigned i = 1; i < count; i++)
        if (is_less(&list[kept - 1], &list[i]))
            list[kept++] = list[i];
    return kept;
}

/* --- the table ------------------------------------------------------------------------------- */

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 32;
}

static uint32_t hash_of(const struct kzi_join_class *class_,
                        const struct kzi_join_reading *readings) {
    uint64_t hash = class_->traits;
    for (unsigned i = 0; i < class_->n_readings; i++) {
        uint64_t words[sizeof *readings / sizeof(uint64_t)];
        memcpy(words, &readings[i], sizeof words);
        for (unsigned k = 0; k < sizeof words / sizeof *words; k++)
            hash = mix(hash, words[k]);
    }
    return (uint32_t)(hash >> 32);
}

static bool are_same(const struct kzi_join_table *table, const struct kzi_join_class *a,
                     const struct kzi_join_class *b, const struct kzi_join_reading *readings) {
    return a->traits == b->traits &&
           !memcmp(table->readings + a->first, readings, b->n_readings * sizeof *readings);
}

static bool grow(struct kzi_join_table *table) {
    uint32_t n_slots = table->n_slots ? 2 * table->n_slots : 64;
    uint32_t *slots = calloc(n_slots, sizeof *slots);
    struct kzi_join_class *list = realloc(table->list, n_slots / 2 * sizeof *list);
    if (list)
        table->list = list;
    if (!slots || !list) {
        free(slots);
        return false;
    }
    free(table->slots);
    table->slots = slots;
    table->n_slots = n_slots;
    table->capacity = n_slots / 2;
    for (uint32_t i = 0; i < table->count; i++) {
        uint32_t slot = list[i].hash & (n_slots - 1);
        while (slots[slot])
            slot = (slot + 1) & (n_slots - 1);
        slots[slot] = i + 1;
    }
    return true;
}

static bool make_room(struct kzi_join_table *table, unsigned readings) {
    if (table->n_readings + readings <= table->readings_capacity)
        return true;
    uint32_t capacity = 2 * table->readings_capacity + KZI_JOIN_READINGS;
    struct kzi_join_reading *list = realloc(table->readings, capacity * sizeof *list);
    if (!list)
        return false;
    table->readings = list;
    table->readings_capacity = capacity;
    return true;
}

uint32_t kzi_join_add(struct kzi_join *join, struct kzi_join_table *table,
                      const struct kzi_join_class *made, const struct kzi_join_reading *readings,
                      bool *fresh) {
    struct kzi_join_class added = *made;
    *fresh = false;
    if ((table->count == table->capacity && !grow(table)) || !make_room(table, made->n_readings)) {
        join->failed = true;
        return 0;
    }
    added.hash = hash_of(made, readings);
    added.first = table->n_readings;
    if (join->n_readings > KZI_JOIN_MOST_READINGS)
        kzi_join_give_up(join);
    uint32_t mask = table->n_slots - 1, slot = added.hash & mask;
    for (; table->slots[slot]; slot = (slot + 1) & mask) {
        struct kzi_join_class *class_ = &table->list[table->slots[slot] - 1];
        if (class_->hash == added.hash && are_same(table, class_, &added, readings)) {
            class_->count += made->count;
            return table->slots[slot] - 1;
        }
    }
    memcpy(table->readings + added.first, readings, made->n_readings * sizeof *readings);
    table->n_readings += made->n_readings;
    join->n_readings += made->n_readings;
    table->list[table->count] = added;
    table->slots[slot] = ++table->count;
    *fresh = true;
    return table->count - 1;
}

/* --- buckets ---------------------------------------------------------------------------------- */

/* A digest of what decides whether a class may be part of hands that a difference concerns. */
static struct kzi_count_key digest_concern(const struct kzi_join *join,
                                           const struct kzi_join_table *table,
                                           const struct kzi_join_class *class_) {
    struct kzi_count_key key = KZI_NEW_COUNT_KEY;
    uint64_t readings = 0;
    if (!join->prunes)
        return key;
    for (unsigned i = 0; i < class_->n_readings; i++) {
        const struct kzi_join_reading *reading = &table->readings[class_->first + i];
        struct kzi_count_key one = KZI_NEW_COUNT_KEY;
        for (unsigned half = 0; half < KZI_JOIN_COLUMNS / 64; half++)
            kzi_count_key_add(&one, reading->rows[half] & join->concerned[reading->form][half]);
        kzi_count_key_add(&one, reading->phrases & join->phrases.concerned);
        kzi_count_key_add(&one, reading->form);
        readings += one.a;
    }
    kzi_count_key_add(&key, readings);
    kzi_count_key_add(&key, class_->suits * 2U + kzi_join_is_open(class_->melds));
    return key;
}

struct bucket {
    struct kzi_count_entry entry;
    uint32_t number;
};

/* Put the classes in order by bucket, where that is the number of each and so many there are; and
 * their readings, which are then read one after the other. */
static bool lay_out(struct kzi_join_table *table, const uint32_t *number,
                    const struct kzi_count_map *found) {
    uint32_t n = (uint32_t)found->count, at = 0;
    struct kzi_join_class *list = malloc((table->count + 1) * sizeof *list);
    struct kzi_join_reading *readings = malloc((table->n_readings + 1) * sizeof *readings);
    uint32_t *bucket = calloc(n + 2, sizeof *bucket);
    bool made = list && readings && bucket;
    for (uint32_t i = 0; i < table->count && made; i++)
        bucket[number[i] + 2]++;
    for (uint32_t i = 2; i < n + 2 && made; i++)
        bucket[i] += bucket[i - 1];
    for (uint32_t i = 0; i < table->count && made; i++)
        list[bucket[number[i] + 1]++] = table->list[i];
    for (uint32_t i = 0; i < table->count && made; at += list[i++].n_readings) {
        memcpy(readings + at, table->readings + list[i].first,
               list[i].n_readings * sizeof *readings);
        list[i].first = at;
    }
    free(made ? table->list : list);
    free(made ? table->readings : readings);
    if (!made) {
        free(bucket);
        return false;
    }
    table->list = list;
    table->readings = readings;
    table->bucket = bucket;
    table->n_buckets = n;
    return true;
}

bool kzi_join_sort_table(struct kzi_join *join, struct kzi_join_table *table) {
    struct kzi_count_map found;
    uint32_t *number = malloc((table->count + 1) * sizeof *number);
    if (table->bucket || !number) {
        free(number);
        return table->bucket != NULL;
    }
    kzi_count_map_init(&found, sizeof(struct bucket));
    for (uint32_t i = 0; i < table->count && !join->failed; i++) {
        bool fresh;
        struct bucket *bucket =
            kzi_count_map_find(&found, digest_concern(join, table, &table->list[i]), &fresh);
        join->failed |= !bucket;
        if (bucket && fresh)
            bucket->number = (uint32_t)found.count - 1;
        number[i] = bucket ? bucket->number : 0;
    }
    join->failed |= join->failed || !lay_out(table, number, &found);
    kzi_count_map_release(&found);
    free(number);
    free(table->slots);
    table->slots = NULL;
    return !join->failed;
}

bool kzi_join_tables_are_mirrored(const struct kzi_join_table *a, const struct kzi_join_table *b) {
    if (a->count != b->count || a->n_readings != b->n_readings)
        return false;
    for (uint32_t i = 0; i < a->count; i++) {
        struct kzi_join_class one = a->list[i];
        const struct kzi_join_class *other = &b->list[i];
        one.suits = other->suits;
        if (!are_same(a, &one, other, b->readings + other->first) || one.count != other->count)
            return false;
    }
    return true;
}

void kzi_join_table_release(struct kzi_join *join, struct kzi_join_table *table) {
    join->n_readings -= table->n_readings;
    free(table->list);
    free(table->readings);
    free(table->slots);
    free(table->bucket);
    *table = (struct kzi_join_table){.list = NULL};
}

void kzi_join_parts_release(struct kzi_join *join, struct kzi_join_parts *parts) {
    for (unsigned tiles = 0; tiles <= KZI_JOIN_TILES; tiles++)
        for (unsigned way = 0; way < KZI_JOIN_WAYS; way++)
            kzi_join_table_release(join, &parts->of[tiles][way]);
}
