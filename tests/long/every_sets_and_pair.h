/* every_sets_and_pair.h - enumerate all sets of fourteen tiles that split into four sets and a
 * pair, each once, in an order that is the same on every machine.
 *
 * A hand is made suit by suit from the table of splits, which has the choices of each suit that
 * split into a number of sets, with or without a pair.  Four of them with four sets and one pair
 * are a hand. */
#ifndef EVERY_SETS_AND_PAIR_H
#define EVERY_SETS_AND_PAIR_H

#include "../unit/must_stop.h"
#include "tile/splits.h"

#include <stdlib.h>

#define ALL_SETS_AND_PAIR 11498658UL
#define SETS_OF_HAND      4

/* Suits with the same number of sets, with or without a pair, by rising key. */
struct suits_of_size {
    unsigned count;
    kzi_suit_key *keys;
};

struct every_suit {
    struct suits_of_size numbers[SETS_OF_HAND + 1][2], honors[SETS_OF_HAND + 1][2];
};

typedef bool every_look(void *context, const kzi_suit_key keys[4]);

static inline unsigned tiles_of_key(kzi_suit_key key) {
    unsigned tiles = 0;
    for (; key; key >>= 3)
        tiles += key & 7;
    return tiles;
}

static inline int compare_suit_keys(const void *a, const void *b) {
    kzi_suit_key left = *(const kzi_suit_key *)a, right = *(const kzi_suit_key *)b;
    return left < right ? -1 : left > right;
}

static inline void add_suit(struct suits_of_size *suits, kzi_suit_key key) {
    suits->keys = realloc(suits->keys, (suits->count + 1) * sizeof *suits->keys);
    if (!suits->keys)
        MUST_STOP("out of memory");
    suits->keys[suits->count++] = key;
}

static inline void fill_suits(struct every_suit *every) {
    const struct kzi_splits *table = &kzi_splits_classic;
    memset(every, 0, sizeof *every);
    for (unsigned i = 1; i < table->count; i++) {
        kzi_suit_key marked = table->list[i].key, key = marked & ~KZI_HONORS;
        unsigned tiles = tiles_of_key(key), sets = tiles / 3, pair = tiles % 3 == 2;
        if (marked != table->list[i - 1].key && sets <= SETS_OF_HAND)
            add_suit(marked & KZI_HONORS ? &every->honors[sets][pair] : &every->numbers[sets][pair],
                     key);
    }
    for (unsigned i = 0; i < 2 * (SETS_OF_HAND + 1); i++) {
        struct suits_of_size *of[] = {&every->numbers[i / 2][i % 2], &every->honors[i / 2][i % 2]};
        for (unsigned k = 0; k < 2; k++)
            if (of[k]->count)
                qsort(of[k]->keys, of[k]->count, sizeof *of[k]->keys, compare_suit_keys);
    }
}

static inline void free_suits(struct every_suit *every) {
    for (unsigned i = 0; i < 2 * (SETS_OF_HAND + 1); i++) {
        free(every->numbers[i / 2][i % 2].keys);
        free(every->honors[i / 2][i % 2].keys);
    }
}

/* Enumerate the suits from number `suit` on, with `sets` sets, and with the pair if it is still
 * missing. */
static inline bool each_suit(const struct every_suit *every, unsigned suit, unsigned sets,
                             bool pair, kzi_suit_key keys[4], every_look *look, void *context) {
    if (suit == 4)
        return look(context, keys);
    for (unsigned own = suit == KZI_SUITS ? sets : 0; own <= sets; own++)
        for (unsigned has = suit == KZI_SUITS && pair; has <= pair; has++) {
            const struct suits_of_size *of =
                suit == KZI_SUITS ? &every->honors[own][has] : &every->numbers[own][has];
            for (unsigned i = 0; i < of->count; i++) {
                keys[suit] = of->keys[i];
                if (!each_suit(every, suit + 1, sets - own, pair && !has, keys, look, context))
                    return false;
            }
        }
    return true;
}

/* Call look with the keys of the suits of each hand, until it returns false. */
static inline void each_sets_and_pair(const struct every_suit *every, every_look *look,
                                      void *context) {
    kzi_suit_key keys[4];
    each_suit(every, 0, SETS_OF_HAND, true, keys, look, context);
}

#endif
