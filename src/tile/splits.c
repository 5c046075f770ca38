/* Build the table of splits.  Enumerate all multisets of chows and pungs with or without a pair
 * twice, first to count them, then to store them.  Sort them by the hash of their tiles, so that
 * the splits of a suit are adjacent, and so are the suits of a chain.  Then give each suit a slot
 * of its own (perfect hashing). */
#include "tile/splits.h"

#include "tile/sets.h"

#include <string.h>

#define ONE_CHOW UINT32_C(0111) /* the key of the chow 123 */

struct enumeration {
    struct kzi_splits_buffers *buffers;
    kzi_suit_key mark; /* added to the keys of suits with these numbers */
    unsigned numbers, chow_starts;
    unsigned count, max_sets;
    bool counts; /* only count the splits of each chain */
};

static uint32_t head_of(const struct kzi_splits_buffers *buffers, kzi_suit_key key) {
    return kzi_suit_hash(key) >> (32 - buffers->shift_bits);
}

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

/* Count a split or store it.  During the enumeration, the shift of a chain holds first the number
 * of its splits, then the index for its next one. */
static void store_split(struct enumeration *enumeration, kzi_suit_key key, struct kzi_split split) {
    struct kzi_splits_buffers *buffers = enumeration->buffers;
    uint16_t *at = &buffers->shifts[head_of(buffers, key | enumeration->mark)];
    if (!enumeration->counts) {
        buffers->keys[*at] = key | enumeration->mark;
        buffers->splits[*at] = split;
    }
    ++*at;
    enumeration->count++;
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
    store_split(enumeration, key, listed);
    for (unsigned number = 0; number < enumeration->numbers; number++)
        if (is_playable(key + (2U << 3 * number))) {
            listed.pair = (uint8_t)(number + 1);
            store_split(enumeration, key + (2U << 3 * number), listed);
        }
    if (split.n_sets++ == enumeration->max_sets)
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

/* Count the splits or store them.  Return their number. */
static unsigned find_splits(struct kzi_splits_buffers *buffers, unsigned max_sets, bool counts) {
    struct enumeration enumeration = {.buffers = buffers,
                                      .numbers = 9,
                                      .chow_starts = KZI_CHOW_STARTS,
                                      .max_sets = max_sets,
                                      .counts = counts};
    add_splits_from(&enumeration, 0, (struct kzi_split){0}, 0, 0, 0);
    enumeration.mark = KZI_HONORS;
    enumeration.numbers = 7;
    enumeration.chow_starts = 0;
    add_splits_from(&enumeration, 0, (struct kzi_split){0}, 0, 0, 0);
    return enumeration.count;
}

/* Sort the splits `from` up to `to` of a chain by hash, which no two keys share.  The splits of one
 * suit keep their order. */
static void sort_chain(struct kzi_splits_buffers *buffers, unsigned from, unsigned to) {
    for (unsigned i = from + 1; i < to; i++) {
        const kzi_suit_key key = buffers->keys[i];
        const struct kzi_split split = buffers->splits[i];
        unsigned at = i;
        for (; at > from && kzi_suit_hash(buffers->keys[at - 1]) > kzi_suit_hash(key); at--) {
            buffers->keys[at] = buffers->keys[at - 1];
            buffers->splits[at] = buffers->splits[at - 1];
        }
        buffers->keys[at] = key;
        buffers->splits[at] = split;
    }
}

/* Fill keys and splits, and return the number of splits; 0 if the buffers are too small. */
static unsigned collect_splits(struct kzi_splits_buffers *buffers, unsigned max_sets) {
    const unsigned heads = 1U << buffers->shift_bits;
    memset(buffers->shifts, 0, heads * sizeof *buffers->shifts);
    const unsigned count = find_splits(buffers, max_sets, true);
    if (count > buffers->max_splits || count > UINT16_MAX)
        return 0;
    for (unsigned head = 0, begin = 0; head < heads; head++) {
        const unsigned length = buffers->shifts[head];
        buffers->shifts[head] = (uint16_t)begin;
        begin += length;
    }
    find_splits(buffers, max_sets, false);
    for (unsigned head = 0; head < heads; head++)
        sort_chain(buffers, head ? buffers->shifts[head - 1] : 0, buffers->shifts[head]);
    memset(buffers->shifts, 0, heads * sizeof *buffers->shifts);
    return count;
}

/* --- a slot for each ------------------------------------------------------------------------- */

#define MAX_CHAIN 64

/* Suits whose hashes have the same upper bits, with their splits. */
struct chain {
    unsigned from, to, head, n_suits;
};

static bool begins_suit(const struct kzi_splits_buffers *buffers, unsigned split) {
    return !split || buffers->keys[split] != buffers->keys[split - 1];
}

static struct chain chain_from(const struct kzi_splits_buffers *buffers, unsigned from,
                               unsigned count) {
    struct chain chain = {from, from, head_of(buffers, buffers->keys[from]), 0};
    for (; chain.to < count && head_of(buffers, buffers->keys[chain.to]) == chain.head; chain.to++)
        chain.n_suits += begins_suit(buffers, chain.to);
    return chain;
}

/* Take the slots of a chain with this shift.  Return false if two of its suits collide or a slot is
 * taken. */
static bool take_slots(struct kzi_splits_buffers *buffers, const struct chain *chain,
                       unsigned shift) {
    unsigned taken[MAX_CHAIN], n_taken = 0;
    for (unsigned i = chain->from; i < chain->to; i++) {
        kzi_suit_key key = buffers->keys[i];
        unsigned slot = kzi_suit_slot(kzi_suit_hash(key), shift, buffers->n_slots);
        struct kzi_suit *suit = &buffers->suits[slot];
        if (!begins_suit(buffers, i)) {
            suit->first.more++;
            continue;
        }
        if (suit->key != KZI_NO_SUIT) {
            while (n_taken)
                buffers->suits[taken[--n_taken]].key = KZI_NO_SUIT;
            return false;
        }
        taken[n_taken++] = slot;
        *suit = (struct kzi_suit){key, buffers->splits[i]};
        buffers->first[slot] = (uint16_t)i;
    }
    return true;
}

static bool shift_chain(struct kzi_splits_buffers *buffers, const struct chain *chain) {
    for (unsigned shift = 0; shift <= UINT16_MAX; shift++)
        if (take_slots(buffers, chain, shift)) {
            buffers->shifts[chain->head] = (uint16_t)shift;
            return true;
        }
    return false;
}

/* Give slots to every chain of `length` suits.  Return the length of the longest chain, or 0 if a
 * chain has no possible shift. */
static unsigned shift_chains(struct kzi_splits_buffers *buffers, unsigned count, unsigned length) {
    unsigned longest = length;
    for (unsigned at = 0; at < count;) {
        struct chain chain = chain_from(buffers, at, count);
        if (chain.n_suits == length && !shift_chain(buffers, &chain))
            return 0;
        longest = chain.n_suits > longest ? chain.n_suits : longest;
        at = chain.to;
    }
    return longest;
}

bool kzi_splits_build(struct kzi_splits_buffers *buffers, unsigned max_sets,
                      struct kzi_splits *table) {
    unsigned count = collect_splits(buffers, max_sets), n_entries = 0, n_splits = 0, n_suits = 0;
    if (!count)
        return false;
    for (unsigned i = 0; i < count; i++) {
        bool number_suit = !(buffers->keys[i] & KZI_HONORS);
        n_suits += begins_suit(buffers, i);
        n_entries += number_suit && begins_suit(buffers, i);
        n_splits += number_suit;
    }
    for (unsigned i = 0; i < buffers->n_slots; i++)
        buffers->suits[i].key = KZI_NO_SUIT;
    unsigned longest = shift_chains(buffers, count, 0);
    for (unsigned length = longest; length; length--)
        if (n_suits > buffers->n_slots || longest > MAX_CHAIN ||
            !shift_chains(buffers, count, length))
            return false;
    buffers->max_splits = count;
    *table = (struct kzi_splits){
        buffers->suits,   buffers->first, buffers->splits, buffers->shifts, buffers->shift_bits,
        buffers->n_slots, n_entries,      n_splits,        max_sets};
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
