/* differences.h - the differences in meaning between two rulesets, however they are written.
 *
 * Places that belong together form one difference: for example a yaku that only one of them has, or
 * everything that one option changes.  Each difference can be carried over into the other ruleset
 * by itself. */
#ifndef KZI_DIFFERENCES_H
#define KZI_DIFFERENCES_H

#include "compile/ruleset.h"
#include "rules/condition.h"

/* A place in the rules, with its value in both rulesets. */
struct kzi_differing_place {
    const char *address;            /* its address in a file: yaku.pinfu.value */
    const struct kzi_node *node[2]; /* as written; NULL: nothing is written there */
    const char *says[2];            /* its statement as text (rules/meaning.h); NULL: none */
    uint64_t hash[2];               /* of the meaning */
    bool thing;                     /* it only states that the thing exists */
    /* during the search: */
    bool differs;
    size_t group;
};

struct kzi_difference {
    const char
        *address; /* of the yaku, limit or circumstance; if there is none, of the first place */
    int only;     /* the only ruleset (0 or 1) that has this thing; -1: both have it */
    /* The option that changes exactly these places, with its value in each ruleset; NULL: none.
     * A ruleset may have these rules without setting the option. */
    const struct kzi_option *option;
    const char *value[2];
    const char *setting; /* if the two set the option differently, "options.ID"; else NULL */
    struct kzi_differing_place *places;
    size_t n_places;
};

/* Return the name of a difference in reports. */
static inline const char *kzi_difference_name(const struct kzi_difference *difference) {
    return difference->setting ? difference->setting : difference->address;
}

struct kzi_differences {
    const struct kz_ruleset *rules[2]; /* must outlive this struct */
    struct kzi_difference *list;       /* sorted by section: yaku, fu, limits, payments, others */
    size_t count;
    bool cut;                 /* the budget ran out: there may be more differences */
    struct kzi_find_ctx *ctx; /* during the search */
};

/* Find the differences.  All memory comes from the arena. */
void kzi_differences_find(struct kzi_differences *differences, struct kzi_arena *arena,
                          const struct kz_ruleset *first, const struct kz_ruleset *second);

/* List the differences found so far, one for each place, after the arena's budget ran out. */
void kzi_differences_cut(struct kzi_differences *differences);

/* Return the rules of ruleset `side` (0 or 1), changed to agree with the other in these
 * differences, with the tile classes and circumstances that they need. */
const struct kzi_node *kzi_carry_over(const struct kzi_differences *differences,
                                      struct kzi_arena *arena,
                                      const struct kzi_difference *const *carried, size_t n_carried,
                                      unsigned side);

/* Return the node at an address, even within a list; NULL if nothing is written there. */
const struct kzi_node *kzi_node_at_address(struct kzi_arena *arena, const struct kzi_node *root,
                                           const char *address);

/* Return whether a scalar or key of the node is this word of this section.  The value `without` and
 * its key are skipped. */
bool kzi_mentions(const struct kzi_node *node, const char *section, const char *word,
                  const struct kzi_node *without);
bool kzi_mentions_any(const struct kzi_node *node, struct kzi_names *words);

#endif
