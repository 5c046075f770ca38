/* A line is a whole deal, and becomes its settlement. */
#include "cli/stream/scorer.h"
#include "hand/parser/parser.h"
#include "report/result_text.h"

#include <stdlib.h>

struct deals {
    struct kzi_deal deal;
    struct kzi_settlement settlement;
};

static bool open_deals(struct kzi_scorer *scorer) {
    scorer->own = calloc(1, sizeof(struct deals));
    return scorer->own != NULL;
}

static void close_deals(struct kzi_scorer *scorer) {
    free(scorer->own);
}

static bool settle(struct deals *deals, const kz_ruleset *rules, const struct kzi_scored_line *line,
                   kz_error *error) {
    struct kzi_problem problem;
    if (!kzi_deal_read(&deals->deal, line->text, line->len, &problem)) {
        kzi_problem_error(&problem, error);
        return false;
    }
    if (kzi_deal_settle(&deals->settlement, rules, &deals->deal) == KZ_OK)
        return true;
    *error = deals->settlement.error;
    return false;
}

static bool wins(const struct kz_result *result) {
    return result->reason == KZI_WINS || result->reason == KZI_HEAD_BUMP;
}

static void settle_deal(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    const struct kzi_score_job *scoring = scorer->scoring;
    struct deals *deals = scorer->own;
    const struct kzi_settlement *settlement = &deals->settlement;
    kz_error error;
    if (!settle(deals, scoring->rules[0], line, &error)) {
        kzi_scorer_refuse(scorer, line, kzi_hand_id(&deals->deal.table), &error);
        return;
    }
    for (unsigned i = 0; i < settlement->n_results; i++)
        if (!wins(&settlement->results[i]))
            kzi_scorer_count(scorer, KZI_EXIT_NEGATIVE);
    if (scoring->json)
        kzi_deal_json(&scorer->out, settlement, scoring->look.explain, line->number);
    else
        kzi_deal_text(&scorer->out, settlement, &scoring->look);
    kzi_scorer_end(scorer);
}

const struct kzi_scorer_kind kzi_settles_deals = {
    .thing = "deal", .open = open_deals, .close = close_deals, .take = settle_deal};
