/* House rules laid over each other: random sheets mean the same rules in any order and under any
 * names, and two that disagree about one place are never accepted. */
#include "analysis/witness/random.h"
#include "kazoe.h"
#include "run_suite.h"
#include "source_tree.h"

#include <check.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
#define MAX_SHEETS   5
#define ROUNDS       10 /* of sheets; each is shuffled SHUFFLES times */
#define SHUFFLES     100

/* An edit and its possible values; "remove" removes what its only value names. */
struct edit {
    const char *address, *values[3];
};

static const struct edit riichi[] = {
    {"yaku.tanyao.value", {"{closed: 1}", "2", "{closed: 2, open: 1}"}},
    {"yaku.pinfu.when.by", {"discard", "self_draw"}},
    {"yaku.iipeikou.covers", {"[tanyao]", "[pinfu]"}},
    {"yaku.toitoi.covers.chanta", {"yes"}},
    {"yaku.sanrenkou",
     {"{value: 2, when: {has: [pung n a, pung n+1 a, pung n+2 a]}}",
      "{value: 3, when: {has: [pung n a, pung n+1 a, pung n+2 a]}}"}},
    {"yaku.dora.value", {"2", "{closed: 1}"}},
    {"remove", {"yaku.sankantsu"}},
    {"remove", {"yaku.haitei.when.not"}},
    {"remove", {"options.pinfu_tsumo"}},
    {"remove", {"fu.add.self_draw"}},
    {"fu.sets", {"{pung of simple: {open: 2, concealed: 6}}", "{pung of dragon: 10}"}},
    {"fu.add.green", {"{fu: 2, when: {tiles: {green: 3+}}}", "{fu: 4, when: {suits: 1}}"}},
    {"fu.start", {"22", "30"}},
    {"limits.baiman.worth", {"4500", "4200"}},
    {"limits.kita", {"{worth: 3500, from_total: 7}"}},
    {"circumstances.eight_wins", {"{needs: {seat: E}}", "{needs: {seat: S}}"}},
    {"words", {"[sleepy]", "[late]", "[hungry]"}},
    {"minimum.total", {"2", "3"}},
    {"payments.deposits.bet", {"2000", "500"}},
    {"payments.discard.other_wins", {"{discarder: {times: 5}}"}},
    {"tiles.classes.small", {"123m123p123s", "1234m1234p1234s"}},
    {"options.renhou", {"mangan", "yakuman"}},
    {"options.red_fives", {"yes", "no"}},
    {"options.club", {"{says: Two?, default: no, values: {no: {}, yes: {yaku.chanta.value: 3}}}"}},
};

static const struct edit official[] = {
    {"yaku.all_chows.value", {"3", "4"}},
    {"yaku.pure_double_chow.value", {"2", "3"}},
    {"yaku.all_simples.covers.short_straight", {"yes"}},
    {"yaku.closed_green",
     {"{value: 12, when: {hand: closed, tiles: {green: 6+}}}",
      "{value: 16, when: {hand: closed, tiles: {green: 6+}}}"}},
    {"remove", {"yaku.one_voided_suit"}},
    {"remove", {"options.minimum"}},
    {"minimum.total", {"6", "10"}},
    {"payments.discard.any_wins", {"{discarder: {times: 1, plus: 16}}"}},
    {"limits.full", {"{worth: 88, from_total: 88}"}},
    {"circumstances.late", {"{needs: {by: discard}}"}},
    {"words", {"[sleepy]", "[hungry]"}},
    {"options.two_concealed_gongs", {"6", "8"}},
    {"options.own_four_is_a_wait", {"yes", "no"}},
};

static const struct {
    const char *ruleset;
    const struct edit *pool;
    int n;
} pools[] = {
    {"ema-2016", riichi, COUNT(riichi)},
    {"tenhou", riichi, COUNT(riichi)},
    {"mcr", official, COUNT(official)},
    {"mcr-2006", official, COUNT(official)},
};

/* --- random sheets --------------------------------------------------------------------------- */

static struct kzi_random chance = {20161120};

static int below(int n) {
    return (int)kzi_random_below(&chance, (unsigned)n);
}

static char folder[] = "/tmp/kazoe-sheets-XXXXXX";

struct sheets {
    int n, said[MAX_SHEETS];
    char text[MAX_SHEETS][4096], removed[MAX_SHEETS][512];
    char path[MAX_SHEETS][64];
};

static void add(char *text, size_t size, const char *format, ...) {
    size_t len = strlen(text);
    va_list args;
    va_start(args, format);
    vsnprintf(text + len, size - len, format, args);
    va_end(args);
}

static void say(struct sheets *sheets, int sheet, const struct edit *edit, int value) {
    sheets->said[sheet]++;
    if (!strcmp(edit->address, "remove"))
        add(sheets->removed[sheet], sizeof *sheets->removed, "%s%s",
            *sheets->removed[sheet] ? ", " : "", edit->values[value]);
    else
        add(sheets->text[sheet], sizeof *sheets->text, "%s: %s\n", edit->address,
            edit->values[value]);
}

static int values_of(const struct edit *edit) {
    int n = 0;
    while (n < COUNT(edit->values) && edit->values[n])
        n++;
    return n;
}

/* Distribute edits of a pool among two sheets or more.  Several may get the same edit, then with
 * the same value; for lists that are joined, each gets its own value. */
static void deal_out(struct sheets *sheets, const struct edit *pool, int n) {
    memset(sheets, 0, sizeof *sheets);
    sheets->n = 2 + below(MAX_SHEETS - 1);
    for (int i = 0; i < n; i++) {
        int value = below(values_of(&pool[i]));
        if (!below(3))
            continue;
        for (int k = 0, at = below(sheets->n); k < 1 + !below(4); k++, at = (at + 1) % sheets->n)
            say(sheets, at, &pool[i], strcmp(pool[i].address, "words") ? value : k);
    }
}

/* Write the sheets under the names given by `names`, a permutation. */
static void write_out(struct sheets *sheets, const int *names) {
    for (int i = 0; i < sheets->n; i++) {
        snprintf(sheets->path[i], sizeof sheets->path[i], "%s/%c.yaml", folder, 'a' + names[i]);
        FILE *file = fopen(sheets->path[i], "w");
        ck_assert_ptr_nonnull(file);
        fprintf(file, "kazoe: 1\nremove: [%s]\n%s", sheets->removed[i], sheets->text[i]);
        fclose(file);
    }
}

static void clear(const struct sheets *sheets) {
    for (int i = 0; i < sheets->n; i++)
        unlink(sheets->path[i]);
}

static void shuffle(int *numbers, int n) {
    for (int i = 0; i < n; i++)
        numbers[i] = i;
    for (int i = n - 1; i > 0; i--) {
        int k = below(i + 1), was = numbers[i];
        numbers[i] = numbers[k];
        numbers[k] = was;
    }
}

static kz_status load(kz_ruleset **rules, const char *ruleset, const struct sheets *sheets,
                      const int *order, kz_diag *diag, void *payload, kz_error *error) {
    const char *overlays[MAX_SHEETS];
    for (int i = 0; i < sheets->n; i++)
        overlays[i] = sheets->path[order[i]];
    const kz_load_options how = {
        .size = sizeof how, .overlays = overlays, .n_overlays = (size_t)sheets->n};
    const char *path = in_source("rules/%s.yaml", ruleset);
    return kz_ruleset_load_with(rules, path, &how, diag, payload, error);
}

/* --- any order ------------------------------------------------------------------------------- */

static void make_folder(void) {
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static void remove_folder(void) {
    rmdir(folder);
}

START_TEST(any_order_any_names) {
    struct sheets sheets;
    const int n = pools[_i].n;
    for (int round = 0; round < (few_hands() ? 1 : ROUNDS); round++) {
        char digest[17] = "", label[512] = "";
        int names[MAX_SHEETS], order[MAX_SHEETS];
        deal_out(&sheets, pools[_i].pool, n);
        for (int i = 0; i < SHUFFLES; i++) {
            kz_ruleset *rules;
            kz_error error = {0};
            shuffle(names, sheets.n);
            shuffle(order, sheets.n);
            write_out(&sheets, names);
            kz_status status = load(&rules, pools[_i].ruleset, &sheets, order, NULL, NULL, &error);
            ck_assert_msg(status == KZ_OK, "%s:%d: %s\n%s", error.file, error.line, error.text,
                          error.shown);
            if (!*digest)
                strcpy(digest, kz_ruleset_digest(rules));
            if (!*label)
                snprintf(label, sizeof label, "%s", kz_ruleset_label(rules));
            ck_assert_str_eq(kz_ruleset_digest(rules), digest);
            ck_assert_str_eq(kz_ruleset_label(rules), label);
            kz_ruleset_free(rules);
            clear(&sheets);
        }
    }
}
END_TEST

/* --- two that differ ------------------------------------------------------------------------- */

struct notes {
    int n;
    bool both; /* some error names both sheets */
    const char *one, *other;
    char first[800];
};

static void note(void *payload, const kz_error *error) {
    struct notes *noted = payload;
    char place[80];
    const char *in = strcmp(error->file, noted->one) ? noted->one : noted->other;
    snprintf(place, sizeof place, "%s:", in);
    noted->both |= strstr(error->text, place) &&
                   (!strcmp(error->file, noted->one) || !strcmp(error->file, noted->other));
    if (!noted->n++)
        snprintf(noted->first, sizeof noted->first, "%s:%d: %s", error->file, error->line,
                 error->text);
}

START_TEST(two_that_differ) {
    static const int as_they_are[MAX_SHEETS] = {0, 1, 2, 3, 4};
    struct sheets sheets;
    for (int i = 0; i < pools[_i].n; i++) {
        const struct edit *edit = &pools[_i].pool[i];
        if (values_of(edit) < 2 || !strcmp(edit->address, "words") ||
            !strcmp(edit->address, "fu.sets") || strstr(edit->address, "covers"))
            continue; /* these are joined */
        char first[800] = "";
        for (int turn = 0; turn < 2; turn++) {
            const int order[] = {turn, 1 - turn};
            kz_ruleset *rules;
            memset(&sheets, 0, sizeof sheets);
            sheets.n = 2;
            say(&sheets, 0, edit, 0);
            say(&sheets, 1, edit, 1);
            write_out(&sheets, as_they_are);
            struct notes noted = {.one = sheets.path[0], .other = sheets.path[1]};
            ck_assert_msg(load(&rules, pools[_i].ruleset, &sheets, order, note, &noted, NULL) ==
                              KZ_BAD_RULES,
                          "%s", edit->address);
            ck_assert_msg(noted.both, "%s: %s", edit->address, noted.first);
            if (!turn)
                strcpy(first, noted.first);
            ck_assert_str_eq(first, noted.first);
            clear(&sheets);
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("sheets");
    TCase *tcase = tcase_create("sheets");
    tcase_set_timeout(tcase, 1800);
    tcase_add_unchecked_fixture(tcase, make_folder, remove_folder);
    tcase_add_loop_test(tcase, any_order_any_names, 0, COUNT(pools));
    tcase_add_loop_test(tcase, two_that_differ, 0, COUNT(pools));
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_set_fork_status(runner, CK_NOFORK);
    srunner_set_tap(runner, "-");
    srunner_run_all(runner, CK_SILENT);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
