/* Readings against a slow search that shares nothing with them, and hands from the lore. */
#include "api.h"
#include "report/random_hand.h"
#include "run_suite.h"
#include "tile/notation.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
#define HANDS        200000
#define MOST         1024

static const kzi_kinds orphans =
    UINT64_C(0x7F) << 27 | UINT64_C(0x101) << 18 | UINT64_C(0x101) << 9 | UINT64_C(0x101);

static const struct kzi_shape ema_shapes[] = {
    {.form = KZI_FORM_SETS, .sets = 4, .pairs = 1},
    {.form = KZI_FORM_PAIRS, .pairs = 7, .pairs_differ = true},
    {.form = KZI_FORM_ONE_EACH,
     .one_more = true,
     .one_each =
         UINT64_C(0x7F) << 27 | UINT64_C(0x101) << 18 | UINT64_C(0x101) << 9 | UINT64_C(0x101)},
};
/* 147 of a suit, 258 of another, 369 of the third, in the six ways the suits can fall. */
#define KNITTED(a, b, c)                                                                           \
    (UINT64_C(0x49) << 9 * (a) | UINT64_C(0x92) << 9 * (b) | UINT64_C(0x124) << 9 * (c))
#define HONORS (UINT64_C(0x7F) << KZI_HONOR)
#define KNITTED_WAYS(and)                                                                          \
    {                                                                                              \
        KNITTED(0, 1, 2) | (and), KNITTED(0, 2, 1) | (and), KNITTED(1, 0, 2) | (and),              \
            KNITTED(1, 2, 0) | (and), KNITTED(2, 0, 1) | (and), KNITTED(2, 1, 0) | (and)           \
    }

static const struct kzi_shape mcr_shapes[] = {
    {.form = KZI_FORM_SETS, .sets = 4, .pairs = 1},
    {.form = KZI_FORM_PAIRS, .pairs = 7},
    {.form = KZI_FORM_BODY, .sets = 1, .pairs = 1, .n_bodies = 6, .bodies = KNITTED_WAYS(0)},
    {.form = KZI_FORM_DIFFERENT, .different = 14, .n_bodies = 6, .bodies = KNITTED_WAYS(HONORS)},
};
static const struct kzi_shape equal_pairs[] = {{.form = KZI_FORM_PAIRS, .pairs = 7}};

static const struct kzi_shapes ema = {ema_shapes, 3, &kzi_splits_classic};
static const struct kzi_shapes mcr = {mcr_shapes, 4, &kzi_splits_classic};
static const struct kzi_shapes pairs_only = {equal_pairs, 1, &kzi_splits_classic};

/* --- the slow search ------------------------------------------------------------------------- */

/* A reading as numbers that can be sorted and compared: shape, wait, and its groups. */
struct plain {
    uint32_t number[KZI_MAX_GROUPS + 2];
};

struct search {
    const struct kzi_hand *hand;
    unsigned shape, sets, pairs, n_groups, first;
    bool body; /* a body is taken, and the winning tile is among its tiles */
    uint8_t counts[KZI_KINDS];
    struct kzi_group groups[KZI_MAX_GROUPS];
    struct plain list[MOST];
    unsigned count;
};

static uint32_t group_number(const struct kzi_group *group) {
    return (group->kind + 1U) << 24 | (uint32_t)group->tile << 16 | (uint32_t)group->hold << 12 |
           (uint32_t)group->won << 8 | group->meld;
}

static int by_number(const void *a, const void *b) {
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return left < right ? -1 : left > right;
}

static int by_numbers(const void *a, const void *b) {
    return memcmp(a, b, sizeof(struct plain));
}

static struct plain make_plain(unsigned shape, unsigned wait, const struct kzi_group *groups,
                               unsigned count) {
    struct plain plain = {{shape, wait}};
    for (unsigned i = 0; i < count; i++)
        plain.number[i + 2] = group_number(&groups[i]);
    qsort(plain.number + 2, KZI_MAX_GROUPS, sizeof *plain.number, by_number);
    return plain;
}

static void keep(struct search *search, unsigned wait) {
    if (search->count == MOST)
        ck_abort_msg("too many readings");
    search->list[search->count++] =
        make_plain(search->shape, wait, search->groups, search->n_groups);
}

static unsigned chow_wait(unsigned start, unsigned win) {
    unsigned others[2], n = 0;
    for (unsigned tile = start; tile < start + 3; tile++)
        if (tile != win)
            others[n++] = tile % 9 + 1;
    if (others[1] - others[0] == 2)
        return KZI_WAIT_CLOSED;
    return others[0] == 1 || others[1] == 9 ? KZI_WAIT_EDGE : KZI_WAIT_TWO_SIDED;
}

/* Everything is taken: the winning tile may stand in any group that has one like it. */
static void let_win(struct search *search) {
    unsigned win = search->hand->win;
    if (search->body)
        keep(search, KZI_WAIT_BODY);
    for (unsigned i = search->first; i < search->n_groups; i++) {
        struct kzi_group *group = &search->groups[i];
        unsigned past = group->kind == KZI_CHOW ? 3 : 1;
        if (win < group->tile || win >= group->tile + past)
            continue;
        group->won = true;
        group->hold = search->hand->self_draw ? KZI_CONCEALED : KZI_FINISHED_BY_DISCARD;
        keep(search, group->kind == KZI_CHOW   ? chow_wait(group->tile, win)
                     : group->kind == KZI_PUNG ? KZI_WAIT_PUNG
                                               : KZI_WAIT_PAIR);
        group->won = false;
        group->hold = KZI_CONCEALED;
    }
}

static void take_first_tile(struct search *search);

static void take_group(struct search *search, unsigned kind, unsigned tile) {
    unsigned pair = kind == KZI_PAIR;
    search->sets -= !pair;
    search->pairs -= pair;
    search->groups[search->n_groups++] =
        (struct kzi_group){(uint8_t)kind, (uint8_t)tile, KZI_CONCEALED, false, KZI_NO_MELD};
    take_first_tile(search);
    search->n_groups--;
    search->sets += !pair;
    search->pairs += pair;
}

/* The first tile left goes into a pair, a pung or a chow. */
static void take_first_tile(struct search *search) {
    uint8_t *counts = search->counts;
    unsigned tile = 0;
    while (tile < KZI_KINDS && !counts[tile])
        tile++;
    if (tile == KZI_KINDS && !search->sets && !search->pairs)
        let_win(search);
    if (tile == KZI_KINDS)
        return;
    for (unsigned many = 2; many <= 3; many++)
        if (counts[tile] >= many && (many == 2 ? search->pairs : search->sets)) {
            counts[tile] = (uint8_t)(counts[tile] - many);
            take_group(search, many == 2 ? KZI_PAIR : KZI_PUNG, tile);
            counts[tile] = (uint8_t)(counts[tile] + many);
        }
    if (search->sets && tile < 27 && tile % 9 < 7 && counts[tile + 1] && counts[tile + 2]) {
        for (unsigned i = 0; i < 3; i++)
            counts[tile + i]--;
        take_group(search, KZI_CHOW, tile);
        for (unsigned i = 0; i < 3; i++)
            counts[tile + i]++;
    }
}

static void search_one_each(struct search *search, const struct kzi_shape *shape) {
    kzi_kinds there = 0;
    unsigned tiles = 0;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        tiles += search->counts[kind];
        there |= (kzi_kinds)(search->counts[kind] != 0) << kind;
    }
    bool paired = search->counts[search->hand->win] > 1;
    if (!search->hand->n_melds && there == shape->one_each && tiles == 14)
        keep(search, paired ? KZI_WAIT_PAIR : KZI_WAIT_SINGLE);
}

/* Every tile is one that the numbers 147, 258, 369 in some three suits or the honors have. */
static void search_different(struct search *search) {
    static const char *const ways[] = {"012", "021", "102", "120", "201", "210"};
    unsigned tiles = 0, kinds = 0;
    bool any = false;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        tiles += search->counts[kind];
        kinds += search->counts[kind] != 0;
    }
    for (unsigned way = 0; way < 6; way++) {
        bool fits = true;
        for (unsigned kind = 0; kind < 27; kind++)
            fits &= !search->counts[kind] || ways[way][kind % 3] - '0' == (int)(kind / 9);
        any |= fits;
    }
    if (any && !search->hand->n_melds && tiles == 14 && kinds == 14)
        keep(search, KZI_WAIT_SINGLE);
}

/* Each of the six bodies by itself, and the rest as sets and a pair. */
static void search_body(struct search *search) {
    static const char *const ways[] = {"012", "021", "102", "120", "201", "210"};
    for (unsigned way = 0; way < 6; way++) {
        uint8_t all[KZI_KINDS];
        bool there = true;
        memcpy(all, search->counts, sizeof all);
        for (unsigned number = 0; number < 9; number++) {
            unsigned kind = (unsigned)(ways[way][number % 3] - '0') * 9 + number;
            there &= all[kind] > 0;
            search->counts[kind] = (uint8_t)(all[kind] - (all[kind] > 0));
            search->body |= kind == search->hand->win;
        }
        if (there)
            take_first_tile(search);
        memcpy(search->counts, all, sizeof all);
        search->body = false;
    }
}

static bool four_alike(const struct search *search) {
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        if (search->counts[kind] == 4)
            return true;
    return false;
}

static void search_shape(struct search *search, const struct kzi_shape *shape) {
    search->n_groups = search->first = search->hand->n_melds;
    if (shape->form == KZI_FORM_ONE_EACH) {
        search_one_each(search, shape);
        return;
    }
    if (shape->form == KZI_FORM_DIFFERENT) {
        search_different(search);
        return;
    }
    if (search->n_groups > shape->sets || (shape->pairs_differ && four_alike(search)))
        return;
    search->sets = shape->sets - search->n_groups;
    search->pairs = shape->pairs;
    for (unsigned i = 0; i < search->n_groups; i++) {
        const struct kzi_meld *meld = &search->hand->melds[i];
        search->groups[i] = (struct kzi_group){
            meld->kind, meld->tile, meld->claimed ? KZI_CLAIMED : KZI_CONCEALED, false, (uint8_t)i};
    }
    if (shape->form == KZI_FORM_BODY)
        search_body(search);
    else
        take_first_tile(search);
}

/* All readings, sorted, each once. */
static void search_all(struct search *search, const struct kzi_hand *hand,
                       const struct kzi_shapes *shapes) {
    search->hand = hand;
    search->count = 0;
    memcpy(search->counts, hand->concealed, sizeof search->counts);
    search->counts[hand->win]++;
    for (search->shape = 0; search->shape < shapes->count; search->shape++)
        search_shape(search, &shapes->list[search->shape]);
    qsort(search->list, search->count, sizeof *search->list, by_numbers);
    unsigned kept = 0;
    for (unsigned i = 0; i < search->count; i++)
        if (!kept || by_numbers(&search->list[kept - 1], &search->list[i]) != 0)
            search->list[kept++] = search->list[i];
    search->count = kept;
}

/* --- comparing ------------------------------------------------------------------------------- */

static const char *written(const struct kzi_hand *hand) {
    static char line[100];
    static const uint8_t none[KZI_SUITS];
    struct kzi_text text = kzi_text_fixed(line, sizeof line);
    kzi_notation_put_counts(&text, hand->concealed, none);
    kzi_text_format(&text, " and %u melds, won on ", hand->n_melds);
    kzi_notation_put(&text, hand->win);
    kzi_text_end(&text);
    return line;
}

static unsigned count_sets(const struct kzi_reading *reading) {
    unsigned sets = 0;
    for (unsigned i = 0; i < reading->n_groups; i++)
        sets += kzi_group_of(reading, i).kind != KZI_PAIR;
    return sets;
}

/* How many readings there are, once they are known to be the right ones. */
static unsigned compare(struct search *search, const struct kzi_hand *hand,
                        const struct kzi_shapes *shapes) {
    static struct kzi_readings readings;
    struct plain list[KZI_MAX_READINGS];
    kzi_readings_find(hand, shapes, &readings);
    search_all(search, hand, shapes);
    if (readings.count != search->count)
        ck_abort_msg("%s: %u readings, %u in truth", written(hand), readings.count, search->count);
    for (unsigned i = 0; i < readings.count; i++) {
        const struct kzi_reading *reading = &readings.list[i];
        struct kzi_group groups[KZI_MAX_GROUPS];
        for (unsigned k = 0; k < reading->n_groups; k++)
            groups[k] = kzi_group_of(reading, k);
        list[i] = make_plain(reading->shape, reading->wait, groups, reading->n_groups);
        if (reading->n_sets != count_sets(reading))
            ck_abort_msg("%s: %u sets", written(hand), reading->n_sets);
    }
    qsort(list, readings.count, sizeof *list, by_numbers);
    if (memcmp(list, search->list, readings.count * sizeof *list) != 0)
        ck_abort_msg("%s: other readings", written(hand));
    return readings.count;
}

/* Kinds of which the concealed tiles have four already are among them, though such a hand cannot
 * be: whether they count as waits the scoring decides. */
static void compare_waits(struct search *search, struct kzi_random *random,
                          const struct kzi_hand *hand, const struct kzi_shapes *shapes) {
    struct kzi_hand other = *hand;
    kzi_kinds truth = 0, asked = 0;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        asked |= kzi_random_below(random, 2) ? kzi_kind_bit(kind) : 0;
        other.win = (uint8_t)kind;
        search_all(search, &other, shapes);
        truth |= search->count ? kzi_kind_bit(kind) : 0;
    }
    kzi_kinds waits = kzi_waits(hand, shapes, KZI_ALL_KINDS);
    if (waits != truth || kzi_waits(hand, shapes, asked) != (truth & asked))
        ck_abort_msg("%s: waits %llx, %llx in truth", written(hand), (unsigned long long)waits,
                     (unsigned long long)truth);
}

static void compare_random(const struct kzi_shapes *shapes, unsigned hands) {
    static struct search search;
    struct kzi_random random = {20161120};
    struct kz_ruleset rules = {.shapes = *shapes};
    struct kzi_hand hand;
    unsigned most = 0, incomplete = 0;
    for (unsigned i = 0; i < hands; i++) {
        while (!kzi_random_hand(&random, &rules, NULL, &hand))
            ;
        unsigned count = compare(&search, &hand, shapes);
        if (!count)
            ck_abort_msg("%s: no reading", written(&hand));
        most = count > most ? count : most;
        if (i % 16 == 0)
            compare_waits(&search, &random, &hand, shapes);
        do
            hand.win = (uint8_t)kzi_random_below(&random, KZI_KINDS);
        while (hand.concealed[hand.win] == 4);
        incomplete += !compare(&search, &hand, shapes);
    }
    fprintf(stderr, "# at most %u readings; %u other hands incomplete\n", most, incomplete);
    ck_assert_uint_gt(incomplete, hands / 4);
}

START_TEST(readings_of_random_hands) {
    compare_random(&ema, HANDS);
}
END_TEST

START_TEST(readings_of_random_hands_of_mcr) {
    compare_random(&mcr, HANDS / 2);
}
END_TEST

START_TEST(readings_of_random_pairs) {
    compare_random(&pairs_only, HANDS / 10);
}
END_TEST

/* --- lore ------------------------------------------------------------------------------------ */

static void read_line(struct kzi_hand *hand, const char *line) {
    struct kzi_problem problem = {.found = false};
    if (!kzi_hand_read(hand, line, strlen(line), NULL, NULL, &problem))
        ck_abort_msg("%s: %s", line, problem.text);
}

static const struct {
    const char *hand;
    unsigned count;
} lore[] = {
    {"2223334445556m+6m", 4},
    {"1112223334445p+5p", 4},
    {"1112345678999m+5m", 1},
    {"1112345678999m+1m", 2},
    {"1122334455667s+7s", 4},
    {"2233445566778s+8s", 4},
    {"112233m445566p7s+7s", 2},
    {"1122m3344p5566s7z+7z", 1},
    {"1111m2233p4455s7z+7z", 0},
    {"19m19p19s1234567z+1m", 1},
    {"19m19p19s1123456z+7z", 1},
    {"19m19p19s1234567z+2m", 0},
    {"5m [111m] [222m] (3333m) [777z] +5m", 1},
    {"5m [111m] [222m] (3333m) [777z] +6m", 0},
    {"123m456p789s1122z+3z", 0},
    {"111m222p333s4445z+5z", 1},
    {"3334m [111z] [222z] [333z]+5m", 1},
    {"3345m [111z] [222z] [333z]+5m", 0},
    {"11m+1m", 0},
    {"1m+1m", 0},
};

START_TEST(readings_of_lore) {
    static struct search search;
    struct kzi_hand hand;
    read_line(&hand, lore[_i].hand);
    ck_assert_msg(compare(&search, &hand, &ema) == lore[_i].count, "%s: %u", lore[_i].hand,
                  search.count);
}
END_TEST

static const struct {
    const char *hand, *waits;
} waiting[] = {
    {"1112345678999m+1m", "123456789m"}, /* nine gates */
    {"2223456777s111z+1s", "12345678s"},
    {"3334555m111z222z+4m", "23456m"},
    {"2345678m111z222z+2m", "258m"},
    {"19m19p19s1234567z+1m", "19m19p19s1234567z"},
    {"19m19p19s1123456z+7z", "7z"},
    {"123456789m111p2s+2s", "2s"},
    {"123456789m11p22s+2s", "1p2s"},
    {"123456789m11p89s+7s", "7s"},
    {"123456789m11p12s+3s", "3s"},
    {"123456789m11p13s+2s", "2s"},
    {"1122m3344p5566s7z+7z", "7z"},
    {"112233m445566p7s+7s", "7s"},
    {"223344m55p [777z] 34s+2s", "25s"},
    {"5m [111m] [222m] (3333m) [777z] +5m", "5m"},
    {"159m159p159s1234z+1m", ""},
    {"1111234m [222p] [333p] +4m", "14m"}, /* a fifth tile would complete it too */
    {"123m [222p] [333p] 4444z +1m", "4z"},
    {"22223333s44455m+4s", "14s"},
    {"1111m 234567p 888s +4p", "1m"},
};

START_TEST(waits_of_lore) {
    struct kzi_hand hand;
    struct kzi_tile tiles[KZI_KINDS];
    size_t count = 0;
    uint32_t at, letter;
    kzi_kinds wanted = 0;
    read_line(&hand, waiting[_i].hand);
    kzi_notation_read(waiting[_i].waits, strlen(waiting[_i].waits), tiles, KZI_KINDS, &count, &at,
                      &letter);
    for (size_t i = 0; i < count; i++)
        wanted |= kzi_kind_bit(tiles[i].kind);
    ck_assert_uint_eq(kzi_waits(&hand, &ema, KZI_ALL_KINDS), wanted);
    ck_assert_uint_eq(kzi_waits(&hand, &ema, orphans), wanted & orphans);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("readings");
    TCase *tests = tcase_create("readings");
    suite_add_tcase(suite, tests);
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, readings_of_random_hands);
    tcase_add_test(tests, readings_of_random_hands_of_mcr);
    tcase_add_test(tests, readings_of_random_pairs);
    tcase_add_loop_test(tests, readings_of_lore, 0, COUNT(lore));
    tcase_add_loop_test(tests, waits_of_lore, 0, COUNT(waiting));
    return run_suite(suite);
}
