/* bench - measure what a hand costs, stage by stage.  See help below and doc/performance.md.
 *
 * Stages are timed in turn, block by block, and each round also times a loop of bare look-ups: on a
 * machine that does other work too, the ratio to that loop is steadier than nanoseconds.  The hands
 * of a block are parsed just before it is timed, so that they are in the same caches as in a
 * program that parses and scores. */
#include "analysis/witness/hand_text.h"
#include "analysis/witness/random_hand.h"
#include "analysis/witness/witness.h"
#include "base/text_json.h"
#include "calls.h"
#include "hands.h"
#include "mix.h"
#include "score/completion.h"
#include "stages.h"
#include "timing.h"
#include "wild.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define BLOCK      BENCH_BLOCK
#define MAX_ROUNDS 101
#define MAX_TRIES  1000000

static const char help[] =
    "usage: bench [--json] [--mix 2] [--hands N] [--rounds N] RULESET ...\n"
    "       bench --in-turn [--mix 2] [--hands N] [--rounds N] RULESET ...\n"
    "       bench --draw FOLDER [--hands N] RULESET ...\n"
    "       bench --signature FOLDER RULESET ...\n"
    "       bench --lines|--records [--mix 2] [--hands N] RULESET ...\n"
    "       bench --load RULESET ...\n"
    "       bench --calls [--hands N] [--rounds N] RULESET ...\n"
    "       bench --wild [--hands N] [--rounds N] RULESET ...\n"
    "\n"
    "Score N (100000) random winning hands, the same on every machine, under\n"
    "rule files, N (9) times, and print what each stage costs: nanoseconds a\n"
    "hand, the median and the spread of the rounds, the ratio to a loop that\n"
    "only looks up how suits split (x) and, for riichi, to a prototype that\n"
    "knows fixed rules and finds fan, fu and points (p).\n"
    "--mix        take hands of the second mix: riichi as recorded wins have it,\n"
    "             MCR with every yaku aimed at in turn\n"
    "--in-turn    score the hands under one ruleset after the other, block by\n"
    "             block, and print the ratios to the time of the first one\n"
    "--lines      print the hands, one a line\n"
    "--records    print the hands as JSON\n"
    "--draw       write N random winning hands of each ruleset as records, with\n"
    "             everything that hands may say, into FOLDER/RULESET\n"
    "--signature  score the hands of FOLDER/RULESET, and print one number over all\n"
    "             results of the ruleset\n"
    "--load       print the steps and bytes of loading with their bounds, and the\n"
    "             time; those of the tables for shanten; for refused rules the\n"
    "             time and the error\n"
    "--calls      time each call in a loop of its own over N (3000) hands: texts and\n"
    "             numbers to results, shanten, waits, discards, 17 turns ahead (of\n"
    "             every hundredth hand), and print them in units of kz_score\n"
    "--wild       time kz_score for each of N (3000) hands with no to four wild tiles,\n"
    "             of all kinds and of one suit\n";

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* --- hands ----------------------------------------------------------------------------------- */

static bool wins(struct bench *bench, const char *line) {
    kz_error error;
    if (kz_hand_parse(bench->scratch, line, strlen(line), &error) != KZ_OK)
        die(line, error.text);
    return kz_score(bench->result, bench->rules, bench->scratch) == KZ_OK &&
           kz_result_wins(bench->result);
}

static int compare_texts(const void *a, const void *b) {
    return strcmp(a, b);
}

/* Sort the lines, drop duplicates and shuffle the rest; return how many are left. */
static unsigned distinct(struct bench *bench, unsigned count) {
    unsigned kept = 0;
    struct kzi_random random = {count};
    qsort(bench->lines, count, sizeof *bench->lines, compare_texts);
    for (unsigned i = 0; i < count; i++)
        if (!i || strcmp(bench->lines[i], bench->lines[kept - 1]) != 0)
            memmove(bench->lines[kept++], bench->lines[i], sizeof *bench->lines);
    for (unsigned i = kept; i > 1; i--) {
        char line[BENCH_LINE];
        unsigned other = kzi_random_below(&random, i);
        memcpy(line, bench->lines[i - 1], sizeof line);
        memcpy(bench->lines[i - 1], bench->lines[other], sizeof line);
        memcpy(bench->lines[other], line, sizeof line);
    }
    return kept;
}

/* A ruleset without fu is taken to be of the game of 81 yaku. */
static enum bench_game game_of(const struct bench *bench) {
    return bench->rules->model->fu.in_use ? BENCH_RIICHI : BENCH_MCR;
}

static void draw_hand(const struct bench *bench, struct kzi_random *random, char line[BENCH_LINE]) {
    struct kzi_hand hand;
    struct kzi_text text = kzi_text_fixed(line, BENCH_LINE);
    while (!kzi_random_hand(random, bench->rules, NULL, &hand))
        ;
    kzi_random_situation(random, bench->rules, &hand);
    kzi_write_line(&text, &hand);
    kzi_text_end(&text);
}

static unsigned count_yaku(const kz_result *result, const struct kz_ruleset *rules) {
    unsigned count = 0;
    for (size_t i = 0; i < kz_result_yaku_count(result); i++)
        count += !rules->model->yaku[kz_result_yaku_number(result, i)].bonus;
    return count;
}

/* Draw the second mix, and check its shares. */
static void make_mix(struct bench *bench, struct bench_maker *maker) {
    bool riichi = maker->game == BENCH_RIICHI;
    struct bench_mix mix = bench_mix_of(riichi);
    unsigned tries = 0;
    maker->game = riichi ? BENCH_RECORDED : BENCH_MCR;
    while (mix.n_taken < bench->count) {
        char *line = bench->lines[mix.n_taken];
        if (riichi)
            bench_recorded_hand(maker, line);
        else
            bench_theme_hand(&mix, &maker->random, bench->rules, line);
        if (wins(bench, line) &&
            bench_take_hand(&mix, line, count_yaku(bench->result, bench->rules))) {
            mix.yaku++;
            tries = 0;
        } else if (++tries == MAX_TRIES)
            die(bench->name, "the second mix is about rules of another game");
    }
    const struct bench_trait *wrong = bench_wrong_share(&mix);
    if (wrong)
        die(wrong->word, "has not the share that was given");
}

static void make_hands(struct bench *bench) {
    struct bench_maker maker = {.random = {20261121}, .game = game_of(bench)};
    unsigned wanted = bench->count, made = 0;
    bench->lines = calloc(wanted, sizeof *bench->lines);
    if (!bench->lines)
        die(bench->name, "out of memory");
    if (bench->mix == 2) {
        make_mix(bench, &maker);
        return;
    }
    bool usual = bench->rules->hand_size == 14; /* the maker's hands; others are drawn at random */
    while (made < wanted) {
        if (usual)
            bench_hand(&maker, bench->lines[made]);
        else
            draw_hand(bench, &maker.random, bench->lines[made]);
        made += wins(bench, bench->lines[made]);
        if (made == wanted)
            made = distinct(bench, made);
    }
}

/* --- rounds ---------------------------------------------------------------------------------- */

static unsigned blocks_of(const struct bench *bench) {
    return (bench->count + BLOCK - 1) / BLOCK;
}

static unsigned hands_in(const struct bench *bench, unsigned block) {
    unsigned left = bench->count - block * BLOCK;
    return left < BLOCK ? left : BLOCK;
}

static void parse_block(struct bench *bench, unsigned block) {
    char(*lines)[BENCH_LINE] = bench->lines + (size_t)block * BLOCK;
    struct bench_columns *columns = &bench->columns;
    for (unsigned i = 0; i < hands_in(bench, block); i++) {
        size_t len = strlen(lines[i]);
        kz_hand_parse(bench->hands[i], lines[i], len, NULL);
        memcpy(columns->bytes + columns->offsets[i], lines[i], len);
        columns->offsets[i + 1] = columns->offsets[i] + (int64_t)len;
    }
}

static void run_stages(struct bench *bench, struct bench_times times[N_STAGES], unsigned round) {
    for (unsigned block = 0; block < blocks_of(bench); block++) {
        char(*lines)[BENCH_LINE] = bench->lines + (size_t)block * BLOCK;
        unsigned count = hands_in(bench, block);
        parse_block(bench, block);
        for (size_t i = 0; i < KEPT_STAGES; i++) {
            double begun = bench_now();
            if (stages[i].run_block)
                stages[i].run_block(bench, count);
            for (unsigned k = 0; !stages[i].run_block && k < count; k++)
                stages[i].run(bench, lines[k], bench->hands[k]);
            bench_times_note(&times[i], block, round, begun);
        }
    }
}

/* Make the prototype if the rules are of its game.  It has the rules of one table, and others may
 * score some hands otherwise, which takes it no longer. */
static void make_prototype(struct bench *bench) {
    bench->prototype = NULL;
    if (game_of(bench) != BENCH_RIICHI || bench->rules->hand_size != 14 ||
        bench->rules->model->n_seats != 4)
        return;
    bench->prototype = calloc(1, sizeof *bench->prototype);
    if (!bench->prototype)
        die(bench->name, "out of memory");
    prototype_make(bench->prototype);
}

/* Parse many hands, more than the caches hold. */
static void keep_hands(struct bench *bench) {
    bench->n_kept = bench->count < MAX_KEPT ? bench->count : MAX_KEPT;
    bench->kept = calloc(bench->n_kept, sizeof *bench->kept);
    bench->prototype_hands = calloc(bench->n_kept, sizeof *bench->prototype_hands);
    for (unsigned i = 0; i < bench->n_kept; i++) {
        if (!bench->kept || !bench->prototype_hands || !(bench->kept[i] = kz_hand_new()))
            die(bench->name, "out of memory");
        kz_hand_know(bench->kept[i], bench->rules);
        kz_hand_parse(bench->kept[i], bench->lines[i], strlen(bench->lines[i]), NULL);
        prototype_take(&bench->prototype_hands[i], &bench->kept[i]->hand);
    }
    make_prototype(bench);
}

static void free_kept(struct bench *bench) {
    for (unsigned i = 0; i < bench->n_kept; i++)
        kz_hand_free(bench->kept[i]);
    free(bench->kept);
    free(bench->prototype_hands);
    free(bench->prototype);
}

/* Return whether the prototype agrees with the library on a kept hand. */
static bool prototype_agrees(struct bench *bench, unsigned kept) {
    struct prototype_result result =
        prototype_score(bench->prototype, &bench->prototype_hands[kept]);
    score_kept(bench, kept);
    return result.points == kz_result_points(bench->result) &&
           (result.yaku & bench->prototype->limits ||
            (result.fan == kz_result_total(bench->result) &&
             result.fu == kz_result_fu(bench->result)));
}

static void run_kept(struct bench *bench, struct bench_times *times, unsigned round, size_t stage) {
    for (unsigned block = 0; block < blocks_of(bench); block++) {
        double begun = bench_now();
        for (unsigned k = 0; k < hands_in(bench, block); k++)
            stages[stage].run_kept(bench, (block * BLOCK + k) % bench->n_kept);
        bench_times_note(times, block, round, begun);
    }
}

static size_t count_stages(const struct bench *bench) {
    return bench->prototype ? N_STAGES : PROTOTYPE;
}

static void run_round(struct bench *bench, struct bench_times times[N_STAGES], unsigned round) {
    run_stages(bench, times, round);
    for (size_t i = KEPT_STAGES; i < count_stages(bench); i++)
        run_kept(bench, &times[i], round, i);
}

/* --- figures --------------------------------------------------------------------------------- */

/* Print the time of a stage, and its ratio to the prototype's time, or 0. */
static void tell_stage(const struct bench *bench, size_t stage, struct bench_spread took,
                       double baseline, double prototype) {
    double ratio = took.middle / baseline;
    if (bench->json) {
        printf("{\"ruleset\":\"%s\",\"mix\":%u,\"stage\":\"%s\",\"ps\":%.0f,\"ps_low\":%.0f,\"ps_"
               "high\":%.0f,"
               "\"permille_of_baseline\":%.0f",
               bench->name, bench->mix, stages[stage].name, took.middle * 1e3, took.low * 1e3,
               took.high * 1e3, ratio * 1e3);
        if (prototype > 0)
            printf(",\"permille_of_prototype\":%.0f", took.middle / prototype * 1e3);
        printf("}\n");
        return;
    }
    printf("  %-13s %8.1f ns  %7.1f to %7.1f  %6.1f x  ", stages[stage].name, took.middle, took.low,
           took.high, ratio);
    if (prototype > 0)
        printf("%6.2f p  ", took.middle / prototype);
    printf("%s\n", stages[stage].says);
}

static double load_time(const char *path) {
    double best = 0;
    for (int i = 0; i < 9; i++) {
        kz_ruleset *rules = NULL;
        double begun = bench_now();
        kz_ruleset_load(&rules, path, NULL, NULL, NULL);
        double took = bench_now() - begun;
        best = i && best < took ? best : took;
        kz_ruleset_free(rules);
    }
    return best;
}

static void tell_ruleset(struct bench *bench, const char *path) {
    double readings = (double)bench->n_readings / (double)bench->n_read;
    const struct kzi_program *program = bench->rules->scoring;
    double load = load_time(path) / 1e6;
    if (bench->json)
        printf("{\"ruleset\":\"%s\",\"mix\":%u,\"hands\":%u,\"readings_permille\":%.0f,\"yaku\":%u,"
               "\"rows\":%u,"
               "\"load_us\":%.0f,\"bytes\":%zu,\"result_bytes\":%zu}\n",
               bench->name, bench->mix, bench->count, readings * 1e3, bench->rules->n_yaku,
               program->n_rows, load * 1e3, bench->rules->arena.used, sizeof *bench->result);
    else
        printf("%s: %u hands of mix %u, %.2f readings a hand, %u yaku in %u rows; loads in %.1f "
               "ms, %zu KiB\n",
               bench->name, bench->count, bench->mix, readings, bench->rules->n_yaku,
               program->n_rows, load, bench->rules->arena.used / 1024);
    if (bench->prototype && !bench->json) {
        unsigned agreed = 0;
        for (unsigned i = 0; i < bench->n_kept; i++)
            agreed += prototype_agrees(bench, i);
        printf("  the prototype agrees on %u of %u hands\n", agreed, bench->n_kept);
    }
}

static void measure(struct bench *bench, const char *path) {
    struct bench_times times[N_STAGES];
    make_hands(bench);
    keep_hands(bench);
    for (size_t i = 0; i < N_STAGES; i++)
        bench_times_open(&times[i], blocks_of(bench), bench->rounds);
    for (unsigned round = 0; round < bench->rounds; round++)
        run_round(bench, times, round);
    tell_ruleset(bench, path);
    struct bench_spread took[N_STAGES] = {{0}};
    for (size_t i = 0; i < N_STAGES; i++)
        took[i] = bench_times_close(&times[i], bench->count);
    for (size_t i = 0; i < count_stages(bench); i++)
        tell_stage(bench, i, took[i], took[0].middle, took[PROTOTYPE].middle);
    free_kept(bench);
    free(bench->lines);
}

static void measure_alone(struct bench *bench) {
    make_hands(bench);
    keep_hands(bench);
    measure_calls(bench);
    free_kept(bench);
    free(bench->lines);
}

/* --- the cost of loading ---------------------------------------------------------------------- */

static void tell_shanten_tables(const char *path, const kz_ruleset *rules) {
    double begun = bench_processor_time();
    const struct kzi_shanten *shanten = kzi_shanten_of(rules);
    double took = (bench_processor_time() - begun) / 1e6;
    if (!shanten)
        die(path, "out of memory");
    printf("%s: tables for shanten: %.2f MiB, %.1f ms\n", path,
           (double)kzi_shanten_bytes(shanten) / 1024 / 1024, took);
}

static void tell_cost(const char *path) {
    kz_ruleset *rules = NULL;
    kz_error error;
    double begun = bench_now();
    kz_status status = kz_ruleset_load(&rules, path, NULL, NULL, &error);
    double took = (bench_now() - begun) / 1e6;
    if (status == KZ_OK)
        printf("%s: %.2f of %d million steps, %.2f of %d MiB, %.1f ms\n", path,
               (double)rules->arena.steps / 1e6, KZI_MAX_STEPS / 1000 / 1000,
               (double)rules->arena.used / 1024 / 1024, KZI_MAX_MEMORY / 1024 / 1024, took);
    else
        printf("%s: refused after %.1f ms: %s\n", path, took, error.text);
    if (status == KZ_OK)
        tell_shanten_tables(path, rules);
    kz_ruleset_free(rules);
}

/* --- several rulesets in turn ----------------------------------------------------------------- */

#define MAX_IN_TURN 16

static void score_in_turn(struct bench *bench, kz_ruleset *const *rules, unsigned n,
                          struct bench_times *times, unsigned round) {
    for (unsigned block = 0; block < blocks_of(bench); block++) {
        parse_block(bench, block);
        for (unsigned i = 0; i < n; i++) {
            double begun = bench_now();
            for (unsigned k = 0; k < hands_in(bench, block); k++)
                kz_score(bench->result, rules[i], bench->hands[k]);
            bench_times_note(&times[i], block, round, begun);
        }
    }
}

/* bench already has the first ruleset open. */
static void measure_in_turn(struct bench *bench, char **paths, unsigned n) {
    kz_ruleset *rules[MAX_IN_TURN] = {bench->rules};
    struct bench_times times[MAX_IN_TURN];
    kz_error error;
    double first = 0;
    make_hands(bench);
    for (unsigned i = 0; i < n; i++) {
        bench_times_open(&times[i], blocks_of(bench), bench->rounds);
        if (i && kz_ruleset_load(&rules[i], paths[i], NULL, NULL, &error) != KZ_OK)
            die(paths[i], error.text);
    }
    for (unsigned round = 0; round < bench->rounds; round++)
        score_in_turn(bench, rules, n, times, round);
    for (unsigned i = 0; i < n; i++) {
        double took = bench_times_close(&times[i], bench->count).middle;
        first = i ? first : took;
        printf("%s: %.1f ns a hand of mix %u, %.2f times %s\n", base_name(paths[i]), took,
               bench->mix, took / first, bench->name);
        if (i)
            kz_ruleset_free(rules[i]);
    }
    free(bench->lines);
}

/* --- hands ------------------------------------------------------------------------------------ */

static void print_hands(struct bench *bench, bool records) {
    make_hands(bench);
    for (unsigned i = 0; i < bench->count; i++)
        if (records)
            bench_put_record(bench->lines[i]);
        else
            puts(bench->lines[i]);
    free(bench->lines);
}

/* --- the signature --------------------------------------------------------------------------- */

/* The hands stay the same while the program that draws them, reads them and scores them changes: a
 * signature over the same files changes only if a result does. */
static FILE *open_hands(const struct bench *bench, const char *folder, const char *mode) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, bench->name);
    FILE *file = fopen(path, mode);
    if (!file)
        die(path, strerror(errno));
    return file;
}

static void draw_hands(struct bench *bench, const char *folder) {
    struct kzi_random random = {1};
    FILE *file = open_hands(bench, folder, "w");
    for (unsigned done = 0; done < bench->count;) {
        struct kzi_hand hand;
        if (!kzi_random_hand(&random, bench->rules, NULL, &hand))
            continue;
        kzi_random_situation(&random, bench->rules, &hand);
        struct kzi_text text = kzi_text_fixed(bench->out, sizeof bench->out);
        kzi_json_begin(&text, '{');
        kzi_put_record(&text, &hand);
        kzi_json_end(&text, '}');
        kzi_text_end(&text);
        fprintf(file, "%s\n", bench->out);
        done++;
    }
    if (ferror(file) | fclose(file))
        die(folder, "the hands cannot be written");
}

/* Return a result without the name, version and digest of its rules. */
static const char *worth(const char *json) {
    const char *at = strstr(json, "\"win\":");
    return at ? at : json;
}

static void sign(struct bench *bench, const char *folder) {
    uint64_t signature = UINT64_C(14695981039346656037);
    FILE *file = open_hands(bench, folder, "r");
    while (fgets(bench->out, sizeof bench->out, file)) {
        kz_error error;
        if (kz_hand_parse(bench->scratch, bench->out, strcspn(bench->out, "\n"), &error) != KZ_OK)
            die(bench->out, error.text);
        kz_score(bench->result, bench->rules, bench->scratch);
        kz_result_json(bench->result, bench->out, sizeof bench->out);
        for (const char *c = worth(bench->out); *c; c++)
            signature = (signature ^ (unsigned char)*c) * UINT64_C(1099511628211);
    }
    fclose(file);
    printf("%016llx %s\n", (unsigned long long)signature, bench->name);
}

/* --- the command ----------------------------------------------------------------------------- */

static void open_bench(struct bench *bench, const char *path) {
    kz_error error;
    if (kz_ruleset_load(&bench->rules, path, NULL, NULL, &error) != KZ_OK)
        die(path, error.text);
    bench->name = base_name(path);
    bench->n_readings = bench->n_read = 0;
    bool opened = true;
    for (unsigned i = 0; i < BLOCK; i++)
        opened &= (bench->hands[i] = kz_hand_new()) != NULL;
    bench->scratch = kz_hand_new();
    bench->result = kz_result_new();
    bench->batch = kz_batch_new(bench->rules);
    if (!opened || !bench->scratch || !bench->result || !bench->batch)
        die(path, "out of memory");
}

static void close_bench(struct bench *bench) {
    kz_batch_free(bench->batch);
    kz_result_free(bench->result);
    kz_hand_free(bench->scratch);
    for (unsigned i = 0; i < BLOCK; i++)
        kz_hand_free(bench->hands[i]);
    kz_ruleset_free(bench->rules);
}

static unsigned number(const char *text) {
    char *end;
    unsigned long value = text ? strtoul(text, &end, 10) : 0;
    if (!text || *end || !value || value > 100000000)
        die(text ? text : "a number", "is not a number of hands or rounds");
    return (unsigned)value;
}

int main(int argc, char **argv) {
    static struct bench bench = {.rounds = 9, .mix = 1};
    const char *to_draw = NULL, *to_sign = NULL;
    bool calls_alone = false, wild = false, in_turn = false, load = false, lines = false,
         records = false;
    int at = 1;
    for (; at < argc && argv[at][0] == '-'; at++) {
        if (!strcmp(argv[at], "--load"))
            load = true;
        else if (!strcmp(argv[at], "--json"))
            bench.json = true;
        else if (!strcmp(argv[at], "--in-turn"))
            in_turn = true;
        else if (!strcmp(argv[at], "--lines"))
            lines = true;
        else if (!strcmp(argv[at], "--records"))
            records = true;
        else if (!strcmp(argv[at], "--hands"))
            bench.count = number(argv[++at]);
        else if (!strcmp(argv[at], "--rounds"))
            bench.rounds = number(argv[++at]);
        else if (!strcmp(argv[at], "--mix"))
            bench.mix = number(argv[++at]);
        else if (!strcmp(argv[at], "--calls"))
            calls_alone = true;
        else if (!strcmp(argv[at], "--wild"))
            wild = true;
        else if (!strcmp(argv[at], "--draw"))
            to_draw = argv[++at];
        else if (!strcmp(argv[at], "--signature"))
            to_sign = argv[++at];
        else
            die(argv[at], help);
    }
    if (at == argc || bench.rounds > MAX_ROUNDS || bench.mix > 2)
        die("nothing to do", help);
    bench.count = bench.count ? bench.count : calls_alone || wild ? 3000 : 100000;
    for (; load && at < argc; at++)
        tell_cost(argv[at]);
    if (in_turn && argc - at <= MAX_IN_TURN) {
        open_bench(&bench, argv[at]);
        measure_in_turn(&bench, argv + at, (unsigned)(argc - at));
        close_bench(&bench);
        return 0;
    }
    for (unsigned wanted = bench.count; at < argc; at++) {
        bench.count = wanted;
        open_bench(&bench, argv[at]);
        if (to_draw)
            draw_hands(&bench, to_draw);
        else if (to_sign)
            sign(&bench, to_sign);
        else if (calls_alone)
            measure_alone(&bench);
        else if (wild)
            measure_wild(&bench);
        else if (lines || records)
            print_hands(&bench, records);
        else
            measure(&bench, argv[at]);
        close_bench(&bench);
    }
    return 0;
}
