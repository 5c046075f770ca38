/* The point tables of rules with other tiles: every winning hand is in them, at its fu and total.
 *
 *     KAZOE_HANDS=20000 tests/unit/table.tap [RULE FILE ...] */
#include "properties.h"
#include "run_suite.h"
#include "source_tree.h"

#include <glob.h>

#define HANDS 100000
#define SEED  20161120

static glob_t files;

static unsigned long hands_each(void) {
    const char *value = getenv("KAZOE_HANDS");
    unsigned long hands = value ? strtoul(value, NULL, 10) : 0;
    return hands ? hands : HANDS;
}

static kz_ruleset *load(const char *path) {
    kz_ruleset *rules = NULL;
    kz_error error;
    if (kz_ruleset_load(&rules, path, NULL, NULL, &error) != KZ_OK)
        ck_abort_msg("%s:%d: %s", error.file, error.line, error.text);
    return rules;
}

START_TEST(random_hands) {
    static struct trial trial;
    struct kzi_hand hand;
    kz_ruleset *rules = load(files.gl_pathv[_i]);
    trial_begin(&trial, files.gl_pathv[_i], rules, SEED);
    for (unsigned long drawn = 0; drawn < hands_each(); drawn++) {
        trial_draw(&trial, &hand);
        trial_hand(&trial, &hand);
    }
    ck_assert_uint_gt(trial.won, 0);
    trial_end(&trial);
    kz_ruleset_free(rules);
}
END_TEST

static void fill_files(int argc, char **argv) {
    if (argc < 2)
        glob(in_source("tests/data/few-tiles/*.yaml"), 0, NULL, &files);
    for (int i = 1; i < argc; i++)
        glob(argv[i], i > 1 ? GLOB_APPEND : 0, NULL, &files);
}

int main(int argc, char **argv) {
    Suite *suite = suite_create("table");
    TCase *tcase = tcase_create("table");
    suite_add_tcase(suite, tcase);
    tcase_set_timeout(tcase, 1800);
    fill_files(argc, argv);
    tcase_add_loop_test(tcase, random_hands, 0, (int)files.gl_pathc);
    int status = run_suite(suite);
    return files.gl_pathc ? status : EXIT_FAILURE;
}
