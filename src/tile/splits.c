/* Build the table of splits.  Enumerate all multisets of chows and pungs with or without a pair
 * twice, first to count the splits of each suit, then to store them, so that those of a suit are
 * adjacent. */
#include "tile/splits.h"

#include "tile/sets.h"

#define ONE_CHOW UINT32_C(0111) /* the key of the chow 123 */

struct enumeration {
    const struct kzi_splits *table;
    uint16_t *slots;
    struct kzi_split *list;
    unsigned capacity;
    kzi_suit_key mark; /* added to the keys of suits with these numbers */
    unsigned numbers, chow_starts;
    unsigned n_suits, n_splits;
    bool counts; /* only count the splits of each suit */
};

/* Return the split with its list of sets filled in from chows and pungs.  starts: the number of
 * chows that begin at each number 1-7, 3 bits each. */
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

/* Count a split or store it.  While splits are counted, the list has the suits in the order in
 * which they were found; the slot of a suit is the same when it is found again. */
static void add_split(struct enumeration *enumeration, kzi_suit_key key, struct kzi_split split) {
    split.key = key | enumeration->mark;
    uint16_t *slot = &enumeration->slots[kzi_suit_slot(enumeration->table, split.key)];
    struct kzi_split *first = &enumeration->list[*slot];
    enumeration->n_splits++;
    if (first->key == split.key && enumeration->counts) {
        first->more++;
    } else if (first->key == split.key) {
        first[++first->more] = split;
    } else if (!enumeration->counts) {
        *first = split;
    } else if (enumeration->n_suits + 1 < enumeration->capacity) {
        *slot = (uint16_t)++enumeration->n_suits;
        enumeration->list[*slot] = split;
    }
}

/* Return whether no number occurs more than four times. */
static bool is_playable(kzi_suit_key key) {
    return !(key >> 2 & (key | key >> 1) & KZI_KEY_ONES);
}

/* Add the splits of these sets without a pair and with each pair, then recurse with one more set:
 * chows in rising order, then pungs. */
static void add_splits_from(struct enumeration *enumeration, kzi_suit_key key,
                            struct kzi_split split, uint32_t starts, unsigned chow, unsigned pung) {
    struct kzi_split listed = enumeration->counts ? split : with_list(split, starts);
    add_split(enumeration, key, listed);
    for (unsigned number = 0; number < enumeration->numbers; number++)
        if (is_playable(key + (2U << 3 * number))) {
            listed.pair = (uint8_t)(number + 1);
            add_split(enumeration, key + (2U << 3 * number), listed);
        }
    if (split.n_sets++ == enumeration->table->max_sets)
        return;
    for (unsigned number = pung; number < enumeration->numbers; number++)
        if (is_playable(key + (3U << 3 * number))) {
            struct kzi_split longer = split;
            longer.pungs = (uint16_t)(longer.pungs | 1U << number);
            add_splits_from(enumeration, key + (3U << 3 * number), longer, starts,
                            enumeration->chow_starts, number + 1);
        }
    for (unsigned start = chow; start < enumeration->chow_starts; start++)
        if (is_playable(key + (ONE_CHOW << 3 * start)))
            add_splits_from(enumeration, key + (ONE_CHOW << 3 * start), split,
                            starts + (1U << 3 * start), start, 0);
}

/* Add all splits: of a suit of numbers, then of honors. */
static void add_splits(struct enumeration *enumeration) {
    enumeration->numbers = 9;
    enumeration->chow_starts = KZI_CHOW_STARTS;
    add_splits_from(enumeration, 0, (struct kzi_split){0}, 0, 0, 0);
    enumeration->mark = KZI_HONORS;
    enumeration->numbers = 7;
    enumeration->chow_starts = 0;
    add_splits_from(enumeration, 0, (struct kzi_split){0}, 0, 0, 0);
    enumeration->mark = 0;
}

/* Let each slot begin the splits of its suit, and clear the list. */
static void begin_suits(struct enumeration *enumeration) {
    unsigned begin = 1;
    for (unsigned slot = 0; slot < 1U << enumeration->table->bits; slot++) {
        uint16_t *suit = &enumeration->slots[slot];
        if (!*suit)
            continue;
        const unsigned length = enumeration->list[*suit].more + 1U;
        *suit = (uint16_t)begin;
        begin += length;
    }
    for (unsigned i = 0; i < begin; i++)
        enumeration->list[i].key = KZI_NO_SUIT;
}

bool kzi_splits_build(struct kzi_splits *table, unsigned max_sets, uint16_t *slots, unsigned bits,
                      struct kzi_split *list, unsigned capacity) {
    *table = (struct kzi_splits){.slots = slots, .list = list, .bits = bits, .max_sets = max_sets};
    struct enumeration enumeration = {
        .table = table, .slots = slots, .list = list, .capacity = capacity, .counts = true};
    list[0].key = KZI_NO_SUIT;
    add_splits(&enumeration);
    table->count = enumeration.n_splits + 1;
    if (table->count > capacity || table->count > UINT16_MAX)
        return false;
    begin_suits(&enumeration);
    enumeration.counts = false;
    add_splits(&enumeration);
    return true;
}

struct kzi_suit_groups kzi_make_suit_with_five(const struct kzi_splits *table, kzi_suit_key key,
                                               kzi_suit_key one) {
    enum { PAIR = 0, PUNG = 1 }; /* then the chows by their first number */
    const kzi_suit_key groups[] = {2 * one, 3 * one, ONE_CHOW * one, ONE_CHOW * (one >> 3),
                                   ONE_CHOW * (one >> 6)};
    const kzi_suit_key there =
        key & KZI_HONORS ? 0 : (key | key >> 1 | key >> 2) & KZI_KEY_ONES; /* starts of chows */
    for (unsigned i = 0; i < sizeof groups / sizeof *groups; i++) {
        if (i > PUNG && (!groups[i] || groups[i] & ~there))
            continue;
        struct kzi_suit_groups made = kzi_make_suit(table, key - groups[i]);
        if (!made.whole || (i == PAIR && made.pairs))
            continue;
        made.pairs += i == PAIR;
        made.sets += i != PAIR;
        return made;
    }
    return (struct kzi_suit_groups){false, 0, 0};
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
