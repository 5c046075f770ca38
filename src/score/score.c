/* From a hand to its verdict: every reading, every selection of yaku on it, the best of them. */
#include "compile/words.h"
#include "score/internal.h"

#include <stddef.h>
#include <string.h>

/* --- candidates ------------------------------------------------------------------------------ */

struct scoring {
    struct kz_result *result;
    struct kzi_facts facts;
    struct kzi_match hand;              /* rows that the hand leaves */
    struct kzi_match match;             /* rows that the reading under way leaves */
    uint64_t owners[KZI_ROW_WORDS];     /* yaku, then fu items, that have such a row */
    uint64_t countable[KZI_YAKU_WORDS]; /* yaku that have something to count */
    struct kzi_choosing choosing;
    struct kzi_tally spare; /* where the room for others is used up */
};

/* Room for the next tally: the first is the best so far; each further one has its own place. */
static struct kzi_tally *next_room(struct scoring *scoring) {
    struct kz_result *result = scoring->result;
    if (!result->n_readings)
        return &result->best;
    return result->n_others < KZI_MAX_OTHERS ? &result->others[result->n_others] : &scoring->spare;
}

/* What is in use of a tally: most of one is room for large rulesets. */
static void copy_tally(const struct kz_ruleset *rules, struct kzi_tally *to,
                       const struct kzi_tally *from) {
    size_t words = rules->yaku_words * sizeof *from->scored;
    memcpy(to, from, offsetof(struct kzi_tally, uses));
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

/* What the tally pays: asked where there is another to compare it with. */
static int64_t points_of(const struct kz_result *result, const struct kzi_tally *tally) {
    int64_t share[KZI_SEATS], discarder, others;
    return kzi_shares(result->rules, &result->hand, tally->value, tally->priced, share, &discarder,
                      &others);
}

/* Adds up the selection in tally->scored and keeps it as the best or among the others. */
static void consider(struct scoring *scoring, struct kzi_tally *tally) {
    struct kz_result *result = scoring->result;
    kzi_add_up(result, &scoring->facts, &scoring->match, scoring->owners, tally);
    if (!result->n_readings++)
        return;
    if (result->n_readings == 2)
        result->best.points = points_of(result, &result->best);
    tally->points =
        tally->value == result->best.value ? result->best.points : points_of(result, tally);
    if (kzi_better(result->rules, &scoring->facts, tally, &result->best))
        swap_tallies(result->rules, tally, &result->best);
    if (tally != &scoring->spare)
        result->n_others++;
}

/* A tally of what counts of the yaku held, before covers. */
KZI_ALWAYS_INLINE struct kzi_tally *new_tally(struct scoring *scoring,
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
KZI_ALWAYS_INLINE void consider_together(struct scoring *scoring, const struct kzi_reading *reading,
                                         const uint64_t *held, unsigned words) {
    const struct kz_ruleset *rules = scoring->result->rules;
    const uint64_t *worth_limit = rules->worth_limit[scoring->facts.open];
    struct kzi_tally *tally = new_tally(scoring, reading, held, rules->alone, words);
    if (rules->combines)
        kzi_combine(rules, &scoring->facts, scoring->result->mark_counts, &scoring->choosing,
                    tally);
    else
        kzi_settle_covers(rules, tally->scored);
    tally->by_limit = kzi_any_common(tally->scored, worth_limit, words);
    if (tally->by_limit)
        kzi_and_words(tally->scored, worth_limit, words);
    consider(scoring, tally);
}

static void consider_alone(struct scoring *scoring, const struct kzi_reading *reading,
                           const uint64_t *held, unsigned yaku, unsigned words) {
    const struct kz_ruleset *rules = scoring->result->rules;
    struct kzi_tally *tally = new_tally(scoring, reading, held, held, words);
    tally->scored[yaku / 64] = UINT64_C(1) << (yaku % 64);
    tally->alone = (int)yaku;
    tally->uses_repeat = true; /* a combination alone counts as often as it is there */
    tally->by_limit = kzi_yaku_in(rules->worth_limit[scoring->facts.open], yaku);
    consider(scoring, tally);
}

KZI_ALWAYS_INLINE void consider_held(struct scoring *scoring, const struct kzi_reading *reading,
                                     unsigned words) {
    const struct kz_ruleset *rules = scoring->result->rules;
    uint64_t held[KZI_YAKU_WORDS], alone[KZI_YAKU_WORDS];
    unsigned yaku = 0;
    kzi_copy_words(held, scoring->owners, words);
    kzi_and_words(held, scoring->countable, words);
    consider_together(scoring, reading, held, words);
    if (!kzi_any_common(scoring->owners, rules->alone, words))
        return;
    kzi_copy_words(alone, scoring->owners, words);
    kzi_and_words(alone, rules->alone, words);
    KZI_EACH_YAKU(rules, alone, yaku)
    consider_alone(scoring, reading, held, yaku, words);
}

static void consider_reading(struct scoring *scoring, const struct kzi_reading *reading) {
    const struct kz_ruleset *rules = scoring->result->rules;
    kzi_match_reading(rules->scoring, &scoring->facts, &scoring->hand, reading, &scoring->match);
    kzi_match_owners(rules->scoring, &scoring->facts, reading, &scoring->match, scoring->owners);
    KZI_BY_WORDS(rules->yaku_words, consider_held(scoring, reading, words));
}

/* --- the verdict ----------------------------------------------------------------------------- */

/* Of a single reading adding up has noted how often each counts, save of yaku worth a limit. */
static void list_yaku(struct kz_result *result, const struct kzi_facts *facts) {
    const struct kz_ruleset *rules = result->rules;
    const struct kzi_tally *best = &result->best;
    unsigned yaku = 0;
    for (unsigned word = 0; word < rules->yaku_words; word++) {
        result->listed[word] = best->scored[word];
        result->many[word] = best->scored[word] & kzi_many_of(rules, best)[word];
    }
    if (result->n_readings == 1 && !best->by_limit)
        return;
    KZI_EACH_YAKU(rules, result->many, yaku)
    result->times[yaku] =
        (uint16_t)kzi_times_of_many(rules, facts, best, result->mark_counts, yaku);
}

unsigned kzi_count_waits(const struct kz_ruleset *rules, const struct kzi_facts *facts) {
    kzi_kinds waits = kzi_waits_of(facts->tiles, facts->hand, &rules->shapes, rules->played);
    unsigned count = 0;
    for (; waits; waits &= waits - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(waits);
        unsigned own = facts->tiles->counts[kind] - (kind == facts->hand->win ? 1U : 0U);
        count += rules->model->waits_count_used_up || own != rules->model->copies[kind];
    }
    return count;
}

/* The yaku that have something to count, if they count by tiles or marks. */
static void find_countable(struct scoring *scoring) {
    const struct kz_ruleset *rules = scoring->result->rules;
    size_t there = scoring->result->marks_there;
    const uint64_t *countable = rules->countable + there * rules->yaku_words;
    KZI_BY_WORDS(rules->yaku_words, kzi_copy_words(scoring->countable, countable, words));
    if (rules->counts_fours && !kzi_count_fours(&scoring->facts))
        kzi_drop_words(scoring->countable, rules->of_fours, rules->yaku_words);
}

static void score_readings(struct scoring *scoring) {
    struct kz_result *result = scoring->result;
    const struct kz_ruleset *rules = result->rules;
    kzi_match_hand(rules->scoring, &scoring->facts, &scoring->hand);
    find_countable(scoring);
    if (rules->scoring->asks_waits &&
        kzi_match_asks_waits(rules->scoring, &scoring->facts, &scoring->hand, &result->readings))
        scoring->facts.n_waits = kzi_count_waits(rules, &scoring->facts);
    scoring->choosing = (struct kzi_choosing){KZI_MAX_CHOOSING, false};
    for (unsigned i = 0; i < result->readings.count; i++)
        consider_reading(scoring, &result->readings.list[i]);
    result->choices_cut = scoring->choosing.cut;
    list_yaku(result, &scoring->facts);
    if (result->best.wins) {
        result->reason = KZI_WINS;
        kzi_settle(result);
    } else {
        result->reason = result->best.qualifying ? KZI_BELOW_MINIMUM : KZI_NO_YAKU;
        result->best.points = points_of(result, &result->best);
        kzi_settle_nothing(result);
    }
}

/* What is left of the last hand where this one has no readings. */
static void find_nothing(struct kz_result *result) {
    result->reason = KZI_INCOMPLETE;
    result->best.wins = false;
    result->best.points = 0;
    result->choices_cut = false;
    memset(result->listed, 0, result->rules->yaku_words * sizeof *result->listed);
    kzi_settle_nothing(result);
}

static bool same_shapes(const struct kzi_shapes *a, const struct kzi_shapes *b) {
    return a->splits == b->splits && a->count == b->count &&
           !memcmp(a->list, b->list, a->count * sizeof *a->list);
}

static void find_readings(struct kz_result *result, const struct kzi_hand *hand,
                          const struct kzi_tiles *tiles, const struct kz_result *other) {
    const struct kzi_readings *known = other ? &other->readings : NULL;
    if (known && other->status == KZ_OK &&
        same_shapes(&result->rules->shapes, &other->rules->shapes)) {
        result->readings.count = known->count;
        memcpy(result->readings.list, known->list, known->count * sizeof *known->list);
    } else
        kzi_readings_of(tiles, hand, &result->rules->shapes, &result->readings);
}

kz_status kzi_score_beside(struct kz_result *result, const struct kz_ruleset *rules,
                           const struct kzi_hand *hand, const struct kzi_tiles *tiles,
                           const struct kz_result *other) {
    struct scoring scoring;
    struct kzi_problem problem;
    scoring.result = result;
    problem.found = false;
    result->rules = rules;
    result->status = KZ_OK;
    result->n_others = result->n_readings = 0;
    kzi_hand_copy(&result->hand, hand);
    kzi_facts_start(&scoring.facts, hand, tiles);
    if (!kzi_admit(result, &scoring.facts, &problem)) {
        find_nothing(result);
        kzi_problem_error(&problem, &result->error);
        return result->status = result->error.status;
    }
    result->given = scoring.facts.given;
    find_readings(result, hand, tiles, other);
    if (result->readings.count)
        score_readings(&scoring);
    else
        find_nothing(result);
    return KZ_OK;
}

kz_status kzi_score(struct kz_result *result, const struct kz_ruleset *rules,
                    const struct kzi_hand *hand) {
    struct kzi_tiles tiles;
    kzi_tiles_find(&tiles, hand);
    return kzi_score_beside(result, rules, hand, &tiles, NULL);
}

void kzi_refuse(struct kz_result *result, const struct kzi_hand *hand, const kz_error *error) {
    result->rules = NULL;
    result->status = error->status;
    result->error = *error;
    memcpy(result->hand.id, hand->id, sizeof result->hand.id);
}
