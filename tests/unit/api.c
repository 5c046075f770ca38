/* The public calls, with good and bad arguments, and shared by threads. */
#include "kazoe.h"
#include "run_suite.h"
#include "source_tree.h"

#include <check.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static char path[4096];

static kz_ruleset *rules;
static kz_hand *hand;
static kz_result *result;
static kz_error error;

static void set_up(void) {
    ck_assert_int_eq(kz_ruleset_load(&rules, in_source("rules/ema-2016.yaml"), NULL, NULL, &error),
                     KZ_OK);
    hand = kz_hand_new();
    result = kz_result_new();
    ck_assert(rules && hand && result);
}

static void tear_down(void) {
    kz_result_free(result);
    kz_hand_free(hand);
    kz_ruleset_free(rules);
}

static kz_status parse(const char *line) {
    memset(&error, 0x5A, sizeof error);
    return kz_hand_parse(hand, line, strlen(line), &error);
}

static kz_status score(const char *line) {
    ck_assert_msg(parse(line) == KZ_OK, "%s: %s", line, error.text);
    return kz_score(result, rules, hand);
}

/* --- the library ----------------------------------------------------------------------------- */

START_TEST(names_of_things) {
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", KZ_VERSION_MAJOR, KZ_VERSION_MINOR,
             KZ_VERSION_PATCH);
    ck_assert_str_eq(kz_version(), version);
    for (int a = KZ_OK; a <= KZ_IO + 1; a++) {
        ck_assert_uint_gt(strlen(kz_status_text((kz_status)a)), 0);
        for (int b = KZ_OK; b < a; b++)
            ck_assert_str_ne(kz_status_text((kz_status)a), kz_status_text((kz_status)b));
    }
    kz_ruleset_free(NULL), kz_hand_free(NULL), kz_result_free(NULL);
}
END_TEST

/* --- rulesets -------------------------------------------------------------------------------- */

static void note_diagnostic(void *payload, const kz_error *diagnostic) {
    int *count = payload;
    ck_assert_uint_gt(strlen(diagnostic->text), 0);
    ck_assert_ptr_null(strchr(diagnostic->text, '\n'));
    ++*count;
}

static const struct {
    const char *file;
    kz_status status;
    int line;
} loads[] = {
    {"rules/no-such-file.yaml", KZ_NOT_FOUND, 0},
    {"no-such-folder/x.yaml", KZ_NOT_FOUND, 0},
    {"rules", KZ_BAD_RULES, 0},
    {"tests/unit/api.c", KZ_BAD_RULES, 1},
    {"COPYING", KZ_BAD_RULES, 1},
};

START_TEST(rules_that_cannot_be_loaded) {
    kz_ruleset *loaded = rules;
    int count = 0;
    kz_error first;
    const char *bad = in_source("%s", loads[_i].file);
    ck_assert_int_eq(kz_ruleset_load(&loaded, bad, note_diagnostic, &count, &first),
                     loads[_i].status);
    ck_assert_ptr_null(loaded);
    ck_assert_int_ge(count, 1);
    ck_assert_int_eq(first.status, loads[_i].status);
    ck_assert_int_eq(first.severity, KZ_ERROR);
    ck_assert_int_ge(first.line, loads[_i].line);
    ck_assert_str_eq(first.code, "");
    ck_assert_ptr_nonnull(strstr(first.file, strrchr(bad, '/')));
    ck_assert_int_eq(kz_ruleset_load(&loaded, bad, NULL, NULL, NULL), loads[_i].status);
}
END_TEST

START_TEST(load_misused) {
    kz_ruleset *loaded = rules;
    memset(&error, 0x5A, sizeof error);
    ck_assert_int_eq(kz_ruleset_load(NULL, "x.yaml", NULL, NULL, &error), KZ_BAD_USAGE);
    ck_assert_int_eq(error.status, KZ_BAD_USAGE);
    ck_assert_int_eq(kz_ruleset_load(&loaded, NULL, NULL, NULL, NULL), KZ_BAD_USAGE);
    const char *const missing[] = {NULL};
    const kz_load_options bad[] = {{.size = sizeof *bad, .overlays = missing, .n_overlays = 1},
                                   {.size = sizeof *bad, .settings = missing, .n_settings = 1},
                                   {.size = sizeof *bad, .n_overlays = 1},
                                   {.size = sizeof *bad, .n_settings = 1},
                                   {.rule_path = "rules"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_int_eq(kz_ruleset_load_with(&loaded, "x.yaml", &bad[i], NULL, NULL, &error),
                         KZ_BAD_USAGE);
        ck_assert_ptr_null(loaded);
    }
    ck_assert_ptr_null(loaded);
}
END_TEST

/* Too large a number is refused before anything is read: the page after the one text must not be
 * touched. */
START_TEST(load_of_too_many) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ck_assert(pages != MAP_FAILED && !mprotect(pages + page, page, PROT_NONE));
    const char **last = (const char **)(void *)(pages + page) - 1;
    *last = "red_fives=no";
    const kz_load_options bad[] = {{.size = sizeof *bad, .settings = last, .n_settings = SIZE_MAX},
                                   {.size = sizeof *bad, .settings = last, .n_settings = 4097},
                                   {.size = sizeof *bad, .overlays = last, .n_overlays = SIZE_MAX},
                                   {.size = sizeof *bad, .overlays = last, .n_overlays = 17}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        kz_ruleset *loaded = rules;
        ck_assert_int_eq(kz_ruleset_load_with(&loaded, "x.yaml", &bad[i], NULL, NULL, &error),
                         KZ_BAD_USAGE);
        ck_assert_str_eq(error.text, "more than 16 overlays or 4096 settings are counted");
        ck_assert_ptr_null(loaded);
    }
    munmap(pages, 2 * page);
}
END_TEST

/* The largest number that is allowed loads. */
START_TEST(load_of_many) {
    static const char *settings[4096];
    kz_ruleset *loaded;
    for (size_t i = 0; i < 4096; i++)
        settings[i] = "no_such_option=yes";
    const kz_load_options how = {.size = sizeof how, .settings = settings, .n_settings = 4096};
    ck_assert_int_eq(
        kz_ruleset_load_with(&loaded, in_source("rules/ema-2016.yaml"), &how, NULL, NULL, &error),
        KZ_BAD_RULES);
    ck_assert_ptr_nonnull(strstr(error.text, "no_such_option"));
}
END_TEST

static void write_file(const char *folder, const char *name, const char *text) {
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

/* From a shorter struct, of an older kazoe.h, only its members are read. */
START_TEST(load_with_a_shorter_struct) {
    kz_ruleset *loaded;
    kz_load_options how = {.size = offsetof(kz_load_options, settings), .n_settings = 1};
    ck_assert_int_eq(
        kz_ruleset_load_with(&loaded, in_source("rules/ema-2016.yaml"), &how, NULL, NULL, &error),
        KZ_OK);
    kz_ruleset_free(loaded);
}
END_TEST

/* --- opened by name -------------------------------------------------------------------------- */

static const struct {
    const char *spec, *label; /* NULL: there is no such ruleset, and */
    kz_status status;
    const char *text; /* a part of the message */
} opened[] = {
    {"ema-2016", "ema-2016", KZ_OK, NULL},
    {"%s/rules/mcr.yaml", "mcr", KZ_OK, NULL},
    {"ema-2061", NULL, KZ_NOT_FOUND, "unknown ruleset 'ema-2061'; did you mean 'ema-2016'"},
    {"", NULL, KZ_NOT_FOUND, "'' is not a name"},
    {"../rules/mcr", NULL, KZ_NOT_FOUND, "there is no such file"},
    {"base/../mcr", NULL, KZ_NOT_FOUND, "is not a name"},
    {"base/riichi", NULL, KZ_BAD_RULES, "the ruleset has no id"},
    {"%s/rules/nowhere.yaml", NULL, KZ_NOT_FOUND, "there is no such file"},
    {"tenhou red-fives=no  open_tanyao=no + mcr-club", NULL, KZ_BAD_RULES, "these rules have no"},
    {" tenhou honba_ron=1500 red_fives=no + local-yaku + club-evening",
     "tenhou red_fives=no + club-evening + local-yaku", KZ_OK, NULL},
    {"\"%s/rules/mcr.yaml\" minimum=6", "mcr minimum=6", KZ_OK, NULL},
    {"tenhou + local-yaky", NULL, KZ_NOT_FOUND, "unknown overlay 'local-yaky'; did you mean"},
    {"tenhou + ../local-yaku", NULL, KZ_NOT_FOUND, "there is no"},
    {"tenhou +", NULL, KZ_BAD_RULES, "an overlay is missing"},
};

START_TEST(opens_by_name) {
    kz_ruleset *loaded = rules;
    const char *search = strcpy((char[4096]){0}, in_source("rules"));
    snprintf(path, sizeof path, opened[_i].spec, getenv("SRCDIR"));
    ck_assert_int_eq(kz_ruleset_open(&loaded, path, search, NULL, NULL, &error), opened[_i].status);
    if (opened[_i].label) {
        ck_assert_str_eq(kz_ruleset_label(loaded), opened[_i].label);
        kz_ruleset_free(loaded);
        return;
    }
    ck_assert_ptr_null(loaded);
    ck_assert_int_eq(error.status, opened[_i].status);
    ck_assert_msg(strstr(error.text, opened[_i].text) != NULL, "%s", error.text);
}
END_TEST

static const struct {
    const char *spec, *overlay, *setting; /* %s: the source; the last two NULL: none */
    int confined;
    const char *label; /* NULL: refused, with text */
    kz_status status;
    const char *text;
} opened_with[] = {
    {"tenhou", NULL, NULL, 1, "tenhou", KZ_OK, NULL},
    {"tenhou red_fives=no + local-yaku", NULL, "honba_ron=1500", 1,
     "tenhou red_fives=no honba_ron=1500 + local-yaku", KZ_OK, NULL},
    {"tenhou", "rules/overlays/local-yaku.yaml", "red_fives=no", 0,
     "tenhou red_fives=no + local-yaku", KZ_OK, NULL},
    {"tenhou red_fives=no", NULL, "red_fives=yes", 1, NULL, KZ_BAD_RULES, "set to no and to yes"},
    {"%s/rules/mcr.yaml", NULL, NULL, 1, NULL, KZ_BAD_RULES, "is a path, and only names"},
    {"tenhou + \"%s/no such.yaml\"", NULL, NULL, 1, NULL, KZ_BAD_RULES,
     "is a path, and only names"},
    {"tenhou + ../club", NULL, NULL, 1, NULL, KZ_BAD_RULES, "is a path, and only names"},
    {"nowhere", NULL, NULL, 1, NULL, KZ_NOT_FOUND, "unknown ruleset"},
};

START_TEST(opens_confined) {
    kz_ruleset *loaded = rules;
    char overlay[4096];
    const char *search = strcpy((char[4096]){0}, in_source("rules"));
    if (opened_with[_i].overlay)
        strcpy(overlay, in_source("%s", opened_with[_i].overlay));
    const kz_load_options how = {.size = sizeof how,
                                 .rule_path = search,
                                 .overlays = &(const char *){overlay},
                                 .n_overlays = opened_with[_i].overlay != NULL,
                                 .settings = &opened_with[_i].setting,
                                 .n_settings = opened_with[_i].setting != NULL,
                                 .confined = opened_with[_i].confined};
    snprintf(path, sizeof path, opened_with[_i].spec, getenv("SRCDIR"));
    kz_status status = kz_ruleset_open_with(&loaded, path, &how, NULL, NULL, &error);
    ck_assert_msg(status == opened_with[_i].status, "%s", error.text);
    if (opened_with[_i].label)
        ck_assert_str_eq(kz_ruleset_label(loaded), opened_with[_i].label);
    else
        ck_assert_msg(strstr(error.text, opened_with[_i].text) != NULL, "%s", error.text);
    kz_ruleset_free(loaded);
    ck_assert_int_eq(kz_ruleset_open_with(&loaded, path, &(kz_load_options){0}, NULL, NULL, NULL),
                     KZ_BAD_USAGE);
}
END_TEST

static const struct {
    const char *spec, *json;
    int column; /* of the error, where json is NULL */
} specs[] = {
    {"tenhou", "{\"ruleset\":\"tenhou\",\"settings\":[],\"overlays\":[]}", 0},
    {"a b=1 c=d=e + x.yaml + \"y + \\\"z\\\\\"",
     "{\"ruleset\":\"a\",\"settings\":[\"b=1\",\"c=d=e\"],"
     "\"overlays\":[\"x.yaml\",\"y + \\\"z\\\\\"]}",
     0},
    {"\"a b\"\t+\t\"\"", "{\"ruleset\":\"a b\",\"settings\":[],\"overlays\":[\"\"]}", 0},
    {"", "{\"ruleset\":\"\",\"settings\":[],\"overlays\":[]}", 0},
    {"tenhou no", NULL, 8},
    {"\xe6\xb1\xba\xe3\x81\xbe x+y", NULL, 4},
};

START_TEST(reads_specs) {
    char json[200];
    size_t needed = 7;
    kz_status status = kz_spec_json(specs[_i].spec, json, sizeof json, &needed, &error);
    if (specs[_i].json) {
        ck_assert_msg(status == KZ_OK, "%s", error.text);
        ck_assert_str_eq(json, specs[_i].json);
        ck_assert_uint_eq(needed, strlen(json));
        ck_assert_int_eq(kz_spec_json(specs[_i].spec, NULL, 0, &needed, NULL), KZ_OK);
        ck_assert_uint_eq(needed, strlen(json));
        return;
    }
    ck_assert_int_eq(status, KZ_BAD_RULES);
    ck_assert_uint_eq(needed, 0);
    ck_assert_str_eq(error.file, "ruleset");
    ck_assert_int_eq(error.column, specs[_i].column);
    ck_assert_int_eq(kz_spec_json(NULL, json, sizeof json, NULL, &error), KZ_BAD_USAGE);
}
END_TEST

/* The first of the folders that has the name; a file in the working directory is no name. */
START_TEST(opens_the_first) {
    char here[] = "/tmp/kazoe-here-XXXXXX", search[5000], back[4096];
    kz_ruleset *loaded;
    ck_assert(mkdtemp(here) && getcwd(back, sizeof back));
    write_file(here, "mcr.yaml", "kazoe: 1\nruleset: mine\nextends: tenhou\n");
    write_file(here, "hidden.yaml", "kazoe: 1\nruleset: hidden\nextends: tenhou\n");
    snprintf(search, sizeof search, "/nowhere::%s:%s/rules", here, getenv("SRCDIR"));
    kz_status first = kz_ruleset_open(&loaded, "mcr", search, NULL, NULL, &error);
    const char *rest = strcpy((char[4096]){0}, in_source("rules"));
    kz_status hidden =
        chdir(here) ? KZ_IO
                    : kz_ruleset_open(&(kz_ruleset *){NULL}, "hidden", rest, NULL, NULL, NULL);
    ck_assert_int_eq(chdir(back), 0);
    unlink(path);
    snprintf(path, sizeof path, "%s/mcr.yaml", here);
    unlink(path);
    rmdir(here);
    ck_assert_msg(first == KZ_OK, "%s", error.text);
    ck_assert_str_eq(kz_ruleset_id(loaded), "mine");
    ck_assert_int_eq(hidden, KZ_NOT_FOUND);
    kz_ruleset_free(loaded);
    ck_assert_int_eq(kz_ruleset_open(NULL, "mcr", NULL, NULL, NULL, &error), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_ruleset_open(&loaded, NULL, NULL, NULL, NULL, &error), KZ_BAD_USAGE);
}
END_TEST

START_TEST(parents_looked_up_along) {
    char here[] = "/tmp/kazoe-here-XXXXXX", there[] = "/tmp/kazoe-there-XXXXXX";
    char text[5000], search[5000];
    kz_ruleset *loaded;
    ck_assert(mkdtemp(here) && mkdtemp(there));
    snprintf(text, sizeof text, "kazoe: 1\nextends: %s\n", in_source("rules/ema-2016.yaml"));
    write_file(there, "kin-of-the-test.yaml", text);
    write_file(here, "child.yaml",
               "kazoe: 1\nruleset: child\nextends: kin-of-the-test\n"
               "title: {ja: \"\u5B50\", de: Kind}\nversion: 7b\n");
    kz_status alone = kz_ruleset_load(&loaded, path, NULL, NULL, &error);
    /* A file of the rule path extends only files in it, even if it is named by its
     * path. */
    snprintf(search, sizeof search, "/nowhere:%s:", there);
    kz_load_options how = {.size = sizeof how, .rule_path = search};
    kz_status astray = kz_ruleset_load_with(&loaded, path, &how, NULL, NULL, NULL);
    snprintf(search, sizeof search, "/nowhere:%s:%s/rules:", there, getenv("SRCDIR"));
    kz_status along = kz_ruleset_load_with(&loaded, path, &how, NULL, NULL, NULL);
    unlink(path);
    rmdir(here);
    snprintf(path, sizeof path, "%s/kin-of-the-test.yaml", there);
    unlink(path);
    rmdir(there);
    ck_assert_int_eq(alone, KZ_BAD_RULES);
    ck_assert_ptr_nonnull(strstr(error.text, "kin-of-the-test"));
    ck_assert_int_eq(error.line, 3);
    ck_assert_int_eq(astray, KZ_BAD_RULES);
    ck_assert_int_eq(along, KZ_OK);
    ck_assert_str_eq(kz_ruleset_id(loaded), "child");
    ck_assert_str_eq(kz_ruleset_version(loaded), "7b");
    ck_assert_str_eq(kz_ruleset_title(loaded, "de"), "Kind");
    ck_assert_str_eq(kz_ruleset_title(loaded, "fr"), "\u5B50");
    ck_assert_str_eq(kz_ruleset_digest(loaded), kz_ruleset_digest(rules));
    kz_ruleset_free(loaded);
}
END_TEST

START_TEST(what_a_ruleset_says_of_itself) {
    ck_assert_str_eq(kz_ruleset_id(rules), "ema-2016");
    ck_assert_str_eq(kz_ruleset_version(rules), "2016");
    ck_assert_uint_eq(strspn(kz_ruleset_digest(rules), "0123456789abcdef"), 16);
    ck_assert_uint_eq(strlen(kz_ruleset_digest(rules)), 16);
    ck_assert_str_eq(kz_ruleset_title(rules, NULL), kz_ruleset_title(rules, "en"));
    ck_assert_str_ne(kz_ruleset_title(rules, "ja"), kz_ruleset_title(rules, "en"));
}
END_TEST

START_TEST(ruleset_as_json) {
    static const char *const parts[] = {
        "\"ruleset\":\"ema-2016\",\"version\":\"2016\"",
        "\"hand_size\":14",
        "{\"tile\":\"1m\",\"copies\":4}",
        "\"red_fives\":[],\"red_copies\":[],\"dora\":true,\"ura\":true",
        "\"seats\":[\"E\",\"S\",\"W\",\"N\"]",
        "\"claims\":[\"chow\",\"pung\",\"kong\"]",
        "\"counters\":true,\"bet\":1000",
        "{\"id\":\"ippatsu\",\"names\":{\"en\":\"One Shot\"",
        "\"implies\":[\"riichi\"]",
        "\"closed\":\"yakuman\",\"open\":null",
        "\"value\":\"yes\",\"default\":\"yes\",\"values\":[\"yes\",\"no\"]"};
    size_t needed = kz_ruleset_json(rules, NULL, 0);
    char *json = malloc(needed + 1);
    ck_assert_uint_eq(kz_ruleset_json(rules, json, needed + 1), needed);
    ck_assert_uint_eq(strlen(json), needed);
    for (size_t i = 0; i < COUNT(parts); i++)
        ck_assert_msg(strstr(json, parts[i]) != NULL, "%s", parts[i]);
    free(json);
}
END_TEST

/* --- hands ----------------------------------------------------------------------------------- */

#define WON "34m345p678s22z [777z] +5m seat=E from=W"

START_TEST(hand_misused) {
    ck_assert_int_eq(kz_hand_parse(NULL, "1m", 2, &error), KZ_BAD_USAGE);
    ck_assert_int_eq(error.status, KZ_BAD_USAGE);
    ck_assert_int_eq(kz_hand_parse(hand, NULL, 2, &error), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_hand_parse(hand, NULL, 0, &error), KZ_BAD_HAND);
    ck_assert_str_eq(error.code, "empty");
    ck_assert_int_eq(kz_hand_know(NULL, rules), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_hand_know(hand, NULL), KZ_BAD_USAGE);
}
END_TEST

START_TEST(hand_need_not_end_in_nul) {
    char text[] = WON "#@!";
    ck_assert_int_eq(kz_hand_parse(hand, text, strlen(WON), NULL), KZ_OK);
    ck_assert_int_eq(kz_score(result, rules, hand), KZ_OK);
}
END_TEST

START_TEST(error_of_a_hand) {
    ck_assert_int_eq(parse("123m456p789s1122S+5z"), KZ_BAD_HAND);
    ck_assert_int_eq(error.status, KZ_BAD_HAND);
    ck_assert_str_eq(error.code, "unknown_suit");
    ck_assert_str_eq(error.key, "");
    ck_assert_int_eq(error.column, 17);
    char text[100];
    ck_assert_uint_eq(kz_error_write(&error, text, sizeof text), strlen(text));
    ck_assert_str_eq(text, "17: error: S is South; bamboo is s");
    ck_assert_int_eq(parse("{\"hand\":\"11m\",\"win\":\"1S\"}"), KZ_BAD_HAND);
    ck_assert_str_eq(error.key, "win");
    /* what was not parsed cannot be scored */
    ck_assert_int_eq(kz_score(result, rules, hand), KZ_BAD_USAGE);
    ck_assert_int_eq(parse(WON), KZ_OK);
    ck_assert_int_eq(kz_score(result, rules, hand), KZ_OK);
}
END_TEST

START_TEST(words_are_known_early_or_late) {
    ck_assert_int_eq(score(WON " richi"), KZ_BAD_HAND);
    ck_assert_str_eq(kz_result_error(result)->code, "unknown_word");
    ck_assert_int_eq(score(WON " last_copy"), KZ_OK); /* a word of other games is ignored */
    ck_assert_int_eq(kz_hand_know(hand, rules), KZ_OK);
    ck_assert_int_eq(parse(WON " richi"), KZ_BAD_HAND);
    ck_assert_str_eq(error.code, "unknown_word");
    ck_assert_ptr_nonnull(strstr(error.text, "riichi"));
    ck_assert_int_eq(parse(WON " last_copy"), KZ_OK);
}
END_TEST

/* A ruleset counts once, however often it is named. */
START_TEST(rules_are_known_once) {
    kz_ruleset *others[KZ_MAX_KNOWN];
    for (int i = 0; i < KZ_MAX_KNOWN; i++)
        ck_assert_int_eq(kz_ruleset_load(&others[i], in_source("rules/mcr.yaml"), NULL, NULL, NULL),
                         KZ_OK);
    for (int i = 0; i < 2 * KZ_MAX_KNOWN; i++)
        ck_assert_int_eq(kz_hand_know(hand, others[i % KZ_MAX_KNOWN]), KZ_OK);
    ck_assert_int_eq(kz_hand_know(hand, rules), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_hand_know(hand, others[0]), KZ_OK);
    for (int i = 0; i < KZ_MAX_KNOWN; i++)
        kz_ruleset_free(others[i]);
}
END_TEST

/* A hand that forgot its rules keeps any word, and reads nothing of them. */
START_TEST(rules_are_forgotten) {
    kz_ruleset *other;
    ck_assert_int_eq(kz_ruleset_load(&other, in_source("rules/mcr.yaml"), NULL, NULL, NULL), KZ_OK);
    ck_assert_int_eq(kz_hand_know(hand, other), KZ_OK);
    ck_assert_int_eq(parse(WON " last_copy"), KZ_OK);
    kz_hand_forget(hand);
    kz_ruleset_free(other);
    ck_assert_int_eq(kz_score(result, rules, hand), KZ_BAD_USAGE);
    ck_assert_int_eq(parse(WON " richi"), KZ_OK);
    ck_assert_int_eq(kz_score(result, rules, hand), KZ_BAD_HAND);
    for (int i = 0; i < 2 * KZ_MAX_KNOWN; i++) {
        kz_hand_forget(hand);
        ck_assert_int_eq(kz_hand_know(hand, rules), KZ_OK);
    }
    ck_assert_int_eq(parse(WON " richi"), KZ_BAD_HAND);
}
END_TEST

#define DRAWN "34m345p678s22z [777z] +5m seat=E"

/* The words of a ruleset are looked up when the hand is read, or else when it is scored. */
START_TEST(table_words_are_known_early_or_late) {
    static const char *const said[] = {" haitei", " \xE8\x87\xAA\xE6\x91\xB8 last_tile"};
    char plain[2048], got[2048];
    for (unsigned known = 0; known < 2; known++) {
        ck_assert_int_eq(score(DRAWN " tsumo last_tile"), KZ_OK);
        kz_result_json(result, plain, sizeof plain);
        for (unsigned i = 0; i < COUNT(said); i++) {
            char line[128];
            snprintf(line, sizeof line, "%s%s", DRAWN, said[i]);
            ck_assert_int_eq(score(line), KZ_OK);
            kz_result_json(result, got, sizeof got);
            ck_assert_str_eq(got, plain);
        }
        ck_assert_int_eq(kz_hand_know(hand, rules), KZ_OK);
    }
}
END_TEST

START_TEST(table_words_that_contradict) {
    for (unsigned known = 0; known < 2; known++) {
        ck_assert_int_eq(score(WON " ron haitei"), KZ_BAD_HAND);
        ck_assert_str_eq(kz_result_error(result)->code, "contradiction");
        ck_assert_int_eq(kz_hand_know(hand, rules), KZ_OK);
    }
}
END_TEST

/* --- results --------------------------------------------------------------------------------- */

static void says_nothing(void) {
    ck_assert_int_eq(kz_result_wins(result), 0);
    ck_assert_int_eq(kz_result_points(result), 0);
    for (int seat = KZ_EAST; seat <= KZ_NORTH; seat++)
        ck_assert_int_eq(kz_result_payment(result, (kz_seat)seat), 0);
    ck_assert_int_eq(kz_result_payment_discarder(result), 0);
    ck_assert_int_eq(kz_result_payment_others(result), 0);
    ck_assert_int_eq(kz_result_discarder_unknown(result), 0);
    ck_assert_int_eq(kz_result_total(result), 0);
    ck_assert_int_eq(kz_result_qualifying(result), 0);
    ck_assert_int_eq(kz_result_fu(result), -1);
    ck_assert_ptr_null(kz_result_limit(result));
    ck_assert_int_eq(kz_result_multiplier(result), 1);
    ck_assert_uint_eq(kz_result_yaku_count(result), 0);
    ck_assert_ptr_null(kz_result_yaku_id(result, 0));
    ck_assert_ptr_null(kz_result_yaku_limit(result, 0));
    ck_assert_int_eq(kz_result_yaku_number(result, 0), -1);
    ck_assert_int_eq(kz_result_chips(result), 0);
    ck_assert_int_eq(kz_result_chip_payment(result, KZ_EAST), 0);
    ck_assert_int_eq(kz_result_chip_payment_discarder(result), 0);
    ck_assert_int_eq(kz_result_chip_payment_others(result), 0);
}

START_TEST(score_misused) {
    says_nothing();
    ck_assert_ptr_null(kz_result_error(result));
    ck_assert_int_eq(kz_score(NULL, rules, hand), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_score(result, rules, hand), KZ_BAD_USAGE); /* nothing was parsed */
    says_nothing();
    ck_assert_int_eq(score(WON), KZ_OK);
    ck_assert_int_eq(kz_score(result, NULL, hand), KZ_BAD_USAGE);
    says_nothing();
    ck_assert_int_eq(kz_result_error(result)->status, KZ_BAD_USAGE);
    ck_assert_int_eq(score(WON), KZ_OK);
    ck_assert_ptr_null(kz_result_error(result));
    ck_assert_int_eq(kz_score(result, rules, NULL), KZ_BAD_USAGE);
    says_nothing();
    ck_assert_int_eq(score(WON " ippatsu"), KZ_BAD_HAND);
    ck_assert_str_eq(kz_result_error(result)->code, "contradiction");
    says_nothing();
    ck_assert_ptr_null(kz_result_reason(result));
    ck_assert_int_eq(kz_result_seat(result), KZ_EAST);
    ck_assert_int_eq(score("123m456p789s1234z+5z"), KZ_OK);
    says_nothing();
    ck_assert_str_eq(kz_result_reason(result), "incomplete");
}
END_TEST

START_TEST(what_a_result_says) {
    ck_assert_int_eq(score("234m345p67s55z (7777z) +8s from=W dora=4p ura=1z riichi honba=1 "
                           "deposits=2 ippatsu"),
                     KZ_OK);
    ck_assert_int_eq(kz_result_wins(result), 1);
    ck_assert_int_eq(kz_result_points(result), 8000);
    ck_assert_int_eq(kz_result_payment(result, KZ_SOUTH), 10300);
    ck_assert_int_eq(kz_result_payment(result, KZ_WEST), -8300);
    ck_assert_int_eq(kz_result_payment(result, (kz_seat)4), 0);
    ck_assert_int_eq(kz_result_total(result), 4);
    ck_assert_int_eq(kz_result_qualifying(result), 3);
    ck_assert_int_eq(kz_result_fu(result), 70);
    ck_assert_str_eq(kz_result_limit(result), "mangan");
    static const char *const yaku[] = {"riichi", "ippatsu", "chun", "dora"};
    ck_assert_uint_eq(kz_result_yaku_count(result), 4);
    for (size_t i = 0; i < 4; i++) {
        ck_assert_str_eq(kz_result_yaku_id(result, i), yaku[i]);
        ck_assert_int_eq(kz_result_yaku_value(result, i), 1);
        ck_assert_int_eq(kz_result_yaku_times(result, i), 1);
    }
    ck_assert_ptr_null(kz_result_yaku_id(result, 4));
    ck_assert_int_eq(kz_result_yaku_value(result, (size_t)-1), 0);
    ck_assert_int_eq(kz_result_yaku_times(result, 4), 0);
    ck_assert_int_eq(kz_result_discarder_unknown(result), 0);
    ck_assert_int_eq(score("34m345p678s22z [777z] +5m"), KZ_OK); /* the discarder is not given */
    ck_assert_int_eq(kz_result_discarder_unknown(result), 1);
    ck_assert_int_eq(kz_result_payment(result, KZ_SOUTH), 1000);
    ck_assert_int_eq(kz_result_payment_discarder(result), -1000);
    ck_assert_int_eq(kz_result_payment_others(result), 0);
}
END_TEST

/* A word that these rules call otherwise makes the hand be scored once more, as a copy. */
START_TEST(furiten_whatever_the_words) {
    static const char *const words[] = {"", " riichi", " 立直"};
    char line[100];
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        snprintf(line, sizeof line, "234m567m345p67s22p +8s from=W discards=8s%s", words[i]);
        ck_assert_int_eq(score(line), KZ_OK);
        ck_assert_int_eq(kz_result_wins(result), 0);
        ck_assert_str_eq(kz_result_reason(result), "furiten");
        ck_assert_int_eq(kz_result_payment(result, KZ_WEST), 0);
        snprintf(line, sizeof line, "234m567m345p67s22p +8s from=W discards=1m%s", words[i]);
        ck_assert_int_eq(score(line), KZ_OK);
        ck_assert_int_eq(kz_result_wins(result), 1);
        snprintf(line, sizeof line, "234m567m345p67s22p +8s tsumo discards=8s%s", words[i]);
        ck_assert_int_eq(score(line), KZ_OK);
        ck_assert_int_eq(kz_result_wins(result), 1);
    }
}
END_TEST

/* --- text of any size ------------------------------------------------------------------------ */

typedef size_t write_result(const kz_result *, char *, size_t);

static void check_sizes(write_result *write) {
    size_t len = write(result, NULL, 0);
    char *whole = malloc(len + 1), *part = malloc(len + 3);
    ck_assert(whole && part && len);
    ck_assert_uint_eq(write(result, whole, len + 1), len);
    ck_assert_uint_eq(strlen(whole), len);
    for (size_t size = 1; size <= len + 2; size++) {
        memset(part, '#', len + 3);
        size_t kept = len < size ? len : size - 1;
        if (write(result, part, size) != len || memcmp(part, whole, kept) != 0 || part[kept] ||
            part[size] != '#')
            ck_abort_msg("size %zu of %zu: %.*s", size, len, (int)size, part);
    }
    free(whole);
    free(part);
}

static const char *const lines[] = {
    WON,
    "{\"id\":\"a \\\"b\\\" "
    "\u7ACB\",\"hand\":\"34m345p678s22z\",\"melds\":[\"[777z]\"],\"win\":\"5m\"}",
    "2223334445556m+6m tsumo riichi dora=1m ura=6z",
    "19m19p19s1234567z+1m tsumo seat=E honba=2",
    "234m345p67s11z [789s] +8s dora=1z",
    "123m456p789s1234z+5z",
    "123m456p789s11222z+5z",
    WON " ippatsu",
};

static size_t text_in_english(const kz_result *scored, char *buffer, size_t size) {
    return kz_result_text(scored, NULL, buffer, size);
}

static size_t explained_in_english(const kz_result *scored, char *buffer, size_t size) {
    return kz_result_explain_text(scored, NULL, buffer, size);
}

START_TEST(written_in_any_size) {
    score(lines[_i]);
    check_sizes(kz_result_json);
    check_sizes(kz_result_explain_json);
    check_sizes(text_in_english);
    check_sizes(explained_in_english);
}
END_TEST

START_TEST(text_in_a_language) {
    char text[4096];
    score(WON);
    kz_result_text(result, "ja", text, sizeof text);
    ck_assert_msg(strstr(text, "\u4E2D") != NULL, "%s", text);
    kz_result_text(result, NULL, text, sizeof text);
    ck_assert_msg(strstr(text, "Red Dragon") != NULL, "%s", text);
    ck_assert_msg(strstr(text, "rounded up") == NULL, "%s", text);
    kz_result_explain_text(result, NULL, text, sizeof text);
    ck_assert_msg(strstr(text, "sum          24, rounded up to 30") != NULL, "%s", text);
}
END_TEST

/* --- what the header forbids ------------------------------------------------------------------ */

#define UNFINISHED "123456m23p55789s"

static kz_status parse_unfinished(const char *line) {
    return kz_hand_parse_unfinished(hand, line, strlen(line), NULL);
}

/* Only pointers for values that are not wanted may be NULL. */
START_TEST(no_place_for_a_text) {
    char text[64];
    ck_assert_int_eq(kz_spec_json("tenhou", NULL, 1, NULL, &error), KZ_BAD_USAGE);
    ck_assert_int_eq(parse(WON), KZ_OK);
    ck_assert_int_eq(kz_hand_write(hand, "kazoe", 0, NULL, 1, NULL, &error), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_hand_write(hand, "klingon", 0, text, sizeof text, NULL, &error),
                     KZ_BAD_USAGE);
    ck_assert_str_eq(error.text, "no hand, or no notation of that name");
    ck_assert_int_eq(kz_hand_write(hand, NULL, 0, text, sizeof text, NULL, NULL), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_hand_write(NULL, "kazoe", 0, text, sizeof text, NULL, NULL), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_hand_write(hand, "botzone", 0, text, sizeof text, NULL, NULL), KZ_BAD_HAND);
    ck_assert_int_eq(kz_hand_write(hand, "kazoe", 0, NULL, 0, NULL, NULL), KZ_OK);
    ck_assert_int_eq(parse("1x"), KZ_BAD_HAND);
    ck_assert_int_eq(kz_hand_write(hand, "kazoe", 0, text, sizeof text, NULL, NULL), KZ_BAD_USAGE);
}
END_TEST

START_TEST(error_of_no_hand) {
    char text[256];
    ck_assert_int_eq(parse("id=7 1x"), KZ_BAD_HAND);
    kz_error_json(&error, NULL, text, sizeof text);
    ck_assert_msg(strstr(text, "\"id\":") == NULL && strstr(text, error.text) != NULL, "%s", text);
    ck_assert_int_eq(kz_hand_parse(hand, "1x", 2, NULL), KZ_BAD_HAND);
}
END_TEST

START_TEST(tiles_that_are_not_there) {
    const unsigned char tiles[] = {0, 4, 8};
    const kz_tiles bad[] = {{.size = 1},
                            {.size = sizeof *bad, .n_tiles = 3},
                            {.size = sizeof *bad, .tiles = tiles, .n_tiles = 3, .n_melds = 1},
                            {.size = sizeof *bad, .encoding = (kz_encoding)2, .tiles = tiles}};
    for (int i = 0; i < COUNT(bad); i++)
        ck_assert_int_eq(kz_hand_set_tiles(hand, &bad[i], NULL), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_hand_set_tiles(hand, NULL, NULL), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_hand_set_tiles(NULL, &bad[1], &error), KZ_BAD_USAGE);
    ck_assert_str_eq(error.text, "no hand or no tiles");
}
END_TEST

/* Programs compiled with an older kazoe.h have shorter structs, those with a newer one longer. */
START_TEST(structs_of_other_releases) {
    const unsigned char tiles[] = {0, 1, 2, 4, 5, 6, 9, 10, 11, 18, 19, 20, 27, 27};
    const struct {
        kz_tiles known;
        const char *unknown;
    } newer = {{.size = sizeof newer, .encoding = KZ_TILES_34, .tiles = tiles, .n_tiles = 14},
               "later"};
    const kz_tiles older = {.size = offsetof(kz_tiles, words),
                            .encoding = KZ_TILES_34,
                            .tiles = tiles,
                            .n_tiles = 14,
                            .words = "not looked at"};
    const struct {
        kz_discard_options known;
        const char *unknown;
    } turns = {{.size = sizeof turns, .turns = 1}, "later"};
    kz_discard best;
    ck_assert_int_eq(kz_hand_set_tiles(hand, &newer.known, NULL), KZ_OK);
    ck_assert_int_eq(kz_score(result, rules, hand), KZ_OK);
    ck_assert_int_eq(kz_hand_set_tiles(hand, &older, NULL), KZ_OK);
    ck_assert_int_eq(kz_score(result, rules, hand), KZ_OK);
    ck_assert_int_eq(parse_unfinished(UNFINISHED "1z"), KZ_OK);
    ck_assert_int_eq(kz_discards(&best, 1, NULL, result, rules, hand, &turns.known, NULL), KZ_OK);
}
END_TEST

/* A word that says how the hand was won says nothing of a hand that lacks a tile. */
START_TEST(unfinished_hands_have_not_won) {
    static const struct {
        const char *word, *text;
    } said[] = {{" haitei", "also says how a hand was won"},
                {" tsumo", "an unfinished hand has not won"},
                {" \xE7\xAB\x8B\xE7\x9B\xB4", NULL}};
    ck_assert_int_eq(kz_hand_know(hand, rules), KZ_OK);
    for (int i = 0; i < COUNT(said); i++) {
        char line[64];
        snprintf(line, sizeof line, "%s%s", UNFINISHED, said[i].word);
        kz_status status = kz_hand_parse_unfinished(hand, line, strlen(line), &error);
        ck_assert_int_eq(status, said[i].text ? KZ_BAD_HAND : KZ_OK);
        ck_assert_msg(!said[i].text || strstr(error.text, said[i].text), "%s", error.text);
    }
}
END_TEST

START_TEST(waits_misused) {
    kz_wait list[34];
    int shanten, furiten;
    ck_assert_int_eq(parse(WON), KZ_OK);
    ck_assert_int_eq(kz_waits(list, 34, NULL, NULL, rules, hand, &error), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_shanten(&shanten, rules, hand, NULL), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_furiten(&furiten, rules, hand, NULL), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_furiten(&furiten, rules, NULL, &error), KZ_BAD_USAGE);
    ck_assert_int_eq(error.status, KZ_BAD_USAGE);
    ck_assert_int_eq(parse_unfinished(UNFINISHED), KZ_OK);
    ck_assert_int_eq(kz_furiten(NULL, rules, hand, NULL), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_waits(list, 34, NULL, NULL, NULL, hand, &error), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_waits(list, 34, NULL, NULL, rules, NULL, NULL), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_waits(NULL, 34, NULL, NULL, rules, hand, NULL), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_waits(NULL, 0, NULL, NULL, rules, hand, NULL), KZ_OK);
    ck_assert_int_eq(kz_shanten(&shanten, NULL, hand, NULL), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_shanten(&shanten, rules, NULL, NULL), KZ_BAD_USAGE);
    ck_assert_int_eq(parse_unfinished("123m"), KZ_OK); /* of another size */
    ck_assert_int_eq(kz_waits(list, 34, NULL, NULL, rules, hand, NULL), KZ_BAD_HAND);
    ck_assert_int_eq(kz_shanten(&shanten, rules, hand, NULL), KZ_BAD_HAND);
    ck_assert_int_eq(kz_furiten(&furiten, rules, hand, &error), KZ_BAD_HAND);
    ck_assert_str_eq(error.code, "tile_count");
}
END_TEST

START_TEST(discards_misused) {
    static const kz_discard_options sizeless = {.turns = 1},
                                    bad[] = {{.size = sizeof *bad, .turns = 0},
                                             {.size = sizeof *bad, .turns = 19},
                                             {.size = sizeof *bad, .turns = 1, .width = -2},
                                             {.size = sizeof *bad, .turns = 1, .width = 4}};
    kz_discard list[37];
    ck_assert_int_eq(parse_unfinished(UNFINISHED "1z"), KZ_OK);
    for (int i = 0; i < COUNT(bad); i++) {
        ck_assert_int_eq(kz_discards(list, 37, NULL, result, rules, hand, &bad[i], &error),
                         KZ_BAD_USAGE);
        ck_assert_str_eq(error.text, "turns are 1 to 18, and width is at most 3");
    }
    ck_assert_int_eq(kz_discards(list, 37, NULL, result, rules, hand, &sizeless, &error),
                     KZ_BAD_USAGE);
    ck_assert_str_eq(error.text, "a struct does not begin with its size");
    ck_assert_int_eq(kz_discards(list, 37, NULL, NULL, rules, hand, NULL, NULL), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_discards(list, 37, NULL, result, NULL, hand, NULL, NULL), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_discards(list, 37, NULL, result, rules, NULL, NULL, NULL), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_discards(NULL, 37, NULL, result, rules, hand, NULL, NULL), KZ_BAD_USAGE);
    ck_assert_int_eq(parse_unfinished(UNFINISHED), KZ_OK); /* no tile to discard */
    ck_assert_int_eq(kz_discards(list, 37, NULL, result, rules, hand, NULL, NULL), KZ_BAD_HAND);
}
END_TEST

START_TEST(score_with_misused) {
    static const char *const tiles[] = {NULL, "", "4pp", "4p5p", "x"};
    ck_assert_int_eq(kz_score_completed(NULL, rules, hand, "4p", 1), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_score_completed(result, rules, hand, "4p", 1), KZ_BAD_USAGE);
    ck_assert_int_eq(parse_unfinished(UNFINISHED), KZ_OK);
    ck_assert_int_eq(kz_score_completed(result, NULL, hand, "4p", 1), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_score_completed(result, rules, NULL, "4p", 1), KZ_BAD_USAGE);
    ck_assert_str_eq(kz_result_error(result)->text, "no rules, or a hand that was never read");
    for (int i = 0; i < COUNT(tiles); i++) {
        ck_assert_int_eq(kz_score_completed(result, rules, hand, tiles[i], 1), KZ_BAD_USAGE);
        ck_assert_str_eq(kz_result_error(result)->text, "there is no such tile");
    }
    ck_assert_int_eq(kz_score_completed(result, rules, hand, "4p", 1), KZ_OK);
}
END_TEST

/* --- values ---------------------------------------------------------------------------------- */

START_TEST(values_refused) {
    static const struct {
        kz_stated_value value;
        kz_status status;
        const char *text;
    } bad[] = {
        {{.size = sizeof(kz_stated_value), .total = -1}, KZ_BAD_USAGE, "a negative number"},
        {{.size = sizeof(kz_stated_value), .fu = -1}, KZ_BAD_USAGE, "a negative number"},
        {{.size = sizeof(kz_stated_value), .multiplier = -1}, KZ_BAD_USAGE, "a negative number"},
        {{.size = sizeof(kz_stated_value), .points = -1}, KZ_BAD_USAGE, "a negative number"},
        {{.size = sizeof(kz_stated_value), .chips = -1}, KZ_BAD_USAGE, "a negative number"},
        {{.size = sizeof(kz_stated_value),
          .limit = "a name that is longer than any limit of any ruleset"},
         KZ_BAD_HAND,
         "no limit has this name"},
    };
    ck_assert_int_eq(kz_value(result, rules, &bad[_i].value), bad[_i].status);
    ck_assert_ptr_nonnull(strstr(kz_result_error(result)->text, bad[_i].text));
}
END_TEST

#define CHIPS "rules/riichi-chips.yaml"

/* A limit that is paid once, and chips: by discard, self-draw, and an unknown discarder. */
START_TEST(chips_paid) {
    static const struct {
        const char *situation;
        long each[5], discarder, others; /* each seat, and one that there is not */
    } paid[] = {
        {"seat=S from=W", {0, 2, -2, 0, 0}, 0, 0},
        {"seat=S tsumo", {-2, 6, -2, -2, 0}, 0, 0},
        {"seat=S", {0, 2, 0, 0, 0}, -2, 0},
    };
    kz_ruleset *with_chips;
    kz_stated_value value = {.size = sizeof value, .limit = "mangan", .chips = 2};
    value.situation = paid[_i].situation;
    ck_assert_int_eq(kz_ruleset_load(&with_chips, in_source(CHIPS), NULL, NULL, NULL), KZ_OK);
    ck_assert_msg(kz_value(result, with_chips, &value) == KZ_OK, "%s",
                  kz_result_error(result)->text);
    ck_assert_int_eq(kz_result_points(result), 8000);
    ck_assert_int_eq(kz_result_chips(result), 2);
    ck_assert_int_eq(kz_result_seat(result), KZ_SOUTH);
    ck_assert_ptr_null(kz_result_reason(result));
    for (int seat = 0; seat < 5; seat++)
        ck_assert_int_eq(kz_result_chip_payment(result, (kz_seat)seat), paid[_i].each[seat]);
    ck_assert_int_eq(kz_result_chip_payment_discarder(result), paid[_i].discarder);
    ck_assert_int_eq(kz_result_chip_payment_others(result), paid[_i].others);
    kz_ruleset_free(with_chips);
}
END_TEST

/* --- hands read in a row ---------------------------------------------------------------------- */

/* The same result whether hands lie apart or at equal distances, as the next are foreseen then. */
START_TEST(hands_in_a_row) {
    enum { HANDS = 8 };
    kz_hand *row[HANDS];
    for (int i = 0; i < HANDS; i++) {
        row[i] = kz_hand_new();
        ck_assert_int_eq(kz_hand_parse(row[i], WON, strlen(WON), NULL), KZ_OK);
    }
    for (int times = 0; times < 3; times++)
        for (int i = 0; i < HANDS; i++) {
            /* to and fro between two hands, and along all */
            ck_assert_int_eq(kz_score(result, rules, row[times ? i : i % 2]), KZ_OK);
            ck_assert_int_eq(kz_result_points(result), 1500);
        }
    for (int i = 0; i < HANDS; i++)
        kz_hand_free(row[i]);
}
END_TEST

/* The words of numbered hands are kept from one to the next, also over one with a tile that does
 * not exist. */
START_TEST(numbers_after_wrong_ones) {
    unsigned char tiles[] = {0, 1, 2, 12, 13, 14, 18, 19, 20, 24, 25, 26, 30, 30};
    const kz_tiles given = {.size = sizeof given,
                            .encoding = KZ_TILES_34,
                            .tiles = tiles,
                            .n_tiles = 14,
                            .words = "double_riichi haitei tsumo"};
    for (int known = 0; known < 2; known++) {
        char texts[2][4096];
        kz_hand *numbered = kz_hand_new();
        if (known)
            ck_assert_int_eq(kz_hand_know(numbered, rules), KZ_OK);
        for (int i = 0; i < 3; i++) {
            tiles[13] = i == 1 ? 99 : 30;
            ck_assert_int_eq(kz_hand_set_tiles(numbered, &given, NULL),
                             i == 1 ? KZ_BAD_HAND : KZ_OK);
            if (i == 1)
                continue;
            ck_assert_int_eq(kz_score(result, rules, numbered), KZ_OK);
            ck_assert_uint_lt(kz_result_json(result, texts[i / 2], sizeof texts[0]),
                              sizeof texts[0]);
        }
        ck_assert_ptr_nonnull(strstr(texts[0], "double_riichi"));
        ck_assert_str_eq(texts[0], texts[1]);
        kz_hand_free(numbered);
    }
}
END_TEST

/* --- threads --------------------------------------------------------------------------------- */

#define THREADS  8
#define TURNS    2000
#define CAPACITY 16384

static char wanted[COUNT(lines)][CAPACITY];

static void *score_all(void *payload) {
    int *wrong = payload;
    kz_hand *own_hand = kz_hand_new();
    kz_result *own_result = kz_result_new();
    char *text = malloc(CAPACITY);
    kz_hand_know(own_hand, rules);
    for (int turn = 0; turn < TURNS; turn++) {
        int i = turn % COUNT(lines);
        *wrong += kz_hand_parse(own_hand, lines[i], strlen(lines[i]), NULL) != KZ_OK;
        kz_score(own_result, rules, own_hand);
        kz_result_explain_json(own_result, text, CAPACITY);
        *wrong += strcmp(text, wanted[i]) != 0;
    }
    free(text);
    kz_result_free(own_result);
    kz_hand_free(own_hand);
    return NULL;
}

START_TEST(threads_share_rules) {
    pthread_t threads[THREADS];
    int wrong[THREADS] = {0};
    for (int i = 0; i < COUNT(lines); i++) {
        score(lines[i]);
        ck_assert_uint_lt(kz_result_explain_json(result, wanted[i], CAPACITY), CAPACITY);
    }
    for (int i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, score_all, &wrong[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        ck_assert_int_eq(wrong[i], 0);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("api");
    TCase *tests = tcase_create("api");
    suite_add_tcase(suite, tests);
    tcase_set_timeout(tests, 1800);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, names_of_things);
    tcase_add_loop_test(tests, rules_that_cannot_be_loaded, 0, COUNT(loads));
    tcase_add_test(tests, load_misused);
    tcase_add_test(tests, load_of_too_many);
    tcase_add_test(tests, load_of_many);
    tcase_add_test(tests, load_with_a_shorter_struct);
    tcase_add_loop_test(tests, opens_by_name, 0, COUNT(opened));
    tcase_add_loop_test(tests, opens_confined, 0, COUNT(opened_with));
    tcase_add_loop_test(tests, reads_specs, 0, sizeof specs / sizeof *specs);
    tcase_add_test(tests, opens_the_first);
    tcase_add_test(tests, parents_looked_up_along);
    tcase_add_test(tests, what_a_ruleset_says_of_itself);
    tcase_add_test(tests, ruleset_as_json);
    tcase_add_test(tests, hand_misused);
    tcase_add_test(tests, hand_need_not_end_in_nul);
    tcase_add_test(tests, error_of_a_hand);
    tcase_add_test(tests, words_are_known_early_or_late);
    tcase_add_test(tests, rules_are_known_once);
    tcase_add_test(tests, rules_are_forgotten);
    tcase_add_test(tests, table_words_are_known_early_or_late);
    tcase_add_test(tests, table_words_that_contradict);
    tcase_add_test(tests, score_misused);
    tcase_add_test(tests, what_a_result_says);
    tcase_add_test(tests, furiten_whatever_the_words);
    tcase_add_loop_test(tests, written_in_any_size, 0, COUNT(lines));
    tcase_add_test(tests, text_in_a_language);
    tcase_add_test(tests, no_place_for_a_text);
    tcase_add_test(tests, error_of_no_hand);
    tcase_add_test(tests, tiles_that_are_not_there);
    tcase_add_test(tests, structs_of_other_releases);
    tcase_add_test(tests, unfinished_hands_have_not_won);
    tcase_add_test(tests, waits_misused);
    tcase_add_test(tests, discards_misused);
    tcase_add_test(tests, score_with_misused);
    tcase_add_loop_test(tests, values_refused, 0, 6);
    tcase_add_loop_test(tests, chips_paid, 0, 3);
    tcase_add_test(tests, hands_in_a_row);
    tcase_add_test(tests, numbers_after_wrong_ones);
    tcase_add_test(tests, threads_share_rules);
    return run_suite(suite);
}
