/* Proofs compared with hands: no random hand refutes a proof about two yaku, and for each cover
 * that the proof leaves to convention some hand shows that it is neither implied nor impossible. */
#include "analysis/prover/implication.h"
#include "analysis/witness/random_hand.h"
#include "api.h"
#include "compile/condition/evaluation.h"
#include "run_suite.h"
#include "score/steps.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

struct trial {
    kz_ruleset *rules;
    kz_result *result;
    struct kzi_random random;
    unsigned char *both, *without; /* [a * n + b]: some reading has both, has a without b */
};

static void open_trial(struct trial *trial, const char *name) {
    char path[4096];
    kz_error error;
    const char *top = getenv("SRCDIR");
    snprintf(path, sizeof path, "%s/rules/%s.yaml", top ? top : ".", name);
    *trial = (struct trial){.result = kz_result_new(), .random = {20060101}};
    ck_assert_msg(kz_ruleset_load(&trial->rules, path, NULL, NULL, &error) == KZ_OK, "%s",
                  error.text);
    ck_assert(kzi_prover_make(trial->rules));
    size_t n = trial->rules->n_yaku;
    trial->both = calloc(n, n);
    trial->without = calloc(n, n);
}

static void close_trial(struct trial *trial) {
    free(trial->both);
    free(trial->without);
    kz_result_free(trial->result);
    kz_ruleset_free(trial->rules);
}

static bool has_yaku(const struct trial *trial, unsigned number, const struct kzi_facts *facts,
                     const struct kzi_reading *reading) {
    const struct kzi_yaku *yaku = &trial->rules->model->yaku[number];
    return yaku->in_use && (facts->open ? yaku->open.scored : yaku->closed.scored) &&
           kzi_evaluate(yaku->when, facts, reading) &&
           kzi_count_instances(trial->rules, facts, reading, number);
}

static void look_at_reading(struct trial *trial, const struct kzi_facts *facts,
                            const struct kzi_reading *reading) {
    size_t n = trial->rules->n_yaku;
    bool holds[KZI_MAX_YAKU];
    for (unsigned i = 0; i < n; i++)
        holds[i] = has_yaku(trial, i, facts, reading);
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; holds[a] && b < n; b++)
            (holds[b] ? trial->both : trial->without)[a * n + b] = 1;
}

/* Note which yaku meet on the readings of a hand that the rules accept. */
static void look_at(struct trial *trial, const struct kzi_hand *hand) {
    static const uint8_t no_marks[KZI_MAX_MARKS];
    const struct kz_ruleset *rules = trial->rules;
    static struct kzi_readings readings;
    struct kzi_problem problem = {.found = false};
    struct kzi_facts facts;
    if (kzi_score(trial->result, rules, hand) != KZ_OK)
        return;
    kzi_facts_init(&facts, hand);
    facts.given = kzi_circumstances(rules, hand, &problem);
    facts.rules = rules;
    facts.marks = no_marks;
    kzi_hand_fill_readings(hand, &rules->shapes, &readings);
    for (unsigned i = 0; i < readings.count; i++)
        look_at_reading(trial, &facts, &readings.list[i]);
}

static void draw_hands(struct trial *trial, int yaku, unsigned count) {
    const struct kzi_aim aim = {.yaku = yaku};
    for (unsigned i = 0; i < count; i++) {
        struct kzi_hand hand;
        if (kzi_random_hand(&trial->random, trial->rules, yaku < 0 ? NULL : &aim, &hand))
            look_at(trial, &hand);
    }
}

static const char *const rulesets[] = {
    "ema-2016", "ema-2025",     "wrc-2025", "m-league",
    "tenhou",   "mahjong-soul", "toudai",   "mahjongtime-competition",
    "ari-ari",  "mcr",          "mcr-2006",
};

static bool is_right(enum kzi_cover_why why, bool both, bool without) {
    switch (why) {
    case KZI_COVER_IMPLIED:
        return both && !without;
    case KZI_COVER_IMPOSSIBLE:
        return !both && without;
    case KZI_COVER_CONVENTION:
    case KZI_COVER_NOT_LOOKED_FOR:
        break;
    }
    return both && without;
}

START_TEST(reasons_of_covers) {
    struct trial trial;
    struct kzi_budget any = {.steps = UINT64_MAX};
    open_trial(&trial, rulesets[_i]);
    const struct kzi_model *model = trial.rules->model;
    unsigned n = trial.rules->n_yaku, wrong = 0;
    for (unsigned a = 0; a < n; a++) {
        const struct kzi_yaku *yaku = &model->yaku[a];
        if (yaku->in_use && yaku->n_covers)
            draw_hands(&trial, (int)a, 3000);
        for (size_t i = 0; yaku->in_use && i < yaku->n_covers; i++) {
            unsigned b = yaku->covers[i].yaku;
            enum kzi_cover_why why = kzi_why_covered(trial.rules, a, b, &any);
            bool both = trial.both[a * n + b], without = trial.without[a * n + b];
            if (is_right(why, both, without))
                continue;
            fprintf(stderr, "# %s: %s covers %s: %s, but there are hands with%s%s\n", model->id,
                    yaku->id, model->yaku[b].id, kzi_cover_why_names[why], both ? " both" : "",
                    without ? " the first alone" : "");
            wrong++;
        }
    }
    close_trial(&trial);
    ck_assert_uint_eq(wrong, 0);
}
END_TEST

/* Nothing is proved of a pair of yaku that hands refute. */
START_TEST(nothing_false_is_proved) {
    static const char *const names[] = {"ema-2016", "mcr", "hefei"};
    struct trial trial;
    open_trial(&trial, names[_i]);
    unsigned n = trial.rules->n_yaku;
    draw_hands(&trial, -1, 20000);
    for (unsigned a = 0; a < n; a++)
        for (unsigned b = 0; b < n; b++) {
            const char *one = trial.rules->model->yaku[a].id,
                       *other = trial.rules->model->yaku[b].id;
            if (trial.without[a * n + b] && kzi_implies(trial.rules, a, b, NULL))
                ck_abort_msg("%s does not imply %s", one, other);
            if (trial.both[a * n + b] && kzi_cannot_meet(trial.rules, a, b, NULL))
                ck_abort_msg("%s meets %s", one, other);
        }
    close_trial(&trial);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("prove");
    TCase *tests = tcase_create("prove");
    suite_add_tcase(suite, tests);
    tcase_set_timeout(tests, 1800);
    tcase_add_loop_test(tests, reasons_of_covers, 0, COUNT(rulesets));
    tcase_add_loop_test(tests, nothing_false_is_proved, 0, 3);
    return run_suite(suite);
}
