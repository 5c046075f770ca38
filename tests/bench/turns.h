/* turns.h - how long looking ahead takes for full hands that are ready, one, two and
 * three tiles away.
 *
 * Times are those of the processor, because other programs would stretch the longer ones. */
#ifndef KZI_BENCH_TURNS_H
#define KZI_BENCH_TURNS_H

#include "score/prospect.h"
#include "stages.h"
#include "timing.h"

static double bench_processor_time(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Exchange one concealed tile for another that is left, neither of them a five. */
static bool exchange(struct kzi_random *random, const struct kz_ruleset *rules,
                     struct kzi_hand *hand) {
    const unsigned out = kzi_random_below(random, KZI_KINDS),
                   in = kzi_random_below(random, KZI_KINDS);
    struct kzi_tiles tiles;
    kzi_tiles_find_unfinished(&tiles, hand);
    bool five =
        (!kzi_is_honor(in) && kzi_number(in) == 5) || (!kzi_is_honor(out) && kzi_number(out) == 5);
    if (five || in == out || !hand->concealed[out] || tiles.counts[in] >= rules->model->copies[in])
        return false;
    hand->concealed[out]--;
    hand->concealed[in]++;
    return true;
}

/* Make a full hand so many tiles away from ready, from one that wins. */
static void make_full_hand(struct bench *bench, struct kzi_random *random, unsigned away,
                           struct kzi_hand *hand, struct kzi_discards *discards) {
    kz_error error;
    for (;;) {
        if (!kzi_random_hand(random, bench->rules, NULL, hand) || hand->win_face)
            continue;
        hand->concealed[hand->win]++;
        hand->n_concealed++;
        hand->win = KZI_NO_KIND;
        hand->win_marked = hand->by_given = hand->self_draw = false;
        hand->from = -1;
        unsigned changes = 0;
        for (unsigned tries = 0; changes < away + 1 && tries < 100; tries++)
            changes += exchange(random, bench->rules, hand);
        if (kzi_discards_find(discards, bench->rules, hand, bench->result, &error) == KZ_OK &&
            discards->lacking == away + 1)
            return;
    }
}

static void measure_turns(struct bench *bench, unsigned turns) {
    static const char *const says[] = {"ready", "one away", "two away", "three away"};
    double *took = calloc(bench->count, sizeof *took);
    if (!took)
        die(bench->name, "out of memory");
    for (unsigned away = 0; away < KZI_COUNT(says); away++) {
        struct kzi_random random = {20261123 + away};
        unsigned cut = 0;
        for (unsigned i = 0; i < bench->count; i++) {
            struct kzi_search search = {
                .turns = turns, .width = KZI_WIDTH, .most_bytes = KZI_SEARCH_BYTES};
            struct kzi_discards discards;
            struct kzi_hand hand;
            kz_error error;
            make_full_hand(bench, &random, away, &hand, &discards);
            double begun = bench_processor_time();
            if (kzi_prospects_find(&discards, bench->rules, &hand, bench->result, &search,
                                   &error) != KZ_OK)
                die(bench->name, error.text);
            took[i] = bench_processor_time() - begun;
            cut += discards.cut;
        }
        qsort(took, bench->count, sizeof *took, bench_by_number);
        printf("%s: %u turns, %s: %.3f ms, nine tenths within %.3f ms, at most %.3f ms, %u of %zu "
               "cut\n",
               bench->name, turns, says[away], took[bench->count / 2] / 1e6,
               took[bench->count * 9 / 10] / 1e6, took[bench->count - 1] / 1e6, cut,
               (size_t)bench->count);
    }
    free(took);
}

#endif
