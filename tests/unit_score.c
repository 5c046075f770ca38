/* Scoring: what must be true of every winning hand, tried on many random ones. */
#include "api.h"
#include "random_situation.h"
#include "score/internal.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* glibc can say how much is allocated. */
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
#include <malloc.h>
#define ALLOCATED() (mallinfo2().uordblks)
#else
#define ALLOCATED() ((size_t)0)
#endif

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
#define HANDS        300000
#define SEED         20161120

static kz_ruleset *rules;
static kz_result *reused, *other;

static void set_up(void) {
    char path[4096];
    kz_error error;
    const char *top = getenv("SRCDIR");
    snprintf(path, sizeof path, "%s/rules/ema-2016.yaml", top ? top : ".");
    ck_assert_msg(kz_ruleset_load(&rules, path, NULL, NULL, &error) == KZ_OK, "%s", error.text);
    reused = kz_result_new();
    other = kz_result_new();
    ck_assert(reused && other);
}

static void tear_down(void) {
    kz_result_free(reused);
    kz_result_free(other);
    kz_ruleset_free(rules);
}

#define MUST(truth, hand, ...)                                                                     \
    do {                                                                                           \
        if (!(truth)) {                                                                            \
            fprintf(stderr, __VA_ARGS__);                                                          \
            ck_abort_msg("seed %d: %s: not %s", SEED, situation_written(hand), #truth);            \
        }                                                                                          \
    } while (0)

/* --- what must be true ----------------------------------------------------------------------- */

static long up_to(long number, long to) {
    return (number + to - 1) / to * to;
}

/* The points of a hand, worked out once more by someone who knows the rules by heart. */
static long points_by_heart(const struct kz_result *result) {
    const struct kzi_tally *best = &result->best;
    long base = best->by_limit      ? 8000
                : best->total >= 11 ? 6000
                : best->total >= 8  ? 4000
                : best->total >= 6  ? 3000
                : best->total >= 5  ? 2000
                                    : (long)best->fu << (best->total + 2);
    if (best->total < 5 && !best->by_limit && base > 2000)
        base = 2000;
    bool dealer = result->hand.seat == 0;
    if (!result->hand.self_draw)
        return up_to(base * (dealer ? 6 : 4), 100);
    return dealer ? 3 * up_to(2 * base, 100) : up_to(2 * base, 100) + 2 * up_to(base, 100);
}

static void check_payments(const kz_result *result, const struct kzi_hand *hand) {
    long sum = 0, points = kz_result_points(result);
    long counters = 300L * hand->honba, bets = 1000L * hand->deposits;
    for (int seat = KZ_EAST; seat <= KZ_NORTH; seat++)
        sum += kz_result_payment(result, (kz_seat)seat);
    MUST(sum == bets, hand, "%ld\n", sum);
    MUST(points == points_by_heart(result), hand, "%ld, %ld by heart\n", points,
         points_by_heart(result));
    MUST(kz_result_payment(result, (kz_seat)hand->seat) == points + counters + bets, hand, "%ld\n",
         points);
}

static void check_fu(const kz_result *result, const struct kzi_hand *hand) {
    const struct kzi_tally *best = &result->best;
    struct kzi_fu_line lines[32];
    unsigned count = kzi_fu_lines(rules, hand, best, lines, COUNT(lines));
    int sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += lines[i].fu;
    if (best->by_limit) {
        MUST(!count && kz_result_fu(result) == -1, hand, "%u lines\n", count);
        return;
    }
    MUST(sum == best->fu_counted, hand, "%d, %d\n", sum, best->fu_counted);
    MUST(best->fu == (sum == 25 ? 25 : up_to(sum, 10)), hand, "%d -> %d\n", sum, best->fu);
    MUST(best->fu >= 20 && best->fu <= 140, hand, "%d\n", best->fu);
}

static void check_total(const kz_result *result, const struct kzi_hand *hand) {
    int total = 0, qualifying = 0;
    for (size_t i = 0; i < kz_result_yaku_count(result); i++) {
        int value = kz_result_yaku_value(result, i) * kz_result_yaku_times(result, i);
        total += value;
        qualifying += strstr(kz_result_yaku_id(result, i), "dora") ? 0 : value;
    }
    MUST(kz_result_total(result) == (total < 13 ? total : 13), hand, "%d\n", total);
    MUST(kz_result_qualifying(result) == (qualifying < 13 ? qualifying : 13), hand, "%d\n",
         qualifying);
    MUST(result->best.by_limit ? !total : qualifying > 0, hand, "%d\n", qualifying);
}

/* --- the best reading ------------------------------------------------------------------------- */

#define KEYS (5 + 64 + KZI_MAX_GROUPS)

static int falling(const void *a, const void *b) {
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return left > right ? -1 : left < right;
}

/* What readings are compared by, one after the other, the larger first. */
static void make_keys(const struct kzi_tally *tally, bool open, int64_t keys[KEYS]) {
    memset(keys, 0, KEYS * sizeof *keys);
    keys[0] = tally->wins;
    keys[1] = tally->points;
    keys[2] = tally->by_limit;
    keys[3] = tally->total;
    keys[4] = tally->fu;
    unsigned count = 0;
    for (unsigned i = 0; i < rules->n_yaku; i++)
        if (kzi_yaku_in(tally->scored, i)) {
            const struct kzi_value *value = kzi_value_of(rules, i, open);
            int64_t worth = value->number;
            if (value->limit != KZI_NO_LIMIT)
                worth *= rules->model->limits[value->limit].worth;
            keys[5 + count++] = worth * 4096 + (4095 - (int64_t)i);
        }
    qsort(keys + 5, count, sizeof *keys, falling);
    int64_t *sets = keys + 5 + 64;
    for (unsigned i = 0; i < tally->reading.n_groups; i++)
        if (tally->reading.groups[i].kind != KZI_PAIR)
            sets[i] = 1000 - 4 * tally->reading.groups[i].tile - tally->reading.groups[i].kind;
    qsort(sets, KZI_MAX_GROUPS, sizeof *sets, falling);
}

static void check_best(const kz_result *result, const struct kzi_hand *hand) {
    int64_t best[KEYS], lost[KEYS];
    struct kzi_facts facts;
    kzi_facts_find(&facts, hand);
    make_keys(&result->best, facts.open, best);
    MUST(result->n_others == result->n_readings - 1 || result->n_others == KZI_MAX_OTHERS, hand,
         "%u of %u\n", result->n_others, result->n_readings);
    for (unsigned i = 0; i < result->n_others; i++) {
        make_keys(&result->others[i], facts.open, lost);
        for (int k = 0; k < KEYS; k++) {
            MUST(best[k] >= lost[k], hand, "key %d\n", k);
            if (best[k] > lost[k])
                break;
        }
    }
}

/* --- the same hand, changed ------------------------------------------------------------------ */

static void swap_kind(uint8_t *kind, const uint8_t suits[3]) {
    if (!kzi_is_honor(*kind))
        *kind = (uint8_t)(suits[*kind / 9] * 9 + *kind % 9);
}

static void swap_suits(struct kzi_hand *hand, const uint8_t suits[3]) {
    uint8_t counts[KZI_KINDS];
    memcpy(counts, hand->concealed, sizeof counts);
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        memcpy(hand->concealed + 9 * suits[suit], counts + 9 * suit, 9);
    for (unsigned i = 0; i < hand->n_melds; i++)
        swap_kind(&hand->melds[i].tile, suits);
    swap_kind(&hand->win, suits);
    for (unsigned i = 0; i < KZI_MAX_INDICATORS; i++) {
        swap_kind(&hand->dora.kind[i], suits);
        swap_kind(&hand->ura.kind[i], suits);
    }
}

static bool all_green(const kz_result *result) {
    int number = kzi_names_find(&rules->model->yaku_names, "ryuuiisou");
    return kzi_yaku_in(result->best.held, (unsigned)number);
}

static void check_other_suits(struct random *random, const struct kzi_hand *hand) {
    static const uint8_t ways[][3] = {{0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    struct kzi_hand swapped = *hand;
    swap_suits(&swapped, ways[random_below(random, 5)]);
    MUST(kzi_score(other, rules, &swapped) == KZ_OK, hand, "%s\n", other->error.text);
    if (all_green(other) || all_green(reused))
        return;
    const struct kzi_tally *a = &reused->best, *b = &other->best;
    MUST(a->total == b->total && a->fu == b->fu && a->points == b->points, hand, "%s\n",
         situation_written(&swapped));
    MUST(!memcmp(reused->listed, other->listed, rules->yaku_words * sizeof *other->listed) &&
             !memcmp(reused->paid, other->paid, sizeof other->paid),
         hand, "%s\n", situation_written(&swapped));
}

static void check_more_dora(struct random *random, const struct kzi_hand *hand) {
    struct kzi_hand more = *hand;
    uint8_t seen[KZI_KINDS];
    situation_seen(hand, seen);
    if (!situation_show(random, &more.dora, seen))
        return;
    MUST(kzi_score(other, rules, &more) == KZ_OK, hand, "%s\n", other->error.text);
    MUST(other->best.points >= reused->best.points, hand, "%s\n", situation_written(&more));
}

static void check_fresh(const struct kzi_hand *hand) {
    static char used_text[1 << 16], fresh_text[1 << 16];
    kz_result *fresh = kz_result_new();
    kzi_score(fresh, rules, hand);
    kz_result_explain(reused, used_text, sizeof used_text);
    kz_result_explain(fresh, fresh_text, sizeof fresh_text);
    kz_result_free(fresh);
    MUST(!strcmp(used_text, fresh_text), hand, "%s\n%s\n", used_text, fresh_text);
}

/* --- the run --------------------------------------------------------------------------------- */

struct run {
    struct random random;
    unsigned refused, lost, won, scored[KZI_MAX_YAKU];
};

static void check_hand(struct run *run, const struct kzi_hand *hand) {
    if (kzi_score(reused, rules, hand) != KZ_OK) {
        run->refused++;
        return;
    }
    if (run->won % 16 == 0)
        check_fresh(hand);
    check_best(reused, hand);
    MUST(reused->reason != KZI_INCOMPLETE, hand, "incomplete\n");
    run->lost += reused->reason != KZI_WINS;
    if (reused->reason != KZI_WINS)
        return;
    run->won++;
    unsigned yaku = 0;
    KZI_EACH_YAKU(rules, reused->listed, yaku)
    run->scored[yaku]++;
    check_payments(reused, hand);
    check_fu(reused, hand);
    check_total(reused, hand);
    check_other_suits(&run->random, hand);
    check_more_dora(&run->random, hand);
}

static const struct {
    const char *yaku, *hand;
} rare[] = {
    {"double_riichi", "23m456p789s11777z+1m double_riichi"},
    {"ippatsu", "23m456p789s11777z+1m riichi ippatsu"},
    {"haitei", "23m456p789s11z [777z] +1m tsumo last_tile"},
    {"houtei", "23m456p789s11z [777z] +1m last_tile"},
    {"chankan", "23m456p789s11z [777z] +1m robbing_kong"},
    {"rinshan", "23m456p11z [777z] (2222s) +1m tsumo after_kong"},
    {"sanshoku_doukou", "222m222p222s46m55z+5m"},
    {"sankantsu", "12p55s (1111m) [2222s] (3333m) +3p"},
    {"shousangen", "12m345p55566677z+3m"},
    {"honroutou", "111m999p999s1122z+1z"},
    {"ryanpeikou", "112233m445566p7s+7s"},
    {"renhou", "123m456p789s1122z+1z first_turn"},
    {"tenhou", "123m456p789s1122z+1z tsumo seat=E first_turn"},
    {"chiihou", "123m456p789s1122z+1z tsumo first_turn"},
    {"kokushi", "19m19p19s1234567z+1m"},
    {"chuuren", "1112345678999m+5m"},
    {"suuankou", "111m333p555s7722z+7z tsumo"},
    {"suukantsu", "1z (1111m) [2222p] [3333s] (4444m) +1z"},
    {"ryuuiisou", "22334466688s66z+6z"},
    {"chinroutou", "111999m11199p99s+9p"},
    {"tsuuiisou", "1112223334455z+5z"},
    {"daisangen", "12m33p555666777z+3m"},
    {"shousuushii", "12m11122233344z+3m"},
    {"daisuushii", "1m111222333444z+1m"},
};

START_TEST(rare_yaku) {
    struct kzi_hand hand;
    struct kzi_problem problem = {.found = false};
    const char *line = rare[_i].hand;
    ck_assert(kzi_hand_read(&hand, line, strlen(line), NULL, NULL, &problem));
    ck_assert_msg(kzi_score(reused, rules, &hand) == KZ_OK, "%s", reused->error.text);
    int yaku = kzi_names_find(&rules->model->yaku_names, rare[_i].yaku);
    ck_assert_msg(kzi_yaku_in(reused->listed, (unsigned)yaku), "%s", rare[_i].yaku);
}
END_TEST

static bool is_rare(const char *yaku) {
    for (int i = 0; i < COUNT(rare); i++)
        if (!strcmp(rare[i].yaku, yaku))
            return true;
    return false;
}

START_TEST(random_hands) {
    static struct run run = {.random = {SEED}};
    struct kzi_hand hand;
    for (unsigned i = 0; i < HANDS; i++) {
        while (!random_hand(&run.random, rules, &hand))
            ;
        random_situation(&run.random, &hand);
        check_hand(&run, &hand);
    }
    fprintf(stderr, "# seed %d: %u won, %u did not, %u refused\n", SEED, run.won, run.lost,
            run.refused);
    ck_assert_uint_lt(run.refused, HANDS / 20);
    for (unsigned i = 0; i < rules->n_yaku; i++) {
        const struct kzi_yaku *yaku = &rules->model->yaku[i];
        if (!yaku->in_use || run.scored[i])
            continue;
        fprintf(stderr, "# never met: %s\n", yaku->id);
        ck_assert_msg(is_rare(yaku->id), "%s", yaku->id);
    }
}
END_TEST

START_TEST(scoring_allocates_nothing) {
    struct random random = {SEED};
    struct kzi_hand hand;
    size_t before = ALLOCATED();
    for (unsigned i = 0; i < 10000; i++) {
        while (!random_hand(&random, rules, &hand))
            ;
        random_situation(&random, &hand);
        kzi_score(reused, rules, &hand);
    }
    ck_assert_uint_eq(ALLOCATED(), before);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("score");
    TCase *tests = tcase_create("score");
    suite_add_tcase(suite, tests);
    tcase_set_timeout(tests, 600);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, random_hands);
    tcase_add_loop_test(tests, rare_yaku, 0, COUNT(rare));
    tcase_add_test(tests, scoring_allocates_nothing);
    SRunner *runner = srunner_create(suite);
    srunner_set_tap(runner, "-");
    srunner_run_all(runner, CK_SILENT);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
