/* One hand under several rulesets: which fields differ, and their JSON. */
#include "analysis/compare/comparison_report.h"
#include "analysis/comparison.h"

#include "hand/parser/parser.h"
#include "run_suite.h"
#include "source_tree.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

#define MOST 3
static kz_ruleset *rules[MOST];
static kz_result *results[MOST];
static struct kzi_comparison compared;
static struct kzi_text out;

static void set_up(void) {
    for (unsigned i = 0; i < MOST; i++)
        results[i] = kz_result_new();
    out = kzi_text_growing();
}

static void tear_down(void) {
    for (unsigned i = 0; i < MOST; i++) {
        kz_result_free(results[i]);
        kz_ruleset_free(rules[i]);
        rules[i] = NULL;
    }
    kzi_text_release(&out);
}

/* "NAME" or "NAME OPTION=VALUE" */
static kz_ruleset *load(const char *words) {
    const char *setting = strchr(words, ' ');
    int len = setting ? (int)(setting - words) : (int)strlen(words);
    const char *path = in_source("rules/%.*s.yaml", len, words);
    if (setting)
        setting++;
    kz_load_options how = {.size = sizeof how, .settings = &setting, .n_settings = setting != NULL};
    kz_ruleset *loaded = NULL;
    ck_assert_int_eq(kz_ruleset_load_with(&loaded, path, &how, NULL, NULL, NULL), KZ_OK);
    return loaded;
}

static void compare(const char *const *names, const char *line) {
    struct kzi_whole_hand hand;
    struct kzi_problem problem = {0};
    kz_error error;
    bool read = kzi_hand_read(&hand, line, strlen(line), NULL, NULL, &problem);
    if (!read)
        kzi_problem_error(&problem, &error);
    for (compared.count = 0; compared.count < MOST && names[compared.count]; compared.count++) {
        unsigned i = compared.count;
        kz_ruleset_free(rules[i]);
        rules[i] = load(names[i]);
        if (read)
            kzi_score(results[i], rules[i], &hand.hand);
        else
            kzi_result_refuse_unread(results[i], &hand.hand, &error);
        compared.results[i] = results[i];
    }
    kzi_comparison_fill(&compared);
}

static const char *fields_of(unsigned fields) {
    kzi_text_clear(&out);
    kzi_put_fields(&out, fields, ", ");
    kzi_text_char(&out, '\0');
    return out.at;
}

static const char *json(unsigned long line) {
    kzi_text_clear(&out);
    kzi_put_comparison(&out, &compared, &kzi_code_style, line);
    kzi_text_char(&out, '\0');
    return out.at;
}

/* --- fields ---------------------------------------------------------------------------------- */

static const struct {
    const char *rules[MOST], *hand, *differs;
} cases[] = {
    {{"ema-2016", "ema-2016"}, "234m67s55z [345p] (7777z) +8s seat=E tsumo", ""},
    /* 30 fu and 4 fan are 7700, or a mangan */
    {{"ema-2016", "ema-2016 kiriage_mangan=yes"},
     "123456m23p55789s +1p riichi dora=4s seat=S from=W",
     "limit, points, payments"},
    {{"ema-2016", "ema-2016 kiriage_mangan=yes"}, "123456m23p55789s +1p riichi", ""},
    /* fewer fu, and the same payment */
    {{"ema-2016", "ema-2025"}, "123m456p789s78s11z +9s riichi seat=E round=E", ""},
    {{"ema-2016", "ema-2025"}, "123m67p777z11z [789s] +8p seat=E round=E", "fu, points, payments"},
    {{"ema-2016", "ema-2016 open_tanyao=no"},
     "234m567p22s 67s [345p] +8s from=W",
     "win, reason, yaku, total, multiplier, points, payments"},
    {{"ema-2016", "ema-2016 open_tanyao=no", "ema-2016"},
     "234m567p22s 67s [345p] +8s from=W",
     "win, reason, yaku, total, multiplier, points, payments"},
    /* a missing field is null: neither has fu or a limit */
    {{"ema-2016", "mcr"}, "123m456p789s1123z +5z", ""},
    {{"tenhou", "ema-2016"}, "19m19p19s1234567z +2z", "yaku"},
    {{"tenhou", "tenhou double_yakuman=yes"},
     "19m19p19s1234567z +2z",
     "multiplier, points, payments"},
    {{"mcr", "ema-2016"},
     "123m456p789s1122z +2z ippatsu",
     "error, win, yaku, unit, total, multiplier, points, payments"},
    {{"tenhou", "ema-2016"}, "123m456p789s1122z +2z ippatsu", ""},
    {{"ema-2016", "mcr"}, "1234m", ""},
};

START_TEST(names_fields) {
    compare(cases[_i].rules, cases[_i].hand);
    ck_assert_str_eq(fields_of(compared.differs), cases[_i].differs);
}
END_TEST

/* The difference does not depend on which result comes first. */
START_TEST(goes_both_ways) {
    compare(cases[_i].rules, cases[_i].hand);
    for (unsigned i = 0; i < compared.count; i++)
        for (unsigned j = 0; j < compared.count; j++)
            ck_assert_uint_eq(kzi_differs(results[i], results[j]),
                              kzi_differs(results[j], results[i]));
}
END_TEST

#define THREE 6 /* of the cases, the one with three rulesets */

START_TEST(says_from_the_first) {
    compare(cases[THREE].rules, cases[THREE].hand);
    ck_assert_uint_eq(compared.from_first[0], 0);
    ck_assert_uint_eq(compared.from_first[1], compared.differs);
    ck_assert_uint_eq(compared.from_first[2], 0);
}
END_TEST

/* --- JSON ------------------------------------------------------------------------------------ */

START_TEST(writes_both) {
    const char *const names[MOST] = {"ema-2016", "ema-2016 kiriage_mangan=yes"};
    compare(names, "{\"id\":7,\"hand\":\"123456m23p55789s\",\"win\":\"1p\",\"flags\":[\"riichi\"],"
                   "\"dora\":[\"4s\"]}");
    const char *text = json(3);
    ck_assert_int_eq(
        strncmp(text, "{\"id\":7,\"results\":[{\"id\":7,\"ruleset\":\"ema-2016\",", 46), 0);
    ck_assert_ptr_nonnull(strstr(text, "},{\"id\":7,\"ruleset\":\"ema-2016 kiriage_mangan=yes\","));
    const char *end = "],\"same\":false,\"differs\":[\"limit\",\"points\",\"payments\"]}";
    ck_assert_str_eq(strstr(text, "],\"same\""), end);
}
END_TEST

START_TEST(writes_refused) {
#define REFUSED "{\"id\":\"a\",\"line\":2,\"error\":{\"code\":\"tile_count\",\"message\":"
    const char *const names[MOST] = {"ema-2016", "mcr"};
    compare(names, "{\"id\":\"a\",\"hand\":\"1234m\",\"win\":\"1p\"}");
    const char *text = json(2), *start = "{\"id\":\"a\",\"results\":[" REFUSED;
    ck_assert_msg(!strncmp(text, start, strlen(start)), "%s", text);
    ck_assert_ptr_nonnull(strstr(text, "}}," REFUSED));
    ck_assert_str_eq(strstr(text, "}}],"), "}}],\"same\":true,\"differs\":[]}");
    compare(names, "{\"id\":\"a\",\"hand\":7}");
    text = json(2);
    ck_assert_str_eq(strstr(text, "}}],"), "}}],\"same\":true,\"differs\":[]}");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("compare");
    TCase *tests = tcase_create("compare");
    suite_add_tcase(suite, tests);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_loop_test(tests, names_fields, 0, COUNT(cases));
    tcase_add_loop_test(tests, goes_both_ways, 0, COUNT(cases));
    tcase_add_test(tests, says_from_the_first);
    tcase_add_test(tests, writes_both);
    tcase_add_test(tests, writes_refused);
    return run_suite(suite);
}
