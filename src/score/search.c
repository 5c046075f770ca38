/* Every selection of the yaku that hold on a reading, added up, and the best of them kept. */
#include "compile/program/words.h"
#include "score/covers.h"
#include "score/sum.h"

#include <stddef.h>
#include <string.h>

/* Room for the next tally: the first is the best so far; each further one has its own place. */
static struct kzi_tally *next_room(struct kzi_score_ctx *scoring) {
    struct kz_result *result = scoring->result;
    if (!result->n_readings)
        return &result->best;
    return result->n_others < KZI_MAX_OTHERS ? &result->others[result->n_others] : &scoring->spare;
}

/* What is in use of a tally: most of one is room for large rulesets. */
static void copy_tally(const struct kz_ruleset *rules, struct kzi_tally *to,
                       const struct kzi_tally *from) {
    size_t words = rules->yaku_words * sizeof *from->scored;
    memcpy(to, from, offsetof(struct kzi_tally, scored));
    memcpy(to->uses, from->uses, from->n_uses * sizeof *from->uses);
    memcpy(to->counts, from->counts, from->n_counts * sizeof *from->counts);
    memcpy(to->scored, from->scored, words);
    memcpy(to->held, from->held, words);
}

static void swap_tallies(const struct kz_ruleset *rules, struct kzi_tally *a, struct kzi_tally *b) {
    struct kzi_tally kept;
    copy_tally(rules, &kept, a);
    copy_tally(rules, a, b);
    copy_tally(rules, b, &kept);
}

int64_t kzi_points_of(const struct kz_result *result, const struct kzi_tally *tally) {
    int64_t share[KZI_SEATS], discarder, others;
    return kzi_shares(result->rules, &result->hand, tally->value, tally->priced, share, &discarder,
                      &others);
}

/* Adds up the selection in tally->scored and keeps it as the best or among the others. */
KZI_ALWAYS_INLINE void consider(struct kzi_score_ctx *scoring, struct kzi_tally *tally,
                                unsigned words) {
    struct kz_result *result = scoring->result;
    kzi_adding(result, &scoring->facts, &scoring->matched, tally, words);
    if (!result->n_readings++)
        return;
    if (result->n_readings == 2)
        result->best.points = kzi_points_of(result, &result->best);
    tally->points =
        tally->value == result->best.value ? result->best.points : kzi_points_of(result, tally);
    if (kzi_better(result->rules, &scoring->facts, tally, &result->best))
        swap_tallies(result->rules, tally, &result->best);
    if (tally != &scoring->spare)
        result->n_others++;
}

/* A tally of what counts of the yaku held, before covers. */
KZI_ALWAYS_INLINE struct kzi_tally *new_tally(struct kzi_score_ctx *scoring,
                                              const struct kzi_reading *reading,
                                              const uint64_t *held, const uint64_t *out,
                                              unsigned words) {
    struct kzi_tally *tally = next_room(scoring);
    tally->reading = *reading;
    kzi_copy_words(tally->held, held, words);
    kzi_copy_words(tally->scored, held, words);
    kzi_drop_words(tally->scored, out, words);
    tally->n_uses = tally->n_counts = 0;
    tally->uses_repeat = false;
    tally->alone = -1;
    tally->by_limit = false;
    tally->total = tally->qualifying = 0;
    tally->counted = tally->value = 0;
    tally->fu_items = 0;
    return tally;
}

/* What counts together: covers act, then a yaku worth a limit sets all others aside. */
KZI_ALWAYS_INLINE void consider_together(struct kzi_score_ctx *scoring,
                                         const struct kzi_reading *reading, const uint64_t *held,
                                         unsigned words) {
    const struct kz_ruleset *rules = scoring->result->rules;
    const uint64_t *worth_limit = rules->worth_limit[scoring->facts.open];
    struct kzi_tally *tally = new_tally(scoring, reading, held, rules->alone, words);
    if (rules->combines)
        kzi_combine(rules, &scoring->facts, scoring->result->mark_counts,
                    &scoring->result->choosing, tally);
    else
        kzi_settling_covers(rules, tally->scored, words);
    tally->by_limit = kzi_any_common(tally->scored, worth_limit, words);
    if (tally->by_limit)
        kzi_and_words(tally->scored, worth_limit, words);
    consider(scoring, tally, words);
}

static __attribute__((noinline)) void consider_alone(struct kzi_score_ctx *scoring,
                                                     const struct kzi_reading *reading,
                                                     const uint64_t *held, unsigned yaku,
                                                     unsigned words) {
    const struct kz_ruleset *rules = scoring->result->rules;
    struct kzi_tally *tally = new_tally(scoring, reading, held, held, words);
    tally->scored[yaku / 64] = UINT64_C(1) << (yaku % 64);
    tally->alone = (int)yaku;
    tally->uses_repeat = true; /* a combination alone counts as often as it is there */
    tally->by_limit = kzi_yaku_in(rules->worth_limit[scoring->facts.open], yaku);
    consider(scoring, tally, words);
}

KZI_ALWAYS_INLINE void consider_held(struct kzi_score_ctx *scoring,
                                     const struct kzi_reading *reading, unsigned words) {
    const struct kz_ruleset *rules = scoring->result->rules;
    uint64_t held[KZI_YAKU_WORDS], alone[KZI_YAKU_WORDS];
    unsigned yaku = 0;
    kzi_copy_words(held, scoring->matched.owners, words);
    kzi_and_words(held, scoring->countable, words);
    consider_together(scoring, reading, held, words);
    if (!kzi_any_common(scoring->matched.owners, rules->alone, words))
        return;
    kzi_copy_words(alone, scoring->matched.owners, words);
    kzi_and_words(alone, rules->alone, words);
    KZI_EACH_YAKU(rules, alone, yaku)
    consider_alone(scoring, reading, held, yaku, words);
}

void kzi_consider(struct kzi_score_ctx *scoring, const struct kzi_reading *reading) {
    KZI_BY_WORDS(scoring->result->rules->yaku_words, consider_held(scoring, reading, words));
}
