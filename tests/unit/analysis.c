/* The calls of kazoe-analysis.h, and those of kazoe.h for deals. */
#include "kazoe-analysis.h"
#include "run_suite.h"
#include "source_tree.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIFFERS "123456m222345p2z +2z tsumo round=S"
#define SAME    "34m345p678s22z[777z]+5m"
#define REFUSED "123m456p789s1234z+5z seat=Q"

static kz_ruleset *rules[2];
static char text[1 << 16];

static void load(void) {
    const char *const names[2] = {"rules/ema-2016.yaml", "rules/ema-2025.yaml"};
    const kz_load_options how = {.size = sizeof how, .rule_path = getenv("KAZOE_PATH")};
    for (int i = 0; i < 2; i++)
        ck_assert(kz_ruleset_load_with(&rules[i], in_source("%s", names[i]), &how, NULL, NULL,
                                       NULL) == KZ_OK);
}

static void tear_down(void) {
    kz_ruleset_free(rules[0]);
    kz_ruleset_free(rules[1]);
}

static kz_comparer *comparer_of(int reasons) {
    const kz_comparer_options options = {.size = sizeof options, .reasons = reasons};
    kz_comparer *comparer;
    ck_assert(kz_comparer_new(&comparer, (const kz_ruleset *const *)rules, 2, &options, NULL) ==
              KZ_OK);
    return comparer;
}

static kz_status score(kz_comparison *comparison, const char *hand) {
    return kz_comparison_score(comparison, hand, strlen(hand), NULL);
}

/* --- comparing ------------------------------------------------------------------------------- */

/* Write why a result differs, and return the length needed. */
static size_t why(const kz_comparison *comparison, size_t index, size_t size) {
    size_t needed = SIZE_MAX;
    ck_assert_int_eq(kz_comparison_why(comparison, index, text, size, &needed), KZ_OK);
    return needed;
}

START_TEST(hands_side_by_side) {
    kz_comparer *comparer = comparer_of(1);
    kz_comparison *comparison = kz_comparison_new(comparer);
    ck_assert(score(comparison, DIFFERS) == KZ_OK);
    ck_assert(!kz_comparison_same(comparison));
    ck_assert_int_eq(kz_result_points(kz_comparison_result(comparison, 0)), 1500);
    ck_assert_int_eq(kz_result_points(kz_comparison_result(comparison, 1)), 1100);
    ck_assert_ptr_null(kz_comparison_result(comparison, 2));
    kz_comparison_text(comparison, NULL, 0, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "options.double_wind_pair_fu"));
    kz_comparison_json(comparison, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "\"differs\":[\"fu\",\"points\",\"payments\"]"));
    kz_comparison_differs(comparison, 1, text, sizeof text);
    ck_assert_str_eq(text, "fu, points, payments");
    ck_assert_uint_eq(why(comparison, 1, sizeof text), 36);
    ck_assert_str_eq(text, "options.double_wind_pair_fu (4 -> 2)");
    for (size_t size = 0; size < 40; size++) /* as snprintf: whatever fits */
        ck_assert_uint_eq(why(comparison, 1, size), 36);
    ck_assert_uint_eq(kz_comparison_differs(comparison, 0, text, sizeof text), 0);
    ck_assert_uint_eq(why(comparison, 0, sizeof text), 0);
    ck_assert_uint_eq(why(comparison, 2, sizeof text), 0);
    ck_assert(score(comparison, SAME) == KZ_OK);
    ck_assert(kz_comparison_same(comparison));
    ck_assert(score(comparison, REFUSED) == KZ_BAD_HAND);
    ck_assert(kz_comparison_same(comparison));
    ck_assert_ptr_nonnull(kz_result_error(kz_comparison_result(comparison, 1)));
    kz_comparison_free(comparison);
    kz_comparer_free(comparer);
}
END_TEST

START_TEST(no_reasons_unless_asked_for) {
    kz_comparer *comparer = comparer_of(0);
    kz_comparison *comparison = kz_comparison_new(comparer);
    ck_assert(score(comparison, DIFFERS) == KZ_OK);
    kz_comparison_text(comparison, "ja", 60, text, sizeof text);
    ck_assert_ptr_null(strstr(text, "double_wind_pair_fu"));
    ck_assert_uint_eq(why(comparison, 1, sizeof text), 0);
    kz_comparison_free(comparison);
    kz_comparer_free(comparer);
}
END_TEST

START_TEST(summaries) {
    const char *const hands[] = {DIFFERS, SAME, REFUSED, DIFFERS};
    kz_comparer *comparer = comparer_of(1);
    kz_comparison *comparison = kz_comparison_new(comparer);
    kz_summary *all = kz_summary_new(comparer);
    kz_summary_json(all, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "\"hands\":0"));
    for (int i = 0; i < 4; i++) {
        score(comparison, hands[i]);
        ck_assert(kz_summary_add(all, comparison, hands[i], strlen(hands[i]), NULL) == KZ_OK);
    }
    kz_summary_json(all, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "\"hands\":4,\"refused\":1,\"different\":2,"));
    ck_assert_ptr_nonnull(strstr(text, kz_ruleset_digest(rules[1])));
    ck_assert_uint_gt(kz_summary_text(all, NULL, text, sizeof text), 100);
    kz_summary_free(all);
    kz_comparison_free(comparison);
    kz_comparer_free(comparer);
}
END_TEST

/* A summary takes hands of the rulesets it began with, in their order. */
START_TEST(summaries_of_other_rulesets) {
    const kz_ruleset *const lists[][3] = {{rules[1], rules[0]},
                                          {rules[0], rules[0]},
                                          {rules[1], rules[1]},
                                          {rules[0], rules[1], rules[0]}};
    kz_comparer *comparer = comparer_of(1);
    kz_summary *all = kz_summary_new(comparer);
    for (int i = 0; i < 4; i++) {
        kz_comparer *other;
        kz_error error;
        ck_assert(kz_comparer_new(&other, lists[i], i < 3 ? 2 : 3, NULL, NULL) == KZ_OK);
        kz_comparison *others = kz_comparison_new(other);
        ck_assert(score(others, SAME) == KZ_OK);
        ck_assert(kz_summary_add(all, others, SAME, strlen(SAME), &error) == KZ_BAD_USAGE);
        ck_assert_str_eq(error.text, "the summary is of other rulesets");
        kz_comparison_free(others);
        kz_comparer_free(other);
    }
    kz_summary_free(all);
    kz_comparer_free(comparer);
}
END_TEST

/* --- two rulesets ---------------------------------------------------------------------------- */

START_TEST(differences) {
    kz_diff *diff;
    ck_assert(kz_diff_new(&diff, rules[0], rules[1], NULL) == KZ_OK);
    ck_assert_uint_eq(kz_diff_count(diff), 4);
    ck_assert(kz_diff_complete(diff));
    size_t pair = 0;
    while (strcmp(kz_diff_address(diff, pair), "fu.pair.double_wind") != 0)
        pair++;
    kz_diff_text(diff, pair, NULL, text, sizeof text);
    ck_assert_ptr_null(strstr(text, "shown by"));
    ck_assert(kz_diff_find_hand(diff, pair) == KZ_OK);
    kz_diff_text(diff, pair, NULL, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "shown by"));
    kz_diff_json(diff, pair, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "\"hand\""));
    ck_assert_ptr_null(kz_diff_address(diff, 4));
    ck_assert_uint_eq(kz_diff_json(diff, 4, text, sizeof text), 0);
    ck_assert(kz_diff_find_hand(diff, 4) == KZ_BAD_USAGE);
    kz_diff_free(diff);
    ck_assert(kz_diff_new(&diff, rules[0], rules[0], NULL) == KZ_OK);
    ck_assert_uint_eq(kz_diff_count(diff), 0);
    kz_diff_free(diff);
}
END_TEST

static kz_ruleset *open_named(const char *name) {
    kz_ruleset *opened;
    ck_assert_int_eq(kz_ruleset_open(&opened, name, in_source("rules"), NULL, NULL, NULL), KZ_OK);
    return opened;
}

/* Add "A B" and the addresses of their differences but those of yaku, a line each. */
static size_t add_addresses(const char *a, const char *b, size_t at) {
    kz_ruleset *const pair[] = {open_named(a), open_named(b)};
    kz_diff *diff;
    ck_assert_int_eq(kz_diff_new(&diff, pair[0], pair[1], NULL), KZ_OK);
    at += (size_t)snprintf(text + at, sizeof text - at, "%s %s\n", a, b);
    for (size_t i = 0; i < kz_diff_count(diff); i++)
        if (strncmp(kz_diff_address(diff, i), "yaku.", 5) != 0)
            at += (size_t)snprintf(text + at, sizeof text - at, "  %s\n", kz_diff_address(diff, i));
    kz_diff_free(diff);
    kz_ruleset_free(pair[0]);
    kz_ruleset_free(pair[1]);
    ck_assert_uint_lt(at, sizeof text);
    return at;
}

/* Kongs, fines, chips, ways of paying: addresses alone, since looking for hands takes long.  With
 * UPDATE=1 they are written. */
START_TEST(differences_of_games) {
    static const char *const pairs[][2] = {{"sichuan", "hefei"},
                                           {"sichuan", "taiwan-16"},
                                           {"sichuan", "bmja"},
                                           {"sichuan", "kansai-sanma"},
                                           {"ari-ari", "riichi-chips"}};
    static char wanted[sizeof text];
    size_t len = 0;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        len = add_addresses(pairs[i][0], pairs[i][1], len);
    FILE *file = fopen(in_source("tests/data/differences.txt"), getenv("UPDATE") ? "w+b" : "rb");
    ck_assert_ptr_nonnull(file);
    if (getenv("UPDATE"))
        fwrite(text, 1, len, file);
    rewind(file);
    wanted[fread(wanted, 1, sizeof wanted - 1, file)] = '\0';
    fclose(file);
    ck_assert_str_eq(text, wanted);
}
END_TEST

/* --- one yaku -------------------------------------------------------------------------------- */

START_TEST(why_a_yaku_does_not_count) {
    kz_hand *hand = kz_hand_new();
    kz_result *result = kz_result_new();
    kz_why_not *why = kz_why_not_new();
    kz_error error;
    ck_assert(kz_why_not_find(why, result, "pinfu", &error) == KZ_BAD_USAGE);
    ck_assert(kz_hand_parse(hand, SAME, strlen(SAME), NULL) == KZ_OK);
    ck_assert(kz_score(result, rules[0], hand) == KZ_OK);
    ck_assert(kz_why_not_find(why, result, "no_such", &error) == KZ_BAD_USAGE);
    ck_assert_uint_eq(kz_why_not_json(why, text, sizeof text), 0);
    ck_assert(kz_why_not_find(why, result, "pinfu", NULL) == KZ_OK);
    ck_assert(!kz_why_not_counts(why));
    kz_why_not_text(why, NULL, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "Pinfu"));
    ck_assert(kz_why_not_find(why, result, "chun", NULL) == KZ_OK);
    ck_assert(kz_why_not_counts(why));
    kz_why_not_free(why);
    kz_result_free(result);
    kz_hand_free(hand);
}
END_TEST

/* --- point tables ---------------------------------------------------------------------------- */

START_TEST(point_tables) {
    ck_assert_uint_ge(kz_table_json(rules[0], NULL, text, sizeof text), 1000);
    ck_assert_int_eq(*text, '{');
    ck_assert_uint_ge(kz_table_text(rules[0], "ja", text, sizeof text), 1000);
    ck_assert_ptr_nonnull(strstr(text, "5200"));
    size_t needed = kz_table_html(rules[0], NULL, NULL, 0);
    ck_assert_uint_ge(needed, 1000);
    ck_assert_uint_eq(kz_table_html(rules[0], NULL, text, 10), needed);
    ck_assert_uint_eq(strlen(text), 9);
}
END_TEST

/* --- random hands ----------------------------------------------------------------------------- */

START_TEST(random_hands) {
    kz_result *result = kz_result_new(), *again = kz_result_new();
    kz_hand *hand = kz_hand_new();
    uint64_t seed = 7, same = 7;
    size_t needed;
    char line[256];
    kz_hand_know(hand, rules[0]);
    for (int i = 0; i < 20; i++) {
        const char *yaku = i % 2 ? "pinfu" : NULL;
        ck_assert(kz_random_hand(result, rules[0], yaku, &seed, text, sizeof text, &needed, NULL) ==
                  KZ_OK);
        ck_assert_uint_eq(strlen(text), needed);
        ck_assert(kz_random_hand(again, rules[0], yaku, &same, line, sizeof line, NULL, NULL) ==
                  KZ_OK);
        ck_assert_str_eq(line, text);
        ck_assert(kz_hand_parse(hand, text, needed, NULL) == KZ_OK);
        ck_assert(kz_score(again, rules[0], hand) == KZ_OK);
        ck_assert_int_eq(kz_result_points(again), kz_result_points(result));
        kz_result_json(again, text, sizeof text);
        ck_assert_ptr_nonnull(strstr(text, "\"win\":true"));
        ck_assert(!yaku || strstr(text, "\"id\":\"pinfu\""));
    }
    kz_error error;
    ck_assert(kz_random_hand(result, rules[0], "nothing", &seed, NULL, 0, NULL, &error) ==
              KZ_BAD_USAGE);
    ck_assert_str_eq(error.text, "ema-2016 has no yaku 'nothing'");
    ck_assert(kz_random_hand(result, rules[0], "pinfo", &seed, NULL, 0, NULL, &error) ==
              KZ_BAD_USAGE);
    ck_assert_str_eq(error.text, "ema-2016 has no yaku 'pinfo'; did you mean 'pinfu'?");
    ck_assert(kz_random_hand(NULL, rules[0], NULL, &seed, NULL, 0, NULL, NULL) == KZ_BAD_USAGE);
    kz_hand_free(hand);
    kz_result_free(again);
    kz_result_free(result);
}
END_TEST

/* --- pictures -------------------------------------------------------------------------------- */

START_TEST(tile_symbols) {
    static char symbols[1 << 16];
    static const char *const ids[] = {"t1m", "t5p", "t0s", "t7z", "t1f", "t8k", "back"};
    size_t needed = kz_tile_symbols(symbols, sizeof symbols);
    ck_assert_uint_lt(needed, sizeof symbols);
    ck_assert_uint_eq(kz_tile_symbols(NULL, 0), needed);
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        char wanted[32];
        snprintf(wanted, sizeof wanted, "<symbol id=\"%s\"", ids[i]);
        ck_assert_msg(strstr(symbols, wanted) != NULL, "%s", ids[i]);
    }
    ck_assert_ptr_null(strstr(symbols, "style")); /* a content security policy may forbid it */
}
END_TEST

/* --- rule files ------------------------------------------------------------------------------ */

struct counts {
    int errors, warnings;
};

static void note(void *payload, const kz_error *diagnostic) {
    struct counts *told = payload;
    told->errors += diagnostic->severity == KZ_ERROR;
    told->warnings += diagnostic->severity == KZ_WARNING;
}

START_TEST(rule_files) {
    const kz_load_options how = {.size = sizeof how, .rule_path = getenv("KAZOE_PATH")};
    const kz_check_options notes = {.size = sizeof notes, .notes = 1};
    struct counts told = {0, 0};
    kz_error error;
    ck_assert(kz_check(in_source("rules/mcr.yaml"), &how, NULL, note, &told, NULL) == KZ_OK);
    ck_assert_int_eq(told.errors + told.warnings, 0);
    ck_assert(kz_check(in_source("rules/base/words.yaml"), &how, &notes, note, &told, NULL) ==
              KZ_OK);
    ck_assert(kz_check(in_source("tests/data/no-such.yaml"), &how, NULL, note, &told, &error) ==
              KZ_NOT_FOUND);
    ck_assert_int_eq(told.errors, 1);
}
END_TEST

/* --- an evening ------------------------------------------------------------------------------ */

START_TEST(an_evening) {
    static const char lines[] = "# Thursday\r\nplayers Anna Ben Chloe Dan\r\n\n"
                                "Ben ron Anna mangan\nBem tsumo mangan";
    const kz_load_options how = {.size = sizeof how, .rule_path = getenv("KAZOE_PATH")};
    kz_ruleset *league;
    kz_error error;
    size_t needed, page;
    ck_assert(kz_ruleset_load_with(&league, in_source("rules/m-league.yaml"), &how, NULL, NULL,
                                   NULL) == KZ_OK);
    ck_assert(kz_game_report(league, lines, sizeof lines - 1, KZ_FORM_JSON, NULL, text, sizeof text,
                             &needed, &error) == KZ_OK);
    ck_assert_uint_eq(strlen(text), needed);
    ck_assert_ptr_nonnull(strstr(text, "\"scores\":[17000,33000,25000,25000]"));
    ck_assert_ptr_nonnull(strstr(text, "{\"line\":5,\"error\":{\"code\":\"bad_value\""));
    ck_assert_ptr_nonnull(strstr(text, "\"refused\":1}"));
    ck_assert(kz_game_report(league, lines, sizeof lines - 1, KZ_FORM_TEXT, NULL, text, sizeof text,
                             NULL, NULL) == KZ_OK);
    ck_assert_ptr_nonnull(strstr(text, "line 5: error: \"Bem\" is not a player"));
    ck_assert(kz_game_report(league, lines, sizeof lines - 1, KZ_FORM_TEXT, "ja", text, sizeof text,
                             NULL, NULL) == KZ_OK);
    ck_assert_ptr_nonnull(strstr(text, "満貫"));
    ck_assert(kz_game_report(league, lines, sizeof lines - 1, KZ_FORM_HTML, NULL, NULL, 0, &page,
                             NULL) == KZ_OK);
    ck_assert(kz_game_report(league, lines, sizeof lines - 1, KZ_FORM_HTML, NULL, text, sizeof text,
                             &needed, NULL) == KZ_OK);
    ck_assert_uint_eq(page, needed);
    ck_assert_ptr_nonnull(strstr(text, "line 5 is refused"));
    ck_assert(kz_game_report(NULL, lines, 1, KZ_FORM_JSON, NULL, NULL, 0, NULL, NULL) ==
              KZ_BAD_USAGE);
    ck_assert(kz_game_report(league, lines, 1, KZ_FORM_JSON, NULL, NULL, 10, NULL, NULL) ==
              KZ_BAD_USAGE);
    ck_assert(kz_ruleset_prove_covers(NULL) == KZ_BAD_USAGE);
    ck_assert(kz_game_report(league, NULL, 0, KZ_FORM_JSON, NULL, text, sizeof text, NULL, NULL) ==
              KZ_OK);
    kz_ruleset_free(league);
}
END_TEST

/* --- deals ----------------------------------------------------------------------------------- */

START_TEST(deals) {
    const char *drawn = "{\"draw\":\"exhaustive\",\"tenpai\":[\"E\"],\"deposits\":1}";
    const char *none = "{\"draw\":1}";
    kz_deal *deal = kz_deal_new();
    kz_error error;
    ck_assert_int_eq(kz_deal_payment(deal, KZ_EAST), 0);
    ck_assert_msg(kz_deal_settle(deal, rules[0], NULL, drawn, strlen(drawn), &error) == KZ_OK, "%s",
                  error.text);
    ck_assert_int_eq(kz_deal_payment(deal, KZ_EAST), 3000);
    ck_assert_int_eq(kz_deal_payment(deal, KZ_NORTH), -1000);
    ck_assert_int_eq(kz_deal_deposits_left(deal), 1);
    kz_deal_json(deal, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "\"deposits_left\":1"));
    size_t len = kz_deal_text(deal, NULL, text, sizeof text);
    ck_assert_uint_gt(len, 10);
    ck_assert_uint_gt(kz_deal_explain_text(deal, NULL, text, sizeof text), len);
    ck_assert_uint_gt(kz_deal_explain_json(deal, text, sizeof text),
                      kz_deal_json(deal, text, sizeof text));
    ck_assert(kz_deal_settle(deal, rules[0], NULL, none, strlen(none), &error) == KZ_BAD_HAND);
    ck_assert_int_eq(kz_deal_payment(deal, KZ_EAST), 0);
    kz_deal_explain_json(deal, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "\"error\""));
    kz_deal_free(deal);
}
END_TEST

/* botzone's tiles are recognized in no hand, so a deal names their notation, too. */
START_TEST(deals_in_a_notation) {
    const char *won =
        "{\"from\":\"W\",\"riichi\":[\"S\"],\"winners\":[{\"seat\":\"S\",\"flags\":[\"riichi\"],"
        "\"hand\":\"W1 W2 W3 W4 W5 W6 B2 B3 T5 T5 T7 T8 T9\",\"win\":\"B1\"}]}";
    kz_deal *deal = kz_deal_new();
    kz_error error;
    ck_assert(kz_deal_settle(deal, rules[0], NULL, won, strlen(won), &error) == KZ_BAD_HAND);
    ck_assert(kz_deal_settle(deal, rules[0], "klingon", won, strlen(won), &error) == KZ_BAD_USAGE);
    ck_assert_str_eq(error.text, "there is no such notation");
    ck_assert_msg(kz_deal_settle(deal, rules[0], "botzone", won, strlen(won), &error) == KZ_OK,
                  "%s", error.text);
    ck_assert_int_eq(kz_deal_payment(deal, KZ_WEST), -2000);
    kz_deal_text(deal, "ja", text, sizeof text);
    ck_assert_msg(strstr(text, "\u7ACB\u76F4") != NULL, "%s", text);
    ck_assert(kz_deal_settle(deal, rules[0], "klingon", won, strlen(won), NULL) == KZ_BAD_USAGE);
    ck_assert_int_eq(kz_deal_payment(deal, KZ_WEST), 0);
    kz_deal_text(deal, NULL, text, sizeof text);
    ck_assert_str_eq(text, "there is no such notation");
    kz_deal_free(deal);
}
END_TEST

/* --- arguments ------------------------------------------------------------------------------- */

START_TEST(nothing_where_something_belongs) {
    const kz_ruleset *const none[1] = {NULL};
    kz_comparer *comparer;
    kz_diff *diff;
    ck_assert(kz_comparer_new(NULL, none, 1, NULL, NULL) == KZ_BAD_USAGE);
    ck_assert(kz_comparer_new(&comparer, none, 1, NULL, NULL) == KZ_BAD_USAGE);
    ck_assert(kz_comparer_new(&comparer, none, 17, NULL, NULL) == KZ_BAD_USAGE);
    ck_assert(kz_comparison_score(NULL, "", 0, NULL) == KZ_BAD_USAGE);
    ck_assert(kz_summary_add(NULL, NULL, "", 0, NULL) == KZ_BAD_USAGE);
    ck_assert(kz_diff_new(&diff, rules[0], NULL, NULL) == KZ_BAD_USAGE);
    ck_assert_ptr_null(diff);
    ck_assert(kz_why_not_find(NULL, NULL, NULL, NULL) == KZ_BAD_USAGE);
    ck_assert(kz_check(NULL, NULL, NULL, NULL, NULL, NULL) == KZ_BAD_USAGE);
    ck_assert(kz_comparer_new(&comparer, NULL, 1, NULL, NULL) == KZ_BAD_USAGE);
    ck_assert(kz_comparer_new(&comparer, none, 0, NULL, NULL) == KZ_BAD_USAGE);
    ck_assert(kz_diff_new(NULL, rules[0], rules[1], NULL) == KZ_BAD_USAGE);
    ck_assert(kz_diff_new(&diff, NULL, rules[1], NULL) == KZ_BAD_USAGE);
    ck_assert(kz_diff_find_hand(NULL, 0) == KZ_BAD_USAGE);
    ck_assert(kz_deal_settle(NULL, NULL, NULL, "", 0, NULL) == KZ_BAD_USAGE);
    kz_comparer_free(NULL);
    kz_comparison_free(NULL);
    kz_summary_free(NULL);
    kz_diff_free(NULL);
    kz_why_not_free(NULL);
    kz_deal_free(NULL);
}
END_TEST

START_TEST(nothing_beside_something) {
    kz_comparer *comparer = comparer_of(0);
    kz_comparison *comparison = kz_comparison_new(comparer);
    kz_summary *summary = kz_summary_new(comparer);
    kz_why_not *why = kz_why_not_new();
    kz_result *result = kz_result_new();
    kz_deal *deal = kz_deal_new();
    kz_error error;
    ck_assert(kz_comparison_score(comparison, NULL, 1, &error) == KZ_BAD_USAGE);
    ck_assert_str_eq(error.text, "no comparison, or no text");
    ck_assert(kz_comparison_score(comparison, NULL, 0, NULL) == KZ_BAD_HAND);
    ck_assert_uint_eq(kz_comparison_differs(comparison, 2, text, sizeof text), 0);
    ck_assert(kz_summary_add(summary, NULL, "", 0, NULL) == KZ_BAD_USAGE);
    ck_assert(kz_summary_add(summary, comparison, NULL, 1, &error) == KZ_BAD_USAGE);
    ck_assert_str_eq(error.text, "no summary, no comparison, or no text");
    ck_assert(kz_summary_add(summary, comparison, NULL, 0, NULL) == KZ_OK);
    ck_assert_ptr_null(kz_summary_new(NULL));
    ck_assert(kz_why_not_find(why, NULL, "pinfu", NULL) == KZ_BAD_USAGE);
    ck_assert(kz_why_not_find(why, result, NULL, NULL) == KZ_BAD_USAGE);
    ck_assert_int_eq(kz_why_not_counts(why), 0);
    ck_assert_uint_eq(kz_why_not_text(why, NULL, text, sizeof text), 0);
    ck_assert_str_eq(text, "");
    ck_assert(kz_deal_settle(deal, NULL, NULL, "", 0, NULL) == KZ_BAD_USAGE);
    ck_assert(kz_deal_settle(deal, rules[0], NULL, NULL, 1, &error) == KZ_BAD_USAGE);
    ck_assert_str_eq(error.text, "no ruleset, or no text");
    ck_assert(kz_deal_settle(deal, rules[0], NULL, NULL, 0, NULL) == KZ_BAD_HAND);
    kz_deal_free(deal);
    kz_result_free(result);
    kz_why_not_free(why);
    kz_summary_free(summary);
    kz_comparison_free(comparison);
    kz_comparer_free(comparer);
}
END_TEST

/* A yaku is asked only of a hand that was scored. */
START_TEST(why_not_of_a_refused_hand) {
    kz_hand *hand = kz_hand_new();
    kz_result *result = kz_result_new();
    kz_why_not *why = kz_why_not_new();
    kz_error error;
    ck_assert(kz_hand_parse(hand, SAME " ippatsu", strlen(SAME " ippatsu"), NULL) == KZ_OK);
    ck_assert(kz_score(result, rules[0], hand) == KZ_BAD_HAND);
    ck_assert(kz_why_not_find(why, result, "pinfu", &error) == KZ_BAD_USAGE);
    ck_assert_str_eq(error.text, "the result is not of a hand, or the hand was refused");
    kz_why_not_free(why);
    kz_result_free(result);
    kz_hand_free(hand);
}
END_TEST

START_TEST(a_refused_hand) {
    kz_comparer *comparer = comparer_of(0);
    kz_comparison *comparison = kz_comparison_new(comparer);
    ck_assert(score(comparison, REFUSED) == KZ_BAD_HAND);
    kz_comparison_text(comparison, NULL, 0, text, sizeof text);
    ck_assert_str_eq(text, kz_result_error(kz_comparison_result(comparison, 0))->text);
    kz_comparison_json(comparison, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "\"message\":"));
    ck_assert_ptr_null(strstr(text, "\"line\":")); /* it is in no file */
    kz_comparison_free(comparison);
    kz_comparer_free(comparer);
}
END_TEST

START_TEST(hands_are_looked_for_once) {
    kz_diff *diff;
    char twice[sizeof text];
    ck_assert(kz_diff_new(&diff, rules[0], rules[1], NULL) == KZ_OK);
    for (size_t i = 0; i < kz_diff_count(diff); i++) {
        ck_assert(kz_diff_find_hand(diff, i) == KZ_OK);
        kz_diff_json(diff, i, text, sizeof text);
        ck_assert(kz_diff_find_hand(diff, i) == KZ_OK);
        kz_diff_json(diff, i, twice, sizeof twice);
        ck_assert_str_eq(twice, text);
    }
    ck_assert_uint_eq(kz_diff_text(diff, 4, NULL, text, sizeof text), 0);
    kz_diff_free(diff);
}
END_TEST

START_TEST(evenings_refused) {
    const kz_load_options how = {.size = sizeof how, .rule_path = getenv("KAZOE_PATH")};
    kz_ruleset *no_game;
    kz_error error;
    ck_assert(kz_game_report(rules[0], NULL, 1, KZ_FORM_JSON, NULL, text, sizeof text, NULL,
                             &error) == KZ_BAD_USAGE);
    ck_assert(kz_game_report(rules[0], "", 0, (kz_form)(KZ_FORM_HTML + 1), NULL, text, sizeof text,
                             NULL, &error) == KZ_BAD_USAGE);
    ck_assert_str_eq(error.text, "no ruleset, no lines, no buffer, or no such form");
    ck_assert(kz_ruleset_load_with(&no_game, in_source("rules/classical.yaml"), &how, NULL, NULL,
                                   NULL) == KZ_OK);
    ck_assert(kz_game_report(no_game, "", 0, KZ_FORM_JSON, NULL, text, sizeof text, NULL, &error) ==
              KZ_BAD_RULES);
    ck_assert_str_eq(error.text, "these rules have no section game");
    kz_ruleset_free(no_game);
}
END_TEST

START_TEST(random_hands_refused) {
    kz_result *result = kz_result_new();
    uint64_t seed = 7;
    kz_error error;
    char line[256];
    ck_assert(kz_random_hand(result, NULL, NULL, &seed, line, sizeof line, NULL, NULL) ==
              KZ_BAD_USAGE);
    ck_assert(kz_random_hand(result, rules[0], NULL, NULL, line, sizeof line, NULL, NULL) ==
              KZ_BAD_USAGE);
    ck_assert(kz_random_hand(result, rules[0], NULL, &seed, NULL, 1, NULL, &error) == KZ_BAD_USAGE);
    ck_assert_str_eq(error.text, "no result, no ruleset, no seed or no buffer");
    kz_result_free(result);
}
END_TEST

START_TEST(deals_say_who_won) {
    static const char deal_line[] = "S ron W 3 fan 40 fu", drawn[] = "{\"draw\":\"exhaustive\"}";
    static const char with_chip[] = "S ron W 123m67p234567s99s +8p riichi ippatsu";
    static const char refused[] = "S ron W 123m67p";
    const kz_load_options how = {.size = sizeof how, .rule_path = getenv("KAZOE_PATH")};
    kz_ruleset *with_chips;
    kz_deal *deal = kz_deal_new();
    kz_error error;
    ck_assert(kz_ruleset_load_with(&with_chips, in_source("rules/riichi-chips.yaml"), &how, NULL,
                                   NULL, NULL) == KZ_OK);
    ck_assert_uint_eq(kz_deal_result_count(deal), 0);
    ck_assert_int_eq(kz_deal_deposits_left(deal), 0);
    ck_assert_int_eq(kz_deal_chip_payment(deal, KZ_SOUTH), 0);
    ck_assert_ptr_null(kz_deal_draw(deal));
    ck_assert_ptr_null(kz_deal_result(deal, 0));
    ck_assert_msg(kz_deal_settle(deal, with_chips, NULL, deal_line, strlen(deal_line), &error) ==
                      KZ_OK,
                  "%s", error.text);
    ck_assert_uint_eq(kz_deal_result_count(deal), 1);
    ck_assert_ptr_null(kz_deal_draw(deal));
    ck_assert_int_eq(kz_result_points(kz_deal_result(deal, 0)), 5200);
    ck_assert_int_eq(kz_deal_payment(deal, KZ_WEST), -5200);
    ck_assert_int_eq(kz_deal_payment(deal, (kz_seat)4), 0);
    ck_assert_int_eq(kz_deal_chip_payment(deal, KZ_WEST), 0);
    ck_assert_int_eq(kz_deal_chip_payment(deal, (kz_seat)4), 0);
    ck_assert(kz_deal_settle(deal, with_chips, NULL, drawn, strlen(drawn), &error) == KZ_OK);
    ck_assert_str_eq(kz_deal_draw(deal), "exhaustive");
    ck_assert_msg(kz_deal_settle(deal, with_chips, NULL, with_chip, strlen(with_chip), &error) ==
                      KZ_OK,
                  "%s", error.text);
    ck_assert_int_eq(kz_deal_chip_payment(deal, KZ_SOUTH), 1);
    ck_assert_int_eq(kz_deal_chip_payment(deal, KZ_WEST), -1);
    ck_assert(kz_deal_settle(deal, with_chips, NULL, refused, strlen(refused), &error) ==
              KZ_BAD_HAND);
    ck_assert_int_eq(kz_deal_chip_payment(deal, KZ_SOUTH), 0);
    ck_assert(kz_deal_settle(deal, with_chips, NULL, "x", 1, &error) == KZ_BAD_HAND);
    kz_deal_text(deal, NULL, text, sizeof text);
    ck_assert_str_eq(text, error.text);
    kz_deal_free(deal);
    kz_ruleset_free(with_chips);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("analysis");
    TCase *tests = tcase_create("calls");
    tcase_add_checked_fixture(tests, load, tear_down);
    tcase_add_test(tests, hands_side_by_side);
    tcase_add_test(tests, no_reasons_unless_asked_for);
    tcase_add_test(tests, summaries);
    tcase_add_test(tests, summaries_of_other_rulesets);
    tcase_add_test(tests, differences);
    tcase_add_test(tests, differences_of_games);
    tcase_add_test(tests, why_a_yaku_does_not_count);
    tcase_add_test(tests, point_tables);
    tcase_add_test(tests, random_hands);
    tcase_add_test(tests, an_evening);
    tcase_add_test(tests, tile_symbols);
    tcase_add_test(tests, rule_files);
    tcase_add_test(tests, deals);
    tcase_add_test(tests, deals_in_a_notation);
    tcase_add_test(tests, nothing_where_something_belongs);
    tcase_add_test(tests, nothing_beside_something);
    tcase_add_test(tests, why_not_of_a_refused_hand);
    tcase_add_test(tests, a_refused_hand);
    tcase_add_test(tests, hands_are_looked_for_once);
    tcase_add_test(tests, evenings_refused);
    tcase_add_test(tests, random_hands_refused);
    tcase_add_test(tests, deals_say_who_won);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
