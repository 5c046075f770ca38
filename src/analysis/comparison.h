/* comparison.h - the results of one hand under several rulesets, field by field.
 *
 * A result need not have every field: a refused hand has only its error, and a hand that does not
 * win has no points.  A missing field equals null and nothing else. */
#ifndef KZI_COMPARISON_H
#define KZI_COMPARISON_H

#include "base/text.h"
#include "kazoe-analysis.h"
#include "score/result.h"

struct kzi_doc;
struct kzi_summed_blame;

/* The stages of a result: the hand was not refused; its tiles form a hand, so that yaku and fu were
 * counted; it wins. */
static inline bool kzi_is_scored(const struct kz_result *result) {
    return result->status == KZ_OK;
}

static inline bool kzi_is_complete(const struct kz_result *result) {
    return kzi_is_scored(result) && result->reason != KZI_INCOMPLETE;
}

static inline bool kzi_is_won(const struct kz_result *result) {
    return kzi_is_scored(result) && result->reason == KZI_WINS;
}

/* In the order of reports. */
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
    KZI_FIELD_CHIPS, /* 0 under rules without chips */
    KZI_FIELDS
};

extern const char *const kzi_field_names[KZI_FIELDS];

/* Return the fields in which two results of one hand differ, as bits by enum kzi_field. */
unsigned kzi_differs(const struct kz_result *a, const struct kz_result *b);

#define KZI_MAX_COMPARED KZ_MAX_COMPARED

/* A hand under several rulesets, in the user's order.  A hand that cannot be parsed is refused in
 * every result with the same error (kzi_result_refuse_unread). */
struct kzi_comparison {
    unsigned count; /* at least 1 */
    const struct kz_result *results[KZI_MAX_COMPARED];
    unsigned differs;                      /* fields that are not equal in all results, by bit */
    unsigned from_first[KZI_MAX_COMPARED]; /* fields in which each result differs from the first, by
                                              bit */
    /* The reasons, by ruleset; the first is unused.  NULL: not requested. */
    const struct kzi_summed_blame *blame;
};

/* Fill in differs and from_first. */
void kzi_comparison_fill(struct kzi_comparison *comparison);

/* Put "results":[...],"same":true,"differs":[].  The results, as of kzi_put_result_json, are in
 * JSON only. */
void kzi_put_compared_members(struct kzi_doc *doc, const struct kzi_comparison *comparison,
                              bool explain, unsigned long line);
/* Put a set of fields as a list. */
void kzi_put_field_list(struct kzi_doc *doc, const char *key, unsigned fields);
/* Write a set of fields, as "total, fu, points" if between is ", ". */
void kzi_put_fields(struct kzi_text *text, unsigned fields, const char *between);

#endif
