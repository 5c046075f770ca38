/* replay_comparison.h - what kazoe replay wants to know of each win besides its settlement: what it
 * would have been worth by other rules, or its hand as a record. */
#ifndef KZI_REPLAY_COMPARISON_H
#define KZI_REPLAY_COMPARISON_H

#ifdef KZI_LOGS

#include "analysis/compare/comparer.h"
#include "cli/stream/column_table.h"
#include "logs/replay.h"

#include <pthread.h>

/* Rulesets that logs asked for; few, because a site has few. */
#define KZI_MAX_OPENED 32

/* The rules of games next to those of --as, for all threads. */
struct kzi_comparers {
    kz_ruleset *const *as; /* those of --as */
    unsigned n_as;
    pthread_mutex_t lock;              /* of what follows */
    kz_comparer *list[KZI_MAX_OPENED]; /* by the rules of games, which come first */
    unsigned count;
};

/* What wins would have been worth by each ruleset; the first is that of the game. */
struct kzi_pay_sums {
    unsigned long wins, differ;
    int64_t points[KZI_MAX_COMPARED];
};

/* For one thread at a time. */
struct kzi_replay_comparison {
    bool failed; /* memory ran out, so that nothing else is of use */
    struct kzi_replay *replay;
    struct kzi_replay_hooks hooks;
    struct kzi_comparers *comparers;
    const struct kzi_column_list *columns; /* for rows instead of reports; NULL: none */
    struct kz_summary *summary;            /* NULL: none is asked for */
    kz_comparison *hands[KZI_MAX_OPENED];  /* of each comparer; NULL: none yet */
    kz_comparison *now;                    /* of the game at hand */
    struct kzi_pay_sums game, all;
    struct kzi_pay_sums players[KZI_MAX_PLAYERS]; /* of the game at hand */
};

/* Hook into a replay, with comparers, columns and summary filled in.  Without --as and columns: the
 * hands as records. */
void kzi_replay_comparison_begin(struct kzi_replay_comparison *comparison,
                                 struct kzi_replay *replay);
void kzi_replay_comparison_release(struct kzi_replay_comparison *comparison);
void kzi_comparers_release(struct kzi_comparers *comparers);
/* Add the sums of another to those of this one. */
void kzi_replay_comparison_add(struct kzi_replay_comparison *into,
                               const struct kzi_replay_comparison *from);

#endif
#endif
