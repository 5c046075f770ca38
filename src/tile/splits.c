/* Build the table of splits: enumerate all multisets of chows and pungs with or without a pair,
 * twice, to count the splits of each suit and to file them next to each other. */
#include "tile/splits.h"

#include "tile/sets.h"

#define ONE_CHOW UINT32_C(0111) /* the key of the chow 123 */

struct walk {
    struct kzi_splits_buffers *buffers;
    kzi_suit_key mark; /* of the suits with these numbers */
    unsigned numbers, chow_starts;
    unsigned count, max_sets;
    bool counts; /* the splits of each suit, and files none */
};

/* Fill the list of sets from chows and pungs.  starts: the number of chows that begin at each
 * number 1-7, 3 bits each. */
static struct kzi_split with_list(struct kzi_split split, uint32_t starts) {
    unsigned count = 0;
    for (unsigned number = 0; number < 9; number++) {
        for (unsigned chows = starts >> (3 * number) & 7; chows; chows--)
            split.sets[count++] = (uint8_t)number;
        if (split.pungs >> number & 1)
            split.sets[count++] = (uint8_t)(KZI_SPLIT_PUNG | number);
    }
    split.chow_id = (uint16_t)kzi_chow_id(starts);
    return split;
}

/* Count a split of a suit, or file it as the next one.  Where there are too many, none is filed. */
static void file(struct walk *walk, kzi_suit_key key, struct kzi_split split) {
    struct kzi_splits_buffers *buffers = walk->buffers;
    if (walk->count++ >= buffers->max_splits)
        return;
    const unsigned slot = kzi_suit_slot(buffers->suits, buffers->slot_bits, key | walk->mark);
    struct kzi_suit *suit = &buffers->suits[slot];
    suit->key = key | walk->mark;
    suit->sets = split.n_sets & 15U;
    suit->pairs = split.pair != 0;
    if (!walk->counts)
        buffers->splits[suit->first + suit->more] = split;
    suit->more++;
}

/* Return whether no number occurs more than four times. */
static bool is_playable(kzi_suit_key key) {
    return !(key >> 2 & (key | key >> 1) & KZI_KEY_ONES);
}

/* Add the sets without a pair and with each pair, then recurse with one more set: chows in
 * rising order, then pungs. */
static void walk_from(struct walk *walk, kzi_suit_key key, struct kzi_split split, uint32_t starts,
                      unsigned chow, unsigned pung) {
    struct kzi_split listed = walk->counts ? split : with_list(split, starts);
    file(walk, key, listed);
    for (unsigned number = 0; number < walk->numbers; number++)
        if (is_playable(key + (2U << 3 * number))) {
            listed.pair = (uint8_t)(number + 1);
            file(walk, key + (2U << 3 * number), listed);
        }
    if (split.n_sets++ == walk->max_sets)
        return;
    for (unsigned number = pung; number < walk->numbers; number++)
        if (is_playable(key + (3U << 3 * number))) {
            struct kzi_split longer = split;
            longer.pungs = (uint16_t)(longer.pungs | 1U << number);
            walk_from(walk, key + (3U << 3 * number), longer, starts, walk->chow_starts,
                      number + 1);
        }
    for (unsigned start = chow; start < walk->chow_starts; start++)
        if (is_playable(key + (ONE_CHOW << 3 * start)))
            walk_from(walk, key + (ONE_CHOW << 3 * start), split, starts + (1U << 3 * start), start,
                      0);
}

/* Count the splits, or file them.  Return how many there are. */
static unsigned find_splits(struct kzi_splits_buffers *buffers, unsigned max_sets, bool counts) {
    struct walk walk = {.buffers = buffers,
                        .numbers = 9,
                        .chow_starts = KZI_CHOW_STARTS,
                        .max_sets = max_sets,
                        .counts = counts};
    walk_from(&walk, 0, (struct kzi_split){0}, 0, 0, 0);
    walk.mark = KZI_HONORS;
    walk.numbers = 7;
    walk.chow_starts = 0;
    walk_from(&walk, 0, (struct kzi_split){0}, 0, 0, 0);
    return walk.count;
}

bool kzi_splits_build(struct kzi_splits_buffers *buffers, unsigned max_sets,
                      struct kzi_splits *table) {
    const unsigned n_slots = 1U << buffers->slot_bits;
    for (unsigned slot = 0; slot < n_slots; slot++)
        buffers->suits[slot] = (struct kzi_suit){.key = KZI_NO_SUIT};
    if (n_slots <= buffers->max_splits || buffers->max_splits > UINT16_MAX ||
        find_splits(buffers, max_sets, true) > buffers->max_splits)
        return false;
    for (unsigned slot = 0, begin = 0; slot < n_slots; slot++) {
        buffers->suits[slot].first = (uint16_t)begin;
        begin += buffers->suits[slot].more;
        buffers->suits[slot].more = 0;
    }
    find_splits(buffers, max_sets, false);
    for (unsigned slot = 0; slot < n_slots; slot++)
        if (buffers->suits[slot].key != KZI_NO_SUIT)
            buffers->suits[slot].more--;
    *table =
        (struct kzi_splits){buffers->suits, buffers->splits, buffers->slot_bits, max_sets};
    return true;
}

struct kzi_made kzi_make_suit_with_five(const struct kzi_splits *table, kzi_suit_key key,
                                        kzi_suit_key one) {
    enum { PAIR = 0, PUNG = 1 }; /* chows follow */
    const kzi_suit_key groups[] = {2 * one, 3 * one, ONE_CHOW * one, ONE_CHOW * (one >> 3),
                                   ONE_CHOW * (one >> 6)};
    const kzi_suit_key there =
        key & KZI_HONORS ? 0 : (key | key >> 1 | key >> 2) & KZI_KEY_ONES; /* for chows */
    for (unsigned i = 0; i < sizeof groups / sizeof *groups; i++) {
        if (i > PUNG && (!groups[i] || groups[i] & ~there))
            continue;
        struct kzi_made made = kzi_make_suit(table, key - groups[i]);
        if (!made.whole || (i == PAIR && made.pairs))
            continue;
        made.pairs += i == PAIR;
        made.sets += i != PAIR;
        return made;
    }
    return (struct kzi_made){false, 0, 0};
}

unsigned kzi_suit_waits(const struct kzi_splits *table, kzi_suit_key key) {
    const kzi_suit_key there = (key | key >> 1 | key >> 2) & KZI_KEY_ONES,
                       beside = there << 3 | there << 6 | there >> 3 | there >> 6;
    unsigned waits = 0;
    for (kzi_suit_key left = (key & KZI_HONORS ? there : there | beside) & KZI_KEY_ONES; left;
         left &= left - 1)
        waits |= (unsigned)kzi_make_suit(table, key + (left & -left)).whole
                 << __builtin_ctz(left) / 3;
    return waits;
}
