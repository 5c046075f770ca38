/* Settling: properties of every deal, tried on many random ones. */
#include "analysis/witness/random_hand.h"
#include "api.h"
#include "report/deal_report.h"
#include "run_suite.h"
#include "score/deal/settlement.h"
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

/* Hands to choose from, after enough were made. */
static struct kzi_hand pool[4096];
static unsigned pooled;

/* Winning hands with a yaku that the next player is liable for. */
static struct kzi_hand fed[1024];
static unsigned n_fed;

static void load(const char *path) {
    kz_error error;
    const kz_load_options how = {.size = sizeof how, .rule_path = getenv("KAZOE_PATH")};
    ck_assert_msg(kz_ruleset_load_with(&rules, path, &how, NULL, NULL, &error) == KZ_OK, "%s",
                  error.text);
    pooled = n_fed = 0;
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

static bool draw_hand(struct kzi_random *random, struct kzi_hand *hand) {
    const bool full = pooled == KZI_COUNT(pool);
    if (!full && !kzi_random_hand(random, rules, NULL, &pool[pooled]))
        return false;
    *hand = pool[full ? kzi_random_below(random, pooled) : pooled++];
    return true;
}

/* True if the hand is won on the same tile as those before it, and no tile is used too often. */
static bool goes_with(const struct kzi_deal *deal, const struct kzi_hand *hand) {
    uint8_t counts[KZI_KINDS] = {0};
    if (deal->n_winners && hand->win != deal->winners[0].win)
        return false;
    for (unsigned i = 0; i <= deal->n_winners; i++) {
        struct kzi_tiles tiles;
        kzi_tiles_init(&tiles, i < deal->n_winners ? &deal->winners[i] : hand);
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
    for (unsigned tries = 0; !draw_hand(random, hand) || !goes_with(deal, hand); tries++)
        if (tries == 300)
            return;
    hand->seat = (uint8_t)seat;
    hand->from = deal->table.from;
    hand->self_draw = hand->from < 0;
    hand->counters = hand->bets = 0;
    hand->n_words = hand->n_pao = 0;
    bool open = false;
    for (unsigned i = 0; i < hand->n_melds; i++)
        open |= hand->melds[i].claimed;
    if (!open && kzi_random_below(random, 2)) {
        kzi_hand_give_word(hand, rules, kzi_random_below(random, 4) ? "riichi" : "double_riichi");
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
    deal->table.counters = kzi_random_below(random, 4);
    deal->table.bets = kzi_random_below(random, 4);
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
    deal->table.bets = kzi_random_below(random, 4);
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
    ck_assert_msg(sum == 1000 * ((int64_t)deal->table.bets - settlement->bets_left),
                  "seed %d, deal %u: payments do not balance", SEED, number);
}

/* Check that settling does not change the value of a hand, and that winners are listed in turn from
 * the discarder. */
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
    load(in_source("%s", name));
    for (unsigned i = 0; i < DEALS; i++) {
        unsigned wins = 0;
        if (i % 8)
            random_deal(&random, &deal);
        else
            random_draw(&random, &deal);
        ck_assert_msg(kzi_deal_settle(settlement, rules, &deal), "seed %d, deal %u: %s", SEED, i,
                      settlement->problem.text);
        check_balance(&deal, i);
        check_results(&deal, i);
        for (unsigned j = 0; j < settlement->n_results; j++)
            wins += settlement->results[j].reason == KZI_WINS;
        ck_assert_uint_le(wins, allowed);
        ck_assert(!wins || !settlement->bets_left);
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

/* --- who pays whom ---------------------------------------------------------------------------- */

#define MANY 2000 /* deals of each ruleset */

static unsigned seats_of_rules(void) {
    return rules->model->n_seats;
}

/* Give a player who did not win its points where losers settle, else a hand, which lacks a tile if
 * it is not any. */
static void random_other(struct kzi_random *random, struct kzi_deal *deal, unsigned seat) {
    struct kzi_hand *hand = &deal->others[deal->n_others];
    const bool lacks_one = kzi_random_below(random, 2) && draw_hand(random, hand);
    if (!lacks_one || rules->model->payments.losers.settle)
        *hand = (struct kzi_hand){.win = KZI_NO_KIND};
    if (rules->model->payments.losers.settle)
        deal->points[deal->n_others] = (struct kzi_value_word){
            .is_number = true, .number = (int32_t)kzi_random_below(random, 90)};
    else if (!lacks_one)
        for (unsigned i = 0; i + 1 < rules->hand_size; i++, hand->n_concealed++)
            hand->concealed[9 * (i % 2) + 3 * (seat % 3) + kzi_random_below(random, 3)]++;
    hand->seat = (uint8_t)seat;
    hand->from = -1;
    hand->win = KZI_NO_KIND;
    hand->win_red = hand->self_draw = hand->by_given = false;
    hand->win_face = 0;
    hand->n_words = hand->n_pao = 0;
    hand->counters = hand->bets = 0;
    deal->n_others++;
}

/* Add kongs of players whose hands are not given. */
static void random_kongs(struct kzi_random *random, struct kzi_deal *deal) {
    for (unsigned tries = kzi_random_below(random, 4); tries; tries--) {
        struct kzi_made_kong *kong = &deal->kongs[deal->n_kongs];
        unsigned seat = kzi_random_below(random, seats_of_rules()), given = 0;
        for (unsigned i = 0; i < deal->n_winners; i++)
            given |= 1U << deal->winners[i].seat;
        for (unsigned i = 0; i < deal->n_others; i++)
            given |= 1U << deal->others[i].seat;
        if (given >> seat & 1)
            continue;
        *kong = (struct kzi_made_kong){.seat = (uint8_t)seat,
                                       .kind = (uint8_t)kzi_random_below(random, 3),
                                       .from = (int8_t)((seat + 1) % seats_of_rules()),
                                       .tile = KZI_NO_KIND};
        const unsigned tile = kzi_random_below(random, KZI_KINDS);
        if (rules->model->copies[tile] >= 4)
            kong->tile = (uint8_t)tile;
        if (kong->kind == KZI_KONG_CONCEALED)
            kong->from = -1;
        deal->n_kongs++;
    }
}

/* Give a hand the liability for a yaku.  Return whether anyone is liable then. */
static bool is_fed(struct kzi_hand *hand, const char *yaku) {
    hand->counters = hand->bets = 0;
    hand->n_words = 0;
    hand->n_pao = 1;
    hand->pao[0] = yaku;
    hand->pao_seats[0] = (uint8_t)((hand->seat + 1) % seats_of_rules());
    return kzi_score(alone, rules, hand) == KZ_OK && alone->n_liable;
}

/* Make a dozen hands with each yaku that somebody can be liable for, if enough are found. */
static void fill_fed(struct kzi_random *random) {
    for (unsigned yaku = 0; yaku < rules->n_yaku; yaku++) {
        const struct kzi_aim aim = {.yaku = (int)yaku};
        const unsigned begin = n_fed;
        unsigned tries = kzi_liability_for(rules->model, (int)yaku) ? 600 : 0;
        for (; tries && n_fed < begin + 12 && n_fed < KZI_COUNT(fed); tries--)
            n_fed += kzi_random_hand(random, rules, &aim, &fed[n_fed]) &&
                     is_fed(&fed[n_fed], rules->model->yaku[yaku].id);
    }
}

/* Let the only winner have a hand that somebody is liable for, if there are any. */
static void random_liability(struct kzi_random *random, struct kzi_deal *deal) {
    const struct kzi_hand was = deal->winners[0];
    struct kzi_hand *hand = &deal->winners[0];
    if (!n_fed)
        return;
    *hand = fed[kzi_random_below(random, n_fed)];
    hand->seat = was.seat;
    hand->from = was.from;
    hand->self_draw = was.self_draw;
    if (is_fed(hand, hand->pao[0]))
        deal->riichi = 0;
    else
        *hand = was;
}

/* Make the deal one of these rules, with all that somebody can be paid for. */
static void add_more(struct kzi_random *random, struct kzi_deal *deal) {
    const unsigned all = (1U << seats_of_rules()) - 1;
    unsigned given = 0;
    deal->riichi &= (uint8_t)all;
    deal->tenpai &= (uint8_t)all;
    deal->nagashi &= (uint8_t)all;
    deal->tenpai_given = deal->drawn && kzi_random_below(random, 2);
    if (kzi_names_find(&rules->model->circumstance_names, "riichi") < 0)
        deal->riichi = 0;
    if (deal->n_winners == 1 && !deal->winners[0].n_pao)
        random_liability(random, deal);
    if (!kzi_random_below(random, 4))
        deal->wareme = (uint8_t)(1U << kzi_random_below(random, seats_of_rules()));
    for (unsigned i = 0; i < deal->n_winners; i++)
        given |= 1U << deal->winners[i].seat;
    for (unsigned seat = 0; seat < seats_of_rules() && !deal->tenpai_given; seat++)
        if (!(given >> seat & 1))
            random_other(random, deal, seat);
    random_kongs(random, deal);
}

/* Check that a winner's payments by each other seat equal those listed for it. */
static void check_win(const struct kz_result *result) {
    int64_t points[KZI_SEATS + 1] = {0}, chips[KZI_SEATS + 1] = {0};
    for (unsigned i = 0; i < settlement->n_transfers; i++) {
        const struct kzi_transfer *one = &settlement->transfers[i];
        const bool won = one->kind == KZI_FOR_HAND || one->kind == KZI_FOR_LIABILITY ||
                         one->kind == KZI_FOR_COUNTERS;
        if (one->to == result->hand.seat && won)
            points[one->from] += one->amount;
        if (one->to == result->hand.seat && one->kind == KZI_FOR_CHIPS)
            chips[one->from] += one->amount;
    }
    for (unsigned seat = 0; seat < seats_of_rules(); seat++)
        if (seat != result->hand.seat) {
            ck_assert_int_eq(points[seat], -result->paid[seat]);
            ck_assert(!kzi_has_chips(result) || chips[seat] == -result->chips_paid[seat]);
        }
}

static int64_t *sum_of(const char *seat, int64_t sums[KZI_SEATS + 1]) {
    return &sums[!strcmp(seat, "table") ? KZI_SEATS : strcspn("ESWN", seat)];
}

/* Check that the transfers of the report add up to its change of each seat. */
static void check_report(void) {
    static char json[1 << 20];
    int64_t points[KZI_SEATS + 1] = {0}, chips[KZI_SEATS + 1] = {0};
    struct kzi_text text = kzi_text_fixed(json, sizeof json);
    char from[8], to[8], unit[8];
    long long amount;
    kzi_put_deal(&text, settlement, &(struct kzi_style){.form = KZI_JSON, .explain = true});
    ck_assert_uint_lt(kzi_text_end(&text), sizeof json);
    const char *at = strstr(json, "\"transfers\":["), *end = at ? strchr(at, ']') : NULL;
    ck_assert_msg(at && end, "%s", json);
    while ((at = strstr(at, "{\"from\":")) && at < end) {
        ck_assert_msg(sscanf(at, "{\"from\":\"%7[^\"]\",\"to\":\"%7[^\"]\",\"%7[^\"]\":%lld", from,
                             to, unit, &amount) == 4 &&
                          amount > 0,
                      "%s", at);
        int64_t *sums = strcmp(unit, "chips") ? points : chips;
        *sum_of(from, sums) -= amount;
        *sum_of(to, sums) += amount;
        at++;
    }
    ck_assert(!memcmp(points, settlement->paid, sizeof points));
    ck_assert(!memcmp(chips, settlement->chips_paid, sizeof chips));
}

static void list_under(const char *path, void *seen) {
    struct kzi_random random = {SEED};
    struct kzi_deal deal;
    unsigned settled = 0;
    load(path);
    fill_fed(&random);
    for (unsigned i = 0; i < MANY || (settled <= MANY / 20 && i < 2 * MANY); i++) {
        if (i % 4)
            random_deal(&random, &deal);
        else
            random_draw(&random, &deal);
        add_more(&random, &deal);
        if (!kzi_deal_settle(settlement, rules, &deal))
            continue;
        settled++;
        check_report();
        ck_assert_int_eq(settlement->paid[KZI_ON_TABLE],
                         ((int64_t)settlement->bets_left - deal.table.bets) *
                             rules->model->payments.bet);
        for (unsigned k = 0; k < settlement->n_results; k++)
            if (settlement->results[k].reason == KZI_WINS)
                check_win(&settlement->results[k]);
        for (unsigned k = 0; k < settlement->n_transfers; k++)
            ((unsigned *)seen)[settlement->transfers[k].kind]++;
    }
    ck_assert_msg(settled > MANY / 20, "%s: only %u deals are settled", path, settled);
    tear_down();
}

START_TEST(lists_who_pays_whom) {
    unsigned seen[KZI_TRANSFER_KINDS] = {0};
    ck_assert(for_each_ruleset(list_under, seen) > 0);
    for (unsigned kind = 0; kind < KZI_TRANSFER_KINDS; kind++)
        ck_assert_msg(seen[kind], "nobody is paid for %s", kzi_transfer_names[kind]);
}
END_TEST

int main(void) {
    TCase *all = tcase_create("deals");
    tcase_set_timeout(all, 1800);
    tcase_add_test(all, balances_with_all_winners);
    tcase_add_test(all, balances_with_one);
    tcase_add_test(all, balances_with_two);
    tcase_add_test(all, balances_with_liability_for_one_yaku);
    tcase_add_test(all, lists_who_pays_whom);
    Suite *suite = suite_create("deal");
    suite_add_tcase(suite, all);
    return run_suite(suite);
}
