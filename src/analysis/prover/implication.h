/* implication.h - how the conditions of two yaku are related: one holds wherever the other does, or
 * they never hold of the same reading, or neither can be proved.
 *
 * A result that is proved is true for every reading of every hand.  One that is not proved may be
 * true for reasons that the proof does not see; tests/unit/prove.c looks for hands that disprove
 * open ones in the shipped rulesets.  A proof has a bounded number of steps, some milliseconds at
 * most.
 *
 * The condition `minimum` of winning hands is not assumed, because results also name the yaku of
 * hands below it, and losing hands need not meet it. */
#ifndef KZI_IMPLICATION_H
#define KZI_IMPLICATION_H

#include "compile/ruleset.h"

/* Make the data that proofs need, unless the ruleset has it; the calls below need it, and
 * kzi_why_covered then has reasons.  No other thread may use the ruleset meanwhile.  Return false
 * if memory ran out. */
bool kzi_prover_make(struct kz_ruleset *ruleset);

/* Return whether it is proved that yaku b holds wherever a does, and that both can hold. budget:
 * NULL, or steps for the proof (some hundred for each case); nothing is proved if they run out. */
bool kzi_implies(const struct kz_ruleset *ruleset, unsigned a, unsigned b,
                 struct kzi_budget *budget);
/* Return whether it is proved that no reading has both yaku. */
bool kzi_cannot_meet(const struct kz_ruleset *ruleset, unsigned a, unsigned b,
                     struct kzi_budget *budget);
/* Return whether it is proved that one of the others holds wherever the condition of a holds and
 * that of b (NULL: none) does not; without others, that there is no such reading.  The yaku may be
 * of a model that differs from the ruleset's in places (kzi_ruleset_build_changed). */
bool kzi_implies_or(const struct kz_ruleset *ruleset, const struct kzi_yaku *a,
                    const struct kzi_yaku *b, const struct kzi_yaku *const *others, unsigned n);

#endif
