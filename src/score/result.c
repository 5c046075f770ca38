/* Queries of a result, and the results of hands that are refused. */
#include "score/result.h"
#include "score/steps.h"

#include <string.h>

unsigned kzi_times_kept(const struct kz_result *result, unsigned yaku) {
    const uint64_t *repeatable = kzi_repeatable_of(result->rules, &result->best);
    unsigned at = 0, lower;
    KZI_EACH_YAKU(result->rules, result->best.scored, lower)
        at += lower < yaku && kzi_has_bit(repeatable, lower);
    if (at < KZI_MAX_TIMES)
        return result->times[at];
    struct kzi_facts facts;
    kzi_facts_of(result, &facts);
    return kzi_times_of_repeatable(result->rules, &facts, &result->best, yaku);
}

void kzi_facts_of(const struct kz_result *result, struct kzi_facts *facts) {
    *facts = (struct kzi_facts){0};
    kzi_facts_init(facts, &result->hand);
    facts->given = result->given;
    facts->marks = result->mark_counts;
    facts->rules = result->rules;
    facts->scored = result->best.scored;
    if (kzi_hand_is_unfinished(&result->hand))
        facts->ready = kzi_ready_shapes(result->rules, facts);
}

kz_status kzi_result_refuse(struct kz_result *result, const struct kzi_problem *problem) {
    kzi_problem_error(problem, &result->error);
    result->code = problem->code;
    result->spot = problem->spot;
    return result->status = result->error.status;
}

void kzi_result_refuse_unread(struct kz_result *result, const struct kzi_hand *hand,
                              const kz_error *error) {
    result->rules = NULL;
    result->status = error->status;
    result->error = *error;
    result->hand.has_id = hand->has_id;
    result->hand.extras = &result->extras;
    strcpy(result->extras.id, kzi_hand_id(hand));
}
