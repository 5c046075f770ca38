/* ruleset.h - a compiled ruleset: where hands and rules meet.
 *
 * Once made, it says the same for ever.  Only two members change: kz_ruleset_prove_covers sets the
 * prover, before threads share the ruleset, and the first hand that asks makes the tables of
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

/* --- fragments: what results have in common, as JSON, which is copied into every one ---------- */

struct kzi_piece {
    const char *text;
    uint32_t len;
};

/* A yaku of a list: `,{"id":...,"value":1,"count":1}`.  The comma is left out of the first, and
 * another count written for the 1, which is at `count`. */
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

/* A yaku that covers others: those it covers whole, bit by number, and those of which it covers
 * some instances only. */
struct kzi_coverer {
    uint16_t yaku;
    const uint64_t *covers;
    const struct kzi_cover *some; /* of which OWN or SOME */
    unsigned n_some;
};

/* The fu of a group: the line of the model that it is from, one for each group code. */
struct kzi_group_fu {
    int16_t fu;
    uint8_t line; /* of model->fu.sets or, for a pair, of model->fu.pairs */
};

/* What a yaku adds to the total, and the part that counts toward the minimum; none if it is worth
 * a limit. */
struct kzi_number {
    int32_t total, qualifying;
};

/* Why a yaku covers another.  What neither is implied nor impossible is so because the rule book
 * says it. */
enum kzi_cover_why {
    KZI_COVER_IMPLIED,
    KZI_COVER_IMPOSSIBLE,
    KZI_COVER_CONVENTION,
    KZI_COVER_NOT_LOOKED_FOR /* the budget is used up, or nobody is there to prove it */
};

extern const char *const kzi_cover_why_names[]; /* implied impossible convention not_looked_for */

typedef enum kzi_cover_why kzi_cover_prover(const struct kz_ruleset *ruleset, unsigned by,
                                            unsigned yaku, struct kzi_budget *budget);

struct kz_ruleset {
    struct kzi_arena arena; /* everything below lives in it */
    struct kzi_model *model;

    struct kzi_shapes shapes;
    unsigned any_tiles;         /* shapes of any tiles, by bit */
    unsigned hand_size;         /* tiles of a complete hand, a kong counting as three ... */
    bool whole_kongs;           /* ... or as four, where all that wins is spelled */
    kzi_kinds played, in_fours; /* kinds that are played; of which there are four */
    /* By number in the model's list: the circumstances that each word gives (none: these rules do
     * not use it), and the words, for hands. */
    const uint64_t *known_words;
    const struct kzi_word *words;
    const struct kzi_fragments *written;

    /* Owners: the yaku, then what every winning reading meets, if there is such a condition, then
     * the fu items from first_item on. */
    const struct kzi_program *scoring;
    unsigned first_item;
    uint64_t needy;       /* circumstances that need anything */
    unsigned needy_marks; /* the same of kinds of mark, by bit */
    bool needs_ask_waits; /* how many kinds would win is among what is needed */

    unsigned n_yaku, yaku_words; /* words of 64 yaku */
    unsigned n_marks;
    uint32_t most_flowers;        /* that a hand may have, ... */
    uint32_t most_flowers_unseen; /* ... and without a closer look at them */
    uint32_t faces_played;        /* flowers that some mark counts, by bit */
    /* Whether some mark counts flowers, tiles laid aside or thrown: else these are ignored. */
    unsigned red_suits; /* whose red five is worth anything in a yaku or fu item, by bit */
    bool takes_flowers, takes_aside, takes_thrown;
    bool asks_which;      /* flowers there are: their number is not enough */
    bool asks_from;       /* of a discard: what is paid depends on whether the dealer made it */
    bool has_birds;       /* tiles turned up after a win add to what is paid */
    bool has_factors;     /* yaku multiply the value of the hand */
    bool has_ways;        /* who pays depends on conditions ... */
    bool ways_ask_waits;  /* ... and some count the kinds of tile that would win, ... */
    bool ways_ask_from;   /* ... or ask who discarded */
    bool points_by_value; /* hands of equal value are paid equally in the same situation */
    const struct kzi_condition *const *by_discarder; /* those of owners that ask who discarded */
    size_t n_by_discarder;
    bool looked_at[2]; /* by openness: each hand is checked for more than its tiles */
    /* Sets of yaku, bit by number. */
    uint64_t bonus[KZI_YAKU_WORDS], alone[KZI_YAKU_WORDS], all_yaku[KZI_YAKU_WORDS];
    uint64_t repeated[KZI_YAKU_WORDS];   /* no combinations that may count more than once */
    uint64_t repeatable[KZI_YAKU_WORDS]; /* all that may count other than once; of these, ... */
    uint64_t repeatable_apart[KZI_YAKU_WORDS]; /* ... even where no combination counts twice */
    uint64_t combinations[KZI_YAKU_WORDS];     /* that may share sets only as the rules allow */
    /* By kind of set: those of such sets alone, whatever else the hand is; solved at load. */
    uint64_t set_combinations[KZI_ALONE_KINDS][KZI_YAKU_WORDS];
    uint64_t worth_limit[2][KZI_YAKU_WORDS]; /* by openness */
    uint64_t something[KZI_YAKU_WORDS]; /* what `nothing_scored` asks for: not bonus, nor itself */
    uint64_t covering[KZI_YAKU_WORDS];  /* that cover any */
    uint64_t weighed[KZI_YAKU_WORDS];   /* with which no choice is known beforehand */
    uint64_t
        countable[KZI_YAKU_WORDS]; /* that count what a hand may have none of though they hold */
    bool any_set_combination[KZI_ALONE_KINDS];
    struct kzi_set_choices set_choices[KZI_ALONE_KINDS];
    bool combines; /* there are any, or covers of some instances */
    struct kzi_prices prices;
    const struct kzi_number *numbers[2]; /* by openness, by yaku: what it adds where it counts */
    const int64_t *worth[2];             /* by openness, by yaku: its value, a limit's as points */
    int nothing_scored;                  /* the yaku that asks it; -1: none */
    const struct kzi_coverer *coverers;  /* those that are covered come after those that cover */
    unsigned n_coverers, n_partial;      /* n_partial: covers of some instances */
    const uint16_t *coverer_index;       /* by yaku: its place in coverers */
    const struct kzi_group_fu *group_fu; /* by group code; NULL: no fu */
    const int32_t (*fu_of_items)[256];   /* by byte of a set of fu items, by its bits: their sum */
    /* libkazoe proves nothing: how, and with what, says who asked for reasons of covers
     * (kz_ruleset_prove_covers).  NULL: nobody did. */
    kzi_cover_prover *prove_cover;
    struct kzi_prover *prover;
    /* Tables for shanten, made when somebody first asks (kzi_shanten_of, score/completion.c). */
    struct kzi_shanten *_Atomic *shanten;
    uint64_t fu_by_mark;    /* fu items that are added for each of a mark, bit by number */
    uint64_t fu_by_yaku;    /* fu items that ask which yaku count, bit by number */
    uint64_t fu_if_nothing; /* fu items that are added where nothing else is, bit by number */
};

/* Whether a meld of this kind may be claimed: the bits leave pairs out. */
static inline bool kzi_may_claim(const struct kz_ruleset *rules, unsigned kind) {
    return rules->model->claims >> (kind > KZI_PAIR ? kind - 1 : kind) & 1;
}

/* --- making ----------------------------------------------------------------------------------- */

/* Make the model of a new ruleset.  Note what is wrong; jump to the arena's door if memory runs
 * out. */
typedef kz_status kzi_model_source(struct kzi_model **model, const void *from,
                                   struct kzi_diags *diags);

/* Compile the model; a part is checked, not compiled.  *out is NULL unless KZ_OK is returned.
 * budget: the steps and the memory that this may take, which are taken off it; NULL: as much as any
 * ruleset may.  The memory comes back when the ruleset is freed (kzi_budget_regain).  A budget that
 * runs out is KZ_BAD_RULES. */
kz_status kzi_ruleset_make(kz_ruleset **out, kzi_model_source *modelling, const void *from,
                           struct kzi_budget *budget, const struct kzi_listener *listener);

/* Load what is asked for.  A part (model->part) is checked, not compiled. */
kz_status kzi_rules_load(kz_ruleset **out, const struct kzi_request *request,
                         const struct kzi_listener *listener);

/* As kz_ruleset_load_with, kz_ruleset_open_with and kz_ruleset_load_text, but for parts, too. part:
 * a file without `ruleset:` at its top is a part for others to extend, and what it leaves out is no
 * fault. */
kz_status kzi_rules_load_from(kz_ruleset **out, const char *path, const kz_load_options *how,
                              bool part, const struct kzi_listener *listener);
kz_status kzi_rules_load_named(kz_ruleset **out, const char *spec, const kz_load_options *how,
                               const struct kzi_listener *listener);
kz_status kzi_rules_load_text(kz_ruleset **out, const kz_rule_text *rules,
                              const kz_load_text_options *how, bool part,
                              const struct kzi_listener *listener);

void kzi_ruleset_free(kz_ruleset *ruleset); /* NULL: nothing happens */

/* One place of a ruleset's merged tree, as kzi_node_with addresses it; "": the whole tree. */
struct kzi_change {
    const char *address;
    const struct kzi_node *value; /* its places in files of the ruleset; NULL: taken away */
};

/* The ruleset with a change: read, checked and compiled anew.  No file is read, options keep their
 * values, and what is not changed is shared: `of` must outlive the new ruleset.  KZ_NOT_FOUND: the
 * address leads nowhere.  KZ_BAD_RULES: the rules so changed make no sense, err says why. */
kz_status kzi_ruleset_build_changed(kz_ruleset **out, const kz_ruleset *of,
                                    struct kzi_change change, struct kzi_budget *budget,
                                    kz_error *err);

/* --- words of hands --------------------------------------------------------------------------- */

/* The circumstances of a hand's words, those implied too; words these rules do not use are
 * ignored.  A word nobody knows is noted as a problem. */
uint64_t kzi_circumstances(const struct kz_ruleset *ruleset, const struct kzi_hand *hand,
                           struct kzi_problem *problem);

/* The number of a word; -1: no hand may have it under these rules, but for a table word. */
int kzi_find_known_word(const struct kz_ruleset *rules, const struct kzi_word *word);

/* Add a word that the rules know to a hand whose words all come from them. */
void kzi_hand_give_word(struct kzi_hand *hand, const struct kz_ruleset *rules, const char *word);

/* Let the words of a hand that was copied for a result be those of the rules, and give it extras of
 * its own, so that it does not need the hand any more. */
void kzi_extras_keep(struct kzi_hand *copy, struct kzi_extras *extras,
                     const struct kz_ruleset *rules, const struct kzi_hand *hand);

/* NULL: the rules have no such table word. */
const struct kzi_table_word *kzi_find_table_word(const struct kz_ruleset *rules,
                                                 const struct kzi_word *word);

/* Replace the table words that the rulesets have, all of them extras of the hand; what is a word
 * of a record in one of them stays.  A table word that contradicts the hand stays too and is marked
 * in hand->clash.  False: there was none. */
bool kzi_table_words_replace(struct kzi_hand *hand, const struct kz_ruleset *const *rules,
                             unsigned count);

/* Note what word i, of hand->clash, contradicts. */
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

/* The program of conditions; notes an error for each that can never fire. */
void kzi_lay_out_scoring(struct kz_ruleset *ruleset, struct kzi_diags *diags);
/* Return the cost of evaluating a condition on a reading, in units of KZI_MAX_WALK. */
size_t kzi_condition_weight(const struct kzi_condition *cond);
/* Fill in the kind and the worth of each yaku. */
void kzi_lay_out_yaku(struct kz_ruleset *ruleset);
/* The choices of combinations that are of sets of one kind, once the rest is laid out. */
void kzi_solve_combinations(struct kz_ruleset *ruleset);
/* Covers in the order in which they act. */
void kzi_lay_out_covers(struct kz_ruleset *ruleset);
const struct kzi_fragments *kzi_fragments_write(const struct kzi_model *model);

#endif
