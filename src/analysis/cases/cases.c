#include "analysis/cases/cases.h"

#include "report/deal_report.h"
#include "report/result_json.h"
#include "report/wording.h"
#include "rules/reader/reader.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- reading --------------------------------------------------------------------------------- */

const struct kzi_kind kzi_kind_case[1] = {{.name = "case"}},
                      kzi_kind_expect[1] = {{.name = "expect"}},
                      kzi_kind_equivalent[1] = {{.name = "equivalent"}};

/* A key whose text is stored in a member of a struct. */
#define TEXT(key, type, member)                                                                    \
    {                                                                                              \
        .name = key, .kind = kzi_kind_text, .offset = offsetof(struct type, member),               \
        .size = sizeof(const char *)                                                               \
    }

static void need_key(struct kzi_rule_reader *reader, const struct kzi_node *node, const char *key,
                     struct kzi_place place, const char *what) {
    const struct kzi_node *value = kzi_node_get(node, key);
    if (node->kind == KZI_MAP && !value)
        kzi_error_at(reader->diags, place, "%s has no %s", what, key);
    else if (value && kzi_node_is(value, "") && strcmp(key, "hand") != 0)
        KZI_REFUSE(reader, value, "%s is empty", key);
}

/* A key whose node is stored in a member of a struct.  For a list, `many` and `one` are the names
 * of the list and of an element in messages. */
#define KEPT(key, takes, type, member, many, one)                                                  \
    {                                                                                              \
        .name = key, .kind = kzi_kind_##takes, .kept = true,                                       \
        .offset = offsetof(struct type, member), .all = many, .what = one                          \
    }
#define OPTIONS(type)                                                                              \
    KEPT("options", MAP(scalar, scalar), type, options, "options (option: value)",                 \
         "the value of an option")

static const struct kzi_key statement_keys[] = {
    TEXT("says", kzi_case_statement, says),
    TEXT("not_checked", kzi_case_statement, not_checked),
};
const struct kzi_key_table kzi_keys_statement =
    KZI_TABLE("statement", "a statement", statement_keys);

static void read_statement(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                           void *target) {
    struct kzi_cases *cases = target;
    const struct kzi_node *id = entry->key, *value = entry->value;
    size_t count = cases->statement_names.count;
    struct kzi_case_statement *statement = KZI_ADD(reader->arena, cases->statements, count);
    kzi_names_add(&cases->statement_names, id->text);
    *statement = (struct kzi_case_statement){.id = id->text, .says = "", .place = id->place};
    if (value->kind == KZI_SCALAR)
        statement->says = value->text;
    else
        kzi_read_keys(reader, value, &kzi_keys_statement, statement);
    if (kzi_node_is(value, ""))
        KZI_REFUSE(reader, id,
                   "%s says nothing; prose with a comma, a colon or ? in it goes in quotes",
                   id->text);
}

static void read_expect(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                        void *member) {
    if (kzi_expect(reader, entry->value, KZI_MAP, "expect"))
        *(const struct kzi_node **)member = entry->value;
}

static const struct kzi_key case_keys[] = {
    TEXT("case", kzi_case, name),
    TEXT("hand", kzi_case, hand),
    TEXT("deal", kzi_case, deal),
    KEPT("game", LIST(text), kzi_case, game, "game (a list of deals)", "a deal"),
    KEPT("shows", one_or_more_texts, kzi_case, shows, NULL, NULL),
    OPTIONS(kzi_case),
    {.name = "expect",
     .kind = kzi_kind_expect,
     .read = read_expect,
     .offset = offsetof(struct kzi_case, expect)},
    KZI_CHECKED("why", text),
};
const struct kzi_key_table kzi_keys_case = KZI_TABLE("case", "a case", case_keys);

static void read_case(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_cases *cases = target;
    struct kzi_case *one = KZI_ADD(reader->arena, cases->list, cases->count);
    const struct kzi_node *node = entry->value, *const * shown;
    one->place = node->place;
    kzi_read_keys(reader, node, &kzi_keys_case, one);
    need_key(reader, node, "case", node->place, "this case");
    if (!kzi_node_get(node, "deal") && !kzi_node_get(node, "game"))
        need_key(reader, node, "hand", node->place, "this case");
    need_key(reader, node, "expect", node->place, "this case");
    if (one->hand && one->deal)
        KZI_REFUSE(reader, kzi_node_entry(node, "deal")->key,
                   "a case has either a hand or a deal; make two cases of it");
    if (one->game && (one->hand || one->deal))
        KZI_REFUSE(reader, kzi_node_entry(node, "game")->key,
                   "a case has either a game or a %s; make two cases of it",
                   one->deal ? "deal" : "hand");
    for (size_t i = 0; one->shows && i < kzi_items_of(&one->shows, &shown); i++) {
        int number =
            kzi_read_name(reader, shown[i], "a statement of this file", &cases->statement_names);
        if (number >= 0)
            cases->statements[number].shown = true;
    }
}

static const struct kzi_key equivalent_keys[] = {
    TEXT("without", kzi_equivalent, without),
    TEXT("because", kzi_equivalent, because),
};
const struct kzi_key_table kzi_keys_equivalent =
    KZI_TABLE("equivalent", "a mutant explained", equivalent_keys);

static void read_equivalent(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                            void *target) {
    struct kzi_cases *cases = target;
    struct kzi_equivalent *one = KZI_ADD(reader->arena, cases->equivalent, cases->n_equivalent);
    const struct kzi_node *node = entry->value;
    one->place = node->place;
    kzi_read_keys(reader, node, &kzi_keys_equivalent, one);
    if (node->kind == KZI_MAP && (!one->without || !one->because)) {
        KZI_REFUSE(reader, node, "an explained mutant needs the key %s",
                   one->without ? "because" : "without");
        return;
    }
    need_key(reader, node, "without", node->place, "");
    need_key(reader, node, "because", node->place, "");
}

/* --- the file -------------------------------------------------------------------------------- */

static void read_kazoe(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                       void *target) {
    (void)target;
    if (!kzi_node_is(entry->value, "1"))
        KZI_REFUSE(reader, entry->value, "this version reads case files that begin kazoe: 1");
}

/* A key with several things, each read by itself. */
#define EACH(key, takes, thing)                                                                    \
    { .name = key, .kind = kzi_kind_##takes, .read = read_##thing, .each = true, .all = key }

static const struct kzi_key cases_keys[] = {
    KZI_KEY("kazoe", read_kazoe, version_of_language),
    KEPT("cases", text, kzi_cases, ruleset, NULL, NULL),
    KEPT("overlays", LIST(text), kzi_cases, overlays, NULL, "an overlay"),
    OPTIONS(kzi_cases),
    KZI_CHECKED("note", label),
    EACH("statements", MAP(scalar, statement_or_text), statement),
    EACH("list", LIST(case), case),
    KEPT("shared_with", text, kzi_cases, shared_with, NULL, NULL),
    EACH("equivalent", LIST(equivalent), equivalent),
};
const struct kzi_key_table kzi_keys_cases = KZI_TABLE("cases", "a case file", cases_keys);

struct kzi_cases *kzi_cases_read(struct kzi_diags *diags, const struct kzi_source *source) {
    static const char *const needed[] = {"kazoe", "cases", "list"};
    const struct kzi_node *root = kzi_yaml_read(diags, source);
    if (!root)
        return NULL;
    struct kzi_rule_reader reader = kzi_reader_without_rules(diags);
    struct kzi_cases *cases = KZI_NEW(diags->arena, struct kzi_cases);
    kzi_names_init(&cases->statement_names, diags->arena);
    kzi_read_keys(&reader, root, &kzi_keys_cases, cases);
    for (size_t i = 0; i < KZI_COUNT(needed); i++)
        need_key(&reader, root, needed[i], (struct kzi_place){source, 1, 1}, "this case file");
    return cases;
}

/* --- checking -------------------------------------------------------------------------------- */

/* Refuse an expectation of an error together with others: a refused hand or deal has no result to
 * compare. */
static void check_mixture(struct kzi_diags *diags, const struct kzi_node *expect) {
    const struct kzi_entry *error = kzi_node_entry(expect, "error");
    for (size_t i = 0; i < KZI_EXPECTATIONS; i++) {
        const struct kzi_entry *entry = kzi_node_entry(expect, kzi_expectations[i].name);
        bool of_error = kzi_expectations[i].of & KZI_OF_ERROR;
        if (entry && error && !of_error)
            kzi_error_at(
                diags, entry->key->place,
                "a case that expects an error cannot expect %s, because the hand is not scored",
                kzi_expectations[i].name);
        if (entry && !error && of_error)
            kzi_error_at(diags, entry->key->place,
                         "%s needs the error that it belongs to: add error: CODE",
                         kzi_expectations[i].name);
    }
}

static unsigned kind_of(const struct kzi_case *one) {
    return one->game ? KZI_OF_GAME : one->deal ? KZI_OF_DEAL : KZI_OF_HAND;
}

void kzi_case_check(struct kzi_diags *diags, const struct kzi_case *one,
                    const struct kz_ruleset *rules) {
    struct kzi_rule_reader reader = {.diags = diags, .arena = diags->arena, .model = rules->model};
    if (!one->expect)
        return;
    if (one->game && !rules->model->game.in_use)
        kzi_error_at(diags, one->game->place, "%s has no section game", rules->model->label);
    kzi_expect_keys(&reader, one->expect, kind_of(one) | KZI_OF_ERROR);
    check_mixture(diags, one->expect);
}

/* --- running --------------------------------------------------------------------------------- */

bool kzi_case_runner_open(struct kzi_case_runner *runner, const struct kz_ruleset *rules) {
    *runner = (struct kzi_case_runner){.hand = kz_hand_new(),
                                       .result = kz_result_new(),
                                       .board = calloc(1, sizeof *runner->board),
                                       .expected = kzi_text_growing(),
                                       .got = kzi_text_growing(),
                                       .json = kzi_text_growing()};
    if (runner->hand && runner->result && runner->board &&
        kz_hand_know(runner->hand, rules) == KZ_OK)
        return true;
    kzi_case_runner_close(runner);
    return false;
}

void kzi_case_runner_close(struct kzi_case_runner *runner) {
    kz_hand_free(runner->hand);
    kz_result_free(runner->result);
    free(runner->board);
    free(runner->tokens);
    kzi_text_release(&runner->expected);
    kzi_text_release(&runner->got);
    kzi_text_release(&runner->json);
}

static kz_status score(struct kzi_case_runner *runner, const struct kz_ruleset *rules,
                       const char *hand, kz_error *error) {
    kz_status status = kz_hand_parse(runner->hand, hand, strlen(hand), error);
    if (status == KZ_OK && (status = kz_score(runner->result, rules, runner->hand)) != KZ_OK)
        *error = *kz_result_error(runner->result);
    runner->scored = status == KZ_OK;
    return status;
}

static kz_status settle(struct kzi_case_runner *runner, const struct kz_ruleset *rules,
                        const char *deal, kz_error *error) {
    struct kzi_settlement *settlement = &runner->board->settlement;
    const struct kzi_deal_form form = {.notation = NULL};
    if (kzi_deal_read(&runner->board->deal, &form, deal, strlen(deal), &settlement->problem) &&
        kzi_deal_settle(settlement, rules, &runner->board->deal))
        return KZ_OK;
    kzi_problem_error(&settlement->problem, error);
    return error->status;
}

/* Play the deals, up to the first one that is refused or does not count. */
static kz_status play(struct kzi_case_runner *runner, const struct kz_ruleset *rules,
                      const struct kzi_node *deals, kz_error *error) {
    kz_status status = KZ_OK;
    bool added = true;
    runner->board->style = kzi_code_style;
    kzi_scoreboard_begin(runner->board, &runner->json, rules);
    for (size_t i = 0; i < deals->count && status == KZ_OK && added; i++) {
        const char *deal = deals->u.items[i]->text;
        status =
            kzi_is_players_line(deal, strlen(deal)) /* settle refuses it; a case has no names */
                ? settle(runner, rules, deal, error)
                : kzi_scoreboard_take(runner->board, &runner->json,
                                      &(struct kzi_line){deal, strlen(deal), i + 1}, &added, error);
    }
    return status != KZ_OK || added ? status
                                    : kzi_fail(error, KZ_BAD_HAND, "a winner's hand does not win");
}

/* Return whether a case expects something of a hand that only an explanation says. */
static bool asks_explanation(const struct kzi_case *one) {
    static const char *const keys[] = {"covered", "fu_items", "wait", "shape"};
    bool any = false;
    for (size_t i = 0; i < KZI_COUNT(keys); i++)
        any |= kzi_node_get(one->expect, keys[i]) != NULL;
    return any;
}

/* Write the outcome of a case as JSON. */
static kz_status write_outcome(struct kzi_case_runner *runner, const struct kz_ruleset *rules,
                               const struct kzi_case *one, kz_error *error) {
    const struct kzi_style style = {.form = KZI_JSON, .explain = true};
    struct kzi_text *json = &runner->json;
    runner->scored = false;
    kz_status status = one->game   ? play(runner, rules, one->game, error)
                       : one->deal ? settle(runner, rules, one->deal, error)
                                   : score(runner, rules, one->hand, error);
    kzi_text_clear(json);
    if (status != KZ_OK)
        kzi_put_error_json(json, "", 0, error);
    else if (one->game)
        kzi_scoreboard_end(runner->board, json);
    else if (one->deal)
        kzi_put_deal(json, &runner->board->settlement, &style);
    else
        kzi_put_result_json(json, runner->result, asks_explanation(one), 0);
    return status;
}

/* Split the JSON into tokens and end each scalar with a NUL.  Return the whole; without a token if
 * memory ran out. */
static struct kzi_json_value read_outcome(struct kzi_case_runner *runner) {
    const struct kzi_text *text = &runner->json;
    /* at most a token for every two characters, as in [1,1,1] */
    const size_t capacity = text->len / 2 + 2;
    struct kzi_json json;
    struct kzi_json_token *more =
        text->failed ? NULL : realloc(runner->tokens, capacity * sizeof *more);
    if (more)
        runner->tokens = more;
    if (!more || !kzi_json_read_first(&json, more, capacity, text->at, text->len)) {
        runner->no_memory = true;
        return (struct kzi_json_value){0};
    }
    for (size_t i = 0; i < json.count; i++)
        if (more[i].kind > KZI_JSON_ARRAY)
            text->at[more[i].end - text->at] = '\0';
    return (struct kzi_json_value){more, more};
}

static void clear_texts(struct kzi_case_runner *runner) {
    kzi_text_clear(&runner->expected);
    kzi_text_clear(&runner->got);
}

/* Return whether the expected text equals the actual one; if not, report both. */
static bool check_texts(struct kzi_case_runner *runner, const char *key) {
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

static bool compare_all(struct kzi_case_runner *runner, struct kzi_json_value root,
                        const struct kzi_node *expect, unsigned kinds, const char *named);

/* Compare the winners or the losers of a deal one by one. */
static bool compare_hands(struct kzi_case_runner *runner, struct kzi_json_value hands,
                          const struct kzi_node *list, const struct kzi_expectation *row) {
    size_t count = 0;
    KZI_JSON_EACH(hand, hands)
        count++;
    clear_texts(runner);
    kzi_text_int(&runner->expected, (long long)list->count);
    kzi_text_int(&runner->got, (long long)count);
    bool passed = check_texts(runner, row->name);
    size_t at = 0;
    KZI_JSON_EACH(hand, hands) {
        char named[32];
        if (list->count != count)
            break;
        snprintf(named, sizeof named, "%s %zu ", row->each & KZI_OF_LOSER ? "loser" : "winner",
                 at + 1);
        passed &= compare_all(runner, hand, list->u.items[at++], row->each, named);
    }
    return passed;
}

static bool compare_row(struct kzi_case_runner *runner, const struct kzi_expectation *row,
                        struct kzi_json_value root, const struct kzi_node *node,
                        const char *named) {
    char key[64];
    if (row->each)
        return compare_hands(runner, kzi_json_member(root, row->name), node, row);
    clear_texts(runner);
    kzi_put_expected(&runner->expected, node);
    kzi_put_got(&runner->got, row, root, node);
    snprintf(key, sizeof key, "%s%s", named, row->name);
    return check_texts(runner, key);
}

/* Compare all expectations of a hand, a deal or a game.  A hand wins unless the case says
 * otherwise. named: the prefix of the keys in reports, or "". */
static bool compare_all(struct kzi_case_runner *runner, struct kzi_json_value root,
                        const struct kzi_node *expect, unsigned kinds, const char *named) {
    const struct kzi_expectation *win =
        kinds & KZI_OF_HAND && !kzi_node_get(expect, "reason") ? kzi_expectation_of("win") : NULL;
    bool passed = true;
    for (const struct kzi_expectation *row = kzi_expectations;
         row < kzi_expectations + KZI_EXPECTATIONS; row++) {
        const struct kzi_node *node = kzi_node_get(expect, row->name);
        if (row->of & kinds && (node || row == win))
            passed &= compare_row(runner, row, root, node, named);
    }
    return passed;
}

/* Report a hand that should have been scored but was refused. */
static bool report_refused(struct kzi_case_runner *runner, const char *key, const char *expected,
                           const kz_error *error) {
    clear_texts(runner);
    kzi_text_put(&runner->expected, expected);
    kzi_text_format(&runner->got, "%s (%s)", error->code, error->text);
    return check_texts(runner, key);
}

static bool run_case(struct kzi_case_runner *runner, const struct kz_ruleset *rules,
                     const struct kzi_case *one) {
    kz_error error;
    const bool refused = write_outcome(runner, rules, one, &error) != KZ_OK,
               wanted = kzi_node_get(one->expect, "error") != NULL;
    if (refused && !wanted)
        return report_refused(runner, "error", "none", &error);
    const struct kzi_json_value root = read_outcome(runner);
    return root.token &&
           compare_all(runner, root, one->expect, wanted ? KZI_OF_ERROR : kind_of(one), "");
}

/* --- examples -------------------------------------------------------------------------------- */

static const char *const example_says[] = {
    [KZI_EXAMPLE_SCORES] = "scored",
    [KZI_EXAMPLE_FAILS] = "not scored",
    [KZI_EXAMPLE_COVERED] = "covered",
};

/* Return what became of the yaku: counted, covered, and so on. */
static const char *fate_of(const struct kz_ruleset *rules, const struct kz_result *result,
                           unsigned yaku) {
    const char *not_scored = example_says[KZI_EXAMPLE_FAILS];
    if (result->reason == KZI_INCOMPLETE)
        return not_scored;
    if (kzi_has_bit(result->best.scored, yaku))
        return kz_result_wins(result) ? example_says[KZI_EXAMPLE_SCORES]
                                      : "scored, but the hand does not win";
    bool covered =
        kzi_has_bit(result->best.held, yaku) && kzi_covered_by(rules, &result->best, yaku) >= 0;
    return covered ? example_says[KZI_EXAMPLE_COVERED] : not_scored;
}

static bool run_example(struct kzi_case_runner *runner, const struct kz_ruleset *rules,
                        const struct kzi_case *one) {
    kz_error error;
    const enum kzi_example_kind kind = one->example->kind;
    const char *id = rules->model->yaku[one->yaku].id, *expected = example_says[kind];
    if (score(runner, rules, one->hand, &error) != KZ_OK)
        return report_refused(runner, id, expected, &error);
    const char *fate = fate_of(rules, runner->result, one->yaku);
    /* a covered yaku does not score either, as the example states */
    if (kind == KZI_EXAMPLE_FAILS && fate == example_says[KZI_EXAMPLE_COVERED])
        return true;
    clear_texts(runner);
    kzi_text_put(&runner->expected, expected);
    kzi_text_put(&runner->got, fate);
    return check_texts(runner, id);
}

bool kzi_case_runner_run(struct kzi_case_runner *runner, const struct kz_ruleset *rules,
                         const struct kzi_case *one) {
    return (one->example ? run_example : run_case)(runner, rules, one);
}

/* --- all ------------------------------------------------------------------------------------- */

struct kzi_case_list kzi_cases_of(struct kzi_arena *arena, const struct kz_ruleset *rules,
                                  const struct kzi_cases *cases) {
    static const char *const says[] = {[KZI_EXAMPLE_SCORES] = "scores",
                                       [KZI_EXAMPLE_FAILS] = "fails",
                                       [KZI_EXAMPLE_COVERED] = "is covered"};
    struct kzi_case_list all = {.count = 0};
    for (size_t i = 0; cases && i < cases->count; i++)
        *KZI_ADD(arena, all.list, all.count) = cases->list[i];
    for (unsigned i = 0; i < rules->n_yaku; i++) {
        const struct kzi_yaku *yaku = &rules->model->yaku[i];
        for (size_t k = 0; yaku->in_use && k < yaku->n_examples; k++) {
            const struct kzi_example *example = &yaku->examples[k];
            *KZI_ADD(arena, all.list, all.count) =
                (struct kzi_case){.name = kzi_arena_format(arena, "%s %s: %s", yaku->id,
                                                           says[example->kind], example->hand),
                                  .hand = example->hand,
                                  .place = example->place,
                                  .rules = rules,
                                  .example = example,
                                  .yaku = i};
        }
    }
    return all;
}
