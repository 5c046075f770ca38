/* From a hand to its verdict: every reading looked at, and the best of what was found concluded
 * with. */
#include "compile/program/words.h"
#include "compile/ruleset.h"
#include "score/internal.h"

#include <string.h>

/* Of a single reading adding up has noted how often each counts, save of yaku worth a limit. */
KZI_ALWAYS_INLINE void note_times(struct kz_result *result, const struct kzi_facts *facts) {
    const struct kz_ruleset *rules = result->rules;
    const struct kzi_tally *best = &result->best;
    const uint64_t *may_be_many = kzi_many_of(rules, best);
    if (result->n_readings == 1 && !best->by_limit)
        return;
    for (unsigned word = 0; word < rules->yaku_words; word++)
        for (uint64_t many = best->scored[word] & may_be_many[word]; many; many &= many - 1) {
            unsigned yaku = word * 64 + (unsigned)__builtin_ctzll(many);
            result->times[yaku] =
                (uint16_t)kzi_times_of_many(rules, facts, best, result->mark_counts, yaku);
        }
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

/* What is left of the last hand where this one has no readings. */
static void find_nothing(struct kz_result *result) {
    result->reason = KZI_INCOMPLETE;
    result->best.wins = false;
    result->best.points = 0;
    result->choosing = (struct kzi_choice_ctx){KZI_MAX_CHOOSING, false};
    memset(result->best.scored, 0, result->rules->yaku_words * sizeof *result->best.scored);
    kzi_settle_nothing(result);
}

static __attribute__((noinline)) kz_status refuse(struct kz_result *result,
                                                  const struct kzi_problem *problem) {
    find_nothing(result);
    kzi_problem_error(problem, &result->error);
    return result->status = result->error.status;
}

static __attribute__((noinline)) void refuse_range(struct kz_result *result) {
    struct kzi_problem problem;
    problem.found = false;
    kzi_problem_range(&problem, result->best.total < 0 ? "the total" : "what the hand pays");
    refuse(result, &problem);
}

/* Whether something counts that is not a bonus: rules may keep it from the minimum all the same. */
static bool has_yaku(const struct kz_result *result) {
    uint64_t any = 0;
    for (unsigned word = 0; word < result->rules->yaku_words; word++)
        any |= result->best.scored[word] & ~result->rules->bonus[word];
    return any;
}

KZI_ALWAYS_INLINE void conclude(struct kzi_score_ctx *scoring) {
    struct kz_result *result = scoring->result;
    bool in_range;
    note_times(result, &scoring->facts);
    if (result->best.wins) {
        result->reason = KZI_WINS;
        in_range = kzi_settle(result);
    } else {
        result->reason = has_yaku(result) ? KZI_BELOW_MINIMUM : KZI_NO_YAKU;
        result->best.points = kzi_points_of(result, &result->best);
        in_range = !kzi_past_range(result->best.value, result->best.points);
        kzi_settle_nothing(result);
    }
    if (!in_range)
        refuse_range(result);
}

void kzi_conclude(struct kzi_score_ctx *scoring) {
    conclude(scoring);
}

/* Where each yaku and fu item has one row, what is left of the rows are those that hold. */
KZI_ALWAYS_INLINE void find_owners(struct kzi_score_ctx *scoring,
                                   const struct kzi_reading *reading) {
    const struct kzi_program *program = scoring->result->rules->scoring;
    struct kzi_matched *matched = &scoring->matched;
    if (program->n_rows > program->n_owners || program->any_verify)
        kzi_match_owners(program, &scoring->facts, reading, &matched->match, matched->owners);
    else
        KZI_BY_WORDS(program->words, kzi_copy_words(matched->owners, matched->match.rows, words));
}

static void score_readings(struct kzi_score_ctx *scoring) {
    const struct kz_result *result = scoring->result;
    const struct kz_ruleset *rules = result->rules;
    struct kzi_matched *matched = &scoring->matched;
    struct kzi_match of_hand;
    for (unsigned i = 0; i < result->readings.count; i++)
        kzi_match_soon(rules->scoring, &result->readings.list[i]);
    kzi_match_hand(rules->scoring, &scoring->facts, &of_hand);
    kzi_find_countable(scoring);
    if (rules->scoring->asks_waits &&
        kzi_match_asks_waits(rules->scoring, &scoring->facts, &of_hand, &result->readings))
        scoring->facts.n_waits = kzi_count_waits(rules, &scoring->facts);
    matched->counted_at = rules->counted_at;
    matched->fu_at = 0;
    for (unsigned i = 0; i < result->readings.count; i++) {
        const struct kzi_reading *reading = &result->readings.list[i];
        kzi_match_reading(rules->scoring, &scoring->facts, &of_hand, reading, &matched->match);
        find_owners(scoring, reading);
        kzi_consider(scoring, reading);
    }
    conclude(scoring);
}

static void find_readings(struct kz_result *result, const struct kzi_hand *hand,
                          const struct kzi_tiles *tiles, const struct kz_result *other) {
    const struct kzi_readings *known = other ? &other->readings : NULL;
    if (known && other->status == KZ_OK &&
        kzi_same_shapes(&result->rules->shapes, &other->rules->shapes)) {
        result->readings.count = known->count;
        memcpy(result->readings.list, known->list, known->count * sizeof *known->list);
    } else
        kzi_readings_of(tiles, hand, &result->rules->shapes, &result->readings);
}

/* A hand that was read without any rules may hold table words, which these rules know. */
static __attribute__((noinline)) bool score_replaced(struct kz_result *result,
                                                     const struct kz_ruleset *rules,
                                                     const struct kzi_hand *hand) {
    struct kzi_hand replaced = *hand;
    if (hand->words_known || !kzi_table_words_replace(&replaced, &rules, 1))
        return false;
    kzi_score(result, rules, &replaced);
    return true;
}

kz_status kzi_score_beside(struct kz_result *result, const struct kz_ruleset *rules,
                           const struct kzi_hand *hand, const struct kzi_tiles *tiles,
                           const struct kz_result *other) {
    struct kzi_score_ctx scoring;
    struct kzi_problem problem;
    problem.found = false;
    kzi_begin_result(&scoring, result, rules, hand);
    kzi_facts_start(&scoring.facts, hand, tiles);
    if (!kzi_admit(result, &scoring.facts, &problem)) {
        if (problem.code == KZI_UNKNOWN_WORD && score_replaced(result, rules, hand))
            return result->status;
        return refuse(result, &problem);
    }
    result->given = scoring.facts.given;
    find_readings(result, hand, tiles, other);
    if (result->readings.count)
        score_readings(&scoring);
    else
        find_nothing(result);
    if (hand->n_pao && result->reason == KZI_WINS) {
        kzi_check_fed(result, &scoring.facts, &problem);
        if (problem.found)
            return refuse(result, &problem);
    }
    return result->status;
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
    result->hand.has_id = hand->has_id;
    if (hand->has_id)
        memcpy(result->hand.id, hand->id, sizeof result->hand.id);
}
