/* The tables of splits compared with an obvious splitter, on every suit that a hand can hold. */
#include "tile/splits.h"
#include "hand/readings.h"
#include "run_suite.h"
#include "tile/sets.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TILES  14
#define MAX_SPLITS 64

/* --- the obvious splitter -------------------------------------------------------------------- */

struct split_list {
    struct kzi_split list[MAX_SPLITS];
    unsigned count;
};

/* Split the tiles from `number` on: first into a pung or none and a pair or none, the rest into
 * chows. */
static void split_from(uint8_t counts[9], unsigned number, bool chows, struct kzi_split split,
                       uint32_t starts, struct split_list *found) {
    if (number == 9) {
        split.chow_id = (uint16_t)kzi_chow_id(starts);
        found->list[found->count++] = split;
        return;
    }
    for (unsigned pungs = 0; pungs < 2; pungs++)
        for (unsigned pairs = 0; pairs < (split.pair ? 1U : 2U); pairs++) {
            unsigned taken = 3 * pungs + 2 * pairs, here = counts[number];
            unsigned left = here - taken;
            if (taken > here || (left && (!chows || number > 6 || counts[number + 1] < left ||
                                          counts[number + 2] < left)))
                continue;
            struct kzi_split longer = split;
            longer.pungs = (uint16_t)(longer.pungs | pungs << number);
            longer.pair = pairs ? (uint8_t)(number + 1) : split.pair;
            longer.n_sets = (uint8_t)(split.n_sets + left + pungs);
            uint8_t rest[9];
            memcpy(rest, counts, sizeof rest);
            if (left) {
                rest[number + 1] = (uint8_t)(rest[number + 1] - left);
                rest[number + 2] = (uint8_t)(rest[number + 2] - left);
            }
            split_from(rest, number + 1, chows, longer, starts | left << 3 * number, found);
        }
}

static void split_all(const uint8_t counts[9], bool chows, struct split_list *found) {
    uint8_t copy[9];
    memcpy(copy, counts, sizeof copy);
    found->count = 0;
    split_from(copy, 0, chows, (struct kzi_split){0}, 0, found);
}

/* --- comparing ------------------------------------------------------------------------------- */

static bool splits_equal(const struct kzi_split *a, const struct kzi_split *b) {
    return a->chow_id == b->chow_id && a->pungs == b->pungs && a->pair == b->pair &&
           a->n_sets == b->n_sets;
}

static bool contains(const struct kzi_split *list, unsigned count, const struct kzi_split *split) {
    for (unsigned i = 0; i < count; i++)
        if (splits_equal(&list[i], split))
            return true;
    return false;
}

static kzi_suit_key key_of(const uint8_t counts[9]) {
    kzi_suit_key key = 0;
    for (unsigned i = 0; i < 9; i++)
        key |= (kzi_suit_key)counts[i] << (3 * i);
    return key;
}

struct walk {
    const struct kzi_splits *table;
    unsigned tiles, vectors, entries, splits, max_splits;
    uint8_t counts[9];
};

/* True if the split lists exactly its sets, by number, a chow before a pung. */
static bool lists_its_sets(const struct kzi_split *split) {
    uint32_t starts = 0;
    unsigned pungs = 0, last = 0;
    for (unsigned i = 0; i < split->n_sets; i++) {
        unsigned number = split->sets[i] % KZI_SET_KIND, pung = split->sets[i] / KZI_SET_KIND;
        unsigned order = 2 * number + pung;
        if (i && order < last)
            return false;
        last = order;
        starts += pung ? 0 : 1U << 3 * number;
        pungs |= pung << number;
    }
    return pungs == split->pungs && kzi_chow_id(starts) == split->chow_id;
}

/* The splitter's results are distinct, so equal counts and each result in the table mean
 * equality. */
static void compare(struct walk *walk) {
    struct split_list found;
    split_all(walk->counts, true, &found);
    const struct kzi_split *first = kzi_splits_find(walk->table, key_of(walk->counts));
    unsigned count = first ? first->more + 1U : 0;
    bool same = count == found.count;
    for (unsigned i = 0; same && i < count; i++)
        same = contains(first, count, &found.list[i]) && lists_its_sets(&first[i]);
    if (!same)
        ck_abort_msg("key %09o: %u splits in the table, %u in truth",
                     (unsigned)key_of(walk->counts), count, found.count);
    walk->vectors++;
    walk->entries += count != 0;
    walk->splits += count;
    walk->max_splits = count > walk->max_splits ? count : walk->max_splits;
}

static void walk_from(struct walk *walk, unsigned number) {
    if (number == 9) {
        compare(walk);
        return;
    }
    for (unsigned count = 0; count <= KZI_MAX_COPIES && walk->tiles + count <= MAX_TILES; count++) {
        walk->counts[number] = (uint8_t)count;
        walk->tiles += count;
        walk_from(walk, number + 1);
        walk->tiles -= count;
    }
    walk->counts[number] = 0;
}

/* The number of splits in a table, or of its suits, without honors. */
static unsigned count_listed(const struct kzi_splits *table, bool suits) {
    unsigned count = 0;
    for (unsigned i = 1; i < table->count; i++)
        count += !(table->list[i].key & KZI_HONORS) &&
                 (!suits || table->list[i].key != table->list[i - 1].key);
    return count;
}

START_TEST(classic_table_has_every_split) {
    struct walk walk = {.table = &kzi_splits_classic};
    walk_from(&walk, 0);
    ck_assert_uint_eq(walk.vectors, 405350);
    ck_assert_uint_eq(walk.entries, count_listed(&kzi_splits_classic, true));
    ck_assert_uint_eq(walk.splits, count_listed(&kzi_splits_classic, false));
    ck_assert_uint_eq(kzi_splits_classic.max_sets, 4);
    ck_assert_uint_gt(walk.max_splits, 2);
}
END_TEST

/* --- honors ---------------------------------------------------------------------------------- */

START_TEST(honors) {
    for (unsigned code = 0; code < 78125; code++) {
        uint8_t counts[9] = {0};
        for (unsigned i = 0, rest = code; i < 7; i++, rest /= 5)
            counts[i] = (uint8_t)(rest % 5);
        struct split_list found;
        split_all(counts, false, &found);
        const struct kzi_split *first =
            kzi_splits_find(&kzi_splits_classic, key_of(counts) | KZI_HONORS);
        bool there = found.count == 1 && found.list[0].n_sets <= kzi_splits_classic.max_sets;
        if (found.count > 1 || there != (first != NULL) ||
            (first && (!splits_equal(&found.list[0], first) || first->more)))
            ck_abort_msg("honors %07o are not in the table as they are", (unsigned)key_of(counts));
    }
}
END_TEST

/* --- ranks ----------------------------------------------------------------------------------- */

struct ranking {
    uint8_t seen[KZI_PUNG_RANKS];
    unsigned count;
};

static void note_rank(struct ranking *ranking, unsigned rank, unsigned bound) {
    if (rank >= bound || ranking->seen[rank])
        ck_abort_msg("rank %u of %u is given twice or too high", rank, bound);
    ranking->seen[rank] = 1;
    ranking->count++;
}

/* Rank all chows from `from` on that can be added; each step must agree with kzi_chow_id. */
static void rank_chows(struct ranking *ranking, uint32_t chows[KZI_SUITS], unsigned ids[KZI_SUITS],
                       unsigned from, unsigned left) {
    note_rank(ranking, kzi_chow_rank(ids), KZI_CHOW_RANKS);
    for (unsigned kind = from; kind < KZI_SUITS * KZI_CHOW_STARTS && left; kind++) {
        unsigned suit = kind / KZI_CHOW_STARTS, start = kind % KZI_CHOW_STARTS, was = ids[suit];
        chows[suit] += 1U << 3 * start;
        ids[suit] = kzi_ranks.one_more[was][start];
        if (ids[suit] != kzi_chow_id(chows[suit]))
            ck_abort_msg("chows %07o have two ids", (unsigned)chows[suit]);
        rank_chows(ranking, chows, ids, kind, left - 1);
        chows[suit] -= 1U << 3 * start;
        ids[suit] = was;
    }
}

START_TEST(ranks_of_chows_are_dense) {
    static struct ranking ranking;
    uint32_t chows[KZI_SUITS] = {0};
    unsigned ids[KZI_SUITS] = {0};
    ranking = (struct ranking){{0}, 0};
    rank_chows(&ranking, chows, ids, 0, KZI_RANKED_SETS);
    ck_assert_uint_eq(ranking.count, KZI_CHOW_RANKS);
}
END_TEST

static void rank_pungs(struct ranking *ranking, uint32_t pungs, unsigned from, unsigned left) {
    note_rank(ranking, kzi_pung_rank(pungs), KZI_PUNG_RANKS);
    for (unsigned kind = from; kind < KZI_HONOR && left; kind++)
        rank_pungs(ranking, pungs | 1U << kind, kind + 1, left - 1);
}

START_TEST(ranks_of_pungs_are_dense) {
    static struct ranking ranking;
    ranking = (struct ranking){{0}, 0};
    rank_pungs(&ranking, 0, 0, KZI_RANKED_SETS);
    ck_assert_uint_eq(ranking.count, KZI_PUNG_RANKS);
}
END_TEST

/* --- packed counts --------------------------------------------------------------------------- */

static void pack_slowly(const uint8_t counts[KZI_COUNTS_CAPACITY], unsigned suit, kzi_suit_key *key,
                        uint64_t *packed) {
    *key = 0;
    *packed = 0;
    for (unsigned number = 0; number < (suit < KZI_SUITS ? 9U : 7U); number++) {
        *key |= (kzi_suit_key)counts[9 * suit + number] << 3 * number;
        *packed |= (uint64_t)counts[9 * suit + number] << 4 * number;
    }
}

START_TEST(counts_packed_eight_at_a_time) {
    uint32_t state = 1;
    for (unsigned round = 0; round < 20000; round++) {
        uint8_t counts[KZI_COUNTS_CAPACITY] = {0};
        kzi_kinds at_least[5] = {0};
        for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
            state = state * 1664525U + 1013904223U;
            counts[kind] = (uint8_t)((state >> 16) % 5 * ((state >> 24) % 3 != 0));
            for (unsigned min = 1; min < 5; min++)
                at_least[min] |= counts[kind] >= min ? kzi_kind_bit(kind) : 0;
        }
        for (unsigned suit = 0; suit < 4; suit++) {
            kzi_suit_key key;
            uint64_t packed;
            pack_slowly(counts, suit, &key, &packed);
            if (key != kzi_suit_key_of(counts, suit) || packed != kzi_packed_suit(counts, suit))
                ck_abort_msg("round %u: suit %u is packed wrongly", round, suit);
        }
        for (unsigned min = 1; min < 5; min++)
            ck_assert_uint_eq(kzi_kinds_at_least(counts, min), at_least[min]);
    }
}
END_TEST

/* --- tables made at run time ----------------------------------------------------------------- */

/* A table and what it consists of. */
struct made_table {
    struct kzi_splits table;
    uint16_t *slots;
    struct kzi_split *list;
};

static bool build(struct made_table *made, unsigned sets, unsigned bits, unsigned capacity) {
    made->slots = calloc((size_t)1 << bits, sizeof *made->slots);
    made->list = malloc(capacity * sizeof *made->list);
    ck_assert(made->slots && made->list);
    return kzi_splits_build(&made->table, sets, made->slots, bits, made->list, capacity);
}

static void drop(struct made_table *made) {
    free(made->slots);
    free(made->list);
}

/* The larger table must have every suit and split of the smaller one, in any order. */
static void holds_all_of(const struct kzi_splits *larger, const struct kzi_splits *smaller) {
    for (unsigned i = 1; i < smaller->count; i++) {
        const kzi_suit_key key = smaller->list[i].key;
        const struct kzi_split *is = kzi_splits_find(larger, key),
                               *want = kzi_splits_find(smaller, key);
        if (!is || !want || is->more != want->more)
            ck_abort_msg("key %09o is not the same", (unsigned)key);
        if (!contains(is, is->more + 1U, &smaller->list[i]))
            ck_abort_msg("key %09o lacks a split", (unsigned)key);
    }
}

START_TEST(table_of_four_sets_is_the_classic_one) {
    struct made_table made;
    ck_assert(build(&made, 4, 16, 32000));
    ck_assert_uint_eq(made.table.count, kzi_splits_classic.count);
    holds_all_of(&made.table, &kzi_splits_classic);
    holds_all_of(&kzi_splits_classic, &made.table);
    drop(&made);
}
END_TEST

START_TEST(table_of_five_sets) {
    struct made_table made;
    ck_assert(build(&made, 5, 17, UINT16_MAX));
    ck_assert_uint_gt(made.table.count, kzi_splits_classic.count);
    holds_all_of(&made.table, &kzi_splits_classic);
    drop(&made);
}
END_TEST

START_TEST(list_too_short) {
    static const unsigned capacities[] = {2, 100, 22000, 24031};
    struct made_table made;
    ck_assert_uint_eq(kzi_splits_classic.count, 24032);
    for (size_t i = 0; i < sizeof capacities / sizeof *capacities; i++) {
        ck_assert(!build(&made, 4, 16, capacities[i]));
        drop(&made);
    }
}
END_TEST

/* --- the greatest number of readings -------------------------------------------------------- */

/* Find for each number of tiles the greatest number of splits of one suit. */
static void max_splits(const struct kzi_splits *table, unsigned max[KZI_MAX_TILES + 1]) {
    for (unsigned i = 1; i < table->count; i++) {
        unsigned tiles = 0;
        if (table->list[i].key & KZI_HONORS)
            continue;
        for (unsigned n = 0; n < 9; n++)
            tiles += table->list[i].key >> (3 * n) & 7;
        if (table->list[i].more >= max[tiles])
            max[tiles] = table->list[i].more + 1U;
    }
}

/* Bound the readings: all arrangements of three suits, with the winning tile in any group. */
static unsigned bound(const struct kzi_splits *table) {
    unsigned max[KZI_MAX_TILES + 1] = {1}, arrangements = 0, tiles = 3 * table->max_sets + 2;
    max_splits(table, max);
    for (unsigned m = 0; m <= tiles; m++)
        for (unsigned p = 0; m + p <= tiles; p++)
            for (unsigned s = 0; m + p + s <= tiles; s++)
                if (max[m] * max[p] * max[s] > arrangements)
                    arrangements = max[m] * max[p] * max[s];
    return arrangements * (table->max_sets + 1);
}

START_TEST(room_for_all_readings) {
    struct made_table five;
    ck_assert(build(&five, 5, 17, UINT16_MAX));
    /* a shape without sets adds at most one reading */
    ck_assert_uint_le(bound(&kzi_splits_classic) + KZI_MAX_SHAPES - 1, KZI_MAX_READINGS);
    ck_assert_uint_le(bound(&five.table) + KZI_MAX_SHAPES - 1, KZI_MAX_READINGS);
    drop(&five);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("splits");
    TCase *tests = tcase_create("splits");
    suite_add_tcase(suite, tests);
    tcase_set_timeout(tests, 1800);
    tcase_add_test(tests, classic_table_has_every_split);
    tcase_add_test(tests, honors);
    tcase_add_test(tests, ranks_of_chows_are_dense);
    tcase_add_test(tests, ranks_of_pungs_are_dense);
    tcase_add_test(tests, counts_packed_eight_at_a_time);
    tcase_add_test(tests, table_of_four_sets_is_the_classic_one);
    tcase_add_test(tests, table_of_five_sets);
    tcase_add_test(tests, list_too_short);
    tcase_add_test(tests, room_for_all_readings);
    return run_suite(suite);
}
