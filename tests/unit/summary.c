/* Summaries: to the byte the same, in whatever order hands are added. */
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
#define HANDS 400

static void begin(struct kz_summary *summary) {
    static const kz_ruleset *const none[SIDES];
    kzi_summary_begin(summary, none, SIDES);
}

/* Add the hand of a seed, with only a difference, one of at most `kinds` distinct ones. */
static void add_hand(struct kz_summary *summary, uint64_t seed, unsigned kinds) {
    struct kzi_random its_own = {seed}, *random = &its_own;
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
        kzi_summary_count(summary, &pair->points, NULL, by, false);
        snprintf(rule, sizeof rule, "rule.%u", kzi_random_below(random, 9));
        kzi_summary_count(summary, &pair->rules, rule, 0, kzi_random_below(random, 2));
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

static const unsigned kinds_of_differences[] = {3, 20, KZI_BARS, KZI_BARS + 1, 100, 5000};

/* Add the same hands to one summary in order, and to another in a random order. */
START_TEST(order_does_not_matter) {
    struct kzi_random random = {(uint64_t)_i};
    unsigned kinds = kinds_of_differences[(unsigned)_i % 6], order[HANDS];
    const unsigned count = kzi_random_below(&random, HANDS);
    static struct kz_summary ordered, shuffled;
    begin(&ordered);
    begin(&shuffled);
    for (unsigned i = 0; i < count; i++) {
        unsigned at = kzi_random_below(&random, i + 1);
        order[i] = order[at];
        order[at] = i;
        add_hand(&ordered, ((uint64_t)_i << 32) + i, kinds);
    }
    for (unsigned i = 0; i < count; i++)
        add_hand(&shuffled, ((uint64_t)_i << 32) + order[i], kinds);
    char *wanted = strdup(json_of(&again, &ordered));
    ck_assert_str_eq(json_of(&out, &shuffled), wanted);
    free(wanted);
    kzi_summary_free(&ordered);
    kzi_summary_free(&shuffled);
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
    static struct kz_summary summary;
    begin(&summary);
    kzi_summary_sum(&summary, &summary.hands, KZI_MAX_SUM);
    ck_assert(!summary.overflow);
    kzi_summary_sum(&summary, &summary.hands, 1);
    ck_assert(summary.overflow);
    ck_assert_int_eq(summary.hands, KZI_MAX_SUM);
    kzi_summary_free(&summary);
}
END_TEST

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

int main(void) {
    Suite *suite = suite_create("summary");
    TCase *tests = tcase_create("summary");
    suite_add_tcase(suite, tests);
    tcase_add_checked_fixture(tests, open_room, close_room);
    tcase_add_loop_test(tests, order_does_not_matter, 0, 120);
    tcase_add_loop_test(tests, bars_are_one_two_five, 0, COUNT(bars));
    tcase_add_test(tests, sums_that_are_too_large);
    return run_suite(suite);
}
