#include "analysis/cases/cases.h"

#include "report/wording.h"
#include "rules/reader/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- checking -------------------------------------------------------------------------------- */

/* What is refused has no result to speak of. */
static void check_mixture(struct kzi_diags *diags, const struct kzi_node *expect) {
    const struct kzi_entry *error = kzi_node_entry(expect, "error");
    for (size_t i = 0; i < KZI_EXPECTATIONS; i++) {
        const struct kzi_entry *entry = kzi_node_entry(expect, kzi_expectations[i].name);
        bool of_error = kzi_expectations[i].of & KZI_OF_ERROR;
        if (entry && error && !of_error)
            kzi_error_at(diags, entry->key->place,
                         "a case that expects an error expects no %s: such a hand is not scored",
                         kzi_expectations[i].name);
        if (entry && !error && of_error)
            kzi_error_at(diags, entry->key->place, "%s belongs to an error: say which, error: CODE",
                         kzi_expectations[i].name);
    }
}

void kzi_expect_keys(struct kzi_reader *reader, const struct kzi_node *expect, unsigned of) {
    struct kzi_key keys[KZI_EXPECTATIONS];
    size_t count = 0;
    for (size_t i = 0; i < KZI_EXPECTATIONS; i++)
        if (kzi_expectations[i].of & of)
            keys[count++] = (struct kzi_key){.name = kzi_expectations[i].name,
                                             .read = kzi_expectations[i].check};
    kzi_read_keys(reader, expect,
                  &(struct kzi_key_table){.what = "what is expected", .keys = keys, .count = count},
                  NULL);
}

void kzi_case_check(struct kzi_diags *diags, const struct kzi_case *one,
                    const struct kz_ruleset *rules) {
    struct kzi_reader reader = {.diags = diags, .arena = diags->arena, .model = rules->model};
    if (!one->expect)
        return;
    kzi_expect_keys(&reader, one->expect, (one->deal ? KZI_OF_DEAL : KZI_OF_HAND) | KZI_OF_ERROR);
    check_mixture(diags, one->expect);
}

/* --- running --------------------------------------------------------------------------------- */

bool kzi_case_runner_open(struct kzi_case_runner *runner, const struct kz_ruleset *rules) {
    *runner = (struct kzi_case_runner){.hand = kz_hand_new(),
                                       .result = kz_result_new(),
                                       .deal = calloc(1, sizeof *runner->deal),
                                       .settlement = calloc(1, sizeof *runner->settlement),
                                       .expected = kzi_text_growing(),
                                       .got = kzi_text_growing()};
    if (runner->hand && runner->result && runner->deal && runner->settlement &&
        kz_hand_know(runner->hand, rules) == KZ_OK)
        return true;
    kzi_case_runner_close(runner);
    return false;
}

void kzi_case_runner_close(struct kzi_case_runner *runner) {
    kz_hand_free(runner->hand);
    kz_result_free(runner->result);
    free(runner->deal);
    free(runner->settlement);
    kzi_text_release(&runner->expected);
    kzi_text_release(&runner->got);
}

/* Scores the hand; *error where it is refused. */
static void score(struct kzi_case_runner *runner, const struct kz_ruleset *rules, const char *hand,
                  kz_error *error) {
    kz_status status = kz_hand_parse(runner->hand, hand, strlen(hand), error);
    runner->scored = false;
    if (status != KZ_OK)
        return;
    runner->scored = kz_score(runner->result, rules, runner->hand) == KZ_OK;
    if (!runner->scored)
        *error = *kz_result_error(runner->result);
}

/* Settles the deal: NULL; or where it is refused, the error. */
static const kz_error *settle(struct kzi_case_runner *runner, const struct kz_ruleset *rules,
                              const char *deal, kz_error *error) {
    struct kzi_problem problem;
    runner->scored = false;
    if (!kzi_deal_read(runner->deal, deal, strlen(deal), &problem))
        kzi_problem_error(&problem, error);
    else if (kzi_deal_settle(runner->settlement, rules, runner->deal) == KZ_OK)
        return NULL;
    else
        *error = runner->settlement->error;
    return error;
}

/* Whether what was written into expected and got is the same; if not, it is told. */
static bool same(struct kzi_case_runner *runner, const char *key) {
    struct kzi_text *expected = &runner->expected, *got = &runner->got;
    kzi_text_char(expected, '\0');
    kzi_text_char(got, '\0');
    if (expected->failed || got->failed) {
        runner->no_memory = true;
        return false;
    }
    if (!strcmp(expected->at, got->at))
        return true;
    runner->differs(runner->context, key, expected->at, got->at);
    return false;
}

static bool compare(struct kzi_case_runner *runner, const struct kzi_expectation *row,
                    const struct kzi_expected *wanted, const char *named) {
    char key[64];
    if (!row->got)
        return kzi_compare_results(runner, wanted);
    kzi_text_clear(&runner->expected);
    kzi_text_clear(&runner->got);
    row->expected(&runner->expected, wanted);
    row->got(&runner->got, wanted);
    snprintf(key, sizeof key, "%s%s", named, row->name);
    return same(runner, key);
}

/* A hand wins unless the case says otherwise. */
bool kzi_compare_all(struct kzi_case_runner *runner, const struct kzi_expected *wanted,
                     const struct kzi_node *expect, unsigned of, const char *named) {
    struct kzi_expected one = *wanted;
    bool wins = of & KZI_OF_HAND && !kzi_node_get(expect, "reason"), passed = true;
    for (size_t i = 0; i < KZI_EXPECTATIONS; i++) {
        const struct kzi_expectation *row = &kzi_expectations[i];
        one.node = kzi_node_get(expect, row->name);
        if (row->of & of && (one.node || (wins && !strcmp(row->name, "win"))))
            passed &= compare(runner, row, &one, named);
    }
    return passed;
}

/* A hand that should have been scored was refused. */
static bool tell_refused(struct kzi_case_runner *runner, const char *key, const char *expected,
                         const kz_error *error) {
    kzi_text_clear(&runner->expected);
    kzi_text_clear(&runner->got);
    kzi_text_put(&runner->expected, expected);
    kzi_text_format(&runner->got, "%s (%s)", error->code, error->text);
    return same(runner, key);
}

bool kzi_case_run(struct kzi_case_runner *runner, const struct kz_ruleset *rules,
                  const struct kzi_case *one) {
    kz_error error;
    struct kzi_expected wanted = {.rules = rules};
    if (one->deal) {
        wanted.error = settle(runner, rules, one->deal, &error);
        wanted.settlement = wanted.error ? NULL : runner->settlement;
    } else {
        score(runner, rules, one->hand, &error);
        wanted.error = runner->scored ? NULL : &error;
        wanted.result = runner->scored ? runner->result : NULL;
    }
    unsigned of = one->deal ? KZI_OF_DEAL : KZI_OF_HAND;
    if (kzi_node_get(one->expect, "error"))
        of = KZI_OF_ERROR;
    else if (wanted.error)
        return tell_refused(runner, "error", "none", &error);
    return kzi_compare_all(runner, &wanted, one->expect, of, "");
}

/* --- examples -------------------------------------------------------------------------------- */

static const char *const example_says[] = {
    [KZI_EXAMPLE_SCORES] = "scored",
    [KZI_EXAMPLE_FAILS] = "not scored",
    [KZI_EXAMPLE_COVERED] = "covered",
};

/* What became of the yaku. */
static const char *fate_of(const struct kz_ruleset *rules, const struct kz_result *result,
                           unsigned yaku) {
    const char *not_scored = example_says[KZI_EXAMPLE_FAILS];
    if (result->reason == KZI_INCOMPLETE)
        return not_scored;
    if (kzi_has_yaku(result->best.scored, yaku))
        return kz_result_wins(result) ? example_says[KZI_EXAMPLE_SCORES]
                                      : "scored, but the hand does not win";
    bool covered =
        kzi_has_yaku(result->best.held, yaku) && kzi_covered_by(rules, &result->best, yaku) >= 0;
    return covered ? example_says[KZI_EXAMPLE_COVERED] : not_scored;
}

bool kzi_example_run(struct kzi_case_runner *runner, const struct kz_ruleset *rules, unsigned yaku,
                     const struct kzi_example *example) {
    kz_error error;
    const char *id = rules->model->yaku[yaku].id, *expected = example_says[example->kind];
    score(runner, rules, example->hand, &error);
    if (!runner->scored)
        return tell_refused(runner, id, expected, &error);
    const char *fate = fate_of(rules, runner->result, yaku);
    /* What is covered does not score either. */
    if (example->kind == KZI_EXAMPLE_FAILS && fate == example_says[KZI_EXAMPLE_COVERED])
        return true;
    kzi_text_clear(&runner->expected);
    kzi_text_clear(&runner->got);
    kzi_text_put(&runner->expected, expected);
    kzi_text_put(&runner->got, fate);
    return same(runner, id);
}
