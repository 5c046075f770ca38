/* A line is a hand, and becomes its results under several rulesets, side by side. */
#include "analysis/compare/comparison_table.h"
#include "api.h"
#include "cli/stream/compare_thread.h"

#include <stdlib.h>

/* --- for the summary too --------------------------------------------------------------------- */

bool kzi_comparing_open(struct kzi_scorer *scorer) {
    struct kzi_compare_thread *comparing = scorer->own = calloc(1, sizeof *comparing);
    return comparing && kzi_compared_hand_init(&comparing->compared, scorer->scoring->comparer);
}

void kzi_comparing_close(struct kzi_scorer *scorer) {
    struct kzi_compare_thread *comparing = scorer->own;
    if (!comparing)
        return;
    kzi_compared_hand_release(&comparing->compared);
    kzi_summary_free(&comparing->summary);
    free(comparing);
}

static int status_of(const struct kzi_comparison *comparison) {
    int status = comparison->differs ? KZI_EXIT_NEGATIVE : KZI_EXIT_DONE;
    for (unsigned i = 0; i < comparison->count; i++)
        if (comparison->results[i]->status != KZ_OK)
            status = kzi_worse(status, KZI_EXIT_USAGE);
    return status;
}

bool kzi_comparing_score(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    struct kzi_compare_thread *comparing = scorer->own;
    bool read = kzi_compared_hand_score(&comparing->compared, line->text, line->len);
    kzi_scorer_count(scorer, status_of(&comparing->compared.comparison));
    return read;
}

/* --- each hand ------------------------------------------------------------------------------- */

static void put_text(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    const struct kzi_score_job *scoring = scorer->scoring;
    struct kzi_compare_thread *comparing = scorer->own;
    struct kzi_compared_look look = {scoring->look, scoring->width};
    const char *id = kzi_hand_id(&comparing->compared.hand->hand);
    if (line->number)
        kzi_text_format(&scorer->out, "line %lu%s%s\n", line->number, id[0] ? ", id " : "", id);
    kzi_compared_table(&comparing->table, &comparing->compared.comparison, scoring->look.language);
    kzi_compare_text(&scorer->out, &comparing->table, &look);
}

static void put_html(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    const struct kzi_score_job *scoring = scorer->scoring;
    struct kzi_compare_thread *comparing = scorer->own;
    kzi_compared_table(&comparing->table, &comparing->compared.comparison, scoring->look.language);
    kzi_compare_html(&scorer->out, &comparing->table, &scoring->look, line->number);
}

/* No hand to the eyes of any of the rulesets: its error is all there is. */
static void refuse(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    struct kzi_compare_thread *comparing = scorer->own;
    const kz_error *error = &comparing->compared.results[0]->error;
    size_t before = scorer->out.len;
    kzi_scorer_refuse(scorer, line, kzi_hand_id(&comparing->compared.hand->hand), error);
    if (!scorer->scoring->html)
        return;
    scorer->out.len = before;
    kzi_compare_html_refused(&scorer->out, error, line->number);
}

static void compare_hand(struct kzi_scorer *scorer, const struct kzi_scored_line *line) {
    const struct kzi_score_job *scoring = scorer->scoring;
    struct kzi_compare_thread *comparing = scorer->own;
    const struct kzi_comparison *comparison = &comparing->compared.comparison;
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
