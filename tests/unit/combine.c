/* The choice of combinations against a slow solver. */
#include "analysis/witness/random_hand.h"
#include "api.h"
#include "compile/ruleset.h"
#include "run_suite.h"
#include "slow_combine.h"
#include "source_tree.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#define HANDS 200000

/* The same rules without some principles. */
static kz_ruleset *without(const kz_ruleset *shipped, bool account_once, bool non_identical) {
    kz_ruleset *rules = NULL;
    kz_error error;
    struct kzi_node no = *kzi_node_at(shipped->model->root, "combinations.account_once");
    no.text = "no";
    struct kzi_node principles = *kzi_node_get(shipped->model->root, "combinations");
    struct kzi_entry entries[8];
    ck_assert_uint_le(principles.count, 8);
    for (size_t i = 0; i < principles.count; i++) {
        entries[i] = principles.u.entries[i];
        if ((!account_once && kzi_node_is(entries[i].key, "account_once")) ||
            (!non_identical && kzi_node_is(entries[i].key, "non_identical")))
            entries[i].value = &no;
    }
    principles.u.entries = entries;
    const struct kzi_change change = {"combinations", &principles};
    ck_assert_msg(kzi_ruleset_build_changed(&rules, shipped, change, NULL, &error) == KZ_OK, "%s",
                  error.text);
    return rules;
}

/* A principle applies if the file says so and its argument is true. */
static void compare(const char *file, unsigned hands, bool account_once, bool non_identical) {
    kz_ruleset *shipped = NULL;
    kz_error error;
    ck_assert_int_eq(kz_ruleset_load(&shipped, in_source("%s", file), NULL, NULL, &error), KZ_OK);
    kz_ruleset *rules = without(shipped, account_once, non_identical);
    struct solver *solver = calloc(1, sizeof *solver);
    struct kz_result *result = calloc(1, sizeof *result);
    struct kzi_random random = {20061001};
    struct kzi_hand hand;
    solver->rules = rules;
    solver->model = rules->model;
    ck_assert_uint_le(rules->n_yaku, MAX_YAKU);
    fill_covers(solver);
    for (unsigned i = 0; i < hands;) {
        if (!kzi_random_hand(&random, rules, NULL, &hand))
            continue;
        kzi_random_situation(&random, rules, &hand);
        if (kzi_score(result, rules, &hand) != KZ_OK || result->reason == KZI_INCOMPLETE)
            continue;
        compare_combinations(solver, result);
        i++;
    }
    fprintf(stderr, "# %s: at most %u ways, %u hands with a tie\n", file, solver->max_ways,
            solver->ties);
    for (unsigned i = 0; i < rules->shapes.count; i++)
        ck_assert_msg(solver->shapes[i] > 0, "no hand of shape %u", i);
    free(solver);
    free(result);
    kz_ruleset_free(rules);
    kz_ruleset_free(shipped);
}

START_TEST(combinations_of_mcr) {
    compare("rules/mcr.yaml", HANDS, true, true);
}
END_TEST

START_TEST(combinations_of_mcr_2006) {
    compare("rules/mcr-2006.yaml", HANDS, true, true);
}
END_TEST

START_TEST(combinations_accounted_again) {
    compare("rules/mcr.yaml", HANDS / 10, false, true);
    compare("rules/mcr.yaml", HANDS / 10, false, false);
}
END_TEST

START_TEST(combinations_identical) {
    compare("rules/mcr.yaml", HANDS / 10, true, false);
}
END_TEST

START_TEST(tiles_next_to_the_hand) {
    compare("tests/data/laid_tiles.yaml", HANDS / 10, true, true);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("combine");
    TCase *tests = tcase_create("combine");
    suite_add_tcase(suite, tests);
    tcase_set_timeout(tests, 1800);
    tcase_add_test(tests, combinations_of_mcr);
    tcase_add_test(tests, combinations_of_mcr_2006);
    tcase_add_test(tests, combinations_accounted_again);
    tcase_add_test(tests, combinations_identical);
    tcase_add_test(tests, tiles_next_to_the_hand);
    return run_suite(suite);
}
