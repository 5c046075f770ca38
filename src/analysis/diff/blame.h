/* blame.h - find the differences of two rulesets that are the reason for different results of a
 * hand: carried over from one ruleset into the other, they make the results equal.
 *
 * The rulesets with one difference carried over are compiled once for a pair and shared by threads;
 * each thread has its own blamer. */
#ifndef KZI_BLAME_H
#define KZI_BLAME_H

#include "analysis/canonical/differences.h"
#include "score/result.h"

struct kzi_blamer;

/* Rulesets with more differences are different games, for which no reasons are looked for. */
#define KZI_MAX_BLAMED 128

/* Limits for a pair of rulesets; memory in bytes. */
struct kzi_blame_limits {
    uint64_t steps;            /* for finding the differences and making rulesets */
    size_t memory;             /* of these rulesets at one time */
    size_t differences_memory; /* the part of it for finding the differences */
    uint64_t hand_steps;       /* for finding the reasons of a hand */
};

extern const struct kzi_blame_limits kzi_blame_limits; /* the limits in base/limits.h */

/* A ruleset with differences carried over. */
struct kzi_carried_rules {
    kz_ruleset *rules;      /* NULL: the rules are not valid, or the budget ran out */
    struct kzi_arena arena; /* of the rules' changes */
};

struct kzi_blame {
    const struct kzi_blame_limits *limits;
    struct kzi_arena arena;
    struct kzi_budget budget; /* the rest of the pair's budget; out: hands get no reasons */
    struct kzi_differences differences;
    /* By difference: the first ruleset with the difference carried over from the second (0), and
     * the second with it undone (1).  NULL: not made. */
    struct kzi_carried_rules *alone[2];
    uint64_t price; /* steps charged for a ruleset with several differences carried over */
};

/* Find the differences without making rulesets.  Both rulesets must outlive the blame. */
kz_status kzi_blame_find(struct kzi_blame **blame, const struct kz_ruleset *first,
                         const struct kz_ruleset *second, const struct kzi_blame_limits *limits,
                         kz_error *err);
/* Make the rulesets with one difference each, within the limits.  A difference that cannot be
 * carried over by itself is never a reason alone.  Return false if memory ran out. */
bool kzi_blame_make_rules(struct kzi_blame *blame);
/* Find the differences and make the rulesets, within kzi_blame_limits. */
kz_status kzi_blame_prepare(struct kzi_blame **blame, const struct kz_ruleset *first,
                            const struct kz_ruleset *second, kz_error *err);
void kzi_blame_free(struct kzi_blame *blame); /* free its blamers first */

/* Carry one difference over into ruleset `side`, within the budget.  Return false if memory ran
 * out. */
bool kzi_carry(struct kzi_carried_rules *carried, struct kzi_blame *blame, size_t difference,
               unsigned side);
void kzi_carried_rules_free(struct kzi_carried_rules *carried, struct kzi_budget *budget);

struct kzi_blamer *kzi_blamer_new(const struct kzi_blame *blame); /* NULL: memory ran out */
void kzi_blamer_free(struct kzi_blamer *blamer);

enum kzi_blame_how {
    KZI_BLAMED_NONE,     /* the results are equal, or no reason was found */
    KZI_BLAMED_ALONE,    /* each difference by itself is the whole reason */
    KZI_BLAMED_TOGETHER, /* all differences together are the reason */
    KZI_BLAMED_PARTLY,   /* each changes the result, but they are not the whole reason */
    KZI_BLAMED_CUT /* each changes the result; the steps ran out before it was known whether they
                      are the whole reason */
};

struct kzi_blame_set {
    enum kzi_blame_how how;
    size_t count;
    uint16_t list[KZI_MAX_BLAMED]; /* indexes in the list of differences, increasing */
};

/* Find the reason for the results of a hand under both rulesets. */
void kzi_blame_hand(struct kzi_blamer *blamer, const struct kzi_hand *hand,
                    const struct kz_result *const results[2], struct kzi_blame_set *blamed);

#endif
