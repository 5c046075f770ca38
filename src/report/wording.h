/* wording.h - the wording that all reports of a result share: groups of tiles, reasons, who
 * pays. */
#ifndef KZI_WORDING_H
#define KZI_WORDING_H

#include "hand/notation/notations.h"
#include "score/reasons.h"
#include "words/rule_names.h"
#include "words/sentence.h"

/* Say the chips, as "2 chips: East -2, South +2", if the result has chips. */
void kzi_say_chips(struct kzi_sentence *sentence, const struct kz_result *result);

/* Append the gap and "(13 count)" if the total exceeds what the rules count. */
void kzi_say_most(struct kzi_sentence *sentence, const struct kz_result *result, const char *gap);

/* List the yaku that count, bonus yaku last, each in the ruleset's order; return their number. */
unsigned kzi_list_counted(const struct kz_result *result, uint16_t list[KZI_MAX_YAKU]);
/* Loop over the yaku that count, in that order; takes 4 KiB of stack. */
#define KZI_EACH_LISTED(result, yaku)                                                              \
    for (uint16_t yaku##_list[KZI_MAX_YAKU],                                                       \
         yaku##_count = (uint16_t)kzi_list_counted(result, yaku##_list), yaku##_at = 0, yaku;      \
         yaku##_at < yaku##_count && (yaku = yaku##_list[yaku##_at], true); yaku##_at++)
/* List the yaku of a set in that order; return their number. */
unsigned kzi_list_yaku(const struct kz_ruleset *rules, const uint64_t *set,
                       uint16_t list[KZI_MAX_YAKU]);

/* Append the concealed tiles of a group without the winning tile: "67s". */
void kzi_put_waiting_tiles(struct kzi_text *text, const struct kz_result *result,
                           const struct kzi_reading *reading, unsigned group);
/* Append a group: "345p", "67s+8s" with the winning tile, "[340p]", "(7777z)", "[555+5p]". */
void kzi_put_group(struct kzi_text *text, const struct kz_result *result,
                   const struct kzi_reading *reading, unsigned group);
/* Append a group by kind and tile, whether or not the hand has it: "345p". */
void kzi_put_set(struct kzi_text *text, unsigned kind, unsigned tile);
/* Append the tile that an indicator means; if it means none, the indicator. */
void kzi_put_indicated(struct kzi_text *text, const struct kzi_model *model,
                       const struct kzi_indicators *shown, unsigned i);
/* Append the tiles laid aside: "44z". */
void kzi_put_laid_aside(struct kzi_text *text, const struct kzi_hand *hand);
/* Append the concealed tiles and the winning tile, if any: "234m345p67s55z+8s". */
void kzi_put_tiles(struct kzi_text *text, const struct kzi_hand *hand);
/* Append the concealed tiles and the melds: "55789s [345p]". */
void kzi_put_tiles_and_melds(struct kzi_text *text, const struct kzi_hand *hand);
static inline bool kzi_has_body(const struct kzi_reading *reading) {
    return reading->body && reading->n_groups;
}
/* Append the tiles of a reading's body, with the winning tile marked. */
void kzi_put_body(struct kzi_text *text, const struct kz_result *result,
                  const struct kzi_reading *reading);
/* Append "the second 123p" if the reading has several equal groups; else as kzi_put_group. */
void kzi_say_which_group(struct kzi_text *text, const struct kz_result *result,
                         const struct kzi_reading *reading, unsigned group);
/* Sort groups (by bit) by their tiles, as indexes in the reading; return their number. */
unsigned kzi_groups_by_tile(const struct kzi_reading *reading, unsigned groups,
                            uint8_t order[KZI_MAX_GROUPS]);

#define KZI_FU_LINES 96 /* the most for one hand: 64 items, the groups, the base */

/* --- who pays --------------------------------------------------------------------------------- */

/* Say who pays how much: "7700 from West", "4000 from East, 2000 each from South and North", "2000
 * all". */
void kzi_say_shares(struct kzi_sentence *sentence, const struct kz_result *result);

/* Append a ratio, in parts of KZI_RATIO_UNIT, as a number or a fraction: "2", "5/2". */
void kzi_put_ratio(struct kzi_text *text, int32_t parts);

/* Return the name of a party: a seat, an unknown discarder, or each other seat. */
const char *kzi_party_in(const struct kzi_style *style, unsigned party);

/* --- in sentences ----------------------------------------------------------------------------- */

/* Put changes as an argument, "East -2, South +2": of the seats, of an unknown discarder, and of
 * each other seat. */
void kzi_argument_changes(struct kzi_sentence *sentence, const int64_t paid[KZI_PARTIES]);
/* Return the sentence that names a party: a seat, "the discarder", "the others". */
enum kzi_says kzi_payer(unsigned party);
/* Put the reason why the hand does not win as an argument. */
void kzi_argument_no_win(struct kzi_sentence *sentence, const struct kz_result *result);
void kzi_end_liable(struct kzi_sentence *sentence, const struct kz_result *result,
                    const struct kzi_liable_seat *liable);
/* Return the code of the sentence why a reading lost to the best one: "lost_points". */
enum kzi_says kzi_why_lost(const struct kzi_tally *best, const struct kzi_tally *other);

/* Put one tile of each kind. */
void kzi_put_kinds(struct kzi_text *text, kzi_kinds kinds);

/* The ids of reasons by enum kzi_reason; "none": the hand wins. */
extern const char *const kzi_reason_ids[KZI_REASONS];

#endif
