/* Every hand of a small set of tiles, enumerated by classes, compared with hands made one by
 * one. */
#include "analysis/exhaustive/every.h"
#include "analysis/comparison.h"
#include "analysis/diff/blame.h"
#include "api.h"
#include "run_suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* Rules of two sets and a pair, or four pairs, with few tiles. */
#define CLASSES                                                                                    \
    "tiles.classes: {value_tile: [dragon, seat_wind, round_wind],\n"                               \
    "                double_wind: {all_of: [seat_wind, round_wind]}}\n"
#define YAKU                                                                                       \
    "total: {unit: fan}\n"                                                                         \
    "minimum: {total: 1}\n"                                                                        \
    "yaku:\n"                                                                                      \
    "  drawn: {value: {closed: 1}, when: {by: self_draw}}\n"                                       \
    "  smooth: {value: {closed: 1}, when: {sets: {chow: all}, pair: not value_tile,\n"             \
    "           wait: two_sided}}\n"                                                               \
    "  twins: {value: {closed: 1}, when: {has: [chow n a, chow n a]}}\n"                           \
    "  two_suits: {value: {closed: 2, open: 1}, when: {has: [chow n a, chow n b]}}\n"              \
    "  simples: {value: 1, when: {tiles: {simple: all}}}\n"                                        \
    "  green: {value: yakuman, when: {tiles: {green: all}}}\n"                                     \
    "  one_suit: {value: {closed: 3, open: 2}, when: {suits: 1}}\n"                                \
    "  pungs: {value: 2, when: {sets: {pung: all}}}\n"                                             \
    "  round_wind: {value: 1, when: {sets: {pung of round_wind: some}}}\n"                         \
    "  seat_wind: {value: 1, when: {sets: {pung of seat_wind: some}}}\n"                           \
    "  pairs: {value: 2, when: {shape: four_pairs}}\n"                                             \
    "  last: {value: 1, when: {given: last_tile, not: {given: after_kong}}}\n"                     \
    "  blossom: {value: 1, when: {given: after_kong}}\n"
#define FU                                                                                         \
    "fu:\n"                                                                                        \
    "  flat: {four_pairs: 25}\n"                                                                   \
    "  start: 20\n"                                                                                \
    "  sets:\n"                                                                                    \
    "    pung of simple: {open: 2, concealed: 4}\n"                                                \
    "    pung of orphan: {open: 4, concealed: 8}\n"                                                \
    "    kong of simple: {open: 8, concealed: 16}\n"                                               \
    "    kong of orphan: {open: 16, concealed: 32}\n"                                              \
    "  pair: {value_tile: 2, double_wind: 4}\n"                                                    \
    "  add:\n"                                                                                     \
    "    closed_discard: {fu: 10, when: {hand: closed, by: discard}}\n"                            \
    "    wait: {fu: 2, when: {wait: [edge, closed, pair]}}\n"                                      \
    "    self_draw: {fu: 2, when: {by: self_draw, not: {scored: smooth}}}\n"                       \
    "  round: up 10\n"                                                                             \
    "hand_value: {doubling: {start: fu, times: total, plus: 2}}\n"                                 \
    "limits:\n"                                                                                    \
    "  mangan: {worth: 2000, from_total: 5, from_value: 2000}\n"                                   \
    "  yakuman: {worth: 8000}\n"                                                                   \
    "payments:\n"                                                                                  \
    "  dealer: E\n"                                                                                \
    "  self_draw:\n"                                                                               \
    "    dealer_wins: {others: {times: 2}}\n"                                                      \
    "    other_wins: {dealer: {times: 2}, others: {times: 1}}\n"                                   \
    "    round: up 100\n"                                                                          \
    "  discard:\n"                                                                                 \
    "    dealer_wins: {discarder: {times: 6}}\n"                                                   \
    "    other_wins: {discarder: {times: 4}}\n"                                                    \
    "    round: up 100\n"

static const char doubling[] =
    "kazoe: 1\n"
    "ruleset: doubling\n"
    "extends: classic\n"
    "tiles: {suits: {m: 1-3, s: 2-4}, honors: E}\n" CLASSES
    "shapes: {standard: {sets: 2, pairs: 1}, four_pairs: {pairs: 4, pairs_differ: yes},\n"
    "         kinds: {one_each: 123m234sE, one_more: yes}}\n"
    "circumstances: {last_tile: {}, after_kong: {needs: {by: self_draw, sets: {kong: "
    "some}}}}\n" YAKU "  kinds: {value: 2, when: {shape: kinds}}\n" FU;

/* The same without a shape that hands of sets have, too, and with what is asked of exact tiles. */
static const char plain[] =
    "kazoe: 1\n"
    "ruleset: plain\n"
    "extends: classic\n"
    "tiles: {suits: {m: 1-3, s: 2-4}, honors: E}\n" CLASSES
    "shapes: {standard: {sets: 2, pairs: 1}, four_pairs: {pairs: 4, pairs_differ: no}}\n"
    "circumstances:\n"
    "  last_tile: {}\n"
    "  after_kong: {needs: {by: self_draw, sets: {kong: some}}}\n"
    "  robbing: {needs: {by: discard, not: {tiles: {winning_tile: 2+}}}}\n" YAKU
    "  gates: {value: 5, when: {hand: closed, contains: 1122233a, sets: {kong: none}}}\n"
    "  true_gates: {value: 2, when: {before_win: 2223344a}}\n"
    "  won: {value: 1, when: {winning_tile: E}}\n"
    "  seat: {value: 1, when: {seat: S}}\n" FU;

static const char adding[] =
    "kazoe: 1\n"
    "ruleset: adding\n"
    "extends: classic\n"
    "tiles: {suits: {m: 1-3, p: 7-9}, honors: E}\n"
    "shapes: {standard: {sets: 2, pairs: 1}, four_pairs: {pairs: 4, pairs_differ: no}}\n"
    "circumstances:\n"
    "  last_tile: {}\n"
    "  last_copy: {needs: {not: {tiles: {winning_tile: 2+},\n"
    "                            sets: {claimed set with winning_tile: none}}}}\n"
    "combinations: {account_once: yes, non_identical: yes, choose: most_valuable}\n"
    "total: {unit: points}\n"
    "minimum: {total: 3}\n"
    "yaku:\n"
    "  pairs: {value: 6, when: {shape: four_pairs}}\n"
    "  twins: {value: 1, when: {has: [chow n a, chow n a]}, combination: yes}\n"
    "  two_suits: {value: 1, each: {has: [chow n a, chow n b]}, combination: yes}\n"
    "  straight: {value: 2, each: {has: [chow n a, chow n+1 a]}, combination: yes}\n"
    "  ends: {value: 4, when: {has: [chow 1 a, chow 7 b]}, combination: yes}\n"
    "  pungs: {value: 6, when: {sets: {pung: all}}, covers: [orphans]}\n"
    "  orphans: {value: 1, each: {set: pung of orphan}}\n"
    "  kong: {value: 2, each: {set: claimed kong}}\n"
    "  concealed_kong: {value: 3, each: {set: concealed kong}}\n"
    "  hog: {value: 2, each: {four: yes}}\n"
    "  edge: {value: 1, when: {wait: edge, waits: 1}}\n"
    "  closed: {value: 1, when: {wait: closed, waits: 1}}\n"
    "  single: {value: 1, when: {wait: pair, waits: 1}}\n"
    "  last: {value: 8, when: {given: last_tile}}\n"
    "  copy: {value: 2, when: {any_of: [{given: last_copy},\n"
    "         {sets: {claimed chow with winning_tile: 2}}]}}\n"
    "  tripled: {value: 3, when: {has: [chow 1 a, chow 7 b, pair 1 a]}}\n"
    "  pairs_on: {value: 4, when: {shape: four_pairs, has: [pair n a, pair n+1 a, pair n+2 a]}}\n"
    "  drawn: {value: 1, when: {by: self_draw}}\n"
    "payments:\n"
    "  self_draw: {any_wins: {others: {times: 1, plus: 8}}}\n"
    "  discard: {any_wins: {discarder: {times: 1, plus: 8}, others: {plus: 8}}}\n";

static const struct {
    const char *rules, *sheet;
    bool confined;    /* only yaku differ */
    const char *more; /* that both say */
} pairs[] = {
    {doubling, "fu.pair.double_wind: 2\nlimits.mangan.from_value: 1900\n", false, NULL},
    {adding,
     "yaku.two_suits.value: 2\nyaku.edge.when.waits: 1-2\nyaku.last.when.tiles: {winning_tile: "
     "1}\n",
     true, NULL},
    {doubling, "yaku.echo: {value: 1, each: {has: [chow n a, chow n b]}}\n", true, NULL},
    {doubling,
     "yaku.kinds.value: 3\nyaku.seat_wind.when.hand: open\nyaku.last.when.not: {sets: "
     "{kong: 2}}\nyaku.green.covers: [simples]\n",
     true, NULL},
    {doubling, "shapes.four_pairs.pairs_differ: no\nremove: [yaku.two_suits]\n", false, NULL},
    {adding,
     "yaku.hog.value: 4\ncombinations.non_identical: no\nyaku.pungs.covers: "
     "[kong]\nyaku.straight.covers: {two_suits: yes}\n",
     false, NULL},
    {adding, "yaku.kong.value: 3\nyaku.orphans.covers: [hog]\nyaku.single.value: 2\n", true, NULL},
    {adding, "minimum.total: 4\npayments.self_draw.any_wins.others.plus: 9\n", false, NULL},
    {doubling, "limits.mangan: {worth: 1900, from_total: 4}\ntitle: Other\n", false, NULL},
    {doubling, "claims: [pung, kong]\n", false, NULL},
    {doubling, "claims: [kong]\n", false, "claims: [pung]\n"},
    {doubling, "yaku.pungs.value: 3\n", true, "claims: [pung]\n"},
    {doubling, "minimum.when: {suits: 1, not: {sets: {kong: some}}}\n", false, NULL},
    {doubling, "yaku.pungs.value: 3\n", true, "minimum.when: {suits: 1}\n"},
    {doubling,
     "limits.mangan.pays: {discard: {dealer_wins: {discarder: 11000}, other_wins: {discarder: "
     "8000}}}\n",
     false, NULL},
    {doubling, "limits.yakuman.bounds: payment\nlimits.yakuman.worth: 2500\n", false, NULL},
    {adding,
     "limits.top.pays: {self_draw: {dealer_wins: {others: 19}, other_wins: {dealer: 21, others: "
     "20}}}\n",
     false, "limits: {top: {worth: 20, from_total: 9}}\n"},
    {plain, "fu.pair.double_wind: 2\nlimits.mangan.from_value: 1900\n", false, NULL},
    {plain, "limits.mangan: {worth: 1900, from_total: 4}\ntitle: Other\n", false, NULL},
    {plain, "claims: [kong]\n", false, "claims: [pung]\n"},
    {plain, "yaku.pungs.value: 3\nyaku.twins.value: {closed: 2}\n", true, NULL},
    {plain,
     "yaku.counted: {value: 1, each: {tiles: simple}}\nyaku.many: {value: 2, when: {tiles: "
     "{simple: "
     "5+}}}\ncircumstances.third: {needs: {by: discard, winning_tile: 3m}}\n",
     false, NULL},
    {adding, "yaku.body.value: 2\nyaku.single.value: 3\n", true,
     "shapes.body: {one_each: 1m7pE, sets: 1, pairs: 1}\nyaku.body: {value: 1, when: {shape: "
     "body}}\n"},
};

static kz_ruleset *rules[2];
static struct kzi_blame *blame;
static struct kzi_every every;
static struct kzi_every_concern concern;
static struct kzi_every_given given;
static struct kzi_every_verdicts verdicts;
static kz_result *results[2];

/* --- the walk -------------------------------------------------------------------------------- */

static void load(unsigned of, const char *text, const char *sheet, const char *more) {
    static const char path[] = "unit_every.rules.yaml", over[] = "unit_every.sheet.yaml";
    const char *top = getenv("SRCDIR"), *const overlays[] = {over};
    char base[4096];
    kz_error error;
    snprintf(base, sizeof base, "%s/rules/base", top ? top : ".");
    FILE *file = fopen(path, "w");
    ck_assert(file && fputs(text, file) >= 0 && (!more || fputs(more, file) >= 0) && !fclose(file));
    file = fopen(over, "w");
    ck_assert(file && fprintf(file, "kazoe: 1\n%s", sheet) >= 0 && !fclose(file));
    const kz_loading how = {
        .size = sizeof how, .search = base, .overlays = overlays, .n_overlays = of};
    kz_status status = kz_ruleset_load_with(&rules[of], path, &how, NULL, NULL, &error);
    unlink(path);
    unlink(over);
    ck_assert_msg(status == KZ_OK, "%s:%d:%d: %s", error.file, error.line, error.column,
                  error.text);
}

static void set_up(int pair) {
    for (unsigned of = 0; of < 2; of++) {
        load(of, pairs[pair].rules, pairs[pair].sheet, pairs[pair].more);
        results[of] = kz_result_new();
    }
    ck_assert_int_eq(kzi_blame_prepare(&blame, rules[0], rules[1], NULL), KZ_OK);
    kzi_every_concern_find(&concern, blame);
    ck_assert(kzi_every_given_find(&given, (const kz_ruleset *const *)rules));
}

static void walk(enum kzi_every_view view) {
    kzi_every_init(&every, (const kz_ruleset *const *)rules, view, &concern);
    kzi_every_verdicts_init(&verdicts);
    ck_assert_ptr_null(kzi_every_refusal(&every));
    ck_assert(kzi_every_find_hands(&every));
    size_t half = every.hands.count / 2;
    ck_assert(kzi_every_judge(&verdicts, &every, &given, blame, half, every.hands.count));
    ck_assert(kzi_every_judge(&verdicts, &every, &given, blame, 0, half));
}

static void forget(void) {
    kzi_every_verdicts_release(&verdicts);
    kzi_every_release(&every);
}

/* Count all hands, and walk only those that a difference concerns. */
static void walk_some(void) {
    walk(KZI_COUNTED_HANDS);
    struct kzi_every counted = every;
    struct kzi_every_verdicts in_all = verdicts;
    walk(KZI_CONCERNED_HANDS);
    kzi_every_complete(&every, &verdicts, &counted, &in_all);
    kzi_every_release(&counted);
    kzi_every_verdicts_release(&in_all);
}

static void tear_down(void) {
    forget();
    kzi_blame_free(blame);
    for (unsigned of = 0; of < 2; of++) {
        kz_ruleset_free(rules[of]);
        kz_result_free(results[of]);
    }
}

/* --- one by one ------------------------------------------------------------------------------ */

struct counted {
    uint64_t equal, differ;
};

static void judge(struct kzi_hand *hand, struct counted *counted) {
    bool complete = false;
    for (unsigned set = 0; set < given.n_sets; set++) {
        bool allowed = false;
        hand->listed_words = given.words;
        hand->n_words = 0;
        for (unsigned i = 0; i < given.n_words; i++)
            if (given.sets[set] >> i & 1)
                hand->words[hand->n_words++] = (uint16_t)i;
        for (unsigned of = 0; of < 2; of++) {
            kzi_score(results[of], rules[of], hand);
            allowed |= results[of]->status == KZ_OK;
            complete |= kzi_is_complete(results[of]);
        }
        if (!complete)
            return;
        if (allowed && kzi_differs(results[0], results[1]))
            counted->differ++;
        else
            counted->equal += allowed;
    }
}

static void each_situation(struct kzi_hand *hand, struct counted *counted) {
    struct counted before = *counted;
    for (unsigned at = 0; at < 32; at++) {
        hand->self_draw = at & 1;
        hand->seat = at >> 1 & 3;
        hand->round = (uint8_t)(at >> 3);
        judge(hand, counted);
        if (!at && before.equal == counted->equal && before.differ == counted->differ)
            return; /* not a complete hand */
    }
}

static void each_winning_tile(struct kzi_hand *hand, struct counted *counted) {
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        if (!hand->concealed[kind])
            continue;
        hand->concealed[kind]--;
        hand->win = (uint8_t)kind;
        each_situation(hand, counted);
        hand->concealed[kind]++;
    }
}

/* Make every choice of so many tiles from this kind and those after it. */
static void each_tiles(struct kzi_hand *hand, uint8_t left[KZI_KINDS], unsigned kind,
                       unsigned tiles, struct counted *counted) {
    while (kind < KZI_KINDS && !rules[0]->model->copies[kind])
        kind++;
    if (!tiles)
        each_winning_tile(hand, counted);
    if (!tiles || kind == KZI_KINDS)
        return;
    for (unsigned n = 0; n <= left[kind] && n <= tiles; n++) {
        hand->concealed[kind] = (uint8_t)n;
        each_tiles(hand, left, kind + 1, tiles - n, counted);
    }
    hand->concealed[kind] = 0;
}

/* Take the tiles of meld number `meld`: 21 chows, then pung, kong and concealed kong of each
 * kind. */
static bool take_meld(struct kzi_meld *made, uint8_t left[KZI_KINDS], unsigned meld) {
    unsigned of = meld < 21 ? 0 : (meld - 21) % 3, kind = (meld - 21) / 3;
    *made = (struct kzi_meld){.kind = KZI_CHOW, .claimed = true};
    if (meld < 21) {
        made->tile = (uint8_t)kzi_kind(meld / 7, meld % 7 + 1);
        for (unsigned i = 0; i < 3; i++)
            if (!left[made->tile + i])
                return false;
        for (unsigned i = 0; i < 3; i++)
            left[made->tile + i]--;
        return true;
    }
    unsigned tiles = of ? 4 : 3;
    if (left[kind] < tiles)
        return false;
    left[kind] = (uint8_t)(left[kind] - tiles);
    *made = (struct kzi_meld){
        .kind = of ? KZI_KONG : KZI_PUNG, .tile = (uint8_t)kind, .claimed = of < 2};
    return true;
}

static void each_melds(struct kzi_hand *hand, const uint8_t left[KZI_KINDS], unsigned from,
                       struct counted *counted) {
    uint8_t now[KZI_KINDS];
    memcpy(now, left, sizeof now);
    hand->n_concealed = (uint8_t)(7 - 3 * hand->n_melds);
    each_tiles(hand, now, 0, 8U - 3U * hand->n_melds, counted);
    for (unsigned meld = from; hand->n_melds < 2 && meld < 21 + 3 * KZI_KINDS; meld++) {
        memcpy(now, left, sizeof now);
        if (!take_meld(&hand->melds[hand->n_melds], now, meld))
            continue;
        hand->n_melds++;
        each_melds(hand, now, meld, counted);
        hand->n_melds--;
    }
}

static struct counted one_by_one(void) {
    struct kzi_hand hand = {
        .from = -1, .words_known = true, .by_given = true, .seat_given = true, .round_given = true};
    struct counted counted = {0, 0};
    each_melds(&hand, rules[0]->model->copies, 0, &counted);
    return counted;
}

static void check_counts(const struct counted *counted) {
    uint64_t equal = 0, differ = 0, in_groups = 0;
    for (unsigned i = 0; i < every.n_shapes; i++) {
        equal += verdicts.equal[i];
        differ += verdicts.differ[i];
    }
    for (size_t i = 0; i < verdicts.groups.count; i++)
        in_groups += ((struct kzi_every_group *)kzi_count_map_at(&verdicts.groups, i))->alike.count;
    ck_assert_uint_eq(equal, counted->equal);
    ck_assert_uint_eq(differ, counted->differ);
    ck_assert_uint_eq(in_groups, differ);
    ck_assert_uint_gt(differ, 0);
}

/* Return a digest of the groups that ignores their order and their hands. */
static uint64_t digest_groups(void) {
    uint64_t digest = 0;
    for (size_t i = 0; i < verdicts.groups.count; i++) {
        const struct kzi_every_group *group = kzi_count_map_at(&verdicts.groups, i);
        digest += group->alike.key.a * group->alike.count;
    }
    return digest;
}

static void check_walk(const struct counted *counted, uint64_t groups,
                       const struct kzi_every_shape *shapes) {
    check_counts(counted);
    ck_assert_uint_lt(every.hands.count, counted->equal + counted->differ);
    ck_assert_uint_eq(groups, digest_groups());
    for (unsigned i = 0; i < every.n_shapes; i++) {
        ck_assert_uint_eq(shapes[i].tiles, every.shapes[i].tiles);
        ck_assert_uint_eq(shapes[i].hands, every.shapes[i].hands);
    }
}

START_TEST(it_counts_what_one_by_one_counts) {
    struct kzi_every_shape shapes[KZI_EVERY_SHAPES];
    set_up(_i);
    struct counted counted = one_by_one();
    walk(KZI_ALL_HANDS);
    uint64_t groups = digest_groups();
    memcpy(shapes, every.shapes, sizeof shapes);
    check_walk(&counted, groups, shapes);
    ck_assert_int_eq(concern.confined, pairs[_i].confined);
    if (!concern.confined)
        return;
    forget();
    walk_some();
    check_walk(&counted, groups, shapes);
}
END_TEST

START_TEST(too_many_classes_are_not_found) {
    set_up(COUNT(pairs) - 1);
    kzi_every_init(&every, (const kz_ruleset *const *)rules, KZI_ALL_HANDS, &concern);
    every.most = 100;
    ck_assert(!kzi_every_find_hands(&every));
    ck_assert(every.too_many);
    ck_assert_uint_lt(every.hands.count, 1000);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("every hand");
    TCase *tests = tcase_create("small games");
    suite_add_tcase(suite, tests);
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_set_timeout(tests, 0);
    tcase_add_loop_test(tests, it_counts_what_one_by_one_counts, 0,
                        few_hands()             ? 0
                        : getenv("KAZOE_HANDS") ? 3
                                                : COUNT(pairs)); /* each takes some seconds */
    tcase_add_test(tests, too_many_classes_are_not_found);
    return run_suite(suite);
}
