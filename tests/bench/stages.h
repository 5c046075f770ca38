/* stages.h - the stages that bench times, each with those before it. */
#ifndef KZI_BENCH_STAGES_H
#define KZI_BENCH_STAGES_H

#include "api.h"
#include "compile/program/program.h"
#include "hand/readings.h"
#include "hands.h"
#include "prototype.h"
#include "score/steps.h"

#include <stdio.h>
#include <stdlib.h>

#define CAPACITY    8192
#define BENCH_BLOCK 64 /* hands */

struct bench {
    kz_ruleset *rules;
    const char *name;
    unsigned count, rounds, mix; /* mix: 1 or 2 */
    bool json;
    char (*lines)[BENCH_LINE];
    kz_hand *hands[BENCH_BLOCK]; /* of the current block */
    kz_hand **kept;              /* that were all parsed before any is scored, n_kept of them */
    unsigned n_kept;
    struct prototype *prototype;            /* NULL: of another game */
    struct prototype_hand *prototype_hands; /* as kept */
    kz_hand *scratch;
    kz_result *result;
    kz_batch *batch;
    struct bench_columns {
        char bytes[BENCH_BLOCK * BENCH_LINE]; /* the lines of the current block */
        int64_t offsets[BENCH_BLOCK + 1];
        uint8_t error[BENCH_BLOCK], win[BENCH_BLOCK];
        int64_t points[BENCH_BLOCK], payment[4][BENCH_BLOCK];
        int32_t total[BENCH_BLOCK], fu[BENCH_BLOCK];
        int16_t limit[BENCH_BLOCK];
    } columns;
    struct kzi_readings readings;
    unsigned long n_readings, n_read;
    uint64_t sum; /* so that the compiler drops no work */
    char out[CAPACITY];
};

static void die(const char *what, const char *why) {
    fprintf(stderr, "bench: %s: %s\n", what, why);
    exit(1);
}

static void look_up_suits(struct bench *bench, const char *line, const kz_hand *hand) {
    const struct kzi_splits *splits = bench->rules->shapes.splits;
    (void)line;
    for (unsigned suit = 0; suit < 4; suit++)
        bench->sum +=
            kzi_splits_find(splits, kzi_marked_key_of(hand->hand.concealed, suit)) != NULL;
}

static void parse(struct bench *bench, const char *line, const kz_hand *hand) {
    (void)hand;
    bench->sum += (unsigned)kz_hand_parse(bench->scratch, line, strlen(line), NULL);
}

/* Arrange a copy, because parsing has already arranged the hand. */
static void arrange(struct bench *bench, const char *line, const kz_hand *hand) {
    struct kzi_tiles tiles = hand->tiles;
    (void)line;
    kzi_arrange_classic(&tiles, &hand->hand);
    bench->sum += tiles.arranged.count;
}

static void read_hand(struct bench *bench, const char *line, const kz_hand *hand) {
    (void)line;
    kzi_tiles_fill_readings(&hand->tiles, &hand->hand, &bench->rules->shapes, &bench->readings);
    bench->sum += bench->readings.count;
    bench->n_readings += bench->readings.count;
    bench->n_read++;
}

/* Prepare the facts for matching readings; false if the rules refuse the hand. */
static bool start_facts(struct bench *bench, const kz_hand *hand, struct kzi_facts *facts) {
    struct kzi_problem problem = {.found = false};
    bench->result->rules = bench->rules;
    kzi_result_keep_hand(bench->result, &hand->hand);
    kzi_facts_init_with(facts, &hand->hand, &hand->tiles);
    facts->rules = bench->rules;
    return kzi_admit(bench->result, facts, &problem);
}

/* How far each reading is followed. */
enum depth { MATCHED, CHOSEN, TALLIED };

/* Choose among the yaku that hold on a reading, without those that count alone. */
static void choose(struct bench *bench, const struct kzi_facts *facts,
                   const struct kzi_matches *matched, struct kzi_tally *tally) {
    const struct kz_ruleset *rules = bench->rules;
    struct kzi_selection_budget budget = {KZI_MAX_SELECTION_STEPS, false};
    const unsigned words = rules->yaku_words;
    for (unsigned i = 0; i < words; i++)
        tally->held[i] = matched->conditions[i] & rules->all_yaku[i];
    kzi_drop_uncounted(rules, facts, &tally->reading, tally->held);
    for (unsigned i = 0; i < words; i++)
        tally->scored[i] = tally->held[i] & ~rules->alone[i];
    tally->n_chosen = tally->n_counts = 0;
    tally->chosen_repeat = tally->by_limit = false;
    if (rules->combines)
        kzi_choose_combinations(rules, facts, &budget, tally);
    else
        kzi_settle_covers(rules, tally->scored, words);
    for (unsigned i = 0; i < words; i++)
        tally->by_limit |= (tally->scored[i] & rules->worth_limit[facts->open][i]) != 0;
    bench->sum += tally->scored[0];
}

static void follow(struct bench *bench, const kz_hand *hand, enum depth depth) {
    const struct kzi_program *program = bench->rules->scoring;
    struct kzi_facts facts;
    struct kzi_match of_hand;
    struct kzi_matches matched;
    struct kzi_tally *tally = &bench->result->best;
    if (!start_facts(bench, hand, &facts))
        return;
    read_hand(bench, NULL, hand);
    kzi_match_hand(program, &facts, &of_hand);
    for (unsigned i = 0; i < bench->readings.count; i++) {
        tally->reading = bench->readings.list[i];
        kzi_match_reading(program, &facts, &of_hand, &tally->reading, &matched.match);
        kzi_match_conditions(program, &matched.match, matched.conditions);
        bench->sum += matched.conditions[0];
        if (depth >= CHOSEN)
            choose(bench, &facts, &matched, tally);
        if (depth >= TALLIED)
            kzi_add_up(bench->result, &facts, &matched, tally);
    }
}

static void match(struct bench *bench, const char *line, const kz_hand *hand) {
    (void)line;
    follow(bench, hand, MATCHED);
}

static void choice(struct bench *bench, const char *line, const kz_hand *hand) {
    (void)line;
    follow(bench, hand, CHOSEN);
}

static void tally(struct bench *bench, const char *line, const kz_hand *hand) {
    (void)line;
    follow(bench, hand, TALLIED);
}

static void score(struct bench *bench, const char *line, const kz_hand *hand) {
    (void)line;
    kz_score(bench->result, bench->rules, hand);
    bench->sum += (unsigned long)kz_result_points(bench->result);
}

/* Settle the hand that was scored last again, which changes nothing. */
static void settle(struct bench *bench, const char *line, const kz_hand *hand) {
    (void)line;
    kzi_result_keep_hand(bench->result, &hand->hand);
    kzi_settle_result(bench->result);
    bench->sum += (unsigned long)bench->result->best.points;
}

/* Parse and score. */
static void line_to_score(struct bench *bench, const char *line, const kz_hand *hand) {
    (void)hand;
    kz_hand_parse(bench->scratch, line, strlen(line), NULL);
    score(bench, line, bench->scratch);
}

static void score_and_write(struct bench *bench, const char *line, const kz_hand *hand) {
    score(bench, line, hand);
    bench->sum += kz_result_json(bench->result, bench->out, sizeof bench->out);
}

static void line_to_json(struct bench *bench, const char *line, const kz_hand *hand) {
    (void)hand;
    kz_hand_parse(bench->scratch, line, strlen(line), NULL);
    score_and_write(bench, line, bench->scratch);
}

/* Parse and score the block into columns. */
static void lines_to_columns(struct bench *bench, unsigned count) {
    struct bench_columns *to = &bench->columns;
    const kz_batch_hands hands = {.bytes = to->bytes, .offsets = to->offsets, .n = count};
    kz_batch_columns columns = {.size = sizeof columns,
                                .error = to->error,
                                .win = to->win,
                                .points = to->points,
                                .total = to->total,
                                .fu = to->fu,
                                .limit = to->limit};
    for (unsigned seat = 0; seat < 4; seat++)
        columns.payment[seat] = to->payment[seat];
    bench->sum += (unsigned)kz_score_batch(bench->batch, &hands, &columns, NULL);
    bench->sum += (uint64_t)to->points[0];
}

/* Score a kept hand with the prototype. */
static void score_prototype(struct bench *bench, unsigned kept) {
    const struct prototype_hand *hand = &bench->prototype_hands[kept];
    bench->sum += (unsigned)prototype_score(bench->prototype, hand).points;
}

static void score_kept(struct bench *bench, unsigned kept) {
    score(bench, NULL, bench->kept[kept]);
}

/* Each hand of a block is run, or the block at once, or a hand that was kept. */
static const struct stage {
    const char *name;
    void (*run)(struct bench *, const char *line, const kz_hand *);
    const char *says;
    void (*run_block)(struct bench *, unsigned count);
    void (*run_kept)(struct bench *, unsigned kept);
} stages[] = {
    {"baseline", look_up_suits, "four look-ups of how a suit splits", NULL, NULL},
    {"parse", parse, "a line of text into a hand, arranged", NULL, NULL},
    {"arrange", arrange, "of that: its readings as sets and a pair", NULL, NULL},
    {"readings", read_hand, "every reading: those taken over, other shapes", NULL, NULL},
    {"match", match, "checks, readings, facts and what holds on each", NULL, NULL},
    {"choice", choice, "and covers, and which combinations count", NULL, NULL},
    {"tally", tally, "and yaku, fu, limits added up", NULL, NULL},
    {"score", score, "the whole result: kz_score", NULL, NULL},
    {"settle", settle, "who pays whom, once more on its own", NULL, NULL},
    {"score+json", score_and_write, "the result and its JSON", NULL, NULL},
    {"line to score", line_to_score, "parse and score", NULL, NULL},
    {"line to json", line_to_json, "parse, score, JSON", NULL, NULL},
    {"batch", NULL, "parse and score into columns: kz_score_batch", lines_to_columns, NULL},
    {"score kept", NULL, "kz_score of hands that were parsed long before", NULL, score_kept},
    {"prototype", NULL, "the same by fixed rules of riichi, without payments", NULL,
     score_prototype},
};

#define N_STAGES (sizeof stages / sizeof *stages)

/* The last stages take the hands that were kept. */
#define PROTOTYPE   (N_STAGES - 1)
#define KEPT_STAGES (N_STAGES - 2)
#define MAX_KEPT    20000

#endif
