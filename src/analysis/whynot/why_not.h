/* why_not.h - why a yaku does not count in a hand: its requirements, which of them the hand meets,
 * what excludes it, and an exchange of one tile that would make it count.
 *
 * It uses the result of scoring, and the tree walker clause by clause. */
#ifndef KZI_WHY_NOT_H
#define KZI_WHY_NOT_H

#include "analysis/whynot/clause.h"
#include "compile/condition/evaluation.h"
#include "report/result_text.h"
#include "rules/model.h"
#include "score/result.h"

enum kzi_why_status {
    KZI_WHY_COUNTS,     /* it counts */
    KZI_WHY_FAILS,      /* no reading meets all requirements */
    KZI_WHY_NOT_USED,   /* the rules do not use it */
    KZI_WHY_ASIDE,      /* it holds, but is excluded */
    KZI_WHY_LOSES,      /* it would count on another reading, or alone, which is worth less */
    KZI_WHY_INCOMPLETE, /* the hand is not complete */
    KZI_WHY_STATUSES
};

extern const char *const kzi_why_status_names[KZI_WHY_STATUSES];

struct kzi_tile_change {
    unsigned count;      /* exchanges after which the yaku counts; 0: none */
    unsigned completing; /* exchanges that complete the hand */
    uint8_t from, to; /* the tiles of the proposed exchange: the one that keeps the most of the yaku
                         that count, then pays the most */
    bool to_red;      /* the new tile is a red five */
    bool winning_tile; /* the old tile is the winning tile */
    struct kzi_hand hand;
    int64_t points;
};

#define KZI_MAX_STATEMENTS 32 /* of a yaku, at the top level */

struct kzi_why {
    const struct kz_result *result; /* of the unchanged hand */
    struct kz_result *shown;        /* its best tally is the explained one */
    unsigned yaku;
    enum kzi_why_status status;
    bool has_reading;
    struct kzi_reading reading; /* the one that comes nearest to the yaku */
    struct kzi_facts facts;
    struct kzi_readings readings;
    /* the selection on that reading that shows the yaku; NULL: none */
    const struct kzi_tally *tally;
    struct kzi_tally other; /* that selection, if it is not the best of the result */
    /* The requirements, which all must hold: in use, value, something to count, condition. */
    struct kzi_condition whole;
    const struct kzi_condition *statements[KZI_MAX_STATEMENTS];
    size_t room; /* statements that may still be added for parts of clauses */
    struct kzi_tile_change change;

    /* Conditions that no rule file contains: for the value, for what the yaku counts, for one of
     * several shapes of any tiles. */
    struct kzi_condition value, each, shapes;
    const struct kzi_condition *shape_parts[KZI_MAX_SHAPES];
    struct kzi_node each_node;
    struct kzi_entry each_entry;
};

/* Find everything except the exchange of a tile, which takes hundreds of scorings. why keeps
 * pointers to both results; shown is overwritten. */
void kzi_why_examine(struct kzi_why *why, const struct kz_result *result, unsigned yaku,
                     struct kz_result *shown);
/* Find everything, with the exchange that would make the yaku count. trying: scratch for
 * scoring. */
void kzi_why_find(struct kzi_why *why, const struct kz_result *result, unsigned yaku,
                  struct kz_result *shown, struct kz_result *trying);

/* Return how many single statements would have to change on the reading; 0 if the clause holds. */
unsigned kzi_why_failing(const struct kzi_why *why, const struct kzi_condition *clause);
/* Return whether it is known whether a clause holds: without a reading, only if it asks for no
 * tiles. */
bool kzi_why_knows(const struct kzi_why *why, const struct kzi_condition *clause);

/* Return the first single statement that fails, of a yaku that does not hold; of alternatives, that
 * of the nearest. */
const struct kzi_condition *kzi_why_first(const struct kzi_why *why);
/* End a sentence, without a full stop: the yaku counts, or why it does not. */
void kzi_why_end(struct kzi_sentence *sentence, const struct kzi_why *why);

/* End with the exchange, as "5s for 8s", if there is one. */
void kzi_why_end_change(struct kzi_sentence *sentence, const struct kzi_why *why);

/* Write a report: that sentence, the statements, and the exchange. */
void kzi_put_why_not(struct kzi_text *text, const struct kzi_why *why,
                     const struct kzi_style *style);

/* Return the number of the yaku with this id, else of the one with this name in some language,
 * ignoring case, blanks and dashes, a yaku in use before others; -1 with an error if there is none,
 * or there are several. */
int kzi_yaku_find(const struct kzi_model *model, const char *name, kz_error *err);

#endif
