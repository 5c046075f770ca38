#include "tile/suit_waits.h"

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
