/* Compare hands under two rulesets through libkazoe-analysis.
 *
 *     cc compare.c $(pkg-config --cflags --libs kazoe-analysis) -o compare
 *     ./compare rules/ema-2016.yaml rules/ema-2025.yaml '34m345p678s22z[777z]+5m' '...'
 *
 * Print what the rulesets say differently, then each hand that scores differently, then the summary
 * of all hands.  This file is C11 and C++11. */
#include <kazoe-analysis.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(const char *what, const kz_error *error) {
    fprintf(stderr, "%s: %s\n", what, error->text);
    return 0;
}

static void print_differences(const kz_ruleset *const *rules) {
    char text[4096];
    kz_diff *diff;
    if (kz_diff_new(&diff, rules[0], rules[1], NULL) != KZ_OK)
        return;
    printf("%zu differences\n", kz_diff_count(diff));
    for (size_t i = 0; i < kz_diff_count(diff) && i < 2; i++) {
        kz_diff_find_hand(diff, i);
        kz_diff_text(diff, i, NULL, text, sizeof text);
        printf("\n%s", text);
    }
    kz_diff_free(diff);
}

static void compare(kz_comparison *comparison, kz_summary *summary, const char *hand) {
    char text[4096];
    kz_error error;
    if (kz_comparison_score(comparison, hand, strlen(hand), &error) != KZ_OK)
        fail(hand, &error);
    else if (!kz_comparison_same(comparison)) {
        kz_comparison_text(comparison, NULL, 0, text, sizeof text);
        printf("\n%s", text);
    }
    kz_summary_add(summary, comparison, hand, strlen(hand), NULL);
}

static void compare_all(const kz_ruleset *const *rules, char **hands, int count) {
    kz_comparer_options options = {sizeof(kz_comparer_options), 1};
    char text[8192];
    kz_comparer *comparer;
    if (kz_comparer_new(&comparer, rules, 2, &options, NULL) != KZ_OK)
        return;
    kz_comparison *comparison = kz_comparison_new(comparer);
    kz_summary *summary = kz_summary_new(comparer);
    for (int i = 0; i < count && comparison && summary; i++)
        compare(comparison, summary, hands[i]);
    if (summary && kz_summary_text(summary, NULL, text, sizeof text) < sizeof text)
        printf("\n%s", text);
    kz_summary_free(summary);
    kz_comparison_free(comparison);
    kz_comparer_free(comparer);
}

int main(int argc, char **argv) {
    kz_ruleset *rules[2] = {NULL, NULL};
    kz_error error;
    int loaded = 1;
    if (argc < 3) {
        fprintf(stderr, "usage: compare RULES RULES HAND ...\n");
        return EXIT_FAILURE;
    }
    for (int i = 0; i < 2 && loaded; i++)
        if (kz_ruleset_load(&rules[i], argv[1 + i], NULL, NULL, &error) != KZ_OK)
            loaded = fail(argv[1 + i], &error);
    if (loaded) {
        const kz_ruleset *both[2] = {rules[0], rules[1]};
        print_differences(both);
        compare_all(both, argv + 3, argc - 3);
    }
    kz_ruleset_free(rules[0]);
    kz_ruleset_free(rules[1]);
    return loaded ? EXIT_SUCCESS : EXIT_FAILURE;
}
