/* Score hands through libkazoe.
 *
 *     cc score.c $(pkg-config --cflags --libs kazoe) -o score
 *     ./score rules/ema-2016.yaml '34m345p678s22z [777z] +5m seat=E' '...'
 *     ./score rules/ema-2016.yaml <hands
 *
 * Each argument after the rule file is a hand; without any, each line of standard input is one.
 * This file is C11 and C++11. */
#include <kazoe.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The objects that a program keeps from hand to hand: rules are loaded once, hand and result are
 * reused.  A program with threads shares the rules and gives each thread a hand and a result. */
struct table {
    kz_ruleset *rules;
    kz_hand *hand;
    kz_result *result;
};

/* Called for each error and warning of a rule file.  The library itself never prints. */
static void print_diagnostic(void *payload, const kz_error *diagnostic) {
    char text[2048];
    (void)payload;
    kz_error_write(diagnostic, text, sizeof text);
    fprintf(stderr, "%s\n", text);
}

static int sit_down(struct table *table, const char *path) {
    kz_error error;
    kz_status status = kz_ruleset_load(&table->rules, path, print_diagnostic, NULL, &error);
    if (status != KZ_OK) {
        fprintf(stderr, "%s: %s\n", path, kz_status_text(status));
        return 0;
    }
    table->hand = kz_hand_new();
    table->result = kz_result_new();
    if (!table->hand || !table->result)
        return 0;
    /* Now a misspelt word is an error as soon as the hand is read. */
    return kz_hand_know(table->hand, table->rules) == KZ_OK;
}

/* Each of these accepts NULL.  The rules go last, because a result reads names from them. */
static void leave(struct table *table) {
    kz_result_free(table->result);
    kz_hand_free(table->hand);
    kz_ruleset_free(table->rules);
}

static void print_yaku(const kz_result *result) {
    for (size_t i = 0; i < kz_result_yaku_count(result); i++) {
        int value = kz_result_yaku_value(result, i) * kz_result_yaku_times(result, i);
        printf("  %-16s ", kz_result_yaku_id(result, i));
        if (value)
            printf("%d\n", value);
        else
            printf("a limit\n");
    }
    printf("  total %d", kz_result_total(result));
    if (kz_result_fu(result) >= 0)
        printf(", %d fu", kz_result_fu(result));
    if (kz_result_limit(result))
        printf(", %s", kz_result_limit(result));
    printf("\n");
}

static void print_payments(const kz_result *result) {
    static const char *const names[] = {"East", "South", "West", "North"};
    for (int seat = KZ_EAST; seat <= KZ_NORTH; seat++) {
        long long points = kz_result_payment(result, (kz_seat)seat);
        if (points)
            printf("  %-5s %+lld\n", names[seat], points);
    }
    /* If the hand does not say who discarded, only the winner's seat is known. */
    if (kz_result_payment_discarder(result))
        printf("  the discarder %+lld\n", (long long)kz_result_payment_discarder(result));
}

/* Ask for the length first, as with snprintf; one large buffer kept for all results is faster. */
static int print_json(const kz_result *result) {
    size_t length = kz_result_json(result, NULL, 0);
    char *text = (char *)malloc(length + 1);
    if (!text)
        return 0;
    kz_result_json(result, text, length + 1);
    printf("  %s\n", text);
    free(text);
    return 1;
}

static void print_error(const kz_error *error) {
    char text[1024];
    kz_error_write(error, text, sizeof text);
    printf("  %s\n", text);
}

/* True if the hand could be scored, even if it does not win. */
static int score(struct table *table, const char *line) {
    kz_error error;
    printf("%s\n", line);
    if (kz_hand_parse(table->hand, line, strlen(line), &error) != KZ_OK) {
        print_error(&error); /* not a hand */
        return 0;
    }
    if (kz_score(table->result, table->rules, table->hand) != KZ_OK) {
        print_error(kz_result_error(table->result)); /* a hand that these rules refuse */
        return 0;
    }
    if (kz_result_wins(table->result)) {
        print_yaku(table->result);
        print_payments(table->result);
    } else {
        printf("  no win\n");
    }
    return print_json(table->result);
}

static int score_lines(struct table *table) {
    char line[4096];
    int good = 1;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        good &= score(table, line);
    }
    return good;
}

int main(int argc, char **argv) {
    struct table table = {NULL, NULL, NULL};
    if (argc < 2) {
        fprintf(stderr, "usage: %s RULES.yaml [HAND ...]\n", argv[0]);
        return 2;
    }
    int good = sit_down(&table, argv[1]);
    if (good && argc == 2)
        good = score_lines(&table);
    for (int i = 2; table.result && i < argc; i++)
        good &= score(&table, argv[i]);
    leave(&table);
    return good ? 0 : 1;
}
