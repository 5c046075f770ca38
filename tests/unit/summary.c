/* Summaries: those of parts merge, in any order and to the byte, to the summary of the whole;
 * malformed ones are refused. */
#include "analysis/compare/summary.h"
#include "analysis/witness/random.h"
#include "run_suite.h"

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

static void begin(struct kzi_summary *summary) {
    static const char *const labels[SIDES] = {"one", "two \"2\"", "three=\xE4\xB8\x89"};
    *summary = (struct kzi_summary){.count = SIDES};
    for (unsigned i = 0; i < SIDES; i++) {
        summary->sides[i].label = strdup(labels[i]);
        summary->sides[i].version = strdup("");
        summary->sides[i].digest = strdup("0123456789abcdef");
    }
}

/* Add a hand of which only the difference matters, one of at most `kinds` distinct ones. */
static void add_hand(struct kzi_summary *summary, struct kzi_random *random, unsigned kinds) {
    kzi_sum(summary, &summary->hands, 1);
    for (unsigned i = 1; i < SIDES; i++) {
        struct kzi_summed_pair *pair = &summary->pairs[i];
        char hand[40], id[20] = "", rule[20];
        int64_t by = ((int64_t)kzi_random_below(random, kinds) - kinds / 3) * 100;
        struct kzi_mover mover = {by, {1000, 1000 + by}, 1, hand, id};
        snprintf(hand, sizeof hand, "hand %u\t\"", kzi_random_below(random, 5));
        if (kzi_random_below(random, 2))
            snprintf(id, sizeof id, kzi_random_below(random, 2) ? "%u" : "\"h%u\"",
                     kzi_random_below(random, 3));
        kzi_histogram_add(summary, &pair->histogram, by, 1);
        snprintf(rule, sizeof rule, "rule.%u", kzi_random_below(random, 9));
        kzi_rules_count(summary, pair, rule, 1, kzi_random_below(random, 2));
        kzi_sum(summary, &pair->fields[kzi_random_below(random, KZI_FIELDS)], 1);
        if (by)
            kzi_movers_add(summary, pair, &mover);
    }
}

static const char *json_of(struct kzi_text *text, const struct kzi_summary *summary) {
    kzi_text_clear(text);
    kzi_summary_json(text, summary);
    kzi_text_char(text, '\0');
    return text->at;
}

/* Merge through JSON, as kazoe merge does. */
static void merge(struct kzi_summary *into, const struct kzi_summary *part) {
    struct kzi_summary read;
    struct kzi_summary_fault fault;
    const char *text = json_of(&out, part);
    ck_assert_msg(kzi_summary_read(&read, text, strlen(text), &fault), "%s at %zu: %s", fault.text,
                  fault.at, text);
    ck_assert_str_eq(json_of(&again, &read), text);
    ck_assert(kzi_summary_merge(into, &read));
    kzi_summary_free(&read);
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
    struct kzi_summary whole, parts[PARTS], merged[3] = {{0}};
    begin(&whole);
    for (unsigned i = 0; i < PARTS; i++)
        begin(&parts[i]);
    for (unsigned i = kzi_random_below(&random, 400); i; i--) {
        struct kzi_random same = random;
        add_hand(&whole, &random, kinds);
        add_hand(&parts[kzi_random_below(&random, PARTS)], &same, kinds);
    }
    shuffle(&random, order);
    for (unsigned i = 0; i < PARTS; i++)
        merge(&merged[i % 2], &parts[order[i]]);
    merge(&merged[2], &merged[1]);
    merge(&merged[2], &merged[0]);
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
    struct kzi_summary a, b;
    begin(&a);
    begin(&b);
    a.hands = b.pairs[1].fewer_points = KZI_HIGHEST_SUM;
    b.hands = 0;
    ck_assert(kzi_summary_merge(&a, &b));
    ck_assert(!a.overflow);
    ck_assert_int_eq(a.hands, KZI_HIGHEST_SUM);
    b.hands = 1;
    b.pairs[1].fewer_points = 0;
    ck_assert(kzi_summary_merge(&a, &b));
    ck_assert(a.overflow);
    kzi_summary_free(&a);
    kzi_summary_free(&b);
}
END_TEST

START_TEST(other_rulesets) {
    struct kzi_summary a, b;
    begin(&a);
    begin(&b);
    b.sides[1].digest[0] = 'f';
    ck_assert(!kzi_summary_merge(&a, &b));
    char said[200];
    struct kzi_text text = kzi_text_fixed(said, sizeof said);
    kzi_say_other_rulesets(&text, &b, &a);
    kzi_text_end(&text);
    ck_assert_ptr_nonnull(strstr(said, ", digest f"));
    ck_assert_ptr_nonnull(strstr(said, "does not match"));
    ck_assert_ptr_nonnull(strstr(said, a.sides[1].digest));
    kzi_summary_free(&a);
    kzi_summary_free(&b);
}
END_TEST

/* --- malformed summaries --------------------------------------------------------------------- */

/* Edits that replace a part of the text. */
static const struct {
    const char *part, *by, *fault;
} slips[] = {
    {"\"summary\":1", "\"summary\":2", "a summary of format 2, but this version reads format 1"},
    {"\"hands\":1,", "", "key hands is missing"},
    {"\"hands\":1,", "\"hands\":1,\"hands\":1,", "key hands occurs twice"},
    {"\"hands\":1,", "\"hands\":1,\"more\":1,", "unknown keys"},
    {"\"hands\":1,", "\"hands\":-1,", "hands is negative"},
    {"\"hands\":1,", "\"hands\":1.5,", "not a whole number"},
    {"\"hands\":1,", "\"hands\":1e3,", "not a whole number"},
    {"\"hands\":1,", "\"hands\":9007199254740992,", "too large"},
    {"\"hands\":1,", "\"hands\":9223372036854775808,", "too large"},
    {"\"hands\":1,", "\"hands\":-9223372036854775808,", "too large"},
    {"\"hands\":1,", "\"hands\":184467440737095516160,", "too large"},
    {"\"hands\":1,", "\"hands\":\"1\",", "expected a number"},
    {"\"hands\":1,", "\"hands\":01,", "not a number"},
    {"\"reason\":0,", "", "key reason is missing"},
    {"\"ruleset\":\"one\"", "\"ruleset\":1", "ruleset is not a string"},
    {"\"ruleset\":\"one\"", "\"ruleset\":\"o\\u0000ne\"", "ruleset contains a NUL character"},
    {"\"from_first\":[", "\"from_first\":[{},", "key ruleset is missing"},
    {"{\"ruleset\":\"two \\\"2\\\"\",\"diff", "{\"ruleset\":\"two\",\"diff", "expected "},
    {"\"coarse\":false", "\"coarse\":1", "coarse must be true or false"},
    {"\"coarse\":false", "\"coarse\":true", "expected a bar from"},
    {"\"from\":300,\"to\":300", "\"from\":300,\"to\":400", "expected a bar from 300 to 300"},
    {"{\"from\":300", "{\"from\":400,\"to\":400,\"hands\":1},{\"from\":300", "not in order"},
    {"\"points\":[1000,1300]", "\"points\":[1000,1200]", "points must be two numbers"},
    {"\"points\":[1000,1300]", "\"points\":[1000]", "points must be two numbers"},
    {"\"points\":[1000,1300]", "\"points\":[-2147483648,-2147483348]", "points must be within"},
    {"\"points\":[1000,1300]", "\"points\":[2147483348,2147483648]", "points must be within"},
    {"\"from\":300,\"to\":300", "\"from\":4294967295,\"to\":4294967295", "larger than any hand"},
    {"\"from\":300,\"to\":300", "\"from\":-4294967295,\"to\":-4294967295", "larger than any hand"},
    {"\"times\":1", "\"times\":0", "a mover must have times"},
    {"\"id\":7", "\"id\":null", "an id must be a string or a number"},
    {"{\"rule\":\"a\"", "{\"rule\":\"b\",\"hands\":1,\"alone\":0},{\"rule\":\"a\"", "not in order"},
    {"\"alone\":1", "\"alone\":2", "at most as many alone"},
    {"}]}]}", "}]}]", "the object is not complete"},
    {"}]}]}", "}]}]} x", ""},
    {"\"summary\"", "\"\xFFsummary\"", "not UTF-8"},
};

static void small(struct kzi_summary *summary) {
    char hand[] = "h", id[] = "7";
    struct kzi_mover mover = {300, {1000, 1300}, 1, hand, id};
    begin(summary);
    summary->hands = 1;
    for (unsigned i = 1; i < SIDES; i++) {
        kzi_histogram_add(summary, &summary->pairs[i].histogram, 300, 1);
        kzi_rules_count(summary, &summary->pairs[i], "a", 1, 1);
        kzi_movers_add(summary, &summary->pairs[i], &mover);
    }
}

START_TEST(refuses) {
    struct kzi_summary summary, read;
    struct kzi_summary_fault fault;
    small(&summary);
    const char *text = json_of(&out, &summary);
    const char *part = strstr(text, slips[_i].part);
    ck_assert_ptr_nonnull(part);
    kzi_text_clear(&again);
    kzi_text_add(&again, text, (size_t)(part - text));
    kzi_text_put(&again, slips[_i].by);
    kzi_text_put(&again, part + strlen(slips[_i].part));
    ck_assert(!kzi_summary_read(&read, again.at, again.len, &fault));
    ck_assert_msg(strstr(fault.text, slips[_i].fault) != NULL, "%s", fault.text);
    ck_assert(fault.at >= 1 && fault.at <= again.len + 1);
    kzi_summary_free(&summary);
}
END_TEST

/* A summary that is cut off anywhere is refused. */
START_TEST(refuses_what_is_cut_off) {
    struct kzi_summary summary, read;
    struct kzi_summary_fault fault;
    small(&summary);
    const char *text = json_of(&out, &summary);
    for (size_t len = 0; len < strlen(text); len++)
        ck_assert(!kzi_summary_read(&read, text, len, &fault));
    kzi_summary_free(&summary);
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
    tcase_add_test(tests, other_rulesets);
    tcase_add_loop_test(tests, refuses, 0, COUNT(slips));
    tcase_add_test(tests, refuses_what_is_cut_off);
    return run_suite(suite);
}
