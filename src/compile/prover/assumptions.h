/* assumptions.h - one case of a proof: what is assumed of its readings, and what that shows. */
#ifndef KZI_ASSUMPTIONS_H
#define KZI_ASSUMPTIONS_H

#include "compile/prover/bounds.h"

#define KZI_MOST_ASSUMED 24

struct kzi_assumption {
    const struct kzi_condition *cond;
    bool yes; /* it holds; else it does not */
};

struct kzi_assumptions {
    struct kzi_bounds known;
    struct kzi_assumption assumed[KZI_MOST_ASSUMED];
    unsigned n_assumed;
    const struct kzi_pattern *pattern; /* the largest that is there; NULL: none is known */
    bool twice;
    const struct kzi_tile_pattern *before; /* exactly these tiles before the win */
};

/* A condition that is made of no others. */
void kzi_assume(struct kzi_assumptions *state, const struct kzi_condition *cond, bool yes);
void kzi_assume_pattern(struct kzi_assumptions *state, const struct kzi_pattern *pattern,
                        bool twice);

bool kzi_is_assumed(const struct kzi_assumptions *state, const struct kzi_condition *cond,
                    bool yes);

/* Whether what is known of a settled case goes against something assumed. */
bool kzi_is_refuted(const struct kzi_assumptions *state);

/* Of a settled case: whether it is certain that the condition holds, or (yes is false) that it does
 * not. */
bool kzi_show(const struct kzi_assumptions *state, const struct kzi_condition *cond, bool yes);
bool kzi_show_pattern(const struct kzi_bounds *known, const struct kzi_pattern *pattern, bool twice,
                      bool yes);

#endif
