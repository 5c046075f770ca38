/* Diagnostics: their order, their number, and the source line that each shows. */
#include "base/diag.h"
#include "run_suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

struct collection {
    kz_error list[256];
    int count;
};

static void collect(void *payload, const kz_error *error) {
    struct collection *collected = payload;
    collected->list[collected->count++] = *error;
}

static struct kzi_arena arena;
static jmp_buf door;
static struct kzi_diags diags;
static struct collection got;

static void set_up(void) {
    arena = (struct kzi_arena){.door = &door};
    kzi_diags_init(&diags, &arena);
    got.count = 0;
}

static void tear_down(void) {
    kzi_arena_release(&arena);
}

static struct kzi_source source_of(const char *name, const char *text, uint32_t number) {
    return (struct kzi_source){.name = name, .text = text, .len = strlen(text), .number = number};
}

/* --- order and number ------------------------------------------------------------------------ */

START_TEST(sorted_by_file_and_place) {
    struct kzi_source file = source_of("child", "a\nb\nc\n", 0);
    struct kzi_source parent = source_of("parent", "d\ne\n", 1);
    kzi_warning_at(&diags, (struct kzi_place){&parent, 1, 1}, "7");
    kzi_error_at(&diags, (struct kzi_place){&file, 3, 1}, "5");
    kzi_error_at(&diags, (struct kzi_place){&parent, 2, 1}, "8");
    kzi_error_at(&diags, (struct kzi_place){&file, 1, 2}, "3");
    kzi_warning_at(&diags, (struct kzi_place){&file, 1, 1}, "%d", 2);
    kzi_error_at(&diags, (struct kzi_place){&file, 3, 1}, "6"); /* equal places keep their order */
    kzi_error_at(&diags, (struct kzi_place){&file, 2, 9}, "4");
    kzi_error_at(&diags, (struct kzi_place){NULL, 0, 0}, "1");
    kz_error first;
    kzi_diags_emit(&diags, &(struct kzi_listener){collect, &got, &first});
    ck_assert_int_eq(got.count, 8);
    for (int i = 0; i < got.count; i++)
        ck_assert_int_eq(atoi(got.list[i].text), i + 1);
    ck_assert_uint_eq(diags.errors, 6);
    ck_assert_str_eq(first.text, "1");
    ck_assert_str_eq(got.list[0].file, "");
    ck_assert_str_eq(got.list[6].file, "parent");
    ck_assert_int_eq(got.list[6].severity, KZ_WARNING);
    ck_assert_int_eq(got.list[7].severity, KZ_ERROR);
    ck_assert_int_eq(got.list[7].line, 2);
    kzi_diags_emit(&diags, &(struct kzi_listener){NULL, NULL, NULL});
}
END_TEST

START_TEST(first_error_not_first_warning) {
    struct kzi_source file = source_of("file", "a\nb\n", 0);
    kz_error first = {.line = -1};
    kzi_diags_emit(&diags, &(struct kzi_listener){collect, &got, &first});
    ck_assert_int_eq(got.count, 0);
    kzi_warning_at(&diags, (struct kzi_place){&file, 1, 1}, "a warning");
    kzi_diags_emit(&diags, &(struct kzi_listener){NULL, NULL, &first});
    ck_assert_int_eq(first.line, -1);
    kzi_error_at(&diags, (struct kzi_place){&file, 2, 1}, "an error");
    kzi_diags_emit(&diags, &(struct kzi_listener){NULL, NULL, &first});
    ck_assert_str_eq(first.text, "an error");
    ck_assert_int_eq(first.status, KZ_BAD_RULES);
}
END_TEST

START_TEST(not_more_than_200) {
    struct kzi_source file = source_of("file", "", 0);
    for (unsigned i = 0; i < 1000; i++)
        kzi_error_at(&diags, (struct kzi_place){&file, 1000 - i, 1}, "%u", i);
    kzi_diags_emit(&diags, &(struct kzi_listener){collect, &got, NULL});
    ck_assert_int_eq(got.count, 200);
    ck_assert_uint_eq(diags.errors, 1000);
    ck_assert_str_eq(got.list[199].text, "0");
    ck_assert_str_eq(got.list[0].text, "199");
    ck_assert_int_eq(got.list[0].shown_column, 0); /* no such line: nothing to show */
}
END_TEST

START_TEST(long_texts_are_cut) {
    char name[600], text[2000];
    memset(name, 'n', sizeof name - 1);
    memset(text, 't', sizeof text - 1);
    name[sizeof name - 1] = text[sizeof text - 1] = '\0';
    memcpy(name + sizeof name - 10, "/end.yaml", 10);
    struct kzi_source file = source_of(name, "a", 0);
    kzi_error_at(&diags, (struct kzi_place){&file, 1, 1}, "%s", text);
    kzi_diags_emit(&diags, &(struct kzi_listener){collect, &got, NULL});
    ck_assert_uint_eq(strlen(got.list[0].file), sizeof got.list[0].file - 1);
    ck_assert_uint_eq(strlen(got.list[0].text), sizeof got.list[0].text - 1);
    ck_assert_str_eq(got.list[0].file + sizeof got.list[0].file - 10, "/end.yaml");
}
END_TEST

/* --- the source line ------------------------------------------------------------------------- */

#define TEN      "0123456789"
#define HUNDRED  TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN
#define WIDE_TEN "\u4E00\u4E8C\u4E09\u56DB\u4E94\u516D\u4E03\u516B\u4E5D\u5341"
#define WIDE_HUNDRED                                                                               \
    WIDE_TEN WIDE_TEN WIDE_TEN WIDE_TEN WIDE_TEN WIDE_TEN WIDE_TEN WIDE_TEN WIDE_TEN WIDE_TEN

static const struct {
    const char *text;
    unsigned line, column;
    const char *at;     /* the excerpt from the place on */
    const char *before; /* and before it; NULL: not empty */
} excerpts[] = {
    {"value: 1", 1, 1, "value: 1", ""},
    {"a\r\nb: no\r\n", 2, 4, "no", "b: "},
    {"a\nb", 2, 2, "", "b"},    /* past the end */
    {"a\nb", 2, 9, NULL, NULL}, /* far past it */
    {"a\n", 2, 1, "", ""},      /* an empty last line */
    {"a\tb\x1B[31mred\x7F", 1, 3, "b?[31mred?", "a "},
    {"a\xFF\xC3\xA4z", 1, 3, "\xC3\xA4z", "a?"},
    {HUNDRED "x" HUNDRED, 1, 101, NULL, NULL},
    {HUNDRED HUNDRED HUNDRED "x", 1, 301, "x", NULL},
    {WIDE_TEN "x", 1, 11, "x", WIDE_TEN},
    {WIDE_HUNDRED "x", 1, 101, "x", NULL},
    {WIDE_HUNDRED "x" WIDE_HUNDRED, 1, 101, NULL, NULL},
    {WIDE_HUNDRED "x" WIDE_HUNDRED, 1, 51, NULL, NULL},
};

/* Return the byte of the excerpt that shown_column points at. */
static const char *shown_at(const kz_error *error) {
    const char *at = error->shown;
    for (int i = 1; i < error->shown_column; i++) {
        if (!*at)
            return NULL;
        for (at++; (*at & 0xC0) == 0x80; at++)
            ;
    }
    return at;
}

/* Return the byte of the file at the place, NULL past the end of its line. */
static const char *file_at(const char *text, unsigned line, unsigned column) {
    while (--line)
        text = strchr(text, '\n') + 1;
    while (--column) {
        if (!*text)
            return NULL;
        for (text++; (*text & 0xC0) == 0x80; text++)
            ;
    }
    return text;
}

START_TEST(shows_the_line) {
    struct kzi_source file = source_of("f", excerpts[_i].text, 0);
    kzi_error_at(&diags, (struct kzi_place){&file, excerpts[_i].line, excerpts[_i].column}, "no");
    kzi_diags_emit(&diags, &(struct kzi_listener){collect, &got, NULL});
    const kz_error *error = &got.list[0];
    const char *at = shown_at(error);
    const char *want = file_at(excerpts[_i].text, excerpts[_i].line, excerpts[_i].column);
    ck_assert_uint_lt(strlen(error->shown), sizeof error->shown);
    if (excerpts[_i].at) {
        ck_assert_ptr_nonnull(at);
        ck_assert_str_eq(at, excerpts[_i].at);
    } else if (want) { /* the excerpt of a long line has the same text */
        ck_assert_ptr_nonnull(at);
        ck_assert_uint_gt(strlen(at), 20);
        ck_assert_mem_eq(at, want, 20);
    }
    if (excerpts[_i].before) {
        ck_assert_uint_eq((size_t)(at - error->shown), strlen(excerpts[_i].before));
        ck_assert_mem_eq(error->shown, excerpts[_i].before, strlen(excerpts[_i].before));
    }
}
END_TEST

/* --- text ------------------------------------------------------------------------------------ */

static const struct {
    kz_error error;
    const char *text;
} written[] = {
    {{.severity = KZ_ERROR, .text = "bad"}, "error: bad"},
    {{.severity = KZ_ERROR, .column = 4, .text = "bad"}, "4: error: bad"},
    {{.severity = KZ_WARNING, .file = "a.yaml", .text = "odd"}, "a.yaml: warning: odd"},
    {{.severity = KZ_ERROR,
      .file = "a.yaml",
      .line = 3,
      .column = 5,
      .text = "bad",
      .shown = "ab: cd",
      .shown_column = 5},
     "a.yaml:3:5: error: bad\n  ab: cd\n      ^"},
    {{.severity = KZ_ERROR,
      .file = "a",
      .line = 3,
      .column = 8,
      .text = "bad",
      .shown = "ab",
      .shown_column = 4},
     "a:3:8: error: bad\n  ab\n     ^"},
    /* the caret is below its character where characters are wide */
    {{.severity = KZ_ERROR,
      .file = "a",
      .line = 1,
      .column = 3,
      .text = "bad",
      .shown = "\u7ACB\u76F4x",
      .shown_column = 3},
     "a:1:3: error: bad\n  \u7ACB\u76F4x\n      ^"},
};

START_TEST(written_as_text) {
    const char *want = written[_i].text;
    for (size_t size = 0; size < strlen(want) + 3; size++) {
        char text[200];
        memset(text, '#', sizeof text);
        size_t len = kz_error_write(&written[_i].error, size ? text : NULL, size);
        ck_assert_uint_eq(len, strlen(want));
        size_t kept = !size ? 0 : len < size ? len : size - 1;
        ck_assert_mem_eq(text, want, kept);
        ck_assert(!size || !text[kept]);
        ck_assert_int_eq(text[size], '#');
    }
}
END_TEST

START_TEST(did_you_mean) {
    static const char *const words[] = {"dora", "ura_dora"};
    ck_assert_str_eq(kzi_did_you_mean(&diags, "doar", words, 2), "; did you mean dora?");
    ck_assert_str_eq(kzi_did_you_mean(&diags, "pinfu", words, 2), "");
    ck_assert_str_eq(kzi_did_you_mean(&diags, "dora", NULL, 0), "");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diag");
    TCase *tests = tcase_create("diag");
    suite_add_tcase(suite, tests);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, sorted_by_file_and_place);
    tcase_add_test(tests, first_error_not_first_warning);
    tcase_add_test(tests, not_more_than_200);
    tcase_add_test(tests, long_texts_are_cut);
    tcase_add_loop_test(tests, shows_the_line, 0, COUNT(excerpts));
    tcase_add_loop_test(tests, written_as_text, 0, COUNT(written));
    tcase_add_test(tests, did_you_mean);
    return run_suite(suite);
}
