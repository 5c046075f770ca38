/* Tables compared with the tree walker: every condition of a ruleset, on random winning
 * readings. */
#include "api.h"
#include "draw.h"
#include "run_suite.h"
#include "slow_phrase.h"
#include "source_tree.h"
#include "walker.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#define READINGS 1000000

static void tell(void *payload, const kz_error *error) {
    char text[2048];
    (void)payload;
    kz_error_write(error, text, sizeof text);
    fprintf(stderr, "%s\n", text);
}

static kz_ruleset *load(const char *name) {
    kz_ruleset *rules = NULL;
    kz_error error;
    ck_assert_int_eq(kz_ruleset_load(&rules, in_source("%s", name), tell, NULL, &error), KZ_OK);
    return rules;
}

/* Yaku that hold on none of the readings drawn here, by id; every other yaku must. */
static const char *const impossible[] = {
    /* these ask for five or more tiles of a kind */
    "made_up_17",  "made_up_18",  "made_up_63",  "made_up_84",  "made_up_109",
    "made_up_131", "made_up_144", "made_up_166", "made_up_278", "made_up_280",
    "made_up_286", "made_up_298", "made_up_351", "made_up_353", "made_up_381",
    "made_up_396", "made_up_421", "made_up_477", "made_up_485", "made_up_500"};
static const char *const rare[] = {
    /* it asks for twelve counters, and random hands have at most nine */
    "streak"};

static void check_held(const char *file, const struct oracle *oracle) {
    const struct kz_ruleset *rules = oracle->rules;
    for (unsigned i = 0; i < rules->n_yaku; i++) {
        const char *id = rules->model->yaku[i].id;
        const bool never = kzi_names_find(&KZI_NAMES(impossible), id) >= 0,
                   may_hold = kzi_names_find(&KZI_NAMES(rare), id) >= 0;
        if (rules->model->yaku[i].in_use && !may_hold)
            ck_assert_msg(never == !oracle->held[i], "%s: %s %s in %lu readings", file, id,
                          never ? "held" : "never held", oracle->readings);
    }
}

static void compare(const char *file, unsigned long count) {
    kz_ruleset *rules = load(file);
    struct oracle *oracle = calloc(1, sizeof *oracle);
    oracle_begin(oracle, rules, 20161120);
    struct draws draws = {.aimed = {0}};
    struct kzi_hand hand;
    while (oracle->readings < count) {
        draw_next(&draws, &oracle->random, rules, oracle->held, &hand);
        compare_walker(oracle, &hand);
    }
    check_held(file, oracle);
    oracle_end(oracle);
    free(oracle);
    kz_ruleset_free(rules);
}

START_TEST(tables_agree_with_the_walker_on_ema_2016) {
    compare("rules/ema-2016.yaml", READINGS);
}
END_TEST

START_TEST(tables_agree_with_the_walker_on_mcr) {
    compare("rules/mcr.yaml", READINGS / 4);
}
END_TEST

START_TEST(tables_agree_with_the_walker_on_every_condition) {
    compare("tests/data/every_condition.yaml", READINGS / 4);
    compare("tests/cases/discarder.yaml", READINGS / 16);
}
END_TEST

START_TEST(tables_agree_with_the_walker_on_many_yaku) {
    compare("tests/data/made_up.yaml", READINGS / 50);
}
END_TEST

START_TEST(tables_agree_with_the_walker_on_claimed_sets) {
    compare("tests/data/claimed_like.yaml", READINGS / 4);
}
END_TEST

/* Ask phrases of every form, with a class of any tiles, of the groups of a hand. */
static void compare_phrases(struct kzi_random *random, const struct kz_ruleset *rules,
                            const struct kzi_hand *hand, unsigned long fitting[2]) {
    static struct kzi_readings readings;
    struct kzi_phrase phrase = {.adjective = (uint8_t)kzi_random_below(random, KZI_IS_DECLARED + 1),
                                .noun = (uint8_t)kzi_random_below(random, KZI_NOUNS),
                                .some = kzi_random_below(random, 2)};
    for (unsigned code = 0; code < KZI_CODES; code++) {
        phrase.class_.other |= (kzi_codes)(kzi_random_below(random, 4) > 0) << code;
        phrase.class_.won |= (kzi_codes)(kzi_random_below(random, 4) > 0) << code;
    }
    kzi_hand_fill_readings(hand, &rules->shapes, &readings);
    for (unsigned i = 0; i < readings.count; i++)
        for (unsigned k = 0; k < readings.list[i].n_groups; k++) {
            bool fits = kzi_phrase_fits(&phrase, &readings.list[i], k, hand);
            ck_assert_int_eq(fits,
                             slow_phrase_fits(&phrase, kzi_group_of(&readings.list[i], k), hand));
            fitting[fits]++;
        }
}

START_TEST(phrases_name_groups_by_their_codes) {
    kz_ruleset *rules = load("rules/mcr.yaml");
    struct kzi_random random = {20161120};
    struct kzi_hand hand;
    unsigned long fitting[2] = {0, 0};
    while (fitting[0] < 100000 || fitting[1] < 10000)
        if (kzi_random_hand(&random, rules, NULL, &hand))
            compare_phrases(&random, rules, &hand, fitting);
    kz_ruleset_free(rules);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("oracle");
    TCase *tcase = tcase_create("oracle");
    tcase_set_timeout(tcase, 1800);
    tcase_add_test(tcase, tables_agree_with_the_walker_on_ema_2016);
    tcase_add_test(tcase, tables_agree_with_the_walker_on_mcr);
    tcase_add_test(tcase, tables_agree_with_the_walker_on_every_condition);
    tcase_add_test(tcase, tables_agree_with_the_walker_on_many_yaku);
    tcase_add_test(tcase, tables_agree_with_the_walker_on_claimed_sets);
    tcase_add_test(tcase, phrases_name_groups_by_their_codes);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
