/* Why not: its answers for random hands compared with the result, and its change of one tile
 * compared with every change written out as a line and scored.
 *
 *     KAZOE_SEED=7 KAZOE_HANDS=20000 tests/unit/why_not.tap */
#include "analysis/whynot/why_not.h"

#include "analysis/witness/random_hand.h"
#include "analysis/witness/witness.h"
#include "api.h"
#include "hand_line.h"
#include "others.h"
#include "report/wording.h"
#include "run_suite.h"
#include "source_tree.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#define HANDS 40000 /* a ruleset gets a tenth, because each is scored a thousand times */

static kz_ruleset *rules;
static kz_result *result, *room, *trying, *again;
static kz_hand *read_back;

static void open_rules(const char *name) {
    const char *path = in_source("%s", name);
    ck_assert_int_eq(kz_ruleset_load(&rules, path, NULL, NULL, NULL), KZ_OK);
    result = kz_result_new();
    room = kz_result_new();
    trying = kz_result_new();
    again = kz_result_new();
    read_back = kz_hand_new();
    kz_hand_know(read_back, rules);
}

static void close_rules(void) {
    kz_hand_free(read_back);
    kz_result_free(again);
    kz_result_free(trying);
    kz_result_free(room);
    kz_result_free(result);
    kz_ruleset_free(rules);
}

static unsigned long setting(const char *name, unsigned long otherwise) {
    const char *text = getenv(name);
    return text ? strtoul(text, NULL, 10) : otherwise;
}

/* Score a line as if a user had typed it. */
static bool line_counts(const char *line, unsigned yaku) {
    kz_error error;
    return kz_hand_parse(read_back, line, strlen(line), &error) == KZ_OK &&
           kz_score(again, rules, read_back) == KZ_OK && kz_result_wins(again) &&
           kzi_has_bit(again->best.scored, yaku);
}

/* --- every change, by brute force ------------------------------------------------------------ */

static bool items_count(const struct hand_line *line, unsigned yaku) {
    char text[LINE_ITEMS * 20] = "";
    for (unsigned i = 0; i < line->count; i++) {
        strcat(text, i ? " " : "");
        strcat(text, line->items[i]);
    }
    return line_counts(text, yaku);
}

/* The item is a single tile: try every other tile in its place. */
static unsigned count_tile(struct hand_line *line, unsigned item, bool reds, unsigned yaku) {
    static const char *const suits[] = {"m", "p", "s", "z"};
    char *text = line->items[item], kept[80];
    const char *plus = text[0] == '+' ? "+" : "";
    unsigned count = 0;
    strcpy(kept, text);
    for (unsigned kind = 0; kind < KZI_KINDS + (reds ? KZI_SUITS : 0); kind++) {
        unsigned suit = kind < KZI_KINDS ? kzi_suit(kind) : kind - KZI_KINDS;
        unsigned digit = kind < KZI_KINDS ? kzi_number(kind) : 0;
        sprintf(text, "%s%u%s", plus, digit, suits[suit]);
        count += strcmp(text, kept) != 0 && items_count(line, yaku);
    }
    strcpy(text, kept);
    return count;
}

static unsigned count_chow(struct hand_line *line, unsigned item, unsigned yaku) {
    char *text = line->items[item], kept[80];
    unsigned count = 0;
    strcpy(kept, text);
    if (text[1] == text[2])
        return 0;
    for (int step = -1; step <= 1; step += 2) {
        for (unsigned i = 1; i <= 3; i++)
            text[i] = (char)(kept[i] + step);
        bool chow = text[1] >= '1' && text[3] <= '9';
        count += chow && items_count(line, yaku);
    }
    strcpy(text, kept);
    return count;
}

static unsigned count_changes(const struct kzi_hand *hand, unsigned yaku) {
    const struct kzi_yaku *rule = &rules->model->yaku[yaku];
    bool reds =
        rule->each == KZI_EACH_MARK && rules->model->marks[rule->each_mark].kind == KZI_MARK_RED;
    struct hand_line line = {.random = NULL};
    unsigned count = 0;
    line_items(&line, hand);
    for (unsigned i = 0;
         i < line.count && strcmp(line.items[i], "tsumo") != 0 && strcmp(line.items[i], "ron") != 0;
         i++) {
        if (line.items[i][0] == '[')
            count += count_chow(&line, i, yaku);
        else if (line.items[i][0] != '(' && (!i || strcmp(line.items[i], line.items[i - 1]) != 0))
            count += count_tile(&line, i, reds, yaku);
    }
    return count;
}

/* --- answers compared with results ----------------------------------------------------------- */

static struct others others;

static bool held_somewhere(unsigned yaku) {
    bool held = result->reason != KZI_INCOMPLETE && kzi_has_bit(result->best.held, yaku);
    fill_others(result, &others);
    for (unsigned i = 0; i < others.count; i++)
        held |= kzi_has_bit(others.list[i].held, yaku);
    return held;
}

static void say_line(char line[1024], const struct kzi_hand *hand) {
    struct kzi_text text = kzi_text_fixed(line, 1024);
    kzi_write_line(&text, hand);
    kzi_text_end(&text);
}

static void check_status(const struct kzi_why *why, const char *line) {
    bool listed = kzi_has_bit(result->best.scored, why->yaku), said = why->status == KZI_WHY_COUNTS;
    bool holds = why->status == KZI_WHY_ASIDE || why->status == KZI_WHY_LOSES;
    const char *id = rules->model->yaku[why->yaku].id;
    if (listed != said)
        ck_abort_msg("%s %s: listed %d, said to count %d", line, id, listed, said);
    if (!listed && (int)why->yaku != rules->nothing_scored && holds != held_somewhere(why->yaku))
        ck_abort_msg("%s %s: %s, but held %d", line, id, kzi_why_status_names[why->status],
                     held_somewhere(why->yaku));
    if ((result->reason == KZI_INCOMPLETE) != (why->status == KZI_WHY_INCOMPLETE) &&
        why->status != KZI_WHY_NOT_USED)
        ck_abort_msg("%s %s: %s, but %u readings", line, id, kzi_why_status_names[why->status],
                     result->n_readings);
}

static void check_change(const struct kzi_why *why, const struct kzi_hand *hand, const char *line) {
    char changed[1024];
    const char *id = rules->model->yaku[why->yaku].id;
    if (why->status == KZI_WHY_COUNTS)
        return;
    unsigned brute = count_changes(hand, why->yaku);
    if (brute != why->change.count)
        ck_abort_msg("%s %s: %u changes said, %u found", line, id, why->change.count, brute);
    if (!brute)
        return;
    say_line(changed, &why->change.hand);
    if (!line_counts(changed, why->yaku))
        ck_abort_msg("%s %s: does not count in %s", line, id, changed);
}

/* Write the reports, to see that this does not crash; nobody compares their text. */
static void check_reports(const struct kzi_why *why) {
    struct kzi_style style = {.language = "en"};
    struct kzi_text text = kzi_text_growing();
    kzi_put_why_not(&text, why, &style);
    kzi_put_why_not(&text, why, &kzi_code_style);
    ck_assert(!text.failed && text.len > 100);
    kzi_text_release(&text);
}

/* Replace one tile, which leaves most hands incomplete. */
static void spoil(struct kzi_random *random, struct kzi_hand *hand) {
    unsigned to = kzi_random_below(random, KZI_KINDS), from = kzi_random_below(random, KZI_KINDS);
    for (; !hand->concealed[from]; from = (from + 1) % KZI_KINDS)
        if (!hand->n_concealed)
            return;
    hand->concealed[from]--;
    hand->concealed[to]++;
}

/* Choose any yaku, or sometimes one that holds on some reading of a complete hand. */
static unsigned choose_yaku(struct kzi_random *random) {
    unsigned yaku = kzi_random_below(random, rules->n_yaku), draw = kzi_random_below(random, 6);
    const uint64_t *held = result->best.held;
    if (result->reason == KZI_INCOMPLETE || draw > 3)
        return yaku;
    fill_others(result, &others);
    if (draw > 1 && others.count)
        held = others.list[kzi_random_below(random, others.count)].held;
    for (unsigned i = 0; i < 256 && (!kzi_has_bit(held, yaku) ||
                                     (draw > 1 && kzi_has_bit(result->best.held, yaku)));
         i++)
        yaku = kzi_random_below(random, rules->n_yaku);
    return yaku;
}

static bool ask(struct kzi_random *random, unsigned long seen[KZI_WHY_STATUSES]) {
    struct kzi_hand hand;
    struct kzi_why why;
    char line[1024];
    if (!kzi_random_hand(random, rules, NULL, &hand))
        return false;
    kzi_random_situation(random, rules, &hand);
    memset(hand.reds, 0, sizeof hand.reds);
    hand.win_red = false;
    if (!kzi_random_below(random, 4))
        spoil(random, &hand);
    if (kzi_score(result, rules, &hand) != KZ_OK)
        return false;
    say_line(line, &hand);
    unsigned yaku = choose_yaku(random);
    kzi_why_find(&why, result, yaku, room, trying);
    check_status(&why, line);
    check_change(&why, &hand, line);
    check_reports(&why);
    seen[why.status]++;
    return true;
}

static void ask_many(const char *name) {
    struct kzi_random random = {setting("KAZOE_SEED", 7)};
    unsigned long asked = 0, seen[KZI_WHY_STATUSES] = {0};
    unsigned long hands = setting("KAZOE_HANDS", HANDS) / 10;
    open_rules(name);
    while (asked < hands)
        asked += ask(&random, seen);
    for (unsigned i = 0; i < KZI_WHY_STATUSES; i++)
        printf("# %s: %lu %s\n", name, seen[i], kzi_why_status_names[i]);
    ck_assert(few_hands() || (seen[KZI_WHY_COUNTS] && seen[KZI_WHY_FAILS] && seen[KZI_WHY_ASIDE] &&
                              seen[KZI_WHY_LOSES] && seen[KZI_WHY_INCOMPLETE]));
    close_rules();
}

START_TEST(random_hands_of_riichi) {
    ask_many("rules/tenhou.yaml");
}
END_TEST

START_TEST(random_hands_of_mcr) {
    ask_many("rules/mcr.yaml");
}
END_TEST

START_TEST(random_hands_of_every_condition) {
    ask_many("tests/data/every_condition.yaml");
}
END_TEST

/* --- lines ----------------------------------------------------------------------------------- */

START_TEST(a_line_is_read_back_as_it_was) {
    static const char line[] = "0055m99s [340p] (7777z) [222+2s] +0p tsumo round=S seat=N riichi "
                               "dora=4p9m ura=1z3z honba=1 deposits=2 pao=daisangen:W";
    char written[1024];
    kz_error error;
    open_rules("rules/tenhou.yaml");
    ck_assert_int_eq(kz_hand_parse(read_back, line, strlen(line), &error), KZ_OK);
    say_line(written, &read_back->hand);
    ck_assert_str_eq(written, "0055m99s [340p] (7777z) [222+2s] +0p tsumo round=S seat=N riichi "
                              "dora=4p9m ura=1z3z honba=1 deposits=2 pao=daisangen:W");
    close_rules();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("why not");
    TCase *tcase = tcase_create("why not");
    tcase_set_timeout(tcase, 1800);
    tcase_add_test(tcase, random_hands_of_riichi);
    tcase_add_test(tcase, random_hands_of_mcr);
    tcase_add_test(tcase, random_hands_of_every_condition);
    tcase_add_test(tcase, a_line_is_read_back_as_it_was);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
