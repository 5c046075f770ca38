#include "cli/scorer.h"

#include "api.h"
#include "base/utf8.h"
#include "report/json.h"

#include <stdlib.h>
#include <string.h>

static bool open_hands(struct kzi_scorer *scorer) {
    scorer->hand = kz_hand_new();
    scorer->result = kz_result_new();
    return scorer->hand && scorer->result &&
           kz_hand_know(scorer->hand, scorer->scoring->rules) == KZ_OK;
}

static bool open_deals(struct kzi_scorer *scorer) {
    scorer->deal = calloc(1, sizeof *scorer->deal);
    scorer->settlement = calloc(1, sizeof *scorer->settlement);
    return scorer->deal && scorer->settlement;
}

bool kzi_scorer_open(struct kzi_scorer *scorer, const struct kzi_scoring *scoring) {
    *scorer = (struct kzi_scorer){
        .scoring = scoring, .out = kzi_text_growing(), .err = kzi_text_growing()};
    if (scoring->deals ? open_deals(scorer) : open_hands(scorer))
        return true;
    kzi_scorer_close(scorer);
    return false;
}

void kzi_scorer_close(struct kzi_scorer *scorer) {
    kz_hand_free(scorer->hand);
    kz_result_free(scorer->result);
    free(scorer->deal);
    free(scorer->settlement);
    kzi_text_release(&scorer->out);
    kzi_text_release(&scorer->err);
}

/* --- a bad hand ------------------------------------------------------------------------------ */

#define BEFORE 60  /* characters shown before the place of the fault */
#define SHOWN  120 /* and in all */

/* The line around the character at `column`, and a caret under it. */
static void put_caret(struct kzi_text *text, const char *line, size_t len, int column) {
    size_t caret = SIZE_MAX;
    int first = column > BEFORE ? column - BEFORE : 1;
    kzi_text_put(text, "\n  ");
    const size_t from = text->len;
    for (int at = 1; len && at < first + SHOWN; at++) {
        uint32_t code = 0;
        size_t step = kzi_utf8_read(line, len, &code);
        size_t skip = step ? step : 1;
        if (at == column)
            caret = text->len - from;
        if (at >= first && step && code >= 0x20 && code != 0x7F)
            kzi_text_add(text, line, step);
        else if (at >= first)
            kzi_text_char(text, code == '\t' ? ' ' : '?');
        line += skip;
        len -= skip;
    }
    if (text->failed)
        return;
    if (caret == SIZE_MAX)
        caret = text->len - from; /* past the end: where something is missing */
    size_t width = kzi_utf8_width(text->at + from, caret);
    kzi_text_put(text, "\n  ");
    while (width--)
        kzi_text_char(text, ' ');
    kzi_text_char(text, '^');
}

/* "line 7: hand: column 12: what is wrong" */
static void put_message(struct kzi_text *text, const kz_error *error, unsigned long line) {
    if (line)
        kzi_text_format(text, "line %lu: ", line);
    if (error->key[0])
        kzi_text_format(text, "%s: ", error->key);
    if (error->column)
        kzi_text_format(text, "column %d: ", error->column);
    kzi_text_put(text, error->text);
}

static void put_error(struct kzi_scorer *scorer, const char *text, size_t len, unsigned long line,
                      const kz_error *error) {
    if (scorer->scoring->json) {
        const char *id = scorer->deal ? scorer->deal->table.id : scorer->hand->hand.id;
        kzi_report_error_json(&scorer->out, id, line, error);
        kzi_text_char(&scorer->out, '\n');
        return;
    }
    put_message(&scorer->err, error, line);
    if (line)
        kzi_text_format(&scorer->out, "line %lu: error: %s\n", line, error->text);
    else if (error->column && !error->key[0])
        put_caret(&scorer->err, text, len, error->column);
    kzi_text_char(&scorer->err, '\n');
}

/* --- a hand ---------------------------------------------------------------------------------- */

static int exit_of(kz_status status) {
    return status == KZ_BAD_HAND ? KZI_EXIT_USAGE : KZI_EXIT_SYSTEM;
}

static void end_line(struct kzi_text *out) {
    if (!out->failed && out->len && out->at[out->len - 1] != '\n')
        kzi_text_char(out, '\n');
}

static void score_hand(struct kzi_scorer *scorer, const char *text, size_t len,
                       unsigned long line) {
    const struct kzi_scoring *scoring = scorer->scoring;
    kz_error error;
    kz_status status = kz_hand_parse(scorer->hand, text, len, &error);
    if (status == KZ_OK) {
        status = kz_score(scorer->result, scoring->rules, scorer->hand);
        const kz_error *refused = kz_result_error(scorer->result);
        if (status != KZ_OK && refused)
            error = *refused;
    }
    if (status != KZ_OK) {
        scorer->status = kzi_worse(scorer->status, exit_of(status));
        put_error(scorer, text, len, line, &error);
        return;
    }
    if (!kz_result_wins(scorer->result))
        scorer->status = kzi_worse(scorer->status, KZI_EXIT_NEGATIVE);
    if (scoring->json)
        kzi_report_json(&scorer->out, scorer->result, scoring->look.explain, line);
    else
        kzi_report_text(&scorer->out, scorer->result, &scoring->look);
    end_line(&scorer->out);
}

/* --- a deal ---------------------------------------------------------------------------------- */

static bool settle(struct kzi_scorer *scorer, const char *text, size_t len, kz_error *error) {
    struct kzi_problem problem;
    if (!kzi_deal_read(scorer->deal, text, len, &problem)) {
        kzi_problem_error(&problem, error);
        return false;
    }
    if (kzi_deal_settle(scorer->settlement, scorer->scoring->rules, scorer->deal) == KZ_OK)
        return true;
    *error = scorer->settlement->error;
    return false;
}

static void settle_deal(struct kzi_scorer *scorer, const char *text, size_t len,
                        unsigned long line) {
    const struct kzi_scoring *scoring = scorer->scoring;
    const struct kzi_settlement *settlement = scorer->settlement;
    kz_error error;
    if (!settle(scorer, text, len, &error)) {
        scorer->status = kzi_worse(scorer->status, exit_of(error.status));
        put_error(scorer, text, len, line, &error);
        return;
    }
    for (unsigned i = 0; i < settlement->n_results; i++) {
        enum kzi_reason reason = settlement->results[i].reason;
        if (reason != KZI_WINS && reason != KZI_HEAD_BUMP)
            scorer->status = kzi_worse(scorer->status, KZI_EXIT_NEGATIVE);
    }
    if (scoring->json)
        kzi_deal_json(&scorer->out, settlement, scoring->look.explain, line);
    else
        kzi_deal_text(&scorer->out, settlement, &scoring->look);
    end_line(&scorer->out);
}

void kzi_scorer_score(struct kzi_scorer *scorer, const char *text, size_t len, unsigned long line) {
    if (line > 1 && !scorer->scoring->json)
        kzi_text_char(&scorer->out, '\n'); /* between results, none before the first */
    if (scorer->scoring->deals)
        settle_deal(scorer, text, len, line);
    else
        score_hand(scorer, text, len, line);
}
