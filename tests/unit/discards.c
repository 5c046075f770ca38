/* The discards of a full hand, compared with the waits of each hand that lacks the tile. */
#include "analysis/witness/random_hand.h"
#include "run_suite.h"
#include "score/discard.h"

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

/* --- every discard --------------------------------------------------------------------------- */

/* Add the worth of the tiles that complete the hand, copy by copy. */
static void add_worth(struct kzi_discard *sum, struct kz_result *result,
                      const struct kz_ruleset *rules, const struct kzi_hand *rest,
                      const struct kzi_completion *completion) {
    for (unsigned i = 0; i < completion->count; i++)
        for (unsigned copy = 0; copy < completion->list[i].left; copy++) {
            bool red = copy < completion->list[i].reds;
            struct kzi_last_tile last = {completion->list[i].kind, red, true};
            bool wins = kzi_score_completed(result, rules, rest, last) == KZ_OK &&
                        result->reason == KZI_WINS;
            int64_t points = wins ? result->best.points : 0;
            sum->live++;
            sum->sum += points;
            sum->best = points > sum->best ? points : sum->best;
        }
}

/* The tile that goes is seen. */
static void see(struct kzi_hand *rest, unsigned kind, bool red) {
    static struct kzi_extras extras;
    struct kzi_seen_tiles *discards = &extras.discards;
    if (rest->extras)
        extras = *rest->extras;
    if (!rest->has_discards)
        memset(discards, 0, sizeof *discards);
    rest->extras = &extras;
    rest->has_discards = true;
    discards->counts[kind]++;
    if (red)
        discards->counts[KZI_RED + kzi_suit(kind)]++;
}

static void compare(struct kz_result *result, const struct kz_ruleset *rules,
                    const struct kzi_hand *full, const struct kzi_discards *discards,
                    const struct kzi_discard *discard) {
    struct kzi_hand rest = kzi_hand_without(full, discard->kind, discard->red);
    struct kzi_completion completion;
    struct kzi_discard sum = {.kind = discard->kind};
    struct kzi_tiles tiles;
    kz_error error;
    see(&rest, discard->kind,
        full->reds[0] + full->reds[1] + full->reds[2] !=
            rest.reds[0] + rest.reds[1] + rest.reds[2]);
    kzi_tiles_init(&tiles, &rest);
    if (kzi_completion_find(&completion, rules, &rest, &tiles, &error) != KZ_OK)
        ck_abort_msg("%s: %s", rules->model->id, error.text);
    ck_assert_int_eq(completion.shanten, (int)discard->lacking - 1);
    for (unsigned i = 0; i < completion.count; i++) {
        const struct kzi_lacking_tile *tile = &completion.list[i];
        sum.accepts |= kzi_kind_bit(tile->kind);
        sum.accepted += tile->left;
        ck_assert_uint_eq(tile->left, discards->left[tile->kind]);
    }
    ck_assert_uint_eq(sum.accepts, discard->accepts);
    ck_assert_uint_eq(sum.accepted, discard->accepted);
    if (discard->lacking == 1)
        add_worth(&sum, result, rules, &rest, &completion);
    ck_assert_int_eq(sum.sum, discard->sum);
    ck_assert_int_eq(sum.best, discard->best);
    ck_assert_uint_eq(sum.live, discard->live);
}

/* Each tile is listed once, the best first. */
static void check_list(const struct kzi_hand *full, const struct kzi_discards *discards) {
    unsigned kinds = 0;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        kinds += full->concealed[kind] > 0;
    ck_assert_uint_ge(discards->count, kinds);
    for (unsigned i = 1; i < discards->count; i++) {
        const struct kzi_discard *a = &discards->list[i - 1], *b = &discards->list[i];
        ck_assert_uint_le(a->lacking, b->lacking);
        if (a->lacking == b->lacking)
            ck_assert_uint_ge(a->accepted, b->accepted);
        if (a->lacking == b->lacking && a->accepted == b->accepted)
            ck_assert_uint_lt(2U * a->kind + a->red, 2U * b->kind + b->red);
    }
    if (discards->lacking < KZI_MAX_LACKING)
        ck_assert_uint_eq(discards->list[0].lacking, discards->lacking ? discards->lacking : 1);
}

/* Change some tiles of a hand that was won, and write it as a full hand. */
static bool unmake(struct kzi_random *random, const struct kz_ruleset *rules,
                   struct kzi_hand *hand) {
    struct kzi_tiles tiles;
    if (!kzi_random_hand(random, rules, NULL, hand) || hand->win_face)
        return false;
    hand->concealed[hand->win]++;
    hand->n_concealed++;
    hand->win = KZI_NO_KIND;
    hand->win_red = hand->by_given = hand->self_draw = false;
    hand->from = -1;
    for (unsigned changes = kzi_random_below(random, 4); changes; changes--) {
        unsigned out = kzi_random_below(random, KZI_KINDS),
                 in = kzi_random_below(random, KZI_KINDS);
        kzi_tiles_init(&tiles, hand);
        if (hand->concealed[out] && tiles.counts[in] < rules->model->copies[in] && in % 9 != 4 &&
            out % 9 != 4) {
            hand->concealed[out]--;
            hand->concealed[in]++;
        }
    }
    return true;
}

static void compare_many(const char *path, void *result) {
    struct kzi_random random = {.state = 20261124};
    kz_ruleset *rules = load(path);
    unsigned compared = 0;
    for (unsigned i = 0; i < 100; i++) {
        struct kzi_hand hand;
        struct kzi_discards discards;
        kz_error error;
        if (!unmake(&random, rules, &hand) ||
            kzi_discards_find(&discards, rules, &hand, result, &error) != KZ_OK)
            continue;
        check_list(&hand, &discards);
        for (unsigned k = 0; k < discards.count; k++)
            compare(result, rules, &hand, &discards, &discards.list[k]);
        compared++;
    }
    ck_assert_uint_gt(compared, 20);
    kz_ruleset_free(rules);
}

START_TEST(every_ruleset) {
    kz_result *result = kz_result_new();
    ck_assert_uint_gt(for_each_ruleset(compare_many, result), 0);
    kz_result_free(result);
}
END_TEST

/* --- the public calls ------------------------------------------------------------------------ */

static kz_ruleset *ema(void) {
    const char *path = in_source("rules/ema-2016.yaml");
    return load(path);
}

static int shanten_of(kz_hand *hand, const kz_ruleset *rules, const char *line) {
    int shanten = 99;
    kz_error error;
    ck_assert_int_eq(kz_hand_parse_unfinished(hand, line, strlen(line), &error), KZ_OK);
    ck_assert_int_eq(kz_shanten(&shanten, rules, hand, &error), KZ_OK);
    return shanten;
}

START_TEST(public_calls) {
    static const char line[] = "123456m23p557899s riichi";
    kz_ruleset *rules = ema();
    kz_hand *hand = kz_hand_new();
    kz_result *result = kz_result_new();
    kz_discard list[37];
    kz_error error;
    size_t count;
    ck_assert_int_eq(kz_discards(list, 37, &count, result, rules, hand, NULL, &error),
                     KZ_BAD_USAGE);
    ck_assert_int_eq(kz_hand_parse_unfinished(hand, line, strlen(line), &error), KZ_OK);
    ck_assert_int_eq(kz_discards(list, 37, &count, NULL, rules, hand, NULL, &error), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_discards(NULL, 0, NULL, result, rules, hand, NULL, NULL), KZ_OK);
    ck_assert_int_eq(kz_discards(list, 1, &count, result, rules, hand, NULL, &error), KZ_OK);
    ck_assert_uint_eq(count, 12);
    ck_assert_str_eq(list[0].tile, "9s");
    ck_assert_int_eq(list[0].shanten, 0);
    ck_assert_int_eq(list[0].accepted, 8);
    ck_assert_int_eq(list[0].left[9], 4);
    ck_assert_int_eq(list[0].left[10], -1);
    ck_assert_int_eq(list[0].best, 2700);
    ck_assert_double_eq(list[0].mean, 2700.0);
    ck_assert_int_eq(shanten_of(hand, rules, "123456m23p557899s"), 0);
    ck_assert_int_eq(shanten_of(hand, rules, "123456m23p55789s"), 0);
    ck_assert_int_eq(shanten_of(hand, rules, "123456m123p55789s"), -1);
    ck_assert_int_eq(shanten_of(hand, rules, "147m258p369s1234z"), 6);
    ck_assert_int_eq(kz_discards(list, 37, &count, result, rules, hand, NULL, &error), KZ_BAD_HAND);
    ck_assert_str_eq(error.code, "tile_count");
    ck_assert_int_eq(kz_hand_parse_unfinished(hand, "123m", 4, &error), KZ_OK);
    ck_assert_int_eq(kz_shanten(&(int){0}, rules, hand, &error), KZ_BAD_HAND);
    ck_assert_int_eq(kz_shanten(NULL, rules, hand, &error), KZ_BAD_USAGE);
    kz_hand_free(hand);
    kz_result_free(result);
    kz_ruleset_free(rules);
}
END_TEST

/* A hand without a tile can accept a flower or a joker. */
START_TEST(flowers_and_jokers) {
    static const struct {
        const char *rules, *line, *tile;
        unsigned kind;
    } hands[] = {
        {"tests/data/spelled.yaml", "1112f222m444p6666s", "1f", KZI_A_FACE},
        {"rules/malaysian.yaml", "123456789p11223z", "3z", KZI_JOKER},
    };
    for (size_t i = 0; i < KZI_COUNT(hands); i++) {
        kz_ruleset *rules = load(in_source("%s", hands[i].rules));
        kz_hand *hand = kz_hand_new();
        kz_result *result = kz_result_new();
        kz_discard list[KZ_MAX_KINDS];
        kz_discard_options turns = {.size = sizeof turns, .turns = 1};
        kz_error error;
        size_t count;
        const char *line = hands[i].line;
        ck_assert_int_eq(kz_hand_parse_unfinished(hand, line, strlen(line), &error), KZ_OK);
        ck_assert_int_eq(kz_discards(list, KZ_MAX_KINDS, &count, result, rules, hand, NULL, &error),
                         KZ_OK);
        ck_assert_str_eq(list[0].tile, hands[i].tile);
        ck_assert_int_ge(list[0].left[hands[i].kind], 1);
        ck_assert_int_eq(list[0].left[KZI_A_FACE + 1], -1);
        ck_assert_int_eq(
            kz_discards(list, KZ_MAX_KINDS, &count, result, rules, hand, &turns, &error),
            KZ_BAD_HAND);
        ck_assert_str_eq(error.code, "contradiction");
        kz_hand_free(hand);
        kz_result_free(result);
        kz_ruleset_free(rules);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("discards");
    tcase_set_timeout(tests, 1800);
    tcase_add_test(tests, every_ruleset);
    tcase_add_test(tests, public_calls);
    tcase_add_test(tests, flowers_and_jokers);
    Suite *suite = suite_create("discards");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
