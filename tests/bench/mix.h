/* mix.h - a second mix of hands, whose shares are given.
 *
 * Hands of hands.h flatter some paths: few situations, no rare yaku.  Hands of this mix have
 * what 10,000 recorded wins have (riichi), or are drawn by theme, every yaku aimed at in turn.  A
 * hand is taken if the share of each of its traits is not above the given one yet. */
#ifndef BENCH_MIX_H
#define BENCH_MIX_H

#include "analysis/witness/hand_text.h"
#include "analysis/witness/random_hand.h"
#include "hands.h"

enum bench_trait_kind { BENCH_WORD, BENCH_MELDS, BENCH_KONG, BENCH_DORA, BENCH_YAKU };

struct bench_trait {
    enum bench_trait_kind kind;
    const char *word; /* or a number */
    unsigned permille;
};

static const struct bench_trait bench_recorded[] = {
    {BENCH_WORD, " tsumo", 420},    {BENCH_MELDS, "0", 520},
    {BENCH_MELDS, "1", 260},        {BENCH_MELDS, "2", 180},
    {BENCH_MELDS, "3", 40},         {BENCH_WORD, " riichi", 388},
    {BENCH_WORD, " ippatsu", 70},   {BENCH_WORD, " ura=", 390},
    {BENCH_WORD, "0", 440},         {BENCH_DORA, "1", 930},
    {BENCH_DORA, "2", 60},          {BENCH_KONG, "", 30},
    {BENCH_WORD, " last_tile", 7},  {BENCH_WORD, " double_riichi", 2},
    {BENCH_WORD, " after_kong", 1}, {BENCH_WORD, " seat=E", 280},
    {BENCH_WORD, " honba=", 370},   {BENCH_WORD, " deposits=", 600},
};

static const struct bench_trait bench_themes[] = {
    {BENCH_WORD, " tsumo", 490},     {BENCH_MELDS, "0", 450},
    {BENCH_MELDS, "1", 160},         {BENCH_MELDS, "2", 130},
    {BENCH_MELDS, "3", 110},         {BENCH_MELDS, "4", 150},
    {BENCH_KONG, "", 140},           {BENCH_WORD, " flowers=", 750},
    {BENCH_WORD, " last_tile", 70},  {BENCH_WORD, " last_copy", 40},
    {BENCH_WORD, " after_kong", 25}, {BENCH_WORD, " robbing_kong", 14},
    {BENCH_YAKU, "1", 40},           {BENCH_YAKU, "2", 80},
    {BENCH_YAKU, "3", 130},          {BENCH_YAKU, "4", 200},
    {BENCH_YAKU, "5", 240},          {BENCH_YAKU, "6", 180},
    {BENCH_YAKU, "7", 90},           {BENCH_YAKU, "8", 40},
};

#define BENCH_TRAITS 24
/* Hands in a thousand that may have a trait too many or too few, in addition to those ahead. */
#define BENCH_TOLERANCE 10
#define BENCH_AHEAD     20  /* hands by which the share of a trait may be ahead */
#define BENCH_TRIES     200 /* hands for each yaku that is aimed at */

struct bench_mix {
    const struct bench_trait *traits;
    unsigned n_traits, n_taken, yaku, tries;
    unsigned refused; /* since one was taken; shares may be ahead for them, so that some fits */
    unsigned taken[BENCH_TRAITS]; /* hands with each trait */
};

static inline struct bench_mix bench_mix_of(bool riichi) {
    return (struct bench_mix){.traits = riichi ? bench_recorded : bench_themes,
                              .n_traits = riichi ? sizeof bench_recorded / sizeof *bench_recorded
                                                 : sizeof bench_themes / sizeof *bench_themes};
}

/* --- traits ---------------------------------------------------------------------------------- */

static inline unsigned bench_melds(const char *line, unsigned *kongs) {
    unsigned melds = 0;
    for (*kongs = 0; (line = strpbrk(line, "[(")); line++, melds++)
        *kongs += strcspn(line, "])") > strlen("[123m");
    return melds;
}

/* yaku: how many count that are not a bonus. */
static inline bool bench_has(const struct bench_trait *trait, const char *line, unsigned yaku) {
    unsigned kongs, melds = bench_melds(line, &kongs);
    unsigned number = (unsigned)(*trait->word - '0');
    const char *dora = strstr(line, " dora=");
    switch (trait->kind) {
    case BENCH_WORD:
        return strstr(line, trait->word) != NULL;
    case BENCH_MELDS:
        return melds == number;
    case BENCH_KONG:
        return kongs;
    case BENCH_DORA:
        return dora && strcspn(dora + strlen(" dora="), " ") == 2 * (size_t)number;
    case BENCH_YAKU:
        return yaku == number || (number == 8 && yaku > number);
    }
    return false;
}

/* Take the hand unless too many that were taken have one of its traits, or lack one it lacks. */
static inline bool bench_take_hand(struct bench_mix *mix, const char *line, unsigned yaku) {
    unsigned expected = mix->n_taken + mix->n_taken / 110 + BENCH_AHEAD + mix->refused / 100,
             has = 0;
    for (unsigned i = 0; i < mix->n_traits; i++) {
        bool there = bench_has(&mix->traits[i], line, yaku);
        unsigned share = there ? mix->traits[i].permille : 1000 - mix->traits[i].permille;
        unsigned taken = there ? mix->taken[i] : mix->n_taken - mix->taken[i];
        has |= (unsigned)there << i;
        if ((uint64_t)taken * 1000 > (uint64_t)share * expected) {
            mix->refused++;
            return false;
        }
    }
    for (unsigned i = 0; i < mix->n_traits; i++)
        mix->taken[i] += has >> i & 1;
    mix->n_taken++;
    mix->refused = 0;
    return true;
}

/* Return a trait whose share is not the given one, or NULL. */
static inline const struct bench_trait *bench_wrong_share(const struct bench_mix *mix) {
    for (unsigned i = 0; i < mix->n_traits; i++) {
        double apart = mix->taken[i] - mix->n_taken * mix->traits[i].permille / 1000.0;
        double max = mix->n_taken * BENCH_TOLERANCE / 1000.0 + BENCH_AHEAD;
        if (apart > max || apart < -max)
            return &mix->traits[i];
    }
    return NULL;
}

/* --- hands ----------------------------------------------------------------------------------- */

/* Make the first five of some suits red. */
static inline void bench_paint(struct bench_maker *maker, char *line) {
    for (unsigned suit = 0; suit < 3; suit++) {
        bool red = bench_chance(maker, 40);
        char *five = NULL;
        for (char *at = line; red && *at && *at != '+' && !five; at += strspn(at, "mpsz[]() ")) {
            char *letter = strpbrk(at, "mpsz");
            five = letter && *letter == "mps"[suit] ? memchr(at, '5', (size_t)(letter - at)) : NULL;
            at = letter ? letter : at + strlen(at);
        }
        if (five)
            *five = '0';
    }
}

static inline void bench_recorded_words(struct bench_maker *maker, char *at) {
    bool riichi = !maker->open && bench_chance(maker, 75);
    unsigned shown = 1U + bench_chance(maker, maker->n_kongs ? 95 : 4) + bench_chance(maker, 1);
    at += bench_indicators(maker, at, "dora", shown);
    if (riichi) {
        at += sprintf(at, " %sriichi%s", bench_chance(maker, 1) ? "double_" : "",
                      bench_chance(maker, 18) ? " ippatsu" : "");
        at += bench_indicators(maker, at, "ura", shown);
    }
    if (bench_chance(maker, 37))
        at += sprintf(at, " honba=%u", 1 + kzi_random_below(&maker->random, 3));
    if (riichi || bench_chance(maker, 34))
        at += sprintf(at, " deposits=%u", 1 + kzi_random_below(&maker->random, 2));
    if (bench_chance(maker, 1))
        at += sprintf(at, " last_tile");
    else if (maker->n_kongs && bench_chance(maker, 10))
        sprintf(at, " after_kong");
}

/* Write a hand as wins that were recorded; the rules decide whether it wins. */
static inline void bench_recorded_hand(struct bench_maker *maker, char line[BENCH_LINE]) {
    char *words = bench_tiles_and_seats(maker, line);
    bench_recorded_words(maker, words);
    bench_paint(maker, line);
}

/* Write a hand that aims at the next yaku. */
static inline void bench_theme_hand(struct bench_mix *mix, struct kzi_random *random,
                                    const struct kz_ruleset *rules, char line[BENCH_LINE]) {
    struct kzi_hand hand;
    struct kzi_text text = kzi_text_fixed(line, BENCH_LINE);
    struct kzi_aim aim = {.yaku = (int)(mix->yaku % rules->n_yaku)};
    if (++mix->tries % BENCH_TRIES == 0)
        mix->yaku++;
    while (!kzi_random_hand(random, rules, &aim, &hand))
        if (++mix->tries % BENCH_TRIES == 0)
            aim.yaku = (int)(++mix->yaku % rules->n_yaku);
    kzi_random_situation(random, rules, &hand);
    hand.counters = hand.bets = 0;
    kzi_write_line(&text, &hand);
    kzi_text_end(&text);
}

#endif
