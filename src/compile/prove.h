/* prove.h - what the conditions of two yaku have to do with each other: the one holds wherever the
 * other does, or they never hold of one reading, or neither can be shown.
 *
 * What is proved is true of every reading of every hand.  What is not proved may be true for
 * reasons that the proof does not see; tests/unit_prove.c looks for hands that refute what was left
 * open in the rulesets that come with Kazoe.  A proof has a bounded number of steps, some
 * milliseconds at most. */
#ifndef KZI_PROVE_H
#define KZI_PROVE_H

#include "compile/ruleset.h"

/* Wherever yaku a holds, yaku b holds too, and both can. */
bool kzi_implies(const struct kz_ruleset *ruleset, unsigned a, unsigned b);
/* No reading has both. */
bool kzi_cannot_meet(const struct kz_ruleset *ruleset, unsigned a, unsigned b);

/* Why a yaku covers another.  What neither is implied nor impossible is so because the rule book
 * says it. */
enum kzi_cover_why { KZI_WHY_IMPLIED, KZI_WHY_IMPOSSIBLE, KZI_WHY_CONVENTION };

extern const char *const kzi_cover_why_names[]; /* implied impossible convention */

enum kzi_cover_why kzi_cover_why(const struct kz_ruleset *ruleset, unsigned by, unsigned yaku);

#endif
