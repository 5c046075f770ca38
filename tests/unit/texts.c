/* Rules from memory: the same rulesets as from files, and nothing else is found. */
#include "base/limits.h"
#include "kazoe-analysis.h"
#include "must_stop.h"
#include "run_suite.h"
#include "source_tree.h"

#include <check.h>
#include <glob.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PARENTS 100

static kz_rule_text shipped[MAX_PARENTS]; /* every rule file, by the name that it is extended by */
static size_t n_shipped;
static kz_error error;

static kz_rule_text read_text(const char *path, const char *name) {
    FILE *stream = fopen(path, "rb");
    char *text = malloc(KZI_MAX_FILE);
    if (!stream || !text)
        MUST_STOP("%s cannot be read", path);
    size_t len = fread(text, 1, KZI_MAX_FILE, stream);
    fclose(stream);
    return (kz_rule_text){name, text, len};
}

static void read_shipped(const char *pattern) {
    size_t top = strlen(in_source("rules/"));
    glob_t found;
    if (glob(in_source("%s", pattern), 0, NULL, &found))
        MUST_STOP("no rule files");
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *path = found.gl_pathv[i];
        size_t len = strlen(path);
        if (len > 11 && !strcmp(path + len - 11, ".cases.yaml"))
            continue;
        if (n_shipped == MAX_PARENTS)
            MUST_STOP("make MAX_PARENTS larger");
        shipped[n_shipped++] = read_text(path, strndup(path + top, len - top - strlen(".yaml")));
    }
    globfree(&found);
}

static const kz_rule_text *find_shipped(const char *name) {
    for (size_t i = 0; i < n_shipped; i++)
        if (!strcmp(shipped[i].name, name))
            return &shipped[i];
    return NULL;
}

static kz_rule_text of(const char *name, const char *text) {
    return (kz_rule_text){name, text, strlen(text)};
}

/* --- the same rulesets ------------------------------------------------------------------------ */

static unsigned asked;

/* Gives out a copy that is overwritten as soon as the next text is asked for. */
static int find(void *payload, const char *name, const char **text, size_t *len) {
    static char copy[KZI_MAX_FILE];
    const kz_rule_text *found = find_shipped(name);
    ck_assert_ptr_eq(payload, &asked);
    asked++;
    memset(copy, '#', sizeof copy);
    if (!found)
        return 0;
    memcpy(copy, found->text, found->len);
    *text = copy;
    *len = found->len;
    return 1;
}

static void check_rulesets(const kz_ruleset *from_file, const kz_ruleset *from_text) {
    ck_assert_str_eq(kz_ruleset_digest(from_file), kz_ruleset_digest(from_text));
    ck_assert_str_eq(kz_ruleset_label(from_file), kz_ruleset_label(from_text));
    ck_assert_str_eq(kz_ruleset_id(from_file), kz_ruleset_id(from_text));
    ck_assert_str_eq(kz_ruleset_version(from_file), kz_ruleset_version(from_text));
}

START_TEST(equals_that_of_files) {
    const kz_load_text_options hows[] = {
        {.size = sizeof *hows, .parents = shipped, .n_parents = n_shipped},
        {.size = sizeof *hows, .find = find, .payload = &asked}};
    unsigned compared = 0;
    for (size_t i = 0; i < n_shipped; i++) {
        char path[64];
        kz_ruleset *from_file, *from_text;
        snprintf(path, sizeof path, "rules/%s.yaml", shipped[i].name);
        if (kz_ruleset_load(&from_file, in_source("%s", path), NULL, NULL, NULL) != KZ_OK)
            continue; /* a part or an overlay */
        for (int k = 0; k < 2; k++) {
            ck_assert_msg(kz_ruleset_load_text(&from_text, &shipped[i], &hows[k], NULL, NULL,
                                               &error) == KZ_OK,
                          "%s", error.text);
            check_rulesets(from_file, from_text);
            kz_ruleset_free(from_text);
        }
        kz_ruleset_free(from_file);
        compared++;
    }
    ck_assert_uint_gt(compared, 20);
    ck_assert_uint_gt(asked, compared);
}
END_TEST

START_TEST(with_overlays_and_settings) {
    char one[4096], other[4096];
    snprintf(one, sizeof one, "%s", in_source("rules/overlays/local-yaku.yaml"));
    snprintf(other, sizeof other, "%s", in_source("rules/overlays/club-evening.yaml"));
    const char *paths[] = {one, other}, *settings[] = {"kiriage_mangan=yes", "red_fives=no"};
    const kz_load_options files = {.size = sizeof files,
                                   .overlays = paths,
                                   .n_overlays = 2,
                                   .settings = settings,
                                   .n_settings = 2};
    kz_rule_text overlays[] = {*find_shipped("overlays/local-yaku"),
                               *find_shipped("overlays/club-evening")};
    overlays[0].name = one; /* how it is spelled */
    overlays[1].name = other;
    const kz_load_text_options texts = {.size = sizeof texts,
                                        .overlays = overlays,
                                        .n_overlays = 2,
                                        .settings = settings,
                                        .n_settings = 2,
                                        .parents = shipped,
                                        .n_parents = n_shipped};
    kz_ruleset *from_file, *from_text;
    ck_assert_msg(kz_ruleset_load_with(&from_file, in_source("rules/tenhou.yaml"), &files, NULL,
                                       NULL, &error) == KZ_OK,
                  "%s", error.text);
    ck_assert_msg(kz_ruleset_load_text(&from_text, find_shipped("tenhou"), &texts, NULL, NULL,
                                       &error) == KZ_OK,
                  "%s", error.text);
    check_rulesets(from_file, from_text);
    kz_ruleset_free(from_file);
    kz_ruleset_free(from_text);
}
END_TEST

/* --- refused texts ---------------------------------------------------------------------------- */

#define HEAD "kazoe: 1\nruleset: club\n"

static kz_status load(const char *text, const kz_load_text_options *how) {
    const kz_rule_text rules = of("club.yaml", text);
    kz_ruleset *made = NULL;
    memset(&error, 0x5A, sizeof error);
    kz_status status = kz_ruleset_load_text(&made, &rules, how, NULL, NULL, &error);
    ck_assert_int_eq(status == KZ_OK, made != NULL);
    ck_assert(status == KZ_OK || error.status == status);
    kz_ruleset_free(made);
    return status;
}

static void refused(const char *text, const kz_load_text_options *how, const char *file, int line,
                    const char *says) {
    ck_assert_int_eq(load(text, how), KZ_BAD_RULES);
    ck_assert_msg(strstr(error.text, says) != NULL, "%s", error.text);
    ck_assert_str_eq(error.file, file);
    ck_assert_int_eq(error.line, line);
}

START_TEST(parents_that_are_not_there) {
    const kz_load_text_options how = {
        .size = sizeof how, .parents = shipped, .n_parents = n_shipped};
    const char *const paths[] = {"./tenhou", "../rules/tenhou", "/etc/passwd", "tenhou.yaml"};
    char text[256];
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        snprintf(text, sizeof text, HEAD "extends: %s\n", paths[i]);
        refused(text, &how, "club.yaml", 3, "rules in memory have no folder");
    }
    refused(HEAD "extends: tenhu\n", &how, "club.yaml", 3,
            "unknown ruleset 'tenhu'; did you mean 'tenhou'?");
    refused(HEAD "extends: .hidden\n", &how, "club.yaml", 3, "is not a name");
    refused(HEAD "extends: tenhou\n", NULL, "club.yaml", 3, "unknown ruleset 'tenhou'");
    ck_assert_int_eq(load(HEAD "extends: tenhou\n", &how), KZ_OK);
}
END_TEST

/* An error of a parent or an overlay is reported in that text. */
START_TEST(errors_elsewhere) {
    const kz_rule_text bad = of("bad", "kazoe: 2\n"),
                       sheet = of("sheet.yaml", "kazoe: 1\nextends: tenhou\n");
    const kz_load_text_options parent = {.size = sizeof parent, .parents = &bad, .n_parents = 1},
                               over = {.size = sizeof over,
                                       .overlays = &sheet,
                                       .n_overlays = 1,
                                       .parents = shipped,
                                       .n_parents = n_shipped};
    refused(HEAD "extends: bad\n", &parent, "bad", 1, "kazoe: 1");
    refused(HEAD "extends: tenhou\n", &over, "sheet.yaml", 2, "an overlay has no extends");
}
END_TEST

START_TEST(circles) {
    const kz_rule_text circle[] = {of("one", "kazoe: 1\nextends: two\n"),
                                   of("two", "kazoe: 1\nextends: one\n")};
    const kz_load_text_options how = {.size = sizeof how, .parents = circle, .n_parents = 2};
    refused(HEAD "extends: one\n", &how, "two", 2, "extends leads in a circle, back to one");
    const kz_rule_text twice[] = {of("club.yaml", "kazoe: 1\n"), of("club.yaml", "kazoe: 1\n")};
    const kz_load_text_options over = {.size = sizeof over, .overlays = twice, .n_overlays = 2};
    ck_assert_int_eq(load(HEAD, &over), KZ_BAD_RULES);
    ck_assert_str_eq(error.text, "the overlay club.yaml is named twice");
}
END_TEST

/* Each parent has another name, so only the limit ends the chain. */
static int find_another(void *payload, const char *name, const char **text, size_t *len) {
    static char parent[64];
    unsigned *calls = payload;
    (void)name;
    snprintf(parent, sizeof parent, "kazoe: 1\nextends: parent-%u\n", ++*calls);
    *text = parent;
    *len = strlen(parent);
    return 1;
}

/* The length of a text that is too long is enough: its bytes are not touched. */
static int find_long(void *payload, const char *name, const char **text, size_t *len) {
    (void)payload, (void)name;
    *text = "kazoe: 1\n";
    *len = SIZE_MAX;
    return 1;
}

static int find_nothing(void *payload, const char *name, const char **text, size_t *len) {
    (void)payload, (void)name;
    *text = NULL;
    *len = 100;
    return 1;
}

START_TEST(limits) {
    unsigned calls = 0;
    kz_load_text_options how = {.size = sizeof how, .find = find_another, .payload = &calls};
    refused(HEAD "extends: parent\n", &how, "parent-6", 2, "more than 8 files extend one another");
    ck_assert_uint_eq(calls, 7);
    how.find = find_long;
    refused(HEAD "extends: parent\n", &how, "club.yaml", 3, "the file parent is larger than 1 MiB");
    how.find = find_nothing;
    refused(HEAD "extends: parent\n", &how, "club.yaml", 3, "unknown ruleset 'parent'");
    kz_ruleset *made;
    const kz_rule_text large = {"large.yaml", "kazoe: 1\n", KZI_MAX_FILE + 1};
    ck_assert_int_eq(kz_ruleset_load_text(&made, &large, NULL, NULL, NULL, &error), KZ_BAD_RULES);
    ck_assert_str_eq(error.text, "the file large.yaml is larger than 1 MiB");
    ck_assert_int_eq(load("", NULL), KZ_BAD_RULES);
}
END_TEST

START_TEST(misused) {
    kz_ruleset *made;
    const kz_rule_text rules = of("club.yaml", HEAD), unnamed = of(NULL, HEAD),
                       missing = {"club.yaml", NULL, 10}, empty = {"club.yaml", NULL, 0};
    const char *const none[] = {NULL};
    const kz_load_text_options bad[] = {
        {.size = sizeof *bad, .n_overlays = 1},
        {.size = sizeof *bad, .n_overlays = SIZE_MAX},
        {.size = sizeof *bad, .overlays = &unnamed, .n_overlays = 1},
        {.size = sizeof *bad, .overlays = &missing, .n_overlays = 1},
        {.size = sizeof *bad, .n_parents = 1},
        {.size = sizeof *bad, .parents = &missing, .n_parents = 1},
        {.size = sizeof *bad, .settings = none, .n_settings = 1},
        {.size = sizeof *bad, .n_settings = 4097},
        {.size = 1}};
    ck_assert_int_eq(kz_ruleset_load_text(NULL, &rules, NULL, NULL, NULL, &error), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_ruleset_load_text(&made, NULL, NULL, NULL, NULL, &error), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_ruleset_load_text(&made, &unnamed, NULL, NULL, NULL, &error), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_ruleset_load_text(&made, &missing, NULL, NULL, NULL, &error), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_ruleset_load_text(&made, &empty, NULL, NULL, NULL, &error), KZ_BAD_RULES);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_int_eq(kz_ruleset_load_text(&made, &rules, &bad[i], NULL, NULL, &error),
                         KZ_BAD_USAGE);
        ck_assert_ptr_null(made);
        ck_assert_int_eq(kz_check_text(&rules, &bad[i], NULL, NULL, NULL, &error), KZ_BAD_USAGE);
    }
}
END_TEST

/* A struct of an earlier version, which ends before its parents, has none. */
START_TEST(shorter_struct) {
    const kz_load_text_options how = {.size = offsetof(kz_load_text_options, parents),
                                      .parents = shipped,
                                      .n_parents = n_shipped,
                                      .find = find_long};
    refused(HEAD "extends: tenhou\n", &how, "club.yaml", 3, "unknown ruleset 'tenhou'");
}
END_TEST

/* --- checks ----------------------------------------------------------------------------------- */

static void note(void *payload, const kz_error *diagnostic) {
    unsigned *counts = payload;
    counts[diagnostic->severity]++;
}

/* Makes a path that the text extends the name of the same rules. */
static void name_parent(const kz_rule_text *text) {
    static const char path[] = "../../rules/ema-2016.yaml";
    char *at = memmem(text->text, text->len, path, strlen(path));
    if (at)
        memcpy(at, "ema-2016                 ", strlen(path));
}

START_TEST(checked_as_files_are) {
    const kz_load_text_options how = {
        .size = sizeof how, .parents = shipped, .n_parents = n_shipped};
    const kz_check_options options = {.size = sizeof options, .notes = 1};
    static const char *const files[] = {"tests/data/slips.yaml", "rules/overlays/club-evening.yaml",
                                        "rules/toudai.yaml", "rules/base/words.yaml"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        unsigned there[2] = {0}, here[2] = {0};
        const kz_load_options along = {.size = sizeof along,
                                       .rule_path = strcpy((char[4096]){0}, in_source("rules"))};
        const kz_rule_text text = read_text(in_source("%s", files[i]), "checked.yaml");
        name_parent(&text);
        kz_status from_file =
            kz_check(in_source("%s", files[i]), &along, &options, note, there, NULL);
        kz_status from_text = kz_check_text(&text, &how, &options, note, here, NULL);
        ck_assert_msg(from_file == from_text, "%s: %d, from text %d", files[i], from_file,
                      from_text);
        ck_assert_uint_eq(there[KZ_ERROR], here[KZ_ERROR]);
        ck_assert_uint_eq(there[KZ_WARNING], here[KZ_WARNING]);
        free((char *)(uintptr_t)text.text);
    }
    const kz_load_options bad = {.size = sizeof bad, .n_overlays = 1};
    ck_assert_int_eq(kz_check("x.yaml", &bad, NULL, NULL, NULL, NULL), KZ_BAD_USAGE);
}
END_TEST

/* An option whose other value makes no rules is an error of the check alone. */
START_TEST(values_of_options_checked) {
    const kz_load_text_options how = {
        .size = sizeof how, .parents = shipped, .n_parents = n_shipped};
    const kz_check_options options = {.size = sizeof options, .notes = 1},
                           shorter = {.size = offsetof(kz_check_options, notes), .notes = 1};
    const kz_rule_text text =
        of("test.yaml", HEAD "extends: ema-2016\noptions: {more: {default: no, "
                             "values: {yes: {yaku.tanyao.value: 99999999}, "
                             "no: {}}}}\n");
    const kz_check_options *const each[] = {&options, &shorter, NULL};
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        unsigned told[2] = {0};
        ck_assert_int_eq(kz_check_text(&text, &how, each[i], note, told, &error), KZ_BAD_RULES);
        ck_assert_ptr_nonnull(
            strstr(error.text, "the option more cannot be set to yes: 99999999 "));
        ck_assert_uint_eq(told[KZ_ERROR], 1);
    }
}
END_TEST

int main(void) {
    read_shipped("rules/*.yaml");
    read_shipped("rules/base/*.yaml");
    read_shipped("rules/overlays/*.yaml");
    Suite *suite = suite_create("texts");
    TCase *tests = tcase_create("texts");
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, values_of_options_checked);
    tcase_add_test(tests, equals_that_of_files);
    tcase_add_test(tests, with_overlays_and_settings);
    tcase_add_test(tests, parents_that_are_not_there);
    tcase_add_test(tests, errors_elsewhere);
    tcase_add_test(tests, circles);
    tcase_add_test(tests, limits);
    tcase_add_test(tests, misused);
    tcase_add_test(tests, shorter_struct);
    tcase_add_test(tests, checked_as_files_are);
    return run_suite(suite);
}
