/* The chance to win and the expected points of each discard, compared with plain recursion: every
 * tile that may be drawn, every discard that raises no shanten, nothing remembered.
 *
 * KAZOE_TURN_HANDS: the number of hands for each ruleset; tests/long gives a larger number.  It
 * then reports the difference from drawing without replacement and with any changes. */
#include "score/prospect.h"
#include "analysis/witness/random_hand.h"
#include "run_suite.h"
#include "score/steps.h"

#include "api.h"
#include "source_tree.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- plain recursion -------------------------------------------------------------------------- */

#define REDS 3

struct plain {
    const struct kz_ruleset *rules;
    struct kz_result *result;
    const struct kzi_hand *first;                /* the full hand */
    uint8_t unseen[KZI_KINDS], unseen_red[REDS]; /* red fives are not among the fives */
    unsigned n_unseen, red_suits;                /* whose red fives count */
    unsigned max_changed; /* tiles exchanged and lacking, to change sideways */
    bool has_bet;
    bool draws_stay_away; /* what was drawn does not come back, and any change may be made */
    double model, exact;  /* sums of the expected points of the best discards */
    unsigned n_compared, n_same;
};

struct chance {
    double expected, win;
};

static bool is_five(unsigned kind) {
    return kind < KZI_HONOR && kind % 9 == 4;
}

static unsigned lacking_of(const struct plain *plain, const struct kzi_hand *hand) {
    struct kzi_tiles tiles;
    kzi_tiles_init(&tiles, hand);
    struct kzi_unfinished_hand unfinished = kzi_unfinished_of(plain->rules, hand, &tiles);
    return kzi_lacks_of(kzi_shanten_of(plain->rules), &unfinished, KZI_NO_TILES).lacking;
}

/* Return how many tiles of a kind may go: plain ones, or red ones that count. */
static unsigned count_of(const struct plain *plain, const struct kzi_hand *hand, unsigned kind,
                         bool red) {
    uint8_t reds[KZI_SUITS];
    kzi_hand_fill_reds(hand, reds);
    unsigned marked = is_five(kind) && plain->red_suits >> kind / 9 & 1 ? reds[kind / 9] : 0;
    return red ? marked : hand->concealed[kind] - marked;
}

/* Return how many copies can be drawn to a hand. */
static unsigned left_of(const struct plain *plain, const struct kzi_hand *hand, unsigned kind,
                        bool red) {
    unsigned unseen = red ? plain->unseen_red[kind / 9] : plain->unseen[kind],
             has = count_of(plain, hand, kind, red), had = count_of(plain, plain->first, kind, red);
    return plain->draws_stay_away || has <= had ? unseen : unseen - (has - had);
}

static bool is_better(struct chance a, struct chance b) {
    double apart = a.expected - b.expected;
    if (apart > 1e-9 || apart < -1e-9)
        return apart > 0;
    return a.win > b.win;
}

static struct chance draw_any(struct plain *plain, const struct kzi_hand *hand, unsigned turns);

/* Return the best that comes after discards from a full hand. */
static struct chance discard(struct plain *plain, const struct kzi_hand *full, unsigned turns) {
    unsigned min = KZI_MAX_LACKING;
    struct chance best = {-1, -1};
    for (unsigned step = 0; step < 2; step++)
        for (unsigned kind = 0; kind < KZI_KINDS; kind++)
            for (unsigned red = 0; red < 2; red++) {
                if (!count_of(plain, full, kind, red))
                    continue;
                struct kzi_hand rest = kzi_hand_without(full, kind, red);
                unsigned lacking = lacking_of(plain, &rest);
                if (!step) {
                    min = lacking < min ? lacking : min;
                } else if (lacking == min) {
                    struct chance found = draw_any(plain, &rest, turns);
                    best = is_better(found, best) ? found : best;
                }
            }
    return best;
}

static struct kzi_hand hand_with(const struct kzi_hand *hand, unsigned kind, bool red) {
    struct kzi_hand full = *hand;
    full.concealed[kind]++;
    full.n_concealed++;
    if (red)
        full.reds[kind / 9]++;
    return full;
}

/* Return whether a hand may be exchanged for one that lacks as much. */
static bool may_change(const struct plain *plain, const struct kzi_hand *hand, unsigned lacking) {
    unsigned exchanged = plain->n_unseen;
    if (plain->draws_stay_away)
        return true;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        for (unsigned red = 0; red < 1U + is_five(kind); red++)
            exchanged -= left_of(plain, hand, kind, red);
    return exchanged + lacking < plain->max_changed && !(plain->has_bet && lacking == 1);
}

static struct chance draw(struct plain *plain, const struct kzi_hand *hand, unsigned kind, bool red,
                          unsigned turns) {
    struct kzi_last_tile last = {(uint8_t)kind, red, true};
    if (kzi_score_completed(plain->result, plain->rules, hand, last) == KZ_OK &&
        plain->result->reason == KZI_WINS)
        return (struct chance){(double)plain->result->best.points, 1};
    if (turns == 1)
        return (struct chance){0, 0};
    struct kzi_hand full = hand_with(hand, kind, red);
    unsigned lacking = lacking_of(plain, hand);
    struct chance stay = draw_any(plain, hand, turns - 1);
    if (lacking_of(plain, &full) + (lacking == 1) >= lacking && !may_change(plain, hand, lacking))
        return stay;
    struct chance changed = discard(plain, &full, turns - 1);
    return is_better(stay, changed) ? stay : changed;
}

static struct chance draw_any(struct plain *plain, const struct kzi_hand *hand, unsigned turns) {
    struct chance sum = {0, 0};
    unsigned n_left = 0;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        for (unsigned red = 0; red < 1U + is_five(kind); red++) {
            uint8_t *unseen = red ? &plain->unseen_red[kind / 9] : &plain->unseen[kind];
            const unsigned copies = left_of(plain, hand, kind, red);
            n_left += copies;
            if (!copies)
                continue;
            *unseen = (uint8_t)(*unseen - plain->draws_stay_away);
            struct chance one = draw(plain, hand, kind, red, turns);
            *unseen = (uint8_t)(*unseen + plain->draws_stay_away);
            sum.expected += copies * one.expected;
            sum.win += copies * one.win;
        }
    return n_left ? (struct chance){sum.expected / n_left, sum.win / n_left} : sum;
}

/* --- hands ------------------------------------------------------------------------------------ */

/* Change some tiles of a hand that was won, and write it as a full hand. */
static bool unmake(struct kzi_random *random, const struct kz_ruleset *rules, struct kzi_hand *hand,
                   unsigned changes) {
    struct kzi_tiles tiles;
    if (!kzi_random_hand(random, rules, NULL, hand) || hand->win_face)
        return false;
    hand->concealed[hand->win]++;
    hand->n_concealed++;
    hand->win = KZI_NO_KIND;
    hand->win_red = hand->by_given = hand->self_draw = false;
    hand->from = -1;
    for (unsigned tries = 0; changes && tries < 100; tries++) {
        unsigned out = kzi_random_below(random, KZI_KINDS),
                 in = kzi_random_below(random, KZI_KINDS);
        kzi_tiles_init(&tiles, hand);
        if (out != in && hand->concealed[out] && tiles.counts[in] < rules->model->copies[in] &&
            !is_five(in) && !is_five(out)) {
            hand->concealed[out]--;
            hand->concealed[in]++;
            changes--;
        }
    }
    return !changes;
}

/* Let the player see all tiles but a few, of kinds that the hand accepts or any. */
static void see_most(struct kzi_random *random, struct kzi_hand *hand,
                     const struct kzi_discards *discards, unsigned n_kinds) {
    kzi_kinds kept = 0, accepted = 0;
    for (unsigned i = 0; i < discards->count; i++)
        if (discards->list[i].lacking == discards->list[0].lacking)
            accepted |= discards->list[i].accepts;
    for (unsigned tries = 0; tries < 200 && n_kinds; tries++) {
        unsigned kind = kzi_random_below(random, KZI_KINDS);
        bool fits = kzi_random_below(random, 3) ? accepted >> kind & 1 : true;
        if (fits && discards->left[kind] && !(kept >> kind & 1)) {
            kept |= kzi_kind_bit(kind);
            n_kinds--;
        }
    }
    static struct kzi_extras extras;
    struct kzi_seen_tiles *seen = &extras.seen;
    if (hand->extras)
        extras = *hand->extras;
    if (!hand->has_seen)
        memset(seen, 0, sizeof *seen);
    hand->extras = &extras;
    hand->has_seen = true;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        unsigned keep = kept >> kind & 1 ? 1 + kzi_random_below(random, discards->left[kind]) : 0;
        seen->counts[kind] = (uint8_t)(seen->counts[kind] + discards->left[kind] - keep);
    }
}

/* --- tests ------------------------------------------------------------------------------------ */

static void fill_unseen(struct plain *plain, const struct kzi_discards *discards) {
    memcpy(plain->unseen, discards->left, sizeof plain->unseen);
    memset(plain->unseen_red, 0, sizeof plain->unseen_red);
    for (unsigned suit = 0; suit < REDS; suit++) {
        const uint8_t reds = discards->reds[9 * suit + 4];
        plain->unseen[9 * suit + 4] = (uint8_t)(plain->unseen[9 * suit + 4] - reds);
        plain->unseen_red[suit] = reds;
    }
    plain->n_unseen = 0;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        plain->n_unseen += discards->left[kind];
}

static bool has_bet(const struct plain *plain, const struct kzi_hand *hand) {
    struct kzi_problem problem = {.found = false};
    int bet = kzi_bet_of(plain->rules);
    return bet >= 0 && kzi_circumstances(plain->rules, hand, &problem) >> bet & 1;
}

/* Compare every turn of each discard. */
static void compare_discard(struct plain *plain, const struct kzi_discard *discard,
                            unsigned turns) {
    struct kzi_hand rest = kzi_hand_without(plain->first, discard->kind, discard->red);
    for (unsigned turn = 1; turn <= turns; turn++) {
        const struct kzi_prospect *ahead = &discard->ahead[turn - 1];
        const unsigned draws = turn < plain->n_unseen ? turn : plain->n_unseen;
        struct chance chance = draw_any(plain, &rest, draws);
        ck_assert_double_eq_tol(chance.expected, ahead->expected, 1e-9 * (1 + chance.expected));
        ck_assert_double_eq_tol(chance.win, ahead->win, 1e-9);
    }
}

/* Compare the best discard with that of drawing without replacement. */
static void compare_exact(struct plain *plain, const struct kzi_discards *discards) {
    double of_best = 0, best = 0;
    plain->draws_stay_away = true;
    for (unsigned i = 0; i < discards->count; i++) {
        const struct kzi_discard *discard = &discards->list[i];
        if (discard->lacking != discards->list[0].lacking)
            continue;
        struct kzi_hand rest = kzi_hand_without(plain->first, discard->kind, discard->red);
        double expected = draw_any(plain, &rest, discards->turns).expected;
        of_best = i ? of_best : expected;
        best = expected > best ? expected : best;
    }
    plain->draws_stay_away = false;
    plain->model += discards->list[0].ahead[discards->turns - 1].expected;
    plain->exact += of_best;
    plain->n_compared++;
    plain->n_same += of_best > best * (1 - 1e-9) || best == 0;
}

static void compare(struct plain *plain, const struct kzi_hand *hand, struct kzi_discards *discards,
                    unsigned turns, unsigned width) {
    struct kzi_discard_search search = {
        .turns = turns, .width = width, .max_bytes = KZI_SEARCH_BYTES};
    kz_error error;
    ck_assert_int_eq(
        kzi_find_prospects(discards, plain->rules, hand, plain->result, &search, &error), KZ_OK);
    ck_assert_uint_eq(discards->turns, turns);
    ck_assert(!discards->cut);
    fill_unseen(plain, discards);
    plain->first = hand;
    plain->has_bet = has_bet(plain, hand);
    plain->max_changed = (discards->lacking ? discards->lacking : 1) + width;
    for (unsigned i = 0; i < discards->count; i++)
        compare_discard(plain, &discards->list[i], turns);
    if (getenv("KAZOE_TURN_HANDS") && turns <= plain->n_unseen)
        compare_exact(plain, discards);
}

/* Compare hands with few kinds left and more turns, or with more kinds and fewer turns; the first
 * of them take little time. */
static unsigned compare_one(struct plain *plain, struct kzi_random *random, unsigned i) {
    static const struct {
        unsigned changes, kinds, turns;
    } of[] = {{0, 4, 3}, {1, 3, 3}, {1, 34, 1}, {2, 3, 3}, {0, 8, 2}, {1, 2, 4}, {3, 2, 4},
              {0, 6, 3}, {1, 5, 3}, {2, 20, 1}, {2, 4, 3}, {1, 9, 2}, {1, 3, 4}, {3, 3, 4}};
    unsigned which = i % (unsigned)KZI_COUNT(of);
    struct kzi_hand hand;
    struct kzi_discards discards;
    kz_error error;
    if (!unmake(random, plain->rules, &hand, of[which].changes) ||
        kzi_discards_find(&discards, plain->rules, &hand, plain->result, &error) != KZ_OK)
        return 0;
    see_most(random, &hand, &discards, of[which].kinds);
    if (kzi_discards_find(&discards, plain->rules, &hand, plain->result, &error) != KZ_OK)
        return 0;
    compare(plain, &hand, &discards, of[which].turns, i % 4);
    return 1;
}

static void compare_many(const char *name, unsigned count) {
    struct kzi_random random = {.state = 20261125};
    struct plain plain = {.result = kz_result_new()};
    kz_error error;
    kz_ruleset *rules;
    unsigned compared = 0;
    const char *path = in_source("%s.yaml", name);
    if (kz_ruleset_load(&rules, path, NULL, NULL, &error) != KZ_OK)
        ck_abort_msg("%s: %s", path, error.text);
    plain.rules = rules;
    plain.red_suits = rules->red_suits;
    for (unsigned tries = 0; compared < count && tries < 100 * count; tries++)
        compared += compare_one(&plain, &random, compared);
    ck_assert_uint_eq(compared, count);
    if (plain.n_compared)
        printf("# %s: %.4f of what is expected if tiles drawn stay away, %u of %u best discards\n",
               name, plain.exact > 0 ? plain.model / plain.exact : 1, plain.n_same,
               plain.n_compared);
    kz_result_free(plain.result);
    kz_ruleset_free(rules);
}

START_TEST(plain_recursion) {
    static const char *const names[] = {
        "rules/tenhou",       "rules/mcr-2006", "rules/taiwan-16",    "rules/hong-kong",
        "rules/tenhou-sanma", "rules/sichuan",  "tests/cases/knitted"};
    const char *asked = getenv("KAZOE_TURN_HANDS");
    unsigned count = asked ? (unsigned)strtoul(asked, NULL, 10) : 7;
    for (size_t i = 0; i < KZI_COUNT(names); i++)
        compare_many(names[i], count);
}
END_TEST

/* --- limits ----------------------------------------------------------------------------------- */

static int never(void *payload, uint64_t hands) {
    *(uint64_t *)payload = hands;
    return 0;
}

/* The width is 1 unless it is given. */
START_TEST(width_by_default) {
    static const int widths[] = {KZ_NO_WIDTH, 0, KZ_DEFAULT_WIDTH};
    static const char one_away[] = "12345678m2399p13s";
    kz_ruleset *rules;
    kz_hand *hand = kz_hand_new();
    kz_result *result = kz_result_new();
    kz_discard list[37];
    kz_error error;
    double expected[3];
    const char *path = in_source("rules/ema-2016.yaml");
    ck_assert_int_eq(kz_ruleset_load(&rules, path, NULL, NULL, &error), KZ_OK);
    ck_assert_int_eq(kz_hand_parse_unfinished(hand, one_away, strlen(one_away), &error), KZ_OK);
    for (int i = 0; i < 3; i++) {
        const kz_discard_options turns = {.size = sizeof turns, .turns = 5, .width = widths[i]};
        ck_assert_int_eq(kz_discards(list, 37, NULL, result, rules, hand, &turns, &error), KZ_OK);
        expected[i] = list[0].ahead[4].expected;
    }
    ck_assert_double_lt(expected[0], expected[1]);
    ck_assert_double_eq(expected[1], expected[2]);
    kz_result_free(result);
    kz_hand_free(hand);
    kz_ruleset_free(rules);
}
END_TEST

START_TEST(limits) {
    static const char line[] = "123456m23p557899s riichi", far[] = "1459m1469p1469s12z";
    kz_ruleset *rules;
    kz_hand *hand = kz_hand_new();
    kz_result *result = kz_result_new();
    kz_discard list[37];
    kz_error error;
    uint64_t hands = 0;
    kz_discard_options turns = {.size = sizeof turns, .turns = 17, .width = 1, .max_bytes = 100};
    const char *path = in_source("rules/ema-2016.yaml");
    ck_assert_int_eq(kz_ruleset_load(&rules, path, NULL, NULL, &error), KZ_OK);
    ck_assert_int_eq(kz_hand_parse_unfinished(hand, far, strlen(far), &error), KZ_OK);
    ck_assert_int_eq(kz_discards(list, 37, NULL, result, rules, hand, &turns, &error), KZ_BAD_HAND);
    ck_assert_str_eq(error.code, "limit");
    turns.max_bytes = 2000000;
    ck_assert_int_eq(kz_discards(list, 37, NULL, result, rules, hand, &turns, &error), KZ_OK);
    ck_assert_int_gt(list[0].turns, 0);
    ck_assert_int_lt(list[0].turns, 17);
    turns.max_bytes = 0;
    turns.goes_on = never;
    turns.payload = &hands;
    ck_assert_int_eq(kz_discards(list, 37, NULL, result, rules, hand, &turns, &error), KZ_BAD_HAND);
    ck_assert_str_eq(error.code, "limit");
    ck_assert_uint_gt(hands, 0);
    ck_assert_int_eq(kz_hand_parse_unfinished(hand, line, strlen(line), &error), KZ_OK);
    turns.turns = 19;
    ck_assert_int_eq(kz_discards(list, 37, NULL, result, rules, hand, &turns, &error),
                     KZ_BAD_USAGE);
    turns.turns = 1;
    ck_assert_int_eq(kz_discards(list, 37, NULL, result, rules, hand, &turns, &error), KZ_OK);
    ck_assert_int_eq(list[0].turns, 1);
    ck_assert_str_eq(list[0].tile, "9s");
    ck_assert_double_eq_tol(list[0].ahead[0].win, 8.0 / 122, 1e-12);
    ck_assert_double_eq_tol(list[0].ahead[0].expected, 2700 * 8.0 / 122, 1e-9);
    kz_hand_free(hand);
    kz_result_free(result);
    kz_ruleset_free(rules);
}
END_TEST

/* --- ura indicators --------------------------------------------------------------------------- */

static const char tiles[] = "1m2m3m4m5m6m7m8m9m1p2p3p4p5p6p7p8p9p1s2s3s4s5s6s7s8s9s1z2z3z4z5z6z7z";

/* Context for adding up the worth of a win with each ura indicator, one by one. */
struct by_hand {
    const kz_ruleset *rules;
    kz_hand *hand;
    kz_result *result;
    const char *line; /* of the hand that is ready */
    int left[34];     /* tiles that are not seen */
    double sum, ways;
};

/* Add the wins with a tile and `more` indicators in addition to those chosen. */
static void add_indicators(struct by_hand *by, unsigned win, unsigned more, const char *chosen,
                           double ways) {
    kz_error error;
    char line[200], tile[3] = {tiles[2 * win], tiles[2 * win + 1]};
    if (!more) {
        snprintf(line, sizeof line, "%s ura=%s", by->line, chosen);
        ck_assert_int_eq(kz_hand_parse_unfinished(by->hand, line, strlen(line), &error), KZ_OK);
        ck_assert_int_eq(kz_score_completed(by->result, by->rules, by->hand, tile, 1), KZ_OK);
        by->sum += ways * (double)kz_result_points(by->result);
        by->ways += ways;
    }
    for (unsigned kind = 0; more && kind < 34; kind++)
        if (by->left[kind]) {
            snprintf(line, sizeof line, "%s%.2s", chosen, tiles + 2 * kind);
            by->left[kind]--;
            add_indicators(by, win, more - 1, line, ways * (by->left[kind] + 1));
            by->left[kind]++;
        }
}

START_TEST(ura_on_average) {
    static const struct {
        const char *full, *rest, *seen; /* without the 9s; all that the player sees */
        unsigned indicators;
    } of[] = {{"123456m23p557899s riichi", "123456m23p55789s riichi", "123456m23p557899s", 1},
              {"123456m23p557899s riichi dora=2p", "123456m23p55789s riichi dora=2p",
               "123456m223p557899s", 1},
              {"123456m23p557899s riichi dora=2p9s", "123456m23p55789s riichi dora=2p9s",
               "123456m223p5578999s", 2}};
    kz_ruleset *rules;
    kz_discard list[37];
    kz_error error;
    kz_discard_options turns = {.size = sizeof turns, .turns = 1, .width = 1, .ura = 1};
    struct by_hand by = {.hand = kz_hand_new(), .result = kz_result_new()};
    const char *path = in_source("rules/ema-2016.yaml");
    ck_assert_int_eq(kz_ruleset_load(&rules, path, NULL, NULL, &error), KZ_OK);
    by.rules = rules;
    for (size_t i = 0; i < KZI_COUNT(of); i++) {
        double expected = 0;
        int n_unseen = 136;
        for (unsigned kind = 0; kind < 34; kind++)
            by.left[kind] = 4;
        for (const char *at = of[i].seen, *suit; *at; at++)
            if ((suit = strpbrk(at, "mps")) != at) {
                by.left[9 * (strchr("mps", *suit) - "mps") + *at - '1']--;
                n_unseen--;
            }
        by.line = of[i].rest;
        for (unsigned win = 9; win <= 12; win += 3) {
            by.sum = by.ways = 0;
            by.left[win]--;
            add_indicators(&by, win, of[i].indicators, "", 1);
            by.left[win]++;
            expected += by.left[win] * by.sum / by.ways / n_unseen;
        }
        ck_assert_int_eq(kz_hand_parse_unfinished(by.hand, of[i].full, strlen(of[i].full), &error),
                         KZ_OK);
        ck_assert_int_eq(kz_discards(list, 37, NULL, by.result, rules, by.hand, &turns, &error),
                         KZ_OK);
        ck_assert_str_eq(list[0].tile, "9s");
        ck_assert_double_eq_tol(list[0].ahead[0].expected, expected, 1e-9 * expected);
    }
    /* without riichi there are none */
    const char *none = "123456m23p557899s";
    ck_assert_int_eq(kz_hand_parse_unfinished(by.hand, none, strlen(none), &error), KZ_OK);
    ck_assert_int_eq(kz_discards(list, 37, NULL, by.result, rules, by.hand, &turns, &error), KZ_OK);
    ck_assert_double_eq_tol(list[0].ahead[0].expected, list[0].ahead[0].win * list[0].mean, 1e-9);
    ck_assert_double_gt(list[0].mean, 0);
    kz_hand_free(by.hand);
    kz_result_free(by.result);
    kz_ruleset_free(rules);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("prospect");
    tcase_set_timeout(tests, 1800);
    tcase_add_test(tests, plain_recursion);
    tcase_add_test(tests, width_by_default);
    tcase_add_test(tests, limits);
    tcase_add_test(tests, ura_on_average);
    Suite *suite = suite_create("prospect");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
