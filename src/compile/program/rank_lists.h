/* rank_lists.h - lists of the instances of patterns that consist of chows alone or of pungs alone,
 * by rank (tile/sets.h).  Ranks with the same instances share a list.  They exist only while a
 * ruleset is loaded, in its arena. */
#ifndef KZI_RANK_LISTS_H
#define KZI_RANK_LISTS_H

#include "base/arena.h"
#include "compile/program/program.h"
#include "rules/model.h"
#include "tile/sets.h"

/* A list of instances: a shorter list and one more instance. */
struct kzi_rank_list {
    uint16_t shorter; /* index of the shorter list */
    /* The newest list that is longer by one; the one made before this from the same shorter
     * list. */
    uint16_t longer, next;
    uint16_t test_index; /* the test of the pattern, by index */
    /* Sets of the instance, in rising order, as bits; 0: not distinguished. */
    uint8_t sets;
};

struct kzi_rank_lists {
    struct kzi_arena *arena;
    bool chows;        /* lists of chows; else of pungs */
    bool which;        /* instances of the same pattern by different sets are distinguished */
    uint16_t *list_of; /* by rank: the list; NULL: no pattern was added */
    unsigned count, n_used;
    struct kzi_rank_list *lists; /* the first is empty */
    uint16_t *used;              /* the lists that a rank has, after numbering */
    size_t steps;
    uint64_t added[KZI_MAX_QUESTIONS / 64]; /* by index of a test, as bits */
};

/* Return empty lists.  which: tell apart instances of a pattern by the sets that form them. */
struct kzi_rank_lists *kzi_rank_lists_new(struct kzi_arena *arena, enum kzi_set_kind kind,
                                          bool which);

/* Add the instances of the pattern of a test, which consists of such sets alone, unless there are
 * too many already.  Tests are added in rising order. */
void kzi_rank_lists_add(struct kzi_rank_lists *all, const struct kzi_condition *test,
                        unsigned test_index);

/* Number the lists that a rank has, in all->used.  all->list_of then has indices of all->used. */
void kzi_rank_lists_number(struct kzi_rank_lists *all);

#endif
