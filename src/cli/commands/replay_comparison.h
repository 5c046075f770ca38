/* replay_comparison.h - what kazoe replay wants to know of each win besides its settlement: what it
 * would have been worth by other rules, or its hand as a record. */
#ifndef KZI_REPLAY_COMPARISON_H
#define KZI_REPLAY_COMPARISON_H

#ifdef KZI_LOGS

#include "analysis/compare/comparer.h"
#include "cli/stream/column_table.h"
#include "logs/replay.h"

/* Rulesets that logs asked for; few, because a site has few. */
#define KZI_MAX_OPENED 32

/* The rules of a game next to those of --as. */
struct kzi_compared_rules {
    struct kzi_comparer comparer;
    struct kzi_compared_hand hand;
};

/* What wins would have been worth by each ruleset; the first is that of the game. */
struct kzi_pay_sums {
    unsigned long wins, differ;
    int64_t points[KZI_MAX_COMPARED];
};

/* For one thread at a time; its arena gets everything. */
struct kzi_replay_comparison {
    struct kzi_arena *arena;
    bool left; /* a call wanted to leave through the arena's door */
    struct kzi_replay *replay;
    struct kzi_replay_hooks hooks;
    kz_ruleset *const *as; /* those of --as */
    unsigned n_as;
    const struct kzi_column_list *columns; /* for rows instead of reports; NULL: none */
    struct kzi_summary *summary;           /* NULL: none is asked for */
    struct kzi_compared_rules
        *compared[KZI_MAX_OPENED]; /* by the rules of games, which come first */
    unsigned n_compared;
    struct kzi_compared_rules *now; /* of the game at hand */
    struct kzi_pay_sums game, all;
    struct kzi_pay_sums players[KZI_MAX_PLAYERS]; /* of the game at hand */
};

/* Make a call from within the reading of a log, whose frames, libexpat's among them, must not be
 * left by longjmp: return false if the call did so, or an earlier one. */
bool kzi_replay_call(struct kzi_replay_comparison *comparison, void (*call)(void *), void *context);
/* Hook into a replay.  as: what --as names; without these and columns: the hands as records. */
void kzi_replay_comparison_begin(struct kzi_replay_comparison *comparison,
                                 struct kzi_replay *replay, kz_ruleset *const *as, unsigned n_as);
/* Add the sums of another to those of this one. */
void kzi_replay_comparison_add(struct kzi_replay_comparison *into,
                               const struct kzi_replay_comparison *from);

#endif
#endif
