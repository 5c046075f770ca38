/* ruleset.h - a compiled ruleset: where hands and rules meet.  Never changes once made. */
#ifndef KZI_RULESET_H
#define KZI_RULESET_H

#include "compile/fragments.h"
#include "compile/price.h"
#include "compile/program/program.h"
#include "compile/selection/solutions.h"
#include "kazoe.h"
#include "rules/loader.h"

/* A clause of what a circumstance or a mark needs, so that the one that fails can be named. */
struct kzi_need {
    int circumstance, mark; /* one of them; the other is -1 */
    const struct kzi_condition *clause;
};

/* A yaku that covers others: those it covers whole, bit by number, and those of which it covers
 * some instances only. */
struct kzi_coverer {
    uint16_t yaku;
    const uint64_t *covers;
    const struct kzi_cover *some; /* of which OWN or SOME */
    unsigned n_some;
};

/* What a group adds to the fu: the line of the model that says so, one for each group code. */
struct kzi_group_fu {
    int16_t fu;
    uint8_t line; /* of model->fu.sets or, for a pair, of model->fu.pairs */
};

/* What a yaku adds to the total, and of it what counts toward the minimum; none where it is worth
 * a limit. */
struct kzi_number {
    int32_t total, qualifying;
};

/* What of a circumstance's or a mark's needs can be told at once.  Hands that it does not pass are
 * looked at clause by clause. */
struct kzi_quick_need {
    uint64_t given, barred; /* circumstances */
    uint8_t situations;     /* by bit: openness twice and by discard */
};

/* What marks are counted from: the first indicator or all of them, flowers, red fives by suit. */
enum kzi_mark_source {
    KZI_FROM_DORA,
    KZI_FROM_DORAS,
    KZI_FROM_URA,
    KZI_FROM_URAS,
    KZI_FROM_FLOWERS,
    KZI_FROM_RED,
    KZI_MARK_SOURCES = KZI_FROM_RED + KZI_SUITS
};

#define KZI_WHYS 512

/* Where the number of a yaku is found at once: its groups are counted, or a mark. */
struct kzi_counted_at {
    struct kzi_phrase_place phrase;
    uint8_t mark; /* from 1; 0: none */
};

struct kzi_group_table;

/* Words of 64 bits from the sums of eight yaku to those of the next eight. */
#define KZI_SUMS_APART (256 + KZI_APART)

struct kz_ruleset {
    struct kzi_arena arena; /* everything below lives in it */
    struct kzi_model *model;

    struct kzi_shapes shapes;
    unsigned hand_size;         /* tiles of a complete hand, a kong counting as three */
    kzi_kinds played, in_fours; /* kinds that are played; of which there are four */
    const uint64_t *implied;    /* by known word: the circumstances it gives */
    const struct kzi_fragments *written;

    const struct kzi_program *scoring; /* owners: the yaku, then the fu items */
    const struct kzi_need *needs;      /* of circumstances, then of marks */
    uint64_t needy;                    /* circumstances that need anything */
    const uint16_t *first_need;        /* by circumstance: the first of its needs */
    /* By eight circumstances, by those of them that are given: what they need together; by
     * the kinds of marks that are shown. */
    const struct kzi_quick_need *quick_needs, *quick_marks;
    unsigned n_mark_needs; /* the last ones */
    unsigned n_needs;

    unsigned n_yaku, yaku_words; /* words of 64 yaku */
    unsigned n_marks;
    uint32_t most_flowers; /* that a hand may have */
    bool asks_from;        /* of a discard: what is paid hangs on whether the dealer made it */
    uint64_t counted_from[KZI_MARK_SOURCES]; /* a byte for each mark, 1 where it is */
    const uint64_t *bonus, *alone;           /* yaku, bit by number */
    const uint64_t *counted;                 /* yaku that count by tiles or marks, maybe none */
    const uint64_t *repeated;                /* no combinations that may count more than once */
    const uint64_t *many;                    /* all yaku that may count other than once */
    const uint64_t *many_apart;   /* of these, what may even where no combination counts twice */
    const uint64_t *combinations; /* yaku that may share sets only as the rules allow */
    /* by sort of set: those of such sets alone, whatever else the hand is; solved at load */
    const uint64_t *set_combinations[KZI_SET_SORTS];
    bool any_set_combination[KZI_SET_SORTS];
    const uint64_t *other_combinations;
    struct kzi_set_choices set_choices[KZI_SET_SORTS];
    bool combines; /* there are any, or covers of some instances */
    struct kzi_prices prices;
    const struct kzi_number
        *numbers[2];         /* by openness, by yaku: what it adds where it counts once */
    const uint64_t *sums[2]; /* the same of eight yaku at a time, by those of them that count: the
                                total above 32 bits of what qualifies */
    const int64_t *worth[2]; /* by openness, by yaku: its value, a limit's as points */
    const uint64_t *worth_limit[2];      /* by openness: yaku worth a limit */
    int nothing_scored;                  /* the yaku that asks it; -1: none */
    const uint64_t *something;           /* the yaku that it asks for: neither bonus nor itself */
    const struct kzi_coverer *coverers;  /* those that are covered stand after those that cover */
    unsigned n_coverers, n_partial;      /* n_partial: covers of some instances */
    const uint64_t *covering;            /* the yaku that cover any */
    const uint64_t *covered;             /* by yaku: those it covers whole, in yaku_words words */
    const uint64_t *settled_in_order;    /* coverers; without them all covers act at once */
    const uint64_t *weighed;             /* coverers with which no choice is known beforehand */
    const uint16_t *place_of_coverer;    /* by yaku: its place in coverers */
    const struct kzi_group_fu *group_fu; /* by group code; NULL: no fu */
    const struct kzi_group_table *group_table; /* for proofs */
    const int32_t (*fu_of_items)[256]; /* by byte of a set of fu items, by its bits: their sum */
    /* By the marks that are there, by bit: of the owners those that are yaku and have something to
     * count, in yaku_words words; and yaku that count by four equal tiles. */
    const uint64_t *countable;
    const uint64_t *of_fours;
    bool counts_fours;                       /* there are some */
    const struct kzi_counted_at *counted_at; /* by yaku */
    const uint64_t *fu_items; /* by the settled yaku asked for: those left; NULL: ask the rows */
    /* Reasons of covers as they were last asked for: a proof takes longer than scoring.  Whoever
     * asks finds the same. */
    _Atomic uint32_t *whys; /* KZI_WHYS of them, see implication.c */
    uint64_t fu_if_nothing; /* fu items that are added where nothing else is, bit by number */
    const uint64_t *not_qualifying; /* yaku that do not count toward the minimum */
};

/* Compiles a model into a ruleset whose arena it lives in; notes an error for each rule that can
 * never fire. */
void kzi_compile(struct kz_ruleset *ruleset, struct kzi_model *model, struct kzi_diags *diags);

/* The circumstances of a hand's words, those implied too; words these rules do not use are
 * ignored.  A word nobody knows is noted as a problem. */
struct kzi_problem;
uint64_t kzi_circumstances(const struct kz_ruleset *ruleset, const struct kzi_hand *hand,
                           struct kzi_problem *problem);

#endif
