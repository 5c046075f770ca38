/* Hands that did not win: the best arrangement against all arrangements, and settling among
 * losers. */
#include "analysis/witness/random_hand.h"
#include "run_suite.h"
#include "score/deal/settlement.h"
#include "score/steps.h"
#include "slow_phrase.h"
#include "source_tree.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HANDS 4000
#define DEALS 4000
#define SEED  19240607

static kz_ruleset *rules;
static struct kz_result *result;
static struct kzi_settlement *settlement;

static void load(void) {
    kz_error error;
    const kz_load_options how = {.size = sizeof how, .rule_path = getenv("KAZOE_PATH")};
    const char *path = in_source("tests/cases/losers.yaml");
    ck_assert_msg(kz_ruleset_load_with(&rules, path, &how, NULL, NULL, &error) == KZ_OK, "%s",
                  error.text);
    result = calloc(1, sizeof *result);
    settlement = calloc(1, sizeof *settlement);
    ck_assert(result && settlement);
}

static void tear_down(void) {
    free(result);
    free(settlement);
    kz_ruleset_free(rules);
}

/* --- random hands ----------------------------------------------------------------------------- */

static void take(struct kzi_hand *hand, uint8_t wall[KZI_KINDS], unsigned kind) {
    wall[kind]--;
    hand->concealed[kind]++;
    hand->n_concealed++;
}

/* Add a pung or a kong that the wall still has. */
static void random_meld(struct kzi_random *random, uint8_t wall[KZI_KINDS], struct kzi_hand *hand) {
    unsigned kind = kzi_random_below(random, KZI_KINDS), size = 3 + kzi_random_below(random, 2);
    if (wall[kind] < size)
        return;
    wall[kind] = (uint8_t)(wall[kind] - size);
    hand->melds[hand->n_melds++] =
        (struct kzi_meld){.kind = size == 3 ? KZI_PUNG : KZI_KONG,
                          .tile = (uint8_t)kind,
                          .claimed = size == 3 || kzi_random_below(random, 2)};
}

/* Draw 13 tiles, often of few kinds so that there are sets and pairs. */
static void random_other(struct kzi_random *random, uint8_t wall[KZI_KINDS], unsigned seat,
                         struct kzi_hand *hand) {
    static const uint8_t widths[] = {5, 7, 9, 12, 34};
    unsigned width = widths[kzi_random_below(random, 5)],
             first = kzi_random_below(random, KZI_KINDS - width + 1);
    memset(hand, 0, sizeof *hand);
    hand->win = KZI_NO_KIND;
    hand->seat = (uint8_t)seat;
    hand->seat_given = hand->by_given = true;
    hand->from = -1;
    hand->flowers = kzi_random_below(random, 3) ? 0 : 1;
    while (!kzi_random_below(random, 3) && hand->n_melds < 4)
        random_meld(random, wall, hand);
    for (unsigned tries = 0; hand->n_concealed + 3U * hand->n_melds < 13; tries++) {
        unsigned kind = tries < 100 ? first + kzi_random_below(random, width)
                                    : kzi_random_below(random, KZI_KINDS);
        if (wall[kind])
            take(hand, wall, kind);
    }
}

/* --- every arrangement ------------------------------------------------------------------------ */

struct slow {
    struct kzi_facts facts;
    struct kzi_reading reading; /* melds and groups so far */
    uint8_t left[KZI_COUNTS_CAPACITY];
    uint8_t pairs[KZI_MAX_GROUPS];
    unsigned n_pairs;
    int64_t best;
};

static int32_t fu_of_group(const struct slow *slow, struct kzi_group group) {
    const struct kzi_fu *fu = &rules->model->fu;
    int32_t best = 0;
    for (size_t i = 0; group.kind != KZI_PAIR && i < fu->n_sets; i++) {
        int32_t worth = group.hold == KZI_CONCEALED ? fu->sets[i].concealed : fu->sets[i].open;
        if (slow_phrase_fits(&fu->sets[i].phrase, group, slow->facts.hand) && worth > best)
            best = worth;
    }
    for (size_t i = 0; group.kind == KZI_PAIR && i < fu->n_pairs; i++) {
        const struct kzi_phrase pair = {.noun = KZI_A_PAIR, .class_ = fu->pairs[i].class_};
        if (slow_phrase_fits(&pair, group, slow->facts.hand) && fu->pairs[i].fu > best)
            best = fu->pairs[i].fu;
    }
    return best;
}

static bool holds(const struct slow *slow, const struct kzi_reading *reading, const char *id) {
    int yaku = kzi_names_find(&rules->model->yaku_names, id);
    return kzi_evaluate(rules->model->yaku[yaku].when, &slow->facts, reading);
}

static unsigned dragons_in(const struct kzi_reading *reading) {
    unsigned count = 0;
    for (unsigned i = 0; i < reading->n_groups; i++) {
        struct kzi_group group = kzi_group_of(reading, i);
        count += (group.kind == KZI_PUNG || group.kind == KZI_KONG) && group.tile >= 31;
    }
    return count;
}

/* The doubles as the rule file says them. */
static unsigned doubles_of(const struct slow *slow, const struct kzi_reading *reading) {
    unsigned doubles = dragons_in(reading) + slow->facts.hand->flowers;
    doubles += holds(slow, reading, "wind") + holds(slow, reading, "three_concealed");
    doubles += 2U * holds(slow, reading, "straight") + holds(slow, reading, "one_pair");
    doubles += !slow->facts.open && holds(slow, reading, "two_chows");
    doubles += 2U * holds(slow, reading, "six_pairs");
    doubles += holds(slow, reading, "ends") + 3U * holds(slow, reading, "one_suit");
    return doubles;
}

static void look(struct slow *slow) {
    struct kzi_reading reading = slow->reading;
    reading.n_sets = reading.n_groups;
    for (unsigned i = 0; i < slow->n_pairs; i++)
        reading.codes[reading.n_groups++] = slow->pairs[i];
    int64_t fu = slow->facts.open ? 0 : 1, value;
    for (unsigned i = 0; i < reading.n_groups; i++)
        fu += fu_of_group(slow, kzi_group_of(&reading, i));
    fu += holds(slow, &reading, "straight") ? 3 : 0;
    fu = fu || !slow->facts.open ? fu : 2;
    value = fu << doubles_of(slow, &reading);
    if (value > 500 || dragons_in(&reading) == 3)
        value = 500;
    slow->best = value > slow->best ? value : slow->best;
}

static void lay(struct slow *slow, unsigned kind, unsigned tile) {
    slow->reading.codes[slow->reading.n_groups++] = (uint8_t)kzi_code_of_group(kind, tile);
}

/* Try everything that the tiles from this kind on can be laid as. */
static void try_from(struct slow *slow, unsigned tile) {
    while (tile < KZI_KINDS && !slow->left[tile])
        tile++;
    if (tile == KZI_KINDS) {
        look(slow);
        return;
    }
    uint8_t *left = slow->left + tile;
    left[0]--; /* one by itself */
    try_from(slow, tile);
    left[0]++;
    if (left[0] >= 2) {
        left[0] = (uint8_t)(left[0] - 2);
        slow->pairs[slow->n_pairs++] = (uint8_t)kzi_code_of_group(KZI_PAIR, tile);
        try_from(slow, tile);
        slow->n_pairs--;
        left[0] = (uint8_t)(left[0] + 2);
    }
    if (left[0] >= 3) {
        left[0] = (uint8_t)(left[0] - 3);
        lay(slow, KZI_PUNG, tile);
        try_from(slow, tile);
        slow->reading.n_groups--;
        left[0] = (uint8_t)(left[0] + 3);
    }
    if (!kzi_is_honor(tile) && kzi_number(tile) <= 7 && left[1] && left[2]) {
        left[0]--, left[1]--, left[2]--;
        lay(slow, KZI_CHOW, tile);
        try_from(slow, tile);
        slow->reading.n_groups--;
        left[0]++, left[1]++, left[2]++;
    }
}

START_TEST(arranges_in_the_best_way) {
    struct kzi_random random = {SEED};
    for (unsigned i = 0; i < HANDS; i++) {
        struct kzi_hand hand;
        struct slow slow = {.best = -1};
        uint8_t wall[KZI_KINDS];
        memset(wall, 4, sizeof wall);
        random_other(&random, wall, kzi_random_below(&random, 4), &hand);
        kzi_facts_init(&slow.facts, &hand);
        slow.facts.ready = kzi_ready_shapes(rules, &slow.facts);
        kzi_reading_of_melds(&hand, &slow.reading);
        memcpy(slow.left, hand.concealed, sizeof slow.left);
        try_from(&slow, 0);
        ck_assert_msg(kzi_score_unfinished(result, rules, &hand) == KZ_OK, "hand %u: %s", i,
                      result->error.text);
        ck_assert(!result->selection_budget.cut);
        ck_assert_msg(result->best.points == slow.best, "seed %d, hand %u: %lld, but %lld", SEED, i,
                      (long long)result->best.points, (long long)slow.best);
    }
}
END_TEST

/* --- deals ------------------------------------------------------------------------------------ */

static void random_deal(struct kzi_random *random, struct kzi_deal *deal) {
    struct kzi_hand *winner = &deal->winners[0];
    struct kzi_tiles tiles;
    uint8_t wall[KZI_KINDS];
    memset(deal, 0, sizeof *deal);
    while (!kzi_random_hand(random, rules, NULL, winner))
        ;
    winner->counters = winner->bets = 0;
    winner->n_words = winner->n_pao = 0;
    winner->self_draw = winner->from < 0; /* a deal names the discarder */
    deal->n_winners = 1;
    deal->table.from = winner->from;
    kzi_tiles_init(&tiles, winner);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        wall[kind] = (uint8_t)(4 - tiles.counts[kind]);
    for (unsigned seat = 0; seat < 4; seat++)
        if (seat != winner->seat)
            random_other(random, wall, seat, &deal->others[deal->n_others++]);
}

/* The payment between two losers is the difference, and nobody gains points that nobody pays. */
START_TEST(settles_by_difference) {
    struct kzi_random random = {SEED};
    struct kzi_deal deal;
    for (unsigned i = 0; i < DEALS; i++) {
        int64_t sum = 0, want[KZI_SEATS];
        random_deal(&random, &deal);
        ck_assert_msg(kzi_deal_settle(settlement, rules, &deal), "deal %u: %s", i,
                      settlement->problem.text);
        ck_assert_uint_eq(settlement->n_losers, 3);
        memcpy(want, settlement->results[0].paid, sizeof want);
        for (unsigned a = 0; a < 3; a++)
            for (unsigned b = 0; b < 3; b++) {
                const struct kz_result *one = &settlement->losers[a], *two = &settlement->losers[b];
                bool east = !one->hand.seat || !two->hand.seat;
                want[one->hand.seat] += (one->best.points - two->best.points) * (east ? 2 : 1);
            }
        for (unsigned seat = 0; seat < KZI_SEATS; seat++) {
            sum += settlement->paid[seat];
            ck_assert_int_eq(settlement->paid[seat], want[seat]);
        }
        ck_assert_int_eq(sum, 0);
    }
}
END_TEST

/* --- ready or not ----------------------------------------------------------------------------- */

/* A hand is ready if some tile makes it complete. */
START_TEST(finds_who_is_ready) {
    struct kzi_random random = {SEED};
    unsigned ready = 0;
    for (unsigned i = 0; i < HANDS; i++) {
        struct kzi_hand hand, other;
        bool any = false;
        while (!kzi_random_hand(&random, rules, NULL, &hand))
            ;
        other = hand;
        other.n_words = 0;
        if (kzi_random_below(&random, 2)) { /* another tile in place of one of them */
            unsigned from = kzi_random_below(&random, KZI_KINDS),
                     to = kzi_random_below(&random, KZI_KINDS);
            if (!other.concealed[from] || other.concealed[to] == 4)
                continue;
            other.concealed[from]--;
            other.concealed[to]++;
        }
        hand = other;
        other.win = KZI_NO_KIND;
        for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
            struct kzi_tiles tiles;
            struct kzi_readings readings;
            hand.win = (uint8_t)kind;
            kzi_tiles_init(&tiles, &hand);
            kzi_tiles_fill_readings(&tiles, &hand, &rules->shapes, &readings);
            any |= tiles.counts[kind] <= 4 && readings.count;
        }
        ck_assert_msg(kzi_is_ready(rules, &other) == any, "seed %d, hand %u", SEED, i);
        ready += any;
    }
    ck_assert(ready > HANDS / 4);
}
END_TEST

int main(void) {
    TCase *all = tcase_create("losers");
    tcase_set_timeout(all, 1800);
    tcase_add_checked_fixture(all, load, tear_down);
    tcase_add_test(all, arranges_in_the_best_way);
    tcase_add_test(all, settles_by_difference);
    tcase_add_test(all, finds_who_is_ready);
    Suite *suite = suite_create("losers");
    suite_add_tcase(suite, all);
    return run_suite(suite);
}
