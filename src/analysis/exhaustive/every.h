/* every.h - every winning hand there is, under two rulesets, by classes of hands that no rule of
 * either tells apart.
 *
 * In two steps:
 *  1. hands (join/): suits with their melds and winning tile are reduced to what rules can still
 *     learn from them, and joined suit by suit.  Of each class one hand is made.
 *  2. verdicts (every_verdict.c): it is scored under both, with every set of circumstances that one
 *     of the rulesets allows.
 * Where nothing but some yaku differs this is done twice: once for all hands, to know how many
 * there are; once for those hands alone on which such a yaku may hold (every_concern.c), since all
 * others are equal. Marks (dora, flowers), counters and a known discarder are not walked. */
#ifndef KZI_EVERY_H
#define KZI_EVERY_H

#include "analysis/compare/count_map.h"
#include "analysis/diff/blame.h"
#include "analysis/exhaustive/every_concern.h"
#include "analysis/witness/witness.h"
#include "report/result_text.h"
#include "tile/sets.h"

/* Which hands are found, and by what they are told apart. */
enum kzi_every_view {
    KZI_ALL_HANDS,      /* all, by all that the rules tell apart */
    KZI_COUNTED_HANDS,  /* all, to be counted: by what circumstances need of them */
    KZI_CONCERNED_HANDS /* those that a yaku which differs concerns */
};

#define KZI_EVERY_SHAPES (2 * KZI_MAX_SHAPES)
#define KZI_EVERY_ROUNDS 4
#define KZI_EVERY_MELDS  KZI_RANKED_SETS

struct kzi_every_shape {
    const struct kzi_shape *shape;
    const char *name;
    uint64_t tiles; /* sets of tiles that make it and none of the shapes before it, for each seat
                       and round */
    uint64_t hands; /* of them: with melds, winning tile, drawn or not, seat and round */
};

/* Hands that are alike; count: how many. */
struct kzi_every_hand {
    struct kzi_count_entry alike;
    uint64_t needs;            /* digest of what needs of circumstances find in it */
    uint32_t touching;         /* of kzi_every.touchings: differences that may change it */
    kzi_suit_key concealed[4]; /* by suit; without the winning tile */
    struct {
        uint16_t kind : 4, tile : 8, claimed : 1;
    } melds[KZI_EVERY_MELDS];
    uint8_t shape; /* of kzi_every.shapes */
    uint8_t win, n_melds;
    uint8_t seat : 3, round : 3, self_draw : 1;
};

/* Differences, bit by number; count: not used. */
struct kzi_every_touching {
    struct kzi_count_entry alike;
    uint64_t differences[KZI_DIFFERENCE_WORDS];
};

void kzi_every_unpack(const struct kzi_every_hand *packed, struct kzi_hand *hand);

struct kzi_every {
    const struct kz_ruleset *rules[2];
    enum kzi_every_view view;
    const struct kzi_every_concern *concern; /* of the hands that are concerned */
    uint64_t settled[2][KZI_ROW_WORDS]; /* rows that ask neither circumstances nor what counts */
    unsigned n_shapes;
    struct kzi_every_shape shapes[KZI_EVERY_SHAPES];
    struct kzi_count_map hands;     /* of struct kzi_every_hand */
    struct kzi_count_map touchings; /* of struct kzi_every_touching */
    size_t most;                    /* classes of hands that are found */
    bool too_many;                  /* there are more: the rules tell apart too much */
};

#define KZI_EVERY_MOST 2000000

/* concern: of a view of concerned hands; it must outlive the search. */
void kzi_every_init(struct kzi_every *every, const struct kz_ruleset *const rules[2],
                    enum kzi_every_view view, const struct kzi_every_concern *concern);
void kzi_every_release(struct kzi_every *every);
/* Return what in the shapes keeps hands from being found; NULL: nothing. */
const char *kzi_every_refusal(struct kzi_every *every);
/* Both rulesets must play with the same tiles and seats, with at most KZI_RANKED_SETS sets, and
 * have no condition that is too large for tables.  False: too_many, or memory is out. */
bool kzi_every_find_hands(struct kzi_every *every);

/* Whether a condition asks who discarded, or for counters, which are not walked. */
bool kzi_every_asks_unwalked(const struct kz_ruleset *rules);
bool kzi_every_same_shape(const struct kzi_shape *a, const struct kzi_shape *b);

/* --- every_verdict.c ------------------------------------------------------------------------- */

#define KZI_EVERY_WORDS 12 /* circumstances that are put together in every way */

/* How simple a hand is; the lowest counts, by its parts in this order. */
struct kzi_every_simple {
    unsigned cost;
    uint64_t order, key; /* of its class */
};

/* Verdicts that differ by the same differences; count: how many. */
struct kzi_every_group {
    struct kzi_count_entry alike;
    uint64_t differences[KZI_DIFFERENCE_WORDS]; /* each of them alone changes it; bit by number */
    enum kzi_witness_kind kind;                 /* of the simplest hand */
    struct kzi_every_simple simple;
    struct kzi_hand hand;
};

/* The circumstances of both rulesets, and which sets of them there are: bits of words. */
struct kzi_every_given {
    unsigned n_words, n_sets;
    struct kzi_word words[KZI_EVERY_WORDS];
    uint16_t sets[1U << KZI_EVERY_WORDS];
};

/* False: there are too many of them. */
bool kzi_every_given_find(struct kzi_every_given *given, const struct kz_ruleset *const rules[2]);

/* What was found out of some classes of hands. */
struct kzi_every_verdicts {
    uint64_t equal[KZI_EVERY_SHAPES], differ[KZI_EVERY_SHAPES];
    struct kzi_count_map groups; /* of struct kzi_every_group */
};

/* Of classes of hands first to end - 1.  False: memory is out. */
bool kzi_every_judge(struct kzi_every_verdicts *verdicts, const struct kzi_every *every,
                     const struct kzi_every_given *given, const struct kzi_blame *blame,
                     size_t first, size_t end);
void kzi_every_verdicts_init(struct kzi_every_verdicts *verdicts);
void kzi_every_verdicts_release(struct kzi_every_verdicts *verdicts);
bool kzi_every_verdicts_join(struct kzi_every_verdicts *verdicts,
                             const struct kzi_every_verdicts *part);

/* What was found of concerned hands alone is made to stand for all of them, which were counted. */
void kzi_every_complete(struct kzi_every *concerned, struct kzi_every_verdicts *verdicts,
                        const struct kzi_every *counted, const struct kzi_every_verdicts *in_all);

/* The groups by falling count, their hands made as simple as may be.  False: memory is out. */
bool kzi_every_verdicts_finish(struct kzi_every_verdicts *verdicts, const struct kzi_every *every,
                               const struct kzi_blame *blame);

/* --- every_report.c -------------------------------------------------------------------------- */

struct kzi_every_report {
    const struct kzi_every *every;
    const struct kzi_every_verdicts *verdicts;
    const struct kzi_differences *differences;
    struct kzi_witness *room;
    bool cut; /* not for every difference there is a ruleset with it alone: groups may lack some */
};

/* Several lines. */
void kzi_every_text(struct kzi_text *text, const struct kzi_every_report *report,
                    const struct kzi_style *style);
/* One object, without a newline. */
void kzi_every_json(struct kzi_text *text, const struct kzi_every_report *report);

#endif
