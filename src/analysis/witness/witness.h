/* witness.h - a hand that shows a difference of rules: a small one that scores otherwise when that
 * difference alone is carried over.
 *
 * Hands are made by chance, aimed at what the rules speak of, always in the same order; those that
 * show the difference are made simpler for as long as they do. */
#ifndef KZI_WITNESS_H
#define KZI_WITNESS_H

#include "analysis/canonical/differences.h"
#include "analysis/witness/random_hand.h"
#include "base/text.h"
#include "hand/hand.h"
#include "score/result.h"

enum kzi_witness_kind {
    KZI_WITNESS_NONE,
    KZI_WITNESS_NEVER,   /* no hand can show it: every total and fu is worth the same */
    KZI_WITNESS_DEAL,    /* no hand by itself can show it: the rule is about whole deals */
    KZI_WITNESS_REFUSED, /* one of the rulesets refuses the hand */
    KZI_WITNESS_COUNTS,  /* it counts otherwise, and pays the same */
    KZI_WITNESS_PAYS     /* it pays otherwise, or wins in one only */
};

struct kzi_witness {
    enum kzi_witness_kind kind;
    struct kzi_hand hand;
    struct kz_result results[2]; /* under the two rulesets */
    bool as_is;          /* the two rulesets with all their differences score it like that too */
    unsigned long tried; /* hands */
    bool cut;            /* the budget was used up before as many were tried as can be */
    struct kzi_budget *budget; /* NULL: any */
};

/* alike: two rulesets that differ in this alone, the first like the first.  False: memory is
 * out. */
bool kzi_witness_find(struct kzi_witness *witness, const struct kzi_differences *differences,
                      const struct kzi_difference *difference,
                      const struct kz_ruleset *const alike[2]);

struct kzi_witness_search {
    const struct kzi_differences *differences;
    const struct kzi_difference *difference;
    const struct kz_ruleset *alike[2];
    struct kz_result results[2]; /* under alike, of the hand looked at last */
    struct kz_result whole[2];   /* under the rulesets themselves */
    bool as_is;
    struct kzi_budget *budget; /* NULL: any */
};

/* Scores a hand under both; whether and how they differ. */
enum kzi_witness_kind kzi_witness_look(struct kzi_witness_search *search,
                                       const struct kzi_hand *hand);

/* How much of a hand draws the eye: its situation, its melds, its tiles. */
unsigned kzi_hand_cost(const struct kzi_hand *hand);

/* Of the hand looked at last: the lower the better to show the difference by. */
unsigned kzi_witness_cost(const struct kzi_witness_search *search, enum kzi_witness_kind kind,
                          const struct kzi_hand *hand);

/* A witness with its cost. */
struct kzi_witness_found {
    struct kzi_hand hand;
    enum kzi_witness_kind kind;
    unsigned cost;
};

/* Makes it simpler as long as that can be. */
void kzi_witness_shrink(struct kzi_witness_search *search, struct kzi_witness_found *found);

/* Tiles, melds and the winning tile, then what was said of the situation; read again it is the same
 * hand.  What was left to be assumed is left so. */
void kzi_put_line(struct kzi_text *text, const struct kzi_hand *hand);

#endif
