/* Values stated without tiles, compared with hands of the same total and fu or limit. */
#include "score/value.h"
#include "analysis/witness/random_hand.h"
#include "run_suite.h"

#include "api.h"
#include "score/deal/settlement.h"
#include "source_tree.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HANDS 3000

static kz_ruleset *load(const char *path) {
    kz_error error;
    kz_ruleset *rules;
    if (kz_ruleset_load(&rules, path, NULL, NULL, &error) != KZ_OK)
        ck_abort_msg("%s: %s", path, error.text);
    return rules;
}

static kz_ruleset *load_named(const char *name) {
    const char *path = in_source("rules/%s.yaml", name);
    return load(path);
}

/* --- every ruleset --------------------------------------------------------------------------- */

/* Return whether a value may have the word: it decides who pays. */
static bool is_taken(kz_result *result, const kz_ruleset *rules, const char *word, bool self_draw) {
    char situation[100];
    const kz_stated_value value = {
        .size = sizeof value, .total = 99, .fu = 0, .situation = situation};
    snprintf(situation, sizeof situation, "%s seat=E %s", self_draw ? "tsumo" : "ron", word);
    return kz_value(result, rules, &value) == KZ_OK;
}

/* Write the situation of a hand, and those of its words that values have. */
static void write_situation(char *line, size_t size, const kz_ruleset *rules, kz_result *result,
                            const struct kzi_hand *hand) {
    struct kzi_text text = kzi_text_fixed(line, size);
    kzi_text_format(&text, "%s seat=%s honba=%u deposits=%u", hand->self_draw ? "tsumo" : "ron",
                    kzi_seat_names[hand->seat], hand->counters, hand->bets);
    if (hand->from >= 0)
        kzi_text_format(&text, " from=%s", kzi_seat_names[hand->from]);
    kzi_text_put(&text, hand->out ? " out=" : "");
    for (unsigned seat = 0; seat < KZI_SEATS; seat++)
        if (hand->out >> seat & 1)
            kzi_text_put(&text, kzi_seat_names[seat]);
    for (unsigned i = 0; i < hand->n_words; i++)
        if (is_taken(result, rules, kzi_word_at(hand, i)->text, hand->self_draw))
            kzi_text_format(&text, " %s", kzi_word_at(hand, i)->text);
    kzi_text_end(&text);
}

/* Return whether the payments of a hand follow from its value.  A total that is stated is not
 * multiplied. */
static bool is_paid_by_value(const struct kz_result *result) {
    return !result->n_liable && result->best.factor == 1 &&
           !(result->best.payers && kzi_payers_ask_tiles(result->best.payers));
}

static void compare(const struct kz_result *scored, kz_result *result) {
    const kz_ruleset *rules = scored->rules;
    const struct kzi_tally *best = &scored->best;
    char situation[1024];
    kz_stated_value value = {.size = sizeof value, .situation = situation};
    if (best->by_limit) {
        value.limit = kz_result_limit(scored);
        value.multiplier = best->multiplier;
    } else {
        value.total = best->total;
        value.fu = best->fu < 0 ? 0 : best->fu;
    }
    write_situation(situation, sizeof situation, rules, result, &scored->hand);
    kz_status status = kz_value(result, rules, &value);
    if (status != KZ_OK)
        ck_abort_msg("%s: %d, %d fu, %s x %d, %s: %s", rules->model->id, value.total, value.fu,
                     value.limit ? value.limit : "no limit", value.multiplier, situation,
                     kz_result_error(result)->text);
    ck_assert(kz_result_wins(result));
    if (kz_result_points(scored) != kz_result_points(result))
        ck_abort_msg("%s: %s pays %ld, not %ld", rules->model->id, situation,
                     kz_result_points(result), kz_result_points(scored));
    ck_assert_int_eq(best->limit, result->best.limit);
    ck_assert_int_eq(best->multiplier, result->best.multiplier);
    for (unsigned seat = 0; seat < KZI_SEATS; seat++)
        ck_assert_int_eq(scored->paid[seat], result->paid[seat]);
    ck_assert_int_eq(scored->paid[KZI_DISCARDER], result->paid[KZI_DISCARDER]);
    ck_assert_int_eq(scored->paid[KZI_ANY_OTHER], result->paid[KZI_ANY_OTHER]);
    ck_assert_uint_eq(kz_result_yaku_count(result), 0);
}

static void compare_many(const char *path, void *ctx) {
    struct kz_result **results = ctx;
    kz_ruleset *rules = load(path);
    struct kzi_random random = {.state = 20261123};
    unsigned compared = 0;
    for (unsigned i = 0; i < HANDS; i++) {
        struct kzi_hand hand;
        if (!kzi_random_hand(&random, rules, NULL, &hand))
            continue;
        if (i % 2)
            kzi_random_situation(&random, rules, &hand);
        if (kzi_score(results[0], rules, &hand) != KZ_OK || !kz_result_wins(results[0]) ||
            !is_paid_by_value(results[0]))
            continue;
        compare(results[0], results[1]);
        compared++;
    }
    if (compared < 20)
        ck_abort_msg("%s: only %u hands won", path, compared);
    kz_ruleset_free(rules);
}

START_TEST(every_ruleset) {
    struct kz_result *results[2] = {kz_result_new(), kz_result_new()};
    ck_assert_uint_gt(for_each_ruleset(compare_many, results), 0);
    kz_result_free(results[0]);
    kz_result_free(results[1]);
}
END_TEST

/* --- deals ----------------------------------------------------------------------------------- */

struct settled_deal {
    struct kzi_deal deal;
    struct kzi_settlement settlement;
    kz_result *scored;
};

/* Make a deal of a hand alone. */
static void deal_hand(struct kzi_deal *deal, const struct kz_result *scored) {
    const struct kzi_hand *hand = &scored->hand;
    int riichi = kzi_names_find(&scored->rules->model->circumstance_names, "riichi");
    memset(deal, 0, sizeof *deal);
    deal->table = (struct kzi_hand){.from = hand->from, .round = hand->round, .out = hand->out};
    deal->table.counters = hand->counters;
    deal->table.bets = hand->bets;
    deal->n_winners = 1;
    deal->winners[0] = *hand;
    if (riichi >= 0 && scored->given >> riichi & 1)
        deal->riichi = (uint8_t)(1U << hand->seat);
}

static void state_number(struct kzi_value_statement *stated, enum kzi_stated_number which,
                         int64_t number) {
    stated->numbers[which] = (struct kzi_value_word){.is_number = true, .number = (int32_t)number};
}

/* State the worth of the hand of a deal, without its tiles. */
static struct kzi_value_statement *take_tiles_away(struct kzi_deal *deal,
                                                   const struct kz_result *scored) {
    const struct kzi_hand *hand = &scored->hand;
    struct kzi_value_statement *stated = &deal->stated[0];
    struct kzi_hand *winner = &deal->winners[0];
    *winner = (struct kzi_hand){.self_draw = hand->self_draw,
                                .by_given = true,
                                .seat = hand->seat,
                                .seat_given = true,
                                .round = hand->round,
                                .from = hand->from,
                                .out = hand->out};
    kzi_hand_refer(winner, &deal->extras[1], &deal->items[1]);
    for (unsigned i = 0; i < hand->n_words; i++)
        kzi_hand_add_word(winner, kzi_word_at(hand, i));
    for (unsigned i = 0; i < scored->n_liable; i++) {
        winner->pao[winner->n_pao] = scored->rules->model->yaku[scored->liable[i].yaku].id;
        winner->pao_seats[winner->n_pao++] = scored->liable[i].seat;
    }
    stated->given = true;
    if (scored->rules->model->payments.has_chips)
        state_number(stated, KZI_STATED_CHIPS, scored->chips);
    return stated;
}

static void state_worth(struct kzi_value_statement *stated, const struct kz_result *scored) {
    const struct kzi_tally *best = &scored->best;
    if (!best->by_limit) {
        state_number(stated, KZI_STATED_TOTAL, best->total);
        if (best->fu >= 0)
            state_number(stated, KZI_STATED_FU, best->fu);
        return;
    }
    snprintf(stated->words[0].text, KZI_MAX_WORD, "%s", kz_result_limit(scored));
    stated->n_words = 1;
    state_number(stated, KZI_STATED_TIMES, best->multiplier);
}

/* Compare a settled deal with the same deal whose hand is stated; points: by the discarder's
 * payment, which may be refused. */
static bool pays_the_same(struct settled_deal *settled, const struct kz_result *scored,
                          bool points) {
    static struct kzi_settlement again;
    const struct kzi_settlement *first = &settled->settlement;
    struct kzi_value_statement *stated = take_tiles_away(&settled->deal, scored);
    const char *id = scored->rules->model->id;
    if (points)
        state_number(stated, KZI_STATED_POINTS, scored->share[scored->hand.from]);
    else
        state_worth(stated, scored);
    if (!kzi_deal_settle(&again, scored->rules, &settled->deal)) {
        ck_assert_msg(points && again.problem.code == KZI_BAD_VALUE, "%s: %s", id,
                      again.problem.text);
        return false;
    }
    ck_assert_msg(!again.results[0].unusual, "%s: %d, %d fu, unusual", id, (int)scored->best.total,
                  (int)scored->best.fu);
    for (unsigned seat = 0; seat < KZI_SEATS; seat++) {
        ck_assert_msg(again.paid[seat] == first->paid[seat],
                      "%s: %d, %d fu: seat %u %lld, not %lld", id, (int)scored->best.total,
                      (int)scored->best.fu, seat, (long long)again.paid[seat],
                      (long long)first->paid[seat]);
        ck_assert_int_eq(again.chips_paid[seat], first->chips_paid[seat]);
    }
    ck_assert_uint_eq(again.bets_left, first->bets_left);
    ck_assert_uint_eq(kz_result_yaku_count(&again.results[0]), 0);
    return true;
}

static void settle_many(const char *path, void *ctx) {
    struct settled_deal *settled = ctx;
    kz_ruleset *rules = load(path);
    struct kz_result *scored = settled->scored;
    struct kzi_random random = {.state = 20261128};
    unsigned compared = 0;
    for (unsigned i = 0; i < HANDS / 3; i++) {
        struct kzi_hand hand;
        if (!kzi_random_hand(&random, rules, NULL, &hand))
            continue;
        kzi_random_situation(&random, rules, &hand);
        if (!hand.self_draw && hand.from < 0)
            hand.from = (int8_t)((hand.seat + 1U) % rules->model->n_seats);
        if (kzi_score(scored, rules, &hand) != KZ_OK || !kz_result_wins(scored) ||
            scored->best.factor != 1 ||
            (scored->best.payers && kzi_payers_ask_tiles(scored->best.payers)))
            continue;
        deal_hand(&settled->deal, scored);
        if (!kzi_deal_settle(&settled->settlement, rules, &settled->deal))
            continue;
        pays_the_same(settled, scored, false);
        compared++;
        deal_hand(&settled->deal, scored);
        if (!scored->n_liable && !hand.self_draw && compared < 100)
            pays_the_same(settled, scored, true);
    }
    ck_assert_msg(compared > 20, "%s: %u hands", path, compared);
    kz_ruleset_free(rules);
}

START_TEST(deals_of_every_ruleset) {
    static struct settled_deal settled;
    settled.scored = kz_result_new();
    ck_assert_uint_gt(for_each_ruleset(settle_many, &settled), 0);
    kz_result_free(settled.scored);
}
END_TEST

/* --- the public call ------------------------------------------------------------------------- */

START_TEST(public_call) {
    kz_ruleset *rules = load_named("tenhou");
    kz_result *result = kz_result_new();
    kz_stated_value value = {.size = sizeof value, .total = 3, .fu = 40};
    char text[1024];
    ck_assert_int_eq(kz_value(NULL, rules, &value), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_value(result, NULL, &value), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_value(result, rules, NULL), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_value(result, rules, &value), KZ_OK);
    ck_assert_int_eq(kz_result_points(result), 5200);
    ck_assert_int_eq(kz_result_total(result), 3);
    ck_assert_int_eq(kz_result_fu(result), 40);
    ck_assert_ptr_null(kz_result_yaku_id(result, 0));
    value.situation = "tsumo seat=E honba=2";
    ck_assert_int_eq(kz_value(result, rules, &value), KZ_OK);
    ck_assert_int_eq(kz_result_payment(result, KZ_EAST), 8400);
    kz_result_json(result, text, sizeof text);
    ck_assert(strstr(text, "\"win\":true,\"stated\":true,\"yaku\":[],\"unit\":\"fan\",\"total\":3,"
                           "\"qualifying\":3,\"fu\":40,\"limit\":null,\"multiplier\":1,"));
    kz_result_text(result, NULL, text, sizeof text);
    ck_assert(strstr(text, "\n2600 all\n"));
    value = (kz_stated_value){.size = sizeof value, .limit = "Yakuman", .multiplier = 2};
    ck_assert_int_eq(kz_value(result, rules, &value), KZ_OK);
    ck_assert_int_eq(kz_result_points(result), 64000);
    ck_assert_str_eq(kz_result_limit(result), "yakuman");
    value = (kz_stated_value){.size = sizeof value, .total = 3, .fu = 30, .multiplier = 2};
    ck_assert_int_eq(kz_value(result, rules, &value), KZ_BAD_HAND);
    ck_assert_str_eq(kz_result_error(result)->code, "contradiction");
    value = (kz_stated_value){.size = sizeof value, .total = 3, .fu = 30, .factor = 2};
    ck_assert_int_eq(kz_value(result, rules, &value), KZ_BAD_HAND);
    ck_assert_str_eq(kz_result_error(result)->code, "contradiction");
    kz_ruleset *with_factors = load_named("tianjin");
    value = (kz_stated_value){.size = sizeof value, .total = 8, .factor = 4, .situation = "tsumo"};
    ck_assert_int_eq(kz_value(result, with_factors, &value), KZ_OK);
    ck_assert_int_eq(kz_result_points(result), 96);
    kz_ruleset_free(with_factors);
    value = (kz_stated_value){.size = sizeof value, .limit = "yakumen"};
    ck_assert_int_eq(kz_value(result, rules, &value), KZ_BAD_HAND);
    ck_assert_str_eq(kz_result_error(result)->code, "unknown_word");
    value = (kz_stated_value){.size = sizeof value, .total = 3, .situation = "from"};
    ck_assert_int_eq(kz_value(result, rules, &value), KZ_BAD_HAND);
    value.situation = "from=";
    ck_assert_int_eq(kz_value(result, rules, &value), KZ_BAD_HAND);
    ck_assert_int_eq(kz_result_error(result)->column, 6);
    /* From a caller with an older struct, only the members that it has are read. */
    value = (kz_stated_value){.size = offsetof(kz_stated_value, fu), .total = 5, .fu = 31};
    ck_assert_int_eq(kz_value(result, rules, &value), KZ_OK);
    ck_assert_int_eq(kz_result_points(result), 8000);
    value.size = offsetof(kz_stated_value, total); /* a total of 0 */
    ck_assert_int_eq(kz_value(result, rules, &value), KZ_BAD_HAND);
    value.size = 0;
    ck_assert_int_eq(kz_value(result, rules, &value), KZ_BAD_USAGE);
    value = (kz_stated_value){.size = sizeof value, .total = 0, .fu = 30};
    ck_assert_int_eq(kz_value(result, rules, &value), KZ_OK);
    ck_assert(!kz_result_wins(result));
    ck_assert_int_eq(kz_result_points(result), 0);
    value = (kz_stated_value){.size = sizeof value, .points = 8000, .situation = "from=E"};
    ck_assert_int_eq(kz_value(result, rules, &value), KZ_OK);
    ck_assert_int_eq(kz_result_payment(result, KZ_EAST), -8000);
    ck_assert_ptr_null(kz_result_limit(result));
    ck_assert_int_eq(kz_result_total(result), 0);
    ck_assert_int_eq(kz_result_fu(result), -1);
    value.chips = 2;
    ck_assert_int_eq(kz_value(result, rules, &value), KZ_BAD_HAND);
    value.points = -1;
    ck_assert_int_eq(kz_value(result, rules, &value), KZ_BAD_USAGE);
    kz_result_free(result);
    kz_ruleset_free(rules);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("value");
    tcase_set_timeout(tests, 1800);
    tcase_add_test(tests, every_ruleset);
    tcase_add_test(tests, deals_of_every_ruleset);
    tcase_add_test(tests, public_call);
    Suite *suite = suite_create("value");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
