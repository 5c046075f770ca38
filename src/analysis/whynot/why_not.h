/* why_not.h - why a yaku does not count in a hand: its requirements, which of them the hand meets,
 * what excluded it, and a change of one tile that would make it count.
 *
 * Based on the result of scoring, and on the tree walker clause by clause. */
#ifndef KZI_WHY_NOT_H
#define KZI_WHY_NOT_H

#include "analysis/whynot/clause.h"
#include "compile/condition/evaluation.h"
#include "report/result_text.h"
#include "rules/model.h"
#include "score/result.h"

enum kzi_why_status {
    KZI_WHY_COUNTS,     /* it is among those that count */
    KZI_WHY_FAILS,      /* no reading meets all requirements */
    KZI_WHY_NOT_USED,   /* these rules do not use it */
    KZI_WHY_ASIDE,      /* it holds, but something excludes it */
    KZI_WHY_LOSES,      /* it would count on a reading, or alone, that is not the best */
    KZI_WHY_INCOMPLETE, /* the hand is not complete */
    KZI_WHY_STATUSES
};

extern const char *const kzi_why_status_names[KZI_WHY_STATUSES];

struct kzi_tile_change {
    unsigned count;      /* changes with which the yaku counts; 0: none */
    unsigned completing; /* changes that complete the hand */
    uint8_t from, to; /* of the proposed change: it keeps the most of the yaku that count, then pays
                         the most */
    bool to_marked;   /* the new tile is a red five */
    bool winning_tile; /* the old tile is the winning tile */
    struct kzi_hand hand;
    int64_t points;
};

#define KZI_MAX_STATEMENTS 32 /* at the top of the requirements */

struct kzi_why {
    const struct kz_result *result; /* of the hand as it is */
    struct kz_result *shown;        /* its best tally is the explained one */
    unsigned yaku;
    enum kzi_why_status status;
    bool has_reading;
    struct kzi_reading reading; /* the best one for this yaku */
    struct kzi_facts facts;
    struct kzi_readings readings;
    const struct kzi_tally *tally; /* the selection that shows it on that reading; NULL: none */
    struct kzi_tally other;        /* this one, if it is not the best of the result */
    /* The requirements, all of these: it is in use, its value, each of what, its condition. */
    struct kzi_condition whole;
    const struct kzi_condition *statements[KZI_MAX_STATEMENTS];
    size_t room; /* for parts of statements as statements */
    struct kzi_tile_change change;

    /* conditions that no rule file contains: its value, each of what, one of several shapes of any
     * tiles */
    struct kzi_condition value, each, shapes;
    const struct kzi_condition *shape_parts[KZI_MAX_SHAPES];
    struct kzi_node each_node;
    struct kzi_entry each_entry;
};

/* Everything but the change of a tile, which takes hundreds of scorings.  why keeps both results;
 * shown is overwritten. */
void kzi_why_examine(struct kzi_why *why, const struct kz_result *result, unsigned yaku,
                     struct kz_result *shown);
/* kzi_why_examine with the change that would make it count. */
void kzi_why_find(struct kzi_why *why, const struct kz_result *result, unsigned yaku,
                  struct kz_result *shown, struct kz_result *trying);

/* Return how many single statements would have to change on the reading; 0 if the clause holds. */
unsigned kzi_why_failing(const struct kzi_why *why, const struct kzi_condition *clause);
/* Return whether that is known: without a reading only of what asks for no tiles. */
bool kzi_why_knows(const struct kzi_why *why, const struct kzi_condition *clause);

/* Return the first single statement that fails, of a yaku that does not hold; of alternatives, in
 * the nearest. */
const struct kzi_condition *kzi_why_first(const struct kzi_why *why);
/* End a sentence, without a full stop: it counts, or why it does not. */
void kzi_why_end(struct kzi_words *sentence, const struct kzi_why *why);

/* End "5s for 8s", if there is a change. */
void kzi_why_end_change(struct kzi_words *sentence, const struct kzi_why *why);

/* Write a report: that sentence, the statements, and the change. */
void kzi_put_why_not(struct kzi_text *text, const struct kzi_why *why,
                     const struct kzi_style *style);

/* Return the number of the yaku with that id, or else with that name in any language, ignoring
 * case, blanks and dashes; those in use first. -1, with an error: there is none, or there are
 * several. */
int kzi_yaku_find(const struct kzi_model *model, const char *name, kz_error *err);

#endif
