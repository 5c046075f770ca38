/* value.h - what is paid for a total and fu, or for a limit, without tiles. */
#ifndef KZI_VALUE_H
#define KZI_VALUE_H

#include "hand/parser/value_line.h"
#include "score/result.h"

/* Fill in the result of a stated value: a win, or below the minimum.  It has no yaku, and what yaku
 * decide is not in it: who is liable, and chips.  Allocates nothing. */
kz_status kzi_value_settle(struct kz_result *result, const struct kz_ruleset *rules,
                           const struct kzi_stated_value *stated);

/* Return whether a result is one of a stated value.  No hand that is scored has no tiles. */
static inline bool kzi_is_stated(const struct kz_result *result) {
    return !result->hand.n_concealed && !result->hand.n_melds;
}

/* Return whether a condition for other payers than usual is about the tiles or yaku, so that a
 * stated value does not meet it. */
bool kzi_way_asks_tiles(const struct kzi_way *way);

#endif
