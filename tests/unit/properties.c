/* Every shipped ruleset, and some with an overlay: check the properties of every winning hand on
 * fifty thousand hands.  tests/long/run.sh asks for more, and that every yaku in use has scored.
 *
 *     KAZOE_SEED=7 KAZOE_HANDS=20000 KAZOE_VERBOSE=1 tests/unit/properties.tap [RULESET ...] */
#include "properties.h"
#include "run_suite.h"
#include "source_tree.h"

#include <dirent.h>
#include <limits.h>

#define HANDS        50000
#define ENOUGH       400000 /* and up to four times as many are enough for every yaku to score */
#define SEED         20161120
#define MAX_RULESETS 64

static const struct {
    const char *ruleset, *overlay;
} laid_over[] = {
    {"ema-2016", "local-yaku"},
    {"tenhou", "local-yaku"},
    {"ema-2016", "club-evening"},
    {"mcr", "mcr-club"},
};

#define LAID_OVER KZI_COUNT(laid_over)

/* A name ends in " + OVERLAY" if an overlay is laid over the ruleset. */
static char names[MAX_RULESETS + LAID_OVER][100];
static unsigned n_names;

static unsigned long long setting(const char *variable, unsigned long long normal) {
    const char *value = getenv(variable);
    return value && *value ? strtoull(value, NULL, 10) : normal;
}

/* --- the rulesets ---------------------------------------------------------------------------- */

static bool is_ruleset(const char *file) {
    size_t len = strlen(file);
    return len > 5 && len < sizeof *names && !strcmp(file + len - 5, ".yaml") &&
           !strstr(file, ".cases.yaml") && *file != '.';
}

static int compare_names(const void *a, const void *b) {
    return strcmp(a, b);
}

static void fill_names(void) {
    DIR *folder = opendir(in_source("rules"));
    const struct dirent *entry;
    while (folder && n_names < MAX_RULESETS && (entry = readdir(folder)) != NULL)
        if (is_ruleset(entry->d_name))
            snprintf(names[n_names++], sizeof *names, "%.*s", (int)strlen(entry->d_name) - 5,
                     entry->d_name);
    if (folder)
        closedir(folder);
    qsort(names, n_names, sizeof *names, compare_names);
    for (unsigned i = 0; i < LAID_OVER; i++)
        snprintf(names[n_names++], sizeof *names, "%s + %s", laid_over[i].ruleset,
                 laid_over[i].overlay);
}

static kz_ruleset *load(const char *name) {
    const char *plus = strstr(name, " + ");
    const char *overlays[] = {in_source("rules/overlays/%s.yaml", plus ? plus + 3 : "")};
    kz_load_options how = {.size = sizeof how, .overlays = overlays, .n_overlays = plus ? 1 : 0};
    kz_ruleset *rules = NULL;
    kz_error error;
    int len = plus ? (int)(plus - name) : (int)strlen(name);
    const char *path = in_source("rules/%.*s.yaml", len, name);
    if (kz_ruleset_load_with(&rules, path, &how, NULL, NULL, &error) != KZ_OK)
        ck_abort_msg("%s:%d: %s", error.file, error.line, error.text);
    return rules;
}

/* --- the run --------------------------------------------------------------------------------- */

START_TEST(random_hands) {
    static struct trial trial;
    struct kzi_hand hand;
    kz_ruleset *rules = load(names[_i]);
    unsigned long hands = setting("KAZOE_HANDS", HANDS), drawn = 0;
    if (rules->model->wild_names.count)
        hands /= 5; /* a hand with wild tiles takes as long as thirty others */
    trial_begin(&trial, names[_i], rules, setting("KAZOE_SEED", SEED));
    /* The rarest yaku score four times in a million hands, so some seeds need more. */
    while ((trial.won < hands || (hands >= ENOUGH && trial_lacks_yaku(&trial))) &&
           drawn++ < 4 * hands) {
        trial_draw(&trial, &hand);
        trial_hand(&trial, &hand);
    }
    unsigned never = trial_report(&trial, getenv("KAZOE_VERBOSE") ? ULONG_MAX : 10);
    ck_assert_msg(trial.won >= hands, "%lu of %lu hands won", trial.won, drawn);
    ck_assert_msg(trial.refused <= drawn / 20, "%lu of %lu refused", trial.refused, drawn);
    ck_assert_msg(!never || hands < ENOUGH, "%u yaku never scored", never);
    trial_end(&trial);
    kz_ruleset_free(rules);
}
END_TEST

int main(int argc, char **argv) {
    static TTest tests[MAX_RULESETS + LAID_OVER];
    Suite *suite = suite_create("properties");
    TCase *tcase = tcase_create("properties");
    suite_add_tcase(suite, tcase);
    tcase_set_timeout(tcase, 1800);
    if (argc < 2)
        fill_names();
    for (int i = 1; i < argc && n_names < MAX_RULESETS; i++)
        snprintf(names[n_names++], sizeof *names, "%s", argv[i]);
    for (unsigned i = 0; i < n_names; i++) { /* each is reported under the name of its ruleset */
        tests[i] = *random_hands;
        tests[i].name = names[i];
        tcase_add_loop_test(tcase, &tests[i], (int)i, (int)i + 1);
    }
    int status = run_suite(suite);
    return n_names ? status : EXIT_FAILURE;
}
