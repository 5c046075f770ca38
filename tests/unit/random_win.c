/* Random hands that win: every yaku of every ruleset is found, and the text of each reads as the
 * same hand. */
#include "analysis/witness/random_win.h"
#include "analysis/witness/hand_text.h"
#include "base/text_json.h"
#include "compile/program/bitset.h"
#include "hand/parser/parser.h"
#include "run_suite.h"

#include "api.h"
#include "source_tree.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HANDS 4 /* for each yaku */

/* Yaku that no hand can win with: they pay those who did not win, and less than any win. */
static const char *const never_win[] = {"bmja fishing_half", "bmja fishing_limit"};

struct trial {
    const kz_ruleset *rules;
    struct kz_result *result, *again;
    char text[4096];
};

static void must_be_same(struct trial *trial, const char *what) {
    struct kzi_problem problem;
    struct kzi_whole_hand read;
    if (!kzi_hand_read(&read, trial->text, strlen(trial->text), NULL, NULL, &problem))
        ck_abort_msg("%s: %s: %s", what, trial->text, problem.text);
    if (kzi_score(trial->again, trial->rules, &read.hand) != KZ_OK)
        ck_abort_msg("%s: %s: %s", what, trial->text, trial->again->error.text);
    if (trial->again->reason != KZI_WINS)
        ck_abort_msg("%s: %s does not win", what, trial->text);
    if (memcmp(trial->result->best.scored, trial->again->best.scored,
               trial->rules->yaku_words * sizeof(uint64_t)) != 0 ||
        memcmp(trial->result->paid, trial->again->paid, sizeof trial->again->paid) != 0)
        ck_abort_msg("%s: %s scores otherwise", what, trial->text);
}

static void write_both(struct trial *trial, const struct kzi_hand *hand, const char *what) {
    struct kzi_text text = kzi_text_fixed(trial->text, sizeof trial->text);
    kzi_write_line(&text, hand);
    kzi_text_end(&text);
    must_be_same(trial, what);
    text = kzi_text_fixed(trial->text, sizeof trial->text);
    kzi_json_start(&text);
    kzi_json_begin(&text, '{');
    kzi_put_record(&text, hand);
    kzi_json_end(&text, '}');
    kzi_text_end(&text);
    must_be_same(trial, what);
}

static void try_yaku(struct trial *trial, int yaku) {
    struct kzi_random random = {.state = 7};
    char what[200];
    bool never = false;
    snprintf(what, sizeof what, "%s %s", trial->rules->model->id,
             yaku < 0 ? "any" : trial->rules->model->yaku[yaku].id);
    for (size_t i = 0; i < KZI_COUNT(never_win); i++)
        never |= !strcmp(never_win[i], what);
    for (unsigned i = 0; i < (never ? 1 : HANDS); i++) {
        struct kzi_hand hand;
        if (kzi_random_win(&random, trial->rules, yaku, &hand, trial->result) == never)
            ck_abort_msg("%s: %s", what, never ? "found after all" : "not found");
        if (never)
            return;
        ck_assert(yaku < 0 || kzi_has_bit(trial->result->best.scored, (unsigned)yaku));
        write_both(trial, &hand, what);
    }
}

static void try_rules(const char *path, void *ctx) {
    struct kz_result **results = ctx;
    kz_error error;
    kz_ruleset *rules;
    if (kz_ruleset_load(&rules, path, NULL, NULL, &error) != KZ_OK)
        ck_abort_msg("%s: %s", path, error.text);
    struct trial trial = {.rules = rules, .result = results[0], .again = results[1]};
    for (int yaku = -1; yaku < (int)rules->n_yaku; yaku++)
        if (yaku < 0 || rules->model->yaku[yaku].in_use)
            try_yaku(&trial, yaku);
    kz_ruleset_free(rules);
}

START_TEST(every_yaku) {
    struct kz_result *results[2] = {kz_result_new(), kz_result_new()};
    ck_assert_uint_gt(for_each_ruleset(try_rules, results), 0);
    kz_result_free(results[0]);
    kz_result_free(results[1]);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("random win");
    tcase_set_timeout(tests, 1800);
    tcase_add_test(tests, every_yaku);
    Suite *suite = suite_create("random win");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
