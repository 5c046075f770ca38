/* calls.h - what calls of the library take, each in a plain loop of its own over the same hands,
 * and in units of kz_score of the same run.
 *
 * The least of some rounds counts, in time of the processor, because other programs would stretch
 * the longer loops. */
#ifndef KZI_BENCH_CALLS_H
#define KZI_BENCH_CALLS_H

#include "stages.h"
#include "timing.h"

#define CALL_TURNS 17 /* all that a hand of riichi may have */

/* Samples of hands: the winning hands that were kept; else random ones, or ones some tiles away. */
static const struct sample {
    const char *name;
    bool full;             /* with a tile to discard */
    int nearest, farthest; /* nearest -2: at random */
    unsigned share;        /* one hand in `share` is taken, because they take long */
} samples[] = {
    {"", false, 0, 0, 1},
    {"random", false, -2, 0, 1},
    {"0 to 3 away", false, 0, 3, 1},
    {"ready", false, 0, 0, 1},
    {"random", true, -2, 0, 1},
    {"0 to 3 away", true, 0, 3, 1},
    {"ready", true, 0, 0, 100},
    {"one away", true, 1, 1, 100},
    {"two away", true, 2, 2, 100},
    {"three away", true, 3, 3, 100},
};

/* The hands of a sample as the library has them, as numbers with their words, and as texts. */
struct call_hands {
    unsigned count, n_tiles; /* tiles of each hand */
    kz_hand **hands;
    unsigned char *tiles;
    const char **words;
    int64_t *offsets, *word_offsets; /* in all tiles, and in all words */
    char *all_words;
    char *bytes;
    int64_t *text_offsets;
};

/* --- hands ----------------------------------------------------------------------------------- */

static void *call_array(size_t count, size_t size) {
    void *array = calloc(count, size);
    if (!array)
        die("hands", "out of memory");
    return array;
}

/* Take the hands that were kept and have no melds, with the text after their winning tile. */
static void take_wins(struct bench *bench, struct call_hands *wins) {
    size_t n_words = 0, n_bytes = 0, n_tiles = 0;
    for (unsigned i = 0; i < bench->n_kept; i++) {
        const struct kzi_hand *hand = &bench->kept[i]->hand;
        const char *line = bench->lines[i], *win = strchr(line, '+'),
                   *words = win ? strchr(win, ' ') : NULL;
        if (hand->n_melds || hand->n_concealed + 1U != wins->n_tiles || hand->win >= KZI_KINDS ||
            !words)
            continue;
        for (unsigned kind = 0; kind < KZI_KINDS; kind++)
            for (unsigned copy = 0; copy < hand->concealed[kind]; copy++)
                wins->tiles[n_tiles++] = (unsigned char)kind;
        wins->tiles[n_tiles++] = (unsigned char)hand->win;
        wins->hands[wins->count] = bench->kept[i];
        wins->words[wins->count] = words + 1;
        memcpy(wins->all_words + n_words, words + 1, strlen(words + 1));
        memcpy(wins->bytes + n_bytes, line, strlen(line));
        n_words += strlen(words + 1);
        n_bytes += strlen(line);
        wins->count++;
        wins->offsets[wins->count] = (int64_t)n_tiles;
        wins->word_offsets[wins->count] = (int64_t)n_words;
        wins->text_offsets[wins->count] = (int64_t)n_bytes;
    }
}

static struct call_hands make_wins(struct bench *bench) {
    const size_t n = bench->n_kept;
    const unsigned n_tiles = bench->rules->hand_size;
    struct call_hands wins = {.n_tiles = n_tiles,
                              .hands = call_array(n, sizeof *wins.hands),
                              .tiles = call_array(n, n_tiles),
                              .words = call_array(n, sizeof *wins.words),
                              .offsets = call_array(n + 1, sizeof *wins.offsets),
                              .word_offsets = call_array(n + 1, sizeof *wins.word_offsets),
                              .all_words = call_array(n, BENCH_LINE),
                              .bytes = call_array(n, BENCH_LINE),
                              .text_offsets = call_array(n + 1, sizeof *wins.text_offsets)};
    take_wins(bench, &wins);
    if (!wins.count)
        die(bench->name, "has no winning hands without melds");
    return wins;
}

/* Exchange a tile for one of those that are not in the hand, by chance. */
static void exchange(struct kzi_random *random, unsigned char *tiles, unsigned n) {
    unsigned in = kzi_random_below(random, KZI_KINDS), copies = 0;
    for (unsigned i = 0; i < n; i++)
        copies += tiles[i] == in;
    if (copies < 4)
        tiles[kzi_random_below(random, n)] = (unsigned char)in;
}

/* Make a hand from a winning one by exchanging `away` tiles; false: the hand is closer than
 * that. */
static bool make_unfinished(struct bench *bench, const struct sample *sample, int away,
                            struct kzi_random *random, const unsigned char *win, kz_hand *hand) {
    unsigned char tiles[KZI_MAX_CONCEALED + 1];
    const unsigned n_tiles = bench->rules->hand_size - !sample->full;
    kz_tiles given = {.size = sizeof given,
                      .encoding = KZ_TILES_34,
                      .unfinished = 1,
                      .tiles = tiles,
                      .n_tiles = n_tiles};
    int shanten;
    memcpy(tiles, win, n_tiles);
    const unsigned exchanges = away < 0 ? 100 : (unsigned)away + sample->full;
    for (unsigned i = 0; i < exchanges; i++)
        exchange(random, tiles, n_tiles);
    return kz_hand_set_tiles(hand, &given, NULL) == KZ_OK &&
           kz_shanten(&shanten, bench->rules, hand, NULL) == KZ_OK &&
           (away < 0 ? shanten >= 0 : shanten == away);
}

static struct call_hands make_sample(struct bench *bench, const struct sample *sample,
                                     const struct call_hands *wins) {
    struct kzi_random random = {20261142 + sample->full};
    struct call_hands made = {.count = (wins->count + sample->share - 1) / sample->share};
    made.hands = call_array(made.count, sizeof *made.hands);
    for (unsigned i = 0; i < made.count; i++) {
        if (!(made.hands[i] = kz_hand_new()))
            die("hands", "out of memory");
        kz_hand_know(made.hands[i], bench->rules);
        const int away = sample->nearest < 0
                             ? -1
                             : sample->nearest + (int)i % (sample->farthest - sample->nearest + 1);
        while (!make_unfinished(
            bench, sample, away, &random,
            wins->tiles + wins->n_tiles * kzi_random_below(&random, wins->count), made.hands[i]))
            ;
    }
    return made;
}

static void free_sample(struct call_hands *sample) {
    for (unsigned i = 0; i < sample->count; i++)
        kz_hand_free(sample->hands[i]);
    free(sample->hands);
}

static void free_wins(struct call_hands *wins) {
    free(wins->hands);
    free(wins->tiles);
    free(wins->words);
    free(wins->offsets);
    free(wins->word_offsets);
    free(wins->all_words);
    free(wins->bytes);
    free(wins->text_offsets);
}

/* --- loops ----------------------------------------------------------------------------------- */

static void must(kz_status status, const kz_error *error) {
    if (status != KZ_OK)
        die("a hand", error->text);
}

static void loop_score(struct bench *bench, const struct call_hands *hands) {
    for (unsigned i = 0; i < hands->count; i++)
        score(bench, NULL, hands->hands[i]);
}

static void loop_texts(struct bench *bench, const struct call_hands *hands) {
    const int64_t *offsets = hands->text_offsets;
    kz_error error;
    for (unsigned i = 0; i < hands->count; i++) {
        must(kz_hand_parse(bench->scratch, hands->bytes + offsets[i],
                           (size_t)(offsets[i + 1] - offsets[i]), &error),
             &error);
        score(bench, NULL, bench->scratch);
    }
}

/* words: of all hands; NULL: each has its own. */
static void score_numbers(struct bench *bench, const struct call_hands *hands, const char *words) {
    kz_error error;
    for (unsigned i = 0; i < hands->count; i++) {
        const kz_tiles tiles = {.size = sizeof tiles,
                                .encoding = KZ_TILES_34,
                                .tiles = hands->tiles + hands->n_tiles * i,
                                .n_tiles = hands->n_tiles,
                                .words = words ? words : hands->words[i]};
        must(kz_hand_set_tiles(bench->scratch, &tiles, &error), &error);
        score(bench, NULL, bench->scratch);
    }
}

static void loop_numbers(struct bench *bench, const struct call_hands *hands) {
    score_numbers(bench, hands, NULL);
}

static void loop_same_words(struct bench *bench, const struct call_hands *hands) {
    score_numbers(bench, hands, "tsumo round=S seat=W");
}

static int64_t call_points[MAX_KEPT];
static uint8_t call_errors[MAX_KEPT];
static const kz_batch_columns call_columns = {
    .size = sizeof call_columns, .points = call_points, .error = call_errors};

/* Check that every row has a result: one that is refused takes least. */
static void must_batch(struct bench *bench, kz_status status, unsigned count) {
    if (status != KZ_OK)
        die("a column", kz_status_text(status));
    for (unsigned i = 0; i < count; i++) {
        bench->sum += (unsigned long)call_points[i];
        if (call_errors[i])
            die("a column", kz_error_code(call_errors[i]));
    }
}

static void batch_texts(struct bench *bench, const struct call_hands *hands) {
    const kz_batch_hands column = {
        .bytes = hands->bytes, .offsets = hands->text_offsets, .n = hands->count};
    must_batch(bench, kz_score_batch(bench->batch, &column, &call_columns, NULL), hands->count);
}

static void batch_numbers(struct bench *bench, const struct call_hands *hands) {
    const kz_batch_hands words = {
        .bytes = hands->all_words, .offsets = hands->word_offsets, .n = hands->count};
    const kz_batch_numbers column = {.size = sizeof column,
                                     .encoding = KZ_TILES_34,
                                     .tiles = hands->tiles,
                                     .offsets = hands->offsets,
                                     .words = &words,
                                     .n = hands->count};
    must_batch(bench, kz_score_batch_numbers(bench->batch, &column, &call_columns, NULL),
               hands->count);
}

static void loop_shanten(struct bench *bench, const struct call_hands *hands) {
    kz_error error;
    int shanten;
    for (unsigned i = 0; i < hands->count; i++) {
        must(kz_shanten(&shanten, bench->rules, hands->hands[i], &error), &error);
        bench->sum += (unsigned)shanten;
    }
}

static void loop_waits(struct bench *bench, const struct call_hands *hands) {
    kz_wait list[KZI_KINDS];
    kz_error error;
    size_t count;
    for (unsigned i = 0; i < hands->count; i++) {
        must(kz_waits(list, KZI_KINDS, &count, NULL, bench->rules, hands->hands[i], &error),
             &error);
        bench->sum += count;
    }
}

static void run_discards(struct bench *bench, const struct call_hands *hands,
                         const kz_discard_options *turns) {
    kz_discard list[KZI_KINDS + 4];
    kz_error error;
    size_t count;
    for (unsigned i = 0; i < hands->count; i++) {
        must(kz_discards(list, KZI_COUNT(list), &count, bench->result, bench->rules,
                         hands->hands[i], turns, &error),
             &error);
        bench->sum += count;
    }
}

static void loop_discards(struct bench *bench, const struct call_hands *hands) {
    run_discards(bench, hands, NULL);
}

static void loop_turns(struct bench *bench, const struct call_hands *hands) {
    const kz_discard_options turns = {
        .size = sizeof turns, .turns = CALL_TURNS, .width = KZ_DEFAULT_WIDTH};
    run_discards(bench, hands, &turns);
}

/* --- figures --------------------------------------------------------------------------------- */

static const struct call {
    const char *name;
    void (*loop)(struct bench *bench, const struct call_hands *hands);
    unsigned first, last; /* of the samples */
} calls[] = {
    {"kz_score", loop_score, 0, 0},           {"text to score", loop_texts, 0, 0},
    {"numbers to score", loop_numbers, 0, 0}, {"with equal words", loop_same_words, 0, 0},
    {"column of texts", batch_texts, 0, 0},   {"column of numbers", batch_numbers, 0, 0},
    {"shanten", loop_shanten, 1, 3},          {"waits", loop_waits, 1, 3},
    {"discards", loop_discards, 4, 5},        {"discards, 17 turns", loop_turns, 6, 9},
};

/* Time a call; calls that take milliseconds are timed once. */
static double time_call(struct bench *bench, const struct call *call, const struct sample *sample,
                        const struct call_hands *hands) {
    const unsigned rounds = sample->share > 1 ? 1 : bench->rounds;
    double min = 0;
    for (unsigned round = 0; round < rounds; round++) {
        const double begun = bench_processor_time();
        call->loop(bench, hands);
        const double took = (bench_processor_time() - begun) / hands->count;
        min = round && min < took ? min : took;
    }
    return min;
}

static void measure_calls(struct bench *bench) {
    double unit = 0;
    struct call_hands wins = make_wins(bench);
    printf("%s: %u hands\n", bench->name, wins.count);
    for (const struct call *call = calls; call < calls + KZI_COUNT(calls); call++)
        for (unsigned i = call->first; i <= call->last; i++) {
            struct call_hands made = i ? make_sample(bench, &samples[i], &wins) : wins;
            const double took = time_call(bench, call, &samples[i], &made);
            unit = call == calls ? took : unit;
            printf("  %-18s %-11s %12.1f ns %10.2f times kz_score\n", call->name, samples[i].name,
                   took, took / unit);
            fflush(stdout);
            if (i)
                free_sample(&made);
        }
    free_wins(&wins);
}

#endif
