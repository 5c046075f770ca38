/* The library without enough memory: each allocation of each call fails once, and then that one
 * with all that follow.  The call reports it, holds nothing afterwards and has written nothing, and
 * the next call works.  Scoring allocates nothing at all.
 *
 * The program is linked with --wrap (Makefile.am), so that this also works with sanitizers, which
 * then find leaks. */
#include "api.h"
#include "base/text.h"
#include "kazoe-analysis.h"
#include "kazoe-logs.h"
#include "run_suite.h"
#include "source_tree.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CAPACITY 16384

/* --- allocations that fail -------------------------------------------------------------------- */

static struct {
    bool counting, from_there;
    long at, asked; /* the number of the one that fails, 0: none; how many there were */
    long held;      /* blocks that were not freed yet */
} memory;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
char *__real_strdup(const char *text);
void __real_free(void *old);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
char *__wrap_strdup(const char *text);
void __wrap_free(void *old);

static bool fails(void) {
    if (!memory.counting)
        return false;
    long now = ++memory.asked;
    return memory.at && (now == memory.at || (memory.from_there && now > memory.at));
}

static void *hold(void *block) {
    memory.held += memory.counting && block;
    return block;
}

void *__wrap_malloc(size_t size) {
    return fails() ? NULL : hold(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size) {
    return fails() ? NULL : hold(__real_calloc(count, size));
}

void *__wrap_realloc(void *old, size_t size) {
    if (fails())
        return NULL;
    void *block = __real_realloc(old, size);
    return old ? block : hold(block);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
    return fails() ? NULL : hold(__real_aligned_alloc(alignment, size));
}

char *__wrap_strdup(const char *text) {
    return fails() ? NULL : hold(__real_strdup(text));
}

void __wrap_free(void *old) {
    memory.held -= memory.counting && old;
    __real_free(old);
}

/* --- calls ------------------------------------------------------------------------------------ */

static kz_ruleset *loaded[2];
static const char hand_text[] = "234m345p67s55z (7777z) +8s ron seat=S from=W dora=4p9m riichi";

static const char *rule_path(const char *name) {
    return in_source("rules/%s.yaml", name);
}

/* Each writes its result as text, once it has all of it.  There are no asserts in them, because
 * Check's asserts allocate. */
typedef kz_status call(char out[CAPACITY]);

static kz_status load(const char *name, const kz_load_options *how, char out[CAPACITY]) {
    kz_ruleset *rules;
    kz_error error;
    kz_status status = kz_ruleset_load_with(&rules, rule_path(name), how, NULL, NULL, &error);
    if (status == KZ_OK)
        snprintf(out, CAPACITY, "%s %s", kz_ruleset_label(rules), kz_ruleset_digest(rules));
    if (status != KZ_OK && rules)
        status = KZ_BAD_USAGE; /* a refused file must give no ruleset */
    kz_ruleset_free(rules);
    return status;
}

static kz_status load_riichi(char out[CAPACITY]) {
    return load("ema-2016", NULL, out);
}

static kz_status load_mcr(char out[CAPACITY]) {
    return load("mcr-2006", NULL, out);
}

static kz_status load_with_all(char out[CAPACITY]) {
    const char *overlay = in_source("rules/overlays/local-yaku.yaml");
    const char *overlays[] = {overlay}, *settings[] = {"kiriage_mangan=yes", "red_fives=no"};
    kz_load_options how = {.size = sizeof how,
                           .overlays = overlays,
                           .n_overlays = 1,
                           .settings = settings,
                           .n_settings = 2};
    return load("tenhou", &how, out);
}

static kz_status open_by_spec(char out[CAPACITY]) {
    const char *search = in_source("rules");
    kz_ruleset *rules;
    kz_status status =
        kz_ruleset_open(&rules, "tenhou red_fives=no + local-yaku", search, NULL, NULL, NULL);
    if (status == KZ_OK)
        status = kz_spec_json(kz_ruleset_label(rules), out, CAPACITY, NULL, NULL);
    kz_ruleset_free(rules);
    return status;
}

static int find_parent(void *payload, const char *name, const char **text, size_t *len) {
    (void)payload, (void)name;
    *text = "kazoe: 1\ncircumstances: {}\n";
    *len = strlen(*text);
    return 1;
}

/* Small rules, whose parent is found by its name. */
static kz_status load_small(kz_ruleset **made, kz_error *error) {
    static const char small[] =
        "kazoe: 1\nruleset: small\nextends: parent\ntiles: {suits: {m: 1-9}, copies: 4}\n"
        "shapes: {standard: {sets: 4, pairs: 1}}\ntotal: {unit: fan}\n"
        "yaku: {drawn: {value: 1, when: {by: self_draw}}}\n"
        "payments: {self_draw: {any_wins: {others: {times: 1}}}, "
        "discard: {any_wins: {discarder: {times: 1}}}}\n";
    const kz_rule_text rules = {"small.yaml", small, strlen(small)};
    const kz_load_text_options how = {.size = sizeof how, .find = find_parent};
    return kz_ruleset_load_text(made, &rules, &how, NULL, NULL, error);
}

static kz_status load_text(char out[CAPACITY]) {
    kz_ruleset *made;
    kz_error error = {.status = KZ_OK};
    kz_status status = load_small(&made, &error);
    if (status == KZ_OK)
        status = kz_ruleset_prove_covers(made);
    if (status == KZ_OK)
        snprintf(out, CAPACITY, "%s %s", kz_ruleset_label(made), kz_ruleset_digest(made));
    else if (status != KZ_NO_MEMORY)
        fprintf(stderr, "%s\n", error.text);
    kz_ruleset_free(made);
    return status;
}

/* The tables of a ruleset for what hands lack are made when it is first asked. */
static kz_status shanten(char out[CAPACITY]) {
    static const char line[] = "123456789m1122m";
    kz_ruleset *made;
    kz_hand *hand = kz_hand_new();
    kz_error error;
    int lacks = 0;
    kz_status status = load_small(&made, NULL);
    if (!hand && status == KZ_OK)
        status = KZ_NO_MEMORY;
    if (status == KZ_OK)
        status = kz_hand_parse_unfinished(hand, line, strlen(line), NULL);
    if (status == KZ_OK)
        status = kz_shanten(&lacks, made, hand, &error);
    if (status == KZ_OK)
        snprintf(out, CAPACITY, "%d", lacks);
    else if (status != KZ_NO_MEMORY)
        fprintf(stderr, "%s\n", error.text);
    kz_hand_free(hand);
    kz_ruleset_free(made);
    return status;
}

/* The search ahead uses memory of its own. */
static kz_status discards(char out[CAPACITY]) {
    static const char line[] = "123456m23p557899s";
    const kz_discard_options turns = {.size = sizeof turns, .turns = 2};
    kz_hand *hand = kz_hand_new();
    kz_result *result = kz_result_new();
    kz_discard best;
    size_t count;
    kz_status status = hand && result ? KZ_OK : KZ_NO_MEMORY;
    if (status == KZ_OK)
        status = kz_hand_parse_unfinished(hand, line, strlen(line), NULL);
    if (status == KZ_OK)
        status = kz_discards(&best, 1, &count, result, loaded[0], hand, &turns, NULL);
    if (status == KZ_OK)
        snprintf(out, CAPACITY, "%zu %s %g", count, best.tile, best.ahead[1].expected);
    kz_hand_free(hand);
    kz_result_free(result);
    return status;
}

static kz_status open_batch(char out[CAPACITY]) {
    kz_batch *batch = kz_batch_new(loaded[0]);
    kz_status status = batch ? KZ_OK : KZ_NO_MEMORY;
    if (batch)
        snprintf(out, CAPACITY, "opened");
    kz_batch_free(batch);
    return status;
}

static void add_error(void *payload, const kz_error *error) {
    struct kzi_text *text = payload;
    kzi_text_format(text, "%d %s\n", error->line, error->text);
}

/* Rules with errors, each of which is reported. */
static kz_status check(char out[CAPACITY]) {
    char found[CAPACITY];
    struct kzi_text text = kzi_text_fixed(found, sizeof found);
    kz_error error;
    const char *path = in_source("tests/data/slips.yaml");
    kz_ruleset *rules;
    kz_status status = kzi_rules_load_from(&rules, path, NULL, true,
                                           &(struct kzi_listener){add_error, &text, &error});
    kzi_text_end(&text);
    if (status == KZ_BAD_RULES)
        memcpy(out, found, CAPACITY);
    return status == KZ_BAD_RULES ? KZ_OK : status;
}

static kz_status score(char out[CAPACITY]) {
    kz_hand *hand = kz_hand_new();
    kz_result *result = kz_result_new();
    kz_status status = KZ_NO_MEMORY;
    if (hand && result) {
        status = kz_hand_parse(hand, hand_text, strlen(hand_text), NULL);
        if (status == KZ_OK)
            status = kz_score(result, loaded[0], hand);
        if (status == KZ_OK && !kz_result_text(result, NULL, out, CAPACITY))
            status = KZ_NO_MEMORY;
        if (status == KZ_OK && !kz_result_explain_text(result, NULL, out, CAPACITY))
            status = KZ_NO_MEMORY;
        if (status == KZ_OK)
            kz_result_explain_json(result, out, CAPACITY);
    }
    kz_hand_free(hand);
    kz_result_free(result);
    return status;
}

static kz_status compare(char out[CAPACITY]) {
    const kz_comparer_options options = {.size = sizeof options, .reasons = 1};
    kz_comparer *comparer;
    kz_status status =
        kz_comparer_new(&comparer, (const kz_ruleset *const *)loaded, 2, &options, NULL);
    kz_comparison *comparison = comparer ? kz_comparison_new(comparer) : NULL;
    kz_summary *summary = comparer ? kz_summary_new(comparer) : NULL;
    size_t len = strlen(hand_text);
    if (status == KZ_OK && (!comparison || !summary))
        status = KZ_NO_MEMORY;
    if (status == KZ_OK)
        status = kz_comparison_score(comparison, hand_text, len, NULL);
    if (status == KZ_OK)
        status = kz_summary_add(summary, comparison, hand_text, len, NULL);
    if (status == KZ_OK)
        status = kz_comparison_why(comparison, 1, out, CAPACITY, NULL);
    if (status == KZ_OK && !kz_comparison_json(comparison, out, CAPACITY))
        status = KZ_NO_MEMORY;
    kz_summary_free(summary);
    kz_comparison_free(comparison);
    kz_comparer_free(comparer);
    return status;
}

static kz_status diff(char out[CAPACITY]) {
    kz_diff *diff;
    kz_status status = kz_diff_new(&diff, loaded[0], loaded[1], NULL);
    if (status == KZ_OK)
        status = kz_diff_find_hand(diff, 0);
    if (status == KZ_OK && !kz_diff_json(diff, 0, out, CAPACITY))
        status = KZ_NO_MEMORY;
    kz_diff_free(diff);
    return status;
}

static kz_status why_not(char out[CAPACITY]) {
    kz_why_not *why = kz_why_not_new();
    kz_hand *hand = kz_hand_new();
    kz_result *result = kz_result_new();
    kz_status status = why && hand && result ? KZ_OK : KZ_NO_MEMORY;
    if (status == KZ_OK)
        status = kz_hand_parse(hand, hand_text, strlen(hand_text), NULL);
    if (status == KZ_OK)
        status = kz_score(result, loaded[0], hand);
    if (status == KZ_OK)
        status = kz_why_not_find(why, result, "chinitsu", NULL);
    if (status == KZ_OK && !kz_why_not_json(why, out, CAPACITY))
        status = KZ_NO_MEMORY;
    kz_result_free(result);
    kz_hand_free(hand);
    kz_why_not_free(why);
    return status;
}

static kz_status table(char out[CAPACITY]) {
    return kz_table_text(loaded[0], NULL, out, CAPACITY) ? KZ_OK : KZ_NO_MEMORY;
}

static kz_status evening(char out[CAPACITY]) {
    static const char lines[] = "players A B C D\nA ron B mangan\n";
    static char page[4 * CAPACITY];
    kz_status status = kz_game_report(loaded[0], lines, strlen(lines), KZ_FORM_HTML, NULL, page,
                                      sizeof page, NULL, NULL);
    return status == KZ_OK ? kz_game_report(loaded[0], lines, strlen(lines), KZ_FORM_TEXT, NULL,
                                            out, CAPACITY, NULL, NULL)
                           : status;
}

static kz_status note(char out[CAPACITY]) {
    const kz_check_options notes = {.size = sizeof notes, .notes = 1};
    kz_status status = kz_check(rule_path("ema-2016"), NULL, &notes, NULL, NULL, NULL);
    if (status == KZ_OK)
        snprintf(out, CAPACITY, "checked");
    return status;
}

static kz_status settle(char out[CAPACITY]) {
    static const char text[] =
        "{\"from\":\"W\",\"winners\":[{\"seat\":\"S\",\"hand\":\"22334455667788m\"}]}";
    kz_deal *deal = kz_deal_new();
    kz_status status =
        deal ? kz_deal_settle(deal, loaded[0], NULL, text, strlen(text), NULL) : KZ_NO_MEMORY;
    if (status == KZ_OK)
        kz_deal_json(deal, out, CAPACITY);
    kz_deal_free(deal);
    return status;
}

#ifdef KZI_LOGS

static char game[8192];

/* A log whose rules are found by the name that it gives them, or by given rules. */
static kz_status replay_by(const kz_ruleset *rules, char out[CAPACITY]) {
    const kz_replay_options options = {.size = sizeof options,
                                       .rules = rules,
                                       .rule_path = in_source("rules"),
                                       .form = KZ_FORM_JSON,
                                       .hands = 1};
    kz_replay *replay;
    kz_error error;
    kz_status status = kz_replay_new(&replay, &options, &error);
    if (status == KZ_OK)
        status = kz_replay_log(replay, "game", game, strlen(game), &error);
    if (status == KZ_OK && !kz_replay_report(replay, out, CAPACITY))
        status = KZ_NO_MEMORY;
    kz_replay_free(replay);
    return status;
}

static kz_status replay(char out[CAPACITY]) {
    return replay_by(NULL, out);
}

static kz_status replay_by_others(char out[CAPACITY]) {
    return replay_by(loaded[1], out);
}

static void read_game(void) {
    FILE *file = fopen(in_source("tests/data/game.mjlog"), "rb");
    size_t len = file ? fread(game, 1, sizeof game - 1, file) : 0;
    game[len] = '\0';
    if (file)
        fclose(file);
}

#else

static void read_game(void) {
}

#endif

static const struct {
    const char *name;
    call *run;
    bool allocates;
} calls[] = {
    {"load ema-2016", load_riichi, true},
    {"load mcr-2006", load_mcr, true},
    {"load tenhou with an overlay and settings", load_with_all, true},
    {"open by a spec", open_by_spec, true},
    {"load from memory, to prove covers", load_text, true},
    {"shanten", shanten, true},
    {"discards", discards, true},
    {"open a batch", open_batch, true},
    {"check", check, true},
    {"score", score, true},
    {"compare", compare, true},
    {"diff", diff, true},
    {"why not", why_not, true},
    {"table", table, true},
    {"evening", evening, true},
    {"check with notes", note, true},
    {"settle", settle, true},
#ifdef KZI_LOGS
    {"replay", replay, true},
    {"replay by other rules", replay_by_others, true},
#endif
};

#define N_CALLS (int)KZI_COUNT(calls)

/* --- tests ------------------------------------------------------------------------------------ */

static void set_up(void) {
    kz_error error;
    static const char *const names[2] = {"ema-2016", "ema-2025"};
    read_game();
    for (unsigned i = 0; i < 2; i++)
        if (kz_ruleset_load(&loaded[i], rule_path(names[i]), NULL, NULL, &error) != KZ_OK ||
            kz_ruleset_prove_covers(loaded[i]) != KZ_OK)
            ck_abort_msg("%s", error.text);
}

/* Ask once before anything is counted, because rulesets keep data from the first question on. */
static void ask_first(void) {
    static char out[CAPACITY];
    ck_assert_int_eq(discards(out), KZ_OK);
}

static void tear_down(void) {
    kz_ruleset_free(loaded[0]);
    kz_ruleset_free(loaded[1]);
}

/* Call with one failing allocation, or with all failing from it on. */
static kz_status run(int which, long at, bool from_there, char out[CAPACITY]) {
    memset(out, 0, CAPACITY);
    memory.at = at;
    memory.from_there = from_there;
    memory.asked = memory.held = 0;
    memory.counting = true;
    kz_status status = calls[which].run(out);
    memory.counting = false;
    return status;
}

static void fail_each(int which, bool from_there, long count, const char right[CAPACITY]) {
    static char out[CAPACITY];
    for (long at = 1; at <= count; at++) {
        kz_status status = run(which, at, from_there, out);
        ck_assert_msg(!memory.held, "%s, %ld: %ld blocks are held", calls[which].name, at,
                      memory.held);
        if (status == KZ_OK) /* the call managed without */
            ck_assert_str_eq(out, right);
        else
            ck_assert_msg(status == KZ_NO_MEMORY && !out[0], "%s, %ld: %s, %s", calls[which].name,
                          at, kz_status_text(status), out);
        ck_assert_int_eq(run(which, 0, false, out), KZ_OK);
        ck_assert_str_eq(out, right);
    }
}

START_TEST(every_allocation_may_fail) {
    static char right[CAPACITY];
    ck_assert_int_eq(run(_i, 0, false, right), KZ_OK);
    long count = memory.asked;
    ck_assert_int_eq(memory.held, 0);
    ck_assert(right[0] != '\0');
    ck_assert_msg((count > 0) == calls[_i].allocates, "%s: %ld", calls[_i].name, count);
    fail_each(_i, false, count, right);
    fail_each(_i, true, count, right);
}
END_TEST

START_TEST(scoring_allocates_nothing) {
    static char out[CAPACITY];
    kz_hand *hand = kz_hand_new();
    kz_result *result = kz_result_new();
    memory.asked = memory.at = 0;
    memory.counting = true;
    kz_status status = kz_hand_parse(hand, hand_text, strlen(hand_text), NULL);
    if (status == KZ_OK)
        status = kz_score(result, loaded[0], hand);
    kz_result_json(result, out, CAPACITY);
    kz_result_explain_json(result, out, CAPACITY);
    memory.counting = false;
    ck_assert_int_eq(status, KZ_OK);
    ck_assert_int_eq(memory.asked, 0);
    kz_hand_free(hand);
    kz_result_free(result);
}
END_TEST

START_TEST(batches_allocate_nothing) {
    const int64_t offsets[] = {0, (int64_t)strlen(hand_text), (int64_t)strlen(hand_text)};
    const kz_batch_hands hands = {.bytes = hand_text, .offsets = offsets, .n = 2};
    int64_t points[2];
    uint8_t errors[2];
    const kz_batch_columns columns = {.size = sizeof columns, .points = points, .error = errors};
    kz_batch *batch = kz_batch_new(loaded[0]);
    memory.asked = memory.at = 0;
    memory.counting = true;
    kz_status status = kz_score_batch(batch, &hands, &columns, NULL);
    memory.counting = false;
    ck_assert_int_eq(status, KZ_OK);
    ck_assert_int_eq(memory.asked, 0);
    ck_assert(points[0] && errors[1]);
    kz_batch_free(batch);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("memory");
    TCase *failing = tcase_create("failing");
    tcase_add_checked_fixture(failing, set_up, tear_down);
    tcase_add_checked_fixture(failing, ask_first, NULL);
    tcase_set_timeout(failing, 1800);
    tcase_add_loop_test(failing, every_allocation_may_fail, 0, N_CALLS);
    tcase_add_test(failing, scoring_allocates_nothing);
    tcase_add_test(failing, batches_allocate_nothing);
    suite_add_tcase(suite, failing);
    return run_suite(suite);
}
