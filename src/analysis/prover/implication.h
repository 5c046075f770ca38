/* implication.h - what the conditions of two yaku have to do with each other: the one holds
 * wherever the other does, or they never hold of one reading, or neither can be shown.
 *
 * What is proved is true of every reading of every hand.  What is not proved may be true for
 * reasons that the proof does not see; tests/unit/prove.c looks for hands that refute what was left
 * open in the rulesets that come with Kazoe.  A proof has a bounded number of steps, some
 * milliseconds at most.
 *
 * What `minimum` asks of a winning hand is not assumed: results name the yaku of hands below it
 * too, and hands that lost need not meet it. */
#ifndef KZI_IMPLICATION_H
#define KZI_IMPLICATION_H

#include "compile/ruleset.h"

/* Make what proofs need of a ruleset, unless it is there: the calls below ask for it, and
 * kzi_why_covered has reasons from then on.  No other thread may use the ruleset meanwhile.  False:
 * out of memory. */
bool kzi_prover_make(struct kz_ruleset *ruleset);

/* Return whether yaku b holds wherever a does, and both can.  budget: NULL, or nothing is shown
 * where it is used up; a case is some hundred steps. */
bool kzi_implies(const struct kz_ruleset *ruleset, unsigned a, unsigned b,
                 struct kzi_budget *budget);
/* Return whether it is certain that no reading has both. */
bool kzi_cannot_meet(const struct kz_ruleset *ruleset, unsigned a, unsigned b,
                     struct kzi_budget *budget);
/* Return whether one of the others holds wherever the condition of a holds and that of b does not;
 * b NULL: whether no reading has a.  All may be of a model that differs from the ruleset's in
 * places (kzi_ruleset_build_changed). */
bool kzi_implies_or(const struct kz_ruleset *ruleset, const struct kzi_yaku *a,
                    const struct kzi_yaku *b, const struct kzi_yaku *const *others, unsigned n);

#endif
