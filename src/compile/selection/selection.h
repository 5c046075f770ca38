/* selection.h - which combinations count together, what a selection of them is worth after covers,
 * and which of two selections is better.  This is computed for every hand, and for chows alone and
 * pungs of number tiles alone when rules are loaded. */
#ifndef KZI_SELECTION_H
#define KZI_SELECTION_H

#include "base/arena.h"
#include "hand/readings.h"
#include "rules/model.h"

struct kz_ruleset;

/* --- which may count together: selection.c ----------------------------------------------------

 * A combination is a yaku made of named sets.  Each set of groups that forms one is an instance.
 * A selection is legal if no yaku uses a group twice (non_identical), and if every instance joins
 * groups none of which were connected before (account_once), so that instances form no circle. */

#define KZI_MAX_CHOSEN    24
#define KZI_MAX_INSTANCES (2 * KZI_MAX_CHOSEN)

/* A yaku and the groups that it uses, as bits: groups of the reading or, if kind is not 0, sets of
 * that kind in rising order. */
struct kzi_instance {
    uint16_t yaku;
    uint8_t groups;
    uint8_t kind; /* enum kzi_set_kind + 1; 0: groups of the reading */
};

/* Groups that are connected by instances.  with[i]: the groups connected with group i, as bits,
 * itself included; 0: none. */
struct kzi_connections {
    uint16_t with[KZI_MAX_GROUPS];
};

/* Return whether no two of the groups are connected. */
bool kzi_may_join(const struct kzi_connections *joined, unsigned groups);
void kzi_join(struct kzi_connections *joined, unsigned groups);

struct kzi_selector {
    const struct kzi_model *model;
    unsigned n_instances;
    struct kzi_instance instances[KZI_MAX_INSTANCES];
    unsigned n_chosen;
    struct kzi_instance chosen[KZI_MAX_CHOSEN]; /* the chosen ones, in the order of instances */
    void (*found)(struct kzi_selector *selector, void *context);
    void *context;
    uint32_t left; /* steps left; with 0, only the first selection is found */
    bool cut;      /* further selections may exist */
};

/* Take steps from selector->left, down to 0. */
void kzi_selector_spend(struct kzi_selector *selector, size_t steps);

/* Call found for every legal selection to which no instance can be added: a player chooses among
 * the yaku that hold, but cannot decline one. */
void kzi_selector_run(struct kzi_selector *selector);

/* --- what they come to ------------------------------------------------------------------------ */

#define KZI_YAKU_WORDS (KZI_MAX_YAKU / 64)

/* How often a yaku counts, if not once and not as often as it is in chosen. */
struct kzi_count {
    uint16_t yaku;
    uint8_t times;
};

struct kzi_selection {
    unsigned n_chosen, n_counts;
    int64_t total;
    uint64_t scored[KZI_YAKU_WORDS]; /* the yaku that count, as yaku_words words */
    struct kzi_instance chosen[KZI_MAX_CHOSEN];
    struct kzi_count counts[KZI_MAX_CHOSEN];
};

/* The state that is the same for all selections on a reading. */
struct kzi_weigh_ctx {
    const struct kz_ruleset *rules;
    bool open;
    const struct kzi_hand *hand; /* NULL, as is reading, while rules are loaded */
    const struct kzi_reading *reading;
    bool asks_hand;                /* there is no hand, but the result depends on one */
    uint64_t held[KZI_YAKU_WORDS]; /* the yaku that hold, without combinations */
    unsigned n_counts;             /* those among them that count other than once */
    struct kzi_count counts[KZI_MAX_CHOSEN];
};

/* Set up the weighing of selections for these yaku, which include combinations. */
void kzi_weigh_begin(struct kzi_weigh_ctx *ctx, const uint64_t *yaku);
/* Fill in a selection from its chosen instances: the yaku after covers, and their total. */
void kzi_weigh_selection(struct kzi_weigh_ctx *ctx, struct kzi_selection *now);
/* Return a negative number if the yaku of a come first in order, positive if those of b do.  Yaku
 * are compared in order of falling worth, then of number; the first one that a and b do not have
 * equally often decides, and more of it comes first. */
int kzi_compare_lists(const struct kzi_weigh_ctx *ctx, const struct kzi_selection *a,
                      const struct kzi_selection *b);
/* Return whether a has a higher total or, if they are equal, yaku that come first in order. */
bool kzi_comes_first(const struct kzi_weigh_ctx *ctx, const struct kzi_selection *a,
                     const struct kzi_selection *b);

/* Set the bits of the coverers among these yaku, by their index in rules->coverers, which is the
 * order in which covers act. */
void kzi_fill_coverers(const struct kz_ruleset *rules, const uint64_t *yaku,
                       uint64_t places[KZI_YAKU_WORDS]);

/* --- solved at load: solutions.c --------------------------------------------------------------

 * Whether combinations of chows may count together depends on the chows alone, and likewise with
 * pungs.  So each multiset, found by its rank, has the selection that is best if the rest of the
 * hand does not matter; otherwise all selections of the hand are weighed. */

#define KZI_MAX_REMEMBERED                                                                         \
    4 /* instances in one selection: few selections among four sets have more */

/* The best selection of a list for closed or for open hands, in the form that scoring needs. */
struct kzi_best_selection {
    bool known;   /* it is the best as long as the hand has none of the yaku in `touched` */
    bool repeats; /* it has a yaku more than once */
    uint8_t n_chosen;
    /* With their kind; unused ones repeat the first. */
    struct kzi_instance chosen[KZI_MAX_REMEMBERED];
};

/* The selections for one multiset of sets. */
struct kzi_set_list {
    bool several;                      /* there is more than one */
    struct kzi_best_selection best[2]; /* by openness */
    const uint64_t *yaku;              /* the yaku of all selections */
    const uint64_t *touched;           /* yaku that cover one of these, or are covered */
};

struct kzi_set_selections {
    /* By rank (tile/sets.h); NULL: no combination consists of such sets alone. */
    const uint16_t *list_of;
    struct kzi_set_list *lists;
};

#endif
