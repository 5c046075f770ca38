/* prospect.h - the chance to win and the expected points of each discard, turn by turn, if the
 * player alone draws tiles that it does not see. */
#ifndef KZI_PROSPECT_H
#define KZI_PROSPECT_H

#include "score/discard.h"

struct kzi_search {
    unsigned turns;   /* 1 to KZ_MAX_TURNS */
    unsigned width;   /* of changes that bring a hand no closer: 0 to KZ_MAX_WIDTH */
    bool ura;         /* wins are worth their mean over ura indicators that are not seen */
    size_t max_bytes; /* of memory for hands */
    /* Called now and then, unless NULL, with the number of hands so far; 0 ends the search. */
    int (*goes_on)(void *payload, unsigned long hands);
    void *payload;
};

#define KZI_SEARCH_BYTES ((size_t)256 * 1024 * 1024)

/* Fill in the prospects of discards that are found already, and sort them.  discards->turns says
 * how many turns are known, and discards->cut whether the search asked for more. */
kz_status kzi_find_prospects(struct kzi_discards *discards, const struct kz_ruleset *rules,
                             const struct kzi_hand *hand, struct kz_result *result,
                             const struct kzi_search *search, kz_error *error);

#endif
