#include "report/cases.h"

#include "report/say.h"
#include "rules/reader.h"

#include <string.h>

/* --- checking ------------------------------------------------------------------------------------
 */

/* A hand that is refused has no result to speak of. */
static void check_mixture(struct kzi_diags *diags, const struct kzi_node *expect) {
    const struct kzi_entry *error = kzi_node_entry(expect, "error");
    for (size_t i = 0; i < KZI_EXPECTATIONS; i++) {
        const struct kzi_entry *entry = kzi_node_entry(expect, kzi_expectations[i].name);
        if (entry && error && !kzi_expectations[i].of_error)
            kzi_error_at(diags, entry->key->place,
                         "a case that expects an error expects no %s: such a hand is not scored",
                         kzi_expectations[i].name);
        if (entry && !error && kzi_expectations[i].of_error)
            kzi_error_at(diags, entry->key->place, "%s belongs to an error: say which, error: CODE",
                         kzi_expectations[i].name);
    }
}

void kzi_case_check(struct kzi_diags *diags, const struct kzi_case *one,
                    const struct kz_ruleset *rules) {
    struct kzi_reader reader = {.diags = diags, .arena = diags->arena, .model = rules->model};
    struct kzi_key keys[KZI_EXPECTATIONS];
    if (!one->expect)
        return;
    for (size_t i = 0; i < KZI_EXPECTATIONS; i++)
        keys[i] = (struct kzi_key){kzi_expectations[i].name, kzi_expectations[i].check};
    kzi_read_keys(&reader, one->expect, "what is expected", keys, KZI_EXPECTATIONS, NULL);
    check_mixture(diags, one->expect);
}

/* --- running -------------------------------------------------------------------------------------
 */

bool kzi_case_runner_open(struct kzi_case_runner *runner, const struct kz_ruleset *rules) {
    *runner = (struct kzi_case_runner){.hand = kz_hand_new(),
                                       .result = kz_result_new(),
                                       .expected = kzi_text_growing(),
                                       .got = kzi_text_growing()};
    if (runner->hand && runner->result && kz_hand_know(runner->hand, rules) == KZ_OK)
        return true;
    kzi_case_runner_close(runner);
    return false;
}

void kzi_case_runner_close(struct kzi_case_runner *runner) {
    kz_hand_free(runner->hand);
    kz_result_free(runner->result);
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

/* Whether what was written into expected and got is the same; if not, it is told. */
static bool same(struct kzi_case_runner *runner, const char *key) {
    struct kzi_text *expected = &runner->expected, *got = &runner->got;
    kzi_text_char(expected, '\0');
    kzi_text_char(got, '\0');
    if (expected->failed || got->failed) {
        runner->differs(runner->context, key, "", "memory is out");
        return false;
    }
    if (!strcmp(expected->at, got->at))
        return true;
    runner->differs(runner->context, key, expected->at, got->at);
    return false;
}

static bool compare(struct kzi_case_runner *runner, const struct kzi_expectation *row,
                    const struct kzi_wanted *wanted) {
    kzi_text_clear(&runner->expected);
    kzi_text_clear(&runner->got);
    row->expected(&runner->expected, wanted);
    row->got(&runner->got, wanted);
    return same(runner, row->name);
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
    score(runner, rules, one->hand, &error);
    struct kzi_wanted wanted = {.rules = rules,
                                .result = runner->scored ? runner->result : NULL,
                                .error = runner->scored ? NULL : &error};
    bool refusal = kzi_node_get(one->expect, "error") != NULL;
    bool wins = !kzi_node_get(one->expect, "reason");
    bool passed = true;
    if (wanted.error && !refusal)
        return tell_refused(runner, "error", "none", &error);
    for (size_t i = 0; i < KZI_EXPECTATIONS; i++) {
        const struct kzi_expectation *row = &kzi_expectations[i];
        wanted.node = kzi_node_get(one->expect, row->name);
        bool unsaid = !wanted.node && !(wins && !strcmp(row->name, "win"));
        if (row->of_error == refusal && !unsaid)
            passed &= compare(runner, row, &wanted);
    }
    return passed;
}

/* --- examples ------------------------------------------------------------------------------------
 */

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
    if (kzi_has_yaku(result->listed, yaku))
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
