/* prospect.h - the chance to win and the expected value of each discard, exactly, if the player
 * alone draws a number of tiles that it does not see. */
#ifndef KZI_PROSPECT_H
#define KZI_PROSPECT_H

#include "score/discard.h"

struct kzi_search {
    unsigned turns;
    size_t most_bytes; /* of memory for hands; 0: KZI_SEARCH_BYTES */
    /* Called now and then, unless NULL, with the number of states so far; 0 ends the search. */
    int (*goes_on)(void *payload, unsigned long states);
    void *payload;
};

#define KZI_MAX_TURNS    20
#define KZI_SEARCH_BYTES ((size_t)256 * 1024 * 1024)

/* Fill in the chances of discards that are found already, and sort them. */
kz_status kzi_prospects_find(struct kzi_discards *discards, const struct kz_ruleset *rules,
                             const struct kzi_hand *hand, struct kz_result *result,
                             const struct kzi_search *search, kz_error *error);

#endif
