/* every_concern.h - which hands the differences of two rulesets concern.
 *
 * Where nothing but yaku differs, a hand on which none of these holds is worth the same under both:
 * it need not be scored, nor told apart from others. */
#ifndef KZI_EVERY_CONCERN_H
#define KZI_EVERY_CONCERN_H

#include "analysis/diff/blame.h"

#define KZI_EVERY_WHENS      32
#define KZI_DIFFERENCE_WORDS (KZI_MAX_BLAMED / 64)

/* Rows of the one ruleset and of the other. */
struct kzi_both_rows {
    uint64_t of[2][KZI_ROW_WORDS];
};

struct kzi_every_concern {
    /* Nothing but yaku differs, and what circumstances need is a matter of how sets and the winning
     * tile lie, whatever tiles they are. */
    bool confined;
    struct kzi_both_rows held; /* of yaku that differ in more than their condition */
    bool tangled;              /* a condition that differs names a yaku that differs too */
    size_t n_differences;
    /* By difference: of all yaku that it touches, in whatever way; they too whose covers reach
     * further through it. */
    struct kzi_both_rows touched[KZI_MAX_BLAMED];
    unsigned n_whens;
    struct kzi_both_rows whens[KZI_EVERY_WHENS]; /* of each yaku that differs in its condition */
};

/* Add the rows of a yaku; of -1 there are none. */
void kzi_every_add_rows(uint64_t *rows, const struct kz_ruleset *rules, int yaku);
/* The rulesets with one difference must be made. */
void kzi_every_concern_find(struct kzi_every_concern *concern, const struct kzi_blame *blame);

/* Which differences may change the result by themselves, bit by number; left: rows
 * that may hold. */
void kzi_every_touches(const struct kzi_every_concern *concern, const unsigned words[2],
                       const uint64_t *const left[2], uint64_t touching[KZI_DIFFERENCE_WORDS]);

#endif
