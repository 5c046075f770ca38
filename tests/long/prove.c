/* prove - compare tables and tree walker on every hand of four sets and a pair.  See help below and
 * doc/performance.md.
 *
 * Processes share the hands in pieces, so that a crash in one does not stop the others.  The
 * disagreement on the first hand is reported, whatever the number of processes. */
#include <stdio.h>
#include <stdlib.h>

/* Code shared with unit tests calls this when it finds an error. */
static _Noreturn void disagree(const char *format, ...) __attribute__((format(printf, 1, 2)));
#define MUST_STOP(...) disagree(__VA_ARGS__)

#include "../unit/slow_verdict.h"
#include "../unit/walker.h"
#include "base/hash.h"
#include "every_sets_and_pair.h"
#include "laid_hand.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PIECE        512 /* hands */
#define MAX_RULESETS 64
#define MAX_JOBS     256
#define SEED         20161120
#define NONE         ULONG_MAX

static const char help[] =
    "usage: prove [--jobs N] [--part K/N] [--seed N] [--wrong YAKU] RULESET ...\n"
    "\n"
    "Make every set of fourteen tiles that splits into four sets and a pair,\n"
    "make a hand of each that depends only on it and the seed, and compare\n"
    "tables and tree walker under each of the rule files.\n"
    "--jobs    number of processes; 0: as many as there are processors\n"
    "--part    only hand number K of every N hands\n"
    "--seed    for melds, the winning tile, the way of winning and circumstances\n"
    "--wrong   pretend that the walker denies this yaku, to try the report\n";

/* The counts of each process, for each ruleset. */
struct progress {
    unsigned long hands, kongs, readings, won;
};

/* The hand that a process works on, and the disagreement that it found. */
struct finding {
    atomic_ulong at;   /* a hand */
    atomic_ulong hand; /* of the disagreement; NONE: none yet */
    char text[4000];
};

struct shared_state {
    atomic_ulong next, hands; /* pieces handed out, hands compared */
    struct finding found[MAX_JOBS];
    struct progress done[MAX_JOBS][MAX_RULESETS];
};

/* Rulesets for as many players who may claim the same sets play the same hand. */
struct table {
    unsigned n_seats, claims;
    bool is_laid; /* the hand at hand */
    struct kzi_hand hand;
    struct kzi_tiles tiles;
    struct sheet sheet;
};

struct side {
    kz_ruleset *rules;
    uint64_t seed; /* for its own draws; depends on its name */
    struct table *table;
    struct trial trial;
    struct oracle oracle;
    struct verdict verdict;
};

struct proof {
    struct every_suit suits;
    struct side *sides[MAX_RULESETS];
    struct table *tables[MAX_RULESETS];
    unsigned n_sides, n_tables, n_jobs;
    unsigned long part, parts; /* part counts from 0 */
    uint64_t seed;
    unsigned long hands; /* counted */
};

/* The state of one process. */
struct worker {
    const struct proof *proof;
    unsigned job;
    unsigned long next, piece; /* the next hand's number among all; this process's piece */
};

static struct shared_state *shared;
static const struct worker *at_work; /* NULL: in the parent process */

static _Noreturn void die(const char *who, const char *what) {
    fprintf(stderr, "prove: %s: %s\n", who, what);
    exit(2);
}

static _Noreturn void disagree(const char *format, ...) {
    static char text[sizeof shared->found->text];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (!at_work)
        die("it stops", text);
    struct finding *found = &shared->found[at_work->job];
    memcpy(found->text, text, sizeof text);
    atomic_store(&found->hand, atomic_load(&found->at));
    _exit(1);
}

/* Return the process with the first disagreement, n_jobs if there is none. */
static unsigned first_found(unsigned n_jobs) {
    unsigned first = n_jobs;
    for (unsigned i = 0; i < n_jobs; i++) {
        unsigned long hand = atomic_load(&shared->found[i].hand);
        if (hand != NONE && (first == n_jobs || hand < atomic_load(&shared->found[first].hand)))
            first = i;
    }
    return first;
}

/* --- one hand -------------------------------------------------------------------------------- */

static struct kzi_random random_of(const struct proof *proof, const kzi_suit_key keys[4]) {
    struct kzi_random random = {proof->seed};
    for (unsigned suit = 0; suit < 4; suit++)
        random.state = kzi_random_bits(&random) ^ keys[suit];
    return random;
}

/* Return whether nothing was drawn that kzi_tiles_init looks at. */
static bool tiles_equal(const struct kzi_hand *hand, const struct kzi_hand *before) {
    return !hand->dora.count && !hand->ura.count && !hand->out && hand->from == before->from;
}

/* The melds are the same under all rulesets; each draws its own circumstances. */
static void compare_under(struct side *side, struct kzi_random random, struct progress *done) {
    static struct kzi_hand hand;
    static struct kzi_tiles own;
    static struct kzi_readings readings;
    const struct kzi_tiles *tiles = &side->table->tiles;
    const struct kz_ruleset *rules = side->rules;
    const kz_result *result = side->trial.result;
    hand = side->table->hand;
    random.state ^= side->seed;
    lay_situation(&random, rules, tiles, &hand);
    side->oracle.random = random;
    if (!tiles_equal(&hand, &side->table->hand)) {
        kzi_tiles_init(&own, &hand);
        tiles = &own;
    }
    MUST(kzi_score_tiles(side->trial.result, rules, &hand, tiles) == KZ_OK, &side->trial, &hand,
         "refused\n");
    oracle_take(&side->oracle, &hand, tiles, result->given, result->mark_counts);
    kzi_fill_readings(rules, &side->oracle.facts, &readings);
    compare_every(&side->oracle, &readings);
    compare_verdict(&side->verdict, &side->trial, &side->oracle, &hand, &readings);
    done->readings += readings.count;
    done->won += result->reason == KZI_WINS;
}

static bool plays(const struct kz_ruleset *rules, const kzi_suit_key keys[4], kzi_kinds kinds) {
    if (!(kinds & ~rules->in_fours))
        return true;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        if ((keys[kzi_suit(kind)] >> 3 * (kzi_number(kind) - 1) & 7) > rules->model->copies[kind])
            return false;
    return true;
}

static kzi_kinds kinds_of(const kzi_suit_key keys[4]) {
    kzi_kinds kinds = 0;
    for (unsigned suit = 0; suit < 4; suit++)
        for (kzi_suit_key left = keys[suit], number = 1; left; left >>= 3, number++)
            kinds |= left & 7 ? kzi_kind_bit(kzi_kind(suit, number)) : 0;
    return kinds;
}

static bool has_kong(const struct kzi_hand *hand) {
    for (unsigned i = 0; i < hand->n_melds; i++)
        if (hand->melds[i].kind == KZI_KONG)
            return true;
    return false;
}

static void lay_table(struct table *table, struct kzi_random random, const struct kzi_hand *laid) {
    table->hand = *laid;
    random.state ^= table->n_seats << 8 | table->claims;
    lay_seats(&random, table->n_seats, table->claims, &table->hand);
    kzi_tiles_init(&table->tiles, &table->hand);
    table->sheet.n_readings = 0;
    table->is_laid = true;
}

static void compare_laid(const struct worker *worker, const kzi_suit_key keys[4],
                         struct kzi_random random, const struct kzi_hand *laid) {
    const struct proof *proof = worker->proof;
    bool kongs = has_kong(laid);
    kzi_kinds kinds = kinds_of(keys);
    for (unsigned i = 0; i < proof->n_tables; i++)
        proof->tables[i]->is_laid = false;
    for (unsigned i = 0; i < proof->n_sides; i++) {
        struct side *side = proof->sides[i];
        struct progress *done = &shared->done[worker->job][i];
        if (!plays(side->rules, keys, kinds))
            continue;
        if (!side->table->is_laid)
            lay_table(side->table, random, laid);
        compare_under(side, random, done);
        done->hands += !kongs;
        done->kongs += kongs;
    }
}

/* Compare the hand, and a quarter of the hands once more with kongs for some of their pungs. */
static void compare_hand(const struct worker *worker, const kzi_suit_key keys[4]) {
    struct kzi_random random = random_of(worker->proof, keys);
    struct kzi_hand laid;
    lay_tiles(&random, keys, false, &laid);
    compare_laid(worker, keys, random, &laid);
    if (!kzi_random_below(&random, 4)) {
        lay_tiles(&random, keys, true, &laid);
        if (has_kong(&laid))
            compare_laid(worker, keys, random, &laid);
    }
    atomic_fetch_add(&shared->hands, 1);
}

/* --- a process ------------------------------------------------------------------------------- */

static bool is_beyond(const struct proof *proof, unsigned long hand) {
    unsigned first = first_found(proof->n_jobs);
    return first < proof->n_jobs && hand > atomic_load(&shared->found[first].hand);
}

/* Pieces are handed out in order, so all before this worker's piece are taken. */
static bool look_at(void *context, const kzi_suit_key keys[4]) {
    struct worker *worker = context;
    const struct proof *proof = worker->proof;
    unsigned long hand = worker->next++, piece = hand / proof->parts / PIECE;
    if (hand % proof->parts != proof->part)
        return true;
    while (worker->piece < piece)
        worker->piece = atomic_fetch_add(&shared->next, 1);
    if (worker->piece > piece)
        return true;
    if (is_beyond(proof, hand))
        return false;
    atomic_store(&shared->found[worker->job].at, hand);
    compare_hand(worker, keys);
    return true;
}

static _Noreturn void work(const struct proof *proof, unsigned job) {
    struct worker worker = {.proof = proof, .job = job};
    worker.piece = atomic_fetch_add(&shared->next, 1);
    at_work = &worker;
    each_sets_and_pair(&proof->suits, look_at, &worker);
    _exit(0);
}

/* --- the parent process ---------------------------------------------------------------------- */

static void tell_progress(const struct proof *proof, time_t began) {
    unsigned long of = (proof->hands + proof->parts - 1 - proof->part) / proof->parts;
    unsigned long hands = atomic_load(&shared->hands);
    double rate = (double)hands / (double)(time(NULL) - began);
    if (rate > 0)
        fprintf(stderr, "%s%lu of %lu hands, %.0f a second, %.0f s left%s", isatty(2) ? "\r" : "",
                hands, of, rate, (double)(of - hands) / rate, isatty(2) ? " " : "\n");
}

/* A process that was killed or crashed counts as a disagreement on its hand. */
static void take_end(pid_t pid, const pid_t *jobs, unsigned n_jobs, int status) {
    if (WIFEXITED(status) && WEXITSTATUS(status) <= 1)
        return;
    for (unsigned i = 0; i < n_jobs; i++) {
        struct finding *found = &shared->found[i];
        if (jobs[i] != pid)
            continue;
        snprintf(found->text, sizeof found->text, "its process ended by signal %d",
                 WIFSIGNALED(status) ? WTERMSIG(status) : 0);
        atomic_store(&found->hand, atomic_load(&found->at));
    }
}

static void run(const struct proof *proof) {
    pid_t jobs[MAX_JOBS], pid;
    time_t began = time(NULL), told = began;
    int status;
    fflush(stdout);
    for (unsigned i = 0; i < proof->n_jobs; i++)
        atomic_store(&shared->found[i].hand, NONE);
    for (unsigned i = 0; i < proof->n_jobs; i++) {
        if ((jobs[i] = fork()) == 0)
            work(proof, i);
        if (jobs[i] < 0)
            die("a process", "cannot be started");
    }
    while ((pid = waitpid(-1, &status, WNOHANG)) >= 0) {
        if (pid)
            take_end(pid, jobs, proof->n_jobs, status);
        else
            nanosleep(&(struct timespec){0, 100000000}, NULL);
        if (time(NULL) - told < (isatty(2) ? 1 : 60))
            continue;
        told = time(NULL);
        tell_progress(proof, began);
    }
    if (isatty(2))
        fprintf(stderr, "\r\033[K");
}

static int tell(const struct proof *proof) {
    unsigned first = first_found(proof->n_jobs);
    for (unsigned i = 0; i < proof->n_sides; i++) {
        struct progress sum = {0};
        for (unsigned k = 0; k < proof->n_jobs; k++) {
            const struct progress *done = &shared->done[k][i];
            sum.hands += done->hands;
            sum.kongs += done->kongs;
            sum.readings += done->readings;
            sum.won += done->won;
        }
        printf("%s: %lu hands and %lu of them with kongs, %lu readings, %lu win\n",
               proof->sides[i]->rules->model->id, sum.hands, sum.kongs, sum.readings, sum.won);
    }
    if (first == proof->n_jobs) {
        printf("tables and tree walker are equal\n");
        return 0;
    }
    const struct finding *found = &shared->found[first];
    printf("hand %lu: %s\n", atomic_load(&found->hand), found->text);
    return 1;
}

/* --- the command ----------------------------------------------------------------------------- */

static bool count(void *context, const kzi_suit_key keys[4]) {
    (void)keys;
    ++*(unsigned long *)context;
    return true;
}

static bool has_shape(const struct kz_ruleset *rules) {
    for (unsigned i = 0; i < rules->shapes.count; i++) {
        const struct kzi_shape *shape = &rules->shapes.list[i];
        if (shape->form == KZI_FORM_SETS && shape->sets == SETS_OF_HAND && shape->pairs == 1)
            return true;
    }
    return false;
}

/* Return the table where these rules are played. */
static struct table *table_of(struct proof *proof, const struct kz_ruleset *rules, jmp_buf *door) {
    unsigned n_seats = rules->model->n_seats, claims = rules->model->claims;
    for (unsigned i = 0; i < proof->n_tables; i++)
        if (proof->tables[i]->n_seats == n_seats && proof->tables[i]->claims == claims)
            return proof->tables[i];
    struct table *table = calloc(1, sizeof *table);
    if (!table)
        longjmp(*door, 1);
    table->n_seats = n_seats;
    table->claims = claims;
    table->sheet.arena.door = door;
    return proof->tables[proof->n_tables++] = table;
}

static void open_side(struct proof *proof, const char *path, const char *wrong, jmp_buf *door) {
    kz_error error;
    struct side *side = calloc(1, sizeof *side);
    if (!side || proof->n_sides == MAX_RULESETS)
        die(path, "too many rulesets, or out of memory");
    if (kz_ruleset_load(&side->rules, path, NULL, NULL, &error) != KZ_OK)
        die(path, error.text);
    /* The walker takes tiles as they are; tests/unit/wild.c tries all tiles that wild ones
     * replace. */
    const bool wild = side->rules->model->wild_names.count;
    if (wild || !has_shape(side->rules)) {
        printf("%s: left out, it has %s\n", path,
               wild ? "wild tiles" : "no shape of four sets and a pair");
        kz_ruleset_free(side->rules);
        free(side);
        return;
    }
    trial_begin(&side->trial, side->rules->model->id, side->rules, proof->seed);
    verdict_begin(&side->verdict, side->rules);
    side->seed = (uint32_t)kzi_hash_text(KZI_HASH_EMPTY, side->rules->model->id);
    oracle_begin(&side->oracle, side->rules, proof->seed);
    side->oracle.wrong = wrong ? kzi_names_find(&side->rules->model->yaku_names, wrong) + 1 : 0;
    if (wrong && !side->oracle.wrong)
        die(path, "has no yaku of that name");
    side->table = table_of(proof, side->rules, door);
    share_answers(&side->oracle, &side->table->sheet);
    proof->sides[proof->n_sides++] = side;
}

static unsigned long number(const char *text, unsigned long min, unsigned long max) {
    char *end;
    unsigned long value = text ? strtoul(text, &end, 10) : 0;
    if (!text || !*text || *end || value < min || value > max)
        die(text ? text : "an option", "is no such number");
    return value;
}

static void read_part(struct proof *proof, const char *text) {
    char part[16];
    size_t len = text ? strcspn(text, "/") : 0;
    if (!len || len >= sizeof part || !text[len])
        die("--part", "needs K/N");
    memcpy(part, text, len);
    part[len] = '\0';
    proof->parts = number(text + len + 1, 1, ALL_SETS_AND_PAIR);
    proof->part = number(part, 1, proof->parts) - 1;
}

static int read_options(struct proof *proof, char **argv, const char **wrong) {
    int at = 1;
    for (; argv[at] && argv[at][0] == '-'; at += 2) {
        if (!strcmp(argv[at], "--jobs"))
            proof->n_jobs = (unsigned)number(argv[at + 1], 0, MAX_JOBS);
        else if (!strcmp(argv[at], "--part"))
            read_part(proof, argv[at + 1]);
        else if (!strcmp(argv[at], "--seed"))
            proof->seed = number(argv[at + 1], 0, ULONG_MAX - 1);
        else if (!strcmp(argv[at], "--wrong") && argv[at + 1])
            *wrong = argv[at + 1];
        else
            die(argv[at], help);
    }
    if (!argv[at])
        die("no rule file", help);
    if (!proof->n_jobs)
        proof->n_jobs = (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
    return at;
}

int main(int argc, char **argv) {
    static struct proof proof = {.n_jobs = 1, .parts = 1, .seed = SEED};
    static const char *wrong;
    jmp_buf door;
    (void)argc;
    if (setjmp(door))
        die("out of memory", "conditions take too much");
    int at = read_options(&proof, argv, &wrong);
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        die("out of memory", "nothing is shared");
    fill_suits(&proof.suits);
    each_sets_and_pair(&proof.suits, count, &proof.hands);
    if (proof.hands != ALL_SETS_AND_PAIR)
        die("other hands than four sets and a pair make", "the count is not 11498658");
    for (; argv[at]; at++)
        open_side(&proof, argv[at], wrong, &door);
    printf("%lu hands of four sets and a pair, part %lu of %lu, seed %llu\n", proof.hands,
           proof.part + 1, proof.parts, (unsigned long long)proof.seed);
    run(&proof);
    return tell(&proof);
}
