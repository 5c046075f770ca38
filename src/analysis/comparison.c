#include "analysis/comparison.h"

#include "report/document.h"
#include "report/result_json.h"
#include "report/wording.h"

#include <string.h>

/* --- fields ----------------------------------------------------------------------------------- */

static unsigned listed(const struct kz_result *result, uint16_t list[KZI_MAX_YAKU]) {
    return kzi_is_complete(result) ? kzi_list_counted(result, list) : 0;
}

/* Return the value of a yaku for each time, as in JSON: 0 if it is worth a limit. */
static int32_t value_each(const struct kz_result *result, unsigned yaku) {
    const struct kzi_value *value = kzi_value_in_hand(result, yaku);
    return value->limit == KZI_NO_LIMIT ? value->number : 0;
}

/* Return whether the other result lists a yaku with the same id, value and count. likely: its
 * probable number in the other ruleset. */
static bool lists_equal(const struct kz_result *result, unsigned yaku,
                        const struct kz_result *other, unsigned likely) {
    const char *id = result->rules->model->yaku[yaku].id;
    int found = strcmp(other->rules->model->yaku[likely].id, id) != 0
                    ? kzi_names_find(&other->rules->model->yaku_names, id)
                    : (int)likely;
    if (found < 0 || !kzi_has_bit(other->best.scored, (unsigned)found))
        return false;
    return kzi_times_listed(result, yaku) == kzi_times_listed(other, (unsigned)found) &&
           value_each(result, yaku) == value_each(other, (unsigned)found);
}

/* Return whether two results list the same yaku.  Most rulesets list their yaku in the same
 * order. */
static bool yaku_equal(const struct kz_result *a, const struct kz_result *b) {
    uint16_t list[KZI_MAX_YAKU], others[KZI_MAX_YAKU];
    unsigned count = listed(a, list);
    if (count != listed(b, others))
        return false;
    for (unsigned i = 0; i < count; i++)
        if (!lists_equal(a, list[i], b, others[i]))
            return false;
    return true;
}

static int64_t chips_of(const struct kz_result *result) {
    return kzi_has_chips(result) ? result->chips : 0;
}

/* Return whether a result has a field.  Each lists its yaku and has chips, though perhaps none. */
static bool has_field(const struct kz_result *result, enum kzi_field field) {
    const bool complete = kzi_is_complete(result), won = kzi_is_won(result);
    switch (field) {
    case KZI_FIELD_ERROR:
        return !kzi_is_scored(result);
    case KZI_FIELD_WIN:
        return kzi_is_scored(result);
    case KZI_FIELD_REASON:
        return kzi_is_scored(result) && !won;
    case KZI_FIELD_UNIT:
    case KZI_FIELD_TOTAL:
        return complete;
    case KZI_FIELD_FU:
        return complete && result->best.fu >= 0;
    case KZI_FIELD_LIMIT:
        return won && result->best.limit >= 0;
    case KZI_FIELD_MULTIPLIER:
    case KZI_FIELD_POINTS:
    case KZI_FIELD_PAYMENTS:
        return won;
    case KZI_FIELD_YAKU:
    case KZI_FIELD_CHIPS:
    case KZI_FIELDS:
        break;
    }
    return true;
}

/* Return whether a field that two results have is the same in both.  A party that a result does not
 * name pays nothing. */
static bool fields_equal(const struct kz_result *a, const struct kz_result *b,
                         enum kzi_field field) {
    switch (field) {
    case KZI_FIELD_ERROR:
        return !strcmp(a->error.code, b->error.code) && !strcmp(a->error.text, b->error.text) &&
               !strcmp(a->error.key, b->error.key) && a->error.column == b->error.column;
    case KZI_FIELD_WIN:
        return kzi_is_won(a) == kzi_is_won(b);
    case KZI_FIELD_REASON:
        return a->reason == b->reason;
    case KZI_FIELD_YAKU:
        return yaku_equal(a, b);
    case KZI_FIELD_UNIT:
        return !strcmp(a->rules->model->unit, b->rules->model->unit);
    case KZI_FIELD_TOTAL:
        return a->best.total == b->best.total;
    case KZI_FIELD_FU:
        return a->best.fu == b->best.fu;
    case KZI_FIELD_LIMIT:
        return !strcmp(a->rules->model->limits[a->best.limit].id,
                       b->rules->model->limits[b->best.limit].id);
    case KZI_FIELD_MULTIPLIER:
        return a->best.multiplier == b->best.multiplier;
    case KZI_FIELD_POINTS:
        return a->best.points == b->best.points;
    case KZI_FIELD_PAYMENTS:
        return a->discarder_unknown == b->discarder_unknown &&
               (a->discarder_unknown || a->rules->model->n_seats == b->rules->model->n_seats) &&
               !memcmp(a->paid, b->paid, sizeof a->paid);
    case KZI_FIELD_CHIPS:
        return chips_of(a) == chips_of(b) &&
               (!chips_of(a) || !memcmp(a->chips_paid, b->chips_paid, sizeof a->chips_paid));
    case KZI_FIELDS:
        break;
    }
    return true;
}

/* --- comparing ------------------------------------------------------------------------------- */

const char *const kzi_field_names[KZI_FIELDS] = {
    [KZI_FIELD_ERROR] = "error",
    [KZI_FIELD_WIN] = "win",
    [KZI_FIELD_REASON] = "reason",
    [KZI_FIELD_YAKU] = "yaku",
    [KZI_FIELD_UNIT] = "unit",
    [KZI_FIELD_TOTAL] = "total",
    [KZI_FIELD_FU] = "fu",
    [KZI_FIELD_LIMIT] = "limit",
    [KZI_FIELD_MULTIPLIER] = "multiplier",
    [KZI_FIELD_POINTS] = "points",
    [KZI_FIELD_PAYMENTS] = "payments",
    [KZI_FIELD_CHIPS] = "chips",
};

unsigned kzi_differs(const struct kz_result *a, const struct kz_result *b) {
    unsigned differs = 0;
    for (enum kzi_field field = 0; field < KZI_FIELDS; field++) {
        const bool has = has_field(a, field);
        if (has != has_field(b, field) || (has && !fields_equal(a, b, field)))
            differs |= 1U << field;
    }
    return differs;
}

/* Equality of a field is transitive, so comparing each result with the first finds every field that
 * differs. */
void kzi_comparison_fill(struct kzi_comparison *comparison) {
    comparison->differs = 0;
    for (unsigned i = 0; i < comparison->count; i++) {
        comparison->from_first[i] = kzi_differs(comparison->results[0], comparison->results[i]);
        comparison->differs |= comparison->from_first[i];
    }
}

/* --- reports --------------------------------------------------------------------------------- */

void kzi_put_fields(struct kzi_text *text, unsigned set, const char *between) {
    const char *before = "";
    KZI_EACH_IN(set, field) {
        kzi_text_put(text, before);
        kzi_text_put(text, kzi_field_names[field]);
        before = between;
    }
}

void kzi_put_field_list(struct kzi_doc *doc, const char *key, unsigned fields) {
    KZI_DOC_LIST(doc, key)
        KZI_EACH_IN(fields, field)
            kzi_doc_code(doc, NULL, "field", kzi_field_names[field]);
}

void kzi_put_compared_members(struct kzi_doc *doc, const struct kzi_comparison *comparison,
                              bool explain, unsigned long line) {
    KZI_DOC_LIST(doc, "results") {
        struct kzi_text *json = kzi_doc_json(doc);
        for (unsigned i = 0; json && i < comparison->count; i++) {
            kzi_json_separate(json);
            kzi_put_result_json(json, comparison->results[i], explain, line);
        }
    }
    kzi_doc_bool(doc, "same", !comparison->differs);
    kzi_put_field_list(doc, "differs", comparison->differs);
}
