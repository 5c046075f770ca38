/* Settling: properties of every deal, tried on many random ones. */
#include "analysis/witness/random_hand.h"
#include "api.h"
#include "run_suite.h"
#include "score/result.h"
#include "source_tree.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEALS 50000
#define SEED  20161121

static kz_ruleset *rules;
static struct kzi_settlement *settlement;
static struct kz_result *alone;

static void load(const char *name) {
    kz_error error;
    const kz_loading how = {.size = sizeof how, .search = getenv("KAZOE_PATH")};
    const char *path = in_source("%s", name);
    ck_assert_msg(kz_ruleset_load_with(&rules, path, &how, NULL, NULL, &error) == KZ_OK, "%s",
                  error.text);
    settlement = calloc(1, sizeof *settlement);
    alone = calloc(1, sizeof *alone);
    ck_assert(settlement && alone);
}

static void tear_down(void) {
    free(settlement);
    free(alone);
    kz_ruleset_free(rules);
}

/* --- random deals ---------------------------------------------------------------------------- */

/* True if the hand is won on the same tile as those before it, and no tile is used too often. */
static bool goes_with(const struct kzi_deal *deal, const struct kzi_hand *hand) {
    uint8_t counts[KZI_KINDS] = {0};
    if (deal->n_winners && hand->win != deal->winners[0].win)
        return false;
    for (unsigned i = 0; i <= deal->n_winners; i++) {
        struct kzi_tiles tiles;
        kzi_tiles_find(&tiles, i < deal->n_winners ? &deal->winners[i] : hand);
        for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
            counts[kind] = (uint8_t)(counts[kind] + tiles.counts[kind] - (i && kind == hand->win));
            if (counts[kind] > 4)
                return false;
        }
    }
    return true;
}

/* Draw one more winner with the same kind of win.  Give up after some tries, because few hands, or
 * none at all, go with those before it. */
static void random_winner(struct kzi_random *random, struct kzi_deal *deal, unsigned seat) {
    struct kzi_hand *hand = &deal->winners[deal->n_winners];
    for (unsigned tries = 0; !kzi_random_hand(random, rules, NULL, hand) || !goes_with(deal, hand);
         tries++)
        if (tries == 300)
            return;
    hand->seat = (uint8_t)seat;
    hand->from = deal->table.from;
    hand->self_draw = hand->from < 0;
    hand->honba = hand->deposits = 0;
    hand->n_words = hand->n_pao = 0;
    bool open = false;
    for (unsigned i = 0; i < hand->n_melds; i++)
        open |= hand->melds[i].claimed;
    if (!open && kzi_random_below(random, 2)) {
        kzi_word_give(hand, rules, kzi_random_below(random, 4) ? "riichi" : "double_riichi");
        deal->riichi = (uint8_t)(deal->riichi | 1U << seat);
    }
    if (!kzi_random_below(random, 4)) {
        hand->pao[hand->n_pao] = kzi_random_below(random, 2) ? "daisangen" : "daisuushii";
        hand->pao_seats[hand->n_pao++] = (uint8_t)((seat + 1 + kzi_random_below(random, 3)) % 4);
        if (kzi_score(alone, rules, hand) != KZ_OK) /* not a yakuman that somebody can have fed */
            hand->n_pao = 0;
    }
    deal->n_winners++;
}

static void random_deal(struct kzi_random *random, struct kzi_deal *deal) {
    memset(deal, 0, sizeof *deal);
    deal->table.honba = kzi_random_below(random, 4);
    deal->table.deposits = kzi_random_below(random, 4);
    deal->table.from = (int8_t)((int)kzi_random_below(random, 5) - 1);
    unsigned first = kzi_random_below(random, 4), winners = 1 + kzi_random_below(random, 3);
    for (unsigned i = 0; i < 4 && deal->n_winners < winners; i++) {
        unsigned seat = (first + i) % 4;
        if ((int)seat != deal->table.from)
            random_winner(random, deal, seat);
        if (deal->table.from < 0)
            break;
    }
    for (unsigned seat = 0; seat < 4; seat++) {
        bool wins = false;
        for (unsigned i = 0; i < deal->n_winners; i++)
            wins |= deal->winners[i].seat == seat;
        if (!wins && !kzi_random_below(random, 3))
            deal->riichi = (uint8_t)(deal->riichi | 1U << seat);
    }
}

static void random_draw(struct kzi_random *random, struct kzi_deal *deal) {
    memset(deal, 0, sizeof *deal);
    deal->table.from = -1;
    deal->table.deposits = kzi_random_below(random, 4);
    deal->drawn = true;
    strcpy(deal->draw, "exhaustive");
    deal->riichi = (uint8_t)kzi_random_below(random, 16);
    deal->tenpai = (uint8_t)kzi_random_below(random, 16);
    deal->nagashi = kzi_random_below(random, 8) ? 0 : (uint8_t)kzi_random_below(random, 16);
}

/* --- properties ------------------------------------------------------------------------------ */

/* The payments of all seats add up to the bets that leave the table. */
static void check_balance(const struct kzi_deal *deal, unsigned number) {
    int64_t sum = 0;
    for (unsigned seat = 0; seat < 4; seat++)
        sum += settlement->paid[seat];
    ck_assert_msg(sum == 1000 * ((int64_t)deal->table.deposits - settlement->deposits_left),
                  "seed %d, deal %u: payments do not balance", SEED, number);
}

/* Settling does not change what a hand is worth, and winners are listed in turn from the
 * discarder. */
static void check_results(const struct kzi_deal *deal, unsigned number) {
    unsigned last = 0;
    for (unsigned i = 0; i < settlement->n_results; i++) {
        const struct kz_result *result = &settlement->results[i];
        unsigned turn = ((unsigned)result->hand.seat + 4 - (unsigned)deal->table.from) % 4;
        ck_assert_msg(kzi_score(alone, rules, &result->hand) == KZ_OK, "seed %d, deal %u", SEED,
                      number);
        ck_assert_int_eq(alone->best.points, result->best.points);
        if (result->reason == KZI_WINS)
            ck_assert(!memcmp(alone->paid, result->paid, sizeof alone->paid));
        if (deal->n_winners > 1)
            ck_assert_msg(turn > last, "seed %d, deal %u: not in order of turn", SEED, number);
        last = turn;
    }
}

static void check_deals(const char *name, unsigned allowed) {
    struct kzi_random random = {SEED};
    struct kzi_deal deal;
    unsigned several = 0;
    load(name);
    for (unsigned i = 0; i < DEALS; i++) {
        unsigned wins = 0;
        if (i % 8)
            random_deal(&random, &deal);
        else
            random_draw(&random, &deal);
        ck_assert_msg(kzi_deal_settle(settlement, rules, &deal) == KZ_OK, "seed %d, deal %u: %s",
                      SEED, i, settlement->error.text);
        check_balance(&deal, i);
        check_results(&deal, i);
        for (unsigned j = 0; j < settlement->n_results; j++)
            wins += settlement->results[j].reason == KZI_WINS;
        ck_assert_uint_le(wins, allowed);
        ck_assert(!wins || !settlement->deposits_left);
        several += wins > 1;
    }
    ck_assert(allowed == 1 || several > DEALS / 20);
    tear_down();
}

START_TEST(balances_with_all_winners) {
    check_deals("rules/ema-2016.yaml", 3);
}
END_TEST

START_TEST(balances_with_one) {
    check_deals("tests/cases/head-bump.yaml", 1);
}
END_TEST

START_TEST(balances_with_two) {
    check_deals("tests/cases/liability-whole-hand.yaml", 2);
}
END_TEST

START_TEST(balances_with_liability_for_one_yaku) {
    check_deals("tests/cases/liability.yaml", 3);
}
END_TEST

int main(void) {
    TCase *all = tcase_create("deals");
    tcase_set_timeout(all, 300);
    tcase_add_test(all, balances_with_all_winners);
    tcase_add_test(all, balances_with_one);
    tcase_add_test(all, balances_with_two);
    tcase_add_test(all, balances_with_liability_for_one_yaku);
    Suite *suite = suite_create("deal");
    suite_add_tcase(suite, all);
    return run_suite(suite);
}
