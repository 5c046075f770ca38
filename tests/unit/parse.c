/* Parsing of hands: the values read, and the exact code and place of each mistake. */
#include "compile/condition/evaluation.h"
#include "hand/hand.h"
#include "hand/parser/items.h"
#include "hand/parser/json_tokens.h"
#include "hand/problem.h"
#include "run_suite.h"
#include "tile/notation.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static enum kzi_word_status knows(const void *context, const struct kzi_word *word,
                                  struct kzi_word_match *found) {
    static const char *const words[] = {"riichi",    "double_riichi", "ippatsu",   "first_turn",
                                        "last_tile", "robbing_kong",  "after_kong"};
    (void)context;
    for (int i = 0; i < COUNT(words); i++)
        if (!strcmp(word->text, words[i]))
            return KZI_KNOWN;
    found->nearest = strcmp(word->text, "iipatsu") ? NULL : "ippatsu";
    return KZI_UNKNOWN;
}

/* --- accepted hands -------------------------------------------------------------------------- */

/* Write a hand in one fixed way, so that parsed hands can be compared. */
static const char *kind_name(unsigned kind) {
    static char names[8][4];
    static unsigned turn;
    char *name = names[turn++ % 8];
    snprintf(name, 4, "%c%c", (char)('0' + kzi_number(kind)), "mpsz"[kzi_suit(kind)]);
    return name;
}

static void put_hand(struct kzi_text *out, const struct kzi_hand *hand) {
    static const uint8_t none[KZI_SUITS];
    kzi_put_counts(out, hand->concealed, none);
    for (unsigned i = 0; i < hand->n_melds; i++) {
        const struct kzi_meld *meld = &hand->melds[i];
        kzi_text_format(out, " %c%s%s%s", meld->claimed ? '[' : '(',
                        &"chow\0pung\0kong"[5 * meld->kind], meld -> added ? "+" : "",
                        kind_name(meld->tile));
    }
    kzi_text_format(out, " +%s%s %s%s", kind_name(hand->win), hand->win_red ? "!" : "",
                    hand->self_draw ? "tsumo" : "ron", hand->by_given ? "" : "?");
    kzi_text_format(out, " %c%s%c%s", kzi_seat_letters[hand->round], hand->round_given ? "" : "?",
                    kzi_seat_letters[hand->seat], hand->seat_given ? "" : "?");
    if (hand->from >= 0)
        kzi_text_format(out, " from %c", kzi_seat_letters[hand->from]);
    if (hand->reds[0] + hand->reds[1] + hand->reds[2])
        kzi_text_format(out, " red %u%u%u", hand->reds[0], hand->reds[1], hand->reds[2]);
}

static void put_rest(struct kzi_text *out, const struct kzi_hand *hand) {
    for (unsigned i = 0; i < hand->dora.count; i++)
        kzi_text_format(out, " dora %s", kind_name(hand->dora.kind[i]));
    for (unsigned i = 0; i < hand->ura.count; i++)
        kzi_text_format(out, " ura %s", kind_name(hand->ura.kind[i]));
    for (unsigned i = 0; i < hand->aside.count; i++)
        kzi_text_format(out, " aside %s%s", kind_name(hand->aside.kind[i]),
                        hand->aside.red >> i & 1 ? "!" : "");
    for (unsigned i = 0; i < hand->thrown.count; i++) {
        kzi_text_put(out, " thrown ");
        kzi_put_kind(out, hand->thrown.kind[i]);
    }
    kzi_text_put(out, kzi_any_face(&hand->faces) ? " " : "");
    kzi_put_faces(out, &hand->faces);
    if (hand->flowers || hand->counters || hand->bets)
        kzi_text_format(out, " %u,%u,%u", hand->flowers, hand->counters, hand->bets);
    for (unsigned i = 0; i < hand->n_words; i++)
        kzi_text_format(out, " %s", kzi_word_at(hand, i)->text);
    for (unsigned i = 0; i < hand->n_pao; i++)
        kzi_text_format(out, " pao %s %c", hand->pao[i], kzi_seat_letters[hand->pao_seats[i]]);
    if (hand->has_id)
        kzi_text_format(out, " id %s", hand->extras->id);
}

static void write_hand(char line[600], const struct kzi_hand *hand) {
    struct kzi_text out = kzi_text_fixed(line, 600);
    put_hand(&out, hand);
    put_rest(&out, hand);
    kzi_text_end(&out);
}

static bool read_hand(struct kzi_whole_hand *hand, const char *text, struct kzi_problem *problem) {
    memset(hand, 0xA5, sizeof *hand); /* nothing of an earlier hand may be left */
    return kzi_hand_read(hand, text, strlen(text), knows, NULL, problem);
}

static const struct {
    const char *text, *read;
} good[] = {
    {"234m345p67s55z (7777z) +8s ron round=E seat=S from=W dora=4p9m ura=1z3z honba=1 deposits=2 "
     "riichi ippatsu",
     "234m345p67s55z (kong7z +8s ron ES from W dora 4p dora 9m ura 1z ura 3z 0,1,2 riichi ippatsu"},
    {"234m67s55z [345p] (7777z) +8s tsumo seat=E", "234m67s55z [chow3p (kong7z +8s tsumo E?E"},
    {"123m456p789s1122z+2z", "123m456p789s1122z +2z ron? E?S?"},
    {"  \t123m456p789s11222z\t ", "123m456p789s1122z +2z ron? E?S?"},
    {"123m456p78911s22z9s", "123m456p11789s22z +9s ron? E?S?"},
    {"123m ESWN PFC 99p +9p", "123m99p1234567z +9p ron? E?S?"},
    {"123mEESSWW PPF", "123m11223355z +6z ron? E?S?"},
    {"406m 0p 0s +0m tsumo", "456m5p5s +5m! tsumo E?S? red 211"},
    {"11m [406s] [0555m] [555+0p] (0555p) +1m",
     "11m [chow4s [kong5m [kong+5p (kong5p +1m ron? E?S? red 121"},
    {"11p [453p] [213m] [EEE] [PPPP] (CCCC) +E",
     "11p [chow3p [chow1m [pung1z [kong5z (kong7z +1z ron? E?S?"},
    {"11s[345p](7777z)[EEE+E]+1s", "11s [chow3p (kong7z [kong+1z +1s ron? E?S?"},
    {"+8s 11m", "11m +8s ron? E?S?"},
    {"+E 11m", "11m +1z ron? E?S?"},
    {"11m +1m discard", "11m +1m ron E?S?"},
    {"11m +1m self-draw", "11m +1m tsumo E?S?"},
    {"11m +1m self_draw double-riichi", "11m +1m tsumo E?S? double_riichi"},
    {"11m +1m flowers=255 honba=0 pao=daisangen:N pao=dai-suushii:W",
     "11m +1m ron? E?S? 255,0,0 pao daisangen N pao dai_suushii W"},
    {"11m +1m thrown=2j1f1j4gE",
     "11m +1m ron? E?S? thrown 2j thrown 1f thrown 1j thrown 4g thrown 1z"},
    {"11m +1m flowers=13f3g1k8k1f aside=4z0pE",
     "11m +1m ron? E?S? aside 4z aside 5p! aside 1z 113f3g18k 6,0,0"},
    {"11m +1m flowers=\xF0\x9F\x80\xA2\xF0\x9F\x80\xA4\xEF\xB8\x8E\xF0\x9F\x80\xA9"
     "2f",
     "11m +1m ron? E?S? 124f4g 4,0,0"},
    {"{\"hand\":\"11m\",\"win\":\"1m\",\"flowers\":\"2f 1g\",\"aside\":\"44z 0p\"}",
     "11m +1m ron? E?S? aside 4z aside 4z aside 5p! 2f1g 2,0,0"},
    {"\xF0\x9F\x80\x80\xF0\x9F\x80\x83 \xF0\x9F\x80\x84\xEF\xB8\x8F\xF0\x9F\x80\x85"
     "\xF0\x9F\x80\x86\xEF\xB8\x8E \xF0\x9F\x80\x87\xF0\x9F\x80\x8F \xF0\x9F\x80\x90"
     "\xF0\x9F\x80\x98 \xF0\x9F\x80\x99 +\xF0\x9F\x80\xA1\xEF\xB8\x8E tsumo",
     "19m1p19s14567z +9p tsumo E?S?"},
    {"11m [\xF0\x9F\x80\x80\xF0\x9F\x80\x80\xF0\x9F\x80\x80+\xF0\x9F\x80\x80] +1m "
     "dora=\xF0\x9F\x80\x84\xEF\xB8\x8F",
     "11m [kong+1z +1m ron? E?S? dora 7z"},
    /* the record */
    {"{\"id\":\"h1\",\"hand\":\"234m345p67s55z\",\"melds\":[\"(7777z)\"],\"win\":\"8s\",\"by\":"
     "\"ron\",\"round\":\"E\",\"seat\":\"S\",\"from\":\"W\",\"dora\":[\"4p\",\"9m\"],\"ura\":"
     "[\"1z\",\"3z\"],\"flags\":[\"riichi\",\"ippatsu\"],\"flowers\":0,\"honba\":1,\"deposits\":2,"
     "\"pao\":{}}",
     "234m345p67s55z (kong7z +8s ron ES from W dora 4p dora 9m ura 1z ura 3z 0,1,2 riichi ippatsu "
     "id \"h1\""},
    {" { \"hand\" : \"11m +1m\" , \"id\" : -1.5e3 } \r\n", "11m +1m ron? E?S? id -1.5e3"},
    {"{\"id\":1,\"deposits\": 2, \"hand\": [\"11m\", \"[345p]\"],\"win\":\"1m\"}",
     "11m [chow3p +1m ron? E?S? 0,0,2 id 1"},
    {"{\"hand\":\"11m\",\"win\":\"1m\",\"honba\":0,\"out\":[\"E\",\"W\"],\"id\":0}",
     "11m +1m ron? E?S? id 0"},
    {"{\"hand\":\"11m [345p]+1m\",\"melds\":[\"(EEEE)\"]}", "11m [chow3p (kong1z +1m ron? E?S?"},
    {"{\"hand\":\"11122m\",\"win\":null,\"melds\":null,\"by\":null,\"round\":null,\"seat\":null,"
     "\"from\":null,\"dora\":null,\"ura\":null,\"flags\":null,\"flowers\":null,\"honba\":null,"
     "\"deposits\":null,\"pao\":null,\"id\":null}",
     "1112m +2m ron? E?S?"},
    {"{\"_mine\":{\"a\":[1,{\"b\":[]},true],\"a\":null},\"hand\":\"11122m\",\"_mine\":\"\\uD83C"
     "\\uDC00\"}",
     "1112m +2m ron? E?S?"},
    {"{\"h\\u0061nd\":\"\\u0031\\u0031m\",\"win\":\"\\uD83C\\uDC04\",\"id\":\"\\u00e4\"}",
     "11m +7z ron? E?S? id \"\\u00e4\""},
    {"{\"hand\":\"11m\",\"win\":\"0m\",\"by\":\"self-draw\",\"dora\":[\"4p0m\",\"E\"],\"flags\":"
     "[\"after-kong\"],\"pao\":{\"daisangen\":\"N\",\"dai-suushii\":\"E\"},\"melds\":[]}",
     "11m +5m! tsumo E?S? red 100 dora 4p dora 5m dora 1z after_kong pao daisangen N pao "
     "dai_suushii E"},
};

static void check_read(const char *text, const char *read) {
    struct kzi_whole_hand hand;
    struct kzi_problem problem;
    bool ok = read_hand(&hand, text, &problem);
    ck_assert_msg(ok, "%s: %s: %s", text, kzi_problem_names[problem.code], problem.text);
    char line[600];
    write_hand(line, &hand.hand);
    ck_assert_str_eq(line, read);
}

START_TEST(reads) {
    check_read(good[_i].text, good[_i].read);
}
END_TEST

/* Blanks are allowed between all values, and a truncated record is still an error. */
START_TEST(reads_spaced_records) {
    char spaced[4096];
    size_t len = 0;
    bool in_string = false;
    if (good[_i].text[0] != '{')
        return;
    for (const char *at = good[_i].text; *at; at++) {
        in_string ^= *at == '"';
        bool mark = !in_string && strchr("{}[],:", *at);
        len += (size_t)sprintf(spaced + len, mark ? " %c\t" : "%c", *at);
    }
    check_read(spaced + 1, good[_i].read);
    struct kzi_whole_hand hand;
    struct kzi_problem problem;
    for (char *at = spaced + 1; *at; at++) {
        char was = *at;
        in_string ^= was == '"';
        if (in_string || !strchr("{}[]:", was))
            continue;
        *at = ' ';
        ck_assert_msg(!read_hand(&hand, spaced + 1, &problem), "%s", spaced + 1);
        *at = was;
    }
}
END_TEST

static struct kzi_spot spot(const struct kzi_whole_hand *hand, enum kzi_part part) {
    return kzi_spot_of_part(&hand->hand, part, 0);
}

static uint32_t last(const struct kzi_whole_hand *hand, enum kzi_part part, unsigned kind) {
    return kzi_hand_item_spot(kzi_hand_item_of_kind(&hand->hand, 1U << part, kind)).at;
}

START_TEST(remembers_places) {
    struct kzi_whole_hand hand;
    struct kzi_problem problem;
    ck_assert(read_hand(&hand,
                        " \xF0\x9F\x80\x80\xEF\xB8\x8E"
                        "1z [345p] 5p +8s dora=4p5p",
                        &problem));
    ck_assert_uint_eq(spot(&hand, KZI_PART_TILE).at, 2);
    ck_assert_uint_eq(last(&hand, KZI_PART_TILE, KZI_HONOR), 4);
    ck_assert_uint_eq(spot(&hand, KZI_PART_MELD).at, 7);
    ck_assert_uint_eq(last(&hand, KZI_PART_DORA, kzi_kind(1, 4)), 26);
    ck_assert_uint_eq(last(&hand, KZI_PART_DORA, kzi_kind(1, 5)), 28);
    ck_assert_uint_eq(spot(&hand, KZI_PART_WIN).at, 18);
    ck_assert_uint_eq(spot(&hand, KZI_PART_BY).at, 0);
    ck_assert(read_hand(&hand, "{\"hand\":\"11m\",\"win\":\"8s\",\"melds\":[\"[345p]\",\"[EEE]\"]}",
                        &problem));
    ck_assert_uint_eq(spot(&hand, KZI_PART_MELD).at, 1);
    ck_assert_uint_eq(spot(&hand, KZI_PART_MELD).key, KZI_KEY_MELDS);
    ck_assert_uint_eq(spot(&hand, KZI_PART_WIN).key, KZI_KEY_WIN);
}
END_TEST

/* No hand of any ruleset has all this; reading it fills every list. */
START_TEST(as_many_items_as_there_are) {
    static const char text[] =
        "flowers=1234f1234g12345678k1234567z dora=1111222233m ura=1111222233m aside=1111222233m "
        "birds=1111222233m thrown=1111222233m [111111s] [222222s] [333333s] [444444s] [555555s] "
        "[666666s] aa bb cc dd ee ff gg hh ii jj kk ll mm nn oo pp pao=aaa:E pao=bbb:S pao=ccc:W "
        "pao=ddd:N tsumo seat=E from=S out=N wild=9m +1p 123456789123456789123456789123p";
    struct kzi_whole_hand hand;
    struct kzi_problem problem;
    ck_assert(kzi_hand_read(&hand, text, strlen(text), NULL, NULL, &problem));
    const struct kzi_hand_items *items = hand.hand.items;
    ck_assert_uint_eq(items->count, 172);
    ck_assert_uint_eq(items->list[items->count - 1].part, KZI_PART_TILE);
    ck_assert_uint_eq(items->list[items->count - 1].kind, kzi_kind(1, 3));
}
END_TEST

/* --- refused hands --------------------------------------------------------------------------- */

struct refusal {
    const char *text;
    enum kzi_problem_code code;
    uint32_t at;
    const char *key, *says; /* says: a part of the message, NULL: any */
};

static void check_refusal(const struct refusal *want) {
    struct kzi_whole_hand hand;
    struct kzi_problem problem;
    ck_assert_msg(!read_hand(&hand, want->text, &problem), "accepted: %s", want->text);
    kz_error error;
    kzi_problem_error(&problem, &error);
    ck_assert_msg(problem.code == want->code && problem.spot.at == want->at &&
                      !strcmp(error.key, want->key ? want->key : ""),
                  "%s: %s at %d in '%s': %s", want->text, error.code, error.column, error.key,
                  error.text);
    ck_assert_msg(!want->says || strstr(error.text, want->says), "%s: %s", want->text, error.text);
    ck_assert_str_eq(error.code, kzi_problem_names[want->code]);
    ck_assert_int_eq(error.status, KZ_BAD_HAND);
    ck_assert_int_eq(error.severity, KZ_ERROR);
    ck_assert_uint_eq(hand.hand.n_concealed + hand.hand.n_melds, 0);
    ck_assert_msg(!strpbrk(error.text, "\n\r\t"), "%s: %s", want->text, error.text);
}

static const struct refusal bad_lines[] = {
    {"", KZI_EMPTY, 0, NULL, NULL},
    {" \t ", KZI_EMPTY, 0, NULL, NULL},
    {"11m\xFF", KZI_NOT_UTF8, 4, NULL, NULL},
    {"\xC3\xA4"
     "1m\xED\xA0\x80",
     KZI_NOT_UTF8, 4, NULL, NULL},
    /* tiles */
    {"1 2 3m 55p +5p", KZI_UNKNOWN_SUIT, 1, NULL, "1 has no suit: write 123m together"},
    {"55p 12 3m +5p", KZI_UNKNOWN_SUIT, 5, NULL, "12 has no suit: write 123m together"},
    {"55p 12", KZI_UNKNOWN_SUIT, 5, NULL, "12 has no suit: write m, p, s or z"},
    {"55S +5s", KZI_UNKNOWN_SUIT, 3, NULL, "S is South; bamboo is s"},
    {"234M +5s", KZI_UNKNOWN_SUIT, 4, NULL, "characters are m (lower case)"},
    {"55P +5s", KZI_UNKNOWN_SUIT, 3, NULL, "P is the white dragon; dots are p"},
    {"55E +5s", KZI_UNKNOWN_SUIT, 3, NULL, "E is East"},
    {"123C +5s", KZI_UNKNOWN_SUIT, 4, NULL, "C is the red dragon"},
    {"123b +5s", KZI_UNKNOWN_SUIT, 4, NULL, "b is not a suit"},
    {"123\xE8\x90\xAC +5s", KZI_UNKNOWN_SUIT, 4, NULL, "is not a suit"},
    {"3riichi +5s", KZI_UNKNOWN_SUIT, 2, NULL, NULL},
    {"11m \xF0\x9F\x80\xA2 +5s", KZI_UNKNOWN_SUIT, 5, NULL, "flowers=2"},
    {"\xF0\x9F\x80\xAB +5s", KZI_UNKNOWN_WORD, 1, NULL, "neither a tile nor a word"},
    {"m 11s +5s", KZI_UNKNOWN_SUIT, 1, NULL, "no digits"},
    {"11s5ms +5s", KZI_UNKNOWN_SUIT, 6, NULL, "no digits"},
    {"118z +5s", KZI_BAD_DIGIT, 3, NULL, "honors are 1z-7z"},
    {"9z +5s", KZI_BAD_DIGIT, 1, NULL, NULL},
    {"0z +5s", KZI_BAD_DIGIT, 1, NULL, NULL},
    {"+8z 11s", KZI_BAD_DIGIT, 2, NULL, NULL},
    {"[888z] 11s +1s", KZI_BAD_DIGIT, 2, NULL, NULL},
    {"[777+8z] 11s +1s", KZI_BAD_DIGIT, 6, NULL, NULL},
    {"[55S] 11s +1s", KZI_UNKNOWN_SUIT, 4, NULL, "S is South"},
    {"[555+5P] 11s +1s", KZI_UNKNOWN_SUIT, 7, NULL, "P is the white"},
    {"[555] 11s +1s", KZI_UNKNOWN_SUIT, 2, NULL, "555 has no suit"},
    {"11s,22s", KZI_UNKNOWN_WORD, 4, NULL, NULL},
    {"11s \xEF\xBC\x91m +1s", KZI_UNKNOWN_WORD, 5, NULL, NULL},
    {"\xEF\xB8\x8F 11s", KZI_UNKNOWN_WORD, 1, NULL, NULL},
    {"11s +1s\n", KZI_UNKNOWN_WORD, 8, NULL, "one line"},
    {"1111222233334444m1111222233334444p", KZI_TILE_COUNT, 32, NULL, "at most 30"},
    /* the winning tile */
    {"11s +8s +9s", KZI_DUPLICATE, 9, NULL, "the winning tile is given twice"},
    {"11s +8s+9s", KZI_DUPLICATE, 8, NULL, NULL},
    {"11s +89s", KZI_BAD_VALUE, 5, NULL, "one tile: write it as +8s"},
    {"11s +8s9s", KZI_BAD_VALUE, 5, NULL, "blank"},
    {"11s +EE", KZI_BAD_VALUE, 5, NULL, NULL},
    {"11s +", KZI_BAD_VALUE, 5, NULL, NULL},
    {"11s + 8s", KZI_BAD_VALUE, 5, NULL, NULL},
    {"11s +ron", KZI_BAD_VALUE, 5, NULL, NULL},
    {"11s +8", KZI_UNKNOWN_SUIT, 6, NULL, "8 has no suit"},
    {"123456789m1234p", KZI_NO_WINNING_TILE, 14, NULL,
     "13 tiles and no winning tile: write it last, or as +8s"},
    {"1112223334445z", KZI_NO_WINNING_TILE, 13, NULL, "13 tiles and"},
    {"1m [345p] [777z] 123456m", KZI_NO_WINNING_TILE, 23, NULL, "13 tiles"},
    {"[345p] (7777z)", KZI_NO_WINNING_TILE, 0, NULL, NULL},
    {"riichi", KZI_NO_WINNING_TILE, 0, NULL, NULL},
    /* melds */
    {"11s [13m] +1s", KZI_BAD_MELD, 5, NULL, "[13m]: a meld has three tiles"},
    {"11s [] +1s", KZI_BAD_MELD, 5, NULL, "no tile"},
    {"11s [12345m] +1s", KZI_BAD_MELD, 5, NULL, "no more than four"},
    {"11s [555555555m] +1s", KZI_BAD_MELD, 5, NULL, "no more than four"},
    {"11s [891m] +1s", KZI_BAD_MELD, 5, NULL, "neither three alike nor three in a row"},
    {"11s [335m] +1s", KZI_BAD_MELD, 5, NULL, "neither"},
    {"11s [353m] +1s", KZI_BAD_MELD, 5, NULL, "neither"},
    {"11s [123z] +1s", KZI_BAD_MELD, 5, NULL, "honors make no runs"},
    {"11s [EES] +1s", KZI_BAD_MELD, 5, NULL, "honors make no runs"},
    {"11s [3456m] +1s", KZI_BAD_MELD, 5, NULL, "four tiles of a kong are alike"},
    {"11s (3456m) +1s", KZI_BAD_MELD, 5, NULL, "four tiles of a kong are alike"},
    {"11s (777z) +1s", KZI_BAD_MELD, 5, NULL, "without any"},
    {"11s (345p) +1s", KZI_BAD_MELD, 5, NULL, "only a kong goes in round brackets"},
    {"11s [34m5p] +1s", KZI_BAD_MELD, 5, NULL, "of one suit"},
    {"11s [5m5m5m] +1s", KZI_BAD_MELD, 5, NULL, "suit of a meld once"},
    {"11s [345p +1s", KZI_BAD_MELD, 5, NULL, "not closed"},
    {"11s +1s (5555p", KZI_BAD_MELD, 9, NULL, "not closed"},
    {"11s [345p[EEE] +1s", KZI_BAD_MELD, 5, NULL, "not closed"},
    {"11s [345p) +1s", KZI_BAD_MELD, 5, NULL, "bracket"},
    {"11s [3 4 5p] +1s", KZI_BAD_MELD, 5, NULL, "without blanks"},
    {"11s 345p] +1s", KZI_BAD_MELD, 9, NULL, "not opened"},
    {"11s [34,5p] +1s", KZI_UNKNOWN_SUIT, 6, NULL, "34 has no suit"},
    {"11s [345p,] +1s", KZI_BAD_MELD, 5, NULL, "not a tile"},
    {"11s [55+55m] +1s", KZI_BAD_MELD, 5, NULL, "before the fourth"},
    {"11s [555+6m] +1s", KZI_BAD_MELD, 5, NULL, "alike"},
    {"11s [5555+m] +1s", KZI_BAD_MELD, 5, NULL, "before the fourth"},
    {"11s [555m+5m] +1s", KZI_BAD_MELD, 5, NULL, "once"},
    {"11s [55+5+5m] +1s", KZI_BAD_MELD, 5, NULL, "[555+5p]"},
    {"11s [34+5m] +1s", KZI_BAD_MELD, 5, NULL, "before the fourth"},
    {"11s (555+5m) +1s", KZI_BAD_MELD, 5, NULL, "open"},
    {"\xF0\x9F\x80\x80\xF0\x9F\x80\x80 [13m] +1s", KZI_BAD_MELD, 4, NULL, NULL},
    {"[123m][123m][123m][123m][123m][123m][123m] 11m", KZI_TILE_COUNT, 37, NULL, "6 melds"},
    /* words */
    {"11s +1s iipatsu", KZI_UNKNOWN_WORD, 9, NULL, "did you mean ippatsu?"},
    {"11s +1s tusmo", KZI_UNKNOWN_WORD, 9, NULL, "did you mean tsumo?"},
    {"11s +1s qqqqqq", KZI_UNKNOWN_WORD, 9, NULL, "know"},
    {"11s +1s Riichi", KZI_UNKNOWN_WORD, 9, NULL, "words are lower case, write riichi"},
    {"11s +1s RON", KZI_UNKNOWN_WORD, 9, NULL, "write ron"},
    {"11s +1s First_turn", KZI_UNKNOWN_WORD, 9, NULL, "write first_turn"},
    {"11s +1s SANKANTSU", KZI_UNKNOWN_WORD, 9, NULL, "honor tiles"},
    {"11s +1s riIchi", KZI_UNKNOWN_WORD, 9, NULL, "lower case"},
    {"11s +1s seat E", KZI_UNKNOWN_WORD, 9, NULL, "write seat="},
    {"11s +1s ron,", KZI_UNKNOWN_WORD, 9, NULL, NULL},
    {"11s +1sron", KZI_UNKNOWN_WORD, 8, NULL, "a blank is missing before \"ron\""},
    {"234m+8sron", KZI_UNKNOWN_WORD, 8, NULL, "a blank is missing before \"ron\""},
    {"EEriichi 1m", KZI_UNKNOWN_WORD, 3, NULL, "a blank is missing"},
    {"11s riichi+1s", KZI_UNKNOWN_WORD, 5, NULL, "a blank is missing after \"riichi\""},
    {"11s ron[345p] +1s", KZI_UNKNOWN_WORD, 5, NULL, "a blank is missing after \"ron\""},
    {"11s +1s aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
     KZI_UNKNOWN_WORD, 9, NULL, "too long"},
    {"11s +1s riichi riichi", KZI_DUPLICATE, 16, NULL, "riichi is said twice"},
    {"11s +1s first_turn first-turn", KZI_DUPLICATE, 20, NULL, "first_turn"},
    {"11s +1s ron tsumo", KZI_DUPLICATE, 13, NULL, "the way of winning is said twice"},
    {"11s +1s ron discard", KZI_DUPLICATE, 13, NULL, "the way of winning is said twice"},
    /* keys and values */
    {"11s +1s saet=E", KZI_UNKNOWN_KEY, 9, NULL, "did you mean seat?"},
    {"11s +1s xyzzy=E", KZI_UNKNOWN_KEY, 9, NULL, "\"xyzzy\" is not a key"},
    {"11s +1s Seat=E", KZI_UNKNOWN_KEY, 9, NULL, "lower case"},
    {"11s +1s SEAT=E", KZI_UNKNOWN_KEY, 9, NULL, "lower case"},
    {"11s +1s =E", KZI_UNKNOWN_KEY, 9, NULL, "missing"},
    {"11s win=8s", KZI_UNKNOWN_KEY, 5, NULL, "write the winning tile as +8s"},
    {"11s +1s by=ron", KZI_UNKNOWN_KEY, 9, NULL, "ron or tsumo"},
    {"11s +1s seat=E seat=E", KZI_DUPLICATE, 16, NULL, "seat is given twice"},
    {"11s +1s dora=1m dora=2m", KZI_DUPLICATE, 17, NULL, NULL},
    {"11s +1s pao=a:N pao=a:W", KZI_DUPLICATE, 21, NULL, "pao names a twice"},
    {"11s +1s seat=east", KZI_BAD_VALUE, 14, NULL, "write E"},
    {"11s +1s seat=w", KZI_BAD_VALUE, 14, NULL, "write W"},
    {"11s +1s seat=EE", KZI_BAD_VALUE, 14, NULL, NULL},
    {"11s +1s seat= E", KZI_BAD_VALUE, 14, NULL, NULL},
    {"11s +1s round=1", KZI_BAD_VALUE, 15, NULL, "round=E"},
    {"11s +1s from=", KZI_BAD_VALUE, 14, NULL, NULL},
    {"11s +1s honba=-1", KZI_BAD_VALUE, 15, NULL, "from 0 to 9999"},
    {"11s +1s honba=+1", KZI_BAD_VALUE, 15, NULL, NULL},
    {"11s +1s honba=", KZI_BAD_VALUE, 15, NULL, "honba=1"},
    {"11s +1s honba=1x", KZI_BAD_VALUE, 15, NULL, NULL},
    {"11s +1s flowers=256", KZI_BAD_VALUE, 17, NULL, NULL},
    {"11s +1s flowers=", KZI_BAD_VALUE, 17, NULL, "up to 255"},
    {"11s +1s flowers=1f2", KZI_UNKNOWN_SUIT, 19, NULL, "neither a number nor flowers"},
    {"11s +1s flowers=1f2m", KZI_UNKNOWN_SUIT, 20, NULL, "animals 1k-8k"},
    {"11s +1s flowers=1f0g", KZI_BAD_DIGIT, 19, NULL, "0g is not a tile"},
    {"11s +1s flowers=9k", KZI_BAD_DIGIT, 17, NULL, NULL},
    {"11s +1s flowers=1fE", KZI_BAD_VALUE, 19, NULL, NULL},
    {"11s +1s flowers=1111111111111111f", KZI_BAD_VALUE, 32, NULL, "more than 15"},
    {"11s +1s aside=4z8z", KZI_BAD_DIGIT, 17, NULL, NULL},
    {"11s +1f2", KZI_BAD_VALUE, 5, NULL, "one tile"},
    {"11s +1s aside=12345678911p", KZI_BAD_VALUE, 25, NULL, "more than 10 tiles"},
    {"11s +1s deposits=99999999999999999999", KZI_BAD_VALUE, 18, NULL, NULL},
    {"11s +1s dora=4p,7z", KZI_BAD_VALUE, 16, NULL, "dora=4p9m"},
    {"11s +1s dora=", KZI_BAD_VALUE, 14, NULL, NULL},
    {"11s +1s dora=[444p]", KZI_BAD_VALUE, 14, NULL, NULL},
    {"11s +1s ura=12345678911m", KZI_BAD_VALUE, 23, NULL, "more than 10"},
    {"11s +1s dora=4", KZI_UNKNOWN_SUIT, 14, NULL, "4 has no suit"},
    {"11s +1s dora=4x", KZI_UNKNOWN_SUIT, 15, NULL, NULL},
    {"11s +1s dora=8z", KZI_BAD_DIGIT, 14, NULL, NULL},
    {"11s +1s pao=daisangen", KZI_BAD_VALUE, 22, NULL, "pao=daisangen:N"},
    {"11s +1s pao=daisangen:X", KZI_BAD_VALUE, 23, NULL, "E, S, W or N"},
    {"11s +1s pao=:N", KZI_BAD_VALUE, 13, NULL, NULL},
    {"11s +1s pao=a:N pao=b:N pao=c:N pao=d:N pao=e:N", KZI_BAD_VALUE, 45, NULL, "4 yaku"},
    /* the first error is the one with the first code, not the first in the line */
    {"8z 55S [13m] iipatsu seat=x ron ron foo=1", KZI_UNKNOWN_KEY, 37, NULL, NULL},
    {"8z 55S [13m] iipatsu seat=x ron ron", KZI_DUPLICATE, 33, NULL, NULL},
    {"8z 55S [13m] iipatsu seat=x", KZI_BAD_VALUE, 27, NULL, NULL},
    {"8z 55S [13m] iipatsu", KZI_UNKNOWN_SUIT, 6, NULL, NULL},
    {"8z [13m] iipatsu", KZI_BAD_DIGIT, 1, NULL, NULL},
    {"1z [13m] iipatsu", KZI_UNKNOWN_WORD, 10, NULL, NULL},
    {"1z [13m]", KZI_BAD_MELD, 4, NULL, NULL},
};

START_TEST(refuses_line) {
    check_refusal(&bad_lines[_i]);
}
END_TEST

#define H "\"hand\":\"11m\",\"win\":\"1m\""

static const struct refusal bad_records[] = {
    {"{\"hand\":\"11m\",\"win\":\"1m\"", KZI_BAD_JSON, 25, NULL, "not complete"},
    {"{" H ",}", KZI_BAD_JSON, 25, NULL, "nothing follows this comma"},
    {"{" H ",\"honba\":01}", KZI_BAD_JSON, 34, NULL, "not a number"},
    {"{" H ",\"honba\":1\"}", KZI_BAD_JSON, 35, NULL, "comma"},
    {"{" H ",\"by\":\"ron\"\"}", KZI_BAD_JSON, 36, NULL, "comma"},
    {"{" H ",\"by}", KZI_BAD_JSON, 26, NULL, "quote"},
    {"{" H ",\"seen\":\"}", KZI_BAD_JSON, 33, NULL, "quote"},
    {"{" H ",\"deposits}", KZI_BAD_JSON, 26, NULL, "quote"},
    {"{" H ",\"}", KZI_BAD_JSON, 26, NULL, "quote"},
    {"{" H ",\"flags\":[}", KZI_BAD_JSON, 35, NULL, "value is missing"},
    {"{" H ",\"flags\":[\"riichi\"}", KZI_BAD_JSON, 43, NULL, "must end with ]"},
    {"{" H ",\"flags\":[\"riichi\",]}", KZI_BAD_JSON, 43, NULL, "nothing follows this comma"},
    {"{" H "]", KZI_BAD_JSON, 25, NULL, "must end with }"},
    {"{" H ",\"by\":\"r\ton\"}", KZI_BAD_JSON, 33, NULL, "escape"},
    {"{" H "} x", KZI_BAD_JSON, 27, NULL, NULL},
    {"{" H "} {}", KZI_BAD_JSON, 27, NULL, "follows"},
    {"{" H " \"id\":1}", KZI_BAD_JSON, 26, NULL, "comma"},
    {"{" H ",\"id\" 1}", KZI_BAD_JSON, 31, NULL, NULL},
    {"{" H ",\"id\":}", KZI_BAD_JSON, 31, NULL, "value is missing"},
    {"{" H ",\"id\"}", KZI_BAD_JSON, 30, NULL, "colon"},
    {"{" H ",\"id\":1:2}", KZI_BAD_JSON, 31, NULL, NULL},
    {"{" H ",id:1}", KZI_BAD_JSON, 26, NULL, NULL},
    {"{" H ",1:1}", KZI_BAD_JSON, 26, NULL, NULL},
    {"{" H ",\"by=\":\"ron\"}", KZI_UNKNOWN_KEY, 27, NULL, "did you mean by?"},
    {"{" H ",\"_x\":[1,]}", KZI_BAD_JSON, 33, NULL, NULL},
    {"{" H ",\"_x\":[1 2]}", KZI_BAD_JSON, 34, NULL, "comma"},
    {"{" H ",\"_x\":[,1]}", KZI_BAD_JSON, 32, NULL, NULL},
    {"{" H ",\"_x\":[\"a\":1]}", KZI_BAD_JSON, 35, NULL, NULL},
    {"{" H ",\"_x\":{\"a\",1}}", KZI_BAD_JSON, 35, NULL, "colon"},
    {"{" H ",\"_x\":[1}}", KZI_BAD_JSON, 33, NULL, NULL},
    {"{" H ",\"_x\":01}", KZI_BAD_JSON, 31, NULL, "not a number"},
    {"{" H ",\"_x\":1.}", KZI_BAD_JSON, 31, NULL, NULL},
    {"{" H ",\"_x\":-}", KZI_BAD_JSON, 31, NULL, NULL},
    {"{" H ",\"_x\":1e}", KZI_BAD_JSON, 31, NULL, NULL},
    {"{" H ",\"_x\":+1}", KZI_BAD_JSON, 31, NULL, NULL},
    {"{" H ",\"_x\":nul}", KZI_BAD_JSON, 31, NULL, NULL},
    {"{" H ",\"_x\":truex}", KZI_BAD_JSON, 31, NULL, NULL},
    {"{" H ",\"_x\":\"\\uD800\"}", KZI_BAD_JSON, 32, NULL, "escape"},
    {"{" H ",\"_x\":\"\\uDC00\\uD800\"}", KZI_BAD_JSON, 32, NULL, NULL},
    {"{" H ",\"_x\":\"\\uD800\\u0041\"}", KZI_BAD_JSON, 32, NULL, NULL},
    {"{" H ",\"_x\":\"\\u00\"}", KZI_BAD_JSON, 32, NULL, "escape"},
    {"{" H ",\"_x\":\"\\x\"}", KZI_BAD_JSON, 32, NULL, "escape"},
    {"{" H ",\"_x\":\"a\tb\"}", KZI_BAD_JSON, 33, NULL, "control"},
    {"{\"\xC3\xA4\" 1}", KZI_BAD_JSON, 6, NULL, NULL},
    {"{", KZI_BAD_JSON, 2, NULL, NULL},
    {"{}}", KZI_BAD_JSON, 3, NULL, NULL},
    {"{]", KZI_BAD_JSON, 2, NULL, NULL},
    /* keys */
    {"{}", KZI_BAD_VALUE, 0, "hand", "missing"},
    {"{\"hand\":null,\"win\":\"8s\"}", KZI_BAD_VALUE, 0, "hand", "missing"},
    {"{\"hadn\":\"11m\"}", KZI_UNKNOWN_KEY, 3, NULL, "did you mean hand?"},
    {"{" H ",\"xyzzy\":1}", KZI_UNKNOWN_KEY, 27, NULL, "begin with _"},
    {"{" H ",\"\":1}", KZI_UNKNOWN_KEY, 27, NULL, NULL},
    {"{" H ",\"a\\nb\":1}", KZI_UNKNOWN_KEY, 27, NULL, NULL},
    {"{" H ",\"hand\":\"11m\"}", KZI_DUPLICATE, 27, NULL, "\"hand\" is given twice"},
    {"{" H ",\"h\\u0061nd\":null}", KZI_DUPLICATE, 27, NULL, NULL},
    {"{\"hand\":\"11m+1m\",\"win\":\"1m\"}", KZI_DUPLICATE, 25, NULL, "winning tile"},
    {"{\"win\":\"1m\",\"hand\":\"11m+1m\"}", KZI_DUPLICATE, 4, "hand", "winning tile"},
    {"{" H ",\"flags\":[\"riichi\",\"riichi\"]}", KZI_DUPLICATE, 8, "flags", NULL},
    {"{" H ",\"pao\":{\"a\":\"N\",\"a\":\"S\"}}", KZI_DUPLICATE, 42, NULL, NULL},
    /* values */
    {"{" H ",\"id\":true}", KZI_BAD_VALUE, 1, "id", NULL},
    {"{" H ",\"id\":[]}", KZI_BAD_VALUE, 1, "id", NULL},
    {"{\"hand\":11,\"win\":\"1m\"}", KZI_BAD_VALUE, 1, "hand", NULL},
    {"{\"hand\":\"11m\",\"win\":1}", KZI_UNKNOWN_SUIT, 1, "win", NULL},
    {"{\"hand\":\"11m\",\"win\":\"\"}", KZI_BAD_VALUE, 1, "win", NULL},
    {"{\"hand\":\"11m\",\"win\":\"12m\"}", KZI_BAD_VALUE, 1, "win", NULL},
    {"{\"hand\":\"11m\",\"win\":\"+1m\"}", KZI_BAD_VALUE, 1, "win", "\"win\":\"8s\""},
    {"{\"hand\":\"11m\",\"win\":\"1m ron\"}", KZI_BAD_VALUE, 1, "win", NULL},
    {"{\"hand\":\"11m\",\"win\":\"1S\"}", KZI_UNKNOWN_SUIT, 2, "win", "South"},
    {"{\"hand\":\"11m\",\"win\":\"9z\"}", KZI_BAD_DIGIT, 1, "win", NULL},
    {"{" H ",\"melds\":\"[345p]\"}", KZI_BAD_VALUE, 1, "melds", NULL},
    {"{" H ",\"melds\":[1]}", KZI_BAD_VALUE, 1, "melds", NULL},
    {"{" H ",\"melds\":[null]}", KZI_BAD_VALUE, 1, "melds", NULL},
    {"{" H ",\"melds\":[\"[345p]\",\"345p\"]}", KZI_BAD_MELD, 8, "melds", "brackets"},
    {"{" H ",\"melds\":[\"[345p] [345p]\"]}", KZI_BAD_MELD, 7, "melds", "one meld"},
    {"{" H ",\"melds\":[\"[345p]\",\"[13m]\"]}", KZI_BAD_MELD, 8, "melds", NULL},
    {"{" H ",\"melds\":[\"\"]}", KZI_BAD_MELD, 1, "melds", NULL},
    {"{" H ",\"by\":\"rom\"}", KZI_BAD_VALUE, 1, "by", "\"by\":\"ron\""},
    {"{" H ",\"by\":1}", KZI_BAD_VALUE, 1, "by", NULL},
    {"{" H ",\"round\":\"east\"}", KZI_BAD_VALUE, 1, "round", "write E"},
    {"{" H ",\"seat\":1}", KZI_BAD_VALUE, 1, "seat", NULL},
    {"{" H ",\"from\":\"\"}", KZI_BAD_VALUE, 1, "from", NULL},
    {"{" H ",\"dora\":\"4p\"}", KZI_BAD_VALUE, 1, "dora", NULL},
    {"{" H ",\"dora\":[\"4p\",\"\"]}", KZI_BAD_VALUE, 4, "dora", NULL},
    {"{" H ",\"dora\":[\"4p\",\"5x\"]}", KZI_UNKNOWN_SUIT, 5, "dora", NULL},
    {"{" H ",\"ura\":[\"4p\",5]}", KZI_BAD_VALUE, 1, "ura", NULL},
    {"{" H ",\"flags\":{}}", KZI_BAD_VALUE, 1, "flags", NULL},
    {"{" H ",\"flags\":[\"riichi\",\"iipatsu\"]}", KZI_UNKNOWN_WORD, 8, "flags", "ippatsu"},
    {"{" H ",\"flags\":[\"ron\"]}", KZI_UNKNOWN_WORD, 1, "flags", "\"by\":\"ron\""},
    {"{" H ",\"flags\":[\"riichi ippatsu\"]}", KZI_UNKNOWN_WORD, 1, "flags", NULL},
    {"{" H ",\"flags\":[\"Riichi\"]}", KZI_UNKNOWN_WORD, 1, "flags", "lower case"},
    {"{" H ",\"honba\":\"1\"}", KZI_BAD_VALUE, 1, "honba", NULL},
    {"{" H ",\"honba\":1.0}", KZI_BAD_VALUE, 1, "honba", "from 0 to 9999"},
    {"{" H ",\"honba\":-1}", KZI_BAD_VALUE, 1, "honba", NULL},
    {"{" H ",\"honba\":true}", KZI_BAD_VALUE, 1, "honba", NULL},
    {"{" H ",\"flowers\":256}", KZI_BAD_VALUE, 1, "flowers", NULL},
    {"{" H ",\"flowers\":\"1f5f\"}", KZI_BAD_DIGIT, 3, "flowers", NULL},
    {"{" H ",\"flowers\":[]}", KZI_BAD_VALUE, 1, "flowers", "or tiles as text"},
    {"{" H ",\"aside\":[4]}", KZI_BAD_VALUE, 1, "aside", "tiles as text"},
    {"{" H ",\"aside\":\"\"}", KZI_BAD_VALUE, 1, "aside", NULL},
    {"{" H ",\"pao\":[]}", KZI_BAD_VALUE, 1, "pao", NULL},
    {"{" H ",\"pao\":{\"a\":1}}", KZI_BAD_VALUE, 37, NULL, NULL},
    {"{" H ",\"pao\":{\"A\":\"N\"}}", KZI_BAD_VALUE, 34, NULL, NULL},
    /* tiles in a record */
    {"{\"hand\":\"11m ron\",\"win\":\"1m\"}", KZI_UNKNOWN_WORD, 5, "hand", "flags"},
    {"{\"hand\":\"\\u00311S\",\"win\":\"1m\"}", KZI_UNKNOWN_SUIT, 3, "hand", NULL},
    {"{\"hand\":\"\xF0\x9F\x80\x80 8z\",\"win\":\"1m\"}", KZI_BAD_DIGIT, 3, "hand", NULL},
    {"{\"hand\":\"1123456789m555p\"}", KZI_NO_WINNING_TILE, 14, "hand", NULL},
    {"{\"hand\":\"\"}", KZI_NO_WINNING_TILE, 0, "hand", NULL},
    {"{\"hand\":\"1\\u0000m\",\"win\":\"1m\"}", KZI_UNKNOWN_SUIT, 1, "hand", NULL},
};

START_TEST(refuses_record) {
    check_refusal(&bad_records[_i]);
}
END_TEST

START_TEST(finds_keys) {
    for (unsigned key = 1; key < KZI_KEYS; key++) {
        const char *name = kzi_hand_key_names[key];
        size_t len = strlen(name);
        char other[16];
        ck_assert_uint_eq(kzi_find_hand_key(name, len), key);
        ck_assert_uint_eq(kzi_find_hand_key(name, len - 1), KZI_KEY_NONE);
        for (size_t i = 0; i < len; i++) {
            strcpy(other, name);
            other[i]++;
            ck_assert_uint_eq(kzi_find_hand_key(other, len), KZI_KEY_NONE);
        }
    }
    ck_assert_uint_eq(kzi_find_hand_key("", 0), KZI_KEY_NONE);
    ck_assert_uint_eq(kzi_find_hand_key("hand\0\0", 6), KZI_KEY_NONE);
    ck_assert_uint_eq(kzi_find_hand_key("depositsd", 9), KZI_KEY_NONE);
}
END_TEST

/* --- sizes ----------------------------------------------------------------------------------- */

static struct kzi_problem read_long(char fill, size_t len, const char *head, const char *tail) {
    struct kzi_whole_hand hand;
    struct kzi_problem problem;
    char *text = malloc(len + 1);
    ck_assert_ptr_nonnull(text);
    memset(text, fill, len);
    memcpy(text, head, strlen(head));
    memcpy(text + len - strlen(tail), tail, strlen(tail));
    kzi_hand_read(&hand, text, len, NULL, NULL, &problem);
    free(text);
    return problem;
}

START_TEST(sizes) {
    ck_assert(!read_long(' ', 65536, "11m", "+1m").found);
    struct kzi_problem problem = read_long(' ', 65537, "11m", "+1m");
    ck_assert(problem.found && problem.code == KZI_TOO_LONG && !problem.spot.at);
    ck_assert_int_eq(read_long('[', 65536, "11m", "+1m").code, KZI_BAD_MELD);
    ck_assert_int_eq(read_long('+', 65536, "11m", "+1m").code, KZI_BAD_VALUE);
    ck_assert_int_eq(read_long('1', 65536, "11m", "m+1m").code, KZI_TILE_COUNT);
    ck_assert_int_eq(read_long('a', 65536, "11m", "+1m").code, KZI_UNKNOWN_WORD);
    ck_assert_int_eq(read_long('[', 65536, "{\"_\":", "}").code, KZI_BAD_JSON);
    ck_assert_int_eq(read_long('{', 65536, "", "").code, KZI_BAD_JSON);
    ck_assert_int_eq(read_long('1', 65536, "{\"hand\":\"11m+1m\",\"_\":\"", "\"}").found, 0);
    ck_assert_int_eq(read_long('1', 65536, "{\"hand\":\"\\u0031", "m\"}").code, KZI_TILE_COUNT);
}
END_TEST

START_TEST(many_values) {
    char text[8192] = "{\"_\":[0";
    for (int i = 0; i < 1000; i++)
        strcat(text, ",1");
    strcat(text, "],\"hand\":\"11m+1m\"}");
    struct kzi_whole_hand hand;
    struct kzi_problem problem;
    ck_assert(read_hand(&hand, text, &problem));
    for (char *at = strchr(text, '}'); strlen(text) < 2100; at = strchr(text, '}'))
        strcpy(at, ",\"_\":1}");
    ck_assert(!read_hand(&hand, text, &problem));
    ck_assert_int_eq(problem.code, KZI_BAD_JSON);
    ck_assert_ptr_nonnull(strstr(problem.text, "too many values"));
}
END_TEST

static bool nested(unsigned depth) {
    char text[512];
    char *at = text + sprintf(text, "{\"hand\":\"11m+1m\",\"_\":");
    memset(at, '[', depth);
    memset(at + depth, ']', depth);
    strcpy(at + 2 * depth, "}");
    struct kzi_whole_hand hand;
    struct kzi_problem problem;
    return read_hand(&hand, text, &problem);
}

START_TEST(nesting) {
    ck_assert(nested(60));
    ck_assert(nested(KZI_JSON_DEPTH - 1));
    ck_assert(!nested(KZI_JSON_DEPTH));
    ck_assert(!nested(200));
}
END_TEST

START_TEST(long_id) {
    struct kzi_problem problem = read_long('x', 285, "{\"hand\":\"11m+1m\",\"id\":\"", "\"}");
    ck_assert(problem.found && problem.code == KZI_BAD_VALUE);
    ck_assert_uint_eq(problem.spot.key, KZI_KEY_ID);
    ck_assert(!read_long('x', 24 + 253 + 1, "{\"hand\":\"11m+1m\",\"id\":\"", "\"}").found);
}
END_TEST

START_TEST(id_survives) {
    struct kzi_whole_hand hand;
    struct kzi_problem problem;
    ck_assert(!read_hand(&hand, "{\"hand\":\"8z\",\"id\":7}", &problem));
    ck_assert_str_eq(hand.extras.id, "7");
}
END_TEST

/* --- checks against a ruleset ---------------------------------------------------------------- */

static const struct refusal bad_hands[] = {
    {"123m456p789s1122z+2z", KZI_PROBLEM_CODES, 0, NULL, NULL},
    {"123m456p789s [555z] (7777z) +2z 2z", KZI_TILE_COUNT, 1, NULL, "17 tiles"},
    {"  123m 11p [555p] +2m", KZI_TILE_COUNT, 3, NULL, "9 tiles with the winning one, 14"},
    {"{\"hand\":\"\",\"melds\":[\"[555p]\",\"(7777z)\"],\"win\":\"2m\"}", KZI_TILE_COUNT, 1,
     "melds", "a kong counts as three"},
    {"888s123m456p1122z +8s dora=8s", KZI_TOO_MANY_OF_A_TILE, 28, NULL,
     "there are 5 of 8s, but the game has only 4: the indicators count too"},
    {"888s8s123m456p112z +8s", KZI_TOO_MANY_OF_A_TILE, 21, NULL,
     "there are 5 of 8s, but the game has only 4"},
    {"123m456p1122z [888s] +8s ura=8s", KZI_TOO_MANY_OF_A_TILE, 30, NULL, NULL},
    {"123m55p11z (2222m) [777s] +1z", KZI_TOO_MANY_OF_A_TILE, 16, NULL, "of 2m"},
    {"123m456p789p1122z+3z", KZI_TOO_MANY_OF_A_TILE, 19, NULL, "play without the tile 3z"},
    {"123m456p789s1122z+2z dora=3z", KZI_TOO_MANY_OF_A_TILE, 27, NULL, "without"},
    {"123m456p789s1122z+2z ron pao=a:W", KZI_MISSING_FROM, 30, NULL, "from=W"},
    {"123m456p789s1122z+2z tsumo pao=a:W", KZI_PROBLEM_CODES, 0, NULL, NULL},
    {"123m456p789s1122z+2z tsumo pao=a:S", KZI_CONTRADICTION, 32, NULL, "fed the last set as well"},
    {"123m456p789s1122z+2z from=S", KZI_WINNER_IS_DISCARDER, 27, NULL, "give the winner's seat"},
    {"123m456p789s1122z+2z from=W seat=W", KZI_WINNER_IS_DISCARDER, 27, NULL, "sits W"},
    {"123m456p789s1122z+2z from=W tsumo", KZI_CONTRADICTION, 27, NULL, "self-drawn"},
    {"{\"hand\":\"123m456p789s1122z\",\"win\":\"2z\",\"from\":\"W\",\"by\":\"tsumo\"}",
     KZI_CONTRADICTION, 1, "from", NULL},
};

START_TEST(checks_hand) {
    uint8_t copies[KZI_COUNTS_CAPACITY] = {0};
    memset(copies, 4, KZI_KINDS);
    copies[kzi_kind(3, 3)] = 0;
    const struct refusal *want = &bad_hands[_i];
    struct kzi_whole_hand hand;
    struct kzi_problem problem;
    ck_assert(read_hand(&hand, want->text, &problem));
    kzi_hand_check_seats(&hand.hand, &problem);
    struct kzi_facts facts;
    struct kzi_seen_tiles seen;
    kzi_facts_init(&facts, &hand.hand);
    const struct kzi_tile_rules rules = {14, false, true, copies};
    kzi_hand_check_tiles(&hand.hand, facts.tiles->counts, &rules, &seen, &problem);
    ck_assert_msg(problem.found == (want->code != KZI_PROBLEM_CODES), "%s: %s", want->text,
                  problem.found ? problem.text : "accepted");
    if (!problem.found)
        return;
    ck_assert_msg(problem.code == want->code && problem.spot.at == want->at &&
                      !strcmp(kzi_hand_key_names[problem.spot.key], want->key ? want->key : ""),
                  "%s: %s at %u: %s", want->text, kzi_problem_names[problem.code], problem.spot.at,
                  problem.text);
    ck_assert_msg(!want->says || strstr(problem.text, want->says), "%s", problem.text);
}
END_TEST

/* --- notation -------------------------------------------------------------------------------- */

START_TEST(notation) {
    struct kzi_tile tiles[4];
    size_t count;
    const char *text = "10p \xF0\x9F\x80\x84\xEF\xB8\x8F"
                       "E7z";
    ck_assert_int_eq(kzi_notation_read(text, tiles, 4, &count), 0);
    ck_assert_uint_eq(count, 5);
    ck_assert_uint_eq(tiles[1].kind, kzi_kind(1, 5));
    ck_assert(tiles[1].red && !tiles[0].red);
    ck_assert_uint_eq(tiles[2].kind, KZI_DRAGON + 2);
    ck_assert_uint_eq(tiles[3].kind, KZI_HONOR);
    text = "\xF0\x9F\x80\x84\xEF\xB8\x8F"
           "55S";
    ck_assert_int_eq(kzi_notation_read(text, tiles, 4, &count), KZI_NOTATION_BAD_SUIT);
    ck_assert_int_eq(kzi_notation_read("1m12", tiles, 4, &count), KZI_NOTATION_NO_SUIT);
    ck_assert_int_eq(kzi_notation_read("108z", tiles, 4, &count), KZI_NOTATION_BAD_DIGIT);
    ck_assert_int_eq(kzi_notation_read("1m?", tiles, 4, &count), KZI_NOTATION_BAD_CHAR);
    struct kzi_run run;
    memset(&run, 0xFF, sizeof run);
    ck_assert_int_eq(kzi_notation_run("3", &"3"[1], &run), KZI_NOTATION_NO_SUIT);
    ck_assert(!kzi_faces_in_run(&run));
}
END_TEST

START_TEST(notation_written) {
    uint8_t counts[KZI_TILE_KINDS] = {1, 1, 1, 0, 3}, reds[KZI_SUITS] = {1};
    counts[kzi_kind(3, 7)] = 2;
    counts[KZI_JOKER + 1] = 1;
    char line[40];
    struct kzi_text out = kzi_text_fixed(line, sizeof line);
    kzi_put_counts(&out, counts, reds);
    kzi_text_char(&out, ' ');
    kzi_put_kind(&out, kzi_kind(2, 8));
    kzi_text_end(&out);
    ck_assert_str_eq(line, "123055m77z2j 8s");
    ck_assert_int_eq(kzi_seat_read("N", 1), 3);
    ck_assert_int_eq(kzi_seat_read("NE", 2), -1);
    ck_assert_int_eq(kzi_seat_read("e", 1), -1);
}
END_TEST

START_TEST(every_character) {
    for (int c = 0; c < 256; c++) {
        unsigned is = 0;
        is |= c == ' ' || c == '\t' ? KZI_BLANK : 0;
        is |= c >= 'a' && c <= 'z' ? KZI_LOWER : 0;
        is |= c >= 'A' && c <= 'Z' ? KZI_UPPER : 0;
        is |= c >= '0' && c <= '9' ? KZI_DIGIT : 0;
        is |= c == '-' || c == '_' ? KZI_WORD_MARK : 0;
        is |= strchr("[]()", (int)c) && c ? KZI_BRACKET : 0;
        ck_assert_msg(kzi_chars[c] == is, "character %d is %u, not %u", c, kzi_chars[c], is);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("parse");
    TCase *tests = tcase_create("parse");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, reads, 0, COUNT(good));
    tcase_add_loop_test(tests, reads_spaced_records, 0, COUNT(good));
    tcase_add_test(tests, every_character);
    tcase_add_test(tests, remembers_places);
    tcase_add_test(tests, as_many_items_as_there_are);
    tcase_add_loop_test(tests, refuses_line, 0, COUNT(bad_lines));
    tcase_add_loop_test(tests, refuses_record, 0, COUNT(bad_records));
    tcase_add_test(tests, finds_keys);
    tcase_add_test(tests, sizes);
    tcase_add_test(tests, many_values);
    tcase_add_test(tests, nesting);
    tcase_add_test(tests, long_id);
    tcase_add_test(tests, id_survives);
    tcase_add_loop_test(tests, checks_hand, 0, COUNT(bad_hands));
    tcase_add_test(tests, notation);
    tcase_add_test(tests, notation_written);
    return run_suite(suite);
}
