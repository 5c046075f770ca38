/* Digits read eight at a time, compared with digits read one by one. */
#include "tile/notation.h"

#include "run_suite.h"
#include "tile/counts.h"

#include <check.h>
#include <string.h>

/* Texts of digits, most with something after them; the last one fills all eight. */
static const char *const texts[] = {"m",        "5m",       "055s",     "1234567p", "12345678",
                                    "99999999", "0000000z", "19/28:37", "1 2",      "123\xC3\xA9",
                                    "1\xFF",    "9:",       "9/"};
#define TEXTS (int)(sizeof texts / sizeof *texts)

static uint64_t eight_of(const char *text) {
    char eight[9] = "";
    strncpy(eight, text, 8);
    return kzi_load8(eight);
}

static unsigned digits_of(const char *text) {
    return (unsigned)strspn(text, "0123456789");
}

START_TEST(counts_each_number) {
    const char *text = texts[_i];
    unsigned count = digits_of(text);
    uint64_t counts = kzi_count_numbers(kzi_digit_numbers(eight_of(text), count));
    uint64_t spread = kzi_spread_counts(counts);
    unsigned wanted[10] = {0}, red = 0;
    for (unsigned i = 0; i < count; i++) {
        wanted[text[i] == '0' ? 5 : text[i] - '0']++;
        red += text[i] == '0';
    }
    for (unsigned number = 1; number <= 9; number++)
        ck_assert_uint_eq(counts >> 4 * (number - 1) & 15, wanted[number]);
    for (unsigned number = 1; number <= 8; number++)
        ck_assert_uint_eq(spread >> 8 * (number - 1) & 255, wanted[number]);
    ck_assert_uint_eq(counts >> KZI_COUNTS_RED, red);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("digits");
    TCase *tests = tcase_create("digits");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, counts_each_number, 0, TEXTS);
    return run_suite(suite);
}
