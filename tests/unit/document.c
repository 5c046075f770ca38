/* Documents: the same members as JSON and by a layout; tables, lists that wrap, parts that are left
 * out. */
#include "report/document.h"
#include "base/text_json.h"
#include "run_suite.h"

#include <check.h>
#include <string.h>

static struct kzi_text out;

static void begin(void) {
    out = kzi_text_growing();
}

static void end(void) {
    kzi_text_release(&out);
}

static void expect(const char *wanted) {
    kzi_text_char(&out, '\0');
    ck_assert_str_eq(out.at, wanted);
}

static void put_discard(struct kzi_doc *doc, unsigned kind, int64_t accepted, const char *accepts,
                        bool worth) {
    kzi_doc_open(doc, NULL, '{');
    kzi_doc_tile(doc, "tile", kind, false);
    kzi_doc_string(doc, "shanten", NULL);
    kzi_doc_int(doc, "accepted", accepted);
    if (worth) {
        kzi_doc_open(doc, "value", '{');
        kzi_doc_int(doc, "best", 2000);
        kzi_doc_decimal(doc, "mean", 1950, 3);
        kzi_doc_close(doc);
    }
    kzi_doc_string(doc, ".accepts", accepts);
    kzi_doc_close(doc);
}

static void put_discards(const struct kzi_style *style, bool worth) {
    struct kzi_doc doc = kzi_doc_begin(&out, style);
    kzi_doc_string(&doc, ".hand", "1m");
    kzi_doc_string(&doc, ".state", "ready");
    kzi_doc_bool(&doc, "json_alone", true);
    kzi_doc_open(&doc, ".hidden", '[');
    kzi_doc_int(&doc, NULL, 1);
    kzi_doc_open(&doc, NULL, '{');
    kzi_doc_int(&doc, "within", 2);
    kzi_doc_close(&doc);
    kzi_doc_close(&doc);
    kzi_doc_open(&doc, "discards", '[');
    put_discard(&doc, 0, 8, "", worth);
    put_discard(&doc, 33, 1234567, "\xE4\xB8\x80", false);
    put_discard(&doc, 8, 0, "z", worth);
    kzi_doc_close(&doc);
    kzi_doc_end(&doc, KZI_LAYOUT_discards);
}

START_TEST(json) {
    put_discards(&kzi_code_style, true);
    expect("{\"json_alone\":true,\"discards\":["
           "{\"tile\":\"1m\",\"shanten\":null,\"accepted\":8,\"value\":{\"best\":2000,\"mean\":1."
           "950}},"
           "{\"tile\":\"7z\",\"shanten\":null,\"accepted\":1234567},"
           "{\"tile\":\"9m\",\"shanten\":null,\"accepted\":0,"
           "\"value\":{\"best\":2000,\"mean\":1.950}}]}");
}
END_TEST

START_TEST(strings) {
    struct kzi_doc doc = kzi_doc_begin(&out, &kzi_code_style);
    kzi_doc_string(&doc, "string", "a\"b\n");
    kzi_text_put(kzi_doc_text(&doc, "words"), "\"1m\"");
    kzi_text_put(kzi_doc_text(&doc, ".words"), "nobody sees \" this");
    kzi_doc_open(&doc, "list", '[');
    kzi_text_put(kzi_doc_text(&doc, NULL), "x");
    kzi_doc_close(&doc);
    kzi_doc_end(&doc, KZI_LAYOUT_discards);
    expect("{\"string\":\"a\\\"b\\u000a\",\"words\":\"\\\"1m\\\"\",\"list\":[\"x\"]}");
}
END_TEST

/* Numbers are aligned right, words left; no line ends with a blank. */
START_TEST(table) {
    put_discards(&kzi_plain_style, true);
    expect("1m: ready\n"
           "\n"
           "  tile  away     left  best   mean  accepts\n"
           "  1m       -        8  2000  1.950\n"
           "  7z       -  1234567               \xE4\xB8\x80\n"
           "  9m       -        0  2000  1.950  z\n");
}
END_TEST

START_TEST(columns_without_anything) {
    put_discards(&kzi_plain_style, false);
    expect("1m: ready\n"
           "\n"
           "  tile  away     left  accepts\n"
           "  1m       -        8\n"
           "  7z       -  1234567  \xE4\xB8\x80\n"
           "  9m       -        0  z\n");
}
END_TEST

/* A member within an element has a row of its own; ink takes no columns. */
START_TEST(rows_within) {
    static const struct kzi_style colored = {.color = true};
    struct kzi_doc doc = kzi_doc_begin(&out, &colored);
    kzi_doc_string(&doc, ".hand", "H");
    kzi_doc_string(&doc, ".waits_on", "W");
    kzi_doc_open(&doc, "waits", '[');
    kzi_doc_open(&doc, NULL, '{');
    kzi_doc_tile(&doc, "tile", 4, false);
    kzi_doc_int(&doc, "left", 3);
    kzi_doc_string(&doc, "discard", "8");
    kzi_doc_open(&doc, "red", '{');
    kzi_doc_tile(&doc, ".tile", 4, true);
    kzi_doc_int(&doc, "left", 1);
    kzi_doc_close(&doc);
    kzi_doc_close(&doc);
    kzi_doc_close(&doc);
    kzi_doc_end(&doc, KZI_LAYOUT_waits);
    expect("H: \033[1mW\033[0m\n"
           "\n"
           "  tile  left  on a discard\n"
           "  \033[1m5m\033[0m       3  8\n"
           "   \033[1m0m\033[0m    (1)\n");
}
END_TEST

START_TEST(lists_wrap) {
    struct kzi_doc doc = kzi_doc_begin(&out, &kzi_plain_style);
    kzi_doc_string(&doc, ".hand", "H");
    kzi_doc_int(&doc, "shanten", 2);
    kzi_doc_string(&doc, ".closer", "C");
    kzi_doc_open(&doc, "accepts", '[');
    for (unsigned kind = 0; kind < 10; kind++) {
        kzi_doc_open(&doc, NULL, '{');
        kzi_doc_tile(&doc, "tile", kind, false);
        kzi_doc_int(&doc, "left", 4);
        kzi_doc_close(&doc);
    }
    kzi_doc_close(&doc);
    kzi_doc_end(&doc, KZI_LAYOUT_accepts);
    expect("H: 2 tiles away from ready\nC:\n"
           "  1m (4)  2m (4)  3m (4)  4m (4)  5m (4)  6m (4)  7m (4)  8m (4)  9m (4)\n"
           "  1p (4)\n");
}
END_TEST

START_TEST(nothing_in_brackets) {
    struct kzi_doc doc = kzi_doc_begin(&out, &kzi_plain_style);
    kzi_doc_string(&doc, ".hand", "H");
    kzi_doc_int(&doc, "shanten", 1);
    kzi_doc_string(&doc, ".closer", "C");
    kzi_doc_open(&doc, "accepts", '[');
    kzi_doc_close(&doc);
    kzi_doc_end(&doc, KZI_LAYOUT_accepts);
    expect("H: 1 tile away from ready\nC\n");
}
END_TEST

static void put_deal(const struct kzi_style *style, const int64_t chips[KZI_SEATS],
                     unsigned deposits_left) {
    struct kzi_doc doc = kzi_doc_begin(&out, style);
    kzi_doc_seat(&doc, ".round", 1);
    kzi_doc_string(&doc, ".outcome", "O");
    kzi_doc_int(&doc, ".counters", 1);
    kzi_doc_int(&doc, ".bets", 0);
    kzi_doc_changes(&doc, "payments", (const int64_t[]){-1000, 1000, 0, 0}, 3);
    kzi_doc_changes(&doc, "chip_payments", chips, 4);
    kzi_doc_int(&doc, "deposits_left", deposits_left);
    kzi_doc_end(&doc, KZI_LAYOUT_deal);
}

/* Numbers in sentences, which may be left out where they are 0; changes in a table and a list. */
START_TEST(numbers) {
    put_deal(&kzi_plain_style, (const int64_t[]){0, -2, 2, 0}, 2);
    expect("South round: O, 1 counter\n"
           "\n"
           "  East   -1000\n"
           "  South  +1000\n"
           "  West       0\n"
           "chips: South -2, West +2\n"
           "2 bets stay on the table\n");
}
END_TEST

START_TEST(numbers_that_are_zero) {
    put_deal(&kzi_plain_style, (const int64_t[]){0, 0, 0, 0}, 0);
    expect("South round: O, 1 counter\n"
           "\n"
           "  East   -1000\n"
           "  South  +1000\n"
           "  West       0\n");
}
END_TEST

START_TEST(numbers_in_json) {
    put_deal(&kzi_code_style, (const int64_t[]){0, -2, 2, 0}, 0);
    expect("{\"payments\":{\"E\":-1000,\"S\":1000,\"W\":0},"
           "\"chip_payments\":{\"E\":0,\"S\":-2,\"W\":2,\"N\":0},\"deposits_left\":0}");
}
END_TEST

/* A list with commas between elements; a table without a head, with a column without a gap; an
 * element that JSON does not have. */
static void put_worth(const struct kzi_style *style) {
    struct kzi_doc doc = kzi_doc_begin(&out, style);
    kzi_doc_open(&doc, ".yaku", '[');
    for (unsigned i = 0; i < 2; i++) {
        kzi_doc_open(&doc, NULL, '{');
        kzi_doc_string(&doc, ".name", i ? "B" : "Long");
        kzi_doc_signed(&doc, ".value", i ? 0 : 10);
        kzi_doc_string(&doc, ".unit", i ? "u" : "");
        kzi_doc_close(&doc);
    }
    kzi_doc_close(&doc);
    kzi_doc_open(&doc, "fu_items", '[');
    for (int i = 1; i < 3; i++) {
        kzi_doc_open(&doc, i < 2 ? NULL : ".", '{');
        kzi_doc_code(&doc, ".name", "fu", "a_b");
        kzi_doc_known(&doc, "fu", i < 2, i);
        kzi_doc_close(&doc);
    }
    kzi_doc_close(&doc);
    kzi_doc_int(&doc, ".fu", 20);
    kzi_doc_end(&doc, KZI_LAYOUT_worth);
}

START_TEST(lists_join) {
    put_worth(&kzi_plain_style);
    expect("  Long  +10\n"
           "  B       0 u\n"
           "  a b 1, a b - = 20 fu\n");
}
END_TEST

START_TEST(hidden_elements) {
    put_worth(&kzi_code_style);
    expect("{\"fu_items\":[{\"fu\":1}]}");
}
END_TEST

START_TEST(tables_without_head) {
    static const struct kzi_style page = {.form = KZI_PAGE};
    put_worth(&page);
    expect("<div class=\"scroll\"><table>\n<tbody>\n"
           "<tr><th scope=\"row\">Long</th><td class=\"n\">+10</td><td></td></tr>\n"
           "<tr><th scope=\"row\">B</th><td class=\"n\">0</td><td> u</td></tr>\n"
           "</tbody>\n</table></div>\n"
           "<p>a b 1, a b - = 20 fu</p>\n");
}
END_TEST

/* A heading is left out if its member is missing. */
START_TEST(headings_lack) {
    struct kzi_doc doc = kzi_doc_begin(&out, &kzi_plain_style);
    kzi_doc_open(&doc, ".yaku", '[');
    kzi_doc_open(&doc, NULL, '{');
    kzi_doc_string(&doc, ".name", "A");
    kzi_doc_string(&doc, "id", "a");
    kzi_doc_close(&doc);
    kzi_doc_close(&doc);
    kzi_doc_end(&doc, KZI_LAYOUT_counting);
    expect("");
}
END_TEST

/* An element ends where another begins, whatever that is, and with its list. */
START_TEST(elements_end) {
    struct kzi_doc doc = kzi_doc_begin(&out, &kzi_code_style);
    kzi_doc_open(&doc, "list", '[');
    kzi_doc_element(&doc);
    kzi_doc_open(&doc, "within", '[');
    kzi_doc_element(&doc);
    kzi_doc_int(&doc, "a", 1);
    kzi_doc_close(&doc);
    kzi_doc_string(&doc, "b", "2");
    kzi_doc_element(&doc);
    kzi_doc_open(&doc, ".hidden", '[');
    kzi_doc_element(&doc);
    kzi_doc_int(&doc, "c", 3);
    kzi_doc_close(&doc);
    kzi_doc_string(&doc, NULL, NULL);
    kzi_doc_element(&doc);
    kzi_doc_open(&doc, ".", '{');
    kzi_doc_int(&doc, "d", 4);
    kzi_doc_close(&doc);
    kzi_doc_close(&doc);
    kzi_doc_int(&doc, "e", 5);
    kzi_doc_end(&doc, KZI_LAYOUT_result);
    expect("{\"list\":[{\"within\":[{\"a\":1}],\"b\":\"2\"},{},null,{}],\"e\":5}");
}
END_TEST

#define DEEP 20

/* Objects within lists within objects, deeper than any report. */
static void put_nested(const struct kzi_style *style) {
    struct kzi_doc doc = kzi_doc_begin(&out, style);
    for (unsigned i = 0; i < DEEP; i++) {
        kzi_doc_string(&doc, ".mark", "-");
        kzi_doc_int(&doc, "asks", i);
        kzi_doc_open(&doc, "all_of", '[');
        kzi_doc_open(&doc, NULL, '{');
    }
    for (unsigned i = 0; i < DEEP; i++) {
        kzi_doc_close(&doc);
        kzi_doc_close(&doc);
        kzi_doc_int(&doc, "has", i);
    }
    kzi_doc_end(&doc, KZI_LAYOUT_clause);
}

START_TEST(nested) {
    put_nested(&kzi_plain_style);
    ck_assert_uint_gt(out.len, 60);
    ck_assert(!memcmp(out.at, "  - 0: 19\n  - 1: 18\n  - 2: 17\n", 30));
    out.len = 0;
    put_nested(&kzi_code_style);
    ck_assert(!memcmp(out.at, "{\"asks\":0,\"all_of\":[{\"asks\":1,", 30));
    ck_assert(!memcmp(out.at + out.len - 22, "],\"has\":18}],\"has\":19}", 22));
}
END_TEST

/* Without a head; the last line is of a member that JSON alone has. */
static void put_results(const struct kzi_style *style) {
    static const char *const names[] = {"a", "ruleset"};
    struct kzi_doc doc = kzi_doc_begin(&out, style);
    kzi_doc_string(&doc, "hand", "H");
    kzi_doc_open(&doc, "results", '[');
    for (unsigned i = 0; i < 2; i++) {
        struct kzi_text *members = kzi_doc_json(&doc);
        if (members) {
            kzi_json_put_int(members, i);
            continue;
        }
        kzi_doc_open(&doc, NULL, '{');
        kzi_doc_string(&doc, ".name", names[i]);
        struct kzi_sentence *says = kzi_doc_sentence(&doc, ".says");
        kzi_sentence_end(says, KZI_SAYS_not_won);
        kzi_doc_close(&doc);
    }
    kzi_doc_close(&doc);
    struct kzi_sentence *says = kzi_doc_sentence(&doc, "says");
    kzi_sentence_end(says, KZI_SAYS_not_won);
    kzi_doc_end(&doc, KZI_LAYOUT_witness);
}

START_TEST(table_without_a_head) {
    static const struct kzi_style page = {.form = KZI_PAGE};
    put_results(&kzi_plain_style);
    expect("  shown by H\n"
           "    a        no win\n"
           "    ruleset  no win\n");
    out.len = 0;
    put_results(&page);
    expect("<p>shown by <b>H</b></p>\n"
           "<div class=\"scroll\"><table>\n<tbody>\n"
           "<tr><th scope=\"row\">  a</th><td>no win</td></tr>\n"
           "<tr><th scope=\"row\">  ruleset</th><td>no win</td></tr>\n"
           "</tbody>\n</table></div>\n");
    out.len = 0;
    put_results(&kzi_code_style);
    expect("{\"hand\":\"H\",\"results\":[0,1],\"says\":\"no win\"}");
}
END_TEST

static void put_list(const struct kzi_style *style) {
    struct kzi_doc doc = kzi_doc_extend(&out, style);
    KZI_DOC_LINES(&doc, ".found")
        for (unsigned overlay = 0; overlay < 2; overlay++) {
            kzi_doc_element(&doc);
            kzi_doc_string(&doc, overlay ? "overlay" : "id", overlay ? "b" : "long");
            kzi_doc_string(&doc, "title", "T");
        }
    kzi_doc_end(&doc, KZI_LAYOUT_list);
}

START_TEST(rows_without_heads) {
    put_list(&kzi_plain_style);
    expect("long    T\n"
           "  -O b  T (overlay)\n");
}
END_TEST

START_TEST(rows_of_a_page_without_heads) {
    put_list(&(struct kzi_style){.form = KZI_PAGE});
    expect("<div class=\"scroll\"><table>\n<tbody>\n"
           "<tr><th scope=\"row\"><b>long</b></th><td>T</td></tr>\n"
           "<tr><th scope=\"row\">  -O b</th><td>T (overlay)</td></tr>\n"
           "</tbody>\n</table></div>\n");
}
END_TEST

START_TEST(lines_of_json) {
    put_list(&kzi_code_style);
    expect("{\"id\":\"long\",\"title\":\"T\"}\n{\"overlay\":\"b\",\"title\":\"T\"}\n");
}
END_TEST

static void put_yaku(const struct kzi_style *style) {
    struct kzi_doc doc = kzi_doc_begin(&out, style);
    kzi_doc_string(&doc, "id", "x");
    kzi_doc_string(&doc, "names", "X");
    kzi_doc_string(&doc, ".worth", "1 fan");
    kzi_doc_open(&doc, ".marks", '[');
    kzi_doc_string(&doc, NULL, "bonus");
    kzi_doc_string(&doc, NULL, "alone");
    kzi_doc_close(&doc);
    kzi_text_put(kzi_doc_text(&doc, "when"), "a: 1\nb: 2");
    kzi_doc_open(&doc, ".covers", '[');
    for (unsigned i = 0; i < 2; i++) {
        kzi_doc_open(&doc, NULL, '{');
        kzi_doc_string(&doc, ".id", i ? "z" : "y");
        kzi_doc_close(&doc);
    }
    kzi_doc_close(&doc);
    kzi_doc_string(&doc, "file", "f");
    kzi_doc_int(&doc, "line", 3);
    kzi_doc_end(&doc, KZI_LAYOUT_yaku);
}

START_TEST(keys_lists_and_lines) {
    put_yaku(&kzi_plain_style);
    expect("x: X\n"
           "  value       1 fan; bonus, alone\n"
           "  when        a: 1\n"
           "              b: 2\n"
           "  covers      y, z\n"
           "  written at  f:3\n");
}
END_TEST

START_TEST(keys_of_a_page) {
    put_yaku(&(struct kzi_style){.form = KZI_PAGE});
    expect("<h2>x: X</h2>\n<p>value: 1 fan; bonus, alone</p>\n<p>when: a: 1\nb: 2</p>\n"
           "<p>covers: y, z</p>\n<p>written at: f:3</p>\n");
}
END_TEST

START_TEST(keys_are_escaped) {
    struct kzi_doc doc = kzi_doc_begin(&out, &kzi_code_style);
    kzi_doc_int(&doc, "a\"b", 1);
    kzi_doc_end(&doc, KZI_LAYOUT_list);
    expect("{\"a\\\"b\":1}");
}
END_TEST

/* However many columns a list has, each is written once, in as many parts as a terminal needs. */
static void put_columns(unsigned columns) {
    struct kzi_doc doc = kzi_doc_begin(&out, &kzi_plain_style);
    kzi_doc_open(&doc, "sheets", '[');
    kzi_doc_open(&doc, NULL, '{');
    kzi_doc_string(&doc, "title", "title");
    kzi_doc_open(&doc, "totals", '[');
    for (unsigned i = 0; i < columns; i++)
        kzi_doc_string(&doc, NULL, "head");
    kzi_doc_close(&doc);
    kzi_doc_open(&doc, "fu", '[');
    kzi_doc_open(&doc, NULL, '{');
    kzi_doc_int(&doc, "fu", 30);
    kzi_doc_open(&doc, "cells", '[');
    for (unsigned i = 0; i < columns; i++) {
        kzi_doc_open(&doc, NULL, '{');
        kzi_doc_string(&doc, "pays", "cell");
        kzi_doc_close(&doc);
    }
    kzi_doc_close(&doc);
    kzi_doc_close(&doc);
    kzi_doc_close(&doc);
    kzi_doc_close(&doc);
    kzi_doc_close(&doc);
    kzi_doc_end(&doc, KZI_LAYOUT_tables_body);
}

START_TEST(more_columns_than_fit) {
    for (unsigned columns = 1; columns < 70; columns++) {
        unsigned found = 0;
        put_columns(columns);
        kzi_text_char(&out, '\0');
        for (const char *at = out.at; (at = strstr(at, "cell")); at++)
            found++;
        ck_assert_uint_eq(found, columns);
        kzi_text_clear(&out);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("document");
    TCase *tests = tcase_create("document");
    suite_add_tcase(suite, tests);
    tcase_add_checked_fixture(tests, begin, end);
    tcase_add_test(tests, more_columns_than_fit);
    tcase_add_test(tests, json);
    tcase_add_test(tests, strings);
    tcase_add_test(tests, table);
    tcase_add_test(tests, columns_without_anything);
    tcase_add_test(tests, rows_within);
    tcase_add_test(tests, lists_wrap);
    tcase_add_test(tests, nothing_in_brackets);
    tcase_add_test(tests, numbers);
    tcase_add_test(tests, numbers_that_are_zero);
    tcase_add_test(tests, numbers_in_json);
    tcase_add_test(tests, lists_join);
    tcase_add_test(tests, hidden_elements);
    tcase_add_test(tests, tables_without_head);
    tcase_add_test(tests, headings_lack);
    tcase_add_test(tests, elements_end);
    tcase_add_test(tests, nested);
    tcase_add_test(tests, table_without_a_head);
    tcase_add_test(tests, rows_without_heads);
    tcase_add_test(tests, rows_of_a_page_without_heads);
    tcase_add_test(tests, lines_of_json);
    tcase_add_test(tests, keys_lists_and_lines);
    tcase_add_test(tests, keys_of_a_page);
    tcase_add_test(tests, keys_are_escaped);
    return run_suite(suite);
}
