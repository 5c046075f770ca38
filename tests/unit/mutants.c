/* The mutants of a piece of rules, by the kinds of its keys. */
#include "analysis/cases/mutation.h"
#include "base/text.h"
#include "run_suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static struct kzi_arena arena;
static jmp_buf door;
static struct kzi_diags diags;

static void set_up(void) {
    arena = (struct kzi_arena){.door = &door};
    kzi_diags_init(&diags, &arena);
}

static void tear_down(void) {
    kzi_arena_release(&arena);
}

static const struct {
    const char *rules, *mutants; /* a line each: the name, then the change */
} pieces[] = {
    /* A yaku with one clause is switched off as a whole. */
    {"yaku: {a: {value: 1, when: {by: discard}}}", "yaku.a: in_use no\n"},
    {"yaku: {a: {value: 1, in_use: no, covers: [b]}}", ""},
    {"yaku: {a: {value: {closed: 2}}}", "yaku.a: in_use no\nyaku.a.value.only: value 2\n"},
    {"yaku: {a: {value: {closed: 2, open: 1}}}",
     "yaku.a: in_use no\nyaku.a.value.closed: taken\nyaku.a.value.open: taken\n"},
    /* Clauses, and the alternatives within them; everything else is switched off with its
     * clause. */
    {"yaku: {a: {when: {by: discard, wait: [edge, pair], not: {given: x, any_of: [{seat: E}, "
     "{seat: "
     "[S, N]}]}}}}",
     "yaku.a: in_use no\nyaku.a.when.by: taken\nyaku.a.when.wait: taken\n"
     "yaku.a.when.wait.edge: taken\nyaku.a.when.wait.pair: taken\nyaku.a.when.not: taken\n"
     "yaku.a.when.not.given: taken\nyaku.a.when.not.any_of: taken\n"
     "yaku.a.when.not.any_of.0: taken\nyaku.a.when.not.any_of.1: taken\n"
     "yaku.a.when.not.any_of.1.seat.S: taken\nyaku.a.when.not.any_of.1.seat.N: taken\n"},
    {"yaku: {a: {when: {has: [chow n a, chow n a, chow n+1 a]}}}",
     "yaku.a: in_use no\nyaku.a.when.has.chow n a: taken\nyaku.a.when.has.chow n+1 a: taken\n"},
    {"yaku: {a: {each: {set: pung}, when: {by: discard}}}",
     "yaku.a: in_use no\nyaku.a.each: taken\nyaku.a.when: taken\n"},
    {"yaku: {a: {each: {has: [chow n a, chow n b]}}}",
     "yaku.a: in_use no\nyaku.a.each.has.chow n a: taken\nyaku.a.each.has.chow n b: taken\n"},
    {"yaku: {a: {covers: [b], alone: yes, note: none}}",
     "yaku.a: in_use no\nyaku.a.covers.b: taken\nyaku.a.alone: alone no\n"},
    {"yaku: {a: {covers: {b: yes, c: own, d: no, e: 1}}}",
     "yaku.a: in_use no\nyaku.a.covers.b: taken\nyaku.a.covers.c: taken\n"
     "yaku.a.covers.c.own: c yes\nyaku.a.covers.e: taken\nyaku.a.covers.e.1: e yes\n"},
    {"fu: {start: 20, sets: {pung: 2, kong: {open: 8, concealed: 0}}, round: none}",
     "fu: taken\nfu.start: start 0\nfu.sets.pung: taken\nfu.sets.kong: taken\n"
     "fu.sets.kong.open: taken\nfu.sets.kong.concealed: taken\n"},
    {"limits: {a: {in_use: no, from_total: 5}, b: {from_total: 6, add_up: no}}",
     "limits.b: in_use no\nlimits.b.from_total: taken\nlimits.b.add_up: add_up yes\n"},
    {"payments: {deposits: {bet: 1000, own: back}, liability: {for: something}}",
     "payments.deposits.bet: bet 0\npayments.deposits.own: own first_winner\n"
     "payments.liability: taken\npayments.liability.for: for whole_hand\n"},
    {"payments: {liability: [{yaku: [a, b], needs: {by: discard}, for: whole_hand}, {yaku: {c: "
     "yes}, "
     "discard: {liable: 1}, counters: feeder}]}",
     "payments.liability.0: taken\npayments.liability.0.yaku.a: taken\n"
     "payments.liability.0.yaku.b: taken\npayments.liability.0.needs: taken\n"
     "payments.liability.0.for: for that_yakuman\npayments.liability.1: taken\n"
     "payments.liability.1.yaku.c: taken\npayments.liability.1.discard: taken\n"
     "payments.liability.1.discard.liable: taken\n"
     "payments.liability.1.counters: counters discarder\n"},
    {"payments: {deposits: {others: split}}", "payments.deposits.others: others first_winner\n"},
    /* Shares of a way of winning, of other payers, and of a limit's payments. */
    {"payments: {discard: {ways: [{when: {by: discard}, any_wins: {discarder: {times: 2}, others: "
     "8}}], other_wins: {discarder: as_others, others: 9}, counters: {discarder: 300}}}",
     "payments.discard.ways.0: taken\n"
     "payments.discard.ways.0.any_wins.discarder: taken\n"
     "payments.discard.ways.0.any_wins.discarder.times: times 0\n"
     "payments.discard.ways.0.any_wins.others: others 0\n"
     "payments.discard.other_wins.discarder.others: discarder 9\n"
     "payments.discard.other_wins.discarder: discarder 0\n"
     "payments.discard.other_wins.others: others 0\n"
     "payments.discard.counters.discarder: discarder 0\n"},
    {"limits: {a: {from_total: 5, pays: {discard: {any_wins: {discarder: 8, others: {plus: 1}}}}}}",
     "limits.a: in_use no\nlimits.a.from_total: taken\nlimits.a.pays.discard: taken\n"
     "limits.a.pays.discard.any_wins.discarder: discarder 0\n"
     "limits.a.pays.discard.any_wins.others: taken\n"
     "limits.a.pays.discard.any_wins.others.plus: plus 0\n"},
    /* Tiles, claims and copies; words are kept, and so is the order of places. */
    {"claims: [chow, pung]\ntiles: {suits: {m: 1-9, p: 1-9}, copies: 3, classes: {a: [b, c], d: "
     "e}}",
     "claims.chow: taken\nclaims.pung: taken\ntiles.suits: taken\ntiles.suits.m: taken\n"
     "tiles.suits.p: taken\ntiles.copies: taken\ntiles.classes.a.b: taken\n"
     "tiles.classes.a.c: taken\n"},
    {"circumstances: {a: {implies: b}}\ngame: {uma: [1, -1], ties: share, ends: {after: S}}",
     "circumstances.a.implies: taken\ngame: taken\ngame.uma: taken\ngame.ties: ties first_seat\n"},
    {"options: {a: {default: yes}}\ntitle: {en: b}\nnote: c", ""},
};

static void put_change(struct kzi_text *text, const struct kzi_mutant *mutant) {
    const char *last = strrchr(mutant->address, '.');
    kzi_text_format(text, "%s: ", mutant->name);
    if (mutant->value)
        kzi_text_format(text, "%s %s\n", last ? last + 1 : mutant->address, mutant->value->text);
    else
        kzi_text_put(text, "taken\n");
}

START_TEST(a_piece_of_rules) {
    const char *rules = pieces[_i].rules;
    const struct kzi_source source = {.name = "rules", .text = rules, .len = strlen(rules)};
    const struct kzi_node *root = kzi_yaml_read(&diags, &source);
    ck_assert_msg(root != NULL && !diags.errors, "%s", rules);
    struct kzi_mutants mutants = kzi_mutants_of(&arena, root);
    struct kzi_text text = kzi_text_growing();
    for (size_t i = 0; i < mutants.count; i++) {
        put_change(&text, &mutants.list[i]);
        /* Each mutant can be built. */
        ck_assert_ptr_nonnull(
            kzi_node_with(&arena, root, mutants.list[i].address, mutants.list[i].value));
    }
    kzi_text_char(&text, '\0');
    ck_assert_str_eq(text.at, pieces[_i].mutants);
    kzi_text_release(&text);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("mutants");
    TCase *tests = tcase_create("mutants");
    suite_add_tcase(suite, tests);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_loop_test(tests, a_piece_of_rules, 0, COUNT(pieces));
    return run_suite(suite);
}
