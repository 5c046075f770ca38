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

/* Return whether yaku b holds wherever a does, and both can.  budget: NULL, or nothing is shown
 * where it is used up; a case is some hundred steps. */
bool kzi_implies(const struct kz_ruleset *ruleset, unsigned a, unsigned b,
                 struct kzi_budget *budget);
/* No reading has both. */
bool kzi_cannot_meet(const struct kz_ruleset *ruleset, unsigned a, unsigned b,
                     struct kzi_budget *budget);
/* Return whether one of the others holds wherever the condition of a holds and that of b does not.
 * All may be of a model that differs from the ruleset's in places (kzi_ruleset_build_changed). */
bool kzi_implies_or(const struct kz_ruleset *ruleset, const struct kzi_yaku *a,
                    const struct kzi_yaku *b, const struct kzi_yaku *const *others, unsigned n);
/* No reading has it. */
bool kzi_never(const struct kz_ruleset *ruleset, const struct kzi_yaku *yaku);

/* Why a yaku covers another.  What neither is implied nor impossible is so because the rule book
 * says it. */
enum kzi_cover_why {
    KZI_WHY_IMPLIED,
    KZI_WHY_IMPOSSIBLE,
    KZI_WHY_CONVENTION,
    KZI_WHY_NOT_LOOKED_FOR /* the budget is used up */
};

extern const char *const kzi_cover_why_names[]; /* implied impossible convention not_looked_for */

enum kzi_cover_why kzi_cover_why(const struct kz_ruleset *ruleset, unsigned by, unsigned yaku,
                                 struct kzi_budget *budget);

#endif
