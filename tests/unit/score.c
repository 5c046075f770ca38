/* Scoring by EMA 2016: points calculated independently, results reused, no allocation. */
#include "properties.h"
#include "run_suite.h"
#include "source_tree.h"

/* Count every call that allocates, freed or not.  This needs glibc, whose malloc can be called by
 * another name, and no sanitizer, which has its own allocator.  Otherwise that test is left out. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)
#define COUNTS_ALLOCATIONS
#include <stdatomic.h>

static atomic_ulong allocations;

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *old, size_t size);

void *malloc(size_t size) {
    atomic_fetch_add(&allocations, 1);
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    atomic_fetch_add(&allocations, 1);
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    atomic_fetch_add(&allocations, 1);
    return __libc_realloc(old, size);
}
#endif

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
#define HANDS        300000
#define SEED         20161120

static kz_ruleset *rules;
static struct trial trial;

static void set_up(void) {
    kz_error error;
    const char *path = in_source("rules/ema-2016.yaml");
    ck_assert_msg(kz_ruleset_load(&rules, path, NULL, NULL, &error) == KZ_OK, "%s", error.text);
    trial_begin(&trial, "ema-2016", rules, SEED);
}

static void tear_down(void) {
    trial_end(&trial);
    kz_ruleset_free(rules);
}

/* --- random hands ---------------------------------------------------------------------------- */

static long up_to(long number, long step) {
    return (number + step - 1) / step * step;
}

/* Calculate the points of a hand once more, with the rules written out. */
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

static void check_by_heart(const struct kzi_hand *hand) {
    const struct kz_result *result = trial.result;
    const struct kzi_tally *best = &result->best;
    long points = kz_result_points(result), due = points_by_heart(result);
    MUST(points == due, &trial, hand, "%ld, %ld by heart\n", points, due);
    if (best->by_limit)
        return;
    long fu = best->fu_counted == 25 ? 25 : up_to(best->fu_counted, 10);
    MUST(best->fu == fu && fu >= 20 && fu <= 140, &trial, hand, "%d -> %d\n", best->fu_counted,
         best->fu);
}

/* Check that a result does not depend on its content before. */
static void check_fresh(const struct kzi_hand *hand) {
    static char used_text[1 << 16], fresh_text[1 << 16];
    kz_result *fresh = kz_result_new();
    kzi_score(fresh, rules, hand);
    kz_result_explain_json(trial.result, used_text, sizeof used_text);
    kz_result_explain_json(fresh, fresh_text, sizeof fresh_text);
    kz_result_free(fresh);
    MUST(!strcmp(used_text, fresh_text), &trial, hand, "%s\n%s\n", used_text, fresh_text);
}

START_TEST(random_hands) {
    struct kzi_hand hand;
    for (unsigned i = 0; i < HANDS; i++) {
        trial_draw(&trial, &hand);
        if (trial_hand(&trial, &hand))
            check_by_heart(&hand);
        if (i % 16 == 0 && trial.result->status == KZ_OK)
            check_fresh(&hand);
    }
    ck_assert_uint_eq(trial_report(&trial, 10), 0);
    ck_assert_uint_lt(trial.refused, HANDS / 20);
}
END_TEST

/* --- yaku that come up once in a lifetime ---------------------------------------------------- */

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
    struct kzi_whole_hand hand;
    struct kzi_problem problem = {.found = false};
    const char *line = rare[_i].hand;
    ck_assert(kzi_hand_read(&hand, line, strlen(line), NULL, NULL, &problem));
    ck_assert_msg(kzi_score(trial.result, rules, &hand.hand) == KZ_OK, "%s",
                  trial.result->error.text);
    int yaku = kzi_names_find(&rules->model->yaku_names, rare[_i].yaku);
    ck_assert_msg(kzi_has_bit(trial.result->best.scored, (unsigned)yaku), "%s", rare[_i].yaku);
}
END_TEST

#ifdef COUNTS_ALLOCATIONS
START_TEST(scoring_allocates_nothing) {
    struct kzi_hand hand;
    ck_assert_msg(atomic_load(&allocations) > 0, "loading allocates: is the count alive?");
    unsigned long before = atomic_load(&allocations); /* read it last, because Check allocates */
    for (unsigned i = 0; i < 10000; i++) {
        trial_draw(&trial, &hand);
        kzi_score(trial.result, rules, &hand);
    }
    unsigned long after = atomic_load(&allocations);
    ck_assert_uint_eq(after, before);
}
END_TEST
#endif

int main(void) {
    Suite *suite = suite_create("score");
    TCase *tests = tcase_create("score");
    suite_add_tcase(suite, tests);
    tcase_set_timeout(tests, 1800);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, random_hands);
    tcase_add_loop_test(tests, rare_yaku, 0, COUNT(rare));
#ifdef COUNTS_ALLOCATIONS
    tcase_add_test(tests, scoring_allocates_nothing);
#endif
    return run_suite(suite);
}
