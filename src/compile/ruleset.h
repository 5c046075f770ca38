/* ruleset.h - a compiled ruleset, under which hands are scored.
 *
 * Once made, it does not change, except for two members: kz_ruleset_prove_covers sets the prover,
 * before threads share the ruleset, and the first hand that needs them makes the tables of
 * shanten. */
#ifndef KZI_RULESET_H
#define KZI_RULESET_H

#include "compile/price.h"
#include "compile/program/bitset.h"
#include "compile/program/program.h"
#include "compile/selection/selection.h"
#include "hand/problem.h"
#include "kazoe.h"
#include "rules/loader.h"

/* --- fragments: the JSON that results of a ruleset have in common ----------------------------- */

struct kzi_piece {
    const char *text;
    uint32_t len;
};

/* A yaku in a list: `,{"id":...,"value":1,"count":1}`.  The first of a list is copied without its
 * comma, and the digit at `count` is replaced if the yaku counts more than once. */
struct kzi_yaku_fragment {
    struct kzi_piece piece;
    uint32_t count;
};

struct kzi_fragments {
    struct kzi_piece ruleset;                /* "ruleset":...,"version":...,"digest":... */
    struct kzi_piece unit;                   /* ],"unit":...,"total": */
    const struct kzi_piece *limits;          /* by limit: ,"limit":...,"multiplier": */
    const struct kzi_yaku_fragment *yaku[2]; /* by openness, by yaku */
};

/* --- the ruleset ------------------------------------------------------------------------------ */

/* A yaku that covers others: those that it covers whole, as bits, and covers of some instances. */
struct kzi_coverer {
    uint16_t yaku;
    const uint64_t *covers;
    const struct kzi_cover *some; /* with KZI_COVERS_OWN or KZI_COVERS_SOME */
    unsigned n_some;
};

/* The fu of a group, by group code, and the line of the model that gives them. */
struct kzi_group_fu {
    int16_t fu;
    uint8_t line; /* index in model->fu.sets or, for a pair, in model->fu.pairs */
};

/* The part of a yaku in the total, and how much of it counts toward the minimum.  Both are 0 for a
 * yaku worth a limit. */
struct kzi_yaku_amount {
    int32_t total, qualifying;
};

/* The reason why a yaku covers another.  If it is proved neither implied nor impossible, the cover
 * is a convention of the rule book. */
enum kzi_cover_why {
    KZI_COVER_IMPLIED,
    KZI_COVER_IMPOSSIBLE,
    KZI_COVER_CONVENTION,
    KZI_COVER_NOT_LOOKED_FOR /* no prover, or its budget ran out */
};

extern const char *const kzi_cover_why_names[]; /* "implied", ... */

typedef enum kzi_cover_why kzi_cover_prover(const struct kz_ruleset *ruleset, unsigned by,
                                            unsigned yaku, struct kzi_budget *budget);

struct kz_ruleset {
    struct kzi_arena arena; /* the memory of all that follows */
    struct kzi_model *model;

    struct kzi_shapes shapes;
    unsigned any_tiles;         /* shapes of any tiles, as bits */
    unsigned hand_size;         /* tiles of a complete hand; a kong counts as three tiles, ... */
    bool whole_kongs;           /* ... or as four if all hands that win are spelled */
    kzi_kinds played, in_fours; /* kinds that are played; those with four tiles */
    /* [n]: the kinds of which a hand without melds may have n. */
    kzi_kinds may[KZI_MAX_COPIES + 1];
    /* By number of a known word: the circumstances that it gives, none if these rules do not use
     * it; and the word, for hands. */
    const uint64_t *known_words;
    const struct kzi_word *words;
    const struct kzi_fragments *written;

    /* The program for scoring.  Its conditions are those of the yaku, then, if there is one, the
     * condition that every winning reading must meet, then from first_item the fu items. */
    const struct kzi_program *scoring;
    size_t walk_weight; /* of the conditions that no table holds, at most KZI_MAX_WALK */
    unsigned first_item;
    uint64_t with_needs;       /* circumstances with needs, as bits */
    unsigned marks_with_needs; /* kinds of mark with needs, as bits */

    unsigned n_yaku, yaku_words; /* words for a set of yaku */
    unsigned n_marks;
    uint32_t max_flowers;        /* that a hand may have */
    uint32_t max_flowers_unseen; /* the same, if there is no need to look which */
    uint32_t faces_played;       /* flowers that some mark counts, as bits */
    unsigned red_suits;          /* suits whose red five matters to a yaku, as bits */
    bool takes_flowers, takes_aside, takes_thrown; /* some mark counts these; else ignored */
    bool asks_which;            /* it matters which flowers there are, not only how many */
    bool asks_from;             /* payments on a discard depend on whether the dealer made it */
    bool has_birds;             /* tiles turned up after a win add to the payments */
    bool has_factors;           /* some yaku multiply the value of the hand */
    bool has_other_payers;      /* who pays depends on conditions (`other_payers`) */
    bool other_payers_ask_from; /* one of them depends on who discarded */
    bool points_by_value;       /* in one situation, hands of equal value are paid equally */
    /* Owners' conditions that depend on who discarded. */
    const struct kzi_condition *const *by_discarder;
    size_t n_by_discarder;
    bool looked_at[2]; /* by openness: hands need checks beyond their tiles */
    /* Sets of yaku, as bits. */
    uint64_t bonus[KZI_YAKU_WORDS], alone[KZI_YAKU_WORDS], all_yaku[KZI_YAKU_WORDS];
    uint64_t repeated[KZI_YAKU_WORDS];          /* may count more than once; no combinations */
    uint64_t repeatable[KZI_YAKU_WORDS];        /* may count other than once */
    uint64_t always_repeatable[KZI_YAKU_WORDS]; /* the same, even if no combination counts twice */
    /* Combinations, which may share sets only as the rules allow. */
    uint64_t combinations[KZI_YAKU_WORDS];
    /* By kind of set: combinations of such sets alone, whatever else the hand has; solved at
     * load. */
    uint64_t set_combinations[KZI_ALONE_KINDS][KZI_YAKU_WORDS];
    uint64_t worth_limit[2][KZI_YAKU_WORDS]; /* by openness: worth a limit */
    /* Yaku that keep `nothing_scored` from holding: all but bonuses and the yaku itself. */
    uint64_t something[KZI_YAKU_WORDS];
    uint64_t covering[KZI_YAKU_WORDS];     /* yaku that cover another */
    uint64_t weighed_anew[KZI_YAKU_WORDS]; /* with any of these, selections are weighed anew */
    uint64_t yaku_counting_zero[KZI_YAKU_WORDS]; /* yaku that can hold and yet count 0 times */
    bool any_set_combination[KZI_ALONE_KINDS];
    struct kzi_set_selections set_selections[KZI_ALONE_KINDS];
    bool combines; /* there are combinations, or covers of some instances */
    struct kzi_prices prices;
    const struct kzi_yaku_amount *amounts[2]; /* by openness, by yaku: its part of the total */
    const int64_t *worth[2];             /* by openness, by yaku: its value; a limit in points */
    int nothing_scored;                  /* the yaku with the condition nothing_scored; -1: none */
    const struct kzi_coverer *coverers;  /* in the order in which covers act */
    unsigned n_coverers, n_partial;      /* n_partial: covers of some instances */
    const uint16_t *coverer_index;       /* by yaku: its index in coverers */
    const struct kzi_group_fu *group_fu; /* by group code; NULL: no fu */
    /* The sum of the items in each byte of a set of fu items. */
    const int32_t (*fu_of_items)[256];
    /* The prover and the function that calls it, which kz_ruleset_prove_covers sets; NULL before.
     * They are pointers, because libkazoe itself proves nothing. */
    kzi_cover_prover *prove_cover;
    struct kzi_prover *prover;
    /* Tables of shanten, made when first needed (kzi_shanten_of, score/completion.c). */
    struct kzi_shanten *_Atomic *shanten;
    uint64_t fu_by_mark;    /* fu items added for each of a mark, as bits */
    uint64_t fu_by_yaku;    /* fu items that depend on which yaku count, as bits */
    uint64_t fu_if_nothing; /* fu items added if no other is, as bits */
};

/* Return whether a meld of this kind may be claimed.  Pairs have no bit in the set of claims. */
static inline bool kzi_may_claim(const struct kz_ruleset *rules, unsigned kind) {
    return rules->model->claims >> (kind > KZI_PAIR ? kind - 1 : kind) & 1;
}

/* --- making ----------------------------------------------------------------------------------- */

/* Make the model of a new ruleset and note its errors.  Jump to the arena's door if memory runs
 * out. */
typedef kz_status kzi_model_source(struct kzi_model **model, const void *from,
                                   struct kzi_diags *diags);

/* Make a ruleset from the model that `modelling` makes of `from`.  A part (model->part) is checked
 * but not compiled.  *out is NULL unless KZ_OK is returned.  budget: steps and memory for this,
 * which are charged to it; NULL: the limits of any ruleset.  The memory comes back when the ruleset
 * is freed (kzi_budget_regain).  A budget that runs out is KZ_BAD_RULES. */
kz_status kzi_ruleset_make(kz_ruleset **out, kzi_model_source *modelling, const void *from,
                           struct kzi_budget *budget, const struct kzi_listener *listener);

/* Load the ruleset of a request.  A part (model->part) is checked but not compiled. */
kz_status kzi_rules_load(kz_ruleset **out, const struct kzi_request *request,
                         const struct kzi_listener *listener);

/* Load as kz_ruleset_load_with, kz_ruleset_open_with and kz_ruleset_load_text do, but also parts.
 * part: a file without `ruleset:` is a part for others to extend, so that what it leaves out is no
 * error. */
kz_status kzi_rules_load_from(kz_ruleset **out, const char *path, const kz_load_options *how,
                              bool part, const struct kzi_listener *listener);
kz_status kzi_rules_load_named(kz_ruleset **out, const char *spec, const kz_load_options *how,
                               const struct kzi_listener *listener);
kz_status kzi_rules_load_text(kz_ruleset **out, const kz_rule_text *rules,
                              const kz_load_text_options *how, bool part,
                              const struct kzi_listener *listener);

void kzi_ruleset_free(kz_ruleset *ruleset); /* accepts NULL */

/* A change at one address of a ruleset's merged tree, as for kzi_node_with; "" is the whole
 * tree. */
struct kzi_change {
    const char *address;
    const struct kzi_node *value; /* nodes of the ruleset's files; NULL: remove it */
};

/* Make a changed ruleset: read, check and compile the merged tree with the change.  No file is
 * read, and options keep their values.  Unchanged parts are shared, so `old` must outlive the new
 * ruleset.  KZ_NOT_FOUND if the address does not exist; KZ_BAD_RULES, with the reason in err, if
 * the changed rules are invalid. */
kz_status kzi_ruleset_build_changed(kz_ruleset **out, const kz_ruleset *old,
                                    struct kzi_change change, struct kzi_budget *budget,
                                    kz_error *err);

/* --- words of hands --------------------------------------------------------------------------- */

/* Return the circumstances that the words of a hand give, with implied ones.  Words that these
 * rules know but do not use are ignored; an unknown word is noted as a problem. */
uint64_t kzi_circumstances(const struct kz_ruleset *ruleset, const struct kzi_hand *hand,
                           struct kzi_problem *problem);

/* Return the number of a word, or -1 if these rules do not know it (they may know it as a table
 * word). */
int kzi_find_known_word(const struct kz_ruleset *rules, const struct kzi_word *word);

/* Add a word that the rules know to a hand whose words are all numbers of these rules. */
void kzi_hand_give_word(struct kzi_hand *hand, const struct kz_ruleset *rules, const char *word);

/* Replace the words in the copy of a hand by numbers of the rules, and copy its extras, so that the
 * copy does not depend on the hand. */
void kzi_extras_keep(struct kzi_hand *copy, struct kzi_extras *extras,
                     const struct kz_ruleset *rules, const struct kzi_hand *hand);

/* Return the table word of the rules, or NULL. */
const struct kzi_table_word *kzi_find_table_word(const struct kz_ruleset *rules,
                                                 const struct kzi_word *word);

/* Replace the words of a hand that are table words of the rulesets by the circumstances that they
 * mean.  All of them are extras of the hand.  A word that one of the rulesets knows as a word of
 * hands stays.  A table word that contradicts the hand also stays, and is marked in hand->clash.
 * Return false if there was no table word. */
bool kzi_table_words_replace(struct kzi_hand *hand, const struct kz_ruleset *const *rules,
                             unsigned count);

/* Note as a problem what word i, which is in hand->clash, contradicts. */
void kzi_table_word_note(const struct kz_ruleset *rules, const struct kzi_hand *hand, unsigned i,
                         struct kzi_problem *problem);

/* --- covers ----------------------------------------------------------------------------------- */

static inline enum kzi_cover_why kzi_why_covered(const struct kz_ruleset *ruleset, unsigned by,
                                                 unsigned yaku, struct kzi_budget *budget) {
    return ruleset->prove_cover ? ruleset->prove_cover(ruleset, by, yaku, budget)
                                : KZI_COVER_NOT_LOOKED_FOR;
}

/* --- its parts, each laid out by a file of its own -------------------------------------------- */

static inline uint64_t *kzi_yaku_set_new(const struct kz_ruleset *ruleset) {
    return KZI_NEW_ARRAY(ruleset->model->arena, ruleset->yaku_words, uint64_t);
}

/* Compile the conditions into a program, and refuse each that can never hold. */
void kzi_lay_out_scoring(struct kz_ruleset *ruleset, struct kzi_diags *diags);
/* Return the cost of evaluating a condition on a reading, in units of KZI_MAX_WALK. */
size_t kzi_condition_weight(const struct kzi_condition *cond);
/* Fill in the kind and the worth of each yaku. */
void kzi_lay_out_yaku(struct kz_ruleset *ruleset);
/* Solve the selections among combinations of one kind of set; after the rest is laid out. */
void kzi_solve_combinations(struct kz_ruleset *ruleset);
/* Lay out the covers in the order in which they act. */
void kzi_lay_out_covers(struct kz_ruleset *ruleset);
const struct kzi_fragments *kzi_fragments_make(const struct kzi_model *model);

#endif
