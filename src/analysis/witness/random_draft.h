/* random_draft.h - the parts of making random hands: what a hand should be like
 * (random_target.c), what that asks of its groups (random_draft.c), and its tiles
 * (random_hand.c). */
#ifndef KZI_RANDOM_DRAFT_H
#define KZI_RANDOM_DRAFT_H

#include "analysis/witness/random_hand.h"

/* --- random_target.c ------------------------------------------------------------------------- */

#define KZI_TARGET_CLAUSES 48

struct kzi_random_target {
    struct kzi_random *random;
    const struct kz_ruleset *rules;
    uint64_t words, given, barred; /* circumstances: requested, with those implied, forbidden */
    uint64_t ways, openness, seats, shapes, waits; /* allowed, as bits like in kzi_condition */
    unsigned n_clauses;
    struct {
        const struct kzi_condition *cond;
        bool negated;
    } clauses[KZI_TARGET_CLAUSES]; /* of tiles and sets; all of them should hold */
};

/* Return a target without restrictions. */
struct kzi_random_target kzi_random_target_nothing(struct kzi_random *random,
                                                   const struct kz_ruleset *rules);

/* Draw a target from the aim, or usually a yaku of the ruleset, often with a circumstance or
 * two. Return false if they contradict each other. */
bool kzi_random_target_draw(struct kzi_random_target *target, const struct kzi_aim *aim);

/* Demand a condition besides; return false if it contradicts the others. */
bool kzi_random_target_add(struct kzi_random_target *target, const struct kzi_condition *cond);

/* --- random_draft.c ------------------------------------------------------------------------- */

#define KZI_DRAFT_WISHES 16
#define KZI_DRAFT_CHOWS  (UINT64_C(0x7F) | UINT64_C(0x7F) << 9 | UINT64_C(0x7F) << 18)
#define KZI_DRAFT_SUIT   UINT64_C(0x1FF)
#define KZI_DRAFT_HONORS (UINT64_C(0x7F) << KZI_HONOR)

/* Groups by kind, with a bit for each lowest tile. */
struct kzi_groups {
    kzi_kinds of[KZI_PAIR + 1];
};

struct kzi_wish {
    struct kzi_groups groups;
    uint8_t adjective, count;
    bool exactly; /* not more than that */
};

struct kzi_hand_draft {
    struct kzi_random *random;
    const struct kz_ruleset *rules;
    const struct kzi_random_target *target;
    const struct kzi_shape *shape;
    struct kzi_hand *hand;
    kzi_kinds palette, win;  /* the kinds that the hand, and its last tile, may have */
    uint8_t left[KZI_KINDS]; /* copies of each kind */
    uint8_t spelled_left[KZI_A_FACE + 1]; /* the same where a hand is spelled */
    kzi_kinds least[KZI_MAX_COPIES + 1], touched; /* kinds by copies left; kinds used */
    unsigned claim;                               /* out of 8: the chance that a set is claimed */
    struct kzi_groups must;                       /* the groups that the hand may have */
    unsigned n_wishes;
    struct kzi_wish wishes[KZI_DRAFT_WISHES];
    uint8_t must_hold;                    /* an adjective for all sets */
    unsigned n_raw, odd;                  /* tiles laid one by one; the last of them */
    const struct kzi_condition *raw_cond; /* the condition that asked for them */
    unsigned n_groups;
    struct kzi_group groups[KZI_MAX_GROUPS]; /* those of concealed tiles */
};

struct kzi_groups kzi_groups_and(struct kzi_groups a, const struct kzi_groups *b);
/* Return the groups of a noun with all (some: any) of their tiles among the kinds. */
struct kzi_groups kzi_groups_of(unsigned noun, kzi_kinds in, bool some);
/* Leave groups out of those that the hand may have. */
void kzi_draft_never(struct kzi_hand_draft *draft, const struct kzi_groups *groups);
/* Return the kinds with tiles in the class, ignoring the winning tile, which is not known yet. */
kzi_kinds kzi_draft_class(const struct kzi_hand_draft *draft, const struct kzi_class *class_);
/* Take in what a clause of the target asks. */
void kzi_draft_clause(struct kzi_hand_draft *draft, const struct kzi_condition *cond, bool negated);

#endif
