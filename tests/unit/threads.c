/* Rulesets shared by eight threads, each on a stack of 64 KiB: every thread gets the results of a
 * single one.  KAZOE_THREAD_HANDS is the number of hands of all threads together; before a release
 * the thread sanitizer checks a million (make check-long). */
#include "analysis/witness/random_hand.h"
#include "api.h"
#include "kazoe-analysis.h"
#include "run_suite.h"
#include "score/steps.h"
#include "source_tree.h"

#include <check.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS    8
#define N_RULESETS 4
#define ROOM       16384

static kz_ruleset *rulesets[N_RULESETS];
static unsigned hands_each = 1000;

/* The state of a thread; only the rulesets are shared. */
struct share {
    pthread_t thread;
    uint64_t seed, signature;
    kz_hand *hand;
    kz_result *result, *results[N_RULESETS];
    unsigned wins;
    char out[ROOM];
};

static void sign(struct share *share, const char *text) {
    for (; *text; text++)
        share->signature = (share->signature ^ (unsigned char)*text) * UINT64_C(1099511628211);
}

static bool make_hand(struct share *share, struct kzi_random *random, const kz_ruleset *rules) {
    memset(&share->hand->hand, 0, sizeof share->hand->hand);
    if (!kzi_random_hand(random, rules, NULL, &share->hand->hand))
        return false;
    kzi_random_situation(random, rules, &share->hand->hand);
    kzi_tiles_init(&share->hand->tiles, &share->hand->hand);
    share->hand->parsed = true;
    return true;
}

static void score_together(struct share *share) {
    for (unsigned i = 0; i < N_RULESETS; i++) {
        kz_score(share->results[i], rulesets[i], share->hand);
        kz_result_json(share->results[i], share->out, ROOM);
        sign(share, share->out);
    }
}

static void *work(void *context) {
    struct share *share = context;
    struct kzi_random random = {share->seed};
    for (unsigned done = 0; done < hands_each;) {
        if (!make_hand(share, &random, rulesets[done % N_RULESETS]))
            continue;
        for (unsigned i = 0; i < N_RULESETS; i++) {
            kz_score(share->result, rulesets[i], share->hand);
            /* Explaining asks for the reasons of covers, which the ruleset caches. */
            if (done % 8)
                kz_result_json(share->result, share->out, ROOM);
            else
                kz_result_explain_json(share->result, share->out, ROOM);
            sign(share, share->out);
            share->wins += kz_result_wins(share->result) ? 1 : 0;
        }
        score_together(share);
        done++;
    }
    return NULL;
}

static struct share *new_shares(void) {
    struct share *shares = calloc(THREADS, sizeof *shares);
    for (unsigned i = 0; i < THREADS; i++) {
        shares[i].seed = i + 1;
        shares[i].hand = kz_hand_new();
        shares[i].result = kz_result_new();
        for (unsigned k = 0; k < N_RULESETS; k++)
            shares[i].results[k] = kz_result_new();
    }
    return shares;
}

static void free_shares(struct share *shares) {
    for (unsigned i = 0; i < THREADS; i++) {
        kz_hand_free(shares[i].hand);
        kz_result_free(shares[i].result);
        for (unsigned k = 0; k < N_RULESETS; k++)
            kz_result_free(shares[i].results[k]);
    }
    free(shares);
}

static void small_stack(pthread_attr_t *attributes) {
    const char *sanitized = getenv("KZ_LDFLAGS"); /* sanitizers need more */
    pthread_attr_init(attributes);
    if (!sanitized || !*sanitized)
        ck_assert_int_eq(pthread_attr_setstacksize(attributes, 64 * 1024), 0);
}

START_TEST(threads_find_what_one_finds) {
    struct share *together = new_shares(), *alone = new_shares();
    pthread_attr_t attributes;
    small_stack(&attributes);
    for (unsigned i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_create(&together[i].thread, &attributes, work, &together[i]), 0);
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(together[i].thread, NULL);
    pthread_attr_destroy(&attributes);
    for (unsigned i = 0; i < THREADS; i++) {
        work(&alone[i]);
        ck_assert_uint_eq(alone[i].signature, together[i].signature);
        ck_assert_uint_gt(alone[i].wins, hands_each / 2);
    }
    free_shares(together);
    free_shares(alone);
}
END_TEST

static void set_up(void) {
    static const char *const names[N_RULESETS] = {"tenhou", "ema-2016", "mcr", "mcr-2006"};
    kz_error error;
    for (unsigned i = 0; i < N_RULESETS; i++) {
        const char *path = in_source("rules/%s.yaml", names[i]);
        if (kz_ruleset_load(&rulesets[i], path, NULL, NULL, &error) != KZ_OK)
            ck_abort_msg("%s", error.text);
        ck_assert_int_eq(kz_ruleset_prove_covers(rulesets[i]), KZ_OK);
    }
}

static void tear_down(void) {
    for (unsigned i = 0; i < N_RULESETS; i++)
        kz_ruleset_free(rulesets[i]);
}

int main(void) {
    const char *hands = getenv("KAZOE_THREAD_HANDS");
    if (hands && atol(hands) > 0)
        hands_each = (unsigned)(atol(hands) / THREADS);
    Suite *suite = suite_create("threads");
    TCase *sharing = tcase_create("sharing");
    tcase_add_checked_fixture(sharing, set_up, tear_down);
    tcase_set_timeout(sharing, 7200);
    tcase_add_test(sharing, threads_find_what_one_finds);
    suite_add_tcase(suite, sharing);
    return run_suite(suite);
}
