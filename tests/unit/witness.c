/* Hands that show differences: each parses as it was written, and scores as reported. */
#include "analysis/witness/witness.h"
#include "analysis/comparison.h"
#include "analysis/diff/blame.h"
#include "api.h"
#include "base/text.h"
#include "run_suite.h"
#include "source_tree.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static struct kzi_carried_rules apart;
static kz_ruleset *rules[2];
static struct kzi_blame *blame;
static struct kzi_witness *witness;
static kz_hand *hand;
static kz_result *results[2];

static void load(const char *first, const char *second, const char *overlay) {
    const char *const names[] = {first, second};
    const char *const overlays[] = {overlay ? in_source("rules/overlays/%s.yaml", overlay) : NULL};
    hand = kz_hand_new();
    witness = calloc(1, sizeof *witness);
    for (unsigned i = 0; i < 2; i++) {
        kz_error error;
        const kz_load_options how = {
            .size = sizeof how, .overlays = overlays, .n_overlays = i && overlay};
        const char *path = in_source("rules/%s.yaml", names[i]);
        ck_assert_msg(kz_ruleset_load_with(&rules[i], path, &how, NULL, NULL, &error) == KZ_OK,
                      "%s", error.text);
        kz_hand_know(hand, rules[i]);
        results[i] = kz_result_new();
    }
    ck_assert_int_eq(kzi_blame_prepare(&blame, rules[0], rules[1], NULL), KZ_OK);
}

static void tear_down(void) {
    kzi_carried_rules_free(&apart, &blame->budget);
    kzi_blame_free(blame);
    for (unsigned i = 0; i < 2; i++) {
        kz_ruleset_free(rules[i]);
        kz_result_free(results[i]);
    }
    kz_hand_free(hand);
    free(witness);
}

/* Find the witness of a difference; alike: the two rulesets that it is searched under. */
static void check_witness(size_t number, const struct kz_ruleset *alike[2]) {
    const struct kzi_differences *differences = &blame->differences;
    alike[0] = rules[0];
    alike[1] = blame->alone[0][number].rules;
    kzi_carried_rules_free(&apart, &blame->budget);
    if (!alike[1] && kzi_carry(&apart, blame, number, 0)) /* no hand depends on it */
        alike[1] = apart.rules;
    ck_assert_msg(alike[1] != NULL, "%s is not carried", differences->list[number].address);
    ck_assert(kzi_witness_find(witness, differences, &differences->list[number], alike));
}

static void check_hand(const char *address, const struct kz_ruleset *const alike[2]) {
    char line[512];
    struct kzi_text text = kzi_text_fixed(line, sizeof line);
    kz_error error;
    kzi_write_line(&text, &witness->hand);
    kzi_text_end(&text);
    ck_assert_msg(kz_hand_parse(hand, line, strlen(line), &error) == KZ_OK, "%s: %s: %s", address,
                  line, error.text);
    for (unsigned i = 0; i < 2; i++) {
        kz_score(results[i], alike[i], hand);
        ck_assert_msg(!kzi_differs(results[i], &witness->results[i]), "%s: %s", address, line);
        if (witness->as_is) {
            kz_score(results[i], rules[i], hand);
            ck_assert_msg(!kzi_differs(results[i], &witness->results[i]), "%s: %s", address, line);
        }
    }
    unsigned differs = kzi_differs(results[0], results[1]);
    ck_assert_msg(differs != 0, "%s: %s", address, line);
    if (witness->kind == KZI_WITNESS_PAYS)
        ck_assert_uint_ne(
            differs & (1U << KZI_FIELD_WIN | 1U << KZI_FIELD_POINTS | 1U << KZI_FIELD_PAYMENTS), 0);
}

/* --- pairs of rulesets ----------------------------------------------------------------------- */

static const struct {
    const char *first, *second, *overlay;
    const char *kinds; /* a letter for each difference in order, as below */
} pairs[] = {
    {"ema-2016", "ema-2025", NULL, "nppr"},
    {"ema-2025", "ema-2016", NULL, "nppr"},
    {"mcr", "mcr-2006", NULL, "ppppppppp"},
    {"ema-2016", "tenhou", NULL, "pcccpnppdrpdddddddddddddddr"},
    {"tenhou", "ema-2016", NULL, "cccppnppdrpdddddddddddddddr"},
    {"tenhou", "mahjong-soul", NULL, "ppdddddr"},
    {"ema-2016", "toudai", NULL, "ppnpnpprdpp"},
    {"ari-ari", "mahjongtime-competition", NULL, "ppppnppr"},
    {"ema-2016", "ema-2016", "local-yaku",
     "pppppppppppppppppppppppppppppppppppppppppppcpppppppppppppppppppppp"},
};

START_TEST(differences_are_shown) {
    load(pairs[_i].first, pairs[_i].second, pairs[_i].overlay);
    const struct kzi_differences *differences = &blame->differences;
    ck_assert_uint_eq(differences->count, strlen(pairs[_i].kinds));
    for (size_t i = 0; i < differences->count; i++) {
        static const char letters[] = {
            [KZI_WITNESS_NONE] = '-',    [KZI_WITNESS_NEVER] = 'n',  [KZI_WITNESS_DEAL] = 'd',
            [KZI_WITNESS_REFUSED] = 'r', [KZI_WITNESS_COUNTS] = 'c', [KZI_WITNESS_PAYS] = 'p'};
        const struct kz_ruleset *alike[2];
        check_witness(i, alike);
        ck_assert_msg(letters[witness->kind] == pairs[_i].kinds[i], "%s: %c",
                      differences->list[i].address, letters[witness->kind]);
        if (witness->kind >= KZI_WITNESS_REFUSED)
            check_hand(differences->list[i].address, alike);
    }
}
END_TEST

/* The search gives the same hand, whatever was searched before. */
START_TEST(search_is_the_same) {
    const struct kz_ruleset *alike[2];
    struct kzi_hand first;
    load("ema-2016", "ema-2025", NULL);
    check_witness(1, alike);
    first = witness->hand;
    check_witness(2, alike);
    check_witness(1, alike);
    ck_assert_mem_eq(first.concealed, witness->hand.concealed, KZI_KINDS);
    ck_assert_uint_eq(first.win, witness->hand.win);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("witness");
    TCase *tests = tcase_create("witness");
    suite_add_tcase(suite, tests);
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_set_timeout(tests, 1800);
    tcase_add_loop_test(tests, differences_are_shown, 0, COUNT(pairs));
    tcase_add_test(tests, search_is_the_same);
    return run_suite(suite);
}
