/* The tiles that a hand lacks, looked up, compared with a search through all complete hands. */
#include "hand/distances.h"
#include "run_suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define CHOWS 21
#define SETS  (CHOWS + KZI_KINDS)

/* --- the search ------------------------------------------------------------------------------ */

struct search {
    const uint8_t *counts, *max;
    bool pairs_differ;
    uint8_t made[KZI_COUNTS_CAPACITY]; /* of the complete hand so far */
    unsigned min;
};

/* Put a tile into the complete hand; *lacking grows if the hand does not have it.  Return false if
 * there are not that many copies. */
static bool put(struct search *search, unsigned kind, unsigned *lacking) {
    search->made[kind]++;
    *lacking += search->made[kind] > search->counts[kind];
    return search->made[kind] <= search->max[kind];
}

static void choose_pairs(struct search *search, unsigned from, unsigned pairs, unsigned lacking) {
    if (lacking >= search->min)
        return;
    if (!pairs) {
        search->min = lacking;
        return;
    }
    for (unsigned kind = from; kind < KZI_KINDS; kind++) {
        unsigned more = lacking;
        bool fits = put(search, kind, &more);
        fits &= put(search, kind, &more);
        if (fits)
            choose_pairs(search, kind + search->pairs_differ, pairs - 1, more);
        search->made[kind] = (uint8_t)(search->made[kind] - 2);
    }
}

static void choose_sets(struct search *search, unsigned from, unsigned sets, unsigned pairs,
                        unsigned lacking) {
    if (!sets)
        choose_pairs(search, 0, pairs, lacking);
    for (unsigned set = from; sets && set < SETS && lacking < search->min; set++) {
        unsigned lowest = set < CHOWS ? set / 7 * 9 + set % 7 : set - CHOWS, more = lacking;
        bool fits = true;
        for (unsigned i = 0; i < 3; i++)
            fits &= put(search, lowest + (set < CHOWS ? i : 0), &more);
        if (fits)
            choose_sets(search, set, sets - 1, pairs, more);
        for (unsigned i = 0; i < 3; i++)
            search->made[lowest + (set < CHOWS ? i : 0)]--;
    }
}

static uint8_t four_each[KZI_KINDS];

/* --- random hands ---------------------------------------------------------------------------- */

static uint32_t state = 20261123;

static unsigned below(unsigned bound) {
    state = state * UINT32_C(1664525) + UINT32_C(1013904223);
    return (unsigned)(((uint64_t)state * bound) >> 32);
}

struct hand {
    uint8_t counts[KZI_COUNTS_CAPACITY], max[KZI_COUNTS_CAPACITY];
};

/* Deal tiles of the first `kinds` kinds: few kinds make hands that are nearly complete. */
static void deal(struct hand *hand, unsigned tiles, unsigned kinds) {
    memset(hand->counts, 0, sizeof hand->counts);
    while (tiles) {
        unsigned kind = below(kinds);
        if (hand->counts[kind] < hand->max[kind]) {
            hand->counts[kind]++;
            tiles--;
        }
    }
}

static void compare(struct kzi_distance_bounds bounds, unsigned sets, unsigned pairs,
                    struct kzi_joined_hand *joined, const struct hand *hand) {
    struct search search = {.counts = hand->counts,
                            .max = hand->max,
                            .pairs_differ = bounds.pairs_differ,
                            .min = 3 * sets + 2 * pairs + 1};
    choose_sets(&search, 0, sets, pairs, 0);
    struct kzi_distance_hand asked = {hand->counts, hand->max, (uint8_t)sets, (uint8_t)pairs};
    ck_assert_uint_eq(kzi_distance(joined, &asked, KZI_NO_TILES, KZI_OUT_OF_REACH).lacking,
                      search.min);
}

static void compare_many(struct kzi_distance_bounds bounds, unsigned sets, unsigned pairs,
                         unsigned count) {
    struct kzi_distances *distances = kzi_distances_new(bounds, four_each);
    ck_assert_ptr_nonnull(distances);
    /* kept for all hands, because data left by one hand must not change the next */
    struct kzi_joined_hand joined;
    kzi_joined_hand_init(&joined, distances);
    for (unsigned i = 0; i < count; i++) {
        struct hand hand;
        memset(hand.max, 0, sizeof hand.max);
        memset(hand.max, KZI_MAX_COPIES, KZI_KINDS);
        for (unsigned melds = i % 3 ? 0 : below(4); melds; melds--) {
            unsigned kind = below(KZI_KINDS);
            hand.max[kind] = (uint8_t)below(hand.max[kind] + 1U);
        }
        if (i % 5 == 0) /* as in games of three players */
            memset(hand.max + 1, 0, 7);
        deal(&hand, 3 * sets + 2 * pairs - i % 2, i % 4 ? KZI_KINDS : 18);
        compare(bounds, sets, pairs, &joined, &hand);
    }
    kzi_distances_free(distances);
}

/* --- tests ----------------------------------------------------------------------------------- */

START_TEST(four_sets_and_a_pair) {
    compare_many((struct kzi_distance_bounds){4, 1, false, 0}, 4, 1, 150);
}
END_TEST

START_TEST(what_melds_leave) {
    for (unsigned sets = 0; sets < 4; sets++)
        compare_many((struct kzi_distance_bounds){4, 1, false, 0}, sets, 1, 200);
}
END_TEST

START_TEST(pairs) {
    compare_many((struct kzi_distance_bounds){0, 7, true, 0}, 0, 7, 60);
    compare_many((struct kzi_distance_bounds){0, 7, false, 0}, 0, 7, 60);
}
END_TEST

START_TEST(pairs_and_a_set) {
    compare_many((struct kzi_distance_bounds){1, 3, false, 0}, 1, 3, 60);
    compare_many((struct kzi_distance_bounds){2, 2, true, 0}, 2, 2, 60);
}
END_TEST

START_TEST(out_of_reach) {
    struct kzi_distances *distances =
        kzi_distances_new((struct kzi_distance_bounds){1, 0, false, 0}, four_each);
    struct kzi_joined_hand joined;
    struct hand hand = {{0}, {0}};
    kzi_joined_hand_init(&joined, distances);
    hand.max[0] = hand.counts[0] = 2;
    struct kzi_distance_hand asked = {hand.counts, hand.max, 1, 0};
    ck_assert_uint_eq(kzi_distance(&joined, &asked, KZI_NO_TILES, KZI_OUT_OF_REACH).lacking,
                      KZI_OUT_OF_REACH);
    hand.max[1] = hand.max[2] = 1;
    ck_assert_uint_eq(kzi_distance(&joined, &asked, KZI_NO_TILES, KZI_OUT_OF_REACH).lacking, 2);
    ck_assert_uint_eq(kzi_distance(&joined, &asked, KZI_NO_TILES, 1).lacking, KZI_OUT_OF_REACH);
    kzi_distances_free(distances);
}
END_TEST

int main(void) {
    memset(four_each, KZI_MAX_COPIES, sizeof four_each);
    TCase *tests = tcase_create("distances");
    tcase_set_timeout(tests, 1800);
    tcase_add_test(tests, four_sets_and_a_pair);
    tcase_add_test(tests, what_melds_leave);
    tcase_add_test(tests, pairs);
    tcase_add_test(tests, pairs_and_a_set);
    tcase_add_test(tests, out_of_reach);
    Suite *suite = suite_create("distances");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
