/* selection.h - a choice of combinations on one reading, and what it comes to after covers. */
#ifndef KZI_SELECTION_H
#define KZI_SELECTION_H

#include "score/internal.h"

#define KZI_MAX_LISTED 64

/* A selection and what it comes to. */
struct kzi_selection {
    uint64_t scored[KZI_YAKU_WORDS];
    unsigned n_uses, n_counts;
    struct kzi_instance uses[KZI_MAX_CHOSEN];
    struct kzi_count counts[KZI_MAX_CHOSEN];
    int64_t total;
    bool listed; /* the keys are worked out: only where a total does not decide */
    unsigned n_keys;
    int64_t keys[KZI_MAX_LISTED]; /* the list of yaku: the value and the place of each, falling */
};

/* A reading whose selections are weighed: what all of them share. */
struct kzi_weigh_ctx {
    const struct kz_ruleset *rules;
    const struct kzi_facts *facts;
    const uint8_t *mark_counts;
    const struct kzi_reading *reading;
    uint64_t held[KZI_YAKU_WORDS]; /* without the combinations */
    bool counted;                  /* the counts are worked out: only where they are needed */
    unsigned n_counts;             /* of held yaku, those that count other than once */
    struct kzi_count counts[KZI_MAX_CHOSEN];
    unsigned n_coverers; /* of those that may count, in the order of covers */
    uint16_t coverers[KZI_MAX_COVERERS];
};

/* held: all that hold, combinations too. */
void kzi_weigh_start(struct kzi_weigh_ctx *weighing, const struct kz_ruleset *rules,
                     const struct kzi_facts *facts, const uint8_t mark_counts[KZI_MAX_MARKS],
                     const struct kzi_reading *reading, const uint64_t *held);
/* Fills scored and counts from uses: where there is but one selection no total is asked for. */
void kzi_weigh_alone(struct kzi_weigh_ctx *weighing, struct kzi_selection *now);
/* The same, and total. */
void kzi_weigh(struct kzi_weigh_ctx *weighing, struct kzi_selection *now);

/* Whether a comes to more, or to as much by a list that comes first. */
bool kzi_selection_first(const struct kzi_weigh_ctx *weighing, struct kzi_selection *a,
                         struct kzi_selection *b);
bool kzi_selection_same_list(const struct kzi_weigh_ctx *weighing, struct kzi_selection *a,
                             struct kzi_selection *b);

#endif
