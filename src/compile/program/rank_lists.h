/* rank_lists.h - the instances of patterns that chows alone or pungs alone make, by rank
 * (tile/sets.h): ranks of equal instances have the same list.  Lives only while a ruleset is
 * loaded, in its arena. */
#ifndef KZI_RANK_LISTS_H
#define KZI_RANK_LISTS_H

#include "base/arena.h"
#include "compile/program/program.h"
#include "rules/model.h"
#include "tile/sets.h"

/* Another list, and one instance more. */
struct kzi_rank_list {
    uint16_t shorter;      /* number of the other list */
    uint16_t longer, next; /* the last that has one more; the one before, of the same shorter */
    uint16_t owner;        /* of the pattern */
    uint8_t sets;          /* of the instance, by rising tile, by bit; 0: nobody asks which */
};

struct kzi_rank_lists {
    struct kzi_arena *arena;
    bool chows;        /* else pungs */
    bool which;        /* each way in which sets of a rank are an instance is one */
    uint16_t *list_of; /* by rank; NULL: no pattern was added */
    unsigned count, n_used;
    struct kzi_rank_list *lists; /* the first is empty */
    uint16_t *used;              /* those that a rank has, once they are numbered */
    size_t steps;
    uint64_t added[KZI_MAX_QUESTIONS / 64]; /* owners, by bit */
};

/* which: lists tell of which sets of a rank an instance is made. */
struct kzi_rank_lists *kzi_rank_lists_new(struct kzi_arena *arena, enum kzi_set_kind kind,
                                          bool which);

/* Add the instances of the pattern of a test, which has such sets alone, unless there are too many
 * already.  Owners are added in order. */
void kzi_rank_lists_add(struct kzi_rank_lists *all, const struct kzi_condition *test,
                        unsigned owner);

/* Number the lists that a rank has: all->list_of has places in all->used from then on. */
void kzi_rank_lists_number(struct kzi_rank_lists *all);

#endif
