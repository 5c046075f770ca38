/* The benchmark: what a hand costs, stage by stage, on the public interface and inside. */
#include "api.h"
#include "bench_hands.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

struct bench {
    kz_ruleset *rules;
    unsigned count;
    char (*lines)[BENCH_LINE];
    kz_hand **hands;
    kz_result *result;
    struct kzi_readings readings;
    uint64_t sum;
    char buffer[8192];
};

static void make_hands(struct bench *bench, enum bench_game game, unsigned count) {
    struct bench_maker maker = {.random = {game + 1}, .game = game};
    bench->lines = calloc(count, sizeof *bench->lines);
    bench->hands = calloc(count, sizeof *bench->hands);
    unsigned tried = 0;
    while (bench->count < count) {
        if (!bench->hands[bench->count])
            bench->hands[bench->count] = kz_hand_new();
        kz_hand *hand = bench->hands[bench->count];
        char *line = bench->lines[bench->count];
        kz_error error;
        bench_hand(&maker, line);
        tried++;
        if (kz_hand_parse(hand, line, strlen(line), &error) != KZ_OK) { puts(line); puts(error.text); exit(1); }
        if (kz_score(bench->result, bench->rules, hand) == KZ_OK && kz_result_wins(bench->result))
            bench->count++;
    }
    printf("%u hands of %u\n", count, tried);
}

typedef void stage(struct bench *, unsigned);
static void st_parse(struct bench *b, unsigned i) { static kz_hand *h; if (!h) h = kz_hand_new(); kz_hand_parse(h, b->lines[i], strlen(b->lines[i]), NULL); b->sum += h->hand.win; }
static void st_score(struct bench *b, unsigned i) { kz_score(b->result, b->rules, b->hands[i]); b->sum += (uint64_t)kz_result_points(b->result); }
static void st_json(struct bench *b, unsigned i) { kz_score(b->result, b->rules, b->hands[i]); b->sum += kz_result_json(b->result, b->buffer, sizeof b->buffer); }
static void st_read(struct bench *b, unsigned i) { kzi_readings_find(&b->hands[i]->hand, &b->rules->shapes, &b->readings); b->sum += b->readings.count; }

static void run(struct bench *b, const char *name, stage *st) {
    double best = 1e30, all[5];
    for (int k = 0; k < 5; k++) { double a = now(); for (unsigned i = 0; i < b->count; i++) st(b, i); all[k] = (now() - a) / b->count; if (all[k] < best) best = all[k]; }
    printf("%-10s %8.1f ns  (%.1f %.1f %.1f %.1f %.1f)\n", name, best, all[0], all[1], all[2], all[3], all[4]);
}

int main(int argc, char **argv) {
    struct bench bench = {0};
    kz_error error;
    (void)argc;
    if (kz_ruleset_load(&bench.rules, argv[1], NULL, NULL, &error)) { puts(error.text); return 1; }
    bench.result = kz_result_new();
    make_hands(&bench, strstr(argv[1], "mcr") ? BENCH_MCR : BENCH_RIICHI, (unsigned)atoi(argv[2]));
    run(&bench, "parse", st_parse);
    run(&bench, "readings", st_read);
    run(&bench, "score", st_score);
    run(&bench, "json", st_json);
    printf("%llu\n", (unsigned long long)bench.sum);
    const struct kzi_program *p = bench.rules->scoring;
    printf("rows %u features:", p->n_rows);
    for (unsigned i = 0; i < p->first[KZI_STAGES]; i++) printf(" %u.%u", p->features[i].kind, p->features[i].index);
    printf(" patterns %u asked %u phrases %u classes %u\n", p->n_patterns, p->n_asked, p->n_phrases, p->n_tile_classes);
    return 0;
}
