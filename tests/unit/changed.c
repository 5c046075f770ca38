/* A loaded ruleset with single places changed: what hands score then, and which changes are
 * refused. */
#include "api.h"
#include "compile/ruleset.h"
#include "run_suite.h"
#include "source_tree.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static kz_ruleset *rules;
static kz_hand *hand;
static kz_result *result;

static void set_up(void) {
    static const char *const settings[] = {
        "kiriage_mangan=yes"}; /* not the default; must be kept */
    const kz_load_options how = {.size = sizeof how,
                                 .rule_path = getenv("KAZOE_PATH"),
                                 .settings = settings,
                                 .n_settings = 1};
    kz_error error;
    const char *path = in_source("rules/ema-2016.yaml");
    ck_assert_msg(kz_ruleset_load_with(&rules, path, &how, NULL, NULL, &error) == KZ_OK, "%s",
                  error.text);
    hand = kz_hand_new();
    result = kz_result_new();
}

static void tear_down(void) {
    kz_result_free(result);
    kz_hand_free(hand);
    kz_ruleset_free(rules);
}

static struct kzi_node scalar(const char *text) {
    return (struct kzi_node){.kind = KZI_SCALAR, .text = text, .place = rules->model->root->place};
}

struct score {
    int total, fu;
    long points;
};

static void expect_score(const kz_ruleset *under, const char *line, struct score score) {
    kz_error error;
    ck_assert_msg(kz_hand_parse(hand, line, strlen(line), &error) == KZ_OK, "%s", error.text);
    ck_assert_int_eq(kz_score(result, under, hand), KZ_OK);
    ck_assert_int_eq(kz_result_total(result), score.total);
    ck_assert_int_eq(kz_result_fu(result), score.fu);
    ck_assert_int_eq(kz_result_points(result), score.points);
}

static kz_status change(kz_ruleset **changed, const char *address, const char *text,
                        kz_error *error) {
    const struct kzi_node value = scalar(text);
    const struct kzi_change one = {address, text ? &value : NULL};
    return kzi_ruleset_build_changed(changed, rules, one, NULL, error);
}

static const struct {
    const char *address, *value, *hand;
    struct score before, after;
} changes[] = {
    {"yaku.tanyao.value", "3", "234m456p678s22m55s +5s from=W", {1, 40, 1300}, {3, 40, 5200}},
    {"yaku.riichi.in_use", "no", "234m456p678s22m55s +5s riichi", {2, 40, 2600}, {1, 40, 1300}},
    {"yaku.tanyao", NULL, "234m456p678s22m55s +5s riichi", {2, 40, 2600}, {1, 40, 1300}},
    {"yaku.junchan.covers.chanta", NULL, "123m123p789s99m11s +1s", {3, 40, 5200}, {5, 40, 8000}},
    {"yaku.pinfu.when.by",
     "self_draw",
     "234m456p123s22m56s +7s riichi",
     {2, 30, 2000},
     {1, 30, 1000}},
    {"fu.sets.pung of orphan", NULL, "333z456p678s22m34s +5s riichi", {1, 40, 1300}, {1, 30, 1000}},
    {"fu.start", "30", "234m456p678s22m55s +5s from=W", {1, 40, 1300}, {1, 50, 1600}},
    /* 4 fan 30 fu are a mangan because of this option. */
    {"limits.mangan.worth",
     "2500",
     "234m456p678s22m56s +7s riichi ippatsu",
     {4, 30, 8000},
     {4, 30, 10000}},
};

START_TEST(a_change_scores) {
    kz_ruleset *changed;
    kz_error error;
    kz_status status = change(&changed, changes[_i].address, changes[_i].value, &error);
    ck_assert_msg(status == KZ_OK, "%s", error.text);
    expect_score(rules, changes[_i].hand, changes[_i].before);
    expect_score(changed, changes[_i].hand, changes[_i].after);
    ck_assert_str_ne(kz_ruleset_digest(changed), kz_ruleset_digest(rules));
    ck_assert_str_eq(kz_ruleset_label(changed), kz_ruleset_label(rules));
    kz_ruleset_free(changed);
}
END_TEST

static const struct {
    const char *address, *value;
    kz_status status;
    const char *says;
} refused[] = {
    {"yaku.tanyaoh.value", "2", KZ_NOT_FOUND, "these rules have no yaku.tanyaoh.value"},
    {"yaku.tanyao.covers.pinfu", NULL, KZ_NOT_FOUND,
     "these rules have no yaku.tanyao.covers.pinfu"},
    {"yaku.tanyao.worth", "2", KZ_BAD_RULES, "a yaku has no key worth"},
    {"yaku.chanta", NULL, KZ_BAD_RULES, "chanta is not a yaku"},
    {"limits.haneman.worth", "1", KZ_BAD_RULES, "above mangan at 5, but is worth less"},
    {"yaku.pinfu.when.hand", "open", KZ_BAD_RULES, "pinfu can never score"},
};

START_TEST(nonsense_is_refused) {
    kz_ruleset *changed;
    kz_error error;
    kz_status status = change(&changed, refused[_i].address, refused[_i].value, &error);
    ck_assert_int_eq(status, refused[_i].status);
    ck_assert_int_eq(error.status, refused[_i].status);
    ck_assert_msg(strstr(error.text, refused[_i].says) != NULL, "%s", error.text);
    ck_assert_ptr_null(changed);
}
END_TEST

START_TEST(nothing_changed_is_the_same) {
    kz_ruleset *same;
    kz_error error;
    const struct kzi_change whole = {"", rules->model->root};
    ck_assert_int_eq(kzi_ruleset_build_changed(&same, rules, whole, NULL, &error), KZ_OK);
    ck_assert_str_eq(kz_ruleset_digest(same), kz_ruleset_digest(rules));
    kz_ruleset_free(same);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("changed");
    TCase *tests = tcase_create("changed");
    suite_add_tcase(suite, tests);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_loop_test(tests, a_change_scores, 0, COUNT(changes));
    tcase_add_loop_test(tests, nonsense_is_refused, 0, COUNT(refused));
    tcase_add_test(tests, nothing_changed_is_the_same);
    return run_suite(suite);
}
