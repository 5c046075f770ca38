/* differences.h - what two rulesets say differently, by meaning and not by text.
 *
 * What belongs together is one difference: a yaku that only one of them has, or all that one option
 * changes.  Each can be carried over into the other ruleset by itself. */
#ifndef KZI_DIFFERENCES_H
#define KZI_DIFFERENCES_H

#include "compile/ruleset.h"
#include "rules/condition.h"

/* One place of the rules, with its value in the first ruleset and in the second. */
struct kzi_differing_place {
    const char *address;            /* where a file says it: yaku.pinfu.value */
    const struct kzi_node *node[2]; /* as it is written; NULL: nothing is written there */
    const char *says[2];            /* what it means, of plain values readable; NULL: nothing */
    /* It only says that the thing exists and is in use; other places say what it is. */
    bool thing;
    size_t group; /* while differences are looked for */
};

struct kzi_places {
    struct kzi_differing_place *list;
    struct kzi_names addresses; /* the number of an address is its index in list */
};

/* The canonical form of a model: adds what it says as ruleset `of` (0 or 1), place by place, each
 * in one spelling.  Two models that say the same of a place say it in the same words here, however
 * their files spell it: a list or a mapping of yes, clauses in another order, a class by name or
 * tile by tile, a default said or left out.  Names, notes, sources and what is not in use are not
 * said. */
void kzi_add_canonical(struct kzi_places *places, struct kzi_arena *arena,
                       const struct kzi_model *model, unsigned of);

struct kzi_difference {
    const char *address; /* of the yaku, limit or circumstance, else of its first place */
    int only;            /* 0 or 1: the ruleset that alone has such a thing; -1: both have */
    /* The option that changes just these places, and the value that makes them what they are in
     * each; NULL: none.  A ruleset may say the same without setting the option. */
    const struct kzi_option *option;
    const char *value[2];
    bool by_setting; /* the two set the option differently */
    struct kzi_differing_place *places;
    size_t n_places;
};

struct kzi_differences {
    const struct kz_ruleset *rules[2]; /* must outlive it */
    struct kzi_difference *list;       /* yaku, fu, limits, payments, the rest */
    size_t count;
    bool cut;                 /* the budget was used up; there may be more differences */
    struct kzi_find_ctx *ctx; /* under way */
};

/* Everything lives in the arena. */
void kzi_differences_find(struct kzi_differences *differences, struct kzi_arena *arena,
                          const struct kz_ruleset *first, const struct kz_ruleset *second);

/* At the door of an arena whose budget was used up: what was found so far, place by place. */
void kzi_differences_cut(struct kzi_differences *differences);

/* What makes ruleset `into` (0 or 1) say what the other says there, for kzi_ruleset_build_changed:
 * with what the other's words need (tile classes, circumstances).  Returns how many changes. */
size_t kzi_difference_changes(const struct kzi_differences *differences, struct kzi_arena *arena,
                              const struct kzi_difference *const *carried, size_t n_carried,
                              unsigned into, const struct kzi_change **changes);

/* The node at an address, even within a list; NULL: nothing is written there. */
const struct kzi_node *kzi_node_at_address(struct kzi_arena *arena, const struct kzi_node *root,
                                           const char *address);

/* The rest of an address after its section and a dot; NULL: it does not begin so. */
const char *kzi_below(const char *address, const char *section);

/* Whether a name of a section appears in some scalar or key of the node where it can be one of that
 * section; the value `without` and its key are passed over. */
bool kzi_mentions(const struct kzi_node *node, const char *section, const char *word,
                  const struct kzi_node *without);
bool kzi_mentions_any(const struct kzi_node *node, struct kzi_names *words);
/* Adds all words of the rules but their options; of tile classes what they are, not their names. */
void kzi_add_words(struct kzi_names *words, const struct kzi_node *root);

#endif
