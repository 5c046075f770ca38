/* hands.h - random winning hands for the benchmark, as lines of text.
 *
 * The same seed gives the same lines on every machine.  The weights are rounded from logs of real
 * games: how many hands are open, how many sets are chows, how often riichi was declared.  Ask for
 * many hands, because the branch predictor learns a few and then the figures are too good. */
#ifndef BENCH_HANDS_H
#define BENCH_HANDS_H

#include "analysis/witness/random.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define BENCH_LINE 160

enum bench_game { BENCH_RIICHI, BENCH_MCR, BENCH_RECORDED /* riichi, see mix.h */ };

struct bench_maker {
    struct kzi_random random;
    enum bench_game game;
    unsigned char left[34]; /* tiles that can still be drawn */
    unsigned char held[34]; /* concealed, with the winning tile */
    char melds[80];         /* as text */
    unsigned n_melds, n_kongs;
    bool open;
};

static inline bool bench_chance(struct bench_maker *maker, unsigned percent) {
    return kzi_random_below(&maker->random, 100) < percent;
}

static inline bool bench_take(struct bench_maker *maker, unsigned kind, unsigned count) {
    if (maker->left[kind] < count)
        return false;
    maker->left[kind] = (unsigned char)(maker->left[kind] - count);
    return true;
}

/* --- sets ------------------------------------------------------------------------------------ */

/* A chow of three kinds from `kind` on, or else `count` equal tiles. */
struct bench_set {
    unsigned kind, count;
    bool chow;
};

static inline bool bench_take_set(struct bench_maker *maker, const struct bench_set *set) {
    if (!set->chow)
        return bench_take(maker, set->kind, set->count);
    for (unsigned i = 0; i < 3; i++)
        if (!maker->left[set->kind + i])
            return false;
    for (unsigned i = 0; i < 3; i++)
        maker->left[set->kind + i]--;
    return true;
}

static inline void bench_hold(struct bench_maker *maker, const struct bench_set *set) {
    for (unsigned i = 0; i < (set->chow ? 3U : 1U); i++)
        maker->held[set->kind + i] =
            (unsigned char)(maker->held[set->kind + i] + (set->chow ? 1 : set->count));
}

static inline void bench_meld(struct bench_maker *maker, const struct bench_set *set,
                              bool concealed) {
    size_t at = strlen(maker->melds);
    unsigned number = set->kind % 9 + 1;
    char digits[5];
    for (unsigned i = 0; i < set->count; i++)
        digits[i] = (char)('0' + number + (set->chow ? i : 0));
    digits[set->count] = '\0';
    snprintf(maker->melds + at, sizeof maker->melds - at, concealed ? " (%s%c)" : " [%s%c]", digits,
             "mpsz"[set->kind / 9]);
    maker->n_melds++;
    maker->n_kongs += set->count == 4;
    maker->open |= !concealed;
}

/* --- a hand of sets and a pair --------------------------------------------------------------- */

/* Choose the suits of a hand: mostly two or three, sometimes one. */
static inline unsigned bench_suits(struct bench_maker *maker) {
    unsigned pick = kzi_random_below(&maker->random, 100),
             one = kzi_random_below(&maker->random, 3);
    static const unsigned char single[] = {6, 14, 1}, few[] = {45, 45, 20};
    return pick < single[maker->game] ? 1U << one
           : pick < few[maker->game]  ? 7U & ~(1U << one)
                                      : 7U;
}

static inline unsigned bench_suit(struct bench_maker *maker, unsigned suits) {
    unsigned suit;
    do
        suit = kzi_random_below(&maker->random, 3);
    while (!(suits >> suit & 1));
    return suit;
}

static inline struct bench_set bench_set(struct bench_maker *maker, unsigned suits, bool called) {
    bool chow = bench_chance(maker, called ? 55 : 80);
    unsigned suit = bench_suit(maker, suits);
    if (chow)
        return (struct bench_set){suit * 9 + kzi_random_below(&maker->random, 7), 3, true};
    bool honor = bench_chance(maker, called ? 55 : 30);
    unsigned count = bench_chance(maker, 4) ? 4 : 3;
    return (struct bench_set){honor ? 27 + kzi_random_below(&maker->random, 7)
                                    : suit * 9 + kzi_random_below(&maker->random, 9),
                              count, false};
}

/* Make chows in one of the relations that players build toward. */
static inline void bench_related(struct bench_maker *maker, struct bench_set sets[4]) {
    static const unsigned char steps[6][3] = {{0, 0, 0}, {0, 1, 2}, {0, 3, 6},
                                              {0, 3, 6}, {0, 2, 4}, {0, 0, 3}};
    const unsigned char *step = steps[kzi_random_below(&maker->random, 6)];
    bool mixed = bench_chance(maker, 70);
    unsigned first = kzi_random_below(&maker->random, 3),
             turn = 1 + kzi_random_below(&maker->random, 2);
    unsigned room = 7 - step[2], low = kzi_random_below(&maker->random, room);
    for (unsigned i = 0; i < 3; i++)
        sets[i] = (struct bench_set){(mixed ? (first + i * turn) % 3 : first) * 9 + low + step[i],
                                     3, true};
}

static inline bool bench_sets(struct bench_maker *maker) {
    unsigned suits = bench_suits(maker), open_share = maker->game == BENCH_MCR ? 65 : 40;
    bool open = bench_chance(maker, open_share);
    unsigned called = 0;
    if (open)
        called = 1U + bench_chance(maker, 50) + bench_chance(maker, 25);
    struct bench_set sets[4];
    for (unsigned i = 0; i < 4; i++)
        sets[i] = bench_set(maker, suits, i >= 4 - called);
    static const unsigned char related[] = {12, 75, 5};
    if (bench_chance(maker, related[maker->game]))
        bench_related(maker, sets);
    for (unsigned i = 0; i < 4; i++) {
        bool kong = sets[i].count == 4;
        if (!bench_take_set(maker, &sets[i]))
            return false;
        if (i >= 4 - called || kong)
            bench_meld(maker, &sets[i], kong && i < 4 - called);
        else
            bench_hold(maker, &sets[i]);
    }
    unsigned pair = bench_chance(maker, 20)
                        ? 27 + kzi_random_below(&maker->random, 7)
                        : bench_suit(maker, suits) * 9 + kzi_random_below(&maker->random, 9);
    maker->held[pair] = (unsigned char)(maker->held[pair] + 2);
    return bench_take(maker, pair, 2);
}

static inline bool bench_pairs(struct bench_maker *maker) {
    for (unsigned i = 0; i < 7; i++) {
        unsigned kind = kzi_random_below(&maker->random, 34);
        if (maker->held[kind] || !bench_take(maker, kind, 2))
            return false;
        maker->held[kind] = 2;
    }
    return true;
}

/* --- the line -------------------------------------------------------------------------------- */

static inline unsigned bench_winning_tile(struct bench_maker *maker) {
    unsigned kind;
    do
        kind = kzi_random_below(&maker->random, 34);
    while (!maker->held[kind]);
    return kind;
}

static inline size_t bench_tiles(const struct bench_maker *maker, char *line) {
    char *at = line;
    for (unsigned suit = 0; suit < 4; suit++) {
        char *start = at;
        for (unsigned kind = suit * 9; kind < 34 && kind < suit * 9 + 9; kind++)
            for (unsigned i = 0; i < maker->held[kind]; i++)
                *at++ = (char)('1' + kind % 9);
        if (at > start)
            *at++ = "mpsz"[suit];
    }
    return (size_t)(at - line);
}

static inline size_t bench_indicators(struct bench_maker *maker, char *at, const char *key,
                                      unsigned count) {
    size_t len = (size_t)sprintf(at, " %s=", key);
    for (unsigned i = 0; i < count; i++) {
        unsigned kind = kzi_random_below(&maker->random, 34);
        len += (size_t)sprintf(at + len, "%u%c", kind % 9 + 1, "mpsz"[kind / 9]);
    }
    return len;
}

static inline void bench_riichi_words(struct bench_maker *maker, char *at) {
    bool riichi = !maker->open && bench_chance(maker, 75);
    at += bench_indicators(maker, at, "dora", 1 + maker->n_kongs);
    if (riichi) {
        at += sprintf(at, " riichi%s", bench_chance(maker, 15) ? " ippatsu" : "");
        at += bench_indicators(maker, at, "ura", 1 + maker->n_kongs);
    }
    if (bench_chance(maker, 25))
        at += sprintf(at, " honba=%u", 1 + kzi_random_below(&maker->random, 3));
    if (riichi)
        at += sprintf(at, " deposits=%u", 1 + kzi_random_below(&maker->random, 2));
    if (bench_chance(maker, 2))
        sprintf(at, " last_tile");
}

static inline void bench_start(struct bench_maker *maker) {
    memset(maker->left, 4, sizeof maker->left);
    memset(maker->held, 0, sizeof maker->held);
    maker->melds[0] = '\0';
    maker->n_melds = maker->n_kongs = 0;
    maker->open = false;
}

/* Write a complete hand without its circumstances, and return its end. */
static inline char *bench_tiles_and_seats(struct bench_maker *maker, char line[BENCH_LINE]) {
    bool done;
    do {
        bench_start(maker);
        done = bench_chance(maker, 3) ? bench_pairs(maker) : bench_sets(maker);
    } while (!done);
    unsigned win = bench_winning_tile(maker), seat = kzi_random_below(&maker->random, 4);
    bool self_draw = bench_chance(maker, maker->open ? 33 : 42);
    maker->held[win]--;
    char *at = line + bench_tiles(maker, line);
    maker->held[win]++;
    at += sprintf(at, "%s +%u%c round=%c seat=%c", maker->melds, win % 9 + 1, "mpsz"[win / 9],
                  "EESS"[kzi_random_below(&maker->random, 4)], "ESWN"[seat]);
    if (self_draw)
        return at + sprintf(at, " tsumo");
    return at +
           sprintf(at, " from=%c", "ESWN"[(seat + 1 + kzi_random_below(&maker->random, 3)) % 4]);
}

/* Write a complete hand; the rules decide whether it wins. */
static inline void bench_hand(struct bench_maker *maker, char line[BENCH_LINE]) {
    char *at = bench_tiles_and_seats(maker, line);
    if (maker->game == BENCH_RIICHI)
        bench_riichi_words(maker, at);
    else if (bench_chance(maker, 60))
        sprintf(at, " flowers=%u", 1 + kzi_random_below(&maker->random, 4));
}

/* --- JSON ----------------------------------------------------------------------------------- */

/* Write key=value as a member: indicators as a list of tiles, or a number, or a string. */
static inline size_t bench_member(char *at, const char *word) {
    const char *value = strchr(word, '=') + 1, *end = value + strlen(value);
    char *start = at;
    at += sprintf(at, ",\"%.*s\":", (int)(value - 1 - word), word);
    if (!strncmp(word, "dora", 4) || !strncmp(word, "ura", 3)) {
        for (; value < end; value += 2)
            at += sprintf(at, "%c\"%.2s\"", value[-1] == '=' ? '[' : ',', value);
        at += sprintf(at, "]");
    } else
        at += sprintf(at, *value >= '0' && *value <= '9' ? "%s" : "\"%s\"", value);
    return (size_t)(at - start);
}

static inline void bench_text(char *list, const char *text) {
    sprintf(list + strlen(list), "%s\"%s\"", *list ? "," : "", text);
}

/* Print a line of bench_hand() as a record: tiles, melds, +win, then words and key=value. */
static inline void bench_put_record(const char *line) {
    char copy[BENCH_LINE], *rest = copy, *word;
    const char *tiles = NULL, *win = NULL, *by = "ron";
    char melds[BENCH_LINE] = "", flags[BENCH_LINE] = "", members[2 * BENCH_LINE] = "",
         *at = members;
    strcpy(copy, line);
    while ((word = strtok_r(rest, " ", &rest)))
        if (!tiles)
            tiles = word;
        else if (*word == '(' || *word == '[')
            bench_text(melds, word);
        else if (*word == '+')
            win = word + 1;
        else if (strchr(word, '='))
            at += bench_member(at, word);
        else if (!strcmp(word, "tsumo"))
            by = word;
        else
            bench_text(flags, word);
    printf("{\"hand\":\"%s\",\"melds\":[%s],\"win\":\"%s\",\"by\":\"%s\"%s,\"flags\":[%s]}\n",
           tiles, melds, win, by, members, flags);
}

#endif
