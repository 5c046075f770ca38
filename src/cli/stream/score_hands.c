/* A line is a hand, and becomes its result, or what a yaku wants of it. */
#include "analysis/whynot/why_not.h"
#include "api.h"
#include "cli/stream/scorer.h"
#include "report/result_json.h"

#include <stdlib.h>

struct hands {
    kz_hand *hand;
    kz_result *result;
    kz_result *room[2]; /* where it is asked why not */
};

static bool open_hands(struct kzi_scorer *scorer) {
    struct hands *hands = scorer->own = calloc(1, sizeof *hands);
    if (!hands)
        return false;
    hands->hand = kz_hand_new();
    hands->result = kz_result_new();
    return hands->hand && hands->result &&
           kz_hand_know(hands->hand, scorer->scoring->rules[0]) == KZ_OK;
}

static void close_hands(struct kzi_scorer *scorer) {
    struct hands *hands = scorer->own;
    if (!hands)
        return;
    kz_hand_free(hands->hand);
    kz_result_free(hands->result);
    kz_result_free(hands->room[0]);
    kz_result_free(hands->room[1]);
    free(hands);
}

static kz_status score(struct hands *hands, const kz_ruleset *rules,
                       const struct kzi_scored_line *line, kz_error *error) {
    kz_status status = kz_hand_parse(hands->hand, line->text, line->len, error);
    if (status != KZ_OK)
        return status;
    status = kz_score(hands->result, rules, hands->hand);
    const kz_error *refused = kz_result_error(hands->result);
    if (status != KZ_OK && refused)
        *error = *refused;
    return status;
}

static void score_hand(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    const struct kzi_score_job *scoring = scorer->scoring;
    struct hands *hands = scorer->own;
    kz_error error;
    if (score(hands, scoring->rules[0], line, &error) != KZ_OK) {
        kzi_scorer_refuse(scorer, line, kzi_hand_id(&hands->hand->hand), &error);
        return;
    }
    if (!kz_result_wins(hands->result))
        kzi_scorer_count(scorer, KZI_EXIT_NEGATIVE);
    if (scoring->json)
        kzi_report_json(&scorer->out, hands->result, scoring->look.explain, line->number);
    else
        kzi_report_text(&scorer->out, hands->result, &scoring->look);
    kzi_scorer_end(scorer);
}

const struct kzi_scorer_kind kzi_scores_hands = {
    .thing = "hand", .open = open_hands, .close = close_hands, .take = score_hand};

/* --- why not --------------------------------------------------------------------------------- */

static bool open_question(struct kzi_scorer *scorer) {
    struct hands *hands = open_hands(scorer) ? scorer->own : NULL;
    if (!hands)
        return false;
    hands->room[0] = kz_result_new();
    hands->room[1] = kz_result_new();
    return hands->room[0] && hands->room[1];
}

static void ask(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    const struct kzi_score_job *scoring = scorer->scoring;
    struct hands *hands = scorer->own;
    struct kzi_why why;
    kz_error error;
    if (score(hands, scoring->rules[0], line, &error) != KZ_OK) {
        kzi_scorer_refuse(scorer, line, kzi_hand_id(&hands->hand->hand), &error);
        return;
    }
    kzi_why_find(&why, hands->result, scoring->yaku, hands->room[0], hands->room[1]);
    if (why.status != KZI_WHY_COUNTS)
        kzi_scorer_count(scorer, KZI_EXIT_NEGATIVE);
    if (scoring->json)
        kzi_why_json(&scorer->out, &why);
    else
        kzi_why_text(&scorer->out, &why, &scoring->look);
    kzi_scorer_end(scorer);
}

const struct kzi_scorer_kind kzi_asks_why_not = {
    .thing = "hand", .open = open_question, .close = close_hands, .take = ask};
