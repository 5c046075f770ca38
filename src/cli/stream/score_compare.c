/* A line is a hand, and becomes its results under several rulesets, side by side. */
#include "analysis/compare/comparison_html.h"
#include "analysis/compare/comparison_text.h"
#include "api.h"
#include "cli/stream/compare_thread.h"

#include <stdlib.h>

/* --- for the summary too --------------------------------------------------------------------- */

static bool open_column(struct kzi_compare_thread *comparing, const struct kzi_score_job *scoring,
                        unsigned i) {
    comparing->comparison.results[i] = comparing->results[i] = kz_result_new();
    if (!comparing->results[i] || kz_hand_know(comparing->hand, scoring->rules[i]) != KZ_OK)
        return false;
    if (!scoring->blames || !scoring->blames[i])
        return true;
    comparing->blamers[i] = kzi_blamer_new(scoring->blames[i]);
    comparing->blame[i].differences = kzi_blame_differences(scoring->blames[i]);
    return comparing->blamers[i] != NULL;
}

/* A hand is read once, with the words of all rulesets. */
bool kzi_comparing_open(struct kzi_scorer *scorer) {
    const struct kzi_score_job *scoring = scorer->scoring;
    struct kzi_compare_thread *comparing = scorer->own = calloc(1, sizeof *comparing);
    if (!comparing || !(comparing->hand = kz_hand_new()))
        return false;
    comparing->comparison.count = scoring->n_rules;
    comparing->comparison.blame = scoring->blames ? comparing->blame : NULL;
    for (unsigned i = 0; i < scoring->n_rules; i++)
        if (!open_column(comparing, scoring, i))
            return false;
    return true;
}

void kzi_comparing_close(struct kzi_scorer *scorer) {
    struct kzi_compare_thread *comparing = scorer->own;
    if (!comparing)
        return;
    for (unsigned i = 0; i < comparing->comparison.count; i++) {
        kz_result_free(comparing->results[i]);
        kzi_blamer_free(comparing->blamers[i]);
    }
    kzi_summary_free(&comparing->summary);
    kz_hand_free(comparing->hand);
    free(comparing);
}

static int status_of(const struct kzi_comparison *comparison) {
    int status = comparison->differs ? KZI_EXIT_NEGATIVE : KZI_EXIT_DONE;
    for (unsigned i = 0; i < comparison->count; i++)
        if (comparison->results[i]->status != KZ_OK)
            status = kzi_worse(status, KZI_EXIT_USAGE);
    return status;
}

static void blame(struct kzi_compare_thread *comparing, unsigned column) {
    const struct kz_result *const sides[2] = {comparing->results[0], comparing->results[column]};
    struct kzi_blamed *blamed = &comparing->blame[column].blamed;
    blamed->how = KZI_BLAMED_NONE;
    blamed->count = 0;
    if (comparing->comparison.from_first[column] && comparing->blamers[column])
        kzi_blame_hand(comparing->blamers[column], &comparing->hand->hand, sides, blamed);
}

bool kzi_comparing_score(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    const struct kzi_score_job *scoring = scorer->scoring;
    struct kzi_compare_thread *comparing = scorer->own;
    kz_error error;
    bool read = kz_hand_parse(comparing->hand, line->text, line->len, &error) == KZ_OK;
    if (read)
        kz_score_family(comparing->results, scoring->family, comparing->hand);
    for (unsigned i = 0; !read && i < scoring->n_rules; i++)
        kzi_refuse(comparing->results[i], &comparing->hand->hand, &error);
    kzi_compare(&comparing->comparison);
    for (unsigned i = 1; i < scoring->n_rules; i++)
        blame(comparing, i);
    kzi_scorer_count(scorer, status_of(&comparing->comparison));
    return read;
}

/* --- each hand ------------------------------------------------------------------------------- */

static void put_text(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    const struct kzi_score_job *scoring = scorer->scoring;
    struct kzi_compare_thread *comparing = scorer->own;
    struct kzi_compared_look look = {scoring->look, scoring->width};
    const char *id = kzi_hand_id(&comparing->hand->hand);
    if (line->number)
        kzi_text_format(&scorer->out, "line %lu%s%s\n", line->number, id[0] ? ", id " : "", id);
    kzi_compared_table(&comparing->table, &comparing->comparison, scoring->look.language);
    kzi_compare_text(&scorer->out, &comparing->table, &look);
}

static void put_html(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    const struct kzi_score_job *scoring = scorer->scoring;
    struct kzi_compare_thread *comparing = scorer->own;
    kzi_compared_table(&comparing->table, &comparing->comparison, scoring->look.language);
    kzi_compare_html(&scorer->out, &comparing->table, &scoring->look, line->number);
}

/* No hand to the eyes of any of the rulesets: its error is all there is. */
static void refuse(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    struct kzi_compare_thread *comparing = scorer->own;
    const kz_error *error = &comparing->results[0]->error;
    size_t before = scorer->out.len;
    kzi_scorer_refuse(scorer, line, kzi_hand_id(&comparing->hand->hand), error);
    if (!scorer->scoring->html)
        return;
    scorer->out.len = before;
    kzi_compare_html_refused(&scorer->out, error, line->number);
}

static void compare_hand(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    const struct kzi_score_job *scoring = scorer->scoring;
    struct kzi_compare_thread *comparing = scorer->own;
    const struct kzi_comparison *comparison = &comparing->comparison;
    bool read = kzi_comparing_score(scorer, line);
    comparing->shown.all++;
    bool refused = !read || (comparison->results[0]->status != KZ_OK && !comparison->differs);
    if (refused && !scoring->json) {
        refuse(scorer, line);
        return;
    }
    if (scoring->only_different && !comparison->differs) {
        comparing->shown.left_out++;
        return;
    }
    if (scoring->json)
        kzi_compare_json(&scorer->out, comparison, scoring->look.explain, line->number);
    else if (scoring->html)
        put_html(scorer, line);
    else
        put_text(scorer, line);
    kzi_scorer_end(scorer);
}

static void add_shown(struct kzi_scorer *scorer) {
    const struct kzi_compare_thread *comparing = scorer->own;
    scorer->scoring->shown->all += comparing->shown.all;
    scorer->scoring->shown->left_out += comparing->shown.left_out;
}

const struct kzi_scorer_kind kzi_compares_hands = {.thing = "hand",
                                                   .open = kzi_comparing_open,
                                                   .close = kzi_comparing_close,
                                                   .take = compare_hand,
                                                   .end = add_shown};
