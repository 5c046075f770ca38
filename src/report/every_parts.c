/* A number suit as part of a hand: all that it can be, and the blocks that it is made of. */
#include "report/every_walk.h"

#include <stdlib.h>

static unsigned number_class(struct kzi_walk *walk, struct kzi_key key) {
    bool fresh;
    struct kzi_alike *alike = kzi_crowd_find(&walk->classes, key, &fresh);
    walk->failed |= !alike;
    if (alike && fresh)
        alike->count = walk->classes.count - 1;
    return alike ? (unsigned)alike->count : 0;
}

/* Which of the two numbers to each side are played, by bit: these may be waits. */
static unsigned played_beside(const struct kzi_walk *walk, unsigned suit, unsigned number) {
    const uint8_t *copies = walk->every->rules[0]->model->copies;
    unsigned played = 0;
    for (unsigned beside = number > 2 ? number - 2 : 1; beside <= number + 2 && beside <= 9;
         beside++)
        played |= (copies[kzi_kind(suit, beside)] ? 1U : 0U) << (beside + 2 - number);
    return played;
}

/* The tiles of a suit among numbers: how many, what sort, how far from the one before and, where
 * rules ask for waits, what is played beside them. */
static unsigned class_of(struct kzi_walk *walk, kzi_suit_key suit_key, unsigned suit,
                         unsigned numbers) {
    const struct kzi_every_kinds *kinds = &walk->every->kinds;
    struct kzi_key key = KZI_NEW_KEY;
    unsigned last = 0;
    for (unsigned number = 1; number <= 9; number++) {
        if (!(numbers >> (number - 1) & 1))
            continue;
        unsigned gap = last && number - last < 3 ? number - last : 3;
        kzi_key_add(&key, gap * 8 + kzi_walk_count_of(suit_key, number));
        kzi_key_add(&key, kinds->tile[kzi_kind(suit, number)]);
        if (number < 8 && (numbers >> (number - 1) & 7) == 7)
            kzi_key_add(&key, kinds->chow[suit * 7 + number - 1]);
        if (kinds->asks_waits)
            kzi_key_add(&key, played_beside(walk, suit, number));
        last = number;
    }
    return number_class(walk, key);
}

/* Numbers that share a group with each other, by any way to split them. */
static void find_blocks(const struct kzi_walk *walk, const struct kzi_walk_part *part,
                        unsigned blocks[KZI_WALK_BLOCKS], unsigned *count) {
    unsigned numbers = part->numbers;
    *count = 0;
    if (walk->every->kinds.asks_waits || part->n_splits > 1) {
        blocks[0] = numbers;
        *count = numbers != 0;
        return;
    }
    unsigned joined = 0; /* bit n: n and n + 1 stand in one chow */
    for (unsigned i = 0; part->n_splits && i < part->splits->n_sets; i++)
        if (!(part->splits->sets[i] & KZI_SPLIT_PUNG))
            joined |= 3U << part->splits->sets[i];
    for (unsigned i = 0; i < 9; i++) {
        if (!(numbers >> i & 1))
            continue;
        if (!(i && joined >> (i - 1) & 1))
            blocks[(*count)++] = 0;
        blocks[*count - 1] |= 1U << i;
    }
}

static void class_blocks(struct kzi_walk *walk, struct kzi_walk_part *part) {
    unsigned blocks[KZI_WALK_BLOCKS], count;
    find_blocks(walk, part, blocks, &count);
    part->n_blocks = (uint8_t)count;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        for (unsigned i = 0; i < count; i++)
            part->blocks[suit][i] = (uint16_t)class_of(walk, part->key, suit, blocks[i]);
}

bool kzi_walk_has_copies(const struct kzi_walk *walk, kzi_suit_key key, unsigned suit) {
    const uint8_t *copies = walk->every->rules[0]->model->copies;
    for (unsigned number = 1; number <= (suit < KZI_SUITS ? 9U : 7U); number++)
        if (kzi_walk_count_of(key, number) > copies[kzi_kind(suit, number)])
            return false;
    return true;
}

static void add_part(struct kzi_walk *walk, struct kzi_walk_parts *parts, kzi_suit_key key) {
    const struct kzi_suit *suit = kzi_suit_find(walk->splits, key);
    struct kzi_walk_part *part = &parts->list[parts->count];
    if (parts->count == KZI_WALK_PARTS) {
        walk->failed = true;
        return;
    }
    *part = (struct kzi_walk_part){.key = key, .n_tiles = (uint8_t)kzi_walk_tiles_of(key)};
    part->numbers = (uint16_t)kzi_walk_numbers_of(key);
    if (suit) {
        part->splits = kzi_splits_of(walk->splits, suit);
        part->n_splits = suit->first.more + 1U;
    }
    for (unsigned i = 0; i < KZI_SUITS; i++)
        part->played[i] = kzi_walk_has_copies(walk, key, i);
    class_blocks(walk, part);
    parts->count++;
}

static int by_tiles(const void *a, const void *b) {
    const struct kzi_walk_part *one = a, *other = b;
    if (one->n_tiles != other->n_tiles)
        return one->n_tiles < other->n_tiles ? -1 : 1;
    return one->key < other->key ? -1 : one->key > other->key;
}

static void order_parts(struct kzi_walk_parts *parts) {
    qsort(parts->list, parts->count, sizeof *parts->list, by_tiles);
    unsigned at = 0;
    for (unsigned tiles = 0; tiles < KZI_MAX_TILES + 2; tiles++) {
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
        if (!rest && kzi_walk_tiles_of(key) <= KZI_MAX_TILES)
            add_part(walk, &walk->even, key);
    }
    order_parts(&walk->even);
}

void kzi_walk_find_sets(struct kzi_walk *walk) {
    for (unsigned i = 0; i < walk->splits->n_places; i++) {
        kzi_suit_key key = walk->splits->suits[i].key;
        if (key != KZI_NO_SUIT && !(key & KZI_HONORS))
            add_part(walk, &walk->sets, key);
    }
    order_parts(&walk->sets);
}
