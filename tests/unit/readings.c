/* Readings compared with an independent slow search, and well-known hands. */
#include "analysis/witness/random_hand.h"
#include "api.h"
#include "run_suite.h"
#include "slow_readings.h"
#include "tile/notation.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
#define HANDS        200000

#define ORPHANS                                                                                    \
    (UINT64_C(0x7F) << 27 | UINT64_C(0x101) << 18 | UINT64_C(0x101) << 9 | UINT64_C(0x101))
static const kzi_kinds orphans = ORPHANS;

static const struct kzi_shape ema_shapes[] = {
    {.form = KZI_FORM_SETS, .sets = 4, .pairs = 1},
    {.form = KZI_FORM_PAIRS, .pairs = 7, .pairs_differ = true},
    {.form = KZI_FORM_ONE_EACH,
     .one_more = true,
     .body_tiles = 13,
     .n_bodies = 1,
     .bodies = {ORPHANS}},
};
/* 147 of one suit, 258 of another, 369 of the third: one of the six ways to assign the suits. */
#define KNITTED(a, b, c)                                                                           \
    (UINT64_C(0x49) << 9 * (a) | UINT64_C(0x92) << 9 * (b) | UINT64_C(0x124) << 9 * (c))
#define HONORS (UINT64_C(0x7F) << KZI_HONOR)
#define KNITTED_WAYS(and)                                                                          \
    {                                                                                              \
        KNITTED(0, 1, 2) | (and), KNITTED(0, 2, 1) | (and), KNITTED(1, 0, 2) | (and),              \
            KNITTED(1, 2, 0) | (and), KNITTED(2, 0, 1) | (and), KNITTED(2, 1, 0) | (and)           \
    }

static const struct kzi_shape mcr_shapes[] = {
    {.form = KZI_FORM_SETS, .sets = 4, .pairs = 1},
    {.form = KZI_FORM_PAIRS, .pairs = 7},
    {.form = KZI_FORM_BODY,
     .sets = 1,
     .pairs = 1,
     .body_tiles = 9,
     .n_bodies = 6,
     .bodies = KNITTED_WAYS(0)},
    {.form = KZI_FORM_DIFFERENT, .body_tiles = 14, .n_bodies = 6, .bodies = KNITTED_WAYS(HONORS)},
};
/* shapes of seventeen tiles */
static const struct kzi_shape large_shapes[] = {
    {.form = KZI_FORM_PARTS, .sets = 1, .pairs = 7},
    {.form = KZI_FORM_PARTS, .sets = 3, .pairs = 4, .pairs_differ = true},
    {.form = KZI_FORM_PARTS,
     .sets = 1,
     .one_more = true,
     .body_tiles = 13,
     .n_bodies = 1,
     .bodies = {ORPHANS}},
    {.form = KZI_FORM_ONE_EACH,
     .one_more = true,
     .body_tiles = 16,
     .n_bodies = 6,
     .bodies = KNITTED_WAYS(HONORS)},
    {.form = KZI_FORM_PARTS, .pairs = 4, .body_tiles = 9, .n_bodies = 6, .bodies = KNITTED_WAYS(0)},
    {.form = KZI_FORM_PARTS,
     .sets = 1,
     .pairs = 2,
     .one_more = true,
     .body_tiles = 9,
     .n_bodies = 6,
     .bodies = KNITTED_WAYS(0)},
};
/* a shape of fourteen tiles */
#define N(suit)                                                                                    \
    { true, 0, 3 + (suit) }
#define NUMBER(number, suit)                                                                       \
    { false, number, 3 + (suit) }
static const struct kzi_shape knitted_shapes[] = {
    {.form = KZI_FORM_PARTS, .knitted_pairs = 7, .pair_is = {N(0), N(1)}},
    {.form = KZI_FORM_PARTS,
     .knitted_sets = 4,
     .knitted_pairs = 1,
     .set_is = {N(0), N(1), N(2)},
     .pair_is = {N(0), N(1)}},
    {.form = KZI_FORM_PARTS,
     .sets = 2,
     .knitted_pairs = 4,
     .set_kinds = 1 << KZI_PUNG,
     .pair_is = {N(0), {true, 1, 4}}},
    {.form = KZI_FORM_PARTS,
     .knitted_sets = 2,
     .pairs = 4,
     .set_is = {N(0), {true, 1, 4}, NUMBER(9, 2)}},
    {.form = KZI_FORM_PARTS, .sets = 4, .pairs = 1, .set_kinds = 1 << KZI_CHOW},
};
static const struct kzi_shape equal_pairs[] = {{.form = KZI_FORM_PAIRS, .pairs = 7}};

static struct kzi_shapes ema, mcr, large, pairs_only;

static void fill_shapes(void) {
    ema = kzi_shapes_of(ema_shapes, 3, &kzi_splits_classic);
    mcr = kzi_shapes_of(mcr_shapes, 4, &kzi_splits_classic);
    large = kzi_shapes_of(large_shapes, COUNT(large_shapes), &kzi_splits_classic);
    pairs_only = kzi_shapes_of(equal_pairs, 1, &kzi_splits_classic);
}

/* --- random hands ---------------------------------------------------------------------------- */

static void compare_random(const struct kzi_shapes *shapes, unsigned hands) {
    static struct search search;
    struct kzi_random random = {20161120};
    struct kzi_model model = {.n_seats = KZI_SEATS};
    struct kz_ruleset rules = {.model = &model, .shapes = *shapes};
    struct kzi_hand hand;
    unsigned max = 0, incomplete = 0;
    memset(model.copies, KZI_MAX_COPIES, KZI_KINDS);
    for (unsigned i = 0; i < hands; i++) {
        while (!kzi_random_hand(&random, &rules, NULL, &hand))
            ;
        unsigned count = compare_readings(&search, &hand, shapes);
        if (!count)
            ck_abort_msg("%s: no reading", tiles_written(&hand));
        max = count > max ? count : max;
        if (i % 16 == 0)
            compare_waits(&search, &random, &hand, shapes);
        do
            hand.win = (uint8_t)kzi_random_below(&random, KZI_KINDS);
        while (hand.concealed[hand.win] == 4);
        incomplete += !compare_readings(&search, &hand, shapes);
    }
    fprintf(stderr, "# at most %u readings; %u other hands incomplete\n", max, incomplete);
    ck_assert_uint_gt(incomplete, hands / 4);
}

START_TEST(readings_of_random_hands) {
    compare_random(&ema, HANDS);
}
END_TEST

START_TEST(readings_of_random_hands_of_mcr) {
    compare_random(&mcr, HANDS / 2);
}
END_TEST

START_TEST(readings_of_random_large_hands) {
    for (int i = 0; i < COUNT(large_shapes); i++) {
        struct kzi_shapes one = kzi_shapes_of(&large_shapes[i], 1, &kzi_splits_classic);
        compare_random(&one, HANDS / 500);
    }
    compare_random(&large, HANDS / 100);
    for (int i = 0; i < COUNT(knitted_shapes); i++) {
        struct kzi_shapes one = kzi_shapes_of(&knitted_shapes[i], 1, &kzi_splits_classic);
        compare_random(&one, HANDS / 1000);
    }
}
END_TEST

START_TEST(readings_of_random_pairs) {
    compare_random(&pairs_only, HANDS / 10);
}
END_TEST

/* --- well-known hands ------------------------------------------------------------------------ */

static void read_line(struct kzi_hand *hand, const char *line) {
    struct kzi_problem problem = {.found = false};
    static struct kzi_whole_hand read;
    if (!kzi_hand_read(&read, line, strlen(line), NULL, NULL, &problem))
        ck_abort_msg("%s: %s", line, problem.text);
    *hand = read.hand;
}

static const struct {
    const char *hand;
    unsigned count;
} lore[] = {
    {"2223334445556m+6m", 4},
    {"1112223334445p+5p", 4},
    {"1112345678999m+5m", 1},
    {"1112345678999m+1m", 2},
    {"1122334455667s+7s", 4},
    {"2233445566778s+8s", 4},
    {"2223334445556m+4m", 7}, /* more than fit next to the hand's tiles */
    {"1112223334445p+3p", 7},
    {"1m [111p] [222p] [333p] [444p] [555p] +1m", 0},
    {"112233m445566p7s+7s", 2},
    {"1122m3344p5566s7z+7z", 1},
    {"1111m2233p4455s7z+7z", 0},
    {"19m19p19s1234567z+1m", 1},
    {"19m19p19s1123456z+7z", 1},
    {"19m19p19s1234567z+2m", 0},
    {"5m [111m] [222m] (3333m) [777z] +5m", 1},
    {"5m [111m] [222m] (3333m) [777z] +6m", 0},
    {"123m456p789s1122z+3z", 0},
    {"111m222p333s4445z+5z", 1},
    {"3334m [111z] [222z] [333z]+5m", 1},
    {"3345m [111z] [222z] [333z]+5m", 0},
    {"11m+1m", 0},
    {"1m+1m", 0},
};

START_TEST(readings_of_lore) {
    static struct search search;
    struct kzi_hand hand;
    read_line(&hand, lore[_i].hand);
    ck_assert_msg(compare_readings(&search, &hand, &ema) == lore[_i].count, "%s: %u", lore[_i].hand,
                  search.count);
}
END_TEST

static const struct {
    const char *hand, *waits;
} waiting[] = {
    {"1112345678999m+1m", "123456789m"}, /* nine gates */
    {"2223456777s111z+1s", "12345678s"},
    {"3334555m111z222z+4m", "23456m"},
    {"2345678m111z222z+2m", "258m"},
    {"19m19p19s1234567z+1m", "19m19p19s1234567z"},
    {"19m19p19s1123456z+7z", "7z"},
    {"123456789m111p2s+2s", "2s"},
    {"123456789m11p22s+2s", "1p2s"},
    {"123456789m11p89s+7s", "7s"},
    {"123456789m11p12s+3s", "3s"},
    {"123456789m11p13s+2s", "2s"},
    {"1122m3344p5566s7z+7z", "7z"},
    {"112233m445566p7s+7s", "7s"},
    {"223344m55p [777z] 34s+2s", "25s"},
    {"5m [111m] [222m] (3333m) [777z] +5m", "5m"},
    {"159m159p159s1234z+1m", ""},
    {"1111234m [222p] [333p] +4m", "14m"}, /* a fifth tile would complete it too */
    {"123m [222p] [333p] 4444z +1m", "4z"},
    {"22223333s44455m+4s", "14s"},
    {"1111m 234567p 888s +4p", "1m"},
};

START_TEST(waits_of_lore) {
    struct kzi_hand hand;
    struct kzi_tile tiles[KZI_KINDS];
    size_t count = 0;
    kzi_kinds wanted = 0;
    read_line(&hand, waiting[_i].hand);
    kzi_notation_read(waiting[_i].waits, tiles, KZI_KINDS, &count);
    for (size_t i = 0; i < count; i++)
        wanted |= kzi_kind_bit(tiles[i].kind);
    ck_assert_uint_eq(waits_of(&hand, &ema, KZI_ALL_KINDS), wanted);
    ck_assert_uint_eq(waits_of(&hand, &ema, orphans), wanted & orphans);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("readings");
    TCase *tests = tcase_create("readings");
    suite_add_tcase(suite, tests);
    tcase_set_timeout(tests, 1800);
    tcase_add_unchecked_fixture(tests, fill_shapes, NULL);
    tcase_add_test(tests, readings_of_random_hands);
    tcase_add_test(tests, readings_of_random_hands_of_mcr);
    tcase_add_test(tests, readings_of_random_large_hands);
    tcase_add_test(tests, readings_of_random_pairs);
    tcase_add_loop_test(tests, readings_of_lore, 0, COUNT(lore));
    tcase_add_loop_test(tests, waits_of_lore, 0, COUNT(waiting));
    return run_suite(suite);
}
