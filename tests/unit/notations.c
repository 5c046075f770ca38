/* Notations: random hands are written in each that can hold them, and read back. */
#include "analysis/witness/random_hand.h"
#include "analysis/witness/witness.h"
#include "api.h"
#include "run_suite.h"
#include "source_tree.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FEW_HANDS 3000
#define MAX_LEN   4096

static kz_ruleset *load(const char *path) {
    kz_error error;
    kz_ruleset *rules;
    if (kz_ruleset_load(&rules, path, NULL, NULL, &error) != KZ_OK)
        ck_abort_msg("%s: %s", path, error.text);
    return rules;
}

static const char *written(const kz_hand *hand, const struct kzi_notation *notation,
                           char text[MAX_LEN]) {
    kz_error error;
    size_t needed = 0;
    kz_status status = kz_hand_write(hand, notation->name, 0, text, MAX_LEN, &needed, &error);
    ck_assert_msg(status == KZ_OK, "%s: %s", notation->name, error.text);
    ck_assert_uint_lt(needed, MAX_LEN);
    ck_assert_uint_eq(needed, strlen(text));
    return text;
}

static void drop_word(struct kzi_hand *hand, const char *word) {
    unsigned kept = 0;
    for (unsigned i = 0; i < hand->n_words; i++) {
        hand->words[kept] = hand->words[i];
        kept += strcmp(kzi_word_at(hand, i)->text, word) != 0;
    }
    hand->n_words = (uint8_t)kept;
}

/* Drop the parts of a hand that the notation cannot write, except tiles, until it can write the
 * rest. */
static void strip(struct kzi_hand *hand, const struct kzi_notation *notation) {
    char left[KZI_LEFT_OVER];
    if (!notation->read)
        return;
    hand->from = -1;
    hand->dora.count = hand->ura.count = hand->aside.count = 0;
    hand->birds.count = hand->thrown.count = 0;
    hand->wild.shown = 0;
    hand->stakes = 0;
    hand->counters = hand->bets = 0;
    hand->out = hand->n_pao = 0;
    hand->has_seen = hand->has_discards = false;
    while (kzi_notation_left_over(notation, hand, left)) {
        if (!strcmp(left, "ron") || !strcmp(left, "tsumo")) {
            hand->by_given = hand->self_draw = false;
        } else if (!strncmp(left, "round=", 6) || !strncmp(left, "seat=", 5)) {
            hand->round_given = hand->seat_given = false;
            hand->round = 0;
            hand->seat = 1;
        } else if (!strncmp(left, "flowers=", 8)) {
            hand->flowers = 0;
            hand->faces = (kzi_face_counts){{0}};
        } else if (kzi_hand_says(hand, left)) {
            drop_word(hand, left);
        } else {
            return;
        }
    }
}

/* The hand that was read from the text in the notation, or recognized. */
static void read_text(kz_hand *hand, const struct kzi_notation *notation, const char *text,
                      bool unfinished) {
    kz_error error;
    ck_assert_int_eq(kz_hand_set_notation(hand, notation ? notation->name : NULL), KZ_OK);
    kz_status status = unfinished ? kz_hand_parse_unfinished(hand, text, strlen(text), &error)
                                  : kz_hand_parse(hand, text, strlen(text), &error);
    ck_assert_msg(status == KZ_OK, "%s: %s", text, error.text);
}

/* Write the hand as a line, with its words in order. */
static const char *sorted(const kz_hand *hand, char line[MAX_LEN]) {
    static struct kzi_hand copy;
    copy = hand->hand;
    for (unsigned i = 1; i < copy.n_words; i++)
        for (unsigned k = i;
             k && strcmp(kzi_word_at(&copy, k - 1)->text, kzi_word_at(&copy, k)->text) > 0; k--) {
            uint16_t word = copy.words[k];
            copy.words[k] = copy.words[k - 1];
            copy.words[k - 1] = word;
        }
    struct kzi_text to = kzi_text_fixed(line, MAX_LEN);
    kzi_notations[KZI_IN_KAZOE].write(&to, &copy);
    kzi_text_end(&to);
    return line;
}

static void must_be_equal(const kz_hand *a, const kz_hand *b, const char *text) {
    char lines[2][MAX_LEN];
    ck_assert_msg(!strcmp(sorted(a, lines[0]), sorted(b, lines[1])), "%s\n%s\n%s", text, lines[0],
                  lines[1]);
}

/* A round trip, by name and recognized, as a line and as a record. */
static bool travel(const kz_hand *hand, kz_hand *again, const struct kzi_notation *notation) {
    char text[MAX_LEN], buffer[KZI_LEFT_OVER], record[2 * MAX_LEN];
    if (kzi_notation_left_over(notation, &hand->hand, buffer))
        return false;
    written(hand, notation, text);
    read_text(again, notation, text, hand->unfinished);
    must_be_equal(hand, again, text);
    if (notation->recognizes && notation->recognizes(text, text + strlen(text))) {
        read_text(again, NULL, text, hand->unfinished);
        must_be_equal(hand, again, text);
    }
    struct kzi_text to = kzi_text_fixed(record, sizeof record);
    kzi_put_notation_json(&to, notation, &hand->hand);
    kzi_text_end(&to);
    read_text(again, NULL, record, hand->unfinished);
    must_be_equal(hand, again, record);
    return true;
}

/* Read a hand that was made, from its line. */
static void read_made(kz_hand *hand, const struct kzi_hand *made, bool unfinished) {
    char line[MAX_LEN];
    struct kzi_text to = kzi_text_fixed(line, sizeof line);
    kzi_notations[KZI_IN_KAZOE].write(&to, made);
    kzi_text_end(&to);
    read_text(hand, &kzi_notations[KZI_IN_KAZOE], line, unfinished);
}

/* Take the winning tile away. */
static void leave_unfinished(struct kzi_hand *hand) {
    if (hand->win_red)
        hand->reds[kzi_suit(hand->win)]--;
    hand->win = KZI_NO_KIND;
    hand->win_red = hand->by_given = hand->self_draw = false;
    hand->win_face = 0;
}

/* Round trips of random hands of a ruleset, complete and unfinished; count: of those that a
 * notation held. */
static void travel_all(const kz_ruleset *rules, struct kzi_random *random, unsigned hands,
                       unsigned long count[KZI_NOTATIONS]) {
    kz_hand *hand = kz_hand_new(), *again = kz_hand_new();
    static struct kzi_hand made;
    ck_assert(hand && again);
    for (unsigned i = 0; i < hands;) {
        memset(&made, 0, sizeof made);
        if (!kzi_random_hand(random, rules, NULL, &made))
            continue;
        kzi_random_situation(random, rules, &made);
        i++;
        for (unsigned n = 0; n < KZI_NOTATIONS; n++) {
            const struct kzi_notation *notation = &kzi_notations[n];
            struct kzi_hand held = made;
            strip(&held, notation);
            read_made(hand, &held, false);
            count[n] += travel(hand, again, notation);
            leave_unfinished(&held);
            strip(&held, notation);
            read_made(hand, &held, true);
            count[n] += travel(hand, again, notation);
        }
    }
    kz_hand_free(hand);
    kz_hand_free(again);
}

/* KAZOE_HANDS asks for more hands, or for fewer. */
static unsigned hands_wanted(void) {
    const char *hands = getenv("KAZOE_HANDS");
    return hands ? (unsigned)atol(hands) : FEW_HANDS;
}

START_TEST(round_trips) {
    static const char *const names[] = {"tenhou", "mcr", "hong-kong", "taiwan-16", "singapore"};
    unsigned long count[KZI_NOTATIONS] = {0};
    struct kzi_random random = {2024};
    for (size_t i = 0; i < KZI_COUNT(names); i++) {
        const char *path = in_source("rules/%s.yaml", names[i]);
        kz_ruleset *rules = load(path);
        travel_all(rules, &random, 1 + hands_wanted() / 5, count);
        kz_ruleset_free(rules);
    }
    for (unsigned n = 0; n < KZI_NOTATIONS; n++) {
        if (getenv("KAZOE_HANDS"))
            fprintf(stderr, "%s: %lu hands there and back\n", kzi_notations[n].name, count[n]);
        if (!few_hands())
            ck_assert_msg(count[n] > hands_wanted() / 20, "%s: %lu", kzi_notations[n].name,
                          count[n]);
    }
}
END_TEST

/* --- tile numbers ---------------------------------------------------------------------------- */

static void must_be_line(const kz_hand *hand, const char *line) {
    char text[MAX_LEN];
    ck_assert_str_eq(written(hand, &kzi_notations[KZI_IN_KAZOE], text), line);
}

START_TEST(tiles_of_numbers) {
    static const unsigned char tiles[] = {0, 4, 8, 16, 17, 108, 109}, kinds[] = {0, 1, 2, 4, 31},
                               win = 110, no_tile = 136;
    static const kz_meld melds[] = {{{36, 40, 44}, 3, 1, 0}, {{132, 133, 134, 135}, 4, 0, 0}};
    static const kz_meld added[] = {{{52, 53, 54, 55}, 4, 1, 1}};
    static const kz_meld wrong[] = {{{36, 40, 44}, 3, 1, 0}, {{37, 41, 49}, 3, 1, 0}};
    static const kz_meld twice[] = {{{4, 8, 12}, 3, 1, 0}};
    static const kz_meld five[] = {{{2, 2, 2, 2, 2}, 5, 1, 0}};
    static const kz_meld long_one[] = {{{130, 131, 132, 133, 134, 135}, 200, 1, 0}};
    static const unsigned char same[] = {0, 4, 8, 4};
    kz_hand *hand = kz_hand_new();
    kz_tiles given = {.size = sizeof given,
                      .tiles = tiles,
                      .n_tiles = sizeof tiles,
                      .win = &win,
                      .melds = melds,
                      .n_melds = 2,
                      .words = "tsumo seat=W riichi"};
    kz_error error;
    ck_assert_int_eq(kz_hand_set_tiles(hand, &given, &error), KZ_OK);
    must_be_line(hand, "12305m11z [123p] (7777z) +1z tsumo seat=W riichi");
    given = (kz_tiles){.size = sizeof given, .encoding = KZ_TILES_34, .tiles = kinds, .n_tiles = 5};
    ck_assert_int_eq(kz_hand_set_tiles(hand, &given, &error), KZ_OK);
    must_be_line(hand, "1235m +5z");
    given.unfinished = 1;
    ck_assert_int_eq(kz_hand_set_tiles(hand, &given, &error), KZ_OK);
    must_be_line(hand, "1235m5z");
    given = (kz_tiles){
        .size = sizeof given, .tiles = tiles, .n_tiles = 2, .melds = added, .n_melds = 1};
    ck_assert_int_eq(kz_hand_set_tiles(hand, &given, NULL), KZ_OK);
    must_be_line(hand, "1m [055+5p] +2m");
    given.melds = wrong;
    given.n_melds = 2;
    ck_assert_int_eq(kz_hand_set_tiles(hand, &given, &error), KZ_BAD_HAND);
    ck_assert_str_eq(error.code, "bad_meld");
    ck_assert_str_eq(error.key, "melds");
    ck_assert_int_eq(error.column, 2);
    given.melds = twice;
    given.n_melds = 1;
    given.n_tiles = 3;
    ck_assert_int_eq(kz_hand_set_tiles(hand, &given, &error), KZ_BAD_HAND);
    ck_assert_str_eq(error.text, "tile 4 is there twice: each of the 136 tiles exists once");
    ck_assert_str_eq(error.key, "melds");
    given.melds = long_one;
    ck_assert_int_eq(kz_hand_set_tiles(hand, &given, &error), KZ_BAD_HAND);
    ck_assert_str_eq(error.code, "bad_meld");
    given = (kz_tiles){.size = sizeof given,
                       .encoding = KZ_TILES_34,
                       .tiles = kinds,
                       .n_tiles = 2,
                       .melds = five,
                       .n_melds = 1};
    ck_assert_int_eq(kz_hand_set_tiles(hand, &given, &error), KZ_OK);
    must_be_line(hand, "1m [33333m] +2m");
    given = (kz_tiles){.size = sizeof given, .tiles = same, .n_tiles = sizeof same};
    ck_assert_int_eq(kz_hand_set_tiles(hand, &given, &error), KZ_BAD_HAND);
    ck_assert_str_eq(error.text, "tile 4 is there twice: each of the 136 tiles exists once");
    ck_assert_int_eq(error.column, 4);
    given = (kz_tiles){.size = sizeof given, .tiles = tiles, .n_tiles = 4, .win = &tiles[3]};
    ck_assert_int_eq(kz_hand_set_tiles(hand, &given, &error), KZ_BAD_HAND);
    ck_assert_str_eq(error.text, "tile 16 is there twice: each of the 136 tiles exists once");
    ck_assert_str_eq(error.key, "win");
    given.n_tiles = 5;
    ck_assert_int_eq(kz_hand_set_tiles(hand, &given, &error), KZ_OK);
    must_be_line(hand, "1235m +0m");
    given = (kz_tiles){.size = sizeof given, .tiles = &no_tile, .n_tiles = 1};
    ck_assert_int_eq(kz_hand_set_tiles(hand, &given, &error), KZ_BAD_HAND);
    ck_assert_str_eq(error.code, "bad_notation");
    ck_assert_int_eq(error.column, 1);
    given = (kz_tiles){.size = sizeof given, .tiles = tiles, .n_tiles = 7, .words = "riichi 3m"};
    ck_assert_int_eq(kz_hand_set_tiles(hand, &given, &error), KZ_BAD_HAND);
    given = (kz_tiles){.size = sizeof given};
    ck_assert_int_eq(kz_hand_set_tiles(hand, &given, &error), KZ_BAD_HAND);
    ck_assert_str_eq(error.code, "no_winning_tile");
    given.n_tiles = 1;
    ck_assert_int_eq(kz_hand_set_tiles(hand, &given, &error), KZ_BAD_USAGE);
    given = (kz_tiles){.size = 1};
    ck_assert_int_eq(kz_hand_set_tiles(hand, &given, &error), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_hand_set_tiles(NULL, &given, &error), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_hand_set_tiles(hand, NULL, NULL), KZ_BAD_USAGE);
    kz_hand_free(hand);
}
END_TEST

/* Words are kept for the next hand, but only as they were read for such a hand. */
START_TEST(words_of_numbers) {
    static const unsigned char kinds[] = {0, 1, 2, 4, 31}, many[31] = {0};
    kz_ruleset *rules = load(in_source("rules/tenhou.yaml"));
    kz_hand *hand = kz_hand_new();
    kz_tiles given = {.size = sizeof given,
                      .encoding = KZ_TILES_34,
                      .tiles = kinds,
                      .n_tiles = 5,
                      .words = "tsumo dora=4p"};
    kz_error error;
    for (unsigned i = 0; i < 3; i++) {
        ck_assert_int_eq(kz_hand_set_tiles(hand, &given, &error), KZ_OK);
        must_be_line(hand, "1235m +5z tsumo dora=4p");
        if (i == 1)
            ck_assert_int_eq(kz_hand_parse(hand, "11m ron", 7, &error), KZ_OK);
    }
    given.words = "tsumo dora=5p seen=1s";
    ck_assert_int_eq(kz_hand_set_tiles(hand, &given, &error), KZ_OK);
    must_be_line(hand, "1235m +5z tsumo dora=5p seen=1s");
    given.words = "+1z tsumo dora=4p";
    for (unsigned i = 0; i < 2; i++) {
        ck_assert_int_eq(kz_hand_set_tiles(hand, &given, &error), KZ_OK);
        must_be_line(hand, "1235m5z +1z tsumo dora=4p");
    }
    given.unfinished = 1;
    ck_assert_int_eq(kz_hand_set_tiles(hand, &given, &error), KZ_BAD_HAND);
    ck_assert_str_eq(error.code, "contradiction");
    given = (kz_tiles){
        .size = sizeof given, .encoding = KZ_TILES_34, .tiles = many, .words = "no_yaku"};
    given.n_tiles = 30;
    ck_assert_int_eq(kz_hand_set_tiles(hand, &given, &error), KZ_OK);
    given.n_tiles = 31;
    ck_assert_int_eq(kz_hand_set_tiles(hand, &given, &error), KZ_BAD_HAND);
    ck_assert_str_eq(error.code, "tile_count");
    ck_assert_int_eq(error.column, 31);
    given.n_tiles = 2;
    ck_assert_int_eq(kz_hand_know(hand, rules), KZ_OK);
    ck_assert_int_eq(kz_hand_set_tiles(hand, &given, &error), KZ_BAD_HAND);
    ck_assert_str_eq(error.code, "unknown_word");
    kz_hand_free(hand);
    kz_ruleset_free(rules);
}
END_TEST

START_TEST(writing_into_room) {
    kz_hand *hand = kz_hand_new();
    char room[8];
    size_t needed;
    kz_error error;
    const char *text = "123m [555z] +4m";
    ck_assert_int_eq(kz_hand_write(hand, "gb", 0, room, sizeof room, &needed, &error),
                     KZ_BAD_USAGE);
    ck_assert_int_eq(kz_hand_parse(hand, text, strlen(text), &error), KZ_OK);
    ck_assert_int_eq(kz_hand_write(hand, "gb", 0, room, sizeof room, &needed, &error), KZ_OK);
    ck_assert_str_eq(room, "[PPP,1]");
    ck_assert_uint_eq(needed, strlen("[PPP,1]123m4m|ES0000"));
    ck_assert_int_eq(kz_hand_write(hand, "gb", 0, NULL, 0, &needed, NULL), KZ_OK);
    ck_assert_int_eq(kz_hand_write(hand, "mjai", 0, room, sizeof room, &needed, &error),
                     KZ_BAD_HAND);
    ck_assert_str_eq(error.code, "bad_notation");
    ck_assert_str_eq(error.text, "mjai has no place for [555z], only for 555z");
    ck_assert_uint_eq(needed, 0);
    ck_assert_int_eq(kz_hand_write(hand, "mjai", 1, room, sizeof room, &needed, NULL), KZ_OK);
    ck_assert_int_eq(kz_hand_write(hand, "gbx", 0, room, sizeof room, &needed, &error),
                     KZ_BAD_USAGE);
    ck_assert_int_eq(kz_hand_set_notation(hand, "gbx"), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_hand_set_notation(NULL, "gb"), KZ_BAD_USAGE);
    ck_assert_str_eq(kz_notation_name(0), "kazoe");
    ck_assert_ptr_null(kz_notation_name(KZI_NOTATIONS));
    kz_hand_free(hand);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("notations");
    TCase *tests = tcase_create("notations");
    tcase_set_timeout(tests, 1800);
    tcase_add_test(tests, round_trips);
    tcase_add_test(tests, tiles_of_numbers);
    tcase_add_test(tests, words_of_numbers);
    tcase_add_test(tests, writing_into_room);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
