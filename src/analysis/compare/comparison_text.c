#include "analysis/compare/comparison_text.h"

#include "report/wording.h"

#include <string.h>

#define PIECE 512 /* bytes of a hand as tiles */

struct report {
    struct kzi_text *text;
    const struct kzi_comparison *comparison;
    const struct kzi_look *look;
};

static const char *label_of(const struct report *report, unsigned column) {
    return report->comparison->results[column]->rules->model->label;
}

/* --- above the table ------------------------------------------------------------------------- */

static void tiles_of(const struct kz_result *result, char buffer[PIECE]) {
    struct kzi_text tiles = kzi_text_fixed(buffer, PIECE);
    bool complete = result->status == KZ_OK && result->reason != KZI_INCOMPLETE;
    kzi_text_hand(&tiles, result, complete ? &result->best.reading : NULL);
    kzi_text_end(&tiles);
}

static bool reads_alike(const struct kz_result *a, const struct kz_result *b) {
    char first[PIECE], second[PIECE];
    tiles_of(a, first);
    tiles_of(b, second);
    return !strcmp(first, second);
}

/* The first result that reads the hand as this one does; itself, if it is the first.  A refused
 * hand was not read. */
static unsigned first_reader(const struct kzi_comparison *comparison, unsigned column) {
    for (unsigned i = 0; i < column; i++)
        if (comparison->results[i]->status == KZ_OK &&
            reads_alike(comparison->results[i], comparison->results[column]))
            return i;
    return column;
}

/* The rulesets that read the hand as the one at `column` does. */
static void put_readers(struct report *report, unsigned column) {
    const struct kzi_comparison *comparison = report->comparison;
    kzi_text_put(report->text, "  (");
    for (unsigned i = column; i < comparison->count; i++)
        if (comparison->results[i]->status == KZ_OK && first_reader(comparison, i) == column) {
            kzi_text_put(report->text, i > column ? ", " : "");
            kzi_text_put(report->text, label_of(report, i));
        }
    kzi_text_char(report->text, ')');
}

static unsigned count_readings(const struct kzi_comparison *comparison) {
    unsigned count = 0;
    for (unsigned i = 0; i < comparison->count; i++)
        count += comparison->results[i]->status == KZ_OK && first_reader(comparison, i) == i;
    return count;
}

static void put_reading(struct report *report, unsigned column) {
    char buffer[PIECE];
    tiles_of(report->comparison->results[column], buffer);
    kzi_text_char(report->text, ' ');
    kzi_text_put(report->text, buffer);
}

/* Each reading that a ruleset found best, and where they are several, whose it is. */
static void put_readings(struct report *report) {
    const struct kzi_comparison *comparison = report->comparison;
    unsigned count = count_readings(comparison);
    if (!count) {
        put_reading(report, 0);
        kzi_text_char(report->text, '\n');
    }
    for (unsigned i = 0; i < comparison->count; i++) {
        if (comparison->results[i]->status != KZ_OK || first_reader(comparison, i) != i)
            continue;
        put_reading(report, i);
        if (count > 1)
            put_readers(report, i);
        kzi_text_char(report->text, '\n');
    }
}

/* --- below it -------------------------------------------------------------------------------- */

static void put_no_win(struct report *report, const struct kz_result *result) {
    if (result->status == KZ_OK && result->reason == KZI_WINS)
        return;
    kzi_text_put(report->text, result->status == KZ_OK ? "No win" : "Refused");
    kzi_text_put(report->text, " under ");
    kzi_text_put(report->text, result->rules->model->label);
    kzi_text_put(report->text, ": ");
    if (result->status == KZ_OK)
        kzi_say_no_win(report->text, result);
    else
        kzi_text_put(report->text, result->error.text);
    kzi_text_put(report->text, ".\n");
}

static void put_verdict(struct report *report) {
    const struct kzi_comparison *comparison = report->comparison;
    kzi_text_char(report->text, '\n');
    for (unsigned i = 0; i < comparison->count; i++)
        put_no_win(report, comparison->results[i]);
    if (!comparison->differs) {
        kzi_text_put(report->text, "No difference.\n");
        return;
    }
    kzi_ink_bold(report->text, report->look);
    kzi_text_put(report->text, "Different: ");
    kzi_say_fields(report->text, comparison->differs);
    kzi_ink_off(report->text, report->look);
    kzi_text_put(report->text, ".\n");
    for (unsigned i = 1; comparison->blame && i < comparison->count; i++)
        if (comparison->from_first[i])
            kzi_say_why(report->text, &comparison->blame[i]);
}

void kzi_compare_readings(struct kzi_text *text, const struct kzi_comparison *comparison) {
    struct report report = {text, comparison, NULL};
    put_readings(&report);
}

void kzi_compare_verdict(struct kzi_text *text, const struct kzi_comparison *comparison,
                         const struct kzi_look *look) {
    static const struct kzi_look plain;
    struct report report = {text, comparison, look ? look : &plain};
    put_verdict(&report);
}

/* Each result by itself, explained. */
static void put_explained(struct report *report) {
    const struct kzi_comparison *comparison = report->comparison;
    for (unsigned i = 0; i < comparison->count; i++) {
        if (comparison->results[i]->status != KZ_OK)
            continue;
        kzi_put_heading(report->text, report->look, label_of(report, i));
        kzi_report_text(report->text, comparison->results[i], report->look);
    }
}

void kzi_compare_text(struct kzi_text *text, const struct kzi_compared_table *table,
                      const struct kzi_compared_look *look) {
    struct report report = {text, table->comparison, &look->look};
    kzi_text_situations(text, report.comparison->results, report.comparison->count,
                        look->look.language);
    put_readings(&report);
    kzi_compare_columns(text, table, look);
    put_verdict(&report);
    if (look->look.explain)
        put_explained(&report);
}
