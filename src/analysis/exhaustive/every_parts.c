/* A number suit as part of a hand: all that it can be. */
#include "analysis/exhaustive/every_walk.h"

#include <stdlib.h>

bool kzi_walk_has_copies(const struct kzi_walk *walk, kzi_suit_key key, unsigned suit) {
    const uint8_t *copies = walk->every->rules[0]->model->copies;
    for (unsigned number = 1; number <= (suit < KZI_SUITS ? 9U : 7U); number++)
        if (kzi_walk_count_of(key, number) > copies[kzi_kind(suit, number)])
            return false;
    return true;
}

kzi_suit_key kzi_walk_four_each(unsigned kongs) {
    kzi_suit_key key = 0;
    for (; kongs; kongs &= kongs - 1)
        key |= (kzi_suit_key)4 << (3 * __builtin_ctz(kongs));
    return key;
}

static void add_part(struct kzi_walk *walk, struct kzi_walk_parts *parts, kzi_suit_key key,
                     unsigned kongs) {
    const struct kzi_suit *suit = kzi_suit_find(walk->splits, key);
    struct kzi_walk_part *part = &parts->list[parts->count];
    if (parts->count == KZI_WALK_PARTS) {
        walk->failed = true;
        return;
    }
    *part = (struct kzi_walk_part){.key = key, .kongs = (uint16_t)kongs};
    part->n_tiles = (uint8_t)kzi_every_tiles_with(key, kongs);
    part->numbers = (uint16_t)(kzi_walk_numbers_of(key) | kongs);
    if (suit) {
        part->splits = kzi_splits_of(walk->splits, suit);
        part->n_splits = suit->first.more + 1U;
    }
    for (unsigned i = 0; i < KZI_SUITS; i++)
        part->played[i] = kzi_walk_has_copies(walk, key | kzi_walk_four_each(kongs), i);
    if (walk->every->view == KZI_CONCERNED_HANDS)
        for (unsigned i = 0; i < KZI_SUITS; i++)
            kzi_walk_find_range(walk, part->range[i], i, part->splits, part->n_splits, 0, 0);
    kzi_walk_find_blocks(walk, part, parts == &walk->sets);
    parts->count++;
}

static int by_tiles(const void *a, const void *b) {
    const struct kzi_walk_part *one = a, *other = b;
    if (one->n_tiles != other->n_tiles)
        return one->n_tiles < other->n_tiles ? -1 : 1;
    if (one->key != other->key)
        return one->key < other->key ? -1 : 1;
    return one->kongs < other->kongs ? -1 : one->kongs > other->kongs;
}

static void order_parts(struct kzi_walk_parts *parts) {
    qsort(parts->list, parts->count, sizeof *parts->list, by_tiles);
    unsigned at = 0;
    for (unsigned tiles = 0; tiles < KZI_WALK_TILES + 2; tiles++) {
        while (at < parts->count && parts->list[at].n_tiles < tiles)
            at++;
        parts->first[tiles] = at;
    }
}

/* Every key of which each count is 0, 2 or 4. */
void kzi_walk_find_even(struct kzi_walk *walk, bool pairs_differ) {
    unsigned choices = pairs_differ ? 2 : 3;
    walk->even.count = 0;
    for (unsigned code = 0; code < 19683; code++) { /* 3 to the 9th */
        kzi_suit_key key = 0;
        unsigned rest = code;
        for (unsigned i = 0; i < 9; i++, rest /= choices)
            key |= (kzi_suit_key)(rest % choices * 2) << (3 * i);
        if (!rest && kzi_walk_tiles_of(key) <= KZI_WALK_TILES)
            add_part(walk, &walk->even, key, 0);
    }
    order_parts(&walk->even);
}

/* With every choice of kongs that are no tile of the key. */
static void with_kongs(struct kzi_walk *walk, kzi_suit_key key) {
    unsigned most = 3 * walk->splits->max_sets + 2, numbers = kzi_walk_numbers_of(key);
    for (unsigned kongs = 0; kongs < 512; kongs++)
        if (!(kongs & numbers) && kzi_every_tiles_with(key, kongs) <= most)
            add_part(walk, &walk->sets, key, kongs);
}

void kzi_walk_find_sets(struct kzi_walk *walk) {
    for (unsigned i = 0; i < walk->splits->n_slots; i++) {
        kzi_suit_key key = walk->splits->suits[i].key;
        if (key == KZI_NO_SUIT || key & KZI_HONORS)
            continue;
        if (walk->every->view == KZI_CONCERNED_HANDS)
            with_kongs(walk, key);
        else
            add_part(walk, &walk->sets, key, 0);
    }
    order_parts(&walk->sets);
}
