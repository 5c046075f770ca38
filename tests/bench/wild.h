/* wild.h - what winning hands with wild tiles take: the mean, what 99 of 100 stay below, the most.
 *
 * The least of some rounds counts for each hand, in time of the processor.  Hands of one suit have
 * the most readings. */
#ifndef KZI_BENCH_WILD_H
#define KZI_BENCH_WILD_H

#include "compile/wild.h"
#include "stages.h"
#include "timing.h"

#define MAX_WILD 4

/* The hands to draw: their natural tiles are of these kinds. */
struct wild_draw {
    struct kzi_random random;
    kzi_kinds kinds;
    unsigned n_wild;
};

/* Add a set or a pair, or fewer tiles if there are no more of them. */
static void add_group(struct wild_draw *draw, kzi_kinds kinds, uint8_t *counts, unsigned n) {
    const unsigned kind = kzi_random_bit_of(&draw->random, kinds);
    const kzi_kinds three = (kzi_kinds)7 << kind;
    const bool chow = n == 3 && kzi_random_below(&draw->random, 2) && kind < KZI_HONOR &&
                      kind % 9 < 7 && (kinds & three) == three;
    for (unsigned i = 0; i < n; i++) {
        const unsigned tile = kind + (chow ? i : 0);
        counts[tile] = (uint8_t)(counts[tile] + (counts[tile] < 4));
    }
}

/* Replace tiles by jokers until there are draw->n_wild of these. */
static void put_jokers(struct wild_draw *draw, unsigned joker, uint8_t *counts) {
    while (counts[joker] < draw->n_wild) {
        const unsigned kind = kzi_random_bit_of(&draw->random, draw->kinds);
        if (kind != joker && counts[kind]) {
            counts[kind]--;
            counts[joker]++;
        }
    }
}

/* Write a hand of sets and pairs with wild tiles; it need not be one. */
static void write_wild(const struct bench *bench, struct wild_draw *draw, char line[BENCH_LINE]) {
    struct kzi_text text = kzi_text_fixed(line, BENCH_LINE);
    const unsigned shown = kzi_random_bit_of(&draw->random, draw->kinds);
    const struct kzi_hand hand = {.wild.shown = (uint8_t)(shown + 1)};
    const kzi_kinds wild = kzi_wild_kinds(bench->rules, &hand);
    const struct kzi_shape *shape = &bench->rules->shapes.list[0];
    uint8_t counts[KZI_COUNTS_CAPACITY] = {0};
    unsigned win;
    for (unsigned i = 0; i < shape->sets + shape->pairs; i++)
        add_group(draw, draw->kinds & ~wild, counts, i < shape->sets ? 3 : 2);
    put_jokers(draw, (unsigned)__builtin_ctzll(wild), counts);
    do
        win = kzi_random_below(&draw->random, KZI_TILE_KINDS);
    while (!counts[win]);
    counts[win]--;
    kzi_put_counts(&text, counts, (const uint8_t[KZI_SUITS]){0});
    kzi_text_put(&text, " +");
    kzi_put_kind(&text, win);
    if (kzi_asks_shown(bench->rules->model)) {
        kzi_text_put(&text, " wild=");
        kzi_put_kind(&text, shown);
    }
    kzi_text_end(&text);
}

/* Parse random hands until one wins; return whether one does. */
static bool draw_wild(struct bench *bench, struct wild_draw *draw, kz_hand *hand) {
    for (unsigned tries = 0; tries < 100000; tries++) {
        char line[BENCH_LINE];
        write_wild(bench, draw, line);
        if (kz_hand_parse(hand, line, strlen(line), NULL) == KZ_OK &&
            kz_score(bench->result, bench->rules, hand) == KZ_OK)
            return true;
    }
    return false;
}

static double time_hand(struct bench *bench, const kz_hand *hand) {
    double min = 0;
    for (unsigned round = 0; round < bench->rounds; round++) {
        const double begun = bench_processor_time();
        score(bench, NULL, hand);
        const double took = bench_processor_time() - begun;
        min = round && min < took ? min : took;
    }
    return min;
}

static void tell_wild(struct bench *bench, struct wild_draw *draw, kz_hand *hand, double *took) {
    double sum = 0;
    unsigned n = 0;
    for (; n < bench->count && draw_wild(bench, draw, hand); n++)
        sum += took[n] = time_hand(bench, hand);
    if (!n) /* there may be fewer tiles that are wild */
        return;
    qsort(took, n, sizeof *took, bench_compare_numbers);
    printf("  %u wild, %2d kinds %9.2f us %9.2f %9.2f\n", draw->n_wild,
           __builtin_popcountll(draw->kinds), sum / 1e3 / n, took[n - 1 - n / 100] / 1e3,
           took[n - 1] / 1e3);
    fflush(stdout);
}

static void measure_wild(struct bench *bench) {
    double *took = call_array(bench->count, sizeof *took);
    kz_hand *hand = kz_hand_new();
    if (!hand)
        die("hands", "out of memory");
    if (!kzi_has_wild(bench->rules))
        die(bench->name, "these rules have no wild tiles");
    const kzi_kinds played = kzi_kinds_at_least(bench->rules->model->copies, 4) & KZI_ALL_KINDS,
                    suit = (kzi_kinds)511 << 9 * kzi_suit((unsigned)__builtin_ctzll(played));
    printf("%s: the mean, 99 of 100 are below, the most\n", bench->name);
    for (unsigned n_wild = 0; n_wild <= MAX_WILD; n_wild++) {
        tell_wild(bench, &(struct wild_draw){{n_wild}, played, n_wild}, hand, took);
        tell_wild(bench, &(struct wild_draw){{n_wild}, played & suit, n_wild}, hand, took);
    }
    kz_hand_free(hand);
    free(took);
}

#endif
