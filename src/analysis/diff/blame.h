/* blame.h - why two rulesets score a hand differently: which of their differences, carried over
 * from one into the other, make the results equal.
 *
 * The rulesets with one difference carried over are compiled once for a pair and shared by threads;
 * each thread has a blamer of its own. */
#ifndef KZI_BLAME_H
#define KZI_BLAME_H

#include "analysis/canonical/differences.h"
#include "score/result.h"

/* Rulesets that differ in more are different games: nothing is blamed. */
#define KZI_MAX_BLAMED 128

/* What a pair of rulesets may take; memory in bytes. */
struct kzi_blame_limits {
    uint64_t steps;            /* of finding the differences and making rulesets */
    size_t memory;             /* of these at one time */
    size_t differences_memory; /* of that, to find the differences */
    uint64_t hand_steps;       /* of looking for the reasons of a hand */
};

extern const struct kzi_blame_limits kzi_blame_limits; /* those of base/limits.h */

/* A ruleset with differences carried over. */
struct kzi_carried {
    kz_ruleset *rules;      /* NULL: such rules make no sense, or the budget is out */
    struct kzi_arena arena; /* what it was changed by */
};

struct kzi_blame {
    const struct kzi_blame_limits *limits;
    struct kzi_arena arena;
    struct kzi_budget
        budget; /* what the pair may still take; out: no hand's reason is looked for */
    struct kzi_differences differences;
    /* For each difference the first ruleset with it carried over from the second (0), the second
     * with it undone (1).  NULL: not made. */
    struct kzi_carried *alone[2];
    uint64_t price; /* steps charged for a ruleset with several differences carried over */
};

/* Finds the differences, and makes no rulesets yet.  Both rulesets must outlive it. */
kz_status kzi_blame_find(struct kzi_blame **blame, const struct kz_ruleset *first,
                         const struct kz_ruleset *second, const struct kzi_blame_limits *limits,
                         kz_error *err);
/* Makes those with one difference alone, within the limits.  A difference that cannot be carried
 * over by itself is left out of what can be blamed alone.  False: memory is out. */
bool kzi_blame_make_rules(struct kzi_blame *blame);
/* Both, within kzi_blame_limits. */
kz_status kzi_blame_prepare(struct kzi_blame **blame, const struct kz_ruleset *first,
                            const struct kz_ruleset *second, kz_error *err);
void kzi_blame_free(struct kzi_blame *blame); /* its blamers first */

/* Carries one difference over into ruleset `into`, within the budget.  False: memory is out. */
bool kzi_carry(struct kzi_carried *carried, struct kzi_blame *blame, size_t difference,
               unsigned into);
void kzi_carried_free(struct kzi_carried *carried, struct kzi_budget *budget);

struct kzi_blamer;
struct kzi_blamer *kzi_blamer_new(const struct kzi_blame *blame); /* NULL: memory is out */
void kzi_blamer_free(struct kzi_blamer *blamer);

enum kzi_blamed_how {
    KZI_BLAMED_NONE,     /* the results are equal, or nothing was found */
    KZI_BLAMED_ALONE,    /* each of them, by itself, is the whole reason */
    KZI_BLAMED_TOGETHER, /* all of them are needed, and enough */
    KZI_BLAMED_PARTLY,   /* each changes the result, and more is needed */
    KZI_BLAMED_CUT       /* each changes the result; whether that is all was not looked for, as
                            the steps of a hand were used up */
};

struct kzi_blamed {
    enum kzi_blamed_how how;
    size_t count;
    uint16_t list[KZI_MAX_BLAMED]; /* numbers in the list of differences, rising */
};

/* results: of this hand under both rulesets. */
void kzi_blame_hand(struct kzi_blamer *blamer, const struct kzi_hand *hand,
                    const struct kz_result *const results[2], struct kzi_blamed *blamed);

#endif
