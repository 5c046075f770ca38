/* Budgets: what a ruleset may cost to load and a hand to score is counted, not timed, and the last
 * step that is allowed is. */
#include "api.h"
#include "base/limits.h"
#include "compile/ruleset.h"
#include "compile/selection/solutions.h"
#include "run_suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const rulesets[] = {"ema-2016", "mcr", "mcr-2006", "tenhou", "mahjong-soul"};

#define N_RULESETS (int)(sizeof rulesets / sizeof *rulesets)

static const char *path_of(int i) {
    static char path[4096];
    snprintf(path, sizeof path, "%s/rules/%s.yaml", getenv("SRCDIR"), rulesets[i]);
    return path;
}

/* --- loading --------------------------------------------------------------------------------- */

struct within {
    const char *path;
    size_t steps, room;
};

static kz_status read_within(struct kzi_model **model, const void *from, struct kzi_diags *diags) {
    static const struct kzi_rule_path where = {.installed = KZ_RULES_DIR};
    const struct within *within = from;
    diags->arena->budget = within->steps;
    diags->arena->room = within->room;
    return kzi_load(model, within->path, &where, diags);
}

/* Whether it loads within so much; if not, why. */
static bool loads(const char *path, size_t steps, size_t room, kz_error *error) {
    struct within within = {path, steps, room};
    kz_ruleset *rules;
    kz_status status = kzi_ruleset_make(&rules, read_within, &within, NULL, NULL, error);
    kz_ruleset_free(rules);
    ck_assert(status == KZ_OK || status == KZ_BAD_RULES);
    return status == KZ_OK;
}

START_TEST(every_step_of_loading_counts) {
    kz_ruleset *rules;
    kz_error error;
    ck_assert_int_eq(kz_ruleset_load(&rules, path_of(_i), NULL, NULL, &error), KZ_OK);
    size_t steps = rules->arena.steps, used = rules->arena.used;
    kz_ruleset_free(rules);
    ck_assert_uint_lt(steps, KZI_MAX_STEPS / 10); /* no shipped ruleset comes near */
    ck_assert_uint_lt(used, KZI_MAX_MEMORY / 4);
    ck_assert(loads(path_of(_i), steps, used, &error));
    ck_assert(!loads(path_of(_i), steps - 1, used, &error));
    ck_assert_msg(strstr(error.text, "16 million steps"), "%s", error.text);
    ck_assert_int_eq(error.line, 1);
    ck_assert_msg(strstr(error.file, rulesets[_i]), "%s", error.file);
    ck_assert(!loads(path_of(_i), steps, used - 1, &error));
    ck_assert_msg(strstr(error.text, "24 MiB of memory"), "%s", error.text);
}
END_TEST

/* Wherever loading is cut short, it is refused; nothing is left behind, as memory checkers see. */
START_TEST(loading_is_cut_short_anywhere) {
    kz_error error;
    for (size_t steps = 1; steps < 20000; steps += steps / 7 + 1) {
        ck_assert(!loads(path_of(_i), steps, 0, &error));
        ck_assert(!loads(path_of(_i), 0, steps * 8, &error));
    }
}
END_TEST

/* --- choosing -------------------------------------------------------------------------------- */

struct found {
    unsigned count, first; /* first: the groups of the first of them */
};

static void note(struct kzi_select *select, void *context) {
    struct found *found = context;
    if (!found->count++)
        for (unsigned i = 0; i < select->n_uses; i++)
            found->first |= select->uses[i].groups;
}

/* Each joins two of four groups: three of the six can stand together, in 16 ways. */
static void join_pairs(struct kzi_select *select, struct found *found, uint32_t steps) {
    static struct kzi_yaku yaku[6];
    static struct kzi_model model = {.yaku = yaku, .combinations = {.account_once = true}};
    *select = (struct kzi_select){.model = &model, .found = note, .context = found, .left = steps};
    for (unsigned a = 0; a < 4; a++)
        for (unsigned b = a + 1; b < 4; b++) {
            unsigned i = select->n_instances++;
            select->instances[i] =
                (struct kzi_instance){(uint16_t)i, (uint8_t)(1U << a | 1U << b), 0};
        }
    *found = (struct found){0, 0};
    kzi_select_all(select);
}

START_TEST(every_step_of_choosing_counts) {
    const uint32_t plenty = 100000;
    struct kzi_select select;
    struct found found;
    join_pairs(&select, &found, plenty);
    ck_assert_uint_eq(found.count, 16);
    ck_assert(!select.cut);
    uint32_t steps = plenty - select.left, enough = 0;
    while (join_pairs(&select, &found, enough), select.cut)
        enough++;
    ck_assert_uint_eq(found.count, 16); /* as soon as it says that it is whole, it is */
    ck_assert_uint_le(enough, steps);
    join_pairs(&select, &found, enough - 1);
    ck_assert(select.cut);
}
END_TEST

/* Even without a step to take there is one selection, and it is whole. */
START_TEST(choosing_always_finds_one) {
    struct kzi_select select;
    struct found found;
    join_pairs(&select, &found, 0);
    ck_assert_uint_eq(found.count, 1);
    ck_assert_uint_eq(found.first, 15);
    ck_assert(select.cut);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget");
    TCase *loading = tcase_create("loading"), *choosing = tcase_create("choosing");
    tcase_set_timeout(loading, 120);
    tcase_add_loop_test(loading, every_step_of_loading_counts, 0, N_RULESETS);
    tcase_add_loop_test(loading, loading_is_cut_short_anywhere, 0, N_RULESETS);
    tcase_add_test(choosing, every_step_of_choosing_counts);
    tcase_add_test(choosing, choosing_always_finds_one);
    suite_add_tcase(suite, loading);
    suite_add_tcase(suite, choosing);
    return run_suite(suite);
}
