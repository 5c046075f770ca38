/* The lowest folder: arena, text, UTF-8 and names. */
#include "base/arena.h"
#include "base/names.h"
#include "base/text.h"
#include "base/text_json.h"
#include "base/utf8.h"
#include "run_suite.h"

#include <check.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* --- arena ----------------------------------------------------------------------------------- */

/* Open an arena that must not run out of memory. */
static void open_arena(struct kzi_arena *arena, jmp_buf *door) {
    *arena = (struct kzi_arena){.door = door};
}

START_TEST(arena_hands_out_zeroed_aligned_memory) {
    struct kzi_arena arena;
    jmp_buf door;
    open_arena(&arena, &door);
    ck_assert(!setjmp(door));
    for (size_t size = 0; size < 5000; size++) {
        unsigned char *at = kzi_arena_alloc(&arena, size);
        if ((uintptr_t)at % _Alignof(max_align_t))
            ck_abort_msg("%zu bytes at %p", size, (void *)at);
        for (size_t i = 0; i < size; i++)
            if (at[i])
                ck_abort_msg("byte %zu of %zu is %u", i, size, at[i]);
        memset(at, 0xA5, size);
    }
    ck_assert_uint_ge(arena.used, (size_t)5000 * 4999 / 2);
    char *large = kzi_arena_alloc(&arena, (size_t)5 << 20); /* larger than any block */
    memset(large, 0xA5, (size_t)5 << 20);
    kzi_arena_release(&arena);
    ck_assert_ptr_null(arena.newest);
    ck_assert_uint_eq(arena.used, 0);
    kzi_arena_release(&arena);
}
END_TEST

START_TEST(arena_more_keeps_every_element) {
    struct kzi_arena arena;
    jmp_buf door;
    open_arena(&arena, &door);
    ck_assert(!setjmp(door));
    for (unsigned count = 0; count <= 70; count++) {
        unsigned *list = NULL;
        for (unsigned i = 0; i < count; i++) {
            list = kzi_arena_more(&arena, list, i, sizeof *list);
            kzi_arena_alloc(&arena, 1); /* a neighbour that an overrun would meet */
            list[i] = i * i;
        }
        for (unsigned i = 0; i < count; i++)
            ck_assert_uint_eq(list[i], i * i);
    }
    kzi_arena_release(&arena);
}
END_TEST

START_TEST(arena_copies_bytes) {
    struct kzi_arena arena;
    jmp_buf door;
    open_arena(&arena, &door);
    ck_assert(!setjmp(door));
    ck_assert_str_eq(kzi_arena_copy(&arena, "pung of", 4), "pung");
    ck_assert_str_eq(kzi_arena_copy(&arena, NULL, 0), "");
    ck_assert_mem_eq(kzi_arena_copy(&arena, "a\0b", 3), "a\0b", 4);
    kzi_arena_release(&arena);
}
END_TEST

static const struct {
    size_t count, size;
} too_large[] = {{SIZE_MAX, 1},
                 {SIZE_MAX / 2, 3},
                 {SIZE_MAX / 2 + 1, 1},
                 {(size_t)1 << 62, 8},
                 {3, SIZE_MAX / 4}};

START_TEST(arena_leaves_by_the_door) {
    struct kzi_arena arena;
    jmp_buf door;
    open_arena(&arena, &door);
    volatile bool left = false;
    if (setjmp(door)) {
        left = true;
    } else {
        kzi_arena_alloc(&arena, 100);
        kzi_arena_array(&arena, too_large[_i].count, too_large[_i].size);
    }
    ck_assert(left);
    kzi_arena_release(&arena); /* what was allocated before is intact */
}
END_TEST

static char given_back[8];

static void note_given_back(void *name) {
    strcat(given_back, name);
}

START_TEST(arena_gives_back_what_it_keeps) {
    struct kzi_arena arena;
    jmp_buf door;
    char names[][2] = {"a", "b", "c"};
    open_arena(&arena, &door);
    given_back[0] = '\0';
    for (int i = 0; i < 3; i++)
        *kzi_arena_keep(&arena, note_given_back) = names[i];
    kzi_arena_keep(&arena, note_given_back); /* its slot stays empty */
    kzi_arena_give_back(&arena, NULL);
    kzi_arena_give_back(&arena, names[1]);
    kzi_arena_give_back(&arena, names[1]);
    ck_assert_str_eq(given_back, "b");
    kzi_arena_release(&arena); /* the newest first */
    ck_assert_str_eq(given_back, "bca");
    kzi_arena_release(&arena);
    ck_assert_str_eq(given_back, "bca");
}
END_TEST

START_TEST(arena_keeps_a_text_past_the_door) {
    struct kzi_arena arena;
    jmp_buf door;
    open_arena(&arena, &door);
    if (!setjmp(door)) {
        struct kzi_text *text = kzi_text_new(&arena);
        kzi_text_put(text, "lost, if the arena did not keep it");
        kzi_arena_array(&arena, SIZE_MAX, 2);
    }
    kzi_arena_release(&arena); /* otherwise a sanitizer reports a leak */
}
END_TEST

/* --- text ------------------------------------------------------------------------------------ */

static void write_something(struct kzi_text *text) {
    kzi_text_put(text, "");
    kzi_text_put(text, "fu ");
    kzi_text_char(text, '[');
    kzi_text_int(text, LLONG_MIN);
    kzi_text_int(text, 0);
    kzi_text_int(text, LLONG_MAX);
    kzi_text_add(text, "]xyz", 1);
    kzi_text_format(text, " %s=%d", "honba", 12);
    kzi_text_add(text, "", 0);
}

#define SOMETHING "fu [-922337203685477580809223372036854775807] honba=12"

START_TEST(text_of_every_size) {
    const size_t len = strlen(SOMETHING);
    for (size_t size = 0; size <= len + 3; size++) {
        char buffer[100];
        memset(buffer, '#', sizeof buffer);
        struct kzi_text text = kzi_text_fixed(size ? buffer : NULL, size);
        write_something(&text);
        ck_assert_uint_eq(kzi_text_end(&text), len);
        size_t kept = size ? (len < size ? len : size - 1) : 0;
        ck_assert_mem_eq(buffer, SOMETHING, kept);
        if (size)
            ck_assert_int_eq(buffer[kept], '\0');
        for (size_t i = size; i < sizeof buffer; i++)
            ck_assert_int_eq(buffer[i], '#');
    }
}
END_TEST

START_TEST(text_grows) {
    struct kzi_text text = kzi_text_growing();
    kzi_text_put(&text, "");
    for (int turn = 0; turn < 2; turn++) {
        for (int i = 0; i < 3000; i++)
            write_something(&text);
        ck_assert(!text.failed);
        ck_assert_uint_eq(text.len, 3000 * strlen(SOMETHING));
        for (int i = 0; i < 3000; i++)
            if (memcmp(text.at + (size_t)i * strlen(SOMETHING), SOMETHING, strlen(SOMETHING)) != 0)
                ck_abort_msg("turn %d, copy %d", turn, i);
        kzi_text_clear(&text);
        ck_assert_uint_eq(text.len, 0);
    }
    kzi_text_release(&text);
    ck_assert_ptr_null(text.at);
    kzi_text_put(&text, "again");
    ck_assert_uint_eq(text.len, 5);
    kzi_text_release(&text);
}
END_TEST

START_TEST(text_format_is_as_long_as_it_gets) {
    char wide[3000], buffer[8];
    memset(wide, 'x', sizeof wide - 1);
    wide[sizeof wide - 1] = '\0';
    struct kzi_text text = kzi_text_growing(), fixed = kzi_text_fixed(buffer, sizeof buffer),
                    borrowing = kzi_text_borrowing(buffer, sizeof buffer);
    kzi_text_format(&text, "%s%c", wide, '\0');
    ck_assert_uint_eq(text.len, sizeof wide);
    ck_assert_str_eq(text.at, wide);
    kzi_text_release(&text);
    for (int i = 0; i < 4; i++)
        kzi_text_format(&borrowing, "%d%d", i, i);
    kzi_text_format(&borrowing, "%s.", "");
    ck_assert_uint_eq(borrowing.len, 9);
    ck_assert_int_eq(memcmp(borrowing.at, "00112233.", 9), 0);
    kzi_text_release(&borrowing);
    for (int i = 0; i < 2; i++)
        kzi_text_format(&fixed, "%s", "12345");
    ck_assert_uint_eq(fixed.len, 10);
    kzi_text_end(&fixed);
    ck_assert_str_eq(buffer, "1234512");
}
END_TEST

static const struct {
    const char *text;
    size_t width;
    const char *padded;
} pads[] = {
    {"", 0, ""},
    {"", 3, "   "},
    {"pung", 3, "pung"},
    {"pung", 4, "pung"},
    {"pung", 6, "pung  "},
    {"\u7ACB\u76F4", 6, "\u7ACB\u76F4  "}, /* two columns each */
    {"\u7ACB\u76F4", 5, "\u7ACB\u76F4 "},
    {"\u7ACB\u76F4", 4, "\u7ACB\u76F4"},
    {"e\u0301", 3, "e\u0301  "},                   /* the accent takes none */
    {"\U0001F004\uFE0E", 4, "\U0001F004\uFE0E  "}, /* nor the variation selector */
    {"\xFF\xFE", 4, "\xFF\xFE  "},
};

START_TEST(text_is_padded_by_width) {
    struct kzi_text text = kzi_text_growing();
    kzi_text_put(&text, "\u7ACB|");
    size_t from = text.len;
    kzi_text_put(&text, pads[_i].text);
    kzi_text_pad(&text, from, pads[_i].width);
    kzi_text_char(&text, '\0');
    ck_assert_str_eq(text.at + from, pads[_i].padded);
    kzi_text_release(&text);
}
END_TEST

static const struct {
    const char *text;
    size_t width;
    const char *wrapped;
} wraps[] = {
    {"", 8, ""},
    {"one two", 7, "one two"},
    {"one two", 6, "one\n  two"},
    {"one two six ten", 8, "one two\n  six\n  ten"},
    {"one two six ten", 9, "one two\n  six ten"},
    {"one lengthy word", 6, "one\n  lengthy\n  word"},
    {"lengthy", 4, "lengthy"},
    {"  one two", 6, "  one\n    two"},
    {"\u7ACB\u76F4 one", 7, "\u7ACB\u76F4\n  one"},
    /* words without blanks; no line begins with a full stop */
    {"\u7ACB\u76F4\u81EA\u6478", 5, "\u7ACB\u76F4\n  \u81EA\n  \u6478"},
    {"\u7ACB\u76F4\u3002\u81EA\u6478", 6, "\u7ACB\u76F4\u3002\n  \u81EA\u6478"},
    {"\u7ACB\u76F4\u3002\u81EA\u6478", 5, "\u7ACB\n  \u76F4\u3002\n  \u81EA\n  \u6478"},
    {"one\u7ACB\u76F4 two", 5, "one\u7ACB\n  \u76F4\n  two"},
};

START_TEST(text_is_wrapped_at_blanks) {
    struct kzi_text text = kzi_text_growing();
    kzi_text_wrap(&text, wraps[_i].text, strlen(wraps[_i].text), wraps[_i].width);
    kzi_text_char(&text, '\0');
    ck_assert_str_eq(text.at, wraps[_i].wrapped);
    kzi_text_release(&text);
}
END_TEST

static const struct {
    const char *text, *written;
} strings[] = {
    {"", "\"\""},
    {"a hand", "\"a hand\""},
    {"\"quoted\"", "\"\\\"quoted\\\"\""},
    {"C:\\rules\\", "\"C:\\\\rules\\\\\""},
    {"a line\nand\x1F", "\"a line\\u000aand\\u001f\""},
    {"\u7ACB\x7F", "\"\u7ACB\\u007f\""},
    {"\xC2\x9B\u202Ex\u200D", "\"\\u009b\\u202ex\\u200d\""},
    {"\U000E0041", "\"\\udb40\\udc41\""},
    {"\xFF, \x9Bz\xE9\xBA", "\"\\ufffd, \\ufffdz\\ufffd\\ufffd\""},
};

START_TEST(json_strings_are_escaped) {
    struct kzi_text text = kzi_text_growing();
    kzi_json_quote_string(&text, strings[_i].text);
    kzi_text_char(&text, '\0');
    ck_assert_str_eq(text.at, strings[_i].written);
    kzi_text_release(&text);
}
END_TEST

/* --- UTF-8 ----------------------------------------------------------------------------------- */

START_TEST(utf8_round_trip) {
    for (uint32_t code = 0; code <= 0x10FFFF; code++) {
        if (code >= 0xD800 && code < 0xE000)
            continue;
        char bytes[4];
        uint32_t back = ~code;
        size_t want = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
        size_t written = kzi_utf8_write(bytes, code), read = kzi_utf8_read(bytes, written, &back);
        if (written != want || read != want || back != code)
            ck_abort_msg("U+%04X: %zu written, %zu read as U+%04X", code, written, read, back);
        for (size_t len = 1; len < want; len++)
            if (kzi_utf8_read(bytes, len, &back))
                ck_abort_msg("U+%04X is read from %zu of its %zu bytes", code, len, want);
    }
}
END_TEST

/* A letter of any language, and what users define for themselves, up to the last one. */
START_TEST(letters_are_shown) {
    static const uint32_t ranges[][2] = {{' ', '~'},         {0xA1, 0xAC},     {0x3001, 0xD7FF},
                                         {0xE000, 0xFEFE},   {0xFF01, 0xFFF8}, {0x10000, 0xDFFFF},
                                         {0xE1000, 0x10FFFF}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        for (uint32_t code = ranges[i][0]; code <= ranges[i][1]; code++)
            if (kzi_is_unsafe(code) || kzi_is_harmful(code))
                ck_abort_msg("U+%04X is taken for one that nobody sees", code);
}
END_TEST

/* Blanks of other widths do no harm in a name, as the thin one of French prices; what has no width
 * or turns the direction of writing does. */
START_TEST(blanks_do_no_harm) {
    static const uint32_t blanks[][2] = {
        {0xA0, 0xA0}, {0x2000, 0x200A}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}};
    for (size_t i = 0; i < COUNT(blanks); i++)
        for (uint32_t code = blanks[i][0]; code <= blanks[i][1]; code++)
            if (!kzi_is_unsafe(code) || kzi_is_harmful(code))
                ck_abort_msg("U+%04X is not taken for a blank", code);
    static const uint32_t harmful[][2] = {{0x01, 0x1F},     {0x7F, 0x9F},     {0xAD, 0xAD},
                                          {0x61C, 0x61C},   {0x180E, 0x180E}, {0x200B, 0x200F},
                                          {0x2028, 0x202E}, {0x2060, 0x206F}, {0xFEFF, 0xFEFF},
                                          {0xFFF9, 0xFFFB}, {0xFFFE, 0xFFFF}, {0xE0000, 0xE0FFF}};
    for (size_t i = 0; i < COUNT(harmful); i++)
        for (uint32_t code = harmful[i][0]; code <= harmful[i][1]; code++)
            if (!kzi_is_harmful(code))
                ck_abort_msg("U+%04X is not taken for harmful", code);
}
END_TEST

static const struct {
    const char *bytes;
    uint32_t code; /* 0: not UTF-8 */
} sequences[] = {
    {"\x7F", 0x7F},
    {"\xC2\x80", 0x80},
    {"\xDF\xBF", 0x7FF},
    {"\xE0\xA0\x80", 0x800},
    {"\xED\x9F\xBF", 0xD7FF},
    {"\xEE\x80\x80", 0xE000},
    {"\xEF\xBF\xBF", 0xFFFF},
    {"\xF0\x90\x80\x80", 0x10000},
    {"\xF4\x8F\xBF\xBF", 0x10FFFF},
    {"\x80", 0},
    {"\xBF", 0},
    {"\xC0\x80", 0},
    {"\xC1\xBF", 0},
    {"\xE0\x9F\xBF", 0},
    {"\xED\xA0\x80", 0},
    {"\xED\xBF\xBF", 0},
    {"\xF0\x8F\xBF\xBF", 0},
    {"\xF4\x90\x80\x80", 0},
    {"\xF5\x80\x80\x80", 0},
    {"\xF8\x88\x80\x80\x80", 0},
    {"\xFE", 0},
    {"\xFF", 0},
    {"\xC2", 0},
    {"\xC2 ", 0},
    {"\xC2\xC2", 0},
    {"\xE3\x81", 0},
    {"\xE3\x81z", 0},
    {"\xF0\x9F\x80", 0},
    {"\xF0\x9F\x80-", 0},
};

START_TEST(utf8_boundaries) {
    const char *bytes = sequences[_i].bytes;
    uint32_t code = 0;
    size_t step = kzi_utf8_read(bytes, strlen(bytes), &code);
    if (sequences[_i].code) {
        ck_assert_uint_eq(step, strlen(bytes));
        ck_assert_uint_eq(code, sequences[_i].code);
        ck_assert_uint_eq(kzi_utf8_count(bytes, strlen(bytes)), 1);
    } else {
        ck_assert_uint_eq(step, 0);
        ck_assert_uint_eq(kzi_utf8_valid(bytes, strlen(bytes)), 0);
    }
}
END_TEST

START_TEST(utf8_of_a_text) {
    static const char text[] = "a\xC3\xA4\u7ACB\xFF\U0001F004z";
    ck_assert_uint_eq(kzi_utf8_valid(text, sizeof text - 1), 6);
    ck_assert_uint_eq(kzi_utf8_count(text, sizeof text - 1), 6);
    ck_assert_uint_eq(kzi_utf8_width(text, sizeof text - 1), 1 + 1 + 2 + 1 + 2 + 1);
    ck_assert_uint_eq(kzi_utf8_valid("", 0), 0);
    ck_assert_uint_eq(kzi_utf8_count("", 0), 0);
    ck_assert_uint_eq(kzi_utf8_valid("abc", 3), 3);
}
END_TEST

/* --- names ----------------------------------------------------------------------------------- */

#define NAMES 20000

START_TEST(names_are_found_again) {
    struct kzi_arena arena;
    struct kzi_names names;
    jmp_buf door;
    char name[32];
    open_arena(&arena, &door);
    ck_assert(!setjmp(door));
    kzi_names_init(&names, &arena);
    ck_assert_int_eq(kzi_names_find(&names, ""), -1);
    for (int i = 0; i < NAMES; i++) {
        snprintf(name, sizeof name, "yaku_%d", i);
        if (kzi_names_find(&names, name) != -1 || kzi_names_add(&names, name) != i)
            ck_abort_msg("%s is not new", name);
    }
    for (int i = 0; i < NAMES; i++) {
        size_t len = (size_t)snprintf(name, sizeof name, "yaku_%d", i);
        if (kzi_names_add(&names, name) != i || kzi_names_find(&names, name) != i ||
            strcmp(names.name[i], name) != 0)
            ck_abort_msg("%s is not %d", name, i);
        strcpy(name + len, "x");
        if (kzi_names_find(&names, name) != -1 || kzi_names_find_span(&names, name, len) != i)
            ck_abort_msg("%s and its span are mixed up", name);
    }
    ck_assert_uint_eq(names.count, NAMES);
    ck_assert_int_eq(kzi_names_find_span(&names, "yaku_1", 4), -1);
    ck_assert_int_eq(kzi_names_add(&names, ""), NAMES);
    ck_assert_int_eq(kzi_names_find(&names, ""), NAMES);
    kzi_arena_release(&arena);
}
END_TEST

static const struct {
    const char *name, *nearest;
} typos[] = {
    {"riichi", "riichi"},
    {"richi", "riichi"},
    {"riicchi", "riichi"},
    {"rikchi", "riichi"},
    {"iirchi", "riichi"},
    {"rihici", "riichi"},
    {"iipatsu", "ippatsu"},
    {"ipatsu", "ippatsu"},
    {"ippastu", "ippatsu"},
    {"last_tlie", "last_tile"},
    {"lasttile", "last_tile"},
    {"first_trun", "first_turn"},
    {"double", "double_riichi"}, /* a beginning is near, whatever is missing */
    {"robb", "robbing_kong"},
    {"dou", "double_riichi"},
    {"do", NULL}, /* too short to be a beginning */
    {"kong", NULL},
    {"er", "ev"},
    {"e", "ev"},
    {"xy", NULL},
    {"", NULL},
    {"tsumo", NULL},
    {"after_king", "after_kong"},
    {"an_altogether_different_word", NULL},
    {"evv", "evvv"}, /* the beginning of a name is nearer than one that lacks a letter */
    {"av", "ev"},
    {"RIICHI", "riichi"},
    {"Rich", "riichi"},
    {"LAST", "last_tile"},
    {"0123456789012345678901234567890123456789012345678901234567890123", NULL},
};

START_TEST(unseen_characters) {
    static const struct {
        const char *text, *shown;
    } texts[] = {
        {"plain", "plain"},
        {"\xE9\xBA\xBB", "\xE9\xBA\xBB"},
        {"a\xC2\xA0z", "a<no-break space, U+00A0>z"},
        {"\xE2\x80\x8B", "<zero-width space, U+200B>"},
        {"\x07\xE2\x80\x83", "<U+0007><U+2003>"},
        {"\xEF\xBB\xBFkazoe", "<byte-order mark, U+FEFF>kazoe"},
        {"\xFFz\x9B", "<FF>z<9B>"}, /* not UTF-8 */
        {"z\xE9\xBA", "z"},         /* cut within one */
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        char buffer[64];
        strcpy(buffer, texts[i].text);
        kzi_show_unsafe(buffer, sizeof buffer);
        ck_assert_str_eq(buffer, texts[i].shown);
    }
    char little[8] = "a\xC2\xA0z";
    kzi_show_unsafe(little, sizeof little);
    ck_assert_str_eq(little, "a<no-br");
}
END_TEST

START_TEST(nearest_name) {
    static const char *const words[] = {
        "riichi",     "double_riichi",
        "ippatsu",    "last_tile",
        "first_turn", "robbing_kong",
        "after_kong", "ev",
        "evvv",       "0123456789012345678901234567890123456789012345678901234567890123"};
    const char *nearest = kzi_find_nearest(typos[_i].name, words, COUNT(words));
    ck_assert_msg((!nearest && !typos[_i].nearest) ||
                      (nearest && typos[_i].nearest && !strcmp(nearest, typos[_i].nearest)),
                  "%s: %s", typos[_i].name, nearest ? nearest : "nothing");
    ck_assert_ptr_null(kzi_find_nearest(typos[_i].name, NULL, 0));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("base");
    TCase *tests = tcase_create("base");
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, arena_hands_out_zeroed_aligned_memory);
    tcase_add_test(tests, arena_more_keeps_every_element);
    tcase_add_test(tests, arena_copies_bytes);
    tcase_add_loop_test(tests, arena_leaves_by_the_door, 0, COUNT(too_large));
    tcase_add_test(tests, arena_gives_back_what_it_keeps);
    tcase_add_test(tests, arena_keeps_a_text_past_the_door);
    tcase_add_test(tests, text_of_every_size);
    tcase_add_test(tests, text_grows);
    tcase_add_test(tests, text_format_is_as_long_as_it_gets);
    tcase_add_loop_test(tests, text_is_padded_by_width, 0, COUNT(pads));
    tcase_add_loop_test(tests, text_is_wrapped_at_blanks, 0, COUNT(wraps));
    tcase_add_loop_test(tests, json_strings_are_escaped, 0, COUNT(strings));
    tcase_add_test(tests, utf8_round_trip);
    tcase_add_test(tests, letters_are_shown);
    tcase_add_test(tests, blanks_do_no_harm);
    tcase_add_loop_test(tests, utf8_boundaries, 0, COUNT(sequences));
    tcase_add_test(tests, utf8_of_a_text);
    tcase_add_test(tests, unseen_characters);
    tcase_add_test(tests, names_are_found_again);
    tcase_add_loop_test(tests, nearest_name, 0, COUNT(typos));
    return run_suite(suite);
}
