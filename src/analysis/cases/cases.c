#include "analysis/cases/cases.h"

#include "hand/parser/parser.h"
#include "report/wording.h"
#include "rules/reader/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct read_ctx {
    struct kzi_cases *cases;
    struct kzi_case *one;                 /* the case at hand */
    struct kzi_case_statement *statement; /* the statement at hand */
    struct kzi_equivalent *equivalent;
};

/* --- statements ------------------------------------------------------------------------------ */

static void read_says(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    if (kzi_expect(reader, entry->value, KZI_SCALAR, "a statement"))
        ((struct read_ctx *)target)->statement->says = entry->value->text;
}

static void read_not_checked(struct kzi_reader *reader, const struct kzi_entry *entry,
                             void *target) {
    if (kzi_expect(reader, entry->value, KZI_SCALAR, "the reason"))
        ((struct read_ctx *)target)->statement->not_checked = true;
}

static const struct kzi_key statement_keys[] = {
    KZI_KEY("says", read_says, "text"),
    KZI_KEY("not_checked", read_not_checked, "text"),
};
const struct kzi_key_table kzi_keys_statement =
    KZI_TABLE("statement", "a statement", statement_keys);

static void read_statement(struct kzi_reader *reader, const struct kzi_entry *entry,
                           struct read_ctx *ctx) {
    struct kzi_case_statement *statement = ctx->statement;
    *statement =
        (struct kzi_case_statement){.id = entry->key->text, .says = "", .place = entry->key->place};
    if (entry->value->kind == KZI_SCALAR)
        statement->says = entry->value->text;
    else
        kzi_read_keys(reader, entry->value, &kzi_keys_statement, ctx);
    if (kzi_node_is(entry->value, ""))
        kzi_error_at(reader->diags, entry->key->place,
                     "%s says nothing; prose with a comma, a colon or ? in it goes in quotes",
                     entry->key->text);
}

static void read_statements(struct kzi_reader *reader, const struct kzi_entry *entry,
                            void *target) {
    struct read_ctx *ctx = target;
    struct kzi_cases *cases = ctx->cases;
    if (!kzi_expect(reader, entry->value, KZI_MAP, "statements"))
        return;
    size_t count = entry->value->count;
    cases->statements = KZI_NEW_ARRAY(reader->arena, count, struct kzi_case_statement);
    for (size_t i = 0; i < count; i++) {
        kzi_names_add(&cases->statement_names, entry->value->u.entries[i].key->text);
        ctx->statement = &cases->statements[i];
        read_statement(reader, &entry->value->u.entries[i], ctx);
    }
}

/* --- cases ----------------------------------------------------------------------------------- */

static const char *read_text(struct kzi_reader *reader, const struct kzi_entry *entry,
                             const char *what) {
    if (!kzi_expect(reader, entry->value, KZI_SCALAR, what))
        return NULL;
    if (!entry->value->text[0])
        kzi_error_at(reader->diags, entry->value->place, "%s is empty", what);
    return entry->value->text;
}

static void read_name(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    ((struct read_ctx *)target)->one->name = read_text(reader, entry, "the name of a case");
}

static void read_hand(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    if (kzi_expect(reader, entry->value, KZI_SCALAR, "a hand (in quotes)"))
        ((struct read_ctx *)target)->one->hand = entry->value->text;
}

static void read_deal(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    if (kzi_expect(reader, entry->value, KZI_SCALAR, "a deal (in quotes)"))
        ((struct read_ctx *)target)->one->deal = entry->value->text;
}

static void read_expect(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    if (kzi_expect(reader, entry->value, KZI_MAP, "what is expected"))
        ((struct read_ctx *)target)->one->expect = entry->value;
}

/* Options by value; which there are the ruleset knows. */
static bool is_settings(struct kzi_reader *reader, const struct kzi_node *node) {
    if (!kzi_expect(reader, node, KZI_MAP, "options (option: value)"))
        return false;
    for (size_t i = 0; i < node->count; i++)
        if (!kzi_expect(reader, node->u.entries[i].value, KZI_SCALAR, "the value of an option"))
            return false;
    return true;
}

static void read_case_options(struct kzi_reader *reader, const struct kzi_entry *entry,
                              void *target) {
    if (is_settings(reader, entry->value))
        ((struct read_ctx *)target)->one->options = entry->value;
}

static void read_shows(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_cases *cases = ((struct read_ctx *)target)->cases;
    const struct kzi_node *node = entry->value;
    const struct kzi_node *const *items = node->kind == KZI_LIST ? node->u.items : &node;
    size_t count = node->kind == KZI_LIST ? node->count : 1;
    for (size_t i = 0; i < count; i++) {
        int number =
            kzi_read_name(reader, items[i], "a statement of this file", &cases->statement_names);
        if (number >= 0)
            cases->statements[number].shown = true;
    }
}

static const struct kzi_key case_keys[] = {
    KZI_KEY("case", read_name, "text"),
    KZI_KEY("hand", read_hand, "text"),
    KZI_KEY("deal", read_deal, "text"),
    KZI_KEY("shows", read_shows, "one_or_more_texts"),
    KZI_KEY("options", read_case_options, "map scalar scalar"),
    KZI_KEY("expect", read_expect, "expect"),
    KZI_CHECKED("why", "text"),
};
const struct kzi_key_table kzi_keys_case = KZI_TABLE("case", "a case", case_keys);

static void read_case(struct kzi_reader *reader, const struct kzi_node *node,
                      struct read_ctx *ctx) {
    const char *const needed[] = {"case", kzi_node_get(node, "deal") ? "deal" : "hand", "expect"};
    struct kzi_case *one = ctx->one;
    one->place = node->place;
    kzi_read_keys(reader, node, &kzi_keys_case, ctx);
    for (size_t i = 0; node->kind == KZI_MAP && i < KZI_COUNT(needed); i++)
        if (!kzi_node_get(node, needed[i]))
            kzi_error_at(reader->diags, node->place, "a case needs the key %s", needed[i]);
    if (one->hand && one->deal)
        kzi_error_at(reader->diags, kzi_node_entry(node, "deal")->key->place,
                     "a case has a hand or a deal: make two cases of it");
}

static void read_list(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct read_ctx *ctx = target;
    struct kzi_cases *cases = ctx->cases;
    if (!kzi_expect(reader, entry->value, KZI_LIST, "list"))
        return;
    cases->count = entry->value->count;
    cases->list = KZI_NEW_ARRAY(reader->arena, cases->count, struct kzi_case);
    for (size_t i = 0; i < cases->count; i++) {
        ctx->one = &cases->list[i];
        read_case(reader, entry->value->u.items[i], ctx);
    }
}

/* --- mutants explained ----------------------------------------------------------------------- */

static void read_without(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    ((struct read_ctx *)target)->equivalent->without =
        read_text(reader, entry, "what is switched off");
}

static void read_because(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    ((struct read_ctx *)target)->equivalent->because = read_text(reader, entry, "the reason");
}

static const struct kzi_key equivalent_keys[] = {
    KZI_KEY("without", read_without, "one_or_more_texts"),
    KZI_KEY("because", read_because, "text"),
};
const struct kzi_key_table kzi_keys_equivalent =
    KZI_TABLE("equivalent", "a mutant explained", equivalent_keys);

static void read_equivalent(struct kzi_reader *reader, const struct kzi_entry *entry,
                            void *target) {
    struct read_ctx *ctx = target;
    struct kzi_cases *cases = ctx->cases;
    const struct kzi_node *list = entry->value;
    if (!kzi_expect(reader, list, KZI_LIST, "equivalent"))
        return;
    cases->equivalent = KZI_NEW_ARRAY(reader->arena, list->count, struct kzi_equivalent);
    for (size_t i = 0; i < list->count; i++) {
        struct kzi_equivalent *one = ctx->equivalent = &cases->equivalent[i];
        one->place = list->u.items[i]->place;
        kzi_read_keys(reader, list->u.items[i], &kzi_keys_equivalent, ctx);
        if (list->u.items[i]->kind == KZI_MAP && (!one->without || !one->because))
            kzi_error_at(reader->diags, one->place, "this does not say %s",
                         one->without ? "because of what" : "without what");
    }
    cases->n_equivalent = list->count;
}

/* --- the file -------------------------------------------------------------------------------- */

static void read_kazoe(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    if (!kzi_node_is(entry->value, "1"))
        kzi_error_at(reader->diags, entry->value->place,
                     "this version reads case files that begin kazoe: 1");
}

static void read_ruleset(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    if (read_text(reader, entry, "the ruleset of the cases"))
        ((struct read_ctx *)target)->cases->ruleset = entry->value;
}

static void read_shared_with(struct kzi_reader *reader, const struct kzi_entry *entry,
                             void *target) {
    if (read_text(reader, entry, "the ruleset whose cases test what both have"))
        ((struct read_ctx *)target)->cases->shared_with = entry->value;
}

static void read_overlays(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    const struct kzi_node *list = entry->value;
    if (!kzi_expect(reader, list, KZI_LIST, "overlays"))
        return;
    for (size_t i = 0; i < list->count; i++)
        if (!kzi_expect(reader, list->u.items[i], KZI_SCALAR, "the path of an overlay"))
            return;
    ((struct read_ctx *)target)->cases->overlays = list;
}

static void read_options(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    if (is_settings(reader, entry->value))
        ((struct read_ctx *)target)->cases->options = entry->value;
}

static const struct kzi_key cases_keys[] = {
    KZI_KEY("kazoe", read_kazoe, "version_of_language"),
    KZI_KEY("cases", read_ruleset, "text"),
    KZI_KEY("overlays", read_overlays, "list text"),
    KZI_KEY("options", read_options, "map scalar scalar"),
    KZI_CHECKED("note", "label"),
    KZI_KEY("statements", read_statements, "map scalar statement_or_text"),
    KZI_KEY("list", read_list, "list case"),
    KZI_KEY("shared_with", read_shared_with, "text"),
    KZI_KEY("equivalent", read_equivalent, "list equivalent"),
};
const struct kzi_key_table kzi_keys_cases = KZI_TABLE("cases", "a case file", cases_keys);

struct kzi_cases *kzi_cases_read(struct kzi_diags *diags, const struct kzi_source *source) {
    static const char *const needed[] = {"kazoe", "cases", "list"};
    const struct kzi_node *root = kzi_yaml_read(diags, source);
    if (!root)
        return NULL;
    /* A case file has no model: an empty one answers for names. */
    struct kzi_reader reader = {
        .diags = diags, .arena = diags->arena, .model = KZI_NEW(diags->arena, struct kzi_model)};
    struct read_ctx ctx = {.cases = KZI_NEW(diags->arena, struct kzi_cases)};
    kzi_names_init(&ctx.cases->statement_names, diags->arena);
    kzi_read_keys(&reader, root, &kzi_keys_cases, &ctx);
    for (size_t i = 0; root->kind == KZI_MAP && i < KZI_COUNT(needed); i++)
        if (!kzi_node_get(root, needed[i]))
            kzi_error_at(diags, (struct kzi_place){source, 1, 1}, "a case file needs the key %s",
                         needed[i]);
    return ctx.cases;
}

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

/* Whether what was written into expected and got is the same; if not, report it. */
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
    if (runner->differs)
        runner->differs(runner->context, key, expected->at, got->at);
    return false;
}

static bool compare_all(struct kzi_case_runner *runner, const struct kzi_expected *wanted,
                        const struct kzi_node *expect, unsigned of, const char *named);

/* Of the results of a deal the winners are compared one by one. */
static bool compare_results(struct kzi_case_runner *runner, const struct kzi_expected *wanted) {
    const struct kzi_settlement *settlement = wanted->settlement;
    const struct kzi_node *list = wanted->node;
    bool passed = true;
    char expected[32], got[32], named[32];
    if (list->count != settlement->n_results) {
        snprintf(expected, sizeof expected, "%zu", list->count);
        snprintf(got, sizeof got, "%u", settlement->n_results);
        if (runner->differs)
            runner->differs(runner->context, "results", expected, got);
        return false;
    }
    for (unsigned i = 0; i < settlement->n_results; i++) {
        struct kzi_expected winner = {.rules = wanted->rules, .result = &settlement->results[i]};
        snprintf(named, sizeof named, "winner %u ", i + 1);
        passed &=
            compare_all(runner, &winner, list->u.items[i], KZI_OF_HAND | KZI_OF_WINNER, named);
    }
    return passed;
}

static bool compare(struct kzi_case_runner *runner, enum kzi_expectation_kind kind,
                    const struct kzi_expected *wanted, const char *named) {
    char key[64];
    if (kind == KZI_EXPECT_RESULTS)
        return compare_results(runner, wanted);
    kzi_text_clear(&runner->expected);
    kzi_text_clear(&runner->got);
    kzi_put_expected(&runner->expected, kind, wanted);
    kzi_put_got(&runner->got, kind, wanted);
    snprintf(key, sizeof key, "%s%s", named, kzi_expectations[kind].name);
    return same(runner, key);
}

/* Compare all that is written of one thing.  A hand wins unless the case says otherwise.
 * named: what stands before the keys, or "". */
static bool compare_all(struct kzi_case_runner *runner, const struct kzi_expected *wanted,
                        const struct kzi_node *expect, unsigned of, const char *named) {
    struct kzi_expected one = *wanted;
    bool wins = of & KZI_OF_HAND && !kzi_node_get(expect, "reason"), passed = true;
    for (unsigned kind = 0; kind < KZI_EXPECTATIONS; kind++) {
        one.node = kzi_node_get(expect, kzi_expectations[kind].name);
        if (kzi_expectations[kind].of & of && (one.node || (wins && kind == KZI_EXPECT_WIN)))
            passed &= compare(runner, (enum kzi_expectation_kind)kind, &one, named);
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
    return compare_all(runner, &wanted, one->expect, of, "");
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
