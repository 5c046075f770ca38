/* prospect.h - the probability of a win and the expected points of each discard, turn by turn, if
 * only this player draws, from the tiles that it does not see. */
#ifndef KZI_PROSPECT_H
#define KZI_PROSPECT_H

#include "score/discard.h"

struct kzi_discard_search {
    unsigned turns;   /* number of draws: 1 to KZ_MAX_TURNS */
    unsigned width;   /* changes allowed that bring a hand no closer: 0 to KZ_MAX_WIDTH */
    bool ura;         /* value a win at its mean over unseen ura indicators */
    size_t max_bytes; /* memory allowed for hands */
    /* NULL, or called now and then with the number of hands so far; 0 ends the search */
    int (*goes_on)(void *payload, uint64_t hands);
    void *payload;
};

#define KZI_SEARCH_BYTES ((size_t)256 * 1024 * 1024)

/* Fill in the prospects of discards already found, and sort the discards.  Set discards->turns to
 * the number of turns that are known, and discards->cut if the search asked for more. */
kz_status kzi_find_prospects(struct kzi_discards *discards, const struct kz_ruleset *rules,
                             const struct kzi_hand *hand, struct kz_result *result,
                             const struct kzi_discard_search *search, kz_error *error);

#endif
