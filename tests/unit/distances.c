/* The tiles that a hand lacks, compared with a search through all complete hands. */
#include "hand/distances.h"
#include "run_suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define CHOWS 21
#define SETS  (CHOWS + KZI_KINDS)

/* --- the search ------------------------------------------------------------------------------ */

struct search {
    const uint8_t *counts, *most;
    bool pairs_differ;
    uint8_t made[KZI_COUNTS_CAPACITY]; /* of the complete hand so far */
    unsigned least;
};

/* Put a tile into the complete hand: *lacking grows if the hand does not have it.  False: there are
 * not so many. */
static bool put(struct search *search, unsigned kind, unsigned *lacking) {
    search->made[kind]++;
    *lacking += search->made[kind] > search->counts[kind];
    return search->made[kind] <= search->most[kind];
}

static void choose_pairs(struct search *search, unsigned from, unsigned pairs, unsigned lacking) {
    if (lacking >= search->least)
        return;
    if (!pairs) {
        search->least = lacking;
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
    for (unsigned set = from; sets && set < SETS && lacking < search->least; set++) {
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

/* --- random hands ---------------------------------------------------------------------------- */

static uint32_t state = 20261123;

static unsigned below(unsigned bound) {
    state = state * UINT32_C(1664525) + UINT32_C(1013904223);
    return (unsigned)(((uint64_t)state * bound) >> 32);
}

struct hand {
    uint8_t counts[KZI_COUNTS_CAPACITY], most[KZI_COUNTS_CAPACITY];
};

/* Deal tiles of the first `kinds` kinds: few kinds make hands that are nearly complete. */
static void deal(struct hand *hand, unsigned tiles, unsigned kinds) {
    memset(hand->counts, 0, sizeof hand->counts);
    while (tiles) {
        unsigned kind = below(kinds);
        if (hand->counts[kind] < hand->most[kind]) {
            hand->counts[kind]++;
            tiles--;
        }
    }
}

static struct kzi_known_suit rows[4]
                                 [KZI_SUITS + 1]; /* what a hand leaves must not change the next */
static const struct kzi_known_suits known = {rows, 4};

static unsigned distance(const struct hand *hand, struct kzi_goal goal, unsigned bound) {
    const struct kzi_distance_hand asked = {hand->counts, hand->most, goal};
    return kzi_distance(&known, &asked, KZI_NO_TILES, bound).lacking;
}

static void compare(struct kzi_goal goal, const struct hand *hand) {
    struct search search = {.counts = hand->counts,
                            .most = hand->most,
                            .pairs_differ = goal.pairs_differ,
                            .least = 3U * goal.sets + 2U * goal.pairs + 1};
    choose_sets(&search, 0, goal.sets, goal.pairs, 0);
    ck_assert_uint_eq(distance(hand, goal, KZI_OUT_OF_REACH), search.least);
}

static void compare_many(struct kzi_goal goal, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        struct hand hand;
        memset(hand.most, 0, sizeof hand.most);
        memset(hand.most, KZI_MAX_COPIES, KZI_KINDS);
        for (unsigned melds = i % 3 ? 0 : below(4); melds; melds--) {
            unsigned kind = below(KZI_KINDS);
            hand.most[kind] = (uint8_t)below(hand.most[kind] + 1U);
        }
        if (i % 5 == 0) /* as in games of three players */
            memset(hand.most + 1, 0, 7);
        deal(&hand, 3U * goal.sets + 2U * goal.pairs - i % 2, i % 4 ? KZI_KINDS : 18);
        compare(goal, &hand);
    }
}

/* --- tests ----------------------------------------------------------------------------------- */

START_TEST(four_sets_and_a_pair) {
    compare_many((struct kzi_goal){4, 1, false, 0}, 150);
}
END_TEST

START_TEST(what_melds_leave) {
    for (uint8_t sets = 0; sets < 4; sets++)
        compare_many((struct kzi_goal){sets, 1, false, 0}, 200);
}
END_TEST

START_TEST(pairs) {
    compare_many((struct kzi_goal){0, 7, true, 0}, 60);
    compare_many((struct kzi_goal){0, 7, false, 0}, 60);
}
END_TEST

START_TEST(pairs_and_a_set) {
    compare_many((struct kzi_goal){1, 3, false, 0}, 60);
    compare_many((struct kzi_goal){2, 2, true, 0}, 60);
}
END_TEST

START_TEST(out_of_reach) {
    const struct kzi_goal set = {1, 0, false, 0};
    struct hand hand = {{0}, {0}};
    hand.most[0] = hand.counts[0] = 2;
    ck_assert_uint_eq(distance(&hand, set, KZI_OUT_OF_REACH), KZI_OUT_OF_REACH);
    hand.most[1] = hand.most[2] = 1;
    ck_assert_uint_eq(distance(&hand, set, KZI_OUT_OF_REACH), 2);
    ck_assert_uint_eq(distance(&hand, set, 1), KZI_OUT_OF_REACH);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("distances");
    tcase_set_timeout(tests, 0);
    tcase_add_test(tests, four_sets_and_a_pair);
    tcase_add_test(tests, what_melds_leave);
    tcase_add_test(tests, pairs);
    tcase_add_test(tests, pairs_and_a_set);
    tcase_add_test(tests, out_of_reach);
    Suite *suite = suite_create("distances");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
