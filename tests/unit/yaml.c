/* Rule files as trees: the places of nodes, how one file is laid over another, the content of the
 * digest. */
#include "base/text.h"
#include "rules/loader.h"
#include "rules/meaning.h"
#include "rules/reader/reader.h"
#include "rules/tree/merge.h"
#include "run_suite.h"

#include <check.h>
#include <stdio.h>
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

static void first_error(void *payload, const kz_error *error) {
    char *text = payload;
    if (!*text)
        kz_error_write(error, text, 1024);
}

static const char *said(void) {
    static char text[1024];
    text[0] = '\0';
    kzi_diags_emit(&diags, &(struct kzi_listener){first_error, text, NULL});
    return text;
}

static const struct kzi_node *read_text(const char *text) {
    struct kzi_source *source = KZI_NEW(&arena, struct kzi_source);
    *source = (struct kzi_source){.name = "file", .text = text, .len = strlen(text)};
    const struct kzi_node *node = kzi_yaml_read(&diags, source);
    ck_assert_msg(node != NULL && !diags.errors, "%s: %s", text, said());
    return node;
}

static char *put(const struct kzi_node *node) {
    struct kzi_text text = kzi_text_growing();
    kzi_put_node(&text, node);
    char *copy = kzi_arena_copy(&arena, text.at, text.len);
    kzi_text_release(&text);
    return copy;
}

/* --- places ---------------------------------------------------------------------------------- */

static const char *const rules = "\xEF\xBB\xBFkazoe: 1\n"
                                 "title: {en: Riichi, ja: \u7ACB\u76F4, x: [a, 'b']}\n"
                                 "yaku:\r\n"
                                 "  # a remark: not a key\n"
                                 "  riichi:\n"
                                 "    value: 1\n"
                                 "    when:\n"
                                 "      - \"\u7ACB\": N\n"
                                 "      - |\n"
                                 "        two\n"
                                 "        lines\n"
                                 "  \u7ACB\u76F4: no\n";

static const struct {
    const char *path[4]; /* keys and indexes of items, from the root */
    const char *text;    /* NULL: a list or a mapping */
    unsigned key_line, key_column, line, column;
    bool quoted;
} places[] = {
    {{"kazoe"}, "1", 1, 1, 1, 8, false},
    {{"title"}, NULL, 2, 1, 2, 8, false},
    {{"title", "en"}, "Riichi", 2, 9, 2, 13, false},
    {{"title", "ja"}, "\u7ACB\u76F4", 2, 21, 2, 25, false},
    {{"title", "x"}, NULL, 2, 29, 2, 32, false}, /* columns count characters */
    {{"title", "x", "0"}, "a", 0, 0, 2, 33, false},
    {{"title", "x", "1"}, "b", 0, 0, 2, 36, true},
    {{"yaku"}, NULL, 3, 1, 5, 3, false},
    {{"yaku", "riichi"}, NULL, 5, 3, 6, 5, false},
    {{"yaku", "riichi", "value"}, "1", 6, 5, 6, 12, false},
    {{"yaku", "riichi", "when", "0"}, NULL, 0, 0, 8, 9, false},
    {{"yaku", "riichi", "when", "1"}, "two lines", 0, 0, 9, 9, true},
    {{"yaku", "\u7ACB\u76F4"}, "no", 12, 3, 12, 7, false},
};

static void check_place(struct kzi_place place, unsigned line, unsigned column) {
    ck_assert_uint_eq(place.line, line);
    ck_assert_uint_eq(place.column, column);
    ck_assert_str_eq(place.source->name, "file");
}

START_TEST(places_of_nodes) {
    const struct kzi_node *node = read_text(rules);
    const struct kzi_node *key = NULL;
    for (int i = 0; i < 4 && places[_i].path[i]; i++) {
        const struct kzi_entry *entry = kzi_node_entry(node, places[_i].path[i]);
        key = entry ? entry->key : NULL;
        node = entry ? entry->value : node->u.items[atoi(places[_i].path[i])];
    }
    check_place(node->place, places[_i].line, places[_i].column);
    if (key)
        check_place(key->place, places[_i].key_line, places[_i].key_column);
    ck_assert_int_eq(node->quoted, places[_i].quoted);
    if (places[_i].text)
        ck_assert(kzi_node_is(node, places[_i].text));
    else
        ck_assert_int_ne(node->kind, KZI_SCALAR);
}
END_TEST

START_TEST(what_is_not_there) {
    const struct kzi_node *node = read_text("a: {b: c}\nd: [e]");
    ck_assert_ptr_null(kzi_node_get(node, "b"));
    ck_assert_ptr_null(kzi_node_get(NULL, "a"));
    ck_assert_ptr_null(kzi_node_get(kzi_node_get(node, "d"), "e"));
    ck_assert(!kzi_node_is(NULL, ""));
    ck_assert(!kzi_node_is(node, "a"));
}
END_TEST

static const char *const written[] = {
    "{a: b, c: [d, {e: f}], g: {}, h: []}",
    "{says: \"one, two: three\", q: \"\", t: \"say \\\"x\\\" \\\\ y\", n: a b}",
    "{value: \"12\", when: {sets: {pung of not dragon: 3+}}, has: [chow n+1 a]}",
};

START_TEST(written_in_flow_style) {
    const char *once = put(read_text(written[_i]));
    ck_assert_str_eq(once, written[_i]);
}
END_TEST

/* --- one file over another ------------------------------------------------------------------- */

static const struct {
    const char *parent, *file, *merged;
} merges[] = {
    /* entries that are not mentioned stay, new ones are added at the end */
    {"{yaku: {a: {value: 1, when: {by: discard}}, b: {value: 2}}}",
     "{yaku: {c: {value: 3}, a: {value: 4}}}",
     "{yaku: {a: {value: 4, when: {by: discard}}, b: {value: 2}, c: {value: 3}}}"},
    /* statements are replaced as a whole */
    {"{yaku: {a: {value: {closed: 2, open: 1}}}}", "{yaku: {a: {value: {closed: 3}}}}",
     "{yaku: {a: {value: {closed: 3}}}}"},
    {"{yaku: {a: {when: {by: discard, hand: closed}}}}", "{yaku: {a: {when: {seat: E}}}}",
     "{yaku: {a: {when: {seat: E}}}}"},
    {"{shapes: {a: {sets: 4, pairs: 1}}}", "{shapes: {a: {pairs: 7}, b: {sets: 4}}}",
     "{shapes: {a: {pairs: 7}, b: {sets: 4}}}"},
    {"{tiles: {classes: {a: 1m, b: 2m}, copies: 4}}", "{tiles: {classes: {a: 3m}}}",
     "{tiles: {classes: {a: 3m, b: 2m}, copies: 4}}"},
    {"{fu: {start: 20, sets: {pung: {open: 2, concealed: 4}}, add: {x: {fu: 2}}}}",
     "{fu: {sets: {pung: {open: 4}}, add: {x: {when: {by: discard}}}}}",
     "{fu: {start: 20, sets: {pung: {open: 4}}, add: {x: {fu: 2, when: {by: discard}}}}}"},
    {"{payments: {discard: {round: up 100, dealer_wins: {others: {times: 2}}}}}",
     "{payments: {discard: {dealer_wins: {discarder: {times: 6}}}}}",
     "{payments: {discard: {round: up 100, dealer_wins: {discarder: {times: 6}}}}}"},
    {"{limits: {mangan: {worth: 2000, name: {en: Mangan}}}}",
     "{limits: {mangan: {name: {ja: X}}, more: {worth: 1}}}",
     "{limits: {mangan: {worth: 2000, name: {en: Mangan, ja: X}}, more: {worth: 1}}}"},
    {"{circumstances: {a: {needs: {hand: closed}}}}", "{circumstances: {a: {implies: b}}}",
     "{circumstances: {a: {needs: {hand: closed}, implies: b}}}"},
    /* lists that are sets are joined, others are replaced */
    {"{words: [a, b]}", "{words: [c]}", "{words: [a, b, c]}"},
    {"{yaku: {a: {covers: [b, c]}}}", "{yaku: {a: {covers: [d, b]}}}",
     "{yaku: {a: {covers: {b: yes, c: yes, d: yes}}}}"},
    {"{yaku: {a: {covers: [b]}}}", "{yaku: {a: {covers: {b: no, c: own}}}}",
     "{yaku: {a: {covers: {b: no, c: own}}}}"},
    {"{tiles: {next: [123m, ESWN]}}", "{tiles: {next: [PFC]}}", "{tiles: {next: [PFC]}}"},
    /* keys about the file itself are not inherited */
    {"{kazoe: 1, ruleset: p, title: P, version: 1, source: S, note: N, extends: q, minimum: {}}",
     "{kazoe: 1, ruleset: c}", "{minimum: {}, kazoe: 1, ruleset: c}"},
    /* addresses */
    {"{yaku: {a: {when: {by: discard, hand: closed}}}}", "{yaku.a.when.by: self_draw}",
     "{yaku: {a: {when: {by: self_draw, hand: closed}}}}"},
    {"{yaku: {a: {value: 1}}}", "{yaku.a.name.en: A, yaku.b: {value: 2}}",
     "{yaku: {a: {value: 1, name: {en: A}}, b: {value: 2}}}"},
    {"{limits: {m: {worth: 2}}}", "{limits.m.worth: 3, limits: {m: {from_total: 5}}}",
     "{limits: {m: {worth: 3, from_total: 5}}}"},
    {"{yaku: {a: {covers: [b]}}}", "{yaku.a.covers.c: yes}",
     "{yaku: {a: {covers: {b: yes, c: yes}}}}"},
    {"{a: 1}", "{b.c.d: 2}", "{a: 1, b: {c: {d: 2}}}"},
    /* remove acts before the file adds */
    {"{yaku: {a: {value: 1}, b: {value: 2}}}", "{remove: [yaku.a]}",
     "{yaku: {b: {value: 2}}, remove: [yaku.a]}"},
    {"{yaku: {a: {value: 1, when: {by: discard, seat: E}}}}", "{remove: [yaku.a.when.by]}",
     "{yaku: {a: {value: 1, when: {seat: E}}}, remove: [yaku.a.when.by]}"},
    {"{yaku: {a: {value: 1, name: {en: A}}}}", "{remove: [yaku.a], yaku: {a: {value: 2}}}",
     "{yaku: {a: {value: 2}}, remove: [yaku.a]}"},
    {"{yaku: {a: {covers: [b, c]}}}", "{remove: [yaku.a.covers.b]}",
     "{yaku: {a: {covers: {c: yes}}}, remove: [yaku.a.covers.b]}"},
    {"{words: [a]}", "{}", "{words: [a]}"},
};

START_TEST(merged) {
    const struct kzi_node *parent = read_text(merges[_i].parent);
    const struct kzi_node *file = read_text(merges[_i].file);
    char *before = put(parent);
    const struct kzi_node *tree = kzi_merge(&diags, parent, kzi_layer_of(&diags, file));
    ck_assert_msg(!diags.errors, "%s", said());
    ck_assert_str_eq(put(tree), merges[_i].merged);
    ck_assert_str_eq(put(parent), before); /* the parent may have other children */
}
END_TEST

START_TEST(merged_with_no_parent) {
    const struct kzi_node *file = read_text("{kazoe: 1, yaku: {a: {value: 1}}, yaku.a.when.by: x}");
    ck_assert_str_eq(put(kzi_merge(&diags, NULL, kzi_layer_of(&diags, file))),
                     "{kazoe: 1, yaku: {a: {value: 1, when: {by: x}}}}");
}
END_TEST

START_TEST(merged_nodes_keep_their_places) {
    const struct kzi_node *parent = read_text("yaku:\n  a:\n    value: 1\n    bonus: no\n");
    const struct kzi_node *file = read_text("\n\n\nyaku: {a: {value: 2}}\n");
    const struct kzi_node *yaku =
        kzi_node_get(kzi_merge(&diags, parent, kzi_layer_of(&diags, file)), "yaku");
    const struct kzi_node *a = kzi_node_get(yaku, "a");
    check_place(kzi_node_get(a, "value")->place, 4, 19);
    check_place(kzi_node_get(a, "bonus")->place, 4, 12);
    check_place(kzi_node_entry(yaku, "a")->key->place, 4, 8);
}
END_TEST

static const char *const not_removed[] = {"[yaku.b]", "[nothing]", "[yaku.a.value.x]",
                                          "[[yaku]]", "yaku.a",    "{yaku: a}"};

START_TEST(nothing_to_remove) {
    char text[100];
    snprintf(text, sizeof text, "remove: %s", not_removed[_i]);
    const struct kzi_node *parent = read_text("{yaku: {a: {value: 1}}}");
    const struct kzi_node *file = read_text(text);
    const struct kzi_node *tree = kzi_merge(&diags, parent, kzi_layer_of(&diags, file));
    ck_assert_uint_eq(diags.errors, 1);
    ck_assert_str_eq(put(kzi_node_get(tree, "yaku")), "{a: {value: 1}}");
}
END_TEST

/* --- digest ---------------------------------------------------------------------------------- */

#define BASE "{fu: {start: 20, flat: {x: 25}}, minimum: {total: 1}, words: [a, b], "
#define YAKU                                                                                       \
    "yaku: {a: {value: 1, when: {by: discard, wait: [edge, pair]}, covers: [b]}, b: {value: 2}}"

static const struct {
    const char *other;
    bool same;
} digests[] = {
    {BASE YAKU "}", true},
    {"{" YAKU ", words: [a, b], minimum: {total: 1}, fu: {flat: {x: 25}, start: 20}}", true},
    {BASE YAKU ", title: X, version: 3, source: Y, note: Z, kazoe: 1, ruleset: r, extends: q}",
     true},
    {BASE "yaku: {a: {when: {wait: [pair, edge], by: discard}, value: 1, covers: [b], note: X, "
          "name: {en: A}, source: S, examples: {scores: [x]}}, b: {value: 2, name: B}}}",
     true},
    {BASE "\n # a remark\n  yaku : {a: {value: '1', when: {by: \"discard\", wait: [edge, pair]}, "
          "covers: [b]}, b: {value: 2}}}",
     true},
    {BASE
     "yaku: {a: {value: 2, when: {by: discard, wait: [edge, pair]}, covers: [b]}, b: {value: 2}}}",
     false},
    {BASE "yaku: {a: {value: 1, when: {by: discard, wait: [edge]}, covers: [b]}, b: {value: 2}}}",
     false},
    {BASE "yaku: {a: {value: 1, when: {by: discard, wait: [edge, pair]}}, b: {value: 2}}}", false},
    {BASE
     "yaku: {a: {value: 1, when: {by: discard, wait: [edge, pair]}, covers: [b]}, c: {value: 2}}}",
     false},
    /* the order of yaku decides between readings of equal worth */
    {BASE
     "yaku: {b: {value: 2}, a: {value: 1, when: {by: discard, wait: [edge, pair]}, covers: [b]}}}",
     false},
    {"{fu: {start: 22, flat: {x: 25}}, minimum: {total: 1}, words: [a, b], " YAKU "}", false},
    {"{fu: {start: 20, flat: {x: 25}}, minimum: {total: 1}, " YAKU "}", false},
    {"{fu: {start: 20, flat: {y: 25}}, minimum: {total: 1}, words: [a, b], " YAKU "}", false},
    /* keys that are not written have their defaults */
    {BASE YAKU ", waits: {own_discards: yes}, total: {unit: points}, claims: [kong, pung, chow]}",
     true},
    {BASE YAKU ", waits: {own_discards: no}}", false},
};

#define NOTE "{tiles: {classes: {note: 1m}}, "

/* Names that look like labels but decide something: each pair has different digests. */
static const char *const called_as_labels[][2] = {
    {"{yaku: {note: {value: 1}}}", "{yaku: {note: {value: 2}}}"},
    {"{yaku: {language: {value: 1}}}", "{yaku: {title: {value: 1}}}"},
    {"{yaku: {yaku: {value: 1}, source: {value: 1}}}", "{yaku: {yaku: {value: 1}}}"},
    {"{yaku: {a: {value: 1, covers: [note]}}}", "{yaku: {a: {value: 1, covers: []}}}"},
    {NOTE "yaku: {a: {value: 1, when: {tiles: {note: 1}}}}}",
     NOTE "yaku: {a: {value: 1, when: {tiles: {note: 2}}}}}"},
    {NOTE "yaku: {a: {value: 1, when: {any_of: [{sum: {note: 1}}, {by: discard}]}}}}",
     NOTE "yaku: {a: {value: 1, when: {any_of: [{sum: {note: 2}}, {by: discard}]}}}}"},
    {"{limits: {remove: {worth: 1}}}", "{limits: {remove: {worth: 2}}}"},
    {"{circumstances: {says: {implies: a}, a: {}, b: {}}}",
     "{circumstances: {says: {implies: b}, a: {}, b: {}}}"},
    {"{words: [a, b], table_words: {name: {given: a}}}",
     "{words: [a, b], table_words: {name: {given: b}}}"},
    {"{shapes: {title: {pairs: 7}}}", "{shapes: {title: {pairs: 6}}}"},
    {NOTE "yaku: {a: {value: 1, when: {tiles: {note: 1}}}}}",
     "{tiles: {classes: {note: 2m}}, yaku: {a: {value: 1, when: {tiles: {note: 1}}}}}"},
    {"{tiles: {marks: {note: {tiles: 0m}}}}", "{tiles: {marks: {note: {tiles: 0p}}}}"},
    {"{fu: {add: {note: {fu: 2}}}}", "{fu: {add: {note: {fu: 4}}}}"},
    {"{fu: {if_nothing_added: {note: {fu: 2}}}}", "{fu: {if_nothing_added: {note: {fu: 4}}}}"},
    {"{fu: {flat: {note: 25}}}", "{fu: {flat: {note: 30}}}"},
    {"{fu: {pair: {note: 2}}}", "{fu: {pair: {note: 4}}}"},
    {"{yaku: {note: {value: 1}}, payments: {liability: {yaku: {note: yes}}}}",
     "{yaku: {note: {value: 1}}, payments: {liability: {yaku: {}}}}"},
};
/* Labels, though they are in things with names that have no labels: each pair has equal digests. */
static const char *const labels[][2] = {
    {"{yaku: {yaku: {value: 1, note: A}}}", "{yaku: {yaku: {value: 1, note: B}}}"},
    {"{yaku: {tiles: {value: 1, note: A}}}", "{yaku: {tiles: {value: 1, note: B}}}"},
    {"{tiles: {copies: 4, note: A}}", "{tiles: {copies: 4, note: B}}"},
    {"{limits: {a: {worth: 1, name: A}}}", "{limits: {a: {worth: 1, name: B}}}"},
    {"{payments: {draw: {note: A}}}", "{payments: {draw: {note: B}}}"},
};

/* Return the digest of rules that others may complete. */
static const char *digest_of(const struct kzi_node *tree) {
    struct kzi_model *model = KZI_NEW(&arena, struct kzi_model);
    *model = (struct kzi_model){.arena = &arena, .root = tree, .part = true};
    struct kzi_rule_reader reader = {.diags = &diags, .arena = &arena, .model = model};
    kzi_read_model(&reader);
    ck_assert_msg(!diags.errors, "%s", said());
    kzi_digest(model, model->digest);
    return model->digest;
}

START_TEST(digest) {
    const char *base = digest_of(read_text(BASE YAKU "}")),
               *other = digest_of(read_text(digests[_i].other));
    ck_assert_uint_eq(strspn(base, "0123456789abcdef"), 16);
    ck_assert_msg(!strcmp(base, other) == digests[_i].same, "%s", digests[_i].other);
}
END_TEST

static bool digests_equal(const char *const texts[2]) {
    return !strcmp(digest_of(read_text(texts[0])), digest_of(read_text(texts[1])));
}

START_TEST(digest_of_things_called_as_labels) {
    ck_assert_msg(!digests_equal(called_as_labels[_i]), "%s", called_as_labels[_i][0]);
}
END_TEST

START_TEST(digest_without_labels) {
    ck_assert_msg(digests_equal(labels[_i]), "%s", labels[_i][0]);
}
END_TEST

/* Rules in one file, and the same rules in three files that extend one another. */
START_TEST(digest_through_extends) {
    const struct kzi_node *whole = read_text(BASE YAKU "}");
    const struct kzi_node *first = read_text("{kazoe: 1, ruleset: p, fu: {start: 30}, words: [b], "
                                             "yaku: {a: {value: 1, when: {seat: E}}}}");
    const struct kzi_node *second = read_text(
        "{kazoe: 1, ruleset: q, extends: p, fu: {flat: {x: 25}}, words: [a], fu.start: 20, "
        "yaku: {a: {when: {by: discard, wait: [pair]}, covers: [b]}, c: {value: 3}}}");
    const struct kzi_node *third =
        read_text("{kazoe: 1, extends: q, remove: [yaku.c], yaku: {b: {value: 2}}, "
                  "minimum.total: 1, yaku.a.when.wait: [edge, pair]}");
    const struct kzi_node *tree = kzi_merge(&diags, first, kzi_layer_of(&diags, second));
    tree = kzi_merge(&diags, tree, kzi_layer_of(&diags, third));
    ck_assert(!diags.errors);
    ck_assert_str_eq(digest_of(tree), digest_of(whole));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("yaml");
    TCase *tests = tcase_create("yaml");
    suite_add_tcase(suite, tests);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_loop_test(tests, places_of_nodes, 0, COUNT(places));
    tcase_add_test(tests, what_is_not_there);
    tcase_add_loop_test(tests, written_in_flow_style, 0, COUNT(written));
    tcase_add_loop_test(tests, merged, 0, COUNT(merges));
    tcase_add_test(tests, merged_with_no_parent);
    tcase_add_test(tests, merged_nodes_keep_their_places);
    tcase_add_loop_test(tests, nothing_to_remove, 0, COUNT(not_removed));
    tcase_add_loop_test(tests, digest, 0, COUNT(digests));
    tcase_add_loop_test(tests, digest_of_things_called_as_labels, 0, COUNT(called_as_labels));
    tcase_add_loop_test(tests, digest_without_labels, 0, COUNT(labels));
    tcase_add_test(tests, digest_through_extends);
    return run_suite(suite);
}
