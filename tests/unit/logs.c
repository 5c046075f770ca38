/* The calls of kazoe-logs.h: a game from memory, by the rules that it names and by others. */
#include "run_suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef KZI_LOGS

#include "kazoe-logs.h"
#include "logs/unpacker.h"
#include "source_tree.h"

#include <errno.h>

static size_t read_game(char *bytes, size_t size) {
    FILE *file = fopen(in_source("tests/data/game.mjlog"), "rb");
    ck_assert_ptr_nonnull(file);
    size_t len = fread(bytes, 1, size, file);
    fclose(file);
    return len;
}

/* Search a long list of folders, only the last of which exists. */
static kz_replay *open_replay(const kz_ruleset *rules, int text) {
    static char folder[4096];
    kz_replay *replay;
    kz_error error;
    snprintf(folder, sizeof folder, "/%01500d:%s", 0, in_source("rules"));
    const kz_replay_options options = {.size = sizeof options,
                                       .rules = rules,
                                       .rule_path = folder,
                                       .form = text ? KZ_FORM_TEXT : KZ_FORM_JSON};
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
    /* For a caller with an older struct, only the members that it has are written. */
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
        .size = sizeof options, .rule_path = in_source("rules"), .form = KZ_FORM_JSON, .hands = 1};
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
    ck_assert_ptr_nonnull(strstr(report, "\"N\":2000}}},{\"round\":\"E2.0\",\"seat\":\"S\","));
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
    /* A log whose rules have no name here can be read: it is not a bad log. */
    memcpy(strstr(bytes, "<GO type=\"") + strlen("<GO type=\""), "999", 3);
    ck_assert_int_eq(kz_replay_log(replay, "strange", bytes, len, &error), KZ_BAD_USAGE);
    ck_assert_str_eq(error.code, "");
    read_game(bytes, sizeof bytes);
    ck_assert_int_eq(kz_replay_log(replay, NULL, bytes, len, &error), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_replay_log(replay, "game", bytes, len, &error), KZ_OK);
    kz_replay_count(replay, &counts);
    ck_assert_uint_eq(counts.errors, 3);
    ck_assert_uint_eq(counts.games, 2);
    ck_assert_uint_eq(counts.unknown_names, 0);
    ck_assert_int_eq(kz_replay_new(NULL, NULL, &error), KZ_BAD_USAGE);
    kz_replay_free(replay);
    kz_replay_free(NULL);
}
END_TEST

/* Callers that do not know all options, or give none; calls without required arguments. */
START_TEST(few_options) {
    const kz_replay_options all = {.size = sizeof all, .rule_path = in_source("rules"), .hands = 1};
    const size_t sizes[] = {0,
                            offsetof(kz_replay_options, rules),
                            offsetof(kz_replay_options, rule_path),
                            offsetof(kz_replay_options, form),
                            offsetof(kz_replay_options, hands),
                            sizeof all};
    kz_replay *replay;
    size_t len = read_game(bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        kz_replay_options known = all;
        const bool text = i < 4, hands = i == 5;
        known.size = sizes[i];
        known.form = KZ_FORM_JSON;
        ck_assert_int_eq(kz_replay_new(&replay, i ? &known : NULL, NULL), KZ_OK);
        kz_status status = kz_replay_log(replay, "game", bytes, len, NULL);
        if (i >= 3) /* else the rules may be installed, or not */
            ck_assert_int_eq(status, KZ_OK);
        kz_replay_report(replay, report, sizeof report);
        ck_assert_msg(text == (*report == 'g'), "%zu: %s", i, report);
        ck_assert_msg(hands == (strstr(report, "\"hand\":") != NULL), "%zu: %s", i, report);
        kz_replay_free(replay);
    }
    replay = open_replay(NULL, 0);
    ck_assert_int_eq(kz_replay_log(replay, "game", NULL, 1, NULL), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_replay_log(NULL, "game", bytes, len, NULL), KZ_BAD_USAGE);
    ck_assert_uint_eq(kz_replay_report(NULL, report, sizeof report), 0);
    ck_assert_uint_eq(kz_replay_report(replay, report, sizeof report), 0);
    ck_assert_str_eq(report, "");
    ck_assert_int_eq(kz_replay_log(replay, "cut", bytes, len / 2, NULL), KZ_BAD_HAND);
    kz_replay_free(replay);
    kz_replay_options nowhere = {.size = sizeof nowhere, .rule_path = "", .form = KZ_FORM_HTML};
    ck_assert_int_eq(kz_replay_new(&replay, &nowhere, NULL), KZ_BAD_USAGE);
    nowhere.form = KZ_FORM_TEXT;
    ck_assert_int_eq(kz_replay_new(&replay, &nowhere, NULL), KZ_OK);
    kz_replay_free(replay);
}
END_TEST

/* Pieces of a log, after which it goes on for ever, cannot be read, or ends. */
struct pieces {
    const char *bytes;
    size_t len;
    enum { ENDS, FAILS, GOES_ON } then;
};

static long give_piece(void *context, void *buffer, size_t size) {
    struct pieces *pieces = context;
    size_t len = pieces->len < size ? pieces->len : size;
    memcpy(buffer, pieces->bytes, len);
    pieces->bytes += len;
    pieces->len -= len;
    if (len || pieces->then == ENDS)
        return (long)len;
    errno = EIO;
    memset(buffer, 'x', size);
    return pieces->then == FAILS ? -1 : (long)size;
}

START_TEST(sources) {
    static struct kzi_unpacker unpacker;
    static const struct {
        struct pieces pieces;
        const char *text, *problem;
        int unread;
    } rows[] = {
        {{"", 0, ENDS}, "", "", 0},
        {{"x", 1, ENDS}, "x", "", 0},
        {{"\xef\xbb\xbf", 3, ENDS}, "", "", 0},
        {{"\xef\xbb", 2, ENDS}, "\xef\xbb", "", 0},
        {{"\x1f", 1, ENDS}, "\x1f", "", 0},
        {{"\x1f\x8b", 2, ENDS}, "", "the packed file is cut off", 0},
        {{"\x1f\x8b", 2, FAILS}, "", "the file cannot be read: Input/output error", EIO},
        {{"\x1f\x8b", 2, GOES_ON}, "", "the packed file is damaged", 0},
        {{"", 0, FAILS}, "", "the file cannot be read: Input/output error", EIO},
        {{"game", 4, FAILS}, "game", "the file cannot be read: Input/output error", EIO},
        {{"", 0, GOES_ON}, NULL, "the log is larger than 64 MiB", 0},
    };
    unpacker.text = kzi_text_growing();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct pieces pieces = rows[i].pieces;
        kzi_log_unpack(&unpacker, give_piece, &pieces);
        ck_assert_str_eq(unpacker.problem, rows[i].problem);
        ck_assert_int_eq(unpacker.unread, rows[i].unread);
        if (!rows[i].text)
            ck_assert_uint_eq(unpacker.text.len, KZI_MAX_LOG_MIB * 1024 * 1024);
        else
            ck_assert_msg(unpacker.text.len == strlen(rows[i].text) &&
                              (!unpacker.text.len ||
                               !memcmp(unpacker.text.at, rows[i].text, unpacker.text.len)),
                          "row %zu: %zu bytes", i, unpacker.text.len);
    }
    kzi_text_release(&unpacker.text);
}
END_TEST

static void add_tests(TCase *tests) {
    tcase_add_test(tests, few_options);
    tcase_add_test(tests, sources);
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
