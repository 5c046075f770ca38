/* comparison.h - the results of one hand under several rulesets, field by field.
 *
 * A result does not have every field: a hand that is refused has none but its error, one that does
 * not win is worth no points.  A field that is not there is equal to one that is null, and to
 * nothing else. */
#ifndef KZI_COMPARISON_H
#define KZI_COMPARISON_H

#include "base/text.h"
#include "score/result.h"

/* How far a result goes: a hand that was not refused; one whose tiles are a hand, so that yaku and
 * fu were counted; one that wins. */
static inline bool kzi_is_scored(const struct kz_result *result) {
    return result->status == KZ_OK;
}

static inline bool kzi_is_complete(const struct kz_result *result) {
    return kzi_is_scored(result) && result->reason != KZI_INCOMPLETE;
}

static inline bool kzi_is_won(const struct kz_result *result) {
    return kzi_is_scored(result) && result->reason == KZI_WINS;
}

/* In the order in which they are named. */
enum kzi_field {
    KZI_FIELD_ERROR,
    KZI_FIELD_WIN,
    KZI_FIELD_REASON,
    KZI_FIELD_YAKU, /* as a set of id, value and count */
    KZI_FIELD_UNIT,
    KZI_FIELD_TOTAL,
    KZI_FIELD_FU,
    KZI_FIELD_LIMIT,
    KZI_FIELD_MULTIPLIER,
    KZI_FIELD_POINTS,
    KZI_FIELD_PAYMENTS,
    KZI_FIELDS
};

extern const char *const kzi_field_names[KZI_FIELDS];

/* The fields in which two results of one hand are not equal, bit by enum kzi_field. */
unsigned kzi_differs(const struct kz_result *a, const struct kz_result *b);

#define KZI_MAX_COMPARED KZ_MAX_FAMILY

struct kzi_summed_blame;

/* One hand under several rulesets, in the order the user named them.  A hand that cannot even be
 * read is refused in every result, by the same error (kzi_refuse). */
struct kzi_comparison {
    unsigned count; /* at least 1 */
    const struct kz_result *results[KZI_MAX_COMPARED];
    unsigned differs;                      /* fields not equal in all results, bit by number */
    unsigned from_first[KZI_MAX_COMPARED]; /* those in which a result differs from the first */
    /* Why they do, by result, the first not used; NULL: not asked for. */
    const struct kzi_summed_blame *blame;
};

/* Fills differs and from_first. */
void kzi_compare(struct kzi_comparison *comparison);

/* {"id":...,"results":[...],"same":true,"differs":[]} without a newline; the results are what
 * kzi_report_json writes.  line: as there. */
void kzi_compare_json(struct kzi_text *text, const struct kzi_comparison *comparison, bool explain,
                      unsigned long line);
/* "total, fu, points": the fields of a set. */
void kzi_say_fields(struct kzi_text *text, unsigned fields);

#endif
