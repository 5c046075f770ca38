/* A line is a hand, and becomes its results under several rulesets, side by side. */
#include "api.h"
#include "cli/scorer.h"
#include "report/compare_html.h"
#include "report/compare_text.h"

#include <stdlib.h>

struct comparing {
    kz_hand *hand;
    kz_result *results[KZI_MAX_COMPARED];
    struct kzi_comparison comparison;
    struct kzi_compared_table table;
};

/* A hand is read once, with the words of all rulesets. */
static bool open_comparing(struct kzi_scorer *scorer) {
    const struct kzi_scoring *scoring = scorer->scoring;
    struct comparing *comparing = scorer->own = calloc(1, sizeof *comparing);
    if (!comparing || !(comparing->hand = kz_hand_new()))
        return false;
    comparing->comparison.count = scoring->n_rules;
    for (unsigned i = 0; i < scoring->n_rules; i++) {
        comparing->comparison.results[i] = comparing->results[i] = kz_result_new();
        if (!comparing->results[i] || kz_hand_know(comparing->hand, scoring->rules[i]) != KZ_OK)
            return false;
    }
    return true;
}

static void close_comparing(struct kzi_scorer *scorer) {
    struct comparing *comparing = scorer->own;
    if (!comparing)
        return;
    for (unsigned i = 0; i < comparing->comparison.count; i++)
        kz_result_free(comparing->results[i]);
    kz_hand_free(comparing->hand);
    free(comparing);
}

/* Fills the results; false: the text is no hand, and all results say so. */
static bool score(struct comparing *comparing, const struct kzi_scoring *scoring,
                  const struct kzi_scored_line *line) {
    kz_error error;
    bool read = kz_hand_parse(comparing->hand, line->text, line->len, &error) == KZ_OK;
    for (unsigned i = 0; i < scoring->n_rules; i++)
        if (read)
            kz_score(comparing->results[i], scoring->rules[i], comparing->hand);
        else
            kzi_refuse(comparing->results[i], &comparing->hand->hand, &error);
    kzi_compare(&comparing->comparison);
    return read;
}

static int status_of(const struct kzi_comparison *comparison) {
    int status = comparison->differs ? KZI_EXIT_NEGATIVE : KZI_EXIT_DONE;
    for (unsigned i = 0; i < comparison->count; i++)
        if (comparison->results[i]->status != KZ_OK)
            status = kzi_worse(status, KZI_EXIT_USAGE);
    return status;
}

static void put_text(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    const struct kzi_scoring *scoring = scorer->scoring;
    struct comparing *comparing = scorer->own;
    struct kzi_compared_look look = {scoring->look, scoring->width};
    const char *id = comparing->hand->hand.id;
    if (line->number)
        kzi_text_format(&scorer->out, "line %lu%s%s\n", line->number, id[0] ? ", id " : "", id);
    kzi_compared_table(&comparing->table, &comparing->comparison, scoring->look.language);
    kzi_compare_text(&scorer->out, &comparing->table, &look);
}

static void put_html(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    const struct kzi_scoring *scoring = scorer->scoring;
    struct comparing *comparing = scorer->own;
    kzi_compared_table(&comparing->table, &comparing->comparison, scoring->look.language);
    kzi_compare_html(&scorer->out, &comparing->table, &scoring->look, line->number);
}

/* No hand to the eyes of any of the rulesets: its error is all there is. */
static void refuse(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    struct comparing *comparing = scorer->own;
    const kz_error *error = &comparing->results[0]->error;
    size_t before = scorer->out.len;
    kzi_scorer_refuse(scorer, line, comparing->hand->hand.id, error);
    if (!scorer->scoring->html)
        return;
    scorer->out.len = before;
    kzi_compare_html_refused(&scorer->out, error, line->number);
}

static void compare_hand(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    const struct kzi_scoring *scoring = scorer->scoring;
    struct comparing *comparing = scorer->own;
    const struct kzi_comparison *comparison = &comparing->comparison;
    bool read = score(comparing, scoring, line);
    bool refused = !read || (comparison->results[0]->status != KZ_OK && !comparison->differs);
    kzi_scorer_count(scorer, status_of(comparison));
    if (refused && !scoring->json) {
        refuse(scorer, line);
        return;
    }
    if (scoring->only_different && !comparison->differs)
        return;
    if (scoring->json)
        kzi_compare_json(&scorer->out, comparison, scoring->look.explain, line->number);
    else if (scoring->html)
        put_html(scorer, line);
    else
        put_text(scorer, line);
    kzi_scorer_end(scorer);
}

const struct kzi_scorer_kind kzi_compares_hands = {
    .thing = "hand", .open = open_comparing, .close = close_comparing, .take = compare_hand};
