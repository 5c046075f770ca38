/* What the walk over every hand found: a table of shapes, then the groups of verdicts that differ
 * by the same differences, each with a hand. */
#include "analysis/diff/diff_report.h"
#include "analysis/exhaustive/every.h"
#include "report/result_json.h"

#include <string.h>

static uint64_t sum(const uint64_t *list, unsigned count) {
    uint64_t all = 0;
    for (unsigned i = 0; i < count; i++)
        all += list[i];
    return all;
}

/* Whatever seat and round. */
static uint64_t sets_of_tiles(const struct kzi_every *every, unsigned shape) {
    return every->shapes[shape].tiles / (every->rules[0]->model->n_seats * KZI_EVERY_ROUNDS);
}

/* The hand of a group with both verdicts. */
static void show_group(const struct kzi_every_report *report, const struct kzi_every_group *group) {
    struct kzi_witness *witness = report->room;
    witness->kind = group->kind;
    witness->hand = group->hand;
    witness->as_is = true;
    witness->tried = 0;
    for (unsigned of = 0; of < 2; of++)
        kzi_score(&witness->results[of], report->every->rules[of], &group->hand);
}

static bool is_of(const struct kzi_every_group *group, size_t difference) {
    return difference < KZI_MAX_BLAMED &&
           group->differences[difference / 64] >> difference % 64 & 1;
}

/* --- text ------------------------------------------------------------------------------------ */

static void put_column(struct kzi_text *text, const char *heading, uint64_t number) {
    char digits[24];
    struct kzi_text shown = kzi_text_fixed(digits, sizeof digits);
    if (!heading)
        kzi_text_format(&shown, "%llu", (unsigned long long)number);
    kzi_text_end(&shown);
    kzi_text_format(text, "%20s", heading ? heading : digits);
}

static void put_row(struct kzi_text *text, const char *name, size_t width,
                    const uint64_t numbers[4]) {
    static const char *const headings[] = {"sets of tiles", "hands", "with circumstances",
                                           "different"};
    size_t from = text->len;
    kzi_text_put(text, "  ");
    kzi_text_put(text, name);
    kzi_text_pad(text, from, width + 2);
    for (unsigned i = 0; i < 4; i++)
        put_column(text, numbers ? NULL : headings[i], numbers ? numbers[i] : 0);
    kzi_text_char(text, '\n');
}

static void put_shapes(struct kzi_text *text, const struct kzi_every_report *report) {
    const struct kzi_every *every = report->every;
    uint64_t all[4] = {0};
    size_t width = strlen("all");
    for (unsigned i = 0; i < every->n_shapes; i++)
        width = strlen(every->shapes[i].name) > width ? strlen(every->shapes[i].name) : width;
    put_row(text, "", width, NULL);
    for (unsigned i = 0; i < every->n_shapes; i++) {
        const struct kzi_every_shape *shape = &every->shapes[i];
        const uint64_t numbers[4] = {sets_of_tiles(every, i), shape->hands,
                                     report->verdicts->equal[i] + report->verdicts->differ[i],
                                     report->verdicts->differ[i]};
        for (unsigned k = 0; k < 4; k++)
            all[k] += numbers[k];
        put_row(text, shape->name, width, numbers);
    }
    put_row(text, "all", width, all);
}

static void put_differences(struct kzi_text *text, const struct kzi_every_report *report,
                            const struct kzi_every_group *group) {
    bool any = false;
    for (size_t i = 0; i < report->differences->count; i++) {
        if (!is_of(group, i))
            continue;
        kzi_text_put(text, any ? " and " : "");
        kzi_text_put(text, report->differences->list[i].address);
        any = true;
    }
    if (!any)
        kzi_text_put(text,
                     report->cut ? "not looked for by which rule" : "several differences together");
}

static void put_group(struct kzi_text *text, const struct kzi_every_report *report,
                      const struct kzi_every_group *group, const struct kzi_style *style) {
    const char *names[2];
    struct kzi_shown_difference shown = {.differences = report->differences,
                                         .witness = report->room};
    show_group(report, group);
    kzi_diff_names(report->differences, names);
    kzi_text_char(text, '\n');
    kzi_ink_bold(text, style);
    put_differences(text, report, group);
    kzi_ink_off(text, style);
    kzi_text_format(text, ": %llu\n", (unsigned long long)group->alike.count);
    kzi_diff_shown_by(text, &shown, names, style);
}

void kzi_every_text(struct kzi_text *text, const struct kzi_every_report *report,
                    const struct kzi_style *style) {
    const struct kzi_every_verdicts *verdicts = report->verdicts;
    unsigned long long equal = sum(verdicts->equal, report->every->n_shapes),
                       differ = sum(verdicts->differ, report->every->n_shapes);
    kzi_text_put(text, "\nEvery winning hand: closed and with melds, by each of its tiles, drawn "
                       "and discarded, from each\nseat in each round, with all circumstances\n");
    put_shapes(text, report);
    if (!differ)
        kzi_text_format(text, "Equal on %llu hands.\n", equal);
    else
        kzi_text_format(text, "Equal on %llu, different on %llu.\n", equal, differ);
    if (differ && report->cut)
        kzi_text_put(text,
                     "Not for every rule it was looked for which hands differ by it alone, as "
                     "that takes too long or too\nmuch memory.\n");
    for (size_t i = 0; i < verdicts->groups.count; i++)
        put_group(text, report, kzi_count_map_at(&verdicts->groups, i), style);
}

/* --- JSON ------------------------------------------------------------------------------------ */

static void put_group_json(struct kzi_text *text, const struct kzi_every_report *report,
                           const struct kzi_every_group *group) {
    show_group(report, group);
    kzi_json_begin(text, '{');
    kzi_json_begin_key(text, "differences", '[');
    for (size_t i = 0; i < report->differences->count; i++)
        if (is_of(group, i))
            kzi_json_put_string(text, report->differences->list[i].address);
    kzi_json_end(text, ']');
    kzi_json_key_int(text, "count", (long long)group->alike.count);
    kzi_diff_witness_json(text, report->room);
    kzi_json_end(text, '}');
}

void kzi_every_json(struct kzi_text *text, const struct kzi_every_report *report) {
    const struct kzi_every *every = report->every;
    const struct kzi_every_verdicts *verdicts = report->verdicts;
    kzi_json_start(text);
    kzi_json_begin(text, '{');
    kzi_json_begin_key(text, "exhaustive", '{');
    kzi_json_begin_key(text, "shapes", '[');
    for (unsigned i = 0; i < every->n_shapes; i++) {
        kzi_json_begin(text, '{');
        kzi_json_key_string(text, "shape", every->shapes[i].name);
        kzi_json_key_int(text, "tiles", (long long)sets_of_tiles(every, i));
        kzi_json_key_int(text, "hands", (long long)every->shapes[i].hands);
        kzi_json_key_int(text, "equal", (long long)verdicts->equal[i]);
        kzi_json_key_int(text, "different", (long long)verdicts->differ[i]);
        kzi_json_end(text, '}');
    }
    kzi_json_end(text, ']');
    kzi_json_key_int(text, "equal", (long long)sum(verdicts->equal, every->n_shapes));
    kzi_json_key_int(text, "different", (long long)sum(verdicts->differ, every->n_shapes));
    kzi_json_begin_key(text, "groups", '[');
    for (size_t i = 0; i < verdicts->groups.count; i++)
        put_group_json(text, report, kzi_count_map_at(&verdicts->groups, i));
    kzi_json_end(text, ']');
    if (report->cut)
        kzi_json_key_bool(text, "cut", true);
    KZI_PUT(text, "}}");
}
