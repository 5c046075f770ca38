/* Budgets: the cost of loading a ruleset and of scoring a hand is counted in steps, not timed, and
 * exactly the last allowed step is allowed. */
#include "analysis/diff/diff_report.h"
#include "analysis/prover/implication.h"
#include "analysis/prover/lint.h"
#include "api.h"
#include "base/limits.h"
#include "compile/ruleset.h"
#include "compile/selection/selection.h"
#include "run_suite.h"
#include "score/prospect.h"
#include "source_tree.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const rulesets[] = {"ema-2016", "mcr", "mcr-2006", "tenhou", "mahjong-soul"};

#define N_RULESETS (int)KZI_COUNT(rulesets)

static const char *path_of(int i) {
    return in_source("rules/%s.yaml", rulesets[i]);
}

/* --- loading --------------------------------------------------------------------------------- */

struct limits {
    const char *path;
    size_t steps, bytes;
};

static kz_status read_within(struct kzi_model **model, const void *from, struct kzi_diags *diags) {
    const struct limits *within = from;
    const struct kzi_request request = {.spec.rules = {.text = within->path, .is_path = true},
                                        .rule_path = KZ_RULES_DIR};
    diags->arena->budget = within->steps;
    diags->arena->capacity = within->bytes;
    return kzi_model_load(model, &request, diags);
}

/* Load a file within these steps and bytes (0: any number); NULL: error says why. */
static kz_ruleset *load(const char *path, size_t steps, size_t bytes, kz_error *error) {
    struct limits within = {path, steps, bytes};
    kz_ruleset *rules;
    kz_status status =
        kzi_ruleset_make(&rules, read_within, &within, NULL, &(struct kzi_listener){.err = error});
    ck_assert(status == KZ_OK || status == KZ_BAD_RULES);
    return rules;
}

static bool loads(const char *path, size_t steps, size_t bytes, kz_error *error) {
    kz_ruleset *rules = load(path, steps, bytes, error);
    kz_ruleset_free(rules);
    return rules;
}

/* No input is so large that it shows where exactly these end. */
START_TEST(budgets_are_what_pages_say) {
    ck_assert_uint_eq(KZI_MAX_STEPS, 16000000); /* doc/rules.md */
    ck_assert_uint_eq(KZI_MAX_MEMORY, 24 << 20);
    ck_assert_uint_eq(KZI_MAX_SELECTION_STEPS, 1000000);
    ck_assert_uint_eq(KZI_SEARCH_BYTES, 256 << 20); /* doc/discards.md, src/kazoe.h */
}
END_TEST

START_TEST(every_step_of_loading_counts) {
    kz_error error;
    kz_ruleset *rules = load(path_of(_i), 0, 0, &error);
    ck_assert_ptr_nonnull(rules);
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

/* Loading that is cut short anywhere is refused, and leaks nothing, as memory checkers show. */
START_TEST(loading_is_cut_short_anywhere) {
    kz_error error;
    for (size_t steps = 1; steps < 20000; steps += steps / 7 + 1) {
        ck_assert(!loads(path_of(_i), steps, 0, &error));
        ck_assert(!loads(path_of(_i), 0, steps * 8, &error));
    }
}
END_TEST

/* --- choosing -------------------------------------------------------------------------------- */

struct choice {
    unsigned count, first; /* first: the groups of the first selection */
};

static void note(struct kzi_selector *selector, void *context) {
    struct choice *found = context;
    if (!found->count++)
        for (unsigned i = 0; i < selector->n_chosen; i++)
            found->first |= selector->chosen[i].groups;
}

/* Each joins two of four groups: three of the six are compatible, in 16 ways. */
static void join_pairs(struct kzi_selector *selector, struct choice *found, uint32_t steps) {
    static struct kzi_yaku yaku[6];
    static struct kzi_model model = {.yaku = yaku, .combinations = {.account_once = true}};
    *selector =
        (struct kzi_selector){.model = &model, .found = note, .context = found, .left = steps};
    for (unsigned a = 0; a < 4; a++)
        for (unsigned b = a + 1; b < 4; b++) {
            unsigned i = selector->n_instances++;
            selector->instances[i] =
                (struct kzi_instance){(uint16_t)i, (uint8_t)(1U << a | 1U << b), 0};
        }
    *found = (struct choice){0, 0};
    kzi_selector_run(selector);
}

START_TEST(every_step_of_choosing_counts) {
    const uint32_t plenty = 100000;
    struct kzi_selector selector;
    struct choice found;
    join_pairs(&selector, &found, plenty);
    ck_assert_uint_eq(found.count, 16);
    ck_assert(!selector.cut);
    uint32_t steps = plenty - selector.left, enough = 0;
    while (join_pairs(&selector, &found, enough), selector.cut)
        enough++;
    ck_assert_uint_eq(found.count, 16); /* a search that is not cut is complete */
    ck_assert_uint_le(enough, steps);
    join_pairs(&selector, &found, enough - 1);
    ck_assert(selector.cut);
}
END_TEST

/* Without a single step there is still one selection, and it is maximal. */
START_TEST(choosing_always_finds_one) {
    struct kzi_selector selector;
    struct choice found;
    join_pairs(&selector, &found, 0);
    ck_assert_uint_eq(found.count, 1);
    ck_assert_uint_eq(found.first, 15);
    ck_assert(selector.cut);
}
END_TEST

/* --- after loading --------------------------------------------------------------------------- */

/* Return the smallest measure that does not cut, so that one less cuts. */
static uint64_t min(bool (*cut)(uint64_t measure), uint64_t max) {
    uint64_t low = 0, high = max; /* cut at low, not at high */
    ck_assert(cut(low));
    ck_assert(!cut(high));
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (cut(middle))
            low = middle;
        else
            high = middle;
    }
    return high;
}

static kz_ruleset *pair[2];

static void open_pair(void) {
    static const char *const names[2] = {"ema-2016", "tenhou"};
    for (unsigned i = 0; i < 2; i++) {
        const char *path = in_source("rules/%s.yaml", names[i]);
        ck_assert_int_eq(kz_ruleset_load(&pair[i], path, NULL, NULL, NULL), KZ_OK);
        ck_assert(kzi_prover_make(pair[i]));
    }
}

static void close_pair(void) {
    kz_ruleset_free(pair[0]);
    kz_ruleset_free(pair[1]);
}

/* True if the search for differences, or the rulesets with one difference each, are cut short. */
static bool pair_is_cut(const struct kzi_blame_limits *limits, bool differences_alone) {
    struct kzi_blame *blame;
    ck_assert_int_eq(kzi_blame_find(&blame, pair[0], pair[1], limits, NULL), KZ_OK);
    bool cut = blame->differences.cut;
    if (!cut && !differences_alone) {
        ck_assert(kzi_blame_make_rules(blame));
        cut = blame->budget.out;
    }
    kzi_blame_free(blame);
    return cut;
}

static bool steps_cut_pair(uint64_t steps) {
    struct kzi_blame_limits limits = kzi_blame_limits;
    limits.steps = steps + 1; /* 0 means no limit */
    return pair_is_cut(&limits, false);
}

static bool memory_cuts_pair(uint64_t memory) {
    struct kzi_blame_limits limits = kzi_blame_limits;
    limits.memory = memory + 1;
    return pair_is_cut(&limits, false);
}

static bool memory_cuts_differences(uint64_t memory) {
    struct kzi_blame_limits limits = kzi_blame_limits;
    limits.differences_memory = memory + 1;
    return pair_is_cut(&limits, true);
}

START_TEST(every_step_of_a_pair_counts) {
    open_pair();
    ck_assert_uint_lt(min(steps_cut_pair, KZI_MAX_PAIR_STEPS), KZI_MAX_PAIR_STEPS / 4);
    ck_assert_uint_lt(min(memory_cuts_pair, KZI_MAX_PAIR_MEMORY), KZI_MAX_PAIR_MEMORY);
    ck_assert_uint_lt(min(memory_cuts_differences, KZI_MAX_DIFFERENCES_MEMORY),
                      KZI_MAX_DIFFERENCES_MEMORY / 4);
    close_pair();
}
END_TEST

/* A hand for which several differences are needed. */
static bool steps_cut_blame(uint64_t steps) {
    static const char line[] = "555z666z777z111z2z +2z from=W";
    struct kzi_blame_limits limits = kzi_blame_limits;
    struct kzi_blame *blame;
    kz_hand *hand = kz_hand_new();
    kz_result *results[2] = {kz_result_new(), kz_result_new()};
    const kz_result *const both[2] = {results[0], results[1]};
    struct kzi_blame_set blamed;
    limits.hand_steps = steps;
    ck_assert_int_eq(kzi_blame_find(&blame, pair[0], pair[1], &limits, NULL), KZ_OK);
    ck_assert(kzi_blame_make_rules(blame));
    struct kzi_blamer *blamer = kzi_blamer_new(blame);
    ck_assert_int_eq(kz_hand_parse(hand, line, strlen(line), NULL), KZ_OK);
    for (unsigned i = 0; i < 2; i++)
        kz_score(results[i], pair[i], hand);
    kzi_blame_hand(blamer, &hand->hand, both, &blamed);
    ck_assert(blamed.how == KZI_BLAMED_CUT || (blamed.how == KZI_BLAMED_TOGETHER && blamed.count));
    kzi_blamer_free(blamer);
    kzi_blame_free(blame);
    for (unsigned i = 0; i < 2; i++)
        kz_result_free(results[i]);
    kz_hand_free(hand);
    return blamed.how == KZI_BLAMED_CUT;
}

START_TEST(every_step_of_a_hand_counts) {
    open_pair();
    ck_assert(!steps_cut_blame(KZI_MAX_BLAME_STEPS));
    ck_assert(steps_cut_blame(0));
    close_pair();
}
END_TEST

/* The search for a hand that shows the first difference. */
static bool steps_cut_search(uint64_t steps) {
    struct kzi_blame *blame;
    struct kzi_budget budget = {.steps = steps};
    struct kzi_hand_search *search = calloc(1, sizeof *search);
    ck_assert(search != NULL);
    ck_assert_int_eq(kzi_blame_find(&blame, pair[0], pair[1], &kzi_blame_limits, NULL), KZ_OK);
    ck_assert(kzi_hand_search_run(search, blame, 0, &budget));
    bool cut = search->witness.cut;
    ck_assert(cut || search->witness.kind != KZI_WITNESS_NONE);
    kzi_hand_search_release(search, blame);
    kzi_blame_free(blame);
    free(search);
    return cut;
}

START_TEST(every_step_of_a_search_counts) {
    open_pair();
    ck_assert_uint_lt(min(steps_cut_search, KZI_MAX_WITNESS_STEPS), KZI_MAX_WITNESS_STEPS / 4);
    close_pair();
}
END_TEST

static void keep_incomplete(void *payload, const kz_error *diagnostic) {
    if (strstr(diagnostic->text, "the notes are incomplete"))
        *(kz_error *)payload = *diagnostic;
}

/* True if the notes say that they are incomplete. */
static bool steps_cut_notes(uint64_t steps) {
    struct kzi_budget budget = kzi_note_budget;
    struct kzi_arena arena = {.door = NULL};
    struct kzi_diags diags;
    jmp_buf door;
    kz_error last = {.text = ""};
    budget.steps = steps;
    arena.door = &door;
    if (setjmp(door))
        ck_abort_msg("memory is out");
    kzi_diags_init(&diags, &arena);
    kzi_lint_rules(pair[0], &diags, &budget);
    kzi_diags_emit(&diags, &(struct kzi_listener){keep_incomplete, &last, NULL});
    kzi_arena_release(&arena);
    return last.text[0] != '\0';
}

START_TEST(every_step_of_notes_counts) {
    open_pair();
    ck_assert_uint_lt(min(steps_cut_notes, KZI_MAX_NOTE_STEPS), KZI_MAX_NOTE_STEPS / 4);
    close_pair();
}
END_TEST

/* Return the reason of the first cover of a ruleset. */
static enum kzi_cover_why why(uint64_t steps) {
    const struct kzi_model *model = pair[0]->model;
    struct kzi_budget budget = {.steps = steps};
    for (unsigned by = 0; by < pair[0]->n_yaku; by++)
        if (model->yaku[by].n_covers)
            return kzi_why_covered(pair[0], by, model->yaku[by].covers[0].yaku, &budget);
    ck_abort_msg("no yaku covers another");
    return KZI_COVER_CONVENTION;
}

static bool steps_cut_why(uint64_t steps) {
    return why(steps) == KZI_COVER_NOT_LOOKED_FOR;
}

START_TEST(every_step_of_a_reason_counts) {
    open_pair();
    ck_assert_uint_lt(min(steps_cut_why, KZI_MAX_WHY_STEPS), KZI_MAX_WHY_STEPS / 4);
    close_pair();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget");
    TCase *loading = tcase_create("loading"), *choosing = tcase_create("choosing");
    tcase_set_timeout(loading, 1800);
    tcase_add_test(loading, budgets_are_what_pages_say);
    tcase_add_loop_test(loading, every_step_of_loading_counts, 0, N_RULESETS);
    tcase_add_loop_test(loading, loading_is_cut_short_anywhere, 0, N_RULESETS);
    tcase_add_test(choosing, every_step_of_choosing_counts);
    tcase_add_test(choosing, choosing_always_finds_one);
    TCase *after = tcase_create("after loading");
    tcase_set_timeout(after, 1800);
    tcase_add_test(after, every_step_of_a_pair_counts);
    tcase_add_test(after, every_step_of_a_hand_counts);
    tcase_add_test(after, every_step_of_a_search_counts);
    tcase_add_test(after, every_step_of_notes_counts);
    tcase_add_test(after, every_step_of_a_reason_counts);
    suite_add_tcase(suite, loading);
    suite_add_tcase(suite, after);
    suite_add_tcase(suite, choosing);
    return run_suite(suite);
}
