/* wording.h - what all reports word alike: names, seats, groups of tiles, reasons.
 *
 * No yaku, limit or fu item is named here: names come from the rule file, or are ids read as
 * words. */
#ifndef KZI_REPORT_SAY_H
#define KZI_REPORT_SAY_H

#include "base/text.h"
#include "score/result.h"

extern const char *const kzi_seat_says[KZI_SEATS]; /* East South West North */

/* The text of a `name:` in a language (NULL: English), else in any; NULL if there is none. */
const char *kzi_name_in(const struct kzi_node *name, const char *language);
/* The title of a ruleset with those of its overlays: "Tenhou + Local yaku".  Without a title the id
 * or the name of the file is said. */
void kzi_say_title(struct kzi_text *text, const struct kzi_model *model, const char *language);
/* Of one overlay, by its place among them. */
void kzi_say_overlay(struct kzi_text *text, const struct kzi_model *model, size_t overlay,
                     const char *language);
/* An id as words: "closed_discard" is "closed discard". */
void kzi_say_id(struct kzi_text *text, const char *id);
void kzi_say_yaku(struct kzi_text *text, const struct kzi_model *model, unsigned yaku,
                  const char *language);
/* The words of a `source:`, one after the other. */
void kzi_say_node(struct kzi_text *text, const struct kzi_node *node);
/* The name of a limit, "2 x NAME" where it is paid more than once. */
void kzi_say_limit(struct kzi_text *text, const struct kzi_model *model, unsigned limit,
                   int32_t times, const char *language);
/* "1 counter", "2 counters". */
void kzi_say_count(struct kzi_text *text, long long count, const char *thing);
/* The unit of totals, to stand after a number: of 1 without the s that it ends with. */
void kzi_say_unit(struct kzi_text *text, const struct kzi_model *model, long long count);
/* "1 point", "8 points", "8 fan". */
void kzi_say_total(struct kzi_text *text, const struct kzi_model *model, long long count);

/* After a gap "(13 count)" of a total past the most that rules count; else nothing. */
void kzi_say_most(struct kzi_text *text, const struct kz_result *result, const char *gap);

/* What a yaku is worth to a hand that is open or not. */
const struct kzi_value *kzi_value_in_hand(const struct kz_result *result, unsigned yaku);

static inline bool kzi_has_yaku(const uint64_t *set, unsigned yaku) {
    return set[yaku / 64] >> (yaku % 64) & 1;
}

/* The yaku that count, bonus last, each in the ruleset's order; returns how many. */
unsigned kzi_listed(const struct kz_result *result, uint16_t list[KZI_MAX_YAKU]);

/* How many of its concealed tiles are red fives.  Which of several fives of a suit is red nothing
 * tells: those of the first groups are. */
unsigned kzi_reds_in_group(const struct kz_result *result, const struct kzi_reading *reading,
                           unsigned group);
/* "345p", "67s+8s" with the winning tile, "[340p]", "(7777z)", "[555+5p]". */
void kzi_say_group(struct kzi_text *text, const struct kz_result *result,
                   const struct kzi_reading *reading, unsigned group);
/* A group of tiles that the hand need not have: "345p". */
void kzi_say_set(struct kzi_text *text, unsigned kind, unsigned tile);
void kzi_say_meld(struct kzi_text *text, const struct kzi_meld *meld);
/* The concealed tiles and the winning one: "234m345p67s55z+8s". */
void kzi_say_tiles(struct kzi_text *text, const struct kzi_hand *hand);
static inline bool kzi_has_body(const struct kzi_reading *reading) {
    return reading->body && reading->n_groups;
}
/* The tiles of the body of a reading that has one beside sets, the winning tile of it marked. */
void kzi_say_body(struct kzi_text *text, const struct kz_result *result,
                  const struct kzi_reading *reading);
/* "the second 123p" where the reading has more than one like it; else as kzi_say_group. */
void kzi_say_which_group(struct kzi_text *text, const struct kz_result *result,
                         const struct kzi_reading *reading, unsigned group);
/* Those of the groups (by bit) in the order of their tiles, as numbers in the reading; returns how
 * many. */
unsigned kzi_groups_by_tile(const struct kzi_reading *reading, unsigned groups,
                            uint8_t order[KZI_MAX_GROUPS]);

#define KZI_FU_LINES 96 /* at most, of a hand: 64 items, the groups, the base */
/* The fu lines of the result's best; returns how many. */
unsigned kzi_fu_of(const struct kz_result *result, struct kzi_fu_line lines[KZI_FU_LINES]);

/* One sentence: why the hand does not win. */
void kzi_say_no_win(struct kzi_text *text, const struct kz_result *result);
/* Why a reading lost against the best one. */
const char *kzi_why_lost(const struct kzi_tally *best, const struct kzi_tally *other);

/* --- who pays --------------------------------------------------------------------------------- */

struct kzi_payer {
    int seat; /* -1: not known */
    bool discarded;
    unsigned count;          /* seats that pay so each */
    const char *who;         /* "West", "the discarder" */
    int64_t share, counters; /* paid for the hand, for the counters; each seat */
    int64_t change;          /* of each seat's points */
};

struct kzi_payers {
    unsigned count;
    struct kzi_payer list[KZI_SEATS]; /* in the order of the seats, the winner left out */
    int64_t hand, counters, bets;     /* what the winner gets for each */
};

void kzi_payers_find(const struct kz_result *result, struct kzi_payers *payers);

/* "7700 from West", "4000 from East, 2000 each from South and North", "2000 all". */
void kzi_say_shares(struct kzi_text *text, const struct kz_result *result,
                    const struct kzi_payers *payers);

/* "West fed Big Three Dragons and pays 1/2 of the hand, South the rest". */
void kzi_say_liable(struct kzi_text *text, const struct kz_result *result,
                    const struct kzi_liable *liable, const char *language);

/* The facts of the hand scored, as conditions ask them. */
void kzi_facts_of(const struct kz_result *result, struct kzi_facts *facts);

#endif
