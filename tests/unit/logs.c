/* The calls of kazoe-logs.h: a game from memory, by the rules that it names and by others. */
#include "run_suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef KZI_LOGS

#include "kazoe-logs.h"
#include "source_tree.h"

static size_t read_game(char *bytes, size_t size) {
    FILE *file = fopen(in_source("tests/data/game.mjlog"), "rb");
    ck_assert_ptr_nonnull(file);
    size_t len = fread(bytes, 1, size, file);
    fclose(file);
    return len;
}

static kz_replay *open_replay(const kz_ruleset *rules, int text) {
    static char folder[4096];
    kz_replay *replay;
    kz_error error;
    snprintf(folder, sizeof folder, "%s", in_source("rules"));
    const kz_replay_options options = {
        .size = sizeof options, .rules = rules, .search = folder, .text = text};
    ck_assert_msg(kz_replay_new(&replay, &options, &error) == KZ_OK, "%s", error.text);
    return replay;
}

static char bytes[65536], report[65536];

START_TEST(named_rules) {
    kz_replay *replay = open_replay(NULL, 1);
    kz_replay_counts counts = {.size = sizeof counts};
    kz_error error;
    size_t len = read_game(bytes, sizeof bytes);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(kz_replay_log(replay, "game", bytes, len, &error), KZ_OK);
        ck_assert_uint_eq(kz_replay_report(replay, report, sizeof report), strlen(report));
        ck_assert_msg(strstr(report, ": all agree\n") && !strncmp(report, "game: ", 6), "%s",
                      report);
    }
    kz_replay_count(replay, &counts);
    ck_assert_uint_eq(counts.logs, 2);
    ck_assert_uint_eq(counts.games, 2);
    ck_assert_uint_gt(counts.rounds, 2);
    ck_assert_uint_eq(counts.disagree + counts.errors, 0);
    /* Of a caller that knows less, only what it knows is written. */
    counts = (kz_replay_counts){.size = offsetof(kz_replay_counts, games), .games = 77};
    kz_replay_count(replay, &counts);
    ck_assert_uint_eq(counts.logs, 2);
    ck_assert_uint_eq(counts.games, 77);
    kz_replay_free(replay);
}
END_TEST

START_TEST(other_rules) {
    kz_ruleset *rules;
    kz_error error;
    ck_assert_int_eq(kz_ruleset_load(&rules, in_source("rules/mcr.yaml"), NULL, NULL, &error),
                     KZ_OK);
    kz_replay *replay = open_replay(rules, 0);
    size_t len = read_game(bytes, sizeof bytes);
    ck_assert_int_eq(kz_replay_log(replay, "game", bytes, len, &error), KZ_OK);
    kz_replay_report(replay, report, sizeof report);
    ck_assert_ptr_nonnull(strstr(report, "\"why\":"));
    kz_replay_free(replay);
    kz_ruleset_free(rules);
}
END_TEST

START_TEST(hands_of_games) {
    const kz_replay_options options = {
        .size = sizeof options, .search = in_source("rules"), .hands = 1};
    kz_replay *replay;
    kz_error error;
    size_t len = read_game(bytes, sizeof bytes);
    ck_assert_int_eq(kz_replay_new(&replay, &options, &error), KZ_OK);
    ck_assert_int_eq(kz_replay_log(replay, "game", bytes, len, &error), KZ_OK);
    kz_replay_report(replay, report, sizeof report);
    ck_assert_ptr_nonnull(strstr(report,
                                 "{\"round\":\"E1.0\",\"seat\":\"N\",\"player\":\"D\","
                                 "\"hand\":\"12344m123p45s333z +6s tsumo round=E seat=N dora=4s\","
                                 "\"logged\":{\"yaku\":[{\"id\":\"menzen_tsumo\",\"value\":1},"));
    ck_assert_ptr_nonnull(strstr(report, "\"total\":2,\"fu\":30,\"points\":2000,\"payments\":"));
    ck_assert_ptr_nonnull(strstr(report, ",\"ruleset\":\"tenhou\"}\n"));
    kz_replay_free(replay);
}
END_TEST

START_TEST(bad_logs) {
    kz_replay *replay = open_replay(NULL, 0);
    kz_replay_counts counts = {.size = sizeof counts};
    kz_error error;
    size_t len = read_game(bytes, sizeof bytes);
    ck_assert_int_eq(kz_replay_log(replay, "cut", bytes, len / 2, &error), KZ_BAD_HAND);
    ck_assert_str_eq(error.code, "bad_log");
    ck_assert_int_eq(error.line, 1);
    ck_assert_int_gt(error.column, 100);
    /* The rounds that are over count. */
    kz_replay_report(replay, report, sizeof report);
    const char *last = strstr(report, "\n{\"file\":\"cut\",\"line\":1,");
    ck_assert_msg(last && !strncmp(report, "{\"file\":\"cut\",\"game\":1,", 23), "%s", report);
    kz_replay_count(replay, &counts);
    ck_assert_uint_gt(counts.rounds, 0);
    ck_assert_uint_eq(counts.games, 1);
    ck_assert_int_eq(kz_replay_log(replay, "none", NULL, 0, &error), KZ_BAD_HAND);
    ck_assert_int_eq(kz_replay_log(replay, NULL, bytes, len, &error), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_replay_log(replay, "game", bytes, len, &error), KZ_OK);
    kz_replay_count(replay, &counts);
    ck_assert_uint_eq(counts.errors, 2);
    ck_assert_uint_eq(counts.games, 2);
    ck_assert_uint_eq(counts.unknown_names, 0);
    ck_assert_int_eq(kz_replay_new(NULL, NULL, &error), KZ_BAD_USAGE);
    kz_replay_free(replay);
    kz_replay_free(NULL);
}
END_TEST

static void add_tests(TCase *tests) {
    tcase_add_test(tests, named_rules);
    tcase_add_test(tests, other_rules);
    tcase_add_test(tests, hands_of_games);
    tcase_add_test(tests, bad_logs);
}

#else

static void add_tests(TCase *tests) {
    (void)tests;
}

#endif

int main(void) {
    TCase *tests = tcase_create("logs");
    add_tests(tests);
    Suite *suite = suite_create("logs");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
