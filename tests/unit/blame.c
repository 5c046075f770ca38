/* Why a hand scores differently under another ruleset: the differences that cause it, alone or
 * together. */
#include "analysis/diff/blame.h"
#include "analysis/comparison.h"

#include "api.h"
#include "run_suite.h"
#include "source_tree.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static kz_ruleset *rules[2];
static struct kzi_blame *blame;
static struct kzi_blamer *blamer;
static kz_hand *hand;
static kz_result *results[2];

static void set_up(void) {
    hand = kz_hand_new();
    for (unsigned i = 0; i < 2; i++)
        results[i] = kz_result_new();
}

static void prepare(const char *const names[2]) {
    for (unsigned i = 0; i < 2; i++) {
        kz_error error;
        const char *path = in_source("rules/%s.yaml", names[i]);
        ck_assert_msg(kz_ruleset_load(&rules[i], path, NULL, NULL, &error) == KZ_OK, "%s",
                      error.text);
        kz_hand_know(hand, rules[i]);
    }
    ck_assert_int_eq(kzi_blame_prepare(&blame, rules[0], rules[1], NULL), KZ_OK);
    blamer = kzi_blamer_new(blame);
}

static void tear_down(void) {
    kzi_blamer_free(blamer);
    kzi_blame_free(blame);
    for (unsigned i = 0; i < 2; i++) {
        kz_ruleset_free(rules[i]);
        kz_result_free(results[i]);
    }
    kz_hand_free(hand);
}

/* "alone: address, address" */
static void blamed_for(const char *line, char *text, size_t size) {
    static const char *const hows[] = {"none", "alone", "together", "partly"};
    const struct kz_result *const both[2] = {results[0], results[1]};
    struct kzi_blame_set blamed;
    kz_error error;
    ck_assert_msg(kz_hand_parse(hand, line, strlen(line), &error) == KZ_OK, "%s: %s", line,
                  error.text);
    for (unsigned i = 0; i < 2; i++)
        kz_score(results[i], rules[i], hand);
    kzi_blame_hand(blamer, &hand->hand, both, &blamed);
    size_t len = (size_t)snprintf(text, size, "%s", hows[blamed.how]);
    for (size_t i = 0; i < blamed.count; i++)
        len += (size_t)snprintf(text + len, size - len, "%s %s", i ? "," : ":",
                                blame->differences.list[blamed.list[i]].address);
}

static const struct {
    const char *rules[2], *hand, *blamed;
} cases[] = {
    {{"ema-2016", "ema-2025"}, "234m456p678s22m56s +7s riichi", "none"},
    {{"ema-2016", "ema-2025"},
     "234m456p678s22m56s +7s riichi ippatsu",
     "alone: limits.mangan.from_value"},
    {{"ema-2025", "ema-2016"},
     "234m456p678s22m56s +7s riichi ippatsu",
     "alone: limits.mangan.from_value"},
    /* 2 + 2 fu, or only 2, on top of the 30 of a closed discard: 40 both times */
    {{"ema-2016", "ema-2025"}, "234m456p678s11z56s +7s riichi seat=E round=E", "none"},
    {{"ema-2016", "ema-2025"}, "234m456p678s11z57s +6s tsumo riichi seat=E round=E", "none"},
    {{"ema-2016", "ema-2025"},
     "234m11z67p [777z] [888s] +8p tsumo seat=E",
     "alone: fu.pair.double_wind"},
    /* listed under another name, and paid twice */
    {{"ema-2016", "tenhou"},
     "555z666z777z111z2z +2z from=W",
     "together: yaku.suuankou_tanki, limits.yakuman.add_up"},
    {{"ema-2016", "tenhou"}, "111m222p333s444z5z +5z from=W", "alone: yaku.suuankou_tanki"},
    {{"ema-2016", "ema-2025"},
     "234m456p11z56s [777p] +7s seat=E round=E",
     "none"}, /* no yaku under either */
    /* self-drawn seven pairs of five types: fully concealed by the letter, self-pick in practice */
    {{"mcr", "mcr-2006"},
     "1122m3344p55s77z2z +2z tsumo",
     "together: yaku.five_types.when, yaku.nine_gates.covers.fully_concealed"},
    {{"mcr", "mcr-2006"}, "1122m3344p5566s7z +7z", "none"},
    {{"mcr", "mcr-2006"},
     "1122m3344p5566s7z +7z tsumo",
     "alone: yaku.nine_gates.covers.fully_concealed"},
};

START_TEST(hands_are_explained) {
    char text[512];
    prepare(cases[_i].rules);
    blamed_for(cases[_i].hand, text, sizeof text);
    ck_assert_str_eq(text, cases[_i].blamed);
    blamed_for(cases[_i].hand, text, sizeof text); /* again, from what was kept */
    ck_assert_str_eq(text, cases[_i].blamed);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("blame");
    TCase *tests = tcase_create("blame");
    suite_add_tcase(suite, tests);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_loop_test(tests, hands_are_explained, 0, COUNT(cases));
    return run_suite(suite);
}
