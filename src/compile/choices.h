/* choices.h - the choices of chow combinations, solved for every multiset of chows when rules are
 * loaded.
 *
 * Which combinations of chows may count together depends on nothing but the chows.  What is kept of
 * each multiset, found by its rank, are the selections that differ in what they come to; which of
 * them is best the rest of the hand decides. */
#ifndef KZI_CHOICES_H
#define KZI_CHOICES_H

#include "base/arena.h"
#include "compile/select.h"

#define KZI_MAX_REMEMBERED 4 /* uses of one choice: of four chows few have more */

struct kzi_chow_choice {
    uint8_t n_uses;
    struct kzi_instance uses[KZI_MAX_REMEMBERED]; /* groups: the chows by rising tile, by bit */
};

/* Of one multiset; whole false: there is more than can be kept, so it is solved each time. */
struct kzi_chow_list {
    uint32_t first; /* in choices */
    uint16_t count;
    bool whole;
};

struct kzi_chow_choices {
    const uint16_t *list_of; /* by rank (tile/sets.h); NULL: no combination is of chows alone */
    const struct kzi_chow_list *lists;
    const struct kzi_chow_choice *choices;
    unsigned n_lists, n_choices;
};

/* yaku: the combinations that are of chows alone, whatever else the hand is; bound: the yaku of
 * which covers ask whose groups they use; both bit by number. */
void kzi_chow_choices_make(struct kzi_arena *arena, const struct kzi_model *model,
                           const uint64_t *yaku, const uint64_t *bound,
                           struct kzi_chow_choices *choices);

#endif
