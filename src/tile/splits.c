/* Building the table of splits: walk through all multisets of chows and pungs with or without a
 * pair, once each, and file every one under the key of its tiles; then give each key a place that
 * no other has. */
#include "tile/splits.h"

#include "tile/sets.h"

#include <string.h>

#define CHOW_STARTS 7

struct walk {
    struct kzi_splits_room *room;
    unsigned n_splits, n_entries;
    unsigned sets_left;
    uint8_t counts[9];
    uint32_t chows; /* for each lowest number 1-7 how many begin there, 3 bits each */
    struct kzi_split split;
    unsigned pass; /* 0: count the splits of each key; 1: put them in place */
    bool full;
};

static kzi_suit_key key_of(const uint8_t counts[9]) {
    kzi_suit_key key = 0;
    for (unsigned i = 0; i < 9; i++)
        key |= (kzi_suit_key)counts[i] << (3 * i);
    return key;
}

static struct kzi_split_entry *entry_of(struct walk *walk, kzi_suit_key key) {
    struct kzi_splits_room *room = walk->room;
    unsigned mask = (1U << room->slot_bits) - 1;
    unsigned slot = kzi_suit_hash(key) >> (32 - room->slot_bits);
    for (; room->slots[slot]; slot = (slot + 1) & mask)
        if (room->entries[room->slots[slot] - 1].key == key)
            return &room->entries[room->slots[slot] - 1];
    if (walk->n_entries == room->max_entries || walk->n_entries >= mask) {
        walk->full = true;
        return NULL;
    }
    room->entries[walk->n_entries] = (struct kzi_split_entry){.key = key};
    room->slots[slot] = (uint16_t)++walk->n_entries;
    return &room->entries[walk->n_entries - 1];
}

/* The chows and pungs once more, as a list. */
static struct kzi_split with_list(struct kzi_split split, uint32_t starts) {
    unsigned count = 0;
    for (unsigned number = 0; number < 9; number++) {
        unsigned chows = number < CHOW_STARTS ? starts >> (3 * number) & 7 : 0;
        for (; chows; chows--)
            split.sets[count++] = (uint8_t)number;
        if (split.pungs >> number & 1)
            split.sets[count++] = (uint8_t)(KZI_SPLIT_PUNG | number);
    }
    split.chow_id = (uint16_t)kzi_chow_id(starts);
    return split;
}

static void file(struct walk *walk) {
    struct kzi_split_entry *entry = entry_of(walk, key_of(walk->counts));
    if (!entry)
        return;
    if (walk->pass)
        walk->room->splits[entry->first + entry->count] = with_list(walk->split, walk->chows);
    entry->count++;
}

static bool take(struct walk *walk, unsigned number, unsigned how_many) {
    if (walk->counts[number] + how_many > KZI_MAX_COPIES)
        return false;
    walk->counts[number] = (uint8_t)(walk->counts[number] + how_many);
    return true;
}

static void give_back(struct walk *walk, unsigned number, unsigned how_many) {
    walk->counts[number] = (uint8_t)(walk->counts[number] - how_many);
}

static void with_pairs(struct walk *walk) {
    file(walk);
    for (unsigned number = 0; number < 9; number++)
        if (take(walk, number, 2)) {
            walk->split.pair = (uint8_t)(number + 1);
            file(walk);
            walk->split.pair = 0;
            give_back(walk, number, 2);
        }
}

static void with_pungs_from(struct walk *walk, unsigned from) {
    with_pairs(walk);
    for (unsigned number = from; number < 9 && walk->sets_left; number++)
        if (take(walk, number, 3)) {
            walk->split.pungs = (uint16_t)(walk->split.pungs | 1U << number);
            walk->split.n_sets++;
            walk->sets_left--;
            with_pungs_from(walk, number + 1);
            walk->sets_left++;
            walk->split.n_sets--;
            walk->split.pungs = (uint16_t)(walk->split.pungs & ~(1U << number));
            give_back(walk, number, 3);
        }
}

static bool take_chow(struct walk *walk, unsigned start) {
    for (unsigned i = 0; i < 3; i++)
        if (!take(walk, start + i, 1)) {
            while (i--)
                give_back(walk, start + i, 1);
            return false;
        }
    return true;
}

/* Chows in rising order of their start, the same start as often as the tiles allow. */
static void with_chows_from(struct walk *walk, unsigned from) {
    with_pungs_from(walk, 0);
    for (unsigned start = from; start < CHOW_STARTS && walk->sets_left; start++)
        if (take_chow(walk, start)) {
            walk->chows += 1U << (3 * start);
            walk->split.n_sets++;
            walk->sets_left--;
            with_chows_from(walk, start);
            walk->sets_left++;
            walk->split.n_sets--;
            walk->chows -= 1U << (3 * start);
            for (unsigned i = 0; i < 3; i++)
                give_back(walk, start + i, 1);
        }
}

static bool lay_out(struct walk *walk) {
    unsigned first = 0;
    for (unsigned i = 0; i < walk->n_entries; i++) {
        struct kzi_split_entry *entry = &walk->room->entries[i];
        entry->first = (uint16_t)first;
        first += entry->count;
        entry->count = 0;
    }
    walk->n_splits = first;
    return first <= walk->room->max_splits && first <= UINT16_MAX;
}

/* --- honors ---------------------------------------------------------------------------------- */

/* All keys of pungs and at most one pair, from number `from` on. */
static void add_honors_from(struct walk *walk, kzi_suit_key key, unsigned from) {
    struct kzi_splits_room *room = walk->room;
    struct kzi_split split;
    if (from < 7) {
        for (unsigned count = 0; count < 4; count += count ? 1 : 2)
            add_honors_from(walk, key + ((kzi_suit_key)count << 3 * from), from + 1);
        return;
    }
    if (!kzi_split_honors(key, &split) || split.n_sets > walk->sets_left)
        return;
    struct kzi_split_entry *entry = entry_of(walk, key | KZI_HONORS);
    if (!entry || walk->n_splits == room->max_splits) {
        walk->full = true;
        return;
    }
    entry->first = (uint16_t)walk->n_splits++;
    entry->count = 1;
    room->splits[entry->first] = split;
}

/* --- a place for each ------------------------------------------------------------------------- */

/* Entries whose hash begins alike, in slots. */
static void chain_entries(struct walk *walk) {
    struct kzi_splits_room *room = walk->room;
    memset(room->slots, 0, sizeof *room->slots << room->shift_bits);
    for (unsigned i = 0; i < walk->n_entries; i++) {
        uint16_t *head =
            &room->slots[kzi_suit_hash(room->entries[i].key) >> (32 - room->shift_bits)];
        room->entries[i].next = *head;
        *head = (uint16_t)(i + 1);
    }
}

static unsigned chain_length(const struct kzi_splits_room *room, unsigned head) {
    unsigned length = 0;
    for (unsigned i = room->slots[head]; i; i = room->entries[i - 1].next)
        length++;
    return length;
}

static struct kzi_suit *place_of(const struct kzi_splits_room *room, kzi_suit_key key,
                                 unsigned shift) {
    return &room->suits[kzi_suit_place(kzi_suit_hash(key), shift, room->n_places)];
}

/* Takes the places of a chain with this shift; false: two of them want the same, or one is gone. */
static bool take_places(struct kzi_splits_room *room, unsigned head, unsigned shift) {
    unsigned at = room->slots[head];
    for (; at; at = room->entries[at - 1].next) {
        struct kzi_suit *suit = place_of(room, room->entries[at - 1].key, shift);
        if (suit->key != KZI_NO_SUIT)
            break;
        suit->key = room->entries[at - 1].key;
    }
    if (!at)
        return true;
    for (unsigned i = room->slots[head]; i != at; i = room->entries[i - 1].next)
        place_of(room, room->entries[i - 1].key, shift)->key = KZI_NO_SUIT;
    return false;
}

static bool shift_chain(struct kzi_splits_room *room, unsigned head) {
    for (unsigned shift = 0; shift <= UINT16_MAX; shift++)
        if (take_places(room, head, shift)) {
            room->shifts[head] = (uint16_t)shift;
            return true;
        }
    return false;
}

/* The longest chains first, while there is room. */
static bool shift_all(struct walk *walk) {
    struct kzi_splits_room *room = walk->room;
    unsigned longest = 0;
    for (unsigned i = 0; i < room->n_places; i++)
        room->suits[i].key = KZI_NO_SUIT;
    for (unsigned head = 0; head < 1U << room->shift_bits; head++) {
        unsigned length = chain_length(room, head);
        longest = length > longest ? length : longest;
        room->shifts[head] = 0;
    }
    for (unsigned length = longest; length; length--)
        for (unsigned head = 0; head < 1U << room->shift_bits; head++)
            if (chain_length(room, head) == length && !shift_chain(room, head))
                return false;
    return true;
}

static void fill_places(struct walk *walk) {
    struct kzi_splits_room *room = walk->room;
    for (unsigned i = 0; i < walk->n_entries; i++) {
        const struct kzi_split_entry *entry = &room->entries[i];
        unsigned head = kzi_suit_hash(entry->key) >> (32 - room->shift_bits);
        struct kzi_suit *suit = place_of(room, entry->key, room->shifts[head]);
        suit->first = room->splits[entry->first];
        suit->first.more = (uint8_t)(entry->count - 1);
        room->first[suit - room->suits] = entry->first;
    }
}

bool kzi_splits_build(struct kzi_splits_room *room, unsigned max_sets, struct kzi_splits *table) {
    struct walk walk = {.room = room, .sets_left = max_sets};
    memset(room->slots, 0, sizeof *room->slots << room->slot_bits);
    with_chows_from(&walk, 0);
    if (walk.full || !lay_out(&walk))
        return false;
    walk.pass = 1;
    with_chows_from(&walk, 0);
    unsigned n_entries = walk.n_entries, n_splits = walk.n_splits;
    add_honors_from(&walk, 0, 0);
    if (walk.full || walk.n_entries > room->n_places)
        return false;
    chain_entries(&walk);
    if (!shift_all(&walk))
        return false;
    fill_places(&walk);
    *table = (struct kzi_splits){
        room->suits,    room->first, room->splits, room->shifts, room->shift_bits,
        room->n_places, n_entries,   n_splits,     max_sets,     NULL};
    return true;
}

bool kzi_split_honors(kzi_suit_key key, struct kzi_split *split) {
    kzi_suit_key odd = key & KZI_KEY_ONES, two = key >> 1 & KZI_KEY_ONES;
    kzi_suit_key pungs = odd & two, pairs = two & ~odd;
    if ((odd & ~two) || key >> 2 & KZI_KEY_ONES || (pairs & (pairs - 1)))
        return false;
    *split = (struct kzi_split){0};
    split->pair = pairs ? (uint8_t)((unsigned)__builtin_ctz(pairs) / 3 + 1) : 0;
    for (; pungs; pungs &= pungs - 1) {
        unsigned number = (unsigned)__builtin_ctz(pungs) / 3;
        split->pungs = (uint16_t)(split->pungs | 1U << number);
        if (split->n_sets < KZI_MAX_SETS)
            split->sets[split->n_sets] = (uint8_t)(KZI_SPLIT_PUNG | number);
        split->n_sets++;
    }
    return true;
}

struct kzi_made kzi_make_suit(const struct kzi_splits *table, kzi_suit_key key) {
    const struct kzi_suit *suit = kzi_suit_find(table, key);
    /* All splits of a suit make as many sets and pairs, since they have as many tiles. */
    return suit ? (struct kzi_made){true, suit->first.n_sets, suit->first.pair != 0}
                : (struct kzi_made){false, 0, 0};
}

static bool makes(const struct kzi_splits *table, kzi_suit_key key, unsigned sets, unsigned pairs) {
    struct kzi_made made = kzi_make_suit(table, key);
    return made.whole && made.sets == sets && made.pairs == pairs;
}

/* The table knows no suit with five of a kind: one of the five stands in some group, and without
 * that group the suit is in it. */
static bool makes_with_five(const struct kzi_splits *table, kzi_suit_key key, unsigned number,
                            unsigned sets, unsigned pairs) {
    if (sets && makes(table, key - (2U << 3 * number), sets - 1, pairs)) /* in a pung */
        return true;
    if (pairs && makes(table, key - (1U << 3 * number), sets, pairs - 1)) /* in a pair */
        return true;
    for (unsigned low = number < 2 ? 0 : number - 2;
         !(key & KZI_HONORS) && low <= number && low < 7; low++) {
        kzi_suit_key chow = 1U << 3 * low | 8U << 3 * low | 64U << 3 * low;
        bool there = true;
        for (unsigned i = low; i < low + 3; i++)
            there &= i == number || (key >> 3 * i & 7) > 0;
        if (there && sets && makes(table, key + (1U << 3 * number) - chow, sets - 1, pairs))
            return true;
    }
    return false;
}

unsigned kzi_suit_waits(const struct kzi_splits *table, kzi_suit_key key, unsigned sets,
                        unsigned pairs) {
    unsigned waits = 0;
    for (unsigned number = 0; number < (key & KZI_HONORS ? 7U : 9U); number++) {
        bool fifth = (key >> 3 * number & 7) == KZI_MAX_COPIES;
        bool whole = fifth ? makes_with_five(table, key, number, sets, pairs)
                           : makes(table, key + (1U << 3 * number), sets, pairs);
        waits |= (whole ? 1U : 0U) << number;
    }
    return waits;
}

void kzi_suit_waits_of(const struct kzi_splits *table, kzi_suit_key key,
                       uint16_t waits[KZI_WAITS_OF_SUIT]) {
    struct kzi_made made = kzi_make_suit(table, key);
    for (unsigned number = 0; number < 9; number++) {
        kzi_suit_key without = key - (1U << 3 * number);
        bool there = key >> 3 * number & 7 && (number < 7 || !(key & KZI_HONORS));
        waits[number] =
            (uint16_t)(there ? kzi_suit_waits(table, without, made.sets, made.pairs) : 0);
        if (there && kzi_make_suit(table, without).whole)
            waits[number] |= KZI_WHOLE_WITHOUT;
    }
    waits[KZI_PAIR_TO_SET] =
        (uint16_t)(made.pairs ? kzi_suit_waits(table, key, made.sets + 1, 0) : 0);
}
