/* condition.h - what conditions have in common, whatever they ask. */
#ifndef KZI_CONDITION_H
#define KZI_CONDITION_H

#include "rules/model.h"

/* Whether it is made of other conditions: all_of, any_of, not, holds. */
bool kzi_if_has_parts(const struct kzi_if *cond);
/* Of how many phrases or classes it says how often they are to be found; 0: it is another sort. */
size_t kzi_if_quantities(const struct kzi_if *cond);

typedef bool kzi_if_look(const struct kzi_if *clause, void *with);

/* Looks at the clauses of a condition, those that have no parts, in order, as long as look returns
 * true; whether it did so for all. */
bool kzi_if_each_clause(const struct kzi_if *cond, kzi_if_look *look, void *with);

#endif
