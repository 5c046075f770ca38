/* family.h - rulesets that a hand is scored under at once.
 *
 * Those that are played with the same tiles, shapes and words as the first are joined: what a hand
 * says of conditions is looked up once for all of them, in one program over the rows of all, in
 * which rulesets that say the same share their rows.  And where a ruleset treats what holds of a
 * hand as the first does, or as another that is more like it, what that made of it is taken over
 * (score/family_score.c); here it is found out what they have alike.  A family never changes once
 * made; threads share it. */
#ifndef KZI_FAMILY_H
#define KZI_FAMILY_H

#include "compile/program/words.h"
#include "compile/ruleset.h"

#define KZI_MAX_FAMILY KZ_MAX_FAMILY

/* What a ruleset shares with an earlier one of its family, its leader. */
struct kzi_equality {
    /* By the marks that are there, by bit: rows that tell them apart where they are left, since the
     * yaku or fu item counts under one of them alone or is treated in another way, in words of the
     * ruleset's own program; NULL: nothing is taken over. */
    const uint64_t *distinguishing;
    const uint64_t *asked; /* rows that are possible under either */
    /* Of the distinguishing rows those of yaku that are counted by marks and affect nothing but the
     * total: what else a selection has is the same with and without them. */
    const uint64_t *independent;
    uint64_t needs_apart;   /* circumstances that need other things, bit by number */
    const uint64_t *prices; /* that are the same, bit by place in the leader's prices.priced */
};

struct kzi_member {
    const struct kz_ruleset *rules;
    bool joined;                             /* its rows are in the program */
    unsigned first_word;                     /* of its rows there, numbered as in its own program */
    unsigned words;                          /* of them */
    unsigned fu_at;                          /* which of the fu of a sum is its own */
    const struct kzi_counted_at *counted_at; /* by yaku, in sums of the program */
    struct kzi_equality alike;               /* with the first */
    unsigned near;                  /* the leader that is more like it than the first; 0: none */
    struct kzi_equality alike_near; /* with that one */
    bool leads;                     /* others may take over what it makes of a hand */
};

struct kz_family {
    struct kzi_arena arena;
    const struct kzi_program *program; /* NULL: nothing is joined */
    unsigned n_members;
    /* Members with the rows of the first, by bit, and all that distinguishes any of them from it,
     * as of one member: most hands are taken over by all of them or by none. */
    unsigned common;
    struct kzi_member as_one;
    struct kzi_member members[KZI_MAX_FAMILY];
};

/* Return whether a yaku or fu item may count with these marks, as far as it holds. */
static inline bool kzi_counts_with(const struct kz_ruleset *rules, unsigned marks, unsigned owner) {
    const uint64_t *countable = rules->countable + (size_t)marks * rules->yaku_words;
    return kzi_has_bit(rules->scoring->possible, owner) &&
           (owner >= rules->n_yaku || kzi_has_bit(countable, owner));
}

/* n: 1 to KZI_MAX_FAMILY.  The rulesets must outlive the family. */
kz_status kzi_family_make(struct kz_family **out, const struct kz_ruleset *const *rules, size_t n,
                          kz_error *err);
void kzi_family_free(struct kz_family *family); /* NULL: nothing happens */

#endif
