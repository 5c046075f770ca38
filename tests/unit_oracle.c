/* The tables against the tree walker: every condition of a ruleset, on random winning readings. */
#include "api.h"
#include "compile/holds.h"
#include "report/random_hand.h"
#include "run_suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#define READINGS 1000000

static char path[4096];

static const char *rule_file(const char *name) {
    const char *top = getenv("SRCDIR");
    snprintf(path, sizeof path, "%s/%s", top ? top : ".", name);
    return path;
}

static void tell(void *payload, const kz_error *error) {
    char text[2048];
    (void)payload;
    kz_error_write(error, text, sizeof text);
    fprintf(stderr, "%s\n", text);
}

static kz_ruleset *load(const char *name) {
    kz_ruleset *rules = NULL;
    kz_error error;
    ck_assert_int_eq(kz_ruleset_load(&rules, rule_file(name), tell, NULL, &error), KZ_OK);
    return rules;
}

struct oracle {
    const struct kz_ruleset *rules;
    struct kzi_random random;
    struct kzi_facts facts;
    struct kzi_match hand;
    unsigned long readings, *held; /* by owner: how often its condition held */
    uint64_t scored[KZI_YAKU_WORDS];
};

static bool asked(const struct oracle *oracle, unsigned yaku) {
    const struct kzi_yaku *of = &oracle->rules->model->yaku[yaku];
    return of->in_use && (oracle->facts.open ? of->open.scored : of->closed.scored);
}

static void compare_owner(struct oracle *oracle, const struct kzi_reading *reading,
                          const uint64_t *owners, unsigned owner, bool relevant) {
    const struct kzi_program *program = oracle->rules->scoring;
    bool tables = owners[owner / 64] >> (owner % 64) & 1;
    bool walker = relevant && kzi_holds(program->owner_if[owner], &oracle->facts, reading);
    oracle->held[owner] += walker;
    if (tables != walker) /* Check's own asserts report each success, and there are millions */
        ck_abort_msg("owner %u (%s): tables say %d, the walker %d", owner,
                     owner < oracle->rules->n_yaku ? oracle->rules->model->yaku[owner].id
                                                   : "a fu item",
                     tables, walker);
}

static void compare_reading(struct oracle *oracle, const struct kzi_reading *reading) {
    const struct kz_ruleset *rules = oracle->rules;
    struct kzi_match match;
    uint64_t owners[KZI_YAKU_WORDS + 2];
    kzi_match_reading(rules->scoring, &oracle->facts, &oracle->hand, reading, &match);
    kzi_match_owners(rules->scoring, &oracle->facts, reading, &match, owners);
    for (unsigned i = 0; i < rules->n_yaku; i++)
        compare_owner(oracle, reading, owners, i, asked(oracle, i));
    kzi_match_settled(rules->scoring, &oracle->facts, &match);
    kzi_match_owners(rules->scoring, &oracle->facts, reading, &match, owners);
    for (unsigned i = rules->n_yaku; i < rules->scoring->n_owners; i++)
        compare_owner(oracle, reading, owners, i, true);
    oracle->readings++;
}

static void compare_hand(struct oracle *oracle, const struct kzi_hand *hand) {
    static struct kzi_readings readings;
    const struct kzi_model *model = oracle->rules->model;
    uint64_t words = (UINT64_C(1) << model->circumstance_names.count) - 1;
    kzi_facts_find(&oracle->facts, hand);
    oracle->facts.given =
        kzi_random_bits(&oracle->random) & kzi_random_bits(&oracle->random) & words;
    oracle->scored[0] = kzi_random_bits(&oracle->random);
    oracle->facts.scored = oracle->scored;
    if (oracle->rules->scoring->asks_waits)
        oracle->facts.n_waits = (unsigned)__builtin_popcountll(
            kzi_waits(hand, &oracle->rules->shapes, oracle->rules->played));
    kzi_match_hand(oracle->rules->scoring, &oracle->facts, &oracle->hand);
    kzi_readings_find(hand, &oracle->rules->shapes, &readings);
    if (!readings.count || readings.count == KZI_MAX_READINGS)
        ck_abort_msg("%u readings", readings.count);
    for (unsigned i = 0; i < readings.count; i++)
        compare_reading(oracle, &readings.list[i]);
}

static void compare(const char *file, unsigned long many) {
    kz_ruleset *rules = load(file);
    struct oracle *oracle = calloc(1, sizeof *oracle);
    oracle->rules = rules;
    oracle->random.state = 20161120;
    oracle->held = calloc(rules->scoring->n_owners, sizeof *oracle->held);
    struct kzi_hand hand;
    while (oracle->readings < many)
        if (kzi_random_hand(&oracle->random, rules, NULL, &hand))
            compare_hand(oracle, &hand);
    for (unsigned i = 0; i < rules->n_yaku; i++)
        if (rules->model->yaku[i].in_use && !oracle->held[i])
            fprintf(stderr, "%s: %s never held in %lu readings\n", file, rules->model->yaku[i].id,
                    oracle->readings);
    free(oracle->held);
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
}
END_TEST

int main(void) {
    Suite *suite = suite_create("oracle");
    TCase *tcase = tcase_create("oracle");
    tcase_set_timeout(tcase, 600);
    tcase_add_test(tcase, tables_agree_with_the_walker_on_ema_2016);
    tcase_add_test(tcase, tables_agree_with_the_walker_on_mcr);
    tcase_add_test(tcase, tables_agree_with_the_walker_on_every_condition);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
