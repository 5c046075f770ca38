/* Differences of two rulesets: compared by meaning, grouped by thing and option, and carried over
 * from one into the other. */
#include "analysis/canonical/differences.h"
#include "base/text.h"
#include "run_suite.h"
#include "source_tree.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static struct kzi_arena arena;
static jmp_buf door;
static kz_ruleset *rules[2];
static struct kzi_differences differences;

static void set_up(void) {
    arena = (struct kzi_arena){.door = &door};
    rules[0] = rules[1] = NULL;
}

static void tear_down(void) {
    kz_ruleset_free(rules[0]);
    kz_ruleset_free(rules[1]);
    kzi_arena_release(&arena);
}

static const char *path_of(const char *name) {
    return in_source("rules/%s.yaml", name);
}

static kz_ruleset *load(const char *name, const char *setting, const char *overlay) {
    kz_ruleset *loaded;
    kz_error error;
    const kz_load_options how = {.size = sizeof how,
                                 .settings = &setting,
                                 .n_settings = setting != NULL,
                                 .overlays = &overlay,
                                 .n_overlays = overlay != NULL};
    ck_assert_msg(kz_ruleset_load_with(&loaded, path_of(name), &how, NULL, NULL, &error) == KZ_OK,
                  "%s %u: %s", error.file, error.line, error.text);
    return loaded;
}

static void compare(const char *first, const char *second) {
    rules[0] = load(first, NULL, NULL);
    rules[1] = load(second, NULL, NULL);
    kzi_differences_find(&differences, &arena, rules[0], rules[1]);
}

/* Compare the ruleset with itself under an overlay of this text. */
static void compare_sheet(const char *name, const char *sheet) {
    char path[] = "/tmp/kazoe-differ-XXXXXX";
    int fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    FILE *file = fdopen(fd, "w");
    fprintf(file, "kazoe: 1\n%s\n", sheet);
    fclose(file);
    rules[0] = load(name, NULL, NULL);
    rules[1] = load(name, NULL, path);
    remove(path);
    kzi_differences_find(&differences, &arena, rules[0], rules[1]);
}

/* "address|address option=first/second" */
static const char *listed(void) {
    const char *text = "";
    for (size_t i = 0; i < differences.count; i++) {
        const struct kzi_difference *one = &differences.list[i];
        text = kzi_arena_format(&arena, "%s%s%s%s", text, i ? "|" : "", one->address,
                                one->only < 0 ? ""
                                : one->only   ? " >"
                                              : " <");
        if (one->option)
            text = kzi_arena_format(&arena, "%s %s=%s/%s", text, one->option->id, one->value[0],
                                    one->value[1]);
        if (one->n_places > 1)
            text = kzi_arena_format(&arena, "%s (%zu)", text, one->n_places);
    }
    return text;
}

/* --- rulesets -------------------------------------------------------------------------------- */

static const struct {
    const char *first, *second, *differences;
} pairs[] = {
    {"ema-2016", "ema-2016", ""},
    {"ema-2016", "ema-2025",
     "total.at_most|fu.pair.double_wind double_wind_pair_fu=4/2|"
     "limits.mangan.from_value kiriage_mangan=no/yes|payments.liability.needs"},
    {"mcr", "mcr-2006",
     "yaku.nine_gates.covers.pung_of_orphans nine_gates_bars_orphan_pungs=all/one|"
     "yaku.two_concealed_gongs.value two_concealed_gongs=8/6|"
     "yaku.five_types.when five_types_with_seven_pairs=no/yes|"
     "yaku.two_open_gongs.when open_and_concealed_gong=separate/own_fan (2)|"
     "yaku.tile_hog.when tile_hog_with_green_or_terminal_pairs=no/yes|"
     "yaku.perfect_green.covers.half_flush green_with_half_flush=yes/no|"
     "yaku.nine_gates.covers.fully_concealed fully_concealed_on_concealed_shapes=yes/no (7)|"
     "yaku.all_terminals.covers.two_colors_one_pung terminals_with_two_colors_pung=yes/no|"
     "waits.used_up_tiles own_four_is_a_wait=no/yes"},
    {"tenhou", "mahjong-soul",
     "yaku.kokushi_13.value double_yakuman=no/yes (4)|"
     "payments.liability.for liability_scope=whole_hand/that_yakuman|"
     "payments.several_winners.allowed multiple_ron=double/triple|payments.draw.by_rule|"
     "game.uma|game.oka|game.round|"
     "circumstances.robbing_concealed_kong.needs kokushi_robs_concealed_kong=no/yes"},
};

START_TEST(rulesets_differ) {
    compare(pairs[_i].first, pairs[_i].second);
    ck_assert_str_eq(listed(), pairs[_i].differences);
}
END_TEST

/* --- spelling and meaning -------------------------------------------------------------------- */

#define LIABILITIES_APART                                                                          \
    "[{yaku: [daisuushii], for: whole_hand, self_draw: {liable: 1}, discard: {discarder: 1}}, "    \
    "{yaku: [suukantsu], for: that_yakuman, self_draw: {liable: 1/2, others: 1/2}, "               \
    "discard: {liable: 1}, counters: feeder}, "                                                    \
    "{yaku: [daisangen], needs: {sets: {claimed set: all}}, for: that_yakuman}, "                  \
    "{yaku: [tsuuiisou], self_draw: {others: 1}, discard: as_discarder}, "                         \
    "{yaku: [chinroutou], discard: {discarder: 1}}]"
#define LIABILITIES_ALIKE "[{yaku: [daisangen]}, {yaku: [daisuushii]}]"

static const struct {
    const char *name, *sheet, *differences;
} sheets[] = {
    /* another spelling with the same meaning */
    {"ema-2016", "yaku.pinfu.name: {en: All Chows}", ""},
    {"ema-2016", "yaku: {pinfu: {note: Ours., source: the club}}", ""},
    {"ema-2016", "yaku.tanyao.value: {closed: 1, open: 1}", ""},
    {"ema-2016", "yaku.kokushi.value: 1 yakuman", ""},
    {"ema-2016", "yaku.junchan.covers: {chanta: yes}", ""},
    {"ema-2016", "yaku.riichi.when: {all_of: [{given: [riichi]}]}", ""},
    {"ema-2016", "yaku.pinfu.when: {wait: two_sided, sets: {chow: all}, pair: not value_tile}", ""},
    {"ema-2016", "yaku.ittsuu.when: {has: [chow 7 a, chow 1 a, chow 4 a]}", ""},
    {"ema-2016", "yaku.chiitoitsu.in_use: yes", ""},
    {"ema-2016", "yaku.renhou.when.seat: [N, W, S]", ""},
    {"ema-2016", "yaku.sankantsu.when: {sets: {kong: 3-254}}",
     "yaku.sankantsu.when"}, /* 254 does not mean any number */
    {"ema-2016", "payments.liability.yaku: {daisuushii: yes, daisangen: yes}", ""},
    /* liabilities however they are put together */
    {"../tests/cases/liabilities", "payments.liability: " LIABILITIES_APART, ""},
    {"../tests/cases/liabilities", "payments.liability: " LIABILITIES_ALIKE, "payments.liability"},
    {"ema-2016", "payments.liability: " LIABILITIES_ALIKE, "payments.liability.needs"},
    /* return is a word for oka */
    {"m-league", "game.return: 30000", ""},
    {"m-league", "game: {return: 30000}", ""},
    {"m-league", "game: {return: 30000, oka: 20000}", ""},
    {"m-league", "game.return: 25000", "game.oka"},
    {"../tests/cases/game-return", "game.oka: 20000", ""},
    {"../tests/cases/game-return", "game: {oka: 0}", "game.oka"},
    {"../tests/cases/game-return", "game.start: 30000", "game.start|game.oka"},
    {"ema-2016", "fu.add.self_draw.when: {not: {scored: [pinfu]}, by: self_draw}", ""},
    {"ema-2016", "yaku.ryuuiisou.when: {tiles: {8643m: none, 23468sF: all}}",
     "yaku.ryuuiisou.when"}, /* an added clause is a difference */
    {"ema-2016", "yaku.ryuuiisou.when: {tiles: {F86432s: all}}", ""},
    {"ema-2016", "tiles.classes.verdant: 23468sF\nyaku.ryuuiisou.when: {tiles: {verdant: all}}",
     ""},
    /* the same fu of every set, by other lines */
    {"ema-2016",
     "remove: [fu.sets.pung of simple]\nfu.sets.pung of 2345678m2345678p2345678s: "
     "{concealed: 4, open: 2}",
     ""},
    {"ema-2016", "fu.sets.kong of EE: {open: 16, concealed: 32}", ""},
    {"ema-2016", "fu.sets.kong of E: {open: 18, concealed: 32}", "fu.sets.kong of E"},
    /* a rule that is not in use has no meaning */
    {"ema-2016", "yaku.aka_dora.value: 2", ""},
    {"ema-2016", "limits.kazoe_yakuman.worth: 9000", ""},
    {"ema-2016", "tiles.classes.my_tiles: 123m", ""},
    /* an option's effect, written without the option */
    {"ema-2016", "limits.mangan.from_value: 1920",
     "limits.mangan.from_value kiriage_mangan=no/yes"},
    {"ema-2016", "payments.self_draw.counters.each_payer: 200",
     "payments.self_draw.counters.each_payer honba_tsumo_each=100/200"},
    {"ema-2016", "options: {renhou: none}", "yaku.renhou < renhou=five_fan/none"},
    /* the payments for a limit, however they are written */
    {"ema-2016", "limits.yakuman.bounds: payment", "limits.yakuman.bounds"},
    {"ema-2016", "limits.yakuman.bounds: value", ""},
    {"ema-2016", "limits.yakuman.pays: {discard: {any_wins: {discarder: 32000}}}",
     "limits.yakuman.pays.discard"},
    {"kansai-sanma", "limits.two_fan.pays.self_draw.other_wins: {others: {times: 0, plus: 1000}}",
     ""},
    {"kansai-sanma", "limits.two_fan.pays.self_draw.other_wins.dealer: 2000",
     "limits.two_fan.pays.self_draw"},
    {"ema-2016", "options: {renhou: mangan}", "yaku.renhou.value renhou=five_fan/mangan"},
    {"ema-2016", "yaku.daisuushii.value: 2 yakuman", "yaku.daisuushii.value"},
    /* the cause, not its consequences */
    {"ema-2016", "tiles.classes.green: 23468s", "tiles.classes.green"},
    {"ema-2016", "yaku.suuankou.when: {sets: {concealed pung: 4}, hand: closed}",
     "yaku.suuankou.when"},
    /* a yaku with the word that it needs, and with the covers of it */
    {"ema-2016",
     "circumstances: {nap: {needs: {by: discard}}}\nyaku: {siesta: {value: 1, when: {given: "
     "nap}}}\n"
     "yaku.chiitoitsu.covers: [siesta]",
     "yaku.siesta > (3)"},
    {"ema-2016", "circumstances: {nap: {needs: {by: discard}}}", "circumstances.nap >"},
    {"ema-2016", "remove: [yaku.chinitsu]", "yaku.chinitsu <"},
    {"ema-2016", "yaku.chinitsu.in_use: no", "yaku.chinitsu <"},
};

START_TEST(sheets_differ) {
    compare_sheet(sheets[_i].name, sheets[_i].sheet);
    ck_assert_msg(!strcmp(listed(), sheets[_i].differences), "%s: %s", sheets[_i].sheet, listed());
}
END_TEST

/* --- carried over ---------------------------------------------------------------------------- */

static const struct {
    const char *first, *second;
} carried[] = {{"ema-2016", "ema-2025"},
               {"mcr", "mcr-2006"},
               {"ema-2016", "tenhou"},
               {"tenhou", "wrc-2025"},
               {"ari-ari", "toudai"},
               {"m-league", "mahjong-soul"},
               {"../tests/cases/game-return", "m-league"},
               {"../tests/cases/liabilities", "ema-2016"}};

/* One carried difference leaves the others, in either direction; all of them leave none. */
START_TEST(differences_are_carried) {
    compare(carried[_i].first, carried[_i].second);
    const struct kzi_difference **all =
        KZI_NEW_ARRAY(&arena, differences.count, const struct kzi_difference *);
    for (size_t i = 0; i <= differences.count; i++)
        for (unsigned into = 0; into < 2; into++) {
            bool every = i == differences.count;
            struct kzi_differences left;
            kz_ruleset *changed;
            kz_error error;
            if (!every)
                all[i] = &differences.list[i];
            const struct kzi_change whole = {
                "",
                kzi_carry_over(&differences, &arena, every ? all : all + i, every ? i : 1, into)};
            kz_status status =
                kzi_ruleset_build_changed(&changed, rules[into], whole, NULL, &error);
            ck_assert_msg(status == KZ_OK, "%s: %s", every ? "all" : differences.list[i].address,
                          error.text);
            kzi_differences_find(&left, &arena, changed, rules[1 - into]);
            ck_assert_msg(left.count == (every ? 0 : differences.count - 1), "%s: %zu left",
                          every ? "all" : differences.list[i].address, left.count);
            kz_ruleset_free(changed);
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("differ");
    TCase *tcase = tcase_create("differ");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 1800);
    tcase_add_loop_test(tcase, rulesets_differ, 0, COUNT(pairs));
    tcase_add_loop_test(tcase, sheets_differ, 0, COUNT(sheets));
    tcase_add_loop_test(tcase, differences_are_carried, 0, COUNT(carried));
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
