/* condition.h - what conditions have in common, whatever they ask. */
#ifndef KZI_CONDITION_H
#define KZI_CONDITION_H

#include "rules/model.h"

/* Whether it is made of other conditions: all_of, any_of, not, holds. */
bool kzi_condition_has_parts(const struct kzi_condition *cond);
/* Of how many phrases or classes it says how often they are to be found; 0: it is another sort. */
size_t kzi_condition_quantities(const struct kzi_condition *cond);

typedef bool kzi_condition_look(const struct kzi_condition *clause, void *with);

/* Looks at the clauses of a condition, those that have no parts, in order, as long as look returns
 * true; whether it did so for all. */
bool kzi_condition_each_clause(const struct kzi_condition *cond, kzi_condition_look *look,
                               void *with);

#endif
