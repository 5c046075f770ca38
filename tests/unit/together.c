/* Families: the result of a family for each of its rulesets equals the result of that ruleset
 * alone, to the last word of the explanation.
 *
 *     KAZOE_HANDS=20000 tests/unit/together.tap */
#include "analysis/witness/random_hand.h"
#include "api.h"
#include "compile/family.h"
#include "compile/ruleset.h"
#include "hand_line.h"
#include "must_stop.h"
#include "run_suite.h"
#include "source_tree.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

#define SEED 20261121
#define ROOM (64 * 1024)

static struct {
    const char *file, *overlay, *settings[2];
} kin[] = {
    {"ema-2016", "", {NULL}},
    {"ema-2016", "local-yaku", {NULL}},
    {"ema-2016", "", {"red_fives=yes", "double_wind_pair_fu=2"}},
    {"ema-2016", "", {"kiriage_mangan=yes", "open_tanyao=no"}},
    {"tenhou", "club-evening", {NULL}},
    {"mcr", "mcr-club", {NULL}},
    {"singapore", "", {NULL}}, /* its payments have ways */
    {"singapore", "", {"limit=10", "discard=shooter"}},
    {"hong-kong", "", {NULL}}, /* asks who discarded */
    {"hong-kong", "", {"robbed_kong=3", "parts=within"}},
};
#define KIN (sizeof kin / sizeof *kin)

#define MAX_SHIPPED 100
static kz_ruleset *shipped[MAX_SHIPPED], *changed[KIN];
static unsigned n_shipped;
static kz_hand *hand;
static kz_result *alone, *results[KZI_MAX_FAMILY];

static unsigned long hands_each(void) {
    const char *value = getenv("KAZOE_HANDS");
    unsigned long hands = value ? strtoul(value, NULL, 10) / 100 : 0;
    return hands ? hands : 300;
}

static kz_ruleset *load(const char *path, const kz_loading *how) {
    kz_ruleset *rules;
    kz_error error;
    if (kz_ruleset_load_with(&rules, path, how, NULL, NULL, &error) != KZ_OK)
        MUST_STOP("%s:%d: %s", error.file, error.line, error.text);
    return rules;
}

/* --- one hand -------------------------------------------------------------------------------- */

static const char *says(const kz_result *result) {
    static char text[2][ROOM];
    static unsigned turn;
    char *out = text[turn++ % 2];
    size_t len = kz_result_explain(result, out, ROOM);
    ck_assert_uint_lt(len, ROOM);
    return out;
}

static void check_hand(const kz_family *family, const char *line) {
    kz_status first = KZ_OK, status = kz_score_family(results, family, hand);
    for (unsigned i = 0; i < family->n_members; i++) {
        kz_status expected = kz_score(alone, family->members[i].rules, hand);
        first = first == KZ_OK ? expected : first;
        const char *here = says(results[i]), *there = says(alone);
        if (results[i]->status != expected || strcmp(here, there) != 0)
            ck_abort_msg("%s\nunder %s beside %s:\n%s\nalone:\n%s", line,
                         kz_ruleset_label(family->members[i].rules),
                         kz_ruleset_label(family->members[0].rules), here, there);
    }
    ck_assert_int_eq(status, first);
}

/* Make a family of as many rulesets as there may be, from number `first` on. */
static kz_family *family_of(kz_ruleset *const *rules, unsigned n, unsigned first) {
    const kz_ruleset *list[KZI_MAX_FAMILY];
    kz_family *family;
    kz_error error;
    unsigned count = n < KZI_MAX_FAMILY ? n : KZI_MAX_FAMILY;
    for (unsigned i = 0; i < count; i++)
        list[i] = rules[(first + i) % n];
    if (kz_family_new(&family, list, count, &error) != KZ_OK)
        ck_abort_msg("%s", error.text);
    return family;
}

static void check_random(kz_ruleset *const *rules, unsigned n, unsigned first) {
    struct kzi_random random = {SEED + first};
    char line[2000];
    kz_family *family = family_of(rules, n, first);
    for (unsigned long i = 0; i < hands_each(); i++) {
        const kz_ruleset *of = family->members[i % family->n_members].rules;
        struct kzi_hand made;
        while (!kzi_random_hand(&random, of, NULL, &made))
            ;
        kzi_random_situation(&random, of, &made);
        struct kzi_text text = kzi_text_fixed(line, sizeof line);
        hand_line(&text, &made, &random);
        kzi_text_end(&text);
        ck_assert_int_eq(kz_hand_parse(hand, line, strlen(line), NULL), KZ_OK);
        check_hand(family, line);
    }
    kz_family_free(family);
}

START_TEST(random_hands) {
    check_random(shipped, n_shipped, (unsigned)_i);
}
END_TEST

START_TEST(random_hands_of_changed_rules) {
    check_random(changed, KIN, (unsigned)_i);
}
END_TEST

/* Score the hands of a case file, which include hands that lose, are refused, or have liability and
 * counters. */
static unsigned check_cases(const kz_family *family, const char *path) {
    unsigned checked = 0;
    char line[4096];
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file)) {
        char *from = strstr(line, "hand: \""), *to = from ? strchr(from + 7, '"') : NULL;
        if (!to || kz_hand_parse(hand, from + 7, (size_t)(to - from) - 7, NULL) != KZ_OK)
            continue;
        check_hand(family, from);
        checked++;
    }
    fclose(file);
    return checked;
}

START_TEST(hands_of_cases) {
    unsigned checked = 0;
    glob_t found;
    kz_family *family = family_of(shipped, n_shipped, (unsigned)_i * (KZI_MAX_FAMILY / 2));
    ck_assert_int_eq(glob(in_source("rules/*.cases.yaml"), 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++)
        checked += check_cases(family, found.gl_pathv[i]);
    ck_assert_uint_gt(checked, 500);
    globfree(&found);
    kz_family_free(family);
}
END_TEST

/* --- shared rows ------------------------------------------------------------------------------ */

static unsigned index_of(const char *id) {
    for (unsigned i = 0; i < n_shipped; i++)
        if (!strcmp(kz_ruleset_id(shipped[i]), id))
            return i;
    ck_abort_msg("there is no %s", id);
}

static kz_family *family_named(const char *a, const char *b) {
    const kz_ruleset *pair[] = {shipped[index_of(a)], shipped[index_of(b)]};
    kz_family *family;
    ck_assert_int_eq(kz_family_new(&family, pair, 2, NULL), KZ_OK);
    return family;
}

START_TEST(rules_that_say_the_same_share_their_rows) {
    kz_family *family = family_named("ema-2016", "tenhou");
    ck_assert(family->members[1].joined);
    ck_assert_uint_eq(family->members[1].first_word, family->members[0].first_word);
    ck_assert_uint_eq(family->program->words, shipped[index_of("ema-2016")]->scoring->words);
    kz_family_free(family);
}
END_TEST

START_TEST(other_conditions_have_rows_of_their_own) {
    kz_family *family = family_named("ema-2016", "toudai");
    ck_assert(family->members[1].joined);
    ck_assert_uint_ne(family->members[1].first_word, family->members[0].first_word);
    kz_family_free(family);
}
END_TEST

/* Rows are shared with any member of the family, not only with the first. */
START_TEST(any_two_that_say_the_same_share_their_rows) {
    unsigned other = index_of("toudai");
    const kz_ruleset *three[] = {shipped[index_of("ema-2016")], shipped[other], shipped[other]};
    kz_family *family;
    ck_assert_int_eq(kz_family_new(&family, three, 3, NULL), KZ_OK);
    ck_assert(family->members[1].joined && family->members[2].joined);
    ck_assert_uint_ne(family->members[1].first_word, family->members[0].first_word);
    ck_assert_uint_eq(family->members[2].first_word, family->members[1].first_word);
    kz_family_free(family);
}
END_TEST

/* The conditions have several rows, in the same order in both. */
START_TEST(rows_behind_the_first_are_shared_too) {
    kz_family *family = family_named("mcr", "mcr");
    const struct kzi_program *own = shipped[index_of("mcr")]->scoring;
    ck_assert_uint_gt(own->n_rows, own->n_owners);
    ck_assert(family->members[1].joined);
    ck_assert_uint_eq(family->members[1].first_word, 0);
    ck_assert_uint_eq(family->program->words, own->words);
    kz_family_free(family);
}
END_TEST

START_TEST(other_games_are_not_joined) {
    kz_family *family = family_named("ema-2016", "mcr");
    ck_assert(!family->members[1].joined);
    kz_family_free(family);
}
END_TEST

/* Who pays is decided for each ruleset where it depends on the hand. */
START_TEST(ways_to_pay_are_not_taken_over) {
    static const char line[] = "19m19p19sESWNPFC +1m ron seat=S from=W";
    kz_family *family = family_named("singapore", "singapore");
    ck_assert(family->members[1].joined);
    ck_assert_ptr_null(family->members[1].alike.distinguishing);
    ck_assert_int_eq(kz_hand_parse(hand, line, strlen(line), NULL), KZ_OK);
    check_hand(family, line);
    ck_assert_int_eq(kz_result_points(results[1]), 96);
    kz_family_free(family);
}
END_TEST

START_TEST(rules_that_ask_who_discarded_are_not_joined) {
    static const char line[] = "123m456m789m11p77s +1p ron seat=S from=E first_turn";
    kz_family *family = family_named("hong-kong", "hong-kong");
    ck_assert(!family->members[0].joined && !family->members[1].joined);
    ck_assert_int_eq(kz_hand_parse(hand, line, strlen(line), NULL), KZ_OK);
    check_hand(family, line);
    ck_assert_int_eq(kz_result_total(results[1]), 14);
    kz_family_free(family);
}
END_TEST

/* A result that was taken over from the first ruleset did not look up a price. */
static const struct {
    const char *first, *second, *hand;
    bool taken;
} takings[] = {
    {"ema-2016", "tenhou", "123456m23p55789s +1p ron seat=S from=W riichi", true},
    {"ema-2016", "tenhou", "123456m23p55789s +1p tsumo seat=E riichi honba=2 deposits=1", true},
    /* two readings, three equal chows or pungs */
    {"ema-2016", "tenhou", "111222333m99p23s +1s tsumo seat=S", true},
    /* a red five counts under one of them */
    {"ema-2016", "tenhou", "123406m23p55789s +1p ron seat=S from=W riichi", false},
    /* 13 fan and more: cut off, or a counted yakuman */
    {"ema-2016", "tenhou", "11223355667m99m +7m tsumo riichi ippatsu seat=S dora=8m ura=1p", false},
    /* different limits */
    {"ema-2016", "tenhou", "111222333z44z55m +5m ron from=E seat=S", false},
    /* a pair of both winds: 4 fu or 2 */
    {"ema-2016", "wrc-2025", "123456m234p78s11z +9s ron from=S seat=E round=E riichi", false},
    {"ema-2016", "wrc-2025", "123456m234p78s11z +9s ron from=S seat=W round=S riichi", true},
    /* 4 fan and 30 fu are a mangan under one of them */
    {"ema-2016", "wrc-2025", "123456m23p55789s +1p ron seat=S from=W riichi ippatsu dora=4m",
     false},
    /* payments are rounded differently */
    {"ema-2016", "toudai", "111222333m99p23s +1s tsumo seat=S", false},
};

START_TEST(what_is_the_same_is_taken_over) {
    kz_family *family = family_named(takings[_i].first, takings[_i].second);
    const char *line = takings[_i].hand;
    ck_assert_int_eq(kz_hand_parse(hand, line, strlen(line), NULL), KZ_OK);
    check_hand(family, line);
    ck_assert(kz_result_wins(results[0]) && kz_result_wins(results[1]));
    if (takings[_i].taken)
        ck_assert_ptr_null(results[1]->best.priced);
    else
        ck_assert(results[1]->best.priced || results[1]->best.by_limit);
    kz_family_free(family);
}
END_TEST

/* Both ask for the discarder, but the dealer sits in another seat. */
START_TEST(another_dealer_is_asked_apart) {
    static const char line[] = "111m222p333s4445z +5z ron seat=E";
    const struct kzi_node south = {.kind = KZI_SCALAR, .text = "S"};
    const struct kzi_change change = {"payments.dealer", &south};
    kz_ruleset *pair[] = {load(in_source("tests/cases/dealer-apart.yaml"), NULL), NULL};
    ck_assert_int_eq(kzi_ruleset_build_changed(&pair[1], pair[0], &change, 1, NULL, NULL), KZ_OK);
    ck_assert_int_eq(kz_hand_parse(hand, line, strlen(line), NULL), KZ_OK);
    for (unsigned first = 0; first < 2; first++) {
        kz_family *family = family_of(pair, 2, first);
        check_hand(family, line);
        ck_assert_int_eq(results[first]->status, KZ_OK);
        ck_assert_int_ne(results[1 - first]->status, KZ_OK);
        kz_family_free(family);
    }
    kz_ruleset_free(pair[1]);
    kz_ruleset_free(pair[0]);
}
END_TEST

/* Begin a file of rules with four sets and a pair, up to its yaku. */
static FILE *begin_rules(char *path) {
    int descriptor = mkstemp(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    ck_assert_ptr_nonnull(file);
    fputs("kazoe: 1\nruleset: small\nextends: classic\nshapes: {standard: {sets: 4, pairs: 1}}\n"
          "total: {unit: points}\nyaku:\n",
          file);
    return file;
}

#define MINIMUM "minimum: {total: 1}\n"

static kz_ruleset *end_rules(FILE *file, const char *path, const char *rest) {
    fputs(rest, file);
    fputs("payments:\n  self_draw: {any_wins: {others: {times: 1}}}\n"
          "  discard: {any_wins: {discarder: {times: 1}}}\n",
          file);
    fclose(file);
    kz_ruleset *rules =
        load(path, &(kz_loading){.size = sizeof(kz_loading), .search = in_source("rules/base")});
    remove(path);
    return rules;
}

/* Load rules with n yaku; `when` writes the condition of each by its number. */
static kz_ruleset *load_large(unsigned n, void (*when)(FILE *file, unsigned yaku)) {
    char path[] = "/tmp/kazoe-together-XXXXXX";
    FILE *file = begin_rules(path);
    for (unsigned i = 0; i < n; i++) {
        fprintf(file, "  y%u: {value: 1, when: {", i);
        when(file, i);
        fputs("}}\n", file);
    }
    return end_rules(file, path, MINIMUM);
}

static void tiles_of_m(FILE *file, unsigned yaku) {
    fprintf(file, "tiles: {m: %u-%u}", yaku % 7, yaku % 7 + 1 + yaku % 3);
}

/* Each yaku asks for another feature. */
static void many_features(FILE *file, unsigned yaku) {
    fprintf(
        file,
        "tiles: {m: %u+, p: 1+, s: 1+, honor: 1+}, sets: {chow: %u, pung of m: 1, pung of p: 0, "
        "chow of s: 0-%u}, pair: m, seat: [E, S], wait: [pung, edge]",
        yaku % 5 + 1, yaku % 3, yaku % 2 + 1);
}

static void check_large(const kz_family *family) {
    const char *line = "123456m11p123s55z+5z";
    ck_assert_int_eq(kz_hand_parse(hand, line, strlen(line), NULL), KZ_OK);
    check_hand(family, line);
}

/* The rows of all conditions together are more than a program may have. */
START_TEST(too_many_rows_are_not_joined) {
    kz_ruleset *large = load_large(1600, tiles_of_m);
    const kz_ruleset *twice[] = {large, large};
    kz_family *family;
    ck_assert_int_eq(kz_family_new(&family, twice, 2, NULL), KZ_OK);
    ck_assert(!family->members[1].joined);
    check_large(family);
    kz_family_free(family);
    kz_ruleset_free(large);
}
END_TEST

/* A family past the budget for merging rows is not joined, and results stay the same. */
START_TEST(a_family_past_its_budget_is_not_joined) {
    kz_ruleset *large = load_large(1000, many_features);
    const kz_ruleset *equal[KZ_MAX_FAMILY];
    kz_family *family;
    for (unsigned i = 0; i < KZ_MAX_FAMILY; i++)
        equal[i] = large;
    ck_assert_int_eq(kz_family_new(&family, equal, 2, NULL), KZ_OK);
    ck_assert_ptr_nonnull(family->program);
    kz_family_free(family);
    ck_assert_int_eq(kz_family_new(&family, equal, KZ_MAX_FAMILY, NULL), KZ_OK);
    ck_assert_ptr_null(family->program);
    check_large(family);
    kz_family_free(family);
    kz_ruleset_free(large);
}
END_TEST

/* Rules that differ in a word of one yaku, or in having fu at all. */
static const char *const written[] = {
    "  sets: {value: 2, each: {set: pung of honor}}\n",
    "  sets: {value: 2, each: {set: pung of dragon}}\n",
    "  sets: {value: 2, each: {set: pung of not dragon}}\n",
    "  sets: {value: 2, each: {set: kong of honor}}\n",
    "  sets: {value: 2, each: {set: set of honor}}\n",
    "  sets: {value: 2, each: {set: claimed pung of honor}}\n",
    "  sets: {value: 2, each: {set: concealed pung of honor}}\n",
    "  sets: {value: 2, each: {set: pung with winning_tile}}\n",
    "  sets: {value: 2, each: {set: pung of winning_tile}}\n",
    "  sets: {value: 2, each: {set: pung of honor}}\nfu: {start: 20, round: none}\n",
    ("  sets: {value: 2, each: {set: pung of honor}}\n"
     "fu: {start: 20, pair: {honor: 2}, round: none}\n"),
};

/* Rules that differ in a yaku that counts marks, and in what depends on it. */
#define FLOWERS "  flowers: {each: {mark: flower}, value: 1"
#define LILIES  "  flowers: {each: {mark: flower}, value: 3"
#define PUNGS   "  pungs: {when: {sets: {pung: 1+}}, value: 2"
#define FU      "fu: {start: 20, round: up 10, add: {bouquet: {fu: 7, when: {scored: flowers}}}}\n"
#define LIMIT   "limits: {most: {worth: 9}}\n"
/* More yaku that may count several times than most results have. */
#define EACH(id) "  " id ": {value: 1, each: {set: pung}}\n"
#define MANY                                                                                       \
    EACH("a") EACH("b") EACH("c") EACH("d") EACH("e") EACH("f") EACH("g") EACH("h") EACH("i")
static const char *const of_flowers[] = {
    FLOWERS "}\n" PUNGS "}\n",
    LILIES "}\n" PUNGS "}\n",
    FLOWERS ", in_use: no}\n" PUNGS "}\n",
    FLOWERS ", bonus: yes}\n" PUNGS "}\n",
    FLOWERS ", when: {hand: closed}}\n" PUNGS "}\n",
    FLOWERS ", when: {sets: {chow: 2+}}}\n" PUNGS "}\n",
    "  flowers: {each: {set: pung of honor}, value: 1}\n" PUNGS "}\n",
    FLOWERS ", covers: [pungs]}\n" PUNGS "}\n",
    FLOWERS "}\n" PUNGS ", covers: [flowers]}\n",
    LILIES "}\n" PUNGS ", covers: [flowers]}\n",
    FLOWERS "}\n" PUNGS ", each: {set: pung}}\n",
    LILIES "}\n" PUNGS ", each: {set: pung}}\n",
    FLOWERS "}\n" MANY,
    LILIES "}\n" MANY,
    FLOWERS "}\n" PUNGS ", alone: yes}\n",
    FLOWERS ", alone: yes}\n" PUNGS "}\n",
    FLOWERS "}\n  pungs: {value: 2, when: {nothing_scored: yes}}\n",
    FLOWERS ", when: {hand: closed}}\n  pungs: {value: 2, when: {nothing_scored: yes}}\n",
    FLOWERS "}\n" PUNGS "}\n" FU,
    LILIES "}\n" PUNGS "}\n" FU,
    FLOWERS ", when: {hand: closed}}\n" PUNGS "}\n" FU,
    FLOWERS "}\n" PUNGS "}\nlimits: {most: {worth: 3, from_total: 3}}\n",
    FLOWERS "}\n  pungs: {when: {sets: {pung: 1+}}, value: most}\n" LIMIT,
    "  flowers: {each: {mark: flower}, value: most}\n" PUNGS "}\n" LIMIT,
    "  flowers: {each: {mark: flower}, value: {closed: 1, open: most}}\n" PUNGS "}\n" LIMIT,
    FLOWERS "}\n" PUNGS "}\ncircumstances: {spring: {needs: {hand: closed}}}\n",
    FLOWERS "}\n" PUNGS "}\ncircumstances: {spring: {needs: {hand: open}}}\n",
};

static const char *const hands_with_flowers[] = {
    "111z222z555z1123m +4m tsumo flowers=1",
    "111z555z234m23p9s9s +1p ron flowers=2",
    "11z [666z] [777z] 234m55z +1z flowers=1",
    "111222333m99p23s +1s tsumo flowers=3",
    "111222333m99p23s +1s ron flowers=8",
    "123456m11p123s55z+5z",
    "123456789m11p23s +1s tsumo flowers=2",
    "123456789m11p [123s] +1p ron flowers=2",
    "123456m11p111s55z+5z tsumo spring flowers=1",
    "123456m11p55z [111s] +5z tsumo spring flowers=1",
    "123456m11p55z [111z] +5z tsumo flowers=2",
};

static const char *const their_hands[] = {
    "111z222z555z1123m +4m tsumo",   "111z555z234m23p9s9s +1p ron",
    "11z [666z] [777z] 234m55z +1z", "11199m22p (1111z) [7777z] +2p tsumo",
    "55z666z77z [111z] 345s +7z",    "[222z] [3333z] 44z456m78p +9p ron",
    "111999m111999p1s +1s tsumo",
};

static void check_written(const kz_family *family, const char *const *lines, size_t n_lines) {
    unsigned checked = 0;
    for (size_t i = 0; i < n_lines; i++) {
        const char *line = lines[i];
        if (kz_hand_parse(hand, line, strlen(line), NULL) != KZ_OK)
            continue;
        check_hand(family, line);
        checked += kz_result_wins(results[0]) || kz_result_wins(results[1]);
    }
    ck_assert_uint_ge(checked, 2);
}

/* Check each pair of rules, which have the rest in common, on all hands. */
static void check_pairs(const char *const *rules_of, size_t n, const char *rest,
                        const char *const *lines, size_t n_lines) {
    kz_ruleset *rules[MAX_SHIPPED];
    for (size_t i = 0; i < n; i++) {
        char path[] = "/tmp/kazoe-together-XXXXXX";
        FILE *file = begin_rules(path);
        fputs(rules_of[i], file);
        rules[i] = end_rules(file, path, rest);
    }
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            const kz_ruleset *pair[] = {rules[i], rules[k]};
            kz_family *family;
            ck_assert_int_eq(kz_family_new(&family, pair, 2, NULL), KZ_OK);
            check_written(family, lines, n_lines);
            kz_family_free(family);
        }
    for (size_t i = 0; i < n; i++)
        kz_ruleset_free(rules[i]);
}

#define CHECK_PAIRS(rules_of, rest, lines)                                                         \
    check_pairs(rules_of, sizeof(rules_of) / sizeof *(rules_of), rest, lines,                      \
                sizeof(lines) / sizeof *(lines))

START_TEST(rules_that_differ_in_a_word) {
    CHECK_PAIRS(written, MINIMUM, their_hands);
}
END_TEST

START_TEST(rules_that_differ_in_what_marks_do) {
    static const char marks[] = "tiles: {marks: {flower: {number: flowers}}}\n" MINIMUM;
    CHECK_PAIRS(of_flowers, marks, hands_with_flowers);
}
END_TEST

START_TEST(what_marks_do_where_few_hands_win) {
    static const char rest[] = "tiles: {marks: {flower: {number: flowers}}}\n"
                               "minimum: {total: 1, when: {sets: {chow: 2+}}}\n";
    CHECK_PAIRS(of_flowers, rest, hands_with_flowers);
}
END_TEST

/* --- arguments -------------------------------------------------------------------------------- */

START_TEST(a_family_may_be_one_ruleset) {
    kz_family *family = family_of(shipped, 1, 0);
    ck_assert_int_eq(kz_hand_parse(hand, "123456m23p55789s+1p", 19, NULL), KZ_OK);
    check_hand(family, "123456m23p55789s+1p");
    kz_family_free(family);
}
END_TEST

START_TEST(bad_arguments_are_told) {
    const kz_ruleset *rules[KZ_MAX_FAMILY + 1];
    kz_family *family;
    kz_error error;
    for (unsigned i = 0; i <= KZ_MAX_FAMILY; i++)
        rules[i] = shipped[i % n_shipped];
    ck_assert_int_eq(kz_family_new(&family, rules, 0, &error), KZ_BAD_USAGE);
    ck_assert_ptr_null(family);
    ck_assert_int_eq(kz_family_new(&family, rules, KZ_MAX_FAMILY + 1, &error), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_family_new(&family, NULL, 1, &error), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_family_new(NULL, rules, 1, NULL), KZ_BAD_USAGE);
    rules[1] = NULL;
    ck_assert_int_eq(kz_family_new(&family, rules, 2, &error), KZ_BAD_USAGE);
    kz_family_free(NULL);
}
END_TEST

START_TEST(a_hand_never_read_is_refused_by_all) {
    kz_hand *unread = kz_hand_new();
    kz_result *missing[KZ_MAX_FAMILY] = {results[0]};
    kz_family *family = family_of(shipped, n_shipped, 0);
    ck_assert_int_eq(kz_score_family(results, family, unread), KZ_BAD_USAGE);
    for (unsigned i = 0; i < family->n_members; i++)
        ck_assert_ptr_nonnull(kz_result_error(results[i]));
    ck_assert_int_eq(kz_score_family(results, family, NULL), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_score_family(missing, family, hand), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_score_family(NULL, family, hand), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_score_family(results, NULL, hand), KZ_BAD_USAGE);
    kz_family_free(family);
    kz_hand_free(unread);
}
END_TEST

/* --- rulesets --------------------------------------------------------------------------------- */

static void load_one(const char *path, void *ctx) {
    (void)ctx;
    if (n_shipped == MAX_SHIPPED)
        MUST_STOP("more than %d rulesets", MAX_SHIPPED);
    shipped[n_shipped++] = load(path, NULL);
}

static void load_changed(void) {
    for (unsigned i = 0; i < KIN; i++) {
        const char *overlays[] = {in_source("rules/overlays/%s.yaml", kin[i].overlay)};
        kz_loading how = {.size = sizeof how,
                          .overlays = overlays,
                          .n_overlays = kin[i].overlay[0] ? 1 : 0,
                          .settings = kin[i].settings,
                          .n_settings = kin[i].settings[0] ? 2 : 0};
        changed[i] = load(in_source("rules/%s.yaml", kin[i].file), &how);
    }
}

static void set_up(void) {
    if (!for_each_ruleset(load_one, NULL))
        MUST_STOP("no rulesets");
    load_changed();
    hand = kz_hand_new();
    alone = kz_result_new();
    for (unsigned i = 0; i < KZI_MAX_FAMILY; i++)
        results[i] = kz_result_new();
}

static void tear_down(void) {
    for (unsigned i = 0; i < n_shipped; i++)
        kz_ruleset_free(shipped[i]);
    for (unsigned i = 0; i < KIN; i++)
        kz_ruleset_free(changed[i]);
    for (unsigned i = 0; i < KZI_MAX_FAMILY; i++)
        kz_result_free(results[i]);
    kz_result_free(alone);
    kz_hand_free(hand);
}

int main(void) {
    Suite *suite = suite_create("together");
    TCase *tcase = tcase_create("together");
    suite_add_tcase(suite, tcase);
    tcase_set_timeout(tcase, 600);
    set_up();
    int n = (int)n_shipped;
    tcase_add_loop_test(tcase, random_hands, 0, n);
    tcase_add_loop_test(tcase, random_hands_of_changed_rules, 0, (int)KIN);
    /* Each ruleset is in two families. */
    tcase_add_loop_test(tcase, hands_of_cases, 0, n * 2 / KZI_MAX_FAMILY + 1);
    tcase_add_test(tcase, rules_that_say_the_same_share_their_rows);
    tcase_add_test(tcase, other_conditions_have_rows_of_their_own);
    tcase_add_test(tcase, any_two_that_say_the_same_share_their_rows);
    tcase_add_test(tcase, rows_behind_the_first_are_shared_too);
    tcase_add_test(tcase, other_games_are_not_joined);
    tcase_add_test(tcase, ways_to_pay_are_not_taken_over);
    tcase_add_test(tcase, rules_that_ask_who_discarded_are_not_joined);
    tcase_add_test(tcase, another_dealer_is_asked_apart);
    tcase_add_loop_test(tcase, what_is_the_same_is_taken_over, 0,
                        (int)(sizeof takings / sizeof *takings));
    tcase_add_test(tcase, too_many_rows_are_not_joined);
    tcase_add_test(tcase, a_family_past_its_budget_is_not_joined);
    tcase_add_test(tcase, rules_that_differ_in_a_word);
    tcase_add_test(tcase, rules_that_differ_in_what_marks_do);
    tcase_add_test(tcase, what_marks_do_where_few_hands_win);
    tcase_add_test(tcase, a_family_may_be_one_ruleset);
    tcase_add_test(tcase, bad_arguments_are_told);
    tcase_add_test(tcase, a_hand_never_read_is_refused_by_all);
    int status = run_suite(suite);
    tear_down();
    return status;
}
