#include "tile/sets.h"

#include <string.h>

/* Return the number of ways to choose `sets` sets from `kinds` kinds; again: with repetition. */
static unsigned count_choices(unsigned kinds, unsigned sets, bool again) {
    unsigned count = 1;
    for (unsigned i = 0; i < sets; i++)
        count = count * (again ? kinds + i : kinds - i) / (i + 1);
    return again || sets <= kinds ? count : 0;
}

/* Return the number of ids of fewer than `sets` sets, which precede those of `sets` sets. */
static unsigned ids_below(unsigned kinds, unsigned sets, bool again) {
    unsigned count = 0;
    for (unsigned i = 0; i < sets; i++)
        count += count_choices(kinds, i, again);
    return count;
}

unsigned kzi_chow_id(uint32_t chows) {
    unsigned id = 0, count = 0;
    for (unsigned start = 0; start < KZI_CHOW_STARTS; start++)
        for (unsigned i = chows >> (3 * start) & 7; i; i--)
            id += count_choices(start, ++count,
                                true); /* the ids of as many sets with a lower last set */
    return ids_below(KZI_CHOW_STARTS, count, true) + id;
}

static unsigned pung_id(unsigned numbers) {
    unsigned id = 0, count = 0;
    KZI_EACH_IN(numbers, number) {
        count++;
        id += number >= count ? count_choices(number, count, false) : 0;
    }
    return ids_below(9, count, false) + id;
}

/* --- ranks ----------------------------------------------------------------------------------- */

/* The number of ids of one kind of set, by the largest number of sets. */
struct ids {
    unsigned at_most[KZI_RANKED_SETS + 1];
};

static struct ids count_ids(unsigned kinds, bool again) {
    struct ids ids;
    for (unsigned sets = 0; sets <= KZI_RANKED_SETS; sets++)
        ids.at_most[sets] = ids_below(kinds, sets + 1, again);
    return ids;
}

static unsigned sets_of_id(const struct ids *ids, unsigned id) {
    unsigned sets = 0;
    while (id >= ids->at_most[sets])
        sets++;
    return sets;
}

/* Fill second[id] with the start of the block of each id of the second suit when `left` sets are
 * left, and return the number of ranks. */
static unsigned fill_second(const struct ids *ids, unsigned left, uint16_t *second) {
    unsigned next = 0;
    for (unsigned id = 0; id < ids->at_most[left]; id++) {
        second[id] = (uint16_t)next;
        next += ids->at_most[left - sets_of_id(ids, id)];
    }
    return next;
}

static void fill_row(const struct ids *ids, uint16_t *first, uint16_t *second, unsigned row) {
    unsigned size[KZI_RANKED_SETS + 1], next = 0;
    for (unsigned sets = 0; sets <= KZI_RANKED_SETS; sets++)
        size[sets] = fill_second(ids, KZI_RANKED_SETS - sets, second + (size_t)sets * row);
    for (unsigned id = 0; id < ids->at_most[KZI_RANKED_SETS]; id++) {
        first[id] = (uint16_t)next;
        next += size[sets_of_id(ids, id)];
    }
}

static void fill_steps(struct kzi_ranks *ranks, uint32_t chows, unsigned from, unsigned sets) {
    unsigned id = kzi_chow_id(chows);
    ranks->n_chows[id] = (uint8_t)sets;
    for (unsigned start = 0; start < KZI_CHOW_STARTS && sets < KZI_RANKED_SETS; start++) {
        uint32_t more = chows + (UINT32_C(1) << (3 * start));
        ranks->one_more[id][start] = (uint16_t)kzi_chow_id(more);
        if (start >= from)
            fill_steps(ranks, more, start, sets + 1);
    }
}

void kzi_ranks_build(struct kzi_ranks *ranks) {
    struct ids chows = count_ids(KZI_CHOW_STARTS, true), pungs = count_ids(9, false);
    memset(ranks, 0, sizeof *ranks);
    fill_row(&chows, ranks->first_chows, ranks->second_chows[0], KZI_CHOW_IDS);
    fill_row(&pungs, ranks->first_pungs, ranks->second_pungs[0], KZI_PUNG_IDS);
    fill_steps(ranks, 0, 0, 0);
    for (unsigned numbers = 0; numbers < 512; numbers++)
        if (__builtin_popcount(numbers) <= KZI_RANKED_SETS) {
            ranks->n_pungs[numbers] = (uint8_t)__builtin_popcount(numbers);
            ranks->pung_id[numbers] = (uint8_t)pung_id(numbers);
        }
}
