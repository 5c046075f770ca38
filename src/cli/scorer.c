#include "cli/scorer.h"

#include "api.h"
#include "base/utf8.h"
#include "report/json.h"

#include <string.h>

bool kzi_scorer_open(struct kzi_scorer *scorer, const struct kzi_scoring *scoring) {
    *scorer = (struct kzi_scorer){.scoring = scoring,
                                  .hand = kz_hand_new(),
                                  .result = kz_result_new(),
                                  .out = kzi_text_growing(),
                                  .err = kzi_text_growing()};
    if (scorer->hand && scorer->result && kz_hand_know(scorer->hand, scoring->rules) == KZ_OK)
        return true;
    kzi_scorer_close(scorer);
    return false;
}

void kzi_scorer_close(struct kzi_scorer *scorer) {
    kz_hand_free(scorer->hand);
    kz_result_free(scorer->result);
    kzi_text_release(&scorer->out);
    kzi_text_release(&scorer->err);
}

/* --- a bad hand ----------------------------------------------------------------------------------
 */

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
        kzi_report_error_json(&scorer->out, scorer->hand->hand.id, line, error);
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

/* --- a hand --------------------------------------------------------------------------------------
 */

static int exit_of(kz_status status) {
    return status == KZ_BAD_HAND ? KZI_EXIT_USAGE : KZI_EXIT_SYSTEM;
}

static void put_result(struct kzi_scorer *scorer, unsigned long line) {
    const struct kzi_scoring *scoring = scorer->scoring;
    struct kzi_text *out = &scorer->out;
    if (scoring->json)
        kzi_report_json(out, scorer->result, scoring->look.explain, line);
    else
        kzi_report_text(out, scorer->result, &scoring->look);
    if (!out->failed && out->len && out->at[out->len - 1] != '\n')
        kzi_text_char(out, '\n');
}

void kzi_scorer_score(struct kzi_scorer *scorer, const char *text, size_t len, unsigned long line) {
    kz_error error;
    if (line > 1 && !scorer->scoring->json)
        kzi_text_char(&scorer->out, '\n'); /* between results, none before the first */
    kz_status status = kz_hand_parse(scorer->hand, text, len, &error);
    if (status == KZ_OK) {
        status = kz_score(scorer->result, scorer->scoring->rules, scorer->hand);
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
    put_result(scorer, line);
}
