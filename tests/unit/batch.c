/* Columns of hands: every row equals what kz_hand_parse and kz_score make of it alone, whatever the
 * parts and threads; and the numbers in the columns lead back to ids and names.
 *
 *     KAZOE_HANDS=100000 tests/unit/batch.tap */
#include "analysis/witness/random_hand.h"
#include "api.h"
#include "hand_line.h"
#include "must_stop.h"
#include "run_suite.h"
#include "source_tree.h"

#include <glob.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define ROWS 512 /* at most, of one call */
#define LINE 2000
#define ROOM (ROWS * 64)

/* Every column, each followed by a guard that no row may touch. */
struct columns {
    uint8_t valid[ROWS / 8 + 1], error[ROWS + 1], win[ROWS + 1];
    int64_t points[ROWS + 1];
    int32_t total[ROWS + 1], qualifying[ROWS + 1], fu[ROWS + 1];
    int16_t limit[ROWS + 1];
    int64_t payment[4][ROWS + 1], discarder[ROWS + 1], others[ROWS + 1];
    uint8_t payment_valid[4][ROWS / 8 + 1], discarder_valid[ROWS / 8 + 1],
        others_valid[ROWS / 8 + 1];
    int64_t yaku_offsets[ROWS + 2];
    int16_t yaku[ROOM];
    int32_t yaku_times[ROOM];
};

struct input {
    char *bytes;
    int64_t offsets[ROWS + 1];
    uint8_t validity[ROWS / 8 + 2];
    kz_batch_hands hands;
};

static kz_ruleset *rules;
static kz_batch *batch;
static kz_hand *hand;
static kz_result *result;
static struct input input;
static struct columns columns, other;

static unsigned long hands_each(void) {
    const char *value = getenv("KAZOE_HANDS");
    unsigned long hands = value ? strtoul(value, NULL, 10) / 100 : 0;
    return hands ? hands : 300;
}

static kz_ruleset *load(const char *path) {
    kz_ruleset *loaded;
    kz_error error;
    if (kz_ruleset_load(&loaded, path, NULL, NULL, &error) != KZ_OK)
        MUST_STOP("%s:%d: %s", error.file, error.line, error.text);
    return loaded;
}

static void take_rules(kz_ruleset *taken) {
    rules = taken;
    batch = kz_batch_new(rules);
    hand = kz_hand_new();
    result = kz_result_new();
    ck_assert(batch && hand && result);
    ck_assert_int_eq(kz_hand_know(hand, rules), KZ_OK);
    input.bytes = malloc(ROWS * LINE);
    input.hands = (kz_batch_hands){.bytes = input.bytes, .offsets = input.offsets};
    input.offsets[0] = 0;
}

static void drop_rules(void) {
    free(input.bytes);
    kz_batch_free(batch);
    kz_hand_free(hand);
    kz_result_free(result);
    kz_ruleset_free(rules);
}

static void add_line(const char *line) {
    size_t n = input.hands.n++, len = strlen(line);
    ck_assert_uint_lt(n, ROWS);
    memcpy(input.bytes + input.offsets[n], line, len);
    input.offsets[n + 1] = input.offsets[n] + (int64_t)len;
}

/* The columns from a row on, which is a multiple of 8. */
static kz_batch_columns columns_at(struct columns *all, size_t row) {
    kz_batch_columns at = {.size = sizeof at,
                           .valid = all->valid + row / 8,
                           .error = all->error + row,
                           .win = all->win + row,
                           .points = all->points + row,
                           .total = all->total + row,
                           .qualifying = all->qualifying + row,
                           .fu = all->fu + row,
                           .limit = all->limit + row,
                           .discarder = all->discarder + row,
                           .others = all->others + row,
                           .discarder_valid = all->discarder_valid + row / 8,
                           .others_valid = all->others_valid + row / 8,
                           .yaku_offsets = all->yaku_offsets + row,
                           .yaku = all->yaku,
                           .yaku_times = all->yaku_times,
                           .yaku_capacity = ROOM};
    for (unsigned seat = 0; seat < 4; seat++) {
        at.payment[seat] = all->payment[seat] + row;
        at.payment_valid[seat] = all->payment_valid[seat] + row / 8;
    }
    return at;
}

static size_t score_all(struct columns *all) {
    size_t needed;
    const kz_batch_columns at = columns_at(all, 0);
    memset(all, 0x5A, sizeof *all);
    ck_assert_int_eq(kz_score_batch(batch, &input.hands, &at, &needed), KZ_OK);
    return needed;
}

/* --- one row ---------------------------------------------------------------------------------- */

static bool bit_of(const uint8_t *bits, size_t row) {
    return bits[row / 8] >> row % 8 & 1;
}

static void check_error(size_t row, const char *code) {
    ck_assert(!bit_of(columns.valid, row));
    ck_assert_int_eq(columns.win[row], 0);
    ck_assert_int_eq(columns.points[row], 0);
    ck_assert_int_eq(columns.total[row], 0);
    ck_assert_int_eq(columns.fu[row], -1);
    ck_assert_int_eq(columns.limit[row], -1);
    ck_assert(columns.yaku_offsets[row] == columns.yaku_offsets[row + 1]);
    if (code)
        ck_assert_str_eq(kz_error_code(columns.error[row]), code);
    else
        ck_assert_int_eq(columns.error[row], 0);
}

/* Check an amount against the JSON's, which is present in a row if the bit is set. */
static void check_amount(size_t row, const char *json, const char *key, const uint8_t *bits,
                         int64_t amount) {
    char said[64];
    const char *payments = strstr(json, "\"payments\":{");
    snprintf(said, sizeof said, "\"%s\":%lld", key, (long long)amount);
    const char *found = payments ? strstr(payments, said) : NULL;
    bool there = found && (found[strlen(said)] == ',' || found[strlen(said)] == '}');
    ck_assert_msg(there == bit_of(bits, row), "%s: %s", key, json);
    ck_assert(there || amount == 0);
}

static void check_payments(size_t row, const char *line) {
    static const char *const seats[] = {"E", "S", "W", "N"};
    static char json[16384];
    ck_assert_uint_lt(kz_result_json(result, json, sizeof json), sizeof json);
    for (int seat = 0; seat < 4; seat++) {
        ck_assert_msg(columns.payment[seat][row] == kz_result_payment(result, (kz_seat)seat), "%s",
                      line);
        check_amount(row, json, seats[seat], columns.payment_valid[seat],
                     columns.payment[seat][row]);
    }
    ck_assert(columns.discarder[row] == kz_result_payment_discarder(result));
    ck_assert(columns.others[row] == kz_result_payment_others(result));
    check_amount(row, json, "discarder", columns.discarder_valid, columns.discarder[row]);
    check_amount(row, json, "others", columns.others_valid, columns.others[row]);
}

static void check_yaku(size_t row) {
    size_t count = kz_result_yaku_count(result);
    const int64_t from = columns.yaku_offsets[row];
    ck_assert(columns.yaku_offsets[row + 1] - from == (int64_t)count);
    for (size_t i = 0; i < count; i++) {
        size_t number = (size_t)columns.yaku[from + (int64_t)i];
        const char *id = kz_result_yaku_id(result, i);
        ck_assert_str_eq(kz_ruleset_yaku_id(rules, number), id);
        ck_assert_int_eq((int)number, kz_result_yaku_number(result, i));
        ck_assert_int_eq((int)number, kz_ruleset_yaku_find(rules, id));
        ck_assert_int_eq(columns.yaku_times[from + (int64_t)i], kz_result_yaku_times(result, i));
        ck_assert_int_eq(kz_ruleset_yaku_in_use(rules, number), 1);
    }
}

static void check_row(size_t row, const char *line, size_t len) {
    kz_error error;
    if (kz_hand_parse(hand, line, len, &error) != KZ_OK) {
        check_error(row, error.code);
        return;
    }
    if (kz_score(result, rules, hand) != KZ_OK) {
        check_error(row, kz_result_error(result)->code);
        return;
    }
    const char *limit = kz_result_limit(result);
    ck_assert_msg(bit_of(columns.valid, row) && !columns.error[row], "%.*s", (int)len, line);
    ck_assert_int_eq(columns.win[row], kz_result_wins(result));
    ck_assert(columns.points[row] == kz_result_points(result));
    ck_assert_int_eq(columns.total[row], kz_result_total(result));
    ck_assert_int_eq(columns.qualifying[row], kz_result_qualifying(result));
    ck_assert_int_eq(columns.fu[row], kz_result_fu(result));
    ck_assert_int_eq(columns.limit[row], limit ? kz_ruleset_limit_find(rules, limit) : -1);
    check_payments(row, line);
    check_yaku(row);
}

/* Check that nothing after the last row was written, except the other bits of its byte. */
static void check_guards(size_t n) {
    size_t bytes = (n + 7) / 8;
    ck_assert_uint_eq(columns.valid[bytes], 0x5A);
    ck_assert_uint_eq(columns.discarder_valid[bytes], 0x5A);
    ck_assert_uint_eq(columns.payment_valid[3][bytes], 0x5A);
    ck_assert_uint_eq(columns.error[n], 0x5A);
    ck_assert_uint_eq(columns.win[n], 0x5A);
    ck_assert(columns.points[n] == INT64_C(0x5A5A5A5A5A5A5A5A));
    ck_assert_int_eq(columns.limit[n], 0x5A5A);
    ck_assert(columns.yaku_offsets[n + 1] == INT64_C(0x5A5A5A5A5A5A5A5A));
}

static void check_all(void) {
    size_t needed = score_all(&columns);
    for (size_t i = 0; i < input.hands.n; i++)
        check_row(i, input.bytes + input.offsets[i],
                  (size_t)(input.offsets[i + 1] - input.offsets[i]));
    ck_assert(columns.yaku_offsets[0] == 0);
    ck_assert(columns.yaku_offsets[input.hands.n] == (int64_t)needed);
    ck_assert_uint_lt(needed, ROOM);
    check_guards(input.hands.n);
}

/* --- hands ------------------------------------------------------------------------------------ */

static const char *const bad_lines[] = {"",
                                        "123m",
                                        "123m456p789s1122S+5z",
                                        "{\"hand\":1}",
                                        "x",
                                        "123m ippatso",
                                        "11111m",
                                        "123m456p789s11222z+5z",
                                        "\xFF",
                                        "{}"};

/* Fill the column with random hands, some of them damaged, and a few that were never any. */
static void add_random(struct kzi_random *random, unsigned n) {
    char line[LINE];
    for (unsigned i = 0; i < n; i++) {
        struct kzi_hand made;
        while (!kzi_random_hand(random, rules, NULL, &made))
            ;
        kzi_random_situation(random, rules, &made);
        struct kzi_text text = kzi_text_fixed(line, sizeof line);
        hand_line(&text, &made, random);
        size_t len = kzi_text_end(&text);
        if (kzi_random_below(random, 8) == 0)
            line[kzi_random_below(random, (unsigned)len)] = "19mz+ [)"[kzi_random_below(random, 8)];
        add_line(kzi_random_below(random, 16) ? line : bad_lines[kzi_random_below(random, 10)]);
    }
}

static glob_t shipped;

START_TEST(equals_kz_score) {
    struct kzi_random random = {20261123U + (unsigned)_i};
    const char *path = shipped.gl_pathv[_i];
    if (strstr(path, ".cases.yaml"))
        return;
    take_rules(load(path));
    for (unsigned long left = hands_each(); left;) {
        unsigned n = left < ROWS - 3 ? (unsigned)left : ROWS - 3;
        input.hands.n = 0;
        add_random(&random, n);
        check_all();
        left -= n;
    }
    drop_rules();
}
END_TEST

/* --- columns ---------------------------------------------------------------------------------- */

static void open_tenhou(void) {
    const char *path = in_source("rules/tenhou.yaml");
    take_rules(load(path));
    input.hands.n = 0;
    add_line("123456m23p55789s +1p ron seat=S from=W riichi dora=1m2m");
    add_line("123456m23p55789s +1p ron seat=S riichi honba=1 deposits=2");
    add_line("19m19p19s1234567z +1z tsumo seat=E");
    add_line("123m456p789s1234z+5z");
    add_line("[123m]456p789s112z +2z ron");
    for (unsigned i = 0; i < KZI_COUNT(bad_lines); i++)
        add_line(bad_lines[i]);
}

START_TEST(rows_of_every_kind) {
    check_all();
    ck_assert_int_eq(columns.win[0] + columns.win[1] + columns.win[2], 3);
    ck_assert_str_eq(kz_ruleset_limit_id(rules, (size_t)columns.limit[2]), "yakuman");
    ck_assert(bit_of(columns.discarder_valid, 1) && !bit_of(columns.payment_valid[0], 1));
    ck_assert(!bit_of(columns.payment_valid[0], 3) && !columns.win[3] && !columns.error[3]);
    ck_assert_int_eq(columns.win[4], 0);
}
END_TEST

/* Bit i of the validity is that of row i - 3, as in a slice. */
START_TEST(nulls) {
    const size_t n = input.hands.n;
    input.hands.validity = input.validity;
    input.hands.first = 3;
    memset(input.validity, 0, sizeof input.validity);
    for (size_t i = 0; i < n; i += 2)
        input.validity[(i + 3) / 8] = (uint8_t)(input.validity[(i + 3) / 8] | 1U << (i + 3) % 8);
    score_all(&columns);
    for (size_t i = 0; i < n; i++)
        if (i % 2)
            check_error(i, NULL);
        else
            check_row(i, input.bytes + input.offsets[i],
                      (size_t)(input.offsets[i + 1] - input.offsets[i]));
    check_guards(n);
    input.hands.validity = NULL;
}
END_TEST

START_TEST(too_little_room) {
    size_t needed = score_all(&columns), again;
    ck_assert_uint_gt(needed, 4);
    for (size_t room = 0; room <= needed; room++) {
        kz_batch_columns at = columns_at(&other, 0);
        at.yaku_capacity = room;
        memset(&other, 0x5A, sizeof other);
        ck_assert_int_eq(kz_score_batch(batch, &input.hands, &at, &again), KZ_OK);
        ck_assert_uint_eq(again, needed);
        ck_assert(!memcmp(other.yaku, columns.yaku, room * sizeof *other.yaku));
        ck_assert(!memcmp(other.yaku_times, columns.yaku_times, room * sizeof *other.yaku_times));
        ck_assert_int_eq(other.yaku[room], 0x5A5A);
        ck_assert_int_eq(other.yaku_times[room], 0x5A5A5A5A);
        ck_assert(!memcmp(other.yaku_offsets, columns.yaku_offsets, sizeof other.yaku_offsets));
    }
}
END_TEST

/* Each column alone, and none; a struct of an earlier version has no columns after its end. */
START_TEST(columns_that_are_not_asked_for) {
    size_t needed = score_all(&columns), again;
    kz_batch_columns at = {.size = sizeof at};
    ck_assert_int_eq(kz_score_batch(batch, &input.hands, &at, NULL), KZ_OK);
    ck_assert_int_eq(kz_score_batch(batch, &input.hands, &at, &again), KZ_OK);
    ck_assert_uint_eq(again, needed);
    at = columns_at(&other, 0);
    at.size = offsetof(kz_batch_columns, total);
    memset(&other, 0x5A, sizeof other);
    ck_assert_int_eq(kz_score_batch(batch, &input.hands, &at, NULL), KZ_OK);
    ck_assert(!memcmp(other.points, columns.points, sizeof other.points));
    ck_assert_int_eq(other.total[0], 0x5A5A5A5A);
    ck_assert_int_eq(other.yaku[0], 0x5A5A);
    at = (kz_batch_columns){.size = sizeof at, .fu = other.fu};
    ck_assert_int_eq(kz_score_batch(batch, &input.hands, &at, NULL), KZ_OK);
    ck_assert(!memcmp(other.fu, columns.fu, sizeof other.fu));
}
END_TEST

START_TEST(misused) {
    const kz_batch_columns at = columns_at(&columns, 0);
    kz_batch_hands bad = input.hands;
    size_t needed = 5;
    ck_assert_int_eq(kz_score_batch(NULL, &input.hands, &at, &needed), KZ_BAD_USAGE);
    ck_assert_uint_eq(needed, 0);
    ck_assert_int_eq(kz_score_batch(batch, NULL, &at, NULL), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_score_batch(batch, &input.hands, NULL, NULL), KZ_BAD_USAGE);
    bad.offsets = NULL;
    ck_assert_int_eq(kz_score_batch(batch, &bad, &at, NULL), KZ_BAD_USAGE);
    bad = input.hands;
    bad.first = -1;
    ck_assert_int_eq(kz_score_batch(batch, &bad, &at, NULL), KZ_BAD_USAGE);
    bad = input.hands;
    bad.bytes = NULL;
    ck_assert_int_eq(kz_score_batch(batch, &bad, &at, NULL), KZ_BAD_USAGE);
    bad.n = 0;
    ck_assert_int_eq(kz_score_batch(batch, &bad, &at, &needed), KZ_OK);
    int64_t offsets[4] = {0, 20, 10, 30};
    bad = (kz_batch_hands){.bytes = input.bytes, .offsets = offsets, .n = 3};
    ck_assert_int_eq(kz_score_batch(batch, &bad, &at, NULL), KZ_BAD_USAGE);
    kz_batch_free(NULL);
}
END_TEST

/* --- numbers ---------------------------------------------------------------------------------- */

/* Hands as kinds; the last of these is no tile. */
static const unsigned char kinds[] = {0, 1, 2,  3,  4,  5,  10, 11, 13, 13, 24, 25, 26, 12, 0,
                                      8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33, 33, 0,  1,
                                      2, 9, 10, 11, 18, 19, 20, 27, 27, 28, 28, 28, 34, 0,  1};
static const int64_t offsets_of_kinds[] = {0, 14, 28, 28, 31, 42, 45, 45};
static const kz_meld melds[] = {{{3, 4, 5}, 3, 1, 0}, {{5, 6, 7}, 3, 1, 0}};
static const int64_t offsets_of_melds[] = {0, 0, 0, 0, 0, 1, 2, 2};
static const char words[] = "ron seat=S from=W riichi dora=1m2mtsumo seat=Etsumo seat=E?tsumo";
static const int64_t offsets_of_words[] = {0, 34, 46, 58, 59, 64, 64, 64};
#define NUMBERED 7

static kz_batch_hands words_of_numbers = {
    .bytes = words, .offsets = offsets_of_words, .n = NUMBERED};
static kz_batch_numbers numbers = {.size = sizeof numbers,
                                   .encoding = KZ_TILES_34,
                                   .tiles = kinds,
                                   .offsets = offsets_of_kinds,
                                   .melds = melds,
                                   .meld_offsets = offsets_of_melds,
                                   .words = &words_of_numbers,
                                   .n = NUMBERED};

/* Read row i of the numbers alone. */
static kz_status set_alone(size_t i, kz_error *error) {
    char text[sizeof words] = "";
    memcpy(text, words + offsets_of_words[i],
           (size_t)(offsets_of_words[i + 1] - offsets_of_words[i]));
    const kz_tiles tiles = {.size = sizeof tiles,
                            .encoding = KZ_TILES_34,
                            .tiles = kinds + offsets_of_kinds[i],
                            .n_tiles = (size_t)(offsets_of_kinds[i + 1] - offsets_of_kinds[i]),
                            .melds = melds + offsets_of_melds[i],
                            .n_melds = (size_t)(offsets_of_melds[i + 1] - offsets_of_melds[i]),
                            .words = text};
    return kz_hand_set_tiles(hand, &tiles, error);
}

START_TEST(rows_of_numbers) {
    const kz_batch_columns at = columns_at(&columns, 0);
    ck_assert_int_eq(kz_score_batch_numbers(batch, &numbers, &at, NULL), KZ_OK);
    ck_assert_int_eq(columns.win[0] + columns.win[1] + columns.win[4], 3);
    for (size_t i = 0; i < NUMBERED; i++) {
        kz_error error;
        kz_status status = set_alone(i, &error);
        if (status == KZ_OK && (status = kz_score(result, rules, hand)) != KZ_OK)
            error = *kz_result_error(result);
        if (status != KZ_OK)
            check_error(i, error.code);
        else
            ck_assert_int_eq(columns.points[i], kz_result_points(result));
    }
}
END_TEST

/* Programs compiled with an older kazoe.h have shorter structs, those with a newer one longer. */
START_TEST(numbers_of_other_releases) {
    const kz_batch_columns at = columns_at(&columns, 0), like = columns_at(&other, 0);
    struct {
        kz_batch_numbers known;
        const char *unknown;
    } longer = {numbers, "later"};
    kz_batch_numbers shorter = numbers;
    longer.known.size = sizeof longer;
    shorter.size = offsetof(kz_batch_numbers, n); /* as if there were no rows */
    ck_assert_int_eq(kz_score_batch_numbers(batch, &numbers, &at, NULL), KZ_OK);
    ck_assert_int_eq(kz_score_batch_numbers(batch, &shorter, &like, NULL), KZ_OK);
    ck_assert_int_eq(other.points[0], 0);
    ck_assert_int_eq(kz_score_batch_numbers(batch, &longer.known, &like, NULL), KZ_OK);
    ck_assert(!memcmp(other.points, columns.points, numbers.n * sizeof *other.points));
}
END_TEST

/* Words that are not there, or of no row, are empty; so are melds. */
START_TEST(numbers_without_words) {
    const kz_batch_columns at = columns_at(&columns, 0), like = columns_at(&other, 0);
    const uint8_t first_alone[] = {1};
    kz_batch_hands some = words_of_numbers;
    kz_batch_numbers plain = numbers;
    some.validity = first_alone;
    plain.words = &some;
    plain.n = 4;
    ck_assert_int_eq(kz_score_batch_numbers(batch, &plain, &at, NULL), KZ_OK);
    ck_assert_int_eq(columns.win[0], 1);
    plain.tiles += 14;
    plain.words = NULL;
    plain.melds = NULL;
    plain.meld_offsets = NULL;
    plain.n = 1;
    ck_assert_int_eq(kz_score_batch_numbers(batch, &plain, &like, NULL), KZ_OK);
    ck_assert_int_eq(other.points[0], columns.points[1]);
}
END_TEST

START_TEST(misused_numbers) {
    const kz_batch_columns at = columns_at(&columns, 0);
    const int64_t falling[] = {0, 14, 13, 20, 20, 20, 20, 20},
                  falling_melds[] = {0, 1, 0, 0, 0, 1, 2, 2};
    kz_batch_numbers bad = numbers;
    size_t needed = 5;
    ck_assert_int_eq(kz_score_batch_numbers(NULL, &bad, &at, &needed), KZ_BAD_USAGE);
    ck_assert_uint_eq(needed, 0);
    ck_assert_int_eq(kz_score_batch_numbers(batch, NULL, &at, NULL), KZ_BAD_USAGE);
    ck_assert_int_eq(kz_score_batch_numbers(batch, &bad, NULL, NULL), KZ_BAD_USAGE);
    bad.offsets = falling;
    ck_assert_int_eq(kz_score_batch_numbers(batch, &bad, &at, NULL), KZ_BAD_USAGE);
    bad = numbers;
    bad.meld_offsets = falling_melds;
    ck_assert_int_eq(kz_score_batch_numbers(batch, &bad, &at, NULL), KZ_BAD_USAGE);
    bad = numbers;
    bad.encoding = (kz_encoding)2;
    ck_assert_int_eq(kz_score_batch_numbers(batch, &bad, &at, NULL), KZ_BAD_USAGE);
    bad = numbers;
    bad.tiles = NULL;
    ck_assert_int_eq(kz_score_batch_numbers(batch, &bad, &at, NULL), KZ_BAD_USAGE);
    bad = numbers;
    kz_batch_hands few = words_of_numbers;
    few.n--;
    bad.words = &few;
    ck_assert_int_eq(kz_score_batch_numbers(batch, &bad, &at, NULL), KZ_BAD_USAGE);
    const int64_t falling_words[] = {0, 34, 20, 58, 59, 64, 64, 64};
    few = words_of_numbers;
    few.offsets = falling_words;
    bad.words = &few;
    ck_assert_int_eq(kz_score_batch_numbers(batch, &bad, &at, NULL), KZ_BAD_USAGE);
    few.offsets = NULL;
    ck_assert_int_eq(kz_score_batch_numbers(batch, &bad, &at, NULL), KZ_BAD_USAGE);
    bad = numbers;
    bad.melds = NULL;
    ck_assert_int_eq(kz_score_batch_numbers(batch, &bad, &at, NULL), KZ_BAD_USAGE);
    bad = numbers;
    bad.offsets = NULL;
    ck_assert_int_eq(kz_score_batch_numbers(batch, &bad, &at, NULL), KZ_BAD_USAGE);
    bad = numbers;
    bad.size = 1;
    ck_assert_int_eq(kz_score_batch_numbers(batch, &bad, &at, NULL), KZ_BAD_USAGE);
}
END_TEST

/* --- parts ------------------------------------------------------------------------------------ */

#define PARTS 4

struct part {
    pthread_t thread;
    size_t first, n;
    int64_t offsets[ROWS + 1];
    int16_t yaku[ROOM];
    int32_t yaku_times[ROOM];
    size_t needed;
    kz_status status;
};

/* The lists of a part have room and offsets of their own. */
static void *score_part(void *context) {
    struct part *part = context;
    kz_batch *own = kz_batch_new(rules);
    kz_batch_columns at = columns_at(&other, part->first);
    const kz_batch_hands hands = {
        .bytes = input.bytes, .offsets = input.offsets + part->first, .n = part->n};
    at.yaku_offsets = part->offsets;
    at.yaku = part->yaku;
    at.yaku_times = part->yaku_times;
    part->status = kz_score_batch(own, &hands, &at, &part->needed);
    kz_batch_free(own);
    return NULL;
}

START_TEST(parts_in_threads) {
    static struct part parts[PARTS];
    struct kzi_random random = {7};
    const size_t n = ROWS - 5, each = ROWS / PARTS;
    input.hands.n = 0;
    add_random(&random, (unsigned)n);
    size_t needed = score_all(&columns), sum = 0;
    memset(&other, 0x5A, sizeof other);
    for (size_t i = 0; i < PARTS; i++) {
        parts[i].first = i * each;
        parts[i].n = i + 1 < PARTS ? each : n - i * each;
        ck_assert_int_eq(pthread_create(&parts[i].thread, NULL, score_part, &parts[i]), 0);
    }
    for (size_t i = 0; i < PARTS; i++) {
        pthread_join(parts[i].thread, NULL);
        ck_assert_int_eq(parts[i].status, KZ_OK);
        ck_assert(
            !memcmp(parts[i].yaku, columns.yaku + sum, parts[i].needed * sizeof *columns.yaku));
        sum += parts[i].needed;
    }
    ck_assert_uint_eq(sum, needed);
    memcpy(other.yaku_offsets, columns.yaku_offsets, sizeof other.yaku_offsets);
    memcpy(other.yaku, columns.yaku, sizeof other.yaku);
    memcpy(other.yaku_times, columns.yaku_times, sizeof other.yaku_times);
    ck_assert(!memcmp(&other, &columns, sizeof other));
}
END_TEST

/* --- JSON ------------------------------------------------------------------------------------ */

static const char *written(size_t (*write)(kz_result *, const kz_ruleset *, const kz_hand *, char *,
                                           size_t),
                           const char *line) {
    static char out[65536];
    kz_error error;
    if (kz_hand_parse_unfinished(hand, line, strlen(line), &error) != KZ_OK)
        kz_error_json(&error, hand, out, sizeof out);
    else
        ck_assert_uint_eq(write(result, rules, hand, out, sizeof out),
                          write(result, rules, hand, NULL, 0));
    return out;
}

static size_t discards_now(kz_result *work, const kz_ruleset *under, const kz_hand *full,
                           char *buffer, size_t size) {
    return kz_discards_json(work, under, full, NULL, buffer, size);
}

static size_t discards_ahead(kz_result *work, const kz_ruleset *under, const kz_hand *full,
                             char *buffer, size_t size) {
    const kz_discard_options turns = {.size = sizeof turns, .turns = 1};
    return kz_discards_json(work, under, full, &turns, buffer, size);
}

static size_t discards_too_far(kz_result *work, const kz_ruleset *under, const kz_hand *full,
                               char *buffer, size_t size) {
    const kz_discard_options turns = {.size = sizeof turns, .turns = 19};
    return kz_discards_json(work, under, full, &turns, buffer, size);
}

START_TEST(waits_and_discards) {
    const char *waits = written(kz_waits_json, "{\"id\":5,\"hand\":\"123456m23p55789s\"}");
    ck_assert_msg(!strncmp(waits, "{\"id\":5,\"ruleset\":\"tenhou\"", 26), "%s", waits);
    ck_assert_ptr_nonnull(strstr(waits, "{\"tile\":\"4p\",\"left\":4,\"discard\":{"));
    const char *refused = written(kz_waits_json, "{\"id\":5,\"hand\":\"123456m23p557899s\"}");
    ck_assert_ptr_nonnull(strstr(refused, "{\"id\":5,\"error\":{\"code\":\"tile_count\""));
    const char *discards = written(discards_now, "123456m23p557899s");
    ck_assert_ptr_null(strstr(discards, "\"expected\":"));
    ck_assert_msg(strstr(discards, "\"discards\":[{\"tile\":") != NULL, "%s", discards);
    const char *bad = written(discards_now, "{\"id\":\"x\",\"hand\":\"1x\"}");
    ck_assert_ptr_nonnull(strstr(bad, "{\"id\":\"x\",\"error\":{\"code\":\"unknown_suit\""));
    ck_assert_uint_eq(kz_waits_json(result, rules, hand, NULL, 0), 0);
    ck_assert_uint_eq(kz_discards_json(result, rules, hand, NULL, NULL, 0), 0);
    const char *ahead = written(discards_ahead, "123456m23p557899s");
    ck_assert_msg(strstr(ahead, "\"expected\":") != NULL, "%s", ahead);
    ck_assert_ptr_nonnull(
        strstr(written(discards_too_far, "123456m23p557899s"), "turns are 1 to 18"));
}
END_TEST

/* --- names ------------------------------------------------------------------------------------ */

START_TEST(codes) {
    ck_assert_uint_gt(kz_error_code_count(), 15);
    ck_assert_str_eq(kz_error_code(1), "too_long");
    ck_assert_ptr_null(kz_error_code(0));
    ck_assert_ptr_null(kz_error_code(kz_error_code_count() + 1));
    ck_assert_ptr_nonnull(kz_error_code(kz_error_code_count()));
}
END_TEST

START_TEST(names) {
    int pinfu = kz_ruleset_yaku_find(rules, "pinfu"), dora = kz_ruleset_yaku_find(rules, "dora"),
        mangan = kz_ruleset_limit_find(rules, "mangan"),
        reds = kz_ruleset_option_find(rules, "red_fives"),
        each = kz_ruleset_option_find(rules, "honba_ron");
    ck_assert(pinfu >= 0 && dora >= 0 && mangan >= 0 && reds >= 0 && each >= 0);
    ck_assert_int_eq(kz_ruleset_yaku_find(rules, "no_such_yaku"), -1);
    ck_assert_str_eq(kz_ruleset_yaku_id(rules, (size_t)pinfu), "pinfu");
    ck_assert_str_eq(kz_ruleset_yaku_name(rules, (size_t)pinfu, "ja"), "平和");
    ck_assert_str_eq(kz_ruleset_yaku_name(rules, (size_t)pinfu, "en"),
                     kz_ruleset_yaku_name(rules, (size_t)pinfu, NULL));
    ck_assert_str_eq(kz_ruleset_yaku_name(rules, (size_t)pinfu, "xx"),
                     kz_ruleset_yaku_name(rules, (size_t)pinfu, NULL));
    ck_assert_int_eq(kz_ruleset_yaku_is_bonus(rules, (size_t)pinfu), 0);
    ck_assert_int_eq(kz_ruleset_yaku_is_bonus(rules, (size_t)dora), 1);
    ck_assert_str_eq(kz_ruleset_limit_id(rules, (size_t)mangan), "mangan");
    ck_assert_ptr_nonnull(kz_ruleset_limit_name(rules, (size_t)mangan, "ja"));
    ck_assert_str_eq(kz_ruleset_option_value(rules, (size_t)reds), "yes");
    ck_assert_str_eq(kz_ruleset_option_default(rules, (size_t)reds), "yes");
    ck_assert_str_eq(kz_ruleset_option_choice(rules, (size_t)reds, 0), "yes");
    ck_assert_ptr_null(kz_ruleset_option_choice(rules, (size_t)reds, 2));
    ck_assert_ptr_null(kz_ruleset_option_choice(rules, (size_t)each, 0));
    ck_assert_str_ne(kz_ruleset_option_name(rules, (size_t)reds, "en"), "red_fives");
    ck_assert_str_eq(kz_ruleset_unit(rules), "fan");
    ck_assert_int_eq(kz_ruleset_seats(rules), 4);
    ck_assert_int_eq(kz_ruleset_has_chips(rules), 0);
}
END_TEST

START_TEST(past_the_last) {
    size_t yaku = kz_ruleset_yaku_count(rules), limits = kz_ruleset_limit_count(rules),
           options = kz_ruleset_option_count(rules);
    ck_assert(yaku && limits && options);
    ck_assert_ptr_null(kz_ruleset_yaku_id(rules, yaku));
    ck_assert_ptr_null(kz_ruleset_yaku_name(rules, yaku, "en"));
    ck_assert_int_eq(kz_ruleset_yaku_in_use(rules, yaku), 0);
    ck_assert_int_eq(kz_ruleset_yaku_is_bonus(rules, yaku), 0);
    ck_assert_ptr_null(kz_ruleset_limit_id(rules, limits));
    ck_assert_ptr_null(kz_ruleset_limit_name(rules, limits, "en"));
    ck_assert_ptr_null(kz_ruleset_option_id(rules, options));
    ck_assert_ptr_null(kz_ruleset_option_name(rules, options, "en"));
    ck_assert_ptr_null(kz_ruleset_option_value(rules, options));
    ck_assert_ptr_null(kz_ruleset_option_default(rules, options));
    ck_assert_ptr_null(kz_ruleset_option_choice(rules, options, 0));
    for (size_t i = 0; i < yaku; i++)
        ck_assert_int_eq(kz_ruleset_yaku_find(rules, kz_ruleset_yaku_id(rules, i)), (int)i);
    for (size_t i = 0; i < options; i++)
        ck_assert_int_eq(kz_ruleset_option_find(rules, kz_ruleset_option_id(rules, i)), (int)i);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("batch");
    TCase *every = tcase_create("every ruleset"), *tenhou = tcase_create("tenhou");
    if (glob(in_source("rules/*.yaml"), 0, NULL, &shipped))
        MUST_STOP("no rulesets");
    suite_add_tcase(suite, every);
    suite_add_tcase(suite, tenhou);
    tcase_add_loop_test(every, equals_kz_score, 0, (int)shipped.gl_pathc);
    tcase_add_checked_fixture(tenhou, open_tenhou, drop_rules);
    tcase_add_test(tenhou, rows_of_every_kind);
    tcase_add_test(tenhou, nulls);
    tcase_add_test(tenhou, too_little_room);
    tcase_add_test(tenhou, columns_that_are_not_asked_for);
    tcase_add_test(tenhou, misused);
    tcase_add_test(tenhou, rows_of_numbers);
    tcase_add_test(tenhou, numbers_of_other_releases);
    tcase_add_test(tenhou, numbers_without_words);
    tcase_add_test(tenhou, misused_numbers);
    tcase_add_test(tenhou, parts_in_threads);
    tcase_add_test(tenhou, waits_and_discards);
    tcase_add_test(tenhou, codes);
    tcase_add_test(tenhou, names);
    tcase_add_test(tenhou, past_the_last);
    int status = run_suite(suite);
    globfree(&shipped);
    return status;
}
