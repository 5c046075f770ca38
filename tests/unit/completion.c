/* The tiles that complete a hand, compared with scoring the hand with every tile. */
#include "score/completion.h"
#include "analysis/witness/random_hand.h"
#include "analysis/witness/witness.h"
#include "run_suite.h"

#include "api.h"
#include "source_tree.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static kz_ruleset *load(const char *path) {
    kz_error error;
    kz_ruleset *rules;
    if (kz_ruleset_load(&rules, path, NULL, NULL, &error) != KZ_OK)
        ck_abort_msg("%s: %s", path, error.text);
    return rules;
}

/* Return the tile of a kind among those that complete the hand, or NULL. */
static const struct kzi_lacking_tile *find(const struct kzi_completion *completion, unsigned kind) {
    for (unsigned i = 0; completion->ready && i < completion->count; i++)
        if (completion->list[i].kind == kind)
            return &completion->list[i];
    return NULL;
}

/* Return whether the hand is complete with the tile, in the eyes of scoring. */
static bool completes(struct kz_result *result, const struct kz_ruleset *rules,
                      const struct kzi_hand *unfinished, unsigned kind) {
    struct kzi_hand hand = *unfinished;
    hand.win = (uint8_t)kind;
    hand.by_given = hand.self_draw = true;
    hand.from = -1;
    hand.n_words = hand.n_pao = 0; /* their needs are not tested here */
    return kzi_score(result, rules, &hand) == KZ_OK && result->reason != KZI_INCOMPLETE;
}

static const char *said(const struct kzi_hand *hand) {
    static char line[KZI_MAX_LINE];
    struct kzi_text text = kzi_text_fixed(line, sizeof line);
    kzi_write_line(&text, hand);
    kzi_text_end(&text);
    return line;
}

static void compare(struct kz_result *results[2], const struct kz_ruleset *rules,
                    const struct kzi_hand *hand) {
    struct kzi_hand unfinished = *hand;
    struct kzi_completion completion;
    struct kzi_last_tile last = {hand->win, hand->win_red, hand->self_draw};
    struct kzi_tiles tiles;
    kz_error error;
    unfinished.win = KZI_NO_KIND;
    unfinished.win_red = unfinished.by_given = false;
    if (hand->win_red)
        unfinished.reds[kzi_suit(hand->win)]--;
    kzi_tiles_init(&tiles, &unfinished);
    if (kzi_completion_find(&completion, rules, &unfinished, &tiles, &error) != KZ_OK)
        ck_abort_msg("%s: %s", rules->model->id, error.text);
    if (results[0]->reason != KZI_INCOMPLETE && !hand->win_face &&
        results[0]->best.reading.shape < rules->shapes.count &&
        !rules->shapes.list[results[0]->best.reading.shape].any_tiles) {
        if (!find(&completion, hand->win))
            ck_abort_msg("%s: the hand %s is not completed", rules->model->id, said(hand));
        ck_assert_int_eq(kzi_score_completed(results[1], rules, &unfinished, last), KZ_OK);
        ck_assert_int_eq(results[0]->best.points, results[1]->best.points);
    }
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        if (!rules->any_tiles &&
            completes(results[1], rules, &unfinished, kind) != !!find(&completion, kind))
            ck_abort_msg("%s: %s with kind %u", rules->model->id, said(hand), kind);
}

static void compare_many(const char *path, void *ctx) {
    struct kz_result **results = ctx;
    struct kzi_random random = {.state = 20261123};
    kz_ruleset *rules = load(path);
    for (unsigned i = 0; i < 200; i++) {
        struct kzi_hand hand;
        if (kzi_random_hand(&random, rules, NULL, &hand) &&
            kzi_score(results[0], rules, &hand) == KZ_OK)
            compare(results, rules, &hand);
    }
    kz_ruleset_free(rules);
}

START_TEST(every_ruleset) {
    struct kz_result *results[2] = {kz_result_new(), kz_result_new()};
    ck_assert_uint_gt(for_each_ruleset(compare_many, results), 0);
    kz_result_free(results[0]);
    kz_result_free(results[1]);
}
END_TEST

/* --- the public calls ------------------------------------------------------------------------ */

static kz_ruleset *ema(void) {
    const char *path = in_source("rules/ema-2016.yaml");
    return load(path);
}

START_TEST(public_calls) {
    static const char line[] = "123456m23p55789s riichi", far[] = "147m258p369s1234z",
                      own[] = "123456m23p55789s discards=4p";
    kz_ruleset *rules = ema();
    kz_hand *hand = kz_hand_new();
    kz_result *result = kz_result_new();
    kz_wait list[34];
    kz_error error;
    size_t count;
    int shanten, furiten;
    ck_assert_int_eq(kz_waits(list, 34, &count, &shanten, rules, hand, &error), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_hand_parse_unfinished(hand, line, strlen(line), &error), KZ_OK);
    ck_assert_int_eq(kz_score(result, rules, hand), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_waits(list, 1, &count, &shanten, rules, hand, &error), KZ_OK);
    ck_assert_uint_eq(count, 2);
    ck_assert_int_eq(shanten, 0);
    ck_assert_str_eq(list[0].tile, "1p");
    ck_assert_int_eq(list[0].left, 4);
    ck_assert_int_eq(kz_score_completed(result, rules, hand, "4p", 1), KZ_OK);
    ck_assert_int_eq(kz_result_points(result), 2700);
    ck_assert_int_eq(kz_score_completed(result, rules, hand, "4pp", 1), KZ_BAD_USAGE);
    ck_assert_str_eq(kz_result_error(result)->text, "there is no such tile");
    ck_assert_int_eq(kz_furiten(&furiten, rules, hand, &error), KZ_OK);
    ck_assert_int_eq(furiten, -1);
    ck_assert_int_eq(kz_hand_parse_unfinished(hand, own, strlen(own), &error), KZ_OK);
    ck_assert_int_eq(kz_furiten(&furiten, rules, hand, &error), KZ_OK);
    ck_assert_int_eq(furiten, 1);
    ck_assert_int_eq(kz_furiten(&furiten, NULL, hand, NULL), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_hand_parse_unfinished(hand, far, strlen(far), &error), KZ_OK);
    ck_assert_int_eq(kz_waits(list, 34, NULL, &shanten, rules, hand, &error), KZ_OK);
    ck_assert_int_eq(shanten, 6);
    kz_hand_free(hand);
    kz_result_free(result);
    kz_ruleset_free(rules);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("completion");
    tcase_set_timeout(tests, 1800);
    tcase_add_test(tests, every_ruleset);
    tcase_add_test(tests, public_calls);
    Suite *suite = suite_create("completion");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
