/* Reports of a scored hand: the wording of groups and payments, and exact JSON. */
#include "analysis/witness/random_hand.h"
#include "analysis/witness/witness.h"
#include "hand/parser/parser.h"
#include "others.h"
#include "report/result_json.h"
#include "report/result_text.h"
#include "report/wording.h"
#include "run_suite.h"
#include "source_tree.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static kz_ruleset *rules;
static kz_result *result;
static struct kzi_text out;

static void open_rules(void) {
    const char *path = in_source("rules/ema-2016.yaml");
    ck_assert_int_eq(kz_ruleset_load(&rules, path, NULL, NULL, NULL), KZ_OK);
    result = kz_result_new();
    out = kzi_text_growing();
}

static void close_rules(void) {
    kzi_text_release(&out);
    kz_result_free(result);
    kz_ruleset_free(rules);
}

static void score(const char *line) {
    struct kzi_whole_hand hand;
    struct kzi_problem problem = {0};
    ck_assert_msg(kzi_hand_read(&hand, line, strlen(line), NULL, NULL, &problem), "%s: %s", line,
                  problem.text);
    ck_assert_int_eq(kzi_score(result, rules, &hand.hand), KZ_OK);
}

static const char *text_of(bool explain) {
    struct kzi_style style = {.explain = explain};
    kzi_text_clear(&out);
    kzi_put_result(&out, result, &style);
    kzi_text_char(&out, '\0');
    return out.at;
}

static const char *json_of(bool explain) {
    kzi_text_clear(&out);
    kzi_put_result_json(&out, result, explain, 0);
    kzi_text_char(&out, '\0');
    return out.at;
}

static void must_have(const char *text, const char *part) {
    ck_assert_msg(strstr(text, part) != NULL, "\"%s\" is not in\n%s", part, text);
}

/* --- text ------------------------------------------------------------------------------------ */

#define PLAIN "234m345p67s55z (7777z) +8s "

static const struct {
    const char *hand, *said;
} said[] = {
    {PLAIN "seat=S round=E", "South, East round, won on a discard (assumed)\n"},
    {PLAIN "seat=S from=W", "South, East round (assumed), won on a discard from West\n"},
    {PLAIN "tsumo", "South (assumed), East round (assumed), won by self-draw\n"},
    {PLAIN, "  234m 345p 67s+8s 55z (7777z)\n"},
    {PLAIN, "base 20, kong (7777z) 32, pair 55z 2, closed discard 10 = 64 -> 70 fu\n"},
    {PLAIN, "\n2300 from the discarder\n"},
    {PLAIN "seat=S from=W", "\n2300 from West\n"},
    {PLAIN "seat=E tsumo", "\n2000 all\n"},
    {PLAIN "seat=W tsumo", "\n2000 from East, 1000 each from South and North\n"},
    {PLAIN "seat=S from=W honba=1 deposits=2",
     "  South  +4600  2300 for the hand, 300 for 1 counter, 2000 for 2 bets on the table\n"},
    {"234m345p67s22s [555+5z] +8s", "  234m 345p 67s+8s 22s [555+5z]\n"},
    {"111m222m333m44p55z +5z", "  111m 222m 333m 55z+5z 44p\n"},
    {"123m456p789s1123z +5z", "No win: the tiles do not make four sets and a pair, "},
    {"123m456p78s11z [234m] +9s", "No win: the hand has no yaku.\n"},
};

START_TEST(says) {
    score(said[_i].hand);
    must_have(text_of(false), said[_i].said);
}
END_TEST

START_TEST(explains) {
    score(PLAIN "seat=S from=W honba=1");
    const char *text = text_of(true);
    must_have(text, "70 x 2^(1 + 2) = 560\n");
    must_have(text, "  West: 560 x 4 = 2240, rounded up to 2300, 300 for 1 counter\n");
    score("223344m223344p5s +5s tsumo riichi");
    text = text_of(true);
    must_have(text, "(iipeikou): covered by ");
    must_have(text, "  22m 33m 44m 22p 33p 44p 5s+5s: ");
    must_have(text, "; pays less\n");
}
END_TEST

/* --- red fives ------------------------------------------------------------------------------- */

/* A red five keeps its position in its meld and on the winning tile.  Of the concealed fives, the
 * first ones printed are red. */
static const struct {
    const char *hand, *said, *json;
} red[] = {
    {"[340m]406p46s22p222z +0s", "  406p 46s+0s 222z 22p [340m]\n",
     "\"sets\":[\"[340m]\",\"406p\",\"46s+0s\",\"222z\"],\"pair\":\"22p\""},
    {"345m505m234p666z7z +7z tsumo", "  340m 555m 234p 666z 7z+7z\n",
     "\"pung\",\"tiles\":\"555m\""},
    {"[430m] 505m234p666z7z +7z", "  055m 234p 666z 7z+7z [340m]\n", "\"tiles\":\"055m\""},
    {"[505p][055+0s](0550m)678m2z +2z", "  678m 2z+2z [505p] [055+0s] (0550m)\n",
     "\"kong\",\"tiles\":\"[055+0s]\""},
    {"11m22m0055p66s8s44z +8s tsumo", "\n  1122m0055p668s44z+8s\n", "\"message\""},
    {"11m22m05p33p66s8s44z +8s tsumo", "  11m 22m 33p 05p 66s 8s+8s 44z\n", "\"05p\""},
};

START_TEST(keeps_red_fives) {
    score(red[_i].hand);
    must_have(text_of(true), red[_i].said);
    must_have(json_of(true), red[_i].json);
}
END_TEST

/* Make some fives in the tiles of a line red. */
static void paint_some(char *line, struct kzi_random *random) {
    for (char *at = line; *at && (*at < 'a' || *at == 'm' || *at == 'p' || *at == 's'); at++)
        if (*at == '5' && at[strspn(at, "0123456789+")] != 'z' && kzi_random_below(random, 2))
            *at = '0';
}

static void hand_of(struct kzi_hand *hand, const char *line) {
    static struct kzi_whole_hand read;
    struct kzi_problem problem = {0};
    ck_assert_msg(kzi_hand_read(&read, line, strlen(line), NULL, NULL, &problem), "%s: %s", line,
                  problem.text);
    *hand = read.hand;
}

static void check_tiles(const struct kzi_hand *hand, const struct kzi_reading *reading) {
    static struct kzi_hand again;
    kzi_text_clear(&out);
    kzi_put_hand_as_read(&out, result, reading);
    kzi_text_char(&out, '\0');
    hand_of(&again, out.at);
    ck_assert_mem_eq(again.concealed, hand->concealed, sizeof hand->concealed);
    ck_assert_mem_eq(again.reds, hand->reds, sizeof hand->reds);
    ck_assert_uint_eq(again.n_melds, hand->n_melds);
    for (unsigned i = 0; i < hand->n_melds; i++)
        ck_assert_uint_eq(again.melds[i].red, hand->melds[i].red);
    ck_assert_uint_eq(again.win, hand->win);
    ck_assert_uint_eq(again.win_red, hand->win_red);
}

/* Every printed reading of a hand parses as that hand. */
START_TEST(printed_hands_are_read_back) {
    struct kzi_random random = {3};
    static struct kzi_hand hand;
    static struct others others;
    char line[512];
    unsigned painted = 0;
    for (unsigned i = 0; i < 20000; i++) {
        if (!kzi_random_hand(&random, rules, NULL, &hand))
            continue;
        hand.n_words = 0;
        struct kzi_text text = kzi_text_fixed(line, sizeof line);
        kzi_write_line(&text, &hand);
        kzi_text_end(&text);
        paint_some(line, &random);
        hand_of(&hand, line);
        painted += hand.reds[0];
        ck_assert_int_eq(kzi_score(result, rules, &hand), KZ_OK);
        check_tiles(&hand, result->reason == KZI_INCOMPLETE ? NULL : &result->best.reading);
        fill_others(result, &others);
        for (unsigned k = 0; k < others.count; k++)
            check_tiles(&hand, &others.list[k].reading);
    }
    ck_assert_uint_gt(painted, 1000);
}
END_TEST

/* The length returned does not depend on the buffer's size, so that a program can ask for it
 * first. */
START_TEST(length_without_room) {
    char small[16];
    struct kzi_style style = {.explain = true};
    struct kzi_text text = kzi_text_fixed(small, sizeof small);
    score(PLAIN "seat=S from=W honba=1");
    kzi_put_result(&text, result, &style);
    ck_assert_uint_eq(kzi_text_end(&text), strlen(text_of(true)));
}
END_TEST

/* --- JSON ------------------------------------------------------------------------------------ */

START_TEST(writes_json) {
    score("{\"id\":\"h\\\"1\",\"hand\":\"234m345p67s55z\",\"melds\":[\"(7777z)\"],\"win\":\"8s\"}");
    const char *json = json_of(false);
    must_have(json, "{\"id\":\"h\\\"1\",\"ruleset\":\"ema-2016\",");
    must_have(json,
              ",\"win\":true,\"yaku\":[{\"id\":\"chun\",\"value\":1,\"count\":1}],\"unit\":\"fan\","
              "\"total\":1,\"qualifying\":1,\"fu\":70,\"limit\":null,\"multiplier\":1,"
              "\"points\":2300,"
              "\"payments\":{\"S\":2300,\"discarder\":-2300,\"others\":0}}");
}
END_TEST

START_TEST(writes_limits) {
    score("19m19p19s1234567z +1m seat=E from=N");
    const char *json = json_of(false);
    must_have(
        json,
        "{\"id\":\"kokushi\",\"value\":0,\"limit\":\"yakuman\",\"multiplier\":1,\"count\":1}");
    must_have(json, "\"fu\":null,\"limit\":\"yakuman\",\"multiplier\":1,\"points\":48000,"
                    "\"payments\":{\"E\":48000,\"S\":0,\"W\":0,\"N\":-48000}}");
}
END_TEST

START_TEST(writes_no_win) {
    score("123m456p78s11z [234m] +9s");
    must_have(json_of(false),
              "\"win\":false,\"reason\":\"no_yaku\",\"message\":\"the hand has no yaku\","
              "\"yaku\":[],\"unit\":\"fan\",\"total\":0,\"qualifying\":0,\"fu\":30}");
}
END_TEST

START_TEST(writes_explanation) {
    score(PLAIN "seat=S from=W dora=4p");
    const char *json = json_of(true);
    must_have(json, "{\"id\":\"chun\",\"value\":1,\"count\":1,\"tiles\":[[\"(7777z)\"]]}");
    must_have(json, "\"reading\":{\"shape\":\"standard\",\"sets\":[\"234m\",\"345p\",\"67s+8s\","
                    "\"(7777z)\"],\"pair\":\"55z\",\"wait\":\"two_sided\"}");
    must_have(json,
              "\"fu_items\":[{\"id\":\"base\",\"fu\":20},{\"id\":\"kong\",\"tiles\":\"(7777z)\","
              "\"fu\":32},{\"id\":\"pair\",\"tiles\":\"55z\",\"fu\":2},");
}
END_TEST

START_TEST(writes_errors) {
    char line[200];
    struct kzi_text text = kzi_text_fixed(line, sizeof line);
    kz_error error = {.code = "bad_value", .key = "seat", .column = 2, .text = "a \"b\"\\\t"};
    kzi_put_error_json(&text, "7", 3, &error);
    kzi_text_end(&text);
    ck_assert_str_eq(line, "{\"id\":7,\"line\":3,\"error\":{\"code\":\"bad_value\",\"message\":"
                           "\"a \\\"b\\\"\\\\\\u0009\",\"key\":\"seat\",\"at\":2}}");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("report");
    TCase *tests = tcase_create("report");
    suite_add_tcase(suite, tests);
    tcase_add_checked_fixture(tests, open_rules, close_rules);
    tcase_add_loop_test(tests, says, 0, COUNT(said));
    tcase_add_loop_test(tests, keeps_red_fives, 0, COUNT(red));
    tcase_add_test(tests, printed_hands_are_read_back);
    tcase_add_test(tests, explains);
    tcase_add_test(tests, length_without_room);
    tcase_add_test(tests, writes_json);
    tcase_add_test(tests, writes_limits);
    tcase_add_test(tests, writes_no_win);
    tcase_add_test(tests, writes_explanation);
    tcase_add_test(tests, writes_errors);
    return run_suite(suite);
}
