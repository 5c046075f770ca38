/* What --json --explain adds: the reading, the fu items, what was covered, what lost. */
#include "report/json.h"
#include "report/say.h"
#include "report/used.h"
#include "tile/notation.h"

/* Notation has no character that JSON escapes. */
static void put_group(struct kzi_text *text, const struct kz_result *result,
                      const struct kzi_group *group) {
    kzi_text_char(text, '"');
    kzi_say_group(text, &result->hand, group);
    kzi_text_char(text, '"');
}

static void put_tiles(struct kzi_text *text, const struct kz_result *result) {
    kzi_text_char(text, '"');
    kzi_say_tiles(text, &result->hand);
    kzi_text_char(text, '"');
}

/* --- the tiles of a yaku -------------------------------------------------------------------------
 */

/* The groups of the reading whose bit is set, as a list. */
static void put_groups(struct kzi_text *text, const struct kz_result *result,
                       const struct kzi_reading *reading, unsigned groups) {
    uint8_t order[KZI_MAX_GROUPS];
    unsigned count = kzi_groups_by_tile(reading, order);
    bool first = true;
    kzi_text_char(text, '[');
    for (unsigned i = 0; i < count; i++) {
        if (!(groups >> order[i] & 1))
            continue;
        if (!first)
            kzi_text_char(text, ',');
        first = false;
        put_group(text, result, &reading->groups[order[i]]);
    }
    kzi_text_char(text, ']');
}

static void put_copies(struct kzi_text *text, const struct kzi_use *use) {
    uint8_t counts[KZI_KINDS] = {0}, marked[KZI_SUITS] = {0};
    counts[use->kind] = use->copies;
    if (use->marked)
        marked[kzi_suit(use->kind)] = use->copies;
    KZI_PUT(text, "[\"");
    kzi_notation_put_counts(text, counts, marked);
    KZI_PUT(text, "\"]");
}

static void put_use(struct kzi_text *text, const struct kz_result *result,
                    const struct kzi_use *use) {
    const struct kzi_reading *reading = &result->best.reading;
    if (use->copies)
        put_copies(text, use);
    else if (use->whole && !reading->n_groups) {
        kzi_text_char(text, '[');
        put_tiles(text, result);
        kzi_text_char(text, ']');
    } else
        put_groups(text, result, reading, use->whole ? ~0U : use->groups);
}

void kzi_json_uses(struct kzi_text *text, const struct kz_result *result, unsigned yaku) {
    struct kzi_use uses[KZI_MAX_USES];
    unsigned count = kzi_uses_find(result, yaku, uses);
    KZI_PUT(text, ",\"tiles\":[");
    for (unsigned i = 0; i < count; i++) {
        if (i)
            kzi_text_char(text, ',');
        put_use(text, result, &uses[i]);
    }
    kzi_text_char(text, ']');
}

/* --- the reading ---------------------------------------------------------------------------------
 */

static unsigned pairs_of(const struct kzi_reading *reading) {
    unsigned pairs = 0;
    for (unsigned i = 0; i < reading->n_groups; i++)
        if (reading->groups[i].kind == KZI_PAIR)
            pairs |= 1U << i;
    return pairs;
}

static void put_sets(struct kzi_text *text, const struct kz_result *result,
                     const struct kzi_reading *reading) {
    unsigned pairs = pairs_of(reading);
    KZI_PUT(text, ",\"sets\":");
    put_groups(text, result, reading, ~pairs);
    if (!pairs)
        return;
    if (!(pairs & (pairs - 1))) {
        KZI_PUT(text, ",\"pair\":");
        put_group(text, result, &reading->groups[__builtin_ctz(pairs)]);
    } else {
        KZI_PUT(text, ",\"pairs\":");
        put_groups(text, result, reading, pairs);
    }
}

static void put_reading(struct kzi_text *text, const struct kz_result *result,
                        const struct kzi_reading *reading) {
    const struct kzi_model *model = result->rules->model;
    KZI_PUT(text, "\"reading\":{\"shape\":");
    kzi_json_string(text, model->shape_names.name[reading->shape]);
    if (!reading->n_groups) {
        KZI_PUT(text, ",\"tiles\":");
        put_tiles(text, result);
    } else if (!reading->n_sets) {
        KZI_PUT(text, ",\"pairs\":");
        put_groups(text, result, reading, ~0U);
    } else
        put_sets(text, result, reading);
    KZI_PUT(text, ",\"wait\":");
    kzi_json_string(text, kzi_wait_names[reading->wait]);
    kzi_text_char(text, '}');
}

/* --- fu, covers, other readings
 * ------------------------------------------------------------------- */

static void put_fu_items(struct kzi_text *text, const struct kz_result *result) {
    struct kzi_fu_line lines[KZI_FU_LINES];
    const struct kzi_tally *best = &result->best;
    unsigned count =
        best->fu < 0 ? 0 : kzi_fu_lines(result->rules, &result->hand, best, lines, KZI_FU_LINES);
    KZI_PUT(text, ",\"fu_items\":[");
    for (unsigned i = 0; i < count; i++) {
        kzi_text_put(text, i ? ",{\"id\":" : "{\"id\":");
        kzi_json_string(text, lines[i].id);
        if (lines[i].group >= 0) {
            KZI_PUT(text, ",\"tiles\":");
            put_group(text, result, &best->reading.groups[lines[i].group]);
        }
        KZI_PUT(text, ",\"fu\":");
        kzi_text_int(text, lines[i].fu);
        kzi_text_char(text, '}');
    }
    kzi_text_char(text, ']');
}

/* Both hold on the reading, so that what is covered was said already. */
static void put_covered(struct kzi_text *text, const struct kz_result *result) {
    const struct kz_ruleset *rules = result->rules;
    bool first = true;
    KZI_PUT(text, ",\"covered\":[");
    for (unsigned i = 0; i < rules->n_yaku; i++) {
        if (!kzi_has_yaku(result->best.held, i) || kzi_has_yaku(result->best.scored, i))
            continue;
        int by = kzi_covered_by(rules, &result->best, i);
        if (by < 0)
            continue;
        kzi_text_put(text, first ? "{\"id\":" : ",{\"id\":");
        first = false;
        kzi_json_string(text, rules->model->yaku[i].id);
        KZI_PUT(text, ",\"by\":");
        kzi_json_string(text, rules->model->yaku[by].id);
        KZI_PUT(text, ",\"why\":\"implied\"}");
    }
    kzi_text_char(text, ']');
}

static void put_yaku_ids(struct kzi_text *text, const struct kz_result *result,
                         const struct kzi_tally *tally) {
    bool first = true;
    KZI_PUT(text, ",\"yaku\":[");
    for (unsigned i = 0; i < result->rules->n_yaku; i++) {
        if (!kzi_has_yaku(tally->scored, i))
            continue;
        if (!first)
            kzi_text_char(text, ',');
        first = false;
        kzi_json_string(text, result->rules->model->yaku[i].id);
    }
    kzi_text_char(text, ']');
}

static void put_other(struct kzi_text *text, const struct kz_result *result,
                      const struct kzi_tally *other) {
    kzi_text_char(text, '{');
    put_reading(text, result, &other->reading);
    put_yaku_ids(text, result, other);
    KZI_PUT(text, ",\"total\":");
    kzi_text_int(text, other->total);
    KZI_PUT(text, ",\"fu\":");
    if (other->fu < 0)
        KZI_PUT(text, "null");
    else
        kzi_text_int(text, other->fu);
    KZI_PUT(text, ",\"points\":");
    kzi_text_int(text, other->wins ? other->points : 0);
    KZI_PUT(text, ",\"why\":");
    kzi_json_string(text, kzi_why_lost(&result->best, other));
    kzi_text_char(text, '}');
}

/* Who answers for which yaku; where nobody does, nothing is said. */
static void put_liable(struct kzi_text *text, const struct kz_result *result) {
    for (unsigned i = 0; i < result->n_liable; i++) {
        const struct kzi_liable *liable = &result->liable[i];
        kzi_text_put(text, i ? ",{\"yaku\":" : ",\"liable\":[{\"yaku\":");
        kzi_json_string(text, result->rules->model->yaku[liable->yaku].id);
        KZI_PUT(text, ",\"seat\":");
        kzi_json_string(text, kzi_seat_names[liable->seat]);
        kzi_text_char(text, '}');
    }
    if (result->n_liable)
        kzi_text_char(text, ']');
}

void kzi_json_explain(struct kzi_text *text, const struct kz_result *result) {
    kzi_text_char(text, ',');
    put_reading(text, result, &result->best.reading);
    put_fu_items(text, result);
    put_covered(text, result);
    put_liable(text, result);
    KZI_PUT(text, ",\"others\":[");
    for (unsigned i = 0; i < result->n_others; i++) {
        if (i)
            kzi_text_char(text, ',');
        put_other(text, result, &result->others[i]);
    }
    kzi_text_char(text, ']');
}
