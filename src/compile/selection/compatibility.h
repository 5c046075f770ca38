/* compatibility.h - which instances of combinations may count together.
 *
 * A combination is a yaku made of named sets; each way it is met is an instance, a set of groups.
 * A selection is legal when no yaku uses a group twice (non_identical) and when every instance
 * joins groups that were all separate before (account_once): the chosen ones then hang together
 * without a circle. */
#ifndef KZI_COMPATIBILITY_H
#define KZI_COMPATIBILITY_H

#include "rules/model.h"

#define KZI_MAX_CHOSEN    24
#define KZI_MAX_INSTANCES (2 * KZI_MAX_CHOSEN)

/* A yaku that uses certain groups, bit by bit: those of the reading; or, where a sort of set is
 * told, the sets of that sort by rising tile. */
struct kzi_instance {
    uint16_t yaku;
    uint8_t groups;
    uint8_t sort; /* enum kzi_set_sort, from 1; 0: groups of the reading */
};

/* with[i]: the groups that hang together with group i, by bit; all 0: none do. */
struct kzi_joined {
    uint16_t with[KZI_MAX_GROUPS];
};

/* Whether no two of the groups hang together already. */
bool kzi_may_join(const struct kzi_joined *joined, unsigned groups);
void kzi_join(struct kzi_joined *joined, unsigned groups);

struct kzi_select {
    const struct kzi_model *model;
    unsigned n_instances;
    struct kzi_instance instances[KZI_MAX_INSTANCES];
    unsigned n_uses;
    struct kzi_instance uses[KZI_MAX_CHOSEN]; /* those chosen, in the order of instances */
    void (*found)(struct kzi_select *select, void *context);
    void *context;
    uint32_t
        left; /* steps that may still be taken; none left: the first selection alone is found */
    bool cut; /* there may be more */
};

/* Takes steps off what is left. */
void kzi_select_spend(struct kzi_select *select, size_t steps);

/* Calls found for every legal selection to which nothing can be added: what holds is not declined,
 * only chosen among. */
void kzi_select_all(struct kzi_select *select);

#endif
