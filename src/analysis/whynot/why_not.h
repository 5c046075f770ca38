/* why_not.h - why a yaku does not count in a hand: what it asks, what of that the hand has, what
 * came before it, and the change of one tile by which it would.
 *
 * Read off the result of scoring and asked of the tree walker, clause by clause. */
#ifndef KZI_WHY_NOT_H
#define KZI_WHY_NOT_H

#include "analysis/whynot/clause.h"
#include "compile/condition/evaluation.h"
#include "report/result_text.h"
#include "rules/model.h"
#include "score/result.h"

enum kzi_why_status {
    KZI_WHY_COUNTS,     /* it is among those that count */
    KZI_WHY_FAILS,      /* on no reading does all hold that it asks */
    KZI_WHY_NOT_USED,   /* these rules do not use it */
    KZI_WHY_ASIDE,      /* it holds, but something comes before it */
    KZI_WHY_LOSES,      /* it would count on a reading, or alone, that is not the best */
    KZI_WHY_INCOMPLETE, /* the hand is not complete */
    KZI_WHY_STATUSES
};

extern const char *const kzi_why_status_names[KZI_WHY_STATUSES];

struct kzi_tile_change {
    unsigned count;      /* changes by which the yaku counts; 0: there is none */
    unsigned completing; /* changes by which the hand is complete */
    uint8_t from, to;    /* of the one proposed: it keeps the most of what counts, then pays most */
    bool to_marked;      /* what comes is a red five */
    bool winning_tile;   /* what goes is the winning tile */
    struct kzi_hand hand;
    int64_t points;
};

#define KZI_MAX_STATEMENTS 16 /* at the top of what a yaku asks */

struct kzi_why {
    const struct kz_result *result; /* of the hand as it is */
    struct kz_result *room;         /* its best is the tally explained */
    unsigned yaku;
    enum kzi_why_status status;
    bool has_reading;
    struct kzi_reading reading; /* the best one for this yaku */
    struct kzi_facts facts;
    struct kzi_readings readings;
    unsigned n_statements;
    /* Asked at the top: that it is in use, its value, each of what, its condition. */
    struct kzi_clause statements[KZI_MAX_STATEMENTS];
    struct kzi_tile_change change;

    /* what no rule file spells out as a condition: its value, each of what */
    struct kzi_condition value, each;
    struct kzi_node each_node;
    struct kzi_entry each_entry;
    struct kzi_phrase_count each_phrase;
};

/* Both results are kept by why; room is written over. */
void kzi_why_find(struct kzi_why *why, const struct kz_result *result, unsigned yaku,
                  struct kz_result *room, struct kz_result *trying);

/* How many single things fail on the reading; 0: it holds. */
unsigned kzi_why_failing(const struct kzi_why *why, const struct kzi_clause *clause);

/* One sentence: that it counts, or why it does not. */
void kzi_why_text(struct kzi_text *text, const struct kzi_why *why, const struct kzi_look *look);
void kzi_why_json(struct kzi_text *text, const struct kzi_why *why);

/* The yaku with that id, or else with that name in any language, however it is written in capitals
 * and with blanks or dashes; of several those in use before the others.  Returns how many there
 * are, the first two in found. */
unsigned kzi_yaku_named(const struct kzi_model *model, const char *name, unsigned found[2]);

#endif
