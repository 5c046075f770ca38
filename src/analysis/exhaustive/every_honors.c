/* The honors of a hand with seat and round: those that mean the same are one. */
#include "analysis/exhaustive/every_walk.h"

#include <stdlib.h>

static int by_number(const void *a, const void *b) {
    const unsigned *one = a, *other = b;
    return *one < *other ? -1 : *one > *other;
}

static unsigned numbers_with(kzi_suit_key key, unsigned kongs) {
    return kzi_walk_numbers_of(key) | kongs;
}

static void find_honor_rows(const struct kzi_walk *walk, unsigned numbers, uint64_t *rows) {
    kzi_walk_all_rows(rows);
    kzi_walk_and_feature(walk, KZI_F_PRESENT, KZI_SUITS, numbers, rows);
}

/* The sorts of honors with their counts (0: a kong), in the order of the sorts. */
static struct kzi_count_key sorts_of_honors(const struct kzi_walk *walk, kzi_suit_key key,
                                            unsigned kongs, unsigned seat, unsigned round) {
    const struct kzi_every_kinds *kinds = &walk->every->kinds;
    struct kzi_count_key made = KZI_NEW_COUNT_KEY;
    unsigned sorts[7], count = 0;
    for (unsigned number = 1; number <= 7; number++)
        if (numbers_with(key, kongs) >> (number - 1) & 1)
            sorts[count++] = kinds->tile[kzi_code(kzi_kind(3, number), seat, round)] * 8U +
                             kzi_walk_count_of(key, number);
    /* cppcheck-suppress uninitvar ; those before count are set */
    qsort(sorts, count, sizeof *sorts, by_number);
    for (unsigned i = 0; i < count; i++)
        kzi_count_key_add(&made, sorts[i]);
    kzi_count_key_add(&made, kinds->seat[seat]);
    kzi_count_key_add(&made, walk->honors_by_kind ? (uint64_t)key << 9 | kongs : 0);
    return made;
}

/* With the rows that they leave, which suits may take away again. */
static struct kzi_count_key key_of_honors(const struct kzi_walk *walk, struct kzi_count_key sorts,
                                          unsigned numbers) {
    uint64_t rows[KZI_WALK_WORDS];
    find_honor_rows(walk, numbers, rows);
    for (unsigned i = 0; i < walk->n_words; i++)
        kzi_count_key_add(&sorts, rows[i]);
    return sorts;
}

static void fill_honors(const struct kzi_walk *walk, struct kzi_walk_honors *honors) {
    const struct kzi_suit *suit = kzi_suit_find(walk->splits, honors->key | KZI_HONORS);
    honors->numbers = (uint16_t)numbers_with(honors->key, honors->kongs);
    honors->n_tiles = (uint8_t)kzi_every_tiles_with(honors->key, honors->kongs);
    find_honor_rows(walk, honors->numbers, honors->rows);
    honors->splits = suit;
    if (suit)
        honors->split = suit->first;
    if (walk->every->view == KZI_CONCERNED_HANDS && honors->splits)
        kzi_walk_find_range(walk, honors->range, KZI_SUITS, &honors->split, 1, honors->seat,
                            honors->round);
}

void kzi_walk_add_honors(struct kzi_walk *walk, kzi_suit_key key, unsigned kongs) {
    for (unsigned seat = 0; seat < walk->every->rules[0]->model->n_seats; seat++)
        for (unsigned round = 0; round < KZI_EVERY_ROUNDS; round++) {
            bool fresh;
            struct kzi_count_key sorts = sorts_of_honors(walk, key, kongs, seat, round);
            struct kzi_walk_honors *honors = kzi_count_map_find(
                &walk->honors, key_of_honors(walk, sorts, numbers_with(key, kongs)), &fresh);
            walk->failed |= !honors;
            if (!honors)
                return;
            honors->alike.count++;
            if (!fresh)
                continue;
            honors->sorts = sorts;
            honors->key = key;
            honors->kongs = (uint16_t)kongs;
            honors->seat = (uint8_t)seat;
            honors->round = (uint8_t)round;
            fill_honors(walk, honors);
        }
}

static int by_honor_tiles(const void *a, const void *b) {
    const struct kzi_walk_honors *const *one = a, *const *other = b;
    if ((*one)->n_tiles != (*other)->n_tiles)
        return (*one)->n_tiles < (*other)->n_tiles ? -1 : 1;
    return *one < *other ? -1 : *one > *other;
}

static void order_honors(struct kzi_walk *walk) {
    size_t count = walk->honors.count, at = 0;
    free(walk->by_tiles);
    walk->by_tiles = calloc(count + 1, sizeof *walk->by_tiles);
    walk->failed |= !walk->by_tiles;
    if (walk->failed)
        return;
    for (size_t i = 0; i < count; i++)
        walk->by_tiles[i] = kzi_count_map_at(&walk->honors, i);
    qsort(walk->by_tiles, count, sizeof *walk->by_tiles, by_honor_tiles);
    for (unsigned tiles = 0; tiles < KZI_WALK_TILES + 2; tiles++) {
        while (at < count && walk->by_tiles[at]->n_tiles < tiles)
            at++;
        walk->first_honors[tiles] = (unsigned)at;
    }
}

/* With every choice of kongs that are no tile of the key. */
static void with_kongs(struct kzi_walk *walk, kzi_suit_key key, unsigned most_kongs,
                       unsigned most_tiles) {
    for (unsigned kongs = 0; kongs <= most_kongs; kongs++)
        if (!(kongs & kzi_walk_numbers_of(key)) && kzi_every_tiles_with(key, kongs) <= most_tiles &&
            kzi_walk_has_copies(walk, key | kzi_walk_four_each(kongs), KZI_SUITS))
            kzi_walk_add_honors(walk, key, kongs);
}

/* Each count of an honor is one of those that the form of the shape has. */
void kzi_walk_find_honors(struct kzi_walk *walk, const struct kzi_shape *shape,
                          unsigned most_tiles) {
    static const uint8_t of_sets[] = {0, 2, 3}, of_pairs[] = {0, 2, 4};
    bool sets = shape->form == KZI_FORM_SETS;
    const uint8_t *counts = sets ? of_sets : of_pairs;
    unsigned choices = !sets && shape->pairs_differ ? 2 : 3;
    unsigned most_kongs = sets && walk->every->view == KZI_CONCERNED_HANDS ? 127 : 0;
    kzi_count_map_release(&walk->honors);
    for (unsigned code = 0; code < 2187; code++) { /* 3 to the 7th */
        kzi_suit_key key = 0;
        unsigned rest = code;
        for (unsigned i = 0; i < 7; i++, rest /= choices)
            key |= (kzi_suit_key)counts[rest % choices] << (3 * i);
        if (!rest)
            with_kongs(walk, key, most_kongs, most_tiles);
    }
    order_honors(walk);
}
