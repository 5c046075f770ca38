/* selection.h - which combinations count together, what a selection of them comes to after covers,
 * and which of two comes first: asked of every hand, and of chows and of pungs of number tiles when
 * rules are loaded. */
#ifndef KZI_SELECTION_H
#define KZI_SELECTION_H

#include "base/arena.h"
#include "hand/readings.h"
#include "rules/model.h"

struct kz_ruleset;

/* --- which may count together: selection.c ----------------------------------------------------

 * A combination is a yaku made of named sets; each way it is met is an instance, a set of groups.
 * A selection is legal when no yaku uses a group twice (non_identical) and when every instance
 * joins groups that were all separate before (account_once): the chosen ones then hang together
 * without a circle. */

#define KZI_MAX_CHOSEN    24
#define KZI_MAX_INSTANCES (2 * KZI_MAX_CHOSEN)

/* A yaku that uses certain groups, bit by bit: those of the reading; or, where a kind of set is
 * given, the sets of that kind by rising tile. */
struct kzi_instance {
    uint16_t yaku;
    uint8_t groups;
    uint8_t kind; /* enum kzi_set_kind, from 1; 0: groups of the reading */
};

/* with[i]: the groups that hang together with group i, by bit; all 0: none do. */
struct kzi_joined {
    uint16_t with[KZI_MAX_GROUPS];
};

/* Return whether no two of the groups are connected yet. */
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
    uint32_t left; /* steps that may be taken; none left: the first selection alone is found */
    bool cut;      /* there may be more */
};

/* Take steps off select->left, down to 0. */
void kzi_select_spend(struct kzi_select *select, size_t steps);

/* Call found for every legal selection to which nothing can be added: a player chooses among what
 * holds, but cannot decline it. */
void kzi_select_all(struct kzi_select *select);

/* --- what they come to ------------------------------------------------------------------------ */

#define KZI_YAKU_WORDS (KZI_MAX_YAKU / 64)

/* How often a yaku counts, where that is not once nor all its instances. */
struct kzi_count {
    uint16_t yaku;
    uint8_t times;
};

struct kzi_selection {
    unsigned n_uses, n_counts;
    int64_t total;
    uint64_t scored[KZI_YAKU_WORDS]; /* the yaku that count, in yaku_words words */
    struct kzi_instance uses[KZI_MAX_CHOSEN];
    struct kzi_count counts[KZI_MAX_CHOSEN];
};

/* The state that all selections on a reading share. */
struct kzi_weigh_ctx {
    const struct kz_ruleset *rules;
    bool open;
    const struct kzi_hand *hand; /* NULL, and reading too: when rules are loaded */
    const struct kzi_reading *reading;
    bool asks_hand;                /* there is no hand, and it depends on one */
    uint64_t held[KZI_YAKU_WORDS]; /* the yaku that hold, without the combinations */
    unsigned n_counts;             /* of these, those that count other than once */
    struct kzi_count counts[KZI_MAX_CHOSEN];
};

/* Fill in what all selections of these yaku, combinations among them, have in common. */
void kzi_weigh_begin(struct kzi_weigh_ctx *ctx, const uint64_t *yaku);
/* Fill a selection from its uses: what of it counts after covers, and what that comes to. */
void kzi_weigh_selection(struct kzi_weigh_ctx *ctx, struct kzi_selection *now);
/* Negative: a's list of yaku comes first.  Lists go by falling worth and then by number, so that
 * the first yaku of which they have not as many decides. */
int kzi_compare_lists(const struct kzi_weigh_ctx *ctx, const struct kzi_selection *a,
                      const struct kzi_selection *b);
/* Return whether a is worth more, or as much with a list that comes first. */
bool kzi_comes_first(const struct kzi_weigh_ctx *ctx, const struct kzi_selection *a,
                     const struct kzi_selection *b);

/* The places of the coverers among these yaku in the order in which covers act, by bit. */
void kzi_find_coverers(const struct kz_ruleset *rules, const uint64_t *yaku,
                       uint64_t places[KZI_YAKU_WORDS]);

/* --- solved at load: solutions.c --------------------------------------------------------------

 * Which combinations of chows may count together depends on nothing but the chows, and so with
 * pungs.  So each multiset, found by its rank, has the selection that is best where the rest of the
 * hand has no say; elsewhere all selections of the hand are weighed. */

#define KZI_MAX_REMEMBERED 4 /* uses of one choice: of four sets few have more */

/* The best choice of a list where the hand is as open, as scoring takes it. */
struct kzi_best_choice {
    bool known;   /* as long as the hand has none of the yaku that the list touches */
    bool repeats; /* it has a yaku more than once */
    uint8_t n_uses;
    struct kzi_instance uses[KZI_MAX_REMEMBERED]; /* with their kind; past the last the first */
};

/* The choices of one multiset. */
struct kzi_set_list {
    bool several;                   /* there is more than one */
    struct kzi_best_choice best[2]; /* by openness */
    const uint64_t *yaku;           /* of all choices */
    const uint64_t *touched;        /* those that cover any of them, or are covered */
};

struct kzi_set_choices {
    const uint16_t *list_of; /* by rank (tile/sets.h); NULL: no combination is of such sets alone */
    struct kzi_set_list *lists;
};

#endif
