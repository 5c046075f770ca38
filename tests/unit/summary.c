/* Summaries: those of parts merge, in any order and to the byte, to the summary of the whole. */
#include "analysis/compare/summary.h"
#include "analysis/witness/random.h"
#include "run_suite.h"
#include "words/sentence.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct kzi_text out, again;

static void open_room(void) {
    out = kzi_text_growing();
    again = kzi_text_growing();
}

static void close_room(void) {
    kzi_text_release(&out);
    kzi_text_release(&again);
}

/* --- random summaries ------------------------------------------------------------------------ */

#define SIDES 3
#define PARTS 7

static void begin(struct kz_summary *summary) {
    static const kz_ruleset *const none[SIDES];
    kzi_summary_begin(summary, none, SIDES);
}

/* Add a hand with only a difference, one of at most `kinds` distinct ones. */
static void add_hand(struct kz_summary *summary, struct kzi_random *random, unsigned kinds) {
    kzi_summary_sum(summary, &summary->hands, 1);
    for (unsigned i = 1; i < SIDES; i++) {
        struct kzi_summed_pair *pair = &summary->pairs[i];
        char rule[20];
        int64_t by = ((int64_t)kzi_random_below(random, kinds) - kinds / 3) * 100;
        struct kzi_mover mover = {by, {1000, 1000 + by}, 1, "", ""};
        snprintf(mover.hand, sizeof mover.hand, "hand %u\t\"", kzi_random_below(random, 5));
        if (kzi_random_below(random, 2))
            snprintf(mover.id, sizeof mover.id, kzi_random_below(random, 2) ? "%u" : "\"h%u\"",
                     kzi_random_below(random, 3));
        kzi_summary_add_hands(summary, &pair->points, NULL, by, 1, 0);
        snprintf(rule, sizeof rule, "rule.%u", kzi_random_below(random, 9));
        kzi_summary_add_hands(summary, &pair->rules, rule, 0, 1, kzi_random_below(random, 2));
        kzi_summary_sum(summary, &pair->fields[kzi_random_below(random, KZI_FIELDS)], 1);
        if (by)
            kzi_summary_add_mover(summary, pair, &mover);
    }
}

static const char *json_of(struct kzi_text *text, const struct kz_summary *summary) {
    kzi_text_clear(text);
    kzi_put_summary(text, summary, &kzi_code_style);
    kzi_text_char(text, '\0');
    return text->at;
}

static void shuffle(struct kzi_random *random, unsigned order[PARTS]) {
    for (unsigned i = 0; i < PARTS; i++)
        order[i] = i;
    for (unsigned i = PARTS; i > 1; i--) {
        unsigned j = kzi_random_below(random, i), kept = order[i - 1];
        order[i - 1] = order[j];
        order[j] = kept;
    }
}

static const unsigned kinds_of_differences[] = {3, 20, KZI_BARS, KZI_BARS + 1, 100, 5000};

/* Add the same hands to one summary and, at random, to several; merge these in any order, and some
 * of them before the others. */
START_TEST(parts_make_the_whole) {
    struct kzi_random random = {(uint64_t)_i};
    unsigned kinds = kinds_of_differences[(unsigned)_i % 6], order[PARTS];
    static struct kz_summary whole, parts[PARTS], merged[3];
    begin(&whole);
    for (unsigned i = 0; i < 3; i++)
        begin(&merged[i]);
    for (unsigned i = 0; i < PARTS; i++)
        begin(&parts[i]);
    for (unsigned i = kzi_random_below(&random, 400); i; i--) {
        struct kzi_random same = random;
        add_hand(&whole, &random, kinds);
        add_hand(&parts[kzi_random_below(&random, PARTS)], &same, kinds);
    }
    shuffle(&random, order);
    for (unsigned i = 0; i < PARTS; i++)
        kzi_summary_merge(&merged[i % 2], &parts[order[i]]);
    kzi_summary_merge(&merged[2], &merged[1]);
    kzi_summary_merge(&merged[2], &merged[0]);
    char *wanted = strdup(json_of(&again, &whole));
    ck_assert_str_eq(json_of(&out, &merged[2]), wanted);
    free(wanted);
    for (unsigned i = 0; i < PARTS; i++)
        kzi_summary_free(&parts[i]);
    for (unsigned i = 0; i < 3; i++)
        kzi_summary_free(&merged[i]);
    kzi_summary_free(&whole);
}
END_TEST

/* --- bars ------------------------------------------------------------------------------------ */

static const struct {
    int64_t value, from, to;
} bars[] = {
    {0, 0, 0},
    {1, 1, 1},
    {2, 2, 4},
    {-4, -4, -2},
    {5, 5, 9},
    {300, 200, 499},
    {-500, -999, -500},
    {999, 500, 999},
    {1000, 1000, 1999},
    {4294967294, 2000000000, 4999999999},
    {-4294967294, -4999999999, -2000000000},
};

START_TEST(bars_are_one_two_five) {
    struct kzi_bar bar = kzi_coarse_bar(bars[_i].value);
    ck_assert_int_eq(bar.from, bars[_i].from);
    ck_assert_int_eq(bar.to, bars[_i].to);
}
END_TEST

START_TEST(sums_that_are_too_large) {
    static struct kz_summary a, b;
    begin(&a);
    begin(&b);
    a.hands = b.pairs[1].fewer_points = KZI_MAX_SUM;
    b.hands = 0;
    kzi_summary_merge(&a, &b);
    ck_assert(!a.overflow);
    ck_assert_int_eq(a.hands, KZI_MAX_SUM);
    b.hands = 1;
    b.pairs[1].fewer_points = 0;
    kzi_summary_merge(&a, &b);
    ck_assert(a.overflow);
    kzi_summary_free(&a);
    kzi_summary_free(&b);
}
END_TEST

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

int main(void) {
    Suite *suite = suite_create("summary");
    TCase *tests = tcase_create("summary");
    suite_add_tcase(suite, tests);
    tcase_add_checked_fixture(tests, open_room, close_room);
    tcase_add_loop_test(tests, parts_make_the_whole, 0, 120);
    tcase_add_loop_test(tests, bars_are_one_two_five, 0, COUNT(bars));
    tcase_add_test(tests, sums_that_are_too_large);
    return run_suite(suite);
}
