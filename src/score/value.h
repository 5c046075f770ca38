/* value.h - the payments for a stated total and fu, or for a stated limit, without tiles. */
#ifndef KZI_VALUE_H
#define KZI_VALUE_H

#include "hand/parser/value_line.h"
#include "score/result.h"

/* Fill in the result of a stated value in a situation: a win, or a value below the minimum.  It has
 * no yaku.  In a deal the value was paid at a table: a value that no hand can have is marked
 * unusual instead of refused, and circumstances and liability are believed.  Allocates nothing. */
kz_status kzi_value_settle(struct kz_result *result, const struct kz_ruleset *rules,
                           const struct kzi_hand *situation,
                           const struct kzi_value_statement *stated, bool in_deal);

/* Fill in the result of a player who did not win, with a hand worth `points`. */
void kzi_value_of_loser(struct kz_result *result, const struct kz_ruleset *rules,
                        const struct kzi_hand *situation, int32_t points);

/* Return whether a condition for other payers asks for tiles or yaku, so that a stated value does
 * not meet it. */
bool kzi_payers_ask_tiles(const struct kzi_other_payers *payers);

#endif
